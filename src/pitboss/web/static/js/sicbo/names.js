// What people at a sic bo table call things: as at any table, places and dice besides.

import { Names } from "../roulette/names.js";

const PLACE = /\b(?:any_triple|small|big)\b/g;
const DICE = /\((\d), (\d), (\d)\)/g;

export class DiceNames extends Names {
  /** Return a sentence of the server with places and dice as people say them. @param {string} text */
  plain(text) {
    return super.plain(text).replace(PLACE, (bet) => this.bet(bet)).replace(DICE, "$1, $2 and $3");
  }
}

/** Return dice as they are read out: `3-3-5`. @param {(number | null)[]} dice */
export const diceText = (dice) => dice.map((face) => face ?? "?").join("-");
