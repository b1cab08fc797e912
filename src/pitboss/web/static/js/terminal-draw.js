// What a player's screen shows of one moment: header, state, bets and buttons.

import { el, fill, keyed, say, unbroken } from "./dom.js";
import { chipPicture } from "./parts/chip.js";
import { sumOf } from "./terminal-bets.js";
import { countUp } from "./terminal-pay.js";
import { badge } from "./terminal-stats.js";

/**
 * One moment: the table's state, the terminal's own, how far the game is, and what the screen has of its own.
 * @typedef {{ state: any, own: any, status: import("./terminal-status.js").Status, result: any, isRevealed: boolean, isLive: boolean, isBetting: boolean, ui: any, bets: import("./terminal-bets.js").Bets, cloth: import("./parts/cloth.js").Cloth, layout: any, favourites: import("./terminal-favourites.js").Favourites, dealer: string, noCredits: string, returned: string, closedUntil: number, money: (minor: number) => string, look: (minor: number) => { face: string, text: string } }} Now
 */

let shownCredit = -1;

/** Show credit, stakes, the last win, limits and numbers. @param {Now} now */
export function drawHead(now) {
  const { state, status, isRevealed } = now;
  const { facts, table, sending, rise, strip, smallPill } = now.ui;
  const own = now.own;
  const paid = own?.paid?.game === state.round && status.isOver && now.result !== null ? own.paid : null;
  const back = paid === null ? 0 : paid.bets.reduce((sum, bet) => sum + (bet.is_won ? bet.stake_minor + bet.paid_minor : 0), 0);
  // What the ball brings is not told before it lies.
  const credit = own === null ? 0 : own.credits_minor - (isRevealed ? 0 : back);
  if (credit !== shownCredit) {
    countUp(facts.credit.value, isRevealed && shownCredit >= 0 && back > 0 ? shownCredit : credit, credit, (minor) => now.money(minor));
    shownCredit = credit;
  }
  rise.hidden = !(isRevealed && back > 0);
  say(rise, `▲ ${now.money(back)}`);
  say(facts.staked.value, now.money(paid === null ? sumOf(own?.bets ?? {}) : paid.bets.reduce((sum, bet) => sum + bet.stake_minor, 0)));
  const pending = sumOf(now.bets.pending);
  say(sending, pending === 0 ? "" : now.bets.isChecked ? `+${now.money(pending)} unknown, being checked` : `+${now.money(pending)} being sent`);
  if (own?.paid && (own.paid.game !== state.round || isRevealed || !status.isOver)) say(facts.won.value, now.money(own.paid.won_minor));
  if (!own?.paid) say(facts.won.value, "–");
  drawLimits(facts.limits.value, state.limits_by_area ?? [], now.money);
  say(facts.game.value, state.round > 0 ? String(state.round) : "–");
  say(table, state.name);
  document.title = `${state.name}, terminal`;
  const last = state.results.filter(({ game }) => !status.isOver || isRevealed || game !== state.round).slice(0, 4);
  keyed(strip, last, ({ game }) => String(game), ({ pocket }) => el("li", {}, badge(pocket, now.layout.colours)));
  say(smallPill, isRevealed ? state.results[0].pocket : status.name);
  smallPill.className = `small-state ${isRevealed ? `pocket ${now.layout.colours[state.results[0].pocket]}` : status.kind}`;
}

/** A line for each range; they change seldom. */
function drawLimits(node, limits, money) {
  const sign = JSON.stringify(limits);
  if (node.dataset.sign === sign) return;
  node.dataset.sign = sign;
  node.classList.toggle("is-long", limits.length > 2);
  fill(node, limits.map((one) => el("span", { class: "limit" }, `${money(one.min_minor)}–${money(one.max_minor)} `, el("small", {}, one.on))));
}

/** Show how far the game is: clock or result, payments, and what holds it. @param {Now} now */
export function drawState(now) {
  const { state, status, result, isRevealed } = now;
  const { pill, words, ball, clock, result: card, bets, pay, track, band, ring, smallRing } = now.ui;
  const isLive = now.isLive;
  say(pill, isLive ? status.name : "NO LINE");
  pill.className = `pill ${isLive ? status.kind : ""}`;
  say(words, isLive ? status.words : "clock unknown");
  say(ball, isLive ? status.ball : "");
  for (const one of [ring, smallRing]) one.classList.toggle("is-idle", !status.takesBets && isLive);
  clock.hidden = card.node.hidden = false;
  clock.hidden = isRevealed;
  card.node.hidden = !isRevealed;
  bets.classList.toggle("is-behind", isRevealed);
  // Who had no bets is shown no payments: the racetrack stays.
  const paid = isRevealed && now.own?.paid?.game === result.game && now.own.paid.bets.length > 0 ? now.own.paid : null;
  pay.node.hidden = paid === null;
  track.classList.toggle("is-behind", paid !== null);
  if (isRevealed) card.show(result, now.cloth);
  if (paid !== null) pay.show(paid, now.cloth, state.currency);
  const own = now.own;
  const isEmpty = own !== null && own.is_verified && own.cash_out === null && own.credits_minor === 0 && sumOf(own.bets) === 0 && (status.takesBets || state.is_between_rounds);
  const text = own === null ? "A pit supervisor has yet to put this terminal at the table."
    : status.name === "HELD" ? `The game is held: ${state.held.replace(/\.+$/, "")}. Your bets stay.`
    : now.returned !== "" && !status.takesBets ? now.returned
    : state.void !== null ? `Game ${state.void} is void and does not count. ${sumOf(own.bets) > 0 ? `Your ${now.money(sumOf(own.bets))} comes back when a supervisor refunds it.` : ""}`
    : performance.now() < now.closedUntil && state.phase === "closed" ? "No more bets"
    : isEmpty ? now.noCredits : "";
  say(band, text);
  band.hidden = text === "";
  band.classList.toggle("is-attention", status.name === "HELD" || status.name === "VOID");
}

