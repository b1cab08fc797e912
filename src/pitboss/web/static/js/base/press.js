// A press counts although its button is drawn anew while it is held down.
//
// A browser makes a click of a press and a release on the same element. Where news come in between and the part of the
// page is built again, the same button lies there, but it is another element, and the click would be lost.

const BUTTON = "button, a[href], summary, [role=button]";
/** What a button is about: in another row the same words mean something else. */
const ROW = "tr, li, form, section, [data-key]";

/** @type {Element | null} what the button of the mouse, or the space bar, is held down on */
let held = null;
let isClicked = false;

/** @param {unknown} node */
const hold = (node) => {
  held = node instanceof Element ? node.closest(BUTTON) : null;
  isClicked = false;
};

/** @param {Node | null} one @param {Node | null} other */
const isSame = (one, other) => one === null || (other !== null && one.isEqualNode(other));

/** Press what lies there now, if it is what was pressed. @param {Element | null} at */
const release = (at) => {
  const was = held;
  held = null;
  if (was === null || was.isConnected) return;
  const now = /** @type {HTMLElement | null} */ (at?.closest(BUTTON));
  // By then the browser has made a click of it, or will not.
  if (now && isSame(was, now) && isSame(was.closest(ROW), now.closest(ROW))) setTimeout(() => isClicked || !now.isConnected || now.click());
};

document.addEventListener("mousedown", ({ button, detail, target }) => hold(button === 0 && detail === 1 ? target : null), true);
document.addEventListener("mouseup", ({ clientX, clientY }) => release(document.elementFromPoint(clientX, clientY)), true);
document.addEventListener("keydown", ({ key, repeat, target }) => key === " " && !repeat && hold(target), true);
document.addEventListener("keyup", ({ key }) => key === " " && release(document.activeElement), true);
document.addEventListener("click", () => { isClicked = true; }, true);
