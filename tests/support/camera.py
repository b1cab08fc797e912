"""A browser that keeps what it sees, for the pictures of the documentation."""

import base64
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.support.browser import Window
from tests.support.web_guest import Guest

__all__ = ["DARK", "PHONE", "WIDE", "Camera", "seen"]

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DARK: dict[str, Any] = {"color_scheme": "dark"}
QUALITY = 60
WAIT_MS = 60_000
_STILL = """Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity)
  .map((one) => one.finished.catch(() => 0)))"""


class Camera:
    """A browser that keeps what it sees."""

    def __init__(self, browser: Browser, folder: Path, *, kind: str, only: str) -> None:
        self.browser, self.folder, self.kind, self.only = browser, folder, kind, only
        folder.mkdir(parents=True, exist_ok=True)

    def open(self, url: str, path: str, guest: Guest | None = None, **options: Any) -> Page:
        """Open a page, as somebody or as nobody."""
        window = self.window(url, **{**WIDE, **options})
        if guest is not None:
            window.become(guest)
        window.page.goto(path)
        return window.page

    def window(self, url: str, **options: Any) -> Window:
        """Open a window; its times of day are those of the house."""
        found = Window(self.browser, url, timezone_id="UTC", **options)
        found.context.set_default_timeout(WAIT_MS)
        return found

    def take(self, page: Page, name: str) -> None:
        """Keep what a page shows, once its fonts, pictures and movements are there."""
        if self.only not in name:
            return
        page.evaluate("document.fonts.ready")
        page.evaluate(_STILL)
        line = page.context.new_cdp_session(page)
        options = {"format": self.kind, "optimizeForSpeed": False}
        if self.kind == "webp":
            options["quality"] = QUALITY
        found = line.send("Page.captureScreenshot", options)
        (self.folder / f"{name}.{self.kind}").write_bytes(base64.b64decode(found["data"]))
        print(name)  # noqa: T201 - it takes minutes, and somebody watches


def seen(page: Page, selector: str, text: str) -> None:
    """Wait until an element says something."""
    page.locator(selector, has_text=text).first.wait_for()
