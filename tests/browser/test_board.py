"""The tote board in a real browser: what it shows of every state of the example days, and how it follows a house."""

import re
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from pitboss.openers import read_transcript
from pitboss.tote.day.live import board
from pitboss.transcript import play
from tests.support.blank_page import Line
from tests.support.campaign import is_slice
from tests.support.web_house import until, web_house, written_house

DAYS = sorted((Path(__file__).parents[2] / "examples/tote/day").glob("*.jsonl"))
STREAM = "tote-2004-05-01"
SIZES = [
    pytest.param({"viewport": {"width": 1920, "height": 1080}}, id="television"),
    pytest.param({"viewport": {"width": 390, "height": 844}, "has_touch": True}, id="phone"),
]
READ = """() => {
  const text = (node) => node.innerText.trim();
  const rows = (selector) => [...document.querySelectorAll(selector)];
  const cells = (row, selector) => [...row.querySelectorAll(selector)].map(text);
  return {
    lights: rows(".board-lights .pill").map(text),
    odds: rows(".board-runners tbody tr:not(.is-out)").map((row) => [row.dataset.number, ...cells(row, ".board-odds")]),
    out: rows(".board-runners tr.is-out").map((row) => row.dataset.number),
    pools: rows(".board-pools tr").map((row) => text(row.querySelector("td"))),
    prices: rows(".board-matrix tbody td:not(.is-out):not(.is-none)").map(text).filter((one) => one !== "-"),
    will: rows(".board-will tbody td").map(text).filter((one) => one !== "-"),
    finish: rows(".board-finish tbody tr").map((row) => [row.dataset.number, ...cells(row, "td.money")]),
    ran: rows(".board-finish tbody tr, .board-also .saddle").map((one) => one.dataset.number ?? text(one)).sort(),
    paid: rows(".board-paid tbody td.money").map((cell) => cell.firstChild?.textContent ?? ""),
  };
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A server that has the files, and a tote without a card."""
    with web_house(written_house(tmp_path_factory.mktemp("board"))) as web:
        yield web


def followed(found, *track):
    """Open the board of a track, or of all, on a line that a test speaks on; its clock stands still."""
    page, line = found.page, Line(found.page)
    found.pause()
    page.goto("/".join(("/board", *track)))
    heard(page, lambda: line.lines)
    line.beat(days={"tote": STREAM})
    return line


def heard(page, is_so):
    """Wait until something came over the line; that is heard only while the browser is spoken to."""
    until(lambda: page.evaluate("true") and is_so())


def dollars(minor):
    """Write an amount as the board does, without cents that are none."""
    return f"${minor / 100:,.2f}".removesuffix(".00")


def expected(shown):
    """Return what the page must show of a board."""
    is_decided, is_official = bool(shown["finish"]), "OFFICIAL" in shown["status"]
    kinds = [kind for kind in ("win", "place_price", "show") if any(kind.startswith(p["kind"]) for p in shown["pools"])]
    first = [one for one in shown["finish"] if one["place"] <= 4 or any(one[kind] is not None for kind in kinds)]
    price = lambda minor: "" if minor is None else f"${minor / 100:,.2f}"  # noqa: E731
    runners = [] if is_decided else shown["interests"]
    has_win = any(pool["kind"] == "win" for pool in shown["pools"])
    return {
        "lights": list(shown["status"]),
        "odds": [[one["number"], (one["odds"] or "") if has_win else ""] for one in runners if not one["is_out"]],
        "out": [one["number"] for one in runners if one["is_out"]],
        "pools": [dollars(one["sold_minor"] - (one["refunds_minor"] or 0)) for one in shown["pools"]],
        "prices": [
            f"{p // 100:,}" for one in shown["probables"] for row in one["prices"] for p in row if p is not None
        ],
        "will": [dollars(p) for one in shown["will_pays"] for p in one["prices"].values() if p is not None],
        "finish": [[one["no"], *([price(one[kind]) for kind in kinds] if is_official else [])] for one in first],
        "ran": sorted(r["no"] for one in shown["interests"] for r in one["runners"] if is_decided and not r["is_out"]),
        "paid": [price(one["price"]) for one in shown["paid_out"]] if is_decided else [],
    }


def states():
    """Yield the board of each state of the example days that differs from the one before."""
    for path in DAYS:
        before = None
        for step in play(read_transcript(path.read_bytes().split(b"\n"))):
            shown = board(step.state, None, None, step.entry.command.received_at)
            if shown is not None and {**shown, "now": ""} != before:
                before = {**shown, "now": ""}
                yield path.stem, msgspec.to_builtins(shown)


