// Pictures that the server draws: fetched once, put into the page as elements.

import { part, readOnce } from "../api.js";

const texts = new Map();

/**
 * Return a copy of a table's picture, ready to be put into the page.
 * @param {string} stream
 * @param {string} name such as "cloth", "upright", "racetrack", "wheel"
 * @returns {Promise<SVGSVGElement>}
 */
export async function pictureOf(stream, name) {
  const addresses = await readOnce(part(stream, "pictures"));
  const address = addresses[name];
  if (address === undefined) throw new Error(`there is no picture ${name} of ${stream}`);
  if (!texts.has(address)) texts.set(address, fetch(address).then((response) => (response.ok ? response.text() : Promise.reject(new Error(`the picture answered ${response.status}`)))));
  const parsed = new DOMParser().parseFromString(await texts.get(address), "image/svg+xml");
  const root = /** @type {any} */ (document.importNode(parsed.documentElement, true));
  // Two copies in a page must not share ids.
  const label = root.querySelector("title")?.textContent ?? name;
  root.removeAttribute("aria-labelledby");
  root.setAttribute("aria-label", label);
  for (const node of root.querySelectorAll("title[id], desc[id]")) node.remove();
  return root;
}
