// The tag of a place on the cloth: what it is called and what may be said of it, above the place that is pointed at.

import { el, fill } from "../dom.js";

const GAP = 6;

export class Tag {
  constructor() {
    this.node = el("p", { class: "rc-tag", hidden: true });
  }

  hide() {
    this.node.hidden = true;
  }

  /**
   * Show it above a place, inside the felt.
   * @param {Element} place
   * @param {Element} felt
   * @param {any[]} content
   */
  show(place, felt, ...content) {
    fill(this.node, ...content);
    this.node.hidden = false;
    const [box, ground, own] = [place.getBoundingClientRect(), felt.getBoundingClientRect(), this.node.getBoundingClientRect()];
    this.node.style.setProperty("left", `${Math.min(Math.max(4, box.left + box.width / 2 - ground.left - own.width / 2), ground.width - own.width - 4)}px`);
    this.node.style.setProperty("top", `${Math.max(2, box.top - ground.top - own.height - GAP)}px`);
  }
}
