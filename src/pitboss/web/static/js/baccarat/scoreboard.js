// The scoreboard of a shoe: five roads, what either win would add next, and the totals.

import { el, fill, svg } from "../dom.js";
import { markPicture, markSize } from "../parts/pieces.js";
import { Road } from "../parts/road.js";

const ROADS = [["bead", "Bead plate"], ["big", "Big Road"], ["big_eye_boy", "Big Eye Boy"], ["small_road", "Small Road"], ["cockroach_pig", "Cockroach Pig"]];
const SHORT = { big: "Big Road", big_eye_boy: "Big Eye", small_road: "Small", cockroach_pig: "Pig" };
/** @type {[string, string][]} */
const SIDES = [["B", "Banker"], ["P", "Player"]];
/** How many columns of a road there is room for; the newest are in sight. */
const IN_SIGHT = { bead: 9, big: 30 };
const DERIVED_IN_SIGHT = 19;
const COLOURS = { R: "red", B: "blue" };

export class Scoreboard {
  /** @type {Road[] | undefined} */
  #roads = undefined;
  #drawn = "";

  constructor() {
    this.totals = el("dl", { class: "bc-totals" });
    this.next = el("div", { class: "bc-next-box" });
    this.roads = el("div", { class: "bc-roads", tabindex: 0, role: "region", "aria-label": "Roads of this shoe" });
    this.node = el("section", { class: "bc-board changing", "aria-label": "Scoreboard" }, el("header", { class: "spread" }, this.totals, el("p", { class: "small muted" }, "Past results do not change the odds")), this.roads);
  }

  /** @param {any} state */
  show(state) {
    const { roads, shoe } = state;
    this.#roads ??= this.#make(roads);
    for (const road of this.#roads) road.show(roads);
    const sign = JSON.stringify([roads.next, roads.counts, roads.pairs, roads.naturals, shoe, markSize()]);
    if (sign === this.#drawn) return;
    this.#drawn = sign;
    const { counts, pairs } = roads;
    const facts = [["Shoe", shoe], ["Coups", counts.B + counts.P + counts.T], ["Banker", counts.B], ["Player", counts.P], ["Tie", counts.T], ["Banker pairs", pairs.B], ["Player pairs", pairs.P], ["Naturals", roads.naturals]];
    fill(this.totals, facts.map(([name, count]) => el("div", {}, el("dt", { class: "muted" }, name), el("dd", { class: "figure" }, String(count)))));
    this.#drawNext(roads.next);
    this.roads.scrollLeft = this.roads.scrollWidth;
  }

  #make(roads) {
    const made = ROADS.map(([name, label]) => new Road(/** @type {any} */ (name), label, { columns: roads[`${name}_columns`] ?? roads.derived_columns, rows: roads.rows, shown: IN_SIGHT[name] ?? DERIVED_IN_SIGHT }));
    fill(this.roads, made.map((road) => el("figure", { class: `bc-road ${road.name.replaceAll("_", "-")}` }, el("figcaption", {}, road.label), road.node)),
      el("figure", { class: "bc-road next" }, el("figcaption", {}, "Next"), this.next));
    return made;
  }

  #drawNext(next) {
    const picture = (name) => {
      const half = markSize() / 2;
      return svg("svg", { viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`, class: "bc-mark", "aria-hidden": "true" }, markPicture(name));
    };
    const cell = (road, [winner, name]) => {
      const mark = road === "big" ? winner : next[winner][road];
      const said = road === "big" ? name : mark === undefined ? "none" : COLOURS[mark];
      return el("td", {}, mark === undefined ? "–" : picture(`${road}:${mark}`), el("span", { class: "unseen" }, said));
    };
    fill(this.next, el("table", {},
      el("caption", { class: "unseen" }, "What the next win would add to each road"),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "if"), SIDES.map(([winner, name]) => el("th", { scope: "col" }, picture(`bead:${winner}`), el("span", { class: "unseen" }, `${name} wins`))))),
      el("tbody", {}, Object.entries(SHORT).map(([road, name]) => el("tr", {}, el("th", { scope: "row" }, name), SIDES.map((side) => cell(road, side)))))));
  }
}
