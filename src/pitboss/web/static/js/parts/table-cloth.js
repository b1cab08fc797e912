// The cloth of a live table: chips of several players on one place side by side, and badges for the order of payment.

import { part, readOnce } from "../api.js";
import { svg } from "../dom.js";
import { Cloth } from "./cloth.js";
import { pictureOf } from "./picture.js";

const ACROSS = 24;
const DOWN = 18;
/** How far piles on a dozen lie from the line of the numbers: what lies on that has its count beside it. */
const FROM_LINE = { wide: [0, 13], upright: [-8, 0] };

/** @typedef {import("./cloth.js").Lying & { badge?: string, current?: boolean, question?: boolean, other?: boolean }} Pile */

export class TableCloth extends Cloth {
  /**
   * Load the cloth of a table.
   * @param {string} stream
   * @param {{ upright?: boolean }} [options]
   */
  static async load(stream, { upright = false } = {}) {
    const [layout, root] = await Promise.all([readOnce(part(stream, "layout")), pictureOf(stream, upright ? "upright" : "cloth")]);
    root.classList.toggle("is-upright", upright);
    return new this(layout, root);
  }

  /**
   * Put these piles on the cloth, and no others; those on one place stand beside each other.
   * @param {Pile[]} piles
   */
  lay(piles) {
    super.lay(piles);
    const layer = /** @type {Element} */ (this.node.querySelector(".chips"));
    const nodes = new Map([...layer.children].map((node) => [node.getAttribute("data-key"), node]));
    const places = new Map();
    for (const pile of piles) {
      const place = `${pile.bet} ${pile.place ?? ""}`;
      places.set(place, [...(places.get(place) ?? []), pile]);
    }
    for (const here of places.values()) {
      here.forEach((pile, index) => {
        const node = nodes.get(pile.key ?? pile.bet);
        if (node) this.#dress(node, pile, index, here.length);
      });
    }
  }

  #dress(node, pile, index, count) {
    const hit = /** @type {SVGElement} */ (this.hit(pile.bet, pile.place));
    const step = Math.min(ACROSS, 60 / count);
    const dx = (index - (count - 1) / 2) * step;
    const dy = count > 3 ? (index % 2 ? DOWN : -DOWN) / 2 : 0;
    const [aside, down] = hit.dataset.kind === "dozen" ? FROM_LINE[this.node.classList.contains("is-upright") ? "upright" : "wide"] : [0, this.lower(hit)];
    node.setAttribute("transform", `translate(${Number(hit.dataset.x) + dx + aside} ${Number(hit.dataset.y) + dy + down})`);
    node.classList.toggle("is-current", Boolean(pile.current));
    node.classList.toggle("is-questioned", Boolean(pile.question));
    node.classList.toggle("is-other", Boolean(pile.other));
    widen(node);
    const shown = pile.question ? "?" : (pile.badge ?? "");
    const before = node.querySelector(".badge");
    if ((before?.textContent ?? "") === shown) return;
    before?.remove();
    if (shown !== "") node.append(svg("g", { class: "badge", transform: "translate(-14 -14)" }, svg("circle", { r: 10 }), svg("text", { y: 5, "text-anchor": "middle", "font-size": 13 }, shown)));
  }
}

/** Make the pill of an amount as wide as its text. */
function widen(node) {
  const text = node.querySelector(".count text");
  const rect = node.querySelector(".count rect");
  if (text === null || rect === null) return;
  const width = Math.max(28, 10 + text.textContent.length * 8);
  rect.setAttribute("x", String(-width / 2));
  rect.setAttribute("width", String(width));
}
