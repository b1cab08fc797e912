// What the pit does at a table, by what it is about; and the limits of the next round with what they allow.

import { read } from "./api.js";
import { refusalOf } from "./base/refusal.js";
import { openSheet } from "./base/sheet.js";
import { cap, clockTime, el, fill, minorOf, money, plainMoney, say, shortMoney } from "./dom.js";
import { offersOf, openOffered } from "./parts/acts.js";

/** @typedef {import("./pit-desk.js").PitDesk} Desk */

const SET = "table.set_limit/1";
const GROUPS = {
  rounds: ["Rounds and payments", /void_game|void_round|no_spin|abandon_round|call_off|abandon_session|correct|add_wager|mispayment|payable|receivable|refund|hold_game|suspend|resume|rule_|extend_clock/],
  rack: ["Rack, fills and credits", /fill|credit\/|slip|inventory|drop_box|count_box|marker|tip|colour/],
  staff: ["Staff and players", /relieve|mucker|bar_player|limit_player|lift_bar|lock_terminal|switch/],
};
const NICE = [1, 2, 5];
/** How far the slider goes, in times what is in force; more is typed. */
const FARTHEST = 20;

/** Return what some records of a table were, by version: settlements, sales and corrections. */
async function recordsOf(stream) {
  const found = await Promise.all(["handle", "drop", "win"].map((figure) => read(`/api/pit/${encodeURIComponent(stream)}/events?figure=${figure}`).catch(() => ({ events: [] }))));
  return new Map(found.flatMap(({ events }) => events).map((one) => [one.version, `${one.text.split("\n")[0].replace(/[.:]$/, "")}, ${clockTime(one.at)}`]));
}

/** Open what can be done at a table of one group. @param {Desk} desk @param {any} table @param {string} group */
export async function openGroup(desk, table, group) {
  const [title, picked] = GROUPS[group];
  const records = group === "rounds" ? await recordsOf(table.stream) : new Map();
  const named = (field, value) => (field === "corrects" ? records.get(value) : field === "dispute" ? (value === 0 ? "none" : `dispute ${value}`) : null);
  return openOffered({
    approvals: desk.approvals, stream: table.stream, currency: table.currency, title: `${title}, ${table.name}`,
    picks: (tag) => picked.test(tag) && !tag.startsWith("dispute."),
    above: group === "rack" && el("p", { class: "small" }, table.float_minor === null ? "The rack is not kept by counts and slips yet." : `In the tray must lie ${money(table.float_minor, table.currency)}.`, " ", el("a", { href: `/table/${encodeURIComponent(table.stream)}` }, "Slips and papers of the table")),
    context: { named },
    done: () => desk.look(),
  });
}

/** Return round amounts within bounds, smallest first: the steps of a slider. */
function steps(low, most, now) {
  const high = Math.min(most, now * FARTHEST);
  const found = new Set([low, now]);
  for (let power = 1; power <= high; power *= 10) for (const nice of NICE) if (nice * power >= low && nice * power <= high) found.add(nice * power);
  found.add(high);
  return [...found].sort((a, b) => a - b);
}

/** Change a limit from the next round on: within the rulebook's bounds, with what one player could then win. @param {Desk} desk @param {any} table */
export async function openLimits(desk, table) {
  const { stream, currency } = table;
  const address = `/api/pit/${encodeURIComponent(stream)}/limits`;
  const body = el("div", { class: "pit-limits" }, el("p", { class: "empty" }, "Looking at the limits…"));
  const sheet = openSheet({ title: `Limits for the next round, ${table.name}`, wide: true, body });
  try {
    const [found, offers] = await Promise.all([read(address), offersOf(stream)]);
    const open = offers.filter((one) => one.act === SET);
    const shown = el("table", {}, el("thead", {}, el("tr", {}, ["Wager", "Least", "Most", "Pays"].map((name, index) => el("th", { scope: "col", class: index > 0 ? "money" : "" }, name)))),
      el("tbody", {}, found.limits.map((one) => el("tr", {}, el("th", { scope: "row" }, cap(one.name)), el("td", { class: "money" }, shortMoney(one.min_minor, currency)), el("td", { class: "money" }, one.max_minor === null ? "none" : shortMoney(one.max_minor, currency)), el("td", { class: "money" }, one.pays === null ? "–" : `${one.pays} to 1`)))));
    const inForce = el("p", {}, exposureSaid("One player can win at most", found.exposure, currency));
    fill(body, inForce, open.length > 0 ? changer(desk, table, found, open, offers, sheet) : el("p", { class: "note" }, "You cannot change limits here now: a pit supervisor does, with a second person, at a table that has limits of its own."), el("details", {}, el("summary", {}, "All limits in force"), shown));
  } catch (error) {
    fill(body, el("p", { class: "empty", role: "alert" }, `${cap(error.message)}.`));
  }
}

