// What the hands do after a coup, in the order of the house: pay, collect, mark, one after the other.

import { CardSteps } from "../cards/steps.js";
import { LETTERS } from "./hands.js";

const DEEDS = { pay: "Pay", collect: "Collect", mark: "Mark" };
const DONE = { pay: "paid", collect: "collected", mark: "marked" };

export class CoupSteps extends CardSteps {
  heading() {
    return this.rows.length === 0 ? "Nobody has won" : this.isPaid ? "Paid, highest position first" : "Payment list, highest position first";
  }

  /** @param {any} row @returns {[string, string]} */
  deed(row) {
    const whose = `position ${row.position}, ${this.names.player(row.player)}`;
    return [`${DEEDS[row.deed]} ${row.amount}`, row.deed === "pay" ? `to ${whose}` : `from ${whose}, vigorish`];
  }

  /** @param {any} row @param {boolean} isDone */
  said(row, isDone) {
    const on = [...new Set(row.on)];
    const what = row.deed === "pay" ? on.map((one) => `${LETTERS[one]} ${this.names.bet(one)}`).join(", ") : "vigorish";
    return { place: row.position, whose: this.names.player(row.player), what: `${what}${isDone ? `, ${DONE[row.deed]}` : ""}`, amount: row.deed === "pay" ? `+${row.amount}` : row.amount };
  }
}
