// A ticket that somebody brings to a window: what it is worth and why, and the one thing to do with it.

import { post } from "./api.js";
import { openSheet } from "./base/sheet.js";
import { refusalOf } from "./base/refusal.js";
import { announce, el, fill, money } from "./dom.js";

export const PAYLOAD = /^\d{8}-[A-Z2-7]{20}-[A-Z2-7]{6}$/i;

/** Say what is to be done with a ticket: its act, and the button; null where nothing is. */
function dealWith(why, found, terminal, currency) {
  const base = { terminal, ticket: found.ticket, check: found.check };
  if (found.state !== "issued" || !found.is_delivered) return null;
  if (why.payout_minor > 0) return { act: { type: "tote.cash_ticket/1", ...base }, text: `Cash ${money(why.payout_minor + why.refund_minor, currency)}` };
  if (why.refund_minor > 0) return { act: { type: "tote.refund_ticket/1", ...base }, text: `Refund ${money(why.refund_minor, currency)}` };
  if (why.told.startsWith("Not decided")) return { act: { type: "tote.cancel_ticket/1", ...base, terminal: found.terminal, serial: found.serial, method: "reader" }, text: `Cancel, give ${money(why.cost_minor, currency)} back` };
  return null;
}

/**
 * Read a scanned ticket and show it; resolve when the sheet is closed.
 * @param {{ live: import("./live.js").Live, terminal: string, approvals: any }} screen
 * @param {string} payload
 */
export async function openTicket(screen, payload) {
  const found = await post("/api/tote/scan", { payload: payload.toUpperCase() });
  const why = await post("/api/tote/ticket", { payload: payload.toUpperCase() });
  const wanted = dealWith(why, found, screen.terminal, why.currency);
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  const does = async () => {
    const answer = await screen.live.command(found.stream, wanted.act);
    const refused = refusalOf(answer);
    if (answer.type === "waiting") {
      announce("A second person must confirm it: the pit has been asked.");
      return true;
    }
    if (refused !== null) {
      fill(trouble, `${refused.reason.charAt(0).toUpperCase()}${refused.reason.slice(1)}. ${refused.clause ? `[${refused.clause}]` : ""}`);
      return false;
    }
    announce(`${wanted.text}: done.`);
    return true;
  };
  const bets = why.bets.map((bet) => el("li", {}, el("b", {}, bet.bet), el("ul", {}, bet.lines.map((line) => el("li", { class: "small" }, line)))));
  await new Promise((done) => {
    const { node } = openSheet({
      title: `Ticket ${found.serial} of ${found.terminal}`,
      className: "window-brought",
      body: el("div", {}, el("p", { class: "window-verdict" }, why.told), el("ul", { class: "window-bets" }, bets), trouble),
      actions: wanted === null ? [] : [{ text: wanted.text, kind: "main next", does }],
      closes: () => done(undefined),
    });
    // Scan, Enter: the one button has the focus.
    /** @type {HTMLElement | null} */ (node.querySelector("footer button"))?.focus();
  });
}
