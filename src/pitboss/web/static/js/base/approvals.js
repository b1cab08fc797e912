// Second persons: what waits for one comes as a sheet to whoever may confirm it, and whoever asked sees how long it waits.
//
// An act that needs two is sent as any other and waits. The second person confirms it on a page of their own, with A or D,
// or at the asker's machine with name and password, or a passkey.

import { part, post, read } from "../api.js";
import { actInWords, announce, el, fieldsInWords, fill, money, say, words } from "../dom.js";
import { correctionOf } from "./correction.js";
import { hasPasskeys, shownPasskey } from "./passkey.js";
import { refusalOf } from "./refusal.js";
import { openSheet, SHEETS } from "./sheet.js";
import { play } from "./sound.js";
import "./ring.js";

const TOTAL_MS = 300_000;
/** How long after a field or a sheet was left the next thing that waits comes by itself: a double touch is over by then, and the next field has the focus. */
const SOON_MS = 400;

const FIELD = "input, textarea, select";
/** Tell whether somebody is at something on this page that a sheet would tear them from. */
const isBusy = () => document.querySelector("dialog[open]") !== null || document.activeElement?.matches(FIELD) === true;

/** @type {Approvals | null} */
let current = null;

/**
 * Return the second persons of a page: one for each person who is signed in at it.
 * @param {import("../live.js").Live} live
 * @param {{ person: string, role: string }} me
 */
export function approvalsOf(live, me) {
  if (current === null || current.live !== live || current.me.person !== me.person) {
    current?.end();
    current = new Approvals(live, me);
  }
  return current;
}

/** Return a ring that shows how long something waits, and what keeps it going. */
function countdown(live, until) {
  const ring = /** @type {any} */ (document.createElement("clock-ring"));
  ring.classList.add("small-ring");
  ring.setAttribute("data-minutes", "");
  let offset = 0;
  const beat = ({ detail }) => {
    offset = Date.parse(detail.now) - Date.now();
    ring.set(Math.max(0, Date.parse(until) - Date.now() - offset), TOTAL_MS);
  };
  ring.set(Math.max(0, Date.parse(until) - Date.now()), TOTAL_MS);
  live.addEventListener("beat", beat);
  return { ring, end: () => live.removeEventListener("beat", beat) };
}

class Approvals extends EventTarget {
  #items = /** @type {any[]} */ ([]);
  #alarms = /** @type {any[]} */ ([]);
  #later = new Set();
  #open = /** @type {{ id: string, close: () => void } | null} */ (null);
  #own = new Map();
  #ending = new AbortController();
  #timer = 0;

