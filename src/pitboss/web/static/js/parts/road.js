// A road of a scoreboard: the server draws the marks and says which stands in which cell; here they are laid.

import { fill, svg } from "../dom.js";
import { markPicture, markSize } from "./pieces.js";

/** @typedef {"bead" | "big" | "big_eye_boy" | "small_road" | "cockroach_pig"} RoadName */
/** @typedef {[number, number, string, number?, string?]} Cell column, row, mark, ties, signs */

const EMPTY = 28;

/** A road that is drawn anew when its cells change. */
export class Road {
  #drawn = "";

  /**
   * @param {RoadName} name
   * @param {string} label
   * @param {{ columns: number, rows: number, shown?: number, says?: (cells: Cell[]) => string }} grid `shown`: how many columns are in sight, the newest among them; `says`: the road in words, where its marks are no winners of baccarat
   */
  constructor(name, label, { columns, rows, shown = columns, says = undefined }) {
    this.says = says;
    this.name = name;
    this.label = label;
    this.columns = columns;
    this.rows = rows;
    this.shown = shown;
    this.paper = svg("rect", { class: "paper" });
    this.lines = svg("g", { class: "grid" });
    this.marks = svg("g");
    this.node = svg("svg", { class: `road ${name.replaceAll("_", "-")}`, role: "img", "aria-label": label, preserveAspectRatio: "xMinYMin meet" }, this.paper, this.lines, this.marks);
    this.#frame(0, EMPTY);
  }

  #frame(first, cell) {
    this.node.setAttribute("viewBox", `${first * cell - 1} -1 ${this.shown * cell + 2} ${this.rows * cell + 2}`);
    const [wide, high] = [this.columns * cell, this.rows * cell];
    this.paper.setAttribute("width", String(wide));
    this.paper.setAttribute("height", String(high));
    const down = Array.from({ length: this.columns + 1 }, (_, at) => svg("line", { x1: at * cell, x2: at * cell, y1: 0, y2: high }));
    const across = Array.from({ length: this.rows + 1 }, (_, at) => svg("line", { x1: 0, x2: wide, y1: at * cell, y2: at * cell }));
    fill(this.lines, down, across);
  }

  /** @param {any} roads the state's `roads` */
  show(roads) {
    const cells = /** @type {Cell[]} */ (roads[this.name]);
    const cell = markSize();
    const sign = JSON.stringify([cells, roads.opening_ties, cell]);
    if (sign === this.#drawn || cell === 0) return;
    this.#drawn = sign;
    const newest = cells.at(-1)?.[0] ?? 0;
    this.#frame(Math.max(0, Math.min(newest + 2 - this.shown, this.columns - this.shown)), cell);
    fill(this.marks, cells.map((one, index) => this.#mark(one, cell, index === cells.length - 1)));
    if (this.name === "big" && cells.length === 0 && roads.opening_ties > 0) this.marks.append(this.#mark([0, 0, "", roads.opening_ties], cell, true));
    this.node.setAttribute("aria-label", this.#words(roads, cells));
  }

  /** @param {Cell} one @param {number} cell @param {boolean} isNewest */
  #mark([column, row, mark, ties = 0, signs = ""], cell, isNewest) {
    const laid = [
      mark !== "" && markPicture(`${this.name}:${mark}`),
      this.name === "bead" && signs.includes("N") && markPicture("natural"),
      ties === 1 && markPicture("tie"),
      ties > 1 && markPicture("ties", String(ties)),
      signs.includes("B") && markPicture("pair:B"),
      signs.includes("P") && markPicture("pair:P"),
    ];
    const half = cell / 2;
    const frame = isNewest && (this.name === "big" || this.name === "bead") && svg("rect", { x: -half, y: -half, width: cell, height: cell, class: "newest-mark" });
    return svg("g", { class: "mark", "data-cell": `${column},${row}`, transform: `translate(${column * cell + half} ${row * cell + half})` }, frame, laid);
  }

  #words({ counts }, cells) {
    if (this.says) return this.says(cells);
    if (this.name === "big") return `${this.label}: banker ${counts.B}, player ${counts.P}, ties ${counts.T}`;
    if (cells.length === 0) return `${this.label}: empty`;
    const named = this.name === "bead" ? (mark) => mark : (mark) => (mark === "R" ? "red" : "blue");
    return `${this.label}, oldest first: ${cells.map((one) => named(one[2])).join(" ")}`;
  }
}
