// The dealer's console of a blackjack table: the places in an arc, whose card or decision it is, insurance of all at once.

import { play } from "./base/sound.js";
import { onKey } from "./base/frame.js";
import { Arc } from "./blackjack/arc.js";
import { DealerHands, ShoeBar } from "./blackjack/dealer.js";
import { InsuranceStrip } from "./blackjack/insurance.js";
import * as sheets from "./blackjack/sheets.js";
import { RoundSteps } from "./blackjack/steps.js";
import { CardConsole } from "./cards/console.js";
import { correct } from "./cards/sheets.js";
import { announce, el, fill, keyed, say, shortMoney } from "./dom.js";
import { cardText } from "./parts/card-pad.js";
import { Rack } from "./parts/rack.js";

const LAY = "blackjack.place_wager/1";
const DEAL = "blackjack.deal_card/1";
const HIT = "blackjack.hit/1";
const INSURE = "blackjack.place_insurance/1";
const SETTLE = ["blackjack.settle_hand/1", "blackjack.settle_suit_wagers/1"];

export class Console extends CardConsole {
  brief = [LAY, "blackjack.remove_wager/1", DEAL, "blackjack.burn_card/1", "blackjack.turn_first_card/1", "blackjack.turn_second_card/1"];
  pays = SETTLE;
  /** whether the pad is open for a card that lies face down and that its player shows */
  #isToldHere = false;
  #said = { phase: "", next: "" };
  /** what a decision is waited for on, and since when */
  #waits = { whose: "", since: 0 };
  #timer = 0;

  /** @param {any} options */
  constructor(options) {
    super(options);
    this.open();
  }

