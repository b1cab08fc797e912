// Parts of a teller's window: the races that can be sold, what is told under the line, and the ticket as it will be printed.

import { cap, clockTime, el, keyed, money, say, shortMoney } from "./dom.js";
import { saddle } from "./parts/saddle.js";

const SOON_MINUTES = 2;

/** What is told while nothing is typed. */
export const IDLE = { ready: "Type a bet, touch the buttons, or scan a ticket.", noRace: "No race is open for bets.", closed: "This window is closed. A mutuel supervisor opens it." };

/** Return the two columns of a window: what is said, and the ticket. @param {import("./window-sale.js").WindowScreen} screen */
export function gridOf(screen) {
  const named = (name, node) => el("div", {}, el("h2", { class: "label" }, name), node);
  const typed = el("div", { class: "window-line" }, el("div", { class: "window-typed" }, screen.line, screen.tokens), screen.cost, screen.count);
  const left = el("div", { class: "window-left" }, screen.races, typed, screen.told, screen.orders, el("div", { class: "window-two" }, named("Each", screen.each), named("Form", screen.forms)), named("Bet", screen.kinds), named("Runners", screen.runners));
  const right = el("div", { class: "window-right" }, el("h2", {}, "This ticket"), screen.sheet, el("div", { class: "window-two" }, screen.add, screen.again), named("Given", screen.givens), screen.change, screen.sell, el("div", { class: "spread window-last" }, screen.lastSale, screen.cancel));
  return el("div", { class: "window-grid" }, left, right);
}

/** Return why no bet on a race can be sold; empty where one can. @param {any[]} races @param {{ track: string, race: number }} at */
export function raceTrouble(races, at) {
  const race = races.find((one) => one.track === at.track && one.race === at.race);
  if (race?.phase === "open") return "";
  return race ? `No bets are taken on race ${at.race} of ${at.track} now.` : `There is no race ${at.race} of ${at.track} today.`;
}

/**
 * Show the runners of a race as buttons, and which are chosen.
 * @param {any} node
 * @param {any} board
 * @param {Set<string>} chosen
 * @param {(number: string) => void} touch
 */
export function showField(node, board, chosen, touch) {
  keyed(node, board.interests, (one) => `${board.track} ${board.race} ${one.number}`, (one) => el("button", { type: "button", onclick: () => touch(one.number) }, saddle(one.number, board.cloths[one.number], { isOut: one.is_out }), el("span", { class: "window-name" }), el("span", { class: "figure window-odds" })), (button, one) => {
    say(button.children[1], one.runners.map((runner) => runner.name).join(", "));
    say(button.children[2], one.is_out ? "SCR" : (one.odds ?? ""));
    button.disabled = one.is_out;
    button.setAttribute("aria-pressed", String(chosen.has(one.number)));
  });
}

/** Return the pairs of a bet, each with what it would pay now. @param {any[]} orders @param {any} cloths @param {string} currency */
export const ordersOf = (orders, cloths, currency) => orders.map((one) => el("li", {}, one.combo.split(/[-/]/).map((number) => saddle(number, cloths?.[number])), el("span", { class: "figure" }, one.price_minor === null ? "–" : shortMoney(one.price_minor, currency))));

/**
 * Show what can be chosen as buttons, and which is.
 * @param {any} node
 * @param {any[][]} options each a value and what its button says
 * @param {any} chosen
 * @param {(value: any) => void} does
 */
export function showChoices(node, options, chosen, does) {
  const sign = JSON.stringify([options, chosen]);
  if (node.dataset.sign === sign) return;
  node.dataset.sign = sign;
  keyed(node, options, ([value]) => String(value), ([value, text]) => el("button", { type: "button", onclick: () => does(value) }, text), (button, [value]) => button.setAttribute("aria-pressed", String(value === chosen)));
}

/**
 * Show the races as buttons, with the minutes that each has left.
 * @param {Element} node
 * @param {any[]} races
 * @param {number} now
 * @param {{ track: string, race: number }} at the one that is sold
 * @param {(track: string, race: number) => void} go
 */
export function showRaces(node, races, now, at, go) {
  keyed(node, races, (race) => `${race.track} ${race.race}`, (race) => el("button", { type: "button", onclick: () => go(race.track, race.race) }, el("b", {}), el("small"), el("span", { class: "figure" })), (button, race) => {
    const [name, post, left] = button.children;
    const minutes = Math.max(0, Math.ceil((Date.parse(race.post_time) - now) / 60_000));
    say(name, `${race.track} ${race.race}`);
    say(post, clockTime(race.post_time));
    say(left, race.phase === "open" ? `${minutes} MTP` : "OFF");
    button.classList.toggle("is-off", race.phase !== "open");
    button.classList.toggle("is-soon", race.phase === "open" && minutes <= SOON_MINUTES);
    button.setAttribute("aria-pressed", String(race.track === at.track && race.race === at.race));
  });
}

/**
 * Return what is told under the line: what was not done stands before what is typed now.
 * @param {any} slip what is typed, as the server understood it
 * @param {string} said what was not done; empty where all was
 * @param {string} closed why nothing can be sold here; empty where it can
 * @returns {{ isBad: boolean, text: string }} without a text where there is nothing to tell
 */
export function toldOf(slip, said, closed) {
  const isGood = slip?.problem === null;
  const own = closed || (slip === null ? "" : isGood ? `Can be sold: ${slip.name}, ${slip.bet}` : `${cap(slip.problem)}${/[.!?]$/.test(slip.problem) ? "" : "."}${slip.clause ? ` [${slip.clause}]` : ""}`);
  return { isBad: said !== "" || (slip !== null && !isGood), text: `${said} ${own}`.trim() };
}

/**
 * Return the ticket as it will be printed, with the bet that is being typed.
 * @param {{ name: string, currency: string }} day
 * @param {any[]} bets
 * @param {any} typed null where there is none that can be sold
 * @param {number} total
 */
export function paperOf({ name, currency }, bets, typed, total) {
  const row = (bet, kind) => el("li", { class: kind }, el("span", {}, el("b", {}, `${bet.track} race ${bet.race}`), el("br"), bet.bet), el("span", { class: "money" }, el("b", {}, money(bet.cost_minor, currency)), el("br"), `${bet.combinations} ${bet.combinations === 1 ? "bet" : "bets"}`));
  const many = bets.length + Number(typed !== null);
  return [
    el("p", { class: "spread" }, el("b", {}, name), el("span", { class: "small" }, "valid only when printed")),
    el("ul", {}, bets.map((bet) => row(bet, "")), typed !== null && row(typed, "is-typed")),
    el("p", { class: "spread window-sum" }, el("b", {}, `${many} ${many === 1 ? "line" : "lines"}`), el("b", { class: "figure" }, money(total, currency))),
  ];
}

/** What is to be paid, what was given, and what goes back. @param {number} total @param {number} given @param {string} currency */
export function changeOf(total, given, currency) {
  const rows = [["To pay", total], ["Tendered", given], [given < total ? "Missing" : "Change", Math.abs(given - total)]];
  return rows.map(([name, minor], at) => el("div", { class: at === 2 ? "is-change" : "" }, el("dt", {}, name), el("dd", { class: "figure" }, money(minor, currency))));
}

/** What was sold before this page was opened: that is cancelled by its paper. @param {number} serial the last ticket's */
export const soldBefore = (serial) => (serial === 0 ? "Nothing sold yet" : `Last sale: ticket ${serial}. Scan it to cancel it.`);
