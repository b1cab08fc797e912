"""The tote's pages with the line cut in the middle of something: old things say so, and nothing waits to be sent."""

import re

import pytest

from pitboss.tote.day import acts as a
from tests.browser.test_every_page import LATE_MS, Silence
from tests.support.afternoon import Afternoon
from tests.support.browser import PATIENCE, routed
from tests.support.desk_page import back_again
from tests.support.web_house import web_house, written_house

WIDE = {"viewport": {"width": 1280, "height": 800}}
READY = {
    "/window": ".window-runners button",
    "/kiosk": ".kiosk-runners button",
    "/board/FVD/1": ".board-runners tbody tr",
    "/program/FVD": ".program-race",
    "/mutuel": ".mutuel-day li",
}
"""Each page that has a line, and what is there when it is."""
NEWER = {
    "/window": ".window-runners button[disabled]:has-text('SCR')",
    "/kiosk": ".kiosk-runners button[disabled]:has-text('scratched')",
    "/board/FVD/1": ".board-runners tr.is-out[data-number='6']",
    "/program/FVD": "[aria-label='Changed since printing']:has-text('6 Fable Compass is scratched.')",
    "/mutuel": ".mutuel-out:has-text('6')",
}
"""What it shows of a runner that was scratched while its line was cut."""


@pytest.fixture
def house(tmp_path):
    """A house at the races."""
    with web_house(written_house(tmp_path)) as web:
        found = Afternoon(web, tmp_path)
        found.begin()
        yield found


def opened(house, window, path):
    """Open a page as the one whose it is, on a clock of its own; return it with its line."""
    found = window(house.web.url, **WIDE)
    found.expected.append(re.compile("Failed to load resource"))
    who = {
        "/window": lambda: house.at("teller", "W1"),
        "/kiosk": lambda: house["S1"],
        "/mutuel": lambda: house["mutuel-manager"],
    }
    if path in who:
        found.become(who[path]())
    line = Silence(found.page)
    found.page.clock.install()
    found.page.goto(path)
    found.page.locator(READY[path]).first.wait_for()
    return found.page, line


def test_a_line_that_is_cut_in_the_middle_of_a_sale(house, window):
    """Each page soon has one band and takes nothing; back again it shows what happened and sold nothing."""
    pages = {path: opened(house, window, path) for path in READY}
    counter, machine = pages["/window"][0], pages["/kiosk"][0]
    counter.locator("#line").fill("2 wn 3")
    counter.locator("#told", has_text="Can be sold").wait_for()
    machine.locator("#code").fill("SLIP FVD R1 $2 WN 3")
    machine.keyboard.press("Enter")
    machine.locator("#next-step", has_text="Review $2.00").click()
    machine.locator("#next-step:not([disabled])", has_text="Buy the ticket").wait_for()
    for page, line in pages.values():
        line.is_down = True
        page.clock.run_for(LATE_MS * PATIENCE)
    for path, (page, _) in pages.items():
        assert page.get_by_text("Connection lost", exact=True).is_visible(), path
        assert 0 == page.locator("fieldset.stage button:enabled").count(), path
        for key in ("Enter", "F4", "F8", "+", "Space", "i"):
            page.keyboard.press(key)
    routed(counter, "**/slip", lambda route: route.abort())
    counter.locator("#sell").dispatch_event("click")
    counter.locator("#told.is-bad", has_text="the server cannot be reached").wait_for()
    counter.unroute("**/slip")
    # What waits for its line is not drawn as scratched.
    runner = machine.locator(".kiosk-runners button").first
    assert "none" == runner.evaluate("(node) => getComputedStyle(node).backgroundImage")
    machine.locator("#next-step").dispatch_event("click")
    house.signal(a.ScratchRunner(track="FVD", race=1, runner="6"))
    for path, (page, line) in pages.items():
        back_again(page, line)
        page.locator(NEWER[path]).first.wait_for(state="attached")
        assert [] == line.commands, path
    # What a teller typed is still there, to be sold by another Enter; nothing of the machine's customer is.
    assert "2 wn 3" == counter.locator("#line").input_value()
    counter.locator("#told", has_text="Can be sold").wait_for()
    machine.get_by_text("Choose a bet and touch your runners.").wait_for()
    assert {} == house.day.tickets
    counter.locator("#line").press("Enter")
    counter.locator("#told", has_text="Sold: $2.00").wait_for()
    assert ["$2 WN 3"] == [bet.bet for one in house.day.tickets.values() for bet in one.bets]
