// The pit's page: who is here, the bar, and the desk with its tiles.

import { guard, pulse } from "./base/frame.js";
import { behindDoor, tellFates } from "./base/staff-page.js";
import { el, fill, say, words } from "./dom.js";
import { Live } from "./live.js";
import { PitDesk } from "./pit-desk.js";

const main = document.getElementById("main");
const bar = document.getElementById("bar");
const live = new Live();

behindDoor(live, "Pit", (me, approvals) => {
  const house = el("h1", {}, "Pit");
  const clock = el("time", { class: "figure" });
  const staffing = el("span", { class: "pill", id: "staffing" });
  const checkpoint = el("button", { type: "button", class: "tool", id: "checkpoint" }, "Checkpoint");
  const [, waiting, asked] = approvals.nodes;
  fill(bar, house, el("span", { class: "muted" }, "Pit"), waiting, asked, staffing, el("span", { class: "bar-space" }), checkpoint, el("span", { class: "small" }, `${me.name ?? me.person}, ${words(me.role)}`), pulse(live), clock);
  live.addEventListener("beat", ({ detail }) => say(clock, new Date(detail.now).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })));
  const node = /** @type {any} */ (el("fieldset", { class: "stage pit-stage", "aria-label": "Pit" }));
  fill(main, node);
  new PitDesk({ live, me, approvals, node, house, staffing, checkpoint, tell: tellFates(approvals) });
  guard(live, { stage: node, safe: "What is recorded is safe", back: () => "the pit as it stands" });
});
