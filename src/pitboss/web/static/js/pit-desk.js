// The desk of the pit: alarms, a tile a table, and the same figures as a list.
//
// The figures are read models beside the writer (`GET /api/pit`); how each table stands comes over the socket. What may be
// done is asked of the server's offers when somebody opens a sheet.

import { read } from "./api.js";
import { onKey, tools } from "./base/frame.js";
import { signOutButton } from "./base/staff-page.js";
import { announce, cap, clockTime, el, fill, keyed, money, say, shortMoney, svg } from "./dom.js";
import { openDisputes } from "./pit-disputes.js";
import { openGroup, openLimits } from "./pit-acts.js";
import { acknowledge, openCleared, openEvents } from "./pit-sheets.js";
import { gameName } from "./words.js";

const SOON_MS = 300;
const AGAIN_MS = 20_000;
const SINCE = "pitboss-pit-since";
const RANKS = { urgent: 0, serious: 1, notice: 2 };
const FIGURES = [["handle", "Handle"], ["drop", "Drop"], ["win", "Win"], ["hold", "Hold"], ["theory", "Theory"]];
const GROUPS = [["Limits", "limits"], ["Rounds", "rounds"], ["Rack", "rack"], ["Staff", "staff"], ["Dispute", "dispute"]];

/** Return how long somebody has been there: 0:42 for 42 minutes. */
function spent(milliseconds) {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** Return a word or two for how a table stands, and how it looks. */
export function standing(state) {
  if (!state) return ["", ""];
  if (state.is_suspended) return ["suspended", "is-bad"];
  if (typeof state.held === "string" && state.held !== "") return ["held", "is-bad"];
  if (!state.is_open) return ["closed", ""];
  return [state.phase_briefly ?? "open", "is-on"];
}

export class PitDesk {
  /** @type {any} */
  now = null;
  /** @type {Map<string, any>} how each table stands */
  states = new Map();
  since = sessionStorage.getItem(SINCE) ?? "";
  #turn = 0;
  #timer = 0;
  #offset = 0;
  #isList = false;
  /** @type {string[]} */
  #order = [];
  #alarmed = "";

  /** @param {{ live: import("./live.js").Live, me: any, approvals: any, node: HTMLElement, house: HTMLElement, staffing: HTMLElement, checkpoint: HTMLElement, tell: (text: string, isBad: boolean) => void }} given */
  constructor({ live, me, approvals, node, house, staffing, checkpoint, tell }) {
    this.live = live;
    this.me = me;
    this.approvals = approvals;
    this.tell = tell;
    this.house = house;
    this.staffing = staffing;
    this.checkpoint = checkpoint;
    this.alarms = el("ul", { class: "pit-alarms", "aria-label": "Alarms" });
    this.tiles = el("ul", { class: "pit-tiles changing", "aria-label": "Tables" });
    this.list = el("div", { class: "pit-list panel changing", hidden: true, tabindex: 0, role: "region", "aria-label": "Tables as a list" });
    this.toggle = el("button", { type: "button", "aria-pressed": "false", onclick: () => this.#switch() }, "As a list");
    this.acknowledged = el("button", { type: "button", onclick: () => openCleared(this) }, "Acknowledged");
    this.csv = /** @type {HTMLAnchorElement} */ (el("a", { class: "button", id: "export-csv", download: "" }, "Export CSV"));
    this.json = /** @type {HTMLAnchorElement} */ (el("a", { class: "button", id: "export-json", download: "pit.json" }, "JSON"));
    this.marked = el("p", { class: "pit-since note", hidden: true });
    fill(node, el("div", { class: "pit-desk" }, this.alarms, this.marked, this.tiles, this.list, el("footer", { class: "row pit-foot" }, this.toggle, this.acknowledged, this.csv, this.json, el("span", { class: "bar-space" }), tools({ hasThemes: true }), signOutButton())));
    checkpoint.addEventListener("click", () => this.mark());
    live.addEventListener("state", ({ detail }) => {
      if (detail.stream !== "house") this.states.set(detail.stream, detail.state);
      this.#soon();
    });
    live.addEventListener("beat", ({ detail }) => {
      this.#offset = Date.parse(detail.now) - Date.now();
    });
    setInterval(() => live.isLive && this.#soon(), AGAIN_MS);
    onKey("c", "Checkpoint: show what changes from now on", () => this.mark());
    onKey("t", "Tiles or list", () => this.#switch());
    onKey("k", "Acknowledge the first alarm", () => /** @type {HTMLElement | null} */ (this.alarms.querySelector("button"))?.click());
    this.look();
  }

  get clock() {
    return Date.now() + this.#offset;
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), SOON_MS);
  }

  /** Freeze the figures of now, and show the change since; a second press within the page takes it away. */
  mark() {
    this.since = this.since === "" ? new Date(this.clock).toISOString() : "";
    sessionStorage.setItem(SINCE, this.since);
    announce(this.since === "" ? "Checkpoint taken away." : `Checkpoint at ${clockTime(this.since)}.`);
    this.look();
  }

  #switch() {
    this.#isList = !this.#isList;
    this.toggle.setAttribute("aria-pressed", String(this.#isList));
    this.tiles.hidden = this.#isList;
    this.list.hidden = !this.#isList;
    this.#draw();
  }

  /** Ask how the pit stands; of several questions the last one counts. */
  async look() {
    const mine = (this.#turn += 1);
    const query = this.since === "" ? "" : `?since=${encodeURIComponent(this.since)}`;
    try {
      const found = await read(`/api/pit${query}`);
      if (mine !== this.#turn) return;
      if (this.now === null) for (const { stream } of found.tables) this.live.watch(stream);
      this.now = found;
      this.csv.href = `/api/pit/export${query}`;
      this.json.href = `/api/pit${query}`;
      this.#draw();
    } catch (error) {
      if (mine === this.#turn && this.now === null) fill(this.tiles, el("li", { class: "empty", role: "alert" }, `${cap(error.message)}.`));
    }
  }

  /** The alarms of a table, the worst first. */
  alarmsOf(stream) {
    return this.now.alarms.filter((one) => one.about === stream).sort((a, b) => RANKS[a.severity] - RANKS[b.severity]);
  }

  /** Put tiles in order: alarms first, then who is furthest below theory, tables without a dealer last; they stay while nobody is alarmed anew. */
  #sorted() {
    const alarmed = JSON.stringify(this.now.alarms.map((one) => one.alarm));
    const streams = this.now.tables.map((one) => one.stream);
    if (alarmed !== this.#alarmed || streams.some((one) => !this.#order.includes(one))) {
      const rank = (one) => RANKS[this.alarmsOf(one.stream)[0]?.severity] ?? (one.dealer_name === null ? 4 : 3);
      const apart = (one) => one.win_minor - (one.theory_minor ?? one.win_minor);
      this.#order = [...this.now.tables].sort((a, b) => rank(a) - rank(b) || apart(a) - apart(b)).map((one) => one.stream);
      this.#alarmed = alarmed;
    }
    return [...this.now.tables].sort((a, b) => this.#order.indexOf(a.stream) - this.#order.indexOf(b.stream));
  }

  #draw() {
    if (this.now === null) return;
    const { alarms, cleared, dealt, supervisors, house } = this.now;
    say(this.house, house);
    say(this.staffing, `${dealt} ${dealt === 1 ? "table" : "tables"}, ${supervisors} ${supervisors === 1 ? "supervisor" : "supervisors"}`);
    say(this.checkpoint, this.since === "" ? "Checkpoint" : `Checkpoint ${clockTime(this.since)} ✕`);
    this.checkpoint.setAttribute("aria-pressed", String(this.since !== ""));
    this.acknowledged.hidden = cleared.length === 0;
    this.marked.hidden = this.since === "";
    say(this.marked, this.since === "" ? "" : `Since ${clockTime(this.since)} each figure also shows how it changed.`);
    this.#drawAlarms([...alarms].sort((a, b) => RANKS[a.severity] - RANKS[b.severity] || b.alarm - a.alarm));
    if (this.now.tables.length === 0) fill(this.tiles, el("li", { class: "empty" }, "This house has no tables. The house file says which it has."));
    else if (this.#isList) this.#drawList();
    else keyed(this.tiles, this.#sorted(), (one) => one.stream, (one) => this.#tile(one), (node, one) => this.#fillTile(node, one));
  }

  #drawAlarms(alarms) {
    keyed(this.alarms, alarms, (one) => String(one.alarm), (one) => el("li", {}, el("b", { "aria-hidden": "true" }, "▲"), el("span", { class: "pit-alarm-what" }, el("span", { class: "pit-severity" }, one.severity), el("strong", {}, one.name), el("span", {}, cap(one.text))), el("time", { class: "muted" }, clockTime(one.at)),
      one.can_clear ? el("button", { type: "button", onclick: () => acknowledge(this, one), "aria-label": `Acknowledge: ${one.name}, ${one.text}` }, "Acknowledge") : el("span", { class: "small pit-waits" }, "ends when recorded")), (node, one) => {
      node.className = `is-${one.severity}`;
    });
  }

  #tile(one) {
    const figure = ([name, label]) => el("button", { type: "button", class: "pit-figure", "data-figure": name, onclick: () => openEvents(this, this.#table(one.stream), name === "hold" ? "win" : name) }, el("small", {}, label), el("span", { class: "figure" }), el("small", { class: "pit-change figure" }), el("span", { class: "unseen" }, ` of ${one.name}`));
    const act = ([label, group]) => el("button", { type: "button", "data-group": group, onclick: () => this.#open(one.stream, group), "aria-label": `${label}, ${one.name}` }, label);
    return el("li", { class: "pit-tile panel", "data-stream": one.stream }, el("header", {}, el("h2", {}, el("a", { href: `/table/${encodeURIComponent(one.stream)}` }, one.name)), el("span", { class: "pill" }), el("span", { class: "pit-dealer figure" })),
      el("p", { class: "spread muted small" }, el("span", {}, cap(gameName(one.game))), el("span", { class: "pit-seats" })),
      el("div", { class: "pit-figures" }, FIGURES.map(figure)),
      el("div", { class: "pit-middle" }, el("div", { class: "pit-spark" }), el("p", { class: "pit-hour" }, el("small", { class: "muted" }, "win per hour"), el("b", { class: "figure" })), el("p", { class: "pit-rounds" }, el("small", { class: "muted" }, "rounds"), el("b", { class: "figure" })),
        el("p", { class: "pit-float" }, el("small", { class: "muted" }, "float"), el("b", { class: "figure" }))),
      el("p", { class: "pit-notes small" }),
      el("div", { class: "pit-acts" }, GROUPS.map(act)));
  }

  #table(stream) {
    return this.now.tables.find((one) => one.stream === stream);
  }

  #open(stream, group) {
    const table = this.#table(stream);
    if (group === "limits") openLimits(this, table);
    else if (group === "dispute") openDisputes(this, table);
    else openGroup(this, table, group);
  }

  #shown(one, name) {
    if (name === "hold") return one.hold_permille === null ? "–" : `${(one.hold_permille / 10).toFixed(1)} %`;
    const minor = one[`${name}_minor`];
    return minor === null ? "–" : shortMoney(minor, one.currency);
  }

  #fillTile(node, one) {
    const state = this.states.get(one.stream);
    const alarms = this.alarmsOf(one.stream);
    node.className = `pit-tile panel${alarms.length > 0 ? ` is-${alarms[0].severity}` : ""}`;
    const [header, line, figures, middle, notes] = node.children;
    const [word, kind] = standing(state);
    say(header.children[1], word);
    header.children[1].className = `pill ${kind}`;
    header.children[1].hidden = word === "";
    say(header.children[2], one.dealer_name === null ? "no dealer" : `${one.dealer_name} ${spent(this.clock - Date.parse(one.dealer_since))}`);
    say(line.children[1], state?.seats ? `${state.seats.total - state.seats.free} of ${state.seats.total} seats` : "");
    for (const button of figures.children) {
      const name = button.getAttribute("data-figure");
      const isLoss = ["win", "hold"].includes(name) && one.win_minor < 0;
      say(button.children[1], this.#shown(one, name));
      button.children[1].classList.toggle("loss", isLoss);
      const change = one.change?.[`${name}_minor`];
      say(button.children[2], !change ? "" : `${change < 0 ? "" : "+"}${shortMoney(change, one.currency)}`);
    }
    this.#spark(middle.children[0], one);
    say(middle.children[1].children[1], `${shortMoney(one.hours.at(-1).win_minor, one.currency)} now`);
    say(middle.children[2].children[1], `${one.rounds_hour} / h`);
    say(middle.children[3].children[1], one.float_minor === null ? "–" : shortMoney(one.float_minor, one.currency));
    const said = [
      one.theory_why && `Theory ${one.theory_why}.`,
      one.difference_minor !== 0 && `Ledger and second count differ by ${money(one.difference_minor, one.currency)}.`,
      one.voids > 0 && `${one.voids} void.`,
      one.fills_minor > 0 && `Fills ${shortMoney(one.fills_minor, one.currency)}.`,
      one.credits_minor > 0 && `Credits ${shortMoney(one.credits_minor, one.currency)}.`,
    ].filter(Boolean);
    say(notes, said.join(" "));
    notes.classList.toggle("is-bad", one.difference_minor !== 0);
  }

  /** Draw the hours as bars, above the line or below it. */
  #spark(node, one) {
    const wins = one.hours.map((hour) => hour.win_minor);
    const key = wins.join();
    if (node.dataset.wins === key) return;
    node.dataset.wins = key;
    const most = Math.max(...wins.map(Math.abs), 1);
    const bars = wins.map((win, index) => svg("rect", { class: `${win < 0 ? "is-loss" : "is-gain"}${index === wins.length - 1 ? " is-now" : ""}`, x: index * 15, width: 13, y: win < 0 ? 18 : 18 - Math.max(1, (16 * win) / most), height: Math.max(1, (16 * Math.abs(win)) / most), rx: 1.5 }));
    const told = one.hours.map((hour) => `${clockTime(hour.at)} ${shortMoney(hour.win_minor, one.currency)}`).join(", ");
    fill(node, svg("svg", { viewBox: "0 0 120 36", role: "img", "aria-label": `Win by the hour: ${told}` }, bars, svg("line", { x1: 0, x2: 120, y1: 18, y2: 18 })));
  }

  #drawList() {
    const head = ["Table", "State", "Dealer", "Handle", "Drop", "Win", "Hold", "Theory", "Opening", "Fills", "Credits", "Float", "Rounds", "Void"];
    const amount = (minor, currency) => el("td", { class: "money" }, minor === null ? "–" : shortMoney(minor, currency));
    fill(this.list, el("table", {}, el("thead", {}, el("tr", {}, head.map((name, index) => el("th", { scope: "col", class: index > 2 ? "money" : "" }, name)))),
      el("tbody", {}, this.#sorted().map((one) => el("tr", {}, el("th", { scope: "row" }, one.name), el("td", {}, standing(this.states.get(one.stream))[0]), el("td", {}, one.dealer_name ?? "–"),
        ["handle", "drop", "win"].map((name) => amount(one[`${name}_minor`], one.currency)), el("td", { class: "money" }, this.#shown(one, "hold")), amount(one.theory_minor, one.currency),
        ["opening", "fills", "credits", "float"].map((name) => amount(one[`${name}_minor`], one.currency)), el("td", { class: "money" }, one.rounds), el("td", { class: "money" }, one.voids))))));
  }
}
