// What people at a roulette table call things: players, seats, bets, chips. No id reaches a screen.

import { part, readOnce } from "../api.js";
import { money, shortMoney, words } from "../dom.js";
import { colourFace } from "../parts/chip.js";

const VALUE_FACE = "#efe9d6";
const COUPON_FACE = "#6b3fa0";
const FOREIGN_FACE = "#8b9490";
const BET = /\b[a-z_]+:(?:\d+)(?:-\d+)*\b/g;

export class Names {
  /** @type {Map<string, any>} */
  #spots = new Map();
  #seats = /** @type {Record<string, string>} */ ({});
  #letters = new Map();
  currency = "USD";
  /** @type {Record<string, { value_minor: number }>} */
  colours = {};

  /** Load what is called how at a table. @param {string} stream */
  static async of(stream) {
    const found = new this();
    const [layout, seats] = await Promise.all([readOnce(part(stream, "layout")), readOnce(part(stream, "seats"))]);
    for (const spot of layout.spots) found.#spots.set(spot.bet, spot);
    found.#seats = seats;
    return found;
  }

  /** Take over what the state says of colours and currency. @param {any} state */
  learn(state) {
    this.currency = state.currency ?? "USD";
    // What a seat knows of its own set counts, if it hears of it before everybody does.
    this.colours = { ...(state.own?.sets ?? {}), ...(state.colours ?? {}) };
  }

  /** @param {string} bet */
  spot(bet) {
    return this.#spots.get(bet);
  }

  get spots() {
    return [...this.#spots.values()];
  }

  /** @param {string} bet */
  bet(bet) {
    return this.#spots.get(bet)?.name ?? words(bet.replace(":", " "));
  }

  /** Those who have a machine at the table. */
  get seated() {
    return Object.keys(this.#seats);
  }

  /** @param {string} player */
  player(player) {
    const seat = this.#seats[player];
    return seat === undefined ? player : `Seat ${seat}`;
  }

  /** Return one or two letters by which a player's chips are told apart. @param {string} player */
  letter(player) {
    if (!this.#letters.has(player)) {
      const name = this.#seats[player] ?? this.player(player);
      const used = new Set(this.#letters.values());
      const tries = [name.slice(0, 1).toUpperCase(), name.slice(0, 2), ...Array.from(name.slice(1), (one) => name.slice(0, 1).toUpperCase() + one)];
      this.#letters.set(player, tries.find((one) => !used.has(one)) ?? name.slice(0, 2));
    }
    return this.#letters.get(player);
  }

  /** Return what chips of a source are: `pink`, `value chips`. @param {string} source */
  source(source) {
    const [kind, name] = split(source);
    if (kind === "colour") return name;
    if (kind === "foreign") return `chips of ${name}`;
    return { coupon: "coupon", tip: "chips for the dealers" }[kind] ?? "value chips";
  }

  /** @param {string} source */
  face(source) {
    const [kind, name] = split(source);
    if (kind === "colour") return colourFace(name);
    return { coupon: COUPON_FACE, foreign: FOREIGN_FACE }[kind] ?? VALUE_FACE;
  }

  /** Return the worth of one chip; null where chips of a source are of any worth. @param {string} source */
  unit(source) {
    const [kind, name] = split(source);
    return kind === "colour" ? (this.colours[name]?.value_minor ?? null) : null;
  }

  /** Return an amount as chips of a source are counted: `×5`, or money. @param {string} source @param {number} minor */
  pile(source, minor) {
    const unit = this.unit(source);
    return unit === null ? brief(minor, this.currency) : `×${minor / unit}`;
  }

  /** Return an amount in chips and words: `5 pink chips`, `$5 in value chips`. @param {string} source @param {number} minor */
  amount(source, minor) {
    const unit = this.unit(source);
    if (unit === null) return `${shortMoney(minor, this.currency)} in ${this.source(source)}`;
    const count = minor / unit;
    return `${count} ${this.source(source)} chip${count === 1 ? "" : "s"}`;
  }

  /** @param {number} minor */
  money(minor) {
    return shortMoney(minor, this.currency);
  }

  /** @param {number} minor */
  exact(minor) {
    return money(minor, this.currency);
  }

  /** Return a sentence of the server with names in place of notation and machines. @param {string} text */
  plain(text) {
    let found = text.replace(BET, (bet) => (this.#spots.has(bet) ? this.bet(bet) : bet));
    for (const player of Object.keys(this.#seats)) found = found.replaceAll(player, this.player(player));
    return found.replace(/\bcolour:(\w+)/g, "$1");
  }

  /** Return an answer whose reason has names in place of notation. @param {any} answer */
  answer(answer) {
    if (answer.reason) return { ...answer, reason: this.plain(answer.reason) };
    if (answer.refusal) return { ...answer, refusal: { ...answer.refusal, reason: this.plain(answer.refusal.reason) } };
    return answer;
  }
}

function split(source) {
  const at = source.indexOf(":");
  return at < 0 ? [source, ""] : [source.slice(0, at), source.slice(at + 1)];
}

/** Write a large amount in few signs, for a pill. */
function brief(minor, currency) {
  const text = shortMoney(minor, currency);
  return text.length > 6 ? text.replace(/,000$/, "k").replace(/,000k$/, "m") : text;
}

/** Return a count of chips as the hands make it up: `one stack of 20 and 12`. @param {number} count */
export function stacks(count) {
  const full = Math.floor(count / 20);
  const rest = count % 20;
  if (full === 0) return "";
  const stack = full === 1 ? "one stack of 20" : `${full} stacks of 20`;
  return rest === 0 ? stack : `${stack} and ${rest}`;
}
