// <clock-ring>: what is left of a betting window, drawn each frame from the server's clock and not by its messages. For
// whoever wants no motion it is drawn once a second, together with its figure.

const LENGTH = 2 * Math.PI * 44;
const SVG = "http://www.w3.org/2000/svg";
const LAST_MS = 10_000;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class ClockRing extends HTMLElement {
  #deadline = null;
  #total = 1;
  #frame = 0;
  #timer = 0;
  #isLate = false;
  #shown = "";

  connectedCallback() {
    if (this.firstChild) return;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 100 100");
    svg.setAttribute("aria-hidden", "true");
    for (const name of ["track", "left"]) {
      const circle = document.createElementNS(SVG, "circle");
      for (const [key, value] of Object.entries({ cx: 50, cy: 50, r: 44, class: name })) circle.setAttribute(key, String(value));
      svg.append(circle);
    }
    this.arc = /** @type {SVGCircleElement} */ (svg.lastChild);
    this.arc.setAttribute("stroke-dasharray", String(LENGTH));
    this.text = document.createElement("span");
    this.text.className = "figure";
    this.setAttribute("role", "timer");
    this.append(svg, this.text);
    this.#draw();
  }

  disconnectedCallback() {
    this.#rest();
  }

  /**
   * Say what is left now, of how much; undefined where no window is open. A message that took longer to arrive than
   * another says too much: the earliest end that was heard of counts, until the window is extended.
   * @param {number | undefined} leftMs
   * @param {number} totalMs
   */
  set(leftMs, totalMs) {
    const deadline = leftMs === undefined ? null : performance.now() + leftMs;
    if (deadline === null || this.#deadline === null || deadline < this.#deadline || deadline - this.#deadline > 1500) this.#deadline = deadline;
    this.#total = Math.max(totalMs, leftMs ?? 0, 1);
    this.#draw();
  }

  /** Show nothing that may be wrong while the line is late. @param {boolean} isLate */
  late(isLate) {
    this.#isLate = isLate;
    this.#draw();
  }

  /** @returns {number} milliseconds left, 0 where none are known */
  get left() {
    return this.#deadline === null ? 0 : Math.max(0, this.#deadline - performance.now());
  }

  /** A short window in seconds; what waits for minutes (`data-minutes`) as 4:59. */
  #words(seconds) {
    return this.hasAttribute("data-minutes") ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : String(seconds);
  }

  #draw = () => {
    if (!this.text) return;
    const left = this.left;
    const isKnown = this.#deadline !== null && !this.#isLate;
    const text = this.#isLate ? "--" : isKnown ? this.#words(Math.ceil(left / 1000)) : "";
    if (text !== this.#shown) {
      this.#shown = text;
      this.text.textContent = text;
      this.classList.toggle("is-last", isKnown && left <= LAST_MS);
    }
    const drawn = STILL.matches ? Math.min(this.#total, Math.ceil(left / 1000) * 1000) : left;
    this.arc.setAttribute("stroke-dashoffset", String(isKnown ? LENGTH * (1 - drawn / this.#total) : LENGTH));
    this.#rest();
    if (!isKnown || left <= 0 || !this.isConnected) return;
    if (STILL.matches) this.#timer = setTimeout(this.#draw, left % 1000 || 1000);
    else this.#frame = requestAnimationFrame(this.#draw);
  };

  #rest() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
  }
}

customElements.define("clock-ring", ClockRing);
