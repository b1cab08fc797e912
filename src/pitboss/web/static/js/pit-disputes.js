// Disputes of a table, from the claim to the complaint: what happened, what is pinned as evidence, and the next step.

import { read } from "./api.js";
import { refusalOf } from "./base/refusal.js";
import { openSheet } from "./base/sheet.js";
import { cap, clockTime, el, fill, words } from "./dom.js";
import { narrowed } from "./offers.js";
import { openOffered } from "./parts/acts.js";
import { Names } from "./roulette/names.js";
import { told } from "./pit-sheets.js";

/** @typedef {import("./pit-desk.js").PitDesk} Desk */

const PIN = "dispute.pin/1";
const NAMING = /^dispute\.(?!raise|pin)|correct_settlement|correct_wager|add_wager|mispayment|correct_past_sale/;

/** Return how long is left of what a player was told, in words. */
function leftOf(until, now) {
  if (until === null) return "";
  const minutes = Math.round((Date.parse(until) - now) / 60_000);
  return minutes >= 0 ? `${minutes} min left of what the player was told` : `${-minutes} min over what the player was told`;
}

/** Show the disputes of a table. @param {Desk} desk @param {any} table */
export async function openDisputes(desk, table) {
  const list = el("div", { class: "pit-disputes" }, el("p", { class: "empty" }, "Looking at the disputes…"));
  const raise = () => openOffered({ approvals: desk.approvals, stream: table.stream, currency: table.currency, title: `A dispute at ${table.name}`, picks: (tag) => tag === "dispute.raise/1", first: "dispute.raise/1", done: draw });
  openSheet({ title: `Disputes, ${table.name}`, wide: true, className: "disputes-sheet", body: el("div", {}, list, el("button", { type: "button", onclick: raise }, "A player disputes something")) });
  const step = (number) => openOffered({
    approvals: desk.approvals, stream: table.stream, currency: table.currency, title: `Dispute ${number}, ${table.name}`, picks: (tag) => NAMING.test(tag),
    narrow: (offer) => narrowed(offer, "dispute", number), done: draw,
  });
  async function draw() {
    desk.look();
    try {
      const [found, names] = await Promise.all([read(`/api/pit/${encodeURIComponent(table.stream)}/disputes`), Names.of(table.stream)]);
      // What is drawn anew keeps the focus where it was, or gives it to the next step: nobody walks there again by keys.
      const held = list.contains(document.activeElement) ? document.activeElement : null;
      const at = held && { dispute: held.closest("[data-dispute]")?.getAttribute("data-dispute"), deed: held.closest("[data-deed]")?.getAttribute("data-deed") ?? "step" };
      fill(list, found.length === 0 ? el("p", { class: "empty" }, "No dispute at this table. A player raises one, or the dealer for a player.") : found.map((one) => disputeOf(desk, table, { ...one, player: names.player(one.player), bet: one.bet && names.bet(one.bet) }, step, draw)));
      const again = (deed) => /** @type {HTMLElement | null} */ (list.querySelector(`[data-dispute="${at?.dispute}"] [data-deed="${deed}"]`));
      if (at) (again(at.deed) ?? again("step"))?.focus({ preventScroll: true });
    } catch (error) {
      fill(list, el("p", { class: "empty", role: "alert" }, `${cap(error.message)}.`));
    }
  }
  await draw();
}

function disputeOf(desk, table, one, step, draw) {
  const about = [one.round > 0 && `round ${one.round}`, one.bet !== "" && one.bet].filter(Boolean).join(", ");
  const left = leftOf(one.until, desk.clock);
  const pick = el("div", { class: "pit-records", "data-deed": "pin" });
  const row = (event, more = null) => el("tr", {}, el("td", { class: "figure" }, clockTime(event.at)), told(table.stream, event), more);
  return el("article", { class: "panel pit-dispute", "data-dispute": one.dispute }, el("header", { class: "spread" }, el("h3", {}, `Dispute ${one.dispute} of ${one.player}${about ? `, ${about}` : ""}`), el("span", { class: `pill ${one.is_open ? "is-bad" : ""}` }, words(one.stage))),
    left !== "" && one.is_open && el("p", { class: "small" }, left),
    one.is_notice_due && el("p", { class: "note is-bad" }, "The regulator is to be told of it, and that recorded."),
    el("table", {}, el("caption", {}, "From the claim on"), el("tbody", {}, one.steps.map((event) => row(event)))),
    el("table", {}, el("caption", {}, "Evidence pinned from the record"), el("tbody", {}, one.evidence.length === 0 ? el("tr", {}, el("td", { class: "muted" }, "None yet.")) : one.evidence.map((event) => row(event, el("td", {}, event.note))))),
    el("div", { class: "row" }, el("button", { type: "button", class: "main", "data-deed": "step", onclick: () => step(one.dispute) }, "Next step"), one.stage !== "complaint_filed" && el("button", { type: "button", "data-deed": "pin", onclick: () => records(desk, table, one, pick, draw) }, "Pin evidence")), pick);
}

/** List what was recorded of late, each to be pinned with one tap. */
async function records(desk, table, one, node, draw, before = null) {
  const query = before === null ? "" : `?before=${before}`;
  const found = await read(`/api/pit/${encodeURIComponent(table.stream)}/records${query}`);
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  const note = /** @type {HTMLInputElement} */ (el("input", { maxlength: 200, autocomplete: "off" }));
  const known = new Set(one.evidence.map((event) => event.version));
  const pin = async (version) => {
    const refused = refusalOf(await desk.live.command(table.stream, { type: PIN, dispute: one.dispute, version, note: note.value.trim() || "Looked at." }));
    if (refused === null) draw();
    else fill(trouble, `${cap(refused.reason)}.${refused.clause ? ` [${refused.clause}]` : ""}`);
  };
  fill(node, el("label", { class: "field" }, "What it shows", note), trouble, el("table", {}, el("caption", {}, "What was recorded, the newest first"), el("tbody", {}, found.filter((event) => !known.has(event.version)).map((event) => el("tr", {}, el("td", { class: "figure" }, clockTime(event.at)), told(table.stream, event), el("td", {}, el("button", { type: "button", onclick: () => pin(event.version) }, "Pin", el("span", { class: "unseen" }, ` record ${event.version}`))))))),
    found.length > 0 && found.at(-1).version > 2 && el("button", { type: "button", onclick: () => records(desk, table, one, node, draw, found.at(-1).version) }, "Earlier ones"));
}
