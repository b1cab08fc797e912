// The screen of a window: bets typed or touched, the ticket, what is paid, and tickets that are brought.
//
// The server reads what is typed, counts it, prices it and says why it cannot be sold; the buttons only write into the
// same line. A bar code that is scanned arrives in that line too.

import { part, post, readOnce } from "./api.js";
import { onKey } from "./base/frame.js";
import { refusalOf, showRefusal } from "./base/refusal.js";
import { announce, clockTime, el, fill, keyed, money, plainMoney, say, shortMoney } from "./dom.js";
import { saddle } from "./parts/saddle.js";
import { openTicket, PAYLOAD } from "./window-ticket.js";

const READ_MS = 60;
const EACH = [200, 500, 1000, 2000, 5000];
const GIVEN = [2000, 4000, 5000, 10000];
const SELL = "tote.sell_ticket/1";
const CANCEL = "tote.cancel_ticket/1";
const FORMS = [["", "Straight"], ["BOX", "Box"], ["KEY", "Key"], ["WHEEL", "Wheel"]];

export class WindowScreen {
  /** @type {any} the slip as the server last understood it */
  slip = null;
  /** @type {any} the board of the race that is sold */
  board = null;
  #bets = /** @type {any[]} */ ([]);
  #given = 0;
  #asked = 0;
  #timer = 0;
  #last = /** @type {any} */ (null);
  #isSelling = false;
  /** @type {Map<string, string>} by which word each kind of bet is called */
  #words = new Map();
  #at = { track: "", race: 0, amount: EACH[0] };
  /** @type {any} the bet as it is being put together: what was last understood, with what buttons changed since */
  #parts = null;

