// This machine's own key: made when it is enrolled, kept by the browser, and never seen by any script, this one included.

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const STORE = "keys";
const NAME = "terminal";

/** Do something with the browser's own store, and resolve with its result. */
function stored(mode, action) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("pitboss", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const asked = action(opening.result.transaction(STORE, mode).objectStore(STORE));
      asked.onerror = () => reject(asked.error);
      asked.onsuccess = () => resolve(asked.result);
      asked.transaction.oncomplete = () => opening.result.close();
    };
  });
}

const base64 = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));

/**
 * Make a new key that cannot be taken out of this browser.
 * @returns {Promise<{key: string, keep: () => Promise<void>}>} its public half as the server reads it, and how it is kept
 */
export async function makeKey() {
  const pair = await crypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
  const keep = () => stored("readwrite", (store) => store.put(pair.privateKey, NAME));
  return { key: base64(await crypto.subtle.exportKey("spki", pair.publicKey)), keep };
}

/**
 * Sign what the server asks, as a terminal.
 * @param {string} terminal
 * @param {string} nonce
 * @returns {Promise<string>} the signature; an empty one where this browser has no key
 */
export async function signed(terminal, nonce) {
  const key = await stored("readonly", (store) => store.get(NAME));
  if (key === undefined) return "";
  return base64(await crypto.subtle.sign(ALGORITHM, key, new TextEncoder().encode(`pitboss terminal\n${terminal}\n${nonce}`)));
}
