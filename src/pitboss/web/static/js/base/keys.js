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

onKey("?", "Show this list", showKeys);
