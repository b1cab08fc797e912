"""The pages in a real browser: how soon a bet is seen as accepted, how smoothly the ball lands, what a page weighs.

What is measured is read from the browser's own trace and count of bytes; the house behind it is a real one.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table

from pitboss.games.roulette.automatic.acts import SenseNumber
from tests.support.browser import CHROMIUM, Window, browser
from tests.support.roulette_pages import ONEIDA
from tests.support.staged_house import roulette_tables, wheel_house
from tests.support.web_house import Serving, free_port, until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.support.web_guest import Guest

__all__ = ["Pages", "as_values", "bets", "measure", "pages_tables"]

ACCEPTED_MS, FRAMES, LOAD_KB, TERMINAL_KB, FLOOR_KB = 100, 60, 120, 2, 4
"""What is aimed at."""
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
TRACED = ["blink.user_timing", "devtools.timeline", "disabled-by-default-devtools.timeline.frame"]
TRACED += ["devtools.timeline.frame", "disabled-by-default-devtools.timeline"]

_MARK_BETS = """() => {
  addEventListener("pointerup", () => performance.mark("bet"), true);
  const seen = new MutationObserver(() => {
    const chips = [...document.querySelectorAll(".cloth .lying .chip")];
    if (chips.length > 0 && chips.every((one) => !one.classList.contains("is-pending"))) {
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("accepted")));
    }
  });
  seen.observe(document.querySelector(".cloth .chips"), { childList: true, subtree: true });
}"""
"""Marks the trace where a finger is lifted, and where the chip that is not hollow any more was painted."""
_MARK_LANDING = """() => {
  const wheel = document.querySelector(".wheel");
  const seen = new MutationObserver(() => performance.mark(wheel.dataset.state));
  seen.observe(wheel, { attributes: true, attributeFilter: ["data-state"] });
}"""

_TURN = """async () => {
  performance.mark("begin");
  const turns = [{ transform: "rotate(0)" }, { transform: "rotate(1turn)" }];
  await document.querySelector("div").animate(turns, { duration: 4000 }).finished;
  performance.mark("end");
}"""


@dataclass(frozen=True)
class Pages:
    """What was measured."""

    accepted_ms: float
    """From the lifted finger to the painted chip, in the middle."""
    accepted_worst_ms: float
    frames_a_second: float
    """Drawn while the ball comes to rest."""
    frames_bare: float
    """Of one square that turns on an empty page: what the machine can do at that moment."""
    loads_kb: dict[str, float]
    """Page to what its first load brings, compressed."""
    terminal_kb_a_second: float
    """What its socket brings to a terminal of the demonstration house."""
    floor_kb_a_second: float


def _opened(found: Browser, url: str, path: str, guest: Guest | None = None, **options: Any) -> Page:
    window = Window(found, url, **{**WIDE, "reduced_motion": "no-preference", **options})
    if guest is not None:
        window.become(guest)
    window.page.goto(path)
    return window.page


def _traced(found: Browser, page: Page, deed: Any) -> list[dict[str, Any]]:
    """Return the events of the browser's trace while something is done, in order of time."""
    found.start_tracing(page=page, categories=TRACED)
    deed()
    events: list[dict[str, Any]] = json.loads(found.stop_tracing())["traceEvents"]
    return sorted(events, key=lambda event: event.get("ts", 0))


def _marks(events: list[dict[str, Any]], name: str) -> list[float]:
    """Return when the page made a mark, in milliseconds."""
    marked = [event for event in events if event["name"] == name and "blink.user_timing" in event["cat"]]
    return [event["ts"] / 1_000 for event in marked]


def _frames(events: list[dict[str, Any]], first: str, last: str) -> float:
    """Return the frames a second that were drawn between two marks."""
    (begin,), (end,) = _marks(events, first)[:1], _marks(events, last)[:1]
    drawn = [one for one in events if one["name"] == "DrawFrame" and begin <= one["ts"] / 1_000 <= end]
    return len(drawn) / ((end - begin) / 1_000)


