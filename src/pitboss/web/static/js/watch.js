// A table as whoever stands beside it sees it: its picture, how it stands, and its sign, its story and its odds.

import { part, read, readOnce, whoAmI } from "./api.js";
import { guard, pulse } from "./base/frame.js";
import "./base/ring.js";
import { Followed } from "./base/store.js";
import { el, fill, keyed, say, shortMoney } from "./dom.js";
import { gameOf, limitsInWords } from "./floor-pictures.js";
import { Live, streamAt } from "./live.js";
import { signOf } from "./parts/sign.js";
import { VirtualShoe } from "./parts/virtual-shoe.js";
import { offerTable } from "./watch-dealer.js";
import { watchPicture } from "./watch-pictures.js";
import "./watch-tote.js";
import { brief } from "./words.js";

const at = (id) => document.getElementById(id);
const live = new Live({ isLooking: true });
const STORY_MS = 1500;

/** @param {string} label @param {HTMLElement} value */
const fact = (label, value) => el("div", {}, el("dt", {}, label), el("dd", {}, value));

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Tabs

/** @param {[string, string, () => Node][]} tabs id, title, and what makes its panel when it is first shown */
function showTabs(tabs) {
  const made = new Map();
  const buttons = tabs.map(([id, title]) => el("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => choose(id) }, title));
  const panels = tabs.map(([id]) => el("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: 0, class: "tab-panel", hidden: true }));
  const choose = (wanted) => {
    tabs.forEach(([id, , make], index) => {
      const isShown = id === wanted;
      buttons[index].setAttribute("aria-selected", String(isShown));
      buttons[index].tabIndex = isShown ? 0 : -1;
      panels[index].hidden = !isShown;
      if (isShown && !made.has(id)) {
        made.set(id, true);
        panels[index].append(make());
      }
    });
  };
  at("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (buttons.findIndex((button) => button.tabIndex === 0) + step + buttons.length) % buttons.length;
    choose(tabs[next][0]);
    buttons[next].focus();
  });
  fill(at("tabs"), buttons);
  fill(at("tab-panels"), panels);
  choose(tabs[0][0]);
}

// The story

/** Return the sentences of a stream with their times, which come by themselves. @param {Followed} followed */
function storyOf(followed) {
  const list = el("ol", { class: "story changing", "aria-label": "What happened here, newest first" });
  const node = el("div", {}, list);
  let timer = 0;
  const ask = async () => {
    timer = 0;
    try {
      const lines = await read(part(followed.stream, "story"));
      keyed(list, lines, (line) => String(line.version), (line) => el("li", {}, el("time", { class: "muted figure" }, new Date(line.at).toLocaleTimeString("en-GB")), el("span", {}, brief(line.text))));
      if (lines.length === 0) fill(list, el("li", { class: "empty" }, "Nothing has happened here yet."));
    } catch {
      // It is asked for again with the next news.
    }
  };
  const soon = () => {
    timer ||= setTimeout(ask, STORY_MS);
  };
  followed.addEventListener("change", soon);
  followed.addEventListener("news", soon);
  ask();
  return node;
}

// The odds

/** Return what each kind of bet pays, and how many pockets of the wheel it covers; without a wheel what the sign says. */
function oddsOf(followed) {
  const node = el("div", {}, el("p", { class: "muted" }, "Reading the odds…"));
  const posted = () => signOf(followed.stream, (section) => /odds|vigorish|takeout/i.test(section.heading));
  readOnce(part(followed.stream, "layout")).then((layout) => {
    const kinds = new Map();
    for (const spot of layout.spots) if (!kinds.has(spot.kind)) kinds.set(spot.kind, spot);
    const shown = [...kinds.values()].filter((spot) => spot.pays !== null);
    if (shown.length === 0 || layout.order.length === 0) {
      fill(node, posted());
      return;
    }
    const currency = followed.state?.currency ?? "USD";
    const head = ["Such as", "Pays", "Wins on", "Limits"].map((title) => el("th", { scope: "col" }, title));
    const rows = shown.map((spot) => el("tr", {}, el("th", { scope: "row" }, spot.name || spot.title), el("td", { class: "nowrap" }, `${spot.pays} to 1`), el("td", { class: "nowrap" }, `${spot.covers.length} of ${layout.order.length}`), el("td", {}, `${shortMoney(spot.min_minor, currency)}–${shortMoney(spot.max_minor, currency)}`)));
    fill(node, el("table", {}, el("caption", {}, "What a bet pays"), el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows)), el("p", { class: "muted small" }, "Past results do not change the odds."));
  }, () => fill(node, posted()));
  return node;
}

// The table

function beginTable(line) {
  const followed = new Followed(live, line.stream);
  const picture = watchPicture(line.game, line.stream);
  const shoe = new VirtualShoe(line.stream);
  shoe.node.classList.add("panel");
  const ring = /** @type {any} */ (el("clock-ring", { hidden: true, "aria-label": "Time left for bets" }));
  const phase = el("strong", { class: "changing" });
  const parts = { dealer: el("span"), round: el("span", { class: "figure" }), limits: el("span"), seats: el("span") };
  fill(at("stage"), el("div", { class: "watch-facts panel" }, el("div", { class: "watch-state" }, ring, phase), el("dl", { class: "facts" }, fact("Dealer", parts.dealer), fact("Round", parts.round), fact("Limits", parts.limits), fact("Free seats", parts.seats))), shoe.node, picture.node);
  followed.addEventListener("change", () => {
    const state = followed.state;
    const isClosed = state.is_open === false;
    say(phase, isClosed ? `Closed: ${state.opens}` : state.held ? `Held: ${state.held}` : state.void ? `Game ${state.void} is void` : state.is_between_rounds ? "Between rounds" : capital(state.phase_in_words ?? ""));
    say(parts.dealer, state.dealer_name ?? "nobody");
    say(parts.round, String(state.round ?? "–"));
    say(parts.limits, limitsInWords(state.limits, state.currency) || "as posted");
    say(parts.seats, state.seats ? `${state.seats.free} of ${state.seats.total}` : "–");
    shoe.show(state, followed.version);
    if (state.is_open !== undefined) picture.show(state);
    else if (state.kind === "tournament") picture.show(state);
  });
  followed.addEventListener("left", () => {
    ring.hidden = followed.left === undefined;
    if (followed.left !== undefined) ring.set(followed.left, (followed.state?.seconds ?? 30) * 1000);
  });
  live.addEventListener("live", ({ detail }) => ring.late(!detail));
  showTabs([["sign", "Sign", () => signOf(line.stream)], ["story", "Story", () => storyOf(followed)], ["odds", "Odds", () => oddsOf(followed)]]);
  return followed;
}

function beginTote(line) {
  const board = /** @type {any} */ (document.createElement("watch-tote"));
  const followed = new Followed(live, line.stream);
  board.begin(line.stream);
  fill(at("stage"), board);
  followed.addEventListener("change", () => board.show(followed.state));
  live.addEventListener("beat", ({ detail }) => board.beat(detail.now));
  showTabs([["sign", "Sign", () => signOf(line.stream)], ["story", "Story", () => storyOf(followed)]]);
}

async function begin() {
  const wanted = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  try {
    const me = await whoAmI();
    const [house, lines] = await Promise.all([read("/api/house"), read("/api/streams")]);
    const line = lines.find((one) => one.stream === streamAt(wanted, lines.map((each) => each.stream)));
    if (line === undefined) {
      fill(at("stage"), el("p", { class: "empty" }, "There is no such table in this house. ", el("a", { href: "/floor" }, "Back to the floor")));
      return;
    }
    const name = line.kind === "tote" ? "The tote" : line.name || line.stream;
    say(at("name"), name);
    document.title = `${name}, ${house.name}`;
    say(at("what"), line.kind === "tote" ? house.name : `${gameOf(line.game).words} · ${house.name}`);
    if (line.kind === "tote") beginTote(line);
    else offerTable(at("act"), beginTable(line), me, house);
    say(at("trouble"), "");
  } catch (error) {
    say(at("trouble"), `The table cannot be shown: ${error.message}.`);
    setTimeout(begin, 3000);
  }
}

at("pulse-place").replaceWith(pulse(live));
guard(live, { stage: null, safe: "What is shown is old; bets and credits are safe" });
live.connect();
begin();
