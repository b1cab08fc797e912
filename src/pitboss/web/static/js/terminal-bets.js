// A player's bets: what lies, what is on its way, and the acts that change it. The server decides about all of them.

/** Add up stakes. @param {Record<string, number>} bets */
export const sumOf = (bets) => Object.values(bets).reduce((total, minor) => total + minor, 0);

const tagOf = (name) => `automatic.${name}/1`;

/** @typedef {{ act: any, stakes: Record<string, number>, isUnknown: boolean, until: number }} Sent */

/** Tell "change" whenever something was sent, answered or is being checked. */
export class Bets extends EventTarget {
  /** @type {Sent[]} what is on its way, the oldest first */
  sent = [];
  #followed;
  #terminal;
  #seen = 0;

  /** @param {import("./base/store.js").Followed} followed @param {string} terminal */
  constructor(followed, terminal) {
    super();
    this.#followed = followed;
    this.#terminal = terminal;
    followed.live.addEventListener("unknown", ({ detail }) => {
      for (const one of this.sent) if (one.act === detail.act) one.isUnknown = true;
      this.#changed();
    });
    followed.addEventListener("change", () => this.#saw(followed.version));
    followed.addEventListener("news", ({ detail }) => this.#saw(detail.version));
  }

  get own() {
    return this.#followed.state?.own ?? null;
  }

  /** @returns {Record<string, number>} what is on its way to each bet */
  get pending() {
    const found = {};
    for (const { stakes } of this.sent) for (const [bet, minor] of Object.entries(stakes)) found[bet] = (found[bet] ?? 0) + minor;
    return found;
  }

  get isChecked() {
    return this.sent.some((one) => one.isUnknown);
  }

  /** Tell whether one of the terminal's acts was sent, and is not in the state yet. @param {string} name */
  isSent(name) {
    return this.sent.some((one) => one.act.type === tagOf(name));
  }

  place(bet, chip) {
    return this.act("place_bet", { bet, chip_minor: chip }, { [bet]: chip });
  }

  /** Place several bets, all or none. @param {Record<string, number>} stakes */
  placeAll(stakes) {
    const entries = Object.entries(stakes);
    return this.act("place_bets", { bets: entries.map(([bet, amount_minor]) => ({ bet, amount_minor })) }, stakes);
  }

  /** Take a bet away, or one chip of it. @param {string} bet @param {number | null} chip */
  cancel(bet, chip = null) {
    return this.act("cancel_bet", { bet, ...(chip === null ? {} : { chip_minor: chip }) });
  }

  /** Take a chip off one place and lay it on another; where that is refused, it lies where it was. @param {string} from @param {string} to @param {number} chip */
  async move(from, to, chip) {
    const taken = await this.cancel(from, chip);
    if (taken.type !== "answer" || !taken.is_accepted) return taken;
    const laid = await this.placeAll({ [to]: chip });
    if (laid.type !== "answer" || !laid.is_accepted) await this.act("undo_bet");
    return laid;
  }

  /**
   * Ask for one of the terminal's acts; those that bet name the game they are for, and count in no other.
   * @param {string} name
   * @param {any} [fields]
   * @param {Record<string, number>} [stakes] what it puts on the layout, shown as on its way
   */
  async act(name, fields = {}, stakes = {}) {
    const round = this.#followed.state.round;
    const game = /bets?$/.test(name) && round > 0 ? { game: round } : {};
    const act = { type: tagOf(name), terminal: this.#terminal, ...fields, ...game };
    const sent = { act, stakes, isUnknown: false, until: Infinity };
    this.sent.push(sent);
    this.#changed();
    const answer = await this.#followed.command(act);
    // Until the state has it too, the chip is shown as on its way.
    sent.until = answer.type === "answer" && answer.is_accepted ? answer.last : 0;
    this.#drop();
    return answer;
  }

  #saw(version) {
    this.#seen = Math.max(this.#seen, version);
    this.#drop();
  }

  #drop() {
    const left = this.sent.filter((one) => one.until > this.#seen);
    const isLess = left.length < this.sent.length;
    this.sent = left;
    if (isLess) this.#changed();
  }

  #changed() {
    this.dispatchEvent(new CustomEvent("change"));
  }
}
