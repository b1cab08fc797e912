// What a player's screen is made of: header, wheel and clock, felt, statistics, rack and buttons.

import { pulse, tools } from "./base/frame.js";
import "./base/ring.js";
import { el } from "./dom.js";
import { Rack } from "./parts/rack.js";
import { CashCard } from "./terminal-cash.js";
import { PaySheet, ResultCard } from "./terminal-pay.js";

const TABS = [["layout", "Layout"], ["track", "Racetrack"], ["last", "Last 20"], ["bets", "Your bets"]];

function fact(label, id, ...more) {
  const value = el("output", { id, class: "fact-value" });
  const name = el("span", { class: "fact-name" }, label);
  return { value, name, node: el("div", { class: `fact fact-${id}` }, name, el("div", { class: "fact-line" }, value, more)) };
}

/**
 * Build the screen; nothing is in it yet.
 * @param {{ live: import("./live.js").Live, place: string, act: (name: string) => void, press: Record<string, () => void> }} what
 */
export function built({ live, place, act, press }) {
  const sending = el("span", { class: "muted sending" });
  const rise = el("span", { class: "rise gain", hidden: true });
  const facts = { credit: fact("Credit", "credits", rise), staked: fact(["Bet", el("span", { class: "is-wide" }, " in this game")], "staked", sending), won: fact("Last win", "last-win"), limits: fact("Limits", "limits"), game: fact("Game", "game") };
  const table = el("strong", { id: "table-name" });
  const ring = el("clock-ring", { "aria-label": "Seconds to bet" });
  const smallRing = el("clock-ring", { class: "small-ring", "aria-hidden": "true" });
  const smallPill = el("span", { class: "small-state" });
  const strip = el("ul", { class: "strip", "aria-label": "Last numbers" });
  const header = el("header", { class: "head panel" }, el("h1", { class: "unseen" }, `Terminal ${place}`),
    el("div", { class: "facts changing" }, Object.values(facts).map((one) => one.node), el("div", { class: "fact fact-strip" }, el("span", { class: "muted small" }, "Last"), strip)),
    el("div", { class: "who" }, el("div", {}, table, el("span", { class: "muted", "aria-hidden": "true" }, `Terminal ${place}`)), pulse(live), tools()),
    el("div", { class: "head-clock changing" }, smallRing, smallPill));
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Parts of the screen" }, TABS.map(([name, text]) => el("button", { type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, "aria-selected": String(name === "layout") }, text)));

  const pill = el("span", { class: "pill", id: "status" });
  const words = el("span", { class: "state-words" });
  const ball = el("span", { class: "muted" });
  const clock = el("section", { class: "panel clock changing", "aria-label": "Betting time" }, ring, el("div", { class: "clock-words" }, pill, words, ball));
  const wheel = el("div", { class: "wheel-place changing" });
  const result = new ResultCard();
  const betCount = el("span", { class: "muted" });
  const betList = el("ul", { class: "bet-list" });
  const betNote = el("p", { class: "empty" });
  const bets = el("section", { class: "panel bets changing", "aria-label": "Your bets", tabindex: 0 }, el("header", { class: "spread" }, el("h2", {}, "Your bets"), betCount), betList, betNote);
  const left = el("div", { class: "side-left" }, wheel, clock, result.node, bets);

  const clothPlace = el("div", { class: "cloth-place" });
  const minus = el("button", { type: "button", class: "round", "aria-label": "Fewer neighbours", onclick: press.fewer }, "−");
  const plus = el("button", { type: "button", class: "round", "aria-label": "More neighbours", onclick: press.more }, "+");
  const each = el("output", { class: "figure each", id: "neighbours" });
  const trackWhat = el("strong", {});
  const trackHint = el("span", { class: "small" });
  const trackCost = el("strong", { class: "gold" });
  const trackEach = el("span", { class: "small" });
  const trackPicture = el("div", { class: "track-picture" });
  const track = el("section", { class: "track-place", "aria-label": "Racetrack" }, trackPicture,
    el("div", { class: "track-middle" }, minus, el("div", { class: "each-box" }, each, el("span", { class: "tiny" }, "each side")), plus, el("div", { class: "track-words" }, trackWhat, trackHint), el("div", { class: "track-words at-end" }, trackCost, trackEach)));
  const pay = new PaySheet();
  const band = el("div", { class: "felt-band", role: "status", hidden: true });
  const card = new CashCard(act);
  const felt = el("div", { class: "felt table-felt changing" }, clothPlace, track, pay.node, band, card.node);
  const right = el("div", { class: "side-right" });

  const rack = new Rack();
  const make = (id, text, does, key) => {
    const cost = el("small", {});
    // Before the table is there it would do nothing: whoever presses it then would wait for ever.
    return { cost, node: el("button", { type: "button", id, class: "foot-button", disabled: true, onclick: does, "aria-keyshortcuts": key ?? null }, text, cost) };
  };
  const buttons = {
    undo: make("undo", "Undo", press.undo, "u"), clear: make("clear", "Clear", press.clear, "x"), recall: make("recall", "Rebet", press.recall, "r"), double: make("double", "Double", press.double, "d"),
    favourites: make("favourites", "★ Favourites", press.favourites, "f"), cash: make("cash", "Cash out", press.cash, "o"), more: make("more", "⋯", press.menu),
  };
  for (const { node } of [buttons.recall, buttons.double, buttons.cash]) node.dataset.once = "";
  buttons.more.node.setAttribute("aria-label", "More");
  const waits = el("p", { class: "foot-note", hidden: true });
  const row = el("div", { class: "foot-buttons" }, Object.values(buttons).map((one) => one.node), waits);
  const foot = el("footer", { class: "foot panel" }, rack.node, row);
  const tag = el("div", { class: "tag", role: "status", hidden: true });
  const stage = /** @type {HTMLFieldSetElement} */ (el("fieldset", { class: "stage" }, el("legend", { class: "unseen" }, "Table"), tabs, el("div", { class: "middle" }, left, felt, right), foot));
  return { header, stage, facts, table, sending, rise, ring, smallRing, smallPill, strip, tabs, pill, words, ball, clock, wheel, result, bets, betCount, betList, betNote, clothPlace, track, trackPicture, each, trackWhat, trackHint, trackCost, trackEach, pay, band, card, felt, right, rack, buttons, waits, row, tag };
}
