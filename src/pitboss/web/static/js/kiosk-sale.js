// The screen of a self-service machine: race, bet, runners, amount, review, and the paper; or a ticket that is cashed.
//
// The server reads and prices the bet. Nothing of a customer stays: not after twenty seconds without a touch, not after
// Done, and not when the line breaks.

import { post, read } from "./api.js";
import { refusalOf } from "./base/refusal.js";
import { announce, clockTime, el, fill, keyed, money, say, shortMoney } from "./dom.js";
import { saddle } from "./parts/saddle.js";
import { actOf, linesOf, paidBy, PAYLOAD } from "./window-ticket.js";

const IDLE_MS = 20_000;
const REVIEW_MS = 700;
const NUMBER = /\d{8}-[A-Z2-7]{20}/g;
const EACH = [200, 500, 1000, 2000];
const BOXES = ["exacta", "quinella", "trifecta", "superfecta"];
const ONE = ["win", "place", "show", "across_the_board"];
const NOTHING = { race: null, kind: "win", form: "", runners: /** @type {string[]} */ ([]), amount: EACH[0], isReview: false };

export class KioskScreen {
  #order = { ...NOTHING };
  /** @type {any} */
  #slip = null;
  #asked = 0;
  #timer = 0;
  #isBusy = false;
  /** Counts customers: what comes for one who is gone is not shown to the next. */
  #customer = 0;
  #now = Date.now();

  /** @param {{ live: import("./live.js").Live, followed: import("./base/store.js").Followed, stream: string, terminal: string, node: HTMLElement }} given */
  constructor({ live, followed, stream, terminal, node }) {
    this.live = live;
    this.followed = followed;
    this.stream = stream;
    this.terminal = terminal;
    /** @type {any} */
    this.board = null;
    this.#build(node);
    followed.addEventListener("change", () => this.#changed());
    live.addEventListener("board", ({ detail }) => {
      this.board = detail.board;
      this.#draw();
    });
    live.addEventListener("beat", ({ detail }) => {
      this.#now = Date.parse(detail.now);
      this.#drawHead();
    });
    live.addEventListener("live", () => !live.isLive && this.#clear());
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => this.#touched(), true);
    this.#changed();
    this.#touched();
  }

  #build(node) {
    this.head = el("header", { class: "felt kiosk-head" });
    this.races = el("div", { class: "kiosk-races", role: "group", "aria-label": "Race" });
    this.kinds = el("div", { class: "kiosk-row", role: "group", "aria-label": "Bet" });
    this.forms = el("div", { class: "kiosk-row", role: "group", "aria-label": "Order" });
    this.runners = el("div", { class: "kiosk-runners changing", role: "group", "aria-label": "Runners" });
    this.each = el("div", { class: "kiosk-row", role: "group", "aria-label": "For each order" });
    this.sum = el("section", { class: "panel kiosk-sum", "aria-label": "Your bet" });
    this.again = el("button", { type: "button", class: "kiosk-again", onclick: () => this.#clear() }, "Start again");
    this.next = el("button", { type: "button", class: "main kiosk-next", id: "next-step", onclick: () => this.#go() });
    this.code = /** @type {HTMLInputElement} */ (el("input", { id: "code", autocomplete: "off", spellcheck: "false", maxlength: 60 }));
    const cash = el("form", { class: "panel kiosk-cash", "aria-label": "Cash a ticket" }, el("label", { for: "code" }, "Cash a ticket: scan it here"), el("span", { class: "hint" }, "Or type its number and check code as printed."), this.code, el("button", {}, "Look"));
    cash.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#brought(this.code.value);
    });
    this.choose = el("div", { class: "kiosk-choose" }, this.races, el("h2", {}, "Touch your runners"), el("div", { class: "kiosk-two" }, this.kinds, this.forms), this.runners, el("h2", { class: "muted small" }, "For each order"), this.each);
    this.over = el("section", { class: "panel kiosk-over", role: "status", hidden: true });
    fill(node, this.head, this.choose, this.over, this.sum, el("div", { class: "kiosk-foot" }, this.again, this.next), cash, el("p", { class: "spread small muted" }, el("span", {}, "Nothing is sold before you confirm it"), el("span", {}, "The screen clears after 20 s without a touch")));
  }

  /** Somebody is there: what is on the screen stays for a while. */
  #touched() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#clear(), IDLE_MS);
  }

  /** Take everything of a customer from the screen. */
  #clear() {
    this.#order = { ...NOTHING, runners: [] };
    this.#slip = null;
    this.#asked += 1;
    this.#customer += 1;
    this.code.value = "";
    fill(this.over);
    this.over.hidden = true;
    this.choose.hidden = false;
    this.#changed();
  }

  get #open() {
    return this.followed.state.races.filter((race) => race.phase === "open").sort((a, b) => a.post_time.localeCompare(b.post_time));
  }

