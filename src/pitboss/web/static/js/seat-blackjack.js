// A player's own screen at a blackjack table: own cards and stake always in view, what may be done and what it costs.
//
// Which decisions there are and what they cost the server says, and the offers which of them are open.

import "./base/ring.js";
import { onKey } from "./base/frame.js";
import { beforeKey } from "./base/keys.js";
import { play } from "./base/sound.js";
import { DealerHands, isOneOfSeveral, ShoeBar } from "./blackjack/dealer.js";
import { Others } from "./blackjack/others.js";
import { OwnPlaces } from "./blackjack/own.js";
import { CardSeat } from "./cards/seat.js";
import { announce, el, fill, keyed, money, say, shortMoney } from "./dom.js";
import { CardPad, cardText } from "./parts/card-pad.js";

const HIT = "blackjack.hit/1";
const DOUBLE = "blackjack.double_down/1";
const INSURE = "blackjack.place_insurance/1";
const BACK = "blackjack.place_hit_wager/1";
const DECLARE = "blackjack.declare_hit/1";
const DEAL = "blackjack.deal_card/1";
const OUT = "blackjack.sit_out/1";
const PILLS = { betting: ["Bets are open", "is-open"], dealing: ["Cards out", ""], suits: ["Suit wagers", ""], insurance: ["Insurance", "is-last"], turns: ["Players' turns", ""], dealer: ["Dealer's turn", ""], complete: ["Paying", ""], settled: ["Paid", "is-gold"], void: ["Void", "is-last"] };

export class SeatScreen extends CardSeat {
  acts = { lay: "blackjack.place_wager/1", remove: "blackjack.remove_wager/1", leave: "blackjack.leave_seat/1" };
  #said = { phase: "", turn: false };
  /** the hit wager that goes with the next card */
  #hit = 0;
  /** whether the offer of insurance was declined in this round */
  #declined = -1;
  #waits = { whose: "", since: 0 };
  #drawn = "";
  #noted = "";
  /** the hand that was decided about, as it was then */
  #decided = "";
  #hasLeft = false;
  /** @type {CardPad | undefined} */
  pad = undefined;
  /** @type {any} */
  sure = undefined;
  /** @type {any} */
  out = undefined;
  /** @type {any} */
  first = undefined;
  /** the round whose first card lies before this player, face down */
  #dealt = -1;

  /** @param {any} given */
  constructor(given) {
    super(given);
    this.open();
  }

