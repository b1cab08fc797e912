// A self-service machine of the tote: which machine this is, and its screen.

import { asMachine, read, signOut, whoAmI } from "./api.js";
import { guard } from "./base/frame.js";
import { Followed } from "./base/store.js";
import { cap, el, fill } from "./dom.js";
import { KioskScreen } from "./kiosk-sale.js";
import { Live, streamAt } from "./live.js";

const main = document.getElementById("main");
const live = new Live();

/** Show one text in the middle of the page. */
function note(heading, ...body) {
  fill(main, el("section", { class: "panel whole-note" }, el("h1", {}, heading), body));
}

async function begin() {
  const machine = await read("/api/machine");
  if (machine.kind !== "self_service") {
    location.replace("/t");
    return;
  }
  asMachine();
  const me = await whoAmI();
  if (me.csrf !== null) {
    note("Somebody who works here is signed in", el("p", {}, "A self-service machine sells by itself."), el("p", {}, el("button", { type: "button", class: "main", onclick: () => signOut().then(begin) }, "Sign out")));
    return;
  }
  note(machine.is_on ? "One moment" : "Out of service", el("p", {}, machine.is_on ? "The line to the house is being opened." : "This machine is switched off. A supervisor can switch it on."));
  live.addEventListener("problem", ({ detail }) => detail.stream === undefined && detail.key === undefined && note("Out of service", el("p", {}, `${cap(detail.reason)}.`)));
  live.addEventListener("refused", ({ detail }) => detail.code === 4401 && location.reload());
  live.addEventListener("welcome", ({ detail }) => open(machine, streamAt(machine.stream, detail.streams)), { once: true });
  live.connect();
}

function open(machine, stream) {
  const followed = new Followed(live, stream);
  followed.addEventListener("change", () => {
    const node = /** @type {any} */ (el("fieldset", { class: "stage kiosk-stage", "aria-label": "Race bets" }));
    fill(main, node);
    new KioskScreen({ live, followed, stream, terminal: machine.terminal, node });
    guard(live, { stage: node, safe: "Out of service: nothing is sold while the line is down", back: () => "start again" });
  }, { once: true });
}

begin().catch((error) => note("Out of service", el("p", { role: "alert" }, `${error.message}.`)));
