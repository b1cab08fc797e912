// The dealer's console: who is here, the bar, and the console of the table's own game.

import { part, readOnce, whoAmI } from "./api.js";
import { approvalsOf } from "./base/approvals.js";
import { lockPage, signInDoor } from "./base/door.js";
import { guard, pulse, tools } from "./base/frame.js";
import { soundByDefault } from "./base/sound.js";
import { signOutButton, tellFates } from "./base/staff-page.js";
import { Followed } from "./base/store.js";
import { styleOf } from "./base/style.js";
import { consoleOf } from "./consoles.js";
import { el, fill, say, shortMoney } from "./dom.js";
import { Live } from "./live.js";
import { gameName } from "./words.js";

const OUTSIDE = 12;
const stream = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const main = document.getElementById("main");
const bar = document.getElementById("bar");
const live = new Live();

/** Show the door, the lock, or the table. */
async function begin() {
  const me = await whoAmI();
  if (me.csrf === null) {
    fill(main, signInDoor(begin));
    return;
  }
  if (me.is_locked) {
    locked(me);
    return;
  }
  soundByDefault();
  const followed = new Followed(live, stream);
  const approvals = approvalsOf(live, me);
  barOf(me, followed, approvals);
  live.addEventListener("locked", () => locked(me));
  live.addEventListener("refused", () => location.reload());
  followed.addEventListener("change", () => open(me, followed), { once: true });
  live.connect();
  live.addEventListener("problem", ({ detail }) => {
    if (followed.state === null) fill(main, el("p", { class: "empty", role: "alert" }, `There is no such table here: ${detail.reason}. `, el("a", { href: "/staff" }, "Staff page")));
  });
}

function locked(me) {
  lockPage(live, { bar, main, title: "Dealer's console", me });
}

async function open(me, followed) {
  try {
    const [found] = await Promise.all([consoleOf(followed.state.game), styleOf(followed.state.game)]);
    if (found === null) {
      location.replace(`/staff?table=${encodeURIComponent(stream)}`);
      return;
    }
    const node = el("fieldset", { class: "stage console", "aria-label": `Console of ${followed.state.name}` });
    fill(main, node);
    new found.Console({ live, me, followed, stream, node });
    guard(live, { stage: /** @type {any} */ (node), safe: "Bets and credits are safe", back: () => `game ${followed.state.round}` });
  } catch (error) {
    fill(main, el("p", { class: "empty", role: "alert" }, `The console could not be opened: ${error.message}. `, el("a", { href: "/staff" }, "Staff page")));
  }
}

function barOf(me, followed, approvals) {
  const name = el("h1", { id: "table" }, "");
  const game = el("span", { class: "muted small bar-game" });
  const limits = el("span", { class: "small muted bar-limits" });
  const dealer = el("span", { class: "small bar-dealer" });
  const clock = el("time", { class: "figure bar-clock" });
  fill(bar, el("div", { class: "bar-name" }, name, game), approvals.nodes, limits, dealer, clock, pulse(live), el("span", { class: "row bar-tools" }, el("a", { class: "button tool", href: `/table/${encodeURIComponent(stream)}` }, "Open, close, rack"), tools(), signOutButton()));
  tellFates(approvals);
  let since = null;
  followed.addEventListener("change", () => {
    const state = followed.state;
    document.title = `${state.name}, console`;
    say(name, state.name);
    say(game, gameName(state.game));
    since = state.dealer_since ? Date.parse(state.dealer_since) : null;
    say(dealer, state.dealer_name ?? "no dealer");
    dealer.dataset.name = state.dealer_name ?? "";
  });
  live.addEventListener("beat", ({ detail }) => {
    const now = new Date(detail.now);
    say(clock, now.toLocaleTimeString("en-GB"));
    if (since !== null && dealer.dataset.name) say(dealer, `${dealer.dataset.name} at the table ${spent(now.getTime() - since)}`);
  });
  followed.addEventListener("change", () => readOnce(part(stream, "layout")).then((layout) => say(limits, limitsOf(layout.spots, followed.state))).catch(() => null), { once: true });
}

/** Return how long somebody has been there: 0:42 for 42 minutes. */
function spent(milliseconds) {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** Return the limits of inside and outside bets, as far as all of a kind agree; of any other game those of the table. */
function limitsOf(spots, { currency, limits: table }) {
  const said = (name, some) => {
    const [low, high] = [Math.min(...some.map((spot) => spot.min_minor)), Math.max(...some.map((spot) => spot.max_minor))];
    return some.length > 0 && Number.isFinite(low) && high > 0 ? `${shortMoney(low, currency)}–${shortMoney(high, currency)} ${name}` : null;
  };
  const isWheel = spots.some((spot) => spot.covers.length > 0);
  if (!isWheel) return said("", [table])?.trim() ?? "";
  const parts = [["inside", spots.filter((spot) => spot.covers.length < OUTSIDE)], ["outside", spots.filter((spot) => spot.covers.length >= OUTSIDE)]];
  const both = parts.map(([name, some]) => said(name, some)).filter(Boolean);
  return new Set(both.map((text) => text.split(" ")[0])).size === 1 ? both[0].split(" ")[0] : both.join(" · ");
}

begin().catch((error) => fill(main, el("p", { class: "empty", role: "alert" }, `${error.message}.`)));
