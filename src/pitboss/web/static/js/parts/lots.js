// Names in the order in which their lots were drawn: each is touched once; the last one can be taken back.

import { announce, el, fill, keyed } from "../dom.js";

let count = 0;

/** A list of names to be put in order. Event: "change". */
export class Lots extends EventTarget {
  /** @type {string[]} in the order drawn so far */
  drawn = [];

  /** @param {readonly string[]} names @param {string} label */
  constructor(names, label) {
    super();
    this.names = names;
    const id = `lots-${(count += 1)}`;
    this.list = el("ol", { class: "lots-drawn", "aria-label": "Drawn so far" });
    this.left = el("div", { class: "lots-left", role: "group", "aria-labelledby": id });
    this.back = /** @type {HTMLButtonElement} */ (el("button", { type: "button", onclick: () => this.#take(this.drawn.slice(0, -1)) }, "Take the last back"));
    this.node = el("div", { class: "lots" }, el("p", { id, class: "hint" }, label), this.left, this.list, this.back);
    this.#draw();
  }

  get isComplete() {
    return this.drawn.length === this.names.length;
  }

  #take(drawn) {
    this.drawn = drawn;
    this.#draw();
    this.dispatchEvent(new CustomEvent("change"));
  }

  #draw() {
    const left = this.names.filter((name) => !this.drawn.includes(name));
    const had = this.left.contains(document.activeElement);
    keyed(this.left, left, (name) => name, (name) => el("button", { type: "button", onclick: () => {
      this.#take([...this.drawn, name]);
      announce(`${name}: ${this.drawn.length} of ${this.names.length}.`);
    } }, name));
    fill(this.list, this.drawn.map((name, place) => el("li", {}, `${place + 1}. ${name}`)));
    this.back.disabled = this.drawn.length === 0;
    // Whoever draws by keys goes on to the next name.
    if (had && !this.left.contains(document.activeElement)) /** @type {HTMLElement | null} */ (this.left.querySelector("button") ?? this.back)?.focus();
  }
}
