// Sentences of a stream, as shortly as a list has room for.

/** Return a sentence for a list: of a settlement its first line, and how many bets won and lost. @param {string} sentence */
export function brief(sentence) {
  const [first, ...lines] = sentence.split("\n");
  if (lines.length === 0) return first;
  const won = lines.filter((line) => line.includes(" wins ")).length;
  const lost = lines.filter((line) => line.includes(" loses ")).length;
  const counts = [won && `${won} won`, lost && `${lost} lost`].filter(Boolean).join(", ");
  return counts ? `${first} ${counts}.` : `${first} ${lines.map((line) => line.trim()).join(" ")}`;
}
