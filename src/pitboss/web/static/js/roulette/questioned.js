// Chips whose place is in question: what is asked, and for whoever may decide it, how.

import { el, fill } from "../dom.js";

/** Events: "decide" with the wager and where it lies, "point" with the wager whose place is to be touched. */
export class Questioned extends EventTarget {
  #sign = "";

  /** @param {import("./names.js").Names} names */
  constructor(names) {
    super();
    this.names = names;
    this.node = el("div", { class: "rc-held" });
  }

  /** @param {any} state @param {boolean} mayDecide @param {any} pointing the wager whose place is being touched */
  draw(state, mayDecide, pointing) {
    const sign = JSON.stringify([state.questioned, mayDecide, pointing]);
    if (sign === this.#sign) return;
    this.#sign = sign;
    const tell = (type, detail) => this.dispatchEvent(new CustomEvent(type, { detail }));
    fill(this.node, state.questioned.map((one) => el("div", { class: "note" },
      el("strong", {}, `Where do ${this.names.player(one.player)}'s chips on ${this.names.bet(one.bet)} lie?`),
      el("span", { class: "small muted" }, `A Pit Supervisor decides before anything is collected or paid, ${state.house?.clauses.question ?? ""}.`),
      mayDecide && el("div", { class: "row" },
        el("button", { type: "button", class: "main", onclick: (event) => tell("decide", { wager: one, bet: one.bet, place: event.currentTarget }) }, "As it lies"),
        el("button", { type: "button", "aria-pressed": String(pointing !== null), onclick: () => tell("point", one) }, pointing ? "Touch the place" : "Another place")))));
  }
}
