// A player's own screen at a mini-baccarat table: both hands, three areas, the roads, and cards to turn.

import { onKey } from "./base/frame.js";
import { play } from "./base/sound.js";
import { Areas } from "./baccarat/areas.js";
import { Hand } from "./baccarat/hands.js";
import { Scoreboard } from "./baccarat/scoreboard.js";
import { squeeze } from "./baccarat/squeeze.js";
import { CardSeat } from "./cards/seat.js";
import { announce, el, fill, money, say } from "./dom.js";

const PILLS = { betting: ["Bets are open", "is-open"], closed: ["No more bets", "is-last"], dealing: ["Cards out", ""], complete: ["Cards out", ""], settled: ["Paid", "is-gold"], void: ["Void", "is-last"] };

export class SeatScreen extends CardSeat {
  pieces = ["deck", "marks"];
  acts = { lay: "baccarat.place_wager/1", remove: "baccarat.remove_wager/1", leave: "baccarat.leave_table/1" };
  round = "coup";
  #said = { phase: "", result: "" };
  #turning = "";

  /** @param {any} given */
  constructor(given) {
    super(given);
    this.open();
  }

  build() {
    const [bet, first] = this.fact("Bet in this coup", "staked");
    const [last, second] = this.fact("Last coup", "last-coup");
    const [owed, third] = this.fact("Commission owed", "owed");
    const [limits, fourth] = this.fact("Limits", "limits");
    this.bet = bet;
    this.lastCoup = last;
    this.owed = owed;
    this.limits = limits;
    const facts = el("div", { class: "panel cd-facts changing" }, this.pill, el("dl", { class: "seat-facts" }, first, second, third, fourth), this.leaveButton);
    this.hands = [new Hand("player", 118), new Hand("banker", 118)];
    this.banner = el("p", { class: "bc-banner", role: "status" });
    this.areas = new Areas(this.layout);
    this.areas.addEventListener("bet", ({ detail }) => this.lay(detail.on, detail.node));
    this.areas.addEventListener("remove", ({ detail }) => this.take(detail.on, detail.node));
    const felt = el("section", { class: "felt bc-felt changing", "aria-label": "Table" }, el("div", { class: "bc-both" }, this.hands[0].node, this.banner, this.hands[1].node), this.note, this.areas.node);
    this.commission = el("p", { class: "bc-commission" });
    const dock = el("section", { class: "panel cd-seat-dock changing", "aria-label": "Your chips" }, this.rack.node, this.commission, this.betting);
    this.board = new Scoreboard();
    return el("div", { class: "cd-seat bc-seat" }, facts, felt, dock, this.board.node);
  }

