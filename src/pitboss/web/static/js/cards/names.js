// What people at a card table call things: as at any table, and cards by their signs.

import { cardText } from "../parts/card-pad.js";
import { Names } from "../roulette/names.js";

const CARD = /\b[A2-9TJQK][SHDC]\b/g;

export class CardNames extends Names {
  /** Return a sentence of the server with cards as people write them. @param {string} text */
  plain(text) {
    return super.plain(text).replace(CARD, cardText);
  }
}
