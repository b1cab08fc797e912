// What the hands do when a round of cards is settled: pay, take, collect, mark, each with its position.

import { el, say } from "../dom.js";
import { PaySteps } from "../parts/pay-steps.js";

export class CardSteps extends PaySteps {
  room = 10;

  /** @param {import("../roulette/names.js").Names} names */
  constructor(names) {
    super(names, "clause");
  }

  /** @param {any} payments @param {number} round */
  take(payments, round) {
    this.node.hidden = payments === null;
    say(this.beside, payments?.clause ?? "");
    this.begin(payments?.steps ?? [], payments?.is_paid ?? false, round);
  }

  /** @param {any} row @param {number} _index @param {boolean} isDone */
  told(row, _index, isDone) {
    const { place, whose, what, amount } = this.said(row, isDone);
    return {
      turn: String(place),
      kind: `cd-pay ${row.deed}`,
      what: [el("strong", {}, whose, el("span", { class: "unseen" }, `, position ${place}`)), el("span", { class: "small" }, what), el("span", { class: "tiny muted" }, row.clause)],
      amount,
    };
  }

  /** Say whose a row is, what for, and how much; a game says how. @param {any} row @param {boolean} _isDone */
  said(row, _isDone) {
    return { place: row.position, whose: this.names.player(row.player), what: "", amount: row.amount };
  }
}
