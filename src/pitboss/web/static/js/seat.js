// The page of a seat's tablet at a live table: which machine this is, and the screen of the game that is played there.

import { asMachine, enrol as enrolled, read, signOut, whoAmI } from "./api.js";
import { guard, pulse, tools } from "./base/frame.js";
import { Followed } from "./base/store.js";
import { styleOf } from "./base/style.js";
import { cap, el, fill, say } from "./dom.js";
import { Live } from "./live.js";
import { VirtualShoe } from "./parts/virtual-shoe.js";
import { SEATS, seatOf } from "./seats.js";

const live = new Live();
const main = document.getElementById("main");
const title = document.getElementById("title");
let isBuilt = false;

/** Show one text in the middle of the page, with what can be done about it. */
function note(heading, ...body) {
  fill(main, el("section", { class: "panel whole-note" }, el("h2", {}, heading), body));
}

async function begin() {
  const machine = await read("/api/machine");
  if (machine.terminal === null) {
    enrol();
    return;
  }
  if (machine.kind !== "seat" || !(machine.game in SEATS)) {
    location.replace("/t");
    return;
  }
  say(title, `Seat ${machine.position ?? ""}`);
  const me = await whoAmI();
  if (me.csrf !== null) {
    note("Somebody who works here is signed in", el("p", {}, "A seat plays by itself. Sign out here, or use another browser."), el("p", {}, el("button", { type: "button", class: "main", onclick: () => tried(async () => {
      await signOut();
      await begin();
    }) }, "Sign out")));
    return;
  }
  note(machine.is_on ? "One moment" : "This seat is switched off", el("p", {}, machine.is_on ? "The line to the house is being opened." : "A supervisor can switch it on."));
  asMachine();
  live.addEventListener("welcome", ({ detail }) => {
    if (!isBuilt) tried(() => open(machine));
    else if (detail.who !== machine.terminal) location.reload();
  });
  live.connect();
}

async function open(machine) {
  isBuilt = true;
  const [{ SeatScreen }] = await Promise.all([seatOf(machine.game), styleOf(machine.game, document.querySelector("link[href$='/seat.css']"))]);
  const followed = new Followed(live, machine.stream);
  followed.addEventListener("change", () => {
    const stage = el("fieldset", { class: "stage seat-stage", "aria-label": "Your seat" });
    fill(main, stage);
    const shoe = new VirtualShoe(machine.stream);
    followed.addEventListener("change", () => shoe.show(followed.state, followed.version));
    shoe.show(followed.state, followed.version);
    fill(document.getElementById("bar"), title, shoe.opener, el("span", { class: "shoe-home" }, shoe.node), pulse(live), el("span", { class: "row bar-tools" }, tools()));
    new SeatScreen({ live, followed, stream: machine.stream, player: machine.terminal, place: machine.position, seat: title, node: stage });
    guard(live, { stage: /** @type {any} */ (stage), safe: "Your chips and bets are safe", back: () => `game ${followed.state.round}` });
  }, { once: true });
}

function enrol() {
  const code = el("input", { id: "code", name: "code", autocomplete: "off", spellcheck: "false", required: true });
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  const form = el("form", {}, el("div", { class: "field" }, el("label", { for: "code" }, "One-time code of the seat"), el("span", { class: "hint" }, "Printed at the first start, or shown to whoever enrolled the seat."), code), trouble, el("button", { class: "main" }, "Enrol"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await enrolled(code.value.trim());
      await begin();
    } catch (error) {
      say(trouble, `${error.message}.`);
    }
  });
  note("Enrol this machine", form);
}

async function tried(action) {
  try {
    await action();
  } catch (error) {
    note("That did not work", el("p", { role: "alert" }, `${error.message}.`));
  }
}

live.addEventListener("problem", ({ detail }) => {
  // Before the welcome: the house does not take this machine, and says why.
  if (!isBuilt && detail.stream === undefined && detail.key === undefined) note("Waiting", el("p", {}, `${cap(detail.reason)}.`));
});
live.addEventListener("refused", ({ detail }) => {
  if (detail.code === 4401) location.reload();
});

tried(begin);
