// The frame of a page: whether its line is live, what happens when it is not, its theme, its sounds, its keys.
//
// A page puts all controls that command something into one <fieldset class="stage">, and gives what changes by itself
// the class "changing"; what a sheet asks stands in such a fieldset too. When no sign of life came for two seconds the
// fieldsets are disabled, the rest is dimmed, and one band says so, above any sheet. What is shown is old then, and
// nothing is sent.

import { announce, el, fill, say } from "../dom.js";
import { onKey, showKeys } from "./keys.js";
import "./press.js";
import { SHEETS, topSheet } from "./sheet.js";
import { soundIsOn, switchSound } from "./sound.js";

const THEME = "pitboss-theme";
const BACK_MS = 2500;

/** Apply the theme that was chosen on this machine, or the system's; pages of the felt look have one of their own. */
function applyTheme() {
  const chosen = localStorage.getItem(THEME);
  const isDark = chosen === null ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
}

/** Change between light and dark, and keep the choice. */
export function switchTheme() {
  localStorage.setItem(THEME, document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  applyTheme();
}

applyTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);

/**
 * Make the live mark of a page's bar.
 * @param {import("../live.js").Live} live
 */
export function pulse(live) {
  const node = el("span", { class: "pulse", id: "pulse" });
  const tell = () => {
    say(node, live.isLive ? "Live" : "Not live");
    node.classList.toggle("is-live", live.isLive);
  };
  live.addEventListener("live", tell);
  tell();
  return node;
}

/** Make the buttons for sound and keys, and for the theme where the page has two. */
export function tools({ hasThemes = false } = {}) {
  const sound = el("button", { type: "button", class: "tool", "aria-pressed": String(soundIsOn()), onclick: () => {
    switchSound(!soundIsOn());
    sound.setAttribute("aria-pressed", String(soundIsOn()));
    say(sound, soundIsOn() ? "Sound on" : "Sound off");
  } }, soundIsOn() ? "Sound on" : "Sound off");
  const keys = el("button", { type: "button", class: "tool", "aria-label": "Keys of this page", onclick: showKeys }, "?");
  const theme = hasThemes && el("button", { type: "button", class: "tool", onclick: switchTheme }, "Light or dark");
  return [theme, sound, keys];
}

/**
 * Watch over the line of a page.
 * @param {import("../live.js").Live} live
 * @param {{ stage?: HTMLFieldSetElement | null, safe?: string, back?: () => string }} options what to say is safe, and
 *   what to add when the line is back (such as "game 31")
 */
export function guard(live, { stage = /** @type {HTMLFieldSetElement | null} */ (document.querySelector("fieldset.stage")), safe = "What is shown is old", back = () => "" } = {}) {
  const band = el("div", { class: "band", role: "alert", hidden: true });
  // A sheet lies above the page and takes all else out of reach: the band stands on the uppermost.
  const place = () => {
    const on = topSheet() ?? document.body;
    if (band.parentNode !== on) on.append(band);
    for (const one of /** @type {NodeListOf<HTMLFieldSetElement>} */ (document.querySelectorAll("dialog.sheet fieldset.stage"))) one.disabled = !live.isLive;
  };
  let wasLive = false;
  let focused = null;
  let lastHeard = 0;
  let timer = 0;
  const tell = () => {
    const now = new Date();
    const ago = Math.round((now.getTime() - lastHeard) / 1000);
    const since = lastHeard === 0 ? "" : `Last heard at ${new Date(lastHeard).toLocaleTimeString("en-GB")}, ${ago} seconds ago. `;
    fill(band, el("strong", {}, wasLive ? "Connection lost" : "Connecting"), el("span", {}, `${safe} · retrying`), el("span", { class: "small muted" }, `${since}Nothing is sent until the line is back.`));
  };
  const judge = () => {
    clearInterval(timer);
    const isLive = live.isLive;
    document.body.classList.toggle("is-late", !isLive);
    if (!isLive && document.activeElement !== document.body) focused = document.activeElement;
    if (stage) stage.disabled = !isLive;
    place();
    if (isLive) {
      const said = `Live again${back() ? `, ${back()}` : ""}`;
      band.classList.add("is-back");
      fill(band, el("strong", {}, said));
      band.hidden = !wasLive;
      if (wasLive) announce(said);
      setTimeout(() => {
        if (live.isLive) band.hidden = true;
      }, BACK_MS);
      // A disabled control lost the focus: it comes back with the line.
      if (focused instanceof HTMLElement && focused.isConnected && document.activeElement === document.body) focused.focus();
      focused = null;
      wasLive = true;
    } else {
      band.classList.remove("is-back");
      tell();
      band.hidden = !wasLive;
      timer = setInterval(tell, 1000);
    }
  };
  SHEETS.addEventListener("change", place);
  live.addEventListener("beat", () => { lastHeard = Date.now(); });
  live.addEventListener("live", judge);
  live.addEventListener("twice", () => {
    clearInterval(timer);
    band.hidden = true;
    document.body.replaceChildren(el("main", {}, el("section", { class: "panel whole-note", role: "alert" }, el("h1", {}, "This terminal is open in another window"), el("p", { class: "muted" }, "This page has stopped. Use the other window, or take over here."), el("p", {}, el("button", { type: "button", class: "main", onclick: () => location.reload() }, "Use it here")))));
  });
  judge();
}

export { onKey };
