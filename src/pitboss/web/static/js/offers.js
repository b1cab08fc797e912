// What the server offers: which acts, with which values, alone or with whom. No page knows who may do what.

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
