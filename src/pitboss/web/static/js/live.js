// The one socket of a page: it comes back by itself, notices what it missed, and says when it is not live.
//
// News of a stream lead from one version (`after`) to another. They leave a gap if they begin after the version that is
// here; the page then subscribes again with its own version and gets the gap, or the state, in one message. News say
// what happened and what has changed in the state, which is kept here and asked for only once.

import { signed } from "./machine-key.js";
import { patient } from "./base/patience.js";

const SILENT_MS = patient(2000);
const OFFERS_MS = 250;
const BUSY_MS = 1000;
const SAID_MAX = 30;
const UNKNOWN_MS = 3000;
const CUT = { type: "problem", error: "LineClosed", reason: "the line was closed before the answer came; look whether it was done" };
const NOT_LIVE = { type: "problem", error: "NotLive", reason: "the connection is lost: nothing was sent" };
const NOT_DONE = { type: "problem", error: "NotDone", reason: "the connection broke before it arrived: it was not done" };
const WAIT_MS = [300, 600, 1200, 2500, 5000];
const ENDED = 4401;
const LOCKED = 4423;
const UNLOCKED = 4424;
const TWICE = 4409;

export class Live extends EventTarget {
  #socket = null;
  #versions = new Map();
  #states = new Map();
  #changed = new Set();
  #watched = new Set();
  #offered = new Map();
  /** @type {{ stream: string, track?: string, race?: number } | null} */
  #board = null;
  #waiting = new Map();
  #tries = 0;
  #heard = 0;
  #isLive = false;
  #isStopped = false;
  #address;

  /** @param {{ isLooking?: boolean, isScreen?: boolean }} [options] whether the page only looks: then it is not the machine whose browser it is opened in, and leaves it its line; whether it is the one screen of a machine at which somebody works */
  constructor({ isLooking = false, isScreen = false } = {}) {
    super();
    this.#address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws${isLooking ? "?look" : isScreen ? "?screen" : ""}`;
    setInterval(() => this.#judge(), 250);
  }

  get isLive() {
    return this.#isLive;
  }

  /** Open the line; it is opened again whenever it breaks, until `stop`. */
  connect() {
    this.#isStopped = false;
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      for (const line of event.data.split("\n")) this.#take(JSON.parse(line));
      this.#tellStates();
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code);
    };
  }

  /** Close the line, and open it as somebody else. */
  restart() {
    this.stop();
    this.#versions.clear();
    this.#states.clear();
    this.#tries = 0;
    this.connect();
  }

  /** Close the line for good; what has no answer yet is not sent again, for somebody else may be here next. */
  stop() {
    this.#isStopped = true;
    for (const { resolve } of this.#waiting.values()) resolve(CUT);
    this.#waiting.clear();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#judge(true);
  }

  /** Follow a stream: its state comes now, and again after each change. */
  watch(stream) {
    if (!this.#watched.has(stream)) {
      this.#watched.add(stream);
      this.#send({ type: "subscribe", stream });
    } else if (this.#states.has(stream)) {
      this.#changed.add(stream);
      this.#tellStates();
    }
  }

  leave(stream) {
    if (this.#watched.delete(stream)) {
      this.#versions.delete(stream);
      this.#states.delete(stream);
      this.#send({ type: "unsubscribe", stream });
    }
  }

  /** Follow a tote board, in place of the one before: of a race, of a track's next to go, or of the tote's. @param {{ stream: string, track?: string, race?: number }} which */
  board(which) {
    this.#board = which;
    this.#send({ type: "board", ...which });
  }

  /**
   * Ask for something to be done; resolve with the answer, that it waits for a second person, or the problem.
   *
   * While the line is not live nothing is sent and nothing is kept for later. What was sent and has no answer after
   * three seconds is told as `unknown`; when the line is back its fate is asked for by its key, and it is never sent
   * again.
   */
  command(stream, act, second = false) {
    if (!this.#isLive || this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve(NOT_LIVE);
    const key = newKey();
    return new Promise((resolve) => {
      this.#waiting.set(key, { stream, key, act, resolve });
      setTimeout(() => this.#waiting.has(key) && this.#tell("unknown", { stream, key, act }), UNKNOWN_MS);
      this.#send({ type: "command", stream, key, act, ...(second ? { second } : {}) });
    });
  }

  /** Ask what one may do now, soon: many wishes within a moment are one question. */
  offers(stream) {
    const last = this.#offered.get(stream) ?? -Infinity;
    if (last === Infinity) return;
    this.#offered.set(stream, Infinity);
    setTimeout(() => {
      this.#offered.set(stream, performance.now());
      this.#send({ type: "offers", stream });
    }, Math.max(0, last + OFFERS_MS - performance.now()));
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #closed(code) {
    this.#socket = null;
    this.#judge(true);
    // Whoever comes back then sees another part of every stream: no gap leads from what is here to that.
    if ([ENDED, LOCKED, UNLOCKED].includes(code)) {
      this.#versions.clear();
      this.#states.clear();
    }
    if (this.#isStopped) return;
    if (code === TWICE) {
      // The same machine is open in another window: two that take turns would be worse than one that stops.
      this.stop();
      this.#tell("twice", null);
      return;
    }
    if (code >= 4400) this.#tell("refused", { code });
    if (this.#isStopped || this.#socket !== null) return;
    const wait = WAIT_MS[Math.min(this.#tries, WAIT_MS.length - 1)] * (0.75 + Math.random() / 2);
    this.#tries += 1;
    setTimeout(() => {
      if (!this.#isStopped && this.#socket === null) this.connect();
    }, wait);
  }

  #judge(isBroken = false) {
    const isLive = !isBroken && this.#socket !== null && performance.now() - this.#heard < SILENT_MS;
    if (isLive !== this.#isLive) {
      this.#isLive = isLive;
      this.#tell("live", isLive);
    }
  }

  /** @param {import("../../types/protocol").ServerMessage} message */
  #take(message) {
    switch (message.type) {
      case "challenge":
        this.#show(message);
        break;
      case "welcome":
        this.#tries = 0;
        this.#beaten();
        for (const stream of this.#watched) this.#again(stream);
        if (this.#board !== null) this.#send({ type: "board", ...this.#board });
        for (const { stream, key } of this.#waiting.values()) this.#send({ type: "fate", stream, key });
        this.#tell("welcome", message);
        break;
      case "beat":
        this.#beaten();
        this.#tell("beat", message);
        break;
      case "state":
        this.#versions.set(message.stream, message.version);
        this.#keep(message.stream, message.state);
        break;
      case "news":
        this.#news(message);
        break;
      case "answer":
      case "waiting":
      case "problem":
        if (message.type === "problem") this.#problem(message);
        this.#resolve(message.key, message);
        break;
      case "not_known":
        this.#resolve(message.key, NOT_DONE);
        break;
      default:
        this.#tell(message.type, message);
    }
  }

  #resolve(key, answer) {
    this.#waiting.get(key)?.resolve(answer);
    this.#waiting.delete(key);
  }

  #problem(message) {
    // Too much waits at the server: what is watched is asked for again, and not by everybody at once.
    if (message.error === "Busy" && message.key === undefined && this.#watched.has(message.stream)) {
      setTimeout(() => this.#again(message.stream), BUSY_MS * (1 + Math.random()));
    }
    this.#tell("problem", message);
  }

  /** Show that this machine has its key, on the line on which it was asked. */
  async #show({ terminal, nonce }) {
    const socket = this.#socket;
    const signature = await signed(terminal, nonce).catch(() => "");
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "proof", signature }));
  }

  #beaten() {
    this.#heard = performance.now();
    this.#judge();
  }

  #again(stream) {
    const after = this.#versions.get(stream);
    this.#send({ type: "subscribe", stream, ...(after === undefined ? {} : { after }) });
  }

  #news(message) {
    const mine = this.#versions.get(message.stream);
    if (mine === undefined) return;
    if (message.after > mine) {
      this.#again(message.stream);
      return;
    }
    if (message.version < mine) return;
    this.#versions.set(message.stream, message.version);
    this.#keep(message.stream, afterNews(this.#states.get(message.stream), message));
    this.#tell("news", message);
  }

  #keep(stream, state) {
    this.#states.set(stream, state);
    this.#changed.add(stream);
  }

  /** Tell how streams stand; once, whatever number of news came together. */
  #tellStates() {
    const changed = [...this.#changed].filter((stream) => this.#states.has(stream));
    this.#changed.clear();
    for (const stream of changed) this.#tell("state", { type: "state", stream, version: this.#versions.get(stream), state: this.#states.get(stream) });
  }
}

