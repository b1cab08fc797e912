// The racetrack, live: the numbers as they lie on the wheel, to touch one and mean its neighbours too.
//
// Cells are narrower than a finger: what is meant is the cell whose middle is nearest.

import { pictureOf } from "./picture.js";

/**
 * Events with the pocket in `detail.pocket`: "aim" (pointed at, or focused; null when none is) and "bet" (let go, or
 * Enter). Betting is off until `isOpen` is true.
 */
export class Racetrack extends EventTarget {
  isOpen = false;
  #cells = /** @type {SVGGElement[]} */ ([]);
  #aimed = /** @type {string | null} */ (null);
  #inner;

  /** Load the racetrack of a table, lying or upright. @param {string} stream @param {{ upright?: boolean }} [options] */
  static async load(stream, { upright = false } = {}) {
    return new Racetrack(await pictureOf(stream, "racetrack"), upright);
  }

  /** @param {SVGSVGElement} root @param {boolean} upright */
  constructor(root, upright) {
    super();
    this.node = root;
    this.#inner = root.querySelector(".track");
    root.classList.add("racetrack");
    // A picture hides what is in it from readers: this one is buttons.
    root.setAttribute("role", "group");
    this.#cells = /** @type {any} */ ([...root.querySelectorAll(".cell")]);
    if (upright) this.#turn();
    this.#cells[0]?.setAttribute("tabindex", "0");
    root.addEventListener("pointerdown", this.#down);
    root.addEventListener("pointermove", (event) => this.#aim(this.#nearest(event)));
    root.addEventListener("pointerup", this.#up);
    root.addEventListener("pointerleave", () => this.#aim(null));
    root.addEventListener("pointercancel", () => this.#aim(null));
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("focusin", (event) => this.#aim(event.target.closest(".cell")));
    root.addEventListener("focusout", () => this.#aim(null));
    root.addEventListener("keydown", this.#key);
  }

  /** Return the cell of a pocket. @param {string} pocket */
  cell(pocket) {
    return this.#cells.find((one) => one.dataset.pocket === pocket) ?? null;
  }

  /** Light these pockets, and no others. @param {Iterable<string>} pockets */
  light(pockets) {
    const lit = new Set(pockets);
    for (const one of this.#cells) one.classList.toggle("is-lit", lit.has(one.dataset.pocket));
  }

  /** Say what touching a number means. @param {(pocket: string) => string} nameOf */
  name(nameOf) {
    for (const one of this.#cells) one.setAttribute("aria-label", nameOf(one.dataset.pocket));
  }

  /** Stand the oval on its end, for a narrow screen; its numbers stay upright. */
  #turn() {
    const { width, height } = this.node.viewBox.baseVal;
    this.node.setAttribute("viewBox", `0 0 ${height} ${width}`);
    for (const name of ["width", "height"]) this.node.removeAttribute(name);
    this.#inner.setAttribute("transform", `translate(${height} 0) rotate(90)`);
    for (const one of this.#cells) for (const label of one.querySelectorAll("text")) label.setAttribute("transform", `rotate(-90 ${one.dataset.x} ${one.dataset.y})`);
  }

  #nearest(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(/** @type {any} */ (this.#inner).getScreenCTM().inverse());
    let best = null;
    let least = 34;
    for (const one of this.#cells) {
      const far = Math.hypot(Number(one.dataset.x) - at.x, Number(one.dataset.y) - at.y);
      if (far < least) [best, least] = [one, far];
    }
    return best;
  }

  #aim(cell) {
    const pocket = cell?.dataset.pocket ?? null;
    if (pocket === this.#aimed) return;
    this.#aimed = pocket;
    this.dispatchEvent(new CustomEvent("aim", { detail: { pocket, node: cell } }));
  }

  #bet(cell) {
    if (this.isOpen && cell) this.dispatchEvent(new CustomEvent("bet", { detail: { pocket: cell.dataset.pocket, node: cell } }));
  }

  #focusable(cell) {
    for (const one of this.#cells) one.setAttribute("tabindex", one === cell ? "0" : "-1");
  }

  #down = (event) => {
    const cell = this.#nearest(event);
    if (event.button !== 0 || cell === null) return;
    event.preventDefault();
    this.#focusable(cell);
    this.node.setPointerCapture(event.pointerId);
    this.#aim(cell);
  };

  #up = (event) => {
    if (!this.node.hasPointerCapture(event.pointerId)) return;
    this.node.releasePointerCapture(event.pointerId);
    this.#bet(this.#nearest(event));
    if (event.pointerType !== "mouse") this.#aim(null);
  };

  #key = (event) => {
    const cell = event.target.closest(".cell");
    if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#bet(cell);
      return;
    }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = this.#cells[(this.#cells.indexOf(cell) + step + this.#cells.length) % this.#cells.length];
    this.#focusable(next);
    next.focus();
  };
}