/** Show the chips on the cloth and the list of bets, what is on its way among them. @param {Now} now */
export function drawBets(now) {
  const { status, isRevealed } = now;
  const own = now.own;
  const { betList, betCount, betNote, tabs } = now.ui;
  const pending = now.bets.pending;
  const nameOf = (bet) => now.cloth.spots.get(bet)?.name ?? bet;
  const paid = status.isOver && own?.paid?.game === now.state.round ? own.paid.bets : null;
  const laid = paid === null ? Object.entries(own?.bets ?? {}) : paid.map((bet) => [bet.bet, bet.stake_minor]);
  const lying = laid.map(([bet, minor]) => {
    const end = paid?.find((one) => one.bet === bet);
    return { bet, key: bet, ...now.look(minor), state: end && isRevealed ? (end.is_won ? "won" : "lost") : undefined };
  });
  for (const [bet, minor] of Object.entries(pending)) lying.push({ bet, key: `sent ${bet}`, ...now.look((own?.bets[bet] ?? 0) + minor), pending: true, state: undefined });
  now.cloth.lay(lying.filter((one) => one.pending || !(one.bet in pending)));
  const sent = now.bets.isChecked ? "being checked" : "being sent";
  const rows = [...laid.map(([bet, minor]) => ({ key: bet, text: nameOf(bet), minor, bet, isSent: false })), ...Object.entries(pending).map(([bet, minor]) => ({ key: `sent ${bet}`, text: `${nameOf(bet)}, ${sent}`, minor, bet, isSent: true }))].sort((a, b) => Number(b.isSent) - Number(a.isSent) || b.minor - a.minor);
  keyed(betList, rows, ({ key, minor }) => `${key} ${minor}`, ({ minor, isSent }) => el("li", { class: isSent ? "muted" : "" }, chipPicture({ size: 24, ...now.look(minor), text: "", pending: isSent }), el("span", { class: "bet-name" }), el("strong", { class: "money" }, now.money(minor))), (node, { text }) => node.querySelector(".bet-name").textContent !== text && fill(node.querySelector(".bet-name"), unbroken(text)));
  say(betCount, laid.length > 0 ? String(laid.length) : "");
  betNote.hidden = rows.length > 0;
  say(betNote, status.takesBets ? "None yet. Touch a chip, then a place of the layout." : "None in this game.");
  say(tabs.querySelector("[data-tab=bets]"), laid.length > 0 ? `Your bets ${laid.length}` : "Your bets");
}

/** Show what each button would do and cost, and why it cannot be pressed. @param {Now} now */
export function drawButtons(now) {
  const { status } = now;
  const { buttons, waits, row } = now.ui;
  const own = now.own;
  const isOpen = now.isBetting;
  const bets = own?.bets ?? {};
  const credit = own?.credits_minor ?? 0;
  const set = (name, cost, isOn) => {
    say(buttons[name].cost, cost);
    buttons[name].node.disabled = !isOn;
  };
  const needs = (cost, none) => (cost === 0 ? [none, false] : cost > credit ? [`needs ${now.money(cost)}, you have ${now.money(credit)}`, false] : [`adds ${now.money(cost)}`, true]);
  const undone = Object.entries(own?.undoes ?? {});
  const back = -undone.reduce((sum, [, change]) => sum + change, 0);
  const [first] = undone;
  const what = undone.length === 0 ? "nothing yet" : undone.length === 1 ? `${now.cloth.spots.get(first[0])?.name ?? ""}, ${now.money(Math.abs(back))}` : `${undone.length} bets, ${now.money(Math.abs(back))}`;
  set("undo", what, isOpen && undone.length > 0);
  const staked = sumOf(bets);
  set("clear", staked === 0 ? "no bets" : `takes ${now.money(staked)} back`, isOpen && staked > 0);
  const [rebet, mayRebet] = needs(sumOf(own?.last_game ?? {}), "no game before");
  set("recall", rebet, isOpen && mayRebet);
  const [double, mayDouble] = needs(staked, "no bets");
  set("double", double, isOpen && mayDouble);
  set("favourites", `${now.favourites.count} saved`, own !== null);
  const isFree = now.isLive && own !== null && own.is_verified && own.cash_out === null && (now.state.is_between_rounds || status.takesBets);
  set("cash", credit === 0 ? "no credit" : isFree ? now.money(credit) : own?.cash_out ? "under way" : "after this game", isFree && credit > 0);
  set("more", "", own !== null);
  row.classList.toggle("is-waiting", status.isOver);
  waits.hidden = !status.isOver;
  say(waits, `Bets open again when ${now.dealer} lifts the dolly.`);
}
