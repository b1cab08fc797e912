// One's own passkeys: add one, see when each was used, remove one. Before that one shows once more who one is.

import { post } from "./api.js";
import { addPasskey, hasPasskeys, ownPasskeys, removePasskey, unlockByPasskey } from "./base/passkey.js";
import { openSheet } from "./base/sheet.js";
import { el, fill, say, whenSaid } from "./dom.js";

/**
 * Return the panel of whoever is signed in; null where this browser knows no passkeys, or the line is not encrypted.
 * @param {(text: string, how?: { isBad?: boolean }) => void} told
 * @param {{ isNeeded?: boolean, after?: () => any }} how whether nothing else can be done before, and what to do then
 */
export function passkeysPanel(told, { isNeeded = false, after = () => null } = {}) {
  if (!hasPasskeys()) return null;
  const list = el("div", {});
  const name = el("input", { id: "passkey-name", name: "name", autocomplete: "off", maxlength: 40, required: true, placeholder: "My telephone" });
  const form = el("form", { id: "add-passkey" }, el("div", { class: "field" }, el("label", { for: "passkey-name" }, "What you call it"), name), el("div", { class: "actions" }, el("button", { class: "main" }, "Add a passkey")));
  const show = async () => fill(list, lines(await ownPasskeys(), (one) => change(() => removePasskey(one.name), `The passkey ${one.name} is removed.`)));
  const change = async (doing, done) => {
    try {
      await shownFirst(doing);
      told(done);
      await show();
      await after();
    } catch (error) {
      told(`${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`, { isBad: true });
    }
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = name.value.trim();
    await change(() => addPasskey(given), `The passkey ${given} is added: sign in with it from now on${isNeeded ? "" : ", or with your password"}.`);
    name.value = "";
  });
  show().catch(() => null);
  return el("section", { class: "card", id: "passkeys", "aria-labelledby": "passkeys-title" }, el("h2", { id: "passkeys-title" }, "Your passkeys"),
    el("p", { class: "soft" }, `With a passkey you come in by your finger, face or security key instead of your password, at ${location.hostname}.`), list, form);
}

function lines(passkeys, remove) {
  if (passkeys.length === 0) return el("p", { class: "soft" }, "None yet.");
  return el("ul", { class: "plain" }, passkeys.map((one) => el("li", { class: "card-head" },
    el("span", {}, el("strong", {}, one.name), `, for ${one.site}, added ${whenSaid(one.added_at)}, ${one.used_at === null ? "not used yet" : `last used ${whenSaid(one.used_at)}`}`),
    el("button", { type: "button", onclick: () => remove(one) }, "Remove", el("span", { class: "unseen" }, ` ${one.name}`)))));
}

/** Do something for which one must have shown lately who one is; where that is long ago, ask for it first. */
async function shownFirst(doing) {
  try {
    return await doing();
  } catch (error) {
    if (error.error !== "ConfirmFirst") throw error;
  }
  await confirmed();
  return doing();
}

/** Ask for the password, or a passkey, in a sheet; rejects where somebody closes it. */
function confirmed() {
  return new Promise((resolve, reject) => {
    const trouble = el("p", { class: "note is-bad", role: "alert" });
    const form = /** @type {HTMLFormElement} */ (el("form", { class: "second", "aria-label": "Who you are" },
      el("label", { class: "field" }, "Your password", el("input", { name: "password", type: "password", autocomplete: "current-password", required: true })),
      el("button", { class: "main" }, "Go on"),
      el("button", { type: "button", onclick: () => tried(unlockByPasskey) }, "Use a passkey")));
    const tried = async (showing) => {
      try {
        await showing();
        resolve(null);
        sheet.close();
      } catch (error) {
        say(trouble, `${error.message}.`);
      }
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      tried(() => post("/api/unlock", Object.fromEntries(new FormData(form))));
    });
    const sheet = openSheet({ title: "Show once more who you are", body: [form, trouble], closes: () => reject(new Error("nothing was changed")) });
  });
}
