// Places by keys: a letter for the kind, then its numbers. `t 11`, `p 3`, `c 3 5`, `b`, `s`.

import { onKey } from "../base/frame.js";
import { announce } from "../dom.js";

/** A letter to the kind of place, how many numbers it has, and what the list of keys says. */
const KINDS = {
  b: { kind: "big", numbers: 0, says: "Bet on Big" },
  s: { kind: "small", numbers: 0, says: "Bet on Small" },
  a: { kind: "any_triple", numbers: 0, says: "Bet on any triple" },
  t: { kind: "total", numbers: 1, says: "Bet on a total: t 11" },
  p: { kind: "pair", numbers: 1, says: "Bet on two of a kind: p 3" },
  k: { kind: "triple", numbers: 1, says: "Bet on three of a kind: k 3" },
  c: { kind: "combination", numbers: 2, says: "Bet on two dice: c 3 5" },
  o: { kind: "one", numbers: 1, says: "Bet on one of a kind: o 3" },
};

export class Typed {
  /** @type {string | null} */
  #letter = null;
  #digits = "";

  /**
   * @param {{ has: (bet: string) => boolean, bet: (bet: string) => void, chip: (place: number) => void, shows: (text: string) => void }} does
   *   `has` tells whether the layout has a place, `bet` bets on it, `chip` chooses a chip where no place is being typed,
   *   `shows` says what was typed so far
   */
  constructor(does) {
    this.does = does;
    for (const [letter, { says }] of Object.entries(KINDS)) onKey(letter, says, () => this.#begin(letter));
    for (const digit of "0123456789") onKey(digit, digit === "1" ? "Choose a chip, or type the numbers of a place" : "", () => this.#digit(digit), { shown: "1–6" });
    onKey("Escape", "", () => this.#end());
  }

  #begin(letter) {
    this.#letter = letter;
    this.#digits = "";
    if (KINDS[letter].numbers === 0) this.#done(KINDS[letter].kind);
    else this.does.shows(`${letter} …`);
  }

  #digit(digit) {
    if (this.#letter === null) {
      this.does.chip(Number(digit));
      return;
    }
    this.#digits += digit;
    const { kind, numbers } = KINDS[this.#letter];
    const parts = kind === "total" ? [this.#digits] : [...this.#digits].sort();
    const bet = `${kind}:${parts.join("-")}`;
    if (parts.length === numbers && this.does.has(bet)) this.#done(bet);
    // The totals from 10 on have two digits.
    else if (parts.length < numbers || (kind === "total" && this.#digits === "1")) this.does.shows(`${this.#letter} ${[...this.#digits].join(" ")} …`);
    else {
      announce("There is no such place.");
      this.#end("there is no such place");
    }
  }

  #done(bet) {
    this.#end();
    this.does.bet(bet);
  }

  #end(text = "") {
    this.#letter = null;
    this.#digits = "";
    this.does.shows(text);
  }
}
