// The sheets of a card table's console: what a step asks, who sits down, corrections, and what went wrong. Each ends in one act.

import { openSheet } from "../base/sheet.js";
import { actInWords, cap, el, say, words } from "../dom.js";
import { choicesOf, offerOf } from "../offers.js";
import { CardPad, cardText, showCard } from "../parts/card-pad.js";
import { more } from "../roulette/sheets.js";

/**
 * What the sheets need of the console that opens them.
 * @typedef {{ names: import("../roulette/names.js").Names, layout: any, state: any, offers: any[], stream: string, pockets: string[], colours: Record<string, string>,
 *   may: (act: string) => boolean, do: (act: any, options?: { place?: any, says?: string, title?: string, closes?: () => void }) => Promise<any> }} Desk
 */

const SIT = "table.take_seat/1";
const CORRECT = "cards.correct_card/1";
let count = 0;

/** Make a labelled field. @param {string} text @param {HTMLElement} control @param {string} [hint] */
export function field(text, control, hint = "") {
  control.id = `cd-field-${(count += 1)}`;
  return el("div", { class: "field" }, el("label", { for: control.id }, text), hint && el("span", { class: "hint" }, hint), control);
}

/** Make a row of buttons of which one is chosen. @param {string} legend @param {any[]} values @param {any} chosen @param {(value: any) => void} onChoose */
export function choices(legend, values, chosen, onChoose) {
  const group = el("div", { class: "row", role: "group", "aria-label": legend }, values.map((value) => el("button", { type: "button", "aria-pressed": String(value === chosen), onclick: (event) => {
    for (const one of group.children) one.setAttribute("aria-pressed", String(one === event.currentTarget));
    onChoose(value);
  } }, cap(words(value)))));
  return el("div", { class: "field" }, el("span", { class: "label" }, legend), group);
}

/** Ask what a step leaves to whoever does it, with the usual answer chosen. @param {Desk} desk @param {any} next @param {(fields: any, sheet: { node: HTMLDialogElement, close: () => void }) => Promise<any>} done */
export function askStep(desk, next, done) {
  const fields = { ...next.fields };
  const controls = next.asks.map((name) => {
    const bounds = next.bounds?.[name];
    if (bounds) {
      const input = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: bounds[0], max: bounds[1], value: fields[name], oninput: () => { fields[name] = Number(input.value); } }));
      return field(cap(words(name)), input, `${bounds[0]} to ${bounds[1]}`);
    }
    const offered = choicesOf(desk.offers, { type: next.act }, name);
    return choices(cap(words(name)), offered.length > 0 ? offered : [fields[name]], fields[name], (value) => { fields[name] = value; });
  });
  const sheet = openSheet({ title: next.text, body: el("div", {}, controls, el("p", { class: "small muted" }, `${next.hint ? `${cap(next.hint)}. ` : ""}${next.clause}`)), actions: [{ text: next.text, kind: "main", does: () => done(fields, sheet) }] });
}

/** Let somebody sit down. @param {Desk} desk @param {number} position */
export function sit(desk, position) {
  const name = /** @type {HTMLInputElement} */ (el("input", { autocomplete: "off", required: true, maxlength: 40 }));
  const { node } = openSheet({ title: `Who sits down at position ${position}?`, body: field("Player", name), actions: [{ text: "Sit down", kind: "main", does: () => (name.value.trim() === "" ? false : desk.do({ type: SIT, position, player: name.value.trim() }, { place: node, says: `${name.value.trim()} sits at position ${position}.` })) }] });
  name.focus();
}

