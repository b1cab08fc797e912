// The betting layout, live: the server's picture, with chips and lights that the page sets.
//
// Every place is a shape of the picture with its notation; the browser says which one a finger is on. One Tab stop:
// arrows walk whole boxes, with Shift the lines and corners between them too; Enter and Space bet, Backspace takes a
// chip off, Delete all of them.

import { part, readOnce } from "../api.js";
import { patient } from "../base/patience.js";
import { svg } from "../dom.js";
import { chip } from "./chip.js";
import { pictureOf } from "./picture.js";

const HOLD_MS = patient(500);
const HOLD_ON_MS = patient(1000);
const LIFT_PX = 14;
const LOWER = 14;
const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Tell whether a place is wider than it is high. */
const isFlat = (hit) => Number(hit.getAttribute("width")) > Number(hit.getAttribute("height"));

/** @typedef {{ bet: string, name: string, kind: string, covers: string[], pays: number, clause: string, min_minor: number, max_minor: number, title: string, box: number[] | null }} Spot */
/** @typedef {{ bet: string, face: string, text: string, pending?: boolean, count?: string, state?: "won" | "lost" | "ghost", key?: string, place?: string }} Lying */

/**
 * Events, each with the bet in `detail.bet` and the touched shape in `detail.node`: "bet" (a place was touched and let
 * go), "aim" (a place is pointed at or has the focus; null when none is), "remove" (held for half a second, or
 * Backspace: one chip; held for a second more, or Delete: `detail.isWhole`). Where `canLift` is set, a chip that lies on
 * a place is lifted by dragging it: "lift" (it follows the pointer from here on, `detail.x` and `detail.y`), then "move"
 * (let go over another place, `detail.to`), "remove" (let go beside the cloth) or "drop" (put back). Betting is off
 * until `isOpen` is true; aiming never is.
 */
export class Cloth extends EventTarget {
  isOpen = false;
  canLift = false;
  /** @type {Map<string, Spot>} */
  spots = new Map();
  /** @type {Record<string, string>} pocket to colour */
  colours = {};
  /** @type {string[]} pockets as they lie on the wheel */
  order = [];
  /** @type {number[]} */
  chips = [];
  #hits = /** @type {SVGElement[]} */ ([]);
  #boxes = /** @type {[string, SVGElement][]} */ ([]);
  #hold = 0;
  #held = false;
  /** @type {string | null} the number that the dolly stands on */
  #stands = null;
  #from = /** @type {{ hit: Element, x: number, y: number, isUp: boolean } | null} */ (null);
  #current = /** @type {SVGElement | null} */ (null);

  /**
   * Load the cloth of a table.
   * @param {string} stream
   * @param {{ upright?: boolean }} [options]
   */
  static async load(stream, { upright = false } = {}) {
    const [layout, root] = await Promise.all([readOnce(part(stream, "layout")), pictureOf(stream, upright ? "upright" : "cloth")]);
    root.classList.toggle("is-upright", upright);
    return new Cloth(layout, root);
  }

