// The colours in use, each a player's, and whoever waits for one.

import { el, fill, keyed, say } from "../dom.js";
import { chipPicture } from "../parts/chip.js";

/** Events: "take" with player and source, "give" with the player who waits. */
export class Tiles extends EventTarget {
  /** @param {import("./names.js").Names} names */
  constructor(names) {
    super();
    this.names = names;
    this.list = el("ul", { class: "rc-tiles" });
    this.note = el("span", { class: "small muted" });
  }

  /**
   * @param {any} state
   * @param {{ canLay: boolean, canGive: boolean, isChosen: (player: string, source: string) => boolean }} now
   */
  draw(state, { canLay, canGive, isChosen }) {
    const { colours, held = {}, free_colours: free = [], house, waiting = [] } = state;
    const used = Object.entries(colours);
    say(this.note, house ? `${used.length} of ${used.length + free.length} · one player a colour, ${house.clauses.colours}` : "");
    const items = [...waiting.map((player) => ({ key: `? ${player}`, player, waits: true })), ...used.map(([colour, set]) => ({ key: colour, colour, ...set }))];
    keyed(this.list, items, (one) => one.key, () => el("li", {}, el("button", { type: "button", class: "rc-tile" })), (node, one) => {
      const button = /** @type {HTMLButtonElement} */ (node.firstChild);
      const source = `colour:${one.colour}`;
      button.onclick = () => this.dispatchEvent(new CustomEvent(one.waits ? "give" : "take", { detail: { player: one.player, source } }));
      button.disabled = one.waits ? !canGive : !canLay;
      if (one.waits) button.removeAttribute("aria-pressed");
      else button.setAttribute("aria-pressed", String(isChosen(one.player, source)));
      const sign = JSON.stringify([one, held[one.colour], this.names.letter(one.player)]);
      if (button.dataset.sign === sign) return;
      button.dataset.sign = sign;
      fill(button, one.waits ? this.#waiting(one) : this.#set(one, held[one.colour] ?? 0));
    });
    this.list.classList.toggle("is-empty", items.length === 0);
    if (items.length === 0 && !this.list.firstChild) fill(this.list, el("li", { class: "muted small" }, "Nobody has a colour. Give one to whoever wants to play."));
  }

  #waiting({ player }) {
    return [el("span", { class: "rc-wait", "aria-hidden": "true" }, "?"), el("span", {}, el("strong", {}, this.names.player(player)), el("span", { class: "small amber" }, "asks for a colour"))];
  }

  #set({ colour, player, value_minor: value, has_marker: hasMarker }, held) {
    return [chipPicture({ size: 38, face: this.names.face(`colour:${colour}`), text: this.names.letter(player) }),
      el("span", {}, el("strong", {}, this.names.player(player)), el("span", { class: "small muted" }, colour), el("span", { class: "tiny muted" }, `${held} × ${this.names.money(value)}`, el("span", { class: "unseen" }, " in hand"), hasMarker && [" ◆", el("span", { class: "unseen" }, " a marker shows the value")]))];
  }
}
