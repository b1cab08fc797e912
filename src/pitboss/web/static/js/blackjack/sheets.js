// The sheets of a blackjack console besides those of every card table: a place, insurance, a hit wager, what went wrong.

import { openSheet } from "../base/sheet.js";
import * as shared from "../cards/sheets.js";
import { el, minorOf, plainMoney, say, shortMoney } from "../dom.js";
import { choicesOf, offerOf } from "../offers.js";

/** @typedef {import("../cards/sheets.js").Desk} Desk */

const REMOVE = "blackjack.remove_wager/1";
const LEAVE = "blackjack.leave_seat/1";
const OUT = "blackjack.sit_out/1";
const INSURE = "blackjack.place_insurance/1";
const HIT = "blackjack.hit/1";
const BACK = "blackjack.place_hit_wager/1";
const WRONG = "blackjack.report_wrong_number/1";
const BURNED = "blackjack.show_burn_card/1";

/** What is done at one place: somebody sits down, takes chips back, sits out, leaves. @param {Desk} desk @param {number} seat */
export function place(desk, seat) {
  const { names, state } = desk;
  const box = state.boxes[seat - 1];
  if (box.player === null) {
    shared.sit(desk, seat);
    return;
  }
  const who = names.player(box.player);
  const done = async (event, act, says) => (await desk.do(act, { place: event.currentTarget, says, title: says })) && sheet.close();
  const laid = [...Object.entries(box.wagers).map(([spot, minor]) => ({ on: "blackjack", spot: Number(spot), minor })), ...(box.suit_minor > 0 ? [{ on: desk.layout.spots.find((one) => ["same_suit", "king_queen"].includes(one.kind))?.kind, spot: 1, minor: box.suit_minor }] : [])];
  const name = ({ on, spot }) => names.bet(on === "blackjack" ? `blackjack:${spot}` : on);
  const open = (type, fields) => offerOf(desk.offers, { type, ...fields }) !== undefined;
  const buttons = [
    ...(state.phase === "betting" && desk.may(REMOVE) ? laid : []).map((one) => el("button", { type: "button", onclick: (event) => done(event, { type: REMOVE, seat, player: box.player, on: one.on, spot: one.spot, stake_minor: one.minor }, `${name(one)}: taken back.`) }, `Take ${shortMoney(one.minor, names.currency)} back from ${name(one)}`)),
    open(OUT, { position: seat }) && el("button", { type: "button", onclick: (event) => done(event, { type: OUT, position: seat }, `${who} sits out.`) }, "Sits this round out"),
    el("button", { type: "button", disabled: !open(LEAVE, { position: seat }), onclick: (event) => done(event, { type: LEAVE, position: seat }, `${who} left.`) }, "Leaves the table"),
  ];
  const sheet = openSheet({ title: `Place ${seat}, ${who}`, body: el("div", { class: "more-list" }, buttons) });
}

/** Ask for an amount, with one that is usual. */
function amount(desk, { title, usual, most, least, clause, does }) {
  const { currency } = desk.names;
  const input = /** @type {HTMLInputElement} */ (el("input", { inputmode: "decimal", autocomplete: "off", value: plainMoney(usual, currency) }));
  const note = el("p", { class: "small muted", role: "status" }, `${shortMoney(least, currency)} to ${shortMoney(most, currency)}. ${clause}`);
  const send = (minor, sheet) => (Number.isNaN(minor) ? (say(note, "Enter an amount such as 25.00."), false) : does(minor, sheet));
  const sheet = openSheet({ title, body: el("div", {}, shared.field(`Amount, ${currency}`, input), note), actions: [{ text: "Take this amount", does: () => send(minorOf(input.value, currency), sheet.node) }, { text: `Take ${shortMoney(usual, currency)}`, kind: "main", does: () => send(usual, sheet.node) }] });
}

/** Take insurance at a place: half the wager, or less. @param {Desk} desk @param {any} wager */
export function insure(desk, wager) {
  const { insurance, boxes } = desk.state;
  const most = wager.most_minor - wager.stake_minor;
  amount(desk, { title: `Insurance at place ${wager.seat}, ${desk.names.player(boxes[wager.seat - 1].player)}`, usual: most, most, least: insurance.least_minor, clause: insurance.clause, does: (minor, place) => desk.do({ type: INSURE, seat: wager.seat, spot: wager.spot, stake_minor: minor }, { place, says: "Insured." }) });
}

