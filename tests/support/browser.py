"""A real browser for tests, pictures and measurements: windows that nobody shares, with what went wrong in them."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, sync_playwright

from tests.support.web_guest import Guest

__all__ = ["CHROMIUM", "WAIT_MS", "Window", "browser"]

CHROMIUM = shutil.which("chromium")
AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
LINE_DOWN = re.compile("WebSocket connection to '[^']*' failed")
WAIT_MS = 180_000
"""After which something that must be seen is taken not to be seen."""


@contextmanager
def browser() -> Iterator[Browser]:
    """Start the browser, and close it at the end."""
    with sync_playwright() as tools:
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        found = tools.chromium.launch(executable_path=CHROMIUM, args=options, timeout=WAIT_MS)
        yield found
        found.close()


class Window:
    """A browser window that nobody else shares, with what went wrong in it."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self.url = url
        self.context = browser.new_context(base_url=url, **{"reduced_motion": "reduce", **options})
        self.context.set_default_timeout(WAIT_MS)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.expected: list[re.Pattern[str]] = [LINE_DOWN]
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, line: ConsoleMessage) -> None:
        """Keep what a page complains of; that it could not connect again yet is the line's fault, and it tries on."""
        if line.type == "error" and not any(known.match(line.text) for known in self.expected):
            self.errors.append(line.text)

    def become(self, guest: Guest) -> None:
        """Be somebody who is signed in, or an enrolled machine, which has its key in the browser."""
        if guest.key is not None:
            self.page.goto("/")
            self.page.evaluate(_KEEP, guest.key.pkcs8)
        cookies = guest.cookies.items()
        self.context.add_cookies([{"name": name, "value": value, "url": self.url} for name, value in cookies])

    def faults(self) -> list[str]:
        """Return what a checker of accessibility finds, and what is too wide or too small to touch."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        faults = [f"{rule}: {targets}" for rule, targets in self.page.evaluate(_VIOLATIONS)]
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        small: list[str] = self.page.evaluate(_SMALL)
        return faults + ([f"{wide} px too wide"] if wide > 0 else []) + small

    def faults_at(self, *looks: dict[str, Any]) -> list[str]:
        """Return the faults of the page as it stands, at each size and in each colour scheme in turn."""
        found = []
        for look in looks:
            self.page.set_viewport_size(look["viewport"])
            self.page.emulate_media(color_scheme=look["color_scheme"])
            self.page.evaluate(_DRAWN)
            found += [f"{look['viewport']['width']} px, {look['color_scheme']}: {fault}" for fault in self.faults()]
        return found


_DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Over when the page has been drawn anew."""

_VIOLATIONS = """() => axe.run({ resultTypes: ["violations"] })
    .then(({ violations }) => violations.map((one) => [one.id, one.nodes.map((node) => node.target)]))"""
"""What it found wrong, and not everything that it found right, which is every element of the page several times."""

_SMALL = """() => [...document.querySelectorAll("button, summary, select, input, textarea, nav a")]
    .filter((node) => node.checkVisibility() && !["checkbox", "radio"].includes(node.type))
    .filter((node) => node.getBoundingClientRect().height < 43.9 || node.getBoundingClientRect().width < 43.9)
    .map((node) => `too small: ${node.outerHTML.slice(0, 80)}`)"""


_KEEP = """async (text) => {
  const der = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const key = await crypto.subtle.importKey("pkcs8", der, { name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open("pitboss", 1);
    opening.onerror = reject;
    opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
    opening.onsuccess = () => {
      const put = opening.result.transaction("keys", "readwrite").objectStore("keys").put(key, "terminal");
      put.transaction.oncomplete = () => { opening.result.close(); resolve(); };
    };
  });
}"""
"""Puts a machine's key into the browser, as if it had been made there."""
