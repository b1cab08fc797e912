// What every dealer's console does alike: acts with their answers, one touch after the other, and what is offered.

import { actInWords, announce } from "../dom.js";
import { Offered, offerOf } from "../offers.js";
import { approvalsOf } from "./approvals.js";
import { refusalOf, showRefusal } from "./refusal.js";

const SETTLE_MS = 30_000;

/** @typedef {{ place?: any, says?: string, title?: string, closes?: () => void }} How `closes` takes the sheet away from which it is asked, before another one asks for the second person */

export class Desk {
  state = null;
  /** @type {any} what names people and bets here */
  names = null;
  /** @type {any} the button of the next act, beside which a refusal stands where nothing else was touched */
  next = null;
  /** What the shared sheets ask of a roulette table, and others have not. */
  pockets = /** @type {string[]} */ ([]);
  colours = /** @type {Record<string, string>} */ ({});
  /** touches are taken one after the other, each when the one before it has its answer */
  #touches = /** @type {Promise<any>} */ (Promise.resolve());
  /** how often something was not taken: a touch that was made before that was meant for a table as it never came to be */
  #broken = 0;

  /**
   * @param {{ live: import("../live.js").Live, me: any, followed: import("./store.js").Followed, stream: string }} given
   * @param {string[]} [brief] acts that are told by name only
   */
  constructor({ live, me, followed, stream }, brief = []) {
    this.live = live;
    this.me = me;
    this.followed = followed;
    this.stream = stream;
    this.approvals = approvalsOf(live, me);
    this.offered = new Offered(stream, brief, () => this.draw());
    live.addEventListener("live", () => {
      if (!live.isLive) this.#broken += 1;
    });
  }

  /** Show the state; a console says how. */
  draw() {}

  /** On what hangs what is offered; a console says so. @param {any} _state @returns {any} */
  hangsOn(_state) {
    return this.followed.version;
  }

  get offers() {
    return this.offered.all;
  }

  /** Tell whether an act is open to whoever is here. @param {string} tag */
  may(tag) {
    return this.offered.may(tag);
  }

  /** Ask what is offered, unless nothing changed on which it hangs. @param {boolean} [isSure] */
  ask(isSure = false) {
    return this.offered.ask(this.hangsOn(this.state ?? {}), isSure);
  }

  /**
   * Take a touch when the one before it has its answer; forget it where that was not taken, or the line broke meanwhile.
   * @param {() => any} does
   * @param {(text: string) => void} trouble
   */
  touch(does, trouble) {
    const before = this.#broken;
    this.#touches = this.#touches.then(() => (before === this.#broken ? does() : undefined)).catch((error) => trouble(`${error.message}.`));
  }

  /**
   * Do an act, with a second person where that is asked for; show why not beside a place.
   * @param {any} act
   * @param {How} [how]
   * @returns {Promise<any>} the answer where it was taken or waits, and the page shows it; false where it was refused
   */
  async do(act, { place = this.next, says = "", title = actInWords(act.type), closes = () => {} } = {}) {
    const offer = offerOf(this.offers, act);
    if (offer?.alone === false) closes();
    const answer = this.names.answer(await this.approvals.act(this.stream, act, offer, title));
    showRefusal(answer, place.isConnected ? place : this.next);
    const isTaken = refusalOf(answer) === null;
    if (!isTaken) this.#broken += 1;
    if (isTaken && answer.type !== "waiting") {
      if (says) announce(says);
      await this.#shown(answer.last);
    }
    await this.ask(true);
    return isTaken && answer;
  }

  /**
   * Wait until the page has what an answer led to, as long as its line is live: the next touch is meant for what lies by then.
   * @param {number} version
   */
  #shown(version) {
    if (this.followed.version >= version) return Promise.resolve();
    return new Promise((resolve) => {
      const over = () => {
        if (this.followed.version < version && this.live.isLive) return;
        this.followed.removeEventListener("change", over);
        this.live.removeEventListener("live", over);
        resolve(undefined);
      };
      this.followed.addEventListener("change", over);
      this.live.addEventListener("live", over);
      setTimeout(() => resolve(undefined), SETTLE_MS);
    });
  }
}
