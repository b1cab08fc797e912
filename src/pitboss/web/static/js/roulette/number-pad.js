// The numbers of a wheel as keys: touched or typed, then confirmed by the one next act.

import { el, say } from "../dom.js";

const TYPED_MS = 1500;

/** Events: "choose" with the pocket in `detail`, null where none is chosen. */
export class NumberPad extends EventTarget {
  /** @type {string | null} */
  chosen = null;
  turns = 0;
  #keys = new Map();
  #typed = "";
  #at = 0;

  /**
   * @param {string[]} pockets
   * @param {Record<string, string>} colours
   * @param {number} least how many turns of the ball the rules ask for
   * @param {boolean} [hasTurns] whether the turns are asked for
   */
  constructor(pockets, colours, least, hasTurns = true) {
    super();
    this.turns = least;
    const ordered = [...pockets].sort((a, b) => Number(a) - Number(b) || a.length - b.length);
    for (const pocket of ordered) {
      const colour = colours[pocket];
      this.#keys.set(pocket, el("button", { type: "button", class: `pad-key ${colour}`, "aria-label": `${pocket} ${colour}`, "aria-pressed": "false", onclick: () => this.choose(pocket) }, pocket));
    }
    this.shown = el("output", { class: "turns" }, String(least));
    const step = (text, says, by) => el("button", { type: "button", "aria-label": says, onclick: () => this.turn(by) }, text);
    const turns = hasTurns && el("div", { class: "pad-turns", role: "group", "aria-label": "Turns of the ball" }, el("span", { class: "small muted" }, `Turns of the ball, ${least} at least`), step("−", "One turn less", -1), this.shown, step("+", "One turn more", 1));
    this.node = el("div", { class: "pad" }, el("div", { class: "pad-keys", role: "group", "aria-label": "Numbers" }, [...this.#keys.values()]), turns);
  }

  /** Count one turn more or less. @param {number} by */
  turn(by) {
    this.turns = Math.max(0, this.turns + by);
    say(this.shown, String(this.turns));
  }

  /** @param {string | null} pocket */
  choose(pocket) {
    if (pocket !== null && !this.#keys.has(pocket)) return;
    this.chosen = pocket;
    for (const [name, key] of this.#keys) key.setAttribute("aria-pressed", String(name === pocket));
    this.dispatchEvent(new CustomEvent("choose", { detail: pocket }));
  }

  /** Take a digit that was typed: two within a moment are one number. @param {string} digit */
  type(digit) {
    const now = performance.now();
    const joined = now - this.#at < TYPED_MS ? this.#typed + digit : digit;
    this.#at = now;
    this.#typed = this.#keys.has(joined) ? joined : digit;
    this.choose(this.#typed);
  }
}
