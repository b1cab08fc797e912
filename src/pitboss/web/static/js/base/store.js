// One stream as a page follows it: its state, kept up to date by the socket, and what just happened.

/**
 * Follow a stream: `state` is null until it first came. Events: "change" after every change of the state, "news" with
 * the events of what just happened (`detail.events`), "left" with what is left of the betting window in milliseconds.
 */
export class Followed extends EventTarget {
  /** @type {any} */
  state = null;
  version = 0;
  /** @type {number | undefined} what was left of the betting window at the last beat */
  left = undefined;

  /**
   * @param {import("../live.js").Live} live
   * @param {string} stream
   */
  constructor(live, stream) {
    super();
    this.live = live;
    this.stream = stream;
    live.addEventListener("state", ({ detail }) => {
      if (detail.stream !== stream) return;
      this.state = detail.state;
      this.version = detail.version;
      this.dispatchEvent(new CustomEvent("change"));
    });
    live.addEventListener("news", ({ detail }) => {
      if (detail.stream !== stream) return;
      this.dispatchEvent(new CustomEvent("news", { detail }));
    });
    live.addEventListener("beat", ({ detail }) => {
      this.left = detail.left?.[stream];
      this.dispatchEvent(new CustomEvent("left", { detail: this.left }));
    });
    live.watch(stream);
  }

  /**
   * Ask for something to be done here; see Live.command.
   * @param {{ type: string }} act
   * @param {boolean} [second]
   */
  command(act, second = false) {
    return this.live.command(this.stream, act, second);
  }
}
