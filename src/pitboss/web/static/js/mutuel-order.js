// An order of finish that is put together: runners dragged into places, or moved by keys; two on one place are a dead heat.
//
// A place is a list of numbers. A runner that is tapped comes next. Dragged onto a place it shares it; dragged between two it
// gets a place of its own there. By keyboard: Enter places a runner, the arrows move it, "=" joins it to the place above,
// Delete takes it out.

import { announce, el, fill } from "./dom.js";
import { saddle } from "./parts/saddle.js";

const DRAG_PX = 6;
const EDGE = 0.28;
const NAMES = ["1st", "2nd", "3rd"];

/** Return a place as it is said. @param {number} place */
export const ordinal = (place) => NAMES[place - 1] ?? `${place}th`;

/** Return the places of an order as the rules take them. @param {string[][]} groups */
export function finishersOf(groups) {
  let place = 1;
  return groups.flatMap((group) => {
    const at = place;
    place += group.length;
    return group.map((runner) => ({ place: at, runner, ...(group.length > 1 ? { dead_heat: true } : {}) }));
  });
}

/** Return an order with a runner put somewhere else. @param {string[][]} groups @param {string} runner @param {{ onto?: number, before?: number }} where nowhere where it is taken out */
export function moved(groups, runner, { onto, before } = {}) {
  const target = onto === undefined ? undefined : groups[onto];
  // A place that is left empty goes only at the end: until then indexes are as they were seen.
  const left = groups.map((group) => group.filter((one) => one !== runner));
  if (target !== undefined) left[/** @type {number} */ (onto)].push(runner);
  else if (before !== undefined) left.splice(before, 0, [runner]);
  return left.filter((group) => group.length > 0);
}

export class OrderPad extends EventTarget {
  /** @type {string[][]} */
  groups = [];
  /** @type {any[]} */
  #runners = [];
  #isOpen = false;

  constructor() {
    super();
    this.rows = el("ol", { class: "mutuel-places", "aria-label": "Order of finish" });
    this.rest = el("div", { class: "mutuel-rest", role: "group", "aria-label": "Unplaced" });
    this.node = el("div", { class: "mutuel-pad" }, this.rows, this.rest);
  }

  /** Show an order. @param {any[]} runners @param {string[][]} groups @param {boolean} isOpen whether it may be changed */
  show(runners, groups, isOpen) {
    this.#runners = runners;
    this.#isOpen = isOpen;
    this.groups = groups;
    this.#draw();
  }

