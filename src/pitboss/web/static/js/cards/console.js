// What the consoles of card tables share: one next act, cards that are named and then placed, payments one by one.
//
// The server says which act is next, whose card it is and what it makes. A card that is touched is named, and placed by
// the next touch: until then it can be taken back. What the dealer calls out as the cards lie goes to the house with the
// touch before it, and so does a card that nobody sees, with the card after it.

import { part, readOnce } from "../api.js";
import { Desk } from "../base/desk.js";
import { onKey } from "../base/frame.js";
import { showRefusal } from "../base/refusal.js";
import { announce, el, fill, keyed, say, words } from "../dom.js";
import { Offered } from "../offers.js";
import { CardPad, cardText } from "../parts/card-pad.js";
import { loadPieces } from "../parts/pieces.js";
import { drawStory } from "../roulette/story.js";
import { CardNames } from "./names.js";
import { askStep } from "./sheets.js";

export const CORRECT = "cards.correct_card/1";

/**
 * A console: a subclass says which pictures it needs, which acts are told by name only, what pays, and draws its table.
 * @abstract
 */
export class CardConsole extends Desk {
  /** The server's pictures that the page is made of. */
  pieces = /** @type {string[]} */ (["deck"]);
  /** Acts whose names are enough: their offers are long. */
  brief = /** @type {string[]} */ ([]);
  /** The act that a list of payments ends in. */
  pays = /** @type {string[]} */ ([]);
  /** @type {string | null} a card that is named and not placed yet */
  pending = null;
  isBusy = false;
  /** whose card it was taken for: it is nobody else's */
  #namedFor = "";

  /** @param {{ live: import("../live.js").Live, me: any, followed: import("../base/store.js").Followed, stream: string, node: HTMLElement }} options */
  constructor({ node, ...given }) {
    super(given);
    this.node = node;
  }

  /** Load what the table is made of, and show it. */
  open() {
    this.offered = new Offered(this.stream, this.brief, () => this.draw());
    this.#begin().catch((error) => fill(this.node, el("p", { class: "empty", role: "alert" }, `${error.message}.`)));
  }

  async #begin() {
    const [names, layout] = await Promise.all([CardNames.of(this.stream), readOnce(part(this.stream, "layout")), ...this.pieces.map((name) => loadPieces(this.stream, name))]);
    this.names = names;
    this.layout = layout;
    this.#parts();
    this.grid = this.build();
    // A button that was touched does not keep Space for itself: that is the next act's.
    this.node.addEventListener("click", (event) => {
      if (event.detail > 0 && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
    });
    this.followed.addEventListener("change", () => this.#change());
    this.live.addEventListener("live", () => this.#line());
    this.live.addEventListener("unknown", ({ detail }) => detail.stream === this.stream && say(this.told, "Unknown, being checked: the answer has not come yet."));
    this.#keys();
    this.keys();
    this.#change();
    // Only now: a button that can be pressed before the state is there does nothing, or worse.
    fill(this.node, this.grid);
  }

  /** The parts that every console has. */
  #parts() {
    this.story = el("ol", { class: "rc-lines", tabindex: 0, "aria-label": "What happened, newest first" });
    this.undoButton = el("button", { type: "button", onclick: () => this.touch(() => this.undo()) }, "Nothing to undo");
    this.shoe = el("p", { class: "small muted" });
    this.pad = new CardPad();
    this.pad.addEventListener("card", ({ detail }) => this.touch(() => this.#named(detail.card)));
    this.checks = el("ol", { class: "cd-checks", "aria-label": "The cards on their way" });
    this.told = el("p", { class: "small amber", role: "status" });
    this.next = el("button", { type: "button", class: "main cd-next", id: "next-act", onclick: () => this.touch(() => this.doNext()) });
    this.others = el("div", { class: "cd-others" });
    this.dock = el("div", { class: "cd-dock", "data-once": "" }, this.next, this.told, this.others);
  }

  #keys() {
    onKey("Space", "Do the next act", () => this.touch(() => this.doNext()));
    onKey("n", "Do the next act, also from a field", () => this.touch(() => this.doNext()));
    const says = { a: "Name a card: its rank, then s h d c for its suit" };
    for (const key of new Set(CardPad.keys)) onKey(key, says[key] ?? "", () => this.typed(key), { shown: "A–K s h d c" });
    // In its turn: what was named just before may still wait for an answer.
    onKey("u", "Take a named card back, or correct one", () => this.touch(() => this.undo()));
    onKey("i", "Something went wrong", () => this.irregular());
    onKey("m", "More", () => this.more());
    onKey("l", "Go to the cards", () => this.pad.grid.querySelector("[tabindex='0']")?.focus());
  }

  /** A letter or digit of a card was typed or scanned. @param {string} key */
  typed(key) {
    this.pad.type(key);
  }

  /** Take a touch when the one before it has its answer. @param {() => any} does */
  touch(does) {
    super.touch(does, (text) => say(this.told, text));
  }

  #line() {
    // What was named and not sent is named again by whoever looks at the cards then.
    if (!this.live.isLive) this.pending = null;
    else this.ask(true);
    if (this.state) this.draw();
  }

  #change() {
    const { state } = this.followed;
    this.state = state;
    this.names.learn(state);
    this.steps.take(state.payments, state.round);
    if (!this.isDealing || this.#namedFor !== this.whose(state.next)) this.pending = null;
    this.tell();
    this.draw();
    this.ask();
  }

  /** Whether a card is named now. */
  get isDealing() {
    return this.state.next?.is_card === true;
  }

  draw() {
    if (!this.state || !this.grid) return;
    const { state } = this;
    say(this.told, "");
    this.drawTable();
    this.#drawSteps();
    this.pad.mark(this.pending);
    this.#drawNext();
    drawStory(this.story, state, this.names);
    const { cards } = state;
    say(this.shoe, cards.size === null ? `Cards: ${cards.stage_in_words}` : `Shoe ${state.shoe}: ${cards.left} of ${cards.size} left${cards.to_cutting_card === null ? ", cutting card out" : `, cutting card in ${cards.to_cutting_card}`}`);
    const mayCorrect = this.may(CORRECT) && this.hasDealt();
    say(this.undoButton, this.pending !== null ? `Take ${cardText(this.pending)} back` : this.#isPaying ? "One payment back" : mayCorrect ? "Correct a card…" : "Nothing to undo");
    this.undoButton.disabled = this.pending === null && !this.#isPaying && !mayCorrect;
  }

  /** Whether the hands have made a payment, of which the house has not heard yet. */
  get #isPaying() {
    return this.steps.done > 0 && !this.steps.isPaid;
  }

  #drawSteps() {
    keyed(this.checks, this.state.steps ?? [], (one) => one.name, () => el("li"), (node, one) => {
      node.className = one.is_done ? "is-done" : "";
      say(node, `${one.is_done ? "✓ " : ""}${one.name}`);
    });
  }

