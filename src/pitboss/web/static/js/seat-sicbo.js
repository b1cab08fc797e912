// A player's own screen at a sic bo table: the lit layout, cover and dice, chips, results, and the history.
//
// What may be bet, what it pays, what lights up and what the last roll brought comes from the server.

import { part, readOnce } from "./api.js";
import { onKey } from "./base/frame.js";
import { play } from "./base/sound.js";
import { announce, el, fill, money, say, shortMoney } from "./dom.js";
import { faceOf } from "./parts/chip.js";
import { loadPieces } from "./parts/pieces.js";
import { Rack } from "./parts/rack.js";
import { keyOf, Payments } from "./roulette/payments.js";
import { Tag } from "./roulette/tag.js";
import { Bets, leastChip } from "./sicbo/bets.js";
import { DiceCloth } from "./sicbo/dice-cloth.js";
import { History } from "./sicbo/history.js";
import { DiceNames } from "./sicbo/names.js";
import { Tray } from "./sicbo/tray.js";
import { Typed } from "./sicbo/typed.js";

const PILLS = { betting: ["Bets are open", "is-open"], closed: ["No more bets", "is-last"], shaken: ["Shaken", ""], uncovered: ["Dice", ""], not_flat: ["Not flat", "is-last"], lit: ["Paying", "is-gold"], settled: ["Paid", "is-gold"], void: ["No roll", "is-last"] };
const NOTES = { betting: "Touch a place to bet; hold it to take back.", closed: "No more bets. Your bets stand.", shaken: "The dice are under the cover.", uncovered: "The dealer reads the dice.", not_flat: "A die does not lie flat: no roll. Your bets stand, or you take them back.", lit: "Losing chips are taken, then the lit places are paid.", settled: "Everybody is paid." };

export class SeatScreen {
  state = null;
  /** @type {DiceCloth | null} */
  cloth = null;
  #said = { phase: "", dice: "" };
  #upright = matchMedia("(max-width: 48rem)");

  /** @param {{ live: import("./live.js").Live, followed: import("./base/store.js").Followed, stream: string, player: string, seat: HTMLElement, node: HTMLElement }} given */
  constructor({ live, followed, stream, player, seat, node }) {
    this.live = live;
    this.followed = followed;
    this.stream = stream;
    this.player = player;
    this.seat = seat;
    this.node = node;
    this.#begin().catch((error) => fill(node, el("p", { class: "empty", role: "alert" }, `${error.message}.`)));
  }

