// A tournament: its leaderboard for everybody, and its desk for those who run it.
//
// Who stands where, who goes on, what is tied and what comes next is said by the server; who may do what by its offers.

import { read, whoAmI } from "./api.js";
import { approvalsOf } from "./base/approvals.js";
import { lockPage } from "./base/door.js";
import { guard, pulse, tools } from "./base/frame.js";
import { signOutButton, tellFates } from "./base/staff-page.js";
import { Followed } from "./base/store.js";
import { el, fill, say } from "./dom.js";
import { Live, streamAt } from "./live.js";
import { Leaderboard } from "./tournament-board.js";
import { TournamentDesk } from "./tournament-desk.js";

const main = document.getElementById("main");
const bar = document.getElementById("bar");
const live = new Live();
const AGAIN_MS = 3000;

async function begin() {
  const wanted = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  const [me, lines] = await Promise.all([whoAmI(), read("/api/streams")]);
  const all = lines.filter((one) => one.kind === "tournament").map((one) => one.stream);
  const stream = wanted === "" ? all[0] : streamAt(wanted, all);
  if (!all.includes(stream)) {
    fill(main, el("p", { class: "empty" }, "There is no such tournament in this house. ", el("a", { href: "/floor" }, "Back to the floor")));
    return;
  }
  if (me.csrf !== null && me.is_locked) {
    locked(me);
    return;
  }
  live.addEventListener("locked", () => locked(me));
  live.addEventListener("refused", () => location.reload());
  open(me, stream);
  live.connect();
}

/** Take what is on the screen away, and ask for the password. */
function locked(me) {
  lockPage(live, { bar, main, title: "Tournament", me });
}

function open(me, stream) {
  const isStaff = me.csrf !== null;
  const followed = new Followed(live, stream);
  const name = el("h1", {}, "Tournament");
  const approvals = isStaff ? approvalsOf(live, me) : null;
  fill(bar, el("a", { class: "button", href: "/floor" }, "← Floor"), name, approvals?.nodes, isStaff && el("span", {}, me.name ?? me.person), pulse(live), el("span", { class: "row bar-tools" }, tools(), isStaff && signOutButton()));
  const board = new Leaderboard();
  const stage = /** @type {HTMLFieldSetElement | null} */ (isStaff ? el("fieldset", { class: "stage tournament-stage", "aria-label": "Run the tournament" }) : null);
  fill(main, el("div", { class: `tournament-grid${isStaff ? " has-desk" : ""}` }, board.node, stage));
  if (approvals !== null && stage !== null) {
    new TournamentDesk({ live, followed, stream, approvals, node: stage });
    tellFates(approvals);
  }
  followed.addEventListener("change", () => {
    say(name, followed.state.name);
    document.title = `${followed.state.name}, leaderboard`;
    board.show(followed.state);
  });
  guard(live, { stage, safe: "What was recorded is safe", back: () => "the tournament as it stands" });
}

begin().catch((error) => {
  fill(main, el("p", { class: "empty", role: "alert" }, `The tournament cannot be shown: ${error.message}.`));
  setTimeout(() => location.reload(), AGAIN_MS);
});
