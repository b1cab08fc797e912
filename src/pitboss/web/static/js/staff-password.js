// One's own password: another one is chosen with the one that one has.

import { post } from "./api.js";
import { el } from "./dom.js";

function field(id, text, properties) {
  return el("div", { class: "field" }, el("label", { for: id }, text), el("input", { id, type: "password", required: true, ...properties }));
}

/**
 * Return the panel in which whoever is signed in changes the password.
 * @param {(text: string, how?: { isBad?: boolean }) => void} told
 */
export function passwordPanel(told) {
  const form = /** @type {HTMLFormElement} */ (el("form", { id: "change-password" },
    field("password-had", "The password you have", { name: "old", autocomplete: "current-password" }),
    field("password-chosen", "Another one, at least 15 characters", { name: "new", autocomplete: "new-password", minlength: 15 }),
    el("div", { class: "actions" }, el("button", {}, "Change it"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await post("/api/password", Object.fromEntries(new FormData(form)));
      form.reset();
      told("Your password is changed.");
    } catch (error) {
      told(`${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`, { isBad: true });
    }
  });
  return el("details", { class: "card" }, el("summary", {}, "Your password"), form);
}
