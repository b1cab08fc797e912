// The terminal page: which machine this is, and the screen that goes with it.

import { asMachine, enrol, read, signOut, whoAmI } from "./api.js";
import { cap, el, say, words } from "./dom.js";
import { Live, showPulse, streamAt } from "./live.js";
import { SEATS } from "./seats.js";
import { RouletteScreen } from "./terminal-roulette.js";
import { StaffConsole } from "./staff-console.js";

const live = new Live();
const main = document.getElementById("main");
const trouble = document.getElementById("trouble");
let machine = null;
let screen = null;

function showOnly(id) {
  for (const name of ["enrol", "person", "waiting"]) document.getElementById(name).hidden = name !== id;
}

async function begin() {
  machine = await read("/api/machine");
  if (machine.terminal === null) {
    document.getElementById("no-place").hidden = !machine.is_demonstration;
    showOnly("enrol");
    return;
  }
  const own = machine.kind === "self_service" ? "/kiosk" : machine.kind === "window" ? "/window" : machine.kind === "seat" && machine.game in SEATS ? "/seat" : null;
  if (own !== null) {
    location.replace(own);
    return;
  }
  say(document.getElementById("title"), `Terminal ${machine.terminal}`);
  document.title = document.getElementById("title").textContent;
  if (machine.kind !== "player") asMachine();
  const me = await whoAmI();
  if (me.csrf !== null) {
    say(document.getElementById("person-name"), `${me.person}, ${words(me.role)}`);
    showOnly("person");
    return;
  }
  wait(machine.is_on ? "The line to the house is being opened." : "This terminal is switched off; a supervisor can switch it on.");
  live.connect();
}

function wait(text) {
  if (screen?.player) location.reload();
  say(document.getElementById("waiting-text"), text);
  showOnly(text === "" ? "" : "waiting");
  if (text !== "" && screen !== null) for (const node of screen.nodes) node.hidden = true;
}

/** Machines of the tote and plain seats have the light look of the staff's pages. */
function plainLook() {
  delete document.documentElement.dataset.look;
  const old = [...document.head.querySelectorAll("link[rel=stylesheet]")];
  const sheet = el("link", { rel: "stylesheet", href: new URL("../style.css", import.meta.url).href, onload: () => old.forEach((link) => link.remove()) });
  document.head.append(sheet);
}

function open(streams) {
  const stream = streamAt(machine.stream, streams);
  if (machine.kind === "player") {
    // The screen follows its stream by itself, and comes back by itself when the line does.
    screen ??= { nodes: [], show: () => {}, player: new RouletteScreen(live, machine, stream) };
    return;
  }
  wait("");
  if (screen === null) {
    plainLook();
    screen = build(stream);
    main.append(...screen.nodes);
  }
  for (const node of screen.nodes) node.hidden = false;
  screen.begin?.([stream]);
  live.watch(stream);
}

function build(stream) {
  const answer = el("p", { class: "note whole", role: "status" });
  const told = (text, { isBad = false } = {}) => {
    answer.classList.toggle("is-bad", isBad);
    say(answer, text);
  };
  const plain = new StaffConsole(live, told);
  plain.node.classList.add("whole");
  return { nodes: [answer, plain.node], begin: (streams) => plain.begin(streams), show: (message) => plain.show(message) };
}

async function tried(action) {
  try {
    await action();
    say(trouble, "");
  } catch (error) {
    say(trouble, `${error.message}.`);
  }
}

document.getElementById("enrol-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const code = String(new FormData(/** @type {any} */ (event.target)).get("code")).trim();
  tried(async () => {
    await enrol(code);
    await begin();
  });
});
document.getElementById("sign-out").addEventListener("click", () => tried(async () => {
  await signOut();
  await begin();
}));

live.addEventListener("welcome", ({ detail }) => {
  // Its place was given back while the line was down: what is on the screen is nobody's any more.
  if (screen?.player && detail.who !== machine.terminal) location.reload();
  else open(detail.streams);
});
live.addEventListener("state", ({ detail }) => screen?.show(detail));
live.addEventListener("problem", ({ detail }) => {
  // Before the welcome: the house does not take this machine, and says why.
  if (detail.stream === undefined && detail.key === undefined) wait(`${cap(detail.reason)}.`);
});
live.addEventListener("refused", async ({ detail }) => {
  if (detail.code !== 4401) return;
  live.stop();
  // A player's screen took the place of everything else: the page begins anew.
  if (screen?.player) location.reload();
  else await tried(begin);
});

showPulse(live, document.getElementById("pulse"));
tried(begin);
