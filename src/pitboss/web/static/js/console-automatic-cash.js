// Cash-outs at an automatic table: four steps each, with the chips to count.

import { el, fill, say } from "./dom.js";
import { chipPicture, faceOf } from "./parts/chip.js";

/** What a cash-out stands at, which of the four steps is next, and what the button does. */
const STEPS = ["Select", "Count", "Confirm", "Deliver"];
const AT = { affirmed: 0, selected: 1, counted: 2, confirmed: 3 };
const ACTS = [
  { type: "automatic.select_cash_out/1", text: (amount) => `Select, ${amount}`, duty: "cash_out_select" },
  { type: "automatic.count_out_chips/1", text: () => "Counted out", duty: "cash_out_chips" },
  { type: "automatic.confirm_cash_out/1", text: (amount) => `Confirm ${amount}`, duty: "cash_out_confirm" },
  { type: "automatic.deliver_chips/1", text: () => "Chips delivered", duty: "cash_out_deliver" },
];
const AFTER = ["selected", "counted", "confirmed", null];

export class CashOuts {
  #first = /** @type {string | null} */ (null);
  #isBusy = false;

  constructor(console) {
    this.console = console;
    this.count = el("span", { class: "muted small" });
    this.body = el("div", { class: "cash-outs" });
    this.who = el("strong", {});
    this.amount = el("strong", { class: "money big" });
    this.steps = el("ol", { class: "cash-steps" });
    this.chips = el("ul", { class: "cash-chips", "aria-label": "Chips to count" });
    this.button = el("button", { type: "button", id: "cash-out", class: "cash-button", "data-once": "", onclick: () => this.press() });
    this.why = el("p", { class: "muted small" });
    this.others = el("ul", { class: "cash-others" });
    this.empty = el("p", { class: "muted small" }, "Nobody asks. A player asks at the terminal.");
    this.now = el("div", {}, el("p", { class: "spread" }, this.who, this.amount), this.steps, this.chips, this.button, this.why);
    fill(this.body, this.empty, this.now, this.others);
    this.node = el("section", { class: "panel", "aria-label": "Cash-outs" }, el("div", { class: "spread" }, el("h2", {}, "Cash-outs"), this.count), this.body);
  }

  #waiting() {
    const { seats } = this.console;
    const waiting = seats.names().filter((name) => AT[seats.of(name).cash_out] !== undefined);
    // Who has bets in play is paid after the game.
    return waiting.sort((a, b) => Number(seats.of(a).bet_minor > 0) - Number(seats.of(b).bet_minor > 0));
  }

  /** What is paid: as it was selected, or all credits; a game that was settled since makes it be selected anew. */
  #amountOf(one) {
    return one.cash_out === "affirmed" ? one.credits_minor : one.cash_out_minor;
  }

  show() {
    const { console } = this;
    const waiting = this.#waiting();
    if (this.#first === null || !waiting.includes(this.#first)) this.#first = waiting[0] ?? null;
    say(this.count, waiting.length > 0 ? `${waiting.length} waiting` : "");
    this.empty.hidden = waiting.length > 0;
    this.now.hidden = this.#first === null;
    if (this.#first !== null) this.#show(console.seats.of(this.#first));
    fill(this.others, waiting.filter((name) => name !== this.#first).map((name) => el("li", {}, el("button", { type: "button", onclick: () => {
      this.#first = name;
      this.show();
    } }, el("span", {}, `Seat ${console.seatName(name)}`, console.seats.of(name).bet_minor > 0 && el("span", { class: "muted tiny block" }, "after this game")), el("strong", { class: "money" }, console.short(this.#amountOf(console.seats.of(name))))))));
  }

  #step(one) {
    const at = AT[one.cash_out];
    return at === 2 && one.credits_minor !== one.cash_out_minor ? 0 : at;
  }

  #show(one) {
    const { console } = this;
    const at = this.#step(one);
    const amount = this.#amountOf(one);
    say(this.who, `Seat ${console.seatName(this.#first)}`);
    say(this.amount, console.short(amount));
    fill(this.steps, STEPS.map((text, index) => el("li", { class: index < at ? "is-done" : index === at ? "is-now" : "" }, text)));
    fill(this.chips, at === 1 || at === 2 ? counted(amount, console.layout.chips_minor).map(([minor, count]) => el("li", {}, chipPicture({ size: 30, face: faceOf(minor, console.layout.chips_minor), text: String(minor / 100) }), ` ×${count}`)) : []);
    const isRunning = at === 2 && one.bet_minor > 0;
    fill(this.button, el("span", {}, ACTS[at].text(console.short(amount))), el("small", {}, console.clause(ACTS[at].duty)), el("kbd", {}, "C"));
    this.button.disabled = isRunning || console.state.dealer !== console.me.person;
    say(this.why, isRunning ? "after this game: bets of this seat are in play" : "");
  }

  /** Do the next step of the cash-out that is shown. */
  async press() {
    if (this.#first === null || this.#isBusy || this.button.disabled || this.console.node.disabled) return;
    const { console } = this;
    const name = this.#first;
    const one = console.seats.of(name);
    const at = this.#step(one);
    const act = { type: ACTS[at].type, terminal: name, ...(at === 1 || at === 2 ? { amount_minor: one.cash_out_minor } : {}) };
    this.#busy(true);
    const answer = await console.send(act, undefined, ACTS[at].text(console.short(this.#amountOf(one))), this.button);
    this.#busy(false);
    if (answer.is_accepted) {
      console.seats.patch(name, { cash_out: AFTER[at], ...(at === 0 ? { cash_out_minor: one.credits_minor } : {}), ...(at === 2 ? { credits_minor: 0 } : {}) }, answer);
      this.show();
    }
  }

  /** The news of a step may come before its answer: the next step is shown then, and waits. @param {boolean} isBusy */
  #busy(isBusy) {
    this.#isBusy = isBusy;
    this.button.setAttribute("aria-disabled", String(isBusy));
  }
}

/** Return the fewest chips of an amount: value and count, the largest first. */
function counted(amount, chips) {
  let left = amount;
  const found = [];
  for (const minor of [...chips].sort((a, b) => b - a)) {
    const count = Math.floor(left / minor);
    left -= count * minor;
    if (count > 0) found.push([minor, count]);
  }
  return found;
}
