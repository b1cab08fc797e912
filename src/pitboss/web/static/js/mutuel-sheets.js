// The sheets of the mutuel manager's desk: a reason, scratches, a post time, a count, windows and drawers, a card from a file,
// and whatever else the server offers.

import { actForm, answerInWords } from "./act-form.js";
import { post } from "./api.js";
import { refusalOf } from "./base/refusal.js";
import { openSheet } from "./base/sheet.js";
import { actInWords, clockTime, el, fill, keyed, minorOf, money, say, words } from "./dom.js";
import { choicesOf, offerOf } from "./offers.js";
import { saddle } from "./parts/saddle.js";

/** @typedef {import("./mutuel-desk.js").MutuelDesk} Desk */

const HALF_DAY_MS = 12 * 3_600_000;
let count = 0;

/** Return a labelled input. @param {string} text @param {any} properties */
function field(text, properties = {}) {
  const id = `mutuel-${(count += 1)}`;
  const input = /** @type {HTMLInputElement} */ (el("input", { id, autocomplete: "off", required: true, ...properties }));
  return { input, node: el("div", { class: "field" }, el("label", { for: id }, text), input) };
}

/**
 * Open a sheet with a form; `does` returns (a promise of) whether the sheet may close.
 * @param {string} title @param {any} body @param {string} button @param {() => any} does
 */
function formSheet(title, body, button, does) {
  const form = el("form", { class: "mutuel-form" }, body, el("button", { class: "main next" }, button));
  const sheet = openSheet({ title, body: form });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if ((await does()) !== false) sheet.close();
  });
  /** @type {HTMLElement | null} */ (form.querySelector("input, select"))?.focus();
  return sheet;
}

/** Ask for a sentence that an act needs. @param {string} title @param {string} question @param {(text: string) => any} does */
export function askText(title, question, does) {
  const { input, node } = field(question, { maxlength: 200, pattern: ".*\\S.*", title: "Say it in words" });
  const sheet = formSheet(title, node, title, () => {
    // What comes next may be a sheet of its own.
    sheet.close();
    does(input.value.trim());
  });
}

/** Take runners out of the chosen race, or put one in again. @param {Desk} desk */
export function openScratch(desk) {
  // The race that the sheet names, whatever is chosen behind it.
  const { where } = desk;
  const out = choicesOf(desk.offers, { type: "tote.scratch_runner/1", ...where }, "runner");
  const back = choicesOf(desk.offers, { type: "tote.restore_runner/1", ...where }, "runner");
  const button = (no, does) => {
    const runner = desk.desk.runners.find((one) => one.no === no);
    return el("button", { type: "button", onclick: does }, el("span", { class: "row" }, saddle(no, runner.cloth), ` ${runner.name}`));
  };
  const sheet = openSheet({
    title: `Scratch in race ${where.race}`, className: "mutuel-scratch",
    body: el("div", {}, el("p", { class: "muted" }, "Bets on a scratched number are refunded."), el("div", { class: "mutuel-choices" }, out.map((runner) => button(runner, () => {
      sheet.close();
      desk.send({ type: "tote.scratch_runner/1", ...where, runner }, `Scratch ${runner} in race ${where.race}`);
    }))), back.length > 0 && el("div", {}, el("h3", {}, "Scratched by mistake: put in again"), el("div", { class: "mutuel-choices" }, back.map((runner) => button(runner, () => {
      sheet.close();
      askText(`Restore ${runner}`, "Why was it scratched wrongly?", (reason) => desk.send({ type: "tote.restore_runner/1", ...where, runner, reason }, `Restore ${runner}`));
    }))))),
  });
}

/** Move the post time of the chosen race. @param {Desk} desk */
export function openTime(desk) {
  const { where } = desk;
  const row = desk.desk.races.find((one) => one.race === where.race && one.track === where.track);
  const at = new Date(row.post_time);
  const { input, node } = field("New post time", { type: "time", value: clockTime(row.post_time) });
  const later = (minutes) => el("button", { type: "button", onclick: () => { input.value = clockTime(at.getTime() + minutes * 60_000); } }, `${minutes} min later`);
  const sheet = formSheet(`Post time of race ${row.race}`, el("div", {}, node, el("div", { class: "row" }, [2, 5, 10].map(later))), "Move the post time", () => {
    const [hours, minutes] = input.value.split(":").map(Number);
    const moved = new Date(at);
    moved.setHours(hours, minutes, 0, 0);
    // Ten minutes after 23:55 is on the next day.
    if (at.getTime() - moved.getTime() > HALF_DAY_MS) moved.setDate(moved.getDate() + 1);
    sheet.close();
    desk.send({ type: "tote.move_post_time/1", ...where, post_time: moved.toISOString() }, `Race ${row.race} at ${input.value}`, desk.time);
  });
}

