// The cards of a deck to be touched: suit by rank on a wide screen, first the rank and then the suit on a narrow one.
// Typed or scanned, a card is its rank and its suit: `3h`, `th`, `10h`.

import { el, fill, say } from "../dom.js";
import { cardPicture } from "./pieces.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
const SUITS = ["S", "H", "D", "C"];
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const WORDS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANK_WORDS = { A: "ace", T: "ten", J: "jack", Q: "queen", K: "king" };

/** Return a card as people write it: 3♥, 10♠. @param {string} card */
export const cardText = (card) => (card === "" ? "a card" : `${card[0] === "T" ? "10" : card[0]}${SIGNS[card[1]]}`);

const spoken = (card) => `${RANK_WORDS[card[0]] ?? card[0]} of ${WORDS[card[1]]}`;
const colour = (suit) => (suit === "H" || suit === "D" ? "red" : "black");

/** Event "card" with `detail.card`, once a card is named. */
export class CardPad extends EventTarget {
  #rank = "";

  constructor() {
    super();
    this.keys = new Map();
    const key = (card) => {
      const node = el("button", { type: "button", class: `card-key ${colour(card[1])}`, "data-card": card, tabindex: card === "AS" ? 0 : -1, onclick: () => this.#name(card) }, el("span", {}, card[0] === "T" ? "10" : card[0], el("span", { class: "unseen" }, ` of ${WORDS[card[1]]}`)), el("span", { "aria-hidden": "true" }, SIGNS[card[1]]));
      this.keys.set(card, node);
      return node;
    };
    this.grid = el("div", { class: "card-grid", role: "group", "aria-label": "Cards" }, SUITS.map((suit) => el("div", { class: "card-row" }, RANKS.map((rank) => key(`${rank}${suit}`)))));
    this.grid.addEventListener("keydown", (event) => this.#walk(event));
    this.ranks = RANKS.map((rank) => el("button", { type: "button", class: "card-key", "data-rank": rank, "aria-pressed": "false", onclick: () => this.#choose(rank) }, rank === "T" ? "10" : rank));
    this.suits = SUITS.map((suit) => el("button", { type: "button", class: `card-key ${colour(suit)}`, "data-suit": suit, disabled: true, onclick: () => this.#suit(suit) }, el("span", { "aria-hidden": "true" }, SIGNS[suit]), el("span", { class: "unseen" }, WORDS[suit])));
    this.typed = el("p", { class: "unseen", role: "status" });
    this.node = el("div", { class: "card-pad", "data-once": "" }, this.grid, el("div", { class: "card-two" }, el("div", { class: "card-ranks", role: "group", "aria-label": "Rank" }, this.ranks), el("div", { class: "card-suits", role: "group", "aria-label": "Suit" }, this.suits)), this.typed);
  }

  /** Which keys the pad takes: a rank, then a suit. */
  static keys = [..."a23456789tjqk10shdc"];

  /** Mark the card that is named and not placed yet. @param {string | null} card */
  mark(card) {
    for (const [name, node] of this.keys) node.classList.toggle("is-chosen", name === card);
  }

  /** Take a typed letter: `3`, then `h`; ten is `t`, `0` or `10`. @param {string} letter */
  type(letter) {
    const one = letter.toUpperCase();
    if (one === "1") this.#choose("T");
    else if (one === "0") this.#choose("T");
    else if (RANKS.includes(one)) this.#choose(one);
    else if (SUITS.includes(one)) this.#suit(one);
  }

  /** Whether a rank is named whose suit is to come. */
  get isHalf() {
    return this.#rank !== "";
  }

  #choose(rank) {
    this.#rank = rank;
    for (const node of this.ranks) node.setAttribute("aria-pressed", String(node.dataset.rank === rank));
    for (const node of this.suits) node.disabled = rank === "";
    say(this.typed, rank === "" ? "" : `${RANK_WORDS[rank] ?? rank}: which suit?`);
  }

  #suit(suit) {
    if (this.#rank === "") return;
    const card = `${this.#rank}${suit}`;
    this.#choose("");
    this.#name(card);
  }

  #name(card) {
    this.dispatchEvent(new CustomEvent("card", { detail: { card } }));
  }

  #walk(event) {
    const card = event.target instanceof HTMLElement ? event.target.dataset.card : undefined;
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (card === undefined || step === undefined) return;
    event.preventDefault();
    const rank = (RANKS.indexOf(card[0]) + step[0] + RANKS.length) % RANKS.length;
    const suit = (SUITS.indexOf(card[1]) + step[1] + SUITS.length) % SUITS.length;
    const next = this.keys.get(`${RANKS[rank]}${SUITS[suit]}`);
    for (const node of this.keys.values()) node.tabIndex = node === next ? 0 : -1;
    next.focus();
  }
}

/** Show a card as a picture with its name, for a sheet. @param {HTMLElement} node @param {string} card */
export const showCard = (node, card) => fill(node, cardPicture(card, 84), el("strong", {}, spoken(card)));
