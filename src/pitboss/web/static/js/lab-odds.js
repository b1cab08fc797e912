// A table's odds: one wager large, with how far its edge moved, and all of them as a list that can be sorted.

import { cap, el, fill, keyed, say, svg } from "./dom.js";

const COLUMNS = [
  { key: "name", name: "Wager", isText: true },
  { key: "pays", name: "Pays", isText: true },
  { key: "wins_share", name: "Wins" },
  { key: "edge_share", name: "House edge" },
  { key: "moved", name: "Moved" },
];
const PLACES = 4;
/** Moved by less than this nothing is shown: it is the last digit of what a machine reckons with. */
const NOTHING = 5e-12;

/** Write a share as a percentage. @param {number} share */
export const percent = (share, places = PLACES) => `${(100 * share).toFixed(places)} %`;

/** Write by how much a share moved, with its sign. @param {number | null} share */
function signed(share) {
  if (share === null) return "new";
  if (Math.abs(share) < NOTHING) return (0).toFixed(PLACES);
  return `${share > 0 ? "+" : "−"}${(100 * Math.abs(share)).toFixed(PLACES)}`;
}

/** Write a fraction, which may be broken behind its stroke and nowhere else. @param {Element} node @param {string} text */
function fraction(node, text) {
  const [over, under] = text.split("/");
  if (node.textContent !== text) fill(node, over, under !== undefined && ["/", el("wbr"), under]);
}

const kindOf = (share) => (share === null || Math.abs(share) < NOTHING ? "" : share > 0 ? "loss" : "gain");

export class OddsPanel {
  /** @type {any} the wager that is shown large, and simulated */
  chosen = null;
  #found = /** @type {any} */ (null);
  #rules = /** @type {any} */ (null);
  #sorted = { key: "", isDown: false };

