// What is posted at a table or over the windows, as an element or as a sheet over the page.

import { part, readOnce } from "../api.js";
import { openSheet } from "../base/sheet.js";
import { el, fill } from "../dom.js";

/** @typedef {{ heading: string, lines: { label: string, value: string, clause: string }[] }} Section */

/** @param {Section} section */
function section({ heading, lines }) {
  const rows = lines.map(({ label, value, clause }) =>
    value === ""
      ? el("tr", {}, el("td", { colspan: 2 }, label), el("td", { class: "clause" }, clause))
      : el("tr", {}, el("td", {}, label), el("td", { class: "money" }, value), el("td", { class: "clause" }, clause)),
  );
  const head = el("tr", { class: "unseen" }, el("th", { scope: "col" }, "What"), el("th", { scope: "col" }, "How much"), el("th", { scope: "col" }, "Clause"));
  return el("table", { class: "sign-part" }, el("caption", {}, heading), el("thead", {}, head), el("tbody", {}, rows));
}

/**
 * Return a sign as an element; it is read now, and says so where it cannot be.
 * @param {string} stream
 * @param {(section: Section) => boolean} [wanted] which of its parts
 */
export function signOf(stream, wanted = () => true) {
  const body = el("div", { class: "sign" }, el("p", { class: "muted" }, "Reading the sign…"));
  readOnce(part(stream, "sign")).then(
    (sign) => {
      const parts = sign.sections.filter(wanted);
      fill(body, el("p", { class: "muted" }, sign.edition), parts.length > 0 ? parts.map(section) : el("p", { class: "empty" }, "Nothing is posted here."));
    },
    (error) => fill(body, el("p", { class: "note is-bad" }, error.message)),
  );
  return body;
}

/** Open a table's sign as a sheet. @param {string} stream @param {string} name */
export function openSign(stream, name) {
  openSheet({ title: `Limits and odds: ${name}`, body: signOf(stream), wide: true, className: "sign-sheet" });
}
