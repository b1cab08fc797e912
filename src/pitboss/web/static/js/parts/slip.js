// What the code of a bet slip says: the bet as it would be said at a window, with a word before it that tells it from speech.

const SLIP = /^SLIP\s+(.+)$/i;

/** Return the bet that a scanned slip says; null where it is none. @param {string} scanned */
export function slipOf(scanned) {
  return SLIP.exec(scanned.trim())?.[1] ?? null;
}

/** Return who is out of the races, as one text: when it changes, what bets cost and hold changes. @param {any} state of a tote's day */
export const scratchedOf = (state) => JSON.stringify(state.races.map(({ track, race, scratched }) => [track, race, scratched]));
