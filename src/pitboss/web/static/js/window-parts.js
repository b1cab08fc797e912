// Parts of a teller's window: the races that can be sold, what is told under the line, and the ticket as it will be printed.

import { cap, clockTime, el, keyed, money, say } from "./dom.js";

const SOON_MINUTES = 2;

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
