// A runner's number on the cloth that it wears; the server says the colours.

import { el } from "../dom.js";

/**
 * @param {string} number
 * @param {{ name: string, ground: string, ink: string, bands?: string } | null | undefined} cloth none where custom has no colour
 * @param {{ isOut?: boolean, title?: string }} [options]
 */
export function saddle(number, cloth, { isOut = false, title = "" } = {}) {
  const node = el("b", { class: `saddle${isOut ? " is-out" : ""}`, title: title || null }, number);
  if (cloth && !isOut) {
    node.style.setProperty("background", cloth.ground);
    node.style.setProperty("color", cloth.ink);
    if (cloth.bands) node.style.setProperty("border-inline", `4px solid ${cloth.bands}`);
  }
  return node;
}
