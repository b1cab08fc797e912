// The seats of an automatic table, and the buy-in of one: count, confirm, drop, as one button that moves on.

import { el, fill, keyed, say } from "./dom.js";
import { Keypad } from "./parts/keypad.js";

const COUNT = "automatic.count_buy_in/1";
const CONFIRM = "automatic.confirm_buy_in/1";
const DROP = "automatic.drop_buy_in/1";
const CORRECT = "automatic.correct_buy_in/1";

/** What waits at a seat, in words; the second says whether the dealer is to act. */
function waiting(console, name, one) {
  if (one.counted_minor !== null) return [`▲ confirm ${console.short(one.counted_minor)}`, true];
  if (one.undropped_minor !== null) return [`▲ drop ${console.short(one.undropped_minor)}`, true];
  if (["affirmed", "selected", "counted", "confirmed"].includes(one.cash_out)) return ["▲ cash-out", true];
  if (one.cash_out === "asked") return ["cash-out asked", false];
  if (one.is_abandoned) return ["left, bets run on", false];
  if (!one.is_verified) return ["player checks the credit", false];
  const line = console.line(name);
  if (line === null) return [one.bet_minor > 0 ? "▲ off line with bets" : "off line", one.bet_minor > 0];
  if (!one.has_session && one.credits_minor === 0) return ["ready for a buy-in", false];
  return [line === undefined ? "" : `answered ${line < 1000 ? "just now" : `${Math.round(line / 1000)} s ago`}`, false];
}

/** The tiles: the whole tile is the button. */
export class Seats {
  #patches = new Map();

  constructor(console) {
    this.console = console;
    this.node = el("section", { class: "seats", "aria-label": "Seats" });
  }

  /** What is known of a terminal by now: the state, and answers that came after it. */
  of(name) {
    const own = this.console.state.terminals[name];
    const patch = this.#patches.get(name);
    return patch && patch.version > this.console.followed.version ? { ...own, ...patch.fields } : own;
  }

  /** Note what an answer changed, until the state says so. */
  patch(name, fields, answer) {
    this.#patches.set(name, { version: answer.last, fields });
    this.show();
  }

  /** The terminals as they stand around the table. */
  names() {
    const place = (name) => Number(this.console.state.terminal_places?.[name] ?? NaN);
    return Object.keys(this.console.state.terminals ?? {}).sort((a, b) => (place(a) || 999) - (place(b) || 999) || a.localeCompare(b, "en", { numeric: true }));
  }

  /** Open the seat with this number on it, or the first that ends in it. */
  open(digit) {
    const found = this.names().find((name) => this.console.seatName(name) === digit) ?? this.names()[Number(digit) - 1];
    if (found !== undefined) this.console.seatPanel.open(found);
  }

  show() {
    const { console } = this;
    if (console.state === null) return;
    const names = this.names();
    if (names.length === 0) {
      fill(this.node, el("p", { class: "panel empty" }, "No terminal is at this table. A supervisor puts one here: More, Enrol terminal."));
      return;
    }
    this.node.querySelector(".empty")?.remove();
    keyed(this.node, names, (name) => name, (name) => this.#tile(name), (node, name) => this.#update(/** @type {any} */ (node), name));
  }

  #tile(name) {
    const parts = { number: el("span", { class: "seat-number" }), line: el("span", { class: "seat-line tiny" }), credit: el("strong", { class: "money seat-credit" }), bets: el("strong", { class: "money" }), waits: el("span", { class: "seat-waits tiny" }) };
    const node = /** @type {any} */ (el("button", { type: "button", class: "seat", onclick: () => this.console.seatPanel.open(name) },
      el("span", { class: "seat-row" }, parts.number, parts.line), el("span", { class: "seat-row" }, el("span", { class: "muted small" }, "credit"), parts.credit), el("span", { class: "seat-row" }, el("span", { class: "muted small" }, "bets"), parts.bets), parts.waits));
    node.parts = parts;
    return node;
  }

  #update(node, name) {
    const { console } = this;
    const one = this.of(name);
    const line = console.line(name);
    const [text, isDue] = waiting(console, name, one);
    say(node.parts.number, console.seatName(name));
    say(node.parts.line, line === undefined ? "" : line === null ? "off ○" : "on line ●");
    node.parts.line.classList.toggle("is-on", typeof line === "number");
    say(node.parts.credit, console.short(one.credits_minor));
    say(node.parts.bets, one.bet_minor > 0 ? console.short(one.bet_minor) : "–");
    say(node.parts.waits, text);
    node.classList.toggle("is-due", isDue);
    node.classList.toggle("is-free", !one.has_session && one.credits_minor === 0 && one.counted_minor === null);
    node.setAttribute("aria-pressed", String(console.seatPanel.name === name));
  }
}

/** One seat opened: the keypad, and the three steps of a buy-in. */
export class SeatPanel {
  name = /** @type {string | null} */ (null);
  #isChips = false;
  #isSame = false;

  constructor(console) {
    this.console = console;
    this.node = el("section", { class: "panel seat-panel", "aria-label": "Buy-in", hidden: true });
  }

  get isOpen() {
    return this.name !== null;
  }

