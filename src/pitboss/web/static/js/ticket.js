// Your ticket: what it is worth and why, for anybody who has its number and check code. Nothing is paid here.

import { post } from "./api.js";
import { patient } from "./base/patience.js";
import { announce, clockTime, el, fill, money, say } from "./dom.js";
import { saddle } from "./parts/saddle.js";

const FORGET_MS = patient(120_000);
const at = (id) => document.getElementById(id);
let timer = 0;

/** Bring what was typed into the form of a bar code: "20040501-ABC check DEF" as "20040501-ABC-DEF". @param {string} typed */
export function payloadOf(typed) {
  return typed.trim().toUpperCase().replace(/\bCHECK\b/g, " ").replace(/[\s-]+/g, "-");
}

const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;

/** Where the money of a pool went, as a bar with its parts in words. @param {any} pool @param {string} currency */
function parted(pool, currency) {
  const parts = [["takeout", pool.takeout_minor], ["winners", pool.payout_minor], ["breakage", pool.breakage_minor]];
  return el("div", { class: "ticket-parts" }, el("div", { class: "ticket-bar", "aria-hidden": "true" }, parts.map(([name, minor]) => {
    const part = el("i", { class: `is-${name}` });
    part.style.setProperty("flex-grow", String(Math.max(0, minor)));
    return part;
  })), el("p", { class: "spread small muted" }, parts.map(([name, minor]) => el("span", { title: money(minor, currency) }, `${name} ${percent(minor, pool.bet_minor)}`))));
}

/** The first of a race on their cloths, those of a dead heat together. @param {string} race @param {any[]} order */
function finished(race, order) {
  const places = [...new Set(order.map((one) => one.place))].map((place) => order.filter((one) => one.place === place));
  return el("p", { class: "ticket-finish" }, el("span", { class: "small" }, `${race}, finish`), places.map((same) => el("span", { class: same.length > 1 ? "is-heat" : "" }, same.flatMap((one, at) => [at > 0 && " = ", saddle(one.no, one.cloth)]))), places.some((same) => same.length > 1) && el("span", { class: "small" }, "dead heat"));
}

/** @param {any} bet @param {any} ticket */
function betNode(bet, ticket) {
  const sum = bet.payout_minor + bet.refund_minor;
  const lines = ticket.pools[bet.pool] ?? [];
  return el("section", { class: `panel ticket-bet${bet.payout_minor > 0 ? " is-won" : ""}`, "aria-label": bet.bet },
    el("header", { class: "spread" }, el("div", {}, el("h2", {}, bet.bet), el("p", { class: "muted small" }, `${bet.name} · ${bet.combinations} ${bet.combinations === 1 ? "bet" : "bets"} · cost ${money(bet.cost_minor, ticket.currency)}`)), el("strong", { class: "figure big" }, money(sum, ticket.currency))),
    ticket.money[bet.pool]?.bet_minor > 0 && parted(ticket.money[bet.pool], ticket.currency),
    el("ul", {}, bet.lines.map((line) => el("li", {}, line))),
    lines.length > 0 && el("details", {}, el("summary", {}, `How the pool came to its prices`), el("ol", {}, lines.map((line) => el("li", {}, line)))));
}

/** @param {any} ticket */
function show(ticket) {
  const found = at("found");
  fill(found,
    el("section", { class: "felt ticket-head" }, el("p", { class: "muted small" }, `${ticket.facility} · sold ${new Date(ticket.sold_at).toLocaleDateString("en-GB")} ${clockTime(ticket.sold_at)} at window ${ticket.window}`), el("p", { class: "ticket-sum figure" }, money(ticket.due_minor, ticket.currency)), el("p", { class: "ticket-told" }, ticket.told), Object.entries(ticket.finish).map(([race, order]) => order.length > 0 && finished(race, order))),
    ticket.bets.map((bet) => betNode(bet, ticket)),
    el("p", { class: "ticket-foot muted" }, `It cost ${money(ticket.cost_minor, ticket.currency)}.`),
    el("button", { type: "button", id: "forget", onclick: forget }, "Done"));
  found.hidden = false;
  at("ask").hidden = true;
  announce(ticket.told);
  at("forget").focus({ preventScroll: true });
  // The page may stand in the hall: what one guest asked is not for the next.
  clearTimeout(timer);
  timer = setTimeout(forget, FORGET_MS);
}

/** Take everything of a ticket from the page. */
function forget() {
  clearTimeout(timer);
  fill(at("found"));
  at("found").hidden = true;
  at("ask").hidden = false;
  at("payload").value = "";
  at("payload").focus();
}

at("ask").addEventListener("submit", async (event) => {
  event.preventDefault();
  say(at("trouble"), "");
  try {
    show(await post("/api/tote/ticket", { payload: payloadOf(at("payload").value) }));
  } catch (error) {
    say(at("trouble"), `${error.message}.`);
    at("payload").focus();
  }
});
at("payload").focus();
