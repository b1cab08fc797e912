// What one may do at a table now, as a plain form: the console until each game has its own.

import { actForm, answerInWords } from "./act-form.js";
import { seenFirst } from "./base/correction.js";
import { brief } from "./words.js";
import { actInWords, el, fill, say, shown } from "./dom.js";
import { paperLink, paperOf } from "./parts/paper.js";
import { namesOfStreams } from "./staff-house.js";

export class StaffConsole {
  #live;
  #told;
  #stream = null;
  #offers = "";
  #context = { currency: "USD" };
  #ending = new AbortController();
  #turn = 0;

  constructor(live, told) {
    this.#live = live;
    this.#told = told;
    this.streams = el("select", { id: "stream" });
    this.acts = el("select", { id: "act" });
    this.form = el("div", { id: "form" });
    this.printed = el("p", { id: "printed" });
    this.state = el("p", { class: "soft", id: "stream-state" });
    this.said = el("ol", { class: "said", "aria-label": "What happened here, newest first" });
    const choose = el("div", {}, el("div", { class: "field" }, el("label", { for: "stream" }, "Table, tote or tournament"), this.streams), this.state,
      el("div", { class: "field" }, el("label", { for: "act" }, "What you may do now"), this.acts), this.form, this.printed);
    this.node = el("section", { class: "card", id: "console", "aria-labelledby": "console-title" }, el("h2", { id: "console-title" }, "At a table"), el("div", { class: "columns" }, choose, el("div", {}, el("h3", {}, "Said there"), this.said)));
    this.streams.addEventListener("change", () => this.#choose(this.streams.value));
    this.acts.addEventListener("change", () => this.#form());
    live.addEventListener("offers", ({ detail }) => this.#offered(detail), { signal: this.#ending.signal });
  }

  get stream() {
    return this.#stream;
  }

  /** Hear and watch nothing any more. */
  end() {
    this.#ending.abort();
    if (this.#stream !== null) this.#live.leave(this.#stream);
  }

  /** Offer the streams; keep the chosen one, or choose the first. */
  begin(streams, first = null) {
    const shownNow = streams.filter((stream) => stream !== "house");
    if ([...this.streams.options].map((option) => option.value).join() !== shownNow.join()) {
      fill(this.streams, shownNow.map((stream) => el("option", { value: stream })));
      this.#name();
      const chosen = this.#stream ?? first;
      if (chosen !== null && shownNow.includes(chosen)) this.streams.value = chosen;
    }
    this.#choose(this.streams.value);
  }

  /** Call each table and tote by its name. */
  async #name() {
    const names = await namesOfStreams().catch(() => ({}));
    for (const option of this.streams.options) say(option, names[option.value] ?? option.value);
  }

  #choose(stream) {
    if (this.#stream !== null && this.#stream !== stream) this.#live.leave(this.#stream);
    if (this.#stream !== stream) {
      this.#offers = "";
      this.#turn += 1;
      fill(this.form);
      fill(this.printed);
    }
    this.#stream = stream;
    this.#live.watch(stream);
  }

  show({ stream, state }) {
    if (stream !== this.#stream) return;
    this.#context = { currency: state.currency ?? "USD" };
    say(this.state, [state.name, state.phase_in_words, state.round && `round ${state.round}`, state.dealer_name && `dealer ${state.dealer_name}`, state.held && `held: ${state.held}`].filter(Boolean).join(", "));
    // What staff are told has people and terminals by their names.
    const said = state.story ? Object.values(state.story) : (state.said ?? []).map((text) => ({ text }));
    fill(this.said, said.slice(-6).reverse().map((line) => el("li", {}, el("span", {}, brief(line.text), line.paper && [" ", paperLink(stream, line)]))));
    this.ask();
  }

  /** Ask what one may do there now. */
  ask() {
    if (this.#stream !== null) this.#live.offers(this.#stream);
  }

  #offered({ stream, offers }) {
    const text = JSON.stringify(offers);
    if (stream !== this.#stream || text === this.#offers) return;
    this.#offers = text;
    this.offers = Map.groupBy ? Map.groupBy(offers, (offer) => offer.act) : grouped(offers);
    const before = this.acts.value;
    const tags = [...this.offers.keys()];
    fill(this.acts, tags.length === 0 ? el("option", { value: "" }, "Nothing, in your role and at this moment") : tags.map((tag) => el("option", { value: tag }, actInWords(tag))));
    this.acts.value = tags.includes(before) ? before : (tags[0] ?? "");
    // Somebody who is filling a form in keeps it, as long as the act is still open.
    if (!tags.includes(before) || !this.form.contains(document.activeElement)) this.#form();
  }

  /** Show the form of the chosen act; of several that were asked for the last one counts, whichever is made first. */
  async #form() {
    const mine = (this.#turn += 1);
    const tag = this.acts.value;
    if (tag === "") {
      fill(this.form);
      return;
    }
    const stream = this.#stream;
    const made = el("div");
    await actForm(made, stream, tag, this.offers.get(tag), this.#context, async (act, second, schema) => {
      const seen = schema.properties.seen === undefined ? act : await seenFirst(stream, act, actInWords(tag), this.#context.currency);
      if (seen === null) return;
      const answer = await this.#live.command(stream, seen, second);
      const isBad = answer.type === "problem" || answer.is_accepted === false;
      this.#told(`${actInWords(tag)}: ${answerInWords(answer)}${ticket(answer)}`, { isBad, code: answer.code ?? null });
      fill(this.printed, paperOf(stream, answer));
      this.ask();
    });
    if (mine === this.#turn) fill(this.form, [...made.childNodes]);
  }
}

function grouped(offers) {
  const found = new Map();
  for (const offer of offers) found.set(offer.act, [...(found.get(offer.act) ?? []), offer]);
  return found;
}

/** A ticket that was sold is told whole, to whoever sold it: it is what the printer would print. */
export function ticket(answer) {
  const sold = (answer.events ?? []).find((event) => event.type === "tote.ticket_sold/1");
  if (sold === undefined) return "";
  return shown(` Ticket ${sold.ticket}, check code ${sold.check}, serial ${sold.serial}.`);
}
