"""Three ways to use a page: by mouse, by keys alone, and by touch on a phone. Each tells the same stories."""

import re
from typing import Any

from tests.support.campaign import is_slice
from tests.support.driven import need

__all__ = [
    "HANDS",
    "NARROW",
    "TURNS",
    "WIDE",
    "Hand",
    "Keys",
    "Mouse",
    "Together",
    "Touch",
    "hands_from",
    "tap",
    "tap_again",
]

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
NARROW: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
TABS_MAX = 250
"""Presses of Tab after which something is taken not to be reached."""
CALM_MS = 1_000
"""How far apart the taps of somebody are who means each of them."""
HASTY_MS = 120
"""How far apart the two taps of a hasty finger are, which means one."""


def tap(button: Any) -> None:
    """Tap something, once it may be tapped, and calmly: some time after the last tap on the page."""
    button.page.evaluate(_FINGER, CALM_MS)
    button.tap()


def tap_again(page: Any) -> None:
    """Tap where the last tap was, whatever lies there by now: hastily, as a finger does that means one tap."""
    place = page.evaluate(_FINGER, HASTY_MS)
    page.touchscreen.tap(place["x"], place["y"])


class Hand:
    """Somebody at a page: presses buttons, fills fields, and touches places of a cloth."""

    options: dict[str, Any] = WIDE
    is_narrow = False
    is_keys = False
    is_audited = True
    """Whether a story told by this hand also asks at each state whether the page is for everybody."""

    def press(self, button: Any, key: str | None = None) -> None:
        """Press a button; `key` is the key of the page that does the same."""
        raise NotImplementedError

    def fill(self, field: Any, text: str) -> None:
        """Write into a field."""
        field.fill(text)

    def choose(self, field: Any, text: str) -> None:
        """Choose what begins so in a list."""
        option = field.locator("option").filter(has_text=re.compile(f"^{re.escape(text)}")).first
        field.select_option(value=option.get_attribute("value"))

    def close(self, page: Any) -> None:
        """Close the sheet that lies above all others."""
        sheet = page.locator("dialog[open]").last
        self.press(sheet.get_by_role("button", name="Close", exact=True), "Escape")

    def place(self, page: Any, bet: str) -> None:
        """Touch a place of the cloth."""
        self.press(page.locator(f".cloth .hit[data-bet='{bet}']:not([data-place])"))

    def number(self, page: Any, pocket: str) -> None:
        """Press a number of a pad."""
        self.press(page.locator(f":is(.number-key, .pad-key)[aria-label^='{pocket} ']"))


class Mouse(Hand):
    """A mouse, on a wide screen."""

    def press(self, button: Any, key: str | None = None) -> None:  # noqa: ARG002 - has no keys
        """Click it."""
        button.click()


class Touch(Hand):
    """A finger, on a phone."""

    options = NARROW
    is_narrow = True

    def press(self, button: Any, key: str | None = None) -> None:  # noqa: ARG002 - has no keys
        """Tap it."""
        tap(button)

    def place(self, page: Any, bet: str) -> None:
        """Tap it, as fast as chips are laid."""
        page.locator(f".cloth .hit[data-bet='{bet}']:not([data-place])").tap()


class Keys(Hand):
    """A keyboard and nothing else: what has no key of its own is reached by Tab."""

    is_keys = True
    is_audited = False

    def press(self, button: Any, key: str | None = None) -> None:
        """Press its key, once it may be pressed; without one go there and press Enter."""
        button.and_(button.page.locator(":not(:disabled):not([aria-disabled=true])")).first.wait_for()
        if key is None or (key == "Space" and button.page.evaluate(_ON_A_BUTTON)):
            self.reach(button)
            key = "Enter"
        button.page.keyboard.press(key)

    def fill(self, field: Any, text: str) -> None:
        """Go to a field, and type over what is there."""
        self.reach(field)
        field.page.keyboard.press("Control+A")
        field.page.keyboard.type(text)

    def choose(self, field: Any, text: str) -> None:
        """Go to a list, and walk it by arrows."""
        self.reach(field)
        chosen = "node => node.selectedOptions[0].text"
        field.page.keyboard.press("Home")
        for _ in range(field.locator("option").count()):
            if field.evaluate(chosen).startswith(text):
                return
            field.page.keyboard.press("ArrowDown")
        need(False, "the list does not have", text)

    def reach(self, target: Any) -> None:
        """Press Tab until something has the focus."""
        for _ in range(TABS_MAX):
            if target.evaluate("node => node === document.activeElement"):
                return
            target.page.keyboard.press("Tab")
        need(False, "Tab does not lead to", target)

    def place(self, page: Any, bet: str) -> None:
        """Walk the cloth by arrows, and press Enter there."""
        self.reach(page.locator(".cloth .hit[tabindex='0']"))
        for key in page.evaluate(WAY, bet):
            page.keyboard.press(key)
        page.keyboard.press("Enter")

    def number(self, page: Any, pocket: str) -> None:
        """Type it."""
        page.keyboard.type(pocket)
        page.keyboard.press("Enter")


