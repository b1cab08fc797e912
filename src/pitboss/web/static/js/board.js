// The tote board for televisions and visitors: one race as large as the screen allows, live.
//
// The server makes the board, the same that `pitboss tote board` prints, and says which way odds moved; here it is only
// laid out. `/board` follows the next race to go, `/board/TRACK` that of a track, `/board/TRACK/RACE` stays with one;
// `?rotate=20` shows the tracks in turn, so many seconds each.

import { guard, onKey } from "./base/frame.js";
import { matrix, pools, results, runners, willPays } from "./board-parts.js";
import { announce, clockTime, el, fill, say } from "./dom.js";
import { Live } from "./live.js";

const OLD_MS = 60_000;
const TICKS = 10;
const AGAIN_MS = 10_000;
const LIT = { OPEN: "is-open", OFFICIAL: "is-gold" };

const live = new Live({ isLooking: true });
const main = document.getElementById("main");
const [, , track, race] = location.pathname.split("/").map(decodeURIComponent);
const rotate = Number(new URLSearchParams(location.search).get("rotate"));

/** @type {{ stream: string, track?: string, race?: number }} */
let which = { stream: "", ...(track ? { track } : {}), ...(race ? { race: Number(race) } : {}) };
/** @type {any} */
let board = null;
let moved = {};
let now = Date.now();
let said = "";
let days = /** @type {Record<string, string>} */ ({});

const minutesTo = (instant) => Math.max(0, Math.ceil((Date.parse(instant) - now) / 60_000));
const words = { clock: el("p", { class: "board-clock" }), odds: el("p", { class: "board-of" }), lights: el("p", { class: "board-lights" }) };

/** Watch another board, and say so in the address. @param {{ track?: string, race?: number }} next */
function watch(next) {
  which = { stream: which.stream, ...next };
  history.replaceState(null, "", `${["/board", which.track, which.race].filter((one) => one !== undefined).map((one, place) => (place === 0 ? one : encodeURIComponent(one))).join("/")}${location.search}`);
  live.board(which);
}

const tracks = () => [...new Set(board.races.map((one) => one.track))];

/** Go to the race before or after. @param {number} step */
function step(step) {
  if (board === null) return;
  const mine = board.races.filter((one) => one.track === board.track);
  const at = mine.findIndex((one) => one.race === board.race) + step;
  if (mine[at]) watch({ track: board.track, race: mine[at].race });
}

/** Go to the track before or after. @param {number} step */
function turn(step) {
  if (board === null) return;
  const all = tracks();
  watch({ track: all[(all.indexOf(board.track) + step + all.length) % all.length] });
}

function draw() {
  if (board === null) {
    fill(main, el("h1", { class: "empty" }, "No race card is open yet. The mutuel manager opens one."));
    return;
  }
  const what = [board.distance, board.surface, board.title].filter(Boolean).join(" · ");
  const isDecided = board.finish.length > 0;
  const head = el("header", { class: "felt board-head" }, el("h1", {}, el("span", { class: "board-track" }, board.track_name), " ", el("span", { class: "unbroken" }, `Race ${board.race}`)), el("p", { class: "board-what" }, what), words.lights);
  const clock = el("section", { class: "felt board-time", "aria-label": "Time" }, words.clock);
  const notes = board.notes.length > 0 && el("p", { class: "board-notes", role: "status" }, board.notes.join(" · "));
  const left = isDecided ? results(board) : runners(board, moved);
  const side = isDecided ? el("div", { class: "board-side" }, results.paid(board), pools(board)) : el("div", { class: "board-side" }, pools(board), board.last && board.last.finish.length > 0 && results.last(board));
  const would = [...board.probables.map((one) => matrix(board, one)), board.will_pays.length > 0 && willPays(board)].filter(Boolean);
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.race : undefined;
  const region = document.activeElement?.getAttribute("aria-label");
  const scrolled = new Map([...main.querySelectorAll(".scroll")].map((one) => [one.getAttribute("aria-label"), one.scrollLeft]));
  fill(main, head, clock, notes, el("div", { class: "board-main changing" }, left), el("div", { class: "changing board-aside" }, side), would.length > 0 && el("div", { class: "board-would changing" }, would), strip(), el("footer", { class: "board-foot small" }, words.odds, el("span", {}, "▼ shorter ▲ longer")));
  document.title = `${board.track_name}, race ${board.race}`;
  main.style.setProperty("--rows", String(isDecided ? 8 : board.interests.length));
  main.dataset.state = isDecided ? "decided" : "open";
  for (const one of main.querySelectorAll(".scroll")) {
    one.scrollLeft = scrolled.get(one.getAttribute("aria-label")) ?? 0;
    if (region && one.getAttribute("aria-label") === region) one.focus({ preventScroll: true });
  }
  if (focused) main.querySelector(`[data-race="${CSS.escape(focused)}"]`)?.focus();
  tell();
  tick();
}

