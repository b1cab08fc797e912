// The shaker's tray: three dice under their cover, or open, with what they come to.

import { el, fill } from "../dom.js";
import { diePicture } from "../parts/pieces.js";

const TURNS = ["is-left", "is-middle", "is-right"];
const COVERED = { closed: "The cover goes on", shaken: "The dice are under the cover", uncovered: "The dice are read" };

export class Tray {
  #drawn = "";

  /** @param {number} size of a die, in pixels */
  constructor(size) {
    this.size = size;
    this.dice = el("span", { class: "sb-dice" });
    this.cover = el("span", { class: "sb-cover", "aria-hidden": "true" });
    this.words = el("span", { class: "unseen" });
    this.node = el("div", { class: "sb-tray" }, this.dice, this.cover, this.words);
  }

  /**
   * Show dice, or that they are covered; `named` are dice that are touched on a pad and not entered yet.
   * @param {any} state
   * @param {(number | null)[]} [named]
   */
  show({ phase, dice, results }, named = [null, null, null]) {
    const isCovered = phase === "shaken";
    const isRead = phase === "uncovered" || named.some((face) => face !== null);
    const shown = dice ?? (isRead || isCovered ? named : (results[0]?.dice ?? named));
    const isOld = dice === null && !isRead;
    const sign = JSON.stringify([shown, isCovered, isOld, this.size]);
    if (sign === this.#drawn) return;
    this.#drawn = sign;
    this.node.classList.toggle("is-covered", isCovered);
    this.node.classList.toggle("is-old", isOld && !isCovered);
    fill(this.dice, shown.map((face, index) => el("span", { class: `sb-die ${TURNS[index]}` }, face === null ? el("span", { class: "sb-blank", "aria-hidden": "true" }, "?") : diePicture(face, this.size))));
    fill(this.words, isCovered || (shown.includes(null) && phase in COVERED) ? COVERED[phase] : isOld && results.length > 0 ? "the last roll" : "");
  }
}