  build() {
    const { names, layout } = this;
    const story = el("section", { class: "panel cd-story changing", "aria-label": "Story" }, el("h2", {}, "This round"), this.story, this.undoButton);
    this.arc = new Arc(layout, names);
    this.arc.addEventListener("place", ({ detail }) => sheets.place(this, detail.seat));
    this.arc.addEventListener("lay", ({ detail }) => this.#lay(detail));
    this.dealer = new DealerHands(96, 200);
    this.shoeBar = new ShoeBar();
    this.words = el("p", { class: "bj-words", role: "status" });
    const felt = el("section", { class: "felt cd-felt bj-felt changing", "aria-label": "Table" }, this.arc.node, el("div", { class: "bj-own" }, this.shoeBar.node, this.dealer.node, this.shoeBar.rack), this.words);
    this.strip = new InsuranceStrip();
    this.strip.addEventListener("insure", ({ detail }) => sheets.insure(this, detail.wager));
    this.steps = new RoundSteps(names);
    this.rack = new Rack();
    this.rack.fill(layout.chips_minor, this.followed.state.currency);
    const least = Math.min(...layout.spots.filter((spot) => spot.kind === "blackjack").map((spot) => spot.min_minor));
    this.rack.choose(layout.chips_minor.find((chip) => chip >= least) ?? layout.chips_minor.at(-1));
    this.betting = el("div", { class: "bj-betting" }, el("p", { class: "small muted" }, "Touch a player's circle to lay the chosen chip for them; touch a name for the place."), this.rack.node);
    this.hidden = el("p", { class: "bj-hidden" }, "The card is dealt face down, and nobody names it here. Its player looks at it and says it at the seat.");
    this.body = el("div", { class: "cd-body" });
    const work = el("section", { class: "panel cd-work changing", "aria-label": "Cards and payments" }, this.body);
    this.decisions = el("div", { class: "bj-decisions", role: "group", "aria-label": "What the player says" });
    this.next.after(this.decisions);
    this.node.classList.add("console-cards");
    return el("div", { class: "cd bj" }, story, felt, this.strip.node, work, this.dock);
  }

  keys() {
    for (const [key, says] of [["p", "Split, as the player says"], ["r", "Surrender, as the player says"]]) onKey(key, says, () => this.#decide(key));
    onKey("e", "Take insurance at the next place that has none", () => this.strip.node.querySelector("button:enabled:not(.is-in)")?.click());
  }

  /** While a player decides, h s d are what they say; after a rank they are suits. @param {string} key */
  typed(key) {
    if (!this.pad.isHalf && this.#decide(key)) return;
    super.typed(key);
  }

  #decide(key) {
    const found = this.#open().find((one) => one.key === key);
    if (found === undefined) return false;
    this.touch(() => this.deed({ type: found.act, ...found.fields }));
    return true;
  }

  /** Which decisions are open to the player whose turn it is. */
  #open() {
    return (this.state?.next?.decides ?? []).filter((one) => this.may(one.act));
  }

  /** @param {any} state */
  hangsOn({ phase, round, dealer, is_open, next, boxes, cards, insurance, dealer_hands, spot }) {
    return [phase, round, dealer, is_open, next, boxes?.map((box) => [box.player, box.is_out, box.wagers, box.hands, box.suit_minor]), cards?.stage, insurance, dealer_hands, spot];
  }

  get isDealing() {
    const { next } = this.state;
    if (next?.decides) return this.#open().some((one) => one.act === HIT);
    return super.isDealing && (next.is_hidden !== true || this.#isToldHere || this.state.cards.named_by === "virtual");
  }

  /** @param {any} next */
  whose(next) {
    const box = next?.seat ? this.state.boxes[next.seat - 1] : null;
    return JSON.stringify([this.state.round, next?.seat, next?.hand, box?.hands[(next.hand ?? 1) - 1]?.cards.length ?? 0, this.state.dealer_hands]);
  }

  placesBy(next) {
    return next?.decides ? DEAL : next?.act;
  }

  /** @param {any} next */
  mayPlace(next) {
    return next?.decides ? this.may(HIT) : super.mayPlace(next);
  }

  /** A card for a hand that has not been hit yet: the player has asked for it. @param {any} next */
  async before(next) {
    return next?.decides ? this.do({ type: HIT, seat: next.seat }) : true;
  }

  /** @param {any} next @param {string} card @param {string} hint @returns {[string, string]} */
  placing(next, card, hint) {
    const made = this.state.makes?.[card[0]];
    const split = next.seat && this.state.boxes[next.seat - 1].hands.length > 1 ? `, hand ${next.hand}` : "";
    const where = next.seat === 0 ? (next.act === DEAL ? "to your hand" : "up") : `${next.decides ? "is drawn by" : "on"} box ${next.seat}${split}`;
    const text = next.seat === 0 && next.act !== DEAL ? `Turn ${cardText(card)} up` : `${next.decides ? cardText(card) : `Place ${cardText(card)}`} ${where}`;
    return [text, made ? (made.ends ? `makes ${made.total}: ${made.ends}` : `makes ${made.is_soft ? "soft " : ""}${made.total}`) : hint];
  }

  noCard() {
    return this.state.next?.is_hidden ? "the player says it at the seat, or shows it" : super.noCard();
  }

  besides() {
    const { next } = this.state;
    return [
      next?.is_hidden && !this.#isToldHere && this.state.cards.named_by !== "virtual" && { text: "The player shows it", does: () => {
        this.#isToldHere = true;
        this.draw();
      } },
      next?.decides && sheets.hitWagers(this).length > 0 && { text: "Hit wager…", does: () => sheets.hitWager(this) },
      !next?.decides && this.offers.some((offer) => offer.act === "blackjack.place_hit_wager/1") && { text: "Hit wager…", does: () => sheets.hitWager(this) },
    ].filter(Boolean);
  }

  tell() {
    const { phase, phase_in_words: words, next, void: none } = this.state;
    const before = this.#said;
    if (before.phase !== "" && phase !== before.phase) {
      if (words) announce(`The round is ${words}.`);
      if (phase === "betting") announce("Bets are open.");
      if (phase === "insurance") announce("Insurance is asked of all.");
      if (phase === "void" && none) announce(`Void: ${none.words}.`);
      if (phase === "settled") announce("Everybody is paid.");
      if (phase === "betting") play("open");
    }
    const said = next?.decides ? `${next.text}, ${next.hint}` : "";
    if (said !== "" && said !== before.next) announce(this.names.plain(`${said}.`));
    this.#said = { phase: phase ?? "none", next: said };
    if (!next?.is_hidden) this.#isToldHere = false;
    this.#wait(next);
  }

