// A keypad for an amount of money: digits of whole units, by finger or by keyboard.

import { el, say, shortMoney } from "../dom.js";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "⌫"];
const DIGITS_MAX = 7;

/** Event "change" when the amount changed; `minor` is what it is. */
export class Keypad extends EventTarget {
  #digits = "";
  #currency;
  #unit;

  /** @param {{ currency: string, quick: number[] }} options `quick` are amounts that one touch adds */
  constructor({ currency, quick }) {
    super();
    this.#currency = currency;
    this.#unit = 10 ** (new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions().minimumFractionDigits ?? 2);
    this.output = el("output", { class: "keypad-amount huge", "aria-label": "Amount" });
    const keys = KEYS.map((key) => el("button", { type: "button", "aria-label": key === "⌫" ? "Delete a digit" : key, onclick: () => this.press(key) }, key));
    const added = quick.map((minor) => el("button", { type: "button", class: "quick", onclick: () => this.#set(this.minor + minor) }, `+${shortMoney(minor, currency)}`));
    this.node = el("div", { class: "keypad" }, el("div", { class: "keypad-keys" }, keys), el("div", { class: "keypad-quick" }, added));
    this.#show();
  }

  get minor() {
    return Number(this.#digits || "0") * this.#unit;
  }

  /** Press a key: a digit, "00", or "⌫". */
  press(key) {
    const next = key === "⌫" ? this.#digits.slice(0, -1) : this.#digits + key;
    if (next.length > DIGITS_MAX) return;
    this.#digits = next.replace(/^0+/, "");
    this.#show();
  }

  clear() {
    this.#set(0);
  }

  #set(minor) {
    const digits = String(Math.floor(minor / this.#unit));
    if (digits.length <= DIGITS_MAX) this.#digits = digits.replace(/^0+/, "");
    this.#show();
  }

  #show() {
    say(this.output, shortMoney(this.minor, this.#currency));
    this.dispatchEvent(new CustomEvent("change"));
  }
}