  /** @param {any} layout @param {SVGSVGElement} root */
  constructor(layout, root) {
    super();
    this.node = root;
    root.setAttribute("role", "group");
    root.classList.add("cloth");
    this.colours = layout.colours;
    this.order = layout.order;
    this.chips = layout.chips_minor;
    for (const spot of layout.spots) this.spots.set(spot.bet, spot);
    this.#hits = /** @type {any} */ ([...root.querySelectorAll(".hit")]);
    // Several boxes may have the same words on them, as the columns do.
    for (const box of root.querySelectorAll(".box")) this.#boxes.push([box.getAttribute("data-box"), /** @type {any} */ (box)]);
    // The dolly stands on the chips of its number.
    root.querySelector(".chips").after(root.querySelector(".marks"));
    this.#focusable(this.#hits[0]);
    root.addEventListener("pointerdown", this.#down);
    root.addEventListener("pointermove", this.#move);
    root.addEventListener("pointerup", this.#up);
    root.addEventListener("pointercancel", this.#cancel);
    root.addEventListener("pointerleave", () => this.#aim(null));
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("keydown", this.#key);
    root.addEventListener("focusin", (event) => this.#aim(event.target.closest(".hit")));
    root.addEventListener("focusout", () => this.#aim(null));
  }

  /** Return the shape of a bet. @param {string} bet @param {string} [place] */
  hit(bet, place = undefined) {
    return this.#hits.find((one) => one.dataset.bet === bet && one.dataset.place === place) ?? this.#hits.find((one) => one.dataset.bet === bet) ?? null;
  }

  /** Light the boxes of these pockets, and the own boxes of these bets. @param {Iterable<string>} labels @param {string[]} bets */
  light(labels, bets = []) {
    const lit = new Set(labels);
    const own = new Set(bets.map((bet) => this.hit(bet)).map((hit) => hit && this.#boxAt(hit)));
    for (const [label, box] of this.#boxes) box.classList.toggle("is-lit", lit.has(label) || own.has(box));
  }

  /**
   * Put these chips on the cloth, and no others.
   * @param {Lying[]} lying
   */
  lay(lying) {
    const layer = this.node.querySelector(".chips");
    const old = new Map([...layer.children].map((child) => [child.getAttribute("data-key"), child]));
    const covered = new Set();
    for (const one of lying) {
      const hit = this.hit(one.bet, one.place);
      if (hit === null) continue;
      const isWhole = this.#boxAt(hit) !== null;
      if (isWhole) covered.add(this.#boxAt(hit));
      const key = one.key ?? one.bet;
      const lower = this.lower(hit);
      const sign = JSON.stringify([one.face, one.text, one.pending, one.count, one.state, isWhole, lower]);
      let node = old.get(key);
      if (node === undefined || node.getAttribute("data-sign") !== sign) {
        const made = svg("g", { "data-key": key, "data-sign": sign, "data-bet": one.bet, class: `lying${one.state ? ` is-${one.state}` : ""}`, transform: `translate(${hit.dataset.x} ${Number(hit.dataset.y) + lower})` },
          one.state === "ghost" ? svg("circle", { r: 14, class: "ghost" }) : chip({ face: one.face, text: one.text, radius: isWhole ? 17 : 15, pending: one.pending }),
          one.count && svg("g", { class: "count", transform: "translate(0 22)" }, svg("rect", { x: -14, y: -9, width: 28, height: 18, rx: 9 }), svg("text", { y: 5, "text-anchor": "middle", "font-size": 13 }, one.count)),
          one.state === "won" && svg("g", { class: "won", transform: "translate(13 -13)" }, svg("circle", { r: 8 }), svg("path", { d: "M-4 0l3 3l5 -6" })));
        if (node) node.replaceWith(made);
        else layer.append(made);
        node = made;
      }
      old.delete(key);
    }
    for (const node of old.values()) node.remove();
    for (const [, box] of this.#boxes) this.#cover(box, covered.has(box));
  }

  /** Stand the dolly on a number, or take it away; chips that are laid from then on make room for it. @param {string | null} pocket */
  dolly(pocket) {
    const layer = this.node.querySelector(".marks");
    if (this.#stands === pocket) return;
    this.#stands = pocket;
    layer.querySelector(".dolly")?.remove();
    const hit = pocket === null ? null : this.hit(`straight:${pocket}`);
    if (hit === null) return;
    // Beside or above the chips of its number, so that their amount can still be read.
    const [right, up] = isFlat(hit) ? [30, 8] : [9, 26];
    layer.append(svg("g", { class: "dolly", "data-on": pocket, transform: `translate(${Number(hit.dataset.x) + right} ${Number(hit.dataset.y) - up}) scale(0.85)` },
      svg("g", { class: "pawn" },
        svg("path", { d: "M-12 22H12V17Q12 13 8 12Q4 2 5 -4H-5Q-4 2 -8 12Q-12 13 -12 17Z" }),
        svg("ellipse", { cy: -4, rx: 9, ry: 3 }),
        svg("circle", { cy: -13, r: 8 }))));
  }

  /** Return how much lower the chips of a place lie, where the dolly stands above them. @param {any} hit */
  lower(hit) {
    return hit.dataset.bet === `straight:${this.#stands}` && !isFlat(hit) ? LOWER : 0;
  }

  /** Return the place under a point of the screen, or null. @param {number} x @param {number} y */
  at(x, y) {
    const hit = document.elementFromPoint(x, y)?.closest?.(".hit") ?? null;
    return hit !== null && this.node.contains(hit) ? hit : null;
  }

  /** Aim at a place from outside, as while a chip is dragged over it. @param {Element | null} hit */
  aimAt(hit) {
    this.#aim(hit);
  }

  /** Give the focus to a bet's place. @param {string} bet */
  focus(bet) {
    const hit = this.hit(bet);
    if (hit === null) return;
    this.#focusable(hit);
    hit.focus();
  }

  /** Move a box's label into its corner while a chip lies on it. */
  #cover(box, isCovered) {
    if (box.classList.contains("is-covered") === isCovered) return;
    box.classList.toggle("is-covered", isCovered);
    const label = box.querySelector(".label");
    const ground = box.querySelector(".ground");
    // Where chips have a place of their own the print stays where it is.
    if (label === null) return;
    label.dataset.at ??= `${label.getAttribute("x")} ${label.getAttribute("y")} ${label.getAttribute("transform") ?? ""}`;
    const [x, y, ...turned] = label.dataset.at.split(" ");
    label.setAttribute("x", isCovered ? String(Number(ground.getAttribute("x")) + 6) : x);
    label.setAttribute("y", isCovered ? String(Number(ground.getAttribute("y")) + 14) : y);
    label.setAttribute("text-anchor", isCovered ? "start" : "middle");
    if (isCovered || turned.join("") === "") label.removeAttribute("transform");
    else label.setAttribute("transform", turned.join(" "));
  }

  #boxAt(hit) {
    for (const [, box] of this.#boxes) {
      const ground = box.querySelector(".ground");
      if (ground.getAttribute("x") === hit.getAttribute("x") && ground.getAttribute("y") === hit.getAttribute("y") && ground.getAttribute("width") === hit.getAttribute("width") && ground.getAttribute("height") === hit.getAttribute("height")) return box;
    }
    return null;
  }

  #tell(type, hit, more = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail: { bet: hit?.dataset.bet ?? null, place: hit?.dataset.place, node: hit, ...more } }));
  }

  #aim(hit) {
    if (hit === this.#current) return;
    this.#current = hit;
    const spot = hit ? this.spots.get(hit.dataset.bet) : undefined;
    this.light(spot?.covers ?? []);
    this.#tell("aim", hit);
  }

  #under(event) {
    return this.at(event.clientX, event.clientY);
  }

  #lies(hit) {
    return this.canLift && [...this.node.querySelector(".chips").children].some((one) => one.dataset.bet === hit.dataset.bet && !one.querySelector(".is-pending"));
  }

  #down = (event) => {
    if (event.button !== 0) return;
    const hit = this.#under(event);
    if (hit === null) return;
    event.preventDefault();
    this.#from = this.isOpen && this.#lies(hit) ? { hit: /** @type {any} */ (hit), x: event.clientX, y: event.clientY, isUp: false } : null;
    this.#held = false;
    this.#focusable(hit);
    this.#aim(hit);
    this.node.setPointerCapture(event.pointerId);
    clearTimeout(this.#hold);
    const held = (isWhole) => {
      this.#held = true;
      if (this.isOpen && this.#current) this.#tell("remove", this.#current, { isWhole });
      if (!isWhole) this.#hold = setTimeout(held, HOLD_ON_MS, true);
    };
    this.#hold = setTimeout(held, HOLD_MS, false);
  };

  #move = (event) => {
    const hit = this.#under(event);
    if (hit !== this.#current) clearTimeout(this.#hold);
    this.#aim(hit);
    const from = this.#from;
    if (from === null || this.#held) return;
    if (!from.isUp && Math.hypot(event.clientX - from.x, event.clientY - from.y) > LIFT_PX) {
      from.isUp = true;
      clearTimeout(this.#hold);
    }
    if (from.isUp) this.#tell("lift", from.hit, { x: event.clientX, y: event.clientY });
  };

  #up = (event) => {
    clearTimeout(this.#hold);
    if (!this.node.hasPointerCapture(event.pointerId)) return;
    this.node.releasePointerCapture(event.pointerId);
    const hit = this.#under(event);
    const from = this.#from;
    this.#from = null;
    if (from?.isUp) {
      const isBeside = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("svg") !== this.node;
      if (this.isOpen && hit !== null && hit.dataset.bet !== from.hit.dataset.bet) this.#tell("move", from.hit, { to: hit.dataset.bet });
      else if (this.isOpen && hit === null && isBeside) this.#tell("remove", from.hit);
      this.#tell("drop", from.hit);
    } else if (!this.#held && this.isOpen && hit !== null) this.#tell("bet", hit);
    if (event.pointerType !== "mouse") this.#aim(null);
  };

  #cancel = () => {
    clearTimeout(this.#hold);
    if (this.#from?.isUp) this.#tell("drop", this.#from.hit);
    this.#from = null;
    this.#aim(null);
  };

  #focusable(hit) {
    for (const one of this.#hits) if (one.tabIndex === 0) one.setAttribute("tabindex", "-1");
    hit?.setAttribute("tabindex", "0");
  }

  #key = (event) => {
    const hit = event.target.closest(".hit");
    if (hit === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.isOpen) this.#tell("bet", hit);
    } else if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      if (this.isOpen) this.#tell("remove", hit, { isWhole: event.key === "Delete" });
    } else if (event.key in STEP) {
      event.preventDefault();
      const next = this.#beside(hit, STEP[event.key], event.shiftKey);
      if (next !== null) {
        this.#focusable(next);
        next.focus();
      }
    }
  };

  /** Return the nearest place in a direction: straight ahead counts more than aside. */
  #beside(from, [dx, dy], withLines) {
    const [x, y] = [Number(from.dataset.x), Number(from.dataset.y)];
    let best = null;
    let least = Infinity;
    for (const one of this.#hits) {
      if (one === from || (!withLines && this.#boxAt(one) === null)) continue;
      const [right, down] = [Number(one.dataset.x) - x, Number(one.dataset.y) - y];
      const ahead = right * dx + down * dy;
      const aside = Math.abs(right * dy) + Math.abs(down * dx);
      if (ahead < 2 || aside > ahead * 2.2) continue;
      const far = ahead + aside * 2;
      if (far < least) [best, least] = [one, far];
    }
    return best;
  }
}
