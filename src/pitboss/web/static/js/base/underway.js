// Chips that a page has sent and that the state has not got yet.

/**
 * @template What
 * @typedef {What & { until: number | null }} Sent `until`: the version of the state that has it; none before the answer
 */

/** @template What */
export class Underway {
  /** @type {Sent<What>[]} */
  all = [];
  #version = -1;

  /** Tell whether something has no answer yet. @param {(one: What) => boolean} [which] */
  isWaiting(which = () => true) {
    return this.all.some((one) => one.until === null && which(one));
  }

  /**
   * Note what was sent; return what to do when its answer came.
   * @param {What} what
   * @returns {(version: number | undefined) => void} the version that has it; none if it was refused
   */
  sent(what) {
    const one = { ...what, until: /** @type {number | null} */ (null) };
    this.all.push(one);
    return (version) => {
      one.until = version ?? this.#version;
      // The state may have come before the answer: the chips would be counted twice until the next one.
      this.seen(this.#version);
    };
  }

  /** Forget what the state has by now. @param {number} version */
  seen(version) {
    this.#version = version;
    this.all = this.all.filter((one) => one.until === null || one.until > version);
  }
}
