// Sheets of the pit that show what was recorded: the events behind a figure, alarms and who acknowledged them.

import { read } from "./api.js";
import { refusalOf } from "./base/refusal.js";
import { openSheet } from "./base/sheet.js";
import { cap, clockTime, el, fill, money, words } from "./dom.js";
import { paperLink } from "./parts/paper.js";

/** @typedef {import("./pit-desk.js").PitDesk} Desk */

const NAMES = { handle: "Handle", drop: "Drop", win: "Win", theory: "Theoretical win", fills: "Fills", credits: "Credits" };
const WHAT = {
  handle: "Stakes of decided wagers; what was void is not among them.",
  drop: "Currency counted at the table, and markers issued.",
  win: "Stakes lost less winnings paid, with vigorish, corrections, goodwill and variances.",
  theory: "Each decided stake times the exact edge of its bet, by the tables that pay it; of cards from a full shoe.",
  fills: "Chips that came from the cage.",
  credits: "Chips that went to the cage.",
};

/** Return a cell with a record in words: what happened, the paper that it stands on, and beneath it what it meant for whom. @param {string} stream @param {any} one */
export function told(stream, one) {
  const [first, ...lines] = one.text.split("\n");
  return el("td", {}, first, el("small", { class: "muted" }, ` record ${one.version}`, one.paper !== "" && [", ", paperLink(stream, one)]), lines.map((line) => el("small", { class: "told-line muted" }, line.trim())));
}

/** Show the events that a figure is the sum of, the newest first. @param {Desk} desk @param {any} table @param {string} figure */
export async function openEvents(desk, table, figure) {
  const rows = el("tbody");
  const sum = el("strong", { class: "money" });
  const more = /** @type {HTMLButtonElement} */ (el("button", { type: "button", hidden: true }, "Earlier ones"));
  const why = figure === "theory" && table.theory_why;
  openSheet({ title: `${NAMES[figure]}, ${table.name}`, wide: true, className: "pit-events", body: el("div", {}, el("p", { class: "muted small" }, why ? `There is no such figure here: it ${why}.` : WHAT[figure]),
    el("p", { class: "spread" }, el("span", {}, table.begins ? `Since ${clockTime(table.begins)}, ${table.is_counted ? "from the opening count" : "when the table was opened"}` : "Not opened yet"), sum),
    el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Time"), el("th", { scope: "col" }, "What happened"), el("th", { scope: "col", class: "money" }, "Amount"))), rows), more) });
  let last = null;
  const add = async () => {
    const before = last === null ? "" : `&before=${last}`;
    const found = await read(`/api/pit/${encodeURIComponent(table.stream)}/events?figure=${figure}${before}`);
    fill(sum, money(found.total_minor, table.currency));
    rows.append(...found.events.map((one) => el("tr", {}, el("td", { class: "figure" }, clockTime(one.at)), told(table.stream, one), el("td", { class: "money" }, money(one.amount_minor, table.currency)))));
    if (rows.children.length === 0) rows.append(el("tr", {}, el("td", { colspan: 3, class: "empty" }, "Nothing yet.")));
    last = found.events.at(-1)?.version ?? last;
    more.hidden = found.left === 0;
  };
  more.addEventListener("click", add);
  await add().catch((error) => fill(rows, el("tr", {}, el("td", { colspan: 3, role: "alert" }, `${cap(error.message)}.`))));
}

/** Acknowledge an alarm by name, with what was done. @param {Desk} desk @param {any} alarm */
export function acknowledge(desk, alarm) {
  const text = /** @type {HTMLInputElement} */ (el("input", { required: true, maxlength: 200, autocomplete: "off" }));
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  const form = el("form", {}, el("p", {}, el("strong", {}, alarm.name), `: ${alarm.text}`), el("p", { class: "muted small" }, `${cap(alarm.severity)}, ${words(alarm.kind)}, at ${clockTime(alarm.at)}. It is recorded that ${desk.me.name ?? desk.me.person} looked into it.`),
    el("label", { class: "field" }, "What was done", text), trouble, el("button", { class: "main next" }, "Acknowledge"));
  const sheet = openSheet({ title: "Acknowledge an alarm", body: form });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const refused = refusalOf(await desk.live.command("house", { type: "house.clear_alarm/1", alarm: alarm.alarm, text: text.value.trim() }));
    if (refused !== null) {
      fill(trouble, `${cap(refused.reason)}.`);
      return;
    }
    sheet.close();
    desk.tell(`Acknowledged by ${desk.me.name ?? desk.me.person}.`, false);
    desk.look();
  });
  text.focus();
}

/** Show the alarms that somebody acknowledged. @param {Desk} desk */
export function openCleared(desk) {
  openSheet({ title: "Acknowledged alarms", wide: true, body: el("ul", { class: "pit-cleared" }, desk.now.cleared.map((one) => el("li", {}, el("p", {}, el("strong", {}, one.name), ` ${cap(one.text)}`), el("p", { class: "muted small" }, `${one.by}, ${clockTime(one.cleared_at)}: ${one.said}`)))) });
}
