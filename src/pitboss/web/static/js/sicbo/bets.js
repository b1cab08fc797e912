// The bets of one player in this roll: what lies, what is on its way, and what can be taken back or laid again.

import { refusalOf, showRefusal } from "../base/refusal.js";
import { announce } from "../dom.js";
import { Laid } from "../roulette/laid.js";

const LAY = "sicbo.place_wager/1";
const REMOVE = "sicbo.remove_wager/1";
const SOURCE = "value";

/** Return the smallest chip that is a bet. @param {{ spots: any[], chips_minor: number[] }} layout */
export function leastChip({ spots, chips_minor: chips }) {
  const least = Math.min(...spots.map((spot) => spot.min_minor));
  return chips.find((chip) => chip >= least) ?? chips[chips.length - 1];
}

/** Chips on the cloth as one page lays them; `changed` is called whenever what lies may look otherwise. */
export class Bets {
  #laid = new Laid();
  /** @type {Set<Promise<boolean>>} chips whose answer has not come yet */
  #laying = new Set();

  /** @param {{ followed: import("../base/store.js").Followed, names: import("../roulette/names.js").Names, changed: () => void }} given */
  constructor({ followed, names, changed }) {
    this.followed = followed;
    this.names = names;
    this.changed = changed;
  }

  /** Take over what the state has by now. @param {boolean} isOver whether nothing of before can be undone any more */
  seen(isOver) {
    if (isOver) this.#laid.over();
    this.#laid.seen(this.followed.version);
  }

  /** Every pile on the cloth. */
  get piles() {
    return this.#laid.piles(this.followed.state ?? {});
  }

  /** @param {string} player */
  of(player) {
    return this.piles.filter((pile) => pile.player === player);
  }

  /** @param {string} player @param {string} bet */
  lies(player, bet) {
    return this.of(player).find((pile) => pile.bet === bet)?.minor ?? 0;
  }

  /** @param {string} player */
  total(player) {
    return this.of(player).reduce((sum, pile) => sum + pile.minor, 0);
  }

  /** What undo would take back, and whether something is on its way. */
  get canUndo() {
    return this.#laying.size > 0 || this.#laid.last !== undefined;
  }

  get last() {
    return this.#laid.last;
  }

  /** Lay chips; Undo and Clear wait for the answer, so that they take back what was laid last and not what was before. @param {string} player @param {string} bet @param {number} minor @param {any} node */
  lay(player, bet, minor, node) {
    const laying = this.#send(LAY, player, bet, minor, node);
    this.#laying.add(laying);
    return laying.finally(() => {
      this.#laying.delete(laying);
      this.changed();
    });
  }

  /** Take chips back, no more than lie there. @param {string} player @param {string} bet @param {number} minor @param {any} node */
  take(player, bet, minor, node) {
    const lies = Math.min(minor, this.lies(player, bet));
    return lies > 0 ? this.#send(REMOVE, player, bet, lies, node) : Promise.resolve(false);
  }

  async #send(type, player, bet, minor, node) {
    const isLaid = type === LAY;
    const what = { player, bet, source: SOURCE };
    const came = this.#laid.sent(what, isLaid ? minor : -minor);
    this.changed();
    const answer = this.names.answer(await this.followed.command(/** @type {any} */ ({ type, player, bet, stake_minor: minor })));
    showRefusal(answer, node);
    const isTaken = refusalOf(answer) === null;
    came(isTaken ? answer.last : undefined);
    if (isTaken && isLaid) this.#laid.did({ ...what, stake_minor: minor });
    // Refused as well: the chips are not there any more.
    if (!isLaid) this.#laid.took(what, minor);
    if (isTaken) announce(isLaid ? `${this.names.money(minor)} on ${this.names.bet(bet)}: accepted.` : `${this.names.money(minor)} taken back from ${this.names.bet(bet)}.`);
    this.changed();
    return isTaken;
  }

  /** @param {any} node */
  async undo(node) {
    await Promise.allSettled(this.#laying);
    const { last } = this.#laid;
    if (last) await this.take(last.player, last.bet, last.stake_minor, node);
  }

  /** @param {string} player @param {any} node */
  async clear(player, node) {
    await Promise.allSettled(this.#laying);
    for (const pile of this.of(player)) await this.take(player, pile.bet, pile.minor, node);
  }

  /** Lay all of these, or none: one that is refused takes the others back. @param {string} player @param {{ bet: string, minor: number }[]} wanted @param {any} node */
  async again(player, wanted, node) {
    const laid = [];
    for (const one of wanted) {
      if (!(await this.lay(player, one.bet, one.minor, node))) {
        for (const other of laid) await this.take(player, other.bet, other.minor, node);
        return;
      }
      laid.push(one);
    }
  }
}
