// Which game has a console of its own.

/** Kind of game to the name of its console: `console-NAME.js` has it. @type {Record<string, string>} */
export const CONSOLES = { "automatic roulette": "automatic", roulette: "roulette", baccarat: "baccarat", blackjack: "blackjack", sicbo: "sicbo" };

/**
 * Load the console of a game. Its module exports `class Console { constructor({ live, me, followed, stream, node }) }`,
 * and the console owns `node`.
 * @param {string} game
 * @returns {Promise<{ Console: any } | null>} null where the game has none
 */
export async function consoleOf(game) {
  const name = CONSOLES[game];
  return name === undefined ? null : import(`./console-${name}.js`).catch(() => null);
}