function exposureSaid(words, found, currency) {
  return found.amount_minor === null ? `${words} an amount that ${found.why}.` : [`${words} `, el("strong", {}, money(found.amount_minor, currency)), ` by one result (${found.result}).`];
}

/** The form of a change: which wager, which end, the slider and the exact amount, and what follows from it. */
function changer(desk, table, found, open, offers, sheet) {
  const { stream, currency } = table;
  const kinds = [...new Set(open.flatMap((one) => one.fields.kind.values))];
  const nameOf = (kind) => cap(found.limits.find((one) => one.kind === kind)?.name ?? kind.replaceAll("_", " "));
  const kind = /** @type {HTMLSelectElement} */ (el("select", { id: "limit-kind" }, kinds.map((one) => el("option", { value: one }, nameOf(one)))));
  const which = /** @type {HTMLSelectElement} */ (el("select", { id: "limit-which" }, el("option", { value: "max" }, "Most"), el("option", { value: "min" }, "Least")));
  const slider = /** @type {HTMLInputElement} */ (el("input", { id: "limit-slider", type: "range", min: 0, step: 1 }));
  const amount = /** @type {HTMLInputElement} */ (el("input", { id: "limit-amount", inputmode: "decimal", autocomplete: "off" }));
  const bounds = el("p", { class: "muted small" });
  const after = el("p", { class: "pit-exposure", role: "status" });
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  const button = /** @type {HTMLButtonElement} */ (el("button", { class: "main next" }, "Set for the next round"));
  let scale = [1];
  let turn = 0;
  const offer = () => open.find((one) => one.fields.kind.values.includes(kind.value) && one.fields.which.values.includes(which.value));
  const inForce = () => found.limits.find((one) => one.kind === kind.value)?.[`${which.value}_minor`] ?? null;
  const tell = async () => {
    const minor = minorOf(amount.value, currency);
    const domain = offer()?.fields.amount_minor;
    fill(trouble);
    button.disabled = domain === undefined || Number.isNaN(minor) || minor < domain.low || minor > domain.high;
    if (button.disabled) {
      say(after, domain === undefined ? "There is no such limit here." : `Enter an amount from ${money(domain.low, currency)} to ${money(domain.high, currency)}.`);
      return;
    }
    const mine = (turn += 1);
    const query = new URLSearchParams({ kind: kind.value, which: which.value, amount: String(minor) });
    const { changed } = await read(`/api/pit/${encodeURIComponent(stream)}/limits?${query}`);
    if (mine === turn) fill(after, exposureSaid("With it one player can win at most", changed, currency));
  };
  const choose = () => {
    const domain = offer()?.fields.amount_minor;
    const now = inForce();
    if (domain !== undefined) {
      scale = steps(domain.low, domain.high, Math.min(Math.max(now ?? domain.low, domain.low), domain.high));
      slider.max = String(scale.length - 1);
      slider.value = String(scale.indexOf(Math.min(Math.max(now ?? domain.low, domain.low), domain.high)));
      amount.value = plainMoney(scale[Number(slider.value)], currency);
    }
    say(bounds, `${now === null ? "None is set now" : `Now ${money(now, currency)}`}${domain === undefined ? "" : `; the rules leave ${shortMoney(domain.low, currency)} to ${shortMoney(domain.high, currency)}`}.`);
    tell();
  };
  slider.addEventListener("input", () => {
    amount.value = plainMoney(scale[Number(slider.value)], currency);
    slider.setAttribute("aria-valuetext", money(scale[Number(slider.value)], currency));
    tell();
  });
  amount.addEventListener("input", tell);
  kind.addEventListener("change", choose);
  which.addEventListener("change", choose);
  choose();
  const form = el("form", {}, el("div", { class: "pit-limit-row" }, el("div", { class: "field" }, el("label", { for: "limit-kind" }, "Wager"), kind), el("div", { class: "field" }, el("label", { for: "limit-which" }, "Limit"), which), el("div", { class: "field" }, el("label", { for: "limit-amount" }, `Amount, ${currency}`), amount)),
    el("div", { class: "field" }, el("label", { for: "limit-slider" }, "Amount by steps"), slider), bounds, after, trouble, button);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    const act = { type: SET, kind: kind.value, which: which.value, amount_minor: minorOf(amount.value, currency) };
    const answer = await desk.approvals.act(stream, act, offer(), `${nameOf(kind.value)}: ${which.value === "max" ? "at most" : "at least"} ${money(act.amount_minor, currency)}`);
    const refused = refusalOf(answer);
    button.disabled = false;
    if (refused !== null) fill(trouble, `${cap(refused.reason)}.${refused.clause ? ` [${refused.clause}]` : ""}`);
    else {
      sheet.close();
      desk.look();
    }
  });
  return form;
}
