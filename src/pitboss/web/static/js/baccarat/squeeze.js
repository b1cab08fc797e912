// Cards in a player's own hands, face down: the back is drawn away with a finger, or turned at one touch.

import { el } from "../dom.js";
import { cardPicture } from "../parts/pieces.js";

const TURNED = 0.55;
const HEIGHT = 150;

/**
 * Make the cards that somebody turns.
 * @param {{ hand: string, cards: string[] }} turning
 * @param {{ turn: (place: Element) => any, giveUp: (place: Element) => any }} does
 */
export function squeeze(turning, { turn, giveUp }) {
  const named = turning.hand === "player" ? "Player's" : "Banker's";
  const cards = turning.cards.map((text) => squeezed(text, (node) => turn(node)));
  return el("section", { class: "bc-squeeze panel", "aria-label": `The ${named} cards are in your hands` },
    el("h2", {}, `You turn the ${named} cards`),
    el("p", { class: "small" }, "Draw a back away, or turn them at one touch. Nobody else sees them before."),
    el("div", { class: "bc-squeezed" }, cards),
    el("div", { class: "row", "data-once": "" },
      el("button", { type: "button", class: "main next", onclick: (event) => turn(event.currentTarget) }, "Turn the cards up", el("kbd", {}, "Enter")),
      el("button", { type: "button", onclick: (event) => giveUp(event.currentTarget) }, "Let another player turn them")));
}

/** One card under its back; far enough drawn away it is turned. */
function squeezed(text, turn) {
  const back = el("span", { class: "bc-back" }, cardPicture("", HEIGHT));
  const node = el("span", { class: "bc-under" }, cardPicture(text, HEIGHT), back);
  // Whoever listens to the page hears of it when it is turned, as everybody does.
  node.querySelector("svg")?.setAttribute("aria-hidden", "true");
  let from = /** @type {number | null} */ (null);
  const move = (share) => back.style.setProperty("transform", `translateY(${-100 * share}%)`);
  const share = (event) => Math.max(0, Math.min(1, (from - event.clientY) / HEIGHT));
  back.addEventListener("pointerdown", (event) => {
    from = event.clientY;
    back.setPointerCapture(event.pointerId);
  });
  back.addEventListener("pointermove", (event) => from !== null && move(share(event)));
  back.addEventListener("pointerup", (event) => {
    if (from === null) return;
    const far = share(event);
    from = null;
    move(far >= TURNED ? 1 : 0);
    if (far >= TURNED) turn(node);
  });
  back.addEventListener("pointercancel", () => {
    from = null;
    move(0);
  });
  return node;
}