/** Return a state after news of its stream. */
export function afterNews(state, news) {
  const own = "own" in news ? { own: news.own } : "own" in state ? { own: state.own } : {};
  if (news.state) return { ...news.state, ...own };
  const said = [...(state.said ?? []), ...(news.said ?? [])].slice(-SAID_MAX);
  return { ...merged(state, news.changes, news.gone), said, ...own };
}

/**
 * Return a state with what has changed: paths that are gone are taken away first. Then an object upon an object changes
 * the keys it names, an object upon a list the elements whose index it names; anything else takes the place.
 */
export function merged(state, changes = {}, gone = []) {
  return laid(/** @type {any[]} */ (gone).reduce((found, path) => without(found, path), state), changes);
}

function isObject(value) {
  return value !== null && typeof value === "object";
}

function copied(value) {
  return Array.isArray(value) ? [...value] : { ...value };
}

/** @param {any} value @param {string[]} path */
function without(value, [key, ...rest]) {
  if (!isObject(value) || !(key in value)) return value;
  const found = copied(value);
  if (rest.length === 0) delete found[key];
  else found[key] = without(value[key], rest);
  return found;
}

function laid(value, part) {
  if (!isObject(part) || Array.isArray(part)) return part;
  const under = isObject(value) ? value : {};
  const found = copied(under);
  for (const [key, one] of Object.entries(part)) found[key] = laid(under[key], one);
  return found;
}

/** Return a key that nobody else has. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the stream that a place means: itself, or a tote's newest day. */
export function streamAt(place, streams) {
  if (streams.includes(place)) return place;
  return streams.filter((name) => name.startsWith(`${place}-`) && /^\d{4}-\d\d-\d\d$/.test(name.slice(place.length + 1))).sort().at(-1) ?? place;
}

/** Show in a page's head whether what it shows is live. */
export function showPulse(live, node) {
  const tell = () => {
    node.textContent = live.isLive ? "Live" : "Not live";
    node.classList.toggle("is-live", live.isLive);
  };
  live.addEventListener("live", tell);
  tell();
}
