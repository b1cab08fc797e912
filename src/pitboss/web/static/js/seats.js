// Which game has a seat's screen of its own.

/** Game to the name of its screen: `seat-NAME.js` has it. @type {Record<string, string>} */
export const SEATS = { roulette: "roulette", baccarat: "baccarat", blackjack: "blackjack", sicbo: "sicbo" };

/**
 * Load the screen of a game: `class SeatScreen { constructor({ live, followed, stream, player, place, seat, node }) }`.
 * @param {string} game
 */
export const seatOf = (game) => import(`./seat-${SEATS[game]}.js`);
