// The opening inspection: three dice, and then each place that lights up, looked at one after the other.
//
// Which places must light up is said by the server, in what it offers to whoever inspects.

import { part, read } from "../api.js";
import { el, fill } from "../dom.js";
import { diceText } from "./names.js";

const INSPECT = "sicbo.inspect_computer/1";

/** Event "change" whenever a place was looked at, or the places of other dice are known. */
export class Inspection extends EventTarget {
  /** @type {string[]} what must be lit by these dice */
  must = [];
  /** @type {Set<string>} what was seen lit */
  seen = new Set();
  #dice = "";
  /** @type {Promise<any[]> | null} */
  #offers = null;

  /** @param {string} stream @param {import("./names.js").DiceNames} names */
  constructor(stream, names) {
    super();
    this.stream = stream;
    this.names = names;
    this.list = el("ol", { class: "sb-checks" });
    this.title = el("h2");
    this.node = el("section", { class: "sb-inspection", "aria-label": "Inspection, place by place" }, this.title, this.list);
  }

  /** Take over which dice are entered; ask which places they light. @param {number[] | null} dice */
  async take(dice) {
    const sign = dice === null ? "" : diceText(dice);
    if (sign === this.#dice) return;
    this.#dice = sign;
    this.must = [];
    this.seen = new Set();
    this.#changed();
    if (dice === null) return;
    this.#offers ??= read(part(this.stream, "offers")).then(({ offers }) => offers.filter((offer) => offer.act === INSPECT));
    const offers = await this.#offers.catch(() => {
      // Whoever touches the dice again asks again.
      this.#offers = null;
      return [];
    });
    if (sign !== this.#dice) return;
    this.must = offers.find((offer) => offer.fields.dice.values.some((one) => diceText(one) === sign))?.fields.seen_lit.must ?? [];
    this.#changed();
  }

  /** Forget everything: another inspection, another time. */
  over() {
    this.#offers = null;
    this.take(null);
  }

  /** A place was seen lit, or not after all. @param {string} bet */
  toggle(bet) {
    if (this.must.length === 0) return;
    if (!this.seen.delete(bet)) this.seen.add(bet);
    this.#changed();
  }

  get wrong() {
    return [...this.seen].filter((bet) => !this.must.includes(bet));
  }

  get dark() {
    return this.must.filter((bet) => !this.seen.has(bet));
  }

  get isWhole() {
    return this.must.length > 0 && this.dark.length === 0 && this.wrong.length === 0;
  }

  /** What is wrong with the computer, as it was seen. */
  get fault() {
    if (this.must.length === 0) return "";
    const named = (bets, what) => (bets.length > 0 ? `${bets.map((bet) => this.names.bet(bet)).join(", ")} ${what}` : "");
    return [named(this.dark, "dark"), named(this.wrong, "lit wrongly")].filter(Boolean).join("; ") + ` with ${this.#dice}`;
  }

  #changed() {
    this.dispatchEvent(new CustomEvent("change"));
  }

  draw() {
    const { must, seen, wrong } = this;
    const sign = JSON.stringify([must, [...seen]]);
    if (this.list.dataset.sign === sign) return;
    this.list.dataset.sign = sign;
    fill(this.title, must.length === 0 ? "Touch three dice" : `Lit on the table? ${must.length - this.dark.length} of ${must.length} places seen`);
    const line = (bet, isWrong) => el("li", {}, el("button", { type: "button", class: `sb-check${isWrong ? " is-wrong" : ""}`, role: "checkbox", "aria-checked": String(seen.has(bet)), "data-place": bet, onclick: () => this.toggle(bet) }, el("span", { class: "tick", "aria-hidden": "true" }), el("span", {}, this.names.bet(bet), isWrong && el("small", {}, "must be dark"))));
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.place : undefined;
    fill(this.list, must.map((bet) => line(bet, false)), wrong.map((bet) => line(bet, true)));
    if (focused) this.list.querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus();
  }
}
