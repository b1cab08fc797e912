// Checks a virtual shoe by the rules written for outsiders (docs/transcripts.md, "Checking a virtual shoe"), in this
// browser and with nothing of the server's but what it published. Whoever wants to can read it, and do the same.

const FORMAT = "pitboss.shoe/1";
const RANKS = "A23456789TJQK";
const SUITS = "CDHS";

/** @typedef {{ commitment: string, order: string[], nonce: string, decks: number, dealt: string[], finding?: string }} Shoe */
/** @typedef {{ name: string, isTrue: boolean, says: string }} Finding */

/** Return the SHA-256 of a text, in hexadecimal. @param {string} text */
async function sha256(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return what the commitment is taken over: a JSON array of the format's name, the nonce and the cards. @param {{ order: string[], nonce: string }} shoe */
export const canonicalText = ({ order, nonce }) => JSON.stringify([FORMAT, nonce, order]);

/** Tell whether this browser can compute a SHA-256: pages that came by plain http from elsewhere cannot. */
export const canCheck = () => globalThis.crypto?.subtle !== undefined;

/**
 * Check a shoe that was shown against the commitment that was noted before its first card.
 * @param {Shoe} shoe
 * @param {string} noted
 * @returns {Promise<Finding[]>} the three things that must be true, each with what was found
 */
export async function checkShoe(shoe, noted) {
  const digest = await sha256(canonicalText(shoe));
  return [
    { name: "The order is the one that was promised", isTrue: digest === noted, says: digest === noted ? `SHA-256 of order and nonce is ${digest}` : `SHA-256 of order and nonce is ${digest}, and ${noted} was promised` },
    { name: "It is whole decks", ...wholeDecks(shoe) },
    { name: "Every card came as the order has it", ...asDealt(shoe) },
  ];
}

/** @param {Shoe} shoe */
function wholeDecks({ order, decks }) {
  const left = new Map([...RANKS].flatMap((rank) => [...SUITS].map((suit) => [rank + suit, decks])));
  for (const card of order) left.set(card, (left.get(card) ?? 0) - 1);
  const wrong = [...left].find(([, count]) => count !== 0);
  if (wrong === undefined) return { isTrue: true, says: `${order.length} cards, ${decks} of each` };
  return { isTrue: false, says: `${wrong[0]} is there ${decks - wrong[1]} times, and ${decks} decks have ${left.has(wrong[0]) && RANKS.includes(wrong[0][0]) ? decks : 0}` };
}

/** @param {Shoe} shoe */
function asDealt({ order, dealt }) {
  // A card that nobody has seen is compared with nothing.
  const at = dealt.findIndex((card, place) => card !== "" && card !== order[place]);
  if (at >= 0) return { isTrue: false, says: `card ${at + 1} was ${dealt[at]}, and the order has ${order[at] ?? "none"}` };
  const unseen = dealt.filter((card) => card === "").length;
  return { isTrue: true, says: `${dealt.length - unseen} cards compared${unseen > 0 ? `, ${unseen} that nobody saw` : ""}` };
}
