// The dealer's console of a mini-baccarat table: two hands, who draws and why, wagers and vigorish by position, the roads.

import { play } from "./base/sound.js";
import { Bets, Markers } from "./baccarat/bets.js";
import { Hand, letter } from "./baccarat/hands.js";
import * as sheets from "./baccarat/sheets.js";
import { CoupSteps } from "./baccarat/steps.js";
import { CardConsole } from "./cards/console.js";
import { correct } from "./cards/sheets.js";
import { announce, cap, el, fill, keyed, say, shortMoney } from "./dom.js";
import { cardText } from "./parts/card-pad.js";
import { Rack } from "./parts/rack.js";
import { Road } from "./parts/road.js";

const LAY = "baccarat.place_wager/1";
const COLLECT = "baccarat.collect_vigorish/1";
const SIDES = /** @type {const} */ (["player", "banker"]);

export class Console extends CardConsole {
  pieces = ["deck", "marks"];
  brief = [LAY, "baccarat.remove_wager/1", "baccarat.deal_card/1", "baccarat.burn_card/1"];
  pays = ["baccarat.pay_winners/1"];
  #said = { phase: "", result: "" };
  /** @type {Road | undefined} */
  small = undefined;

  /** @param {any} options */
  constructor(options) {
    super(options);
    this.open();
  }

  build() {
    const { names, layout } = this;
    this.road = el("div", { class: "bc-small-road" });
    const story = el("section", { class: "panel cd-story changing", "aria-label": "Story" }, el("h2", {}, "This coup"), this.story, this.shoe, this.road, this.undoButton);
    this.hands = new Map(SIDES.map((side) => [side, new Hand(side, 112)]));
    this.stakes = new Map(SIDES.map((side) => [side, el("p", { class: "bc-stakes small" })]));
    this.banner = el("p", { class: "bc-words", role: "status" });
    const felt = el("section", { class: "felt cd-felt bc-table changing", "aria-label": "Hands" }, SIDES.map((side) => el("div", { class: "bc-panel" }, this.hands.get(side).node, this.stakes.get(side))), this.banner);
    this.steps = new CoupSteps(names);
    this.markers = new Markers();
    this.markers.addEventListener("collect", ({ detail }) => sheets.collect(this, detail.position));
    this.waits = el("ol", { class: "bc-laid", "aria-label": "What lies, highest position first" });
    const side = el("section", { class: "panel cd-side changing", "aria-label": "Payments and vigorish" }, this.steps.node, this.waits, this.markers.node);
    this.then = el("div", { class: "bc-then" });
    this.bets = new Bets(layout, names);
    this.bets.addEventListener("lay", ({ detail }) => this.#lay(detail));
    this.bets.addEventListener("place", ({ detail }) => sheets.place(this, detail.position));
    this.rack = new Rack();
    this.rack.fill(layout.chips_minor, this.followed.state.currency);
    this.betting = el("div", { class: "bc-betting" }, this.bets.node, this.rack.node);
    this.body = el("div", { class: "cd-body" });
    const work = el("section", { class: "panel cd-work changing", "aria-label": "Cards and wagers" }, this.then, this.body);
    this.node.classList.add("console-cards");
    return el("div", { class: "cd bc" }, story, felt, side, work, this.dock);
  }

  /** @param {any} state */
  hangsOn({ phase, round, dealer, is_open, next, places, cards, turns, hands }) {
    return [phase, round, dealer, is_open, next, places?.map((one) => [one.player, one.marked_minor]), cards?.stage, turns, hands];
  }

  tell() {
    const { phase, result, drawing, void: none } = this.state;
    const before = this.#said;
    if (before.phase !== "" && phase !== before.phase) {
      if (phase === "betting") announce("Bets are open.");
      if (phase === "closed") announce("No more bets.");
      if (phase === "void" && none) announce(`Void: ${none.words}.`);
      if (phase === "settled") announce("Everybody is paid.");
      if (phase === "betting") play("open");
      if (phase === "closed") play("closed");
    }
    const said = result?.text ?? drawing?.text ?? "";
    if (said !== "" && said !== before.result) announce(`${said}.`);
    this.#said = { phase: phase ?? "none", result: said };
  }

  drawTable() {
    const { state } = this;
    this.#drawHands();
    this.#drawBanner();
    this.#drawWork();
    this.markers.show(state, this.may(COLLECT));
    this.markers.node.hidden = !state.places.some((one) => one.marked_minor > 0);
    this.#drawLaid();
    this.#drawRoad();
  }

  hasDealt() {
    return SIDES.some((side) => this.state.hands[side].cards.length > 0);
  }

  #drawHands() {
    const { state } = this;
    const due = state.next?.hand;
    const made = this.pending === null ? undefined : state.makes?.[this.pending[0]];
    for (const side of SIDES) {
      const isDue = due === side;
      this.hands.get(side).show(state, isDue ? { pending: this.pending, points: made?.points ?? null } : {});
      this.hands.get(side).node.parentElement.classList.toggle("is-due", isDue);
      const bets = state.places.map((one, index) => [index + 1, Object.values(one.wagers[side] ?? {}).reduce((sum, minor) => sum + minor, 0)]).filter(([, minor]) => minor > 0);
      const sum = bets.reduce((total, [, minor]) => total + minor, 0);
      say(this.stakes.get(side), sum === 0 ? "no wager on this hand" : `${shortMoney(sum, state.currency)} · position${bets.length === 1 ? "" : "s"} ${bets.map(([position]) => position).join(", ")}`);
    }
  }