  #changed() {
    const open = this.#open;
    const mine = this.#order.race;
    const race = open.find((one) => mine !== null && one.track === mine.track && one.race === mine.race) ?? open.find((one) => Date.parse(one.post_time) > this.#now) ?? open[0] ?? null;
    if (race !== null && (this.board === null || this.board.track !== race.track || this.board.race !== race.race)) this.live.board({ stream: this.stream, track: race.track, race: race.race });
    if (mine !== null && race !== null && (race.track !== mine.track || race.race !== mine.race)) {
      this.#order = { ...NOTHING, runners: [] };
      this.#slip = null;
      announce("Betting on that race has stopped.");
    }
    this.#order.race = race && { track: race.track, race: race.race };
    this.#draw();
  }

  /** Change the order, and have the server read it. */
  async #change(changes) {
    this.#order = { ...this.#order, isReview: false, ...changes };
    this.#draw();
    const asked = (this.#asked += 1);
    const { race, kind, form, runners, amount } = this.#order;
    if (race === null || runners.length === 0) {
      this.#slip = null;
      this.#draw();
      return;
    }
    const text = [kind === "across_the_board" ? "across" : kind, form, ...runners].filter(Boolean).join(" ").toLowerCase();
    try {
      const found = await post(`/api/tote/${encodeURIComponent(this.stream)}/slip`, { text, ...race, amount_minor: amount, terminal: this.terminal });
      if (asked === this.#asked) this.#slip = found;
    } catch (error) {
      if (asked === this.#asked) this.#slip = { problem: error.message, orders: [], cost_minor: 0, combinations: 0 };
    }
    this.#draw();
  }

  #race(race) {
    this.live.board({ stream: this.stream, track: race.track, race: race.race });
    this.board = null;
    this.#change({ ...NOTHING, race, runners: [] });
  }

  #touch(number) {
    const { runners, kind } = this.#order;
    const isOne = ONE.includes(kind);
    this.#change({ runners: runners.includes(number) ? runners.filter((one) => one !== number) : isOne ? [number] : [...runners, number] });
  }

  // What is shown

