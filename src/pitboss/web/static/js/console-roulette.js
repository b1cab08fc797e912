// The dealer's and mucker's console of a live roulette table.
//
// The server says which act is next, what may be done, who is paid what and in which order; this page shows it, and
// lets two hands do it: one large button for the next act, the cloth for chips and numbers, sheets for what is rare.

import { approvalsOf } from "./base/approvals.js";
import { onKey } from "./base/frame.js";
import { refusalOf, showRefusal } from "./base/refusal.js";
import { play } from "./base/sound.js";
import { actInWords, announce, el, fill, keyed, say, words } from "./dom.js";
import { Offered, offerOf } from "./offers.js";
import { TableCloth } from "./parts/table-cloth.js";
import { BACK, BRIEF, DECIDE, ENTER, GIVE, LAY, NO_SPIN, openMore, PAY, QUESTION, REMOVE } from "./roulette/acts.js";
import { Hand, sayHand } from "./roulette/hand.js";
import { Head, upper } from "./roulette/head.js";
import { Laid } from "./roulette/laid.js";
import { Names } from "./roulette/names.js";
import { NumberPad } from "./roulette/number-pad.js";
import { keyOf, Payments } from "./roulette/payments.js";
import { Questioned } from "./roulette/questioned.js";
import * as sheets from "./roulette/sheets.js";
import { drawStory } from "./roulette/story.js";
import { Tag } from "./roulette/tag.js";
import { Tiles } from "./roulette/tiles.js";

export class Console {
  state = null;
  /** @type {TableCloth | null} */
  cloth = null;
  pockets = /** @type {string[]} */ ([]);
  colours = /** @type {Record<string, string>} */ ({});
  #live;
  #followed;
  #node;
  /** @type {Offered} */
  #offered;
  #laid = new Laid();
  #round = -1;
  #isBusy = false;
  #deciding = /** @type {any} */ (null);
  #said = { phase: "", pocket: "" };
  #upright = matchMedia("(max-width: 48rem) and (min-height: 621px)");

  /**
   * @param {{ live: import("./live.js").Live, me: any, followed: import("./base/store.js").Followed, stream: string, node: HTMLElement }} options
   */
  constructor({ live, me, followed, stream, node }) {
    this.#live = live;
    this.#followed = followed;
    this.stream = stream;
    this.#offered = new Offered(stream, BRIEF, () => this.#draw());
    this.#node = node;
    this.approvals = approvalsOf(live, me);
    this.#begin().catch((error) => fill(node, el("p", { class: "empty", role: "alert" }, `${error.message}.`)));
  }

