// What the code of a bet slip says: the bet as it would be said at a window, with a word before it that tells it from speech. The
// program has one for each race, of a bet that is still to be said.

const SLIP = /^SLIP\s+(.+)$/i;
const RACE = /^([A-Z][A-Z0-9]{1,5})\s+R([1-9]\d?)$/i;

/** Return the bet that a scanned slip says; null where it is none. @param {string} scanned */
export function slipOf(scanned) {
  return SLIP.exec(scanned.trim())?.[1] ?? null;
}

/** Return the race that a slip without a bet names; null where it is another slip. @param {string} slip as `slipOf` returned it */
export function raceIn(slip) {
  const found = RACE.exec(slip);
  return found && { track: found[1].toUpperCase(), race: Number(found[2]) };
}

/** Return where the picture of a slip's code is. @param {string} payload */
export const codeOf = (payload) => `/api/slip.svg?payload=${encodeURIComponent(payload)}`;

/** Return who is out of the races, as one text: when it changes, what bets cost and hold changes. @param {any} state of a tote's day */
export const scratchedOf = (state) => JSON.stringify(state.races.map(({ track, race, scratched }) => [track, race, scratched]));