  /** What lies, until the result says who is paid. */
  #drawLaid() {
    const { places, payments, currency } = this.state;
    const laid = places.flatMap((place, index) => Object.entries(place.wagers).map(([on, kinds]) => ({ position: index + 1, player: place.player, on, minor: Object.values(kinds).reduce((sum, one) => sum + one, 0) }))).reverse();
    const shown = payments === null ? laid : [];
    this.waits.hidden = payments !== null;
    keyed(this.waits, shown.length > 0 || payments !== null ? shown : [null], (one) => (one === null ? "none" : `${one.position} ${one.on} ${one.minor}`), (one) => (one === null ? el("li", { class: "muted" }, "No chip lies on the layout.")
      : el("li", {}, el("span", { class: "pay-turn", "aria-hidden": "true" }, String(one.position)), el("span", {}, el("strong", {}, this.names.player(one.player)), el("span", { class: "unseen" }, `, position ${one.position}, ${this.names.bet(one.on)}`)), letter(one.on), el("span", { class: "figure" }, shortMoney(one.minor, currency)))));
  }

  #drawBanner() {
    const { result, drawing, void: none, is_last_hand: isLast } = this.state;
    const made = this.pending === null ? undefined : this.state.makes?.[this.pending[0]];
    const [text, reason, clause] = none ? [`Void: ${none.words}`, "Every wager goes back.", none.clause]
      : result ? [result.text, isLast ? "This was the last hand of the shoe." : "", result.clause]
        : made?.ends ? [made.ends, "once the card is placed", ""]
          : drawing ? [drawing.text, drawing.reason, drawing.clause] : [isLast ? "Last Hand" : "", "", ""];
    const sign = JSON.stringify([text, reason, clause]);
    if (this.banner.dataset.sign === sign) return;
    this.banner.dataset.sign = sign;
    fill(this.banner, text && el("strong", {}, text), reason && el("span", {}, reason), clause && el("span", { class: "clause" }, clause));
  }

  #drawWork() {
    const { state } = this;
    const { drawing, steps } = state;
    this.bets.show(state, state.phase === "betting" && this.may(LAY));
    this.rack.isOpen = false;
    const shown = this.isDealing ? [this.pad.node] : steps.length > 0 ? [this.checks, this.betting] : [this.betting];
    if (shown.length !== this.body.children.length || shown.some((node, index) => node !== this.body.children[index])) fill(this.body, shown);
    const coming = this.pending === null ? null : (state.makes?.[this.pending[0]]?.value ?? null);
    const then = drawing?.then?.length > 0 ? [el("strong", {}, `Then Banker's ${state.hands.banker.points}`), el("ol", { class: "bc-row-then", "aria-label": "By Player's third card" }, drawing.then.map((draws, value) => el("li", { class: `${draws ? "is-draw" : ""}${value === coming ? " is-coming" : ""}` }, el("strong", {}, String(value)), draws ? "draw" : "stay")))] : [el("strong", {}, this.isDealing ? "Name the card" : "Wagers by position")];
    const sign = JSON.stringify([drawing, this.isDealing, state.hands.banker.points, coming]);
    if (this.then.dataset.sign !== sign) {
      this.then.dataset.sign = sign;
      fill(this.then, then);
    }
  }

  #drawRoad() {
    const { roads } = this.state;
    this.small ??= new Road("big", "Big Road", { columns: roads.big_columns, rows: roads.rows, shown: 12 });
    if (this.road.firstChild === null) fill(this.road, this.small.node);
    this.small.show(roads);
  }

  /** @param {any} next @param {string} card @param {string} hint @returns {[string, string]} */
  placing(next, card, hint) {
    const made = this.state.makes?.[card[0]];
    return [next.hand ? `Place ${cardText(card)} on ${cap(next.hand)}` : `Burn ${cardText(card)}`, made?.ends ?? (made ? `makes ${made.points}` : hint)];
  }

  noCard() {
    return this.state.result ? `no further card is due: ${this.state.result.text}` : super.noCard();
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

  async #lay({ position, on, node }) {
    const { player } = this.state.places[position - 1];
    await this.do({ type: LAY, position, player, on, stake_minor: this.rack.chip }, { place: node, says: `${shortMoney(this.rack.chip, this.state.currency)} on ${this.names.bet(on)}, position ${position}: accepted.` });
  }
}
