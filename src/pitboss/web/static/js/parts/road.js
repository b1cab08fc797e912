// A road of a baccarat scoreboard: the server says which mark stands in which cell, and here it is only drawn.

import { fill, svg } from "../dom.js";

const ROWS = 6;
const WORDS = { B: "banker", P: "player", T: "tie" };

/** @param {[number, number, string, number?]} cell */
function big([column, row, mark, ties = 0]) {
  return svg("g", { transform: `translate(${column + 0.5} ${row + 0.5})`, class: `mark ${WORDS[mark]}` },
    svg("circle", { r: 0.36, class: "ring" }),
    svg("text", { y: 0.15, class: "letter" }, mark),
    ties > 0 && svg("line", { x1: -0.42, y1: 0.42, x2: 0.42, y2: -0.42, class: "slash" }),
    ties > 1 && svg("text", { x: 0.3, y: -0.12, class: "letter ties" }, String(ties)));
}

/** @param {[number, number, string]} cell */
function bead([column, row, mark]) {
  return svg("g", { transform: `translate(${column + 0.5} ${row + 0.5})`, class: `mark ${WORDS[mark]}` }, svg("circle", { r: 0.42, class: "disc" }), svg("text", { y: 0.17, class: "letter on-disc" }, mark));
}

const derived = (shape) => ([column, row, mark]) =>
  svg("g", { transform: `translate(${column + 0.5} ${row + 0.5})`, class: `mark ${mark === "R" ? "red" : "blue"}` },
    shape === "slash" ? svg("line", { x1: -0.36, y1: 0.36, x2: 0.36, y2: -0.36, class: "slash-mark" }) : svg("circle", { r: 0.36, class: shape }),
    mark !== "R" && svg("circle", { r: 0.12, class: shape === "disc" ? "dot on-disc" : "dot" }));

const SHAPES = { big, bead, big_eye_boy: derived("ring"), small_road: derived("disc"), cockroach_pig: derived("slash") };

/** A road that is drawn anew when its cells change. */
export class Road {
  #drawn = "";

  /** @param {keyof typeof SHAPES} name @param {string} label @param {number} columns */
  constructor(name, label, columns) {
    this.name = name;
    this.columns = columns;
    this.marks = svg("g");
    const lines = [];
    for (let at = 0; at <= this.columns; at += 1) lines.push(svg("line", { x1: at, x2: at, y1: 0, y2: ROWS }));
    for (let at = 0; at <= ROWS; at += 1) lines.push(svg("line", { x1: 0, x2: this.columns, y1: at, y2: at }));
    this.node = svg("svg", { viewBox: `-0.05 -0.05 ${this.columns + 0.1} ${ROWS + 0.1}`, class: `road ${name.replaceAll("_", "-")}`, role: "img", "aria-label": label, preserveAspectRatio: "xMinYMid meet" },
      svg("g", { class: "grid" }, lines), this.marks);
  }

  /** @param {any} roads the state's `roads` */
  show(roads) {
    const cells = roads[this.name];
    const sign = JSON.stringify([cells, roads.opening_ties]);
    if (sign === this.#drawn) return;
    this.#drawn = sign;
    fill(this.marks, cells.map(SHAPES[this.name]));
    if (this.name === "big" && cells.length === 0 && roads.opening_ties > 0) this.marks.append(svg("line", { x1: 0.1, y1: 0.9, x2: 0.9, y2: 0.1, class: "slash" }));
    const counts = roads.counts;
    if (this.name === "big") this.node.setAttribute("aria-label", `Big road: banker ${counts.B}, player ${counts.P}, ties ${counts.T}`);
  }
}
