// The chips of a screen: touch one to choose it, or drag it to where it shall lie.

import { el, shortMoney } from "../dom.js";
import { chipPicture, faceOf } from "./chip.js";

const DRAG_PX = 8;

/** Return what stands on a chip: its value without the sign of the currency. @param {number} minor @param {string} currency */
export const valueOf = (minor, currency) => shortMoney(minor, currency).replace(/^[^\d]+/, "").replace(/,000$/, "K");

/** A chip that follows the pointer. */
export class Ghost {
  /** @param {{ face: string, text: string }} what */
  constructor(what) {
    this.node = el("div", { class: "ghost-chip", "aria-hidden": "true" }, chipPicture({ size: 48, ...what }));
    document.body.append(this.node);
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.node.style.setProperty("transform", `translate(${x - 24}px, ${y - 24}px)`);
  }

  /** Fly to an element and be gone. @param {Element | null} target */
  async flyTo(target) {
    const box = target?.getBoundingClientRect();
    if (box !== undefined && box.width > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      const end = { transform: `translate(${box.left + box.width / 2 - 24}px, ${box.top + box.height / 2 - 24}px)` };
      await this.node.animate([end], { duration: 150, easing: "ease-in", fill: "forwards" }).finished.catch(() => null);
    }
    this.node.remove();
  }

  remove() {
    this.node.remove();
  }
}

/**
 * Events: "choose" (`detail.chip`), "drag" (a chip is over a point, `detail.x`, `detail.y`), "drop" (let go there), and
 * "stray" (let go where it came from, or taken away).
 */
export class Rack extends EventTarget {
  chip = 0;
  isOpen = false;
  #chips = /** @type {number[]} */ ([]);
  #currency = "USD";
  #drag = /** @type {{ chip: number, x: number, y: number, ghost: Ghost | null } | null} */ (null);

  constructor() {
    super();
    this.node = el("div", { class: "rack", role: "radiogroup", "aria-label": "Chip" });
    this.node.addEventListener("keydown", this.#key);
  }

  /** Show these chips. @param {number[]} chips @param {string} currency */
  fill(chips, currency) {
    this.#chips = [...chips].sort((a, b) => a - b);
    this.#currency = currency;
    this.node.replaceChildren(...this.#chips.map((chip) => this.#make(chip)));
    this.choose(this.#chips.includes(this.chip) ? this.chip : this.#chips[0]);
  }

  /** Choose a chip. @param {number} chip */
  choose(chip) {
    this.chip = chip;
    for (const node of this.node.children) {
      const isChosen = Number(node.dataset.chip) === chip;
      node.setAttribute("aria-checked", String(isChosen));
      node.setAttribute("tabindex", isChosen ? "0" : "-1");
    }
    this.dispatchEvent(new CustomEvent("choose", { detail: { chip } }));
  }

  /** Choose the n-th chip, from one. @param {number} place */
  chooseAt(place) {
    const chip = this.#chips[place - 1];
    if (chip !== undefined) this.choose(chip);
  }

  /** Return the button of a chip. @param {number} chip */
  button(chip) {
    return [...this.node.children].find((node) => Number(node.dataset.chip) === chip) ?? null;
  }

  #look(chip) {
    return { face: faceOf(chip, this.#chips), text: valueOf(chip, this.#currency) };
  }

  #make(chip) {
    const node = el("button", { type: "button", class: "rack-chip", role: "radio", "data-chip": chip, "aria-label": shortMoney(chip, this.#currency), onclick: () => this.choose(chip) }, chipPicture({ size: 62, ...this.#look(chip) }));
    node.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.isOpen) return;
      node.setPointerCapture(event.pointerId);
      this.#drag = { chip, x: event.clientX, y: event.clientY, ghost: null };
    });
    node.addEventListener("pointermove", this.#move);
    node.addEventListener("pointerup", this.#up);
    node.addEventListener("pointercancel", () => this.#end());
    return node;
  }

  #move = (event) => {
    const drag = this.#drag;
    if (drag === null) return;
    if (drag.ghost === null) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_PX) return;
      this.choose(drag.chip);
      drag.ghost = new Ghost(this.#look(drag.chip));
    }
    drag.ghost.moveTo(event.clientX, event.clientY);
    this.dispatchEvent(new CustomEvent("drag", { detail: { x: event.clientX, y: event.clientY } }));
  };

  #up = (event) => {
    const drag = this.#drag;
    if (drag === null) return;
    const wasDragged = drag.ghost !== null;
    this.#end();
    if (wasDragged) this.dispatchEvent(new CustomEvent("drop", { detail: { chip: drag.chip, x: event.clientX, y: event.clientY } }));
  };

  #end() {
    this.#drag?.ghost?.remove();
    this.#drag = null;
    this.dispatchEvent(new CustomEvent("stray"));
  }

  #key = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    const at = this.#chips.indexOf(this.chip);
    this.choose(this.#chips[(at + step + this.#chips.length) % this.#chips.length]);
    this.button(this.chip)?.focus();
  };
}