  keys() {
    const first = (name) => name.charAt(0).toLowerCase();
    for (const spot of this.layout.spots) onKey(first(spot.name), `Bet on ${spot.name}`, () => this.lay(spot.bet, this.areas.button(spot.bet)));
    this.rebetBy("r");
    onKey("l", "Go to the areas", () => this.areas.focus());
    onKey("Enter", "Turn the cards that are in your hands", () => this.state?.own?.turning && this.#turn(this.note));
  }

  /** @param {any} state */
  hangsOn({ phase, round, own, is_open, places }) {
    return [phase, round, own, is_open, places?.map((one) => one.player)];
  }

  seen(version) {
    this.areas.seen(version);
  }

  at(x, y, found) {
    this.areas.at(x, y, found);
  }

  places() {
    return this.layout.spots.map((spot) => spot.bet);
  }

  lies(on) {
    return this.areas.lies(this.state, this.position, on);
  }

  sent(on, minor) {
    return this.areas.sent(on, minor);
  }

  wager(type, on, minor) {
    return { type, position: this.position, player: this.player, on, stake_minor: minor };
  }

  called(on) {
    return this.names.bet(on);
  }

  laidLast() {
    const found = new Map();
    for (const row of this.#rows()) if (row.source === "value") found.set(row.on, (found.get(row.on) ?? 0) + row.stake_minor);
    return [...found].map(([on, minor]) => ({ on, minor }));
  }

  tell() {
    const { phase, result, void: none } = this.state;
    const before = this.#said;
    if (before.phase !== "" && phase !== before.phase) {
      if (phase === "betting") announce("Bets are open.");
      if (phase === "closed") announce("No more bets.");
      if (phase === "void" && none) announce(`Void: ${none.words}. Your chips come back.`);
      if (phase === "settled") announce(this.cameTo(this.#net(), this.#rows().length > 0));
      if (phase === "settled" && this.#net() > 0) play("won");
    }
    if (result && result.text !== before.result) announce(`${result.text}.`);
    this.#said = { phase: phase ?? "none", result: result?.text ?? "" };
  }

  /** The position that this seat's player has taken; 0 where none. */
  get position() {
    return this.positions[0] ?? 0;
  }

  #rows() {
    return this.state?.own?.last?.rows ?? [];
  }

  #net() {
    return this.#rows().reduce((sum, row) => sum + (row.result === "lose" ? -row.stake_minor : row.paid_minor) - row.vig_minor, 0);
  }

  draw() {
    if (!this.state || !this.areas) return;
    const { state, position } = this;
    const place = state.places[position - 1];
    say(this.seat, `${state.name} · ${position > 0 ? `position ${position}` : "watching"}`);
    document.title = this.seat.textContent;
    const [text, kind] = !state.is_open ? ["Closed", ""] : (PILLS[state.phase] ?? ["Between coups", ""]);
    say(this.pill, state.is_last_hand && state.phase !== "settled" ? `${text} · last hand` : text);
    this.pill.className = `pill ${kind}`;
    say(this.bet, money(this.areas.total(state, position), state.currency));
    const net = this.#net();
    const isThis = state.phase === "settled" && state.own?.last?.round === state.round;
    this.showNet(this.lastCoup, net, this.#rows().length > 0);
    say(this.owed, money(place?.marked_minor ?? 0, state.currency));
    this.showLimits(this.limits);
    for (const hand of this.hands) hand.show(state);
    const { result, drawing, void: none } = state;
    say(this.banner, none ? `Void: ${none.words}` : (result?.text ?? drawing?.text ?? ""));
    this.banner.classList.toggle("is-result", Boolean(result));
    this.areas.show(state, { position, isOpen: this.isBetting, rows: isThis ? this.#rows() : [] });
    this.#drawNote();
    this.#drawDock();
    this.board.show(state);
  }

  /** What this seat can do besides betting: sit down, turn cards; or why it can do nothing. */
  #drawNote() {
    const { state, position } = this;
    const turning = state.own?.turning ?? null;
    const sign = JSON.stringify([turning, position, state.is_open, state.phase, state.turns, this.freePlaces, state.places[this.place - 1]?.player, state.void]);
    if (sign === this.#turning) return;
    this.#turning = sign;
    this.note.classList.toggle("is-turning", turning !== null);
    if (turning !== null) fill(this.note, squeeze(turning, { turn: (place) => this.#turn(place), giveUp: (place) => this.#giveUp(place) }));
    else if (!state.is_open) fill(this.note, el("p", {}, `The table is closed: it ${state.opens ?? "opens later"}.`));
    else if (position === 0) fill(this.note, this.sitting(this.place > 0 ? state.places[this.place - 1]?.player : null));
    else fill(this.note, this.#waiting());
  }

  #waiting() {
    const { state } = this;
    const turns = Object.entries(state.turns).find(([, one]) => one.is_handed || one.position !== null);
    if (turns === undefined) return [];
    const [hand, { position }] = turns;
    const who = position === 0 ? "The dealer" : position === this.position ? "You" : `Position ${position}`;
    return el("p", {}, position === null ? "The right to turn the cards is offered." : `${who} turn${who === "You" ? "" : "s"} the ${hand === "player" ? "Player's" : "Banker's"} cards.`);
  }

  #drawDock() {
    const { commission } = this.state;
    const sign = JSON.stringify(commission);
    if (this.commission.dataset.sign !== sign) {
      this.commission.dataset.sign = sign;
      fill(this.commission, el("strong", {}, commission.text), el("span", { class: "small muted" }, `${commission.hint} `, el("span", { class: "clause" }, commission.clause)));
    }
    this.drawDock();
  }

  #turn(place) {
    return this.do({ type: "baccarat.return_cards/1", hand: this.state.own.turning.hand }, { place, says: "You turned the cards." });
  }

  #giveUp(place) {
    return this.do({ type: "baccarat.relinquish_turn/1", hand: this.state.own.turning.hand, reason: "the player lets another turn them" }, { place, says: "Another player is asked." });
  }
}
