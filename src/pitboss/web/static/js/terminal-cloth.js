// The layout of a roulette as buttons: one Tab stop, arrow keys between them, Enter bets, Backspace takes a bet back.

import { el, fill, letterOf, money, words } from "./dom.js";

// Rows of numbers, above the boxes for more than one of them.
const ROWS = 3;

/** Return where a box lies: column, half row, how many of each, and its place where the cloth is upright. */
function place([left, top, right, bottom]) {
  const row = 1 + 2 * top;
  return [1 + left, row, right - left, 2 * (bottom - top), bottom <= ROWS ? 1 + 2 * (ROWS - bottom) : row];
}

export class Cloth {
  #onBet;
  #onCancel;
  #buttons = new Map();
  #titles = new Map();
  #isOpen = false;

  constructor(onBet, onCancel) {
    this.#onBet = onBet;
    this.#onCancel = onCancel;
    this.grid = el("div", { class: "cloth", role: "group", "aria-label": "Layout: arrow keys move, Enter bets, Backspace cancels" });
    this.kind = el("select", { id: "other-kind" });
    this.bet = el("select", { id: "other-bet" });
    this.button = el("button", { type: "button", onclick: () => this.#onBet(this.bet.value) }, "Place");
    const others = el("div", { class: "other-bets" }, el("div", { class: "field" }, el("label", { for: "other-kind" }, "Other bets"), this.kind), el("div", { class: "field" }, el("label", { for: "other-bet" }, "On"), this.bet), this.button);
    this.node = el("div", {}, this.grid, others);
    this.grid.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Return a bet as it is called. */
  nameOf(bet) {
    return this.#titles.get(bet) ?? bet;
  }

  build({ spots }) {
    this.#buttons.clear();
    this.#titles = new Map(spots.map((spot) => [spot.bet, spot.title]));
    for (const spot of spots) if (spot.box !== null) this.#buttons.set(spot.bet, this.#spot(spot));
    fill(this.grid, [...this.#buttons.values()]);
    [...this.#buttons.values()].forEach((button, index) => button.setAttribute("tabindex", index === 0 ? "0" : "-1"));
    const others = spots.filter((spot) => spot.box === null);
    const kinds = [...new Set(others.map((spot) => spot.kind))];
    fill(this.kind, kinds.map((kind) => el("option", { value: kind }, words(kind))));
    const choose = () => fill(this.bet, others.filter((spot) => spot.kind === this.kind.value).map((spot) => el("option", { value: spot.bet }, spot.bet.split(":")[1] ?? spot.bet)));
    this.kind.onchange = choose;
    choose();
  }

  #spot({ bet, title, colour, covers, box }) {
    const chip = el("small", { class: "chip" });
    const isNumber = covers.length === 1;
    const button = el("button", { type: "button", class: colour, "data-bet": bet, onclick: () => this.#onBet(bet) }, el("span", {}, title, isNumber && el("small", { "aria-hidden": "true" }, letterOf(colour))), chip);
    const names = ["--c", "--r", "--cs", "--rs", "--v"];
    place(box).forEach((value, index) => button.style.setProperty(names[index], value));
    button.dataset.label = isNumber ? `${title} ${colour}` : title;
    return button;
  }

  /** Show bets, and those that are not answered yet. */
  show(bets, currency, isOpen, asked) {
    this.#isOpen = isOpen;
    this.button.disabled = !isOpen;
    for (const [bet, button] of this.#buttons) {
      const minor = bets[bet] ?? 0;
      const text = `${minor > 0 ? money(minor, currency).replace(/\.00$/, "") : ""}${asked.has(bet) ? "…" : ""}`;
      const chip = button.querySelector(".chip");
      if (chip.textContent !== text) chip.textContent = text;
      button.classList.toggle("bet-on", minor > 0);
      button.setAttribute("aria-disabled", String(!isOpen));
      const label = `${button.dataset.label}${minor > 0 ? `, your bet ${money(minor, currency)}` : ""}`;
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
    }
  }

  #key(event) {
    const button = event.target.closest("button");
    if (button === null) return;
    if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      if (this.#isOpen && button.classList.contains("bet-on")) this.#onCancel(button.dataset.bet);
      return;
    }
    const [x, y] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key] ?? [0, 0];
    if (x === 0 && y === 0) return;
    event.preventDefault();
    const next = this.#beside(button, x, y);
    if (next === null) return;
    button.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }

  /** Return the button that lies nearest in a direction, as the cloth is drawn now. */
  #beside(button, x, y) {
    const from = button.getBoundingClientRect();
    let best = null;
    let least = Infinity;
    for (const other of this.#buttons.values()) {
      const to = other.getBoundingClientRect();
      const [across, down] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
      const along = across * x + down * y;
      const aside = Math.abs(across * y) + Math.abs(down * x);
      if (along > 4 && along + 3 * aside < least) [best, least] = [other, along + 3 * aside];
    }
    return best;
  }
}
