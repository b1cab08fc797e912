// The tables at work that have a console of their own, for whoever is signed in.

import { read } from "./api.js";
import { CONSOLES } from "./consoles.js";
import { el, fill } from "./dom.js";

/** Return the tables with a console, and how each stands; the one that somebody deals at comes first. @param {string} person */
export async function tablesAtWork(person) {
  const lines = (await read("/api/streams")).filter((one) => one.game in CONSOLES);
  const found = await Promise.all(lines.map(async (one) => ({ ...one, state: (await read(`/api/streams/${encodeURIComponent(one.stream)}`)).state })));
  return found.sort((a, b) => Number(b.state.dealer === person) - Number(a.state.dealer === person));
}

const addressOf = (stream) => `/deal/${encodeURIComponent(stream)}`;

/** Return where somebody who has just signed in goes: to the open table that they deal at; null where there is none. */
export async function ownTable(person) {
  const own = (await tablesAtWork(person)).find((one) => one.state.is_open && one.state.dealer === person);
  return own === undefined ? null : addressOf(own.stream);
}

/** Return a panel with a way to each table, and to the pit and the laboratory for those who may look there. @param {{ person: string, reads?: string[] }} me */
export function tablesPanel(me) {
  const body = el("ul", { class: "to-tables" });
  const pit = me.reads?.includes("read") && el("li", {}, el("a", { class: "button", href: "/pit" }, "Pit", el("small", {}, "every table's figures")));
  const lab = me.reads?.includes("lab") && el("li", {}, el("a", { class: "button", href: "/lab" }, "Laboratory", el("small", {}, "odds, PAR sheets, simulations")));
  fill(body, pit, lab);
  tablesAtWork(me.person).then((tables) => fill(body, pit, lab, tables.map((one) => el("li", {}, el("a", { class: one.state.dealer === me.person ? "button main" : "button", href: addressOf(one.stream) }, `Deal at ${one.name}`, el("small", {}, one.state.is_open ? (one.state.dealer === me.person ? "your table" : `open, ${one.state.dealer_name ?? "nobody"} deals`) : "closed")))))).catch(() => null);
  return el("section", { class: "card", id: "tables", "aria-labelledby": "tables-title" }, el("h2", { id: "tables-title" }, "Tables"), body);
}
