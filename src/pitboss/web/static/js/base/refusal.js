// Why not, beside the place that was touched: it stands until the next touch or key.

import { announce, el } from "../dom.js";

let shown = null;

/** Return an answer's reason and clause; null where it was accepted or waits. @param {any} answer */
export function refusalOf(answer) {
  if (answer.type === "waiting") return null;
  if (answer.type === "problem") return { reason: answer.reason, clause: "" };
  return answer.is_accepted ? null : { reason: answer.refusal.reason, clause: answer.refusal.clause ?? "" };
}

/** Take the refusal away. */
export function clearRefusal() {
  shown?.remove();
  shown = null;
}

/**
 * Show a refusal beside an element or a point of the screen; nothing for an answer that is none.
 * @param {any} answer
 * @param {Element | { x: number, y: number }} place
 * @returns {boolean} whether it was one
 */
export function showRefusal(answer, place) {
  const found = refusalOf(answer);
  if (found === null) return false;
  clearRefusal();
  const text = `${found.reason.charAt(0).toUpperCase()}${found.reason.slice(1)}.`;
  shown = el("div", { class: "refusal", role: "status" }, text, found.clause && [" ", el("span", { class: "clause" }, `[${found.clause}]`)]);
  // A sheet lies above the page, and so would hide what stands beside one of its buttons.
  ((place instanceof Element && place.closest("dialog")) || document.body).append(shown);
  const box = place instanceof Element ? place.getBoundingClientRect() : new DOMRect(place.x, place.y, 0, 0);
  const own = shown.getBoundingClientRect();
  const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
  const above = box.top - own.height - 10;
  shown.style.setProperty("left", `${left}px`);
  shown.style.setProperty("top", `${above > 8 ? above : Math.min(box.bottom + 10, innerHeight - own.height - 8)}px`);
  announce(`Refused: ${text}`);
  return true;
}

document.addEventListener("pointerdown", clearRefusal, true);
document.addEventListener("keydown", clearRefusal, true);