  constructor(live, me) {
    super();
    this.live = live;
    this.me = me;
    this.alarms = el("button", { type: "button", class: "tally is-alarm", hidden: true, onclick: () => this.#showAlarms() });
    this.waiting = el("button", { type: "button", class: "tally is-waiting", hidden: true, onclick: () => this.#next(true) });
    this.asked = el("button", { type: "button", class: "tally", hidden: true, onclick: () => this.#reopen() });
    /** What stands in the bar: alarms, what one may confirm, what one asked for. */
    this.nodes = [this.alarms, this.waiting, this.asked];
    const { signal } = this.#ending;
    live.addEventListener("state", ({ detail }) => detail.stream === "house" && this.#take(detail.state), { signal });
    // What came while a field or another sheet was in use comes when that is left.
    SHEETS.addEventListener("change", () => this.#soon(), { signal });
    document.addEventListener("focusout", ({ target }) => target instanceof Element && target.matches(FIELD) && this.#soon(), { signal });
    live.watch("house");
  }

  /** Hear nothing any more, and take every sheet away. */
  end() {
    this.#ending.abort();
    clearTimeout(this.#timer);
    this.#open?.close();
    if (current === this) current = null;
  }

  #mine(one) {
    return one.by !== this.me.person && one.confirm.includes(this.me.role);
  }

  #take(state) {
    const before = new Set(this.#items.map((one) => one.approval));
    this.#items = state.approvals ?? [];
    this.#alarms = state.alarms ?? [];
    const open = this.#items.filter((one) => this.#mine(one));
    const own = this.#items.filter((one) => one.by === this.me.person);
    this.#tally(this.alarms, this.#alarms.length, "▲ ", "alarm", "alarms");
    this.#tally(this.waiting, open.length, "", "approval", "approvals");
    this.#tally(this.asked, own.length, "", "to be confirmed", "to be confirmed");
    // What one has just asked for may come with the next state only: it is over when it was there and is gone.
    const isOver = (approval) => before.has(approval) && !this.#items.some((one) => one.approval === approval);
    if (this.#open !== null && isOver(this.#open.id)) this.#open.close();
    for (const [approval, asked] of this.#own) {
      if (isOver(approval)) {
        this.#own.delete(approval);
        this.#fate(asked);
      }
    }
    if (open.some((one) => !before.has(one.approval))) {
      announce("Something waits for you to confirm it.");
      play("alarm");
    }
    this.#next(false);
  }

  #tally(node, count, sign, one, many) {
    node.hidden = count === 0;
    say(node, `${sign}${count} ${count === 1 ? one : many}`);
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.live.isLive && this.#next(false), SOON_MS);
  }

  /** Show the next thing that waits; by itself only what was not put off, and never over another sheet or into a field. */
  #next(isAsked) {
    const found = this.#items.find((one) => this.#mine(one) && (isAsked || !this.#later.has(one.approval)));
    if (found !== undefined && this.#open === null && (isAsked || !isBusy())) this.#show(found, isAsked);
  }

  async #show(one, isAsked) {
    this.#open = { id: one.approval, close: () => { this.#open = null; } };
    try {
      const [told, looked] = await Promise.all([read(`/api/approvals/${encodeURIComponent(one.approval)}`), read(`/api/streams/${encodeURIComponent(one.stream)}`)]);
      const picture = await pictureFor(one.stream, looked.state);
      // It may be over by now: a sheet for it would stay.
      if (this.#open?.id !== one.approval) return;
      // Somebody may have begun with something else meanwhile: then it comes after that.
      if (isAsked || !isBusy()) this.#sheet(one, told, looked.state, picture);
      else this.#open = null;
    } catch {
      // It was confirmed, declined or too old meanwhile.
      if (this.#open?.id === one.approval) this.#open = null;
    }
  }

  #sheet(one, told, state, picture) {
    const mine = this.#items.filter((other) => this.#mine(other));
    const what = told.title || actInWords(one.act.type);
    const ring = countdown(this.live, one.until);
    const said = el("p", { class: "note is-bad", role: "alert" });
    const send = async (path) => {
      try {
        const answer = await post(`/api/approvals/${encodeURIComponent(one.approval)}${path}`);
        const refused = answer && refusalOf(answer);
        if (refused) {
          fill(said, `Refused: ${refused.reason}.${refused.clause ? ` [${refused.clause}]` : ""}`);
          return false;
        }
        this.note(`${what} ${path === "" ? "Approved." : "Declined."}`, false, answer?.code ?? null);
        return true;
      } catch (error) {
        fill(said, `${error.message}.`);
        return false;
      }
    };
    const line = (name, ...text) => [el("dt", {}, name), el("dd", {}, text)];
    const body = el("div", { class: "approval" },
      el("div", { class: "approval-head" }, el("p", { class: "muted small" }, `Approval ${mine.findIndex((other) => other.approval === one.approval) + 1} of ${mine.length}`), ring.ring),
      el("dl", {},
        line("Who", el("strong", {}, told.by), `, ${words(told.role)}${state.dealer === one.by ? ` at ${told.table}` : ""}`),
        told.table && state.dealer !== one.by && line("Where", told.table),
        line("What", told.text || (told.title ? "" : fieldsInWords(one.act)) || what),
        told.clause && line("Clause", el("strong", {}, told.clause)),
        told.amount_minor !== null && line("Amount", el("strong", { class: "money" }, money(told.amount_minor, told.currency))),
        told.refused && line("By now", `It would be refused: ${told.refused}.`)),
      told.rows.length + told.open.length > 0 && correctionOf(told, told.currency), picture, seatsOf(state), said);
    const sheet = openSheet({
      title: what, body, className: "approval-sheet",
      actions: [{ text: "Decline", key: "d", kind: "later", does: () => send("/decline") }, { text: "Approve", key: "a", kind: "main next", does: () => send("") }],
      closes: () => {
        ring.end();
        this.#later.add(one.approval);
        if (this.#open?.id === one.approval) this.#open = null;
      },
    });
    this.#open = { id: one.approval, close: sheet.close };
  }

  #showAlarms() {
    openSheet({ title: "Alarms", body: el("ul", { class: "alarm-list" }, this.#alarms.map((alarm) => el("li", {}, el("strong", {}, words(alarm.kind)), ` ${alarm.text}`))), actions: [{ text: "Staff page", does: () => location.assign("/staff") }] });
  }

  // What one asked for

  /**
   * Do an act, with a second person where its offer says so; resolve with the answer, `waiting` where it waits.
   * @param {string} stream
   * @param {any} act
   * @param {{ alone: boolean, confirm: string[] } | undefined} offer
   * @param {string} title what it is, for the sheet
   */
  async act(stream, act, offer, title) {
    const answer = await this.live.command(stream, act, offer?.alone === false);
    if (answer.type === "waiting" && answer.approval) {
      const asked = { approval: answer.approval, stream, key: answer.key, title, confirm: offer?.confirm ?? [], until: new Date(Date.now() + answer.minutes * 60_000).toISOString() };
      this.#own.set(answer.approval, asked);
      this.#here(asked);
    }
    return answer;
  }

  #reopen() {
    const found = this.#items.find((one) => one.by === this.me.person);
    if (found !== undefined) this.#here(this.#own.get(found.approval) ?? { approval: found.approval, stream: found.stream, key: null, title: actInWords(found.act.type), confirm: found.confirm, until: found.until });
  }

  /** Show what waits, with the two ways to have it confirmed: by somebody at this machine, or by the pit. */
  #here(asked) {
    const ring = countdown(this.live, asked.until);
    const trouble = el("p", { class: "note is-bad", role: "alert" });
    // Whoever confirms it here reads what the pit reads.
    const told = el("p", { class: "approval-told" });
    read(`/api/approvals/${encodeURIComponent(asked.approval)}`).then(({ text }) => say(told, text)).catch(() => null);
    const here = `/api/approvals/${encodeURIComponent(asked.approval)}/here`;
    const confirm = async (path, body) => {
      try {
        const given = await body();
        this.#own.delete(asked.approval);
        this.#tell(asked.title, refusalOf(await post(path, given)));
        sheet.close();
      } catch (error) {
        form.password.value = "";
        this.#own.set(asked.approval, asked);
        fill(trouble, `${error.message}.`);
      }
    };
    const form = secondForm("Confirm here", () => confirm(`${here}/passkey`, () => shownPasskey("second", asked.approval)));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      confirm(here, () => Object.fromEntries(new FormData(form)));
    });
    const takeBack = async () => {
      this.#own.delete(asked.approval);
      await post(`/api/approvals/${encodeURIComponent(asked.approval)}/decline`).catch(() => null);
    };
    const sheet = openSheet({
      title: asked.title, className: "approval-sheet",
      body: el("div", { class: "approval" }, el("div", { class: "approval-head" }, el("p", {}, "It is done when a second person confirms it: ", el("strong", {}, listed(asked.confirm)), ". The pit has been asked."), ring.ring), told, form, trouble),
      actions: [{ text: "Take it back", does: takeBack }, { text: "Wait for the pit" }],
      closes: () => {
        ring.end();
        if (this.#open?.id === asked.approval) this.#open = null;
      },
    });
    this.#open = { id: asked.approval, close: sheet.close };
  }

  /** Find out what became of an act that somebody else confirmed or declined. */
  async #fate(asked) {
    if (asked.key === null) return;
    try {
      this.#tell(asked.title, refusalOf(await read(`${part(asked.stream, "answers")}/${encodeURIComponent(asked.key)}`)));
    } catch {
      this.note(`${asked.title}: declined, or too old. Nothing was done.`, true);
    }
  }

  #tell(title, refused) {
    this.note(refused === null ? `${title}: confirmed and done.` : `${title}: refused, ${refused.reason}.${refused.clause ? ` [${refused.clause}]` : ""}`, refused !== null);
  }

  /** Tell the page; a one-time code that an approved act made is shown once, and by itself where the page has no place. */
  note(text, isBad, code = null) {
    announce(text);
    const isTold = !this.dispatchEvent(new CustomEvent("told", { cancelable: true, detail: { text, isBad, code } }));
    if (code !== null && !isTold) setTimeout(() => openSheet({ title: text, body: el("p", {}, "The one-time code, shown only now: ", el("span", { class: "secret code" }, code)) }));
  }
}

const listed = (roles) => roles.map(words).join(", ").replace(/, ([^,]*)$/, " or $1");

/**
 * Return a form for the name and password of somebody who stands at this machine, or for a passkey of theirs.
 * @param {string} button
 * @param {() => any} byPasskey
 */
export function secondForm(button, byPasskey) {
  return /** @type {HTMLFormElement & { password: HTMLInputElement }} */ (el("form", { class: "second", "aria-label": "Second person here" },
    el("label", { class: "field" }, "Name", el("input", { name: "person", autocomplete: "off", autocapitalize: "none", spellcheck: "false", required: true })),
    el("label", { class: "field" }, "Password", el("input", { name: "password", type: "password", autocomplete: "off", required: true })),
    el("button", { class: "main" }, button),
    hasPasskeys() && el("button", { type: "button", onclick: byPasskey }, "Use a passkey")));
}

/** Return the cloth of a roulette with the bets as they lie; null where there are none, and at another game. */
async function pictureFor(stream, state) {
  if (!state.game?.endsWith("roulette") || Object.keys(state.laid ?? state.wagers ?? {}).length === 0) return null;
  const { tablePicture } = await import("../parts/table-picture.js");
  return tablePicture(stream, state);
}

/** Return what goes back to each seat that has bets. */
function seatsOf(state) {
  const seats = Object.entries(state.terminals ?? {}).filter(([, one]) => one.bet_minor > 0);
  if (seats.length === 0) return null;
  return el("ul", { class: "goes-back", "aria-label": "Bets by seat" }, seats.map(([name, one]) => el("li", {}, el("span", { class: "muted small" }, `Seat ${state.terminal_places?.[name] ?? name}`), el("strong", { class: "money" }, money(one.bet_minor, state.currency)))));
}
