// Who is paid what, in the order of the house: a list that the hands go through, one payment after the other.

import { el, fill, keyed, say, unbroken } from "../dom.js";
import { chipPicture } from "../parts/chip.js";
import { stacks } from "./names.js";

/** @typedef {{ player: string, bet: string, source: string, stake_minor: number, paid_minor: number, outcome: string, clause: string }} Row */

/** Return what tells one wager of a round from another. @param {{ player: string, bet: string, source: string }} row */
export const keyOf = (row) => `${row.player}|${row.source}|${row.bet}`;

export class Payments {
  /** @type {Row[]} */
  rows = [];
  /** how many of them the hands have paid; the house hears of all together, when the last is */
  done = 0;
  isPaid = false;
  #round = "";

  /** @param {import("./names.js").Names} names */
  constructor(names) {
    this.names = names;
    this.title = el("h2");
    this.sum = el("span", { class: "small muted figure" });
    this.list = el("ol", { class: "pay-list", tabindex: 0, "aria-label": "Payments in order" });
    this.node = el("section", { class: "pay", "aria-label": "Payments" }, el("header", { class: "spread" }, this.title, this.sum), this.list);
  }

  /** Take over what is to be paid in a round. @param {any} payments @param {string} round */
  take(payments, round) {
    const rows = payments?.rows ?? [];
    // Another number, or a ruling, makes another list: the hands begin anew.
    const sign = JSON.stringify([round, rows]);
    if (sign !== this.#round && !(payments?.is_paid && this.rows.length === rows.length)) this.done = 0;
    this.#round = sign;
    this.rows = rows;
    this.isPaid = payments?.is_paid ?? false;
    if (this.isPaid) this.done = rows.length;
    this.draw();
  }

  /** @returns {Row | null} what is to be paid now */
  get current() {
    return this.isPaid ? null : (this.rows[this.done] ?? null);
  }

  /** Return the arithmetic of a row: `4 × 8 = 32 chips pink`. @param {Row} row */
  arithmetic(row) {
    const { names } = this;
    if (row.outcome !== "win") return "given back, not paid";
    const odds = row.paid_minor / row.stake_minor;
    const unit = names.unit(row.source);
    if (unit === null) return `${names.money(row.stake_minor)} × ${odds} in value chips`;
    const count = row.paid_minor / unit;
    return `${row.stake_minor / unit} × ${odds} = ${count} chip${count === 1 ? "" : "s"} ${names.source(row.source)}`;
  }

  /** Return what the hands do for a row, as the next act says it. @param {Row} row @returns {[string, string]} */
  deed(row) {
    const { names } = this;
    if (row.outcome !== "win") return [`Give back ${names.player(row.player)}'s ${names.bet(row.bet)}`, "its payment was refused"];
    const unit = names.unit(row.source);
    if (unit === null) return [`Paid ${names.player(row.player)}, ${names.money(row.paid_minor)}`, `in value chips, for ${names.bet(row.bet)}`];
    const count = row.paid_minor / unit;
    const made = stacks(count);
    return [`Paid ${names.source(row.source)}, ${count} chip${count === 1 ? "" : "s"}`, `${made === "" ? "" : `${made}, `}worth ${names.money(row.paid_minor)}`];
  }

  draw() {
    const { names, rows } = this;
    const total = rows.reduce((sum, row) => sum + row.paid_minor, 0);
    const paid = rows.slice(0, this.done).reduce((sum, row) => sum + row.paid_minor, 0);
    say(this.title, rows.length === 0 ? "Nobody has won" : this.isPaid ? `${rows.length} winner${rows.length === 1 ? "" : "s"} paid` : `Pay ${rows.length} winner${rows.length === 1 ? "" : "s"} in order`);
    say(this.sum, rows.length === 0 ? "" : `${names.money(paid)} of ${names.money(total)}`);
    keyed(this.list, rows.entries(), ([, row]) => keyOf(row), () => el("li"), (node, [index, row]) => this.#row(node, index, row));
    // By its own scrolling only: the page must not move under the hands.
    const now = this.list.querySelector(".is-current");
    if (now instanceof HTMLElement) this.list.scrollTop = Math.max(0, now.offsetTop - this.list.offsetTop - 62);
  }

  #row(node, index, row) {
    const { names } = this;
    const isDone = index < this.done;
    const isNow = !this.isPaid && index === this.done;
    const amount = names.money(row.paid_minor);
    const sign = JSON.stringify([index, row, isDone, isNow, names.unit(row.source)]);
    if (node.dataset.sign === sign) return;
    node.dataset.sign = sign;
    node.className = `pay-row${isDone ? " is-done" : ""}${isNow ? " is-current" : ""}`;
    if (isNow) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
    fill(node,
      el("span", { class: "pay-turn", "aria-hidden": "true" }, isDone ? "✓" : String(index + 1)),
      chipPicture({ size: 36, face: names.face(row.source), text: names.letter(row.player) }),
      el("span", { class: "pay-what" },
        el("strong", {}, unbroken(names.bet(row.bet))),
        el("span", { class: "small" }, this.arithmetic(row), isDone && ", paid"),
        el("span", { class: "tiny muted" }, `${names.player(row.player)} · ${row.clause}`)),
      el("span", { class: `pay-amount figure${amount.length > 7 ? " is-long" : ""}` }, amount));
  }
}
