// The staff page: the door, and behind it what waits, what is wrong, and what one may do now.

import { firstSignIn, post, signIn, signOut, whoAmI } from "./api.js";
import { announce, el, fill, say, words } from "./dom.js";
import { Live, showPulse } from "./live.js";
import { StaffConsole } from "./staff-console.js";
import { HousePanels } from "./staff-house.js";

const live = new Live();
const door = document.getElementById("door");
const locked = document.getElementById("locked");
const inside = document.getElementById("inside");
const trouble = document.getElementById("trouble");
let panels = null;
let turn = 0;

/** Show what belongs to whoever is signed in now; of several questions at once only the last one counts. */
async function begin() {
  turn += 1;
  const mine = turn;
  const me = await whoAmI();
  if (mine !== turn) return;
  const isStaff = me.csrf !== null;
  door.hidden = isStaff;
  locked.hidden = !isStaff || !me.is_locked;
  inside.hidden = !isStaff || me.is_locked;
  if (!isStaff) {
    live.stop();
    panels = null;
    fill(inside);
    return;
  }
  if (panels === null || panels.me.person !== me.person) build(me);
  if (me.is_locked) live.stop();
  else live.restart();
}

function build(me) {
  panels = { me, house: new HousePanels(live, me, told), console: new StaffConsole(live, told) };
  const out = el("button", { type: "button", onclick: leave }, "Sign out");
  const answer = el("p", { id: "answer", class: "note", role: "status", tabindex: -1 });
  fill(inside,
    el("section", { class: "card", "aria-label": "Who you are" }, el("div", { class: "card-head" }, el("p", {}, "You are ", el("strong", {}, me.person), `, ${words(me.role)}`, me.terminal && `, at terminal ${me.terminal}`, "."), out), answer),
    panels.house.nodes, panels.console.node);
}

/** Tell what became of an act; a code is shown here, and nowhere else. */
function told(text, { isBad = false, code = null } = {}) {
  const node = document.getElementById("answer");
  if (node === null) return;
  node.classList.toggle("is-bad", isBad);
  fill(node, text, code !== null && [" The one-time code, shown only now: ", el("span", { class: "secret code" }, code)]);
  node.scrollIntoView({ block: "nearest" });
}

async function leave() {
  await tried(signOut);
  await begin();
  document.getElementById("person").focus();
}

async function tried(deed) {
  try {
    await deed();
    say(trouble, "");
    return true;
  } catch (error) {
    say(trouble, `${error.message}.`);
    return false;
  }
}

function onSubmit(id, deed) {
  const form = document.getElementById(id);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(form));
    if (await tried(() => deed(given))) {
      form.reset();
      await begin();
      announce("You are signed in.");
    }
  });
}

onSubmit("sign-in", ({ person, password }) => signIn(person.trim(), password));
onSubmit("first-sign-in", ({ person, code, password }) => firstSignIn(person.trim(), code.trim(), password));
onSubmit("unlock", ({ password }) => post("/api/unlock", { password }));
document.getElementById("leave").addEventListener("click", leave);

live.addEventListener("locked", () => begin());
live.addEventListener("refused", () => begin().catch(() => null));
live.addEventListener("welcome", ({ detail }) => panels?.console.begin(detail.streams));
live.addEventListener("state", ({ detail }) => {
  if (detail.stream === "house") panels?.house.show(detail.state);
  panels?.console.show(detail);
});
live.watch("house");

showPulse(live, document.getElementById("pulse"));
tried(begin);
