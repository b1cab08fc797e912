// What lies on the layout, as the state has it and as this page has just changed it.

import { Underway } from "../base/underway.js";

/** @typedef {{ player: string, bet: string, source: string, minor: number, pending: boolean }} Pile */

export class Laid {
  /** @type {Underway<{ player: string, bet: string, source: string, minor: number }>} */
  #own = new Underway();
  /** @type {{ player: string, bet: string, source: string, stake_minor: number }[]} what this page has laid in this round, newest last */
  #done = [];

  /** What undo would take back: the newest that was laid here and lies there still; none while something is on its way. */
  get last() {
    return this.#own.isWaiting() ? undefined : this.#done.at(-1);
  }

  /** Note that chips were laid. @param {{ player: string, bet: string, source: string, stake_minor: number }} act */
  did({ player, bet, source, stake_minor }) {
    this.#done.push({ player, bet, source, stake_minor });
  }

  /** Note that chips were taken back, by undo or from their place: the newest of that pile are not there any more. @param {{ player: string, bet: string, source: string }} what @param {number} minor */
  took({ player, bet, source }, minor) {
    for (const one of this.#done.filter((other) => other.player === player && other.bet === bet && other.source === source).reverse()) {
      const part = Math.min(minor, one.stake_minor);
      one.stake_minor -= part;
      minor -= part;
    }
    this.#done = this.#done.filter((one) => one.stake_minor > 0);
  }

  /** Forget what was laid: a round is over, or closed. */
  over() {
    this.#done = [];
  }

  /** Note chips that were sent and have no answer yet; return what to do when it came. @param {{ player: string, bet: string, source: string }} what @param {number} minor */
  sent({ player, bet, source }, minor) {
    return this.#own.sent({ player, bet, source, minor });
  }

  /** Forget what the state has by now. @param {number} version */
  seen(version) {
    this.#own.seen(version);
  }

  /** Return every pile: what the state has, with what this page knows besides. @param {any} state @returns {Pile[]} */
  piles(state) {
    const found = new Map();
    for (const [player, sources] of Object.entries(state.wagers ?? {}))
      for (const [source, bets] of Object.entries(sources))
        for (const [bet, minor] of Object.entries(bets)) found.set(`${player}|${source}|${bet}`, { player, bet, source, minor, pending: false });
    for (const one of this.#own.all) {
      const key = `${one.player}|${one.source}|${one.bet}`;
      const before = found.get(key) ?? { player: one.player, bet: one.bet, source: one.source, minor: 0, pending: false };
      found.set(key, { ...before, minor: before.minor + one.minor, pending: before.pending || one.until === null });
    }
    return [...found.values()].filter((pile) => pile.minor > 0 || pile.pending);
  }
}
