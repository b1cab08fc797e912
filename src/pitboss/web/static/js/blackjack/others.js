// The other places as a player sees them: small, those before one's own at the right and those after it at the left.

import { el, fill, keyed, shortMoney } from "../dom.js";
import { badgeOf, laid, totalOf } from "./hands.js";

export class Others {
  /** @param {import("../roulette/names.js").Names} names */
  constructor(names) {
    this.names = names;
    this.left = el("ol", { class: "bj-others is-left", "aria-label": "Places after yours" });
    this.right = el("ol", { class: "bj-others is-right", "aria-label": "Places before yours" });
  }

  /** @param {any} state @param {number[]} own the player's own places; whoever has none sees all of them */
  show(state, own) {
    const middle = own.length > 0 ? own[0] : Math.ceil(state.boxes.length / 2) + 0.5;
    const rest = state.boxes.filter((box) => !own.includes(box.seat));
    this.#list(this.right, state, rest.filter((box) => box.seat < middle));
    this.#list(this.left, state, rest.filter((box) => box.seat > middle).reverse());
  }

  #list(node, state, boxes) {
    keyed(node, boxes, (box) => String(box.seat), (box) => el("li", { class: "bj-other", "data-seat": box.seat }), (item, box) => {
      const sign = JSON.stringify([box, state.phase]);
      if (item.dataset.sign === sign) return;
      item.dataset.sign = sign;
      item.classList.toggle("is-turn", box.is_turn);
      item.classList.toggle("is-free", !box.is_taken);
      const hands = box.hands.map((hand, index) => {
        const badge = badgeOf(hand, box.rows.filter((row) => row.on === "blackjack" && row.hand === index + 1), state.currency, state.is_between_rounds);
        const total = totalOf(hand);
        return el("span", { class: "bj-other-hand" }, laid(hand.cards, 60, { room: box.hands.length > 1 ? 62 : 92 }), total !== "" && el("span", { class: "bj-total figure" }, total), badge && el("span", { class: `bj-badge ${badge.kind}` }, badge.text));
      });
      fill(item, el("p", { class: "bj-other-name small" }, el("span", { class: "bj-number", "aria-hidden": "true" }, String(box.seat)), el("span", { class: "unseen" }, `Place ${box.seat}, `), box.player === null ? "free" : this.names.player(box.player), box.stake_minor > 0 && el("span", { class: "figure" }, ` ${shortMoney(box.stake_minor, state.currency)}`)), hands.length > 0 && el("div", { class: "bj-other-hands" }, hands));
    });
  }
}
