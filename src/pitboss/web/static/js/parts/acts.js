// A sheet with what may be done at a table now: a list of the acts that are offered, and the form of the chosen one.

import { actForm, answerInWords } from "../act-form.js";
import { part, read } from "../api.js";
import { seenFirst } from "../base/correction.js";
import { refusalOf } from "../base/refusal.js";
import { openSheet } from "../base/sheet.js";
import { actInWords, cap, el, fill, keyed } from "../dom.js";
import { offerOf } from "../offers.js";
import { Names } from "../roulette/names.js";
import { paperOf } from "./paper.js";

const NONE = "";

/**
 * Ask what is offered at a table.
 * @param {string} stream
 * @returns {Promise<any[]>}
 */
export const offersOf = async (stream) => (await read(part(stream, "offers"))).offers;

/**
 * Do an act: one that corrects money is looked at first, one that needs two waits for the second person.
 * @param {{ approvals: any, stream: string, currency: string }} given
 * @param {any} act
 * @param {any[]} offers
 * @param {boolean} isSeen whether it carries what was seen of it
 */
export async function doAct({ approvals, stream, currency }, act, offers, isSeen) {
  const title = actInWords(act.type);
  const seen = isSeen ? await seenFirst(stream, act, title, currency) : act;
  if (seen === null) return null;
  return approvals.act(stream, seen, offerOf(offers, act) ?? { alone: true }, title);
}

/**
 * Open a sheet with some of the acts that are offered.
 * @param {{ approvals: any, stream: string, currency: string, title: string, picks: (tag: string) => boolean, first?: string, above?: any, context?: any, narrow?: (offer: any) => any, done?: (answer: any, act: any) => void }} given
 */
export async function openOffered(given) {
  const { stream, title, picks, first = "", above = null, done = () => {} } = given;
  const list = el("div", { class: "acts-list", role: "group", "aria-label": "What can be done now" });
  const form = el("div", { class: "acts-form" });
  const printed = el("p", { class: "acts-printed" });
  const sheet = openSheet({ title, wide: true, className: "acts-sheet", body: el("div", {}, above, list, form, printed) });
  let chosen = first;
  /** @type {Names | null} */
  let names = null;
  // Nobody chooses among the notations of commands: a bet and a seat are called as at the table.
  const named = (field, value) => given.context?.named?.(field, value) ?? (names === null || typeof value !== "string" ? null : field === "bet" ? names.bet(value) : field === "player" ? names.player(value) : null);
  const draw = async () => {
    names ??= await Names.of(stream).catch(() => null);
    const offers = (await offersOf(stream)).map((one) => (given.narrow && picks(one.act) ? given.narrow(one) : one)).filter((one) => one !== null);
    const known = new Set(offers.map((one) => one.act));
    // Of an act that is offered in two versions the newer one stands for both.
    const tags = [...known].filter((tag) => picks(tag) && !known.has(tag.replace(/\d+$/, (number) => String(Number(number) + 1)))).sort();
    if (tags.length === 1) [chosen] = tags;
    keyed(list, tags.length > 0 ? tags : [NONE], (tag) => tag, (tag) => (tag === NONE ? el("p", { class: "empty" }, "Nothing of this is open to you at this moment.") : el("button", { type: "button", "data-act": tag, onclick: () => {
      chosen = tag;
      draw().then(() => form.scrollIntoView({ block: "nearest" }));
    } }, actInWords(tag))), (node, tag) => tag !== NONE && node.setAttribute("aria-pressed", String(tag === chosen)));
    list.hidden = tags.length === 1;
    if (!tags.includes(chosen)) {
      fill(form);
      return;
    }
    await actForm(form, stream, chosen, offers.filter((one) => one.act === chosen), { currency: given.currency, ...given.context, named }, async (act, _, schema) => {
      const answer = await doAct(given, act, offers, schema.properties.seen !== undefined);
      if (answer === null) return;
      if (refusalOf(answer) !== null) throw new Error(cap(answerInWords(names?.answer(answer) ?? answer)));
      const link = paperOf(stream, answer);
      if (link === null) sheet.close();
      else {
        fill(printed, link);
        link.focus();
      }
      done(answer, act);
    });
  };
  await draw().catch((error) => fill(list, el("p", { class: "empty", role: "alert" }, `${cap(error.message)}.`)));
  return sheet;
}
