// A dealer who is signed in takes a table with robots, and gives it back.

import { part, post, read } from "./api.js";
import { el, fill } from "./dom.js";

/**
 * Offer a table to a dealer: the robot who deals there finishes its round and steps back.
 * @param {HTMLElement} node
 * @param {import("./base/store.js").Followed} followed
 * @param {any} me
 * @param {any} house
 */
export async function offerTable(node, followed, me, house) {
  if (!house.is_demonstration || !(await read("/api/tour")).may_deal) return;
  let isAsked = false;
  const show = () => {
    const isMine = followed.state?.dealer === me.person;
    if (isMine) isAsked = false;
    fill(node, isMine
      ? [el("a", { class: "button main", href: `/deal/${encodeURIComponent(followed.stream)}` }, "Deal here"), " ", el("button", { type: "button", onclick: () => ask("hand-back") }, "Give the table back")]
      : el("button", { type: "button", class: "main", disabled: isAsked, onclick: () => ask("hand-over") }, isAsked ? "Yours after this round" : "Take this table"));
  };
  const ask = async (what) => {
    try {
      await post(part(followed.stream, what));
      isAsked = what === "hand-over";
      show();
    } catch (error) {
      node.append(el("p", { class: "note is-bad", role: "alert" }, error.message));
    }
  };
  let shown = "";
  const changed = () => {
    const sign = `${followed.state?.dealer} ${isAsked}`;
    if (followed.state !== null && sign !== shown) show();
    shown = sign;
  };
  followed.addEventListener("change", changed);
  changed();
}
