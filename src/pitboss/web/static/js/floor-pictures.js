// The picture of each game on a tile: what happened there last, or lies there now. Each has `node` and `show(state)`.

import { el, fill, roundMoney, shortMoney, svg } from "./dom.js";
import { chip, faceOf } from "./parts/chip.js";
import { cardPicture, diePicture, loadPieces } from "./parts/pieces.js";
import { Road } from "./parts/road.js";

const LEADERS = 3;
const NUMBERS = 10;
const THROWS = 5;
const ROAD_COLUMNS = 17;
const LONG = 16;
const CHIPS = [100, 500, 1000, 2500, 10000, 50000];

/** Draw only what is another thing than before. */
class Picture {
  #drawn = "";

  /** @param {string} className */
  constructor(className) {
    this.node = el("div", { class: `picture felt changing ${className}` });
  }

  /** @param {any} state */
  show(state) {
    const sign = JSON.stringify(this.data(state));
    if (sign === this.#drawn) return;
    this.#drawn = sign;
    this.draw(state);
  }

  again() {
    this.#drawn = "";
  }

  /** @param {any} state @returns {any} what the picture depends on */
  data(state) {
    return state.results ?? null;
  }

  /** @param {any} _state */
  draw(_state) {}
}

const number = (result, className) => el("li", { class: `${className} ${result.colour ?? ""}` }, result.pocket, el("span", { class: "unseen" }, ` ${result.colour ?? ""}`));

/** The last numbers of a wheel, the newest large. */
class Wheel extends Picture {
  constructor() {
    super("wheel-picture");
  }

  draw(state) {
    const [newest, ...older] = (state.results ?? []).slice(0, NUMBERS);
    if (newest === undefined) fill(this.node, empty("The first spin comes soon"));
    else fill(this.node, el("ol", { class: "numbers", "aria-label": "Last numbers, newest first" }, number(newest, "newest"), older.map((one) => number(one, "pocket"))));
  }
}

/** The big road of a shoe. */
class Baccarat extends Picture {
  /** @param {string} stream */
  constructor(stream) {
    super("road-picture");
    loadPieces(stream, "marks").then(() => this.last && this.draw(this.last), () => {});
  }

  data(state) {
    return [state.roads?.big, state.roads?.opening_ties];
  }

  draw(state) {
    this.last = state;
    if (!state.roads) return;
    if (this.road === undefined) {
      this.road = new Road("big", "Big road", { columns: state.roads.big_columns, rows: state.roads.rows, shown: ROAD_COLUMNS });
      fill(this.node, this.road.node);
    }
    this.road.show(state.roads);
  }
}

/** The last throw of the dice, and the totals before it. */
class Dice extends Picture {
  /** @param {string} stream */
  constructor(stream) {
    super("dice-picture");
    loadPieces(stream, "dice").then(() => this.last && this.draw(this.last), () => {});
  }

  draw(state) {
    this.last = state;
    const [newest, ...older] = (state.results ?? []).slice(0, THROWS + 1);
    if (newest === undefined) fill(this.node, empty("The first throw comes soon"));
    else {
      fill(this.node,
        el("div", { class: "throw" }, newest.dice.map((face) => diePicture(face, 44))),
        el("p", { class: "total" }, el("strong", {}, newest.total), el("span", {}, newest.said)),
        older.length > 0 && el("p", { class: "before" }, el("span", {}, "before "), older.map((one) => one.total).join("  ")));
    }
  }
}

/** The dealer's hand, and the places around the table: a chip where somebody plays, a dashed ring where one may sit. */
class Blackjack extends Picture {
  /** @param {string} stream */
  constructor(stream) {
    super("blackjack-picture");
    loadPieces(stream, "deck").then(() => this.last && this.draw(this.last), () => {});
  }

  data(state) {
    return [state.dealer_hands, state.boxes];
  }