  #drawNext() {
    const { next } = this.state;
    const row = this.pays.includes(next?.act) ? this.steps.current : null;
    let [text, hint] = next ? [this.names.plain(next.text), this.names.plain(next.hint)] : ["The dealer works this table", ""];
    if (row) [text, hint] = this.steps.deed(row);
    const clause = row?.clause ?? next?.clause;
    const isCard = next?.is_card === true;
    const source = this.state.cards.named_by;
    const isSaid = source === "virtual";
    if (this.pending !== null) [text, hint] = this.placing(next, this.pending, hint);
    else if (isCard && isSaid) [text, hint] = [`Draw ${text.charAt(0).toLowerCase()}${text.slice(1)}`, "from the virtual shoe"];
    else if (isCard && source === "shoe") hint = "the shoe reads it; what it cannot read is named";
    const isMine = this.pending !== null ? this.mayPlace(next) : Boolean(next?.act) && this.may(next.act);
    const isReady = isMine && (!isCard || this.pending !== null || isSaid);
    if (next && next.act !== null && !isMine) hint = `${hint ? `${hint}; ` : ""}for the ${next.by.map((role) => words(role.replace("+", " or above"))).join(" or ")}`;
    this.next.disabled = !isReady || this.isBusy;
    const sign = JSON.stringify([text, hint, clause, isReady]);
    if (this.next.dataset.sign !== sign) {
      this.next.dataset.sign = sign;
      fill(this.next, el("span", { class: "rc-deed" }, el("span", {}, text), isReady && el("kbd", {}, "Space")), el("small", {}, hint, hint && clause && " · ", clause && el("span", { class: "unbroken" }, clause)));
    }
    this.#drawOthers(next, isMine || next?.act === null, row !== null);
  }

  #drawOthers(next, isMine, isPaying) {
    const open = (isMine ? (next?.others ?? []) : []).filter((one) => this.may(one.act ?? next.act));
    const buttons = [
      ...open.map((one) => ({ text: this.names.plain(one.text), does: () => this.touch(() => this.deed({ type: one.act ?? next.act, ...one.fields })) })),
      ...this.besides(),
      isPaying && this.steps.rows.length > 1 && { text: "All are paid", does: () => this.touch(() => this.#payAll()) },
      { text: "Something went wrong", does: () => this.irregular() },
      { text: "More…", does: () => this.more() },
    ].filter(Boolean);
    keyed(this.others, buttons, ({ text }) => text, ({ text, does }) => el("button", { type: "button", onclick: () => this.touch(() => { does(); }) }, text));
  }

  /** A card was touched: the one before it is placed, one that nobody sees is laid, and this one is named. */
  async #named(card) {
    if (this.pending !== null && !(await this.#place())) return;
    while (this.state.next?.is_unseen === true && this.live.isLive) if (!(await this.deed({ type: this.state.next.act, ...this.state.next.fields }))) return;
    if (!this.live.isLive) return;
    if (!this.isDealing) {
      showRefusal({ type: "problem", reason: this.noCard() }, this.next);
      return;
    }
    this.pending = card;
    this.#namedFor = this.whose(this.state.next);
    announce(`${cardText(card)} named.`);
    this.draw();
  }

  async #place() {
    const card = this.pending;
    const { next } = this.state;
    if (!(await this.before(next))) {
      this.pending = null;
      this.draw();
      return false;
    }
    return this.deed({ type: this.placesBy(next), card });
  }

  /** Do one act, and what is said with it. @param {any} act */
  async deed(act) {
    this.isBusy = true;
    this.draw();
    let isDone = await this.do(act);
    this.pending = null;
    // What the hands have just shown is called out: the house hears it with the same touch.
    while (isDone && this.state.next?.said === true) isDone = await this.do({ type: this.state.next.act, ...this.state.next.fields });
    this.isBusy = false;
    this.draw();
    return isDone;
  }

  /** Do what is next: a list of payments goes on by itself, and the last of them settles the round. */
  async doNext() {
    const { next } = this.state ?? {};
    if (this.next.disabled || !next) return;
    if (this.pending !== null || next.is_card) {
      await (this.pending === null ? this.deed({ type: next.act }) : this.#place());
      return;
    }
    const isPaying = this.pays.includes(next.act);
    if (isPaying && this.steps.current !== null) {
      const [text] = this.steps.deed(this.steps.current);
      this.steps.done += 1;
      this.steps.draw();
      announce(`${text}: done.`);
      if (this.steps.current !== null) {
        this.draw();
        return;
      }
    }
    if (next.asks) {
      askStep(this, next, (fields, sheet) => this.do({ type: next.act, ...fields }, { place: sheet.node, title: next.text, closes: () => sheet.close() }));
      return;
    }
    const isDone = await this.deed({ type: next.act, ...next.fields });
    if (!isDone && isPaying) this.steps.done = Math.max(0, this.steps.done - 1);
  }

  async #payAll() {
    this.steps.done = Math.max(0, this.steps.rows.length - 1);
    await this.doNext();
  }

  undo() {
    if (this.undoButton.disabled) return;
    if (this.pending !== null) {
      announce(`${cardText(this.pending)} taken back.`);
      this.pending = null;
      this.draw();
    } else if (this.#isPaying) {
      this.steps.done -= 1;
      this.steps.draw();
      this.draw();
    } else this.correct();
  }

  // What a game says itself.

  /** @type {import("./steps.js").CardSteps} */
  steps = undefined;

  /** Make the page; @returns {HTMLElement} */
  build() {
    throw new TypeError("a console builds its page");
  }

  /** Draw what is the game's own. */
  drawTable() {}

  /** Take keys of its own. */
  keys() {}

  /** Tell those who listen what has changed. */
  tell() {}

  /** Return on what the offers hang. @param {any} state */
  hangsOn(state) {
    return state;
  }

  /** Return what the large button says while a card is named. @param {any} next @param {string} card @param {string} hint @returns {[string, string]} */
  placing(next, card, hint) {
    return [`${next.text}: ${cardText(card)}`, hint];
  }

  /** Return whose card a named one is. @param {any} next */
  whose(next) {
    return JSON.stringify([next?.act, next?.text]);
  }

  /** Return the act that places a card. @param {any} next @returns {string} */
  placesBy(next) {
    return next?.act;
  }

  /** Tell whether a named card may be placed. @param {any} next */
  mayPlace(next) {
    return this.may(this.placesBy(next));
  }

  /** Do what comes before a named card is placed. @param {any} _next */
  async before(_next) {
    return true;
  }

  /** Return buttons of its own beside the next act. @returns {{ text: string, does: () => void }[]} */
  besides() {
    return [];
  }

  /** Say why no card can be named. */
  noCard() {
    return "no card is due now";
  }

  /** Tell whether a card was dealt that may be corrected. */
  hasDealt() {
    return false;
  }

  correct() {}

  irregular() {}

  more() {}
}
