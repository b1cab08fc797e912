// A sheet over the page: one question or one text at a time; Escape closes it, and the focus goes back where it was.

import { el } from "../dom.js";

let count = 0;

/** Tells "change" whenever a sheet was opened or closed. */
export const SHEETS = new EventTarget();

/** Return the sheet that lies above all others, if there is one. */
export const topSheet = () => [...document.querySelectorAll("dialog.sheet[open]")].at(-1) ?? null;

/** Take every sheet away, whatever it asks. */
export function dropSheets() {
  for (const sheet of document.querySelectorAll("dialog.sheet")) sheet.remove();
  SHEETS.dispatchEvent(new Event("change"));
}

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
  // Pressed twice is done once: what was asked for first has no answer yet, or the sheet is gone already.
  let isBusy = false;
  const press = async (action) => {
    if (isBusy || !node.open) return;
    isBusy = true;
    try {
      const found = await action.does?.();
      if (!action.stays && found !== false) close();
    } finally {
      isBusy = false;
    }
  };
  const buttons = actions.map((action) => el("button", { type: "button", class: action.kind ?? "", onclick: () => press(action) }, action.text, action.key && el("kbd", {}, action.key.toUpperCase())));
  const node = /** @type {HTMLDialogElement} */ (el("dialog", { class: `sheet ${wide ? "wide" : ""} ${className}`, "aria-labelledby": id },
    el("header", { "data-once": "" }, el("h2", { id }, title), el("button", { type: "button", "aria-label": "Close", onclick: close }, "✕")),
    el("fieldset", { class: "stage" }, body, buttons.length > 0 && el("footer", { "data-once": "" }, buttons)),
    el("p", { class: "unseen heard", role: "status" })));
  node.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement) return;
    const index = actions.findIndex((action) => action.key === event.key.toLowerCase());
    if (index >= 0 && !event.ctrlKey && !event.metaKey && !event.altKey && !buttons[index].matches(":disabled")) {
      event.preventDefault();
      press(actions[index]);
    }
  });
  node.addEventListener("close", () => {
    // The band of a lost line goes elsewhere before this is gone.
    SHEETS.dispatchEvent(new Event("change"));
    // This comes with the next frame: by then the focus may have gone on to something else, and stays there.
    const has = document.activeElement;
    const isFree = has === null || has === document.body || node.contains(has);
    node.remove();
    if (isFree && (before instanceof HTMLElement || before instanceof SVGElement)) before.focus?.({ preventScroll: true });
    closes();
  });
  document.body.append(node);
  node.showModal();
  SHEETS.dispatchEvent(new Event("change"));
  return { node, close };
}
