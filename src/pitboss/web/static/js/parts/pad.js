// The pad of numbers: as they lie on the layout, or on the wheel. Red is an oval, black a rectangle, zero a green box.

import { el, fill } from "../dom.js";

const KEPT = "pitboss-pad-order";

/** Event "number" with the pocket in `detail`. One Tab stop; arrows walk, Enter and Space choose. */
export class Pad extends EventTarget {
  #layout;
  #keys = new Map();
  #isOpen = false;

  /** @param {{ order: string[], colours: Record<string, string>, spots: any[] }} layout */
  constructor(layout) {
    super();
    this.#layout = layout;
    this.grid = el("div", { class: "number-pad", role: "group", "aria-label": "Numbers" });
    this.orders = el("div", { class: "pad-orders", role: "group", "aria-label": "Order of the numbers" }, ["layout", "wheel"].map((order) => el("button", { type: "button", "data-order": order, onclick: () => this.#arrange(order) }, `${order === "layout" ? "Layout" : "Wheel"} order`)));
    for (const pocket of layout.order) {
      const key = el("button", { type: "button", class: `number-key ${layout.colours[pocket]}`, "data-pocket": pocket, "aria-label": `${pocket} ${layout.colours[pocket]}`, tabindex: "-1", onclick: () => this.#isOpen && this.dispatchEvent(new CustomEvent("number", { detail: pocket })) }, pocket);
      this.#keys.set(pocket, key);
    }
    this.grid.addEventListener("keydown", this.#walk);
    this.#arrange(localStorage.getItem(KEPT) === "wheel" ? "wheel" : "layout");
  }

  /** Open or close it. */
  set isOpen(isOpen) {
    this.#isOpen = isOpen;
    this.grid.classList.toggle("is-open", isOpen);
    for (const key of this.#keys.values()) key.disabled = !isOpen;
  }

  /** Mark the sensor's number, and the one that was entered. @param {string | null} sensed @param {string | null} entered */
  mark(sensed, entered) {
    for (const [pocket, key] of this.#keys) {
      key.classList.toggle("is-sensed", pocket === sensed);
      key.setAttribute("aria-pressed", String(pocket === entered));
    }
  }

  has(pocket) {
    return this.#keys.has(pocket);
  }

  #arrange(order) {
    localStorage.setItem(KEPT, order);
    this.grid.classList.toggle("is-wheel", order === "wheel");
    for (const button of this.orders.children) button.setAttribute("aria-pressed", String(button.dataset.order === order));
    const boxes = new Map(this.#layout.spots.filter((spot) => spot.kind === "straight" && spot.box).map((spot) => [spot.covers[0], spot.box]));
    const left = Math.min(...[...boxes.values()].map((box) => box[0]));
    const top = Math.min(...[...boxes.values()].map((box) => box[1]));
    for (const [pocket, key] of this.#keys) {
      const box = boxes.get(pocket);
      const isPlaced = order === "layout" && box !== undefined;
      // Two rows of the grid to a box: a zero may be one and a half boxes high.
      key.style.setProperty("grid-column", isPlaced ? `${Math.round(box[0] - left) + 1} / span ${Math.max(1, Math.round(box[2] - box[0]))}` : "auto");
      key.style.setProperty("grid-row", isPlaced ? `${Math.round((box[1] - top) * 2) + 1} / span ${Math.max(1, Math.round((box[3] - box[1]) * 2))}` : "auto");
    }
    const pockets = order === "wheel" ? this.#layout.order : [...this.#layout.order].sort((a, b) => Number(a) - Number(b) || a.length - b.length);
    fill(this.grid, pockets.map((pocket) => this.#keys.get(pocket)));
    this.#focusable(this.#keys.get(pockets[0]));
  }

  #focusable(key) {
    for (const one of this.#keys.values()) one.tabIndex = one === key ? 0 : -1;
  }

  #walk = (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = event.target.getBoundingClientRect();
    let best = null;
    let least = Infinity;
    for (const key of this.#keys.values()) {
      const to = key.getBoundingClientRect();
      const [right, down] = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
      const ahead = right * step[0] + down * step[1];
      const aside = Math.abs(right * step[1]) + Math.abs(down * step[0]);
      if (ahead > 4 && ahead + aside * 2 < least) [best, least] = [key, ahead + aside * 2];
    }
    if (best !== null) {
      this.#focusable(best);
      best.focus();
    }
  };
}

/** Return a pocket as a coloured box with its word. */
export function pocketBox(pocket, colour, size = "") {
  const box = el("span", { class: `pocket ${colour} ${size}` }, pocket);
  box.setAttribute("aria-label", `${pocket} ${colour}`);
  box.setAttribute("role", "img");
  return box;
}
