// The mutuel manager's page: who is here, which tote's day it is, and the desk.

import { guard, pulse, tools } from "./base/frame.js";
import { behindDoor, signOutButton, tellFates } from "./base/staff-page.js";
import { Followed } from "./base/store.js";
import { el, fill, say } from "./dom.js";
import { Live } from "./live.js";
import { MutuelDesk } from "./mutuel-desk.js";

const main = document.getElementById("main");
const bar = document.getElementById("bar");
const live = new Live();

behindDoor(live, "Mutuel", (me, approvals) => {
  let stream = "";
  live.addEventListener("beat", ({ detail }) => {
    const days = Object.values(detail.days ?? {});
    if (stream === "" && days.length > 0) {
      stream = days[0];
      open(me, stream, approvals);
    } else if (stream !== "" && !days.includes(stream)) {
      // The day was closed and the next one is open.
      location.reload();
    } else if (stream === "") fill(main, el("p", { class: "empty" }, "This house has no tote. The house file says which it has."));
  });
});

function open(me, stream, approvals) {
  const followed = new Followed(live, stream);
  const place = el("span", { class: "muted" });
  const clock = el("time", { class: "figure muted" });
  const windows = el("button", { type: "button", class: "tally", id: "windows" }, "Windows");
  fill(bar, el("h1", {}, "Mutuel"), place, pulse(live), approvals.nodes, windows, el("span", {}, me.name ?? me.person), clock, el("span", { class: "row bar-tools" }, tools({ hasThemes: true }), signOutButton()));
  tellFates(approvals);
  live.addEventListener("beat", ({ detail }) => say(clock, new Date(detail.now).toLocaleTimeString("en-GB")));
  followed.addEventListener("change", () => say(place, `${followed.state.name}, ${new Date(`${followed.state.date}T12:00`).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short" })}`));
  followed.addEventListener("change", () => {
    const node = /** @type {any} */ (el("fieldset", { class: "stage mutuel-stage", "aria-label": "Race day" }));
    fill(main, node);
    new MutuelDesk({ live, followed, stream, approvals, node, windows });
    guard(live, { stage: node, safe: "What was posted is safe", back: () => "the day as it stands" });
  }, { once: true });
}
