// Passkeys: the browser has this person's telephone, computer or security key sign what the server asks.

import { post, read, signed } from "../api.js";

const FAILED = { NotAllowedError: "the passkey was not used: it was cancelled, or it took too long", InvalidStateError: "this device has a passkey for you already" };

/** Tell whether passkeys can be used here: a browser that knows them, an encrypted line, and a name and no address. */
export function hasPasskeys() {
  const isName = /[a-z]/i.test(location.hostname) && !location.hostname.includes(":");
  return isName && window.isSecureContext && typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === "function";
}

/** Have the browser do its part, and say in words why it did not. */
async function asked(doing) {
  try {
    return (await doing).toJSON();
  } catch (error) {
    throw new Error(FAILED[error.name] ?? "the browser could not use a passkey here");
  }
}

/**
 * Return what a passkey of whoever is here signed.
 * @param {"sign_in" | "unlock" | "second"} purpose
 * @param {string} about what a second person stands by
 */
export async function shownPasskey(purpose, about = "") {
  const options = await post("/api/passkeys/challenge", { purpose, about });
  const found = await asked(navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = found.response;
  return { challenge: options.challenge, credential: found.id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature, user: userHandle ?? "" };
}

export const signInByPasskey = async () => signed("/api/sign-in/passkey", await shownPasskey("sign_in"));
export const unlockByPasskey = async () => post("/api/unlock/passkey", await shownPasskey("unlock"));

export const ownPasskeys = () => read("/api/passkeys");
export const removePasskey = (name) => post("/api/passkeys/remove", { name });

/** Have this browser, or a telephone beside it, make a passkey for whoever is signed in. */
export async function addPasskey(name) {
  const options = await post("/api/passkeys/new");
  const found = await asked(navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }));
  await post("/api/passkeys", { name, challenge: options.challenge, credential: found.id, client_data: found.response.clientDataJSON, attestation: found.response.attestationObject });
}
