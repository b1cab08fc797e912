// The staff page: the door, and behind it what waits, what is wrong, and what one may do now.

import { firstSignIn, post, signIn, signOut, whoAmI } from "./api.js";
import { approvalsOf } from "./base/approvals.js";
import { tellOpened } from "./base/door.js";
import { guard } from "./base/frame.js";
import { hasPasskeys, signInByPasskey, unlockByPasskey } from "./base/passkey.js";
import { announce, el, fill, say, words } from "./dom.js";
import { Live, showPulse } from "./live.js";
import { StaffConsole } from "./staff-console.js";
import { HousePanels } from "./staff-house.js";
import { passkeysPanel } from "./staff-passkeys.js";
import { passwordPanel } from "./staff-password.js";
import { ownTable, tablesPanel } from "./staff-tables.js";

const live = new Live();
const asked = new URLSearchParams(location.search).get("table");
const door = document.getElementById("door");
const locked = document.getElementById("locked");
const inside = document.getElementById("inside");
const trouble = document.getElementById("trouble");
const stage = /** @type {HTMLFieldSetElement} */ (el("fieldset", { class: "stage work changing" }));
const IDLE_MS = 300_000;
let panels = null;
let turn = 0;
// Who the line was opened as, the table somebody was at when the session was locked, and when a dead line locks.
let opened = null;
let left = { person: null, stream: null };
let dark = 0;
// Who is shown the way to a passkey, and nothing else.
let lacking = null;

/** Show what belongs to whoever is signed in now; of several questions at once only the last one counts. */
async function begin() {
  turn += 1;
  const mine = turn;
  const me = await whoAmI();
  if (mine !== turn) return;
  const isStaff = me.csrf !== null;
  if (!isStaff) {
    forget();
    showOnly(door);
    opened = null;
    live.stop();
    return;
  }
  if (me.is_locked) lock(me.person);
  else {
    if (me.needs_passkey) needPasskey(me);
    else if (panels?.me.person !== me.person) build(me);
    showOnly(inside);
  }
  // A locked page keeps a line, on which it sees what everybody sees, and hears that it was unlocked in another window.
  const now = `${me.person} ${me.is_locked} ${me.needs_passkey}`;
  if (opened !== now) live.restart();
  opened = now;
}

function showOnly(part) {
  for (const one of [door, locked, inside]) one.hidden = one !== part;
}

/** Take what staff sees from the page, not only from sight. */
function forget() {
  if (lacking !== null) fill(inside);
  lacking = null;
  if (panels === null) return;
  left = { person: panels.me.person, stream: panels.console.stream };
  panels.house.end();
  panels.console.end();
  panels.approvals.end();
  fill(document.getElementById("pit"));
  panels = null;
  live.leave("house");
  fill(inside);
  announce("");
}

/** Show nothing but the question who it is. */
function lock(person) {
  if (!locked.hidden) return;
  forget();
  opened = null;
  const form = /** @type {HTMLFormElement} */ (document.getElementById("unlock"));
  form.reset();
  form.elements["username"].value = person;
  say(document.getElementById("locked-person"), person);
  showOnly(locked);
  announce("Locked after five minutes without input.");
  if (document.activeElement === document.body) document.getElementById("unlock-password").focus();
}

/** Show nothing but the way to a passkey, which the house wants of whoever came in without. */
function needPasskey(me) {
  if (lacking === me.person) return;
  forget();
  lacking = me.person;
  const where = hasPasskeys() ? "Add one here, in your telephone, this computer or a security key; then go on." : "This browser makes none at this address: open the page by the house's own name, over https.";
  fill(inside,
    el("section", { class: "card", id: "passkey-needed", "aria-label": "Who you are" }, el("div", { class: "card-head" }, el("p", {}, "You are ", el("strong", {}, me.name ?? me.person), `, ${words(me.role)}. `), el("button", { type: "button", onclick: leave }, "Sign out")),
      el("p", {}, `In this house a ${words(me.role)} signs in with a passkey. ${where}`), answerLine()),
    passkeysPanel(told, { isNeeded: true, after: begin }));
}

function answerLine() {
  return el("p", { id: "answer", class: "note", role: "status", tabindex: -1 });
}