def _bare(found: Browser) -> float:
    """Return the frames a second of one square that turns on an empty page."""
    page = found.new_page(**WIDE)
    page.set_content('<div style="width: 584px; height: 584px; background: #c2212f; will-change: transform"></div>')
    return _frames(_traced(found, page, lambda: page.evaluate(_TURN)), "begin", "end")


def bets(found: Browser, folder: Path, count: int) -> tuple[list[float], float]:
    """Return how long each bet took to be seen, and the frames a second while the ball landed."""
    with wheel_house(folder) as wheel:
        wheel.open()
        wheel.games(40)
        for name in ("T1", "T2"):
            wheel.console("enrol_terminal", "pit-supervisor", terminal=name)
            wheel.buy_in(name, 50_000)
        wheel.console("start_game")
        page = _opened(found, wheel.web.url, "/t", wheel["T1"])
        page.locator("body[data-state=open]").wait_for()
        page.evaluate(_MARK_BETS)
        page.evaluate(_MARK_LANDING)

        def bet() -> None:
            for number in range(count):
                page.locator(f".cloth .hit[data-bet='straight:{number % 36 + 1}']").first.click()
                page.wait_for_function("(n) => performance.getEntriesByName('accepted').length > n", arg=number)

        def land() -> None:
            wheel.device(SenseNumber(pocket="17", revolutions=9))
            wheel.console("confirm_number", pocket="17")
            page.locator(".wheel[data-state=rest]").wait_for()

        events = _traced(found, page, bet)
        after = iter(_marks(events, "accepted"))
        taken = [next(one for one in after if one >= begun) - begun for begun in _marks(events, "bet")]
        wheel.lock()
        page.locator("body[data-state=no-more-bets]").wait_for()
        page.locator(".felt-band").wait_for(state="hidden")
        return taken, _frames(_traced(found, page, land), "landing", "rest")


def _weight(found: Browser, url: str, path: str, ready: str, guest: Guest | None = None) -> float:
    """Return the kilobytes of a page's first load, as they came over the line."""
    window = Window(found, url, **WIDE)
    if guest is not None:
        window.become(guest)
    line, came = window.context.new_cdp_session(window.page), [0.0]
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    line.on("Network.loadingFinished", lambda one: came.append(one["encodedDataLength"]))
    window.page.goto(path)
    window.page.locator(ready).first.wait_for()
    window.page.wait_for_load_state("networkidle")
    window.context.close()
    return sum(came) / 1_000


def _loads(found: Browser, place: Path) -> dict[str, float]:
    """Return what the first load of each page brings."""
    for name in ("wheel", "live"):
        (place / name).mkdir()
    with wheel_house(place / "wheel") as wheel:
        url = wheel.web.url
        wheel.open()
        wheel.console("enrol_terminal", "pit-supervisor", terminal="T1")
        wheel.buy_in("T1", 50_000)
        wheel.console("start_game")
        loads = {
            "floor": _weight(found, url, "/", ".tile .wheel-picture"),
            "watch": _weight(found, url, "/watch/automatic-1", ".watch-cloth .cloth .hit"),
            "terminal": _weight(found, url, "/t", "body[data-state=open] .cloth .hit", wheel["T1"]),
            "console, automatic": _weight(found, url, "/deal/automatic-1", "#next", wheel["dealer"]),
            "staff": _weight(found, url, "/staff", "#terminals tbody tr", wheel["pit-supervisor"]),
        }
    with roulette_tables(place / "live") as house:
        house.open(ONEIDA, "Ann")
        dealer, machine = house["dealer"], house["SEAT-3"]
        loads["console, live"] = _weight(found, house.web.url, f"/deal/{ONEIDA}", "#next-act", dealer)
        loads["seat"] = _weight(found, house.web.url, "/seat", ".hit", machine)
    return loads