  async #begin() {
    this.names = await Names.of(this.stream);
    this.payments = new Payments(this.names);
    this.hand = new Hand(this.names, (act) => this.may(act));
    this.hand.addEventListener("change", () => this.#draw());
    this.#build();
    await this.#loadCloth();
    this.pad = new NumberPad(this.pockets, this.colours, this.#followed.state?.house?.revolutions_min ?? 0);
    this.pad.addEventListener("choose", () => this.#draw());
    this.#upright.addEventListener("change", () => this.#loadCloth());
    this.#followed.addEventListener("change", () => this.#change());
    this.#live.addEventListener("live", () => this.#line());
    this.#live.addEventListener("unknown", ({ detail }) => detail.stream === this.stream && this.#unknown());
    this.#keys();
    this.#change();
    // Only now: a button that can be pressed before the state is there does nothing, or worse.
    fill(this.#node, this.grid);
  }

  #build() {
    const panel = (name, label, ...children) => el("section", { class: `panel rc-${name} changing`, "aria-label": label }, ...children);
    this.felt = el("section", { class: "felt rc-felt changing", "aria-label": "Layout" });
    this.tag = new Tag();
    this.tiles = new Tiles(this.names);
    this.tiles.addEventListener("take", ({ detail }) => this.#take(detail.player, detail.source));
    this.tiles.addEventListener("give", ({ detail }) => sheets.giveColour(this, detail.player));
    this.giveButton = this.#button("Give a colour", () => sheets.giveColour(this));
    this.backButton = this.#button("Colour back to value", () => sheets.colourBack(this));
    this.valueButton = this.#button("Value chips", () => sheets.whoseValue(this, (player) => this.hand.choose(player, "value")));
    const colours = panel("colours", "Colours in use", el("header", { class: "spread" }, el("h2", {}, "Colours in use"), this.tiles.note), this.tiles.list, el("div", { class: "rc-row" }, this.giveButton, this.backButton, this.valueButton));
    this.story = el("ol", { class: "rc-lines", tabindex: 0, "aria-label": "What happened, newest first" });
    this.undoButton = this.#button("Nothing to undo", () => this.#undo());
    const story = panel("story", "Story", el("h2", {}, "Story"), this.story, this.undoButton);
    this.head = new Head(this.names);
    this.noteNode = el("p", { class: "rc-note" });
    this.openingNode = el("ul", { class: "rc-items" });
    this.questioned = new Questioned(this.names);
    this.questioned.addEventListener("decide", ({ detail }) => this.#decide(detail.wager, detail.bet, detail.place));
    this.questioned.addEventListener("point", ({ detail }) => this.#point(detail));
    this.body = el("div", { class: "rc-body" });
    this.inHand = el("p", { class: "rc-inhand small", hidden: true });
    this.next = el("button", { type: "button", class: "main rc-next", id: "next-act", onclick: () => this.#next() });
    this.others = el("div", { class: "rc-row rc-others" });
    const side = panel("side", "The round", this.head.node, this.head.steps, this.body);
    const dock = el("div", { class: "rc-dock", "data-once": "" }, this.inHand, this.next, this.others);
    this.grid = el("div", { class: "rc", "data-tab": "cloth" }, this.#tabs(), this.felt, colours, story, side, dock);
    this.#node.classList.add("console-roulette");
    // A button that was touched does not keep Space for itself: that is the next act's.
    this.#node.addEventListener("click", (event) => {
      if (event.detail > 0 && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
    });
  }

  #tabs() {
    const names = [["cloth", "Cloth"], ["side", "Round"], ["colours", "Chips"], ["story", "Story"]];
    this.tabs = new Map(names.map(([key, text]) => [key, el("button", { type: "button", "aria-pressed": String(key === "cloth"), onclick: () => this.#tab(key) }, text)]));
    return el("div", { class: "rc-tabs", role: "group", "aria-label": "Parts of the console" }, [...this.tabs.values()]);
  }

  #tab(key) {
    this.grid.dataset.tab = key;
    for (const [name, button] of this.tabs) button.setAttribute("aria-pressed", String(name === key));
  }

  #button(text, does, kind = "") {
    return el("button", { type: "button", class: kind, onclick: does }, text);
  }

  async #loadCloth() {
    const cloth = await TableCloth.load(this.stream, { upright: this.#upright.matches });
    this.cloth = cloth;
    this.pockets = cloth.order;
    this.colours = cloth.colours;
    cloth.addEventListener("bet", ({ detail }) => this.#touched(detail));
    cloth.addEventListener("remove", ({ detail }) => this.#remove(detail));
    cloth.addEventListener("aim", ({ detail }) => this.#aimed(detail));
    fill(this.felt, cloth.node, this.tag.node);
    this.felt.classList.toggle("is-upright", this.#upright.matches);
    if (this.state) this.#draw();
  }

  #keys() {
    onKey("Space", "Do the next act", () => this.#next());
    onKey("n", "Do the next act, also from the cloth", () => this.#next());
    for (const digit of "0123456789") onKey(digit, digit === "1" ? "Type the number, or choose a colour while bets are open" : "", () => this.#digit(digit), { shown: "0–9" });
    onKey("+", "One chip more in hand", () => this.hand.setCount(this.hand.count + 1));
    onKey("-", "One chip less in hand", () => this.hand.setCount(this.hand.count - 1));
    onKey("c", "Called bet, on or off", () => this.hand.toggleCalled());
    onKey("g", "Give a colour", () => this.may(GIVE) && sheets.giveColour(this));
    onKey("b", "Colour back to value", () => this.may(BACK) && sheets.colourBack(this));
    onKey("v", "Lay value chips", () => !this.valueButton.disabled && this.valueButton.click());
    onKey("x", "No spin", () => this.may(NO_SPIN) && sheets.noSpin(this));
    onKey("q", "Question a chip", () => this.may(QUESTION) && this.#question());
    onKey("u", "Undo", () => this.#undo());
    onKey("l", "Go to the cloth", () => this.cloth?.node.querySelector(".hit[tabindex='0']")?.focus());
    onKey("m", "More", () => this.#more());
  }

  get offers() {
    return this.#offered.all;
  }

  /** Tell whether an act is open to whoever is here. @param {string} tag */
  may(tag) {
    return this.#offered.may(tag);
  }

  /**
   * Do an act, with a second person where that is asked for; show why not beside a place.
   * @param {any} act
   * @param {{ place?: any, says?: string, title?: string, closes?: () => void }} [options] `closes` takes the sheet away
   *   from which it is asked, before another one asks for the second person
   * @returns {Promise<boolean>} whether it was taken
   */
  async do(act, { place = this.next, says = "", title = actInWords(act.type), closes = () => {} } = {}) {
    const offer = offerOf(this.offers, act);
    if (offer?.alone === false) closes();
    const answer = this.names.answer(await this.approvals.act(this.stream, act, offer, title));
    const isRefused = showRefusal(answer, place.isConnected ? place : this.next);
    if (!isRefused && says && answer.type !== "waiting") announce(says);
    this.#ask(true);
    return !isRefused;
  }

  #unknown() {
    say(this.inHand, "Unknown, being checked: the answer has not come yet.");
    this.inHand.classList.add("is-alert");
    this.inHand.hidden = false;
  }

  #line() {
    if (this.#live.isLive) this.#ask(true);
  }

  #change() {
    const { state } = this.#followed;
    this.state = state;
    this.names.learn(state);
    this.#laid.seen(this.#followed.version);
    if (state.round !== this.#round || !["betting", "spinning"].includes(state.phase)) this.#laid.over();
    if (state.round !== this.#round) this.#deciding = null;
    this.#round = state.round;
    this.hand.take({ colours: {}, wagers: {}, house: { clauses: {} }, ...state });
    this.payments.take(state.payments, `${state.round} ${state.pocket}`);
    this.#tell();
    this.#draw();
    this.#ask();
  }

  /** Ask what may be done, when something changed on which that hangs; each bet is none. */
  #ask(isSure = false) {
    const { phase, dolly, is_collected, questioned, colours, dealer, mucker, is_open, disputes, next, waiting, wagers } = this.state ?? {};
    const laid = phase === "landed" || phase === "closed" ? wagers : null;
    return this.#offered.ask([phase, dolly, is_collected, questioned, Object.keys(colours ?? {}), dealer, mucker, is_open, disputes, next?.act, waiting, laid], isSure);
  }

  #tell() {
    const { phase, pocket, void: none } = this.state;
    const before = this.#said;
    if (before.phase !== "" && phase !== before.phase) {
      if (phase === "betting") announce("Bets are open.");
      if (phase === "closed") announce("No more bets.");
      if (phase === "void" && none) announce(`No spin: ${none.words}.`);
      if (phase === "settled") announce("Everybody is paid.");
      if (phase === "betting") play("open");
      if (phase === "closed") play("closed");
    }
    if (pocket && pocket !== before.pocket) announce(`${pocket} ${this.colours[pocket] ?? ""}.`);
    this.#said = { phase: phase ?? "none", pocket: pocket ?? "" };
  }

  get #isOpen() {
    return ["betting", "spinning"].includes(this.state?.phase);
  }

  #draw() {
    if (!this.state || !this.cloth) return;
    this.head.draw(this.state, this.colours, this.pad.chosen);
    this.#drawCloth();
    this.#drawTiles();
    this.hand.draw();
    this.#drawBody();
    this.#drawNext();
    this.#drawStory();
    sayHand(this.inHand, this.hand);
    this.inHand.classList.remove("is-alert");
    if (!this.#isOpen) this.inHand.hidden = true;
  }

  #drawCloth() {
    const { state, cloth } = this;
    const order = new Map(this.payments.rows.map((row, index) => [keyOf(row), index]));
    const isDown = ["landed", "settled"].includes(state.phase);
    const questioned = new Set(state.questioned.map(keyOf));
    const current = this.payments.current;
    const paying = state.is_collected && state.phase === "landed" && current ? keyOf(current) : "";
    const piles = state.phase === "settled"
      ? this.payments.rows.map((row) => ({ ...row, minor: row.stake_minor, pending: false }))
      : this.#laid.piles(state);
    cloth.dolly(state.dolly);
    cloth.lay(/** @type {any[]} */ (piles).map((pile) => {
      const key = keyOf(pile);
      const turn = order.get(key);
      const isLost = isDown && turn === undefined;
      const isPaid = isDown && turn !== undefined && turn < this.payments.done;
      return {
        key, bet: pile.bet, face: this.names.face(pile.source), text: this.names.letter(pile.player), count: this.names.pile(pile.source, pile.minor), pending: pile.pending,
        state: /** @type {any} */ (isLost && state.is_collected ? "ghost" : isPaid ? "won" : undefined), badge: isDown && turn !== undefined && !isPaid ? String(turn + 1) : undefined, current: key === paying, question: questioned.has(key),
      };
    }).map((pile) => (pile.state === "ghost" ? { ...pile, count: undefined } : pile)));
    cloth.isOpen = this.#live.isLive && (this.#isOpen || state.phase === "closed" || (state.phase === "landed" && !paying) || this.#deciding !== null);
    this.#light();
  }

  #light() {
    const pocket = this.state?.pocket ?? (this.state?.phase === "closed" ? this.pad.chosen : null);
    this.cloth?.light(pocket === null || pocket === undefined ? [] : [pocket]);
  }

  #drawTiles() {
    const { held = {}, house } = this.state;
    const canLay = this.#isOpen && this.may(LAY);
    this.tiles.draw(this.state, { canLay, canGive: this.may(GIVE), isChosen: (player, source) => this.hand.player === player && this.hand.source === source });
    this.giveButton.disabled = !this.may(GIVE);
    this.backButton.disabled = !this.may(BACK) || Object.values(held).every((many) => many === 0);
    this.valueButton.hidden = !house?.has_value_chips;
    this.valueButton.disabled = !canLay;
    this.valueButton.setAttribute("aria-pressed", String(this.hand.player !== null && this.hand.source === "value"));
  }

  #take(player, source) {
    this.hand.choose(player, source);
    if (this.hand.player !== null && this.#upright.matches) this.#tab("cloth");
  }

  #drawBody() {
    const { phase, is_open: isOpen, payments, void: none, next } = this.state;
    let shown;
    if (!isOpen) shown = this.#opening(next);
    else if (this.#isOpen) shown = this.may(LAY) ? this.hand.node : this.#note("The dealer lays chips for players who ask; you pay when the losers are taken.");
    else if (phase === "closed") shown = this.may(ENTER) ? this.pad.node : this.#note("The dealer enters the number.");
    else if (payments) shown = this.#paying();
    else if (phase === "void" && none) shown = this.#note(`No spin: ${none.words}. ${none.returned_minor > 0 ? `${this.names.money(none.returned_minor)} went back to the players. ` : ""}[${none.clause}]`);
    else shown = this.#note("The table is ready for the next game.");
    const nodes = [shown].flat();
    if (nodes.length !== this.body.children.length || nodes.some((node, index) => node !== this.body.children[index])) fill(this.body, nodes);
  }

  #note(text) {
    say(this.noteNode, text);
    return this.noteNode;
  }

  #opening(next) {
    const items = next?.fields?.items;
    if (!items) return this.#note("Inspected. Whoever opens the table deals.");
    if (this.openingNode.childElementCount !== items.length) fill(this.openingNode, items.map((item) => el("li", {}, upper(item))));
    return this.openingNode;
  }

  #paying() {
    if (this.state.questioned.length === 0) return this.payments.node;
    this.questioned.draw(this.state, this.may(DECIDE), this.#deciding);
    return [this.questioned.node, this.payments.node];
  }

  #point(one) {
    this.#deciding = this.#deciding === null ? one : null;
    announce(this.#deciding ? "Touch the place on the cloth where the chips lie." : "");
    if (this.#upright.matches) this.#tab("cloth");
    this.#draw();
  }

  async #decide(one, decided, place) {
    const { player, bet, source } = one;
    if (await this.do({ type: DECIDE, player, bet, source, decided }, { place, says: `${this.names.player(player)}'s chips lie on ${this.names.bet(decided)}.` })) this.#deciding = null;
    this.#draw();
  }

  #drawNext() {
    const { next, phase } = this.state;
    const current = phase === "landed" && this.state.is_collected && next?.act === PAY ? this.payments.current : null;
    let [text, hint] = next ? [this.names.plain(next.text), this.names.plain(next.hint)] : ["The dealer works this table", ""];
    if (current) [text, hint] = this.payments.deed(current);
    const clause = current?.clause ?? next?.clause;
    if (next?.act === ENTER && this.pad.chosen !== null) [text, hint] = [`Enter ${this.pad.chosen} ${upper(this.colours[this.pad.chosen])}`, `after ${this.pad.turns} turns`];
    const isMine = next !== undefined && next.act !== null && this.may(next.act) && next.act !== DECIDE;
    const isReady = isMine && (next.act !== ENTER || this.pad.chosen !== null);
    if (next && !isMine) hint = `${hint ? `${hint}; ` : ""}for the ${next.by.map((role) => words(role.replace("+", " or above"))).join(" or ")}`;
    this.next.disabled = !isReady || this.#isBusy;
    this.next.classList.toggle("is-waiting", !isMine);
    const sign = JSON.stringify([text, hint, isReady]);
    if (this.next.dataset.sign !== sign) {
      this.next.dataset.sign = sign;
      fill(this.next, el("span", { class: "rc-deed" }, el("span", {}, text), isReady && el("kbd", {}, "Space")), el("small", {}, [hint, clause].filter(Boolean).join(" · ")));
    }
    this.#drawOthers();
  }

  #drawOthers() {
    const isPaying = this.payments.current !== null && this.state.is_collected && this.may(PAY);
    const buttons = [
      this.may(NO_SPIN) && { text: "No spin", does: () => sheets.noSpin(this) },
      this.may(QUESTION) && { text: "Question a chip", does: () => this.#question() },
      isPaying && this.payments.rows.length > 1 && { text: "All are paid", does: () => this.#payAll() },
      { text: "More…", does: () => this.#more() },
    ].filter(Boolean);
    keyed(this.others, buttons, ({ text }) => text, ({ text, does }) => this.#button(text, does));
  }

  #drawStory() {
    drawStory(this.story, this.state, this.names);
    const row = this.payments.done > 0 && !this.payments.isPaid ? this.payments.rows[this.payments.done - 1] : null;
    const { last } = this.#laid;
    say(this.undoButton, row ? `Undo: ${this.names.bet(row.bet)} paid` : last ? `Undo: ${this.names.amount(last.source, last.stake_minor)} on ${this.names.bet(last.bet)}` : "Nothing to undo");
    this.undoButton.disabled = !row && !last;
  }

  /** Do what is next: the list of payments goes on by itself, and the last of them settles the round. @param {number} [paidBefore] where the list goes back to if that is refused */
  async #next(paidBefore = this.payments.done) {
    const { next } = this.state ?? {};
    if (this.next.disabled || !next) return;
    if (next.act === PAY && this.payments.current !== null) {
      const row = this.payments.current;
      this.payments.done += 1;
      this.payments.draw();
      announce(`${this.names.bet(row.bet)} paid.`);
      if (this.payments.current !== null) {
        this.#draw();
        return;
      }
    }
    const given = next.act === ENTER ? { pocket: this.pad.chosen, revolutions: this.pad.turns } : (next.fields ?? {});
    this.#isBusy = true;
    this.#draw();
    const isDone = await this.do({ type: next.act, ...given });
    if (!isDone && next.act === PAY) this.payments.done = paidBefore;
    if (isDone && next.act === ENTER) this.pad.choose(null);
    this.#isBusy = false;
    this.#draw();
  }

  async #payAll() {
    const { done } = this.payments;
    this.payments.done = Math.max(0, this.payments.rows.length - 1);
    await this.#next(done);
  }

  async #undo() {
    if (this.undoButton.disabled) return;
    if (this.payments.done > 0 && !this.payments.isPaid) {
      this.payments.done -= 1;
      this.payments.draw();
      this.#draw();
      return;
    }
    const { player, bet, source, stake_minor } = /** @type {any} */ (this.#laid.last);
    await this.#back({ player, bet, source }, stake_minor, this.undoButton);
    // Refused as well: the chips are not there any more.
    this.#laid.took({ player, bet, source }, stake_minor);
    this.#draw();
  }

  #digit(digit) {
    if (this.state?.phase === "closed" && this.may(ENTER)) this.pad.type(digit);
    else if (this.#isOpen) {
      const tile = this.tiles.list.children[Number(digit) - 1]?.firstChild;
      if (tile && !tile.disabled) tile.click();
    }
  }

  #aimed({ bet, node }) {
    const spot = bet === null ? undefined : this.cloth?.spots.get(bet);
    if (spot === undefined) {
      this.tag.hide();
      this.#light();
      return;
    }
    const lies = this.#laid.piles(this.state ?? {}).filter((pile) => pile.bet === bet);
    const who = lies.map((pile) => `${this.names.player(pile.player)} ${this.names.pile(pile.source, pile.minor)}`).join(", ");
    this.tag.show(node, this.felt, el("strong", {}, spot.name), ` ${spot.pays} to 1 · ${this.names.money(spot.min_minor)}–${this.names.money(spot.max_minor)}`, who && ` · ${who}`);
  }

  async #touched({ bet, place, node }) {
    const { phase } = this.state;
    if (this.#deciding !== null) await this.#decide(this.#deciding, bet, node);
    else if (phase === "closed" && this.may(ENTER)) this.#number(bet, node);
    else if (this.#isOpen && this.hand.player !== null) await this.#lay(bet, place, node);
    else sheets.wagers(this, this.names.bet(bet), this.#laid.piles(this.state).filter((pile) => pile.bet === bet));
  }

  #number(bet, node) {
    const spot = this.cloth?.spots.get(bet);
    if (spot?.covers.length === 1) {
      this.pad.choose(spot.covers[0]);
      if (this.#upright.matches) this.#tab("cloth");
    } else showRefusal({ type: "problem", reason: "touch the middle of the number in which the ball lies" }, node);
  }

  async #lay(bet, place, node) {
    const act = this.hand.act(bet, place);
    const came = this.#laid.sent(act, act.stake_minor);
    this.#drawCloth();
    const answer = this.names.answer(await this.#followed.command(act, false));
    const isRefused = showRefusal(answer, node);
    came(isRefused ? undefined : answer.last);
    if (!isRefused) {
      this.#laid.did(act);
      announce(`${this.names.bet(bet)}, ${this.names.player(act.player)}, ${this.names.amount(act.source, act.stake_minor)}: accepted.`);
    }
    this.#draw();
  }

  async #remove({ bet, node, isWhole = false }) {
    if (!this.#isOpen || this.hand.player === null) return;
    const pile = this.#laid.piles(this.state).find((one) => one.bet === bet && one.player === this.hand.player && one.source === this.hand.source);
    const minor = pile ? Math.min(pile.minor, isWhole ? Infinity : this.hand.stake) : 0;
    if (pile && (await this.#back({ player: pile.player, bet, source: pile.source }, minor, node))) this.#laid.took(pile, minor);
    this.#draw();
  }

  async #back(what, minor, place) {
    const came = this.#laid.sent(what, -minor);
    this.#drawCloth();
    const answer = this.names.answer(await this.#followed.command({ type: REMOVE, ...what, stake_minor: minor }, false));
    const isRefused = showRefusal(answer, place);
    came(refusalOf(answer) ? undefined : answer.last);
    if (!isRefused) announce(`${this.names.bet(what.bet)}: ${this.names.amount(what.source, minor)} taken back.`);
    this.#draw();
    return !isRefused;
  }

  #question() {
    sheets.wagers(this, "Which chip is in question?", this.#laid.piles(this.state));
  }

  #more() {
    openMore(this);
  }
}
