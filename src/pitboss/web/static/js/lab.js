// The laboratory's page: who is here, the bar, and the desk with a table's rules and figures.

import { guard, pulse, tools } from "./base/frame.js";
import { behindDoor, signOutButton, tellFates } from "./base/staff-page.js";
import { el, fill, words } from "./dom.js";
import { LabDesk } from "./lab-desk.js";
import { Live } from "./live.js";

const main = document.getElementById("main");
const bar = document.getElementById("bar");
const live = new Live();

behindDoor(live, "Laboratory", (me, approvals) => {
  const [theme, , keys] = tools({ hasThemes: true });
  fill(bar, el("h1", {}, "Laboratory"), el("span", { class: "muted small lab-copy" }, "A copy: no table is changed from here"), el("span", { class: "bar-space" }), approvals.nodes, el("span", { class: "small" }, `${me.name ?? me.person}, ${words(me.role)}`), pulse(live), el("span", { class: "row bar-tools" }, theme, keys, signOutButton()));
  tellFates(approvals);
  const node = /** @type {any} */ (el("fieldset", { class: "stage lab-stage", "aria-label": "Laboratory" }));
  fill(main, node);
  new LabDesk({ live, node });
  guard(live, { stage: node, safe: "What is reckoned goes on", back: () => "the simulation as it stands" });
});
