"""A real browser for tests, pictures and measurements: windows that nobody shares, with what went wrong in them."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Route, sync_playwright

from tests.support.campaign import is_slice
from tests.support.web_guest import Guest
from tests.support.web_process import until

__all__ = ["CHROMIUM", "WAIT_MS", "Window", "browser", "routed"]

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""The same engine without a desktop around it where there is one: a page costs a fifth as much to open and draw."""
AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
LINE_DOWN = re.compile("WebSocket connection to '[^']*' failed")
NOT_YET = re.compile(r"Failed to load resource: .* 503 \(")
WAIT_MS = 180_000
"""After which something that must be seen is taken not to be seen."""
EVERY_LOOK = 4
"""Two sizes, each by day and by night."""
PATIENCE = 30
"""How much longer than for people a page waits for a line: on a busy machine no beat is lost that is only late."""


@contextmanager
def browser() -> Iterator[Browser]:
    """Start the browser, and close it at the end."""
    with sync_playwright() as tools:
        options = ["--disable-gpu", "--disable-software-rasterizer", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        found = tools.chromium.launch(executable_path=CHROMIUM, args=options, timeout=WAIT_MS)
        yield found
        found.close()


def routed(page: Page, pattern: str, handler: Callable[[Route], object]) -> None:
    """Have a test answer requests of an open page, from the next one on.

    A browser that was just told so may still let one through, one in some hundred beside other work.
    """
    page.route(pattern, handler)
    page.route("**/healthz?routed", lambda route: route.fulfill(body="routed"))
    until(lambda: page.evaluate("fetch('/healthz?routed').then((answer) => answer.text())") == "routed")
    page.unroute("**/healthz?routed")


class Window:
    """A browser window that nobody else shares, with what went wrong in it."""

    def __init__(self, browser: Browser, url: str, *, patience: int = PATIENCE, **options: Any) -> None:
        self.url = url
        self.context = browser.new_context(base_url=url, **{"reduced_motion": "reduce", **options})
        self.context.set_default_timeout(WAIT_MS)
        self.context.add_init_script(f"window.pitbossPatience = {patience}")
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.expected: list[re.Pattern[str]] = [LINE_DOWN]
        self.is_paused = False
        self.is_dark = False
        self.looked = 1
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, line: ConsoleMessage) -> None:
        """Keep what a page complains of; that it could not connect again yet is the line's fault, and it tries on.

        So does a page of the laboratory that is told to ask again, as on a busy machine it may be.
        """
        is_reckoning = NOT_YET.match(line.text) and "/api/lab/" in line.location["url"]
        if line.type == "error" and not is_reckoning and not any(known.match(line.text) for known in self.expected):
            self.errors.append(line.text)

    def become(self, guest: Guest) -> None:
        """Be somebody who is signed in, or an enrolled machine, which has its key in the browser."""
        if guest.key is not None:
            # Any address of the house will do: this one opens no line and loads nothing.
            self.page.goto("/healthz")
            self.page.evaluate(_KEEP, guest.key.pkcs8)
        cookies = guest.cookies.items()
        self.context.add_cookies([{"name": name, "value": value, "url": self.url} for name, value in cookies])

    def pause(self) -> None:
        """Stop the page's own clock: no line grows old while it is looked at, however long that takes."""
        self.page.clock.install(time=0)
        self.page.clock.pause_at(1)
        self.is_paused = True

    def faults(self) -> list[str]:
        """Return what a checker of accessibility finds, and what is too wide or too small to touch."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        while (found := self._audited()) is None:
            continue
        faults = [f"{rule}: {targets}" for rule, targets in found]
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        small: list[str] = self.page.evaluate(_SMALL)
        return faults + ([f"{wide} px too wide"] if wide > 0 else []) + small

    def _audited(self) -> list[tuple[str, list[str]]] | None:
        """Return what the checker found wrong; nothing where the page was dimmed or undimmed meanwhile.

        On a busy machine a beat of the house may come late, and the page then says so until it comes.
        """
        self.page.evaluate(_AUDIT)
        while (found := self.page.evaluate("audited")) is None:
            # The checker waits by the page's clock too, a moment at a time.
            self.page.clock.run_for(1) if self.is_paused else self.page.wait_for_timeout(20)
        return None if found["is_dimmed"] != found["was_dimmed"] else found["wrong"]

    def faults_by_turns(self) -> list[str]:
        """Return the faults of the page as it stands, by day and by night in turn: a story of many states sees both."""
        self.is_dark = not self.is_dark
        self.page.emulate_media(color_scheme="dark" if self.is_dark else "light")
        self.page.evaluate(_DRAWN)
        return [f"{'dark' if self.is_dark else 'light'}: {fault}" for fault in self.faults()]

    def faults_at(self, *looks: dict[str, Any]) -> list[str]:
        """Return the faults of the page as it stands, at each size and in each colour scheme.

        Of four looks every test run takes one at each size, in the one scheme and in the other; at the next state the
        other two. A campaign takes them all.
        """
        found = []
        if len(looks) == EVERY_LOOK and is_slice():
            looks = (looks[1:3], looks[::3])[self.looked % 2]
            self.looked += 1
        for look in looks:
            self.page.set_viewport_size(look["viewport"])
            self.page.emulate_media(color_scheme=look["color_scheme"])
            self.page.evaluate(_DRAWN)
            found += [f"{look['viewport']['width']} px, {look['color_scheme']}: {fault}" for fault in self.faults()]
        return found


_DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Over when the page has been drawn anew."""

_AUDIT = """() => {
  window.audited = null;
  const dimmed = () => document.body.classList.contains("is-late");
  const was_dimmed = dimmed();
  let is_dimmed = was_dimmed;
  const watching = new MutationObserver(() => { if (dimmed() !== was_dimmed) is_dimmed = !was_dimmed; });
  watching.observe(document.body, { attributes: true, attributeFilter: ["class"] });
  const told = (wrong) => { watching.disconnect(); window.audited = { wrong, was_dimmed, is_dimmed }; };
  axe.run({ resultTypes: ["violations"] }).then(
    ({ violations }) => told(violations.map((one) => [one.id, one.nodes.map((node) => node.target)])),
    (error) => told([["axe", [String(error)]]]),
  );
}"""
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
