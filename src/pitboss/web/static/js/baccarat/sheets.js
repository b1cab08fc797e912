// The sheets of a mini-baccarat console besides those of every card table: positions, vigorish, spoken wagers.

import { openSheet } from "../base/sheet.js";
import * as shared from "../cards/sheets.js";
import { el, minorOf, shortMoney } from "../dom.js";
import { offerOf } from "../offers.js";

/** @typedef {import("../cards/sheets.js").Desk} Desk */

const SIT = "table.take_seat/1";
const LEAVE = "baccarat.leave_table/1";
const COLLECT = "baccarat.collect_vigorish/1";
const CALL = "baccarat.call_wager/1";
const REMOVE = "baccarat.remove_wager/1";
const CORRECT = "cards.correct_card/1";

/** What is done at one position: somebody sits down, leaves, pays vigorish, calls a wager. @param {Desk} desk @param {number} position */
export function place(desk, position) {
  const { names, state } = desk;
  const here = state.places[position - 1];
  if (here.player === null) {
    shared.sit(desk, position);
    return;
  }
  const who = names.player(here.player);
  const done = async (event, act, says) => (await desk.do(act, { place: event.currentTarget, says, title: says })) && sheet.close();
  const laid = Object.entries(here.wagers).flatMap(([on, kinds]) => Object.entries(kinds).map(([source, minor]) => ({ on, source, minor })));
  const buttons = [
    ...laid.filter(() => desk.may(REMOVE)).map(({ on, source, minor }) => el("button", { type: "button", onclick: (event) => done(event, { type: REMOVE, position, player: here.player, on, source, stake_minor: minor }, `${names.bet(on)}: taken back.`) }, `Take ${shortMoney(minor, names.currency)} back from ${names.bet(on)}`)),
    here.marked_minor > 0 && desk.may(COLLECT) && el("button", { type: "button", onclick: (event) => done(event, { type: COLLECT, position }, "Vigorish collected.") }, `Collect ${shortMoney(here.marked_minor, names.currency)} vigorish`),
    here.marked_minor > 0 && desk.may(COLLECT) && el("button", { type: "button", onclick: (event) => done(event, { type: COLLECT, position, is_documented: true }, "Vigorish documented as owed.") }, "Document the vigorish as owed"),
    desk.may(CALL) && el("button", { type: "button", onclick: () => (sheet.close(), callWager(desk, position)) }, "A spoken wager with cash"),
    el("button", { type: "button", disabled: offerOf(desk.offers, { type: LEAVE, position }) === undefined, onclick: (event) => done(event, { type: LEAVE, position }, `${who} left.`) }, here.marked_minor > 0 ? "Leaves: the vigorish is collected" : "Leaves the table"),
  ];
  const sheet = openSheet({ title: `Position ${position}, ${who}`, body: el("div", { class: "more-list" }, buttons) });
}

function callWager(desk, position) {
  const { names, state, layout } = desk;
  let on = layout.spots[0].bet;
  const amount = /** @type {HTMLInputElement} */ (el("input", { inputmode: "decimal", autocomplete: "off", required: true }));
  const { node } = openSheet({
    title: `A spoken wager at position ${position}`,
    body: el("div", {}, shared.choices("On", layout.spots.map((spot) => spot.bet), on, (value) => { on = value; }), shared.field(`Cash, ${names.currency}`, amount), el("p", { class: "small muted" }, `The floorperson confirms it too, ${state.house.clauses.verbal}.`)),
    actions: [{ text: "Ask the floorperson", kind: "main", does: () => desk.do({ type: CALL, position, player: state.places[position - 1].player, on, stake_minor: minorOf(amount.value, names.currency) || 0 }, { place: node, title: "A spoken wager", closes: () => node.close() }) }],
  });
}

/** Collect what a marker shows. @param {Desk} desk @param {number} position */
export const collect = (desk, position) => place(desk, position);

const IRREGULAR = [
  { tag: "baccarat.report_error/1", fields: { is_players_third: true }, text: "The Player's Hand was dealt a third card that was not due", duty: "error_player_third", hasCard: true, mayBeUnseen: true },
  { tag: "baccarat.report_error/1", fields: { is_players_third: false }, text: "A card was drawn in error", duty: "error_drawn", hasCard: true, mayBeUnseen: true },
  { tag: "baccarat.report_face_up/1", fields: {}, text: "A card lies face up in the shoe", duty: "face_up", hasCard: true },
  { tag: "baccarat.call_too_few_cards/1", fields: {}, text: "The shoe has too few cards for this coup", duty: "too_few" },
  { tag: "baccarat.relinquish_turn/1", fields: { hand: "player" }, text: "The right to turn the Player's cards is given up", duty: "relinquish", reason: "given up at the table" },
  { tag: "baccarat.relinquish_turn/1", fields: { hand: "banker" }, text: "The right to turn the Banker's cards is given up", duty: "relinquish", reason: "given up at the table" },
];

const PLACED = new Set([
  "baccarat.place_wager/1", REMOVE, CALL, LEAVE, SIT, COLLECT, CORRECT, "baccarat.deal_card/1", "baccarat.burn_card/1", "baccarat.call_no_more_bets/1", "baccarat.call_points/1",
  "baccarat.call_result/1", "baccarat.collect_losers/1", "baccarat.pay_winners/1", "baccarat.discard_cards/1", "baccarat.turn_cards/1", "baccarat.hand_cards/1", "baccarat.offer_turn/1", "baccarat.return_cards/1",
  ...IRREGULAR.map((one) => one.tag),
]);
const RARE = {
  "table.abandon_round/1": "Give up this coup: nobody bets", "baccarat.notify_deal_option/1": "Notice of how the cards are laid", "baccarat.post_vigorish_notice/1": "Notice of the vigorish", "baccarat.change_vigorish/1": "Change the vigorish",
};

/** @param {Desk} desk */
export const irregular = (desk) => shared.irregular(desk, IRREGULAR);

/** @param {Desk} desk */
export const openMore = (desk) => shared.openMore(desk, PLACED, RARE);
