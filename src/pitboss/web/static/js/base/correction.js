// A correction of money as it would be recorded: its rows, and what it leaves open, for both who stand by it.

import { part, post } from "../api.js";
import { el, money } from "../dom.js";
import { openSheet } from "./sheet.js";

/**
 * Return the rows of a correction, and what is due or owed after it, as tables.
 * @param {{ rows: any[], open: any[] }} shown
 * @param {string} currency
 */
export function correctionOf({ rows, open }, currency) {
  const amount = (minor) => el("td", { class: "money" }, money(minor, currency));
  const head = (...names) => el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name))));
  const wagers = rows.length > 0 && el("table", { class: "correction" }, el("caption", {}, "Wagers, as they stand and as they would"), head("Player", "Wager", "Stake", "Was", "Now", "Difference"),
    el("tbody", {}, rows.map((row) => el("tr", {}, el("th", { scope: "row" }, row.player), el("td", {}, row.bet), amount(row.stake_minor), amount(row.was_minor), amount(row.now_minor), amount(row.difference_minor)))));
  const debts = open.length > 0 && el("table", { class: "correction" }, el("caption", {}, "Due to players; what they owe is below zero"), head("Player", "Before", "After"),
    el("tbody", {}, open.map((row) => el("tr", {}, el("th", { scope: "row" }, row.player), amount(row.before_minor), amount(row.after_minor)))));
  return el("div", { class: "corrections" }, wagers, debts);
}

/**
 * Look at a correction first; resolve with the act that carries what was seen, or with null where it is not to be done.
 * @param {string} stream
 * @param {any} act
 * @param {string} title
 * @param {string} currency
 * @returns {Promise<any>}
 */
export async function seenFirst(stream, act, title, currency) {
  const shown = await post(part(stream, "preview"), { act });
  if (shown.refusal !== null) throw new Error(`${shown.refusal.reason}${shown.refusal.clause ? ` [${shown.refusal.clause}]` : ""}`);
  return new Promise((resolve) => {
    let found = null;
    openSheet({
      title, wide: true, closes: () => resolve(found),
      body: el("div", {}, el("p", {}, shown.text), correctionOf(shown, currency)),
      actions: [{ text: "Not now", kind: "later" }, { text: "Do it", kind: "main next", does: () => { found = { ...act, seen: shown.digest }; } }],
    });
  });
}
