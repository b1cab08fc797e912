// What is done seldom at an automatic table: hold, void, a supervisor's ruling, and everything else that is offered.

import { actForm } from "./act-form.js";
import { part, post } from "./api.js";
import { secondForm } from "./base/approvals.js";
import { shownPasskey } from "./base/passkey.js";
import { refusalOf } from "./base/refusal.js";
import { openSheet } from "./base/sheet.js";
import { actInWords, announce, cap, el, fill, say, words } from "./dom.js";
import { newKey } from "./live.js";
import { offerOf } from "./offers.js";
import { pocketBox } from "./parts/pad.js";

const VOID = "automatic.void_game/1";
const HOLD = "automatic.hold_game/1";
const RULE = "automatic.rule_number/1";
const REASONS = ["The sensor is silent.", "Something touched ball or wheel.", "A terminal does not answer.", "A player objects."];
/** Acts that have a place of their own on the console. */
const PLACED = new Set([
  "automatic.start_game/1", "automatic.spin_ball/1", "automatic.confirm_number/1", "automatic.count_buy_in/1", "automatic.confirm_buy_in/1", "automatic.drop_buy_in/1",
  "automatic.select_cash_out/1", "automatic.count_out_chips/1", "automatic.confirm_cash_out/1", "automatic.deliver_chips/1", "automatic.extend_clock/1", "automatic.refund_game/1",
  "table.inspect_equipment/1", "table.open/1", VOID, HOLD, RULE,
]);

const textField = (text, properties = {}) => {
  const input = el("input", { autocomplete: "off", ...properties });
  return { input, node: el("label", { class: "field" }, text, input) };
};

/** One of several, as large buttons: `chosen` is called with the value. */
function choice(label, options, chosen) {
  const node = el("div", { class: "choice", role: "group", "aria-label": label });
  for (const { value, text, note } of options) {
    node.append(el("button", { type: "button", "aria-pressed": "false", onclick: ({ currentTarget }) => {
      for (const other of node.children) other.setAttribute("aria-pressed", String(other === currentTarget));
      chosen(value);
    } }, el("span", {}, text), note && el("small", {}, note)));
  }
  return node;
}

/** Hold the game, with a reason. */
export function holdSheet(console) {
  const reason = textField("Why", { required: true });
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  const quick = el("div", { class: "choice" }, REASONS.map((text) => el("button", { type: "button", onclick: () => { reason.input.value = text; } }, text)));
  openSheet({ title: `Hold game ${console.state.round}`, body: [el("p", { class: "muted small" }, `Every terminal is frozen until a ruling; the bets stay. ${console.clause("hold")}`), quick, reason.node, trouble], actions: [{ text: "Hold the game", kind: "main next", does: async () => {
    if (reason.input.value.trim() === "") {
      fill(trouble, "Say why.");
      return false;
    }
    return done(await console.live.command(console.stream, { type: HOLD, reason: reason.input.value.trim() }), trouble);
  } }] });
}

/** Tell in the sheet why not; true closes it. */
function done(answer, trouble) {
  const refused = refusalOf(answer);
  if (refused === null) return true;
  fill(trouble, `${refused.reason}.${refused.clause ? ` [${refused.clause}]` : ""}`);
  return false;
}

/** Void the game in play, or one that was settled: which, why, and who confirms it. */
export function voidSheet(console, { onlyAlone = false } = {}) {
  const { state } = console;
  const offers = console.offers.filter((offer) => offer.act === VOID && (!onlyAlone || offer.alone));
  const games = [...new Set(offers.flatMap((offer) => offer.fields.game?.values ?? [null]).map((game) => game ?? state.round))].sort((a, b) => b - a);
  const isInPlay = (game) => game === state.round && !state.is_between_rounds;
  let game = games[0];
  let cause = null;
  const note = textField("What was seen (may be left out)");
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  const who = el("p", { class: "muted small" });
  const causes = el("div", {});
  const offer = () => (cause === null ? undefined : offerOf(offers, { type: VOID, game, cause }));
  const tell = () => {
    const found = offer();
    say(who, found === undefined ? "" : found.alone ? "You do this alone." : `A second person confirms it: ${found.confirm.map(words).join(", ")}.`);
  };
  const listCauses = () => {
    cause = null;
    const found = [...new Set(offers.filter((one) => (one.fields.game?.values ?? [null]).map((value) => value ?? state.round).includes(game)).flatMap((one) => one.fields.cause.values))];
    fill(causes, choice("Why", found.map((value) => ({ value, text: words(value), note: console.clause(`void_${value}`) })), (value) => {
      cause = value;
      tell();
    }));
    tell();
  };
  const label = (one) => (isInPlay(one) ? `Game ${one}, in play` : `Game ${one}, settled ${state.results.find((entry) => entry.game === one)?.pocket ?? ""}`);
  const which = games.length > 1 ? choice("Which game", games.slice(0, 6).map((value) => ({ value, text: label(value) })), (value) => {
    game = value;
    listCauses();
  }) : el("p", {}, el("strong", {}, games.length === 1 ? label(game) : "No game can be voided now."));
  which.firstElementChild?.setAttribute("aria-pressed", "true");
  listCauses();
  openSheet({ title: onlyAlone ? "No spin" : "Void a game", wide: true, body: [which, causes, note.node, who, trouble], actions: games.length === 0 ? [] : [{ text: onlyAlone ? "Call no spin" : "Void it", kind: "danger next", does: async () => {
    const found = offer();
    if (found === undefined) {
      fill(trouble, "Choose why.");
      return false;
    }
    const act = { type: VOID, cause, ...(isInPlay(game) ? {} : { game }), ...(note.input.value.trim() ? { note: note.input.value.trim() } : {}) };
    return asked(console, act, found, `Void game ${game}`, trouble);
  } }] });
}

