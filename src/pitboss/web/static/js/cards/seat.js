// What the seats of card tables share: chips that are laid, taken back and laid again, a place to sit down, the facts above.
//
// What may be bet, what it pays and what the last round brought comes from the server.

import { part, readOnce } from "../api.js";
import { onKey } from "../base/frame.js";
import { refusalOf, showRefusal } from "../base/refusal.js";
import { announce, el, fill, money, say, shortMoney } from "../dom.js";
import { Offered, choicesOf } from "../offers.js";
import { loadPieces } from "../parts/pieces.js";
import { Rack } from "../parts/rack.js";
import { CardNames } from "./names.js";

const SIT = "table.take_seat/1";

/**
 * A seat's screen. A subclass says which acts lay and remove chips, where they can lie (by a key of its own for each
 * place), and draws its table.
 * @abstract
 */
export class CardSeat {
  /** The server's pictures that the page is made of. */
  pieces = /** @type {string[]} */ (["deck"]);
  /** @type {{ lay: string, remove: string, leave: string }} */
  acts = { lay: "", remove: "", leave: "" };
  /** What a round is called. */
  round = "round";
  state = null;
  /** @type {any} what is offered here */
  offered = null;
  /** @type {{ on: string, minor: number }[]} what was laid in this round, the newest last */
  #done = [];
  /** @type {Set<Promise<boolean>>} chips whose answer has not come yet */
  #laying = new Set();

  /** @param {{ live: import("../live.js").Live, followed: import("../base/store.js").Followed, stream: string, player: string, place: string | null, seat: HTMLElement, node: HTMLElement }} given */
  constructor({ live, followed, stream, player, place, seat, node }) {
    this.live = live;
    this.followed = followed;
    this.stream = stream;
    this.player = player;
    this.place = Number(place ?? 0);
    this.seat = seat;
    this.node = node;
  }

  /** Load what the table is made of, and show it. */
  open() {
    this.offered = new Offered(this.stream, [this.acts.lay, this.acts.remove], () => this.draw());
    this.#begin().catch((error) => fill(this.node, el("p", { class: "empty", role: "alert" }, `${error.message}.`)));
  }

