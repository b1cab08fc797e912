// A table as a tile of fixed height: what it is, how it stands, its picture, its limits and its seats.

import "./base/ring.js";
import { el, fill, keyed, say } from "./dom.js";
import { gameOf, limitsInWords } from "./floor-pictures.js";
import { openSign } from "./parts/sign.js";

const DOTS = 10;
const LAST_MS = 10_000;

export class Tile {
  /** @type {any} */
  state = null;
  #left = /** @type {number | undefined} */ (undefined);
  #isLate = false;

  /** @param {string} stream @param {{ name: string, game: string }} line */
  constructor(stream, line) {
    this.stream = stream;
    this.name = line.name || stream;
    this.game = gameOf(line.game);
    this.picture = this.game.make(stream);
    this.link = el("a", { href: `/${line.game === "tournament" ? "tournament" : "watch"}/${encodeURIComponent(stream)}`, class: "tile-link" }, this.name);
    this.words = el("p", { class: "tile-game" }, this.game.words);
    this.phase = el("span", { class: "tile-phase changing" });
    this.ring = /** @type {import("./base/ring.js").ClockRing} */ (el("clock-ring", { hidden: true, "aria-label": `Time left for bets at ${this.name}` }));
    this.limits = el("button", { type: "button", class: "tile-limits", "aria-label": `Limits and odds of ${this.name}`, onclick: () => openSign(stream, this.name) });
    this.dots = el("span", { class: "dots", "aria-hidden": "true" });
    this.free = el("span", { class: "tile-free changing" });
    this.opens = el("p", { class: "picture closed-picture", hidden: true });
    this.node = el("li", { class: "tile", "data-stream": stream, "data-group": this.game.group },
      el("div", { class: "tile-head" }, el("div", { class: "tile-title" }, el("h3", {}, this.link), this.words), this.phase, this.ring),
      this.picture.node, this.opens,
      el("div", { class: "tile-foot" }, this.limits, el("span", { class: "tile-seats" }, this.dots, this.free)));
  }

  get seats() {
    return this.state?.seats;
  }

  /** Whether somebody could sit down here. */
  get isFree() {
    return this.state?.is_open !== false && (this.seats?.free ?? 0) > 0;
  }

  /** @param {any} state */
  show(state) {
    this.state = state;
    const isClosed = state.is_open === false;
    this.node.classList.toggle("is-closed", isClosed);
    this.picture.node.hidden = isClosed;
    this.opens.hidden = !isClosed;
    if (isClosed) fill(this.opens, el("strong", {}, "Closed"), el("span", {}, state.opens ?? "opens later"));
    else this.picture.show(state);
    if (state.roads) say(this.words, `Baccarat · B ${state.roads.counts.B}  P ${state.roads.counts.P}  T ${state.roads.counts.T}`);
    this.#say();
    const limits = limitsInWords(state.limits, state.currency) || "Sign";
    say(this.limits, limits);
    this.limits.setAttribute("aria-label", `${limits}: Limits and odds of ${this.name}`);
    this.#seats();
  }

  /** Show what is left of a betting window. @param {number | undefined} left milliseconds */
  beat(left) {
    this.#left = left;
    const isShown = left !== undefined && this.state?.is_open !== false;
    this.ring.hidden = !isShown;
    if (isShown) this.ring.set(left, (this.state?.seconds ?? 30) * 1000);
    this.#say();
  }

  /** Say nothing that may be wrong while the line is late. @param {boolean} isLate */
  late(isLate) {
    this.#isLate = isLate;
    this.ring.late(isLate);
    this.#say();
  }

  #say() {
    const state = this.state;
    if (state === null) {
      say(this.phase, this.#isLate ? "not live" : "");
      return;
    }
    const alert = state.held ? "held" : state.void ? "void" : "";
    const isLast = this.#left !== undefined && (this.#left <= LAST_MS || state.is_prompted);
    const open = state.phase_briefly ?? "";
    const between = state.kind === "tournament" ? "" : "between rounds";
    say(this.phase, this.#isLate ? "not live" : state.is_open === false ? "closed" : alert || (isLast ? "last bets" : (state.is_between_rounds ? between : open) || between));
    this.phase.classList.toggle("is-amber", !this.#isLate && (alert !== "" || isLast));
  }

  #seats() {
    const seats = this.seats;
    const isClosed = this.state.is_open === false;
    const hasDots = seats !== undefined && seats.total <= DOTS;
    this.dots.hidden = !hasDots || isClosed;
    if (hasDots) keyed(this.dots, Array.from({ length: seats.total }, (_, index) => index), String, () => el("i"), (dot, index) => dot.classList.toggle("is-free", index >= seats.total - seats.free));
    say(this.free, seats === undefined ? "" : isClosed ? `${seats.total} seats` : seats.free > 0 ? `${seats.free} free` : "full, watch");
    this.free.classList.toggle("is-free", this.isFree);
  }
}
