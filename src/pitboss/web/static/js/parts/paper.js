// A paper of a table that was printed: the way to it as a page.

import { part } from "../api.js";
import { el } from "../dom.js";

const PRINTED = "table.slip_printed/1";

/** Return the address of one print. @param {string} stream @param {number} version of the record that it was printed by */
export const paperAddress = (stream, version) => `${part(stream, "slips")}/${version}`;

/** Return the address of the table's page that has a paper on it. @param {string} stream @param {string} paper such as `slip 3` */
export const paperPlace = (stream, paper) => `/table/${encodeURIComponent(stream)}#${paper.replace(" ", "-")}`;

/**
 * Return a link to a paper that something names: to its newest print, or to where it is printed; null where none is named.
 * @param {string} stream
 * @param {{ paper?: string, print?: number | string }} named
 */
export function paperLink(stream, { paper = "", print = 0 }) {
  if (paper === "") return null;
  const href = Number(print) > 0 ? paperAddress(stream, Number(print)) : paperPlace(stream, paper);
  return el("a", { class: "paper-named", href, target: "_blank", rel: "noopener" }, paper);
}

/**
 * Return a link to what an act printed; null where it printed nothing.
 * @param {string} stream
 * @param {any} answer
 */
export function paperOf(stream, answer) {
  const index = (answer.events ?? []).findIndex((event) => event.type === PRINTED);
  if (index < 0) return null;
  const event = answer.events[index];
  return el("a", { class: "button paper-link", href: paperAddress(stream, answer.first + index), target: "_blank", rel: "noopener" }, `Open ${event.paper} ${event.number}${event.is_copy ? ", a copy" : ""}`);
}
