// The console of an automatic roulette: state and clock, the one next act, seats, result, cash-outs, exposure, story.
//
// What may be done is what the server offers; here is only which of it stands on the one large button. The server decides
// and refuses: nothing is shown as done before its answer.

import { part, readOnce } from "./api.js";
import { approvalsOf } from "./base/approvals.js";
import { onKey } from "./base/keys.js";
import { clearRefusal, refusalOf, showRefusal } from "./base/refusal.js";
import { play } from "./base/sound.js";
import "./base/ring.js";
import { CashOuts } from "./console-automatic-cash.js";
import { holdSheet, moreSheet, rulingSheet, voidSheet } from "./console-automatic-more.js";
import { SeatPanel, Seats } from "./console-automatic-seats.js";
import { announce, cap, el, fill, keyed, money, say, shortMoney } from "./dom.js";
import { offerOf } from "./offers.js";
import { Pad, pocketBox } from "./parts/pad.js";

const EXTENSION = 20;
const SETTLE_MS = 250;
const PHASES = { betting: "OPEN", spinning: "OPEN", closed: "NO MORE BETS", settled: "PAID", void: "VOID" };
const CLAUSE = /\s*\[([^\]]+)\]\.?$/;

export class Console {
  #offers = [];
  #offeredAt = 0;
  /** what waits for the offers of the table as it was shown when it was asked for */
  #sheet = /** @type {{ due: number, opens: () => void } | null} */ (null);
  #isAnswered = false;
  #entered = { pocket: /** @type {string | null} */ (null), times: 0, typed: "" };
  #busyUntil = 0;
  #isBusy = false;
  #next = /** @type {any} */ (null);
  #ticked = new Set();
  #prompted = 0;
  #turns = /** @type {number | null} */ (null);
  #lines = {};

