// The areas of one position: what can be bet on, the chips that lie there, and what became of them.

import { patient } from "../base/patience.js";
import { Underway } from "../base/underway.js";
import { el, fill, money, say, shortMoney } from "../dom.js";
import { chipPicture, faceOf } from "../parts/chip.js";
import { letter } from "./hands.js";

const HOLD_MS = patient(500);

/** Events: "bet" and "remove", with `detail.on` and the area's `node`. */
export class Areas extends EventTarget {
  /** @type {Underway<{ on: string, minor: number }>} */
  #own = new Underway();

  /** @param {{ spots: any[], chips_minor: number[] }} layout */
  constructor({ spots, chips_minor: chips }) {
    super();
    this.spots = spots;
    this.chips = chips;
    this.buttons = new Map(spots.map((spot, index) => [spot.bet, this.#make(spot, index)]));
    this.node = el("div", { class: "bc-areas", role: "group", "aria-label": "Areas" }, [...this.buttons.values()].map((one) => one.node));
    this.node.addEventListener("keydown", (event) => this.#key(event));
  }

  #make(spot, index) {
    const pile = el("span", { class: "bc-pile" });
    const came = el("span", { class: "bc-came" });
    const node = el("button", { type: "button", class: `bc-area ${spot.bet}`, "data-bet": spot.bet, tabindex: index === 0 ? 0 : -1 },
      el("span", { class: "bc-area-name" }, letter(spot.bet), el("strong", {}, spot.name)), el("span", { class: "bc-odds" }, spot.title), came, pile);
    let timer = 0;
    let wasHeld = false;
    node.addEventListener("pointerdown", () => {
      wasHeld = false;
      timer = setTimeout(() => {
        wasHeld = true;
        this.#tell("remove", spot.bet, node);
      }, HOLD_MS);
    });
    for (const over of ["pointerup", "pointercancel", "pointerleave"]) node.addEventListener(over, () => clearTimeout(timer));
    node.addEventListener("click", () => {
      if (!wasHeld) this.#tell("bet", spot.bet, node);
      wasHeld = false;
    });
    node.addEventListener("contextmenu", (event) => event.preventDefault());
    return { node, pile, came };
  }

  #tell(type, on, node) {
    this.dispatchEvent(new CustomEvent(type, { detail: { on, node } }));
  }

  #key(event) {
    const nodes = [...this.buttons.values()].map((one) => one.node);
    const at = nodes.indexOf(event.target);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (at >= 0 && step !== undefined) {
      event.preventDefault();
      const next = nodes[(at + step + nodes.length) % nodes.length];
      for (const node of nodes) node.tabIndex = node === next ? 0 : -1;
      next.focus();
    }
    if (at >= 0 && event.key === "Backspace") {
      event.preventDefault();
      this.#tell("remove", this.spots[at].bet, nodes[at]);
    }
  }

  /** @param {string} on */
  button(on) {
    return this.buttons.get(on)?.node ?? null;
  }

  focus() {
    [...this.buttons.values()].find((one) => one.node.tabIndex === 0)?.node.focus();
  }

  /** Find the area at a point of the screen. @param {number} x @param {number} y @param {(on: string, node: Element) => void} found */
  at(x, y, found) {
    const node = document.elementFromPoint(x, y)?.closest(".bc-area");
    const on = node?.getAttribute("data-bet");
    if (node && on) found(on, node);
  }

  /** Note chips that were sent and have no answer yet; return what to do when it came. @param {string} on @param {number} minor */
  sent(on, minor) {
    return this.#own.sent({ on, minor });
  }

  /** Forget what the state has by now. @param {number} version */
  seen(version) {
    this.#own.seen(version);
  }

  /** Return what lies on an area. @param {any} state @param {number} position @param {string} on */
  lies(state, position, on) {
    const wagers = Object.values(state.places?.[position - 1]?.wagers[on] ?? {});
    const own = this.#own.all.filter((one) => one.on === on).map((one) => one.minor);
    return [...wagers, ...own].reduce((sum, minor) => sum + minor, 0);
  }

  /** Return what lies on all of them. @param {any} state @param {number} position */
  total(state, position) {
    return this.spots.reduce((sum, spot) => sum + this.lies(state, position, spot.bet), 0);
  }

  /** @param {any} state @param {{ position: number, isOpen: boolean, rows: any[] }} now `rows`: what became of this coup's bets, once it is paid */
  show(state, { position, isOpen, rows }) {
    for (const spot of this.spots) {
      const { node, pile, came } = this.buttons.get(spot.bet);
      const own = rows.filter((row) => row.on === spot.bet);
      const lies = this.lies(state, position, spot.bet) || own.reduce((sum, row) => sum + row.stake_minor, 0);
      const isPending = this.#own.isWaiting((one) => one.on === spot.bet);
      const isWon = state.result?.outcome === spot.bet;
      node.disabled = !isOpen;
      node.classList.toggle("is-won", isWon);
      node.classList.toggle("is-lost", own.some((row) => row.result === "lose"));
      const sign = JSON.stringify([lies, isPending, own]);
      if (node.dataset.sign === sign) continue;
      node.dataset.sign = sign;
      fill(pile, lies > 0 && [chipPicture({ size: 64, face: faceOf(lies, this.chips), text: shortMoney(lies, state.currency), pending: isPending }), el("span", { class: "unseen" }, `, ${shortMoney(lies, state.currency)} lies there`)]);
      say(came, "");
      if (own.length > 0) fill(came, this.#came(own, state.currency));
    }
  }

  #came(rows, currency) {
    const net = rows.reduce((sum, row) => sum + (row.result === "lose" ? -row.stake_minor : row.paid_minor), 0);
    const vig = rows.reduce((sum, row) => sum + row.vig_minor, 0);
    const isMarked = rows.some((row) => row.owed !== "0");
    const amount = net > 0 ? `+${money(net, currency)}` : net < 0 ? `−${money(-net, currency)}` : "stays yours";
    return [el("strong", { class: net > 0 ? "is-gain" : net < 0 ? "is-loss" : "" }, amount),
      vig > 0 && el("span", { class: "small" }, ` less ${money(vig, currency)}`), isMarked && el("span", { class: "small" }, " commission marked"), el("span", { class: "clause tiny" }, rows[0].clause)];
  }
}
