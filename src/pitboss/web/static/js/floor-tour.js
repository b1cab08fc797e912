// A place for a newcomer: one click makes this browser a player's terminal, a dealer's console, a window or the pit's.

import { post, read } from "./api.js";
import { makeKey } from "./machine-key.js";
import { openSheet } from "./base/sheet.js";
import { announce, el, fill, say, svg } from "./dom.js";
import { chipPicture } from "./parts/chip.js";

const at = (id) => document.getElementById(id);
const ICONS = {
  player: () => chipPicture({ face: "#c2212f", text: "", size: 32 }),
  dealer: () => icon(svg("rect", { x: 8, y: 3, width: 18, height: 26, rx: 3, fill: "#fffdf7" }), svg("path", { d: "M17 9c4 4 6 6 6 9a3.4 3.4 0 0 1-5 3l1 4h-4l1-4a3.4 3.4 0 0 1-5-3c0-3 2-5 6-9z", fill: "#17191a" })),
  teller: () => icon(svg("path", { d: "M3 9h28v5a3 3 0 0 0 0 6v5H3v-5a3 3 0 0 0 0-6z", fill: "#fffdf7" }), svg("path", { d: "M11 13h12M11 17h12M11 21h7", stroke: "#17191a", "stroke-width": 2 })),
  supervisor: () => icon(svg("circle", { cx: 17, cy: 10, r: 6, fill: "#fffdf7" }), svg("path", { d: "M5 29c0-8 5-11 12-11s12 3 12 11z", fill: "#fffdf7" }), svg("path", { d: "M17 19l3 4-3 5-3-5z", fill: "#c2212f" })),
};
const icon = (...parts) => svg("svg", { viewBox: "0 0 34 32", width: 34, height: 32, "aria-hidden": "true" }, parts);

/** @param {import("./live.js").Live} live @param {any} me who is at this end */
export async function showTour(live, me) {
  let tour;
  try {
    tour = await read("/api/tour");
  } catch {
    return;
  }
  at("tour").hidden = false;
  if (tour.visit) showVisit(live, tour.visit);
  else if (me.person !== null) at("tour").hidden = true;
  else showOffers(live, tour.offers);
}

function showOffers(live, offers) {
  say(at("tour-title"), "New here? Take a place beside the robots.");
  say(at("tour-text"), "One click, play money, no account.");
  fill(at("tour-buttons"), offers.map((offer, index) =>
    el("button", { type: "button", class: index === 0 ? "main" : "", "data-as": offer.as, disabled: !offer.is_free, onclick: (event) => take(live, offer, event.currentTarget) },
      ICONS[offer.as]?.(), el("span", {}, el("strong", {}, `Be a ${offer.as}`), el("small", {}, offer.is_free ? offer.words : "all places are taken")))));
}

function showVisit(live, visit) {
  say(at("tour-title"), `You are ${visit.name}, ${visit.words}.`);
  say(at("tour-text"), `${visit.until} For another place beside this one open a private window.`);
  fill(at("tour-buttons"),
    el("button", { type: "button", class: "main", onclick: () => go(live, visit) }, "Back to your place"),
    el("button", { type: "button", onclick: () => leave() }, "Leave"));
}

async function take(live, offer, button) {
  button.disabled = true;
  try {
    // Another window of this browser may have taken a place meanwhile, which this would take from it.
    const { visit: before } = await read("/api/tour");
    if (before) {
      showVisit(live, before);
      announce(`${at("tour-title").textContent} ${at("tour-text").textContent}`);
      return;
    }
    const own = await makeKey();
    const visit = await post("/api/tour", { as: offer.as, key: own.key });
    await own.keep();
    go(live, visit);
  } catch (error) {
    say(at("tour-text"), `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`);
    announce(error.message);
    button.disabled = false;
  }
}

async function leave() {
  await post("/api/tour/leave");
  location.reload();
}

/** Go to the visitor's place; a dealer waits for the robot to finish its round. */
function go(live, visit) {
  if (visit.is_ready || !visit.stream) {
    location.assign(visit.lands);
    return;
  }
  const text = el("p", {}, "The robot plays its round to the end, and you deal the next one. This takes up to a minute. " + visit.until);
  const sheet = openSheet({ title: `${visit.table} will be yours`, body: text, actions: [{ text: "Give it up", does: () => leave() }, { text: "Go there now", does: () => location.assign(visit.lands), stays: true }], closes: () => showVisit(live, visit) });
  announce(`${visit.table} will be yours after this round.`);
  live.addEventListener("state", ({ detail }) => {
    if (detail.stream === visit.stream && detail.state.dealer === visit.person && sheet.node.open) location.assign(visit.lands);
  });
  live.watch(visit.stream);
}
