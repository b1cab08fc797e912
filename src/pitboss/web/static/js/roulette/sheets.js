// The sheets of a roulette console: chips, incidents, and everything rare. Each ends in one act.

import { openSheet } from "../base/sheet.js";
import { actInWords, el, fill, minorOf, plainMoney, say } from "../dom.js";
import { offerOf } from "../offers.js";
import { chipPicture } from "../parts/chip.js";
import { NumberPad } from "./number-pad.js";

/**
 * What the sheets need of the console that opens them.
 * @typedef {{ names: import("./names.js").Names, state: any, offers: any[], stream: string, pockets: string[], colours: Record<string, string>,
 *   may: (act: string) => boolean, do: (act: any, options?: { place?: any, says?: string, title?: string, closes?: () => void }) => Promise<boolean> }} Desk
 */

const SETS = [20, 40, 60, 100];
const TIMES = [1, 2, 5, 10];
let count = 0;

/** Make a labelled field. @param {string} text @param {HTMLElement} control @param {string} [hint] */
function field(text, control, hint = "") {
  control.id = `sheet-field-${(count += 1)}`;
  return el("div", { class: "field" }, el("label", { for: control.id }, text), hint && el("span", { class: "hint" }, hint), control);
}

/** Make a row of buttons of which one is chosen. */
function choices(legend, options, chosen, onChoose) {
  const group = el("div", { class: "row", role: "group", "aria-label": legend }, options.map(({ value, text, picture }) => el("button", { type: "button", "aria-pressed": String(value === chosen), class: picture ? "with-picture" : "", onclick: (event) => {
    for (const one of group.children) one.setAttribute("aria-pressed", String(one === event.currentTarget));
    onChoose(value);
  } }, picture, text)));
  return el("div", { class: "field" }, el("span", { class: "label", "aria-hidden": "true" }, legend), group);
}

/** Say the first fault of what was typed; return whether there is one. @param {Element} note @param {[boolean, string][]} faults whether it is there, and what to say */
function isWrong(note, faults) {
  const found = faults.find(([isSo]) => isSo);
  if (found) say(note, found[1]);
  return found !== undefined;
}

const isCount = (input) => /^[1-9]\d*$/.test(input.value);
const isAmount = (input, currency) => minorOf(input.value, currency) > 0;
const AMOUNT = (currency) => `Enter an amount such as ${plainMoney(2500, currency)}.`;
const COUNT = "Enter how many chips, 1 or more.";

/** Everybody who is known at the table. @param {Desk} desk */
function known(desk) {
  const { state } = desk;
  return [...new Set([...(state.waiting ?? []), ...Object.values(state.colours).map((one) => one.player), ...Object.keys(state.wagers)])];
}

/** A field for a player: those who are known as buttons, anybody by name. @param {Desk} desk @param {string[]} players @param {string} first @param {(player: string) => void} [changed] */
function playerField(desk, players, first, changed = () => {}) {
  const input = /** @type {HTMLInputElement} */ (el("input", { autocomplete: "off", required: true, maxlength: 40, value: first === "" ? "" : desk.names.player(first) }));
  let machine = first !== "" && desk.names.player(first) !== first ? first : null;
  const set = (player) => {
    machine = desk.names.player(player) === player ? null : player;
    input.value = desk.names.player(player);
    changed(player);
  };
  input.addEventListener("input", () => {
    machine = null;
    changed(input.value.trim());
  });
  const row = players.length > 0 && el("div", { class: "row" }, players.map((player) => el("button", { type: "button", onclick: () => set(player) }, desk.names.player(player), state(desk, player))));
  return { node: el("div", {}, row, field("Player", input)), read: () => machine ?? input.value.trim(), input };
}

const state = (desk, player) => (desk.state.waiting?.includes(player) ? el("small", {}, "waits for a colour") : null);

