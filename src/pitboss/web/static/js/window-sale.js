// The screen of a window: bets typed or touched, the ticket, what is paid, and tickets that are brought.
//
// The server reads what is typed, counts it, prices it and says why it cannot be sold; the buttons only write into the
// same line. A bar code that is scanned arrives in that line too.

import { part, post, readOnce } from "./api.js";
import { onKey } from "./base/frame.js";
import { refusalOf, showRefusal } from "./base/refusal.js";
import { onScan } from "./base/scan.js";
import { topSheet } from "./base/sheet.js";
import { announce, clockTime, el, fill, money, plainMoney, say, shortMoney } from "./dom.js";
import { raceIn, scratchedOf, slipOf } from "./parts/slip.js";
import { changeOf, gridOf, IDLE, ordersOf, paperOf, raceTrouble, showChoices, showField, showRaces, soldBefore, toldOf } from "./window-parts.js";
import { openTicket, PAYLOAD } from "./window-ticket.js";

const READ_MS = 60;
const EACH = [200, 500, 1000, 2000, 5000];
const GIVEN = [2000, 4000, 5000, 10000];
const SELL = "tote.sell_ticket/1";
const CANCEL = "tote.cancel_ticket/1";
const UNFINISHED = { type: "problem", reason: "another code was scanned: finish this, or hand it back with Escape, and scan again" };
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
  /** @type {string[]} bets that were handed in, each with its Enter, while the one before was being sold */
  #next = [];
  /** Who was out when the sheet was last counted: a wheel costs less without them. */
  #scratched = "";
  /** @type {Promise<boolean> | null} a bet on its way to the sheet, and whether it came there */
  #adding = null;
  /** Whether the bet changed on the way to be sold: it is looked at before Enter sells it. */
  #mustLook = false;
  /** What was not done, and must be read: it stands until something else is typed or done. */
  #said = "";
  /** @type {Map<string, string>} by which word each kind of bet is called */
  #words = new Map();
  #at = { track: "", race: 0, amount: EACH[0] };
  /** The race whose field was asked for. */
  #field = "";
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
    // What could not be read while the line was lost is read now.
    live.addEventListener("live", () => live.isLive && this.line.value.trim() !== "" && !this.#isSelling && this.#read());
    live.addEventListener("beat", ({ detail }) => {
      this.now = Date.parse(detail.now);
      this.#drawRaces();
    });
    live.addEventListener("unknown", () => say(this.told, "Unknown, being checked: the answer has not come yet."));
    onScan((code) => this.#code(code));
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
    fill(node, gridOf(this));
    this.line.addEventListener("input", () => this.#typed());
    this.line.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    // A key that is held down is one wish.
    if (event.repeat && ["Enter", "+", "F4", "F8"].includes(event.key)) {
      event.preventDefault();
    } else if (event.key === "Enter") {
      event.preventDefault();
      const slip = slipOf(this.line.value);
      // A slip that was scanned is read first: nothing is sold by the reader's own Enter.
      if (slip !== null) this.#filled(slip);
      else if (PAYLOAD.test(this.line.value.trim())) this.#scanned(this.line.value.trim());
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

  /** Take a code that was scanned while a button had the focus. */
  #code(code) {
    const sheet = topSheet();
    if (sheet !== null) showRefusal(UNFINISHED, sheet.querySelector("footer button") ?? sheet);
    else if (this.live.isLive && slipOf(code) !== null) this.#filled(slipOf(code));
    else if (this.live.isLive) this.#scanned(code);
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
    const scratched = scratchedOf(this.followed.state);
    if (scratched !== this.#scratched && this.#bets.length > 0 && !this.#isSelling) this.#recounted().then(() => this.#drawTicket());
    this.#scratched = scratched;
    this.#drawRaces();
    this.#drawTicket();
    // That the window is closed, or has no race, is told as long as it is so, and no longer.
    if (Object.values(IDLE).includes(this.told.textContent)) this.#tell();
    if (this.slip?.bet && !this.#isSelling) this.#read();
  }

  /** Sell bets on another race. */
  #go(track, race) {
    this.#at = { ...this.#at, track, race };
    this.#read();
    this.#follow();
    this.#drawRaces();
  }

  /** Show the field of the race that is sold: the one that is typed, or the one that was chosen. */
  #follow() {
    const isThere = (at) => this.followed.state.races.some((one) => one.track === at?.track && one.race === at.race);
    const { track, race } = [this.slip, this.#at].find(isThere) ?? { track: "" };
    if (track === "" || this.#field === `${track} ${race}`) return;
    this.#field = `${track} ${race}`;
    this.live.board({ stream: this.stream, track, race });
  }

  /** Take what a slip says: a bet is written into the line, to be looked at; a race without a bet is gone to. */
  #filled(slip) {
    const at = raceIn(slip);
    this.#write(at === null ? slip : "");
    if (at === null) return;
    const trouble = raceTrouble(this.followed.state.races, at);
    if (trouble === "") this.#go(at.track, at.race);
    else this.#say(trouble);
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
    this.#said = "";
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
    const found = text === "" || PAYLOAD.test(text) || slipOf(text) !== null ? null : await this.#ask(text);
    if (asked !== this.#asked || found === undefined) return;
    this.slip = found;
    this.#parts = found;
    this.#mustLook = false;
    this.#follow();
    this.#draw();
  }

  /** Take the text out of the line, to be sold or added; what is typed from now on is another bet. */
  #taken() {
    const text = this.line.value.trim();
    const drawn = this.slip;
    this.line.value = "";
    this.slip = null;
    this.#follow();
    this.#typed();
    clearTimeout(this.#timer);
    return { text, drawn };
  }

  /** Put a text back that was not sold, and tell whether it is there; not over what was typed meanwhile, and marked: what is typed next takes its place, and never becomes its end. */
  #putBack(text) {
    if (this.line.value.trim() !== "" || text === "") return false;
    this.#write(text);
    this.line.select();
    return true;
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
    this.#tell();
    fill(this.orders, ordersOf(isGood ? slip.orders : [], this.board?.cloths, this.#currency));
    this.#drawRaces();
    this.#drawRunners();
    this.#drawTicket();
  }

  /** Tell what was not done before, and what the server says of what is typed now. */
  #tell() {
    const { isBad, text } = toldOf(this.slip, this.#said, this.#own?.is_open ? "" : this.#idle());
    this.told.classList.toggle("is-bad", isBad);
    say(this.told, text || this.#idle());
  }

  #idle() {
    return this.#own?.is_open ? (this.#at.track === "" ? IDLE.noRace : IDLE.ready) : IDLE.closed;
  }

  #drawChoices() {
    const kinds = (this.board?.bets ?? []).map((bet) => [bet.kind, bet.name]);
    const each = this.slip?.amount_minor ?? this.#at.amount;
    showChoices(this.each, EACH.map((minor) => [minor, shortMoney(minor, this.#currency)]), each, (amount) => {
      this.#at.amount = amount;
      if (this.slip) this.#compose({ amount_minor: amount });
      else this.#draw();
    });
    showChoices(this.forms, FORMS, this.slip?.form ?? "", (form) => this.#compose({ form }));
    showChoices(this.kinds, kinds, this.slip?.kind ?? "", (kind) => this.#compose({ kind, form: "", runners: [] }));
  }

  #drawRaces() {
    const races = this.followed.state.races.filter((race) => ["open", "closed"].includes(race.phase)).sort((a, b) => a.post_time.localeCompare(b.post_time)).slice(0, 5);
    showRaces(this.races, races, this.now, this.slip ?? this.#at, (track, race) => this.#go(track, race));
  }

  #drawRunners() {
    if (this.board === null) return;
    this.#drawChoices();
    const chosen = new Set((this.slip?.runners ?? []).flatMap((one) => one.split(/[,/+-]/)));
    const wanted = this.slip ?? this.#at;
    const isOwn = wanted.track === this.board.track && wanted.race === this.board.race;
    showField(this.runners, isOwn ? this.board : { ...this.board, interests: [] }, chosen, (number) => this.#touch(number));
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
    const isGood = this.slip?.problem === null;
    fill(this.sheet, paperOf(this.followed.state, this.#bets, isGood ? this.slip : null, this.#total));
    const total = this.#total;
    showChoices(this.givens, [[0, "exact"], ...GIVEN.map((minor) => [minor, shortMoney(minor, this.#currency)])], this.#given, (given) => {
      this.#given = given;
      this.#drawTicket();
    });
    fill(this.change, changeOf(total, this.#given || total, this.#currency));
    this.add.disabled = !isGood;
    this.again.disabled = this.#last === null;
    this.sell.disabled = total === 0 || this.#isSelling || !this.#own?.is_open;
    fill(this.sell, total === 0 ? "Sell" : `Sell ${money(total, this.#currency)}`, " ", el("kbd", {}, "Enter"));
    this.cancel.disabled = this.#last === null || this.#last.isGone || this.#isSelling;
    say(this.lastSale, this.#last === null ? soldBefore(this.#own?.serial ?? 0) : `Last sale ${money(this.#last.total_minor, this.#currency)}${this.#last.isGone ? ", cancelled" : `, ${clockTime(this.#last.sold_at)}`}`);
  }

  /** Put what is typed on the sheet; one bet after the other, and none is sold without one that is on its way. */
  #add() {
    const { text } = this.#taken();
    if (text === "") return;
    const before = this.#adding;
    const adding = Promise.resolve(before).then(() => this.#added(text)).finally(() => {
      if (this.#adding === adding) this.#adding = null;
    });
    this.#adding = adding;
  }

  async #added(text) {
    const scratched = this.#scratched;
    const slip = await this.#ask(text);
    if (slip?.problem === null) {
      this.#bets.push(slip);
      // A scratch that came behind the question is counted as one that comes now.
      if (this.#scratched !== scratched) await this.#recounted();
      announce(`${slip.bet}: on the ticket.`);
      if (this.line.value === "") this.#draw();
      else this.#drawTicket();
      return true;
    }
    const isBack = this.#putBack(text);
    if (!isBack) this.#say(`Not on the ticket: ${text}. ${slip?.problem ?? ""}`);
    return false;
  }

  /** Say under the line what was not done, beside what is said there already. */
  #say(text) {
    this.#said = `${this.#said} ${text}`.trim();
    this.#tell();
    announce(text);
  }

  /** Count the bets on the sheet again: what they are now, and whether they cost what was shown; undefined without an answer. */
  async #recounted() {
    const shown = [...this.#bets];
    const found = await Promise.all(shown.map(({ track, race, bet }) => this.#ask(`${track} R${race} ${bet}`)));
    if (found.includes(undefined)) return undefined;
    // A bet that cannot be sold any more is refused with the whole ticket, by the rules.
    const bets = shown.map((bet, at) => (found[at].problem === null && found[at].cost_minor !== bet.cost_minor ? found[at] : bet));
    this.#bets = this.#bets.map((bet) => bets[shown.indexOf(bet)] ?? bet);
    return { bets, isSame: bets.every((bet, at) => bet === shown[at]) };
  }

  /** Sell what is on the sheet with what is typed: that which was shown, or nothing. */
  async #sell() {
    if (PAYLOAD.test(this.line.value.trim()) || slipOf(this.line.value) !== null) return;
    if (this.#isSelling) {
      // On a slow line a teller is at the next customer: that bet is sold behind this one, and what is typed then is another.
      const { text } = this.#taken();
      if (text !== "") this.#next.push(text);
    } else if (this.#mustLook) this.#read();
    else await this.#sells(this.#taken());
  }

  /** Sell a text with what is on the sheet, and then those that were handed in meanwhile, as long as each is sold. */
  async #sells(taken) {
    this.#isSelling = true;
    const isSold = await this.#tried(taken);
    const text = this.#next.shift();
    if (text === undefined) return;
    if (isSold) {
      await this.#sells({ text, drawn: null });
      return;
    }
    // The one before was not sold: those behind it were typed in the belief that it was.
    this.#say(`Not sold: ${[text, ...this.#next.splice(0)].join("; ")}. Sell them again.`);
  }

  /** Sell a text with what is on the sheet; return whether that was done. */
  async #tried({ text, drawn }) {
    const isAdded = (await this.#adding) ?? true;
    const [slip, sheet] = await Promise.all([text === "" ? null : this.#ask(text), this.#recounted()]);
    const isOther = drawn && slip && ["track", "race", "bet", "cost_minor"].some((part) => slip[part] !== drawn[part]);
    const slips = [...(sheet?.bets ?? []), ...(slip ? [slip] : [])];
    if (!isAdded || slip === undefined || !sheet?.isSame || isOther || (slip && slip.problem !== null) || slips.length === 0) {
      this.#isSelling = false;
      if (!this.#putBack(text) && text !== "") this.#say(`Not sold: ${text}. ${slip?.problem ?? ""}`);
      this.#drawTicket();
      if (sheet?.isSame === false) this.#say(`The ticket costs ${money(this.#total, this.#currency)} now: look, and press Enter again.`);
      if (isOther) {
        this.#mustLook = true;
        announce("The bet has changed: look, and press Enter again.");
      }
      return false;
    }
    return this.#sold(slips, text);
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
      const change = this.#given - total_minor;
      this.#given = 0;
      this.#draw();
      fill(this.told, `Sold: ${money(total_minor, this.#currency)}, ticket ${serial}. ${change > 0 ? `Change ${money(change, this.#currency)}. ` : ""}`, el("a", { href: `/api/tote/${encodeURIComponent(this.stream)}/papers/${encodeURIComponent(answer.key)}`, target: "_blank", rel: "noopener" }, "Paper"));
      announce(`Sold: ${money(total_minor, this.#currency)}.`);
    } else {
      this.#putBack(text);
      showRefusal(answer, this.sell);
      this.#drawTicket();
    }
    this.line.focus();
    return refused === null && sold !== undefined;
  }

  /** Put the bets of the last ticket on an empty sheet; Enter sells them. */
  #repeat() {
    if (this.#last === null || this.#isSelling) return;
    if (this.#bets.length > 0 || this.line.value.trim() !== "") {
      announce("Sell this ticket first, or clear it with Escape.");
      return;
    }
    this.#bets = [...this.#last.slips];
    this.#said = "";
    announce(`On the sheet again: ${money(this.#total, this.#currency)}. Enter sells it.`);
    this.#drawTicket();
    this.line.focus();
  }

  async #cancelLast() {
    const last = this.#last;
    if (last === null || last.isGone || last.isAsked) return;
    if (this.#isSelling) {
      // The last ticket is the one that is being sold, and it has no number yet.
      announce("A sale is on its way: cancel it when it is sold.");
      return;
    }
    last.isAsked = true;
    this.#said = "";
    const answer = await this.live.command(this.stream, { type: CANCEL, terminal: this.terminal, serial: last.serial, method: "serial" }).finally(() => { last.isAsked = false; });
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
      const said = await openTicket(this, payload);
      say(this.told, said || this.#idle());
    } catch (error) {
      say(this.told, `${error.message}.`);
      this.told.classList.add("is-bad");
      announce(error.message);
    }
    this.line.focus();
  }
}
