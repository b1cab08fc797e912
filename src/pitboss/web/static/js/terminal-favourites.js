// Eight favourites of a terminal: bets that are placed again by one touch. They are kept on this machine.

import { el, shortMoney } from "./dom.js";
import { patient } from "./base/patience.js";
import { openSheet } from "./base/sheet.js";
import { sumOf } from "./terminal-bets.js";

const SLOTS = 8;
const HOLD_MS = patient(500);

/** @typedef {{ name: string, bets: Record<string, number> } | null} Slot */
/** @typedef {{ bets: Record<string, number>, currency: string, credit: number, isOpen: boolean }} Now what lies, what there is to bet, and whether bets are taken */

export class Favourites {
  #key;
  /** @type {Slot[]} */
  slots = [];
  /** Draws the sheet anew, where it is open and something changed. */
  draw = () => {};

  /** @param {string} terminal */
  constructor(terminal) {
    this.#key = `pitboss-favourites-${terminal}`;
    try {
      const kept = JSON.parse(localStorage.getItem(this.#key) ?? "[]");
      this.slots = Array.from({ length: SLOTS }, (_, place) => kept[place] ?? null);
    } catch {
      this.slots = Array(SLOTS).fill(null);
    }
  }

  get count() {
    return this.slots.filter((slot) => slot !== null).length;
  }

  /** Keep something in a slot, or nothing. @param {number} place @param {Slot} slot */
  set(place, slot) {
    this.slots[place] = slot;
    localStorage.setItem(this.#key, JSON.stringify(this.slots));
  }

  /**
   * Show the slots, as long as the sheet is open: what can be placed or saved changes with the game.
   * @param {{ now: () => Now, place: (bets: Record<string, number>) => void, changed: () => void }} given
   */
  open({ now, place, changed }) {
    const list = el("ul", { class: "favourites" });
    let sign = "";
    this.draw = () => {
      const at = now();
      const shown = JSON.stringify([this.slots, at]);
      if (shown === sign) return;
      sign = shown;
      const focused = [...list.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement));
      list.replaceChildren(...this.slots.map((slot, index) => (slot === null ? this.#empty(index, at) : this.#full(index, slot, at, () => (sheet.close(), place(slot.bets))))));
      list.querySelectorAll("button")[focused]?.focus();
      changed();
    };
    const sheet = openSheet({ title: "Favourites", body: [el("p", { class: "muted small" }, "Touch one to place its bets. Hold it, or touch Rename, to give it a name. Kept on this machine."), list], wide: true, closes: () => { this.draw = () => {}; } });
    this.draw();
  }

  /** @param {number} place @param {Now} now */
  #empty(place, now) {
    const cost = sumOf(now.bets);
    const save = () => {
      this.set(place, { name: `Favourite ${place + 1}`, bets: { ...now.bets } });
      this.draw();
    };
    return el("li", {}, el("button", { type: "button", class: "favourite is-empty", disabled: cost === 0, onclick: save }, `Save here`, el("small", {}, cost === 0 ? "no bets to save" : `your bets, ${shortMoney(cost, now.currency)}`)));
  }

  /** @param {number} place @param {any} slot @param {Now} now @param {() => void} lay */
  #full(place, slot, now, lay) {
    const cost = sumOf(slot.bets);
    const isShort = cost > now.credit;
    let hold = 0;
    let wasHeld = false;
    const rename = () => this.#rename(place, slot);
    const button = el("button", { type: "button", class: "favourite", disabled: !now.isOpen || isShort, onclick: () => {
      if (!wasHeld) lay();
    } }, slot.name, el("small", {}, isShort ? `needs ${shortMoney(cost, now.currency)}, you have ${shortMoney(now.credit, now.currency)}` : `${Object.keys(slot.bets).length} bets, ${shortMoney(cost, now.currency)}`));
    button.addEventListener("pointerdown", () => {
      wasHeld = false;
      hold = setTimeout(() => {
        wasHeld = true;
        rename();
      }, HOLD_MS);
    });
    for (const type of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(type, () => clearTimeout(hold));
    return el("li", {}, button, el("div", { class: "row" },
      el("button", { type: "button", "aria-label": `Rename ${slot.name}`, onclick: rename }, "Rename"),
      el("button", { type: "button", "aria-label": `Delete ${slot.name}`, onclick: () => {
        this.set(place, null);
        this.draw();
      } }, "Delete")));
  }

  #rename(place, slot) {
    const input = /** @type {HTMLInputElement} */ (el("input", { value: slot.name, maxlength: 24, id: "favourite-name" }));
    const keep = () => {
      this.set(place, { ...slot, name: input.value.trim() || slot.name });
      this.draw();
    };
    const sheet = openSheet({ title: "Name of the favourite", body: el("div", { class: "field" }, el("label", { for: "favourite-name" }, "Name"), input), actions: [{ text: "Keep", kind: "main", does: keep }] });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      keep();
      sheet.close();
    });
    input.focus();
    input.select();
  }
}