/** Sell a colour, or more of it. @param {Desk} desk @param {string} [player] */
export function giveColour(desk, player = "") {
  const { names } = desk;
  const { free_colours: free, colours, house } = desk.state;
  const ownOf = (who) => Object.entries(colours).find(([, one]) => one.player === who);
  const least = house.table_minimum_minor;
  const chosen = { colour: "", value: least, count: SETS[0], paid: "cash" };
  const value = /** @type {HTMLInputElement} */ (el("input", { inputmode: "decimal", autocomplete: "off", required: true, value: plainMoney(least, names.currency) }));
  const number = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: 1, max: 1000, required: true, value: SETS[0] }));
  const marker = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox" }));
  const note = el("p", { class: "small muted", role: "status" });
  const colourBox = el("div");
  const pick = (colour) => {
    chosen.colour = colour;
    if (colours[colour]) value.value = plainMoney(colours[colour].value_minor, names.currency);
    tell();
  };
  const offerColours = (name) => {
    const own = ownOf(name)?.[0];
    const options = [...(own ? [own] : []), ...free].map((colour) => ({ value: colour, text: colour === own ? `more ${colour}` : colour, picture: chipPicture({ size: 32, face: names.face(`colour:${colour}`), text: "" }) }));
    const first = options[0]?.value ?? "";
    fill(colourBox, options.length === 0 ? el("p", {}, "No colour is free: somebody has to change theirs back first.") : choices("Colour", options, first, pick));
    pick(first);
  };
  const who = playerField(desk, (desk.state.waiting ?? []).filter((one) => !ownOf(one)), player, offerColours);
  const act = () => {
    const minor = minorOf(value.value, names.currency);
    const base = { type: "roulette.issue_colour/1", player: who.read(), colour: chosen.colour, value_minor: minor };
    const offer = offerOf(desk.offers, base);
    const authorised = offer?.fields.is_value_authorised?.values?.includes(true) ? { is_value_authorised: true } : {};
    return { ...base, count: Number(number.value), paid_with: chosen.paid, has_marker: marker.checked, ...authorised };
  };
  const tell = () => {
    const minor = minorOf(value.value, names.currency);
    marker.checked = house.clauses.marker !== undefined && minor > least;
    const sum = Number.isNaN(minor) ? "" : `${number.value} chips at ${names.money(minor)} = ${names.money(minor * Number(number.value))}. `;
    const offer = offerOf(desk.offers, act());
    const second = offer?.alone === false ? `A second person must confirm it: ${offer.confirm.map((role) => role.replaceAll("_", " ")).join(" or ")}. ` : "";
    say(note, `${sum}${second}${house.clauses.colours}`);
  };
  value.addEventListener("input", tell);
  number.addEventListener("input", tell);
  const values = choices("Value of one chip", TIMES.map((times) => ({ value: least * times, text: names.money(least * times) })), least, (minor) => {
    value.value = plainMoney(minor, names.currency);
    tell();
  });
  const sets = choices("How many", SETS.map((many) => ({ value: many, text: String(many) })), SETS[0], (many) => {
    number.value = String(many);
    tell();
  });
  const paid = choices("Paid with", [{ value: "cash", text: "Cash" }, { value: "value", text: "Value chips" }], "cash", (how) => {
    chosen.paid = how;
  });
  offerColours(player);
  const { node } = openSheet({
    title: "Give a colour",
    className: "give-colour",
    body: el("div", {}, who.node, colourBox, values, field(`Value, ${names.currency}`, value), sets, field("Chips", number), paid,
      house.clauses.marker !== undefined && el("label", { class: "check" }, marker, ` A marker button shows the value, ${house.clauses.marker}`), note),
    actions: [{ text: "Give the chips", kind: "main", does: () => !isWrong(note, [[who.read() === "" || chosen.colour === "", "Name the player and choose a colour."], [!isAmount(value, names.currency), AMOUNT(names.currency)], [!isCount(number), COUNT]]) && desk.do(act(), { place: node, says: `${names.player(who.read())} has ${number.value} ${chosen.colour} chips.`, title: `A further colour for ${names.player(who.read())}`, closes: () => node.close() }) }],
  });
  if (player === "") who.input.focus();
}

/** Change colour chips back into value chips. @param {Desk} desk @param {string} [colour] */
export function colourBack(desk, colour = "") {
  const { names, state: now } = desk;
  const held = Object.entries(now.held ?? {}).filter(([, many]) => many > 0);
  let chosen = colour || (held[0]?.[0] ?? "");
  const number = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: 1, max: 1000, required: true }));
  const note = el("p", { class: "small muted", role: "status" });
  const tell = () => {
    const set = now.colours[chosen];
    if (set) say(note, `${names.money(set.value_minor * Number(number.value))} in value chips for ${names.player(set.player)}. ${now.house.clauses.colours}`);
  };
  const choose = (one) => {
    chosen = one;
    number.max = String(now.held[one]);
    number.value = String(now.held[one]);
    tell();
  };
  number.addEventListener("input", tell);
  const picked = choices("Colour", held.map(([one, many]) => ({ value: one, text: `${names.player(now.colours[one].player)}, ${one}, ${many}`, picture: chipPicture({ size: 32, face: names.face(`colour:${one}`), text: names.letter(now.colours[one].player) }) })), chosen, choose);
  if (chosen !== "") choose(chosen);
  const { node } = openSheet({
    title: "Colour back to value",
    body: held.length === 0 ? el("p", {}, "Nobody holds colour chips in hand.") : el("div", {}, picked, field("Chips", number), note),
    actions: held.length === 0 ? [] : [{ text: "Change them", kind: "main", does: () => !isWrong(note, [[!isCount(number), COUNT]]) && desk.do({ type: "roulette.redeem_colour/1", player: now.colours[chosen].player, colour: chosen, count: Number(number.value) }, { place: node, says: "Changed into value chips." }) }],
  });
}

