"""A browser, and the demonstration house at work as a process of its own: started once for all tests of the pages."""

import re
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.browser import CHROMIUM, Window, browser
from tests.support.web_house import PASSWORD, Serving, free_port, until
from tests.support.web_process import LAB_WORKER, WAIT_SECONDS_MAX

HERE = Path(__file__).parent
LOCKED = re.compile(r"Failed to load resource: .* 401 \(Unauthorized\)")
"""What a browser says of a request that was under way when its session was locked."""


def pytest_collection_modifyitems(items):
    """Leave the pages untested where there is no browser, and say so."""
    if CHROMIUM is not None:
        return
    reason = "no chromium on this machine: the pages are NOT tested (apt-get install chromium-headless-shell)"
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.skip(reason=reason))


class Held:
    """The browser, as long as tests of this folder follow each other.

    Its driver keeps a loop of its own in the thread that uses it: no other test may run before it is closed.
    """

    def __init__(self):
        self.found, self.open = None, ExitStack()

    def started(self):
        """Return the browser; whoever comes first starts it."""
        self.found = self.found or self.open.enter_context(browser())
        return self.found

    def close(self):
        """Close it, if it was started."""
        self.found = None
        self.open.close()


HELD = Held()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem):
    """Close the browser behind the last test of this folder."""
    try:
        return (yield)
    finally:
        if nextitem is None or not nextitem.path.is_relative_to(HERE):
            HELD.close()


@pytest.fixture(scope="module", autouse=True)
def _unhurried():
    """Let a busy machine take its time: that the writer is slow is no alarm here, and a machine's key may come late."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.web.heartbeat.SLOW_SECONDS", WAIT_SECONDS_MAX)
        patch.setattr("pitboss.web.sockets.PROOF_SECONDS", WAIT_SECONDS_MAX)
        patch.setattr("pitboss.web.laboratory.WORKER", LAB_WORKER)
        yield


@pytest.fixture(scope="module")
def chromium():
    """The browser; each test opens windows of its own."""
    return HELD.started()


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
    until(lambda: found.process.poll() is not None or found.answers())  # type: ignore[union-attr]
    found.printed = output.read_text(encoding="utf-8")
    assert found.process.poll() is None, found.printed
    yield found
    found.stop()


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
    found = [error for one in opened for error in one.errors]
    assert not found, found


def unlocked(window):
    """Give the password again where a staff page was locked: on a busy machine it may be left for five minutes."""
    page = window.page
    if page.locator("#locked").is_visible():
        window.expected.append(LOCKED)
        window.errors[:] = [error for error in window.errors if not LOCKED.match(error)]
        page.get_by_label("Your password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Unlock").click()
        page.locator("#inside").get_by_role("button", name="Sign out").wait_for()


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
        unlocked(found[person])
        return found[person].page

    yield signed
    for window in found.values():
        window.context.close()
    errors = [error for window in found.values() for error in window.errors]
    assert not errors, errors


@pytest.fixture(scope="module")
def cents():
    """Read an amount of dollars on a page."""
    return lambda text: int(re.sub(r"[^0-9]", "", text))