  #drawHead() {
    const race = this.#open.find((one) => one.track === this.#order.race?.track && one.race === this.#order.race?.race);
    const left = race ? Math.max(0, Math.ceil((Date.parse(race.post_time) - this.#now) / 60_000)) : 0;
    const sign = JSON.stringify([race?.track, race?.race, left, this.board?.track_name]);
    if (this.head.dataset.sign === sign) return;
    this.head.dataset.sign = sign;
    if (!race) fill(this.head, el("h1", {}, "No race is open for bets"), el("p", {}, "Tickets can still be cashed here."));
    else fill(this.head, el("div", {}, el("h1", {}, this.board?.track_name ?? race.track), el("p", {}, [`Race ${race.race}`, this.board?.distance, this.board?.surface].filter(Boolean).join(" · "))), el("p", { class: "kiosk-minutes" }, el("b", { class: "figure" }, left), ` ${left === 1 ? "minute" : "minutes"} to post`));
  }

  #choices(node, options, chosen, does) {
    keyed(node, options, ([value]) => String(value), ([value, text]) => el("button", { type: "button", onclick: () => does(value) }, text), (button, [value, text]) => {
      say(button, text);
      button.setAttribute("aria-pressed", String(value === chosen));
    });
  }

  #draw() {
    const { kind, form, runners, amount, isReview, race } = this.#order;
    const { currency } = this.followed.state;
    this.#drawHead();
    const own = this.board !== null && race !== null && this.board.track === race.track && this.board.race === race.race ? this.board : null;
    this.#choices(this.races, this.#open.slice(0, 5).map((one) => [`${one.track} ${one.race}`, `${one.track} ${one.race} · ${clockTime(one.post_time)}`]), race && `${race.track} ${race.race}`, (value) => this.#race({ track: value.slice(0, value.lastIndexOf(" ")), race: Number(value.slice(value.lastIndexOf(" ") + 1)) }));
    const pools = own?.pools.filter((pool) => pool.races[0] === own.race && pool.races.length === 1) ?? [];
    this.#choices(this.kinds, pools.map((pool) => [pool.kind, own.names[pool.kind]]), kind, (value) => this.#change({ kind: value, form: "", runners: [] }));
    this.forms.hidden = !BOXES.includes(kind);
    this.#choices(this.forms, [["", "Exact order"], ["BOX", "Box: any order"]], form, (value) => this.#change({ form: value }));
    this.#choices(this.each, EACH.map((minor) => [minor, shortMoney(minor, currency)]), amount, (value) => this.#change({ amount: value }));
    keyed(this.runners, own?.interests ?? [], (one) => `${own.race} ${one.number}`, (one) => el("button", { type: "button", onclick: () => this.#touch(one.number) }, saddle(one.number, own.cloths[one.number], { isOut: one.is_out }), el("span", { class: "kiosk-name" }), el("span", { class: "figure kiosk-odds" }), el("span", { class: "kiosk-place", "aria-hidden": "true" })), (button, one) => {
      const place = runners.indexOf(one.number);
      say(button.children[1], one.runners.map((runner) => runner.name).join(", "));
      say(button.children[2], one.is_out ? "scratched" : (one.odds ?? ""));
      say(button.children[3], place < 0 ? "" : form === "" && runners.length > 1 ? String(place + 1) : "✓");
      button.disabled = one.is_out;
      button.setAttribute("aria-pressed", String(place >= 0));
    });
    this.#drawSum(isReview, currency);
  }

  #drawSum(isReview, currency) {
    const slip = this.#slip;
    const isGood = slip !== null && slip.problem === null;
    const said = slip === null ? "Choose a bet and touch your runners." : isGood ? `${slip.combinations} ${slip.combinations === 1 ? "bet" : "bets"} × ${money(slip.amount_minor, currency)}` : `${slip.problem.charAt(0).toUpperCase()}${slip.problem.slice(1)}${/[.!?]$/.test(slip.problem) ? "" : "."}`;
    fill(this.sum, el("div", { class: "spread" }, el("div", {}, isGood && el("p", { class: "kiosk-bet" }, `${isReview ? "You buy: " : ""}${slip.name}, race ${slip.race}: ${slip.bet}`), el("p", { class: slip !== null && !isGood ? "kiosk-bad" : "" }, said)), isGood && el("strong", { class: "figure kiosk-cost" }, money(slip.cost_minor, currency))),
      isGood && slip.orders.length > 0 && el("div", {}, el("p", { class: "small muted spread" }, el("span", {}, "One of these can win. It would pay now, for $2:"), el("span", {}, "changes until the start")), el("ul", { class: "kiosk-orders" }, slip.orders.map((one) => el("li", {}, one.combo.split(/[-/]/).map((number) => saddle(number, this.board?.cloths[number])), el("b", { class: "figure" }, one.price_minor === null ? "–" : shortMoney(one.price_minor, currency)))))));
    this.sum.hidden = !this.over.hidden;
    this.choose.hidden = isReview || !this.over.hidden;
    this.next.hidden = !this.over.hidden;
    this.next.disabled = !isGood || this.#isBusy;
    say(this.next, !isGood ? "Review" : isReview ? `Buy the ticket, ${money(slip.cost_minor, currency)}` : `Review ${money(slip.cost_minor, currency)}`);
    say(this.again, this.over.hidden ? "Start again" : "Done");
  }