@pytest.mark.looks
def test_every_state_of_the_example_days(house, window):
    """Lights, odds, pools, probable prices, will-pays, finish and payments are those that `pitboss tote board` has.

    Every test run sees each fourth state, a campaign all of them.
    """
    found = window(house.url, viewport={"width": 1920, "height": 1080})
    page, line = found.page, followed(found)
    wrong, every = [], list(states())
    for version, (name, shown) in list(enumerate(every))[:: 4 if is_slice() else 1]:
        line.say({"type": "board", "stream": STREAM, "version": version, "board": shown})
        page.locator(f"main[data-version='{version}']").wait_for(state="attached")
        read = page.evaluate(READ)
        wrong += [(name, version, part) for part, value in expected(shown).items() if value != read[part]]
    assert [] == wrong
    assert len(every) > 200


def test_a_board_follows_says_which_way_odds_went_and_grows_old(house, window):
    """It asks for the race it is told to follow; odds that moved have a mark and grow old; it turns over the tracks."""
    found = window(house.url, viewport={"width": 1280, "height": 800})
    shown = [one for name, one in states() if name == "afternoon"][5]
    page, line = found.page, followed(found, f"{shown['track']}?rotate=20")
    now = datetime.fromisoformat(shown["now"]).astimezone(UTC)
    line.beat(days={"tote": STREAM}, now=now.isoformat())
    first = shown["interests"][0]["number"]
    moved = {first: {"was": "5-1", "is_longer": False}}
    line.say({"type": "board", "stream": STREAM, "version": 1, "board": shown, "moved": moved})
    page.locator(".board-was.is-shorter", has_text="5-1").wait_for()
    heard(page, lambda: line.sent)
    assert {"type": "board", "stream": STREAM, "track": shown["track"]} == line.sent[-1]
    asked = len(line.sent)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/2?rotate=20")
    heard(page, lambda: len(line.sent) > asked)
    assert {"type": "board", "stream": STREAM, "track": shown["track"], "race": 2} == line.sent[-1]
    line.beat(now=now.replace(hour=(now.hour + 1) % 24).isoformat())
    page.get_by_text(re.compile("^Old: odds of")).wait_for()
    # It turns to the next track, and of the last one to the first, so many seconds each.
    asked, tracks = len(line.sent), list(dict.fromkeys(one["track"] for one in shown["races"]))
    page.clock.run_for(20_000)
    heard(page, lambda: len(line.sent) > asked)
    other = tracks[(tracks.index(shown["track"]) + 1) % len(tracks)]
    assert {"type": "board", "stream": STREAM, "track": other} == line.sent[-1]


def test_focus_and_scroll_survive_news(house, window):
    """Whoever reads a table sideways, or is at a race by keyboard, stays there when the board is sent anew."""
    found = window(house.url, viewport={"width": 390, "height": 844})
    shown = max((one for name, one in states() if name == "afternoon"), key=lambda one: len(one["probables"]))
    pairs = shown["probables"][0]
    wide = {**pairs, "columns": list(pairs["columns"]) * 6, "prices": [list(row) * 6 for row in pairs["prices"]]}
    shown = {**shown, "probables": [wide]}
    page, line = found.page, followed(found, shown["track"])
    told = {"type": "board", "stream": STREAM, "board": shown}
    line.say({**told, "version": 1})
    page.locator("main[data-version='1']").wait_for(state="attached")
    label = page.evaluate(
        "() => { const one = [...document.querySelectorAll('.scroll')].find(({ scrollWidth, clientWidth }) =>"
        " scrollWidth > clientWidth + 24); one.focus(); one.scrollLeft = 24; return one.getAttribute('aria-label'); }"
    )
    line.say({**told, "version": 2})
    page.locator("main[data-version='2']").wait_for(state="attached")
    kept = page.evaluate("[document.activeElement.getAttribute('aria-label'), document.activeElement.scrollLeft]")
    page.locator("[data-race]").nth(1).focus()
    line.say({**told, "version": 3})
    page.locator("main[data-version='3']").wait_for(state="attached")
    race = page.evaluate("document.activeElement.dataset.race")
    assert ([label, 24], page.locator("[data-race]").nth(1).get_attribute("data-race")) == (kept, race)


@pytest.mark.parametrize("size", SIZES)
def test_the_board_is_for_everybody(house, window, size):
    """With a race open and with one decided: no fault of accessibility, nothing too wide or too small to touch."""
    found = window(house.url, **size)
    line = followed(found)
    faults = []
    kept = [one for name, one in states() if name == "afternoon"]
    for version, shown in enumerate((kept[0], next(one for one in kept if one["paid_out"]))):
        line.beat(now=shown["now"])
        line.say({"type": "board", "stream": STREAM, "version": version, "board": shown})
        found.page.locator(f"main[data-version='{version}']").wait_for(state="attached")
        faults += found.faults()
    assert [] == faults
