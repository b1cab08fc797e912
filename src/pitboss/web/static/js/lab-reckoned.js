// Figures that take their time: on a machine that is new to them the first ones take minutes.

import { read } from "./api.js";

const AGAIN_MS = 1000;

/** Read what takes its time to be reckoned: it is asked for until it is there. @param {string} path @param {() => boolean} isWanted */
export async function reckoned(path, isWanted = () => true) {
  for (;;) {
    try {
      return await read(path);
    } catch (error) {
      if (error.status !== 503 || !isWanted()) throw error;
      await new Promise((over) => setTimeout(over, AGAIN_MS));
    }
  }
}
