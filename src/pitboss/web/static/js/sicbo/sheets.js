// The sheets of a sic bo console: a failure, a repair, dice that were entered wrongly, whose chips, and what is rare.

import { openSheet } from "../base/sheet.js";
import { actInWords, el, say } from "../dom.js";
import { more } from "../roulette/sheets.js";
import { DicePad } from "./dice-pad.js";
import { diceText } from "./names.js";

/** @typedef {import("../base/desk.js").Desk} Desk */

export const CORRECT = "sicbo.correct_dice/1";
export const FAIL = "sicbo.report_failure/1";
let count = 0;

function field(text, control) {
  control.id = `sb-field-${(count += 1)}`;
  return el("div", { class: "field" }, el("label", { for: control.id }, text), control);
}

/** Ask for one text, and do an act with it. @param {Desk} desk @param {{ title: string, label: string, text?: string, hint: string, button: string, act: (text: string) => any, says: string }} what */
function asked(desk, { title, label, text = "", hint, button, act, says }) {
  const input = /** @type {HTMLInputElement} */ (el("input", { autocomplete: "off", required: true, maxlength: 200, value: text }));
  const { node } = openSheet({
    title,
    body: el("div", {}, field(label, input), el("p", { class: "small muted" }, hint)),
    actions: [{ text: button, kind: "main", does: () => (input.value.trim() === "" ? (input.focus(), false) : desk.do(act(input.value.trim()), { place: node, says, title })) }],
  });
  input.focus();
}

/** Say that the layout's computer failed. @param {Desk} desk @param {string} fault as it was seen */
export function failure(desk, fault) {
  const { phase, house } = desk.state;
  const then = ["uncovered", "lit"].includes(phase) ? "The shaker is uncovered: the bets are settled by hand, a supervisor stands by." : "No throw is uncovered: every bet goes back, and nothing is played until it is repaired and inspected.";
  asked(desk, { title: "The computer failed", label: "What does it do?", text: fault, hint: `${then} ${house.clauses.failure}`, button: "Report the failure", act: (text) => ({ type: FAIL, fault: text }), says: "The failure is reported." });
}

/** Say how the computer was repaired. @param {Desk} desk @param {any} next */
export function repair(desk, next) {
  asked(desk, { title: next.text, label: "What was repaired?", hint: `It is inspected before anybody plays. ${next.clause}`, button: "Record the repair", act: (text) => ({ type: next.act, repair: text }), says: "The repair is recorded." });
}

/** Put other dice in the place of those that were entered, with a second person. @param {Desk} desk */
export function correct(desk) {
  const pad = new DicePad();
  pad.set(desk.state.dice);
  const reason = /** @type {HTMLInputElement} */ (el("input", { autocomplete: "off", required: true, maxlength: 200, value: "read wrongly" }));
  const note = el("p", { class: "small muted", role: "status" }, `Entered is ${diceText(desk.state.dice)}. A second person confirms the correction.`);
  const { node } = openSheet({
    title: "Correct the dice",
    body: el("div", {}, pad.node, field("What was wrong", reason), note),
    actions: [{ text: "Ask for the correction", kind: "main", does: () => {
      const dice = pad.all;
      if (dice === null || diceText(dice) === diceText(desk.state.dice) || reason.value.trim() === "") {
        say(note, "Touch the dice that lie in the shaker, and say what was wrong.");
        return false;
      }
      return desk.do({ type: CORRECT, dice, reason: reason.value.trim() }, { place: node, title: `Correct ${diceText(desk.state.dice)} to ${diceText(dice)}`, closes: () => node.close() });
    } }],
  });
}

/** Ask whose chips are laid. @param {(player: string) => void} take */
export function whose(take) {
  const name = /** @type {HTMLInputElement} */ (el("input", { autocomplete: "off", required: true, maxlength: 40 }));
  openSheet({ title: "Whose chips?", body: field("Player", name), actions: [{ text: "Lay chips", kind: "main", does: () => (name.value.trim() === "" ? false : take(name.value.trim())) }] });
  name.focus();
}

const PLACED = new Set([
  "sicbo.place_wager/1", "sicbo.remove_wager/1", "sicbo.call_no_more_bets/1", "sicbo.shake_dice/1", "sicbo.uncover_shaker/1", "sicbo.enter_dice/1", CORRECT, "sicbo.call_no_roll/1",
  "sicbo.pay_winners/1", "sicbo.collect_losers/1", "sicbo.clear_lights/1", "sicbo.inspect_computer/1", FAIL, "sicbo.settle_by_hand/1", "sicbo.record_repair/1", "table.open_betting/1",
]);
const RARE = {
  "table.close/1": "Close the table", "table.abandon_round/1": "Give up this roll: nobody bets", "table.relieve_dealer/1": "Another dealer takes the table", "table.buy_value_chips/1": "Value chips for cash",
  "table.post_sign/1": "Post the sign", "table.inspect_equipment/1": "Inspect the equipment",
};

/** Open the list of what is done seldom. @param {Desk} desk */
export function openMore(desk) {
  const tags = [...new Set(desk.offers.map((offer) => offer.act))].filter((tag) => !PLACED.has(tag) && tag !== desk.state?.next?.act);
  more(/** @type {any} */ (desk), tags.map((tag) => ({ tag, text: RARE[tag] ?? actInWords(tag) })));
}
