// What may be changed at a table: a control for each setting of its rulebook, and beside it why a change is refused.

import { cap, el, fill, say } from "./dom.js";

const TEXTS = new Set(["text", "length", "approval"]);

/** Return a value as people read it. @param {any} value @param {any} choice */
function said(value, choice) {
  const option = choice.options.find((one) => same(one.value, value));
  if (option !== undefined) return option.name;
  if (choice.type === "ratio" && Array.isArray(value)) return value.join(" to ");
  if (value !== null && typeof value === "object") return Object.entries(value).map(([name, one]) => `${name} ${one}`).join(", ");
  return value === null ? "none" : String(value);
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Read a whole number; what is none is sent as it was typed, and refused with a sentence. @param {string} text */
const whole = (text) => (/^\s*\d{1,15}\s*$/.test(text) ? Number(text) : text.trim());

export class RulesPanel {
  /** @type {Record<string, any>} the settings that are changed, by their keys */
  changed = {};
  /** @type {any[]} */
  #choices = [];
  /** @type {Map<string, HTMLElement>} */
  #lines = new Map();

  /** @param {() => void} changes is told of every change */
  constructor(changes) {
    this.changes = changes;
    this.count = el("p", { class: "small", id: "changes", role: "status" });
    this.list = el("div", { class: "lab-list" });
    this.back = el("button", { type: "button", id: "put-back", onclick: () => this.#putBack() }, "Put back");
    this.node = el("div", { class: "lab-choices" }, this.count, this.list);
  }

  /** Show a table's settings, some of them changed. @param {any} table @param {Record<string, any>} changed */
  show(table, changed) {
    this.#choices = table.choices;
    this.clauses = table.clauses;
    this.changed = { ...changed };
    this.#lines = new Map(table.choices.map((one) => [one.key, this.#line(one)]));
    const lines = (isAside) => table.choices.filter((one) => one.is_aside === isAside).map((one) => this.#lines.get(one.key));
    fill(this.list, lines(false), el("details", { class: "lab-aside" }, el("summary", {}, "Limits, names and measures"), lines(true)));
    this.refuse([]);
  }

  /** Return what a setting is called. @param {string} key */
  nameOf(key) {
    return this.#choices.find((one) => one.key === key)?.name ?? key;
  }

  /** Return what a changed setting was and is, in words. @param {string} key */
  changeOf(key) {
    const choice = this.#choices.find((one) => one.key === key);
    return choice === undefined ? "" : `${said(choice.value, choice)} → ${said(this.changed[key] ?? choice.value, choice)}`;
  }

  #putBack() {
    if (Object.keys(this.changed).length === 0) return;
    this.show({ choices: this.#choices, clauses: this.clauses }, {});
    this.changes();
  }

  /** Say beside each setting why it is refused. @param {any[]} refusals */
  refuse(refusals) {
    const known = new Map(Object.entries(Object.groupBy(refusals, (one) => (this.#lines.has(one.setting) ? one.setting : ""))));
    for (const choice of this.#choices) {
      const line = this.#lines.get(choice.key);
      const own = known.get(choice.key) ?? [];
      const isChanged = choice.key in this.changed;
      line.classList.toggle("is-changed", isChanged && own.length === 0);
      line.classList.toggle("is-refused", own.length > 0);
      const [was, why] = [line.querySelector(".lab-was"), line.querySelector(".lab-why")];
      fill(was, isChanged && [el("span", { class: "unseen" }, "was "), el("s", {}, said(choice.value, choice))]);
      fill(why, own.map((one) => el("span", {}, el("b", { "aria-hidden": "true" }, "! "), `Refused: ${cap(one.reason)}${one.clause ? `, ${one.clause}` : ""}. `, one.title && el("span", { class: "muted" }, `${one.title}.`))));
      for (const field of line.querySelectorAll("select, input")) field.setAttribute("aria-invalid", String(own.length > 0));
      if (own.length > 0) line.closest("details:not([open])")?.setAttribute("open", "");
    }
    const number = Object.keys(this.changed).length;
    const others = (known.get("") ?? []).map((one) => ` ${cap(one.reason)}.`).join("");
    say(this.count, `${number === 0 ? "As the table is" : number === 1 ? "1 rule changed" : `${number} rules changed`}${refusals.length > 0 ? ", refused: the figures are those of before." : ""}${others}`);
    this.back.disabled = number === 0;
  }

  /** @param {any} choice @param {any} value */
  #set(choice, value) {
    if (same(value, choice.value)) delete this.changed[choice.key];
    else this.changed[choice.key] = value;
    this.changes();
  }

  /** @param {any} choice */
  #line(choice) {
    const id = `rule-${choice.key}`;
    const value = this.changed[choice.key] ?? (choice.key in this.changed ? null : choice.value);
    const hint = [choice.note, choice.hint && `${choice.hint}`].filter(Boolean).join("; ");
    const clause = el("abbr", { title: this.clauses[choice.clause] ?? "" }, choice.clause);
    const why = el("p", { class: "lab-why small", id: `${id}-why` });
    const was = el("span", { class: "lab-was small" });
    const note = el("p", { class: "lab-note small muted", id: `${id}-note` }, `${cap(hint)} · `, clause);
    if (choice.parts.length > 0) {
      return el("details", { class: "lab-rule", "data-key": choice.key, open: choice.key in this.changed }, el("summary", {}, el("strong", {}, choice.name), was), note, why, this.#parts(choice, value));
    }
    return el("div", { class: "lab-rule", "data-key": choice.key }, el("label", { for: id }, choice.name), was, this.#control(choice, id, value), note, why);
  }

  /** @param {any} choice @param {string} id @param {any} value */
  #control(choice, id, value) {
    const described = { "aria-describedby": `${id}-note ${id}-why` };
    if (choice.options.length > 0) {
      const node = /** @type {HTMLSelectElement} */ (el("select", { id, ...described, onchange: () => this.#set(choice, choice.options[node.selectedIndex].value) }, choice.options.map((one) => el("option", { selected: same(one.value, value) }, one.name))));
      return node;
    }
    if (choice.type === "ratio") {
      const inputs = [0, 1].map((place) => /** @type {HTMLInputElement} */ (el("input", { id: place === 0 ? id : `${id}-to`, inputmode: "numeric", autocomplete: "off", value: String(value?.[place] ?? ""), "aria-label": place === 0 ? undefined : `${choice.name}, to`, ...described, onchange: () => this.#set(choice, inputs.map((one) => whole(one.value))) })));
      return el("span", { class: "lab-ratio" }, inputs[0], "to", inputs[1]);
    }
    const written = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    const node = /** @type {HTMLInputElement} */ (el("input", { id, autocomplete: "off", inputmode: choice.type === "integer" ? "numeric" : undefined, value: written, placeholder: value === null ? "none" : undefined, ...described, onchange: () => this.#set(choice, typed(node.value, choice)) }));
    return node;
  }

  /** A field for each kind of wager. @param {any} choice @param {any} value */
  #parts(choice, value) {
    const field = (one) => {
      const own = value?.[one.key] ?? (choice.value?.[one.key] === undefined ? one.value : "");
      const node = /** @type {HTMLInputElement} */ (el("input", { inputmode: "numeric", autocomplete: "off", "data-part": one.key, value: String(own ?? ""), placeholder: one.value === null ? "none" : undefined, onchange: () => {
        const all = { ...(this.changed[choice.key] ?? choice.value ?? {}) };
        const number = whole(node.value);
        // What stands there without being chosen is the document's, and is not chosen by writing it again.
        if (number === "" || (number === one.value && choice.value?.[one.key] === undefined)) delete all[one.key];
        else all[one.key] = number;
        this.#set(choice, all);
      } }));
      return el("label", { class: "lab-part" }, el("span", {}, one.name, one.hint && el("small", { class: "muted" }, ` ${one.hint}`)), node);
    };
    return el("div", { class: "lab-parts" }, choice.parts.map(field));
  }
}

/** Read what was typed for a setting. @param {string} text @param {any} choice */
function typed(text, choice) {
  if (choice.type === "names") return text.split(",").map((one) => one.trim()).filter(Boolean);
  if (TEXTS.has(choice.type)) return text;
  return text.trim() === "" ? null : whole(text);
}
