// How far a game is, as a player sees it: from the state and the clock, in one word and one sentence.

const LAST_MS = 10_000;
const TAKES_BETS = ["betting", "spinning"];

/** @typedef {{ name: string, kind: string, words: string, ball: string, takesBets: boolean, hasBall: boolean, isOver: boolean }} Status */

/**
 * Return how far the game is.
 * @param {any} state the table's
 * @param {number | undefined} left milliseconds of the betting window
 * @param {boolean} isRevealed whether the ball has come to rest on this screen too
 * @returns {Status}
 */
export function statusOf(state, left, isRevealed) {
  const phase = state.phase;
  const hasBall = phase === "spinning" || phase === "closed";
  const isOver = phase === "settled" && state.void === null;
  const of = (name, kind, words, more = {}) => ({ name, kind, words, ball: "", takesBets: false, hasBall, isOver, ...more });
  if (!state.is_open) return of("CLOSED", "", "the table is closed");
  if (state.void !== null) return of("VOID", "is-last", `game ${state.void} does not count`);
  if (state.held !== null && state.held !== undefined) return of("HELD", "is-last", "the game waits for a ruling");
  if (TAKES_BETS.includes(phase)) {
    const isLast = left !== undefined && left <= LAST_MS;
    return of(isLast ? "LAST BETS" : "OPEN", isLast ? "is-last" : "is-open", "seconds to bet", { takesBets: true, ball: hasBall ? "Ball is running" : "Ball not in yet" });
  }
  if (phase === "closed") return of("NO MORE BETS", "", "the ball is running");
  if (phase === "void") return of("VOID", "is-last", `game ${state.round} does not count`);
  if (isOver) return isRevealed ? of("PAID", "is-gold", "") : of("RESULT", "", "the ball comes to rest");
  return of("WAITING", "", "for the next game");
}

const APPLIED = {
  "automatic.game_started/1": (state, { game, seconds }) => ({ ...state, round: game, seconds, phase: "betting", held: null, void: null, is_between_rounds: false }),
  "automatic.clock_extended/1": (state, { seconds }) => ({ ...state, seconds, held: null }),
  "automatic.game_held/1": (state, { reason }) => ({ ...state, held: reason }),
  "roulette.ball_spun/1": (state) => ({ ...state, phase: "spinning" }),
  "roulette.no_more_bets_called/1": (state) => ({ ...state, phase: "closed" }),
  "automatic.number_confirmed/1": (state, { game, pocket }) => (state.results[0]?.game === game ? state : { ...state, held: null, phase: "settled", results: [{ game, pocket }, ...state.results] }),
  "automatic.game_voided/1": (state, { game }) => ({ ...state, void: game, held: null }),
};

/**
 * Return the state after these events, as far as a player sees them at once; the whole state follows within a second.
 * @param {any} state
 * @param {any[]} events
 */
export function after(state, events) {
  return events.reduce((found, event) => APPLIED[event.type]?.(found, event) ?? found, state);
}
