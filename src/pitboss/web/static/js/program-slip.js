// Bet slips of the program: a bet put together from buttons or typed, read by the server, and printed with its code.

import { part, read, readOnce } from "./api.js";
import { announce, cap, el, fill, money } from "./dom.js";
import { openSheet } from "./base/sheet.js";
import { saddle } from "./parts/saddle.js";
import { codeOf } from "./parts/slip.js";

const FORMS = [["", "As said"], ["BOX", "Box: any order"], ["KEY", "Key"], ["WHEEL", "Wheel: with all"]];
const READ_MS = 150;

export class SlipForm {
  /** @type {any[]} */
  #made = [];

  /** @param {{ stream: string, track: string, currency: string }} given */
  constructor({ stream, track, currency }) {
    this.stream = stream;
    this.track = track;
    this.currency = currency;
    this.node = el("section", { class: "program-slips", "aria-label": "Your bet slips", hidden: true });
  }

  /** Fill in a slip for a race. @param {any} race as printed @param {any} now as it stands */
  async open(race, now) {
    const { spots } = await readOnce(part(this.stream, "layout"));
    const out = new Set(now?.scratched ?? []);
    const wordOf = (kind) => spots.find((spot) => spot.kind === kind)?.bet ?? kind;
    const bet = /** @type {HTMLSelectElement} */ (el("select", { id: "slip-bet" }, race.bets.map((one) => el("option", { value: wordOf(one.kind) }, `${one.name}, from ${one.minimum}`))));
    const form = /** @type {HTMLSelectElement} */ (el("select", { id: "slip-form" }, FORMS.map(([value, text]) => el("option", { value }, text))));
    const amount = /** @type {HTMLInputElement} */ (el("input", { id: "slip-amount", inputmode: "decimal", value: "2", autocomplete: "off" }));
    const runners = /** @type {HTMLInputElement} */ (el("input", { id: "slip-runners", autocomplete: "off", spellcheck: "false", placeholder: "1 4 2" }));
    const told = el("p", { class: "program-told", role: "status" });
    /** @type {any} */
    let found = null;
    let timer = 0;
    let asked = 0;
    const ask = async () => {
      const mine = (asked += 1);
      found = null;
      keep.disabled = true;
      if (runners.value.trim() === "") {
        fill(told, "Touch the runners, or type their numbers.");
        return;
      }
      // With the race said, two numbers in the field of the amount are no race and amount.
      const text = [`R${race.number}`, amount.value, bet.value, form.value, runners.value].filter((one) => one !== "").join(" ");
      const query = new URLSearchParams({ track: this.track, race: String(race.number), text });
      const answer = await read(`/api/tote/${encodeURIComponent(this.stream)}/slips?${query}`).catch((error) => ({ payload: null, read: { problem: error.message } }));
      if (mine !== asked) return;
      found = answer.payload === null ? null : answer;
      keep.disabled = found === null;
      const { problem, clause, name, combinations, cost_minor } = answer.read;
      told.classList.toggle("is-bad", Boolean(problem));
      fill(told, problem ? `${cap(problem).replace(/[.!?]$/, "")}.${clause ? ` [${clause}]` : ""}` : `${name}: ${combinations} ${combinations === 1 ? "bet" : "bets"}, ${money(cost_minor, this.currency)}`);
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, READ_MS);
    };
    const buttons = el("div", { class: "program-choose", role: "group", "aria-label": "Runners" }, [...new Set(race.runners.map((one) => one.bet_as))].map((no) => {
      const one = race.runners.find((runner) => runner.bet_as === no);
      return el("button", { type: "button", disabled: race.runners.filter((runner) => runner.bet_as === no).every((runner) => out.has(runner.number)), "data-runner": no, onclick: () => {
        runners.value = `${runners.value.trim()} ${no}`.trim();
        soon();
      } }, saddle(no, one.cloth), el("span", { class: "unseen" }, ` ${one.name}`));
    }));
    const keep = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "main next", disabled: true, onclick: () => {
      this.#keep(found);
      sheet.close();
    } }, "Make the slip"));
    for (const node of [bet, form, amount, runners]) node.addEventListener("input", soon);
    const row = (label, node) => el("div", { class: "field" }, el("label", { for: node.id }, label), node);
    const sheet = openSheet({ title: `Bet slip, race ${race.number}`, body: el("form", { class: "program-form", onsubmit: (event) => event.preventDefault() }, row("Bet", bet), row("Form", form), row("Dollars for each", amount), row("Runners", runners), buttons, el("button", { type: "button", onclick: () => {
      runners.value = "";
      ask();
    } }, "Clear the runners"), told, keep) });
    ask();
  }

  /** Keep a slip on the page, to be printed or shown at a window. */
  #keep(made) {
    this.#made.push(made);
    announce(`Slip made: ${made.read.bet}.`);
    this.#draw();
    this.node.scrollIntoView({ block: "start" });
  }

  #draw() {
    this.node.hidden = this.#made.length === 0;
    fill(this.node, el("h2", {}, "Your bet slips"), el("p", { class: "muted" }, "Show the code at a window or a self-service machine. Nothing is bet before a ticket is printed."),
      el("ul", {}, this.#made.map((made, place) => el("li", { class: "program-slip" }, el("img", { src: codeOf(made.payload), alt: `Code of ${made.payload}`, width: 160, height: 160 }),
        el("div", {}, el("p", { class: "big" }, made.read.bet), el("p", {}, `${made.read.track} race ${made.read.race}, ${made.read.name}`), el("p", {}, made.read.problem ? cap(made.read.problem) : `${made.read.combinations} ${made.read.combinations === 1 ? "bet" : "bets"}, ${money(made.read.cost_minor, this.currency)}`),
          el("button", { type: "button", onclick: () => {
            this.#made.splice(place, 1);
            this.#draw();
          } }, "Throw away"))))),
      el("p", {}, el("button", { type: "button", onclick: () => {
        document.body.classList.add("is-slips");
        print();
        document.body.classList.remove("is-slips");
      } }, "Print the slips")));
  }
}
