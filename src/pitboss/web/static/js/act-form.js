// A form for any act of any stream, made from what is offered now and from the act's published fields.
//
// An offer says which values a field may take; a field that no offer restricts is made from its schema alone. Several
// offers of one act are variants of it: one is chosen first.

import { part, readOnce } from "./api.js";
import { actInWords, el, fill, minorOf, money, plainMoney, words } from "./dom.js";
import { Lots } from "./parts/lots.js";
import { Tally } from "./parts/tally.js";

let count = 0;

/** Return a schema without its reference, and without the "or nothing" of a field that may be left out. */
function resolved(schema, parts) {
  let found = schema ?? {};
  while (found.$ref) found = { ...parts[found.$ref.split("/").at(-1)], ...without(found, "$ref") };
  if (found.anyOf) {
    const real = found.anyOf.filter((one) => one.type !== "null");
    if (real.length === 1) return resolved({ ...real[0], ...without(found, "anyOf") }, parts);
  }
  return found;
}

function without(object, name) {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

const label = (name) => words(name.replace(/_minor$/, "").replace(/^is_/, ""));

/** Return a field: its node, and a function that reads it; undefined is "left out", and what cannot be read throws. */
function fieldOf(name, domain, schema, isRequired, context) {
  const id = `field-${(count += 1)}`;
  const wrap = (control, reading, hint) => ({
    name,
    node: el("div", { class: "field" }, el("label", { for: id }, label(name), !isRequired && el("span", { class: "hint" }, " (may be left out)")), hint && el("span", { class: "hint" }, hint), control),
    read: reading,
  });
  if (domain?.type === "choices") return choices(id, name, domain.values, isRequired, context, wrap);
  if (domain?.type === "subset") return name === "order" ? ordered(name, domain) : subset(name, domain);
  if (domain?.type === "tally") return tallied(name, domain);
  if (domain?.type === "on_sale") return betOf(name, domain, context);
  const isMoney = name.endsWith("_minor");
  if (domain?.type === "integers" || schema.type === "integer") {
    const low = domain?.low ?? schema.minimum;
    const high = domain?.high ?? schema.maximum;
    if (isMoney) {
      const hint = low > 0 ? `${money(low, context.currency)} or more` : "";
      const control = el("input", { id, inputmode: "decimal", autocomplete: "off", required: isRequired });
      return wrap(control, () => readMoney(control, isRequired, name, context.currency), `${context.currency} ${hint}`);
    }
    const control = el("input", { id, type: "number", min: low, max: high, step: domain?.step ?? 1, required: isRequired });
    return wrap(control, () => (control.value === "" ? undefined : Number(control.value)));
  }
  if (schema.enum) return choices(id, name, schema.enum, isRequired, context, wrap);
  if (schema.type === "boolean") {
    const control = el("input", { id, type: "checkbox" });
    control.checked = schema.default === true;
    return { name, node: el("div", { class: "field" }, el("label", { class: "check", for: id }, control, label(name))), read: () => control.checked };
  }
  if (schema.type === "string" || domain?.type === "words") {
    const control = el("input", { id, autocomplete: "off", required: isRequired, maxlength: schema.maxLength, placeholder: schema.format === "date-time" ? "2004-05-01T13:00:00-05:00" : undefined });
    return wrap(control, () => (control.value === "" ? undefined : control.value));
  }
  const control = el("textarea", { id, rows: 3, required: isRequired, spellcheck: "false" });
  return wrap(control, () => (control.value.trim() === "" ? undefined : JSON.parse(control.value)), "As JSON; the API describes it.");
}

function readMoney(control, isRequired, name, currency) {
  if (control.value.trim() === "" && !isRequired) return undefined;
  const amount = minorOf(control.value, currency);
  if (Number.isNaN(amount)) throw new Error(`${label(name)}: an amount such as ${plainMoney(2500, currency)} is expected`);
  return amount;
}

function choices(id, name, values, isRequired, context, wrap) {
  if (values.length === 1) return { name, node: values[0] !== null && el("p", {}, `${label(name)}: `, el("strong", {}, textOf(name, values[0], context))), read: () => values[0] ?? undefined };
  const options = values.map((value, index) => el("option", { value: index }, textOf(name, value, context)));
  if (!isRequired && !values.includes(null)) options.unshift(el("option", { value: "" }, "(left out)"));
  const control = el("select", { id }, options);
  return wrap(control, () => (control.value === "" ? undefined : values[Number(control.value)] ?? undefined));
}

function textOf(name, value, context) {
  if (value === null) return "(none)";
  const named = context.named?.(name, value);
  if (named !== undefined && named !== null) return words(named);
  if (name.endsWith("_minor")) return money(value, context.currency);
  return typeof value === "string" ? words(value) : JSON.stringify(value);
}

function subset(name, domain) {
  const boxes = domain.values.map((value) => {
    const box = el("input", { type: "checkbox" });
    box.checked = domain.must.includes(value);
    return { value, box, node: el("label", { class: "check" }, box, words(value)) };
  });
  const node = el("fieldset", {}, el("legend", {}, label(name)), boxes.map((one) => one.node));
  return { name, node, read: () => boxes.filter((one) => one.box.checked).map((one) => one.value) };
}

/** Everybody once, in the order in which they were drawn. */
function ordered(name, domain) {
  const lots = new Lots(domain.values, "Touch the names in the order in which their lots were drawn.");
  return { name, node: lots.node, read: () => {
    if (!lots.isComplete) throw new Error(`${domain.values.length - lots.drawn.length} of ${domain.values.length} are not drawn yet.`);
    return lots.drawn;
  } };
}

/** A count for each of the players whom the offer names, and for nobody else. */
function tallied(name, domain) {
  const tally = new Tally(domain.players);
  return { name, node: tally.node, read: () => tally.read() };
}

/** One bet of a ticket, as it is called at the window; how each kind is called is in the context's `spots`. */
export function betOf(name, domain, context) {
  const pools = Object.keys(domain.minimums).map((pool) => {
    const [, track, race, kind] = /^(.+)-(\d+)-([^-]+)$/.exec(pool);
    return { pool, track, race: Number(race), kind };
  });
  const races = [...new Map(pools.map((pool) => [`${pool.track} ${pool.race}`, pool])).values()].sort((a, b) => a.track.localeCompare(b.track) || a.race - b.race);
  const ids = [1, 2, 3, 4].map(() => `field-${(count += 1)}`);
  const race = el("select", { id: ids[0] }, races.map((one) => el("option", { value: `${one.track} ${one.race}` }, `${one.track} race ${one.race}`)));
  const kind = el("select", { id: ids[1] });
  const amount = el("input", { id: ids[2], inputmode: "decimal", autocomplete: "off", required: true });
  const runners = el("input", { id: ids[3], autocomplete: "off", required: true });
  const hint = el("span", { class: "hint" });
  const calledOf = (pool) => context.spots.find((spot) => spot.kind === pool);
  const chosen = () => pools.find((one) => `${one.track} ${one.race}` === race.value && one.kind === kind.value);
  const kinds = () => {
    fill(kind, pools.filter((one) => `${one.track} ${one.race}` === race.value).map((one) => el("option", { value: one.kind }, words(one.kind))));
    minimum();
  };
  const minimum = () => {
    amount.value = plainMoney(domain.minimums[chosen().pool], context.currency);
    fill(hint, `Program numbers, such as ${calledOf(kind.value).example}`);
  };
  race.addEventListener("change", kinds);
  kind.addEventListener("change", minimum);
  kinds();
  const rows = [["Race", ids[0], race], ["Bet", ids[1], kind], [`Amount for each combination, ${context.currency}`, ids[2], amount]];
  const node = el("fieldset", {}, el("legend", {}, "Bet"), rows.map(([text, id, control]) => el("div", { class: "field" }, el("label", { for: id }, text), control)),
    el("div", { class: "field" }, el("label", { for: ids[3] }, "Runners"), hint, runners));
  const reading = () => {
    const minor = minorOf(amount.value, context.currency);
    if (Number.isNaN(minor)) throw new Error(`Enter an amount such as ${plainMoney(2500, context.currency)}.`);
    const { track, race: number, kind: pool } = chosen();
    const plain = plainMoney(minor, context.currency).replace(/\.00$/, "");
    return [{ track, race: number, bet: `$${plain} ${calledOf(pool).bet} ${runners.value.trim().toUpperCase()}` }];
  };
  return { name, node, read: reading };
}

/** Tell one variant of an act from the others: by its choices where they are few, else by its fields. */
function variantName(offer, offers, context) {
  const differs = Object.keys(offer.fields).filter((name) => new Set(offers.map((one) => JSON.stringify(one.fields[name]))).size > 1);
  const few = differs.filter((name) => offer.fields[name].type === "choices" && offer.fields[name].values.length <= 3);
  const all = few.length > 0 ? few.map((name) => offer.fields[name].values.map((value) => textOf(name, value, context)).join(" or ")) : differs.map(label);
  const told = all.filter((text) => text !== textOf("", null, context));
  if (new Set(offers.map((one) => one.alone)).size > 1) told.push(offer.alone ? "alone" : "with a second person");
  return told.join(", ") || "any";
}

/** Fill a node with the form of one act: its variants, fields and button; `send(act, second, schema)` hands it in. */
export async function actForm(node, stream, tag, offers, context, send) {
  const [{ acts, parts }, { spots }] = await Promise.all([readOnce(part(stream, "acts")), readOnce(part(stream, "layout"))]);
  const schema = acts[tag];
  const asked = { ...context, spots };
  const body = el("div");
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  let fields = [];
  let offer = offers[0];
  const build = () => {
    fields = Object.entries(schema.properties)
      // What the server says itself is asked of nobody, unless the offer has it all the same.
      // What was seen of a correction is shown first, and sent along by the page.
      .filter(([name, own]) => name !== "type" && name !== "seen" && !(own["x-server"] && offer.fields[name] === undefined))
      .map(([name, own]) => fieldOf(name, offer.fields[name], resolved(own, parts), schema.required?.includes(name) || (offer.fields[name] !== undefined && own.default === undefined), asked));
    const second = !offer.alone && el("p", { class: "soft" }, `A second person must confirm it: ${offer.confirm.map(words).join(", ")}.`);
    fill(body, second, fields.map((field) => field.node));
  };
  let variants = null;
  if (offers.length > 1) {
    const id = `field-${(count += 1)}`;
    const control = el("select", { id }, offers.map((one, index) => el("option", { value: index }, variantName(one, offers, context))));
    control.addEventListener("change", () => {
      offer = offers[Number(control.value)];
      build();
    });
    variants = el("div", { class: "field" }, el("label", { for: id }, "For"), control);
  }
  build();
  const form = el("form", { class: "act" }, el("p", { class: "soft" }, schema.description ?? ""), variants, body, trouble, el("div", { class: "actions" }, el("button", { class: "main" }, actInWords(tag))));
  // Pressed twice is asked for once.
  let isBusy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    fill(trouble);
    try {
      const act = { type: tag };
      for (const field of fields) {
        const value = field.read();
        if (value !== undefined) act[field.name] = value;
      }
      await send(act, !offer.alone, schema);
    } catch (error) {
      fill(trouble, error.message);
    } finally {
      isBusy = false;
    }
  });
  fill(node, form);
}

/** Return an answer in words: what happened, or the reason with its clause. */
export function answerInWords(answer) {
  if (answer.type === "waiting" && !answer.approval) return "Taken. It counts when a second person has entered the same.";
  if (answer.type === "waiting") return `Waits for a second person, for ${answer.minutes} minutes.`;
  if (answer.type === "problem") return `Not possible: ${answer.reason}.`;
  if (!answer.is_accepted) return `Refused: ${answer.refusal.reason}.${answer.refusal.clause ? ` [${answer.refusal.clause}]` : ""}`;
  return `Done: ${answer.events.map((event) => actInWords(event.type).toLowerCase()).join(", ")}.`;
}
