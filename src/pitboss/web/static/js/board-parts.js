// The parts of a tote board: runners with their odds, pools, tables of prices, results.

import { el, money, shortMoney } from "./dom.js";
import { saddle } from "./parts/saddle.js";

const ENDINGS = { 1: "st", 2: "nd", 3: "rd" };
const PLACES = 4;
const CHEAP = 5;

const badge = (board, number, isOut = false) => saddle(number, board.cloths[number], { isOut });
const panel = (className, title, note, ...children) => el("section", { class: `panel ${className}`, "aria-label": title }, el("header", { class: "spread" }, el("h2", {}, title), note && el("span", { class: "muted small" }, note)), children);
const figure = (minor, currency) => (minor === null || minor === undefined ? "" : shortMoney(minor, currency).replace(/^\$/, ""));
const price = (minor, currency) => (minor === null || minor === undefined ? "" : money(minor, currency));
const ordinal = (place) => `${place}${ENDINGS[place % 100 > 10 && place % 100 < 20 ? 0 : place % 10] ?? "th"}`;
const span = (races) => (races.length === 1 ? "" : ` ${races[0]}–${races.at(-1)}`);
const head = (...names) => el("thead", {}, el("tr", {}, names.map(([text, kind]) => el("th", { scope: "col", class: kind }, text))));

/** Each number with its runners, odds and money. */
export function runners(board, moved) {
  const kinds = ["win", "place", "show"].filter((kind) => board.pools.some((pool) => pool.kind === kind));
  const hasLine = board.interests.some((one) => one.morning_line !== null);
  const rows = board.interests.map((one) => {
    const names = one.runners.filter((runner) => one.is_out || !runner.is_out).map((runner) => runner.name).join(", ");
    const name = el("td", { class: "board-name" }, names, one.is_favorite && el("span", { class: "board-favorite" }, "favorite"));
    const cells = [el("th", { scope: "row" }, badge(board, one.number, one.is_out)), name];
    if (hasLine) cells.push(el("td", { class: "money muted" }, one.morning_line ?? ""));
    if (one.is_out) return el("tr", { class: "is-out", "data-number": one.number }, cells, el("td", { colspan: 2 + kinds.length, class: "board-out" }, "scratched · bets refunded"));
    const turn = moved[one.number];
    return el("tr", { class: one.is_favorite ? "is-favorite" : "", "data-number": one.number }, cells,
      el("td", { class: "money board-odds" }, kinds.includes("win") ? one.odds : ""),
      el("td", { class: `board-was${turn && !turn.is_longer ? " is-shorter" : ""}` }, turn ? [el("span", { "aria-hidden": "true" }, turn.is_longer ? "▲ " : "▼ "), el("span", { class: "unseen" }, turn.is_longer ? "longer, was " : "shorter, was "), turn.was] : "–"),
      kinds.map((kind) => el("td", { class: "money" }, figure(one[`${kind}_minor`], board.currency))));
  });
  const names = [["No."], ["Runner"], ...(hasLine ? [["Line", "money"]] : []), ["Odds", "money"], ["was"], ...kinds.map((kind) => [`${board.names[kind]} $`, "money"])];
  return el("section", { class: "panel board-runners", "aria-label": "Runners" }, el("table", {}, head(...names), el("tbody", {}, rows)));
}

/** What is in each pool. */
export function pools(board) {
  const carried = board.pools.filter((pool) => pool.carryover_minor > 0);
  const note = carried.length > 0 ? el("span", {}, `carried in, ${board.names[carried[0].kind].toLowerCase()} `, el("b", { class: "board-gold" }, shortMoney(carried[0].carryover_minor, board.currency))) : "";
  const rows = board.pools.map((pool) => el("tr", { class: `is-${pool.status}` }, el("th", { scope: "row" }, `${board.names[pool.kind]}${span(pool.races)}`, pool.status === "held" && el("span", { class: "board-held" }, " held")),
    el("td", { class: "money" }, shortMoney(pool.sold_minor - (pool.refunds_minor ?? 0), board.currency))));
  return panel("board-pools", "Pools", note, el("table", {}, el("tbody", {}, rows)));
}

/** What each pair would pay: the lowest prices stand out. */
export function matrix(board, found) {
  const all = found.prices.flat().filter((one) => one !== null).sort((a, b) => a - b);
  const cheap = all[Math.min(CHEAP, all.length) - 1] ?? -1;
  const isPair = found.kind !== "double";
  const isBelow = (row, column) => found.kind === "quinella" && found.rows.indexOf(row) > found.columns.indexOf(column);
  const cell = (row, column, minor) => {
    if ((isPair && row === column) || isBelow(row, column)) return el("td", { class: "is-none" });
    if (found.rows_out.includes(row) || found.columns_out.includes(column)) return el("td", { class: "is-out" }, el("span", { class: "unseen" }, "out"));
    return el("td", { class: `money${minor !== null && minor <= cheap ? " is-cheap" : ""}` }, minor === null ? "-" : Math.floor(minor / 100).toLocaleString("en-US"));
  };
  const top = el("thead", {}, el("tr", {}, el("td"), found.columns.map((one) => el("th", { scope: "col" }, badge(board, one, found.columns_out.includes(one))))));
  const rows = found.rows.map((row, at) => el("tr", {}, el("th", { scope: "row" }, badge(board, row, found.rows_out.includes(row))), found.columns.map((column, place) => cell(row, column, found.prices[at][place]))));
  const across = { quinella: "either order", double: "second leg across" }[found.kind] ?? "first down, second across";
  return panel("board-matrix", `${board.names[found.kind] ?? found.kind} pays for $2`, across, el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `${board.names[found.kind]}, all pairs` }, el("table", {}, top, el("tbody", {}, rows))));
}

