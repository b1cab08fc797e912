// The dealer's console of a sic bo table.
//
// The server says which act is next, which places must be lit, who is paid what and in which order; this page shows it,
// and lets two hands do it. Dice are touched on the pad, and entered by the next act: until then they can be taken back.

import { part, readOnce } from "./api.js";
import { Desk } from "./base/desk.js";
import { onKey } from "./base/frame.js";
import { play } from "./base/sound.js";
import { announce, el, fill, keyed, say, shortMoney, words } from "./dom.js";
import { loadPieces } from "./parts/pieces.js";
import { faceOf } from "./parts/chip.js";
import { Rack } from "./parts/rack.js";
import { keyOf, Payments } from "./roulette/payments.js";
import { drawStory } from "./roulette/story.js";
import { Tag } from "./roulette/tag.js";
import { Bets, leastChip } from "./sicbo/bets.js";
import { DiceCloth } from "./sicbo/dice-cloth.js";
import { DicePad } from "./sicbo/dice-pad.js";
import { Inspection } from "./sicbo/inspection.js";
import { DiceNames, diceText } from "./sicbo/names.js";
import * as sheets from "./sicbo/sheets.js";
import { Tray } from "./sicbo/tray.js";

const LAY = "sicbo.place_wager/1";
const ENTER = "sicbo.enter_dice/1";
const INSPECT = "sicbo.inspect_computer/1";
const BY_HAND = "sicbo.settle_by_hand/1";
const PAY = "sicbo.pay_winners/1";
const REPAIR = "sicbo.record_repair/1";
/** Of these the names are enough: their offers are long. */
const BRIEF = [LAY, "sicbo.remove_wager/1", ENTER, INSPECT];
const PHASES = { betting: "Bets are open", closed: "No more bets", shaken: "Covered and shaken", uncovered: "Uncovered", not_flat: "A die is not flat", settled: "Paid", void: "No roll" };

export class Console extends Desk {
  /** @type {DiceCloth | null} */
  cloth = null;
  #isBusy = false;
  /** @type {string | null} whose chips are laid on the cloth */
  #player = null;
  /** @type {number[] | null} dice that wait for the second entry */
  #waiting = null;
  #alarms = "[]";
  #said = { phase: "", dice: "" };
  #upright = matchMedia("(max-width: 48rem)");

  /** @param {{ live: import("./live.js").Live, me: any, followed: import("./base/store.js").Followed, stream: string, node: HTMLElement }} options */
  constructor(options) {
    super(options, BRIEF);
    this.node = options.node;
    this.#begin().catch((error) => fill(this.node, el("p", { class: "empty", role: "alert" }, `${error.message}.`)));
  }

