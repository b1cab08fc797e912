// The style of a game, which only the pages of its tables need: it is loaded with the game's own module.

/** Game to its sheets of style, in their order; a game that is not here needs what its page has already. @type {Record<string, string[]>} */
const STYLES = { baccarat: ["cards", "baccarat"], blackjack: ["cards", "blackjack"], sicbo: ["sicbo"] };

/**
 * Load the style of a game; resolve when it is there.
 * @param {string} game
 * @param {Element | null} [last] the page's own sheet, where that has the last word
 */
export function styleOf(game, last = null) {
  return Promise.all((STYLES[game] ?? []).map((name) => new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../../css/${name}.css`, import.meta.url).href;
    link.onload = resolve;
    link.onerror = () => reject(new Error("the style of this table could not be loaded: load the page again"));
    document.head.insertBefore(link, last);
  })));
}
