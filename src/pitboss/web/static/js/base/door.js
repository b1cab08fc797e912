// The door of a staff page: sign in, or unlock, on the page itself.

import { firstSignIn, post, signIn, signOut } from "../api.js";
import { el, fill, say } from "../dom.js";
import { dropSheets } from "./sheet.js";
import { hasPasskeys, signInByPasskey, unlockByPasskey } from "./passkey.js";

const opened = new BroadcastChannel("pitboss-door");

/** Tell the other windows of this browser that somebody is in: they share the session, and are shut no longer. */
export function tellOpened() {
  opened.postMessage("open");
}

/** Return a door that opens by itself when it was opened in another window. */
function door(after, ...parts) {
  const node = el("div", { class: "door" }, parts);
  const goOn = () => {
    opened.removeEventListener("message", goOn);
    if (node.isConnected) after();
  };
  opened.addEventListener("message", goOn);
  return node;
}

/** A field with its label; the label is the field's own, so that two forms on a page do not share ids. */
function field(text, properties) {
  return el("label", { class: "field" }, text, el("input", { required: true, autocapitalize: "none", spellcheck: "false", ...properties }));
}

function form(title, fields, button, action, after, byPasskey = null) {
  const trouble = el("p", { class: "note is-bad", role: "alert" });
  const node = el("form", { class: "panel", "aria-label": title }, el("h2", {}, title), fields, trouble, el("button", { class: "main next" }, button), byPasskey !== null && hasPasskeys() && el("button", { type: "button", onclick: () => tried(byPasskey) }, "Use a passkey"));
  const tried = async (doing) => {
    try {
      await doing();
      tellOpened();
      await after();
    } catch (error) {
      say(trouble, `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`);
    }
  };
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    tried(() => action(Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (node)))));
  });
  return node;
}

/**
 * Return the door for somebody who is not signed in: by password or passkey, or the first time by a one-time code.
 * @param {() => any} after what to do when somebody is in
 */
export function signInDoor(after) {
  const name = () => field("Name", { name: "person", autocomplete: "username" });
  return door(after,
    form("Sign in", [name(), field("Password", { name: "password", type: "password", autocomplete: "current-password" })], "Sign in", ({ person, password }) => signIn(person.trim(), password), after, signInByPasskey),
    el("details", {}, el("summary", {}, "First time, with your one-time code"),
      form("First time", [name(), field("One-time code", { name: "code", autocomplete: "one-time-code" }), field("Password of your choice, at least 15 characters", { name: "password", type: "password", autocomplete: "new-password", minlength: 15 })], "Choose it and sign in", ({ person, code, password }) => firstSignIn(person.trim(), code.trim(), password), after)));
}

/**
 * Return the door for somebody whose session is locked.
 * @param {string} name
 * @param {() => any} after
 */
function unlockDoor(name, after) {
  const leave = el("button", { type: "button", onclick: async () => {
    await signOut();
    location.reload();
  } }, "Sign out");
  return door(after,
    form("Locked after five minutes without input", [el("p", { class: "muted" }, `You are ${name}. Nothing is shown or done here until you show again who you are.`), field("Your password", { name: "password", type: "password", autocomplete: "current-password" })], "Unlock", ({ password }) => post("/api/unlock", { password }), after, unlockByPasskey), leave);
}

/**
 * Take what is on a page away, and ask for the password.
 * @param {import("../live.js").Live} live
 * @param {{ bar: HTMLElement, main: HTMLElement, title: string, me: any }} page
 */
export function lockPage(live, { bar, main, title, me }) {
  live.stop();
  dropSheets();
  document.body.classList.add("is-locked");
  fill(bar, el("h1", {}, title));
  fill(main, unlockDoor(me.name ?? me.person, () => location.reload()));
}
