// A ticket that somebody brings to a window: what it is worth and why, and the one thing to do with it.
//
// What can be done is found by the server, by asking the rules; here it is only offered.

import { post } from "./api.js";
import { openSheet } from "./base/sheet.js";
import { refusalOf } from "./base/refusal.js";
import { announce, clockTime, el, fill, money } from "./dom.js";
import { openExchange } from "./window-exchange.js";

export const PAYLOAD = /^\d{8}-[A-Z2-7]{20}-[A-Z2-7]{6}$/i;

const DONE = { cash: "Paid", refund: "Refunded", cancel: "Cancelled: give back" };

/** Return the act that a scanned ticket asks for at a terminal. @param {any} found @param {string} terminal */
export function actOf(found, terminal) {
  const base = { type: `tote.${found.worth.does}_ticket/1`, terminal, ticket: found.ticket, check: found.check };
  return found.worth.does === "cancel" ? { ...base, terminal: found.terminal, serial: found.serial, method: "reader" } : base;
}

/** Return what an accepted act handed out. @param {any} answer */
export const paidBy = (answer) => (answer.events ?? []).find((one) => one.total_minor !== undefined)?.total_minor ?? 0;

/** The lines of each bet. @param {any} found */
export const linesOf = (found) => found.bets.map((bet) => el("li", {}, el("b", {}, bet.bet), el("ul", {}, bet.lines.map((line) => el("li", { class: "small" }, line)))));

/** How far a ticket has come: what is done, and what comes now. @param {any} found */
function stepsOf(found) {
  const { does } = found.worth;
  const isOver = ["cashed", "refunded", "cancelled"].includes(found.state);
  const isDue = does === "cash" || does === "refund";
  const last = isOver ? `${found.state.charAt(0).toUpperCase()}${found.state.slice(1)}` : does === "refund" ? "To be refunded" : "To be cashed";
  const steps = [[`Sold ${clockTime(found.sold_at)}, window ${found.window}`, true], [isDue || isOver ? "Decided" : "Not decided yet", isDue || isOver], [last, isOver]];
  const at = steps.findIndex(([, isDone]) => !isDone);
  return el("ol", { class: "window-steps", "aria-label": "How far it has come" }, steps.map(([text, isDone], place) => el("li", { class: isDone ? "is-done" : "", "aria-current": place === at ? "step" : null }, text)));
}

/** Each bet with what it came to, and why. @param {any} found @param {string} currency */
const paysOf = (found, currency) => found.bets.map((bet) => el("li", { class: "spread" }, el("div", {}, el("b", {}, bet.bet), el("ul", {}, bet.lines.map((line) => el("li", { class: "small" }, line)))), el("strong", { class: "figure" }, money(bet.payout_minor + bet.refund_minor, currency))));

/**
 * Read a scanned ticket and show it; resolve when the sheet is closed, with what was done by then.
 * @param {{ live: import("./live.js").Live, terminal: string, approvals: any, followed: import("./base/store.js").Followed }} screen
 * @param {string} payload
 * @returns {Promise<string>}
 */
export async function openTicket(screen, payload) {
  const found = await post("/api/tote/scan", { payload: payload.toUpperCase() });
  const { does, amount_minor, needs_second, told } = found.worth;
  const { currency } = screen.followed.state;
  const isDue = does === "cash" || does === "refund";
  const drawer = screen.followed.state.terminals?.[screen.terminal]?.cash_minor;
  const words = { cash: "Cash", refund: "Refund", cancel: "Cancel, give back" };
  const text = does === null ? "" : `${words[does]} ${money(amount_minor, currency)}`;
  let said = "";
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
    said = `${DONE[does]} ${money(paidBy(answer), currency)} on ticket ${found.serial} of ${found.terminal}.`;
    announce(said);
    return true;
  };
  let isBusy = false;
  const act = async () => {
    if (isBusy) return false;
    isBusy = true;
    return work().finally(() => { isBusy = false; });
  };
  return new Promise((done) => {
    const exchange = found.exchange !== null && { text: "Exchange for the second half", kind: "main next", does: () => setTimeout(() => openExchange(screen, found)) };
    const { node } = openSheet({
      title: `Ticket ${found.serial} of ${found.terminal}`,
      className: "window-brought",
      wide: true,
      body: el("div", {}, el("div", { class: `spread window-worth${isDue ? " is-due" : ""}` }, el("p", { class: "window-verdict" }, told), isDue && el("strong", { class: "figure" }, money(amount_minor, currency))), stepsOf(found), el("ul", { class: "window-bets" }, paysOf(found, currency)),
        el("p", { class: "spread small muted" }, el("span", {}, el("kbd", {}, "Esc"), " hand it back as it is"), isDue && drawer !== undefined && el("span", {}, `Drawer after: ${money(drawer - amount_minor, currency)}`)), trouble),
      actions: [...(exchange ? [exchange] : []), ...(does === null ? [] : [{ text, kind: does === "cancel" || exchange ? "" : "main next", does: act }])],
      closes: () => done(said),
    });
    // Scan and Enter pay; they never cancel what may still win.
    if (does !== "cancel" || exchange) /** @type {HTMLElement | null} */ (node.querySelector("footer button"))?.focus();
  });
}
