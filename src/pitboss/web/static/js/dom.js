// Small helpers for pages. Text goes into the page as text nodes only, and never as markup.

const PICTURE_OF_DELETE = "\u2421";
// Control characters, marks that turn the reading direction and those that take no room would let a name pretend to be something else.
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Return text for people: what cannot be seen is shown by a sign of its own. */
export function shown(value) {
  return String(value ?? "").replace(UNSEEN, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? PICTURE_OF_DELETE : "\ufffd";
  });
}

/** Make an element: `el("p", { class: "soft", onclick }, "text", child)`. */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : shown(value));
  }
  node.append(...nodes(children));
  return node;
}

/** Put other children into an element. */
export function fill(node, ...children) {
  node.replaceChildren(...nodes(children));
  return node;
}

function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(shown(child))));
}

/** Return a name whose last word stays whole where it is written in two lines: the numbers of "Corner 16-17-19-20". */
export function unbroken(name) {
  const cut = name.lastIndexOf(" ") + 1;
  return [name.slice(0, cut), el("span", { class: "unbroken" }, name.slice(cut))];
}

/** Set an element's text, where it is another one. */
export function say(node, text) {
  const clean = shown(text);
  if (node.textContent !== clean) node.textContent = clean;
}

/** Return a text with a capital letter. @param {unknown} text */
export const cap = (text) => String(text ?? "").charAt(0).toUpperCase() + String(text ?? "").slice(1);

/** Return a stored name in words: `pit_supervisor` as `pit supervisor`, `tote.sell_ticket/1` as `Sell ticket`. */
export function words(name) {
  return String(name ?? "").replaceAll("_", " ");
}

export function actInWords(tag) {
  const plain = words(tag.replace(/^[^.]*\./, "").replace(/\/\d+$/, ""));
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

const formats = new Map();

function format(currency) {
  if (!formats.has(currency)) {
    let made;
    try {
      made = new Intl.NumberFormat("en-US", { style: "currency", currency });
    } catch {
      made = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });
    }
    formats.set(currency, made);
  }
  return formats.get(currency);
}

function digits(currency) {
  return format(currency).resolvedOptions().minimumFractionDigits;
}

/** Write an amount of the smallest unit. */
export function money(minor, currency) {
  return format(currency).format(Number(minor) / 10 ** digits(currency));
}

/** Write an amount as somebody types it. */
export function plainMoney(minor, currency) {
  const places = digits(currency);
  const text = String(minor).padStart(places + 1, "0");
  return places ? `${text.slice(0, -places)}.${text.slice(-places)}` : text;
}

/** Read an amount that somebody typed, without a fraction of the smallest unit; NaN where it is none. */
export function minorOf(text, currency) {
  const places = digits(currency);
  const found = /^\s*\$?\s*(\d{1,13})(?:\.(\d+))?\s*$/.exec(text.replaceAll(",", ""));
  if (found === null || (found[2] ?? "").length > places) return NaN;
  return Number(found[1] + (found[2] ?? "").padEnd(places, "0"));
}

/** Return the fields of an act as somebody reads them: names in words, lists with commas. @param {any} act */
export function fieldsInWords(act) {
  const said = (value) => (Array.isArray(value) ? value.map(said).join(", ") : value !== null && typeof value === "object" ? fieldsInWords(value) : value === true ? "yes" : value === false ? "no" : value === null ? "none" : String(value));
  return Object.entries(act).filter(([name]) => name !== "type" && name !== "seen").map(([name, value]) => `${words(name)} ${said(value)}`).join(", ");
}

export function clockTime(instant) {
  return new Date(instant).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** Return a day and a time as people say it. */
export function whenSaid(instant) {
  return new Date(instant).toLocaleString("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
}

/** Say something to whoever listens to the page instead of looking at it; below a sheet nothing is heard. */
export function announce(text) {
  const onSheet = [...document.querySelectorAll("dialog[open] > .heard")].at(-1);
  for (const region of [document.getElementById("announced"), onSheet]) if (region) say(region, text);
}

/** Return the letter of a colour, which is never the only sign; the green pockets have theirs in their names. */
export const letterOf = (colour) => ({ red: "R", black: "B" })[colour] ?? "";

/** Return a pocket with its letter, for a list of results. */
export function pocket(number, colours) {
  const colour = colours?.[number] ?? "";
  const letter = letterOf(colour);
  return el("li", { class: colour }, number, letter && el("small", { "aria-hidden": "true" }, letter), el("span", { class: "unseen" }, ` ${colour}`));
}

/**
 * Keep a list of elements in step with a list of things, by key: what stays is updated and keeps its focus, what is
 * new is made, what is gone is removed.
 * @template T
 * @param {Element} node
 * @param {Iterable<T>} items
 * @param {(item: T) => string} keyOf
 * @param {(item: T) => Element} make
 * @param {(element: Element, item: T) => void} [update]
 */
export function keyed(node, items, keyOf, make, update = () => {}) {
  const old = new Map([...node.children].map((child) => [child.getAttribute("data-key"), child]));
  const focused = node.contains(document.activeElement) ? document.activeElement : null;
  let before = null;
  for (const item of items) {
    const key = keyOf(item);
    let child = old.get(key);
    if (child === undefined) {
      child = make(item);
      child.setAttribute("data-key", key);
    }
    old.delete(key);
    update(child, item);
    const place = before === null ? node.firstElementChild : before.nextElementSibling;
    if (place !== child) node.insertBefore(child, place);
    before = child;
  }
  for (const child of old.values()) child.remove();
  // What was moved has lost the focus.
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
}

const SVG = "http://www.w3.org/2000/svg";

/** Make an SVG element, as `el` makes one of HTML. */
export function svg(tag, properties = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : shown(value));
  }
  node.append(...nodes(children));
  return node;
}

/** Write an amount as shortly as on a chip or a button: without cents where there are none. */
export function shortMoney(minor, currency) {
  return money(minor, currency).replace(/[.,]00$/, "");
}

/** Write an amount of many digits in thousands or millions: ₫50K, ₫20M. */
export function roundMoney(minor, currency) {
  const major = Number(minor) / 10 ** digits(currency);
  const text = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 }).format(major);
  return format(currency).formatToParts(0).map((part) => (part.type === "integer" ? text : part.type === "currency" || part.type === "literal" ? part.value : "")).join("");
}
