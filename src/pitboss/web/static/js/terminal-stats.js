// The last numbers of the wheel: a tower with red at the left, zero in the middle and black at the right, and counts.

import { el, fill, keyed, say } from "./dom.js";

const SHOWN = 20;

/** Return a number in its shape. @param {string} pocket @param {Record<string, string>} colours */
export const badge = (pocket, colours) => el("span", { class: `pocket ${colours[pocket] ?? ""}` }, pocket, el("span", { class: "unseen" }, ` ${colours[pocket] ?? ""}`));

export class Statistics {
  #colours;
  #drawn = "";

  /** @param {Record<string, string>} colours */
  constructor(colours) {
    this.#colours = colours;
    this.tower = el("ol", { class: "tower changing", "aria-label": "Last results, newest first" });
    this.note = el("p", { class: "empty", hidden: true }, "The numbers of the next games stand here.");
    this.last = el("section", { class: "panel last", "aria-label": "Last 20" },
      el("header", { class: "spread" }, el("h2", {}, "Last 20"), el("span", { class: "muted small" }, "newest on top")),
      el("div", { class: "tower-head muted small", "aria-hidden": "true" }, el("span", {}, "Red"), el("span", {}, "Zero"), el("span", {}, "Black")),
      this.tower, this.note);
    this.heading = el("h2", {});
    this.zeros = el("span", { class: "muted small" });
    this.hot = el("div", { class: "heat", hidden: true });
    this.bars = el("div", { class: "bars" });
    this.counts = el("section", { class: "panel counts changing", "aria-label": "Statistics" }, el("header", { class: "spread" }, this.heading, this.zeros), this.hot, this.bars, el("p", { class: "muted small" }, "Past results do not change the odds."));
    this.nodes = [this.last, this.counts];
  }

  /** @param {{ game: number, pocket: string }[]} results @param {any} counts */
  show(results, counts) {
    this.note.hidden = results.length > 0;
    keyed(this.tower, results.slice(0, SHOWN), ({ game }) => String(game), ({ pocket }) => el("li", { class: `in-${this.#colours[pocket]}` }, badge(pocket, this.#colours)));
    const sign = JSON.stringify(counts);
    if (sign === this.#drawn || !counts) return;
    this.#drawn = sign;
    say(this.heading, counts.games === 0 ? "Statistics" : `Last ${counts.games}`);
    this.bars.hidden = counts.games === 0;
    this.hot.hidden = counts.hot.length === 0;
    fill(this.hot, ["hot", "cold"].map((name) => el("div", { class: "heat-row" }, el("span", { class: "muted small" }, name === "hot" ? "Hot" : "Cold"), counts[name].map((pocket) => badge(pocket, this.#colours)))));
    fill(this.bars, counts.halves.map((half) => this.#pair(half)), counts.thirds.map((third) => this.#three(third)));
    say(this.zeros, counts.games === 0 ? "" : `Zero ${counts.zeros}`);
  }

  #pair({ names: [name, otherName], counts: [one, other] }) {
    const bar = el("span", { class: `half-bar is-${name.toLowerCase()}`, "aria-hidden": "true" }, el("i"), el("i"));
    bar.style.setProperty("--share", String(one + other === 0 ? 0.5 : one / (one + other)));
    return el("div", { class: "bar-row" }, el("span", {}, `${name} ${one}`), bar, el("span", {}, `${other} ${otherName}`));
  }

  #three({ name, counts }) {
    return el("div", { class: "bar-row" }, el("span", {}, name), el("span"), el("span", {}, counts.join(" · ")));
  }
}
