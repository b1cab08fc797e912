// Requests by HTTP: who one is, and what is read once. What is live comes over the socket (live.js).

import { makeKey, signed as signedBy } from "./machine-key.js";

const PROOF_MS = 240_000;
/** A house that is busy says so and is asked again: so often, and not where it wants a longer wait. */
const AGAIN_MAX = 5;
const AGAIN_SECONDS = 2;

let csrf = null;
/** Until when the server knows that this machine has its key; null where nobody asks for one. */
let provenUntil = /** @type {number | null} */ (null);
let proving = /** @type {Promise<void> | null} */ (null);

/** An answer that says why not. */
export class Refused extends Error {
  constructor(status, body, retrySeconds = Infinity) {
    super(body?.reason ?? `the server answered ${status}`);
    this.status = status;
    this.isPassing = retrySeconds <= AGAIN_SECONDS;
    this.error = body?.error ?? null;
    this.values = body?.values ?? {};
  }
}

async function asked(method, path, body, isAgain = false) {
  if (!isAgain && provenUntil !== null && performance.now() >= provenUntil) await showKey().catch(() => null);
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  if (csrf !== null && method !== "GET") headers["x-csrf-token"] = csrf;
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused(0, { reason: "the server cannot be reached" });
  }
  const text = await response.text();
  const found = text === "" ? null : JSON.parse(text);
  if (response.ok) return found;
  if (found?.error !== "ProofNeeded" || isAgain) throw new Refused(response.status, found, Number(response.headers.get("retry-after") ?? Infinity));
  await showKey();
  return asked(method, path, body, true);
}

/** Ask from now on as the machine that this is: its key is shown before it is asked for. */
export function asMachine() {
  provenUntil ??= 0;
}

/** Show the server that this machine has its key: it then takes requests from here for some minutes. */
function showKey() {
  proving ??= prove().finally(() => { proving = null; });
  return proving;
}

async function prove() {
  const { terminal, nonce } = await asked("POST", "/api/machine/challenge", {}, true);
  await asked("POST", "/api/machine/proof", { nonce, signature: await signedBy(terminal, nonce) }, true);
  provenUntil = performance.now() + PROOF_MS;
}

/** Enrol this machine at the position of a one-time code, with a key of its own. */
export async function enrol(code) {
  const { key, keep } = await makeKey();
  const found = await asked("POST", "/api/enrol", { code, key });
  await keep();
  return found;
}

/** Read something; a house that is busy for a moment is asked again. @param {string} path */
export async function read(path) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await asked("GET", path);
    } catch (error) {
      if (!(error instanceof Refused && error.isPassing) || tries > AGAIN_MAX) throw error;
      await new Promise((over) => setTimeout(over, 1000 * (1 + Math.random())));
    }
  }
}

export const post = (path, body = {}) => asked("POST", path, body);

/** Return who is at this end, and keep the token that writing needs. */
export async function whoAmI() {
  const me = await read("/api/me");
  csrf = me.csrf;
  return me;
}

/** Send what lets somebody in, and keep the token that writing needs. */
export async function signed(path, body) {
  const found = await post(path, body);
  csrf = found.csrf;
  return found;
}

export const signIn = (person, password) => signed("/api/sign-in", { person, password });
export const firstSignIn = (person, code, password) => signed("/api/first-sign-in", { person, code, password });

export async function signOut() {
  await post("/api/sign-out");
  csrf = null;
}

const kept = new Map();

/** Read something that does not change while the page is open. */
export function readOnce(path) {
  if (!kept.has(path)) {
    const found = read(path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return kept.get(path);
}

export const part = (stream, name) => `/api/streams/${encodeURIComponent(stream)}/${name}`;
