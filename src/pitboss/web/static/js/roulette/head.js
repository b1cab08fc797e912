// What a round has come to: its number or its phase, and the four steps that lead on.

import { el, fill, keyed, say } from "../dom.js";

const PHASES = { betting: "Bets are open", spinning: "The ball runs", closed: "No more bets", void: "No spin" };
const BEFORE = [["Bets", "betting"], ["Spin", "spinning"], ["Closed", "closed"], ["Number", "landed"]];
const OUTSIDE = 12;

export const upper = (text) => (text ?? "").charAt(0).toUpperCase() + (text ?? "").slice(1);

export class Head {
  /** @param {import("./names.js").Names} names */
  constructor(names) {
    this.names = names;
    this.box = el("span", { class: "rc-number" });
    this.game = el("span", { class: "small muted" });
    this.big = el("strong", { class: "rc-big" });
    this.facts = el("span", { class: "small muted" });
    this.node = el("header", { class: "rc-head" }, this.box, el("div", { class: "rc-told" }, this.game, this.big, this.facts));
    this.steps = el("ol", { class: "rc-steps", "aria-label": "Steps of the round" });
  }

  /** @param {any} state @param {Record<string, string>} colours @param {string | null} chosen a number that is not entered yet */
  draw(state, colours, chosen) {
    const { phase, pocket, round, laid_minor: laid, is_open: isOpen } = state;
    const shown = pocket ?? (phase === "closed" ? chosen : null);
    const colour = shown === null ? "" : colours[shown];
    this.box.className = `rc-number ${colour}${pocket ? " is-sure" : ""}`;
    say(this.box, shown ?? "–");
    say(this.game, round > 0 ? `Game ${round}` : "No game yet");
    say(this.big, !isOpen ? "Closed" : pocket ? upper(colour) : (PHASES[phase] ?? "Between games"));
    const won = () => this.names.spots.filter((spot) => spot.covers.length >= OUTSIDE && spot.covers.includes(pocket) && spot.kind !== colour).map((spot) => spot.name).join(" · ");
    say(this.facts, pocket ? won() : laid ? `${this.names.money(laid)} on the layout` : "");
    this.#steps(state);
  }

  #steps({ phase, dolly, is_collected: isCollected, is_open: isOpen }) {
    const isDown = ["landed", "settled"].includes(phase);
    const steps = isDown
      ? [["Dolly", dolly !== null], ["Losers", isCollected], ["Pay", phase === "settled"], ["Lift dolly", false]]
      : BEFORE.map(([name], index) => [name, index < BEFORE.findIndex(([, at]) => at === phase)]);
    const now = steps.findIndex(([, isDone]) => !isDone);
    keyed(this.steps, steps.entries(), ([, [name]]) => name, () => el("li"), (node, [index, [name, isDone]]) => {
      const kind = isDone ? "is-done" : index === now && (isDown || phase) ? "is-now" : "";
      if (node.className === kind && node.firstChild) return;
      node.className = kind;
      if (kind === "is-now") node.setAttribute("aria-current", "step");
      else node.removeAttribute("aria-current");
      fill(node, el("span", { class: "dot", "aria-hidden": "true" }, isDone ? "✓" : ""), name, isDone && el("span", { class: "unseen" }, " done"));
    });
    this.steps.hidden = !isOpen || phase === null || phase === "void";
  }
}
