// The acts of a roulette table that this console has a place for, and what the others are called under "More".

import { actInWords } from "../dom.js";
import * as sheets from "./sheets.js";

export const LAY = "roulette.place_wager/1";
export const CALL = "roulette.call_wager/1";
export const REMOVE = "roulette.remove_wager/1";
export const ENTER = "roulette.enter_number/1";
export const PAY = "roulette.pay_winners/1";
export const DECIDE = "roulette.decide_position/1";
export const GIVE = "roulette.issue_colour/1";
export const BACK = "roulette.redeem_colour/1";
export const NO_SPIN = "roulette.call_no_spin/1";
export const QUESTION = "roulette.question_position/1";
/** Of these the names are enough: what may be laid where is on the layout, and their offers are long. */
export const BRIEF = [LAY, CALL, REMOVE];
const OPEN = "table.open/1";
const PLACED = new Set([
  LAY, CALL, REMOVE, ENTER, PAY, DECIDE, GIVE, BACK, NO_SPIN, QUESTION, "roulette.spin_ball/1", "roulette.call_no_more_bets/1", "roulette.place_dolly/1",
  "roulette.collect_losers/1", "roulette.return_ball/1", "table.open_betting/1", "table.inspect_equipment/1", "roulette.find_foreign_chips/1", "roulette.refuse_foreign_payment/1",
]);
/** @type {Record<string, { text: string, does?: (desk: import("./sheets.js").Desk) => void }>} */
const RARE = {
  "roulette.correct_number/1": { text: "Correct the number", does: sheets.correctNumber },
  "table.buy_value_chips/1": { text: "Value chips for cash", does: sheets.buyValue },
  "dispute.raise/1": { text: "A dispute", does: (desk) => sheets.dispute(desk) },
  "roulette.scan_suspect/1": { text: "Scan cash or chips that may be counterfeit" },
  "roulette.request_colour/1": { text: "Put a player on the list for colours" },
  "roulette.cancel_request/1": { text: "Take a player off the list for colours" },
  "roulette.replace_ball/1": { text: "Bring another ball" },
  "roulette.examine_ball/1": { text: "Examine the ball" },
  "roulette.honour_foreign_chips/1": { text: "Pay another table's winning chips here" },
  [OPEN]: { text: "Open the table with a mucker" },
  "table.close/1": { text: "Close the table" },
  "table.abandon_round/1": { text: "Give up this round: nobody bets" },
  "table.relieve_dealer/1": { text: "Another dealer takes the table" },
  "table.assign_mucker/1": { text: "Give the dealer a mucker, or none" },
};

/** Open the list of what is done seldom. @param {import("./sheets.js").Desk} desk */
export function openMore(desk) {
  const next = desk.state?.next?.act;
  const tags = [...new Set(desk.offers.map((offer) => offer.act))].filter((tag) => !PLACED.has(tag) && (tag !== next || tag === OPEN || RARE[tag]?.does === undefined));
  sheets.more(desk, tags.map((tag) => ({ tag, text: RARE[tag]?.text ?? actInWords(tag), does: RARE[tag]?.does && (() => RARE[tag].does?.(desk)) })));
}
