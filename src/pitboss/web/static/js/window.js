// A teller's window: who is here, which window this machine is, and its screen.

import { asMachine, read, signOut, whoAmI } from "./api.js";
import { approvalsOf } from "./base/approvals.js";
import { lockPage, signInDoor } from "./base/door.js";
import { guard, pulse, tools } from "./base/frame.js";
import { Followed } from "./base/store.js";
import { cap, el, fill, money, say } from "./dom.js";
import { Live, streamAt } from "./live.js";
import { WindowScreen } from "./window-sale.js";

const main = document.getElementById("main");
const bar = document.getElementById("bar");
const live = new Live({ isScreen: true });

/** Show one text in the middle of the page. */
function note(heading, ...body) {
  fill(main, el("section", { class: "panel whole-note" }, el("h2", {}, heading), body));
}

async function begin() {
  const machine = await read("/api/machine");
  if (machine.kind !== "window") {
    note("This machine is no teller's window", el("p", {}, "A window is the machine that stands there: enrol it with the window's one-time code. "), el("p", {}, el("a", { class: "button main", href: "/t" }, "Enrol this machine"), " ", el("a", { class: "button", href: "/staff" }, "Staff page")));
    return;
  }
  asMachine();
  const me = await whoAmI();
  if (me.csrf === null) {
    fill(main, signInDoor(begin));
    return;
  }
  if (me.is_locked) {
    locked(me);
    return;
  }
  live.addEventListener("locked", () => locked(me));
  let isTold = false;
  // Another machine is this window now: whoever stands here is told so, and is let in when that one is gone.
  live.addEventListener("problem", ({ detail }) => {
    if (detail.stream !== undefined || detail.key !== undefined) return;
    isTold = true;
    note("This window cannot be opened here", el("p", { role: "alert" }, `${cap(detail.reason)}. It is tried again.`));
  });
  live.addEventListener("refused", () => isTold || location.reload());
  live.addEventListener("welcome", () => isTold && location.reload());
  live.addEventListener("welcome", ({ detail }) => open(me, machine, streamAt(machine.stream, detail.streams)), { once: true });
  live.connect();
}

function locked(me) {
  lockPage(live, { bar, main, title: "Teller's window", me });
}

function open(me, machine, stream) {
  const followed = new Followed(live, stream);
  const approvals = approvalsOf(live, me);
  const drawer = el("strong", { class: "figure", id: "drawer" });
  const tickets = el("span", { class: "pill figure" });
  const clock = el("time", { class: "figure muted" });
  live.addEventListener("beat", ({ detail }) => say(clock, new Date(detail.now).toLocaleTimeString("en-GB")));
  const place = el("h1", {}, `Window ${machine.position ?? machine.terminal}`);
  const leave = el("button", { type: "button", class: "tool", onclick: async () => {
    await signOut().catch(() => null);
    location.reload();
  } }, "Sign out");
  fill(bar, place, approvals.nodes, el("span", {}, el("span", { class: "muted small" }, "Drawer "), drawer), tickets, el("span", {}, me.name ?? me.person), clock, pulse(live), el("span", { class: "row bar-tools" }, tools({ hasThemes: true }), leave));
  followed.addEventListener("change", () => {
    const own = followed.state.terminals?.[machine.terminal];
    say(place, own ? `Window ${own.window}` : place.textContent);
    say(drawer, own ? money(own.cash_minor, followed.state.currency) : "–");
    say(tickets, own ? `${own.serial} ${own.serial === 1 ? "ticket" : "tickets"}` : "closed");
  });
  followed.addEventListener("change", () => {
    const node = /** @type {any} */ (el("fieldset", { class: "stage window-stage", "aria-label": "Window" }));
    fill(main, node);
    new WindowScreen({ live, followed, stream, terminal: machine.terminal, approvals, node });
    guard(live, { stage: node, safe: "What was sold is safe", back: () => "nothing was sold meanwhile" });
  }, { once: true });
}

begin().catch((error) => note("That did not work", el("p", { role: "alert" }, `${error.message}.`)));
