// Money in and out: the credit that a player verifies before the first bet, and the steps of a cash-out.

import { el, fill, shortMoney } from "./dom.js";

const STEPS = ["affirmed", "selected", "counted", "confirmed"];

/** What lies over the layout while something about the money is open; hidden otherwise. */
export class CashCard {
  #act;
  #drawn = "";

  /** @param {(name: string) => void} act */
  constructor(act) {
    this.#act = act;
    this.node = el("section", { class: "cover panel", "aria-live": "polite", hidden: true });
  }

  /**
   * @param {any} own what the terminal sees of itself
   * @param {{ currency: string, dealer: string, isFrozen: boolean }} table
   */
  show(own, { currency, dealer, isFrozen }) {
    const amount = (minor) => shortMoney(minor, currency);
    const sign = JSON.stringify([own?.is_verified, own?.is_questioned, own?.bought_minor, own?.credits_minor, own?.cash_out, own?.cash_out_minor, dealer, isFrozen]);
    if (sign === this.#drawn) return;
    this.#drawn = sign;
    const Dealer = dealer.charAt(0).toUpperCase() + dealer.slice(1);
    const found = own === null ? null : !own.is_verified ? this.#credit(own, amount, Dealer) : own.cash_out !== null ? this.#cashOut(own, amount, Dealer) : null;
    this.node.hidden = found === null;
    if (found === null) return;
    const had = this.node.contains(document.activeElement);
    fill(this.node, found);
    for (const button of this.node.querySelectorAll("button")) button.disabled = isFrozen;
    if (had) this.node.querySelector("button")?.focus();
  }

  #button(text, act, kind = "") {
    return el("button", { type: "button", class: `next ${kind}`, onclick: () => this.#act(act) }, text);
  }

  #credit(own, amount, dealer) {
    if (own.is_questioned) {
      return [el("h2", {}, "Somebody is on the way"), el("p", { class: "big gold" }, amount(own.bought_minor)), el("p", {}, `You said that this credit is not right. ${dealer} and the pit are told; no bet is taken until it is put right.`), el("div", { class: "row" }, this.#button("It is correct after all", "verify_credit"))];
    }
    const more = own.credits_minor !== own.bought_minor && el("p", { class: "muted" }, `Your credit is ${amount(own.credits_minor)} with it.`);
    return [el("h2", {}, `${dealer} credited`), el("p", { class: "result-money gold", id: "credited" }, amount(own.bought_minor)), more, el("p", {}, "Is that what you gave? No bet is taken before you have said so."), el("div", { class: "row" }, this.#button("Correct", "verify_credit", "main"), this.#button("Not correct", "question_credit"))];
  }

  #cashOut(own, amount, dealer) {
    if (own.cash_out === "asked") {
      return [el("h2", {}, "Cash out?"), el("p", { class: "result-money gold" }, amount(own.credits_minor)), el("p", {}, `${dealer} pays all your credits in chips.`), el("div", { class: "row" }, this.#button("Yes, cash out", "affirm_cash_out", "main"), this.#button("No, play on", "withdraw_cash_out"))];
    }
    const done = STEPS.indexOf(own.cash_out);
    const words = [`${dealer} is told`, `${dealer} has it on the console`, `${dealer} has counted your chips`, "Your chips are brought to you"];
    const steps = words.map((text, place) => el("li", { class: place < done ? "is-done" : place === done ? "is-now" : "", "aria-current": place === done ? "step" : null }, text));
    return [el("h2", {}, "Cash-out"), el("p", { class: "result-money gold" }, amount(own.cash_out_minor || own.credits_minor)), el("ol", { class: "steps" }, steps), own.cash_out !== "confirmed" && el("div", { class: "row" }, this.#button("No, play on", "withdraw_cash_out"))];
  }
}
