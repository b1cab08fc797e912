// The positions of a table as its dealer has them: who sits where, what lies on each area, and who owes vigorish.

import { el, fill, say, shortMoney } from "../dom.js";
import { chipPicture, faceOf } from "../parts/chip.js";
import { letter } from "./hands.js";

/** Events: "lay" with `detail.position`, `detail.on` and the `node` touched; "place" with `detail.position` and the `node`. */
export class Bets extends EventTarget {
  /** @param {{ spots: any[], chips_minor: number[] }} layout @param {import("../roulette/names.js").Names} names */
  constructor({ spots, chips_minor: chips }, names) {
    super();
    this.spots = spots;
    this.chips = chips;
    this.names = names;
    this.head = el("tr");
    this.rows = new Map(spots.map((spot) => [spot.bet, el("tr")]));
    this.node = el("div", { class: "bc-bets", role: "region", tabindex: 0, "aria-label": "Wagers by position" }, el("table", {}, el("thead", {}, this.head), el("tbody", {}, [...this.rows.values()])));
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** @param {any} state @param {boolean} isOpen whether chips may be laid */
  show(state, isOpen) {
    const places = state.places;
    if (this.head.childElementCount !== places.length + 1) this.#build(places.length);
    places.forEach((place, index) => {
      const button = this.head.children[index + 1].firstElementChild;
      const text = place.player === null ? "free" : this.names.player(place.player);
      const sign = JSON.stringify([text, place.marked_minor]);
      if (button.dataset.sign !== sign) {
        button.dataset.sign = sign;
        fill(button, el("strong", {}, el("span", { class: "unseen" }, "Position "), String(index + 1)), el("span", { class: "small" }, text), place.marked_minor > 0 && el("span", { class: "tiny bc-owes" }, shortMoney(place.marked_minor, state.currency)));
      }
      for (const spot of this.spots) this.#cell(this.rows.get(spot.bet).children[index + 1].firstElementChild, state, place, spot, index + 1, isOpen);
    });
  }

  #build(count) {
    const positions = Array.from({ length: count }, (_, index) => index + 1);
    fill(this.head, el("td"), positions.map((position) => el("th", { scope: "col" }, el("button", { type: "button", class: "bc-place", onclick: (event) => this.#tell("place", { position, node: event.currentTarget }) }))));
    for (const spot of this.spots) {
      fill(this.rows.get(spot.bet), el("th", { scope: "row" }, letter(spot.bet), ` ${spot.name}`),
        positions.map((position) => el("td", {}, el("button", { type: "button", class: "bc-cell", "data-at": `${position}:${spot.bet}`, onclick: (event) => this.#tell("lay", { position, on: spot.bet, node: event.currentTarget }) }))));
    }
  }

  #cell(button, state, place, spot, position, isOpen) {
    const wagers = place.wagers[spot.bet] ?? {};
    const minor = Object.values(wagers).reduce((sum, one) => sum + one, 0);
    button.disabled = !isOpen || place.player === null;
    const sign = `${minor} ${place.player}`;
    if (button.dataset.sign === sign) return;
    button.dataset.sign = sign;
    const amount = shortMoney(minor, state.currency);
    fill(button, el("span", { class: "unseen" }, `${spot.name}, position ${position} `), minor > 0 && chipPicture({ size: 36, face: faceOf(minor, this.chips), text: "" }), minor > 0 && el("span", { class: "figure" }, amount));
  }
}

/** The markers for vigorish that is collected later, by position. Event "collect" with `detail.position` and `node`. */
export class Markers extends EventTarget {
  constructor() {
    super();
    this.sum = el("strong", { class: "figure gold" });
    this.list = el("ol", { class: "bc-markers" });
    this.node = el("section", { "aria-label": "Vigorish markers by position" }, el("header", { class: "spread" }, el("h2", {}, "Vigorish markers"), this.sum), this.list);
  }

  /** @param {any} state @param {boolean} mayCollect */
  show(state, mayCollect) {
    const { places, currency } = state;
    say(this.sum, shortMoney(places.reduce((sum, one) => sum + one.marked_minor, 0), currency));
    if (this.list.childElementCount !== places.length) fill(this.list, places.map((_, index) => el("li", {}, el("button", { type: "button", onclick: (event) => this.dispatchEvent(new CustomEvent("collect", { detail: { position: index + 1, node: event.currentTarget } })) }))));
    places.forEach((place, index) => {
      const button = /** @type {HTMLButtonElement} */ (this.list.children[index].firstElementChild);
      const amount = place.marked_minor > 0 ? shortMoney(place.marked_minor, currency).replace(/^\$/, "") : "–";
      button.disabled = place.marked_minor === 0 || !mayCollect;
      button.classList.toggle("is-due", place.marked_minor > 0);
      if (button.dataset.sign === amount) return;
      button.dataset.sign = amount;
      fill(button, el("span", { class: "small" }, el("span", { class: "unseen" }, "Position "), String(index + 1)), el("span", { class: "tiny figure" }, el("span", { class: "unseen" }, " owes "), amount));
    });
  }
}