  async #begin() {
    const [names, layout] = await Promise.all([CardNames.of(this.stream), readOnce(part(this.stream, "layout")), ...this.pieces.map((name) => loadPieces(this.stream, name))]);
    this.names = names;
    this.layout = layout;
    this.rack = new Rack();
    this.pill = el("span", { class: "pill", id: "phase" });
    this.note = el("div", { class: "cd-note" });
    this.leaveButton = el("button", { type: "button", class: "tool", "data-once": "", onclick: (event) => this.leave(event.currentTarget) }, "Leave the table");
    const button = (text, key, does) => el("button", { type: "button", onclick: does }, el("span", { class: "cd-key" }, el("span", {}, text), el("kbd", {}, key)));
    this.undoButton = button("Undo", "U", () => this.#undo());
    this.clearButton = button("Clear", "C", () => this.#clear());
    this.againButton = button("Rebet", "B", () => this.#again());
    this.againButton.dataset.once = "";
    this.betting = el("div", { class: "row cd-seat-acts" }, this.undoButton, this.clearButton, this.againButton);
    const grid = this.build();
    this.rack.fill(layout.chips_minor, this.followed.state.currency);
    const least = this.followed.state.limits.min_minor;
    this.rack.choose(layout.chips_minor.find((chip) => chip >= least) ?? layout.chips_minor.at(-1));
    this.rack.addEventListener("choose", () => this.draw());
    this.rack.addEventListener("drop", ({ detail }) => this.at(detail.x, detail.y, (on, node) => this.lay(on, node, detail.chip)));
    this.followed.addEventListener("change", () => this.#change());
    this.live.addEventListener("live", () => this.draw());
    this.layout.chips_minor.forEach((chip, index) => onKey(String(index + 1), index === 0 ? "Choose a chip" : "", () => this.rack.choose(chip), { shown: `1–${this.layout.chips_minor.length}` }));
    onKey("u", "Undo the last chips", () => this.#undo());
    onKey("c", "Take all chips back", () => this.#clear());
    this.keys();
    this.#change();
    // Only now: before, there was nothing that a button could do.
    fill(this.node, grid);
  }

  /** Bet as in the last round, by a key of the game's choice. @param {string} key */
  rebetBy(key) {
    say(this.againButton.querySelector("kbd"), key.toUpperCase());
    onKey(key, `Bet as in your last ${this.round}`, () => this.#again());
  }

  /** Make one of the facts above the table; return its value and the whole. @param {string} label @param {string} id @returns {[HTMLElement, HTMLElement]} */
  fact(label, id) {
    const value = el("dd", { id, class: "figure" });
    return [value, el("div", {}, el("dt", { class: "small muted" }, label), value)];
  }

  get offers() {
    return this.offered.all;
  }

  /** @param {string} tag */
  may(tag) {
    return this.offered.may(tag);
  }

  /** Do an act of the player; show why not beside a place. @param {any} act @param {{ place?: any, says?: string }} [options] */
  async do(act, { place = this.note, says = "" } = {}) {
    const answer = this.names.answer(await this.followed.command(act));
    const isRefused = showRefusal(answer, place);
    if (!isRefused && says) announce(says);
    this.ask(true);
    return !isRefused;
  }

  #change() {
    const { state } = this.followed;
    if (state.round !== this.state?.round || state.phase !== "betting") this.#done = [];
    this.state = state;
    this.names.learn(state);
    this.seen(this.followed.version);
    this.tell();
    this.draw();
    this.ask();
  }

  /** Ask what is offered, unless nothing changed on which it hangs. */
  ask(isSure = false) {
    return this.offered.ask(this.hangsOn(this.state ?? {}), isSure);
  }

  /** The places that this seat's player has taken. @returns {number[]} */
  get positions() {
    return this.state?.own?.positions ?? [];
  }

  get isBetting() {
    return this.live.isLive && this.state?.phase === "betting" && this.positions.length > 0;
  }

  /** Say what the last round came to. @param {number} net @param {boolean} hadBet */
  cameTo(net, hadBet) {
    if (!hadBet) return "You had no bet.";
    return net > 0 ? `You won ${this.names.exact(net)}.` : net < 0 ? `You lost ${this.names.exact(-net)}.` : "Your chips stay yours.";
  }

  /** Show what a round came to, with its sign. @param {HTMLElement} node @param {number} net @param {boolean} hadBet */
  showNet(node, net, hadBet) {
    say(node, hadBet ? `${net > 0 ? "+" : net < 0 ? "−" : ""}${money(Math.abs(net), this.state.currency)}` : "–");
    node.className = `figure ${net > 0 ? "gain" : net < 0 ? "loss" : ""}`;
  }

  showLimits(node) {
    const { min_minor: low, max_minor: high } = this.state.limits;
    say(node, `${shortMoney(low, this.state.currency)}–${high === null ? "" : shortMoney(high, this.state.currency)}`);
  }

  /** Offer a place to sit down, or say why there is none. @param {string | null} whose who has this seat's own place */
  sitting(whose) {
    const free = choicesOf(this.offers, { type: SIT }, "position");
    if (whose) return el("p", {}, `${this.names.player(whose)} sits at position ${this.place}. Ask the dealer for another place.`);
    const offered = free.includes(this.place) ? [this.place] : free;
    if (offered.length === 0) return el("p", {}, "No place is free. The dealer calls you when one is.");
    return el("div", { class: "row cd-sit" }, el("span", {}, offered.length === 1 ? "Your place is free." : "Choose a place."), offered.map((position) => this.sitButton(position, `Sit down at ${position}`, "main")));
  }

  /** @param {number} position @param {string} text @param {string} [kind] */
  sitButton(position, text, kind = "") {
    return el("button", { type: "button", class: kind, onclick: (event) => this.do({ type: SIT, position, player: this.player }, { place: event.currentTarget, says: "You have a seat." }) }, text);
  }

  /** On what a note with places to sit down hangs. */
  get freePlaces() {
    return choicesOf(this.offers, { type: SIT }, "position");
  }

  drawDock() {
    const cost = this.#againPlaces().reduce((sum, one) => sum + one.minor, 0);
    this.rack.isOpen = this.isBetting;
    this.undoButton.disabled = !this.isBetting || (this.#done.length === 0 && this.#laying.size === 0);
    this.clearButton.disabled = !this.isBetting || this.total() === 0;
    this.againButton.disabled = !this.isBetting || cost === 0;
    say(this.againButton.querySelector("span span"), cost === 0 ? "Rebet" : `Rebet ${shortMoney(cost, this.state.currency)}`);
    this.leaveButton.hidden = this.positions.length === 0;
    this.leaveButton.disabled = !this.may(this.acts.leave);
  }

  #again() {
    if (!this.againButton.disabled) this.#rebet();
  }

  /** What lay in the last round, as long as nothing lies in this one. */
  #againPlaces() {
    return this.total() > 0 ? [] : this.laidLast();
  }

  /** Lay all of the last round's bets, or none: one that is refused takes the others back. */
  async #rebet() {
    const laid = [];
    for (const { on, minor } of this.#againPlaces()) {
      if (!(await this.lay(on, this.againButton, minor))) {
        for (const one of laid) await this.remove(one.on, one.minor, this.againButton);
        return;
      }
      laid.push({ on, minor });
    }
  }

  /** Lay chips; Undo and Clear wait for the answer, so that they take back what was laid last and not what was before. */
  lay(on, node, minor = this.rack.chip) {
    if (!this.isBetting) return Promise.resolve(false);
    const laying = this.#send(on, node, minor);
    this.#laying.add(laying);
    return laying.finally(() => {
      this.#laying.delete(laying);
      this.draw();
    });
  }

  async #send(on, node, minor) {
    const came = this.sent(on, minor);
    this.draw();
    const answer = this.names.answer(await this.followed.command(this.wager(this.acts.lay, on, minor)));
    const isRefused = showRefusal(answer, node ?? this.note);
    came(isRefused ? undefined : answer.last);
    if (!isRefused) {
      this.#done.push({ on, minor });
      announce(`${shortMoney(minor, this.state.currency)} on ${this.called(on)}: accepted.`);
    }
    return !isRefused;
  }

  async take(on, node) {
    const lies = this.lies(on);
    if (this.isBetting && lies > 0) await this.remove(on, Math.min(lies, this.rack.chip), node);
  }

  async remove(on, minor, node) {
    const came = this.sent(on, -minor);
    this.draw();
    const answer = this.names.answer(await this.followed.command(this.wager(this.acts.remove, on, minor)));
    showRefusal(answer, node ?? this.note);
    const isRefused = refusalOf(answer) !== null;
    came(isRefused ? undefined : answer.last);
    if (!isRefused) announce(`${shortMoney(minor, this.state.currency)} taken back from ${this.called(on)}.`);
    this.draw();
  }

  async #undo() {
    if (this.undoButton.disabled) return;
    await Promise.allSettled(this.#laying);
    const last = this.#done.pop();
    if (last) await this.remove(last.on, last.minor, this.undoButton);
  }

  async #clear() {
    if (this.clearButton.disabled) return;
    await Promise.allSettled(this.#laying);
    this.#done = [];
    for (const on of this.places()) {
      const lies = this.lies(on);
      if (lies > 0) await this.remove(on, lies, this.clearButton);
    }
  }

  /** Return what lies on all places of this seat's player. */
  total() {
    return this.places().reduce((sum, on) => sum + this.lies(on), 0);
  }

  /** @param {Element} place */
  leave(place) {
    return this.do({ type: this.acts.leave, position: this.positions.at(-1) }, { place, says: "You left the table." });
  }

  // What a game says itself.

  /** Make the page; @returns {HTMLElement} */
  build() {
    throw new TypeError("a seat builds its page");
  }

  draw() {}

  keys() {}

  tell() {}

  /** @param {any} state */
  hangsOn(state) {
    return state;
  }

  /** Forget chips that the state has by now. @param {number} _version */
  seen(_version) {}

  /** Find the place at a point of the screen. @param {number} _x @param {number} _y @param {(on: string, node: Element) => void} _found */
  at(_x, _y, _found) {}

  /** Return the keys of all places where chips of this seat may lie. @returns {string[]} */
  places() {
    return [];
  }

  /** @param {string} _on @returns {number} */
  lies(_on) {
    return 0;
  }

  /** Note chips that were sent; return what to do when their answer came. @param {string} _on @param {number} _minor @returns {(version: number | undefined) => void} */
  sent(_on, _minor) {
    return () => {};
  }

  /** @param {string} type @param {string} _on @param {number} _minor @returns {any} */
  wager(type, _on, _minor) {
    return { type };
  }

  /** Return what a place is called. @param {string} on */
  called(on) {
    return on;
  }

  /** Return what was laid in the last round. @returns {{ on: string, minor: number }[]} */
  laidLast() {
    return [];
  }
}
