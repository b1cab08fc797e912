"""A browser, and the demonstration house at work as a process of its own: started once for all tests of the pages."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.support.web_house import PASSWORD, Serving, free_port, until

CHROMIUM = shutil.which("chromium")
AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
LINE_DOWN = re.compile("WebSocket connection to '[^']*' failed")
WAIT_MS = 180_000
"""After which something that must be seen is taken not to be seen."""


def pytest_collection_modifyitems(items):
    """Leave the pages untested where there is no browser, and say so."""
    if CHROMIUM is not None:
        return
    reason = "no chromium on this machine: the pages are NOT tested (apt-get install chromium)"
    for item in items:
        if Path(item.path).is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="module")
def chromium():
    """The browser; each test opens windows of its own.

    Its driver keeps a loop of its own in the thread that uses it, as long as it is there: no other test may run in
    between, which is why it goes with the module.
    """
    with sync_playwright() as tools:
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        found = tools.chromium.launch(executable_path=CHROMIUM, args=options, timeout=WAIT_MS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The demonstration house with its robots, as `pitboss serve` starts it."""
    folder = tmp_path_factory.mktemp("demo")
    found = Serving(folder / "house.toml", str(folder / "demo.db"), free_port())
    program = shutil.which("pitboss", path=str(Path(sys.executable).parent))
    output = folder / "printed.txt"
    with output.open("wb") as out:
        command = [program, "serve", "--journal", found.journal, "--port", str(found.port)]
        found.process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, cwd=folder)  # type: ignore[arg-type]
    until(lambda: found.process.poll() is not None or found._answers())  # type: ignore[union-attr]
    found.printed = output.read_text(encoding="utf-8")
    assert found.process.poll() is None, found.printed
    yield found
    found.stop()


class Window:
    """A browser window that nobody else shares, with what went wrong in it."""

    def __init__(self, browser, url, **options):
        self.url = url
        self.context = browser.new_context(base_url=url, reduced_motion="reduce", **options)
        self.context.set_default_timeout(WAIT_MS)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.expected: list[re.Pattern[str]] = [LINE_DOWN]
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, line):
        """Keep what a page complains of; that it could not connect again yet is the line's fault, and it tries on."""
        if line.type == "error" and not any(known.match(line.text) for known in self.expected):
            self.errors.append(line.text)

    def become(self, guest):
        """Be somebody who is signed in, or an enrolled machine, which has its key in the browser."""
        if guest.key is not None:
            self.page.goto("/")
            self.page.evaluate(_KEEP, guest.key.pkcs8)
        cookies = guest.cookies.items()
        self.context.add_cookies([{"name": name, "value": value, "url": self.url} for name, value in cookies])

    def faults(self):
        """Return what a checker of accessibility finds, and what is too wide or too small to touch."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run()")["violations"]
        faults = [f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in found]
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return faults + ([f"{wide} px too wide"] if wide > 0 else []) + self.page.evaluate(_SMALL)


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


@pytest.fixture
def window(chromium):
    """Open windows: each is a machine of its own. At the end none may have met an error."""
    opened = []

    def new(url, **options):
        opened.append(Window(chromium, url, **options))
        return opened[-1]

    yield new
    for one in opened:
        one.context.close()
    assert [] == [error for one in opened for error in one.errors]


@pytest.fixture(scope="module")
def staff(chromium, demo):
    """Give the page of somebody who is signed in at the demonstration house; the first time with the one-time code."""
    found = {}

    def signed(person):
        if person not in found:
            window = Window(chromium, demo.url, viewport={"width": 1280, "height": 800})
            page = window.page
            page.goto("/staff")
            form = page.locator("#first-sign-in")
            form.get_by_label("Name").fill(person)
            form.get_by_label("One-time code").fill(demo.codes[person])
            form.get_by_label("Password of your choice").fill(PASSWORD)
            form.get_by_role("button").click()
            page.get_by_role("button", name="Sign out").wait_for()
            found[person] = window
        return found[person].page

    yield signed
    for window in found.values():
        window.context.close()
    assert [] == [error for window in found.values() for error in window.errors]


@pytest.fixture(scope="module")
def cents():
    """Read an amount of dollars on a page."""
    return lambda text: int(re.sub(r"[^0-9]", "", text))
