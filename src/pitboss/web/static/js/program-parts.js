// The tables of a race in the program: its runners with their cloths, and the bets that are offered on it.

import { el } from "./dom.js";
import { saddle } from "./parts/saddle.js";
import { codeOf } from "./parts/slip.js";

const RIDERS = { horse: "Jockey", harness: "Driver", greyhound: "Handler" };

/** Return the code of a race: scanned at a window or a machine, on paper or from a phone, it brings that race up. @param {string} track @param {number} race */
export const codeNode = (track, race) => el("figure", { class: "program-code", title: "Scan it at a window or a self-service machine" }, el("img", { src: codeOf(`SLIP ${track} R${race}`), alt: `Code of race ${race}`, width: 84, height: 84 }), el("figcaption", { class: "small muted" }, "Scan to bet"));

/** Return the runners of a race; those that are out are struck. @param {any} race @param {Set<string>} out */
export function runnersOf(race, out) {
  const columns = [["rider", RIDERS[race.runs] ?? "Rider"], ["trainer", "Trainer"], ["weight", "Weight"], ["morning_line", "Morning line"]].filter(([part]) => race.runners.some((one) => one[part]));
  const isCoupled = race.runners.some((one) => one.bet_as !== one.number);
  return el("table", { class: "program-runners" }, el("thead", {}, el("tr", {}, ["No.", "Runner", isCoupled && "Bet as", ...columns.map(([, name]) => name)].filter(Boolean).map((name) => el("th", {}, name)))),
    el("tbody", {}, race.runners.map((one) => el("tr", { class: out.has(one.number) ? "is-out" : "" }, el("td", {}, saddle(one.number, one.cloth, { isOut: out.has(one.number) }), el("span", { class: "unseen" }, one.cloth ? ` ${one.cloth.name}` : "")), el("th", {}, out.has(one.number) ? [el("s", {}, one.name), el("span", { class: "pill tiny" }, "scratched")] : one.name, one.owner && el("small", { class: "muted" }, one.owner)), isCoupled && el("td", {}, one.bet_as), columns.map(([part]) => el("td", {}, one[part]))))));
}

/** Return the bets of a race, each with what it is and costs at least. @param {any} race @param {any[]} chapters */
export function betsOf(race, chapters) {
  const explained = new Map(chapters.flatMap((chapter) => chapter.passages).map((passage) => [passage.title, passage]));
  return el("ul", { class: "program-bets", "aria-label": `Bets on race ${race.number}` }, race.bets.map((bet) => {
    const races = bet.races.length > 1 ? ` on races ${bet.races.join(", ")}` : "";
    return el("li", {}, el("details", {}, el("summary", {}, el("b", {}, bet.name), ` from ${bet.minimum}${races}`, bet.note && el("span", { class: "pill tiny" }, bet.note)), el("p", { class: "small" }, explained.get(bet.name)?.text ?? ""), el("p", { class: "tiny muted" }, `${bet.takeout ? `Takeout ${bet.takeout}. ` : ""}${bet.clause}`)));
  }));
}
