// The race program as a page: the races as printed, with what has changed since flagged, and bet slips to be filled in.
//
// The program comes from the card that is open. What changed is found by laying the live day beside it. A slip is read by the
// server; its code says the bet as it would be said at a window.

import { read } from "./api.js";
import { guard, pulse, tools } from "./base/frame.js";
import { Followed } from "./base/store.js";
import { announce, clockTime, el, fill, say, words } from "./dom.js";
import { Live } from "./live.js";
import { betsOf, codeNode, runnersOf } from "./program-parts.js";
import { SlipForm } from "./program-slip.js";

const live = new Live({ isLooking: true });
const main = document.getElementById("main");
const bar = document.getElementById("bar");
const [, , wanted] = location.pathname.split("/").map(decodeURIComponent);
/** @type {Followed | null} */
let followed = null;
let stream = "";
let track = "";
/** @type {any} */
let printed = null;
/** @type {Promise<any> | null} the program on its way: what happens meanwhile asks for no other */
let coming = null;
let shown = "";
/** @type {SlipForm | null} */
let slips = null;

const raceOf = (number) => followed?.state?.races.find((one) => one.track === track && one.race === number);

/** Return what has changed at a race since the program was printed. @param {any} race */
function changesOf(race) {
  const now = raceOf(race.number);
  if (!now) return [];
  const post = printed.posts[race.number];
  const moved = Date.parse(post) !== Date.parse(now.post_time);
  return [
    now.phase === "cancelled" && "Called off: all bets on it are refunded.",
    moved && `New post time ${clockTime(now.post_time)} (printed ${clockTime(post)}).`,
    ...now.scratched.map((no) => `${no} ${race.runners.find((one) => one.number === no)?.name ?? ""} is scratched.`),
  ].filter((one) => one !== false);
}

function raceNode(race, chapters) {
  const changes = changesOf(race);
  const now = raceOf(race.number);
  const out = new Set(now?.scratched ?? []);
  const what = [race.kind, race.distance, race.surface, race.purse && `purse ${race.purse}`].filter(Boolean).join(" · ");
  return el("section", { class: "panel program-race", id: `race-${race.number}`, "aria-label": `Race ${race.number}` },
    el("header", { class: "program-head" }, el("div", { class: "program-about" }, el("div", { class: "program-name" }, el("h2", {}, el("span", { class: "program-number figure" }, race.number), ` ${race.title || `Race ${race.number}`}`), el("p", {}, "Post ", el("b", { class: "figure" }, race.post_time), now && el("span", { class: "pill tiny" }, words(now.phase)))),
      el("p", { class: "muted" }, what), race.conditions && el("p", { class: "small" }, race.conditions)), codeNode(track, race.number)),
    changes.length > 0 && el("ul", { class: "program-changes", "aria-label": "Changed since printing" }, changes.map((text) => el("li", {}, el("b", {}, "Changed"), " ", text))),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Runners of race ${race.number}` }, runnersOf(race, out)), race.coupled.map((text) => el("p", { class: "small" }, text)),
    betsOf(race, chapters), race.legs.map((text) => el("p", { class: "small muted" }, text)),
    el("p", { class: "row program-links" }, el("a", { class: "button", href: `/board/${encodeURIComponent(track)}/${race.number}` }, "Board"), el("button", { type: "button", onclick: () => slips?.open(race, raceOf(race.number)) }, "Fill in a bet slip")));
}

function draw() {
  const { program } = printed;
  const chapters = program.chapters;
  document.title = `${program.name}, race program`;
  const focused = document.activeElement?.closest?.("[data-keep]")?.id;
  fill(main,
    el("section", { class: "felt program-top" }, el("p", { class: "program-where" }, program.facility), el("p", { class: "program-track" }, program.name), el("p", {}, `${program.date}${program.clock ? ` · hours ${program.clock}` : ""}`),
      el("p", { class: "row program-tools" }, el("a", { class: "button", href: `/api/tote/${encodeURIComponent(stream)}/program/${encodeURIComponent(track)}/pdf`, target: "_blank", rel: "noopener" }, "PDF"), el("button", { type: "button", onclick: () => print() }, "Print this page"))),
    el("nav", { class: "program-nav", "aria-label": "Races" }, program.races.map((race) => el("a", { class: `button${changesOf(race).length > 0 ? " is-changed" : ""}`, href: `#race-${race.number}` }, el("b", {}, race.number), el("small", {}, race.post_time)))),
    slips?.node, program.races.map((race) => raceNode(race, chapters)),
    el("section", { class: "panel program-words", "aria-label": "Explained" }, chapters.map((chapter) => el("details", {}, el("summary", {}, chapter.heading), chapter.passages.map((passage) => el("div", {}, el("h3", {}, passage.title), el("p", {}, passage.text), passage.notes.map((note) => el("p", { class: "small" }, note)), el("p", { class: "tiny muted" }, passage.clauses.join(", "))))))),
    el("p", { class: "small muted program-foot" }, `${program.edition}. A slip is no bet: it counts when a ticket is printed.`));
  if (focused) document.getElementById(focused)?.focus();
}

/** Show the program again where something on it has changed. */
function changed() {
  if (printed === null) return;
  const sign = JSON.stringify(printed.program.races.map((race) => [changesOf(race), raceOf(race.number)?.phase]));
  if (sign === shown) return;
  if (shown !== "") announce("The program has changed.");
  shown = sign;
  draw();
}

async function load() {
  const tracks = [...new Set(followed.state.races.map((one) => one.track))];
  const next = wanted ?? tracks[0];
  if (next === undefined || !tracks.includes(next)) {
    fill(main, el("p", { class: "empty", role: "status" }, next === undefined ? "No race card is open yet. The mutuel manager opens one." : `No card of ${next} is open today. `, tracks.map((one) => el("a", { class: "button", href: `/program/${encodeURIComponent(one)}` }, one))));
    return;
  }
  if (printed !== null) {
    changed();
    return;
  }
  track = next;
  if (coming !== null) return;
  coming = read(`/api/tote/${encodeURIComponent(stream)}/program/${encodeURIComponent(track)}`);
  printed = await coming.finally(() => { coming = null; });
  slips = new SlipForm({ stream, track, currency: printed.program.currency });
  const others = tracks.filter((one) => one !== track).map((one) => el("a", { class: "button", href: `/program/${encodeURIComponent(one)}` }, one));
  fill(bar, el("h1", {}, "Race program"), others, pulse(live), el("span", { class: "row bar-tools" }, tools({ hasThemes: true })));
  changed();
}

const trouble = (error) => fill(main, el("p", { class: "empty", role: "alert" }, `${error.message}.`));

live.addEventListener("beat", ({ detail }) => {
  const [first] = Object.values(detail.days ?? {});
  if (followed !== null || first === undefined) return;
  stream = first;
  followed = new Followed(live, stream);
  followed.addEventListener("change", () => load().catch(trouble));
});
guard(live, { stage: null, safe: "Changes since printing may be missing", back: () => "changes are shown" });
say(bar.querySelector("h1"), "Race program");
live.connect();