@contextmanager
def _demonstration(folder: Path) -> Iterator[Serving]:
    """Serve the demonstration house with its robots, as a newcomer starts it."""
    house = Serving(folder / "house.toml", str(folder / "demo.db"), free_port())
    program = shutil.which("pitboss", path=str(Path(sys.executable).parent))
    if program is None:
        raise RuntimeError("the program is not installed beside this Python")
    command = [program, "serve", "--journal", house.journal, "--port", str(house.port)]
    house.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder)  # noqa: S603
    try:
        until(house.answers)
        yield house
    finally:
        house.stop()


def _heard(page: Page, seconds: float) -> float:
    """Return the kilobytes a second that come to a page by its socket from here on; the page is loaded anew."""
    line, came = page.context.new_cdp_session(page), [0]
    line.send("Network.enable")
    line.on("Network.webSocketFrameReceived", lambda one: came.append(len(one["response"]["payloadData"].encode())))
    page.reload()
    page.locator(".pulse.is-live").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(2_000)
    begin, came[:] = time.perf_counter(), [0]
    page.wait_for_timeout(seconds * 1_000)
    return sum(came) / 1_000 / (time.perf_counter() - begin)


def _sockets(found: Browser, folder: Path, seconds: float) -> tuple[float, float]:
    """Return what comes to a terminal and to the floor of a house at play."""
    with _demonstration(folder) as house:
        floor = _opened(found, house.url, "/")
        floor.locator(".tile").first.wait_for()
        on_floor = _heard(floor, seconds)
        floor.context.close()
        player = _opened(found, house.url, "/")
        player.get_by_role("button", name="Be a player").click()
        player.get_by_role("button", name="Correct", exact=True).click()
        return _heard(player, seconds), on_floor


def measure(*, count: int = 40, seconds: float = 60) -> Pages | None:
    """Measure the pages; None where there is no browser."""
    if CHROMIUM is None:
        return None
    with browser() as found, tempfile.TemporaryDirectory() as folder:
        for name in ("bets", "loads", "sockets"):
            (Path(folder) / name).mkdir()
        taken, frames = bets(found, Path(folder) / "bets", count)
        bare = _bare(found)
        loads = _loads(found, Path(folder) / "loads")
        terminal, floor = _sockets(found, Path(folder) / "sockets", seconds)
    return Pages(statistics.median(taken), max(taken), frames, bare, loads, terminal, floor)


def pages_tables(found: Pages | None) -> list[Table]:
    """Return the figures as tables; none where there was no browser."""
    if found is None:
        return []
    first = Table("what", "measured", "aim", title="The pages in a browser", box=box.SIMPLE, title_justify="left")
    first.add_row("a bet is seen as accepted, median ms", f"{found.accepted_ms:.0f}", f"{ACCEPTED_MS}")
    first.add_row("the slowest of them, ms", f"{found.accepted_worst_ms:.0f}", "")
    first.add_row("frames a second while the ball lands", f"{found.frames_a_second:.1f}", f"{FRAMES}")
    first.add_row("of one square that turns on an empty page", f"{found.frames_bare:.1f}", "")
    first.add_row("socket of a terminal, KB a second", f"{found.terminal_kb_a_second:.2f}", f"{TERMINAL_KB}")
    first.add_row("socket of the floor, KB a second", f"{found.floor_kb_a_second:.2f}", f"{FLOOR_KB}")
    second = Table("page", "KB", "aim", title="First load, compressed", box=box.SIMPLE, title_justify="left")
    for name, weight in found.loads_kb.items():
        second.add_row(name, f"{weight:.0f}", f"{LOAD_KB}")
    return [first, second]


def as_values(found: Pages | None) -> dict[str, Any] | None:
    """Return the figures as values."""
    return None if found is None else asdict(found)


if __name__ == "__main__":
    from rich.console import Console

    Console().print(*pages_tables(measure(count=10, seconds=20) if "--quick" in sys.argv else measure()))
