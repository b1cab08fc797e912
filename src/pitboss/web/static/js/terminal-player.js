// A player's terminal of an automatic roulette. The server knows credits, bets and time; this only shows and asks.

import { part, readOnce } from "./api.js";
import { answerInWords } from "./act-form.js";
import { announce, el, fill, money, pocket, say } from "./dom.js";
import { Cloth } from "./terminal-cloth.js";

// What names its game, so that it counts in no other if the line broke and it comes late.
const BETTING = ["place_bet", "cancel_bet", "undo_bet", "recall_bets", "clear_bets", "bet_neighbours"];
const CASH_OUT = {
  asked: "Cash out everything? Say yes, and the dealer is told.",
  affirmed: "The dealer has been told.",
  selected: "The dealer has your cash-out on the console.",
  counted: "The dealer has counted your chips.",
  confirmed: "Your chips are being brought to you.",
};

export class PlayerScreen {
  #live;
  #name;
  #stream;
  #own = null;
  #state = null;
  #game = 0;
  #left;
  #pending = 0;
  #currency = "USD";
  #colours = {};
  #asked = new Map();

  constructor(live, terminal, stream) {
    this.#live = live;
    this.#name = terminal;
    this.#stream = stream;
    this.#build();
    this.#layOut();
    live.addEventListener("beat", ({ detail }) => this.#beat(detail.left?.[stream]));
    live.addEventListener("live", () => this.#draw());
    live.addEventListener("news", ({ detail }) => {
      if (detail.stream !== stream) return;
      this.#said(detail.events);
      if (detail.own) this.#owns(detail.own);
    });
  }

  #build() {
    const fact = (label, id) => {
      const value = el("dd", { id });
      const name = el("dt", {}, label);
      return [value, el("div", {}, name, value), name];
    };
    const [credits, first] = fact("Credits", "credits");
    const [staked, second, game] = fact("Bet in this game", "staked");
    const [last, third] = fact("Last game", "last-game");
    Object.assign(this, { credits, staked, game, last });
    this.phase = el("span", { class: "phase" });
    this.heading = el("h2", { id: "table-name" });
    this.bar = el("progress", { max: 1, value: 0, "aria-label": "Time left for bets" });
    this.left = el("output", { id: "left" });
    this.results = el("ul", { class: "results", "aria-label": "Last results, newest first" });
    this.answer = el("p", { class: "note", role: "status", id: "answer" });
    this.chips = el("fieldset", {}, el("legend", {}, "Chip"));
    this.chipRow = el("div", { class: "chips" });
    this.chips.append(this.chipRow);
    this.cloth = new Cloth((bet) => this.#place(bet), (bet) => this.#act("cancel_bet", { bet }));
    this.buttons = this.#controls();
    this.bets = el("ul", { class: "results", "aria-label": "Your bets" });
    this.cash = el("div", { id: "cash" });
    this.seat = el("p", { class: "note", id: "seat" });
    const head = el("section", { class: "card whole", "aria-labelledby": "table-name" }, el("div", { class: "card-head" }, this.heading, this.phase), el("dl", { class: "purse" }, first, second, third), el("div", { class: "window" }, this.bar, this.left), this.results, this.seat, this.answer);
    this.play = el("section", { class: "card", "aria-label": "Bets" }, this.chips, this.cloth.node, el("div", { class: "actions" }, Object.values(this.buttons)));
    this.side = el("section", { class: "card", "aria-label": "Your bets and cash-out" }, el("h2", {}, "Your bets"), this.bets, el("h2", {}, "Cash-out"), this.cash);
    this.nodes = [head, this.play, this.side];
  }

  #controls() {
    const make = (text, act) => el("button", { type: "button", onclick: () => this.#act(act) }, text);
    return { undo: make("Undo", "undo_bet"), clear: make("Clear", "clear_bets"), recall: make("Recall last game", "recall_bets"), neighbours: make("Neighbours", "bet_neighbours") };
  }

  async #layOut() {
    const layout = await readOnce(part(this.#stream, "layout"));
    this.#colours = layout.colours;
    this.#chipRow(layout.chips_minor);
    this.cloth.build(layout);
    this.#drawn.delete(this.bets);
    this.#draw();
  }

  #chipRow(chips) {
    fill(this.chipRow, chips.map((chip, index) => {
      const radio = el("input", { type: "radio", name: "chip", value: String(chip) });
      radio.checked = index === 0;
      return el("label", {}, radio, money(chip, this.#currency));
    }));
  }

  get #chip() {
    return Number(this.chipRow.querySelector(":checked")?.value ?? 0);
  }

  show({ stream, state }) {
    if (stream !== this.#stream) return;
    if (state.currency !== this.#currency) {
      this.#currency = state.currency;
      this.#layOut();
    }
    this.#state = state;
    this.#game = state.round;
    say(this.heading, state.name);
    this.#owns(state.own ?? null);
  }

  #owns(own) {
    const before = this.#own;
    if (before && own && Object.keys(before.bets).length > 0 && Object.keys(own.bets).length === 0 && JSON.stringify(own.last_game) === JSON.stringify(before.bets)) {
      const staked = sum(before.bets);
      const back = own.credits_minor - before.credits_minor;
      const text = back > 0 ? `${money(back, this.#currency)} back for ${money(staked, this.#currency)}` : `${money(staked, this.#currency)} lost`;
      say(this.last, text);
      announce(`The game is over: ${text}.`);
    }
    this.#own = own;
    this.#draw();
  }

  #said(events) {
    for (const event of events) {
      if (event.type === "automatic.game_started/1") {
        this.#game = event.game;
        announce(`Game ${event.game}: bets are open for ${event.seconds} seconds.`);
      }
      if (event.type === "automatic.spin_prompted/1") announce(`${event.seconds_left} seconds left.`);
      if (event.type === "roulette.no_more_bets_called/1") announce("No more bets.");
      if (event.type === "automatic.number_confirmed/1") announce(`${event.pocket} ${this.#colours[event.pocket] ?? ""}.`);
    }
  }

  #beat(left) {
    this.#left = left;
    this.bar.max = Math.max((this.#state?.seconds ?? 0) * 1000, left ?? 0, 1);
    this.bar.value = left ?? 0;
    say(this.left, left === undefined ? "Bets are closed" : `${Math.ceil(left / 1000)} s to bet`);
    this.#draw();
  }

  get #isBetting() {
    const own = this.#own;
    return this.#live.isLive && this.#left !== undefined && own !== null && own.is_verified && own.cash_out === null && !this.#state?.held && !this.#state?.void;
  }

  #draw() {
    const own = this.#own;
    const state = this.#state;
    if (state === null) return;
    const unit = this.#currency;
    const alert = state.held ? `held: ${state.held}` : state.void ? `game ${state.void} is void` : "";
    say(this.phase, alert || state.phase_in_words || "between games");
    this.phase.classList.toggle("is-alert", alert !== "");
    const latest = state.results.slice(0, 15);
    if (this.#changed(this.results, [latest, this.#colours])) fill(this.results, latest.map((result) => pocket(result.pocket, this.#colours)));
    say(this.credits, own ? money(own.credits_minor, unit) : "–");
    say(this.game, this.#game > 0 ? `Bet in game ${this.#game}` : "Bet in this game");
    say(this.staked, own ? money(sum(own.bets), unit) : "–");
    if (this.last.textContent === "") say(this.last, "–");
    this.#drawSeat(own, unit);
    this.play.hidden = this.side.hidden = own === null;
    if (own === null) return;
    this.cloth.show(own.bets, unit, this.#isBetting, this.#asked);
    const hasBets = Object.keys(own.bets).length > 0;
    const open = { undo: hasBets, clear: hasBets, recall: Object.keys(own.last_game).length > 0, neighbours: true };
    for (const [name, button] of Object.entries(this.buttons)) button.disabled = !this.#isBetting || !open[name];
    this.#drawBets(own.bets, unit);
    this.#drawCash(own, unit);
  }

  #drawSeat(own, unit) {
    if (!this.#changed(this.seat, [own === null, own?.is_verified, own?.credits_minor])) return;
    if (own === null) fill(this.seat, `A pit supervisor has yet to put terminal ${this.#name} at this table.`);
    else if (!own.is_verified) fill(this.seat, `${money(own.credits_minor, unit)} were credited. Is that right? `, el("button", { type: "button", class: "main", onclick: () => this.#act("verify_credit") }, "Yes, it is right"));
    else if (own.credits_minor === 0 && sum(own.bets) === 0) fill(this.seat, "No credits: give your money or chips to the dealer.");
    else fill(this.seat);
  }

  #drawBets(bets, unit) {
    if (!this.#changed(this.bets, [bets, this.#isBetting])) return;
    const lines = Object.entries(bets).map(([bet, minor]) => el("li", {}, el("span", {}, `${this.cloth.nameOf(bet)} ${money(minor, unit)} `), el("button", { type: "button", disabled: !this.#isBetting, onclick: () => this.#act("cancel_bet", { bet }) }, "Cancel", el("span", { class: "unseen" }, ` ${this.cloth.nameOf(bet)}`))));
    fill(this.bets, lines.length > 0 ? lines : el("li", { class: "soft" }, "None"));
  }

  #drawCash(own, unit) {
    if (!this.#changed(this.cash, [own.cash_out, own.cash_out_minor, own.credits_minor > 0])) return;
    const button = (text, act, kind = "") => el("button", { type: "button", class: kind, onclick: () => this.#act(act) }, text);
    if (own.cash_out === null) {
      fill(this.cash, el("p", { class: "soft" }, "All credits are paid in chips by the dealer."), own.credits_minor > 0 && button("Cash out", "ask_cash_out"));
      return;
    }
    const amount = own.cash_out_minor > 0 ? ` ${money(own.cash_out_minor, unit)}.` : "";
    fill(this.cash, el("p", { role: "status" }, `${CASH_OUT[own.cash_out] ?? own.cash_out}${amount}`), own.cash_out === "asked" && button("Yes, cash out", "affirm_cash_out", "main"), " ", own.cash_out !== "confirmed" && button("No, play on", "withdraw_cash_out"));
  }

  #drawn = new Map();

  #changed(node, value) {
    const text = JSON.stringify(value);
    if (this.#drawn.get(node) === text) return false;
    this.#drawn.set(node, text);
    return true;
  }

  #place(bet) {
    if (!this.#isBetting) return;
    this.#asked.set(bet, (this.#asked.get(bet) ?? 0) + 1);
    this.#draw();
    this.#act("place_bet", { bet, chip_minor: this.#chip }).finally(() => {
      const left = this.#asked.get(bet) - 1;
      if (left > 0) this.#asked.set(bet, left);
      else this.#asked.delete(bet);
      this.#draw();
    });
  }

  async #act(name, fields = {}) {
    const game = BETTING.includes(name) && this.#game > 0 ? { game: this.#game } : {};
    const answer = await this.#live.command(this.#stream, { type: `automatic.${name}/1`, terminal: this.#name, ...fields, ...game });
    const isBad = answer.type === "problem" || !answer.is_accepted;
    this.answer.classList.toggle("is-bad", isBad);
    say(this.answer, isBad ? answerInWords(answer) : "");
    if (!isBad && name === "place_bet") announce(`${this.cloth.nameOf(fields.bet)} ${money(fields.chip_minor, this.#currency)}: accepted.`);
  }
}

function sum(bets) {
  return Object.values(bets).reduce((total, minor) => total + minor, 0);
}