  /** @param {() => void} chooses is told when another wager is chosen */
  constructor(chooses) {
    this.chooses = chooses;
    this.name = el("h2", { id: "edge-title" }, "House edge");
    this.how = el("span", { class: "muted small" });
    this.edge = el("output", { class: "lab-edge", id: "edge" });
    this.moved = el("span", { class: "pill", id: "moved", hidden: true });
    this.sense = el("span", { class: "small muted" });
    this.exact = el("p", { class: "small muted lab-exact", id: "exact" });
    this.scale = el("div", { class: "lab-scale" });
    this.alone = el("ul", { class: "lab-alone" });
    this.note = el("p", { class: "note is-bad", role: "alert" });
    this.head = el("section", { class: "panel lab-head changing", "aria-labelledby": "edge-title" }, el("header", { class: "spread" }, this.name, this.how), el("p", { class: "lab-figure" }, this.edge, this.moved, this.sense), this.exact, this.scale, this.alone, this.note);
    this.rows = el("tbody", {});
    this.heads = COLUMNS.map((column) => el("th", { scope: "col", class: column.isText ? "" : "money", "aria-sort": "none" }, el("button", { type: "button", "data-sort": column.key, onclick: () => this.#sort(column.key) }, column.name, el("span", { class: "lab-arrow", "aria-hidden": "true" }))));
    this.list = el("section", { class: "panel lab-odds changing", tabindex: 0, "aria-label": "Odds of every wager" }, el("table", {}, el("caption", { class: "unseen" }, "Every wager: what it pays, how likely it wins, what the house keeps, and how that moved. Choose one to see it large and to simulate it."), el("thead", {}, el("tr", {}, this.heads)), this.rows));
  }

  /** Another table was chosen: its wagers are others. */
  forget() {
    this.#found = this.chosen = null;
  }

  get hasFigures() {
    return this.#found !== null;
  }

  wait() {
    this.head.setAttribute("aria-busy", "true");
    this.list.setAttribute("aria-busy", "true");
  }

  /** Show whether the figures are those from before a change that was refused. @param {boolean} isOld */
  isOld(isOld) {
    for (const node of [this.head, this.list]) {
      node.removeAttribute("aria-busy");
      node.classList.toggle("is-old", isOld);
    }
    say(this.note, "");
  }

  /** Say why there are no figures. @param {Error} error */
  fail(error) {
    this.isOld(this.#found !== null);
    say(this.note, `${cap(error.message)}.`);
  }

  /** @param {any} found @param {any} rules the panel that knows what settings are called */
  show(found, rules) {
    this.#found = found;
    this.#rules = rules;
    const before = this.chosen?.id;
    const first = found.wagers.find((one) => one.bets.length > 0 && one.is_taken) ?? found.wagers[0];
    this.chosen = found.wagers.find((one) => one.id === before) ?? first;
    this.#draw();
  }

  #choose(id) {
    this.chosen = this.#found.wagers.find((one) => one.id === id);
    this.#draw();
    this.chooses();
  }

  #sort(key) {
    this.#sorted = this.#sorted.key !== key ? { key, isDown: false } : this.#sorted.isDown ? { key: "", isDown: false } : { key, isDown: true };
    this.#draw();
  }

  #ordered() {
    const { key, isDown } = this.#sorted;
    if (key === "") return this.#found.wagers;
    const least = (one) => one[key] ?? -Infinity;
    const compare = (a, b) => (typeof a[key] === "string" ? a[key].localeCompare(b[key], "en", { numeric: true }) : least(a) - least(b));
    const sorted = [...this.#found.wagers].sort(compare);
    return isDown ? sorted.reverse() : sorted;
  }

  #draw() {
    this.#drawHead();
    for (const [index, { key }] of COLUMNS.entries()) {
      const isSorted = key === this.#sorted.key;
      this.heads[index].setAttribute("aria-sort", isSorted ? (this.#sorted.isDown ? "descending" : "ascending") : "none");
      say(this.heads[index].querySelector(".lab-arrow"), isSorted ? (this.#sorted.isDown ? "▼" : "▲") : "");
    }
    keyed(this.rows, this.#ordered(), (one) => one.id, (one) => this.#row(one.id), (node, one) => this.#fillRow(node, one));
  }

  #row(id) {
    const exact = () => [el("b", { class: "figure" }), el("small", { class: "muted lab-fraction" })];
    return el("tr", {}, el("th", { scope: "row" }, el("button", { type: "button", "data-wager": id, onclick: () => this.#choose(id) }, el("span", {}), el("small", {}), el("small", { class: "lab-pays" }))), el("td", {}), el("td", { class: "money" }, exact()), el("td", { class: "money" }, exact()), el("td", { class: "money figure" }));
  }

  #fillRow(node, one) {
    const [head, pays, wins, edge, moved] = node.children;
    const button = head.firstElementChild;
    const places = one.bets.length > 1 ? `${one.bets.length} places` : "";
    button.setAttribute("aria-pressed", String(one.id === this.chosen.id));
    say(button.children[0], one.name);
    say(button.children[1], [places, one.clause, !one.is_taken && "not taken here"].filter(Boolean).join(" · "));
    node.classList.toggle("is-chosen", one.id === this.chosen.id);
    node.classList.toggle("is-untaken", !one.is_taken);
    say(pays, one.pays);
    // On a phone there is no room for a column of it.
    say(button.children[2], one.pays);
    say(wins.children[0], one.wins_share === null ? "–" : percent(one.wins_share));
    fraction(wins.children[1], one.wins ?? "");
    say(edge.children[0], percent(one.edge_share));
    fraction(edge.children[1], one.edge ?? "to ten digits");
    say(moved, signed(one.moved));
    moved.className = `money figure ${kindOf(one.moved)}`;
  }

  #drawHead() {
    const one = this.chosen;
    const isMoved = one.moved !== null && Math.abs(one.moved) >= NOTHING;
    say(this.name, `House edge: ${one.name}`);
    say(this.how, one.edge === null ? "exact, to ten digits" : "exact");
    say(this.edge, percent(one.edge_share, 3));
    this.moved.hidden = !isMoved;
    this.moved.className = `pill ${isMoved ? (one.moved > 0 ? "is-up" : "is-down") : ""}`;
    say(this.moved, isMoved ? `${one.moved > 0 ? "▲" : "▼"} ${signed(one.moved)}` : "");
    say(this.sense, isMoved ? `better for ${one.moved > 0 ? "the house" : "the player"} than ${percent(one.edge_share - one.moved, 3)}` : "as the table is");
    say(this.exact, one.edge === null ? `${(100 * one.edge_share).toPrecision(10)} percent of the wager` : `exactly ${one.edge} of the wager`);
    fill(this.scale, isMoved && scale(one.edge_share - one.moved, one.edge_share));
    fill(this.alone, this.#found.alone.map((change) => el("li", {}, el("span", {}, `${this.#rules.nameOf(change.setting)} alone`, el("small", { class: "muted" }, ` ${this.#rules.changeOf(change.setting)}`)), change.refused ? el("span", { class: "small" }, `cannot stand alone: ${change.refused}`) : el("b", { class: `figure ${kindOf(change.moved[one.id] ?? null)}` }, signed(change.moved[one.id] ?? null)))));
  }
}

/** Draw where an edge was, where it is, and the way between. @param {number} before @param {number} after */
function scale(before, after) {
  const [low, high] = [Math.min(0, before, after), Math.max(before, after, 0.001)];
  const size = 10 ** Math.floor(Math.log10(high - low));
  const step = [0.2, 0.5, 1, 2].map((one) => one * size).find((one) => (high - low) / one <= 6);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const at = (share) => 20 + (460 * (share / step - first)) / (last - first);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  const [from, to] = [at(before), at(after)];
  const isRight = to > from;
  return svg("svg", { viewBox: "0 0 500 44", role: "img", "aria-label": `From ${percent(before, 3)} to ${percent(after, 3)}` },
    svg("rect", { class: "lab-rail", x: 20, y: 11, width: 460, height: 6, rx: 3 }), svg("rect", { class: "lab-way", x: Math.min(from, to), y: 11, width: Math.abs(to - from), height: 6 }),
    svg("circle", { class: "lab-from", cx: from, cy: 14, r: 7 }), svg("circle", { class: "lab-to", cx: to, cy: 14, r: 7 }), Math.abs(to - from) > 24 && svg("path", { class: "lab-tip", d: isRight ? `M${to - 18} 7 l11 7 l-11 7 z` : `M${to + 18} 7 l-11 7 l11 7 z` }),
    ticks.map((share) => svg("text", { x: at(share), y: 38, "text-anchor": "middle" }, `${Number((100 * share).toPrecision(6))} %`)));
}
