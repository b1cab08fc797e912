// A self-service machine of the tote: sell a ticket, cash a ticket.

import { part, read, readOnce } from "./api.js";
import { answerInWords, betOf } from "./act-form.js";
import { clockTime, el, fill, money, say, words } from "./dom.js";

export class ToteScreen {
  #live;
  #name;
  #stream;
  #currency = "USD";
  #minimums = "";
  #bet = null;
  #board = 0;

  constructor(live, terminal, stream) {
    this.#live = live;
    this.#name = terminal;
    this.#stream = stream;
    this.answer = el("p", { class: "note whole", role: "status", id: "answer" });
    this.ticket = el("section", { class: "card whole", id: "ticket", "aria-label": "Your ticket", hidden: true });
    this.sale = el("div");
    this.field = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Runners of the race" });
    const sell = el("form", { id: "sell" }, this.sale, el("div", { class: "actions" }, el("button", { class: "main" }, "Buy the ticket")));
    sell.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#sell();
    });
    this.selling = el("section", { class: "card", "aria-labelledby": "sell-title" }, el("h2", { id: "sell-title" }, "Buy a ticket"), el("div", { class: "columns" }, sell, this.field));
    this.cashing = el("section", { class: "card", "aria-labelledby": "cash-title" }, el("h2", { id: "cash-title" }, "Cash a ticket"), this.#cashForm());
    this.nodes = [this.answer, this.ticket, this.selling, this.cashing];
    live.addEventListener("offers", ({ detail }) => {
      if (detail.stream === stream) this.#offered(detail.offers);
    });
  }

  #cashForm() {
    const number = el("input", { id: "cash-number", class: "code", autocomplete: "off", spellcheck: "false", required: true });
    const check = el("input", { id: "cash-check", class: "code", autocomplete: "off", spellcheck: "false", required: true });
    const form = el("form", { id: "cash-form" }, el("div", { class: "field" }, el("label", { for: "cash-number" }, "Ticket number"), number), el("div", { class: "field" }, el("label", { for: "cash-check" }, "Check code"), check),
      el("div", { class: "actions" }, el("button", { class: "main", "data-act": "cash" }, "Cash"), el("button", { "data-act": "refund" }, "Refund")));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const action = event.submitter?.dataset.act ?? "cash";
      const act = { type: `tote.${action}_ticket/1`, terminal: this.#name, ticket: number.value.trim().toUpperCase(), check: check.value.trim().toUpperCase() };
      const answer = await this.#live.command(this.#stream, act);
      const paid = (answer.events ?? []).find((one) => one.total_minor !== undefined);
      this.#tell(paid ? `Paid: ${money(paid.total_minor, this.#currency)}.` : answerInWords(answer), !answer.is_accepted);
    });
    return form;
  }

  show({ stream, state }) {
    if (stream !== this.#stream) return;
    this.#currency = state.currency;
    this.#live.offers(stream);
  }

  async #offered(offers) {
    const { spots } = await readOnce(part(this.#stream, "layout"));
    const sale = offers.find((offer) => offer.act === "tote.sell_ticket/1" && offer.fields.terminal.values.includes(this.#name));
    const minimums = JSON.stringify(sale?.fields.bets.minimums ?? null);
    if (minimums === this.#minimums) return;
    this.#minimums = minimums;
    this.#bet = sale ? betOf("bets", sale.fields.bets, { currency: this.#currency, spots, onRace: (race) => this.#runners(race) }) : null;
    fill(this.sale, this.#bet ? this.#bet.node : el("p", { class: "note" }, "Nothing is on sale here now: no race is open, or a mutuel supervisor has yet to open this machine at the tote."));
    this.selling.querySelector("button").disabled = this.#bet === null;
  }

  async #runners({ track, race }) {
    const asked = (this.#board += 1);
    const { board } = await read(part(this.#stream, `board?track=${encodeURIComponent(track)}&race=${race}`));
    if (asked !== this.#board || board === null) return;
    const rows = board.interests.map((one) => el("tr", { class: one.is_out && "is-out" }, el("th", { scope: "row" }, one.number), el("td", {}, one.runners.map((runner) => runner.name).join(", "), one.is_out && " (out)"), el("td", { class: "number" }, one.is_out ? "" : one.odds)));
    const head = el("tr", {}, el("th", { scope: "col" }, "No."), el("th", { scope: "col" }, "Runner"), el("th", { scope: "col", class: "number" }, "Odds"));
    fill(this.field, el("table", {}, el("caption", {}, `${board.track_name}, race ${board.race}, post ${clockTime(board.post_time)}`), el("thead", {}, head), el("tbody", {}, rows)));
  }

  async #sell() {
    if (this.#bet === null) return;
    let bets;
    try {
      bets = this.#bet.read();
    } catch (error) {
      this.#tell(error.message, true);
      return;
    }
    const answer = await this.#live.command(this.#stream, { type: "tote.sell_ticket/1", terminal: this.#name, bets });
    this.#tell(answer.is_accepted ? "Sold." : answerInWords(answer), !answer.is_accepted);
    const sold = (answer.events ?? []).find((one) => one.type === "tote.ticket_sold/1");
    if (sold !== undefined) this.#show(sold, bets, answer.key);
  }

  /** What was bought; that by which it is cashed is on the paper, and on no screen. */
  #show(sold, bets, key) {
    const facts = [["Bet", bets.map((bet) => `${bet.track} race ${bet.race}: ${bet.bet}`).join("; ")], ["Combinations", sold.combinations], ["Cost", money(sold.total_minor, this.#currency)], ["Payable before", sold.expires_on]];
    this.ticket.hidden = false;
    const paper = el("p", {}, "Take the paper: it is the ticket.");
    this.#paper(paper, `/api/tote/${encodeURIComponent(this.#stream)}/papers/${encodeURIComponent(key)}`);
    fill(this.ticket, el("h2", {}, "Your ticket"), el("p", {}, `${sold.facility}, window ${sold.window}, serial ${sold.serial}`), paper, el("dl", { class: "facts" }, facts.map(([label, value]) => el("div", {}, el("dt", {}, words(label)), el("dd", { class: "code" }, value)))));
  }

  /** A machine that has no printer of the house's offers the paper as a file, until the next sale. */
  async #paper(node, path) {
    await read("/api/me");
    const response = await fetch(path).catch(() => null);
    if (response?.ok) fill(node, el("a", { href: path, target: "_blank", rel: "noopener" }, "Print the ticket"), ", or save it: it is what is cashed.");
  }

  #tell(text, isBad) {
    this.answer.classList.toggle("is-bad", isBad);
    say(this.answer, text);
  }
}