  open(name) {
    if (this.name === name) {
      this.close();
      return;
    }
    this.name = name;
    this.#isChips = this.#isSame = false;
    const { console } = this;
    const quick = console.layout.chips_minor.filter((minor) => minor >= 1000).slice(0, 4);
    this.keypad = new Keypad({ currency: console.state.currency, quick: quick.length > 0 ? quick : [1000, 2000, 5000, 10_000] });
    this.keypad.addEventListener("change", () => console.show());
    this.title = el("h2", {});
    this.said = el("p", { class: "muted small" });
    this.steps = el("ol", { class: "steps" });
    this.kinds = el("div", { class: "pad-orders", role: "group", "aria-label": "What was laid down" }, [["Currency", false], ["Chips", true]].map(([text, isChips]) => el("button", { type: "button", onclick: () => this.#kind(isChips) }, text)));
    this.same = el("button", { type: "button", "aria-pressed": "false", onclick: () => {
      this.#isSame = !this.#isSame;
      console.show();
    } }, "Same player as before");
    this.correct = el("button", { type: "button", onclick: () => this.#correct() }, "Correct the last buy-in");
    fill(this.node, el("div", { class: "spread" }, el("div", {}, this.title, this.said), el("button", { type: "button", onclick: () => this.close() }, "Close ", el("kbd", {}, "Esc"))),
      el("div", { class: "seat-body" }, this.keypad.node, el("div", { class: "seat-side" }, this.keypad.output, this.kinds, this.steps, this.same, this.correct)));
    this.#kind(false);
    this.node.scrollIntoView({ block: "nearest" });
  }

  close() {
    if (this.name === null) return;
    this.name = null;
    this.console.show();
  }

  #kind(isChips) {
    this.#isChips = isChips;
    [...this.kinds.children].forEach((button, index) => button.setAttribute("aria-pressed", String((index === 1) === isChips)));
    this.console.show();
  }

  get #one() {
    return this.console.seats.of(this.name);
  }

  show() {
    this.node.hidden = this.name === null;
    if (this.name === null) return;
    const { console } = this;
    if (this.#one === undefined) {
      this.close();
      return;
    }
    const one = this.#one;
    const at = one.counted_minor !== null ? 1 : one.undropped_minor !== null ? 2 : 0;
    say(this.title, `Seat ${console.seatName(this.name)}, buy-in`);
    say(this.said, `credit ${console.money(one.credits_minor)} · bets ${console.money(one.bet_minor)}`);
    const amount = one.counted_minor ?? one.undropped_minor ?? this.keypad.minor;
    say(this.keypad.output, console.short(amount));
    for (const button of this.keypad.node.querySelectorAll("button")) button.disabled = at > 0;
    for (const button of this.kinds.children) button.disabled = at > 0;
    fill(this.steps, [["Count beside the drop box", "buy_in_count"], ["Confirm: the seat is credited", "buy_in_confirm"], [this.#isChips ? "Rack the chips" : "Drop the currency", "buy_in_drop"]].map(([text, duty], index) => el("li", { class: index < at ? "is-done" : index === at ? "is-now" : "" }, el("span", {}, text), el("span", { class: "muted tiny" }, console.clause(duty)))));
    this.same.hidden = !(one.has_session && one.credits_minor === 0 && one.bet_minor === 0 && at < 2);
    this.same.setAttribute("aria-pressed", String(this.#isSame));
    const correcting = console.may({ type: CORRECT, terminal: this.name });
    this.correct.hidden = at > 0 || one.last_buy_in_minor === null || correcting === undefined;
    this.correct.disabled = this.keypad.minor === 0;
    if (one.last_buy_in_minor !== null) say(this.correct, `Correct the last buy-in, ${console.short(one.last_buy_in_minor)}, to ${console.short(this.keypad.minor)}`);
  }

  /** Return what the console's large button does for this seat; null where none is open. */
  next() {
    if (this.name === null || this.#one === undefined) return null;
    const { console } = this;
    const [name, one] = [this.name, this.#one];
    const seat = `seat ${console.seatName(name)}`;
    const patch = (fields) => (answer) => console.seats.patch(name, fields(answer), answer);
    if (one.counted_minor !== null) {
      const amount = one.counted_minor;
      return { text: `Confirm ${console.short(amount)} for ${seat}`, note: console.clause("buy_in_confirm"), act: { type: CONFIRM, terminal: name, amount_minor: amount, ...(this.#isSame ? { is_same_patron: true } : {}) }, after: patch(() => ({ counted_minor: null, undropped_minor: amount, credits_minor: one.credits_minor + amount, has_session: true })) };
    }
    if (one.undropped_minor !== null) {
      const drop = patch(() => ({ undropped_minor: null }));
      return { text: `${this.#isChips ? "Rack" : "Drop"} ${console.short(one.undropped_minor)} of ${seat}`, note: console.clause("buy_in_drop"), act: { type: DROP, terminal: name }, after: (answer) => {
        drop(answer);
        this.close();
      } };
    }
    const amount = this.keypad.minor;
    const act = { type: COUNT, terminal: name, [this.#isChips ? "chips_minor" : "currency_minor"]: amount };
    return { text: amount > 0 ? `Count ${console.short(amount)} for ${seat}` : `Amount for ${seat}`, note: amount > 0 ? console.clause("buy_in_count") : "type what was laid down", act: amount > 0 && console.may({ type: COUNT, terminal: name }) ? act : undefined, after: patch(() => ({ counted_minor: amount })) };
  }

  async #correct() {
    const act = { type: CORRECT, terminal: this.name, [this.#isChips ? "chips_minor" : "currency_minor"]: this.keypad.minor };
    const answer = await this.console.send(act, this.console.may(act), "Correct the buy-in", this.correct);
    if (answer.is_accepted) this.close();
  }
}