/** Name a card of this round rightly, with a second person. @param {Desk} desk */
export function correct(desk) {
  const offered = desk.offers.filter((offer) => offer.act === CORRECT);
  const places = [...new Set(offered.flatMap((offer) => offer.fields.place?.values ?? []))].sort((a, b) => a - b);
  const chosen = { place: places.at(-1), card: "" };
  const was = () => offered.find((offer) => offer.fields.place?.values.includes(chosen.place))?.fields.was?.values[0] ?? "";
  const reason = /** @type {HTMLInputElement} */ (el("input", { autocomplete: "off", required: true, maxlength: 200, value: "keyed wrongly" }));
  const pad = new CardPad();
  const shown = el("div", { class: "row cd-shown", role: "status" }, "Which card lies there?");
  pad.addEventListener("card", ({ detail }) => {
    chosen.card = detail.card;
    pad.mark(detail.card);
    showCard(shown, detail.card);
  });
  const { node } = openSheet({
    title: "Correct a card", wide: true, className: "cd-correct",
    body: el("div", {}, choices("Which card of the round", places, chosen.place, (value) => { chosen.place = value; }), pad.node, shown, field("What was wrong", reason), el("p", { class: "small muted" }, "A second person confirms it.")),
    actions: [{ text: "Ask for the correction", kind: "main", does: () => (chosen.card === "" ? (say(shown, "Touch the card that lies there."), false) : desk.do({ type: CORRECT, place: chosen.place, was: was(), card: chosen.card, reason: reason.value.trim() || "keyed wrongly" }, { place: node, title: `Correct ${cardText(was())} to ${cardText(chosen.card)}`, closes: () => node.close() })) }],
  });
}

/**
 * What may have gone wrong: an act, what is known of it, what it is called, by which duty of the house, and whether a card is named.
 * @typedef {{ tag: string, fields: any, text: string, duty: string, hasCard?: boolean, mayBeUnseen?: boolean, reason?: string }} Irregular
 */

/** Tell what may have gone wrong at this moment, each by its rule. @param {Desk} desk @param {Irregular[]} all */
export function irregular(desk, all) {
  const open = all.filter((one) => offerOf(desk.offers, { type: one.tag, ...one.fields }) !== undefined);
  const line = (one) => el("button", { type: "button", class: "cause", onclick: async (event) => {
    if (one.hasCard) {
      sheet.close();
      whichCard(desk, one);
    } else if (await desk.do({ type: one.tag, ...one.fields, ...(one.reason ? { reason: one.reason } : {}) }, { place: event.currentTarget, says: `${one.text}.`, title: one.text, closes: () => sheet.close() })) sheet.close();
  } }, el("span", {}, one.text), el("small", {}, desk.state.house.clauses[one.duty]));
  const sheet = openSheet({ title: "What went wrong?", body: open.length === 0 ? el("p", {}, "Nothing of the kind can have happened at this moment.") : el("div", { class: "cause-list" }, open.map(line)) });
}

/** Ask which card it was. @param {Desk} desk @param {Irregular} one */
function whichCard(desk, one) {
  const pad = new CardPad();
  const send = async (card) => (await desk.do({ type: one.tag, ...one.fields, card }, { place: sheet.node, says: `${one.text}.`, title: one.text, closes: () => sheet.close() })) && sheet.close();
  pad.addEventListener("card", ({ detail }) => send(detail.card));
  const mayBeUnseen = one.mayBeUnseen && offerOf(desk.offers, { type: one.tag, ...one.fields, card: null }) !== undefined;
  const sheet = openSheet({ title: one.text, wide: true, body: el("div", {}, el("p", {}, `Which card is it? ${desk.state.house.clauses[one.duty]}`), pad.node), actions: mayBeUnseen ? [{ text: "Nobody saw its face", does: () => send(null) }] : [] });
}

/** Open the list of what is done seldom. @param {any} desk @param {Set<string>} placed acts that have a place on the page @param {Record<string, string>} rare what acts are called */
export function openMore(desk, placed, rare) {
  const next = desk.state?.next?.act;
  const tags = [...new Set(desk.offers.map((offer) => offer.act))].filter((tag) => !placed.has(tag) && tag !== next);
  more(desk, tags.map((tag) => ({ tag, text: { ...RARE, ...rare }[tag] ?? actInWords(tag) })));
}

const RARE = {
  "table.close/1": "Close the table", "table.relieve_dealer/1": "Another dealer takes the table", "table.buy_value_chips/1": "Value chips for cash", "cards.order_recut/1": "Have the cards cut again",
  "cards.let_player_look/1": "Another player looks at the cards", "cards.use_automatic_shoe/1": "A shoe that shuffles by itself", "cards.commit_shoe/1": "A virtual shoe", "cards.reveal_shoe/1": "Show the order of the virtual shoe",
};
