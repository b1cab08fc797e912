// The desk of a tournament, for those who run it: the one next act, entries, seats, reports of tables, ties, prizes.

import { actForm, answerInWords } from "./act-form.js";
import { onKey } from "./base/frame.js";
import { refusalOf, showRefusal } from "./base/refusal.js";
import { openSheet } from "./base/sheet.js";
import { actInWords, announce, el, fill, money, say } from "./dom.js";
import { offerOf } from "./offers.js";
import { Lots } from "./parts/lots.js";
import { Tally } from "./parts/tally.js";
import { wouldWin } from "./tournament-board.js";

const ENTER = "tournament.enter_player/1";
const SEATS = "tournament.draw_seats/1";
const REPORT = "tournament.record_heat/1";
const PLAY_OFF = "tournament.record_play_off/1";
const LOTS = "tournament.draw_lots/1";
const AWARD = "tournament.award_prizes/1";
/** What the one large button and the entry form are for already. */
const PLACED = new Set([ENTER, SEATS, REPORT, PLAY_OFF, LOTS, AWARD, "tournament.start_heat/1", "tournament.end_heat/1"]);
/** @type {Record<string, string>} */
const SAID = {
  "tournament.open_entries/1": "Open entries",
  "tournament.close_entries/1": "Close entries",
  "tournament.withdraw_player/1": "Withdraw a player",
  "tournament.disqualify_player/1": "Disqualify a player",
  "tournament.cancel/1": "Cancel the tournament",
};

export class TournamentDesk {
  /** @type {any[]} */
  offers = [];
  #isBusy = false;

  /** @param {{ live: import("./live.js").Live, followed: import("./base/store.js").Followed, stream: string, approvals: any, node: HTMLElement }} given */
  constructor({ live, followed, stream, approvals, node }) {
    this.live = live;
    this.followed = followed;
    this.stream = stream;
    this.approvals = approvals;
    this.#build(node);
    followed.addEventListener("change", () => {
      live.offers(stream);
      this.#draw();
    });
    live.addEventListener("offers", ({ detail }) => {
      if (detail.stream !== stream) return;
      this.offers = detail.offers;
      this.#draw();
    });
    onKey("Space", "The next act", () => this.next.disabled || this.next.click());
    onKey("m", "More", () => this.more.disabled || this.more.click());
  }

