// A hand as everybody at the table sees it: its cards, what they come to, and how it stands.

import { el, fill, shortMoney } from "../dom.js";
import { cardPicture } from "../parts/pieces.js";

const WIDTH = 100 / 140;
const ENDINGS = { stand: "stands", twenty_one: "21", blackjack: "blackjack", bust: "over 21", doubled: "doubled", split_ace: "one card", surrender: "surrendered" };
const OUTCOMES = { win: "win", lose: "lose", push: "push", blackjack: "blackjack", bust: "over 21", surrender: "surrendered" };

/** Return what cards come to as it is called: 7/17 where an ace counts eleven; a blackjack has no number. @param {any} hand */
export function totalOf(hand) {
  if (hand.total === null) return "";
  if (hand.is_blackjack) return "";
  return hand.is_soft ? `${hand.total - 10}/${hand.total}` : String(hand.total);
}

/** Return what became of wagers, as a sum with its sign. @param {number} net @param {string} currency */
export const netText = (net, currency) => (net > 0 ? `+${shortMoney(net, currency)}` : net < 0 ? `−${shortMoney(-net, currency)}` : "");

/**
 * Say how a hand stands: what it won or lost, why it is over, or that it waits.
 * @param {any} hand @param {any[]} rows what became of its wagers @param {string} currency @param {boolean} [isOver] whether the round is
 * @returns {{ text: string, kind: string } | null}
 */
export function badgeOf(hand, rows, currency, isOver = false) {
  const net = rows.reduce((sum, row) => sum + row.net_minor, 0);
  const outcomes = [...new Set(rows.map((row) => row.outcome))];
  if (outcomes.length > 0) {
    const text = outcomes.length === 1 ? OUTCOMES[outcomes[0]] : isOver ? "in all" : "so far";
    return { text: `${text} ${netText(net, currency)}`.trim(), kind: net > 0 ? "is-gain" : net < 0 ? "is-loss" : "is-even" };
  }
  if (hand.ending !== null) return { text: ENDINGS[hand.ending], kind: hand.ending === "blackjack" ? "is-gain" : hand.ending === "bust" ? "is-loss" : "is-even" };
  if (hand.is_over) return { text: "done", kind: "is-even" };
  if (hand.is_doubled) return { text: "doubled", kind: "is-now" };
  if (hand.is_turn) return { text: "plays", kind: "is-now" };
  return hand.cards.length > 1 ? { text: "waits", kind: "is-waiting" } : null;
}

/** Lay cards side by side, over each other where there are many. @param {string[]} cards @param {number} height @param {{ room?: number, pending?: string | null }} [how] */
export function laid(cards, height, { room = Infinity, pending = null } = {}) {
  const all = [...cards.map((text) => ({ text, isPending: false })), ...(pending === null ? [] : [{ text: pending, isPending: true }])];
  const width = height * WIDTH;
  const step = all.length < 2 ? 0 : Math.min(width + 4, (room - width) / (all.length - 1));
  const node = el("span", { class: "bj-cards" }, all.map(({ text, isPending }) => el("span", { class: `bj-card${isPending ? " is-pending" : ""}` }, cardPicture(text, height))));
  for (const child of [...node.children].slice(1)) child.style.setProperty("margin-left", `${Math.round(step - width)}px`);
  return node;
}

/** One hand in its place; drawn again only where it is another. */
export class HandView {
  #drawn = "";

  constructor() {
    this.node = el("div", { class: "bj-hand" });
  }

  /**
   * @param {any} hand
   * @param {{ height: number, room?: number, rows?: any[], currency: string, pending?: string | null, made?: any, hasBadge?: boolean, label?: string, isOver?: boolean }} how
   */
  show(hand, { height, room, rows = [], currency, pending = null, made = null, hasBadge = true, label = "", isOver = false }) {
    const sign = JSON.stringify([hand, height, room, rows, pending, made, hasBadge, label, isOver]);
    if (sign === this.#drawn) return;
    this.#drawn = sign;
    const shown = made ?? hand;
    const total = made ? `${totalOf({ ...made, is_blackjack: false })}` : totalOf(hand);
    const badge = hasBadge ? badgeOf(hand, rows, currency, isOver) : null;
    const isNatural = !made && hand.is_blackjack;
    this.node.className = `bj-hand${hand.is_turn ? " is-turn" : ""}`;
    fill(this.node, label && el("span", { class: "unseen" }, label), laid(hand.cards, height, { room, pending }),
      total !== "" && el("span", { class: "bj-total figure" }, shown.is_soft && el("span", { class: "bj-soft" }, "soft"), total),
      isNatural && !badge && el("span", { class: "bj-badge is-gain" }, "blackjack"),
      badge && el("span", { class: `bj-badge ${badge.kind}` }, badge.text));
  }
}
