// The mutuel manager's desk: the day as a timeline, one race with its order of finish and every price that makes, its pools
// counted twice, and the one act that comes next.
//
// Which act that is, what still has to be before a race is official, and what an order would pay is said by the server; what
// may be done, and who must confirm it, by its offers.

import { post, read } from "./api.js";
import { onKey } from "./base/frame.js";
import { refusalOf, showRefusal } from "./base/refusal.js";
import { openSheet } from "./base/sheet.js";
import { announce, clockTime, el, fill, keyed, money, say, shortMoney } from "./dom.js";
import { finishersOf, OrderPad } from "./mutuel-order.js";
import { askText, openActs, openCardFile, openCount, openScratch, openTime, openWindows } from "./mutuel-sheets.js";
import { offerOf } from "./offers.js";
import { saddle } from "./parts/saddle.js";

const SOON_MS = 120;
const EARLY_MINUTES = 5;
const READY = {
  "tote.post_result/1": "Post result, unofficial",
  "tote.declare_official/2": "Make it official",
  "tote.correct_result/1": "Correct the result",
};

export class MutuelDesk {
  /** @type {any} */
  desk = null;
  /** @type {any[]} */
  windows = [];
  /** @type {any[]} */
  offers = [];
  /** @type {{ track: string, race: number } | null} */
  #at = null;
  #asked = 0;
  #timer = 0;
  #looked = 0;
  /** @type {any} what the order on the pad would pay, where it is not the posted one */
  #preview = null;
  #isEdited = false;
  /** How far the chosen race had come when it was last drawn. */
  #phase = "";
  /** What the prices of an order rest on, as it was last seen. */
  #rests = "";
  /** What was asked for and has no answer yet: asked for twice it is done once. */
  #wishes = new Set();
  /** @type {Promise<any>} over when the last of them has its answer */
  #sent = Promise.resolve();
  /** The version of the day that `offers` are of. */
  #offered = -1;
  /** Tells "look" whenever it is known anew how the day and its windows stand. */
  looks = new EventTarget();

