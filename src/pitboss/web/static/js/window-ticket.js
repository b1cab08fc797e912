// A ticket that somebody brings to a window: what it is worth and why, and the one thing to do with it.
//
// What can be done is found by the server, by asking the rules; here it is only offered.

import { post } from "./api.js";
import { openSheet } from "./base/sheet.js";
import { refusalOf } from "./base/refusal.js";
import { announce, el, fill, money } from "./dom.js";

export const PAYLOAD = /^\d{8}-[A-Z2-7]{20}-[A-Z2-7]{6}$/i;

/** Return the act that a scanned ticket asks for at a terminal. @param {any} found @param {string} terminal */
export function actOf(found, terminal) {
  const base = { type: `tote.${found.worth.does}_ticket/1`, terminal, ticket: found.ticket, check: found.check };
  return found.worth.does === "cancel" ? { ...base, terminal: found.terminal, serial: found.serial, method: "reader" } : base;
}

/** Return what an accepted act handed out. @param {any} answer */
export const paidBy = (answer) => (answer.events ?? []).find((one) => one.total_minor !== undefined)?.total_minor ?? 0;

/** The lines of each bet. @param {any} found */
export const linesOf = (found) => found.bets.map((bet) => el("li", {}, el("b", {}, bet.bet), el("ul", {}, bet.lines.map((line) => el("li", { class: "small" }, line)))));

/**
 * Read a scanned ticket and show it; resolve when the sheet is closed.
 * @param {{ live: import("./live.js").Live, terminal: string, approvals: any, followed: import("./base/store.js").Followed }} screen
 * @param {string} payload
 */
export async function openTicket(screen, payload) {
  const found = await post("/api/tote/scan", { payload: payload.toUpperCase() });
  const { does, amount_minor, needs_second, told } = found.worth;
  const { currency } = screen.followed.state;
  const words = { cash: "Cash", refund: "Refund", cancel: "Cancel, give back" };
  const text = does === null ? "" : `${words[does]} ${money(amount_minor, currency)}`;
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  const work = async () => {
    const act = actOf(found, screen.terminal);
    const answer = needs_second ? await screen.approvals.act(found.stream, act, { alone: false, confirm: found.confirm }, text) : await screen.live.command(found.stream, act);
    const refused = refusalOf(answer);
    if (answer.type === "waiting") return true;
    if (refused !== null) {
      fill(trouble, `${refused.reason.charAt(0).toUpperCase()}${refused.reason.slice(1)}. ${refused.clause ? `[${refused.clause}]` : ""}`);
      return false;
    }
    announce(`${words[does]} ${money(paidBy(answer), currency)}: done.`);
    return true;
  };
  let isBusy = false;
  const act = async () => {
    if (isBusy) return false;
    isBusy = true;
    return work().finally(() => { isBusy = false; });
  };
  await new Promise((done) => {
    const { node } = openSheet({
      title: `Ticket ${found.serial} of ${found.terminal}`,
      className: "window-brought",
      body: el("div", {}, el("p", { class: "window-verdict" }, told), el("ul", { class: "window-bets" }, linesOf(found)), trouble),
      actions: does === null ? [] : [{ text, kind: does === "cancel" ? "" : "main next", does: act }],
      closes: () => done(undefined),
    });
    // Scan and Enter pay; they never cancel what may still win.
    if (does !== "cancel") /** @type {HTMLElement | null} */ (node.querySelector("footer button"))?.focus();
  });
}
