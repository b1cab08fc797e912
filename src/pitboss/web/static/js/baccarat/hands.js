// The two hands of a coup: their cards, the third one sideways, and what they count.

import { el, fill, say } from "../dom.js";
import { cardPicture } from "../parts/pieces.js";

const NAMES = { player: "Player", banker: "Banker" };
/** The letter that stands beside each colour. */
export const LETTERS = { player: "P", banker: "B", tie: "T" };

/** Return the round sign of a side. @param {string} side */
export const letter = (side) => el("span", { class: `bc-letter ${side}`, "aria-hidden": "true" }, LETTERS[side]);

/** One hand. */
export class Hand {
  #drawn = "";

  /** @param {"player" | "banker"} side @param {number} height of a card, in pixels */
  constructor(side, height) {
    this.side = side;
    this.height = height;
    this.points = el("span", { class: "bc-points figure" });
    this.cards = el("span", { class: "bc-cards" });
    this.third = el("span", { class: "bc-third" });
    this.node = el("section", { class: `bc-hand ${side}`, "aria-label": `${NAMES[side]}'s Hand` },
      el("h2", { class: "bc-name" }, letter(side), el("span", {}, NAMES[side])), this.points, this.cards, this.third);
  }

  /**
   * @param {any} state
   * @param {{ pending?: string | null, points?: number | null }} [besides] a card that is named and not placed yet, and what it makes
   */
  show(state, { pending = null, points = null } = {}) {
    const hand = state.hands[this.side];
    const outcome = state.result?.outcome;
    const sign = JSON.stringify([hand, pending, points, outcome, this.height]);
    if (sign === this.#drawn) return;
    this.#drawn = sign;
    const shown = [...hand.cards.map((text) => ({ text, isPending: false })), ...(pending === null ? [] : [{ text: pending, isPending: true }])];
    const draw = (one) => el("span", { class: `bc-card${one.isPending ? " is-pending" : ""}` }, cardPicture(one.text, this.height));
    const empty = (text) => el("span", { class: "bc-slot" }, text);
    fill(this.cards, [0, 1].map((place) => (shown[place] ? draw(shown[place]) : empty(""))));
    fill(this.third, shown[2] ? draw(shown[2]) : empty("third card"));
    this.third.classList.toggle("is-there", shown[2] !== undefined);
    say(this.points, points ?? (hand.cards.length > 0 && hand.points !== null ? hand.points : "–"));
    this.node.classList.toggle("is-won", outcome === this.side);
    this.node.classList.toggle("is-due", pending !== null);
  }
}
