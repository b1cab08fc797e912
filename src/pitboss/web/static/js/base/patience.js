// How long a page waits before it takes a line for lost or a customer for gone.

/** A browser that is driven on a busy machine may be told to wait a multiple of that; people's browsers are not. */
const TIMES = Number(/** @type {any} */ (globalThis).pitbossPatience ?? 1);

/** @param {number} milliseconds */
export const patient = (milliseconds) => milliseconds * TIMES;