  /** Mark a place whose decision has been waited for as long as the house says. */
  #wait(next) {
    const whose = next?.decides ? this.whose(next) : "";
    if (whose === this.#waits.whose) return;
    this.#waits = { whose, since: performance.now() };
    clearTimeout(this.#timer);
    if (whose !== "") this.#timer = setTimeout(() => this.draw(), 1000 * this.state.decision_seconds + 50);
  }

  get #isLate() {
    return this.#waits.whose !== "" && performance.now() - this.#waits.since >= 1000 * this.state.decision_seconds;
  }

  drawTable() {
    const { state } = this;
    const { next } = state;
    const made = this.pending === null ? null : (state.makes?.[this.pending[0]] ?? null);
    this.arc.show(state, { isOpen: state.phase === "betting" && this.may(LAY), next, pending: next?.seat ? this.pending : null, made, isLate: this.#isLate });
    this.dealer.show(state, { due: next?.seat === 0 ? (next.hand ?? 1) : null, pending: next?.seat === 0 ? this.pending : null, made, isTurned: next?.act !== DEAL });
    this.shoeBar.show(state);
    this.strip.show(state, this.may(INSURE));
    const { void: none } = state;
    const said = none ? `Void: ${none.words}. Every wager goes back.` : "";
    say(this.words, said);
    this.words.hidden = said === "";
    this.#drawDecisions();
    this.#drawWork();
  }

  #drawDecisions() {
    const open = this.pending === null ? this.#open() : [];
    this.decisions.hidden = open.length === 0;
    keyed(this.decisions, open, (one) => one.act, (one) => el("button", { type: "button", class: "bj-decision", onclick: () => this.#decide(one.key) }), (node, one) => {
      const cost = one.cost_minor === 0 ? one.hint : `${one.cost_minor > 0 ? "+" : "−"}${shortMoney(Math.abs(one.cost_minor), this.state.currency)}`;
      const sign = JSON.stringify([one.text, cost]);
      node.disabled = this.isBusy;
      if (node.dataset.sign === sign) return;
      node.dataset.sign = sign;
      fill(node, el("span", { class: "cd-key" }, el("span", {}, one.text), el("kbd", {}, one.key.toUpperCase())), el("small", {}, cost));
    });
    this.next.classList.toggle("is-small", open.length > 0);
  }

  #drawWork() {
    const shown = this.#shown();
    if (shown.length !== this.body.children.length || shown.some((node, index) => node !== this.body.children[index])) fill(this.body, shown);
  }

  /** What the work of this moment needs: payments, chips, the steps of the cards, or the pad. */
  #shown() {
    const { state } = this;
    if (state.payments !== null) return [this.steps.node];
    const steps = state.steps.length > 0 ? [this.checks] : [];
    const isBetting = state.phase === "betting" && this.pending === null;
    if (isBetting) return [...steps, this.betting, ...(this.isDealing ? [this.pad.node] : [])];
    if (state.next?.is_hidden && !this.isDealing) return [this.hidden];
    return state.is_between_rounds && steps.length > 0 ? steps : [this.pad.node];
  }

  hasDealt() {
    return this.state.boxes.some((box) => box.hands.length > 0);
  }

  correct() {
    correct(this);
  }

  irregular() {
    sheets.irregular(this);
  }

  more() {
    sheets.openMore(this);
  }

  async #lay({ seat, spot, node }) {
    const { player } = this.state.boxes[seat - 1];
    const [, number] = spot.bet.split(":");
    await this.do({ type: LAY, seat, player, on: spot.kind, spot: Number(number ?? 1), stake_minor: this.rack.chip }, { place: node, says: `${shortMoney(this.rack.chip, this.state.currency)} on ${spot.name}, place ${seat}: accepted.` });
  }
}