HANDS = (Mouse(), Keys(), Touch())
TURNS = range(1 if is_slice() else len(HANDS))
"""A story by three hands begins with each of them in turn in a campaign, and with the first in every test run."""


def hands_from(turn: int) -> tuple[Hand, Hand, Hand]:
    """Return the three hands, beginning with another one each turn."""
    first, second, third = (*HANDS[turn:], *HANDS[:turn])
    return first, second, third


class Together(Hand):
    """Several people, each at a page of their own with a hand of their own."""

    def __init__(self) -> None:
        self.at: list[tuple[Any, Hand]] = []

    def of(self, page: Any) -> Hand:
        """Return the hand of whoever is at a page."""
        return next(hand for one, hand in self.at if one == page)

    def press(self, button: Any, key: str | None = None) -> None:
        """Press a button as whoever is at its page does."""
        self.of(button.page).press(button, key)

    def fill(self, field: Any, text: str) -> None:
        """Write into a field as whoever is at its page does."""
        self.of(field.page).fill(field, text)

    def place(self, page: Any, bet: str) -> None:
        """Touch a place of the cloth as whoever is at the page does."""
        self.of(page).place(page, bet)

    def number(self, page: Any, pocket: str) -> None:
        """Enter a number as whoever is at the page does."""
        self.of(page).number(page, pocket)


_ON_A_BUTTON = "document.activeElement.closest('button, a, summary, [role=button]') !== null"

_FINGER = """(passed) => {
  const own = window;
  if (own.finger === undefined) {
    own.finger = { now: 1e6, place: null };
    Object.defineProperty(Event.prototype, "timeStamp", { configurable: true, get: () => own.finger.now });
    addEventListener("pointerdown", ({ clientX: x, clientY: y }) => { own.finger.place = { x, y }; }, true);
  }
  own.finger.now += passed;
  return own.finger.place;
}"""
"""Lets time pass on the clock by which a page tells taps apart, and returns where the last one was.

So taps are as far apart as the test says, and not as the machine is busy.
"""

WAY = """(goal) => {
  const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  const keys = [...(goal === null ? [] : arrows.map((key) => [key, false])), ...arrows.map((key) => [key, true])];
  const start = document.activeElement;
  // Nobody looks at the places on the way: the page need not draw what it tells of each.
  const kinds = ["focusin", "focusout"];
  const unseen = (event) => event.stopImmediatePropagation();
  for (const kind of kinds) window.addEventListener(kind, unseen, true);
  const end = goal === null ? null : document.querySelector(`.cloth .hit[data-bet="${goal}"]`).dataset;
  const far = ({ dataset }) => (end === null ? 0 : Math.hypot(dataset.x - end.x, dataset.y - end.y));
  const ways = new Map([[start, []]]);
  const open = [start];
  let found = null;
  while (found === null && open.length > 0) {
    const node = open.sort((one, other) => far(one) - far(other)).shift();
    if (node.dataset.bet === goal) found = ways.get(node);
    for (const [key, shiftKey] of found === null ? keys : []) {
      node.focus();
      node.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
      const next = document.activeElement;
      if (ways.has(next)) continue;
      ways.set(next, [...ways.get(node), shiftKey ? `Shift+${key}` : key]);
      open.push(next);
    }
  }
  start.focus();
  for (const kind of kinds) window.removeEventListener(kind, unseen, true);
  return goal === null ? [...new Set([...ways.keys()].map((node) => node.dataset.bet))].sort() : found;
}"""
"""Finds the arrows that lead from the place with the focus to another; for null, every bet that they lead to at all."""
