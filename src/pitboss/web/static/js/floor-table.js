// A table as a card: what it is, how it stands, what was said there last, and what is posted at it.

import { part, readOnce } from "./api.js";
import { announce, el, fill, pocket, say, shown } from "./dom.js";

const SAID = 3;
const RESULTS = 10;

/** Return a sentence for a card: of a settlement its first line, and how many bets won and lost. */
export function brief(sentence) {
  const [first, ...lines] = sentence.split("\n");
  if (lines.length === 0) return first;
  const won = lines.filter((line) => line.includes(" wins ")).length;
  const lost = lines.filter((line) => line.includes(" loses ")).length;
  const counts = [won && `${won} won`, lost && `${lost} lost`].filter(Boolean).join(", ");
  return counts ? `${first} ${counts}.` : `${first} ${lines.map((line) => line.trim()).join(" ")}`;
}

/** Return a button that lets a card be read out as things happen. */
export function readOutButton(card, name) {
  const button = el("button", { type: "button", "aria-pressed": "false" }, "Read out", el("span", { class: "unseen" }, ` ${name}`));
  button.addEventListener("click", () => {
    card.isReadOut = !card.isReadOut;
    button.setAttribute("aria-pressed", String(card.isReadOut));
  });
  return button;
}

/** Return what is posted, to be opened; it is read when it is. */
export function signOf(stream, title) {
  const body = el("div");
  const node = el("details", {}, el("summary", {}, title), body);
  node.addEventListener("toggle", async () => {
    if (!node.open || body.childElementCount > 0) return;
    try {
      const sign = await readOnce(part(stream, "sign"));
      fill(body, el("p", { class: "soft" }, sign.edition), sign.sections.map(section));
    } catch (error) {
      fill(body, el("p", { class: "note is-bad" }, error.message));
    }
  });
  return node;
}

function section({ heading, lines }) {
  const rows = lines.map(({ label, value, clause }) =>
    value === ""
      ? el("tr", {}, el("td", { colspan: 2 }, label), el("td", { class: "soft" }, clause))
      : el("tr", {}, el("td", {}, label), el("td", { class: "number" }, value), el("td", { class: "soft" }, clause)),
  );
  const head = el("tr", { class: "unseen" }, el("th", { scope: "col" }, "What"), el("th", { scope: "col" }, "How much"), el("th", { scope: "col" }, "Clause"));
  return el("table", {}, el("caption", {}, heading), el("thead", {}, head), el("tbody", {}, rows));
}

class FloorTable extends HTMLElement {
  isReadOut = false;
  #stream = "";
  #last = null;
  #seconds = 0;
  #colours = {};

  /** Build the card once; later only what changed is written. */
  begin(stream, state) {
    this.#stream = stream;
    this.id = `stream-${stream}`;
    const name = state.name || stream;
    this.heading = el("h3", {}, name);
    this.phase = el("span", { class: "phase" });
    this.facts = el("dl", { class: "facts" });
    this.results = el("ul", { class: "results", "aria-label": `Last results at ${name}, newest first` });
    this.bar = el("progress", { max: 1, "aria-label": `Time left for bets at ${name}` });
    this.left = el("output", {});
    this.window = el("div", { class: "window", hidden: true }, this.bar, this.left);
    this.said = el("ol", { class: "said", "aria-label": `What happened at ${name}, newest first` });
    const foot = el("div", { class: "card-foot" }, signOf(stream, "Limits and odds"), readOutButton(this, name));
    fill(this, el("div", { class: "card-head" }, this.heading, el("span", { class: "kind" }, gameInWords(state.game))),
      el("div", {}, this.phase), this.facts, this.window, this.results, this.said, foot);
    this.setAttribute("data-stream", stream);
    if (state.results === undefined) this.results.hidden = true;
    else this.#paint();
    if (state.kind === "tournament") this.said.hidden = true;
  }

  async #paint() {
    try {
      this.#colours = (await readOnce(part(this.#stream, "layout"))).colours;
      if (this.#last !== null) this.show(this.#last);
    } catch {
      // Numbers without their colours are still numbers.
    }
  }

  show(state) {
    const isFirst = this.#last === null;
    if (!isFirst && this.isReadOut) this.#readOut(state);
    this.#last = state;
    this.#seconds = state.seconds ?? 0;
    const alert = state.held ? `held: ${state.held}` : state.void ? `game ${state.void} is void` : "";
    say(this.phase, alert || (state.is_open === false ? "closed" : (state.phase_in_words ?? (state.kind === "tournament" ? "open to staff" : "between rounds"))));
    this.phase.classList.toggle("is-alert", alert !== "");
    const facts = [["Round", state.round], ["Dealer", state.dealer], ["Rules", state.rulebook]];
    fill(this.facts, facts.filter(([, value]) => value !== undefined && value !== null && value !== "").map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", {}, value))));
    fill(this.results, (state.results ?? []).slice(0, RESULTS).map((result) => this.#result(result)));
    this.results.classList.toggle("is-empty", !state.results?.length);
    const said = (state.said ?? []).slice(-SAID).reverse().map(brief);
    if (said.map(shown).join("\n") !== [...this.said.children].map((line) => line.textContent).join("\n")) {
      fill(this.said, said.map((sentence) => el("li", {}, el("span", { title: sentence }, sentence))));
    }
  }

  /** Show what is left of a betting window in milliseconds; none where it is closed. */
  beat(left) {
    this.window.hidden = left === undefined || this.#last?.kind !== "automatic";
    if (this.window.hidden) return;
    this.bar.max = Math.max(this.#seconds * 1000, left, 1);
    this.bar.value = left;
    say(this.left, `${Math.ceil(left / 1000)} s to bet`);
  }

  #result(result) {
    if (result.pocket !== undefined) return pocket(result.pocket, this.#colours);
    return el("li", {}, Object.values(result).flat().join("-"));
  }

  #readOut(state) {
    const known = new Set(this.#last.said ?? []);
    const fresh = (state.said ?? []).filter((sentence) => !known.has(sentence)).map(brief);
    if (fresh.length > 0) announce(`${state.name}: ${fresh.slice(-3).join(" ")}`);
  }
}

function gameInWords(game) {
  return { sicbo: "Sic bo" }[game] ?? game.charAt(0).toUpperCase() + game.slice(1);
}

customElements.define("floor-table", FloorTable);
