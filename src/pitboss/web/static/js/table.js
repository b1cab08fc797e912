// A table's own page: its opening and closing as a list, its rack, slips and papers.

import { guard, pulse, tools } from "./base/frame.js";
import { behindDoor, signOutButton, tellFates } from "./base/staff-page.js";
import { Followed } from "./base/store.js";
import { el, fill, say, words } from "./dom.js";
import { Live } from "./live.js";
import { signButton, TableDesk } from "./table-desk.js";

const stream = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const main = document.getElementById("main");
const bar = document.getElementById("bar");
const live = new Live();

behindDoor(live, "Table", (me, approvals) => {
  const followed = new Followed(live, stream);
  const name = el("h1", {}, "Table");
  const game = el("span", { class: "muted small" });
  const done = el("span", { class: "pill is-gold", id: "done" });
  const clock = el("time", { class: "figure" });
  const pit = el("a", { class: "button tool", href: "/pit" }, "Pit");
  const consoleLink = el("a", { class: "button tool", href: `/deal/${encodeURIComponent(stream)}` }, "Console");
  fill(bar, name, game, done, el("span", { class: "bar-space" }), approvals.nodes, el("span", { class: "small" }, `${me.name ?? me.person}, ${words(me.role)}`), pulse(live), clock);
  const tell = tellFates(approvals);
  live.addEventListener("beat", ({ detail }) => say(clock, new Date(detail.now).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })));
  followed.addEventListener("change", () => {
    const node = /** @type {any} */ (el("fieldset", { class: "stage table-stage", "aria-label": `Opening and closing of ${followed.state.name}` }));
    fill(main, node);
    const links = [me.reads?.includes("read") ? pit : null, consoleLink, signButton(stream, followed.state.name), tools(), signOutButton()];
    new TableDesk({ live, followed, stream, approvals, node, name, game, done, tell, links });
    guard(live, { stage: node, safe: "What is recorded is safe", back: () => "the table as it stands" });
  }, { once: true });
  live.addEventListener("problem", ({ detail }) => {
    if (followed.state === null) fill(main, el("p", { class: "empty", role: "alert" }, `There is no such table here: ${detail.reason}. `, el("a", { href: "/staff" }, "Staff page")));
  });
});
