// Whose chips the dealer lays, how many of which kind, and whether the wager was called.

import { el, fill, say } from "../dom.js";
import { chipPicture } from "../parts/chip.js";

const COUNTS = [1, 2, 5, 10, 20];

/** Events: "change" when another hand is chosen. */
export class Hand extends EventTarget {
  /** @type {string | null} */
  player = null;
  source = "value";
  count = 1;
  isCalled = false;
  #state = null;
  #drawn = "";

  /** @param {import("./names.js").Names} names @param {(act: string) => boolean} may */
  constructor(names, may) {
    super();
    this.names = names;
    this.may = may;
    this.node = el("section", { class: "hand", "aria-label": "Chips to lay" });
  }

  /** @param {any} state */
  take(state) {
    this.#state = state;
    const isGone = this.source.startsWith("colour:") && state.colours[this.source.slice(7)]?.player !== this.player;
    if (this.player !== null && isGone) this.player = null;
    this.draw();
  }

  /** Take chips of a player in hand; the same again lays them down. @param {string} player @param {string} source */
  choose(player, source) {
    const isSame = this.player === player && this.source === source;
    this.player = isSame ? null : player;
    this.source = source;
    this.isCalled = this.isCalled && this.#verbal(source);
    this.#tell();
  }

  /** @param {number} count */
  setCount(count) {
    this.count = Math.min(1000, Math.max(1, count));
    this.#tell();
  }

  toggleCalled() {
    if (this.player === null || !this.#verbal(this.source)) return;
    this.isCalled = !this.isCalled;
    this.#tell();
  }

  /** What one chip of it is worth. */
  get unit() {
    return this.names.unit(this.source) ?? this.#state?.house?.table_minimum_minor ?? 1;
  }

  get stake() {
    return this.unit * this.count;
  }

  /** Return the act that lays it on a bet. @param {string} bet @param {string} [placement] */
  act(bet, placement) {
    const laid = { player: this.player, bet, stake_minor: this.stake, source: this.source };
    if (this.isCalled) return { type: "roulette.call_wager/1", ...laid, accompanied_by: this.#state.house.verbal };
    return { type: "roulette.place_wager/1", ...laid, ...(placement ? { placement } : {}) };
  }

  /** Say in a few words what is in hand. */
  get says() {
    if (this.player === null) return "";
    return `${this.isCalled ? "Called by" : "Laying for"} ${this.names.player(this.player)}: ${this.names.amount(this.source, this.stake)}`;
  }

  #verbal(source) {
    const verbal = this.#state?.house?.verbal;
    return verbal === "chips" || (verbal === "cash" && source === "value");
  }

  #tell() {
    this.draw();
    this.dispatchEvent(new CustomEvent("change"));
  }

  draw() {
    const sign = JSON.stringify([this.player, this.source, this.count, this.isCalled, this.unit, this.#state?.held, this.#state?.house?.verbal, this.may("roulette.call_wager/1")]);
    if (sign === this.#drawn) return;
    this.#drawn = sign;
    const focused = document.activeElement instanceof HTMLElement && this.node.contains(document.activeElement) ? document.activeElement.dataset.at : undefined;
    if (this.player === null) fill(this.node, el("p", { class: "muted" }, "Choose whose chips you lay: touch a colour, then the cloth. Players lay their own at a seat."));
    else fill(this.node, this.#who(), this.#kinds(), this.#counts(), this.#called(), el("p", { class: "small muted" }, `Touch the cloth to lay ${this.names.amount(this.source, this.stake)}. Hold, or Backspace, takes as much back.`));
    if (focused) this.node.querySelector(`[data-at="${CSS.escape(focused)}"]`)?.focus();
  }

  #who() {
    const held = this.source.startsWith("colour:") ? this.#state.held?.[this.source.slice(7)] : undefined;
    return el("div", { class: "hand-who" }, chipPicture({ size: 48, face: this.names.face(this.source), text: this.names.letter(this.player) }),
      el("span", {}, el("strong", {}, this.names.player(this.player)), el("span", { class: "small muted" }, `${this.names.source(this.source)}${held === undefined ? "" : `, ${held} in hand`}`)),
      el("button", { type: "button", "data-at": "down", onclick: () => this.choose(this.player, this.source) }, "Put down"));
  }

  #kinds() {
    const own = Object.entries(this.#state.colours).filter(([, one]) => one.player === this.player).map(([colour]) => `colour:${colour}`);
    const { has_value_chips: hasValue, has_coupons: hasCoupons } = this.#state.house;
    const all = [...own, ...(hasValue ? ["value"] : []), ...(hasCoupons && own.length > 0 ? ["coupon"] : [])];
    if (all.length < 2) return null;
    return el("div", { class: "row", role: "group", "aria-label": "Kind of chips" }, all.map((source) => el("button", { type: "button", "data-at": source, "aria-pressed": String(source === this.source), onclick: () => source !== this.source && this.choose(this.player, source) }, this.names.source(source))));
  }

  #counts() {
    const set = (count) => el("button", { type: "button", class: "count-key", "data-at": `n${count}`, "aria-pressed": String(count === this.count), "aria-label": this.names.amount(this.source, this.unit * count), onclick: () => this.setCount(count) }, this.names.unit(this.source) === null ? this.names.money(this.unit * count) : `×${count}`);
    const step = (text, says, by) => el("button", { type: "button", "data-at": text, "aria-label": says, onclick: () => this.setCount(this.count + by) }, text);
    return el("div", { class: "row counts", role: "group", "aria-label": "How many" }, step("−", "One less", -1), COUNTS.map(set), step("+", "One more", 1));
  }

  #called() {
    if (!this.may("roulette.call_wager/1") || !this.#verbal(this.source)) return null;
    const { verbal, clauses } = this.#state.house;
    return el("button", { type: "button", "data-at": "called", "aria-pressed": String(this.isCalled), onclick: () => this.toggleCalled() }, this.isCalled ? "Called bet: on" : "Called bet", el("small", {}, `spoken, with ${verbal} on the table, ${clauses.verbal}`));
  }
}

/** Show the line of what is in hand, for a narrow page. @param {HTMLElement} node @param {Hand} hand */
export function sayHand(node, hand) {
  say(node, hand.says);
  node.hidden = hand.player === null;
}
