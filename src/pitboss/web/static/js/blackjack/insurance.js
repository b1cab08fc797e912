// Insurance under an ace, as the dealer asks it of all at once: a cell for each place, and the sum.

import { el, fill, keyed, say, shortMoney } from "../dom.js";

/** Event "insure" with one of `state.insurance.wagers` as `detail.wager`, and the `node` touched. */
export class InsuranceStrip extends EventTarget {
  constructor() {
    super();
    this.told = el("span", { class: "small" });
    this.list = el("ol", { class: "bj-insured" });
    this.sum = el("strong", { class: "figure" });
    this.node = el("section", { class: "panel bj-strip changing", "data-once": "", "aria-label": "Insurance", hidden: true }, el("p", {}, el("strong", {}, "Insurance "), this.told), this.list, el("p", { class: "bj-strip-sum" }, this.sum, el("span", { class: "tiny" }, " in all")));
  }

  /** @param {any} state @param {boolean} isMine whether wagers may be taken here */
  show(state, isMine) {
    const { insurance, currency } = state;
    this.node.hidden = insurance === null;
    if (insurance === null) return;
    say(this.told, insurance.is_open ? "asked of all" : "closed");
    say(this.sum, shortMoney(insurance.wagers.reduce((sum, one) => sum + one.stake_minor, 0), currency));
    const isOne = state.hands_against === 1;
    const make = (one) => el("li", {}, el("button", { type: "button", class: "bj-insure", onclick: (event) => this.dispatchEvent(new CustomEvent("insure", { detail: { wager: this.#now.get(keyOf(one)), node: event.currentTarget } })) }));
    this.#now = new Map(insurance.wagers.map((one) => [keyOf(one), one]));
    keyed(this.list, insurance.wagers, keyOf, make, (node, one) => {
      const button = node.firstElementChild;
      button.disabled = !insurance.is_open || !isMine;
      const text = one.stake_minor > 0 ? shortMoney(one.stake_minor, currency) : insurance.is_open ? `to ${shortMoney(one.most_minor, currency)}` : "no";
      if (button.dataset.sign === text) return;
      button.dataset.sign = text;
      button.classList.toggle("is-in", one.stake_minor > 0);
      fill(button, el("span", { class: "bj-number", "aria-hidden": "true" }, String(one.seat)), el("span", { class: "unseen" }, `Place ${one.seat}${isOne ? "" : `, hand ${one.spot}`}: `), el("span", { class: "figure" }, text));
    });
  }

  #now = /** @type {Map<string, any>} */ (new Map());
}

const keyOf = (one) => `${one.seat}|${one.spot}`;
