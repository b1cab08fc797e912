// A bar code that is scanned anywhere on a page: its reader types it as fingers would, with Enter behind it.
//
// In a field the code is text, and the field's own. Anywhere else the Enter behind a code would press whatever button has
// the focus, and the code would be lost: here it is taken, and nothing is pressed by it.

const CODE = /(?:\d{8}-[A-Z2-7]{20}-[A-Z2-7]{6}|SLIP\s+\S.*)$/i;
const BEGUN = /SLIP[^\n]*$/i;
const LENGTH_MAX = 250;

/** Take what is scanned while no field has the focus. @param {(code: string) => void} takes */
export function onScan(takes) {
  let typed = "";
  document.addEventListener("pointerdown", () => { typed = ""; }, true);
  document.addEventListener("keydown", (event) => {
    const isField = event.target instanceof Element && event.target.matches("input, textarea, select");
    if (isField || event.ctrlKey || event.metaKey || event.altKey) {
      typed = "";
    } else if (event.key.length === 1) {
      // A space presses a button, and stands in the code of a slip.
      if (event.key === " " && BEGUN.test(typed)) event.preventDefault();
      typed = (typed + event.key).slice(-LENGTH_MAX);
    } else if (event.key === "Enter") {
      const code = CODE.exec(typed)?.[0];
      typed = "";
      if (code === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      takes(code);
    } else if (event.key !== "Shift") typed = "";
  }, true);
}
