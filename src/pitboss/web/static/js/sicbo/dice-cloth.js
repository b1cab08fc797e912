// The cloth of sic bo: places that the layout's computer lights one after the other, and one of a kind by how often it shows.

import { TableCloth } from "../parts/table-cloth.js";

export class DiceCloth extends TableCloth {
  #lit = /** @type {string[]} */ ([]);
  #shown = "";

  /**
   * Light these places, and no others; `lines` says how often a number of one of a kind shows.
   * @param {string[]} bets
   * @param {Record<string, number>} [lines]
   */
  lit(bets, lines = {}) {
    this.#lit = bets;
    const sign = JSON.stringify([bets, lines]);
    if (sign !== this.#shown) {
      this.#shown = sign;
      for (const box of this.node.querySelectorAll(".box")) {
        const bet = box.getAttribute("data-box") ?? "";
        const turn = bets.indexOf(bet);
        box.style.setProperty("--turn", String(turn < 0 ? 0 : turn / bets.length));
        for (const line of box.querySelectorAll(".line")) line.classList.toggle("is-paid", turn >= 0 && Number(line.getAttribute("data-times")) === lines[bet]);
      }
    }
    this.light([]);
  }

  /** Light what is lit; what is pointed at covers nothing else here. @param {Iterable<string>} labels @param {string[]} [bets] */
  light(labels, bets = []) {
    super.light([...labels, ...this.#lit], bets);
  }

  /** Mark places that somebody has looked at. @param {Set<string>} seen @param {Set<string>} wrong those among them that must be dark */
  check(seen, wrong) {
    for (const box of this.node.querySelectorAll(".box")) {
      const bet = box.getAttribute("data-box") ?? "";
      box.classList.toggle("is-checked", seen.has(bet));
      box.classList.toggle("is-wrong", wrong.has(bet));
    }
  }
}
