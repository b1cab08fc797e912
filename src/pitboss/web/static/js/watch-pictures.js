// The picture of each game on a watch page: as large as the page allows, without controls. `node` and `show(state)`.

import { el, fill, keyed, say, shortMoney } from "./dom.js";
import { gameOf } from "./floor-pictures.js";
import { pictureOf } from "./parts/picture.js";
import { cardPicture, diePicture, loadPieces } from "./parts/pieces.js";
import { Road } from "./parts/road.js";
import { TableCloth } from "./parts/table-cloth.js";
import { Laid } from "./roulette/laid.js";
import { Names } from "./roulette/names.js";

const ROADS = [["bead", "Bead plate"], ["big", "Big road"], ["big_eye_boy", "Big eye boy"], ["small_road", "Small road"], ["cockroach_pig", "Cockroach pig"]];
const FACES = ["one", "two", "three", "four", "five", "six"];

/** The wheel and its last numbers, and the cloth with the dolly on the last one; at a live table also the chips. */
class Roulette {
  #laid = new Laid();
  /** @type {Names | undefined} */
  #names = undefined;

  /** @param {string} stream */
  constructor(stream) {
    this.wheel = el("div", { class: "watch-wheel" });
    this.newest = el("p", { class: "watch-newest" });
    this.numbers = el("ol", { class: "watch-numbers", "aria-label": "Last numbers, newest first" });
    this.place = el("div", { class: "watch-cloth felt" });
    this.tag = el("p", { class: "watch-tag muted", role: "status" }, "Point at the cloth to read what a bet pays.");
    this.node = el("div", { class: "watch-roulette changing" }, el("div", { class: "watch-left" }, this.wheel, this.newest, this.numbers), el("div", { class: "watch-right" }, this.place, this.tag));
    this.#load(stream);
  }

  async #load(stream) {
    const isNarrow = matchMedia("(max-width: 48rem)").matches;
    const [cloth, wheel, names] = await Promise.all([TableCloth.load(stream, { upright: isNarrow }), pictureOf(stream, "wheel"), Names.of(stream)]);
    this.cloth = cloth;
    this.#names = names;
    fill(this.place, cloth.node);
    fill(this.wheel, wheel);
    cloth.addEventListener("aim", ({ detail }) => this.#aim(detail.bet));
    if (this.last) this.show(this.last);
  }

  #aim(bet) {
    const spot = bet === null ? undefined : this.cloth.spots.get(bet);
    if (!spot || !this.last) return;
    const currency = this.last.currency;
    say(this.tag, `${spot.name}: pays ${spot.pays} to 1 [${spot.clause}], ${shortMoney(spot.min_minor, currency)} to ${shortMoney(spot.max_minor, currency)}`);
  }

  /** @param {any} state */
  show(state) {
    this.last = state;
    const [newest, ...older] = state.results ?? [];
    this.newest.hidden = newest === undefined;
    if (newest) {
      this.newest.className = `watch-newest ${newest.colour}`;
      fill(this.newest, el("strong", {}, newest.pocket), el("span", {}, newest.colour));
    }
    keyed(this.numbers, older.map((one, index) => ({ ...one, key: `${older.length - index}-${one.pocket}` })), (one) => one.key, (one) => el("li", { class: `pocket ${one.colour}` }, one.pocket, el("span", { class: "unseen" }, ` ${one.colour}`)));
    if (this.#names) this.#lay(this.#names, state);
    // At a live table the dealer places it; at an automatic one it stands until the next game.
    this.cloth?.dolly(state.dolly !== undefined ? state.dolly : state.is_between_rounds ? (newest?.pocket ?? null) : null);
  }

  /** Lay the chips as everybody at the table sees them; what lies at terminals is each player's own. */
  #lay(names, state) {
    names.learn(state);
    this.cloth.lay(this.#laid.piles(state).map((pile) => ({ key: `${pile.player}|${pile.source}|${pile.bet}`, bet: pile.bet, face: names.face(pile.source), text: names.letter(pile.player), count: names.pile(pile.source, pile.minor), pending: false })));
  }
}

/** Both hands, and the five roads. */
class Baccarat {
  /** @type {Road[] | undefined} */
  made = undefined;

  /** @param {string} stream */
  constructor(stream) {
    this.hands = el("div", { class: "watch-hands felt changing" });
    this.roads = el("div", { class: "watch-roads changing" });
    this.node = el("div", { class: "watch-baccarat" }, this.hands, this.roads);
    Promise.all([loadPieces(stream, "deck"), loadPieces(stream, "marks")]).then(() => this.last && this.show(this.last), () => {});
  }