/** Enter what a second count makes of a pool. @param {Desk} desk */
export function openCount(desk) {
  const open = desk.desk.pools.filter((one) => offerOf(desk.offers, { type: "tote.record_count/1", pool: one.pool }) !== undefined);
  const id = `mutuel-${(count += 1)}`;
  const wanted = open.find((one) => one.difference_minor !== 0) ?? open[0];
  const pool = /** @type {HTMLSelectElement} */ (el("select", { id }, open.map((one) => el("option", { value: one.pool, selected: one === wanted }, one.name))));
  const total = field("Counted", { inputmode: "decimal", placeholder: "18520.00" });
  const by = field("Counted by", { maxlength: 100 });
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  const sheet = formSheet("Second count of a pool", el("div", {}, el("div", { class: "field" }, el("label", { for: id }, "Pool"), pool), total.node, by.node, trouble), "Record the count", () => {
    const total_minor = minorOf(total.input.value, desk.currency);
    if (Number.isNaN(total_minor)) {
      fill(trouble, "Enter an amount such as 18520.00.");
      return false;
    }
    sheet.close();
    desk.send({ type: "tote.record_count/1", pool: pool.value, total_minor, counted_by: by.input.value.trim() }, `Count of ${open.find((one) => one.pool === pool.value).name}`, desk.counting);
    return true;
  });
}

/** Draw again whenever it is known anew what is offered, or how the day stands, until `end`. @param {Desk} desk @param {() => void} draw */
function followed(desk, draw) {
  const ending = new AbortController();
  desk.live.addEventListener("offers", draw, { signal: ending.signal });
  desk.looks.addEventListener("look", draw, { signal: ending.signal });
  return { end: () => ending.abort() };
}

