// A roulette table as it stands, to be looked at and not touched: for whoever is asked to confirm something there.

import { el, money } from "../dom.js";
import { keyOf } from "../roulette/payments.js";
import { Laid } from "../roulette/laid.js";
import { Names } from "../roulette/names.js";
import { faceOf } from "./chip.js";
import { valueOf } from "./rack.js";
import { TableCloth } from "./table-cloth.js";

/**
 * Return the cloth with the bets as they lie: of all terminals together, or each player's own.
 * @param {string} stream
 * @param {any} state as those who work the table see it
 */
export async function tablePicture(stream, state) {
  const cloth = await TableCloth.load(stream);
  const piles = state.laid ? together(cloth, state) : await byPlayer(stream, state);
  cloth.lay(piles);
  cloth.dolly(state.dolly ?? null);
  cloth.light(state.pocket ? [state.pocket] : []);
  cloth.node.setAttribute("inert", "");
  const total = piles.reduce((sum, pile) => sum + pile.minor, 0);
  return el("figure", { class: "felt approval-cloth" }, cloth.node, el("figcaption", { class: "small" }, `Game ${state.round}, bets as they lie: `, el("strong", {}, money(total, state.currency))));
}

function together(cloth, { laid, currency }) {
  return Object.entries(laid).map(([bet, minor]) => ({ bet, minor, face: faceOf(minor, cloth.chips), text: valueOf(minor, currency) }));
}

async function byPlayer(stream, state) {
  const names = await Names.of(stream);
  names.learn(state);
  const questioned = new Set((state.questioned ?? []).map(keyOf));
  return new Laid().piles(state).map((pile) => ({ ...pile, key: keyOf(pile), face: names.face(pile.source), text: names.letter(pile.player), count: names.pile(pile.source, pile.minor), question: questioned.has(keyOf(pile)) }));
}
