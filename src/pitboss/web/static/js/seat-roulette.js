// A player's own screen at a live roulette table: chips in hand, the cloth, what was bet, and what came of it.
//
// The server knows whose chips are whose and until when they may be laid. Others' chips are shown faintly, as everybody
// at the table sees them.

import { onKey } from "./base/frame.js";
import { refusalOf, showRefusal } from "./base/refusal.js";
import { play } from "./base/sound.js";
import { announce, el, fill, say, unbroken } from "./dom.js";
import { Offered } from "./offers.js";
import { chipPicture } from "./parts/chip.js";
import { TableCloth } from "./parts/table-cloth.js";
import { Head, upper } from "./roulette/head.js";
import { Laid } from "./roulette/laid.js";
import { Names } from "./roulette/names.js";
import { keyOf, Payments } from "./roulette/payments.js";
import * as sheets from "./roulette/sheets.js";
import { Tag } from "./roulette/tag.js";

const COUNTS = [1, 2, 5, 10, 20];
const LAY = "roulette.place_wager/1";
const REMOVE = "roulette.remove_wager/1";

export class SeatScreen {
  state = null;
  /** @type {TableCloth | null} */
  cloth = null;
  colours = /** @type {Record<string, string>} */ ({});
  pockets = /** @type {string[]} */ ([]);
  /** @type {Offered} */
  #offered;
  #laid = new Laid();
  #count = 1;
  #colour = "";
  #said = { phase: "", pocket: "", payment: "" };
  #upright = matchMedia("(max-width: 48rem) and (min-height: 621px)");

  /** @param {{ live: import("./live.js").Live, followed: import("./base/store.js").Followed, stream: string, player: string, seat: HTMLElement, node: HTMLElement }} given */
  constructor({ live, followed, stream, player, seat, node }) {
    this.live = live;
    this.followed = followed;
    this.stream = stream;
    this.#offered = new Offered(stream, [LAY, REMOVE], () => this.#draw());
    this.player = player;
    this.seat = seat;
    this.node = node;
    this.#begin().catch((error) => fill(node, el("p", { class: "empty", role: "alert" }, `${error.message}.`)));
  }

