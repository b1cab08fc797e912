// What the hands do when a round is settled: a list in the order of the house, gone through one by one.

import { el, fill, keyed, say } from "../dom.js";

/** @typedef {{ turn: string, kind?: string, picture?: Node, what: any[], amount: string }} Told what stands in a row */

export class PaySteps {
  /** @type {any[]} */
  rows = [];
  /** how many of them are done; the house hears of all together, when the last is */
  done = 0;
  isPaid = false;
  /** how many letters of an amount are written large */
  room = 7;
  #sign = "";

  /** @param {import("../roulette/names.js").Names} names @param {string} beside the class of what stands beside the heading */
  constructor(names, beside) {
    this.names = names;
    this.title = el("h2");
    this.beside = el("span", { class: beside });
    this.list = el("ol", { class: "pay-list", tabindex: 0, "aria-label": "Payments in order" });
    this.node = el("section", { class: "pay", "aria-label": "Payments" }, el("header", { class: "spread" }, this.title, this.beside), this.list);
  }

  /** Take over what is to be done; another number, or a ruling, makes another list, and the hands begin anew. @param {any[]} rows @param {boolean} isPaid @param {any} round */
  begin(rows, isPaid, round) {
    const sign = JSON.stringify([round, rows]);
    if (sign !== this.#sign) this.done = 0;
    this.#sign = sign;
    this.rows = rows;
    this.isPaid = isPaid;
    if (isPaid) this.done = rows.length;
    this.draw();
  }

  /** @returns {any} what is to be done now; null where nothing is */
  get current() {
    return this.isPaid ? null : (this.rows[this.done] ?? null);
  }

  draw() {
    say(this.title, this.heading());
    keyed(this.list, this.rows.entries(), ([index, row]) => this.keyOf(row, index), () => el("li"), (node, [index, row]) => this.#row(node, index, row));
    // By its own scrolling only: the page must not move under the hands.
    const now = this.list.querySelector(".is-current");
    if (now instanceof HTMLElement) this.list.scrollTop = Math.max(0, now.offsetTop - this.list.offsetTop - 62);
  }

  #row(node, index, row) {
    const isDone = index < this.done;
    const isNow = !this.isPaid && index === this.done;
    const sign = JSON.stringify([index, row, isDone, isNow, this.hangsOn(row)]);
    if (node.dataset.sign === sign) return;
    node.dataset.sign = sign;
    const { turn, kind = "", picture, what, amount } = this.told(row, index, isDone);
    node.className = `pay-row ${kind}${isDone ? " is-done" : ""}${isNow ? " is-current" : ""}`;
    if (isNow) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
    fill(node,
      el("span", { class: "pay-turn", "aria-hidden": "true" }, isDone ? "✓" : turn),
      picture,
      el("span", { class: "pay-what" }, what),
      el("span", { class: `pay-amount figure${amount.length > this.room ? " is-long" : ""}` }, amount));
  }

  /** Say what the list is. */
  heading() {
    return "Payments";
  }

  /** Return what tells a row from the others. @param {any} _row @param {number} index */
  keyOf(_row, index) {
    return String(index);
  }

  /** Return what a row is drawn from besides itself. @param {any} _row @returns {any} */
  hangsOn(_row) {
    return null;
  }

  /** Say what the hands do for a row. @param {any} row @returns {[string, string]} */
  deed(row) {
    return [row.amount, ""];
  }

  /** Return what stands in a row. @param {any} row @param {number} index @param {boolean} _isDone @returns {Told} */
  told(row, index, _isDone) {
    return { turn: String(index + 1), what: [row.clause], amount: row.amount };
  }
}
