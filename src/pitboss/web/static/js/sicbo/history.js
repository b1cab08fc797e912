// The throws of a table: the last ones, a road of big and small, and counts with what was to be expected beside them.

import { el, fill, keyed, say, svg } from "../dom.js";
import { diePicture } from "../parts/pieces.js";
import { Road } from "../parts/road.js";

const WORDS = { S: "Small", B: "Big", T: "Triple" };
const [WIDE, HIGH, FOOT] = [280, 96, 18];

export class History {
  /** @type {Road[] | undefined} */
  #roads = undefined;
  #drawn = "";

  constructor() {
    this.list = el("ol", { class: "sb-rolls", tabindex: 0, "aria-label": "Last rolls, newest first" });
    this.roads = el("div", { class: "sb-roads" });
    this.caption = el("span", {});
    this.bars = svg("svg", { class: "sb-bars", viewBox: `0 0 ${WIDE} ${HIGH + FOOT}`, role: "img" });
    this.counts = el("dl", { class: "sb-counts" });
    this.more = el("p", { class: "tiny muted" });
    this.faces = el("dl", { class: "sb-faces" });
    this.node = el("section", { class: "panel sb-history changing", "aria-label": "History" },
      el("h2", {}, "Last rolls"), this.list,
      el("header", { class: "spread" }, el("h2", {}, "Big and Small"), el("span", { class: "tiny muted" }, "/ is a triple")), this.roads,
      el("header", { class: "spread" }, el("h2", {}, this.caption), el("span", { class: "tiny muted sb-expected" }, "expected")), this.bars, this.counts, this.faces, this.more,
      el("p", { class: "tiny muted sb-sentence" }, "Past results do not change the odds"));
  }

  /** @param {any} state */
  show(state) {
    const { history, results } = state;
    const sign = JSON.stringify([history, results]);
    if (sign === this.#drawn) return;
    this.#drawn = sign;
    keyed(this.list, results.map((one, index) => ({ ...one, key: `${history.throws - index} ${one.dice.join("")}` })), (one) => one.key, (one) => this.#roll(one));
    if (results.length === 0) fill(this.list, el("li", { class: "empty small" }, "No roll yet. The dealer opens the bets."));
    this.#drawRoads(history);
    say(this.caption, `Totals in ${history.throws} roll${history.throws === 1 ? "" : "s"}`);
    this.#drawBars(history.totals, results[0]?.total);
    fill(this.counts, history.counts.map((one) => el("div", {}, el("dt", {}, one.name), el("dd", { class: "figure" }, String(one.count)), el("dd", { class: "tiny muted figure" }, `${one.expected.toFixed(1)} exp.`))));
    fill(this.faces, history.faces.map((one) => el("div", {}, el("dt", {}, diePicture(one.face, 18)), el("dd", { class: "figure" }, String(one.count)), el("dd", { class: "tiny muted figure" }, one.expected.toFixed(1)))));
    const { doubles, since_triple: since } = history;
    say(this.more, `Doubles ${doubles.count}, ${doubles.expected.toFixed(1)} expected · ${since === null ? "no triple yet" : since === 0 ? "a triple just now" : `${since} roll${since === 1 ? "" : "s"} since the last triple`}`);
  }

  #roll(one) {
    const sign = (text, kind) => el("span", { class: `sb-sign ${kind}` }, text);
    return el("li", {},
      el("span", { class: "throw", role: "img", "aria-label": one.dice.join(", ") }, one.dice.map((face) => diePicture(face, 24))),
      el("strong", { class: "figure" }, String(one.total)),
      one.letter === "T" ? sign("TRIPLE", "T") : el("span", { class: "sb-signs" }, sign(one.letter, one.letter), sign(one.parity.charAt(0), "parity"), el("span", { class: "unseen" }, ` ${one.said}, ${one.parity}`)));
  }

  #drawRoads(history) {
    this.#roads ??= [["bead", "Bead plate"], ["big", "Road of big and small"]].map(([name, label]) => {
      const road = new Road(/** @type {any} */ (name), label, { columns: history.columns, rows: history.rows, says: (cells) => `${label}, oldest first: ${cells.map((one) => WORDS[one[2]] + (one[3] ? ` and ${one[3]} triple${one[3] === 1 ? "" : "s"}` : "")).join(", ") || "empty"}` });
      this.roads.append(el("figure", { class: `sb-road ${name}` }, road.node));
      return road;
    });
    for (const road of this.#roads) road.show(history);
  }

  #drawBars(totals, newest) {
    const most = Math.max(1, ...totals.map((one) => Math.max(one.count, one.expected)));
    const wide = WIDE / totals.length;
    const up = (count) => (HIGH * count) / most;
    fill(this.bars, totals.map((one, index) => {
      const x = index * wide;
      return svg("g", { "data-total": one.total },
        svg("rect", { x: x + 2, y: HIGH - up(one.count), width: wide - 4, height: up(one.count), rx: 2, class: `sb-bar${one.total === newest ? " is-newest" : ""}` }),
        svg("line", { x1: x + 1, x2: x + wide - 1, y1: HIGH - up(one.expected), y2: HIGH - up(one.expected), class: "sb-tick" }),
        one.total % 2 === 1 && svg("text", { x: x + wide / 2, y: HIGH + 14, "text-anchor": "middle", "font-size": 11 }, String(one.total)));
    }));
    this.bars.setAttribute("aria-label", `Totals, with what was to be expected: ${totals.map((one) => `${one.total} came ${one.count} of ${one.expected}`).join("; ")}`);
  }
}