  draw(state) {
    this.last = state;
    const [hand] = state.dealer_hands ?? [];
    const cards = hand?.cards.length > 0 ? hand.cards.slice(-3) : null;
    const total = hand?.is_blackjack ? "BJ" : (hand?.total ?? "");
    fill(this.node,
      el("div", { class: "dealer-cards", role: "group", "aria-label": "The dealer's cards" }, cards ? cards.map((text) => cardPicture(text, 78)) : el("span", { class: "no-cards" }, "no cards out")),
      this.#arc(state, total));
  }

  #arc(state, total) {
    const places = state.boxes ?? [];
    const free = places.filter((place) => !place.is_taken).length;
    const spots = places.map((place, index) => {
      // Seat 1 is at the dealer's left, which is the right of whoever looks at the table.
      const turn = (Math.PI * (index + 0.5)) / places.length;
      const [x, y] = [66 + 56 * Math.cos(turn), 18 + 54 * Math.sin(turn)];
      const at = { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` };
      if (!place.is_taken) return svg("g", at, svg("circle", { r: 10, class: "free-place" }));
      const laid = place.stake_minor > 0;
      return svg("g", { ...at, class: place.is_turn ? "is-turn" : "" }, place.is_turn && svg("circle", { r: 14, class: "turn-ring" }),
        laid ? chip({ face: faceOf(place.stake_minor, CHIPS), text: "", radius: 11 }) : svg("circle", { r: 8, class: "taken-place" }));
    });
    return svg("svg", { viewBox: "0 0 132 98", class: "arc", role: "img", "aria-label": `${places.length - free} of ${places.length} places taken` },
      total !== "" && svg("text", { x: 66, y: 32, class: "dealer-total" }, String(total)),
      total !== "" && svg("text", { x: 66, y: 46, class: "dealer-word" }, "the dealer"),
      spots);
  }
}

/** Any other game: its last results as words. */
class Plain extends Picture {
  constructor() {
    super("plain-picture");
  }

  data(state) {
    return [state.results];
  }

  draw(state) {
    const results = (state.results ?? []).slice(0, NUMBERS).map((one) => Object.values(one).flat().join("-"));
    fill(this.node, results.length > 0 ? el("ol", { class: "results", "aria-label": "Last results, newest first" }, results.map((one) => el("li", {}, one))) : empty("No result yet"));
  }
}

/** The first of a tournament, and how far it has come. */
class Leaders extends Picture {
  constructor() {
    super("plain-picture");
  }

  data(state) {
    return [state.standings, state.heat];
  }

  draw(state) {
    const first = (state.standings ?? []).slice(0, LEADERS).map((one) => (state.heat > 0 ? `${one.place}. ${one.player}` : one.player));
    fill(this.node, first.length > 0 ? el("ol", { class: "results", "aria-label": "Leaders" }, first.map((text) => el("li", {}, text))) : empty("Nobody has entered yet"));
  }
}

const empty = (text) => el("p", { class: "no-result" }, text);

/** What is played to its picture, its place among the filters and its words; a game that is not here has a plain one. */
const GAMES = {
  "roulette": { group: "Roulette", words: "Roulette, live dealer", make: () => new Wheel() },
  "automatic roulette": { group: "Roulette", words: "Roulette, own terminal", make: () => new Wheel() },
  "baccarat": { group: "Cards", words: "Mini-baccarat", make: (stream) => new Baccarat(stream) },
  "blackjack": { group: "Cards", words: "Blackjack", make: (stream) => new Blackjack(stream) },
  "tournament": { group: "Cards", words: "Tournament", make: () => new Leaders() },
  "sicbo": { group: "Dice", words: "Sic bo", make: (stream) => new Dice(stream) },
};
export const GROUPS = ["Roulette", "Cards", "Dice", "More"];

/** @param {string} game the name of a stream's rules */
export function gameOf(game) {
  return GAMES[game] ?? { group: "More", words: game.charAt(0).toUpperCase() + game.slice(1), make: () => new Plain() };
}

/** Write a table's limits. @param {{ min_minor: number, max_minor: number | null } | undefined} limits @param {string} currency */
export function limitsInWords(limits, currency) {
  if (!limits) return "";
  const low = shortMoney(limits.min_minor, currency);
  if (limits.max_minor === null) return `from ${low}`;
  const whole = `${low}–${shortMoney(limits.max_minor, currency)}`;
  return whole.length <= LONG ? whole : `${roundMoney(limits.min_minor, currency)}–${roundMoney(limits.max_minor, currency)}`;
}