  build() {
    const [bet, first] = this.fact("In play", "staked");
    const [now, second] = this.fact("This round", "this-round");
    const [last, third] = this.fact("Last round", "last-round");
    const [limits, fourth] = this.fact("Limits", "limits");
    this.bet = bet;
    this.nowRound = now;
    this.lastRound = last;
    this.limits = limits;
    const facts = el("div", { class: "panel cd-facts changing" }, this.pill, el("dl", { class: "seat-facts" }, first, second, third, fourth), this.leaveButton);
    this.dealer = new DealerHands(96, 214);
    this.shoeBar = new ShoeBar();
    this.felt = el("p", { class: "bj-print", "aria-label": "Printed on the cloth" });
    this.others = new Others(this.names);
    this.own = new OwnPlaces(this.layout);
    this.own.addEventListener("bet", ({ detail }) => this.lay(detail.on, detail.node));
    this.own.addEventListener("remove", ({ detail }) => this.take(detail.on, detail.node));
    this.own.addEventListener("hit", () => this.#toggleHit());
    const table = el("section", { class: "felt bj-table changing", "aria-label": "Table" }, el("div", { class: "bj-top" }, this.shoeBar.rack, this.dealer.node, this.shoeBar.node), this.felt, this.others.left, el("div", { class: "bj-middle" }, this.note, this.own.node), this.others.right);
    this.ring = /** @type {any} */ (el("clock-ring", { "aria-label": "Time for your decision" }));
    this.zero = el("p", { class: "small" });
    this.clock = el("div", { class: "bj-clock" }, this.ring, this.zero);
    this.choices = el("div", { class: "bj-choices", role: "group", "aria-label": "What you may do" });
    this.extra = el("div", { class: "bj-extra" });
    this.turn = el("div", { class: "bj-turn", "data-once": "" }, this.clock, this.choices, this.extra);
    this.asks = el("div", { class: "bj-asks", "data-once": "" });
    this.laying = el("div", { class: "bj-laying" }, this.rack.node, this.betting);
    this.body = el("section", { class: "panel cd-seat-dock bj-dock changing", "aria-label": "What you can do" });
    this.live.addEventListener("live", () => this.ring.late(!this.live.isLive));
    matchMedia("(max-width: 48rem)").addEventListener("change", () => this.draw());
    return el("div", { class: "cd-seat bj-seat" }, facts, table, this.body);
  }

  keys() {
    for (const [key, says] of [["h", "Hit"], ["s", "Stand"], ["d", "Double down"], ["p", "Split"], ["r", "Surrender"]]) onKey(key, says, () => this.#decide(key));
    onKey("w", "Put a hit wager on the next card, or take it away", () => this.#toggleHit());
    onKey("i", "Insure, for what the button says", () => this.#insure());
    onKey("x", "Bet on your place", () => {
      const on = this.places().find((one) => this.isBetting && one.includes("blackjack") && this.lies(one) === 0) ?? this.places()[0];
      if (on) this.lay(on, this.own.button(on));
    });
    onKey("y", "Bet on the suit of your first two cards", () => {
      const on = this.places().find((one) => !one.includes("blackjack"));
      if (on) this.lay(on, this.own.button(on));
    });
    this.rebetBy("b");
    // A card that was dealt face down is typed like any other, and Enter says that it is the one.
    for (const key of new Set(CardPad.keys)) beforeKey(key, () => this.#isTold && (this.pad.type(key), true));
    beforeKey("Enter", () => this.#isTold && (this.sure.click(), true));
  }

  /** Whether this player is asked for a card that only they see. */
  get #isTold() {
    return this.pad?.node.isConnected === true;
  }

  /** Whoever leaves is not told afterwards that the place is lost. @param {Element} place */
  async leave(place) {
    this.#hasLeft = await super.leave(place);
    return this.#hasLeft;
  }

  /** @param {any} state */
  hangsOn({ phase, round, own, is_open, boxes, decides, insurance }) {
    return [phase, round, own, is_open, boxes?.map((one) => one.player), decides, insurance];
  }

  seen(version) {
    this.own.seen(version);
  }

  at(x, y, found) {
    this.own.at(x, y, found);
  }

  places() {
    return this.positions.flatMap((seat) => this.own.keysOf(seat));
  }

  lies(on) {
    return this.own.lies(this.state, on);
  }

  sent(on, minor) {
    return this.own.sent(on, minor);
  }

  wager(type, on, minor) {
    const { seat, kind, spot } = OwnPlaces.parts(on);
    return { type, seat, player: this.player, on: kind, spot, stake_minor: minor };
  }

  called(on) {
    const { bet, seat } = OwnPlaces.parts(on);
    return `${this.names.bet(bet)}${this.positions.length > 1 ? `, place ${seat}` : ""}`;
  }

  /** What was bet before the cards of the last round; what was added to it was a decision of that round. */
  laidLast() {
    return (this.state.own?.last?.laid ?? []).filter((one) => this.positions.includes(one.seat)).map(({ seat, on, spot, stake_minor: minor }) => ({ on: `${seat}|${on === "blackjack" ? `blackjack:${spot}` : on}`, minor }));
  }

  #rows() {
    return this.state?.own?.last?.rows ?? [];
  }

  /** What this round brought so far. */
  #now() {
    return this.positions.flatMap((seat) => this.state.boxes[seat - 1].rows.map((row) => ({ ...row, seat })));
  }

  /** The place of this player whose turn it is; 0 where none. */
  get #turnSeat() {
    return this.positions.find((seat) => this.state.boxes[seat - 1].is_turn) ?? 0;
  }

  /** Which decisions are open, with what they cost. */
  #open() {
    const seat = this.#turnSeat;
    return seat === 0 || !this.live.isLive ? [] : (this.state.decides ?? []).filter((one) => one.fields.seat === seat && this.may(one.act));
  }

  /** What a hit wager may be now; null where none may be made. */
  #hitDomain() {
    return this.offers.find((offer) => offer.act === HIT && offer.fields.hit_minor?.type === "integers")?.fields.hit_minor ?? null;
  }

