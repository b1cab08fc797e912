// A simulation: begun with a seed, followed as it plays, drawn against the exact figure, and cancelled.
//
// It is played by a process of the server's own, one for each person; this page asks how far it has come.

import { post, read } from "./api.js";
import { announce, cap, el, fill, minorOf, plainMoney, say, svg } from "./dom.js";
import { percent } from "./lab-odds.js";

const AGAIN_MS = 500;
const WORDS = { running: "playing", done: "done", cancelled: "cancelled", failed: "failed" };
/** Standard errors beyond which play and mathematics do not agree. */
const AGREES = 3;
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [340, 190, 46, 16, 8, 24];

const number = new Intl.NumberFormat("en-US");

/** Read a whole number, with or without commas; NaN where it is none. @param {string} text */
const whole = (text) => (/^\s*\d{1,16}\s*$/.test(text.replaceAll(",", "")) ? Number(text.replaceAll(",", "")) : NaN);

export class RunPanel {
  /** Whether the rules as they are changed are refused: nothing can be played by them. */
  isRefused = false;
  #now = /** @type {any} */ ({ state: "none" });
  #wager = /** @type {any} */ (null);
  #currency = "";
  #usual = "";
  #timer = 0;

  /** @param {import("./lab-desk.js").LabDesk} desk */
  constructor(desk) {
    this.desk = desk;
    const field = (id, value) => /** @type {HTMLInputElement} */ (el("input", { id, inputmode: "numeric", autocomplete: "off", value }));
    this.stake = field("run-stake", "");
    this.rounds = field("run-rounds", "10,000,000");
    this.seed = field("run-seed", "1");
    this.aimed = el("p", { class: "small muted" });
    this.button = el("button", { type: "button", class: "main", id: "run", onclick: () => this.toggle() }, "Start");
    this.state = el("span", { class: "pill", id: "run-state", hidden: true });
    this.bar = /** @type {HTMLProgressElement} */ (el("progress", { max: 1, hidden: true, "aria-label": "Progress" }));
    this.plot = el("div", { class: "lab-plot" });
    this.legend = el("p", { class: "row lab-key small muted", hidden: true, "aria-hidden": "true" }, el("span", { class: "is-mean" }, "simulated edge %"), el("span", { class: "is-exact" }, "exact"), el("span", { class: "is-band" }, "95 %"));
    this.told = el("p", { class: "lab-told", id: "run-told" });
    this.off = el("p", { class: "small muted", id: "run-off" });
    this.why = el("p", { class: "note is-bad", role: "alert", id: "run-why" });
    this.files = el("p", { class: "row lab-files", hidden: true }, el("a", { class: "button", id: "run-csv", href: "/api/lab/run/export", download: "" }, "Results CSV"), el("a", { class: "button", id: "run-json", href: "/api/lab/run/export?form=json", download: "simulation.json" }, "JSON"));
    const labelled = (name, input) => el("label", { class: "lab-field" }, el("span", { class: "small" }, name), input);
    this.node = el("section", { class: "panel lab-run changing", "aria-labelledby": "run-title" }, el("header", { class: "spread" }, el("h2", { id: "run-title" }, "Simulation against exact"), this.state), this.aimed, el("div", { class: "lab-fields" }, labelled("Stake", this.stake), labelled("Rounds", this.rounds), labelled("Seed", this.seed), this.button), this.why, this.bar, this.plot, this.legend, this.told, this.off, this.files);
    desk.live.addEventListener("live", () => this.#look());
    this.#look();
  }

  /** Another wager is chosen: it is the one that is played next. @param {any} wager */
  aim(wager) {
    const { table } = this.desk;
    this.#wager = wager;
    const usual = wager.stake_minor ? plainMoney(wager.stake_minor, table.currency) : "";
    // A stake that somebody entered stays, until it is of another currency or game.
    if (usual && (this.stake.value === this.#usual || this.#currency !== `${table.currency} ${table.game}`)) this.stake.value = usual;
    if (usual) this.#usual = usual;
    this.#currency = `${table.currency} ${table.game}`;
    this.draw();
  }

  get #isRunning() {
    return this.#now.state === "running";
  }

  /** Start a simulation, or cancel the one that runs. */
  async toggle() {
    if (this.button.disabled) return;
    const isStart = !this.#isRunning;
    this.button.disabled = true;
    say(this.why, "");
    try {
      this.#now = isStart ? await post("/api/lab/run", this.#asked()) : await post("/api/lab/run/cancel");
      announce(isStart ? "The simulation plays." : "The simulation is cancelled.");
    } catch (error) {
      say(this.why, `${cap(error.message)}.`);
    }
    this.button.disabled = false;
    this.draw();
    this.#soon();
  }

  /** Return what is to be played. */
  #asked() {
    const { chosen, table, rules } = this.desk;
    const asked = { rounds: whole(this.rounds.value), seed: whole(this.seed.value), stake_minor: minorOf(this.stake.value, table.currency) };
    if (!(asked.rounds >= 1 && asked.rounds <= 1e9)) throw new Error(`Rounds “${this.rounds.value}”: enter a whole number from 1 to 1,000,000,000`);
    if (!(asked.seed <= Number.MAX_SAFE_INTEGER)) throw new Error(`Seed “${this.seed.value}”: enter a whole number from 0 to ${number.format(Number.MAX_SAFE_INTEGER)}`);
    if (!(asked.stake_minor >= 1)) throw new Error(`Stake “${this.stake.value}”: enter an amount such as ${this.#usual}`);
    return { ...chosen, settings: rules.changed, bet: this.#wager.bets[0], ...asked };
  }

  #soon() {
    clearTimeout(this.#timer);
    if (this.#isRunning) this.#timer = setTimeout(() => this.#look(), AGAIN_MS);
  }

  async #look() {
    clearTimeout(this.#timer);
    if (!this.desk.live.isLive) return;
    const wasRunning = this.#isRunning;
    try {
      this.#now = await read("/api/lab/run");
    } catch {
      // The line may be down, or the house busy: it is asked again.
    }
    this.draw();
    if (wasRunning && !this.#isRunning) announce(`The simulation is ${WORDS[this.#now.state]}. ${this.told.textContent}`);
    this.#soon();
  }

  draw() {
    const now = this.#now;
    const can = this.#wager !== null && this.#wager.bets.length > 0;
    say(this.aimed, this.#wager === null ? "" : can ? `Next: ${this.#wager.name}` : `${this.#wager.name} is not played by itself: choose another wager.`);
    say(this.button, this.#isRunning ? "Cancel" : "Start");
    this.button.classList.toggle("main", !this.#isRunning);
    this.button.disabled = !this.#isRunning && (!can || this.isRefused);
    this.state.hidden = now.state === "none";
    say(this.state, WORDS[now.state] ?? "");
    this.bar.hidden = !this.#isRunning;
    this.bar.value = now.rounds ? now.played / now.rounds : 0;
    this.files.hidden = now.state !== "done";
    if (now.state === "failed") say(this.why, `${cap(now.reason)}.`);
    const last = now.trail?.at(-1);
    fill(this.plot, last !== undefined ? plot(now) : el("p", { class: "empty small" }, this.#isRunning ? "The process begins…" : "Start a simulation to see its mean come nearer to the exact edge."));
    this.legend.hidden = last === undefined;
    say(this.told, last === undefined ? "" : `${percent(-last.mean)} ± ${percent(last.half_width)}`);
    const exact = now.exact === null ? "no exact figure: the shoe is dealt on" : last === undefined ? "" : `exact ${percent(-now.exact)}, ${agreement(now, last)}`;
    say(this.off, last === undefined ? "" : `${number.format(now.played)} of ${number.format(now.rounds)} rounds of ${now.title}, seed ${now.seed}; ${exact}`);
  }
}

/** Say how far the mean is from the exact figure, in standard errors. */
function agreement(now, last) {
  if (!last.half_width) return "";
  const off = (last.mean - now.exact) / (last.half_width / 1.959963984540054);
  return `${Math.abs(off).toFixed(2)} standard errors off: ${Math.abs(off) < AGREES ? "agrees" : "does not agree"}`;
}

/** Draw the running edge with its 95 percent band against the exact one, by rounds on a logarithmic scale. */
function plot({ trail, exact, rounds }) {
  const points = trail.map((one) => ({ rounds: one.rounds, edge: -one.mean, half: one.half_width }));
  const shown = points.length > 4 ? points.slice(3) : points;
  const middle = exact === null ? shown.at(-1).edge : -exact;
  const reach = Math.max(...shown.map((one) => Math.max(Math.abs(one.edge - middle), one.half))) * 1.05 || 0.01;
  const first = Math.log10(points[0].rounds);
  const last = Math.max(first + 0.1, Math.log10(rounds));
  const x = (count) => LEFT + ((WIDTH - LEFT - RIGHT) * (Math.log10(count) - first)) / (last - first);
  const y = (edge) => TOP + ((HEIGHT - TOP - BOTTOM) * (middle + reach - Math.min(middle + reach, Math.max(middle - reach, edge)))) / (2 * reach);
  const line = (places) => places.map(([one, two], index) => `${index === 0 ? "M" : "L"}${one.toFixed(1)} ${two.toFixed(1)}`).join("");
  const upper = points.map((one) => [x(one.rounds), y(one.edge + one.half)]);
  const lower = points.map((one) => [x(one.rounds), y(one.edge - one.half)]).reverse();
  const places = reach < 0.0005 ? 4 : reach < 0.005 ? 3 : reach < 0.05 ? 2 : 1;
  const powers = Array.from({ length: 10 }, (_, power) => 10 ** power).filter((count) => count >= points[0].rounds && count <= rounds);
  const end = points.at(-1);
  const compact = new Intl.NumberFormat("en-US", { notation: "compact" });
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Edge by rounds: ${percent(end.edge)} plus or minus ${percent(end.half)} after ${number.format(end.rounds)}${exact === null ? "" : `, exact ${percent(-exact)}`}` },
    [middle + reach, middle, middle - reach].map((edge) => [svg("line", { class: "lab-grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(edge), y2: y(edge) }), svg("text", { x: LEFT - 6, y: y(edge) + 4, "text-anchor": "end" }, (100 * edge).toFixed(places))]),
    powers.map((count) => svg("text", { x: x(count), y: HEIGHT - 6, "text-anchor": "middle" }, compact.format(count))),
    svg("path", { class: "lab-band", d: `${line([...upper, ...lower])}Z` }), exact !== null && svg("line", { class: "lab-exactly", x1: LEFT, x2: WIDTH - RIGHT, y1: y(-exact), y2: y(-exact) }),
    svg("path", { class: "lab-mean", d: line(points.map((one) => [x(one.rounds), y(one.edge)])) }), svg("circle", { class: "lab-end", cx: x(end.rounds), cy: y(end.edge), r: 4 }));
}
