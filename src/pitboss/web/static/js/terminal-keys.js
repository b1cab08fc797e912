// Bets by typing: numbers, then Enter. `17`, `s 17 20`, `c 8 9 11 12`, `n 5` for a number with its neighbours.
//
// Which bet is meant is found by the numbers it covers; the letter is what players say, and decides nothing but `n`.

import { onKey } from "./base/keys.js";
import { el, say } from "./dom.js";

const STARTS = /^[0-9scn]$/;
const isTyping = (target) => target instanceof HTMLElement && target.matches("input, textarea, select");

export class Typed {
  node = el("output", { class: "typed", "aria-live": "polite", hidden: true });
  #text = "";
  #does;

  /** @param {(numbers: string[], withNeighbours: boolean) => void} does */
  constructor(does) {
    this.#does = does;
    document.addEventListener("keydown", this.#key, true);
    for (const [shown, says] of [["1 7 Enter", "Bet on 17"], ["s 17 20", "Bet on a split: s, two numbers, Enter"], ["c 8 9 11 12", "Bet on four numbers: c, the numbers, Enter"], ["n 5", "Bet on a number and its neighbours: n, the number, Enter"]]) onKey(`typed ${shown}`, says, () => {}, { shown });
  }

  /** Forget what was typed. */
  clear() {
    this.#set("");
  }

  #set(text) {
    this.#text = text;
    say(this.node, text === "" ? "" : `${text}_`);
    this.node.hidden = text === "";
  }

  #key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
    const key = event.key.toLowerCase();
    if (this.#text === "" && !STARTS.test(key)) return;
    if (STARTS.test(key)) this.#set(/\d/.test(key) ? `${this.#text}${key}` : `${key} `);
    else if (key === " " || key === "-" || key === ",") this.#set(`${this.#text.trimEnd()} `);
    else if (key === "backspace") this.#set(this.#text.trimEnd().slice(0, -1));
    else if (key === "escape") this.clear();
    else if (key === "enter") {
      const text = this.#text;
      this.clear();
      this.#does(text.match(/\d+/g) ?? [], text.startsWith("n"));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
