// A player's terminal at an automatic wheel. The server knows credits, bets and time; this shows them and asks.

import { part, readOnce } from "./api.js";
import { guard } from "./base/frame.js";
import { onKey } from "./base/keys.js";
import { refusalOf, showRefusal } from "./base/refusal.js";
import { openSheet } from "./base/sheet.js";
import { play } from "./base/sound.js";
import { Followed } from "./base/store.js";
import { announce, cap, el, fill, say, shortMoney } from "./dom.js";
import { faceOf } from "./parts/chip.js";
import { Cloth } from "./parts/cloth.js";
import { Ghost, valueOf } from "./parts/rack.js";
import { Racetrack } from "./parts/racetrack.js";
import { Wheel } from "./parts/wheel.js";
import { Bets, sumOf } from "./terminal-bets.js";
import { built } from "./terminal-build.js";
import { Favourites } from "./terminal-favourites.js";
import { Typed } from "./terminal-keys.js";
import { drawBets, drawButtons, drawHead, drawState } from "./terminal-draw.js";
import { Statistics } from "./terminal-stats.js";
import { after, statusOf } from "./terminal-status.js";

const NEIGHBOURS_MAX = 9;
const CLOSED_MS = 1000;
const UPRIGHT = matchMedia("(max-width: 700px) and (min-height: 621px)");

export class RouletteScreen {
  #live;
  #followed;
  #bets;
  #favourites;
  #ui;
  #terminal;
  #isDemonstration;
  #layout = null;
  /** @type {Cloth | null} */
  #cloth = null;
  /** @type {Racetrack | null} */
  #track = null;
  /** @type {Wheel | null} */
  #wheel = null;
  /** @type {Statistics | null} */
  #stats = null;
  #k = 2;
  #revealed = -1;
  #landing = -1;
  #returned = "";
  #closedUntil = 0;
  #said = "";
  #lit = false;
  /** @type {{ bet: string, node: Element } | null} what is pointed at: its tag tells the stake as it is by now */
  #aimed = null;
  /** @type {string | null} the number of the racetrack that is pointed at */
  #pointed = null;
  #ghost = /** @type {Ghost | null} */ (null);

  /** @param {import("./live.js").Live} live @param {{ terminal: string, position: string | null, is_demonstration: boolean }} machine @param {string} stream */
  constructor(live, machine, stream) {
    this.#live = live;
    this.#terminal = machine.terminal;
    this.#isDemonstration = machine.is_demonstration;
    this.#k = Number(localStorage.getItem(this.#kept("neighbours")) ?? 2);
    this.#favourites = new Favourites(machine.terminal);
    this.#ui = built({ live, place: machine.position || machine.terminal, act: (name) => this.#ask(name, this.#ui.card.node), press: this.#presses() });
    this.#followed = new Followed(live, stream);
    this.#bets = new Bets(this.#followed, machine.terminal);
    document.body.replaceChildren(document.getElementById("announced"), this.#ui.header, el("main", { id: "main", class: "screen" }, this.#ui.stage), this.#ui.tag);
    document.body.classList.add("kiosk", "playing");
    guard(live, { stage: this.#ui.stage, safe: "Your bets and credits are safe", back: () => `game ${this.#state?.round ?? 0}` });
    this.#wire();
    this.#load(stream).catch((error) => showRefusal({ type: "problem", reason: `${error.message}; load the page again` }, this.#ui.clothPlace));
  }

  get #state() {
    return this.#followed.state;
  }

  get #own() {
    return this.#state?.own ?? null;
  }

  get #status() {
    return statusOf(this.#state, this.#followed.left, this.#revealed >= this.#state.round);
  }

  get #isBetting() {
    const own = this.#own;
    return this.#live.isLive && own !== null && own.is_verified && own.cash_out === null && this.#status.takesBets;
  }