/** Call a spin off, by the causes of the house. @param {Desk} desk */
export function noSpin(desk) {
  const offered = desk.offers.filter((offer) => offer.act === "roulette.call_no_spin/1").flatMap((offer) => offer.fields.cause?.values ?? []);
  const lifted = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox" }));
  const causes = desk.state.house.no_spin.filter((one) => offered.includes(one.cause));
  const list = el("div", { class: "cause-list" }, causes.map((one) => el("button", { type: "button", class: "cause", onclick: async (event) => {
    if (await desk.do({ type: "roulette.call_no_spin/1", cause: one.cause, is_ball_lifted: lifted.checked }, { place: event.currentTarget, says: `No spin: ${one.words}.` })) sheet.close();
  } }, el("span", {}, upper(one.words)), el("small", {}, one.clause))));
  const sheet = openSheet({ title: "No spin: why?", body: el("div", {}, el("p", { class: "small muted" }, "Every wager is void and goes back, whatever the ball does."), el("label", { class: "check" }, lifted, " The ball was lifted before it came to rest"), list) });
}

/** Put another number in the place of the one that was entered, with a second person. @param {Desk} desk */
export function correctNumber(desk) {
  const pad = new NumberPad(desk.pockets.filter((pocket) => pocket !== desk.state.pocket), desk.colours, 0, false);
  const reason = /** @type {HTMLInputElement} */ (el("input", { autocomplete: "off", required: true, maxlength: 200 }));
  const note = el("p", { class: "small muted", role: "status" }, `Entered is ${desk.state.pocket}. A floorperson, an inspector or above confirms the correction.`);
  const { node } = openSheet({
    title: "Correct the number",
    body: el("div", {}, pad.node, field("What was wrong", reason), note),
    actions: [{ text: "Ask for the correction", kind: "main", does: () => {
      if (pad.chosen === null || reason.value.trim() === "") {
        say(note, "Choose the number in which the ball lies, and say what was wrong.");
        return false;
      }
      return desk.do({ type: "roulette.correct_number/1", pocket: pad.chosen, reason: reason.value.trim() }, { place: node, title: `Correct ${desk.state.pocket} to ${pad.chosen}`, closes: () => node.close() });
    } }],
  });
}

/** Sell value chips for cash. @param {Desk} desk */
export function buyValue(desk) {
  const who = playerField(desk, known(desk), "");
  const { currency } = desk.names;
  const amount = /** @type {HTMLInputElement} */ (el("input", { inputmode: "decimal", autocomplete: "off", required: true }));
  const note = el("p", { class: "small muted", role: "status" });
  const { node } = openSheet({
    title: "Value chips for cash",
    body: el("div", {}, who.node, field(`Amount, ${currency}`, amount), note),
    actions: [{ text: "Sell the chips", kind: "main", does: () => !isWrong(note, [[who.read() === "", "Name the player."], [!isAmount(amount, currency), AMOUNT(currency)]]) && desk.do({ type: "table.buy_value_chips/1", player: who.read(), amount_minor: minorOf(amount.value, currency) }, { place: node, says: "Sold." }) }],
  });
}

/** Ask whose value chips are to be laid. @param {Desk} desk @param {(player: string) => void} take */
export function whoseValue(desk, take) {
  const who = playerField(desk, known(desk), "");
  openSheet({ title: "Whose value chips?", body: who.node, actions: [{ text: "Lay them", kind: "main", does: () => (who.read() === "" ? false : take(who.read())) }] });
}