/** The races of the track, and the other tracks. */
function strip() {
  const mine = board.races.filter((one) => one.track === board.track);
  const chip = (one) => el("button", { type: "button", "data-race": `${one.track} ${one.race}`, "aria-pressed": String(one.race === board.race), onclick: () => watch({ track: one.track, race: one.race }) },
    el("b", {}, one.race), el("span", {}, one.phase === "open" ? clockTime(one.post_time) : one.phase === "posted" ? "result" : one.phase));
  const others = tracks().filter((one) => one !== board.track).map((one) => el("button", { type: "button", "data-race": one, onclick: () => watch({ track: one }) }, el("b", {}, one), el("span", {}, "next race")));
  return el("nav", { class: "board-strip", "aria-label": "Races" }, mine.map(chip), others);
}

/** Say what is new to whoever listens. */
function tell() {
  const light = `${board.track_name}, race ${board.race}: ${board.status.join(", ").toLowerCase()}`;
  if (said !== "" && light !== said) announce(light);
  said = light;
}

/** What moves with the clock alone. */
function tick() {
  if (board === null) return;
  const isOpen = board.status[0] === "OPEN";
  const next = isOpen ? board : board.races.find((one) => one.track === board.track && one.phase === "open");
  const left = next ? minutesTo(next.post_time) : 0;
  const bar = isOpen && el("span", { class: "board-ticks", "aria-hidden": "true" }, Array.from({ length: TICKS }, (_, place) => el("i", { class: place < left ? "is-left" : "" })));
  const sign = `${isOpen} ${left} ${next?.race} ${next?.post_time} ${clockTime(now)}`;
  if (words.clock.dataset.sign !== sign) {
    words.clock.dataset.sign = sign;
    if (!next) fill(words.clock, el("span", { class: "board-when" }, "The last race is off"), el("span", { class: "board-now" }, "now ", el("b", {}, clockTime(now))));
    else fill(words.clock, el("b", { class: "board-minutes figure" }, left), el("span", { class: "board-unit" }, isOpen ? `${left === 1 ? "minute" : "minutes"} to post` : `min to race ${next.race}`), el("span", { class: "board-now" }, "post ", el("b", {}, clockTime(next.post_time)), el("br"), "now ", el("b", {}, clockTime(now))), bar);
  }
  if (words.lights.dataset.sign !== board.status.join()) {
    words.lights.dataset.sign = board.status.join();
    fill(words.lights, board.status.map((one) => el("span", { class: `pill ${LIT[one] ?? "is-last"}` }, one)));
  }
  const age = now - Date.parse(board.now);
  main.classList.toggle("is-old", age > OLD_MS);
  say(words.odds, `${age > OLD_MS ? "Old: odds" : "Odds"} of ${new Date(board.now).toLocaleTimeString("en-GB")}. Betting ends at the start.`);
}

live.addEventListener("board", ({ detail }) => {
  if (detail.stream !== which.stream) return;
  board = detail.board;
  moved = detail.moved ?? {};
  draw();
  main.dataset.version = String(detail.version);
});
live.addEventListener("welcome", ({ detail }) => {
  now = Date.parse(detail.now);
});
live.addEventListener("beat", ({ detail }) => {
  now = Date.parse(detail.now);
  days = detail.days ?? {};
  const stream = Object.values(days)[0] ?? "";
  if (stream !== "" && stream !== which.stream && (which.stream === "" || Object.values(days).every((one) => one !== which.stream))) {
    which = { ...which, stream };
    live.board(which);
  }
  tick();
});
live.addEventListener("problem", ({ detail }) => {
  if (detail.stream !== undefined && board === null) fill(main, el("h1", { class: "empty", role: "alert" }, `${detail.reason}. `, el("a", { href: "/board" }, "Next race to go")));
});
// Odds grow old while the line is down, too.
setInterval(() => {
  if (!live.isLive) {
    now += 1000;
    tick();
  }
}, 1000);
// A track whose card is not open yet, or a new day: asked for again until it is there.
setInterval(() => board === null && which.stream !== "" && live.board(which), AGAIN_MS);
if (rotate > 0) setInterval(() => document.visibilityState === "visible" && turn(1), Math.max(5, rotate) * 1000);

onKey("ArrowLeft", "The race before", () => step(-1));
onKey("ArrowRight", "The race after", () => step(1));
onKey("ArrowUp", "The track before", () => turn(-1));
onKey("ArrowDown", "The track after", () => turn(1));
onKey("n", "The next race to go", () => watch({}));
guard(live, { stage: null, safe: "The odds shown are old", back: () => "odds of now" });
live.connect();
