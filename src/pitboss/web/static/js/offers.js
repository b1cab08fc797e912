// What the server offers: which acts, with which values, alone or with whom. No page knows who may do what.

import { part, read } from "./api.js";

const AGAIN_MS = 1000;
const TOO_MANY = 429;

/** Whether a refusal is one of the moment: the house was busy, or not to be reached. @param {any} error */
const isPassing = ({ status }) => status === 0 || status === TOO_MANY || status >= 500;

function admits(domain, value) {
  if (domain.type === "choices") return domain.values.includes(value);
  if (domain.besides?.includes(value)) return false;
  return domain.type !== "integers" || (domain.low <= value && value <= domain.high && (value - domain.low) % domain.step === 0);
}

/** Return the offer that an act lies in, as far as the act is known; undefined where there is none. */
export function offerOf(offers, { type, ...fields }) {
  return offers.find((offer) => offer.act === type && Object.entries(fields).every(([name, value]) => !(name in offer.fields) || admits(offer.fields[name], value)));
}

/** Return every value that a field may take in any offer of an act: parts of one act differ in who must confirm them. */
export function choicesOf(offers, act, field) {
  const parts = offers.filter((offer) => offerOf([offer], act) !== undefined && offer.fields[field]?.type === "choices");
  return [...new Set(parts.flatMap((offer) => offer.fields[field].values))];
}

/** Return an offer for one value of a field alone; null where it has not that value. @param {any} offer @param {string} field @param {any} value */
export function narrowed(offer, field, value) {
  const domain = offer.fields[field];
  if (domain?.type !== "choices") return domain === undefined ? offer : null;
  return domain.values.includes(value) ? { ...offer, fields: { ...offer.fields, [field]: { ...domain, values: [value] } } } : null;
}

/** What is offered at one table, asked for by HTTP when something changed on which it hangs. */
export class Offered {
  /** @type {any[]} */
  all = [];
  #address;
  #drawn;
  #asked = "";
  #turn = 0;
  /** @type {Promise<void>} over when the last question has its answer */
  #asking = Promise.resolve();

  /** @param {string} stream @param {string[]} brief acts that are told by name only @param {() => void} drawn called with each answer */
  constructor(stream, brief, drawn) {
    this.#address = `${part(stream, "offers")}?brief=${encodeURIComponent(brief.join(","))}`;
    this.#drawn = drawn;
  }

  /** Tell whether an act is open to whoever is here. @param {string} tag */
  may(tag) {
    return this.all.some((offer) => offer.act === tag);
  }

  /** Ask, unless nothing changed; of several questions at once the last one counts, and all wait for its answer. @param {any} hangsOn @param {boolean} isSure */
  ask(hangsOn, isSure) {
    const key = JSON.stringify(hangsOn);
    if (!isSure && key === this.#asked) return this.#asking;
    this.#asked = key;
    this.#asking = this.#answered(hangsOn);
    return this.#asking;
  }

  async #answered(hangsOn) {
    this.#turn += 1;
    const mine = this.#turn;
    try {
      const { offers } = await read(this.#address);
      if (mine !== this.#turn) return await this.#asking;
      this.all = offers;
      this.#drawn();
    } catch (error) {
      if (mine !== this.#turn) return await this.#asking;
      // Without an answer the last offers stay; whatever is not open any more is refused with its reason.
      this.#asked = "";
      // Nothing else may ever happen here that would ask again.
      if (isPassing(error)) setTimeout(() => mine === this.#turn && this.ask(hangsOn, true), AGAIN_MS * (1 + Math.random()));
    }
  }
}