  // What is done

  async #go() {
    if (this.#isBusy || this.#slip?.problem !== null) return;
    if (!this.#order.isReview) {
      this.#order.isReview = true;
      // Whoever taps twice has not read what is bought.
      this.#isBusy = true;
      setTimeout(() => {
        this.#isBusy = false;
        this.#draw();
      }, REVIEW_MS);
      this.#draw();
      return;
    }
    this.#isBusy = true;
    this.#draw();
    const customer = this.#customer;
    const { track, race, bet } = this.#slip;
    const answer = await this.live.command(this.stream, { type: "tote.sell_ticket/1", terminal: this.terminal, bets: [{ track, race, bet }] });
    this.#isBusy = false;
    const refused = refusalOf(answer);
    if (customer !== this.#customer) {
      if (refused === null) await this.#tell("A ticket was sold late", [el("p", {}, "Its answer came when the screen was clear already. Ask at a window.")]);
      else this.#draw();
      return;
    }
    if (refused !== null) {
      this.#slip = { ...this.#slip, problem: refused.reason };
      this.#order.isReview = false;
      this.#draw();
      announce(`Refused: ${refused.reason}`);
      return;
    }
    await this.#tell("Take your ticket", [el("p", {}, "The paper is the ticket: it is what is cashed.")], `/api/tote/${encodeURIComponent(this.stream)}/papers/${encodeURIComponent(answer.key)}`);
  }

  /** Show that something is done; a machine without a printer of the house offers the paper as a file. */
  async #tell(heading, body, path = "") {
    const paper = el("p");
    const customer = this.#customer;
    this.#touched();
    this.over.hidden = false;
    fill(this.over, el("h2", {}, heading), body, paper);
    this.#draw();
    announce(heading);
    if (path === "") return;
    await read("/api/machine").catch(() => null);
    const response = await fetch(path).catch(() => null);
    if (response?.ok && customer === this.#customer) fill(paper, el("a", { class: "button main", href: path, target: "_blank", rel: "noopener" }, "Print the ticket"));
  }

  /** A ticket was scanned or typed: say what it is worth, and pay it. */
  async #brought(typed) {
    const payload = typed.trim().toUpperCase().replace(/\bCHECK\b/g, " ").replace(/[\s-]+/g, "-");
    this.code.value = "";
    if (!PAYLOAD.test(payload)) {
      await this.#tell("This is not a ticket", [el("p", {}, "Scan the bar code of the ticket, or type its number and check code.")]);
      return;
    }
    const customer = this.#customer;
    const { currency } = this.followed.state;
    try {
      const found = await post("/api/tote/scan", { payload });
      if (customer !== this.#customer) return;
      const { does, amount_minor, told } = found.worth;
      const cash = /** @type {any} */ (el("button", { type: "button", class: "main kiosk-next", onclick: async () => {
        cash.disabled = true;
        const answer = await this.live.command(found.stream, actOf(found, this.terminal));
        const refused = refusalOf(answer);
        if (customer === this.#customer) await this.#tell(refused === null ? `Paid: ${money(paidBy(answer), currency)}` : "Not paid", [el("p", {}, refused === null ? "Take your money." : `${refused.reason.replace(NUMBER, "")}.`)]);
      } }, `Cash ${money(amount_minor, currency)}`));
      const isDue = does === "cash" || does === "refund";
      await this.#tell(isDue ? "Money is due on your ticket" : "Your ticket", [el("p", { class: "kiosk-bet" }, told), el("ul", {}, linesOf(found)), isDue && cash]);
    } catch (error) {
      if (customer === this.#customer) await this.#tell("That did not work", [el("p", {}, `${error.message.replace(/^field payload: '[^']*': /, "")}. Ask at a window.`)]);
    }
  }
}
