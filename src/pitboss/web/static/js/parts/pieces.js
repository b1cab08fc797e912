// Cards, dice and the marks of roads: copies of the pieces that the server draws.

import { svg } from "../dom.js";
import { pictureOf } from "./picture.js";

/** @type {Map<string, SVGSVGElement>} */
const drawn = new Map();
const CARD = { width: 100, height: 140 };

/**
 * Load the pieces of a table's game, so that they can be laid at once from then on.
 * @param {string} stream
 * @param {string} name "deck", "dice" or "marks"
 */
export async function loadPieces(stream, name) {
  if (!drawn.has(name)) drawn.set(name, await pictureOf(stream, name));
}

/**
 * Return a card, `AS` or "" for one that lies face down; an empty outline until the deck is there.
 * @param {string} text
 * @param {number} height
 */
export function cardPicture(text, height) {
  const found = drawn.get("deck")?.querySelector(`[data-card="${text === "" ? "back" : text}"]`);
  const copy = /** @type {Element | undefined} */ (found?.cloneNode(true));
  const name = text === "" ? "A card face down" : (copy?.querySelector("title")?.textContent ?? text);
  copy?.removeAttribute("transform");
  copy?.querySelector("title")?.remove();
  return svg("svg", { viewBox: `-1 -1 ${CARD.width + 2} ${CARD.height + 2}`, width: (height * CARD.width) / CARD.height, height, role: "img", "aria-label": name, class: "card-picture" },
    copy ?? svg("rect", { width: CARD.width, height: CARD.height, rx: 9, class: "card-outline" }));
}

/** Return a die that shows a face. @param {number} face @param {number} size */
export function diePicture(face, size) {
  const copy = /** @type {Element | undefined} */ (drawn.get("dice")?.querySelector(`[data-die="${face}"]`)?.cloneNode(true));
  copy?.removeAttribute("transform");
  return svg("svg", { viewBox: "-51 -51 102 102", width: size, height: size, role: "img", "aria-label": String(face), class: "die-picture" },
    copy ?? svg("rect", { x: -50, y: -50, width: 100, height: 100, rx: 18, class: "card-outline" }));
}

/** Return how wide a cell is in which a mark stands; 0 until the marks are there. */
export const markSize = () => drawn.get("marks")?.viewBox.baseVal.height ?? 0;

/**
 * Return a mark of a road, `big:B`, around the point 0, 0.
 * @param {string} name
 * @param {string} [count] what is written in place of its number
 */
export function markPicture(name, count) {
  const copy = /** @type {Element | undefined} */ (drawn.get("marks")?.querySelector(`[data-mark="${name}"]`)?.cloneNode(true));
  if (copy === undefined) return null;
  copy.removeAttribute("transform");
  for (const title of copy.querySelectorAll("title")) title.remove();
  const written = copy.querySelector("text");
  if (count !== undefined && written !== null) written.textContent = count;
  return copy;
}
