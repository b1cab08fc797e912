// What happened at a table, newest first, each with its time and clause.

import { el, fill } from "../dom.js";

const LINES = 20;
const CLAUSED = /^(.*?)(?:\s*\[([^\]]+)\]\.?)?$/s;

const clock = (at) => (at ? new Date(at).toLocaleTimeString("en-GB") : "");

/** Show a table's story. @param {HTMLElement} node @param {any} state @param {import("./names.js").Names} names */
export function drawStory(node, state, names) {
  const lines = (state.story ? Object.values(state.story) : (state.said ?? []).map((text) => ({ text, at: null }))).slice(-LINES).reverse();
  const sign = JSON.stringify(lines);
  if (node.dataset.sign === sign) return;
  node.dataset.sign = sign;
  fill(node, lines.length === 0 ? el("li", { class: "muted" }, "Nothing has happened since the server was started.") : lines.map(({ text, at }) => {
    const [, said, clause] = CLAUSED.exec(names.plain(text.split("\n")[0])) ?? ["", text, ""];
    return el("li", {}, el("span", {}, said), el("span", { class: "tiny muted figure" }, [clock(at), clause].filter(Boolean).join(" · ")));
  }));
}
