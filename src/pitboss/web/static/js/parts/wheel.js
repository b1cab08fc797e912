// The wheel, turning: the server's picture as one layer, the ball as another, so that only transforms change.
//
// Where the ball lands is said by the server before it lands here.

import { el } from "../dom.js";
import { pictureOf } from "./picture.js";

const TURN_MS = 9000;
const ROUND_MS = 1700;
const LAND_MS = 4000;
const EASE = "cubic-bezier(0.16, 0.7, 0.2, 1)";

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Return the angle to which an element is turned now. @param {Element} node */
function angleOf(node) {
  const found = new DOMMatrix(getComputedStyle(node).transform);
  return (Math.atan2(found.b, found.a) * 180) / Math.PI;
}

export class Wheel {
  #order;
  #rotor;
  #arm;
  #ball;
  #running = /** @type {Animation[]} */ ([]);
  #turn = 0;

  /** Load the wheel of a table. @param {string} stream @param {string[]} order the pockets clockwise */
  static async load(stream, order) {
    return new Wheel(await pictureOf(stream, "wheel"), order);
  }

  /** @param {SVGSVGElement} root @param {string[]} order */
  constructor(root, order) {
    this.#order = order;
    root.querySelector(".ball")?.remove();
    root.classList.add("rotor-picture");
    this.#rotor = root;
    this.#ball = el("span", { class: "ball-dot" });
    this.#arm = el("span", { class: "ball-arm", hidden: true }, this.#ball);
    this.mark = el("span", { class: "wheel-mark", hidden: true });
    this.node = el("div", { class: "wheel", "data-state": "still" }, root, this.mark, this.#arm);
  }

  /** Turn, with the ball running against the wheel or not yet in. @param {{ hasBall: boolean }} options */
  spin({ hasBall }) {
    const state = hasBall ? "spinning" : "turning";
    if (this.node.dataset.state === state) return;
    const angle = this.#freeze();
    this.node.dataset.state = state;
    this.mark.hidden = true;
    this.#arm.hidden = !hasBall;
    if (isStill()) return;
    this.#running = [this.#rotor.animate([{ transform: `rotate(${angle}deg)` }, { transform: `rotate(${angle + 360}deg)` }], { duration: TURN_MS, iterations: Infinity })];
    if (hasBall) this.#running.push(this.#arm.animate([{ transform: "rotate(0deg)" }, { transform: "rotate(-360deg)" }], { duration: ROUND_MS, iterations: Infinity }));
  }

  /** Let the ball come to rest in a pocket, which turns to the top; resolve when it lies there. @param {string} pocket */
  async land(pocket) {
    if (this.node.dataset.state === "landing" || isStill()) return this.rest(pocket);
    const ball = this.#arm.hidden ? -90 : angleOf(this.#arm);
    const angle = this.#freeze();
    const end = this.#angle(pocket);
    this.node.dataset.state = "landing";
    this.#arm.hidden = false;
    const turns = end + 360 * Math.ceil((angle - end) / 360 + 1);
    const options = /** @type {KeyframeAnimationOptions} */ ({ duration: LAND_MS, easing: EASE, fill: "forwards" });
    this.#running = [
      this.#rotor.animate([{ transform: `rotate(${angle}deg)` }, { transform: `rotate(${turns}deg)` }], options),
      this.#arm.animate([{ transform: `rotate(${ball}deg)` }, { transform: `rotate(${-360 * Math.ceil(2 - ball / 360)}deg)` }], options),
      this.#ball.animate([{ transform: "translateY(0)" }, { transform: "translateY(0)", offset: 0.45 }, { transform: "translateY(var(--drop))", offset: 0.62 }, { transform: "translateY(calc(var(--drop) * 0.7))", offset: 0.7 }, { transform: "translateY(var(--drop))" }], { duration: LAND_MS, fill: "forwards" }),
    ];
    const ran = this.#running;
    await Promise.all(ran.map((one) => one.finished.catch(() => null)));
    if (ran === this.#running) this.rest(pocket);
  }

  /** Show the ball at rest in a pocket. @param {string} pocket */
  rest(pocket) {
    this.#freeze();
    this.#turn = this.#angle(pocket);
    this.node.dataset.state = "rest";
    this.#rotor.style.setProperty("transform", `rotate(${this.#turn}deg)`);
    this.#arm.hidden = false;
    this.#ball.style.setProperty("transform", "translateY(var(--drop))");
    this.mark.hidden = false;
  }

  #angle(pocket) {
    return (-360 * this.#order.indexOf(pocket)) / this.#order.length;
  }

  /** Stop what runs and keep the angle that the wheel has. */
  #freeze() {
    const angle = this.#running.length > 0 ? angleOf(this.#rotor) : this.#turn;
    for (const one of this.#running) one.cancel();
    this.#running = [];
    this.#turn = angle;
    this.#rotor.style.setProperty("transform", `rotate(${angle}deg)`);
    this.#ball.style.removeProperty("transform");
    return angle;
  }
}