  /** @param {any} state */
  show(state) {
    this.last = state;
    fill(this.hands, ["player", "banker"].map((side) => {
      const hand = state.hands[side];
      return el("div", { class: `watch-hand ${side}` }, el("h2", {}, side === "player" ? "Player" : "Banker"),
        el("div", { class: "watch-cards" }, hand.cards.length > 0 ? hand.cards.map((text) => cardPicture(text, 130)) : el("span", { class: "no-cards" }, "no cards")),
        el("p", { class: "watch-points" }, hand.cards.length > 0 && hand.points !== null ? String(hand.points) : "–"));
    }));
    this.made ??= ROADS.map(([name, label]) => {
      const road = new Road(/** @type {any} */ (name), label, { columns: state.roads[`${name}_columns`] ?? state.roads.derived_columns, rows: state.roads.rows });
      this.roads.append(el("figure", { class: `watch-road ${name.replaceAll("_", "-")}` }, el("figcaption", {}, label), road.node));
      return road;
    });
    for (const road of this.made) road.show(state.roads);
  }
}

const totalOf = (hand) => (hand.total === null ? "" : hand.is_blackjack ? "blackjack" : `${hand.is_soft ? "soft " : ""}${hand.total}`);

/** The dealer's hands, and every place with its cards and what lies there. */
class Blackjack {
  /** @param {string} stream */
  constructor(stream) {
    this.dealer = el("div", { class: "watch-dealer" });
    this.places = el("ol", { class: "watch-places" });
    this.node = el("div", { class: "watch-blackjack felt changing" }, el("h2", {}, "Dealer"), this.dealer, this.places);
    loadPieces(stream, "deck").then(() => this.last && this.show(this.last), () => {});
  }

  /** @param {any} state */
  show(state) {
    this.last = state;
    const hands = state.dealer_hands.filter((hand) => hand.cards.length > 0);
    const isOut = state.boxes.some((place) => place.hands.some((hand) => hand.cards.length > 0));
    fill(this.dealer, hands.length > 0 ? hands.map((hand) => this.#hand(hand, 150)) : el("p", { class: "no-cards" }, isOut ? "The dealer has no card yet." : "No cards are out."));
    fill(this.places, state.boxes.map((place) =>
      el("li", { class: `watch-place ${place.is_taken ? "" : "is-free"} ${place.is_turn ? "is-turn" : ""}` },
        el("div", { class: "watch-place-hands" }, place.hands.map((hand) => this.#hand(hand, hand.cards.length > 2 || place.hands.length > 1 ? 64 : 84))),
        el("p", { class: "small" }, el("strong", {}, `Seat ${place.seat}`), place.is_turn && " plays", !place.is_taken && " free"),
        el("p", { class: "small money" }, place.stake_minor > 0 ? shortMoney(place.stake_minor, state.currency) : ""))));
  }

  #hand(hand, height) {
    return el("div", { class: "watch-hand" }, el("div", { class: "watch-cards" }, hand.cards.map((text) => el("span", { class: "card-slot" }, cardPicture(text, height)))), el("p", { class: "watch-total" }, totalOf(hand)));
  }
}

/** The last throw, the layout with the places that are lit, and the throws before. */
class SicBo {
  /** @param {string} stream */
  constructor(stream) {
    this.thrown = el("div", { class: "watch-thrown felt" });
    this.layout = el("div", { class: "watch-layout" });
    this.before = el("ol", { class: "watch-throws", "aria-label": "Throws before, newest first" });
    this.node = el("div", { class: "watch-sicbo changing" }, el("div", { class: "watch-left" }, this.thrown, this.before), this.layout);
    loadPieces(stream, "dice").then(() => this.last && this.show(this.last), () => {});
    pictureOf(stream, "table").then((picture) => {
      fill(this.layout, picture);
      if (this.last) this.#light(this.last.lit ?? []);
    });
  }

  /** @param {any} state */
  show(state) {
    this.last = state;
    const [newest, ...older] = state.results ?? [];
    const dice = (one, size) => el("span", { class: "throw", role: "img", "aria-label": one.dice.map((face) => FACES[face - 1]).join(", ") }, one.dice.map((face) => diePicture(face, size)));
    fill(this.thrown, newest ? [dice(newest, 64), el("p", {}, el("strong", {}, newest.total), " ", newest.said)] : el("p", {}, "No throw yet."));
    fill(this.before, older.slice(0, 10).map((one) => el("li", {}, dice(one, 22), el("strong", { class: "figure" }, one.total), el("span", {}, one.said))));
    this.#light(state.lit ?? []);
  }

  #light(lit) {
    for (const place of this.layout.querySelectorAll("[data-place]")) place.classList.toggle("is-lit", lit.includes(place.getAttribute("data-place")));
  }
}

class Plain {
  /** @param {string} stream @param {string} game */
  constructor(stream, game) {
    this.picture = gameOf(game).make(stream);
    this.node = el("div", { class: "watch-plain" }, this.picture.node);
  }

  /** @param {any} state */
  show(state) {
    this.picture.show(state);
  }
}

const PICTURES = { "roulette": Roulette, "automatic roulette": Roulette, "baccarat": Baccarat, "blackjack": Blackjack, "sicbo": SicBo };

/** Return the picture of a table. @param {string} game @param {string} stream */
export function watchPicture(game, stream) {
  const Kind = PICTURES[game] ?? Plain;
  return new Kind(stream, game);
}

