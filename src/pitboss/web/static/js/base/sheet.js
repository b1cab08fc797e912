// A sheet over the page: one question or one text at a time; Escape closes it, and the focus goes back where it was.

import { el } from "../dom.js";

let count = 0;

/**
 * Open a sheet.
 * @param {{ title: string, body?: any, actions?: { text: string, does?: () => any, kind?: string, key?: string, stays?: boolean }[], wide?: boolean, closes?: () => void, className?: string }} what
 *   `actions` are buttons at its foot: each closes the sheet unless it `stays`, or `does` returns (a promise of) false;
 *   a `key` presses it while the sheet is open.
 * @returns {{ node: HTMLDialogElement, close: () => void }}
 */
export function openSheet({ title, body = null, actions = [], wide = false, closes = () => {}, className = "" }) {
  const id = `sheet-${(count += 1)}`;
  const before = document.activeElement;
  const close = () => node.open && node.close();
  const press = async (action) => {
    const found = await action.does?.();
    if (!action.stays && found !== false) close();
  };
  const buttons = actions.map((action) => el("button", { type: "button", class: action.kind ?? "", onclick: () => press(action) }, action.text, action.key && el("kbd", {}, action.key.toUpperCase())));
  const node = /** @type {HTMLDialogElement} */ (el("dialog", { class: `sheet ${wide ? "wide" : ""} ${className}`, "aria-labelledby": id },
    el("header", {}, el("h2", { id }, title), el("button", { type: "button", "aria-label": "Close", onclick: close }, "✕")),
    body,
    buttons.length > 0 && el("footer", {}, buttons)));
  node.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement) return;
    const index = actions.findIndex((action) => action.key === event.key.toLowerCase());
    if (index >= 0 && !event.ctrlKey && !event.metaKey && !event.altKey && !buttons[index].disabled) {
      event.preventDefault();
      press(actions[index]);
    }
  });
  node.addEventListener("close", () => {
    node.remove();
    if (before instanceof HTMLElement || before instanceof SVGElement) before.focus?.({ preventScroll: true });
    closes();
  });
  document.body.append(node);
  node.showModal();
  return { node, close };
}
