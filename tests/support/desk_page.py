"""A dealer's console in a browser, as hands and eyes use it whatever the game: one next act, and a second person."""

from typing import Any

from tests.support.hands import NARROW, tap, tap_again
from tests.support.web_house import PASSWORD, until

__all__ = ["DeskPage", "back_again", "clock_stopped"]

STEP_MS = 100
"""How far a page's clock goes at once: much less than what is told for a moment stands there."""
AHEAD_MS = 10_000


def clock_stopped(page: Any) -> None:
    """Stop the clock that was installed in a page, some time ahead: it has gone on by when this is done."""
    page.clock.pause_at((page.evaluate("Date.now()") + AHEAD_MS) / 1_000)


def back_again(page: Any, line: Any) -> None:
    """Mend a page's line, and see the page say so: its own clock goes on in steps, so that nobody comes too late."""
    clock_stopped(page)
    line.back()
    band = page.locator(".band.is-back")
    until(lambda: band.is_visible() or page.clock.run_for(STEP_MS))
    page.clock.resume()


class DeskPage:
    """A console with one large button for the next act."""

    def __init__(self, house: Any, window: Any, stream: str, who: str = "dealer", **options: Any) -> None:
        self.house = house
        self.is_narrow = options.get("viewport") == NARROW["viewport"]
        """On a phone everything is tapped by a finger."""
        self.window = house.page(window, who, f"/deal/{stream}", **options)
        self.page = self.window.page
        self.page.locator("#next-act").wait_for()

    def shown(self, text: str) -> Any:
        """Return the one next act, once it says this and may be done."""
        found = self.page.locator("#next-act:not([disabled])", has_text=text)
        found.wait_for()
        return found

    def waits(self, text: str) -> None:
        """Wait until the next act says this and something else has to come first: a card, dice, or somebody else."""
        self.page.locator("#next-act[disabled]", has_text=text).wait_for()

    def next(self, text: str) -> None:
        """Touch the next act."""
        self.press(self.shown(text))

    def press(self, button: Any) -> None:
        """Tap a button on a phone, click it elsewhere."""
        if self.is_narrow:
            tap(button)
        else:
            button.click()

    def next_hastily(self, text: str, then: str) -> None:
        """Tap the next act twice with one finger, the second time when it says what comes then: that is not done."""
        tap(self.shown(text))
        self.shown(then)
        tap_again(self.page)

    def confirmed(self, by: str) -> None:
        """Let a second person confirm at the console what was asked for there."""
        form = self.page.get_by_role("form", name="Second person here")
        form.get_by_label("Name").fill(by)
        form.get_by_label("Password").fill(PASSWORD)
        form.get_by_role("button", name="Confirm here").click()