/** Return which hit wagers may be made now: with the next card, or on a split hand. @param {Desk} desk */
export function hitWagers(desk) {
  return desk.offers.filter((offer) => (offer.act === HIT && offer.fields.hit_minor?.type === "integers") || offer.act === BACK);
}

/** Take a hit wager. @param {Desk} desk */
export function hitWager(desk) {
  const offer = hitWagers(desk)[0];
  if (offer === undefined) return;
  const isBack = offer.act === BACK;
  const domain = isBack ? offer.fields.stake_minor : offer.fields.hit_minor;
  const [seat] = offer.fields.seat.values;
  const known = isBack ? { hand: offer.fields.hand.values[0] } : {};
  const clause = desk.state.house.clauses.hit;
  amount(desk, { title: `A hit wager at place ${seat}${isBack ? `, hand ${known.hand}` : ""}`, usual: domain.low, most: domain.high, least: domain.low, clause, does: (minor, place) => desk.do({ type: offer.act, seat, ...known, [isBack ? "stake_minor" : "hit_minor"]: minor }, { place, says: "Hit wager taken." }) });
}

const IRREGULAR = [
  { tag: "blackjack.report_face_up/1", fields: { is_drawn_in_error: false }, text: "A card lies face up in the shoe", duty: "face_up", hasCard: true },
  { tag: "blackjack.report_face_up/1", fields: { is_drawn_in_error: true }, text: "A card was drawn in error, and seen", duty: "drawn_seen", hasCard: true },
  { tag: "blackjack.report_error/1", fields: {}, text: "A card was drawn in error, and nobody saw it", duty: "error_drawn" },
  { tag: "blackjack.report_exposed/1", fields: {}, text: "My second card was seen before its time", duty: "exposed", hasCard: true },
  { tag: "blackjack.report_up_card_taken/1", fields: {}, text: "My first card went into the discard rack", duty: "up_card" },
  { tag: "blackjack.report_jam/1", fields: { failure: "jammed" }, text: "The shuffler has jammed", duty: "jam" },
  { tag: "blackjack.report_jam/1", fields: { failure: "stopped" }, text: "The shuffler has stopped", duty: "jam" },
  { tag: "blackjack.report_jam/1", fields: { failure: "incomplete" }, text: "The shuffle was not completed", duty: "jam" },
];

/** Tell what may have gone wrong at this moment, each by its rule. @param {Desk} desk */
export function irregular(desk) {
  const wrong = choicesOf(desk.offers, { type: WRONG }, "seat").map((seat) => ({ tag: WRONG, fields: { seat }, text: seat === 0 ? "I have a wrong number of cards" : `Box ${seat} has a wrong number of cards`, duty: "wrong_number" }));
  shared.irregular(desk, [...IRREGULAR, ...wrong]);
}

const PLACED = new Set([
  "blackjack.place_wager/1", REMOVE, INSURE, HIT, BACK, LEAVE, OUT, WRONG, "table.take_seat/1", "cards.correct_card/1", "blackjack.deal_card/1", "blackjack.burn_card/1", "blackjack.turn_first_card/1",
  "blackjack.turn_second_card/1", "blackjack.stand/1", "blackjack.double_down/1", "blackjack.split_pair/1", "blackjack.surrender_hand/1", "blackjack.declare_hit/1", "blackjack.settle_suit_wagers/1",
  "blackjack.settle_hand/1", "blackjack.close_insurance/1", "blackjack.call_off_round/1", ...IRREGULAR.map((one) => one.tag),
]);
const RARE = { "table.abandon_round/1": "Give up this round", [BURNED]: "Show a player a burned card", "blackjack.shuffle_cards/1": "Shuffle now, as the house wishes", "blackjack.pay_blackjack/1": "Pay a blackjack at once", "blackjack.announce_total/1": "Announce a total", "blackjack.repeat_opening/1": "Begin again with the inspection" };

/** @param {Desk} desk */
export const openMore = (desk) => shared.openMore(desk, PLACED, RARE);
