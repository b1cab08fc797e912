// What the hands do when a round is settled, in the order of the house, one after the other.

import { el, fill, keyed, say } from "../dom.js";

export class PaySteps {
  /** @type {any[]} */
  rows = [];
  /** how many of them are done; the house hears of all together, when the last is */
  done = 0;
  isPaid = false;
  #round = "";

  /** @param {import("../roulette/names.js").Names} names */
  constructor(names) {
    this.names = names;
    this.title = el("h2");
    this.clause = el("span", { class: "clause" });
    this.list = el("ol", { class: "pay-list", tabindex: 0, "aria-label": "Payments in order" });
    this.node = el("section", { class: "pay", "aria-label": "Payments" }, el("header", { class: "spread" }, this.title, this.clause), this.list);
  }

  /** @param {any} payments @param {number} round */
  take(payments, round) {
    const rows = payments?.steps ?? [];
    const sign = JSON.stringify([round, rows]);
    if (sign !== this.#round) this.done = 0;
    this.#round = sign;
    this.rows = rows;
    this.isPaid = payments?.is_paid ?? false;
    if (this.isPaid) this.done = rows.length;
    this.node.hidden = payments === null;
    say(this.clause, payments?.clause ?? "");
    this.draw();
  }

  get current() {
    return this.isPaid ? null : (this.rows[this.done] ?? null);
  }

  draw() {
    const { rows } = this;
    say(this.title, this.heading());
    keyed(this.list, rows.entries(), ([index]) => String(index), () => el("li"), (node, [index, row]) => this.#row(node, index, row));
    const now = this.list.querySelector(".is-current");
    if (now instanceof HTMLElement) this.list.scrollTop = Math.max(0, now.offsetTop - this.list.offsetTop - 62);
  }

  #row(node, index, row) {
    const isDone = index < this.done;
    const isNow = !this.isPaid && index === this.done;
    const sign = JSON.stringify([row, isDone, isNow]);
    if (node.dataset.sign === sign) return;
    node.dataset.sign = sign;
    node.className = `pay-row cd-pay ${row.deed}${isDone ? " is-done" : ""}${isNow ? " is-current" : ""}`;
    if (isNow) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
    const { place, whose, what, amount } = this.told(row, isDone);
    fill(node,
      el("span", { class: "pay-turn", "aria-hidden": "true" }, isDone ? "✓" : String(place)),
      el("span", { class: "pay-what" }, el("strong", {}, whose, el("span", { class: "unseen" }, `, position ${place}`)), el("span", { class: "small" }, what), el("span", { class: "tiny muted" }, row.clause)),
      el("span", { class: `pay-amount figure${row.amount.length > 9 ? " is-long" : ""}` }, amount));
  }

  /** Say what the list is. */
  heading() {
    return "Payments";
  }

  /** Say what the hands do for a row. @param {any} row @returns {[string, string]} */
  deed(row) {
    return [row.amount, ""];
  }

  /** Return what stands in a row. @param {any} row @param {boolean} _isDone */
  told(row, _isDone) {
    return { place: row.position, whose: this.names.player(row.player), what: "", amount: row.amount };
  }
}
