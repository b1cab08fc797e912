// What the hands do when a dealer's hand is complete, from left to right: pay, take, or leave what is even.

import { CardSteps } from "../cards/steps.js";

const DEEDS = { pay: "Pay", take: "Take", push: "Leave" };
const OUTCOMES = { win: "wins", lose: "loses", push: "push", blackjack: "blackjack", bust: "over 21", surrender: "surrendered, half" };

export class RoundSteps extends CardSteps {
  heading() {
    return this.rows.length === 0 ? "Nothing is to be settled" : "From left to right";
  }

  /** @param {any} row @returns {[string, string]} */
  deed(row) {
    const whose = `box ${row.seat}${row.is_split ? `, hand ${row.hand}` : ""}, ${this.names.player(row.player)}`;
    return [`${DEEDS[row.deed]} ${row.amount}`, `${row.deed === "pay" ? "to" : row.deed === "take" ? "from" : "at"} ${whose}`];
  }

  /** @param {any} row */
  said(row) {
    const on = row.on === "blackjack" ? "" : `${this.names.bet(row.on)}, `;
    const split = row.is_split ? `hand ${row.hand}, ` : "";
    return { place: row.seat, whose: this.names.player(row.player), what: `${split}${on}${OUTCOMES[row.outcome]}`, amount: row.deed === "pay" ? `+${row.amount}` : row.deed === "take" ? `−${row.amount}` : row.amount };
  }
}
