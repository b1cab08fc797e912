// Chips counted for each of some players, whole numbers and nobody left out.

import { el } from "../dom.js";

let count = 0;

export class Tally {
  /** @param {readonly string[]} players */
  constructor(players) {
    this.inputs = players.map((player) => ({ player, input: /** @type {HTMLInputElement} */ (el("input", { id: `tally-${(count += 1)}`, inputmode: "numeric", pattern: "[0-9]{1,12}", required: true, autocomplete: "off" })) }));
    this.node = el("fieldset", { class: "tally-rows" }, el("legend", {}, "Chips of each player"), this.inputs.map(({ player, input }) => el("div", { class: "tally-row" }, el("label", { for: input.id }, player), input)));
  }

  /** Return everybody's chips. @returns {Record<string, number>} */
  read() {
    const wrong = this.inputs.find(({ input }) => !/^\d{1,12}$/.test(input.value.trim()));
    if (wrong !== undefined) {
      wrong.input.focus();
      throw new Error(`Enter the chips of ${wrong.player} as a whole number.`);
    }
    return Object.fromEntries(this.inputs.map(({ player, input }) => [player, Number(input.value)]));
  }
}
