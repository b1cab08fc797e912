// A virtual shoe as a player sees it: its commitment before the first card, and a button after the last that checks it here.
//
// What was promised is noted in this window when it is first seen: the check is against that note, not against what
// the server says afterwards.

import { part, read } from "../api.js";
import { openSheet } from "../base/sheet.js";
import { announce, el, fill, say } from "../dom.js";
import { canCheck, checkShoe } from "../shoe-check.js";

const SHOWN = 8;
/** How many shoes a window that watches for weeks remembers. */
const KEPT = 8;

export class VirtualShoe {
  /** @type {any} */
  #virtual = null;
  #drawn = "";
  #checked = "";

  /** @param {string} stream */
  constructor(stream) {
    this.stream = stream;
    this.title = el("h2", {}, "Virtual shoe");
    this.promise = el("p", { class: "shoe-promise" });
    this.result = el("div", { class: "shoe-result", role: "status" });
    this.button = el("button", { type: "button", onclick: () => this.#verify() }, "Verify");
    this.node = el("section", { class: "shoe-panel", "aria-label": "Virtual shoe", hidden: true }, this.title, this.promise, this.button, this.result);
    /** For a page with little room: it opens the panel as a sheet. */
    this.opener = el("button", { type: "button", class: "tool shoe-opener", hidden: true, onclick: () => this.#open() });
  }

  #open() {
    const home = this.node.parentElement;
    openSheet({ title: "Virtual shoe", body: this.node, closes: () => home?.append(this.node) });
  }

  /** What this window noted of a shoe; null where it had not seen it. @param {number} shoe @returns {{ commitment: string, isBefore: boolean, version: number } | null} */
  #noted(shoe) {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key(shoe)) ?? "null");
    } catch {
      return null;
    }
  }

  #key(shoe) {
    return `pitboss.shoe.${this.stream}.${shoe}`;
  }

  /** Note what is promised, and whether that was before the first card; what is noted stays, unless no card was out yet. */
  #note({ shoe, commitment, drawn }, version) {
    const noted = this.#noted(shoe);
    // A record that is shorter than it was is another house's, with shoes of its own.
    if (noted !== null && drawn > 0 && version >= noted.version) return;
    try {
      sessionStorage.setItem(this.#key(shoe), JSON.stringify({ commitment, isBefore: drawn === 0, version }));
      sessionStorage.removeItem(this.#key(shoe - KEPT));
    } catch {
      // Without a memory the check is against what the table has on record.
    }
  }

  /** @param {any} state @param {number} version of the table's record */
  show({ virtual }, version) {
    const sign = JSON.stringify(virtual);
    if (sign === this.#drawn) return;
    this.#drawn = sign;
    this.#virtual = virtual ?? null;
    this.node.hidden = this.opener.hidden = this.#virtual === null;
    if (this.#virtual === null) return;
    const { now, shown } = this.#virtual;
    if (now) this.#note(now, version);
    const one = now ?? shown;
    say(this.opener, now ? `Shoe ${one.commitment.slice(0, SHOWN)}…` : "Verify the shoe");
    fill(this.promise, now
      ? [el("span", {}, now.drawn === 0 ? `Shoe ${now.shoe} is promised before its first card:` : `Shoe ${now.shoe} was promised before its first card, ${now.drawn} cards are out:`), el("code", { class: "shoe-code" }, now.commitment)]
      : [el("span", {}, `Shoe ${shown.shoe} is over. What was promised before its first card:`), el("code", { class: "shoe-code" }, shown.commitment)]);
    this.button.hidden = !shown;
    say(this.button, now && shown ? `Verify shoe ${shown.shoe}` : "Verify");
    const told = JSON.stringify(shown);
    if (told !== this.#checked) {
      this.#checked = told;
      fill(this.result, !shown && el("p", { class: "small muted" }, "After the last card the order is shown, and this page checks it."));
    }
  }

  async #verify() {
    const { shown } = this.#virtual ?? {};
    if (!shown) return;
    this.button.disabled = true;
    fill(this.result, el("p", { class: "small muted" }, "Checking…"));
    try {
      const { revealed } = await read(part(this.stream, "shoe"));
      if (!canCheck()) this.#tell("cannot", "This page came without encryption, and so the browser does not compute here", [{ name: "Check it elsewhere", isTrue: false, says: `the order and the nonce are at /api/streams/${this.stream}/shoe` }]);
      else if (revealed === null || revealed.order.length === 0) this.#tell("false", "No order was shown for this shoe", [{ name: "There is nothing to check", isTrue: false, says: revealed?.finding || "the house has none" }]);
      else await this.#check(revealed);
    } catch (error) {
      this.#tell("cannot", "The shoe could not be read", [{ name: "Try again", isTrue: false, says: error.message }]);
    }
    this.button.disabled = false;
  }

  async #check(revealed) {
    const noted = this.#noted(revealed.shoe);
    const findings = await checkShoe(revealed, noted?.commitment ?? revealed.commitment);
    const isTrue = findings.every((one) => one.isTrue);
    const by = noted === null ? "This window had not seen the promise: it is the one that the table has on record." : noted.isBefore ? "This window noted the promise before the first card." : "This window noted the promise while the shoe was dealt.";
    this.#tell(isTrue ? "true" : "false", isTrue ? `True: shoe ${revealed.shoe} was dealt as it was promised` : `False: shoe ${revealed.shoe} is not what was promised`, findings, by);
  }

  #tell(kind, text, findings, by = "") {
    announce(`${text}.`);
    fill(this.result, el("p", { class: `shoe-verdict is-${kind}` }, el("strong", {}, text)),
      el("ul", { class: "shoe-findings" }, findings.map((one) => el("li", { class: one.isTrue ? "is-true" : "is-false" }, el("strong", {}, `${one.isTrue ? "✓" : "✗"} ${one.name}`), el("span", { class: "small muted" }, one.says)))),
      by && el("p", { class: "small muted" }, by));
  }
}