  #kept(name) {
    return `pitboss-${name}-${this.#terminal}`;
  }

  #money(minor) {
    return shortMoney(minor, this.#state.currency);
  }

  async #load(stream) {
    this.#layout = await readOnce(part(stream, "layout"));
    this.#wheel = await Wheel.load(stream, this.#layout.order);
    this.#stats = new Statistics(this.#layout.colours);
    this.#ui.wheel.append(this.#wheel.node);
    this.#ui.right.append(...this.#stats.nodes);
    await this.#lay();
    UPRIGHT.addEventListener("change", () => this.#lay());
  }

  /** Lay the cloth and the racetrack as the screen is wide. */
  async #lay() {
    const upright = UPRIGHT.matches;
    const stream = this.#followed.stream;
    const [cloth, track] = await Promise.all([Cloth.load(stream, { upright }), Racetrack.load(stream, { upright })]);
    this.#cloth = cloth;
    this.#track = track;
    this.#pointed = null;
    cloth.canLift = true;
    fill(this.#ui.clothPlace, cloth.node);
    fill(this.#ui.trackPicture, track.node);
    cloth.addEventListener("bet", ({ detail }) => this.#place({ [detail.bet]: this.#ui.rack.chip }, detail.node));
    cloth.addEventListener("remove", ({ detail }) => this.#remove(detail.bet, detail.node, detail.isWhole === true));
    cloth.addEventListener("aim", ({ detail }) => this.#aim(detail.bet, detail.node));
    cloth.addEventListener("lift", ({ detail }) => this.#lift(detail));
    cloth.addEventListener("drop", () => this.#dropGhost());
    cloth.addEventListener("move", async ({ detail }) => this.#told(await this.#bets.move(detail.bet, detail.to, this.#topOf(detail.bet)), cloth.hit(detail.to)));
    track.addEventListener("aim", ({ detail }) => this.#aimTrack(detail.pocket));
    track.addEventListener("bet", ({ detail }) => this.#place(this.#neighbourStakes(detail.pocket), detail.node));
    this.#draw();
  }

  #wire() {
    const { rack, tabs } = this.#ui;
    this.#followed.addEventListener("change", () => this.#draw());
    this.#followed.addEventListener("news", ({ detail }) => this.#heard(detail.events));
    this.#followed.addEventListener("left", ({ detail }) => this.#beat(detail));
    this.#bets.addEventListener("change", () => this.#draw());
    this.#live.addEventListener("live", ({ detail }) => {
      for (const ring of [this.#ui.ring, this.#ui.smallRing]) ring.late(!detail);
      if (!detail) {
        this.#ui.tag.hidden = true;
        this.#aimed = null;
      }
      this.#draw();
    });
    rack.addEventListener("drag", ({ detail }) => this.#cloth?.aimAt(/** @type {any} */ (this.#cloth.at(detail.x, detail.y))));
    rack.addEventListener("stray", () => this.#cloth?.aimAt(null));
    rack.addEventListener("drop", ({ detail }) => {
      const hit = this.#cloth?.at(detail.x, detail.y) ?? null;
      if (hit !== null && this.#isBetting) this.#place({ [hit.dataset.bet]: detail.chip }, hit);
    });
    rack.addEventListener("choose", () => this.#drawTrack());
    tabs.addEventListener("click", (event) => {
      const name = event.target.closest("[data-tab]")?.dataset.tab;
      if (name) this.#tab(name);
    });
    this.#tab("layout");
    this.#keys();
  }

  #tab(name) {
    document.body.dataset.tab = name;
    for (const one of this.#ui.tabs.children) one.setAttribute("aria-selected", String(one.dataset.tab === name));
  }

  #keys() {
    const press = this.#presses();
    const typed = new Typed((numbers, withNeighbours) => this.#typed(numbers, withNeighbours));
    document.body.append(typed.node);
    for (let place = 1; place <= 6; place += 1) onKey(`Alt+${place}`, place === 1 ? "Choose a chip" : "", () => this.#ui.rack.chooseAt(place), { shown: "Alt 1 … 6" });
    onKey("typed arrows", "Walk the layout; with Shift its lines and corners too", () => {}, { shown: "Arrows" });
    onKey("typed enter", "Bet on the place that has the focus", () => {}, { shown: "Enter" });
    onKey("Backspace", "Take a chip off the place that has the focus", () => {});
    onKey("Delete", "Take the bet away that has the focus", () => {});
    const pressed = (name) => () => !this.#ui.buttons[name].node.disabled && press[name]();
    onKey("u", "Undo", pressed("undo"));
    onKey("r", "Rebet: the bets of your last game again", pressed("recall"));
    onKey("d", "Double all bets", pressed("double"));
    onKey("x", "Clear all bets", pressed("clear"));
    onKey("f", "Favourites", pressed("favourites"));
    onKey("o", "Cash out", pressed("cash"));
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) onKey(key, "", () => this.#cloth?.node.querySelector(".hit[tabindex='0']")?.focus());
  }

  #presses() {
    const at = (name) => this.#ui.buttons[name].node;
    return {
      undo: () => this.#ask("undo_bet", at("undo")), clear: () => this.#ask("clear_bets", at("clear")), recall: () => this.#ask("recall_bets", at("recall")),
      double: () => this.#place({ ...this.#own.bets }, at("double")), cash: () => this.#ask("ask_cash_out", at("cash")),
      fewer: () => this.#step(-1), more: () => this.#step(1), favourites: () => this.#openFavourites(), menu: () => this.#menu(),
    };
  }

  #step(by) {
    this.#k = Math.min(NEIGHBOURS_MAX, Math.max(0, this.#k + by));
    localStorage.setItem(this.#kept("neighbours"), String(this.#k));
    this.#drawTrack();
  }

  #menu() {
    const { cash } = this.#ui.buttons;
    const cashOut = () => {
      if (cash.node.disabled) showRefusal({ type: "problem", reason: `cash out: ${cash.cost.textContent}` }, this.#ui.buttons.more.node);
      else this.#presses().cash();
    };
    openSheet({ title: "More", actions: [{ text: "★ Favourites", does: () => this.#openFavourites() }, { text: `Cash out, ${cash.cost.textContent}`, does: cashOut }, { text: "Close" }] });
  }

  #openFavourites() {
    if (this.#own === null) return;
    this.#favourites.open({
      now: () => ({ bets: this.#own?.bets ?? {}, currency: this.#state.currency, credit: this.#own?.credits_minor ?? 0, isOpen: this.#isBetting }),
      place: (bets) => this.#place(bets, this.#ui.buttons.favourites.node), changed: () => this.#draw(),
    });
  }

  // What the player does

  #typed(numbers, withNeighbours) {
    if (this.#cloth === null || !this.#live.isLive) return;
    if (!this.#isBetting) {
      showRefusal({ type: "problem", reason: "no bets are taken at this moment" }, this.#ui.clothPlace);
      return;
    }
    if (withNeighbours) {
      const [pocket] = numbers;
      if (this.#layout.order.includes(pocket)) this.#place(this.#neighbourStakes(pocket), this.#track?.cell(pocket) ?? this.#ui.track);
      else this.#noSuchBet(numbers);
      return;
    }
    const wanted = [...numbers].sort().join(" ");
    const spot = [...this.#cloth.spots.values()].find((one) => [...one.covers].sort().join(" ") === wanted);
    if (spot === undefined) this.#noSuchBet(numbers);
    else this.#place({ [spot.bet]: this.#ui.rack.chip }, this.#cloth.hit(spot.bet));
  }

  #noSuchBet(numbers) {
    showRefusal({ type: "problem", reason: `the layout has no bet on ${numbers.join(", ")}` }, this.#ui.clothPlace);
  }

  #neighboursOf(pocket) {
    const order = this.#layout.order;
    const at = order.indexOf(pocket);
    return Array.from({ length: 2 * this.#k + 1 }, (_, step) => order[(at + step - this.#k + order.length) % order.length]);
  }

  #straightOn(pocket) {
    return [...this.#cloth.spots.values()].find((spot) => spot.covers.length === 1 && spot.covers[0] === pocket).bet;
  }

  #neighbourStakes(pocket) {
    return Object.fromEntries(this.#neighboursOf(pocket).map((one) => [this.#straightOn(one), this.#ui.rack.chip]));
  }

  /** Place bets, one or several at once; what is refused flies back, and the reason stands where it was touched. */
  async #place(stakes, node) {
    const entries = Object.entries(stakes);
    if (entries.length === 0) return;
    const [[bet, minor]] = entries;
    const isChip = entries.length === 1 && this.#cloth.chips.includes(minor);
    const answer = await (isChip ? this.#bets.place(bet, minor) : this.#bets.placeAll(stakes));
    if (this.#told(answer, node)) {
      for (const [one, amount] of entries) this.#flyBack(one, amount);
    } else {
      const what = entries.length === 1 ? this.#cloth.spots.get(bet).name : `${entries.length} bets`;
      announce(`${what}, ${this.#money(sumOf(stakes))}: accepted.`);
    }
  }

  async #remove(bet, node, isWhole) {
    const lies = this.#own?.bets[bet] ?? 0;
    if (lies === 0) return;
    const chip = isWhole ? lies : this.#topOf(bet);
    if (!this.#told(await this.#bets.cancel(bet, chip === lies ? null : chip), node)) announce(`${this.#cloth.spots.get(bet).name}: ${this.#money(chip)} taken back.`);
  }

  /** Return what goes when a chip is drawn off a bet: one such as is in hand, or the largest that is in it. */
  #topOf(bet) {
    const lies = this.#own?.bets[bet] ?? 0;
    return Math.max(...this.#cloth.chips.filter((chip) => chip <= Math.min(lies, this.#ui.rack.chip)), 0) || lies;
  }

  async #ask(name, node) {
    // Pressed twice is asked once; only bets are changed again and again.
    if (!/bets?$/.test(name) && this.#bets.isSent(name)) return;
    const answer = await this.#bets.act(name);
    if (!this.#told(answer, node) && name === "undo_bet") announce("Undone.");
    if (!refusalOf(answer) && name === "clear_bets") announce("All bets taken back.");
  }

  /** Tell why not, with bets by their names; return whether it was a refusal. */
  #told(answer, node) {
    const found = refusalOf(answer);
    if (found === null) return false;
    const reason = found.reason.replace(/[a-z_]+:[\d-]+/g, (bet) => this.#cloth?.spots.get(bet)?.name ?? bet).replace(new RegExp(`\\b${this.#terminal}\\b`, "g"), "this terminal");
    const said = answer.type === "problem" ? { ...answer, reason } : { ...answer, refusal: { ...answer.refusal, reason } };
    return showRefusal(said, node?.isConnected ? node : this.#ui.clothPlace);
  }

  #flyBack(bet, minor) {
    const box = this.#cloth.hit(bet)?.getBoundingClientRect();
    if (!box) return;
    const ghost = new Ghost(this.#look(minor));
    ghost.moveTo(box.left + box.width / 2, box.top + box.height / 2);
    ghost.flyTo(this.#ui.rack.button(this.#ui.rack.chip));
  }

  #look(minor) {
    return { face: faceOf(minor, this.#cloth.chips), text: valueOf(minor, this.#state.currency) };
  }

  #lift({ bet, x, y }) {
    this.#ghost ??= new Ghost(this.#look(this.#topOf(bet)));
    this.#ghost.moveTo(x, y);
  }

  #dropGhost() {
    this.#ghost?.remove();
    this.#ghost = null;
  }

  // What is pointed at

  #aim(bet, node) {
    this.#aimed = bet === null ? null : { bet, node };
    const spot = bet === null ? undefined : this.#cloth.spots.get(bet);
    this.#track?.light(spot?.covers ?? []);
    const { tag } = this.#ui;
    tag.hidden = spot === undefined || this.#status.isOver;
    if (tag.hidden) return;
    const lies = this.#own?.bets[bet] ?? 0;
    const line = (name, value) => el("div", { class: "spread" }, el("span", { class: "muted" }, name), el("strong", {}, value));
    fill(tag, el("div", { class: "spread" }, el("strong", {}, spot.name), el("strong", { class: "gold" }, `${spot.pays} to 1`)), line("Your stake", this.#money(lies)), line("Room left", this.#money(Math.max(0, spot.max_minor - lies))));
    const [at, own] = [node.getBoundingClientRect(), tag.getBoundingClientRect()];
    const above = at.top + at.height / 2 - own.height - 30;
    const under = Math.min(at.bottom + 26, innerHeight - own.height - 8);
    tag.style.setProperty("transform", `translate(${Math.min(Math.max(8, at.left + at.width / 2 - own.width / 2), innerWidth - own.width - 8)}px, ${above > 4 ? above : under}px)`);
  }

  #aimTrack(pocket) {
    this.#pointed = pocket;
    const found = pocket === null ? [] : this.#neighboursOf(pocket);
    this.#track?.light(found);
    this.#cloth?.light(found);
    this.#drawTrack();
  }

  #drawTrack() {
    const ui = this.#ui;
    const pocket = this.#pointed;
    if (this.#state === null || this.#track === null) return;
    const bets = 2 * this.#k + 1;
    say(ui.each, String(this.#k));
    const neighbours = this.#k === 0 ? "alone" : `and ${this.#k} neighbour${this.#k > 1 ? "s" : ""}`;
    say(ui.trackWhat, `${pocket ?? "A number"} ${neighbours}`);
    say(ui.trackHint, pocket === null ? "Touch shows them, release bets" : this.#neighboursOf(pocket).join(" "));
    say(ui.trackCost, `${bets} bet${bets > 1 ? "s" : ""}, ${this.#money(bets * ui.rack.chip)}`);
    say(ui.trackEach, `${this.#money(ui.rack.chip)} each`);
    this.#track.name((one) => `${one} ${neighbours}`);
  }

  // What happens

  #heard(events) {
    if (this.#state === null) return;
    const before = this.#state.round;
    for (const event of events) {
      if (event.type === "automatic.game_started/1") {
        this.#returned = "";
        announce(`Game ${event.game}: bets are open for ${event.seconds} seconds.`);
        play("open");
      }
      if (event.type === "roulette.no_more_bets_called/1") {
        this.#closedUntil = performance.now() + CLOSED_MS;
        announce("No more bets.");
        play("closed");
        setTimeout(() => this.#draw(), CLOSED_MS + 20);
      }
      if (event.type === "automatic.game_held/1") announce("The game is held. Your bets stay.");
      if (event.type === "automatic.game_refunded/1" && event.refunded_minor) {
        this.#returned = `Game ${event.game} is void: ${this.#money(event.refunded_minor.reduce((sum, one) => sum + one, 0))} returned to your credit.`;
        announce(this.#returned);
      }
    }
    this.#followed.state = after(this.#state, events);
    if (this.#state.round !== before) this.#landing = -1;
    this.#draw();
  }

  #beat(left) {
    const total = (this.#state?.seconds ?? 0) * 1000;
    for (const ring of [this.#ui.ring, this.#ui.smallRing]) ring.set(left, total);
    const seconds = left === undefined ? -1 : Math.ceil(left / 1000);
    const due = [10, 5].find((one) => seconds <= one && seconds > one - 5);
    const said = due === undefined ? "" : `${this.#state?.round} ${due}`;
    if (said !== "" && said !== this.#said && this.#status?.takesBets) {
      this.#said = said;
      announce(`${due} seconds left.`);
    }
    this.#draw();
  }

  /** Let the ball land before the result is told here; whoever comes later finds it at rest. */
  #reveal(result, wasSeen) {
    if (this.#revealed >= result.game || this.#landing === result.game) return;
    const done = () => {
      this.#revealed = Math.max(this.#revealed, result.game);
      this.#landing = -1;
      const own = this.#own?.paid?.game === result.game ? this.#own.paid : null;
      const won = own?.won_minor ?? 0;
      announce(`${result.pocket} ${this.#layout.colours[result.pocket]}.${own === null ? "" : won > 0 ? ` You won ${this.#money(won)}.` : " No win."}`);
      if (won > 0) play("won");
      this.#draw();
    };
    this.#landing = result.game;
    if (!wasSeen) {
      this.#wheel.rest(result.pocket);
      done();
      return;
    }
    this.#wheel.land(result.pocket).then(() => this.#landing === result.game && done());
  }

  // What is shown

  #draw() {
    const state = this.#state;
    if (state === null || this.#cloth === null) return;
    const ui = this.#ui;
    if (ui.rack.chip === 0) ui.rack.fill(this.#layout.chips_minor, state.currency);
    const result = state.phase === "settled" && state.results[0]?.game === state.round ? state.results[0] : null;
    if (result !== null) this.#reveal(result, this.#wheel.node.dataset.state === "spinning");
    else this.#wheel.spin({ hasBall: this.#status.hasBall });
    const status = this.#status;
    const isRevealed = result !== null && this.#revealed >= result.game;
    document.body.dataset.state = status.name.toLowerCase().replaceAll(" ", "-");
    const now = { state, own: this.#own, status, result, isRevealed, isLive: this.#live.isLive, isBetting: this.#isBetting, ui, bets: this.#bets, cloth: this.#cloth, layout: this.#layout, favourites: this.#favourites, dealer: this.#dealer, noCredits: this.#noCredits, returned: this.#returned, closedUntil: this.#closedUntil, money: (minor) => this.#money(minor), look: (minor) => this.#look(minor) };
    this.#cloth.dolly(isRevealed ? result.pocket : null);
    for (const draw of [drawHead, drawState, drawBets, drawButtons]) draw(now);
    this.#drawTrack();
    this.#stats.show(state.results.filter(({ game }) => result === null || isRevealed || game !== result.game), state.statistics);
    ui.card.show(this.#own, { currency: state.currency, dealer: this.#dealer, isFrozen: !this.#live.isLive || (!state.is_between_rounds && !status.takesBets) });
    ui.rack.node.classList.toggle("is-off", !status.takesBets);
    this.#cloth.isOpen = this.#track.isOpen = ui.rack.isOpen = this.#isBetting;
    if (isRevealed) this.#cloth.light([result.pocket], now.own?.paid?.game === result.game ? now.own.paid.bets.filter((bet) => bet.is_won).map((bet) => bet.bet) : []);
    else if (this.#lit) this.#cloth.light([]);
    this.#lit = isRevealed;
    if (this.#aimed?.node.isConnected) this.#aim(this.#aimed.bet, this.#aimed.node);
    this.#favourites.draw();
  }

  /** Say how somebody without credits comes to some. */
  get #noCredits() {
    return this.#isDemonstration ? `No credits. ${cap(this.#dealer)} gives you play money again before the next game.` : `No credits. Give your money or chips to ${this.#dealer}.`;
  }

  get #dealer() {
    return this.#state.dealer_name?.split(" ")[0] ?? "the dealer";
  }
}