/** Do an act of a sheet; where it waits, the sheet of the second person takes its place. */
async function asked(console, act, offer, title, trouble) {
  // This sheet goes first: the next one comes over the page and not over it.
  const open = document.querySelector("dialog[open]");
  const answer = offer.alone ? await console.live.command(console.stream, act) : null;
  if (answer !== null) return done(answer, trouble);
  if (open instanceof HTMLDialogElement) open.close();
  await console.send(act, offer, title);
  return true;
}

/**
 * Let a supervisor rule, at the dealer's console with name and password or a passkey, or at a page of their own: which number counts.
 * @param {any} console
 * @param {{ act?: any, title?: string, button?: string }} [other] another act of a supervisor that is done the same way
 */
export function rulingSheet(console, { act: other, title, button } = {}) {
  const { state } = console;
  const own = other ? undefined : console.may({ type: RULE });
  const seen = state.disputed ?? /saw (\d+)/.exec(state.held ?? "")?.[1] ?? state.sensed;
  let pocket = seen;
  const turns = textField("Turns of the ball", { type: "number", min: 0, value: String(state.sensed_turns ?? state.turns_min) });
  const reason = textField("What was looked at", { required: true, value: "Both looked at the wheel." });
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  const value = (name, found) => el("div", { class: "value" }, el("span", { class: "muted small" }, name), found === null || found === undefined ? el("strong", { class: "huge" }, "–") : pocketBox(found, console.layout.colours[found], "is-large"));
  const isFixed = state.disputed !== null;
  const numbers = el("select", { "aria-label": "The number", onchange: () => { pocket = numbers.value; } }, console.layout.order.map((one) => el("option", { value: one, selected: one === seen }, one)));
  const act = () => other ?? { type: RULE, pocket, revolutions: Number(turns.input.value), reason: reason.input.value };
  const body = other ? [] : [el("div", { class: "values" }, value("Dealer", seen), value("Sensor", state.sensed)), el("p", { class: "small muted" }, `${cap(state.held ?? "")}. What the dealer confirmed counts, or the game is void. ${console.clause("hold")}`), !isFixed && el("label", { class: "field" }, "The number that counts", numbers), turns.node, reason.node];
  const text = button ?? (isFixed ? `${pocket} counts` : "It counts");
  const voiding = other ? [] : [{ text: "Void the game", does: () => setTimeout(() => voidSheet(console)) }];
  if (own !== undefined) {
    openSheet({ title: "Supervisor's ruling", body: [body, trouble], actions: [...voiding, { text, kind: "main next", does: () => asked(console, act(), own, `Game ${state.round}: ${pocket}`, trouble) }] });
    return;
  }
  const here = `${part(console.stream, "commands")}/here`;
  const rule = async (path, key, given) => {
    try {
      if (done(await post(path, { ...(await given()), key, act: act() }), trouble)) {
        announce(`${text}: done.`);
        sheet.close();
      }
    } catch (error) {
      form.password.value = "";
      fill(trouble, `${error.message}.`);
    }
  };
  const form = secondForm(text, () => {
    const key = newKey();
    rule(`${here}/passkey`, key, () => shownPasskey("second", `${console.stream}/${key}`));
  });
  const sheet = openSheet({ title: title ?? "Supervisor's ruling", body: [body, el("h3", {}, "The supervisor, here"), form, trouble], actions: voiding });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    rule(here, newKey(), () => Object.fromEntries(new FormData(form)));
  });
}

/** Everything else that is offered, each as a button; what needs words or numbers asks for them. */
export function moreSheet(console) {
  const others = new Map();
  for (const offer of console.offers) if (!PLACED.has(offer.act)) others.set(offer.act, [...(others.get(offer.act) ?? []), offer]);
  const go = (does) => () => {
    sheet.close();
    setTimeout(does);
  };
  const buttons = [
    console.offers.some((offer) => offer.act === VOID) && el("button", { type: "button", onclick: go(() => voidSheet(console)) }, "Void a game…", el("small", {}, "with its reason, and who confirms it")),
    console.may({ type: HOLD }) && el("button", { type: "button", onclick: go(() => holdSheet(console)) }, "Hold the game…"),
    ...[...others].map(([tag, offers]) => el("button", { type: "button", onclick: go(() => formSheet(console, tag, offers)) }, `${actInWords(tag)}…`)),
  ].filter(Boolean);
  const sheet = openSheet({ title: "More", body: buttons.length > 0 ? el("div", { class: "choice" }, buttons) : el("p", { class: "empty" }, "Nothing else, in your role and at this moment."), actions: [{ text: "Staff page", does: () => location.assign(`/staff?table=${encodeURIComponent(console.stream)}`) }] });
}

async function formSheet(console, tag, offers) {
  const body = el("div", {});
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  const sheet = openSheet({ title: actInWords(tag), body: [body, trouble] });
  await actForm(body, console.stream, tag, offers, { currency: console.state.currency }, async (act, second) => {
    const offer = offerOf(offers, act) ?? offers[0];
    if (second) {
      sheet.close();
      await console.send(act, { ...offer, alone: false }, actInWords(tag));
    } else if (done(await console.live.command(console.stream, act), trouble)) sheet.close();
  });
}
