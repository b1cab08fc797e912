// Names and sentences of a stream, as people read them.

/** Games whose name is no word as the rules spell it. */
const GAMES = { baccarat: "mini-baccarat", sicbo: "sic bo" };

/** Return what people call the game of a stream's rules, as within a sentence. @param {string} game */
export const gameName = (game) => GAMES[game] ?? game;

/** Return a sentence for a list: of a settlement its first line, and how many bets won and lost. @param {string} sentence */
export function brief(sentence) {
  const [first, ...lines] = sentence.split("\n");
  if (lines.length === 0) return first;
  const won = lines.filter((line) => line.includes(" wins ")).length;
  const lost = lines.filter((line) => line.includes(" loses ")).length;
  const counts = [won && `${won} won`, lost && `${lost} lost`].filter(Boolean).join(", ");
  return counts ? `${first} ${counts}.` : `${first} ${lines.map((line) => line.trim()).join(" ")}`;
}
