// The floor: a card for every table and for the tote, all over one socket.

import { read, whoAmI } from "./api.js";
import { announce, el, fill, say } from "./dom.js";
import "./floor-table.js";
import "./floor-tote.js";
import { Live, showPulse, streamAt } from "./live.js";

const live = new Live();
const cards = new Map();
const tables = document.getElementById("tables");
const totes = document.getElementById("totes");
const trouble = document.getElementById("trouble");

/** Return the streams to show, tables as they were opened, and of a tote its newest day. */
function wanted(lines) {
  const names = lines.map((line) => line.stream);
  return lines.filter((line) => line.kind !== "house" && (line.kind !== "tote" || line.stream === streamAt(line.stream.replace(/-\d{4}-\d\d-\d\d$/, ""), names)));
}

async function begin() {
  try {
    await whoAmI();
    for (const line of wanted(await read("/api/streams"))) {
      if (cards.has(line.stream)) continue;
      const card = document.createElement(line.kind === "tote" ? "floor-tote" : "floor-table");
      card.begin(line.stream, line);
      (line.kind === "tote" ? totes : tables).append(card);
      cards.set(line.stream, card);
      live.watch(line.stream);
    }
    say(trouble, "");
  } catch (error) {
    say(trouble, `The floor cannot be shown: ${error.message}.`);
    setTimeout(begin, 3000);
    return;
  }
  document.getElementById("coming").hidden = true;
}

live.addEventListener("state", ({ detail }) => cards.get(detail.stream)?.show(detail.state));
let days = "";
live.addEventListener("beat", ({ detail }) => {
  // After midnight a tote is another stream: the page begins anew with it.
  const now = JSON.stringify(detail.days ?? {});
  if (days && days !== now) location.reload();
  days = now;
  for (const [stream, card] of cards) card.beat(detail.left?.[stream], detail.now);
});
live.addEventListener("welcome", ({ detail }) => {
  say(document.getElementById("house"), detail.house);
  document.title = `${document.getElementById("house").textContent}: the floor`;
  fill(document.getElementById("who"), detail.who ? el("span", {}, `You are ${detail.who}.`) : "");
  say(trouble, "");
});
live.addEventListener("locked", () => fill(document.getElementById("who"), el("span", {}, "Your session is locked; the page Staff asks for your password.")));
live.addEventListener("live", ({ detail: isLive }) => announce(isLive ? "The floor is live." : "The floor is not live."));
live.addEventListener("problem", ({ detail }) => {
  if (detail.stream === undefined || detail.stream === null) say(trouble, `${detail.reason}.`);
});
// A session that is over: the server forgets it here, and the floor is open to everybody again.
live.addEventListener("refused", () => whoAmI().catch(() => null));

showPulse(live, document.getElementById("pulse"));
live.connect();
begin();