/** Show the wagers of the table, or of one place, with what can be done about each. @param {Desk} desk @param {string} title @param {import("./laid.js").Pile[]} piles */
export function wagers(desk, title, piles) {
  const { names } = desk;
  const line = (pile) => {
    const named = `${names.player(pile.player)}'s ${names.bet(pile.bet)}`;
    const about = { player: pile.player, bet: pile.bet, source: pile.source };
    const isQuestioned = desk.state.questioned.some((one) => one.player === pile.player && one.bet === pile.bet && one.source === pile.source);
    const button = (text, does) => el("button", { type: "button", "aria-label": `${text}: ${named}, ${names.amount(pile.source, pile.minor)}`, onclick: does }, text);
    const offered = (tag) => offerOf(desk.offers, { type: tag, ...about }) !== undefined;
    const done = async (event, act, says) => (await desk.do(act, { place: event.currentTarget, says })) && sheet.close();
    return el("li", { class: "wager" }, chipPicture({ size: 40, face: names.face(pile.source), text: names.letter(pile.player) }),
      el("span", { class: "pay-what" }, el("strong", {}, names.bet(pile.bet)), el("span", { class: "small" }, `${names.player(pile.player)}, ${names.amount(pile.source, pile.minor)}, ${names.money(pile.minor)}`), isQuestioned && el("span", { class: "small amber" }, "in question")),
      el("span", { class: "row" },
        offered("roulette.question_position/1") && button("Question it", (event) => done(event, { type: "roulette.question_position/1", ...about }, `${named} is in question.`)),
        desk.may("roulette.remove_wager/1") && button("Take back", (event) => done(event, { type: "roulette.remove_wager/1", ...about, stake_minor: pile.minor }, `${named}: taken back.`)),
        offered("roulette.find_foreign_chips/1") && button("Another table's", () => (sheet.close(), foreign(desk, about, named))),
        offered("roulette.refuse_foreign_payment/1") && button("Refuse payment", (event) => done(event, { type: "roulette.refuse_foreign_payment/1", ...about }, "It will not be paid.")),
        desk.may("dispute.raise/1") && button("Dispute", () => (sheet.close(), dispute(desk, pile.player, pile.bet)))));
  };
  const sheet = openSheet({ title, wide: true, body: piles.length === 0 ? el("p", {}, "No chip lies there.") : el("ul", { class: "wager-list" }, piles.map(line)) });
}

/** Say that chips are another table's. */
function foreign(desk, about, named) {
  const origin = /** @type {HTMLInputElement} */ (el("input", { autocomplete: "off", required: true, maxlength: 40 }));
  const worth = /** @type {HTMLInputElement} */ (el("input", { inputmode: "decimal", autocomplete: "off", required: true }));
  const { currency } = desk.names;
  const note = el("p", { class: "small muted", role: "status" }, `They count at their worth there, ${desk.state.house.clauses.foreign}.`);
  const { node } = openSheet({
    title: `${named}: another table's chips`,
    body: el("div", {}, field("Which table's", origin), field(`What they are worth there, ${currency}`, worth), note),
    actions: [{ text: "Count them so", kind: "main", does: () => !isWrong(note, [[origin.value.trim() === "", "Say which table's chips they are."], [!isAmount(worth, currency), AMOUNT(currency)]]) && desk.do({ type: "roulette.find_foreign_chips/1", ...about, origin_table: origin.value.trim(), worth_minor: minorOf(worth.value, currency) }, { place: node, says: "They count at their worth." }) }],
  });
}

/** Note that a player disputes something. @param {Desk} desk @param {string} [player] @param {string} [bet] */
export function dispute(desk, player = "", bet = "") {
  const who = playerField(desk, known(desk), player);
  const about = el("textarea", { rows: 3, required: true, maxlength: 200 });
  const note = el("p", { class: "small muted", role: "status" }, bet === "" ? "" : "Nothing is collected or paid until it is decided.");
  const { node } = openSheet({
    title: bet === "" ? "A dispute" : `A dispute about ${desk.names.bet(bet)}`,
    body: el("div", {}, who.node, field("What is in dispute", about), note),
    actions: [{ text: "Call an inspector", kind: "main", does: () => !isWrong(note, [[who.read() === "", "Name the player."], [about.value.trim() === "", "Say what is in dispute."]]) && desk.do({ type: "dispute.raise/1", player: who.read(), about: about.value.trim(), ...(bet === "" ? {} : { bet }) }, { place: node, says: "The dispute is noted." }) }],
  });
}

/** What is done seldom: a button for every act that is offered and has no place of its own. @param {Desk} desk @param {{ tag: string, text: string, does?: () => void }[]} acts */
export function more(desk, acts) {
  const sheet = openSheet({
    title: "More",
    body: acts.length === 0 ? el("p", {}, "Nothing else can be done at this moment.")
      : el("div", { class: "more-list" }, acts.map((one) => el("button", { type: "button", onclick: () => {
        sheet.close();
        if (one.does) one.does();
        else rare(desk, one.tag, one.text);
      } }, one.text))),
  });
}

/** A plain form for an act that has none of its own. */
async function rare(desk, tag, title) {
  const body = el("div");
  const sheet = openSheet({ title, body });
  const context = { currency: desk.names.currency, named: (name, value) => (typeof value === "string" ? desk.names.plain(name === "player" ? desk.names.player(value) : ["bet", "decided"].includes(name) ? desk.names.bet(value) : value) : null) };
  try {
    // A form for whatever is offered is long, and seldom needed.
    const { actForm } = await import("../act-form.js");
    await actForm(body, desk.stream, tag, desk.offers.filter((offer) => offer.act === tag), context, async (act) => {
      if (await desk.do(act, { place: sheet.node, title, closes: () => sheet.close(), says: `${actInWords(tag)}: done.` })) sheet.close();
    });
  } catch (error) {
    fill(body, el("p", { class: "note is-bad", role: "alert" }, `${error.message}.`));
  }
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
