// The places of a table from the dealer's chair: an arc with place 1 at the left, whose hands lie where, and the chips.

import { el, fill, keyed, say, shortMoney } from "../dom.js";
import { chipPicture, faceOf } from "../parts/chip.js";
import { HandView } from "./hands.js";

const CARD = 70;
const SMALL = 52;
const ROOM = 116;

/** Events: "place" with `detail.seat` and the `node`; "lay" with `detail.seat`, `detail.spot` (of the layout) and the `node`. */
export class Arc extends EventTarget {
  /** @type {Map<number, any>} */
  #boxes = new Map();

  /** @param {any} layout @param {import("../roulette/names.js").Names} names */
  constructor(layout, names) {
    super();
    this.chips = layout.chips_minor;
    this.spots = layout.spots.filter((spot) => ["blackjack", "same_suit", "king_queen"].includes(spot.kind));
    this.names = names;
    this.node = el("ol", { class: "bj-arc", "aria-label": "Places" });
  }

  #make(seat) {
    const name = el("span", { class: "bj-name" });
    const head = el("button", { type: "button", class: "bj-head", onclick: (event) => this.#tell("place", { seat, node: event.currentTarget }) }, el("span", { class: "bj-number", "aria-hidden": "true" }, String(seat)), el("span", { class: "unseen" }, `Place ${seat}, `), name);
    const hands = el("div", { class: "bj-hands" });
    const circles = new Map(this.spots.map((spot) => [spot.bet, el("button", { type: "button", class: `bj-circle ${spot.kind}`, "data-at": `${seat}|${spot.bet}`, onclick: (event) => this.#tell("lay", { seat, spot, node: event.currentTarget }) })]));
    const bets = el("div", { class: "bj-bets" }, [...circles.values()]);
    const node = el("li", { class: "bj-box", "data-seat": seat }, head, hands, bets);
    const found = { node, name, hands, circles, bets, views: /** @type {HandView[]} */ ([]) };
    this.#boxes.set(seat, found);
    return node;
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /**
   * @param {any} state
   * @param {{ isOpen: boolean, next: any, pending: string | null, made: any, isLate: boolean }} now `made`: what the named card makes; `isLate`: a decision has been waited for
   */
  show(state, { isOpen, next, pending, made, isLate }) {
    keyed(this.node, state.boxes, (box) => String(box.seat), (box) => this.#make(box.seat), (_, box) => this.#box(state, box, { isOpen, next, pending, made, isLate }));
  }

  #box(state, box, { isOpen, next, pending, made, isLate }) {
    const { node, name, hands, circles, bets, views } = this.#boxes.get(box.seat);
    const isDue = next?.seat === box.seat;
    node.classList.toggle("is-free", !box.is_taken);
    node.classList.toggle("is-due", isDue);
    node.classList.toggle("is-late", isDue && isLate);
    node.classList.toggle("is-split", box.hands.length > 1);
    say(name, box.player === null ? "free" : `${this.names.player(box.player)}${box.is_out ? ", out" : ""}`);
    const shown = box.hands.length > 0 ? box.hands : pending !== null && isDue ? [EMPTY] : [];
    while (views.length > shown.length) views.pop().node.remove();
    while (views.length < shown.length) {
      views.push(new HandView());
      hands.append(views.at(-1).node);
    }
    const many = shown.length > 1;
    shown.forEach((hand, index) => {
      const isHand = isDue && (next.hand ?? 1) === index + 1;
      const rows = box.rows.filter((row) => row.on === "blackjack" && row.hand === index + 1);
      views[index].show(hand, { height: many ? SMALL : CARD, room: many ? (isHand ? 84 : 44 + 8 * Math.max(0, 4 - shown.length)) : ROOM, rows, isOver: state.is_between_rounds, currency: state.currency, pending: isHand ? pending : null, made: isHand && pending !== null ? made : null, label: many ? `Hand ${index + 1}: ` : "" });
      views[index].node.classList.toggle("is-due", isHand);
    });
    hands.hidden = shown.length === 0;
    for (const spot of this.spots) this.#circle(circles.get(spot.bet), state, box, spot, isOpen);
    bets.hidden = !box.is_taken || (state.phase !== "betting" && box.stake_minor === 0);
  }

  #circle(node, state, box, spot, isOpen) {
    const isMain = spot.kind === "blackjack";
    const minor = isMain ? mainOf(box, Number(spot.bet.split(":")[1])) : box.suit_minor;
    const isGone = !isMain && box.rows.some((row) => row.on === spot.kind);
    node.disabled = !isOpen || !box.is_taken;
    node.hidden = state.phase !== "betting" && (minor === 0 || isGone);
    const sign = `${minor}`;
    if (node.dataset.sign === sign) return;
    node.dataset.sign = sign;
    const amount = shortMoney(minor, state.currency);
    fill(node, el("span", { class: "unseen" }, `${spot.name}, place ${box.seat}${minor > 0 ? `: ${amount}` : ""}`), minor > 0 ? chipPicture({ size: isMain ? 44 : 36, face: faceOf(minor, this.chips), text: amount }) : el("span", { class: "tiny", "aria-hidden": "true" }, isMain ? "bet" : "suit"));
  }
}

const EMPTY = { cards: [], total: null, is_soft: false, is_blackjack: false, ending: null, is_over: false, is_turn: false, is_due: false, is_doubled: false, stake_minor: 0 };

/** Return what lies against one of the dealer's hands: what was bet and is not settled, with what was added by doubling or splitting. */
function mainOf(box, spot) {
  const settled = (hand) => box.rows.some((row) => row.on === "blackjack" && row.spot === spot && row.hand === hand);
  if (box.hands.length === 0) return box.wagers[String(spot)] ?? 0;
  if (Object.keys(box.wagers).length > 1) return settled(1) ? 0 : (box.wagers[String(spot)] ?? 0);
  return box.hands.reduce((sum, hand, index) => sum + (settled(index + 1) ? 0 : hand.stake_minor), 0);
}