  #set(groups, said) {
    this.groups = groups;
    this.#draw();
    announce(said);
    this.dispatchEvent(new CustomEvent("change"));
  }

  #placeOf(number) {
    let place = 1;
    for (const group of this.groups) {
      if (group.includes(number)) return place;
      place += group.length;
    }
    return null;
  }

  #draw() {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.runner;
    let place = 1;
    const rows = this.groups.map((group, index) => {
      const row = el("li", { "data-index": index, class: group.length > 1 ? "is-heat" : "" }, el("b", { class: "mutuel-place" }, ordinal(place)),
        el("span", { class: "mutuel-chips" }, group.flatMap((number, at) => [at > 0 && el("span", { class: "mutuel-equal", "aria-hidden": "true" }, "="), this.#chip(number)])), group.length > 1 && el("span", { class: "unseen" }, "dead heat"));
      place += group.length;
      return row;
    });
    const standing = this.#runners.filter((one) => !one.is_out && this.#placeOf(one.no) === null);
    const next = this.#isOpen && standing.length > 0 && el("li", { "data-index": this.groups.length, class: "is-next" }, el("b", { class: "mutuel-place" }, ordinal(place)), el("span", { class: "muted small" }, this.groups.length === 0 ? "Tap or drag the winner here" : "Tap or drag the next runner; onto another for a dead heat"));
    fill(this.rows, rows, next);
    const out = this.#runners.filter((one) => one.is_out);
    fill(this.rest, el("span", { class: "muted small" }, "Unplaced"), standing.map((one) => this.#chip(one.no)), out.map((one) => el("span", { class: "mutuel-out" }, saddle(one.no, one.cloth, { isOut: true }), " scratched")));
    if (focused) /** @type {HTMLElement | null} */ (this.node.querySelector(`[data-runner="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
  }

  #chip(number) {
    const runner = this.#runners.find((one) => one.no === number) ?? { no: number, name: "", cloth: null };
    const place = this.#placeOf(number);
    const chip = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "mutuel-chip", "data-runner": number, title: runner.name }, saddle(number, runner.cloth), " ", el("span", { class: place === null ? "unseen" : "mutuel-name" }, runner.name), el("span", { class: "unseen" }, place === null ? ", unplaced" : `, ${ordinal(place)}`)));
    chip.disabled = !this.#isOpen;
    chip.addEventListener("click", () => this.#placeOf(number) === null && this.#put(number, { before: this.groups.length }));
    chip.addEventListener("keydown", (event) => this.#key(event, number));
    chip.addEventListener("pointerdown", (event) => this.#isOpen && event.button === 0 && this.#drag(event, chip, number));
    return chip;
  }

  /** Put a runner somewhere, and say where it is then. */
  #put(number, where) {
    const groups = moved(this.groups, number, where);
    this.groups = groups;
    const place = this.#placeOf(number);
    const beside = groups.find((group) => group.includes(number))?.filter((one) => one !== number) ?? [];
    this.#set(groups, place === null ? `${number} is unplaced.` : `${number} is ${ordinal(place)}${beside.length > 0 ? `, dead heat with ${beside.join(" and ")}` : ""}.`);
  }

  #key(event, number) {
    const at = this.groups.findIndex((group) => group.includes(number));
    const isAlone = at >= 0 && this.groups[at].length === 1;
    const does = {
      ArrowUp: () => ({ before: at < 0 ? this.groups.length : isAlone ? at - 1 : at }),
      ArrowDown: () => ({ before: at < 0 || (isAlone && at === this.groups.length - 1) ? -1 : isAlone ? at + 2 : at + 1 }),
      "=": () => ({ onto: at < 0 ? this.groups.length - 1 : at - 1 }),
      Delete: () => ({}),
      Backspace: () => ({}),
    }[event.key];
    if (does === undefined || !this.#isOpen) return;
    event.preventDefault();
    const where = does();
    if ((where.onto ?? 0) < 0 || (where.before ?? 0) < 0) return;
    this.#put(number, where);
  }

  /** Follow a finger or the mouse; a tap is a click. */
  #drag(start, chip, number) {
    let ghost = /** @type {HTMLElement | null} */ (null);
    const over = (event) => {
      for (const row of this.rows.children) row.classList.remove("is-onto", "is-before", "is-after");
      const row = /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest(".mutuel-places > li"));
      if (row === null || !this.rows.contains(row)) return this.rest.contains(document.elementFromPoint(event.clientX, event.clientY)) ? {} : null;
      const index = Number(row.dataset.index);
      const box = row.getBoundingClientRect();
      const part = (event.clientY - box.top) / box.height;
      const kind = index === this.groups.length || part < EDGE ? "before" : part > 1 - EDGE ? "after" : "onto";
      row.classList.add(`is-${kind}`);
      return kind === "onto" ? { onto: index } : { before: kind === "after" ? index + 1 : index };
    };
    const move = (event) => {
      if (ghost === null && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < DRAG_PX) return;
      if (ghost === null) {
        ghost = /** @type {HTMLElement} */ (chip.cloneNode(true));
        ghost.classList.add("mutuel-ghost");
        ghost.removeAttribute("data-runner");
        document.body.append(ghost);
        chip.classList.add("is-dragged");
      }
      ghost.style.setProperty("left", `${event.clientX - 24}px`);
      ghost.style.setProperty("top", `${event.clientY - 24}px`);
      over(event);
    };
    const end = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (ghost === null) return;
      ghost.remove();
      chip.classList.remove("is-dragged");
      // What follows a drag is no tap.
      chip.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
      const where = event.type === "pointerup" ? over(event) : null;
      for (const row of this.rows.children) row.classList.remove("is-onto", "is-before", "is-after");
      if (where !== null) this.#put(number, where);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }
}