/** What live tickets will pay, by who wins this race. */
export function willPays(board) {
  const numbers = [...new Set(board.will_pays.flatMap((one) => Object.keys(one.prices)))];
  const lowest = (prices) => Math.min(...Object.values(prices).filter((one) => one !== null));
  const rows = board.will_pays.map((one) => el("tr", {}, el("th", { scope: "row" }, board.names[one.kind]), numbers.map((number) => el("td", { class: `money${one.prices[number] === lowest(one.prices) ? " is-cheap" : ""}` }, one.prices[number] === null || one.prices[number] === undefined ? "-" : shortMoney(one.prices[number], board.currency)))));
  const top = el("thead", {}, el("tr", {}, el("td"), numbers.map((number) => el("th", { scope: "col" }, badge(board, number)))));
  return panel("board-will", "Will pay for $2", `if it wins race ${board.race}`, el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Will pay, by number" }, el("table", {}, top, el("tbody", {}, rows))));
}

/** A combination as cloths: "2-1-4", "6/2". */
function combo(board, text) {
  const parts = String(text ?? "").split(/([-/,])/);
  return el("span", { class: "board-combo" }, parts.map((one, place) => (place % 2 ? el("i", {}, one) : board.cloths[one] ? badge(board, one) : one)));
}

/** The order of finish, with prices once it is official. */
export function results(board) {
  const isOfficial = board.status.includes("OFFICIAL");
  const kinds = ["win", "place", "show"].filter((kind) => isOfficial && board.pools.some((pool) => pool.kind === kind));
  const shown = board.finish.filter((one) => one.place <= PLACES || one.win !== null || one.place_price !== null || one.show !== null);
  const rows = shown.map((one) => el("tr", { class: one.place === 1 ? "is-first" : "", "data-number": one.no }, el("th", { scope: "row" }, ordinal(one.place), one.is_dead_heat && el("small", {}, "dead heat")), el("td", {}, badge(board, one.no)), el("td", { class: "board-name" }, one.name),
    kinds.map((kind) => el("td", { class: "money" }, price(kind === "place" ? one.place_price : one[kind], board.currency)))));
  const placed = new Set(shown.map((one) => one.no));
  // An order may be posted with its first places alone: the others ran as well, and nobody misses a runner.
  const behind = board.finish.filter((one) => !placed.has(one.no)).map((one) => one.no);
  const also = [...behind, ...board.interests.flatMap((one) => one.runners).filter((one) => !one.is_out && !placed.has(one.no) && !behind.includes(one.no)).map((one) => one.no)];
  const out = board.interests.filter((one) => one.is_out);
  const rest = [also.length > 0 && el("p", { class: "board-also" }, el("span", { class: "muted" }, "Also ran "), also.map((number) => badge(board, number))), out.length > 0 && el("p", {}, el("span", { class: "muted" }, "Scratched, refunded "), out.map((one) => badge(board, one.number, true)))];
  const names = [["Finish"], ["No."], [isOfficial ? "Runner · prices for $2" : "Runner · not official yet"], ...kinds.map((kind) => [board.names[kind], "money"])];
  return el("section", { class: "panel board-finish", "aria-label": "Order of finish" }, el("table", {}, head(...names), el("tbody", {}, rows)), el("div", { class: "board-rest" }, rest));
}

/** What the other pools paid. */
results.paid = (board) => {
  const rows = board.paid_out.map((one, at) => el("tr", {}, el("th", { scope: "row" }, el("span", { class: at > 0 && board.paid_out[at - 1].pool === one.pool ? "unseen" : "" }, board.names[one.kind])), el("td", {}, one.combo ? combo(board, one.combo) : el("span", { class: "muted" }, one.reason ?? one.status)),
    el("td", { class: "money" }, price(one.price, board.currency), one.carryover_minor > 0 && el("small", { class: "board-gold" }, `carried over ${shortMoney(one.carryover_minor, board.currency)}`))));
  if (rows.length === 0) return false;
  return panel("board-paid", "All other pools", "for $2", el("table", {}, el("tbody", {}, rows)));
};

/** The last result of the track, kept until this race closes. */
results.last = (board) => {
  const last = { ...board.last, cloths: board.cloths, names: board.names };
  const rows = last.finish.filter((one) => one.win !== null || one.place_price !== null || one.show !== null).map((one) => el("tr", {}, el("td", {}, badge(last, one.no)), el("td", { class: "board-name" }, one.name), [one.win, one.place_price, one.show].map((minor) => el("td", { class: "money" }, price(minor, last.currency)))));
  return panel("board-last", `Race ${last.race}, ${last.status[0].toLowerCase()}`, "win, place, show for $2", el("table", {}, el("tbody", {}, rows)));
};
