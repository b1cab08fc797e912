// The floor: a tile for every table and a strip for the races, all over one socket; and a place for newcomers.

import { read, whoAmI } from "./api.js";
import { guard, pulse } from "./base/frame.js";
import { el, fill, say, shortMoney } from "./dom.js";
import { GROUPS } from "./floor-pictures.js";
import { Races } from "./floor-races.js";
import { Tile } from "./floor-tile.js";
import { showTour } from "./floor-tour.js";
import { Live } from "./live.js";

const live = new Live({ isLooking: true });
/** @type {Map<string, Tile>} */
const tiles = new Map();
const at = (id) => document.getElementById(id);
const races = new Races(at("races"));
const chosen = { group: "All", isFree: false, limit: 0 };
let currency = "USD";

// Which tables are shown

const countOf = (group) => (group === "Races" ? races.count : [...tiles.values()].filter((tile) => group === "All" || tile.game.group === group).length);
const groupButtons = new Map(["All", ...GROUPS, "Races"].map((group) => {
  const count = el("span", { class: "figure" });
  const button = el("button", { type: "button", class: "pill-button", "aria-pressed": String(group === "All"), onclick: () => choose({ group }) }, group, " ", count);
  return [group, { button, count }];
}));
fill(at("groups"), [...groupButtons.values()].map(({ button }) => button));

function choose(changed) {
  Object.assign(chosen, changed);
  for (const [group, { button }] of groupButtons) button.setAttribute("aria-pressed", String(group === chosen.group));
  at("open-seats").setAttribute("aria-pressed", String(chosen.isFree));
  at("limits").value = String(chosen.limit);
  sift();
}

/** Show the tables that are asked for. */
function sift() {
  let shown = 0;
  for (const tile of tiles.values()) {
    const limits = tile.state?.limits;
    const isWithin = chosen.limit === 0 || (limits !== undefined && tile.state.currency === currency && limits.min_minor <= chosen.limit);
    const isShown = (chosen.group === "All" || chosen.group === tile.game.group) && (!chosen.isFree || tile.isFree) && isWithin;
    tile.node.hidden = !isShown;
    shown += Number(isShown);
  }
  at("none").hidden = shown > 0 || tiles.size === 0 || chosen.group === "Races";
  at("races").hidden = chosen.isFree || !["All", "Races"].includes(chosen.group);
  for (const [group, { button, count }] of groupButtons) {
    say(count, String(countOf(group)));
    button.hidden = group !== "All" && countOf(group) === 0;
  }
}

/** Offer the minimums that tables have now. */
function offerLimits() {
  const found = [...tiles.values()].filter((tile) => tile.state?.limits && tile.state.currency === currency).map((tile) => tile.state.limits.min_minor);
  const lows = [...new Set(found)].sort((a, b) => a - b);
  const wanted = [0, ...lows].join();
  if (at("limits").dataset.offered === wanted) return;
  at("limits").dataset.offered = wanted;
  fill(at("limits"), el("option", { value: "0" }, "any"), lows.map((low) => el("option", { value: String(low) }, `from ${shortMoney(low, currency)} or less`)));
  at("limits").value = String(chosen.limit);
}

at("open-seats").addEventListener("click", () => choose({ isFree: !chosen.isFree }));
at("limits").addEventListener("change", () => choose({ limit: Number(at("limits").value) }));
at("all-again").addEventListener("click", () => choose({ group: "All", isFree: false, limit: 0 }));

// What is there

/** Tables at which a newcomer can play by a terminal come first, what has no table of its own last. */
const rank = (line) => ({ automatic: 0, tournament: 2 })[line.kind] ?? 1;

async function begin() {
  try {
    // First who this is: a key or session that is of no use any more is forgotten with it.
    const me = await whoAmI();
    const [house, lines] = await Promise.all([read("/api/house"), read("/api/streams")]);
    currency = house.currency;
    say(at("house"), house.name);
    document.title = `${house.name}: the floor`;
    for (const line of lines.sort((a, b) => rank(a) - rank(b))) {
      if (["house", "tote", "cage"].includes(line.kind) || tiles.has(line.stream)) continue;
      const tile = new Tile(line.stream, line);
      tiles.set(line.stream, tile);
      at("tables").append(tile.node);
      live.watch(line.stream);
    }
    showWho(me);
    if (house.is_demonstration) showTour(live, me);
    say(at("trouble"), "");
    at("coming").hidden = true;
    if (tiles.size === 0) fill(at("coming"), "The house is closed: it has no tables.").hidden = false;
  } catch (error) {
    say(at("trouble"), `The floor cannot be shown: ${error.message}.`);
    setTimeout(begin, 3000);
  }
  sift();
}

function showWho(me) {
  const name = me.name ?? me.person;
  fill(at("who"), name ? el("a", { class: "button", href: "/staff" }, name) : el("a", { class: "button", href: "/staff" }, "Sign in"));
}

live.addEventListener("state", ({ detail }) => {
  tiles.get(detail.stream)?.show(detail.state);
  offerLimits();
  sift();
});
let days = "";
live.addEventListener("beat", ({ detail }) => {
  // After midnight a tote is another stream: the page begins anew with it.
  const now = JSON.stringify(detail.days ?? {});
  if (days && days !== now) location.reload();
  days = now;
  for (const [stream, tile] of tiles) tile.beat(detail.left?.[stream]);
  const clock = new Date(detail.now).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  say(at("clock"), clock);
  races.beat(detail.now).then(() => {
    const tracks = races.count;
    say(at("count"), `${tiles.size} tables${tracks ? ` · ${tracks} ${tracks === 1 ? "track" : "tracks"}` : ""}`);
    sift();
  });
});
live.addEventListener("live", ({ detail: isLive }) => {
  for (const tile of tiles.values()) tile.late(!isLive);
});
live.addEventListener("problem", ({ detail }) => {
  if (detail.stream === undefined || detail.stream === null) say(at("trouble"), `${detail.reason}.`);
});
// A session that is over: the server forgets it here, and the floor is open to everybody again.
live.addEventListener("refused", () => whoAmI().then(showWho).catch(() => null));

at("pulse-place").replaceWith(pulse(live));
guard(live, { safe: "What is shown is old; bets and credits are safe" });
live.connect();
begin();
