// A page for somebody who is signed in: the door, the lock, the bar, and what an approval came to.

import { signOut, whoAmI } from "../api.js";
import { el, fill, say } from "../dom.js";
import { approvalsOf } from "./approvals.js";
import { lockPage, signInDoor } from "./door.js";

const TOLD_MS = 6000;

/**
 * Show the door, the lock, or the page itself, which `opens` fills once somebody is there.
 * @param {import("../live.js").Live} live
 * @param {string} title what stands in the bar
 * @param {(me: any, approvals: any) => void} opens
 */
export async function behindDoor(live, title, opens) {
  const main = document.getElementById("main");
  const bar = document.getElementById("bar");
  const locked = (me) => lockPage(live, { bar, main, title, me });
  try {
    const me = await whoAmI();
    if (me.csrf === null) {
      fill(main, signInDoor(() => behindDoor(live, title, opens)));
    } else if (me.is_locked) {
      locked(me);
    } else {
      live.addEventListener("locked", () => locked(me));
      live.addEventListener("refused", () => location.reload());
      opens(me, approvalsOf(live, me));
      live.connect();
    }
  } catch (error) {
    fill(main, el("p", { class: "empty", role: "alert" }, `${error.message}.`));
  }
}

/** Return the button that ends somebody's session here. */
export function signOutButton() {
  return el("button", { type: "button", class: "tool", onclick: async () => {
    await signOut().catch(() => null);
    location.reload();
  } }, "Sign out");
}

/** Say for a moment what became of something that waited for a second person. */
export function tellFates(approvals) {
  const note = el("p", { class: "told", role: "status", hidden: true });
  document.body.append(note);
  let timer = 0;
  const tell = (text, isBad) => {
    say(note, text);
    note.classList.toggle("is-bad", isBad);
    note.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => { note.hidden = true; }, TOLD_MS);
  };
  approvals.addEventListener("told", ({ detail }) => tell(detail.text, detail.isBad));
  return tell;
}
