// The race strip: minutes to post, the runners with their cloths and odds, and the way to the board.

import { read } from "./api.js";
import { el, fill, say } from "./dom.js";
import { saddle } from "./parts/saddle.js";

const POLL_MS = 4000;
const SHOWN = 10;

/** @param {any} runner */
function runnerOf(runner) {
  return el("li", { class: runner.is_favorite ? "is-favorite" : "" }, saddle(runner.number, runner.cloth, { title: runner.name }), el("span", { class: "unseen" }, ` ${runner.name} `), el("span", { class: "figure" }, runner.odds ?? "–", runner.is_favorite && " fav"));
}

/** @param {string | null} odds such as "9-5", "3" or "4/5" */
function worth(odds) {
  const [over, under = "1"] = (odds ?? "999").split(/[-/]/);
  return Number(over) / Number(under);
}

class Strip {
  /** @param {string} stream */
  constructor(stream) {
    this.title = el("h2");
    this.sub = el("p", { class: "muted small" });
    this.minutes = el("strong", { class: "figure" });
    this.unit = el("span");
    this.board = el("a", { class: "button", href: "/board" }, "Board →");
    this.runners = el("ol", { class: "runners changing", "aria-label": "Runners, the favourite first" });
    this.node = el("article", { class: "race-strip", "data-stream": stream },
      el("div", { class: "race-title" }, this.title, this.sub), el("p", { class: "race-minutes changing" }, this.minutes, " ", this.unit), this.runners,
      el("div", { class: "row" }, this.board, el("a", { class: "button", href: `/watch/${encodeURIComponent(stream)}` }, "The day")));
  }

  /** @param {any} race */
  show(race) {
    this.race = race;
    this.board.setAttribute("href", `/board/${encodeURIComponent(race.track)}`);
    say(this.title, race.track_name);
    say(this.sub, [`Race ${race.race}`, race.distance, race.surface].filter(Boolean).join(" · "));
    const runners = race.runners.filter((one) => !one.is_out);
    // Sorting a list that is on show would make it jump at every ticket: it is sorted by the odds that are shown.
    runners.sort((a, b) => Number(b.is_favorite) - Number(a.is_favorite) || worth(a.odds) - worth(b.odds));
    const sign = JSON.stringify(runners);
    if (sign !== this.sign) fill(this.runners, runners.slice(0, SHOWN).map(runnerOf));
    this.sign = sign;
  }

  /** @param {number} now */
  beat(now) {
    if (!this.race) return;
    const isOpen = this.race.minutes_to_post !== null;
    const left = Math.max(0, Math.ceil((Date.parse(this.race.post_time) - now) / 60000));
    say(this.minutes, isOpen ? String(left) : (this.race.status[0] ?? "").toLowerCase());
    say(this.unit, isOpen ? `${left === 1 ? "minute" : "minutes"} to post` : "");
    this.minutes.classList.toggle("is-words", !isOpen);
  }
}

/** Keep the strips of the next races in step with the house. */
export class Races {
  /** @type {Map<string, Strip>} */
  #strips = new Map();
  #isAsking = false;
  #asked = 0;

  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
  }

  get count() {
    return this.#strips.size;
  }

  /** @param {string} now the server's clock */
  async beat(now) {
    for (const strip of this.#strips.values()) strip.beat(Date.parse(now));
    if (this.#isAsking || document.visibilityState !== "visible" || performance.now() - this.#asked < POLL_MS) return;
    this.#isAsking = true;
    this.#asked = performance.now();
    try {
      this.#show(await read("/api/races"), Date.parse(now));
    } catch {
      // It is asked for again with a later beat.
    } finally {
      this.#isAsking = false;
    }
  }

  #show(races, now) {
    for (const race of races) {
      if (!this.#strips.has(race.stream)) {
        this.#strips.set(race.stream, new Strip(race.stream));
        this.node.append(this.#strips.get(race.stream).node);
      }
      const strip = this.#strips.get(race.stream);
      strip.show(race);
      strip.beat(now);
    }
  }
}
