// The screen of a self-service machine: race, bet, runners, amount, review, and the paper; or a ticket that is cashed.
//
// The server reads and prices the bet. Nothing of a customer stays: not after twenty seconds without a touch, not after
// Done, and not when the line breaks.

import { post, read } from "./api.js";
import { refusalOf } from "./base/refusal.js";
import { onScan } from "./base/scan.js";
import { openSheet } from "./base/sheet.js";
import { announce, clockTime, el, fill, keyed, money, say, shortMoney } from "./dom.js";
import { Keypad } from "./parts/keypad.js";
import { saddle } from "./parts/saddle.js";
import { raceIn, scratchedOf, slipOf } from "./parts/slip.js";
import { actOf, linesOf, paidBy, PAYLOAD } from "./window-ticket.js";
import { patient } from "./base/patience.js";

const IDLE_MS = patient(20_000);
const STEPS = 5;
const REVIEW_MS = 700;
const PAPER_MS = 3_000;
const NUMBER = /\d{8}-[A-Z2-7]{20}/g;
const EACH = [200, 500, 1000, 2000];
const OTHER = "other";
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
  /** Who was out when the bet was last read. */
  #scratched = "";
  /** Counts customers: what comes for one who is gone is not shown to the next. */
  #customer = 0;
  /** The window with a customer's paper, where the machine has no printer of the house: it is closed with the rest. */
  #paper = /** @type {Window | null} */ (null);
  /** Whether a ticket that was sold has no paper yet: whatever is scanned waits, or nobody could cash it. */
  #isUnprinted = false;
  /** Closes the pad for another amount, which is the customer's as well. */
  #closePad = () => {};
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
    followed.addEventListener("news", ({ detail }) => {
      if ((detail.events ?? []).some((one) => one.type === "tote.ticket_undelivered/1" && one.terminal === terminal)) this.#lost();
    });
    onScan((code) => live.isLive && this.off.hidden && !this.#isBusy && this.#brought(code));
    setInterval(() => live.isLive && this.#look(), PAPER_MS);
    this.#look();
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => this.#touched(), true);
    this.#changed();
    this.#touched();
  }

  #build(node) {
    this.head = el("header", { class: "felt kiosk-head" });
    this.steps = el("ol", { class: "kiosk-steps", "aria-label": "Steps" });
    this.races = el("div", { class: "kiosk-races", role: "group", "aria-label": "Race" });
    this.kinds = el("div", { class: "kiosk-row", role: "group", "aria-label": "Bet" });
    this.forms = el("div", { class: "kiosk-row", role: "group", "aria-label": "Order" });
    this.runners = el("div", { class: "kiosk-runners changing", role: "group", "aria-label": "Runners" });
    this.each = el("div", { class: "kiosk-row", role: "group", "aria-label": "For each order" });
    this.sum = el("section", { class: "panel kiosk-sum", "aria-label": "Your bet" });
    this.again = el("button", { type: "button", class: "kiosk-again", onclick: () => this.#clear() }, "Start again");
    this.next = el("button", { type: "button", class: "main kiosk-next", id: "next-step", onclick: () => this.#go() });
    this.code = /** @type {HTMLInputElement} */ (el("input", { id: "code", autocomplete: "off", spellcheck: "false", maxlength: 200 }));
    const cash = el("form", { class: "panel kiosk-cash", "aria-label": "Cash a ticket" }, el("label", { for: "code" }, "Scan a ticket to cash it, or a bet slip"), el("span", { class: "hint" }, "Or type its number and check code as printed."), this.code, el("button", {}, "Look"));
    cash.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#brought(this.code.value);
    });
    this.choose = el("div", { class: "kiosk-choose" }, this.races, this.kinds, el("div", { class: "kiosk-title" }, el("h2", {}, "Touch your runners"), this.forms), this.runners, el("h2", { class: "muted small" }, "For each order"), this.each);
    this.over = el("section", { class: "panel kiosk-over", role: "status", hidden: true });
    this.node = node;
    this.off = el("section", { class: "panel whole-note kiosk-off", role: "alert", hidden: true });
    fill(node, this.off, this.head, this.steps, this.choose, this.over, this.sum, el("div", { class: "kiosk-foot" }, this.again, this.next), cash, el("p", { class: "spread small muted" }, el("span", {}, "Nothing is sold before you confirm it"), el("span", {}, "The screen clears after 20 s without a touch")));
  }

  /** Find out whether this machine can print: without paper it takes no money. */
  async #look() {
    // Without an answer it stays as it is: a line that is lost says so itself.
    const machine = await read("/api/machine").catch(() => null);
    if (machine === null) return;
    const isOff = Boolean(machine.trouble) || machine.is_closed;
    // What a customer is being told is read first.
    if (isOff === !this.off.hidden || (isOff && !this.over.hidden)) return;
    if (isOff) {
      fill(this.off, el("h2", {}, "Out of service"), el("p", {}, `This machine ${machine.is_closed ? "is closed" : "cannot print tickets now"}. Please use another one, or a window.`));
      announce("Out of service");
    }
    this.off.hidden = !isOff;
    this.node.classList.toggle("is-off", isOff);
    // Whoever comes when it works again is somebody else.
    if (isOff) this.#clear();
  }

  /** A ticket did not come out: say what is to be done, and sell no more before there is paper. */
  async #lost() {
    await this.#tell("Your ticket did not come out", [el("p", {}, "Nobody can cash it. Please go to a window: it is on record there, and what you paid is given back.")]);
  }

  /** Say that money moved for a customer who is gone already, and nothing else of it. @param {string} what */
  async #late(what) {
    await this.#tell(`A ticket was ${what} late`, [el("p", {}, "Its answer came when the screen was clear already. Ask at a window.")]);
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
    this.#paper?.close();
    this.#paper = null;
    this.#isUnprinted = false;
    this.#closePad();
    fill(this.over);
    this.over.hidden = true;
    this.choose.hidden = false;
    this.#changed();
    if (this.live.isLive) this.#look();
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
    const scratched = scratchedOf(this.followed.state);
    const isOther = scratched !== this.#scratched && this.#slip !== null;
    this.#scratched = scratched;
    // Without the scratched runner the bet is another one, and is looked at again before it is bought.
    if (isOther) this.#change({});
    else this.#draw();
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
    const text = [{ across_the_board: "across", twin_trifecta: "tt" }[kind] ?? kind, form, ...runners].filter(Boolean).join(" ").toLowerCase();
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

  /** Ask for an amount that has no button. */
  #other(currency) {
    const pad = new Keypad({ currency, quick: [] });
    const take = () => pad.minor > 0 && (this.#change({ amount: pad.minor }), true);
    const { node, close } = openSheet({ title: "For each order", className: "kiosk-pad", body: el("div", {}, pad.output, pad.node), actions: [{ text: "Take this amount", kind: "main next", does: take }] });
    node.addEventListener("keydown", (event) => /^\d$|^Backspace$/.test(event.key) && pad.press(event.key === "Backspace" ? "⌫" : event.key));
    this.#closePad = close;
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
    const bets = own?.bets.filter((bet) => bet.races === 1) ?? [];
    this.#choices(this.kinds, bets.map((bet) => [bet.kind, bet.name]), kind, (value) => this.#change({ kind: value, form: "", runners: [] }));
    this.forms.hidden = !BOXES.includes(kind);
    this.#choices(this.forms, [["", "Exact order"], ["BOX", "Box: any order"]], form, (value) => this.#change({ form: value }));
    const other = [OTHER, EACH.includes(amount) ? "Other" : `Other: ${shortMoney(amount, currency)}`];
    this.#choices(this.each, [...EACH.map((minor) => [minor, shortMoney(minor, currency)]), other], EACH.includes(amount) ? amount : OTHER, (value) => (value === OTHER ? this.#other(currency) : this.#change({ amount: value })));
    keyed(this.runners, own?.interests ?? [], (one) => `${own.race} ${one.number}`, (one) => el("button", { type: "button", onclick: () => this.#touch(one.number) }, saddle(one.number, own.cloths[one.number], { isOut: one.is_out }), el("span", { class: "kiosk-name" }), el("span", { class: "figure kiosk-odds" }), el("span", { class: "kiosk-place", "aria-hidden": "true" })), (button, one) => {
      const place = runners.indexOf(one.number);
      say(button.children[1], one.runners.map((runner) => runner.name).join(", "));
      say(button.children[2], one.is_out ? "scratched" : (one.odds ?? ""));
      say(button.children[3], place < 0 ? "" : form === "" && runners.length > 1 ? String(place + 1) : "✓");
      button.disabled = one.is_out;
      button.setAttribute("aria-pressed", String(place >= 0));
    });
    this.#drawSum(isReview, currency);
    const at = !this.over.hidden ? STEPS : isReview ? 3 : 2;
    const name = own?.bets.find((bet) => bet.kind === kind)?.name ?? "Bet";
    fill(this.steps, [race ? `Race ${race.race}` : "Race", name, "Runners", "Review", "Ticket"].map((text, place) => el("li", { class: place < at ? "is-done" : "", "aria-current": place === at ? "step" : null }, text)));
    this.steps.hidden = !this.over.hidden || race === null;
  }

  /** Who a bet on one race names, by number and name: whoever touched a neighbour sees it before it is bought. */
  #named(slip) {
    const said = new Set(slip.runners.flatMap((part) => part.split(/[,/+-]/)));
    const isHere = this.board?.track === slip.track && this.board?.race === slip.race;
    const found = isHere ? this.board.interests.filter((one) => said.has(one.number)) : [];
    return found.map((one) => ({ number: one.number, isOut: one.is_out, names: one.runners.map((runner) => runner.name).join(", ") }));
  }

  #drawSum(isReview, currency) {
    const slip = this.#slip;
    const isGood = slip !== null && slip.problem === null;
    const said = slip === null ? "Choose a bet and touch your runners." : isGood ? `${slip.combinations} ${slip.combinations === 1 ? "bet" : "bets"} × ${money(slip.amount_minor, currency)}` : `${slip.problem.charAt(0).toUpperCase()}${slip.problem.slice(1)}${/[.!?]$/.test(slip.problem) ? "" : "."}`;
    fill(this.sum, el("div", { class: "spread" }, el("div", {}, isGood && el("p", { class: "kiosk-bet" }, `${isReview ? "You buy: " : ""}${slip.name}, race ${slip.race}: ${slip.bet}`), el("p", { class: slip !== null && !isGood ? "kiosk-bad" : "" }, said)), isGood && el("strong", { class: "figure kiosk-cost" }, money(slip.cost_minor, currency))),
      isGood && isReview && el("ul", { class: "kiosk-named" }, this.#named(slip).map(({ number, names, isOut }) => el("li", {}, saddle(number, this.board?.cloths[number], { isOut }), " ", names))),
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
      if (refused === null) await this.#late("sold");
      else this.#draw();
      return;
    }
    if (refused !== null) {
      this.#look();
      this.#slip = { ...this.#slip, problem: refused.reason };
      this.#order.isReview = false;
      this.#draw();
      announce(`Refused: ${refused.reason}`);
      return;
    }
    const sold = answer.events.find((one) => one.type === "tote.ticket_sold/1");
    await this.#tell("Take your ticket", [el("p", {}, `It cost ${money(sold.total_minor, this.followed.state.currency)}. The paper is the ticket: it is what is cashed.`)], `/api/tote/${encodeURIComponent(this.stream)}/papers/${encodeURIComponent(answer.key)}`);
  }

  /** Show that something is done; a machine without a printer of the house offers the paper as a file. */
  async #tell(heading, body, path = "") {
    const paper = el("p");
    const customer = this.#customer;
    this.#touched();
    this.#closePad();
    this.over.hidden = false;
    fill(this.over, el("h2", {}, heading), body, paper);
    this.#draw();
    announce(heading);
    if (path === "") return;
    const machine = await read("/api/machine").catch(() => null);
    if (machine?.has_printer) return;
    const response = await fetch(path).catch(() => null);
    if (!response?.ok || customer !== this.#customer) return;
    this.#isUnprinted = true;
    fill(paper, el("button", { type: "button", class: "main", onclick: () => {
      this.#isUnprinted = false;
      this.#paper?.close();
      this.#paper = window.open(path, "paper");
    } }, "Print the ticket"));
  }

  /** A bet slip was scanned: put its bet on the screen, to be reviewed as any other. */
  async #filled(text) {
    // What was told before is over: behind it nobody would see the slip.
    if (!this.over.hidden) this.#clear();
    const customer = this.#customer;
    const named = raceIn(text);
    if (named !== null) {
      if (this.#open.some((one) => one.track === named.track && one.race === named.race)) {
        this.#race(named);
      } else await this.#tell("No bets are taken on this race", [el("p", {}, `Race ${named.race} of ${named.track} is not open for bets now.`)]);
      return;
    }
    const at = this.#order.race ?? this.#open[0];
    if (!at) return;
    try {
      const found = await post(`/api/tote/${encodeURIComponent(this.stream)}/slip`, { text, track: at.track, race: at.race, amount_minor: EACH[0], terminal: this.terminal });
      if (customer !== this.#customer) return;
      const isOpen = this.#open.some((one) => one.track === found.track && one.race === found.race);
      if (found.bet === null || !isOpen) {
        await this.#tell("This slip cannot be sold", [el("p", {}, found.bet === null ? found.problem : `Betting on race ${found.race} has stopped.`)]);
        return;
      }
      const race = { track: found.track, race: found.race };
      this.live.board({ stream: this.stream, ...race });
      // Runners that stand for themselves are those of the screen; what is said of several places stays as it is said.
      const runners = found.runners.flatMap((one) => (/[/+-]/.test(one) ? [one] : one.split(",")));
      await this.#change({ ...NOTHING, race, kind: found.kind, form: found.form, runners, amount: found.amount_minor });
    } catch (error) {
      if (customer === this.#customer) await this.#tell("That did not work", [el("p", {}, `${error.message}. Ask at a window.`)]);
    }
  }

  /** A ticket was scanned or typed: say what it is worth, and pay it. */
  async #brought(typed) {
    if (this.#isUnprinted) {
      this.code.value = "";
      announce("Print the ticket first: the paper is the ticket.");
      return;
    }
    const slip = slipOf(typed);
    if (slip !== null) {
      this.code.value = "";
      await this.#filled(slip);
      return;
    }
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
        if (customer !== this.#customer) {
          if (refused === null) await this.#late("paid");
          return;
        }
        await this.#tell(refused === null ? `Paid: ${money(paidBy(answer), currency)}` : "Not paid", [el("p", {}, refused === null ? "Take your money." : `${refused.reason.replace(NUMBER, "")}.`)]);
      } }, `Cash ${money(amount_minor, currency)}`));
      const isDue = does === "cash" || does === "refund";
      await this.#tell(isDue ? "Money is due on your ticket" : "Your ticket", [el("p", { class: "kiosk-bet" }, told), el("ul", {}, linesOf(found)), isDue && cash]);
    } catch (error) {
      if (customer === this.#customer) await this.#tell("That did not work", [el("p", {}, `${error.message.replace(/^field payload: '[^']*': /, "")}. Ask at a window.`)]);
    }
  }
}
