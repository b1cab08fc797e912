// Who is paid what, in the order of the house: a list that the hands go through, one payment after the other.

import { el, say, unbroken } from "../dom.js";
import { chipPicture } from "../parts/chip.js";
import { PaySteps } from "../parts/pay-steps.js";
import { stacks } from "./names.js";

/** @typedef {{ player: string, bet: string, source: string, stake_minor: number, paid_minor: number, outcome: string, clause: string }} Row */

/** Return what tells one wager of a round from another. @param {{ player: string, bet: string, source: string }} row */
export const keyOf = (row) => `${row.player}|${row.source}|${row.bet}`;

export class Payments extends PaySteps {
  /** @param {import("./names.js").Names} names */
  constructor(names) {
    super(names, "small muted figure");
  }

  /** Take over what is to be paid in a round. @param {any} payments @param {string} round */
  take(payments, round) {
    this.begin(payments?.rows ?? [], payments?.is_paid ?? false, round);
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

  heading() {
    const { length } = this.rows;
    const winners = `${length} winner${length === 1 ? "" : "s"}`;
    return length === 0 ? "Nobody has won" : this.isPaid ? `${winners} paid` : `Pay ${winners} in order`;
  }

  draw() {
    const { names, rows } = this;
    const sum = (some) => some.reduce((total, row) => total + row.paid_minor, 0);
    say(this.beside, rows.length === 0 ? "" : `${names.money(sum(rows.slice(0, this.done)))} of ${names.money(sum(rows))}`);
    super.draw();
  }

  /** @param {Row} row */
  keyOf(row) {
    return keyOf(row);
  }

  /** What a chip is worth. @param {Row} row */
  hangsOn(row) {
    return this.names.unit(row.source);
  }

  /** @param {Row} row @param {number} index @param {boolean} isDone */
  told(row, index, isDone) {
    const { names } = this;
    return {
      turn: String(index + 1),
      picture: chipPicture({ size: 36, face: names.face(row.source), text: names.letter(row.player) }),
      what: [
        el("strong", {}, unbroken(names.bet(row.bet))),
        el("span", { class: "small" }, this.arithmetic(row), isDone && ", paid"),
        el("span", { class: "tiny muted" }, `${names.player(row.player)} · ${row.clause}`),
      ],
      amount: names.money(row.paid_minor),
    };
  }
}
