// A player's own places: the hands side by side, what they come to, and the circles in which chips lie.

import { patient } from "../base/patience.js";
import { Underway } from "../base/underway.js";
import { el, fill, keyed, say, shortMoney, svg } from "../dom.js";
import { chipPicture, faceOf } from "../parts/chip.js";
import { HandView, netText } from "./hands.js";

const HOLD_MS = patient(500);
/** Height of a card by how many hands lie side by side. */
const HEIGHTS = [156, 156, 118, 104, 96];
const NARROW = [112, 112, 92, 76, 70];

const NARROWER = matchMedia("(max-width: 48rem)");
const ROOMY = matchMedia("(min-width: 76rem) and (min-height: 48rem)");

/** Events: "bet" and "remove" with `detail.on` (a place's key) and its `node`; "hit" when the circle of hit wagers is touched. */
export class OwnPlaces extends EventTarget {
  /** @type {Underway<{ on: string, minor: number }>} */
  #own = new Underway();
  /** @type {Map<number, any>} */
  #boxes = new Map();

  /** @param {any} layout */
  constructor({ spots, chips_minor: chips }) {
    super();
    this.spots = spots.filter((spot) => ["blackjack", "same_suit", "king_queen"].includes(spot.kind));
    this.hit = spots.find((spot) => spot.kind === "hit") ?? null;
    this.chips = chips;
    this.node = el("ol", { class: "bj-mine", "aria-label": "Your places" });
  }

  /** The keys of every circle of a place. @param {number} seat */
  keysOf(seat) {
    return this.spots.map((spot) => `${seat}|${spot.bet}`);
  }

  /** Split a key into its place and its bet. @param {string} on */
  static parts(on) {
    const [seat, bet] = on.split("|");
    const [kind, spot] = bet.split(":");
    return { seat: Number(seat), bet, kind, spot: Number(spot ?? 1) };
  }

  sent(on, minor) {
    return this.#own.sent({ on, minor });
  }

  seen(version) {
    this.#own.seen(version);
  }

  /** Return what lies in a circle. @param {any} state @param {string} on */
  lies(state, on) {
    const { seat, kind, spot } = OwnPlaces.parts(on);
    const box = state.boxes[seat - 1];
    const there = kind === "blackjack" ? (box?.wagers[String(spot)] ?? 0) : (box?.suit_minor ?? 0);
    return this.#own.all.filter((one) => one.on === on).reduce((sum, one) => sum + one.minor, there);
  }

  /** Find the circle at a point of the screen. @param {number} x @param {number} y @param {(on: string, node: Element) => void} found */
  at(x, y, found) {
    const node = document.elementFromPoint(x, y)?.closest("[data-on]");
    const on = node?.getAttribute("data-on");
    if (node && on) found(on, node);
  }