function build(me) {
  forget();
  lacking = null;
  const first = left.person === me.person ? left.stream : asked;
  panels = { me, first, house: new HousePanels(live, me, told), console: new StaffConsole(live, told), approvals: approvalsOf(live, me) };
  fill(document.getElementById("pit"), panels.approvals.nodes);
  panels.approvals.addEventListener("told", (event) => {
    event.preventDefault();
    told(event.detail.text, { isBad: event.detail.isBad, code: event.detail.code });
  });
  live.watch("house");
  const out = el("button", { type: "button", onclick: leave }, "Sign out");
  fill(inside,
    el("section", { class: "card", "aria-label": "Who you are" }, el("div", { class: "card-head" }, el("p", {}, "You are ", el("strong", {}, me.name ?? me.person), `, ${words(me.role)}`, me.terminal && `, at terminal ${me.terminal}`, "."), out), answerLine()),
    fill(stage, el("legend", { class: "unseen" }, "What you may do"), tablesPanel(me), panels.house.nodes, passkeysPanel(told), passwordPanel(told), panels.console.node));
}

/** Tell what became of an act; the half of a code is shown here, and nowhere else. */
function told(text, { isBad = false, code = null } = {}) {
  const node = document.getElementById("answer");
  if (node === null) return;
  node.classList.toggle("is-bad", isBad);
  fill(node, text, code !== null && [" Your half of the one-time code, shown only now: hand it to whom it is for. The other half is with the other of you two. ", el("span", { class: "secret code" }, code)]);
  node.scrollIntoView({ block: "nearest" });
}

async function leave() {
  await tried(signOut);
  await begin();
  document.getElementById("person").focus();
}

async function tried(action) {
  try {
    await action();
    say(trouble, "");
    return true;
  } catch (error) {
    say(trouble, `${error.message}.`);
    return false;
  }
}

function onSubmit(id, action) {
  const form = /** @type {HTMLFormElement} */ (document.getElementById(id));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(form));
    if (await tried(() => action(given))) {
      tellOpened();
      form.reset();
      await enter(id === "unlock" ? null : String(given.person).trim());
    }
  });
}

/** Go on where somebody belongs who came in; whoever deals at an open table lands there. */
async function enter(person) {
  const own = person === null ? null : await ownTable(person).catch(() => null);
  if (own !== null) {
    location.assign(own);
    return;
  }
  await begin();
  announce("You are signed in.");
}

/** Offer a passkey beside a password, where the browser can. */
function onPasskey(id, action) {
  const button = document.getElementById(id);
  button.hidden = !hasPasskeys();
  button.addEventListener("click", async () => {
    let found = null;
    if (await tried(async () => { found = await action(); })) {
      tellOpened();
      await enter(found?.person ?? null);
    }
  });
}

onSubmit("sign-in", ({ person, password }) => signIn(person.trim(), password));
onSubmit("first-sign-in", ({ person, code, password }) => firstSignIn(person.trim(), code.trim(), password));
onSubmit("unlock", ({ password }) => post("/api/unlock", { password }));
onPasskey("sign-in-passkey", signInByPasskey);
onPasskey("unlock-passkey", unlockByPasskey);
document.getElementById("leave").addEventListener("click", leave);

live.addEventListener("locked", () => {
  if (panels === null) return;
  lock(panels.me.person);
  begin().catch(() => null);
});
live.addEventListener("live", ({ detail: isLive }) => {
  // A line that is dead does not say that the session was locked meanwhile.
  clearTimeout(dark);
  if (!isLive) dark = setTimeout(() => panels !== null && lock(panels.me.person), IDLE_MS);
});
live.addEventListener("refused", () => begin().catch(() => null));
live.addEventListener("welcome", ({ detail }) => panels?.console.begin(detail.streams, panels.first));
live.addEventListener("state", ({ detail }) => {
  panels?.console.show(detail);
  if (detail.stream !== "house") return;
  panels?.house.show(detail.state);
  // What is open at a table may hang on the house: an alarm that was cleared lets a held table go on.
  panels?.console.ask();
});

showPulse(live, document.getElementById("pulse"));
guard(live, { stage });
tried(begin);
