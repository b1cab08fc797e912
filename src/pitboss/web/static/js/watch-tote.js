// The tote on a watch page: the races of the day, the board of the next one, and what was paid.

import { part, read } from "./api.js";
import { clockTime, el, fill, money, say, words } from "./dom.js";

const BOARD_MS = 2000;
const PHASES = { open: "open for bets", closed: "betting is stopped", posted: "order of finish posted", official: "official", cancelled: "cancelled" };

class WatchTote extends HTMLElement {
  #stream = "";
  #last = null;
  #boardAt = 0;
  #timer = null;
  #chosen = null;
  #now = Date.now();

  /** @param {string} stream */
  begin(stream) {
    this.#stream = stream;
    this.setAttribute("data-stream", stream);
    this.phase = el("span", { class: "phase" });
    this.facts = el("dl", { class: "facts" });
    this.races = el("tbody");
    this.board = el("div", { class: "board" }, el("p", { class: "muted" }, "No card is open yet."));
    const head = ["Race", "Post", "To post", "State", "Finish"].map((title) => el("th", { scope: "col" }, title));
    const races = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Races of the day" },
      el("table", {}, el("caption", {}, "Races of the day"), el("thead", {}, el("tr", {}, head)), this.races));
    fill(this, el("div", { class: "panel changing" }, this.board), el("div", { class: "panel changing" }, el("p", {}, this.phase), this.facts, races));
  }

  show(state) {
    this.#last = state;
    say(this.phase, state.halted ? `cashing is halted: ${state.halted}` : state.is_closed ? "closed for the day" : "open");
    const open = state.races.filter((race) => race.phase === "open").length;
    const facts = [["Date", state.date], ["Races still open", open]];
    fill(this.facts, facts.map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", {}, value))));
    this.#showRaces();
    this.#wantBoard();
  }

  /** @param {string} now */
  beat(now) {
    this.#now = Date.parse(now);
    if (this.#last !== null) this.#showRaces();
  }

  #showRaces() {
    const races = this.#last.races;
    const waiting = races.filter((race) => race.phase === "open").sort((a, b) => a.post_time.localeCompare(b.post_time));
    const next = waiting[0];
    const wanted = JSON.stringify([races, next?.race, waiting.map((race) => this.#toPost(race)), this.#chosen]);
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    const focused = document.activeElement?.dataset?.race;
    fill(this.races, races.map((race) => {
      const name = `${race.track} ${race.race}`;
      const button = el("button", { type: "button", "data-race": name, class: "nowrap", onclick: () => this.#choose(race) }, name, el("span", { class: "unseen" }, ": show the board"));
      const state = race.inquiry ? `inquiry: ${race.inquiry}` : (PHASES[race.phase] ?? race.phase);
      return el("tr", { class: race === next && "is-next" }, el("th", { scope: "row" }, button), el("td", { class: "nowrap" }, clockTime(race.post_time)),
        el("td", { class: "money" }, race.phase === "open" ? `${this.#toPost(race)} min` : ""), el("td", {}, state),
        el("td", { class: "nowrap" }, race.order.map((place) => place.join("=")).slice(0, 4).join(" - ")));
    }));
    if (focused) this.races.querySelector(`[data-race="${CSS.escape(focused)}"]`)?.focus();
  }

  #drawn = "";

  #toPost(race) {
    return Math.max(0, Math.ceil((Date.parse(race.post_time) - this.#now) / 60000));
  }

  #choose(race) {
    this.#chosen = { track: race.track, race: race.race };
    this.#boardAt = 0;
    this.#wantBoard();
  }

  #wantBoard() {
    if (this.#last.races.length === 0 || this.#timer !== null) return;
    const wait = Math.max(0, this.#boardAt + BOARD_MS - performance.now());
    this.#timer = setTimeout(async () => {
      this.#timer = null;
      this.#boardAt = performance.now();
      const which = this.#chosen ? `?track=${encodeURIComponent(this.#chosen.track)}&race=${this.#chosen.race}` : "";
      try {
        const { board } = await read(part(this.#stream, `board${which}`));
        if (board !== null) this.#showBoard(board);
      } catch {
        // It is asked for again with the next news.
      }
    }, wait);
  }

  #showBoard(board) {
    const unit = board.currency;
    const title = `${board.track_name}, race ${board.race}`;
    const status = [board.status.map((light) => light.toLowerCase()).join(", "), board.minutes_to_post !== null && `${board.minutes_to_post} min to post`].filter(Boolean).join(", ");
    const follow = this.#chosen && el("button", { type: "button", onclick: () => { this.#chosen = null; this.#boardAt = 0; this.#wantBoard(); } }, "Next race to go");
    const rows = board.interests.map((interest) =>
      el("tr", { class: interest.is_out && "is-out" }, el("th", { scope: "row" }, interest.number),
        el("td", {}, interest.runners.map((runner) => runner.name).join(", "), interest.is_favorite && " (favourite)", interest.is_out && " (out)"),
        el("td", { class: "money" }, interest.morning_line ?? ""), el("td", { class: "money" }, interest.is_out ? "" : interest.odds),
        el("td", { class: "money" }, money(interest.win_minor, unit))));
    const head = [["No."], ["Runner"], ["Line", "money"], ["Odds", "money"], ["Win pool", "money"]].map(([text, kind]) => el("th", { scope: "col", class: kind }, text));
    const odds = el("table", {}, el("caption", {}, `${title}: ${status}`), el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
    fill(this.board, el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Board of ${title}` }, board.finish.length > 0 ? finish(board, title) : odds), follow);
  }
}

function finish(board, title) {
  const amount = (price) => (price === null || price === undefined ? "" : money(price, board.currency));
  const rows = board.finish.map((runner) =>
    el("tr", {}, el("th", { scope: "row" }, runner.place, runner.is_dead_heat && " (dead heat)"), el("td", {}, `${runner.no} ${runner.name}`),
      ...[runner.win, runner.place_price, runner.show].map((price) => el("td", { class: "money" }, amount(price)))));
  const paid = board.paid_out.map((line) =>
    el("tr", {}, el("th", { scope: "row" }, words(line.kind)), el("td", {}, line.combo ?? line.reason ?? line.status),
      el("td", { class: "money", colspan: 3 }, amount(line.price))));
  const head = [["Place"], ["Runner"], ["Win", "money"], ["Place", "money"], ["Show", "money"]].map(([text, kind]) => el("th", { scope: "col", class: kind }, text));
  const caption = `${title}: ${board.status.map((light) => light.toLowerCase()).join(", ")}, for a bet of ${money(200, board.currency)}`;
  return el("table", {}, el("caption", {}, caption), el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows, paid));
}

customElements.define("watch-tote", WatchTote);
