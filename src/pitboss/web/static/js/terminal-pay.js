// What a game came to: the number, large; and every bet with stake, odds, payment and clause.

import { el, fill, keyed, say, shortMoney, unbroken } from "./dom.js";
import { chipPicture, faceOf } from "./parts/chip.js";
import { valueOf } from "./parts/rack.js";
import { sumOf } from "./terminal-bets.js";

const WORDS = { red: "Red", black: "Black", green: "Green" };

/** The card with the number. */
export class ResultCard {
  constructor() {
    this.game = el("p", { class: "muted small" });
    this.number = el("p", { class: "result-number", id: "result" });
    this.colour = el("p", { class: "big" });
    this.facts = el("p", { class: "muted" });
    this.pill = el("span", { class: "pill is-gold" }, "PAID");
    this.node = el("section", { class: "panel result-card", "aria-label": "Result", hidden: true }, this.game, this.number, this.colour, this.facts, this.pill);
  }

  /** @param {{ game: number, pocket: string }} result @param {import("./parts/cloth.js").Cloth} cloth */
  show({ game, pocket }, cloth) {
    const colour = cloth.colours[pocket];
    say(this.game, `Game ${game}`);
    say(this.number, pocket);
    this.number.className = `result-number ${colour}`;
    say(this.colour, WORDS[colour] ?? colour);
    const around = [...cloth.spots.values()].filter((spot) => spot.covers.includes(pocket) && spot.box !== null && spot.covers.length > 1 && spot.kind !== colour).map((spot) => spot.name);
    fill(this.facts, around.map((name, place) => [place > 0 && " · ", el("span", { class: "unbroken" }, name)]));
  }
}

/** The sheet with what every bet came to. */
export class PaySheet {
  constructor() {
    this.rows = el("ul", { class: "pay-rows" });
    this.lost = el("p", { class: "pay-lost spread muted" });
    this.won = el("p", { class: "huge gold", id: "won" });
    this.title = el("p", { class: "muted small" });
    this.sums = el("dl", { class: "pay-sums" });
    this.node = el("section", { class: "pay-sheet", "aria-label": "Payment", hidden: true },
      el("div", { class: "pay-list" }, this.rows, this.lost), el("div", { class: "pay-total" }, this.title, this.won, this.sums));
  }

  /** @param {any} paid what the bets came to; there was at least one @param {import("./parts/cloth.js").Cloth} cloth @param {string} currency */
  show(paid, cloth, currency) {
    const { bets } = paid;
    const won = bets.filter((bet) => bet.is_won);
    const lost = bets.filter((bet) => !bet.is_won);
    const nameOf = (bet) => cloth.spots.get(bet)?.name ?? bet;
    const amount = (minor) => shortMoney(minor, currency);
    keyed(this.rows, won, (bet) => `${paid.game} ${bet.bet}`, (bet) => el("li", { "data-bet-row": bet.bet },
      chipPicture({ size: 32, face: faceOf(bet.stake_minor, cloth.chips), text: valueOf(bet.stake_minor, currency) }),
      el("strong", {}, unbroken(nameOf(bet.bet))),
      el("span", { class: "figure sum" }, `${amount(bet.stake_minor)} × ${cloth.spots.get(bet.bet)?.pays} =`),
      el("strong", { class: "money gold" }, amount(bet.paid_minor)),
      el("span", { class: "clause small" }, bet.clause)));
    const taken = lost.reduce((total, bet) => total + bet.stake_minor, 0);
    fill(this.lost, lost.length === 0 ? "Nothing lost." : [el("span", {}, `Lost: ${lost.map((bet) => nameOf(bet.bet)).join(", ")}`), el("strong", { class: "money" }, `−${amount(taken)}`)]);
    const back = sumOf(Object.fromEntries(won.map((bet) => [bet.bet, bet.stake_minor])));
    say(this.title, won.length > 0 ? "You won" : "No win this time");
    say(this.won, won.length > 0 ? amount(paid.won_minor) : "");
    fill(this.sums, won.length > 0 && [el("div", {}, el("dt", {}, "stakes back"), el("dd", {}, amount(back))), el("div", {}, el("dt", {}, "to your credit"), el("dd", {}, `+${amount(back + paid.won_minor)}`))]);
  }
}

/**
 * Count an amount up on the screen in 600 ms; at once where nothing shall move.
 * @param {Element} node @param {number} from @param {number} to @param {(minor: number) => string} write
 */
export function countUp(node, from, to, write) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || from >= to) {
    say(node, write(to));
    return;
  }
  const start = performance.now();
  const step = (now) => {
    const share = Math.min(1, (now - start) / 600);
    say(node, write(share < 1 ? Math.round((from + (to - from) * share) / 100) * 100 : to));
    if (share < 1 && node.getAttribute("data-goal") === String(to)) requestAnimationFrame(step);
  };
  node.setAttribute("data-goal", String(to));
  requestAnimationFrame(step);
}
