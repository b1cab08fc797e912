// What lies on the layout, as the state has it and as this page has just changed it.

/** @typedef {{ player: string, bet: string, source: string, minor: number, pending: boolean }} Pile */

export class Laid {
  /** @type {{ player: string, bet: string, source: string, minor: number, until: number | null }[]} */
  #own = [];

  /** Note chips that were sent and have no answer yet; return what to do when it came. @param {{ player: string, bet: string, source: string }} what @param {number} minor */
  sent({ player, bet, source }, minor) {
    const one = { player, bet, source, minor, until: /** @type {number | null} */ (null) };
    this.#own.push(one);
    return (/** @type {number | undefined} */ version) => {
      if (version === undefined) this.#own = this.#own.filter((other) => other !== one);
      else one.until = version;
    };
  }

  /** Forget what the state has by now. @param {number} version */
  seen(version) {
    this.#own = this.#own.filter((one) => one.until === null || one.until > version);
  }

  /** Return every pile: what the state has, with what this page knows besides. @param {any} state @returns {Pile[]} */
  piles(state) {
    const found = new Map();
    for (const [player, sources] of Object.entries(state.wagers ?? {}))
      for (const [source, bets] of Object.entries(sources))
        for (const [bet, minor] of Object.entries(bets)) found.set(`${player}|${source}|${bet}`, { player, bet, source, minor, pending: false });
    for (const one of this.#own) {
      const key = `${one.player}|${one.source}|${one.bet}`;
      const before = found.get(key) ?? { player: one.player, bet: one.bet, source: one.source, minor: 0, pending: false };
      found.set(key, { ...before, minor: before.minor + one.minor, pending: before.pending || one.until === null });
    }
    return [...found.values()].filter((pile) => pile.minor > 0 || pile.pending);
  }
}
