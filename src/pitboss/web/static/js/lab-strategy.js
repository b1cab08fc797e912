// The best play at blackjack by totals, as the server reckons it, with the cells that a changed rule changes.

import { el, fill, say } from "./dom.js";
import { reckoned } from "./lab-reckoned.js";

/** The dealer's first card as charts have it, the ace last. */
const COLUMNS = "23456789TA";
const WORDS = { S: "stand", H: "hit", D: "double down", P: "split", R: "surrender", "-": "as its total" };
const PARTS = [["hard", "Hard"], ["soft", "Soft"], ["pairs", "Pairs"]];

/** Return the rows of a part: a label, and a letter by each first card, of now and of before. @param {any} found @param {string} part */
function rowsOf({ now, before }, part) {
  const letters = (row, text, old) => ({ row, cells: [...COLUMNS].map((card) => {
    const at = now.columns.indexOf(card);
    return { card, letter: text[at], was: old[at] };
  }) });
  // By the values and not by the keys: those that look like numbers would come first.
  if (part === "pairs") return [...now.columns].map((value) => letters(`${value},${value}`, now.pairs[value + value], before.pairs[value + value]));
  const kind = part === "hard" ? "H" : "S";
  const names = Object.keys(now.rows).filter((row) => row.startsWith(kind) && row !== "S21").sort((a, b) => Number(b.slice(1)) - Number(a.slice(1)));
  return names.map((row) => letters(part === "hard" ? row.slice(1) : row === "S12" ? "A,A" : `A,${Number(row.slice(1)) - 11}`, now.rows[row].two_cards, before.rows[row].two_cards));
}

export class StrategyPanel {
  #part = "hard";
  #found = /** @type {any} */ (null);

  constructor() {
    this.tabs = PARTS.map(([part, name]) => el("button", { type: "button", "data-part": part, "aria-pressed": String(part === this.#part), onclick: () => this.#turn(part) }, name));
    this.grid = el("div", { class: "lab-grid-of" });
    this.changed = el("p", { class: "small muted", id: "cells" });
    this.svg = /** @type {HTMLAnchorElement} */ (el("a", { class: "button", id: "chart-svg", target: "_blank", rel: "noopener" }, "Chart"));
    this.pdf = /** @type {HTMLAnchorElement} */ (el("a", { class: "button", id: "chart-pdf", target: "_blank", rel: "noopener" }, "PDF"));
    this.node = el("section", { class: "panel lab-strategy changing", "aria-labelledby": "strategy-title", hidden: true }, el("header", { class: "spread" }, el("h2", { id: "strategy-title" }, "Best play"), el("span", { class: "row lab-tabs" }, this.tabs)), this.grid,
      el("p", { class: "row lab-legend small" }, Object.entries(WORDS).map(([letter, word]) => el("span", {}, el("b", { class: `lab-cell is-${letter === "-" ? "none" : letter}` }, letter), ` ${word}`))), this.changed, el("p", { class: "row lab-files" }, this.svg, this.pdf));
  }

  forget() {
    this.node.hidden = true;
    this.#found = null;
  }

  /** @param {string | null} query none where the game has no decisions @param {() => boolean} isWanted */
  async look(query, isWanted) {
    if (query === null) return this.forget();
    const found = await reckoned(`/api/lab/strategy${query}`, isWanted);
    if (!isWanted()) return;
    this.#found = found;
    this.svg.href = `/api/lab/chart.svg${query}`;
    this.pdf.href = `/api/lab/chart.pdf${query}`;
    this.node.hidden = false;
    this.#draw();
  }

  #turn(part) {
    this.#part = part;
    for (const tab of this.tabs) tab.setAttribute("aria-pressed", String(tab.getAttribute("data-part") === part));
    this.#draw();
  }

  #draw() {
    const cell = ({ letter, was }) => el("td", { class: `lab-cell is-${letter === "-" ? "none" : letter}${letter === was ? "" : " is-other"}` }, letter, letter !== was && el("span", { class: "unseen" }, ` was ${was}`));
    const rows = rowsOf(this.#found, this.#part);
    const name = PARTS.find(([part]) => part === this.#part)[1];
    fill(this.grid, el("table", {}, el("caption", { class: "unseen" }, `${name}: the best play with two cards by the dealer's first card`), el("thead", {}, el("tr", {}, el("td", {}), [...COLUMNS].map((card) => el("th", { scope: "col" }, card === "T" ? "10" : card)))), el("tbody", {}, rows.map(({ row, cells }) => el("tr", {}, el("th", { scope: "row" }, row), cells.map(cell))))));
    const counts = PARTS.map(([part, said]) => ({ said, count: rowsOf(this.#found, part).flatMap(({ cells }) => cells).filter(({ letter, was }) => letter !== was).length })).filter(({ count }) => count > 0);
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    say(this.changed, total === 0 ? "As the table is played now." : `The changes move ${total} ${total === 1 ? "cell" : "cells"}: ${counts.map(({ said, count }) => `${count} in ${said}`).join(", ")}.`);
  }
}