  #toggleHit() {
    const domain = this.#hitDomain();
    if (domain === null) return;
    this.#hit = this.#hit > 0 ? 0 : Math.min(domain.high, Math.max(domain.low, this.rack.chip));
    announce(this.#hit > 0 ? `Hit wager of ${shortMoney(this.#hit, this.state.currency)} with the next card.` : "No hit wager.");
    this.draw();
  }

  /** What there is to decide about: another card, or another hand's turn, is another decision. */
  get #whose() {
    const seat = this.#turnSeat;
    return JSON.stringify([this.state.round, seat, this.state.own?.hands?.[String(seat)]?.map((hand) => [hand.cards, hand.is_turn])]);
  }

  /** Decide, once for each hand as it stands: news of the next may come before the answer, and the answer before the news. @param {string} key */
  async #decide(key) {
    const whose = this.#whose;
    const found = whose === this.#decided ? undefined : this.#open().find((one) => one.key === key);
    if (found === undefined) return;
    this.#decided = whose;
    let isDone = false;
    const wager = this.#hit > 0 && [HIT, DOUBLE].includes(found.act) ? { hit_minor: this.#hit } : {};
    this.#hit = 0;
    try {
      isDone = await this.do({ type: found.act, ...found.fields, ...wager }, { place: this.choices, says: `${found.text}.` });
    } finally {
      if (!isDone && this.#decided === whose) this.#decided = "";
    }
  }

  tell() {
    const { phase, void: none } = this.state;
    const before = this.#said;
    const isTurn = this.#turnSeat > 0 && this.state.decides.length > 0;
    if (before.phase !== "" && phase !== before.phase) {
      if (phase === "betting") announce("Bets are open.");
      if (phase === "insurance") announce("Insurance is open: up to half your wager.");
      if (phase === "void" && none) announce(`Void: ${none.words}. Your chips come back.`);
      const net = this.#now().reduce((sum, row) => sum + row.net_minor, 0);
      if (phase === "settled") announce(this.cameTo(net, this.#now().length > 0));
      if (phase === "settled" && net > 0) play("won");
    }
    if (isTurn && !before.turn) announce("Your turn.");
    this.#said = { phase: phase ?? "none", turn: isTurn };
    if (this.#hitDomain() === null || !isTurn) this.#hit = 0;
    this.#time(isTurn);
  }

  /** Start the ring with each decision; no rule ends a turn, and it says what happens instead. */
  #time(isTurn) {
    const whose = isTurn ? this.#whose : "";
    if (whose === this.#waits.whose) return;
    this.#waits = { whose, since: performance.now() };
    this.ring.set(undefined, 1);
    if (isTurn) this.ring.set(1000 * this.state.decision_seconds, 1000 * this.state.decision_seconds);
  }

  draw() {
    if (!this.state || !this.own) return;
    const { state, positions } = this;
    say(this.seat, `${state.name} · ${positions.length > 0 ? `place ${positions.join(" and ")}` : "watching"}`);
    document.title = this.seat.textContent;
    const isTurn = this.#open().length > 0;
    const isMany = isOneOfSeveral(state);
    const [text, kind] = !state.is_open ? ["Closed", ""] : isTurn ? ["Your turn", "is-gold"] : isMany ? [`Dealer's hand ${state.spot} of ${state.hands_against}`, "is-gold"] : (PILLS[state.phase] ?? ["Between rounds", ""]);
    say(this.pill, text);
    this.pill.className = `pill ${kind}`;
    const staked = state.phase === "betting" ? this.total() : positions.reduce((sum, seat) => sum + state.boxes[seat - 1].stake_minor, 0);
    say(this.bet, money(staked, state.currency));
    const now = this.#now();
    this.showNet(this.nowRound, now.reduce((sum, row) => sum + row.net_minor, 0), now.length > 0);
    this.showNet(this.lastRound, this.#rows().reduce((sum, row) => sum + row.net_minor, 0), this.#rows().length > 0);
    this.showLimits(this.limits);
    this.dealer.show(state, { rows: now });
    this.shoeBar.show(state);
    this.#print();
    this.others.show(state, positions);
    const domain = isTurn ? this.#hitDomain() : null;
    this.own.show(state, positions, { isOpen: this.isBetting, hit: domain === null ? null : { minor: this.#hit, isOpen: true } });
    this.#drawNote();
    this.#drawDock();
  }

  #print() {
    const sign = this.state.felt.join("|");
    if (this.felt.dataset.sign === sign) return;
    this.felt.dataset.sign = sign;
    const [first, ...rest] = this.state.felt;
    fill(this.felt, el("strong", {}, first), el("span", { class: "small" }, rest.join(" · ")));
  }

  /** What this seat can do besides: sit down, or why it has lost its place. */
  #drawNote() {
    const { state, positions } = this;
    const gone = this.#hasLeft ? null : (state.own?.gone ?? null);
    const beside = positions.length > 0 ? this.freePlaces : [];
    const sign = JSON.stringify([positions, state.is_open, state.void, gone, this.freePlaces, state.boxes[this.place - 1]?.player, state.phase === "betting"]);
    if (sign === this.#noted) return;
    this.#noted = sign;
    const lost = gone && positions.length === 0 ? el("p", { class: "bj-gone", role: "status" }, `You have no place any more: ${gone.words}. `, gone.clause && el("span", { class: "clause" }, gone.clause)) : null;
    const none = state.void ? el("p", {}, `Void: ${this.names.plain(state.void.words)}. Your chips come back. `, el("span", { class: "clause" }, state.void.clause)) : null;
    if (!state.is_open) fill(this.note, lost, el("p", {}, `The table is closed: it ${state.opens ?? "opens later"}.`));
    else if (positions.length === 0) fill(this.note, lost, this.sitting(this.place > 0 ? state.boxes[this.place - 1]?.player : null));
    else fill(this.note, none, beside.length > 0 && state.phase === "betting" && el("div", { class: "row cd-sit" }, beside.map((seat) => this.sitButton(seat, `Play place ${seat} too`))));
  }

  #drawDock() {
    this.drawDock();
    const { state } = this;
    const open = this.#open();
    const asks = this.#asking();
    const shown = asks !== null ? [this.asks] : open.length > 0 ? [this.turn] : state.phase === "betting" || this.positions.length === 0 ? [this.laying] : [this.asks];
    if (asks === null && shown[0] === this.asks) this.#told();
    this.#choices(open);
    if (shown[0] !== this.body.firstElementChild) fill(this.body, shown);
  }

  #choices(open) {
    say(this.zero, "At zero the dealer asks you; your hand stays yours.");
    keyed(this.choices, open, (one) => one.act, (one) => el("button", { type: "button", class: "bj-choice", "data-act": one.key, onclick: () => this.#decide(one.key) }), (node, one) => {
      const extra = [HIT, DOUBLE].includes(one.act) ? this.#hit : 0;
      const cost = Math.abs(one.cost_minor) + extra;
      const price = cost === 0 ? "" : `${one.cost_minor < 0 ? "−" : "+"}${shortMoney(cost, this.state.currency)}`;
      const sign = JSON.stringify([one.text, one.hint, price]);
      if (node.dataset.sign === sign) return;
      node.dataset.sign = sign;
      fill(node, el("span", { class: "bj-choice-name" }, el("strong", {}, one.text), el("kbd", {}, one.key.toUpperCase())), el("span", { class: "bj-choice-cost" }, el("span", { class: "small" }, one.hint), el("strong", { class: "figure gold" }, price)));
    });
  }

  /** Show the question that comes before anything else: a card that only this player sees, insurance, a declaration. Null where there is none. */
  #asking() {
    const { state } = this;
    const due = state.own?.due ?? null;
    // While bets are open nobody has a card yet: who bet first may still change it, until the dealer gives the first one.
    const isFirst = due !== null && state.phase === "betting" && this.#dealt !== state.round;
    this.#offerFirst(isFirst);
    if (due !== null && !isFirst && this.live.isLive) return this.#ask("due", due, () => this.#whichCard(due));
    const declare = this.offers.find((offer) => offer.act === DECLARE);
    if (declare !== undefined) return this.#ask("declare", declare.fields, () => this.#declares(declare));
    const back = this.offers.filter((offer) => offer.act === BACK);
    this.#extra(back);
    if (back.length > 0 && this.#open().length === 0) return this.#ask("back", back.map((one) => one.fields), () => this.#backs(back));
    const insurable = (state.insurance?.wagers ?? []).filter((one) => this.positions.includes(one.seat) && one.stake_minor < one.most_minor);
    if (state.phase === "insurance" && insurable.length > 0 && this.may(INSURE) && this.#declined !== state.round) return this.#ask("insurance", insurable, () => this.#insurance(insurable));
    if (state.phase === "betting" && this.total() === 0 && this.may(OUT) && this.positions.length > 0) this.#offerOut();
    else this.out?.remove();
    this.#drawn = "";
    return null;
  }

  #ask(kind, about, make) {
    const sign = JSON.stringify([kind, about]);
    if (sign !== this.#drawn) {
      this.#drawn = sign;
      fill(this.asks, make());
    }
    return kind;
  }

  /** A button for whoever has the first card of a round that is dealt face down: bets end with it. @param {boolean} isFirst */
  #offerFirst(isFirst) {
    this.first ??= el("button", { type: "button", class: "main", onclick: () => {
      this.#dealt = this.state.round;
      this.draw();
    } }, "I have my first card");
    if (isFirst && !this.first.isConnected) this.betting.append(this.first);
    if (!isFirst) this.first.remove();
  }

  /** A button to sit this round out beside the chips. */
  #offerOut() {
    this.out ??= el("button", { type: "button", onclick: (event) => this.do({ type: OUT, position: this.positions[0] }, { place: event.currentTarget, says: "You sit this round out." }) }, "Sit out");
    if (!this.out.isConnected) this.betting.append(this.out);
  }

  /** Press the first wager's insurance where it is asked about, and no other question's button. */
  #insure() {
    if (this.asks.isConnected) /** @type {HTMLButtonElement | null} */ (this.asks.querySelector(".bj-insure-row button:enabled"))?.click();
  }

  #insurance(wagers) {
    const { currency, insurance } = this.state;
    return el("div", { class: "bj-insurance" }, el("p", {}, el("strong", {}, "Insurance? "), el("span", { class: "small" }, `The dealer shows an ace. Up to half your wager, ${this.names.spot("insurance")?.title ?? ""}. `), el("span", { class: "clause" }, insurance.clause)), wagers.map((one) => {
      const most = one.most_minor - one.stake_minor;
      let minor = most;
      const button = el("button", { type: "button", class: "main", onclick: (event) => this.do({ type: INSURE, seat: one.seat, spot: one.spot, stake_minor: minor }, { place: event.currentTarget, says: "Insured." }) }, `Insure ${shortMoney(minor, currency)}`);
      const slider = /** @type {HTMLInputElement} */ (el("input", { type: "range", min: insurance.least_minor, max: most, step: 1, value: most, "aria-label": `Insurance${this.positions.length > 1 ? `, place ${one.seat}` : ""}${this.state.hands_against > 1 ? `, hand ${one.spot}` : ""}`, oninput: () => {
        minor = Number(slider.value);
        say(button, `Insure ${shortMoney(minor, currency)}`);
      } }));
      return el("div", { class: "row bj-insure-row" }, this.state.hands_against > 1 && el("span", { class: "small" }, `Hand ${one.spot}`), slider, button);
    }), el("button", { type: "button", onclick: () => {
      this.#declined = this.state.round;
      announce("No insurance.");
      this.draw();
    } }, "No insurance"));
  }

  /** A card that was dealt face down to this player, who alone has seen it. */
  #whichCard(due) {
    const pad = new CardPad();
    const told = el("p", { role: "status" }, el("strong", {}, "Your card comes face down. "), el("span", { class: "small" }, "Look at it and touch it here: nobody else sees it."));
    let card = "";
    // Said once: the card after it may be this player's too.
    const tell = async () => {
      sure.disabled = true;
      sure.disabled = await this.do({ type: DEAL, card }, { place: sure, says: "Told." });
    };
    const sure = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "main", disabled: true, onclick: tell }, "That is my card"));
    pad.addEventListener("card", ({ detail }) => {
      card = detail.card;
      pad.mark(card);
      sure.disabled = false;
      say(sure, `${cardText(card)} is my card`);
    });
    this.pad = pad;
    this.sure = sure;
    return el("div", { class: "bj-which", "data-due": due.seat }, told, pad.node, sure);
  }

  #declares(offer) {
    const [seat] = offer.fields.seat.values;
    const says = (isSuited) => (event) => this.do({ type: DECLARE, seat, is_suited: isSuited }, { place: event.currentTarget, says: isSuited ? "Your hand is shown." : "The wager is lost." });
    return el("div", { class: "row" }, el("p", {}, el("strong", {}, "Your hit wager: "), "is the card of your suit?"), el("button", { type: "button", class: "main", onclick: says(true) }, "Yes, I show the hand"), el("button", { type: "button", onclick: says(false) }, "No, it is lost"));
  }

  /** Hit wagers on split hands whose first card is still to come, beside the decisions. */
  #extra(offers) {
    const sign = JSON.stringify([offers.map((one) => one.fields), this.rack.chip]);
    if (this.extra.dataset.sign === sign) return;
    this.extra.dataset.sign = sign;
    fill(this.extra, offers.length > 0 && this.#backs(offers));
  }

  #backs(offers) {
    const one = (offer) => {
      const minor = Math.min(offer.fields.stake_minor.high, Math.max(offer.fields.stake_minor.low, this.rack.chip));
      const [seat] = offer.fields.seat.values;
      const [hand] = offer.fields.hand.values;
      return el("button", { type: "button", onclick: (event) => this.do({ type: BACK, seat, hand, stake_minor: minor }, { place: event.currentTarget, says: "Hit wager taken." }) }, `${shortMoney(minor, this.state.currency)} on hand ${hand}'s next card`);
    };
    return el("div", { class: "row" }, el("p", {}, el("strong", {}, "Hit wager? "), el("span", { class: "small" }, "that the first card to a split hand is of its suit")), offers.map(one));
  }

  /** What the table waits for, and what the wagers came to. */
  #told() {
    const { state, names } = this;
    const rows = this.#now();
    const turn = state.boxes.find((box) => box.is_turn);
    const waits = state.phase === "settled" ? this.cameTo(rows.reduce((sum, row) => sum + row.net_minor, 0), rows.length > 0)
      : turn && this.positions.includes(turn.seat) ? (state.decides.length > 0 ? "It is your turn." : "A card is on its way to you.")
        : turn ? `Place ${turn.seat}, ${names.player(turn.player)}, plays.` : state.phase === "insurance" ? "Insurance is asked of all." : state.phase_in_words ? `The round is ${state.phase_in_words}.` : "The next round opens soon.";
    const outlook = state.own?.outlook ?? null;
    const sign = JSON.stringify(["told", waits, rows, outlook, this.positions]);
    if (sign === this.#drawn) return;
    this.#drawn = sign;
    const line = (row) => el("li", {}, el("span", {}, `${this.positions.length > 1 ? `Place ${row.seat}, ` : ""}${names.bet(row.on === "blackjack" ? `blackjack:${row.spot}` : row.on)}${row.hand > 1 ? `, hand ${row.hand}` : ""}: ${row.outcome}`), el("strong", { class: `figure ${row.net_minor > 0 ? "gain" : row.net_minor < 0 ? "loss" : ""}` }, row.net_minor === 0 ? "stays yours" : `${row.net_minor > 0 ? "+" : "−"}${money(Math.abs(row.net_minor), state.currency)}`), el("span", { class: "clause" }, row.clause));
    const made = (net) => `${net < 0 ? "−" : "+"}${money(Math.abs(net), state.currency)}`;
    const can = outlook && el("p", { class: "bj-outlook" }, el("span", { class: "muted" }, `Hand ${outlook.spot} can make it`), el("span", {}, Object.entries(outlook.ends).map(([name, net]) => [`${name} `, el("strong", { class: "figure" }, made(net)), "  "])));
    fill(this.asks, el("p", { class: "bj-waits" }, waits), can, rows.length > 0 && el("ol", { class: "bj-rows", "aria-label": "What your wagers came to", tabindex: 0 }, rows.map(line)));
  }
}