  /** @param {{ live: import("./live.js").Live, followed: import("./base/store.js").Followed, stream: string, approvals: any, node: HTMLElement, windows: HTMLElement }} given */
  constructor({ live, followed, stream, approvals, node, windows }) {
    this.live = live;
    this.followed = followed;
    this.stream = stream;
    this.approvals = approvals;
    this.tally = windows;
    this.#build(node);
    windows.addEventListener("click", () => openWindows(this));
    this.pad.addEventListener("change", () => this.#changedOrder());
    followed.addEventListener("change", () => this.#soon());
    live.addEventListener("live", () => live.isLive && this.#soon());
    live.addEventListener("offers", ({ detail }) => {
      // Of two answers that overtook each other the newer one counts.
      if (detail.stream !== stream || detail.version < this.#offered) return;
      this.#offered = detail.version;
      this.offers = detail.offers;
      this.#drawActs();
    });
    // Minutes to post go by without any change of the day.
    setInterval(() => live.isLive && this.#soon(), 20_000);
    onKey("w", "Windows and drawers", () => openWindows(this));
    onKey("i", "Call an inquiry", () => this.inquiry.disabled || this.inquiry.click());
    this.#soon();
  }

  #build(node) {
    this.count = el("span", { class: "muted figure" });
    this.day = el("ol", { class: "mutuel-day changing", "aria-label": "Races" });
    this.title = el("h2", { class: "mutuel-title" });
    this.pad = new OrderPad();
    this.told = el("p", { class: "mutuel-told", role: "status" });
    this.priced = el("span", { class: "pill" });
    this.prices = el("div", { class: "mutuel-prices" });
    this.differs = el("span", { class: "pill" });
    this.pools = el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "Pool"), el("th", { class: "money" }, "Ours"), el("th", { class: "money" }, "Second count"), el("th", { class: "money" }, "Diff."))), el("tbody"));
    this.steps = el("ol", { class: "mutuel-steps", "aria-label": "Until official" });
    this.inquiry = /** @type {HTMLButtonElement} */ (el("button", { type: "button", onclick: () => this.#inquire() }, "Inquiry"));
    this.again = /** @type {HTMLButtonElement} */ (el("button", { type: "button", onclick: () => this.#startOver() }, "Start over"));
    this.scratch = /** @type {HTMLButtonElement} */ (el("button", { type: "button", onclick: () => openScratch(this) }, "Scratch"));
    this.time = /** @type {HTMLButtonElement} */ (el("button", { type: "button", onclick: () => openTime(this) }, "Post time"));
    this.counting = /** @type {HTMLButtonElement} */ (el("button", { type: "button", onclick: () => openCount(this) }, "Count"));
    this.more = /** @type {HTMLButtonElement} */ (el("button", { type: "button", onclick: () => openActs(this) }, "More"));
    this.main = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "main next", id: "next-act", onclick: () => this.#go() }));
    // A key that is held down is one wish: the act after it is another.
    this.main.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
    this.card = el("button", { type: "button", onclick: () => openCardFile(this) }, "Open a card");
    const left = el("section", { class: "panel mutuel-left", "aria-label": "Race day" }, el("header", { class: "spread" }, el("h2", {}, "Race day"), this.count), this.day, this.card);
    const order = el("section", { class: "panel", "aria-label": "Order of finish" }, el("header", { class: "spread" }, this.title, el("span", { class: "muted small" }, "drop onto another for a dead heat")), this.pad.node, this.told);
    const prices = el("section", { class: "panel", "aria-label": "Prices" }, el("header", { class: "spread" }, el("h2", {}, "Prices this result makes, for $2"), this.priced), this.prices);
    const pools = el("section", { class: "panel", "aria-label": "Pools" }, el("header", { class: "spread" }, el("h2", {}, "Pools"), this.differs), el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Pools, counted twice" }, this.pools));
    const until = el("section", { class: "panel mutuel-until", "aria-label": "Until official" }, el("h2", {}, "Until official"), this.steps, el("div", { class: "mutuel-acts" }, this.inquiry, this.again, this.scratch, this.time, this.counting, this.more), this.main);
    fill(node, el("div", { class: "mutuel-grid" }, left, el("div", { class: "mutuel-middle changing" }, order, prices), el("div", { class: "mutuel-right changing" }, pools, until)));
  }

  get currency() {
    return this.followed.state.currency;
  }

  /** The chosen race, in the words of acts. */
  get where() {
    return { track: this.desk.track, race: this.desk.race };
  }

  /** Whether another race was chosen that is not here yet: until then nothing is done, for this would be the race before. */
  get #isTurning() {
    return this.#at !== null && (this.#at.track !== this.desk?.track || this.#at.race !== this.desk?.race);
  }

  get #row() {
    return this.desk?.races.find((one) => one.track === this.desk.track && one.race === this.desk.race);
  }

  /** Whether the order on the pad is the posted one, though somebody put it together anew: then there is nothing to post. */
  get #isPosted() {
    return JSON.stringify(this.#row.order) === JSON.stringify(this.pad.groups);
  }

  // What is known

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), SOON_MS);
    this.live.offers(this.stream);
  }

  /** Ask how the day stands; of several questions the last one counts. */
  async look() {
    const asked = (this.#looked += 1);
    const query = this.#at === null ? "" : `?track=${encodeURIComponent(this.#at.track)}&race=${this.#at.race}`;
    try {
      const found = await read(`/api/tote/${encodeURIComponent(this.stream)}/desk${query}`);
      if (asked !== this.#looked) return;
      this.windows = found.windows;
      this.desk = found.desk;
      if (this.desk !== null) this.#at = this.where;
      this.#draw();
      this.looks.dispatchEvent(new Event("look"));
    } catch (error) {
      // The day as it was seen last stays: a line that is lost says so itself.
      if (asked === this.#looked && this.desk === null) fill(this.day, el("li", { class: "empty", role: "alert" }, `${error.message}.`));
    }
  }

  /** Choose another race. */
  async choose(track, race) {
    if (this.#at?.track === track && this.#at.race === race) return;
    this.#at = { track, race };
    this.#isEdited = false;
    this.#preview = null;
    this.#asked += 1;
    this.pad.show(this.desk.runners, this.#row.order, false);
    this.#drawActs();
    await this.look();
  }

  // What is shown

  #draw() {
    const open = this.windows.filter((one) => one.is_open).length;
    say(this.tally, `Windows ${open} of ${this.windows.length}`);
    if (this.desk === null) {
      fill(this.day, el("li", { class: "empty" }, "No card is open. Open one from a file."));
      say(this.title, "No race yet");
      this.#drawActs();
      return;
    }
    this.#drawDay();
    const row = this.#row;
    say(this.title, `${this.desk.track_name}, race ${this.desk.race}`);
    const isOpen = ["closed", "posted"].includes(row.phase) || (row.phase === "official" && row.act === "tote.correct_result/1");
    // What was put together stays on the pad until it is posted, by two people or not at all; what somebody else made official meanwhile stands.
    if (this.#isEdited && row.phase !== this.#phase && !["closed", "posted"].includes(row.phase)) {
      this.#isEdited = false;
      this.#preview = null;
      this.#asked += 1;
      announce(`Race ${row.race} is ${row.phase} by now: what was on the pad was not posted.`);
    }
    this.#phase = row.phase;
    if (this.#isPosted) this.#isEdited = false;
    this.pad.show(this.desk.runners, this.#isEdited ? this.pad.groups : row.order, isOpen);
    const rests = JSON.stringify([this.desk.runners, this.desk.pools]);
    // A scratch or a count makes other prices of the same order.
    if (this.#isEdited && rests !== this.#rests) this.#ask();
    this.#rests = rests;
    this.#drawPrices();
    this.#drawPools();
    keyed(this.steps, this.desk.steps, (one) => one.text, () => el("li", {}, el("b", { "aria-hidden": "true" }), el("span"), el("small", { class: "muted" })), (node, one) => {
      node.className = one.is_bad ? "is-bad" : one.is_done ? "is-done" : "";
      say(node.children[0], one.is_bad ? "!" : one.is_done ? "✓" : "");
      fill(node.children[1], one.text, el("span", { class: "unseen" }, one.is_done ? ", done" : one.is_bad ? ", in the way" : ", to come"));
      say(node.children[2], one.note);
    });
    this.#drawActs();
  }

  #drawDay() {
    const { races } = this.desk;
    say(this.count, `${races.filter((one) => ["official", "cancelled"].includes(one.phase)).length} of ${races.length}`);
    const many = new Set(races.map((one) => one.track)).size > 1;
    keyed(this.day, races, (one) => `${one.track} ${one.race}`, (one) => el("li", {}, el("button", { type: "button", class: "mutuel-race", onclick: () => this.choose(one.track, one.race) }, el("time", { class: "figure" }), el("i", { "aria-hidden": "true" }), el("b"), el("small")), el("button", { type: "button", class: "mutuel-next", onclick: () => this.#next(one.track, one.race) })), (node, one) => {
      const [choose, act] = node.children;
      const isHere = one.track === this.desk.track && one.race === this.desk.race;
      node.className = `is-${one.phase}${isHere ? " is-here" : ""}`;
      choose.setAttribute("aria-pressed", String(isHere));
      say(choose.children[0], clockTime(one.post_time));
      say(choose.children[2], `${many ? `${one.track} ` : ""}Race ${one.race}`);
      const state = one.held.length > 0 ? "prices held" : one.inquiry !== null ? "inquiry" : one.phase === "posted" ? "unofficial" : one.phase === "closed" ? "off" : one.phase;
      say(choose.children[3], `${state} · ${one.minutes_to_post === null ? shortMoney(one.sold_minor, this.currency) : `${one.minutes_to_post} MTP`}`);
      say(act, one.next);
      act.hidden = one.act === null;
      act.setAttribute("aria-label", `${one.next}, race ${one.race}`);
    });
  }

  /** What the timeline's own button does: stop betting there, or show the race whose act it is. */
  async #next(track, race) {
    const row = this.desk.races.find((one) => one.track === track && one.race === race);
    const chosen = this.choose(track, race);
    if (row.act === "tote.stop_betting/1") this.#stop(track, race);
    else {
      await chosen;
      this.main.focus();
    }
  }

  #drawPrices() {
    const found = this.#isEdited ? this.#preview : this.desk.prices;
    const { phase } = this.#row;
    const isPublic = phase === "official" && !this.#isEdited;
    say(this.priced, isPublic ? "Official" : "Not public yet");
    this.priced.classList.toggle("is-warn", !isPublic);
    this.told.classList.toggle("is-bad", Boolean(found?.problem));
    say(this.told, found?.problem ? `${found.problem.charAt(0).toUpperCase()}${found.problem.slice(1)}.${found.clause ? ` [${found.clause}]` : ""}` : "");
    if (!found || found.problem) {
      fill(this.prices, el("p", { class: "empty" }, found?.problem ? "No prices for this order." : phase === "open" ? "Prices come with an order of finish, once betting has stopped." : phase === "cancelled" ? "The race was called off: its bets are refunded." : "Put the runners in order to see what they pay."));
      return;
    }
    const price = (minor) => (minor === null ? "" : money(minor, this.currency));
    const cloth = (number) => saddle(number, this.desk.runners.find((one) => one.no === number)?.cloth);
    const straights = el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, el("span", { class: "unseen" }, "Number")), ["Win", "Place", "Show"].map((name) => el("th", { class: "money" }, name)))),
      el("tbody", {}, found.straights.map((one) => el("tr", {}, el("th", {}, cloth(one.number), " ", this.desk.runners.find((runner) => runner.no === one.number)?.name ?? ""), [one.win, one.place, one.show].map((minor) => el("td", { class: "money" }, price(minor)))))));
    const paid = el("table", {}, el("thead", { class: "unseen" }, el("tr", {}, el("th", {}, "Bet"), el("th", {}, "Numbers"), el("th", {}, "Pays"))), el("tbody", {}, found.paid.map((one) => el("tr", {}, el("th", {}, one.name), el("td", {}, one.combo ?? one.note), el("td", { class: "money" }, one.price_minor === null ? "" : el("b", {}, price(one.price_minor)), one.combo && one.note && el("small", {}, one.note)))), found.held.map((name) => el("tr", { class: "is-bad" }, el("th", {}, name), el("td", { colspan: 2 }, "held: its totals differ")))));
    fill(this.prices, straights, paid);
  }

  #drawPools() {
    const { pools } = this.desk;
    const many = pools.filter((one) => one.difference_minor !== 0).length;
    say(this.differs, many === 0 ? "Counts agree" : `${many} ${many === 1 ? "difference" : "differences"}`);
    this.differs.classList.toggle("is-bad", many > 0);
    const plain = (minor) => money(minor, this.currency).replace(/^[^\d-]+/, "");
    const sum = (part) => pools.reduce((total, one) => total + one[part], 0);
    const signed = (minor) => `${minor > 0 ? "+" : minor < 0 ? "−" : ""}${plain(Math.abs(minor))}`;
    const row = (name, ours, second, difference, kind) => el("tr", { class: kind }, el("th", {}, name), el("td", { class: "money" }, plain(ours)), el("td", { class: "money" }, plain(second)), el("td", { class: "money" }, signed(difference)));
    fill(this.pools.tBodies[0], pools.map((one) => row(one.name, one.ours_minor, one.second_minor, one.difference_minor, one.difference_minor === 0 ? "" : "is-bad")), row("Together", sum("ours_minor"), sum("second_minor"), sum("difference_minor"), "is-sum"));
  }

  /** Which acts are open now, by what the server offers. */
  #drawActs() {
    const can = (type, fields = this.desk === null ? {} : this.where) => offerOf(this.offers, { type, ...fields }) !== undefined;
    this.card.hidden = !can("tote.open_card/1", {});
    this.more.disabled = this.offers.length === 0;
    const row = this.#row;
    if (this.desk === null || row === undefined || this.#isTurning) {
      for (const button of [this.inquiry, this.again, this.scratch, this.time, this.counting, this.main]) button.disabled = true;
      say(this.main, this.#isTurning ? "One moment" : "Open a card first");
      return;
    }
    this.inquiry.disabled = !can("tote.call_inquiry/1");
    this.again.disabled = !this.#isEdited && (row.phase !== "posted" || row.order.length === 0);
    this.scratch.disabled = !can("tote.scratch_runner/1") && !can("tote.restore_runner/1");
    this.time.disabled = !can("tote.move_post_time/1");
    this.counting.disabled = !this.desk.pools.some((one) => can("tote.record_count/1", { pool: one.pool }));
    const act = this.act;
    const isOrder = act === "tote.post_result/1" || act === "tote.correct_result/1";
    const isGood = !isOrder || (this.#isEdited && this.#preview !== null && this.#preview.problem === null);
    this.main.disabled = act === null || !isGood || this.#wishes.size > 0;
    say(this.main, act === null ? "Nothing more to do here" : (READY[act] ?? row.next));
  }

  /** The act that comes next at the chosen race: an order that was changed is posted before anything else. */
  get act() {
    const row = this.#row;
    if (this.#isEdited && row.phase === "posted" && row.inquiry === null) return "tote.post_result/1";
    return row.act;
  }

  // What is done

  #startOver() {
    this.#isEdited = this.#row.order.length > 0;
    this.pad.show(this.desk.runners, [], true);
    this.#preview = null;
    this.#drawPrices();
    this.#drawActs();
  }

  async #changedOrder() {
    this.#isEdited = !this.#isPosted;
    await this.#ask();
  }

  /** Ask what the order on the pad would pay; until that is known nothing can be posted. */
  async #ask() {
    this.#preview = null;
    const asked = (this.#asked += 1);
    this.#drawActs();
    if (this.#isEdited && this.pad.groups.length > 0) {
      const found = await post(`/api/tote/${encodeURIComponent(this.stream)}/preview`, { ...this.where, order: finishersOf(this.pad.groups) }).catch((error) => ({ problem: error.message, straights: [], paid: [], held: [] }));
      if (asked !== this.#asked) return;
      this.#preview = found;
    }
    this.#drawPrices();
    this.#drawActs();
  }

  /** Do something, with a second person where the server asks for one, behind what was asked for before; return whether it was done or waits. */
  async send(act, title, place = /** @type {any} */ (this.main)) {
    const wish = JSON.stringify(act);
    if (this.#wishes.has(wish)) return false;
    this.#wishes.add(wish);
    const doing = this.#sent.then(() => this.#do(act, title, place)).finally(() => {
      this.#wishes.delete(wish);
      this.#drawActs();
    });
    this.#sent = doing.catch(() => null);
    return doing;
  }

  async #do(act, title, place) {
    const answer = await this.approvals.act(this.stream, act, offerOf(this.offers, act) ?? { alone: true }, title);
    if (showRefusal(answer, place)) return false;
    if (answer.type !== "waiting" && refusalOf(answer) === null) announce(`${title}: done.`);
    return true;
  }

  /** Stop betting; long before the post it is asked whether this race is meant, for nothing opens it again. */
  async #stop(track, race) {
    const title = `Stop betting on race ${race}`;
    const minutes = this.desk.races.find((one) => one.track === track && one.race === race)?.minutes_to_post ?? 0;
    const does = () => this.send({ type: "tote.stop_betting/1", track, race }, title);
    if (minutes <= EARLY_MINUTES) await does();
    else openSheet({ title, body: el("p", {}, `Its post is in ${minutes} minutes. Betting that is stopped does not open again.`), actions: [{ text: "Stop it now", kind: "main next", does: () => { does(); } }] });
  }

  async #go() {
    if (this.#wishes.size > 0) return;
    const { where, act } = this;
    const title = `Race ${where.race}: ${(READY[act] ?? this.#row.next).toLowerCase()}`;
    const order = finishersOf(this.pad.groups);
    if (act === "tote.stop_betting/1") await this.#stop(where.track, where.race);
    else if (act === "tote.end_inquiry/1") askText("End the inquiry", "What did the stewards rule?", (ruling) => this.send({ type: act, ...where, ruling }, title));
    else if (act === "tote.record_count/1") openCount(this);
    else if (act === "tote.publish_prices/1") await this.#publish();
    else if (act === "tote.correct_result/1") askText("Correct the result", "Where can it be seen what the sign showed?", (evidence) => this.send({ type: act, ...where, order, evidence }, title));
    else if (act === "tote.post_result/1") askText("Post the result", "Why is it read from the signal, and not relayed?", (reason) => this.send({ type: act, ...where, order, source: "signal", reason }, title));
    // What is confirmed is what stands here: the server refuses it where order or prices are others by then.
    else if (act === "tote.declare_official/2") await this.send({ type: act, ...where, order, prices: this.desk.prices?.seen }, title);
    else await this.send({ type: act, ...where }, title);
  }

  async #publish() {
    for (const pool of this.desk.pools.filter((one) => one.status === "held")) await this.send({ type: "tote.publish_prices/1", pool: pool.pool }, `Publish the prices of ${pool.name}`);
  }

  #inquire() {
    const { where } = this;
    askText("Call an inquiry", "What do the stewards look into?", (reason) => this.send({ type: "tote.call_inquiry/1", ...where, reason }, `Inquiry into race ${where.race}`));
  }
}
