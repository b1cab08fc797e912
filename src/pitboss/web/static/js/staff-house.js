// The house's own panels: second persons, alarms, terminals, people.

import { part, post, read } from "./api.js";
import { answerInWords } from "./act-form.js";
import { actInWords, announce, clockTime, el, fieldsInWords, fill, shown, words } from "./dom.js";
import { streamAt } from "./live.js";
import { choicesOf, offerOf } from "./offers.js";

const ADD = "house.add_person/1";
const CHANGE = "house.change_role/1";
const REMOVE = "house.remove_passkey/1";
const ENROL = "automatic.enrol_terminal/1";
const OPEN = "tote.open_terminal/1";
const PLACING = [ENROL, OPEN];
const AGAIN_MS = 1000;

export class HousePanels {
  #live;
  #me;
  #told;
  #state = null;
  #streams = [];
  #drawn = new Map();
  #offers = [];
  #placed = {};
  #placing = {};
  #turn = 0;
  /** what was typed about each alarm: a table that is drawn anew keeps it */
  #typed = new Map();
  #names = /** @type {Record<string, string>} */ ({});
  #ending = new AbortController();

  constructor(live, me, told) {
    this.#live = live;
    this.#me = me;
    this.#told = told;
    live.addEventListener("welcome", ({ detail }) => {
      this.#streams = detail.streams;
    }, { signal: this.#ending.signal });
    live.addEventListener("offers", ({ detail }) => {
      if (detail.stream === "house") this.#offered(detail.offers);
    }, { signal: this.#ending.signal });
    this.approvals = this.#panel("Waiting for a second person", "approvals");
    this.alarms = this.#panel("Alarms", "alarms");
    this.terminals = this.#panel("Terminals", "terminals");
    this.people = this.#panel("People", "people");
    this.people.node.hidden = !me.reads.includes("people");
    this.nodes = [el("div", { class: "columns" }, this.approvals.node, this.alarms.node), this.terminals.node, this.people.node];
  }

  /** Hear nothing any more. */
  end() {
    this.#ending.abort();
  }

  #panel(title, id) {
    const body = el("div", { tabindex: -1 });
    return { node: el("section", { class: "card", id, "aria-labelledby": `${id}-title` }, el("h2", { id: `${id}-title` }, title), body), body };
  }

  show(state) {
    if (this.#state !== null && state.approvals.length > this.#state.approvals.length) announce("Something waits for a second person.");
    if (this.#state !== null && state.alarms.length > this.#state.alarms.length) announce(`Alarm: ${state.alarms.at(-1).text}`);
    this.#state = state;
    this.#live.offers("house");
    this.#look();
    this.#draw();
  }

  #offered(offers) {
    this.#offers = offers;
    const roles = choicesOf(offers, { type: ADD }, "role");
    if (roles.length > 0 && this.adding === undefined) {
      this.adding = this.#adding(roles);
      this.people.node.append(this.adding);
    }
    if (this.#state !== null) this.#draw();
  }

  #draw() {
    const { approvals, alarms, terminals, people } = this.#state;
    this.#redraw(this.approvals.body, [approvals, this.#names], () => this.#approvals(approvals));
    const offered = (about) => this.#offers.filter((offer) => about.test(offer.act));
    this.#redraw(this.alarms.body, [alarms, offered(/alarm/)], () => this.#alarms(alarms));
    this.#redraw(this.terminals.body, [terminals, this.#names, this.#placed, this.#placing, offered(/switch/)], () => this.#terminals(terminals));
    this.#redraw(this.people.body, [people, offered(/person|role|passkey/)], () => this.#people(people));
  }

  /** Return what the house calls a table or tote; a tote has another stream each day. */
  #called(stream) {
    return this.#names[streamAt(stream, this.#streams)] ?? this.#names[stream] ?? (stream === "house" ? "The house" : "");
  }

  /** Return the offer of an act of the house, or of another stream; undefined where it is not offered. */
  #may(act, offers = this.#offers) {
    return offerOf(offers, act);
  }

  /** Find out which terminals their tables have taken in already, and whether one may put others there. */
  async #look() {
    this.#turn += 1;
    const mine = this.#turn;
    const streams = new Set(Object.values(this.#state.terminals).map((one) => one.stream));
    let isWhole = true;
    const names = await namesOfStreams().catch(() => this.#names);
    if (mine !== this.#turn) return;
    this.#names = names;
    for (const stream of streams) {
      const [found, open] = await Promise.all([read(`/api/streams/${encodeURIComponent(stream)}`), read(part(stream, "offers"))]).catch(() => [null, null]);
      // Of several looks at once the last one counts: what an older one found may have changed since.
      if (mine !== this.#turn) return;
      // Without an answer what was found before stays: nothing in play is taken for gone, and nothing is offered twice.
      if (found === null || open === null) {
        isWhole = false;
        continue;
      }
      const inside = Object.entries(found.state.terminals ?? {}).filter(([, one]) => one.is_open !== false).map(([name]) => name);
      this.#placed[stream] = inside;
      this.#placing[stream] = open.offers.filter((offer) => PLACING.includes(offer.act));
    }
    this.#draw();
    // Nothing else may ever happen here that would make it look again.
    if (!isWhole) setTimeout(() => mine === this.#turn && !this.#ending.signal.aborted && this.#look(), AGAIN_MS * (1 + Math.random()));
  }

  /** Draw only what changed, so that nobody loses their place. */
  #redraw(body, value, draw) {
    const text = JSON.stringify(value);
    if (this.#drawn.get(body) === text) return;
    this.#drawn.set(body, text);
    const at = document.activeElement?.closest?.("[data-at]")?.dataset.at;
    const isHere = body.contains(document.activeElement);
    fill(body, draw());
    if (isHere) (body.querySelector(`[data-at="${CSS.escape(at ?? "")}"]`) ?? body).focus();
  }

  #button(text, about, action, kind = "") {
    return el("button", { type: "button", class: kind, "data-at": `${text} ${about}`, onclick: action }, text, el("span", { class: "unseen" }, ` ${about}`));
  }

  async #do(stream, act, asked, offer = this.#may(act)) {
    const answer = await this.#live.command(stream, act, offer?.alone === false);
    const isBad = answer.type === "problem" || answer.is_accepted === false;
    this.#told(`${asked}: ${answerInWords(answer)}`, { isBad, code: answer.code ?? null });
    if (stream !== "house") this.#look();
    return !isBad;
  }

  #approvals(approvals) {
    if (approvals.length === 0) return el("p", { class: "soft" }, "Nothing waits.");
    const rows = approvals.map((one) => {
      const what = actInWords(one.act.type);
      const isOwn = one.by === this.#me.person;
      const isSecond = !isOwn && one.about !== this.#me.person && one.confirm.includes(this.#me.role);
      return el("tr", {}, el("th", { scope: "row" }, what), el("td", {}, fieldsInWords(one.act)), el("td", {}, this.#called(one.stream)), el("td", {}, `${one.by_name}, ${words(one.role)}`), el("td", { class: "nowrap" }, clockTime(one.until)),
        el("td", {}, isSecond && this.#button("Approve", what, () => this.#approve(one, what), "main"), (isOwn || isSecond) && this.#button(isOwn ? "Take back" : "Decline", what, () => this.#decline(one, what))));
    });
    return table("What waits", ["Act", "With", "Where", "Asked by", "Until", "You"], rows);
  }

  async #approve(one, what) {
    try {
      const answer = await post(`/api/approvals/${encodeURIComponent(one.approval)}`);
      this.#told(`${what}: ${answerInWords(answer)}`, { isBad: !answer.is_accepted, code: answer.code ?? null });
    } catch (error) {
      this.#told(`${what}: ${error.message}.`, { isBad: true });
    }
  }

  async #decline(one, what) {
    try {
      await post(`/api/approvals/${encodeURIComponent(one.approval)}/decline`);
      this.#told(`${what}: it waits no more.`);
    } catch (error) {
      this.#told(`${what}: ${error.message}.`, { isBad: true });
    }
  }

  #alarms(alarms) {
    if (alarms.length === 0) return el("p", { class: "soft" }, "No alarm.");
    const rows = alarms.map((alarm) => {
      const text = el("input", { "aria-label": `What was done about alarm ${alarm.alarm}`, "data-at": `alarm ${alarm.alarm}`, placeholder: "What was done", required: true, value: this.#typed.get(alarm.alarm), oninput: () => this.#typed.set(alarm.alarm, text.value) });
      const form = el("form", { class: "actions" }, text, el("button", {}, "Clear"));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.#do("house", { type: "house.clear_alarm/1", alarm: alarm.alarm, text: text.value }, `Alarm ${alarm.alarm}`);
      });
      return el("tr", {}, el("th", { scope: "row" }, alarm.alarm), el("td", {}, words(alarm.kind)), el("td", {}, alarm.text), el("td", {}, this.#may({ type: "house.clear_alarm/1", alarm: alarm.alarm }) && form));
    });
    return table("What is wrong", ["No.", "Kind", "What", "You"], rows);
  }

  #terminals(terminals) {
    const rows = Object.entries(terminals).map(([name, one]) => {
      const switching = { type: "house.switch_terminal/1", terminal: name, is_on: !one.is_on };
      const switched = () => this.#do("house", switching, `Terminal ${name}`);
      return el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, words(one.kind)), el("td", {}, this.#called(one.stream)), el("td", {}, one.position ?? ""), el("td", {}, one.is_bound ? "enrolled" : "waits for its machine"), el("td", {}, one.is_on ? "on" : "off", this.#placed[one.stream]?.includes(name) && ", in play"),
        el("td", {}, this.#may(switching) && this.#button(one.is_on ? "Switch off" : "Switch on", name, switched), this.#place(name, one)));
    });
    return table("Terminals of the house", ["Name", "Kind", "Where", "Place", "Machine", "State", "You"], rows);
  }

  /** The act by which a table, or the tote, takes a terminal in; the house only knows where it stands. */
  #place(name, one) {
    if (this.#placed[one.stream]?.includes(name)) return null;
    const isWindow = one.kind === "window" || one.kind === "self_service";
    const act = one.kind === "player" ? { type: ENROL, terminal: name } : { type: OPEN, terminal: name, window: Number.parseInt(one.position, 10) || 1, kind: one.kind };
    const offer = this.#may(act, this.#placing[one.stream] ?? []);
    if (offer === undefined || (one.kind !== "player" && !isWindow)) return null;
    return this.#button(isWindow ? "Open at the tote" : "Put at the table", name, () => this.#do(streamAt(one.stream, this.#streams), act, `Terminal ${name}`, offer));
  }

  #people(people) {
    const isOffered = this.#may({ type: ADD }) !== undefined;
    const rows = Object.entries(people).map(([id, one]) => {
      const state = [one.is_active ? "" : "disabled", one.is_locked ? "locked out" : "", one.has_password ? "" : "no password yet", passkeysInWords(one.passkeys)].filter(Boolean).join(", ") || "active";
      const disabling = { type: "house.disable_person/1", person: id, reason: "By an administrator." };
      const restoring = { type: "house.restore_person/1", person: id };
      const buttons = id !== this.#me.person && [
        this.#may(disabling) && this.#button("Disable", id, () => this.#do("house", disabling, `Disable ${id}`)),
        this.#may(restoring) && this.#button("New code", id, () => this.#do("house", restoring, `New code for ${id}`)),
        one.passkeys.map((passkey) => ({ type: REMOVE, person: id, passkey })).filter((act) => this.#may(act)).map((act) =>
          this.#button("Remove passkey", `${act.passkey} of ${id}`, () => this.#do("house", act, `Remove the passkey ${act.passkey} of ${id}`))),
        this.#may({ type: CHANGE, person: id }) && this.#role(id, one),
      ];
      return el("tr", {}, el("th", { scope: "row" }, id), el("td", {}, one.name), el("td", {}, words(one.role)), el("td", {}, state), el("td", {}, buttons));
    });
    return [isOffered && el("p", { class: "soft" }, "Each of these acts waits for a second person of another role. Where a one-time code is made, you are shown one half of it and the second person the other: each hands theirs to whom it is for."),
      el("details", { open: Object.keys(people).length < 12 }, el("summary", {}, `${Object.keys(people).length} people`), table("People of the house", ["Signs in as", "Name", "Role", "State", "You"], rows))];
  }

  #role(id, one) {
    const roles = [one.role, ...choicesOf(this.#offers, { type: CHANGE, person: id }, "role")];
    const select = el("select", { "aria-label": `Role of ${id}`, class: "inline" }, roles.map((role) => el("option", { value: role, selected: role === one.role }, words(role))));
    select.addEventListener("change", () => this.#do("house", { type: CHANGE, person: id, role: select.value }, `Role of ${id}`));
    return select;
  }

  #adding(roles) {
    const field = (id, text, control) => el("div", { class: "field" }, el("label", { for: id }, text), control);
    const form = el("form", { id: "add-person" }, el("h3", {}, "Take somebody on"),
      field("add-id", "Signs in as", el("input", { id: "add-id", name: "person", autocomplete: "off", autocapitalize: "none", required: true })),
      field("add-name", "Name", el("input", { id: "add-name", name: "name", autocomplete: "off", required: true })),
      field("add-role", "Role", el("select", { id: "add-role", name: "role" }, roles.map((role) => el("option", { value: role }, words(role))))),
      el("div", { class: "actions" }, el("button", { class: "main" }, "Ask for it")));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const given = Object.fromEntries(new FormData(form));
      if (await this.#do("house", { type: ADD, ...given }, `Take on ${shown(given.person)}`)) form.reset();
    });
    return form;
  }
}

/** Return what the house calls each stream. @returns {Promise<Record<string, string>>} */
export async function namesOfStreams() {
  return Object.fromEntries((await read("/api/streams")).map((one) => [one.stream, one.name]));
}

const passkeysInWords = (names) => names.length === 0 ? "" : `${names.length === 1 ? "passkey" : "passkeys"}: ${names.join(", ")}`;

/** A table whose rows stand as small cards where the page is narrow: each cell then says what it is. */
function table(caption, titles, rows) {
  for (const row of rows) [...row.children].forEach((cell, index) => cell.setAttribute("data-title", titles[index]));
  return el("table", { class: "stacked" }, el("caption", { class: "unseen" }, caption), el("thead", {}, el("tr", {}, titles.map((title) => el("th", { scope: "col" }, title)))), el("tbody", {}, rows));
}