/** Show windows and drawers; open and close them. @param {Desk} desk */
export function openWindows(desk) {
  const plain = (minor) => money(minor, desk.currency);
  const body = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Windows and drawers" });
  const act = (one) => ({ type: one.is_open ? "tote.close_terminal/1" : "tote.open_terminal/1", terminal: one.terminal, ...(one.is_open ? {} : { window: one.window, kind: one.kind }) });
  const draw = () => {
    const focused = body.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.terminal : undefined;
    fill(body, table());
    if (focused) /** @type {HTMLElement | null} */ (body.querySelector(`[data-terminal="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
  };
  const table = () => el("table", {}, el("thead", {}, el("tr", {}, ["Window", "Who", "Tickets"].map((name) => el("th", {}, name)), ["Sold", "Paid out", "Drawer"].map((name) => el("th", { class: "money" }, name)), el("th", {}, "Paper"), el("th", {}, el("span", { class: "unseen" }, "Acts")))),
    el("tbody", {}, desk.windows.map((one) => el("tr", {}, el("th", {}, `${one.kind === "window" ? "Window" : "Machine"} ${one.window} `, el("small", { class: "muted" }, one.is_open ? "" : "closed")), el("td", {}, one.who || "nobody"), el("td", {}, one.tickets), [one.sold_minor, one.paid_minor, one.drawer_minor].map((minor) => el("td", { class: "money" }, plain(minor))),
      el("td", {}, `${one.trouble || (one.has_printer ? "printer" : "on screen")}${one.undelivered > 0 ? `, ${one.undelivered} not delivered` : ""}`), el("td", {}, offerOf(desk.offers, { type: act(one).type, terminal: one.terminal }) && el("button", { type: "button", "data-terminal": one.terminal, onclick: async (event) => {
        if (await desk.send(act(one), `${one.is_open ? "Close" : "Open"} window ${one.window}`, event.target)) await desk.look();
        draw();
      } }, one.is_open ? "Close" : "Open"))))), desk.windows.length > 1 && el("tfoot", {}, el("tr", {}, el("th", { colspan: 3 }, "Together"), ["sold_minor", "paid_minor", "drawer_minor"].map((part) => el("td", { class: "money" }, el("b", {}, plain(desk.windows.reduce((sum, one) => sum + one[part], 0))))), el("td"), el("td"))));
  draw();
  // What may be opened or closed is known only when the server offers it, and how it stands when it was looked at.
  const follows = followed(desk, draw);
  const none = desk.windows.length === 0 && el("p", { class: "empty" }, "This house has no window yet. An administrator adds terminals on the staff page.");
  openSheet({ title: "Windows and drawers", wide: true, className: "mutuel-windows", body: el("div", {}, none, body), closes: follows.end });
}

/** Open a race card from a file: read by the server, with every fault at once. @param {Desk} desk */
export function openCardFile(desk) {
  const { input, node } = field("Race card, JSON or TOML", { type: "file", accept: ".json,.toml" });
  const found = el("div", { class: "mutuel-card", role: "status" });
  const open = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "main next", disabled: true }, "Open the card"));
  /** @type {any} */
  let card = null;
  let asked = 0;
  const clear = () => {
    asked += 1;
    card = null;
    open.disabled = true;
    fill(found);
  };
  // A file that was mended may be chosen again: to the browser it is the same one, and no change.
  input.addEventListener("click", () => {
    input.value = "";
    clear();
  });
  input.addEventListener("change", async () => {
    clear();
    const file = input.files?.[0];
    const mine = asked;
    if (!file) return;
    try {
      const read = await post(`/api/tote/${encodeURIComponent(desk.stream)}/card`, { name: file.name, text: await file.text() });
      if (mine !== asked) return;
      card = read.card;
      fill(found, read.faults.length > 0 ? faultsOf(read) : previewOf(read));
      open.disabled = card === null;
      say(open, card === null ? "Open the card" : `Open ${read.name}, ${read.races.length} races`);
    } catch (error) {
      if (mine === asked) fill(found, el("p", { class: "note is-bad" }, `${error.message}.`));
    }
  });
  const sheet = openSheet({ title: "Open a race card", wide: true, body: el("div", { class: "mutuel-form" }, node, found, open) });
  open.addEventListener("click", async () => {
    open.disabled = true;
    const answer = await desk.live.command(desk.stream, { type: "tote.open_card/1", card });
    const refused = refusalOf(answer);
    if (refused === null) sheet.close();
    else fill(found, el("p", { class: "note is-bad", role: "alert" }, `${refused.reason}.${refused.clause ? ` [${refused.clause}]` : ""}`));
  });
}

/** @param {any} read */
function faultsOf(read) {
  return el("div", {}, el("p", { class: "note is-bad" }, `${read.faults.length} ${read.faults.length === 1 ? "fault" : "faults"}: the card cannot be opened.`),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Faults" }, el("table", {}, el("thead", {}, el("tr", {}, ["Where", "What stands there", "Why not", "Clause"].map((name) => el("th", {}, name)))), el("tbody", {}, read.faults.map((one) => el("tr", {}, el("th", {}, el("code", {}, one.field)), el("td", {}, one.value === "null" ? "nothing" : one.value), el("td", {}, one.reason), el("td", {}, one.clause ?? "")))))));
}

/** @param {any} read */
function previewOf(read) {
  return el("div", {}, el("p", {}, el("b", {}, `${read.name} (${read.track})`), ": no fault."), read.carried.map((text) => el("p", { class: "note" }, `${text}.`)),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Races of the card" }, el("table", {}, el("thead", {}, el("tr", {}, ["Race", "Post", "Runners", "Bets"].map((name) => el("th", {}, name)))), el("tbody", {}, read.races.map((one) => el("tr", {}, el("th", {}, `${one.number} ${one.title}`), el("td", {}, clockTime(one.post_time)), el("td", {}, one.runners), el("td", {}, one.pools.map(words).join(", "))))))));
}

/** List everything that may be done now, each with its form. @param {Desk} desk */
export function openActs(desk) {
  const list = el("div", { class: "mutuel-choices" });
  const draw = () => keyed(list, [...new Set(desk.offers.map((one) => one.act))].sort(), (tag) => tag, (tag) => el("button", { type: "button", onclick: () => {
    sheet.close();
    if (tag === "tote.open_card/1") openCardFile(desk);
    else openAct(desk, tag);
  } }, actInWords(tag)));
  draw();
  // What has just happened may not be in the offers yet.
  const follows = followed(desk, draw);
  const sheet = openSheet({ title: "What else can be done", body: list, closes: follows.end });
}

/** Open the form of one act. @param {Desk} desk @param {string} tag */
function openAct(desk, tag) {
  const body = el("div");
  const sheet = openSheet({ title: actInWords(tag), body });
  actForm(body, desk.stream, tag, desk.offers.filter((one) => one.act === tag), { currency: desk.currency }, async (act) => {
    const offer = offerOf(desk.offers, act);
    const answer = await desk.approvals.act(desk.stream, act, offer ?? { alone: true }, actInWords(tag));
    if (refusalOf(answer) !== null) throw new Error(answerInWords(answer));
    sheet.close();
    desk.look();
  });
}
