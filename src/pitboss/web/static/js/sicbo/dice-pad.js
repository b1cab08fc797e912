// Three dice to be touched or typed: a row for each, a key for each face.

import { el, say } from "../dom.js";
import { diePicture } from "../parts/pieces.js";

const FACES = [1, 2, 3, 4, 5, 6];
const NAMES = ["First", "Second", "Third"];

/** Event "change" whenever a die is named or taken back. */
export class DicePad extends EventTarget {
  /** @type {(number | null)[]} */
  dice = [null, null, null];

  constructor() {
    super();
    this.keys = NAMES.map((name, die) => FACES.map((face) => el("button", { type: "button", class: "dice-key", "data-die": `${die + 1}-${face}`, "aria-label": `${name} die ${face}`, "aria-pressed": "false", tabindex: die === 0 && face === 1 ? 0 : -1, onclick: () => this.choose(die, face) }, diePicture(face, 44))));
    this.sum = el("p", { class: "dice-sum", role: "status" });
    this.node = el("div", { class: "dice-pad", role: "group", "aria-label": "Dice" }, this.keys.map((row) => el("div", { class: "dice-row" }, row)), this.sum);
    this.node.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The dice, once all three are named; else null. @returns {number[] | null} */
  get all() {
    return this.dice.includes(null) ? null : /** @type {number[]} */ (this.dice);
  }

  /** @param {number} die @param {number | null} face */
  choose(die, face) {
    this.set(this.dice.map((one, place) => (place === die ? face : one)));
  }

  /** Name the next die, for keys. @param {number} face */
  type(face) {
    const die = this.dice.indexOf(null);
    if (die >= 0) this.choose(die, face);
  }

  /** Take the last named die back. */
  back() {
    const named = this.dice.map((face, die) => (face === null ? -1 : die)).filter((die) => die >= 0);
    if (named.length > 0) this.choose(named.at(-1) ?? 0, null);
  }

  clear() {
    this.set([null, null, null]);
  }

  /** @param {(number | null)[]} dice */
  set(dice) {
    if (dice.join() === this.dice.join()) return;
    this.dice = [...dice];
    this.keys.forEach((row, die) => row.forEach((key, index) => key.setAttribute("aria-pressed", String(this.dice[die] === index + 1))));
    const all = this.all;
    say(this.sum, all === null ? "" : `${all.join(", ")}: total ${all.reduce((sum, face) => sum + face, 0)}`);
    this.dispatchEvent(new CustomEvent("change"));
  }

  #key(event) {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[event.key];
    const key = event.target.closest(".dice-key");
    if (step === undefined || key === null) return;
    event.preventDefault();
    const die = this.keys.findIndex((row) => row.includes(key));
    const next = this.keys[(die + step[0] + 3) % 3][(this.keys[die].indexOf(key) + step[1] + 6) % 6];
    for (const one of this.keys.flat()) one.tabIndex = one === next ? 0 : -1;
    next.focus();
  }
}
