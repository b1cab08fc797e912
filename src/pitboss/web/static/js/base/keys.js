// The keys of a page: registered with a sentence each, listed by `?`.

import { el } from "../dom.js";
import { openSheet } from "./sheet.js";

/** @typedef {{ key: string, says: string, does: (event: KeyboardEvent) => void, shown?: string, alt?: boolean }} Key */

/** @type {Map<string, Key>} */
const known = new Map();

const nameOf = (event) => `${event.altKey ? "Alt+" : ""}${event.key === " " ? "Space" : event.key.length === 1 ? event.key.toLowerCase() : event.key}`;

const isTyping = (target) => target instanceof HTMLElement && (target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select") || target.isContentEditable);

/**
 * Give a key something to do on this page; `key` as in KeyboardEvent.key, small letters, "Space", "Alt+1".
 * @param {string} key
 * @param {string} says what it does, for the list
 * @param {(event: KeyboardEvent) => void} does
 * @param {{ shown?: string }} [options] how the key is written in the list, where another way
 */
export function onKey(key, says, does, { shown } = {}) {
  known.set(key, { key, says, does, shown });
}

/**
 * Let something take a key before what else it does on this page.
 * @param {string} key
 * @param {(event: KeyboardEvent) => boolean} takes returns whether it has
 */
export function beforeKey(key, takes) {
  const found = known.get(key);
  known.set(key, { key, says: "", ...found, does: (event) => takes(event) || found?.does(event) });
}

/** Show the list of keys. */
export function showKeys() {
  const lines = [...known.values()].filter((one) => one.says !== "").map((one) => [el("dt", {}, el("kbd", {}, one.shown ?? one.key)), el("dd", {}, one.says)]);
  openSheet({ title: "Keys of this page", body: el("dl", { class: "keys" }, lines) });
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.repeat) return;
  // A key in a field is text, and a sheet has keys of its own (see sheet.js).
  if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
  // Enter and Space press the button that has the focus.
  if ((event.key === " " || event.key === "Enter") && event.target instanceof HTMLElement && event.target.closest("button, a, summary, [role=button]")) return;
  const found = known.get(nameOf(event));
  if (found === undefined) return;
  event.preventDefault();
  found.does(event);
});

// A key that is held down, a double click and a double tap are one wish: behind one act there is another by then. Chips are laid as often as they are touched.
const ONCE = "[data-once]";
const TWICE_MS = 350;
const TWICE_PX = 32;
/** @type {{ at: number, x: number, y: number, isOnce: boolean } | null} the last press of a finger that counted */
let pressed = null;

/** Tell whether a click is the second of two that a mouse or a finger made where one was meant. @param {any} event @param {boolean} isOnce */
function isSecond(event, isOnce) {
  // What is fast for a mouse its system knows, and counts; of a finger most systems count nothing, so it goes by time and place.
  if (event.pointerType === "mouse") return isOnce && event.detail > 0 && event.detail % 2 === 0;
  const { timeStamp: at, clientX: x, clientY: y } = event;
  const passed = pressed === null ? -1 : at - pressed.at;
  const isSame = passed >= 0 && passed < TWICE_MS && Math.hypot(x - (pressed?.x ?? 0), y - (pressed?.y ?? 0)) < TWICE_PX;
  // Also where the first press took its button away, and another thing lies there now.
  if (isSame && (isOnce || pressed?.isOnce)) return true;
  pressed = { at, x, y, isOnce };
  return false;
}

document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target instanceof HTMLElement && event.target.matches("button, input")) event.preventDefault();
}, true);
document.addEventListener("click", (/** @type {any} */ event) => {
  // A key, and a program, press once.
  if (event.pointerType === "" || event.detail === 0 || !(event.target instanceof Element)) return;
  if (!isSecond(event, event.target.closest(ONCE) !== null)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

onKey("?", "Show this list", showKeys);
