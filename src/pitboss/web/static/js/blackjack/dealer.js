// The dealer's own hand, or the hands of multiple action side by side from one first card; and the shoe with its cutting card.

import { el, fill, keyed, say } from "../dom.js";
import { cardPicture } from "../parts/pieces.js";
import { HandView, netText } from "./hands.js";

const NARROWER = matchMedia("(max-width: 48rem)");
/** A card of multiple action on a phone, where three hands lie side by side. */
const SMALL = { height: 60, room: 98 };

/**
 * Tell whether one of several hands of the dealer's is being played.
 * @param {any} state
 */
export const isOneOfSeveral = (state) => state.hands_against > 1 && state.phase === "dealer" && state.spot !== null;

/** The dealer's hands. */
export class DealerHands {
  /** @type {Map<string, HandView>} */
  #views = new Map();

  /** @param {number} height of a card @param {number} room for the cards of a hand */
  constructor(height, room) {
    this.height = height;
    this.room = room;
    this.list = el("ol", { class: "bj-dealer-hands" });
    this.node = el("section", { class: "bj-dealer", "aria-label": "Dealer's hand" }, this.list);
  }

  /**
   * @param {any} state
   * @param {{ due?: number | null, pending?: string | null, made?: any, rows?: any[], isTurned?: boolean }} [now] which hand gets a named card, or has it turned up; `rows`: what became of one's own wagers
   */
  show(state, { due = null, pending = null, made = null, rows = [], isTurned = false } = {}) {
    const against = state.hands_against;
    const { height, room } = against > 1 && NARROWER.matches ? SMALL : this;
    const columns = Array.from({ length: against > 1 ? against : 1 }, (_, index) => ({ number: index + 1, hand: state.dealer_hands[index] ?? null }));
    this.node.classList.toggle("is-many", against > 1);
    keyed(this.list, columns, ({ number }) => String(number), ({ number }) => this.#make(number, against), (node, { number, hand }) => {
      const view = this.#views.get(String(number));
      const isDue = due === number;
      const isNow = against > 1 && state.spot === number && ["dealer", "complete"].includes(state.phase);
      node.classList.toggle("is-due", isDue || isNow);
      const isUp = isDue && isTurned && pending !== null;
      const shown = hand ? (isUp ? turned(hand, pending) : hand) : { cards: [], total: null, is_soft: false, is_blackjack: false, ending: null, is_over: false, is_turn: false, is_doubled: false };
      view.show(shown, { height, room, currency: state.currency, pending: isDue && !isUp ? pending : null, made: isDue && pending !== null ? made : null, hasBadge: false });
      const own = rows.filter((row) => row.on === "blackjack" && row.spot === number);
      const net = own.reduce((sum, row) => sum + row.net_minor, 0);
      const note = node.querySelector(".bj-against");
      if (note !== null) {
        say(note, own.length > 0 ? `${own.length === 1 ? own[0].outcome : "settled"} ${netText(net, state.currency)}` : isNow ? "in play" : number < (state.spot ?? 0) ? "done" : "");
        note.className = `bj-against ${net > 0 ? "is-gain" : net < 0 ? "is-loss" : ""}`;
      }
    });
  }

  #make(number, against) {
    const view = new HandView();
    this.#views.set(String(number), view);
    return el("li", { class: "bj-column" }, against > 1 && el("header", { class: "spread" }, el("strong", {}, `Dealer's hand ${number}`), el("span", { class: "bj-against" })), view.node);
  }
}

/** Return a hand whose first card that lies face down is another. @param {any} hand @param {string} card */
function turned(hand, card) {
  const at = hand.cards.indexOf("");
  return { ...hand, cards: hand.cards.map((one, index) => (index === at ? card : one)) };
}

/** How full the shoe is, where the cutting card lies, and how many cards are put away. */
export class ShoeBar {
  constructor() {
    this.name = el("strong");
    this.count = el("span", { class: "figure" });
    this.fill = el("span", { class: "bj-shoe-fill" });
    this.cut = el("span", { class: "bj-shoe-cut" });
    this.note = el("span", { class: "tiny bj-shoe-note" });
    this.discards = el("span", { class: "figure" });
    this.rack = el("div", { class: "bj-discards" }, el("span", { class: "bj-rack", "aria-hidden": "true" }), el("span", {}, el("span", { class: "small" }, "Discards "), this.discards));
    this.node = el("section", { class: "bj-shoe", "aria-label": "Shoe" }, el("header", { class: "spread small" }, this.name, this.count), el("div", { class: "bj-shoe-track", "aria-hidden": "true" }, this.fill, this.cut), this.note);
  }

  /** @param {any} state */
  show(state) {
    const { cards } = state;
    const size = cards.size ?? 0;
    const dealt = size - cards.left;
    say(this.name, size === 0 ? "Cards" : `Shoe ${state.shoe}`);
    say(this.count, size === 0 ? cards.stage_in_words : `${dealt} of ${size} dealt`);
    this.fill.style.setProperty("transform", `scaleX(${size === 0 ? 0 : dealt / size})`);
    const cut = cards.to_cutting_card === null || size === 0 ? null : (dealt + cards.to_cutting_card) / size;
    this.cut.hidden = cut === null;
    if (cut !== null) this.cut.style.setProperty("left", `${(100 * cut).toFixed(1)}%`);
    say(this.note, size === 0 ? "" : cut === null ? "cutting card out" : `cutting card in ${cards.to_cutting_card}`);
    say(this.discards, String(state.discards));
    const rack = this.rack.firstElementChild;
    if (rack.childElementCount === 0 && state.discards > 0) fill(rack, cardPicture("", 44));
    rack.hidden = state.discards === 0;
  }
}