  #build(node) {
    this.next = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "main next", id: "next-act", "data-once": "", disabled: true, onclick: () => this.#go() }));
    this.hint = el("p", { class: "muted small" });
    this.name = /** @type {HTMLInputElement} */ (el("input", { id: "entrant", autocomplete: "off", spellcheck: "false", maxlength: 40, required: true }));
    this.enter = /** @type {HTMLButtonElement} */ (el("button", {}));
    this.entry = el("form", { class: "tournament-entry", hidden: true }, el("label", { for: "entrant" }, "Player's name"), this.name, this.enter);
    this.entry.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#entered();
    });
    // Escape leaves the field for the keys of the page.
    this.name.addEventListener("keydown", (event) => event.key === "Escape" && this.name.blur());
    this.tables = el("div", { class: "row", role: "group", "aria-label": "Reports of tables" });
    this.more = /** @type {HTMLButtonElement} */ (el("button", { type: "button", onclick: () => this.#more() }, "More"));
    fill(node, el("section", { class: "panel tournament-desk", "aria-label": "Desk" }, el("h2", {}, "Next"), this.next, this.hint, this.entry, this.tables, this.more));
  }

  get #state() {
    return this.followed.state;
  }

  #draw() {
    const state = this.#state;
    if (state === null) return;
    const { next } = state;
    const isMine = next !== null && offerOf(this.offers, { type: next.act }) !== undefined;
    say(this.next, next === null ? cancelled(state) : next.text);
    this.next.disabled = !isMine || this.#isBusy;
    say(this.hint, next === null ? "" : `${next.hint.charAt(0).toUpperCase()}${next.hint.slice(1)}. ${isMine ? "" : "Somebody else's act. "}[${next.clause}]`);
    const fee = offerOf(this.offers, { type: ENTER });
    this.entry.hidden = fee === undefined;
    say(this.enter, `Enter${state.entry_fee_minor > 0 ? ` for ${money(state.entry_fee_minor, state.currency)}` : ""}`);
    // Any table may report first.
    const open = state.tables.filter((one) => !one.is_reported && offerOf(this.offers, { type: REPORT, table: one.table }) !== undefined);
    fill(this.tables, open.length > 1 && open.map((one) => el("button", { type: "button", onclick: () => this.#report(one.table) }, `Table ${one.table}`)));
    this.more.disabled = this.#others.length === 0;
  }

  get #others() {
    const next = this.#state.next?.act;
    return [...new Set(this.offers.map((one) => one.act))].filter((tag) => !PLACED.has(tag) && tag !== next);
  }

  // What is done

  #go() {
    const { next } = this.#state;
    if (next === null || this.#isBusy) return;
    if (next.act === ENTER) this.name.focus();
    else if (next.act === REPORT) this.#report(next.table);
    else if (next.act === PLAY_OFF) this.#playOff(next.players);
    else if (next.act === LOTS) this.#lots({ type: LOTS }, "Draw lots", next.players, `Touch ${next.players.join(" and ")} in the order drawn, the best place first.`);
    else if (next.act === SEATS) this.#lots({ type: SEATS }, next.text, this.#seating, "Touch the names in the order in which their lots were drawn.");
    else if (next.act === AWARD) this.#award();
    else this.#send({ type: next.act }, next.text, this.next);
  }

  get #seating() {
    return offerOf(this.offers, { type: SEATS })?.fields.order.values ?? [];
  }

  /** Send an act; tell whether it was accepted, and show beside a place why not. */
  async #send(act, title, place) {
    if (this.#isBusy) return false;
    this.#isBusy = true;
    this.#draw();
    const answer = await this.approvals.act(this.stream, act, offerOf(this.offers, act), title).finally(() => { this.#isBusy = false; });
    const isRefused = showRefusal(answer, place);
    if (!isRefused && answer.type !== "waiting") announce(`${title}: done.`);
    this.#draw();
    return !isRefused;
  }

  async #entered() {
    const player = this.name.value.trim();
    if (player === "") return;
    const domain = offerOf(this.offers, { type: ENTER })?.fields.player;
    if (domain?.pattern && !new RegExp(domain.pattern).test(player)) {
      showRefusal({ type: "problem", reason: "enter a name without a colon" }, /** @type {any} */ (this.name));
      return;
    }
    if (await this.#send({ type: ENTER, player, fee_minor: this.#state.entry_fee_minor }, `Enter ${player}`, this.name)) this.name.value = "";
    this.name.focus();
  }

  /** Open a form in a sheet; `read` returns the act, or throws a sentence that says what is missing. */
  #form(title, body, button, read) {
    const trouble = el("p", { class: "note is-bad", role: "alert" });
    const main = /** @type {HTMLButtonElement} */ (el("button", { class: "main next" }, button));
    const form = el("form", { class: "tournament-form", novalidate: true }, body, trouble, main);
    const sheet = openSheet({ title, body: form });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const act = read();
        main.disabled = true;
        const answer = await this.approvals.act(this.stream, act, offerOf(this.offers, act), title);
        main.disabled = false;
        const refused = refusalOf(answer);
        if (refused === null) sheet.close();
        else fill(trouble, `${refused.reason.charAt(0).toUpperCase()}${refused.reason.slice(1)}.${refused.clause ? ` [${refused.clause}]` : ""}`);
      } catch (error) {
        fill(trouble, error.message);
      }
    });
    /** @type {HTMLElement | null} */ (form.querySelector("input, .lots-left button"))?.focus();
  }

  #report(table) {
    const { players } = this.#state.tables.find((one) => one.table === table);
    const most = this.#state.hands;
    const tally = new Tally(players);
    const hands = /** @type {HTMLInputElement} */ (el("input", { id: "hands-played", type: "number", inputmode: "numeric", min: 0, max: most, value: most }));
    const reason = /** @type {HTMLInputElement} */ (el("input", { id: "fewer-hands", maxlength: 500, autocomplete: "off" }));
    const why = el("div", { class: "field", hidden: true }, el("label", { for: "fewer-hands" }, "Why fewer hands?"), reason);
    hands.addEventListener("input", () => { why.hidden = Number(hands.value) >= most; });
    this.#form(`Heat ${this.#state.heat}, table ${table}`, el("div", {}, tally.node, el("div", { class: "field" }, el("label", { for: "hands-played" }, `Hands played, of ${most}`), hands), why), "Record the table", () => {
      const isFewer = Number(hands.value) < most;
      if (isFewer && reason.value.trim() === "") throw new Error("Say why fewer hands were played.");
      return { type: REPORT, table, heat: this.#state.heat, hands: Number(hands.value), chips: tally.read(), ...(isFewer ? { reason: reason.value.trim() } : {}) };
    });
  }

  #playOff(players) {
    const tally = new Tally(players);
    this.#form("Play-off", el("div", {}, el("p", { class: "muted" }, `${players.join(" and ")} play another hand. Enter what each has after it; who is equal again plays on.`), tally.node), "Record the play-off", () => ({ type: PLAY_OFF, chips: tally.read() }));
  }

  #lots(act, title, names, label) {
    const lots = new Lots(names, label);
    this.#form(title, lots.node, title, () => {
      if (!lots.isComplete) throw new Error(`${names.length - lots.drawn.length} of ${names.length} are not drawn yet.`);
      return { ...act, order: lots.drawn };
    });
  }

  #award() {
    const { currency, standings } = this.#state;
    const won = (one) => wouldWin(this.#state, one.player);
    const lines = standings.filter((one) => won(one) > 0);
    const sum = lines.reduce((total, one) => total + won(one), 0);
    this.#form("Award the prizes", el("ol", { class: "tournament-prizes" }, lines.map((one) => el("li", { class: "spread" }, el("span", {}, `${one.place}. ${one.player}`), el("b", { class: "figure" }, money(won(one), currency))))), `Pay ${money(sum, currency)}`, () => ({ type: AWARD }));
  }

  #more() {
    const sheet = openSheet({ title: "What else can be done", body: el("div", { class: "tournament-choices" }, this.#others.map((tag) => el("button", { type: "button", onclick: () => {
      sheet.close();
      this.#act(tag);
    } }, SAID[tag] ?? actInWords(tag)))) });
  }

  #act(tag) {
    const body = el("div");
    const title = SAID[tag] ?? actInWords(tag);
    const sheet = openSheet({ title, body });
    actForm(body, this.stream, tag, this.offers.filter((one) => one.act === tag), { currency: this.#state.currency }, async (act) => {
      const answer = await this.approvals.act(this.stream, act, offerOf(this.offers, act) ?? { alone: true }, title);
      if (refusalOf(answer) !== null) throw new Error(answerInWords(answer));
      sheet.close();
    });
  }
}

const cancelled = (state) => (state.phase === "cancelled" ? "The tournament is cancelled" : "The prizes are awarded");