  async #begin() {
    this.names = await Names.of(this.stream);
    this.place = this.names.player(this.player);
    this.payments = new Payments(this.names);
    this.head = new Head(this.names);
    const grid = this.#build();
    await this.#loadCloth();
    this.#upright.addEventListener("change", () => this.#loadCloth());
    this.followed.addEventListener("change", () => this.#change());
    this.live.addEventListener("live", () => this.#draw());
    // Chips that change hands between dealer and player are no public news: whoever waits for some asks.
    onKey("u", "Undo", () => this.#undo());
    onKey("l", "Go to the cloth", () => this.cloth?.node.querySelector(".hit[tabindex='0']")?.focus());
    COUNTS.forEach((count, index) => onKey(String(index + 1), index === 0 ? "How many chips at a time" : "", () => this.#choose(count), { shown: `1–${COUNTS.length}` }));
    this.#change();
    // Only now: before, there was nothing that a button could do.
    fill(this.node, grid);
  }

  #build() {
    const fact = (label, id) => {
      const value = el("dd", { id, class: "figure" });
      return [value, el("div", {}, el("dt", { class: "small muted" }, label), value)];
    };
    const [inHand, first] = fact("In hand", "in-hand");
    const [bet, second] = fact("Bet in this game", "staked");
    const [last, third] = fact("Last game", "last-game");
    this.inHand = inHand;
    this.bet = bet;
    this.lastGame = last;
    this.felt = el("section", { class: "felt rc-felt changing", "aria-label": "Layout" });
    this.tag = new Tag();
    this.rack = el("div", { class: "seat-rack", role: "group", "aria-label": "Chips at a time" });
    this.undoButton = el("button", { type: "button", onclick: () => this.#undo() }, "Undo");
    this.clearButton = el("button", { type: "button", onclick: () => this.#clear() }, "Take all back");
    this.questionButton = el("button", { type: "button", onclick: () => sheets.wagers(this, "Your chips", this.#own()) }, "Question a chip");
    this.note = el("div", { class: "seat-note", role: "status" });
    this.list = el("ol", { class: "pay-list seat-list", tabindex: 0, "aria-label": "What your bets came to" });
    this.listTitle = el("h2");
    const side = el("section", { class: "panel seat-side changing", "aria-label": "The round" }, this.head.node, this.note, this.listTitle, this.list);
    const dock = el("section", { class: "panel seat-dock changing", "aria-label": "Your chips" }, this.rack, el("div", { class: "row seat-acts" }, this.undoButton, this.clearButton, this.questionButton));
    return el("div", { class: "seat-grid" }, el("dl", { class: "panel seat-facts changing" }, first, second, third), this.felt, side, dock);
  }

  async #loadCloth() {
    const cloth = await TableCloth.load(this.stream, { upright: this.#upright.matches });
    this.cloth = cloth;
    this.colours = cloth.colours;
    this.pockets = cloth.order;
    cloth.addEventListener("bet", ({ detail }) => this.#lay(detail));
    cloth.addEventListener("remove", ({ detail }) => this.#remove(detail));
    cloth.addEventListener("aim", ({ detail }) => this.#aimed(detail));
    fill(this.felt, cloth.node, this.tag.node);
    if (this.state) this.#draw();
  }

  get offers() {
    return this.#offered.all;
  }

  /** @param {string} tag */
  may(tag) {
    return this.#offered.may(tag);
  }

  /** Do an act of the player; show why not beside a place. @param {any} act @param {{ place?: any, says?: string }} [options] */
  async do(act, { place = this.note, says = "" } = {}) {
    const answer = this.names.answer(await this.followed.command(act));
    const isRefused = showRefusal(answer, place);
    if (!isRefused && says) announce(says);
    this.#ask(true);
    return !isRefused;
  }

  #change() {
    const { state } = this.followed;
    if (state.round !== this.state?.round || !["betting", "spinning"].includes(state.phase)) this.#laid.over();
    this.state = state;
    this.names.learn(state);
    this.#laid.seen(this.followed.version);
    const sets = Object.keys(state.own?.sets ?? {});
    if (!sets.includes(this.#colour)) this.#colour = sets[0] ?? "";
    this.#tell();
    this.#draw();
    this.#ask();
  }

  #ask(isSure = false) {
    const { phase, questioned, own, round } = this.state ?? {};
    return this.#offered.ask([phase, questioned, round, own?.is_waiting, Object.keys(own?.sets ?? {}), phase === "landed" ? this.#own() : null], isSure);
  }

  #tell() {
    const { phase, pocket, void: none } = this.state;
    const before = this.#said;
    if (before.phase !== "" && phase !== before.phase) {
      if (phase === "betting") announce("Bets are open.");
      if (phase === "closed") announce("No more bets.");
      if (phase === "void" && none) announce(`No spin: ${none.words}. Your chips come back.`);
      if (phase === "settled") announce(this.#lastInWords());
      if (phase === "settled" && this.#last().won > 0) play("won");
    }
    if (pocket && pocket !== before.pocket) announce(`${pocket} ${this.colours[pocket] ?? ""}.`);
    this.#said = { ...before, phase: phase ?? "none", pocket: pocket ?? "" };
  }

  get #isOpen() {
    return this.live.isLive && ["betting", "spinning"].includes(this.state?.phase);
  }

  #own() {
    return this.#laid.piles(this.state ?? {}).filter((pile) => pile.player === this.player);
  }

  /** What the last game brought: rows, what was won, lost, given back. */
  #last() {
    const rows = this.state?.own?.last?.rows ?? [];
    const sum = (some) => some.reduce((total, row) => total + row, 0);
    return {
      rows,
      won: sum(rows.filter((row) => row.outcome === "win").map((row) => row.paid_minor)),
      lost: sum(rows.filter((row) => row.outcome === "lose").map((row) => row.stake_minor)),
      back: sum(rows.filter((row) => ["void", "returned"].includes(row.outcome)).map((row) => row.stake_minor)),
    };
  }

  #lastInWords() {
    const { rows, won, lost, back } = this.#last();
    if (rows.length === 0) return "You had no bet.";
    const said = [won > 0 && `won ${this.names.money(won)}`, lost > 0 && `lost ${this.names.money(lost)}`, back > 0 && `${this.names.money(back)} came back`].filter(Boolean);
    return `You ${said.join(", ")}.`.replace("You ₫", "₫").replace("You $", "$");
  }

  #draw() {
    if (!this.state || !this.cloth) return;
    const { state, names } = this;
    say(this.seat, `${state.name} · ${this.place}`);
    document.title = this.seat.textContent;
    this.head.draw(state, this.colours, null);
    const set = state.own?.sets?.[this.#colour];
    const pending = this.#own().reduce((total, pile) => total + pile.minor, 0);
    say(this.inHand, set ? `${set.held_minor / set.value_minor} ${this.#colour} · ${names.money(set.held_minor)}` : "–");
    say(this.bet, names.money(pending));
    const last = this.#last();
    say(this.lastGame, last.rows.length === 0 ? "–" : last.won > 0 ? `+${names.money(last.won)}` : last.back > 0 ? `${names.money(last.back)} back` : `−${names.money(last.lost)}`);
    this.#drawCloth();
    this.#drawRack(set);
    this.#drawNote(set);
    this.#drawList();
  }

  #drawCloth() {
    const { state, names } = this;
    const isDown = ["landed", "settled"].includes(state.phase);
    const wins = new Set((state.payments?.rows ?? []).map(keyOf));
    const questioned = new Set(state.questioned.map(keyOf));
    const settled = state.phase === "settled" ? this.#last().rows.map((row) => ({ ...row, minor: row.stake_minor, pending: false })) : null;
    const piles = settled ?? [...this.#laid.piles(state)].sort((a, b) => Number(a.player === this.player) - Number(b.player === this.player));
    this.cloth.dolly(state.dolly);
    this.cloth.lay(/** @type {any[]} */ (piles).map((pile) => ({
      key: keyOf(pile), bet: pile.bet, face: names.face(pile.source), text: names.letter(pile.player), pending: pile.pending, count: pile.player === this.player ? names.pile(pile.source, pile.minor) : undefined,
      state: /** @type {any} */ (isDown && wins.has(keyOf(pile)) ? "won" : isDown ? "lost" : undefined), other: pile.player !== this.player, question: questioned.has(keyOf(pile)),
    })));
    // What may be bet is in nobody's way where the result is.
    if (this.cloth.isOpen && !this.#isOpen) this.tag.hide();
    this.cloth.isOpen = this.#isOpen && this.#colour !== "";
    this.#light();
  }

  #light() {
    this.cloth?.light(this.state?.pocket ? [this.state.pocket] : []);
  }

  #drawRack(set) {
    const sets = Object.keys(this.state.own?.sets ?? {});
    const sign = JSON.stringify([sets, this.#colour, this.#count, set?.value_minor]);
    this.rack.hidden = set === undefined;
    if (set !== undefined && this.rack.dataset.sign !== sign) {
      this.rack.dataset.sign = sign;
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.at : undefined;
      fill(this.rack,
        sets.length > 1 && sets.map((colour) => el("button", { type: "button", "data-at": colour, "aria-pressed": String(colour === this.#colour), onclick: () => { this.#colour = colour; this.#draw(); } }, colour)),
        COUNTS.map((count) => el("button", { type: "button", class: "seat-chip", "data-at": `n${count}`, "aria-pressed": String(count === this.#count), "aria-label": `${count} at a time, ${this.names.money(count * set.value_minor)}`, onclick: () => this.#choose(count) }, chipPicture({ size: 48, face: this.names.face(`colour:${this.#colour}`), text: String(count) }))));
      if (focused) this.rack.querySelector(`[data-at="${CSS.escape(focused)}"]`)?.focus();
    }
    const own = this.#own();
    const { last } = this.#laid;
    this.undoButton.disabled = !this.#isOpen || last === undefined;
    fill(this.undoButton, "Undo", last && el("small", {}, `${this.names.bet(last.bet)}, ${this.names.amount(last.source, last.stake_minor)}`));
    this.clearButton.disabled = !this.#isOpen || own.length === 0;
    this.questionButton.hidden = !(this.state.phase === "landed" && own.length > 0 && this.may("roulette.question_position/1"));
  }

  #drawNote(set) {
    const { state, names } = this;
    const mine = state.questioned.filter((one) => one.player === this.player);
    const isWaiting = state.own?.is_waiting;
    const sign = JSON.stringify([set !== undefined, isWaiting, state.phase, state.is_open, mine, state.void, state.pocket, this.may("roulette.request_colour/1"), this.#own().length > 0]);
    if (this.note.dataset.sign === sign) return;
    this.note.dataset.sign = sign;
    const player = this.player;
    const button = (text, act, says) => el("button", { type: "button", class: "main", onclick: (event) => this.do({ type: act, player }, { place: event.currentTarget, says }) }, text);
    if (!state.is_open) fill(this.note, el("p", {}, "The table is closed. Its dealer opens it."));
    else if (mine.length > 0) fill(this.note, el("p", { class: "amber" }, `Where your chips on ${mine.map((one) => names.bet(one.bet)).join(", ")} lie is in question. A Pit Supervisor decides before anybody is paid.`));
    else if (set === undefined && isWaiting) fill(this.note, el("p", {}, "The dealer knows that you wait for a colour. Give your money to the dealer."), button("I do not wait any more", "roulette.cancel_request/1", "You do not wait any more."));
    else if (set === undefined && this.#own().length === 0) fill(this.note, el("p", {}, "You have no chips here. Give your money to the dealer, and ask for a colour of your own."), this.may("roulette.request_colour/1") && button("Ask for a colour", "roulette.request_colour/1", "The dealer has been told."));
    else if (state.phase === "void" && state.void) fill(this.note, el("p", {}, `No spin: ${state.void.words}. Every chip goes back. `, el("span", { class: "clause" }, `[${state.void.clause}]`)));
    else fill(this.note, el("p", {}, { betting: "Touch the cloth to bet; hold to take back.", spinning: "The ball runs: bets are still taken.", closed: "No more bets. Your bets stand.", landed: "Losing chips are taken, then the winners are paid.", settled: "Everybody is paid." }[state.phase] ?? "The dealer opens the next game."));
  }

  #drawList() {
    const { state, names } = this;
    const last = state.own?.last;
    const isNow = !["settled", "void"].includes(state.phase);
    const rows = isNow && this.#own().length > 0 ? null : (last?.rows ?? []);
    const sign = JSON.stringify([rows, rows === null && this.#own(), last?.pocket]);
    if (this.list.dataset.sign === sign) return;
    this.list.dataset.sign = sign;
    if (rows === null) {
      say(this.listTitle, "Your bets");
      fill(this.list, this.#own().map((pile) => this.#line(pile.source, names.bet(pile.bet), names.amount(pile.source, pile.minor), "", names.money(pile.minor), pile.pending ? "is-pending" : "")));
      return;
    }
    const number = last?.pocket ? `${last.pocket} ${upper(this.colours[last.pocket])}` : "no spin";
    say(this.listTitle, rows.length === 0 ? "No bet yet" : `Game ${last.round}, ${number}: ${this.#lastInWords()}`);
    const amounts = { win: (row) => `+${names.money(row.paid_minor)}`, lose: (row) => `−${names.money(row.stake_minor)}` };
    const told = { win: (row) => this.payments.arithmetic(row), lose: () => "lost", void: () => "void, came back", returned: () => "came back, not paid" };
    fill(this.list, [...rows].sort((a, b) => b.paid_minor - a.paid_minor).map((row) => this.#line(row.source, names.bet(row.bet), told[row.outcome](row), row.clause, (amounts[row.outcome] ?? (() => names.money(row.stake_minor)))(row), `is-${row.outcome}`)));
  }

  #line(source, name, text, clause, amount, kind) {
    return el("li", { class: `pay-row seat-row ${kind}` }, chipPicture({ size: 36, face: this.names.face(source), text: this.names.letter(this.player) }),
      el("span", { class: "pay-what" }, el("strong", {}, unbroken(name)), el("span", { class: "small" }, text), clause && el("span", { class: "tiny muted" }, clause)), el("span", { class: "pay-amount is-long figure" }, amount));
  }

  #choose(count) {
    this.#count = count;
    this.#draw();
  }

  #aimed({ bet, node }) {
    const spot = bet === null ? undefined : this.cloth?.spots.get(bet);
    if (spot === undefined) {
      this.tag.hide();
      this.#light();
      return;
    }
    const own = this.#own().filter((pile) => pile.bet === bet).reduce((total, pile) => total + pile.minor, 0);
    const room = own > 0 ? `yours ${this.names.money(own)}, room for ${this.names.money(Math.max(0, spot.max_minor - own))}` : `${this.names.money(spot.min_minor)}–${this.names.money(spot.max_minor)}`;
    this.tag.show(node, this.felt, el("strong", {}, spot.name), ` ${spot.pays} to 1`, el("br"), room);
  }

  async #lay({ bet, place, node }) {
    const set = this.state.own.sets[this.#colour];
    const stake_minor = this.#count * set.value_minor;
    const act = { type: LAY, player: this.player, bet, stake_minor, source: `colour:${this.#colour}`, ...(place ? { placement: place } : {}) };
    if (await this.#moved(act, stake_minor, node)) {
      this.#laid.did(act);
      announce(`${this.names.bet(bet)}, ${this.names.amount(act.source, stake_minor)}: accepted.`);
    }
    this.#draw();
  }

  async #remove({ bet, node, isWhole = false }) {
    const pile = this.#own().find((one) => one.bet === bet && one.source === `colour:${this.#colour}`);
    const unit = this.names.unit(`colour:${this.#colour}`) ?? 1;
    const minor = pile ? Math.min(pile.minor, isWhole ? Infinity : unit * this.#count) : 0;
    if (pile && (await this.#back(pile, minor, node))) this.#laid.took(pile, minor);
    this.#draw();
  }

  async #undo() {
    if (this.undoButton.disabled) return;
    const last = { .../** @type {any} */ (this.#laid.last) };
    await this.#back(last, last.stake_minor, this.undoButton);
    // Refused as well: the chips are not there any more.
    this.#laid.took(last, last.stake_minor);
    this.#draw();
  }

  async #clear() {
    this.#laid.over();
    for (const pile of this.#own()) await this.#back(pile, pile.minor, this.clearButton);
  }

  async #back({ bet, source }, minor, place) {
    const act = { type: REMOVE, player: this.player, bet, stake_minor: minor, source };
    const isTaken = await this.#moved(act, -minor, place);
    if (isTaken) announce(`${this.names.bet(bet)}: ${this.names.amount(source, minor)} taken back.`);
    this.#draw();
    return isTaken;
  }

  /** Send chips to the cloth or back; what has no answer yet is drawn hollow. */
  async #moved(act, minor, place) {
    const came = this.#laid.sent(act, minor);
    this.#draw();
    const answer = this.names.answer(await this.followed.command(act));
    showRefusal(answer, place);
    const isTaken = refusalOf(answer) === null;
    came(isTaken ? answer.last : undefined);
    return isTaken;
  }
}