  async #begin() {
    const [names, layout] = await Promise.all([DiceNames.of(this.stream), readOnce(part(this.stream, "layout")), loadPieces(this.stream, "dice"), loadPieces(this.stream, "marks")]);
    this.names = names;
    this.layout = layout;
    this.place = names.player(this.player);
    this.payments = new Payments(names);
    this.bets = new Bets({ followed: this.followed, names, changed: () => this.#draw() });
    const grid = this.#build();
    this.seat.after(this.facts);
    this.rack.fill(layout.chips_minor, this.followed.state.currency);
    this.rack.choose(leastChip(layout));
    await this.#loadCloth();
    this.#upright.addEventListener("change", () => this.#loadCloth());
    this.rack.addEventListener("drag", ({ detail }) => this.cloth?.aimAt(this.cloth.at(detail.x, detail.y)));
    this.rack.addEventListener("stray", () => this.cloth?.aimAt(null));
    this.rack.addEventListener("drop", ({ detail }) => {
      const hit = /** @type {any} */ (this.cloth?.at(detail.x, detail.y));
      if (hit) this.#lay(hit.dataset.bet, hit, detail.chip);
    });
    this.followed.addEventListener("change", () => this.#change());
    this.live.addEventListener("live", () => this.#draw());
    this.#keys();
    this.#change();
    // Only now: before, there was nothing that a button could do.
    fill(this.node, grid);
  }

  #build() {
    const fact = (label, id) => {
      const value = el("dd", { id, class: "figure" });
      return [value, el("div", {}, el("dt", {}, label), value)];
    };
    const [bet, first] = fact("Bet", "staked");
    const [last, second] = fact("This roll", "last-roll");
    const [limits, third] = fact("Limits", "limits");
    this.bet = bet;
    this.last = last;
    this.lastName = second.querySelector("dt");
    this.limits = limits;
    this.pill = el("span", { class: "pill", id: "phase" });
    this.facts = el("div", { class: "sb-facts changing" }, this.pill, el("dl", {}, first, second, third));
    this.total = el("strong", { class: "sb-total figure" });
    this.words = el("strong", { class: "sb-words" });
    this.winning = el("span", { class: "small" });
    this.tray = new Tray(54);
    const head = el("header", { class: "sb-head" }, this.total, el("p", { class: "sb-told", role: "status" }, this.words, this.winning), el("p", { class: "sb-legend small" }, el("span", { class: "sb-sun", "aria-hidden": "true" }), "Lit places win"), this.tray.node);
    this.ground = el("div", { class: "sb-ground" });
    this.tag = new Tag();
    this.felt = el("section", { class: "felt sb-felt changing", "aria-label": "Layout" }, head, this.ground, this.tag.node);
    this.strip = el("ol", { class: "sb-strip changing", tabindex: 0, "aria-label": "Your bets" });
    this.rack = new Rack();
    this.note = el("p", { class: "sb-note small", role: "status" });
    const button = (text, key, does) => el("button", { type: "button", onclick: (event) => does(event.currentTarget) }, el("span", { class: "sb-key" }, el("span", {}, text), el("kbd", {}, key)));
    this.undoButton = button("Undo", "U", (node) => this.#undo(node));
    this.clearButton = button("Clear", "X", (node) => this.#clear(node));
    this.againButton = button("Rebet", "R", (node) => this.#again(node));
    this.againButton.dataset.once = "";
    const dock = el("section", { class: "panel sb-dock changing", "aria-label": "Your chips" }, this.rack.node, this.note, el("div", { class: "row sb-acts" }, this.undoButton, this.clearButton, this.againButton));
    this.history = new History();
    return el("div", { class: "sb-seat" }, this.felt, this.strip, dock, this.history.node);
  }

  async #loadCloth() {
    const cloth = /** @type {DiceCloth} */ (await DiceCloth.load(this.stream, { upright: this.#upright.matches }));
    this.cloth = cloth;
    cloth.canLift = true;
    cloth.addEventListener("bet", ({ detail }) => this.#lay(detail.bet, detail.node));
    cloth.addEventListener("remove", ({ detail }) => this.#take(detail.bet, detail.node));
    cloth.addEventListener("move", ({ detail }) => this.#move(detail.bet, detail.to, detail.node));
    cloth.addEventListener("aim", ({ detail }) => this.#aimed(detail));
    fill(this.ground, cloth.node);
    if (this.state) this.#draw();
  }

  #keys() {
    new Typed({
      has: (bet) => this.cloth?.spots.has(bet) ?? false,
      bet: (bet) => this.#lay(bet, this.cloth?.hit(bet)),
      chip: (place) => this.rack.chooseAt(place),
      shows: (text) => say(this.note, text),
    });
    onKey("u", "Undo the last chips", () => this.#undo(this.undoButton));
    onKey("x", "Take all chips back", () => this.#clear(this.clearButton));
    onKey("r", "Bet as in your last roll", () => this.#again(this.againButton));
    onKey("l", "Go to the layout", () => this.cloth?.node.querySelector(".hit[tabindex='0']")?.focus());
  }

  #change() {
    const { state } = this.followed;
    const isOver = state.round !== this.state?.round || state.phase !== "betting";
    this.state = state;
    this.names.learn(state);
    this.bets.seen(isOver);
    this.#tell();
    this.#draw();
  }

  #tell() {
    const { phase, dice, results, void: none } = this.state;
    const before = this.#said;
    const shown = JSON.stringify(dice);
    if (before.phase !== "" && phase !== before.phase) {
      if (phase === "betting") announce(before.phase === "not_flat" ? "No roll: bets are open again." : "Bets are open.");
      if (phase === "closed") announce("No more bets.");
      if (phase === "void" && none) announce(`No roll: ${none.words}. Your chips come back.`);
      if (phase === "settled") announce(this.#lastInWords());
      if (phase === "settled" && this.#net() > 0) play("won");
    }
    if (dice && before.phase !== "" && shown !== before.dice) announce(`${dice.join(", ")}: ${results[0].total}, ${results[0].said}.`);
    this.#said = { phase: phase ?? "none", dice: shown };
  }

  get #isOpen() {
    return this.live.isLive && this.state?.phase === "betting";
  }

  /** What this seat's bets came to, if it was this roll that ended. */
  get #isEnded() {
    const { phase, own, round } = this.state;
    return ["settled", "void"].includes(phase) && own?.last?.round === round;
  }

  #rows() {
    return this.state?.own?.last?.rows ?? [];
  }

  #net() {
    const came = (row) => ({ win: row.paid_minor, lose: -row.stake_minor })[row.outcome] ?? 0;
    return this.#rows().reduce((sum, row) => sum + came(row), 0);
  }

  #lastInWords() {
    const net = this.#net();
    if (this.#rows().length === 0) return "You had no bet.";
    return net > 0 ? `You won ${this.names.exact(net)}.` : net < 0 ? `You lost ${this.names.exact(-net)}.` : "You won as much as you lost.";
  }

  #draw() {
    if (!this.state || !this.cloth) return;
    const { state } = this;
    say(this.seat, `${state.name} · ${this.place}`);
    document.title = this.seat.textContent;
    const [text, kind] = !state.is_open ? ["Closed", ""] : (PILLS[state.phase] ?? ["Between rolls", ""]);
    say(this.pill, state.is_failed ? "Computer failed" : text);
    this.pill.className = `pill ${state.is_failed ? "is-last" : kind}`;
    say(this.bet, money(this.bets.total(this.player), state.currency));
    const net = this.#net();
    say(this.lastName, this.#isEnded || state.phase === null ? "This roll" : "Last roll");
    say(this.last, this.#rows().length === 0 ? "–" : `${net > 0 ? "+" : net < 0 ? "−" : ""}${money(Math.abs(net), state.currency)}`);
    this.last.className = `figure ${net > 0 ? "gain" : net < 0 ? "loss" : ""}`;
    const { min_minor: low, max_minor: high } = state.limits;
    say(this.limits, `${shortMoney(low, state.currency)}–${high === null ? "" : shortMoney(high, state.currency)}`);
    this.#drawHead();
    this.#drawCloth();
    this.#drawStrip();
    this.#drawDock();
    this.history.show(state);
  }

  #drawHead() {
    const { phase, dice, results, is_failed: isFailed, void: none, round } = this.state;
    const thrown = dice && ["lit", "settled"].includes(phase) ? results[0] : null;
    const own = this.#shown();
    const won = own.filter((one) => this.#isWon(one)).length;
    say(this.total, thrown ? String(thrown.total) : "");
    this.total.hidden = !thrown;
    say(this.words, thrown ? [thrown.said, thrown.parity.toLowerCase()].filter(Boolean).join(", ") : isFailed ? "The layout's computer failed" : !this.state.is_open ? "The table is closed" : round > 0 ? `Roll ${round}` : "The first roll");
    say(this.winning, thrown ? (own.length > 0 ? `${won} of ${own.length} bet${own.length === 1 ? "" : "s"} win${won === 1 ? "s" : ""}` : "You had no bet") : this.#noted());
    if (none) say(this.winning, `No roll: ${none.words}. Every chip goes back [${none.clause}]`);
    this.tray.show(this.state);
  }

  #noted() {
    const { phase, is_open: isOpen, opens, is_failed: isFailed } = this.state;
    if (!isOpen) return `It ${opens ?? "opens later"}.`;
    if (isFailed) return phase === "uncovered" || phase === "lit" ? "The dice lie open: your bets are settled by hand, a supervisor stands by." : "Nothing is played until it is repaired and inspected.";
    return NOTES[phase] ?? "The dealer opens the bets.";
  }

  /** What lies for this seat, or lay when the roll ended. */
  #shown() {
    return this.#isEnded ? this.#rows().map((row) => ({ ...row, minor: row.stake_minor, pending: false })) : this.bets.of(this.player);
  }

  #isWon(one) {
    return one.outcome === "win" || (one.outcome === undefined && this.state.lit.includes(one.bet));
  }

  #drawCloth() {
    const { state, names, player } = this;
    const isDown = ["lit", "settled"].includes(state.phase) && (state.lit.length > 0 || this.#isEnded);
    const others = this.bets.piles.filter((pile) => pile.player !== player);
    const own = this.#shown();
    this.cloth?.lay([...others, ...own].map((/** @type {any} */ pile) => ({
      key: keyOf({ source: "value", ...pile }), bet: pile.bet, pending: pile.pending, other: pile.player !== player, face: faceOf(pile.minor, this.layout.chips_minor), text: pile.player === player ? names.money(pile.minor) : names.letter(pile.player),
      state: /** @type {any} */ (isDown ? (this.#isWon(pile) ? "won" : "lost") : undefined),
    })));
    // What may be bet is in nobody's way where the result is.
    if (this.cloth?.isOpen && !this.#isOpen) this.tag.hide();
    if (this.cloth) this.cloth.isOpen = this.#isOpen;
    this.rack.isOpen = this.#isOpen;
    this.cloth?.lit(state.lit, state.lines);
  }

  /** The bets as cards: what lies, or what each came to and by which clause. */
  #drawStrip() {
    const { state, names } = this;
    const isOver = this.#isEnded;
    // What was won stands first.
    const rows = [...this.#shown()].sort((one, other) => Number(other.outcome === "win") - Number(one.outcome === "win"));
    const sign = JSON.stringify([rows, isOver, state.currency]);
    if (this.strip.dataset.sign === sign) return;
    this.strip.dataset.sign = sign;
    const card = (one) => {
      const [says, amount, kind] = { win: [`${names.money(one.stake_minor)} × ${one.paid_minor / one.stake_minor}`, `+${names.exact(one.paid_minor)}`, "gain"], lose: ["lost", `−${names.exact(one.stake_minor)}`, "loss"], returned: ["came back", names.exact(one.stake_minor), ""] }[one.outcome] ?? [one.pending ? "on its way" : names.spot(one.bet)?.title ?? "", names.exact(one.minor), ""];
      return el("li", { class: one.pending ? "is-pending" : "" }, el("strong", {}, names.bet(one.bet)), el("span", { class: "tiny muted" }, says, one.clause && el("span", { class: "clause" }, ` ${one.clause}`)), el("strong", { class: `figure ${kind}` }, amount));
    };
    const net = this.#net();
    fill(this.strip, rows.map(card), isOver && rows.length > 0 && el("li", { class: "is-net" }, el("strong", {}, "Net"), el("span", { class: "tiny muted" }, `roll ${state.own.last.round}`), el("strong", { class: `figure ${net > 0 ? "gain" : net < 0 ? "loss" : ""}` }, `${net > 0 ? "+" : net < 0 ? "−" : ""}${names.exact(Math.abs(net))}`)),
      rows.length === 0 && el("li", { class: "is-none muted small" }, "No bet in this roll."));
  }

  #drawDock() {
    const again = this.#lastBets();
    const cost = again.reduce((sum, one) => sum + one.minor, 0);
    this.undoButton.disabled = !this.#isOpen || !this.bets.canUndo;
    this.clearButton.disabled = !this.#isOpen || this.bets.total(this.player) === 0;
    this.againButton.disabled = !this.#isOpen || cost === 0;
    say(this.againButton.querySelector("span span"), cost === 0 ? "Rebet" : `Rebet ${shortMoney(cost, this.state.currency)}`);
  }

  /** What lay in the last roll, as long as nothing lies in this one. */
  #lastBets() {
    return this.bets.total(this.player) > 0 ? [] : this.#rows().map((row) => ({ bet: row.bet, minor: row.stake_minor }));
  }

  #lay(bet, node, minor = this.rack.chip) {
    if (this.#isOpen) this.bets.lay(this.player, bet, minor, node ?? this.note);
  }

  #take(bet, node) {
    if (this.#isOpen) this.bets.take(this.player, bet, this.rack.chip, node);
  }

  /** Move all chips of a place to another: those that cannot lie there go back. */
  async #move(bet, to, node) {
    const minor = this.bets.lies(this.player, bet);
    if (!this.#isOpen || minor === 0 || !(await this.bets.take(this.player, bet, minor, node))) return;
    if (!(await this.bets.lay(this.player, to, minor, this.cloth?.hit(to) ?? node))) await this.bets.lay(this.player, bet, minor, node);
  }

  #undo(node) {
    if (!this.undoButton.disabled) this.bets.undo(node);
  }

  #clear(node) {
    if (!this.clearButton.disabled) this.bets.clear(this.player, node);
  }

  #again(node) {
    if (!this.againButton.disabled) this.bets.again(this.player, this.#lastBets(), node);
  }

  #aimed({ bet, node }) {
    const spot = bet === null ? undefined : this.cloth?.spots.get(bet);
    if (spot === undefined) {
      this.tag.hide();
      return;
    }
    const lies = this.bets.lies(this.player, bet);
    this.tag.show(node, this.felt, el("strong", {}, spot.name), ` ${spot.title} · ${this.names.money(spot.min_minor)}–${this.names.money(spot.max_minor)}`, lies > 0 && ` · you ${this.names.money(lies)}`);
  }
}