  /** @param {{ live: import("./live.js").Live, me: any, followed: import("./base/store.js").Followed, stream: string, node: HTMLElement }} given */
  constructor({ live, me, followed, stream, node }) {
    this.live = live;
    this.me = me;
    this.followed = followed;
    this.stream = stream;
    this.node = node;
    this.approvals = approvalsOf(live, me);
    readOnce(part(stream, "layout")).then((layout) => this.#build(layout)).catch((error) => fill(node, el("p", { class: "empty", role: "alert" }, `${error.message}.`)));
  }

  get state() {
    return this.followed.state;
  }

  /** Return the offer that an act lies in; undefined where it is not offered. */
  may(act) {
    return offerOf(this.#offers, act);
  }

  get offers() {
    return this.#offers;
  }

  clause(duty) {
    return this.layout.clauses[duty] ?? "";
  }

  money(minor) {
    return money(minor, this.state.currency);
  }

  short(minor) {
    return shortMoney(minor, this.state.currency);
  }

  seatName(terminal) {
    return this.state.terminal_places?.[terminal] ?? terminal;
  }

  /** What is known of a terminal's line: milliseconds since it answered, null where it is off line, undefined for none. */
  line(terminal) {
    return this.#lines[terminal];
  }

  #build(layout) {
    this.layout = layout;
    this.pad = new Pad(layout);
    this.seats = new Seats(this);
    this.seatPanel = new SeatPanel(this);
    this.cashOuts = new CashOuts(this);
    this.ring = /** @type {any} */ (document.createElement("clock-ring"));
    this.phase = el("span", { class: "pill", id: "phase" });
    this.game = el("p", { class: "muted small" });
    this.onLine = el("p", { class: "small muted" });
    this.onLayout = el("p", { class: "small muted" });
    this.why = el("p", { class: "small held-why" });
    this.button = el("button", { type: "button", class: "main", id: "next", onclick: () => this.press() });
    this.acts = el("div", { class: "acts" });
    this.sensor = el("div", { class: "sensor" });
    this.story = el("ol", { class: "story", "aria-label": "Story, newest first" });
    this.resultText = el("p", { class: "muted small" });
    this.turns = el("div", { class: "turns", hidden: true });
    this.foot = el("p", { class: "small muted pad-foot" });
    this.exposure = el("div", { class: "exposure" });
    this.result = el("section", { class: "panel result", "aria-label": "Result" }, el("div", { class: "spread" }, el("div", {}, el("h2", {}, "Result"), this.resultText), this.turns, this.pad.orders), this.pad.grid, this.foot);
    this.checklist = el("section", { class: "panel checklist", "aria-label": "Opening checklist", hidden: true });
    fill(this.node,
      el("div", { class: "hero changing" },
        el("section", { class: "panel state", "aria-label": "State of the game" }, this.ring, el("div", { class: "state-words" }, this.game, this.phase, this.onLine, this.onLayout, this.why)),
        el("div", { class: "does", "data-once": "" }, this.button, this.acts),
        el("section", { class: "panel", "aria-label": "Wheel sensor" }, this.sensor)),
      el("section", { class: "panel story-panel changing", "aria-label": "Story" }, el("h2", {}, "Story"), this.story),
      el("div", { class: "middle changing" }, this.seats.node, this.checklist, this.seatPanel.node, this.result),
      el("div", { class: "aside changing" }, this.cashOuts.node, el("section", { class: "panel", "aria-label": "Exposure of this game" }, el("h2", {}, "Exposure of this game"), this.exposure)));
    this.#listen();
    this.#keys();
    this.show();
  }

  #listen() {
    const { live, followed } = this;
    // A button that was touched does not keep Space for itself: that is the next act's.
    this.node.addEventListener("click", (event) => {
      if (event.detail > 0 && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
    });
    followed.addEventListener("change", () => this.show());
    followed.addEventListener("news", ({ detail }) => this.#heard(detail.events));
    followed.addEventListener("left", () => this.#clock());
    live.addEventListener("live", () => {
      this.ring.late(!live.isLive);
      if (live.isLive) return;
      this.#offeredAt = 0;
      this.#sheet = null;
    });
    live.addEventListener("offers", ({ detail }) => {
      if (detail.stream !== this.stream || detail.version < this.#offeredAt) return;
      // Before the first answer nobody knows what may be done: a sheet of it would be empty.
      this.#isAnswered = true;
      this.#offers = detail.offers;
      this.#offeredAt = detail.version;
      this.#decide();
      if (this.#sheet !== null) this.#open(this.#sheet);
    });
    live.addEventListener("unknown", ({ detail }) => {
      if (detail.stream === this.stream) this.approvals.note("Unknown whether that was done, being checked.", true);
    });
    live.addEventListener("lines", ({ detail }) => {
      if (detail.stream !== this.stream) return;
      this.#lines = detail.lines;
      this.seats.show();
      this.#figures();
    });
    this.pad.addEventListener("number", ({ detail }) => this.#enter(detail));
  }

  #keys() {
    onKey("Space", "The next act", () => this.press());
    onKey("Enter", "", () => (this.#entered.typed ? this.#typed() : this.press()));
    for (const digit of "0123456789") onKey(digit, digit === "1" ? "A seat; with a seat open its amount; with the ball down the number" : "", () => this.#digit(digit), { shown: "0–9" });
    onKey("Backspace", "Delete a digit", () => (this.seatPanel.isOpen ? this.seatPanel.keypad.press("⌫") : this.#type(this.#entered.typed.slice(0, -1))));
    onKey("Escape", "Close the seat", () => this.seatPanel.close());
    onKey("c", "The next step of the first cash-out", () => this.cashOuts.press());
    onKey("h", "Hold the game", () => this.may({ type: "automatic.hold_game/1" }) && holdSheet(this));
    onKey("n", "No spin", () => this.#noSpin());
    onKey("m", "More", () => this.#isAnswered && this.#more());
  }

  /** Open a sheet of what is offered once that is of the table as it stands: a sheet that is open is not made anew. */
  #open(sheet) {
    const isDue = this.#offeredAt >= sheet.due;
    this.#sheet = isDue ? null : sheet;
    if (isDue && document.querySelector("dialog[open]") === null) sheet.opens();
  }

  #more() {
    this.#open({ due: this.followed.version, opens: () => moreSheet(this) });
  }

  #digit(digit) {
    if (this.seatPanel.isOpen) this.seatPanel.keypad.press(digit);
    else if (this.#isResultDue()) this.#type(this.#entered.typed + digit);
    else this.seats.open(digit);
  }

  #type(typed) {
    this.#entered.typed = typed.slice(0, 2);
    this.#decide();
  }

  #typed() {
    const typed = this.#entered.typed;
    this.#entered.typed = "";
    if (this.pad.has(typed)) this.#enter(typed);
    else this.#decide();
  }

  // What happened

  #heard(events) {
    for (const event of events) {
      if (event.type === "automatic.spin_prompted/1") this.#prompt();
      else if (event.type === "automatic.game_held/1") play("alarm");
      else if (event.type === "automatic.cash_out_affirmed/1") announce(`Seat ${this.seatName(event.terminal)} asks to cash out.`);
      else if (event.type === "automatic.game_started/1") announce(`Game ${event.game} is open.`);
      else if (event.type === "automatic.number_sensed/1") announce(`The sensor found ${event.pocket}.`);
    }
  }

  /** Ten seconds are left and no ball runs: it is heard once, and seen until it is spun. */
  #prompt() {
    this.#prompted = this.state?.round ?? 0;
    play("prompt");
    announce("Ten seconds: spin the ball.");
    this.node.classList.add("is-prompted");
  }

  #clock() {
    const isRunning = this.state !== null && this.state.held === null && ["betting", "spinning"].includes(this.state.phase);
    this.ring.set(isRunning ? this.followed.left : undefined, (this.state?.seconds ?? 0) * 1000);
    this.#phase();
  }

  // Showing

  /** Show the table as it stands, and ask what may be done. */
  show() {
    if (this.state === null || this.layout === undefined) return;
    if (!this.#isResultDue()) this.#entered = { pocket: null, times: 0, typed: "" };
    if (this.state.is_prompted && this.state.phase === "betting" && this.#prompted !== this.state.round) this.#prompt();
    this.node.classList.toggle("is-prompted", this.state.is_prompted && this.state.phase === "betting" && this.state.held === null);
    this.ask();
    this.#clock();
    this.#figures();
    this.#sensor();
    this.#exposure();
    this.#story();
    this.#checks();
    this.seats.show();
    this.seatPanel.show();
    this.cashOuts.show();
    this.#decide();
  }

  ask() {
    this.live.offers(this.stream);
  }

  #phase() {
    const { state } = this;
    const isLast = state.is_prompted && state.phase === "betting";
    const text = !state.is_open ? "CLOSED" : state.held !== null ? "HELD" : state.void !== null ? "VOID" : isLast ? "LAST BETS" : PHASES[state.phase] ?? "READY";
    say(this.phase, text);
    this.phase.className = `pill ${text === "OPEN" ? "is-open" : ["LAST BETS", "HELD", "VOID"].includes(text) ? "is-last" : ""}`;
    this.node.classList.toggle("is-held", text === "HELD" || text === "VOID");
  }

  #figures() {
    const { state } = this;
    const terminals = Object.keys(state.terminals ?? {});
    const watched = terminals.filter((name) => this.line(name) !== undefined);
    const there = watched.filter((name) => this.line(name) !== null);
    const staked = Object.values(state.laid ?? {}).reduce((sum, minor) => sum + minor, 0);
    say(this.game, state.round > 0 ? `Game ${state.round}` : "No game yet");
    say(this.onLine, terminals.length === 0 ? "no terminal is at the table" : watched.length > 0 ? `${there.length} of ${watched.length} terminals on line` : `${terminals.length} terminals`);
    say(this.onLayout, `${this.short(staked)} on the layout`);
    const why = state.held !== null ? (this.may({ type: "automatic.extend_clock/1" }) ? "Held: spin was late" : `Held: ${state.held}`) : state.void !== null ? `Game ${state.void} is void: its bets go back` : "";
    say(this.why, why);
  }

  #sensor() {
    const { state } = this;
    const colour = (pocket) => this.layout.colours[pocket];
    const last = state.results?.[0];
    const head = (text, kind) => el("div", { class: "spread" }, el("h2", {}, "Wheel sensor"), el("span", { class: `small sensor-state ${kind}` }, text));
    if (!state.has_sensor) fill(this.sensor, head("none", ""), el("p", { class: "muted small" }, "This wheel has no sensor: enter the number and how often the ball went round."));
    else if (state.sensed !== null) fill(this.sensor, head("ball at rest", "is-good"), el("div", { class: "sensor-row" }, pocketBox(state.sensed, colour(state.sensed), "is-large"), el("p", {}, el("strong", {}, `${state.sensed} ${cap(colour(state.sensed))}`), el("span", { class: "muted small block" }, state.sensed_turns === null ? "turns not counted" : `${state.sensed_turns} turns`), el("span", { class: "muted small block" }, this.#isResultDue() ? "confirm it, or enter what you see" : `in game ${state.round}`))));
    else fill(this.sensor, head(state.phase === "closed" ? "ball still runs" : "ready", "is-good"), last ? el("div", { class: "sensor-row is-old" }, pocketBox(last.pocket, colour(last.pocket), "is-large"), el("p", {}, el("strong", {}, `Last ball: ${last.pocket} ${cap(colour(last.pocket))}`), el("span", { class: "muted small block" }, `game ${last.game}`), el("span", { class: "muted small block" }, "waiting for the next ball"))) : el("p", { class: "muted small" }, "Waiting for the first ball."));
  }

  #exposure() {
    const found = this.state.exposure;
    if (!found) {
      fill(this.exposure, el("p", { class: "muted small" }, "No bets yet. It fills as players bet."));
      return;
    }
    const most = found.worst[0]?.cost_minor ?? 1;
    const rows = found.worst.map((one) => {
      const bar = el("span", { class: "bar-fill" });
      bar.style.setProperty("transform", `scaleX(${one.cost_minor / most})`);
      return el("li", {}, pocketBox(one.pocket, this.layout.colours[one.pocket]), el("span", { class: "bar-track", "aria-hidden": "true" }, bar), el("strong", { class: "money" }, `−${this.short(one.cost_minor)}`));
    });
    const sign = (minor) => `${minor < 0 ? "−" : "+"}${this.short(Math.abs(minor))}`;
    fill(this.exposure, el("ol", { class: "worst" }, rows),
      el("p", { class: "spread small" }, el("span", { class: "muted" }, `best for the house: ${found.best.pocket}`), el("strong", { class: "money gain" }, sign(found.best.gain_minor))),
      el("p", { class: "spread small" }, el("span", { class: "muted" }, "expected"), el("strong", { class: "money" }, sign(found.expected_minor))));
  }

  #story() {
    const told = Object.entries(this.state.story ?? {}).map(([key, line]) => ({ ...line, key })).reverse().slice(0, 12);
    const lines = told.length > 0 ? told : [{ key: "none", at: null, text: "Nothing has happened since the server was started." }];
    keyed(this.story, lines, (line) => line.key, (line) => {
      const clause = CLAUSE.exec(line.text)?.[1] ?? "";
      if (line.at === null) return el("li", { class: "muted" }, line.text);
      const time = new Date(line.at).toLocaleTimeString("en-GB");
      return el("li", {}, el("span", { class: "block" }, line.text.replace(CLAUSE, "")), el("span", { class: "muted tiny figure" }, clause ? `${time} · ${clause}` : time));
    });
  }

  /** The checklist of a table that is not open: one tap a line. */
  #checks() {
    const { state } = this;
    const isDue = !state.is_open && state.equipment.length > 0 && state.inspected.length === 0;
    this.checklist.hidden = !isDue;
    this.result.hidden = isDue || this.seatPanel.isOpen;
    if (!isDue || this.checklist.dataset.items === state.equipment.join()) return;
    this.checklist.dataset.items = state.equipment.join();
    this.checks = state.equipment.map((item) => el("button", { type: "button", role: "checkbox", "aria-checked": "false", class: "check-row", onclick: ({ currentTarget }) => {
      if (this.#ticked.delete(item)) currentTarget.setAttribute("aria-checked", "false");
      else {
        this.#ticked.add(item);
        currentTarget.setAttribute("aria-checked", "true");
      }
      this.#decide();
    } }, el("span", { class: "tick", "aria-hidden": "true" }), el("span", { class: "check-name" }, cap(item)), el("span", { class: "muted small" }, this.clause("equipment"))));
    fill(this.checklist, el("div", { class: "spread" }, el("h2", {}, "Opening checklist"), el("span", { class: "muted small" }, "one tap a line")), el("div", { class: "checks" }, this.checks));
  }

  // The one next act

  #isResultDue() {
    return this.state !== null && this.state.phase === "closed" && this.state.held === null && this.state.void === null;
  }

  #enter(pocket) {
    const isAgain = this.#entered.pocket === pocket;
    this.#entered = { pocket, times: isAgain ? this.#entered.times + 1 : 1, typed: "" };
    if (!this.state.has_sensor || pocket === this.state.sensed) this.#entered.times = 2;
    announce(isAgain || this.#entered.times === 2 ? `${pocket} entered.` : `${pocket}, enter it once more.`);
    this.#decide();
  }

  #wanted() {
    const { state } = this;
    const open = this.seatPanel.next();
    if (open !== null) return open;
    if (!state.is_open) return this.#opening();
    if (state.void !== null) return this.#refund();
    if (state.held !== null) return this.#held();
    if (state.phase === "betting" && this.may({ type: "automatic.spin_ball/1" })) return { text: "Spin the ball", note: this.clause("spin"), act: { type: "automatic.spin_ball/1", direction: "against" }, isUrgent: state.is_prompted };
    if (state.phase === "spinning") return { text: "The ball is running", note: "terminals lock at zero" };
    if (this.#isResultDue()) return this.#result();
    if (this.may({ type: "automatic.start_game/1" })) return { text: `Start game ${state.round + 1}`, note: this.clause("start"), act: { type: "automatic.start_game/1" } };
    return { text: state.dealer === this.me.person ? "Nothing to do now" : `${state.dealer_name ?? "Nobody"} deals here`, note: "the next act stands here when there is one" };
  }

  #opening() {
    const { state } = this;
    if (!this.checklist.hidden) {
      const items = state.equipment;
      const isWhole = items.every((item) => this.#ticked.has(item));
      return { text: isWhole ? "Everything is inspected" : `Inspected ${this.#ticked.size} of ${items.length}`, note: isWhole ? this.clause("equipment") : "tick every line below", act: isWhole && this.may({ type: "table.inspect_equipment/1" }) ? { type: "table.inspect_equipment/1", items } : undefined };
    }
    if (this.may({ type: "table.open/1" })) return { text: "Open the table", note: "you deal from then on", act: { type: "table.open/1" } };
    return { text: "The table is closed", note: "a dealer opens it" };
  }

  #refund() {
    const act = { type: "automatic.refund_game/1" };
    const alone = this.#offers.find((offer) => offer.act === act.type && offer.alone);
    // Before the offers of the void game came, nobody knows whether a supervisor stands here.
    if (this.#offeredAt < this.followed.version) return { text: `Refund game ${this.state.void}`, note: this.clause("refund") };
    if (alone) return { text: `Refund game ${this.state.void}`, note: this.clause("refund"), act, offer: alone };
    return { text: `Refund game ${this.state.void}`, note: "with a supervisor here", does: () => rulingSheet(this, { act, title: `Refund game ${this.state.void}`, button: "Refund all bets" }) };
  }

  #held() {
    const extend = this.may({ type: "automatic.extend_clock/1" });
    if (extend) return { text: `Ask for ${EXTENSION} s`, note: "with a supervisor", act: { type: "automatic.extend_clock/1", seconds: EXTENSION }, offer: extend, title: `${EXTENSION} more seconds` };
    if (this.state.phase === "closed" && (this.may({ type: "automatic.rule_number/1" }) || this.state.dealer === this.me.person)) return { text: "Supervisor's ruling", note: this.clause("hold"), does: () => rulingSheet(this) };
    if (this.may({ type: "automatic.void_game/1" })) return { text: `Void game ${this.state.round}`, note: this.clause("hold"), does: () => this.#open({ due: this.followed.version, opens: () => voidSheet(this) }) };
    return { text: "Held", note: this.state.held };
  }

  #result() {
    const { state } = this;
    const { pocket, times, typed } = this.#entered;
    const named = (one) => `${one} ${cap(this.layout.colours[one])}`;
    if (typed) return { text: `${typed}…`, note: "Enter takes it", does: () => this.#typed() };
    if (pocket === null && state.sensed === null) return state.has_sensor ? { text: "Waiting for the sensor", note: "none? enter what you see, twice" } : { text: "Enter the number", note: "on the pad" };
    const chosen = pocket ?? state.sensed;
    const isAgreed = !state.has_sensor || chosen === state.sensed;
    if (!isAgreed && times < 2) return { text: `Enter ${named(chosen)} again`, note: state.sensed === null ? "the sensor is silent" : `the sensor says ${state.sensed}` };
    if (isAgreed) {
      const counted = state.has_sensor && state.sensed_turns !== null ? {} : { revolutions: this.#turns ?? state.turns_min };
      return { text: `Confirm ${named(chosen)}`, note: this.clause("confirm"), act: { type: "automatic.confirm_number/1", pocket: chosen, ...counted } };
    }
    if (state.sensed !== null) return { text: `Hold: you ${chosen}, sensor ${state.sensed}`, note: "a supervisor then rules or voids", act: { type: "automatic.confirm_number/1", pocket: chosen } };
    return { text: `Hold: you saw ${chosen}`, note: "the sensor is silent", act: { type: "automatic.hold_game/1", reason: `The sensor is silent; the dealer saw ${chosen}.` } };
  }

  #decide() {
    if (this.layout === undefined || this.state === null) return;
    const { state } = this;
    const isDue = this.#isResultDue();
    this.pad.isOpen = isDue && state.dealer === this.me.person;
    this.pad.mark(state.sensed, this.#entered.pocket);
    say(this.resultText, isDue ? (state.sensed === null && state.has_sensor ? "The sensor has not spoken yet" : "Confirm the sensor's number, or enter what you see") : "Opens when the ball has dropped");
    say(this.foot, `Sensor and pad agree: one press confirms. They differ: enter twice, then the supervisor sees both. ${this.clause("confirm")}`);
    this.#askTurns(isDue && !(state.has_sensor && state.sensed_turns !== null));
    this.result.hidden = this.seatPanel.isOpen || !this.checklist.hidden;
    this.#next = this.#wanted();
    const { text, note, act, does, isUrgent } = this.#next;
    const isDone = !act && !does;
    const label = `${text}|${note ?? ""}`;
    if (this.button.dataset.label !== label) {
      this.button.dataset.label = label;
      fill(this.button, el("span", { class: "next-text" }, text), el("span", { class: "next-note" }, note && el("small", {}, note), !isDone && el("kbd", {}, "Space")));
    }
    this.button.classList.toggle("is-urgent", isUrgent === true);
    this.button.classList.toggle("is-idle", isDone);
    this.#ready();
    this.#secondary();
    this.#figures();
  }

  #ready() {
    const isWaiting = this.#isBusy || this.followed.version < this.#busyUntil;
    const isOff = isWaiting || (!this.#next?.act && !this.#next?.does);
    this.button.setAttribute("aria-disabled", String(isOff));
  }

  #askTurns(isAsked) {
    this.turns.hidden = !isAsked;
    if (!isAsked) {
      this.#turns = null;
      return;
    }
    this.#turns ??= this.state.turns_min;
    if (this.turns.firstChild) return;
    const shown = el("output", { class: "figure" }, String(this.#turns));
    const step = (by) => () => {
      this.#turns = Math.max(0, (this.#turns ?? 0) + by);
      say(shown, String(this.#turns));
      this.#decide();
    };
    fill(this.turns, el("button", { type: "button", "aria-label": "One turn less", onclick: step(-1) }, "−"), el("span", {}, shown, " turns"), el("button", { type: "button", "aria-label": "One turn more", onclick: step(1) }, "+"));
  }

  #secondary() {
    const button = (id, text, isOn, does, isUrgent = false) => ({ id, text, isOn, does, isUrgent });
    const spin = this.seatPanel.isOpen && this.may({ type: "automatic.spin_ball/1" });
    const extend = this.may({ type: "automatic.extend_clock/1" });
    // What stands on the large button does not stand beside it as well.
    const isNext = this.#next?.act?.type === "automatic.extend_clock/1";
    const rows = [
      spin && button("spin", "Spin the ball", true, () => this.send({ type: "automatic.spin_ball/1", direction: "against" }, spin, "Spin"), this.state.is_prompted),
      !spin && !isNext && button("extend", `Ask for ${EXTENSION} s`, extend !== undefined, () => this.send({ type: "automatic.extend_clock/1", seconds: EXTENSION }, extend, `${EXTENSION} more seconds`)),
      button("hold", "Hold the game", this.may({ type: "automatic.hold_game/1" }) !== undefined, () => holdSheet(this)),
      button("no-spin", "No spin", this.#canCallNoSpin(), () => this.#noSpin()),
      button("more", "More…", this.#isAnswered, () => this.#more()),
    ].flatMap((one) => one || []);
    keyed(this.acts, rows, (one) => one.id, (one) => el("button", { type: "button" }, one.text), (node, one) => {
      node.disabled = !one.isOn;
      /** @type {HTMLElement} */ (node).onclick = one.does;
      node.classList.toggle("is-urgent", one.isUrgent);
    });
  }

  #canCallNoSpin() {
    return this.#offers.some((offer) => offer.act === "automatic.void_game/1" && offer.alone && ["spinning", "closed"].includes(this.state.phase) && offer.fields.cause?.values?.includes("no_drop"));
  }

  #noSpin() {
    if (this.#canCallNoSpin()) this.#open({ due: this.followed.version, opens: () => this.#canCallNoSpin() && voidSheet(this, { onlyAlone: true }) });
  }

  /** Do what the large button says. */
  async press() {
    if (this.node.disabled || this.button.getAttribute("aria-disabled") === "true") return;
    const { act, offer, does, text, title, after } = this.#next;
    clearRefusal();
    if (does) {
      does();
      return;
    }
    const answer = await this.send(act, offer, title ?? text, this.button);
    if (answer.is_accepted) {
      this.#entered = { pocket: null, times: 0, typed: "" };
      // A seat knows its next step from the answer itself; for the game's next act the state is awaited.
      if (after) this.#busyUntil = 0;
      after?.(answer);
      this.#decide();
    }
  }

  /**
   * Ask for something to be done, with a second person where its offer says so; a refusal stands beside the button.
   * @param {any} act @param {any} offer @param {string} title @param {Element} [near]
   */
  async send(act, offer, title, near = this.button) {
    this.#isBusy = true;
    this.#ready();
    const answer = await this.approvals.act(this.stream, act, offer ?? { alone: true, confirm: [] }, title);
    if (answer.is_accepted) {
      this.#busyUntil = Math.max(this.#busyUntil, answer.last ?? 0);
      announce(`${title}: done.`);
    } else if (refusalOf(answer) !== null) showRefusal(answer, near);
    // A second press that was meant for the first act must not do the next one.
    setTimeout(() => {
      this.#isBusy = false;
      this.#ready();
    }, SETTLE_MS);
    return answer;
  }
}
