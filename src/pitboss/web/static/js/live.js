// The one socket of a page: it comes back by itself, notices what it missed, and says when it is not live.
//
// News of a stream lead from one version (`after`) to another. They leave a gap if they begin after the version that is
// here; the page then subscribes again with its own version and gets the gap, or the state, in one message. News say
// what happened; how the stream stands now is asked for again, at most once a second.

const SILENT_MS = 2000;
const REFRESH_MS = 1000;
const CUT = { type: "problem", reason: "the line was closed before the answer came; look whether it was done" };
const WAIT_MS = [300, 600, 1200, 2500, 5000];
const ENDED = 4401;
const LOCKED = 4423;
const UNLOCKED = 4424;

export class Live extends EventTarget {
  #socket = null;
  #versions = new Map();
  #asked = new Map();
  #waiting = new Map();
  #tries = 0;
  #heard = 0;
  #isLive = false;
  #isStopped = false;

  constructor() {
    super();
    setInterval(() => this.#judge(), 250);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") for (const [stream, at] of this.#asked) if (at === -1) this.refresh(stream);
    });
  }

  get isLive() {
    return this.#isLive;
  }

  /** Open the line; it is opened again whenever it breaks, until `stop`. */
  connect() {
    this.#isStopped = false;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.#socket) for (const line of event.data.split("\n")) this.#take(JSON.parse(line));
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code);
    };
  }

  /** Close the line, and open it as somebody else. */
  restart() {
    this.stop();
    this.#versions.clear();
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

  /** Follow a stream: its state comes now, and news from then on. */
  watch(stream) {
    if (!this.#asked.has(stream)) {
      this.#asked.set(stream, 0);
      this.#send({ type: "subscribe", stream });
    }
  }

  leave(stream) {
    if (this.#asked.delete(stream)) {
      this.#versions.delete(stream);
      this.#send({ type: "unsubscribe", stream });
    }
  }

  /** Ask how a stream stands, soon: many wishes within a second are one question. */
  refresh(stream) {
    const last = this.#asked.get(stream);
    if (last === undefined || last === -2) return;
    if (document.visibilityState !== "visible") {
      this.#asked.set(stream, -1);
      return;
    }
    const wait = Math.max(0, last + REFRESH_MS - performance.now());
    this.#asked.set(stream, -2);
    setTimeout(() => {
      if (!this.#asked.has(stream)) return;
      this.#asked.set(stream, performance.now());
      this.#send({ type: "subscribe", stream });
    }, wait);
  }

  /** Ask for something to be done; resolve with the answer, that it waits for a second person, or the problem. */
  command(stream, act, second = false) {
    const key = newKey();
    const message = { type: "command", stream, key, act, ...(second ? { second } : {}) };
    return new Promise((resolve) => {
      if (this.#isStopped) resolve(CUT);
      else this.#waiting.set(key, { message, resolve });
      this.#send(message);
    });
  }

  offers(stream) {
    this.#send({ type: "offers", stream });
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
    if ([ENDED, LOCKED, UNLOCKED].includes(code)) this.#versions.clear();
    if (this.#isStopped) return;
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

  #take(message) {
    switch (message.type) {
      case "welcome":
        this.#tries = 0;
        this.#beaten();
        for (const stream of this.#asked.keys()) this.#again(stream);
        // The same key: whatever became of it before the line broke, it has one effect and one answer.
        for (const { message: command } of this.#waiting.values()) this.#send(command);
        this.#tell("welcome", message);
        break;
      case "beat":
        this.#beaten();
        this.#tell("beat", message);
        break;
      case "state":
        this.#versions.set(message.stream, message.version);
        this.#tell("state", message);
        break;
      case "news":
        this.#news(message);
        break;
      case "answer":
      case "waiting":
      case "problem":
        if (message.type === "problem") this.#tell("problem", message);
        this.#waiting.get(message.key)?.resolve(message);
        this.#waiting.delete(message.key);
        break;
      default:
        this.#tell(message.type, message);
    }
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
    if (message.version <= mine) return;
    this.#versions.set(message.stream, message.version);
    this.#tell("news", message);
    this.refresh(message.stream);
  }
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