  button(on) {
    return this.node.querySelector(`[data-on="${on}"]`);
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #circle(seat, spot) {
    const on = `${seat}|${spot.bet}`;
    const pile = el("span", { class: "bj-pile" });
    const came = el("span", { class: "bj-came" });
    const node = el("button", { type: "button", class: `bj-spot ${spot.kind}`, "data-on": on, disabled: true }, pile, el("span", { class: "bj-spot-name" }, spot.kind === "blackjack" ? (spot.name === "Blackjack" ? "Bet" : spot.name) : spot.name, spot.kind !== "blackjack" && el("span", { class: "tiny" }, spot.title)));
    let timer = 0;
    let wasHeld = false;
    node.addEventListener("pointerdown", () => {
      wasHeld = false;
      timer = setTimeout(() => {
        wasHeld = true;
        this.#tell("remove", { on, node });
      }, HOLD_MS);
    });
    for (const over of ["pointerup", "pointercancel", "pointerleave"]) node.addEventListener(over, () => clearTimeout(timer));
    node.addEventListener("click", () => {
      if (!wasHeld) this.#tell("bet", { on, node });
      wasHeld = false;
    });
    node.addEventListener("keydown", (event) => event.key === "Backspace" && this.#tell("remove", { on, node }));
    node.addEventListener("contextmenu", (event) => event.preventDefault());
    return { node, pile, came, on, whole: el("div", { class: "bj-spot-box" }, node, came) };
  }

  #make(seat) {
    const name = el("p", { class: "bj-mine-name" });
    const hands = el("div", { class: "bj-mine-hands" });
    const circles = this.spots.map((spot) => this.#circle(seat, spot));
    const hitNode = el("button", { type: "button", class: "bj-spot hit", "data-hit": seat, hidden: true, onclick: (event) => this.#tell("hit", { seat, node: event.currentTarget }) });
    const came = el("span", { class: "bj-came" });
    const mains = circles.filter(({ on }) => OwnPlaces.parts(on).kind === "blackjack");
    const sides = circles.filter((one) => !mains.includes(one));
    const lines = mains.length > 1 ? linesTo(mains.length) : null;
    const node = el("li", { class: `bj-mine-place${lines ? " is-many" : ""}`, "data-seat": seat }, name, hands, lines, el("div", { class: "bj-circles" }, el("div", { class: "bj-mains" }, mains.map((one) => one.whole)), el("div", { class: "bj-sides" }, sides.map((one) => one.whole), el("div", { class: "bj-spot-box" }, hitNode, came))));
    this.#boxes.set(seat, { node, name, hands, circles, lines, hitNode, hitCame: came, views: /** @type {HandView[]} */ ([]) });
    return node;
  }

  /**
   * @param {any} state
   * @param {number[]} seats
   * @param {{ isOpen: boolean, hit: { minor: number, isOpen: boolean } | null }} now `hit`: the hit wager that goes with the next card
   */
  show(state, seats, { isOpen, hit }) {
    keyed(this.node, seats, String, (seat) => this.#make(seat), (_, seat) => this.#box(state, seat, seats.length, { isOpen, hit }));
  }

  #box(state, seat, many, { isOpen, hit }) {
    const found = this.#boxes.get(seat);
    const box = state.boxes[seat - 1];
    const hands = state.own?.hands?.[String(seat)] ?? [];
    found.node.classList.toggle("is-turn", box.is_turn);
    say(found.name, `${many > 1 ? "" : "You, "}place ${seat}${box.is_turn ? ", your turn" : box.is_out ? ", sitting out" : ""}`);
    while (found.views.length > hands.length) found.views.pop().node.remove();
    while (found.views.length < hands.length) {
      found.views.push(new HandView());
      found.hands.append(found.views.at(-1).node);
    }
    const isNarrow = NARROWER.matches;
    const all = Math.min(4, hands.length * many);
    const tall = (isNarrow ? NARROW : HEIGHTS)[all];
    const height = state.hands_against > 1 ? Math.min(tall, ROOMY.matches ? 140 : 104) : tall;
    const isBelow = isNarrow && state.hands_against > 1;
    const room = isBelow ? 150 : (isNarrow ? 330 : 560) / Math.max(1, hands.length * many) - 16;
    hands.forEach((hand, index) => {
      const rows = box.rows.filter((row) => row.on === "blackjack" && row.hand === index + 1);
      found.views[index].show(hand, { height, room, rows, currency: state.currency, isOver: state.is_between_rounds, label: hands.length > 1 ? `Hand ${index + 1}: ` : "" });
    });
    for (const one of found.circles) this.#pile(state, box, one, isOpen, hands);
    if (found.lines) this.#lead(state, box, found.lines, hands.length > 0);
    this.#hitCircle(state, box, found, hit);
  }

  #pile(state, box, { node, pile, came, on }, isOpen, hands) {
    const lies = this.lies(state, on);
    const { kind, spot: number } = OwnPlaces.parts(on);
    const rows = box.rows.filter((row) => row.on === kind && row.spot === number);
    const isPending = this.#own.isWaiting((one) => one.on === on);
    // What was doubled or split lies there too.
    const isOne = kind === "blackjack" && state.hands_against === 1 && !state.is_between_rounds;
    const added = isOne ? hands.reduce((sum, hand) => sum + hand.stake_minor, 0) : 0;
    const shown = Math.max(lies, added) || rows.reduce((sum, row) => sum + row.stake_minor, 0);
    const net = rows.reduce((sum, row) => sum + row.net_minor, 0);
    node.disabled = !isOpen;
    node.classList.toggle("is-won", net > 0);
    node.classList.toggle("is-lost", rows.length > 0 && net < 0);
    const sign = JSON.stringify([shown, isPending, rows]);
    if (node.dataset.sign === sign) return;
    node.dataset.sign = sign;
    fill(pile, shown > 0 && [chipPicture({ size: 60, face: faceOf(shown, this.chips), text: shortMoney(shown, state.currency), pending: isPending }), el("span", { class: "unseen" }, `${shortMoney(shown, state.currency)} lies there, `)]);
    this.#came(came, rows, net, state.currency);
  }

  /** Lead from each wager to the one hand that plays it: dim once it is settled, gold while the dealer plays against it. */
  #lead(state, box, lines, hasHand) {
    for (const [index, line] of [...lines.children].entries()) {
      const spot = index + 1;
      const isSettled = box.rows.some((row) => row.on === "blackjack" && row.spot === spot);
      const isNow = !isSettled && state.phase === "dealer" && state.spot === spot;
      line.setAttribute("class", `bj-line${hasHand && (isSettled || box.wagers[String(spot)] > 0) ? "" : " is-bare"}${isSettled ? " is-settled" : isNow ? " is-now" : ""}`);
    }
  }

  #hitCircle(state, box, { hitNode, hitCame }, hit) {
    const rows = box.rows.filter((row) => row.on === "hit");
    const lying = (state.own?.hands?.[String(box.seat)] ?? []).reduce((sum, hand) => sum + hand.hit_minor, 0);
    const isMine = hit !== null && box.is_turn;
    hitNode.hidden = this.hit === null || (!isMine && lying === 0);
    hitNode.disabled = !isMine || !hit.isOpen;
    const minor = lying > 0 ? lying : isMine ? hit.minor : 0;
    const sign = JSON.stringify([minor, lying]);
    if (hitNode.dataset.sign !== sign) {
      hitNode.dataset.sign = sign;
      hitNode.setAttribute("aria-pressed", String(minor > 0));
      fill(hitNode, el("span", { class: "bj-pile" }, minor > 0 && chipPicture({ size: 60, face: faceOf(minor, this.chips), text: shortMoney(minor, state.currency), pending: lying === 0 })), el("span", { class: "bj-spot-name" }, minor > 0 ? `Hit ${shortMoney(minor, state.currency)}` : "Hit wager", el("span", { class: "tiny" }, this.hit?.title ?? "")));
    }
    this.#came(hitCame, rows, rows.reduce((sum, row) => sum + row.net_minor, 0), state.currency);
  }

  #came(node, rows, net, currency) {
    const sign = JSON.stringify(rows);
    if (node.dataset.sign === sign) return;
    node.dataset.sign = sign;
    fill(node, rows.length > 0 && [el("strong", { class: net > 0 ? "is-gain" : net < 0 ? "is-loss" : "" }, netText(net, currency) || "stays yours"), el("span", { class: "clause tiny" }, rows[0].clause)]);
  }
}

const LINES = { width: 600, height: 40, hand: 44 };

/** Return dotted lines from as many wagers side by side to the hand below their middle. @param {number} count */
function linesTo(count) {
  const { width, height, hand } = LINES;
  const path = (index) => {
    const from = (width * (index + 0.5)) / count;
    const to = width / 2 + hand * (index - (count - 1) / 2);
    return svg("path", { class: "bj-line is-bare", d: `M${from} 0 C${from} ${height} ${to} 0 ${to} ${height}` });
  };
  return svg("svg", { class: "bj-lines", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" }, Array.from({ length: count }, (_, index) => path(index)));
}