  async #begin() {
    const [names, layout] = await Promise.all([DiceNames.of(this.stream), readOnce(part(this.stream, "layout")), loadPieces(this.stream, "dice")]);
    this.names = names;
    this.layout = layout;
    this.bets = new Bets({ followed: this.followed, names, changed: () => this.draw() });
    this.payments = new Payments(names);
    this.#build();
    await this.#loadCloth();
    this.#upright.addEventListener("change", () => this.#loadCloth());
    this.followed.addEventListener("change", () => this.#change());
    this.live.addEventListener("live", () => this.#line());
    this.live.addEventListener("unknown", ({ detail }) => detail.stream === this.stream && say(this.told, "Unknown, being checked: the answer has not come yet."));
    this.live.addEventListener("state", ({ detail }) => detail.stream === "house" && this.#ruled(detail.state));
    this.#keys();
    this.#change();
    // Only now: a button that can be pressed before the state is there does nothing, or worse.
    fill(this.node, this.grid);
  }

  #build() {
    this.ground = el("div", { class: "sb-ground" });
    this.tag = new Tag();
    this.felt = el("section", { class: "felt sb-table changing", "aria-label": "Layout" }, this.ground, this.tag.node);
    this.phase = el("strong", { class: "sb-words" });
    this.round = el("span", { class: "small muted" });
    this.tray = new Tray(46);
    this.pad = new DicePad();
    this.pad.addEventListener("change", () => this.#named());
    this.inspection = new Inspection(this.stream, /** @type {DiceNames} */ (this.names));
    this.inspection.addEventListener("change", () => this.draw());
    this.noteNode = el("p", { class: "rc-note" });
    this.itemList = el("ul", { class: "rc-items" });
    this.body = el("div", { class: "sb-body" });
    const side = el("section", { class: "panel sb-side changing", "aria-label": "The roll" }, el("header", { class: "sb-side-head" }, el("p", { class: "sb-told" }, this.round, this.phase), this.tray.node), this.body);
    this.told = el("p", { class: "small amber", role: "status" });
    this.next = el("button", { type: "button", class: "main sb-next", id: "next-act", onclick: () => this.#touched(() => this.#next()) });
    this.others = el("div", { class: "sb-others" });
    const dock = el("div", { class: "sb-next-dock", "data-once": "" }, this.told, this.next, this.others);
    this.players = el("div", { class: "row sb-players", role: "group", "aria-label": "Whose chips" });
    this.rack = new Rack();
    this.rack.fill(this.layout.chips_minor, this.followed.state.currency);
    this.rack.choose(leastChip(this.layout));
    this.laid = el("p", { class: "small muted" });
    const hand = el("section", { class: "panel sb-hand changing", "aria-label": "Chips" }, el("header", { class: "spread" }, el("h2", {}, "Chips for a player"), this.laid), this.players, this.rack.node);
    this.story = el("ol", { class: "rc-lines", tabindex: 0, "aria-label": "What happened, newest first" });
    this.undoButton = el("button", { type: "button", onclick: () => this.#undo() }, "Nothing to undo");
    const story = el("section", { class: "panel sb-story changing", "aria-label": "Story" }, this.story, this.undoButton);
    this.grid = el("div", { class: "sb" }, this.felt, hand, story, side, dock);
    this.node.classList.add("console-sicbo");
    // A button that was touched does not keep Space for itself: that is the next act's.
    this.node.addEventListener("click", (event) => {
      if (event.detail > 0 && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
    });
  }

  async #loadCloth() {
    const cloth = /** @type {DiceCloth} */ (await DiceCloth.load(this.stream, { upright: this.#upright.matches }));
    this.cloth = cloth;
    cloth.addEventListener("bet", ({ detail }) => this.#placed(detail));
    cloth.addEventListener("remove", ({ detail }) => this.#isLaying && this.bets?.take(this.#player ?? "", detail.bet, this.rack.chip, detail.node));
    cloth.addEventListener("aim", ({ detail }) => this.#aimed(detail));
    fill(this.ground, cloth.node);
    if (this.state) this.draw();
  }

  #keys() {
    onKey("Space", "Do the next act", () => this.#touched(() => this.#next()));
    onKey("n", "Do the next act, also from the layout", () => this.#touched(() => this.#next()));
    for (const face of "123456") onKey(face, face === "1" ? "Name a die; or choose a chip while bets are open" : "", () => this.#typed(Number(face)), { shown: "1–6" });
    onKey("Backspace", "Take a named die back", () => this.pad.back());
    onKey("u", "Undo", () => this.#undo());
    onKey("f", "The computer failed", () => this.may(sheets.FAIL) && sheets.failure(this, this.inspection.fault));
    onKey("m", "More", () => sheets.openMore(this));
    onKey("l", "Go to the layout", () => this.cloth?.node.querySelector(".hit[tabindex='0']")?.focus());
  }

  /** Dice that differ are an alarm, and its end a ruling, of which this table's own news say nothing: whoever entered some enters them anew. */
  #ruled({ alarms }) {
    const now = JSON.stringify(alarms ?? []);
    if (now === this.#alarms) return;
    this.#alarms = now;
    this.#waiting = null;
    this.ask(true);
    this.draw();
  }

  #touched(does) {
    this.touch(does, (text) => say(this.told, text));
  }

  #typed(face) {
    if (this.#isPad) this.pad.type(face);
    else if (this.#isLaying) this.rack.chooseAt(face);
  }

  #line() {
    for (const button of document.querySelectorAll("dialog.sheet button:not([aria-label='Close'])")) button.disabled = !this.live.isLive;
    // What was named and not sent is named again by whoever looks at the dice then.
    if (!this.live.isLive) this.pad.clear();
    else this.ask(true);
    if (this.state) this.draw();
  }

  #change() {
    const { state } = this.followed;
    const isOther = state.round !== this.state?.round || state.next?.act !== this.state?.next?.act;
    if (isOther) {
      this.pad.set(state.next?.fields?.dice ?? [null, null, null]);
      if (state.next?.act !== INSPECT) this.inspection.over();
      this.#waiting = null;
    }
    const isOver = state.round !== this.state?.round || state.phase !== "betting";
    this.state = state;
    this.names.learn(state);
    this.bets?.seen(isOver);
    this.payments?.take(state.payments, `${state.round} ${state.dice}`);
    this.#tell();
    this.draw();
    this.ask();
  }

  hangsOn() {
    const { phase, round, dealer, mucker, is_open, is_failed, is_inspected, is_collected, next } = this.state ?? {};
    return [phase, round, dealer, mucker, is_open, is_failed, is_inspected, is_collected, next?.act];
  }

  #tell() {
    const { phase, dice, results, void: none, is_failed: isFailed } = this.state;
    const before = this.#said;
    const shown = JSON.stringify(dice);
    if (before.phase !== "" && phase !== before.phase) {
      if (phase === "betting") announce("Bets are open.");
      if (phase === "closed") announce("No more bets.");
      if (phase === "void" && none) announce(`No roll: ${none.words}.`);
      if (phase === "settled") announce(isFailed ? "Settled by hand." : "Everybody is paid.");
      if (phase === "betting") play("open");
      if (phase === "closed") play("closed");
    }
    if (dice && before.phase !== "" && shown !== before.dice) announce(`${diceText(dice)}: ${results[0].total}, ${results[0].said}.`);
    this.#said = { phase: phase ?? "none", dice: shown };
  }

  /** Whether dice are named on the pad now, by whoever is here. */
  get #isPad() {
    const next = this.state?.next;
    return next?.is_dice === true && this.may(next.act) && next.fields?.dice === undefined;
  }

  get #isLaying() {
    return this.live.isLive && this.state?.phase === "betting" && this.may(LAY) && this.#player !== null;
  }

  get #isInspecting() {
    return this.state?.next?.act === INSPECT && this.may(INSPECT);
  }

  draw() {
    if (!this.state || !this.cloth || !this.grid) return;
    const { state } = this;
    say(this.told, "");
    say(this.round, state.round > 0 ? `Roll ${state.round}` : "No roll yet");
    const thrown = state.dice && ["lit", "settled"].includes(state.phase) ? state.results[0] : null;
    say(this.phase, state.is_failed ? "Computer failed" : !state.is_open ? "Closed" : thrown ? `${thrown.total}, ${thrown.said}` : (PHASES[state.phase] ?? "Between rolls"));
    this.tray.show(state, this.#isPad ? this.pad.dice : undefined);
    this.#drawCloth();
    this.#drawBody();
    this.#drawHand();
    this.#drawNext();
    drawStory(this.story, state, this.names);
    const last = this.bets?.last;
    const [text, isOpen] = this.payments && this.payments.done > 0 && !this.payments.isPaid ? ["One payment back", true]
      : last ? [`Take ${this.names.money(last.stake_minor)} back from ${this.names.bet(last.bet)}`, state.phase === "betting"] : this.may(sheets.CORRECT) ? ["Correct the dice…", true] : ["Nothing to undo", false];
    say(this.undoButton, text);
    this.undoButton.disabled = !isOpen;
  }

  #drawCloth() {
    const { state, names, cloth } = this;
    if (cloth === null || !this.payments || !this.bets) return;
    const order = new Map(this.payments.rows.map((row, index) => [keyOf(row), index]));
    const isDown = state.payments !== null;
    const current = state.is_collected && this.payments.current ? keyOf(this.payments.current) : "";
    const piles = state.phase === "settled" ? this.payments.rows.map((row) => ({ ...row, minor: row.stake_minor, pending: false })) : this.bets.piles;
    cloth.lay(piles.map((/** @type {any} */ pile) => {
      const key = keyOf(pile);
      const turn = order.get(key);
      const isGone = isDown && turn === undefined && (state.is_collected || state.phase === "settled");
      const isPaid = isDown && turn !== undefined && turn < (this.payments?.done ?? 0);
      return {
        key, bet: pile.bet, face: faceOf(pile.minor, this.layout.chips_minor), text: names.letter(pile.player), pending: pile.pending, count: isGone ? undefined : names.pile("value", pile.minor), current: key === current,
        state: /** @type {any} */ (isGone ? "ghost" : isPaid ? "won" : undefined), badge: isDown && turn !== undefined && !isPaid ? String(turn + 1) : undefined,
      };
    }));
    cloth.isOpen = this.#isLaying || (this.#isInspecting && this.inspection.must.length > 0);
    cloth.lit(this.#isInspecting ? this.inspection.must : state.lit, state.lines);
    cloth.check(this.inspection.seen, new Set(this.inspection.wrong));
  }

  #drawBody() {
    const { state } = this;
    const { next, payments, void: none, is_open: isOpen, is_failed: isFailed } = state;
    let shown;
    if (this.#isInspecting) {
      this.inspection.draw();
      shown = [this.pad.node, this.inspection.node];
    } else if (this.#isPad) shown = [this.pad.node, ...(next.act === BY_HAND ? [this.#note("The computer failed with the shaker uncovered: losing chips are taken and winners paid by hand, a supervisor stands by.")] : []), ...(this.#waiting ? [this.#note(`You entered ${diceText(this.#waiting)}. It counts when a second person has entered the same.`)] : [])];
    else if (payments) shown = [this.payments?.node];
    else if (next?.fields?.items) shown = [this.#items(next.fields.items)];
    else shown = [this.#note(none ? `No roll: ${none.words}. ${none.returned_minor > 0 ? `${this.names.money(none.returned_minor)} went back to the players. ` : ""}[${none.clause}]`
      : isFailed ? "Nothing is played until the computer is repaired and inspected." : next?.act === INSPECT ? "A floorperson enters three dice and looks whether exactly their places light up." : !isOpen ? "Whoever opens the table deals." : state.phase === "betting" ? "Players lay their chips themselves, or ask you to: choose whose chips, then touch the layout." : state.phase === "not_flat" ? "Nothing is decided. Wagers stand, or are taken back." : state.phase === "uncovered" ? "The dealer announces and enters the dice." : "The table is ready for the next roll.")];
    if (shown.length !== this.body.children.length || shown.some((node, index) => node !== this.body.children[index])) fill(this.body, shown);
  }

  #note(text) {
    say(this.noteNode, text);
    return this.noteNode;
  }

  #items(items) {
    if (this.itemList.childElementCount !== items.length) fill(this.itemList, items.map((item) => el("li", {}, `${item.charAt(0).toUpperCase()}${item.slice(1)}`)));
    return this.itemList;
  }

  #drawHand() {
    const { state, names } = this;
    const canLay = state.phase === "betting" && this.may(LAY);
    const known = [...new Set([...names.seated, ...Object.keys(state.wagers), ...(this.#player ? [this.#player] : [])])];
    const lies = (player) => Object.values(state.wagers[player]?.value ?? {}).reduce((sum, minor) => sum + minor, 0);
    say(this.laid, state.laid_minor > 0 ? `${names.money(state.laid_minor)} on the layout` : "");
    keyed(this.players, [...known, ""], (player) => player, (player) => el("button", { type: "button", onclick: () => this.#take(player) }), (node, player) => {
      const button = /** @type {HTMLButtonElement} */ (node);
      button.disabled = !canLay;
      button.setAttribute("aria-pressed", String(player !== "" && player === this.#player));
      const minor = lies(player);
      const text = player === "" ? "Another player…" : `${names.player(player)}${minor > 0 ? `, ${shortMoney(minor, state.currency)}` : ""}`;
      say(button, text);
    });
    this.rack.isOpen = false;
  }

  #take(player) {
    if (player === "") sheets.whose((name) => this.#take(name));
    else {
      this.#player = this.#player === player ? null : player;
      this.draw();
    }
  }

  /** What the next act says, and whether it can be done now. @returns {[string, string, boolean]} */
  #saidOf(next) {
    const text = this.names.plain(next.text);
    const hint = this.names.plain(next.hint);
    if (next.act === INSPECT) {
      const { must, dark, wrong, isWhole } = this.inspection;
      if (must.length === 0) return [text, hint, false];
      if (isWhole) return [`All ${must.length} places are lit, and no other`, `with ${diceText(this.pad.dice)}`, true];
      return [wrong.length > 0 ? "A place is lit that must be dark" : `Look at ${dark.length} more place${dark.length === 1 ? "" : "s"}`, wrong.length > 0 ? "report the failure" : "touch each that is lit", false];
    }
    if (next.is_dice) {
      const dice = next.fields.dice ?? this.pad.all;
      if (dice === null) return [text, hint, false];
      const isSent = this.#waiting !== null && diceText(this.#waiting) === diceText(dice);
      return isSent ? ["Entered, waits for the second entry", "touch other dice to correct it", false] : [next.act === BY_HAND ? `Settle ${diceText(dice)} by hand` : `Enter ${diceText(dice)}`, next.act === BY_HAND ? hint : `total ${dice.reduce((sum, face) => sum + face, 0)}`, true];
    }
    return [text, hint, true];
  }

  #drawNext() {
    const { next } = this.state;
    const row = next?.act === PAY ? this.payments?.current : null;
    let [text, hint, isReady] = next ? this.#saidOf(next) : ["The dealer works this table", "", false];
    if (row && this.payments) [text, hint] = this.payments.deed(row);
    const isMine = next !== undefined && this.may(next.act);
    if (next && !isMine) hint = `${hint ? `${hint}; ` : ""}for the ${next.by.map((role) => words(role.replace("+", " or above"))).join(" or ")}`;
    const clause = row?.clause ?? next?.clause;
    const canPress = isMine && isReady && !this.#isBusy;
    this.next.disabled = !canPress;
    const sign = JSON.stringify([text, hint, clause, canPress]);
    if (this.next.dataset.sign !== sign) {
      this.next.dataset.sign = sign;
      fill(this.next, el("span", { class: "rc-deed" }, el("span", {}, text), canPress && el("kbd", {}, "Space")), el("small", {}, [hint, clause].filter(Boolean).join(" · ")));
    }
    const buttons = [
      ...(isMine ? (next?.others ?? []) : []).map((one) => ({ text: this.names.plain(one.text), does: () => this.#touched(() => this.#deed({ type: next.act, ...one.fields })) })),
      row && this.payments && this.payments.rows.length > 1 && { text: "All are paid", does: () => this.#touched(() => this.#payAll()) },
      this.may(sheets.FAIL) && { text: "Computer failed", does: () => sheets.failure(this, this.inspection.fault) },
      { text: "More…", does: () => sheets.openMore(this) },
    ].filter(Boolean);
    keyed(this.others, buttons, (one) => one.text, (one) => el("button", { type: "button", onclick: one.does }, one.text));
  }

  /** Dice were touched: shown on the tray, and in an inspection asked about; those that wait are corrected by it. */
  #named() {
    this.#waiting = null;
    if (this.#isInspecting) this.inspection.take(this.pad.all);
    this.draw();
  }

  /** Do one act. */
  async #deed(act) {
    this.#isBusy = true;
    this.draw();
    try {
      return await this.do(act);
    } finally {
      this.#isBusy = false;
      this.draw();
    }
  }

  /** Do what is next: a list of payments goes on by itself, and the last of them settles the roll. */
  async #next() {
    const { next } = this.state ?? {};
    if (this.next.disabled || !next) return;
    if (next.act === REPAIR) {
      sheets.repair(this, next);
      return;
    }
    if (next.act === PAY && this.payments?.current) {
      const [text] = this.payments.deed(this.payments.current);
      this.payments.done += 1;
      this.payments.draw();
      announce(`${text}: done.`);
      if (this.payments.current !== null) {
        this.draw();
        return;
      }
    }
    const dice = next.is_dice ? { dice: next.fields.dice ?? this.pad.all } : {};
    const seen = next.act === INSPECT ? { seen_lit: [...this.inspection.must] } : {};
    const answer = await this.#deed({ type: next.act, ...next.fields, ...dice, ...seen });
    if (answer && answer.type === "waiting" && next.act === ENTER) {
      this.#waiting = dice.dice ?? null;
      announce("Entered. It counts when a second person has entered the same.");
    }
    if (!answer && next.act === PAY && this.payments) this.payments.done = Math.max(0, this.payments.done - 1);
    this.draw();
  }

  async #payAll() {
    if (this.payments) this.payments.done = Math.max(0, this.payments.rows.length - 1);
    await this.#next();
  }

  #undo() {
    if (this.undoButton.disabled) return;
    if (this.payments && this.payments.done > 0 && !this.payments.isPaid) {
      this.payments.done -= 1;
      this.payments.draw();
      this.draw();
    } else if (this.bets?.last) this.bets.undo(this.undoButton);
    else sheets.correct(this);
  }

  #placed({ bet, node }) {
    if (this.#isInspecting) this.inspection.toggle(bet);
    else if (this.#isLaying) this.bets?.lay(this.#player ?? "", bet, this.rack.chip, node);
  }

  #aimed({ bet, node }) {
    const spot = bet === null ? undefined : this.cloth?.spots.get(bet);
    if (spot === undefined) {
      this.tag.hide();
      return;
    }
    const lies = (this.bets?.piles ?? []).filter((pile) => pile.bet === bet).map((pile) => `${this.names.player(pile.player)} ${this.names.money(pile.minor)}`).join(", ");
    this.tag.show(node, this.felt, el("strong", {}, spot.name), ` ${/** @type {any} */ (spot).title} · ${this.names.money(spot.min_minor)}–${this.names.money(spot.max_minor)}`, lies && ` · ${lies}`);
  }
}