  /** @param {{ live: import("./live.js").Live, followed: import("./base/store.js").Followed, stream: string, terminal: string, approvals: any, node: HTMLElement }} given */
  constructor({ live, followed, stream, terminal, approvals, node }) {
    this.live = live;
    this.followed = followed;
    this.stream = stream;
    this.terminal = terminal;
    this.approvals = approvals;
    this.#build(node);
    readOnce(part(stream, "layout")).then(({ spots }) => { this.#words = new Map(spots.map((spot) => [spot.kind, spot.bet])); }).catch(() => null);
    followed.addEventListener("change", () => this.#changed());
    live.addEventListener("board", ({ detail }) => {
      this.board = detail.board;
      this.#drawRunners();
    });
    live.addEventListener("beat", ({ detail }) => {
      this.now = Date.parse(detail.now);
      this.#drawRaces();
    });
    live.addEventListener("unknown", () => say(this.told, "Unknown, being checked: the answer has not come yet."));
    onKey("F4", "Repeat the last ticket", () => this.#repeat());
    onKey("F8", "Cancel the last ticket", () => this.#cancelLast());
    this.#changed();
    this.line.focus();
  }

  #build(node) {
    this.now = Date.now();
    this.races = el("div", { class: "window-races", role: "group", "aria-label": "Races" });
    this.line = /** @type {HTMLInputElement} */ (el("input", { id: "line", autocomplete: "off", spellcheck: "false", autocapitalize: "none", maxlength: 400, "aria-label": "Bet, or a scanned ticket", "aria-describedby": "told", placeholder: "6 2 ex b 1 2 3" }));
    this.tokens = el("p", { class: "window-tokens", "aria-hidden": "true" });
    this.cost = el("strong", { class: "window-cost figure" });
    this.count = el("span", { class: "window-count figure" });
    this.told = el("p", { class: "window-told", id: "told", role: "status" });
    this.orders = el("ul", { class: "window-orders", "aria-label": "Would pay now, for $2" });
    this.each = el("div", { class: "row", role: "group", "aria-label": "Each" });
    this.forms = el("div", { class: "row", role: "group", "aria-label": "Form" });
    this.kinds = el("div", { class: "row", role: "group", "aria-label": "Bet" });
    this.runners = el("div", { class: "window-runners", role: "group", "aria-label": "Runners" });
    this.sheet = el("section", { class: "window-paper", "aria-label": "This ticket" });
    this.add = el("button", { type: "button", onclick: () => this.#add() }, "Add a bet ", el("kbd", {}, "+"));
    this.again = el("button", { type: "button", onclick: () => this.#repeat() }, "Repeat last ", el("kbd", {}, "F4"));
    this.givens = el("div", { class: "row", role: "group", "aria-label": "Given" });
    this.change = el("dl", { class: "panel window-change" });
    this.sell = el("button", { type: "button", class: "main window-sell", id: "sell", onclick: () => this.#sell() });
    this.lastSale = el("p", { class: "small muted" });
    this.cancel = el("button", { type: "button", onclick: () => this.#cancelLast() }, "Cancel it ", el("kbd", {}, "F8"));
    const typed = el("div", { class: "window-line" }, el("div", { class: "window-typed" }, this.line, this.tokens), this.cost, this.count);
    const left = el("div", { class: "window-left" }, this.races, typed, this.told, this.orders,
      el("div", { class: "window-two" }, el("div", {}, el("h2", { class: "label" }, "Each"), this.each), el("div", {}, el("h2", { class: "label" }, "Form"), this.forms)),
      el("div", {}, el("h2", { class: "label" }, "Bet"), this.kinds), el("div", {}, el("h2", { class: "label" }, "Runners"), this.runners));
    const right = el("div", { class: "window-right" }, el("h2", {}, "This ticket"), this.sheet, el("div", { class: "window-two" }, this.add, this.again),
      el("div", {}, el("h2", { class: "label" }, "Given"), this.givens), this.change, this.sell, el("div", { class: "spread window-last" }, this.lastSale, this.cancel));
    fill(node, el("div", { class: "window-grid" }, left, right));
    this.line.addEventListener("input", () => this.#typed());
    this.line.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    // A key that is held down is one wish.
    if (event.repeat && ["Enter", "+", "F4", "F8"].includes(event.key)) {
      event.preventDefault();
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (PAYLOAD.test(this.line.value.trim())) this.#scanned(this.line.value.trim());
      else this.#sell();
    } else if (event.key === "+") {
      event.preventDefault();
      this.#add();
    } else if (event.key === "F4" || event.key === "F8") {
      event.preventDefault();
      if (event.key === "F4") this.#repeat();
      else this.#cancelLast();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.line.value === "") this.#bets = [];
      this.#write("");
    }
  }

  get #own() {
    return this.followed.state.terminals?.[this.terminal];
  }

  get #currency() {
    return this.followed.state.currency;
  }

  #changed() {
    const open = this.followed.state.races.filter((race) => race.phase === "open").sort((a, b) => a.post_time.localeCompare(b.post_time));
    const isHere = open.some((race) => race.track === this.#at.track && race.race === this.#at.race);
    // A bet that is being typed keeps its race, and is refused if that is off: it never becomes a bet on the next one.
    if (!isHere && open.length > 0 && this.line.value.trim() === "") {
      const next = open.find((race) => Date.parse(race.post_time) > this.now) ?? open[0];
      this.#go(next.track, next.race);
    }
    this.#drawRaces();
    this.#drawTicket();
    if (this.slip?.bet && !this.#isSelling) this.#read();
  }

  /** Sell bets on another race. */
  #go(track, race) {
    this.#at = { ...this.#at, track, race };
    this.live.board({ stream: this.stream, track, race });
    this.#read();
    this.#drawRaces();
  }

  // What is typed

  /** Put a text into the line, as if it had been typed. */
  #write(text) {
    this.line.value = text;
    this.#typed();
    this.line.focus();
  }

  #typed() {
    clearTimeout(this.#timer);
    // Whatever is still on its way was asked about another text.
    this.#asked += 1;
    this.#parts = null;
    this.#timer = setTimeout(() => this.#read(), READ_MS);
  }

  /** Have the server read a text; undefined where it did not answer. */
  async #ask(text) {
    try {
      return await post(`/api/tote/${encodeURIComponent(this.stream)}/slip`, { text, track: this.#at.track || "?", race: this.#at.race || 1, amount_minor: this.#at.amount, terminal: this.terminal });
    } catch (error) {
      say(this.told, `${error.message}.`);
      this.told.classList.add("is-bad");
      return undefined;
    }
  }

  /** Read the line and show what was understood; an answer to an older text is not shown. */
  async #read() {
    clearTimeout(this.#timer);
    const asked = (this.#asked += 1);
    const text = this.line.value.trim();
    const found = text === "" || PAYLOAD.test(text) ? null : await this.#ask(text);
    if (asked !== this.#asked || found === undefined) return;
    this.slip = found;
    this.#parts = found;
    this.#draw();
  }

  /** Take the text out of the line, to be sold or added; what is typed from now on is another bet. */
  #taken() {
    const text = this.line.value.trim();
    const drawn = this.slip;
    this.line.value = "";
    this.slip = null;
    this.#typed();
    clearTimeout(this.#timer);
    return { text, drawn };
  }

  /** Put a text back that was not sold; not over what was typed meanwhile. */
  #putBack(text) {
    if (this.line.value.trim() === "" && text !== "") this.#write(text);
  }

  /** Write the line anew from its parts, with some of them changed: what a button does. */
  #compose(changes) {
    const slip = { track: this.#at.track, race: this.#at.race, kind: "", form: "", runners: [], amount_minor: this.#at.amount, ...this.#parts, ...changes };
    const parts = [slip.track === this.#at.track ? "" : slip.track, slip.race, plainMoney(slip.amount_minor, this.#currency).replace(/\.00$/, ""), (this.#words.get(slip.kind) ?? slip.kind).toLowerCase(), slip.form.toLowerCase(), ...slip.runners];
    if (slip.kind === "") return;
    this.#write(parts.filter((part) => part !== "").join(" "));
    this.#parts = slip;
  }

  // What is shown

  #draw() {
    const { slip } = this;
    fill(this.tokens, (slip?.tokens ?? []).map(([text, means]) => el("span", { class: means === "?" ? "is-bad" : "" }, el("b", {}, text), el("small", {}, means))));
    const isGood = slip !== null && slip.problem === null;
    say(this.cost, isGood ? money(slip.cost_minor, this.#currency) : "");
    say(this.count, isGood ? `${slip.combinations} ${slip.combinations === 1 ? "bet" : "bets"}` : "");
    this.told.classList.toggle("is-bad", slip !== null && !isGood);
    say(this.told, slip === null ? this.#idle() : isGood ? `Can be sold: ${slip.name}, ${slip.bet}` : `${slip.problem.charAt(0).toUpperCase()}${slip.problem.slice(1)}${/[.!?]$/.test(slip.problem) ? "" : "."}${slip.clause ? ` [${slip.clause}]` : ""}`);
    fill(this.orders, (isGood ? slip.orders : []).map((one) => el("li", {}, one.combo.split(/[-/]/).map((number) => saddle(number, this.board?.cloths[number])), el("span", { class: "figure" }, one.price_minor === null ? "–" : shortMoney(one.price_minor, this.#currency)))));
    this.#drawChoices();
    this.#drawRunners();
    this.#drawTicket();
  }

  #idle() {
    if (!this.#own?.is_open) return "This window is closed. A mutuel supervisor opens it.";
    if (this.#at.track === "") return "No race is open for bets.";
    return "Type a bet, touch the buttons, or scan a ticket.";
  }

  #choices(node, options, chosen, does) {
    const sign = JSON.stringify([options, chosen]);
    if (node.dataset.sign === sign) return;
    node.dataset.sign = sign;
    keyed(node, options, ([value]) => String(value), ([value, text]) => el("button", { type: "button", onclick: () => does(value) }, text), (button, [value]) => button.setAttribute("aria-pressed", String(value === chosen)));
  }

  #drawChoices() {
    const pools = this.board?.pools.filter((pool) => pool.races[0] === this.board.race) ?? [];
    const kinds = [...new Map(pools.map((pool) => [pool.kind, this.board.names[pool.kind]]))];
    const each = this.slip?.amount_minor ?? this.#at.amount;
    this.#choices(this.each, EACH.map((minor) => [minor, shortMoney(minor, this.#currency)]), each, (amount) => {
      this.#at.amount = amount;
      if (this.slip) this.#compose({ amount_minor: amount });
      else this.#draw();
    });
    this.#choices(this.forms, FORMS, this.slip?.form ?? "", (form) => this.#compose({ form }));
    this.#choices(this.kinds, kinds, this.slip?.kind ?? "", (kind) => this.#compose({ kind, form: "", runners: [] }));
  }

  #drawRaces() {
    const races = this.followed.state.races.filter((race) => ["open", "closed"].includes(race.phase)).sort((a, b) => a.post_time.localeCompare(b.post_time)).slice(0, 5);
    keyed(this.races, races, (race) => `${race.track} ${race.race}`, (race) => el("button", { type: "button", onclick: () => this.#go(race.track, race.race) }, el("b", {}), el("small"), el("span", { class: "figure" })), (button, race) => {
      const [name, post, left] = button.children;
      const minutes = Math.max(0, Math.ceil((Date.parse(race.post_time) - this.now) / 60_000));
      say(name, `${race.track} ${race.race}`);
      say(post, clockTime(race.post_time));
      say(left, race.phase === "open" ? `${minutes} MTP` : "OFF");
      button.classList.toggle("is-off", race.phase !== "open");
      button.classList.toggle("is-soon", race.phase === "open" && minutes <= 2);
      button.setAttribute("aria-pressed", String(race.track === this.#at.track && race.race === this.#at.race));
    });
  }

  #drawRunners() {
    if (this.board === null) return;
    this.#drawChoices();
    const chosen = new Set((this.slip?.runners ?? []).flatMap((one) => one.split(/[,/+-]/)));
    const wanted = this.slip ?? this.#at;
    const isOwn = wanted.track === this.board.track && wanted.race === this.board.race;
    const interests = isOwn ? this.board.interests : [];
    keyed(this.runners, interests, (one) => one.number, (one) => el("button", { type: "button", onclick: () => this.#touch(one.number) }, saddle(one.number, this.board.cloths[one.number], { isOut: one.is_out }), el("span", { class: "window-name" }), el("span", { class: "figure window-odds" })), (button, one) => {
      say(button.children[1], one.runners.map((runner) => runner.name).join(", "));
      say(button.children[2], one.is_out ? "SCR" : (one.odds ?? ""));
      button.disabled = one.is_out;
      button.setAttribute("aria-pressed", String(chosen.has(one.number)));
    });
  }

  /** Add a runner to the bet, or take it out again. */
  #touch(number) {
    const had = (this.#parts?.runners ?? []).flatMap((one) => (/[/+-]/.test(one) ? [one] : one.split(",")));
    const runners = had.includes(number) ? had.filter((one) => one !== number) : [...had, number];
    this.#compose({ kind: this.#parts?.kind || "win", runners });
  }

  // The ticket

  get #total() {
    return this.#bets.reduce((sum, bet) => sum + bet.cost_minor, 0) + (this.slip?.problem === null ? this.slip.cost_minor : 0);
  }

  #drawTicket() {
    const row = (bet, kind) => el("li", { class: kind }, el("span", {}, el("b", {}, `${bet.track} race ${bet.race}`), el("br"), bet.bet), el("span", { class: "money" }, el("b", {}, money(bet.cost_minor, this.#currency)), el("br"), `${bet.combinations} ${bet.combinations === 1 ? "bet" : "bets"}`));
    const isGood = this.slip?.problem === null;
    const many = this.#bets.length + Number(isGood);
    fill(this.sheet, el("p", { class: "spread" }, el("b", {}, this.followed.state.name), el("span", { class: "small" }, "valid only when printed")), el("ul", {}, this.#bets.map((bet) => row(bet, "")), isGood && row(this.slip, "is-typed")),
      el("p", { class: "spread window-sum" }, el("b", {}, `${many} ${many === 1 ? "line" : "lines"}`), el("b", { class: "figure" }, money(this.#total, this.#currency))));
    const total = this.#total;
    this.#choices(this.givens, [[0, "exact"], ...GIVEN.map((minor) => [minor, shortMoney(minor, this.#currency)])], this.#given, (given) => {
      this.#given = given;
      this.#drawTicket();
    });
    const given = this.#given || total;
    const rows = [["To pay", total], ["Tendered", given], [given < total ? "Missing" : "Change", Math.abs(given - total)]];
    fill(this.change, rows.map(([name, minor], at) => el("div", { class: at === 2 ? "is-change" : "" }, el("dt", {}, name), el("dd", { class: "figure" }, money(minor, this.#currency)))));
    this.add.disabled = !isGood;
    this.again.disabled = this.#last === null;
    this.sell.disabled = total === 0 || this.#isSelling || !this.#own?.is_open;
    fill(this.sell, total === 0 ? "Sell" : `Sell ${money(total, this.#currency)}`, " ", el("kbd", {}, "Enter"));
    this.cancel.disabled = this.#last === null || this.#last.isGone;
    say(this.lastSale, this.#last === null ? "Nothing sold yet" : `Last sale ${money(this.#last.total_minor, this.#currency)}${this.#last.isGone ? ", cancelled" : `, ${clockTime(this.#last.sold_at)}`}`);
  }

  async #add() {
    const { text } = this.#taken();
    const slip = text === "" ? null : await this.#ask(text);
    if (slip && slip.problem === null) {
      this.#bets.push(slip);
      announce(`${slip.bet}: on the ticket.`);
      if (this.line.value === "") this.#draw();
      else this.#drawTicket();
    } else this.#putBack(text);
  }

  /** Sell what is on the sheet with what is typed: that which was shown, or nothing. */
  async #sell() {
    if (this.#isSelling || PAYLOAD.test(this.line.value.trim())) return;
    this.#isSelling = true;
    const { text, drawn } = this.#taken();
    const slip = text === "" ? null : await this.#ask(text);
    const isOther = drawn && slip && ["track", "race", "bet", "cost_minor"].some((part) => slip[part] !== drawn[part]);
    const slips = [...this.#bets, ...(slip ? [slip] : [])];
    if (slip === undefined || isOther || (slip && slip.problem !== null) || slips.length === 0) {
      this.#isSelling = false;
      this.#putBack(text);
      if (isOther) announce("The bet has changed: look, and press Enter again.");
      return;
    }
    await this.#sold(slips, text);
  }

  async #sold(slips, text) {
    this.#drawTicket();
    const bets = slips.map(({ track, race, bet }) => ({ track, race, bet }));
    const answer = await this.live.command(this.stream, { type: SELL, terminal: this.terminal, bets });
    this.#isSelling = false;
    const refused = refusalOf(answer);
    const sold = (answer.events ?? []).find((one) => one.type === "tote.ticket_sold/1");
    if (refused === null && sold !== undefined) {
      const { serial, total_minor, sold_at } = sold;
      this.#last = { serial, total_minor, sold_at, slips };
      // Only what was sold leaves the sheet: the next customer's bets may be on it already.
      this.#bets = this.#bets.filter((bet) => !slips.includes(bet));
      this.#given = 0;
      this.#draw();
      fill(this.told, `Sold: ${money(total_minor, this.#currency)}, ticket ${serial}. `, el("a", { href: `/api/tote/${encodeURIComponent(this.stream)}/papers/${encodeURIComponent(answer.key)}`, target: "_blank", rel: "noopener" }, "Paper"));
      announce(`Sold: ${money(total_minor, this.#currency)}.`);
    } else {
      this.#putBack(text);
      showRefusal(answer, this.sell);
      this.#drawTicket();
    }
    this.line.focus();
  }

  /** Put the bets of the last ticket on an empty sheet; Enter sells them. */
  #repeat() {
    if (this.#last === null || this.#isSelling) return;
    if (this.#bets.length > 0 || this.line.value.trim() !== "") {
      announce("Sell this ticket first, or clear it with Escape.");
      return;
    }
    this.#bets = [...this.#last.slips];
    announce(`On the sheet again: ${money(this.#total, this.#currency)}. Enter sells it.`);
    this.#drawTicket();
    this.line.focus();
  }

  async #cancelLast() {
    if (this.#last === null || this.#last.isGone) return;
    const last = this.#last;
    const answer = await this.live.command(this.stream, { type: CANCEL, terminal: this.terminal, serial: last.serial, method: "serial" });
    if (!showRefusal(answer, this.cancel) && answer.type !== "waiting") {
      last.isGone = true;
      say(this.told, `Ticket ${last.serial} is cancelled: take the paper, and give ${money(last.total_minor, this.#currency)} back.`);
    }
    this.#drawTicket();
    this.line.focus();
  }

  /** Open a ticket that was brought. */
  async #scanned(payload) {
    this.#taken();
    this.#draw();
    try {
      await openTicket(this, payload);
    } catch (error) {
      say(this.told, `${error.message}.`);
      this.told.classList.add("is-bad");
      announce(error.message);
    }
    this.line.focus();
  }
}
