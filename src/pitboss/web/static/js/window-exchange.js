// The exchange of a ticket that won the first half of a twin trifecta, for selections in the second: typed or touched.
//
// Each selection is three runners in order, for one of the winning bets or a part of it. Nothing is paid for it.

import { openSheet } from "./base/sheet.js";
import { refusalOf } from "./base/refusal.js";
import { announce, cap, clockTime, el, fill, minorOf, money, plainMoney } from "./dom.js";
import { saddle } from "./parts/saddle.js";

const PLACES = 3;

/** Return the winning bets with what selections have left of them: the first that has room is taken, as the house does. @param {number[]} stakes @param {{ amount_minor: number }[]} selections */
export function leftOf(stakes, selections) {
  const left = [...stakes];
  for (const { amount_minor } of selections) {
    const row = left.findIndex((stake) => stake >= amount_minor);
    if (row >= 0) left[row] -= amount_minor;
  }
  return left;
}

/**
 * Open the exchange of a scanned ticket.
 * @param {{ live: import("./live.js").Live, terminal: string, followed: import("./base/store.js").Followed, told?: Element, line?: HTMLElement }} screen
 * @param {any} found the ticket as it was scanned
 */
export function openExchange(screen, found) {
  const { track, race, post_time, stakes_minor, runners } = found.exchange;
  const { currency } = screen.followed.state;
  /** @type {{ runners: string[], amount_minor: number }[]} */
  const selections = [];
  const line = /** @type {HTMLInputElement} */ (el("input", { id: "second-half", autocomplete: "off", spellcheck: "false", autocapitalize: "characters", placeholder: "4 1 6" }));
  const each = /** @type {HTMLInputElement} */ (el("input", { id: "second-each", inputmode: "decimal", autocomplete: "off" }));
  const list = el("ol", { class: "window-bets", "aria-label": "Selections" });
  const left = el("p", { class: "muted" });
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  const typed = () => line.value.toUpperCase().split(/[\s,/-]+/).filter(Boolean);
  const clothOf = (no) => runners.find((one) => one.no === no)?.cloth;
  const buttons = el("div", { class: "window-runners", role: "group", "aria-label": `Runners of race ${race}` }, runners.map((one) => el("button", { type: "button", disabled: one.is_out, "data-runner": one.no, onclick: () => {
    const had = typed();
    line.value = (had.includes(one.no) ? had.filter((no) => no !== one.no) : [...had, one.no]).join(" ");
    line.focus();
  } }, saddle(one.no, one.cloth, { isOut: one.is_out }), el("span", { class: "window-name" }, one.name), el("span", { class: "figure window-odds" }, one.is_out ? "SCR" : ""))));
  const draw = () => {
    const rest = leftOf(stakes_minor, selections);
    const sum = rest.reduce((total, one) => total + one, 0);
    fill(list, selections.map((one, place) => el("li", { class: "spread" }, el("span", { class: "row" }, one.runners.map((no) => saddle(no, clothOf(no)))), el("span", { class: "row" }, money(one.amount_minor, currency), el("button", { type: "button", "aria-label": `Remove selection ${place + 1}`, onclick: () => {
      selections.splice(place, 1);
      draw();
    } }, "Remove")))));
    fill(left, sum === 0 ? "The whole first half is exchanged." : `${money(sum, currency)} of the first half is left to be exchanged. Nothing is paid for it.`);
    each.value = plainMoney(Math.max(...rest), currency);
    exchange.disabled = selections.length === 0;

  };
  /** Take what is typed as a selection; say why not where it is none. */
  const take = () => {
    const chosen = typed();
    const amount_minor = minorOf(each.value, currency);
    const wrong = chosen.length !== PLACES || new Set(chosen).size !== PLACES ? "Say three different runners in order, such as 4 1 6." : Number.isNaN(amount_minor) || amount_minor === 0 ? "Enter an amount such as 2.00." : leftOf(stakes_minor, selections).every((one) => one < amount_minor) ? `No winning bet has ${money(amount_minor, currency)} left.` : null;
    fill(trouble, wrong);
    if (wrong !== null) return false;
    selections.push({ runners: chosen, amount_minor });
    line.value = "";
    draw();
    return true;
  };
  let isBusy = false;
  const send = async () => {
    if (isBusy) return;
    isBusy = true;
    const answer = await screen.live.command(found.stream, { type: "tote.exchange_ticket/1", terminal: screen.terminal, ticket: found.ticket, check: found.check, selections }).finally(() => { isBusy = false; });
    const refused = refusalOf(answer);
    if (refused !== null) {
      fill(trouble, `${cap(refused.reason)}. ${refused.clause ? `[${refused.clause}]` : ""}`);
      return;
    }
    sheet.close();
    const said = `Exchanged: ${selections.map((one) => one.runners.join("-")).join(", ")} in race ${race}.`;
    announce(said);
    if (screen.told) fill(screen.told, `${said} `, el("a", { href: `/api/tote/${encodeURIComponent(found.stream)}/papers/${encodeURIComponent(answer.key)}`, target: "_blank", rel: "noopener" }, "Paper"));
    screen.line?.focus();
  };
  const add = /** @type {HTMLButtonElement} */ (el("button", { class: "" }, "Add the selection"));
  const exchange = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "main next", onclick: send }, "Exchange and print"));
  const form = el("form", { class: "window-exchange" }, el("p", {}, `Second half: ${track} race ${race}, post ${clockTime(post_time)}.`), left,
    el("div", { class: "window-two" }, el("div", { class: "field" }, el("label", { for: "second-half" }, "First, second and third"), line), el("div", { class: "field" }, el("label", { for: "second-each" }, "For"), each)), buttons, add, list, trouble, exchange);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // Enter on an empty line is the wish to be done.
    if (typed().length === 0 && selections.length > 0) send();
    else take();
  });
  const sheet = openSheet({ title: "Exchange a twin trifecta", wide: true, body: form });
  draw();
  line.focus();
}
