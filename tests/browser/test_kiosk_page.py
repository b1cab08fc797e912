"""A self-service machine in a real browser: a bet by touch, the paper, a ticket that is cashed, and a clean screen."""

import re

import pytest

from tests.browser.test_every_page import Silence
from tests.support.browser import PATIENCE
from tests.support.web_house import until, web_house, written_house
from tests.support.web_trial import Trial

GONE_MS = 20_001 * PATIENCE
"""After which a customer who touches nothing is gone, for a browser that is driven on a busy machine."""
TALL = {"viewport": {"width": 1080, "height": 1920}, "has_touch": True}
LOOKS = [
    {"viewport": {"width": width, "height": height}, "color_scheme": "dark"}
    for width, height in ((1080, 1920), (1280, 800), (390, 844))
]


class Hall(Trial):
    """A house whose tote is open."""

    def kiosk(self, window, **options):
        """Open the page of the self-service machine S1."""
        found = window(self.web.url, **TALL, **options)
        found.become(self["S1"])
        found.page.goto("/t")
        found.page.wait_for_url("**/kiosk")
        found.page.locator(".kiosk-runners button").first.wait_for()
        return found

    @property
    def day(self):
        """Return the tote's day as it stands."""
        return self.web.live.floor.look(self.web.live.names["tote"]).state

    def tickets(self):
        """Return what S1 has sold."""
        return [one for one in self.day.tickets.values() if one.terminal == "S1"]


@pytest.fixture
def hall(tmp_path):
    """A hall at work."""
    with web_house(written_house(tmp_path)) as web:
        found = Hall(web, tmp_path)
        found.open_tote()
        yield found


def chosen(page, kind, *numbers, box=False):
    """Choose a bet and touch its runners."""
    page.get_by_role("button", name=kind, exact=True).tap()
    if box:
        page.get_by_role("button", name="Box: any order").tap()
    for number in numbers:
        page.locator(f".kiosk-runners [data-key='1 {number}']").tap()


def test_a_box_is_bought_by_touch_and_cashed_by_a_scan(hall, window):
    """Review shows what is bought; the paper is offered; the ticket that won is scanned and paid."""
    found = hall.kiosk(window)
    page = found.page
    chosen(page, "Exacta", "2", "3", "4", box=True)
    page.locator("#next-step", has_text="Review $12.00").wait_for()
    below = page.locator("#next-step").bounding_box()
    page.locator("#next-step").tap()
    page.get_by_text("You buy: Exacta box, race 1: $2 EX BOX 2,3,4").wait_for()
    # Whoever touched a neighbour sees its name before the ticket is bought.
    names = [f"{runner.no} {runner.name}" for runner in hall.day.races["FVD", 1].card.runners if runner.no in "234"]
    assert (names, below) == (
        page.locator(".kiosk-named li").all_inner_texts(),
        page.locator("#next-step").bounding_box(),
    )
    assert [] == hall.tickets()
    page.locator("#next-step:not([disabled])", has_text="Buy the ticket, $12.00").tap()
    page.get_by_role("heading", name="Take your ticket").wait_for()
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Print the ticket").tap()
    paper = opened.value
    (ticket,) = hall.tickets()
    assert ticket.id not in page.content()
    # What was opened for one customer is gone before the next comes.
    page.get_by_role("button", name="Done").tap()
    # That a window is gone is heard only while the browser is spoken to.
    until(lambda: page.evaluate("true") and paper.is_closed())
    hall.run_race()
    page.locator("#code").fill(f"{ticket.id}-{ticket.check}")
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile(r"^Cash \$")).tap()
    page.get_by_role("heading", name=re.compile(r"^Paid: \$")).wait_for()
    assert ("cashed", True) == (ticket.state.value, ticket.id not in page.content())


def test_nothing_of_a_customer_stays(hall, window):
    """Twenty seconds without a touch take the bet away; a wrong number is told without being shown."""
    found = hall.kiosk(window)
    found.expected.append(re.compile("Failed to load resource: the server responded with a status of 400"))
    page = found.page
    page.locator("#code").fill("20040501-AAAAAAAAAAAAAAAAAAAA-KARCAF")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="That did not work").wait_for()
    assert "AAAAAAAA" not in page.content()
    page.get_by_role("button", name="Done").tap()
    page.clock.install()
    chosen(page, "Win", "3")
    page.locator("#next-step", has_text="Review $2.00").wait_for()
    page.clock.run_for(GONE_MS)
    page.get_by_text("Choose a bet and touch your runners.").wait_for()
    assert [] == page.locator(".kiosk-runners [aria-pressed=true]").all()


def test_a_bet_that_cannot_be_sold_says_why(hall, window):
    """One runner is no exacta, another amount is typed on a pad, and what is wrong stands where the price would."""
    found = hall.kiosk(window)
    page = found.page
    chosen(page, "Win", "3")
    page.get_by_role("button", name="Other", exact=True).tap()
    for digit in ("7", "5"):
        page.get_by_role("button", name=digit, exact=True).tap()
    page.keyboard.press("0")
    page.keyboard.press("Backspace")
    assert ("$75", []) == (page.get_by_label("Amount").inner_text(), found.faults_at(*LOOKS))
    page.get_by_role("button", name="Take this amount").tap()
    page.locator("#next-step", has_text="Review $75.00").wait_for()
    assert "true" == page.get_by_role("button", name="Other: $75").get_attribute("aria-pressed")
    page.set_viewport_size(TALL["viewport"])
    chosen(page, "Exacta", "3")
    page.locator(".kiosk-bad", has_text="is not a bet").wait_for()
    assert page.locator("#next-step").is_disabled()
    # Closed at the tote it invites nobody, and nothing of the last customer is there when it is open again.
    hall.do("mutuel-supervisor", "tote", "tote.close_terminal/1", terminal="S1")
    page.get_by_text("This machine is closed. Please use another one, or a window.").wait_for()
    hall.do("mutuel-supervisor", "tote", "tote.open_terminal/1", terminal="S1", window=3, kind="self_service")
    page.get_by_text("Choose a bet and touch your runners.").wait_for()


def test_nothing_is_sold_when_the_line_comes_back(hall, window):
    """While the line is down the machine is out of service; when it is back nothing was kept for it."""
    found = window(hall.web.url, **TALL)
    found.become(hall["S1"])
    page = found.page
    line = Silence(page)
    page.goto("/kiosk")
    chosen(page, "Win", "3")
    page.locator("#next-step", has_text="Review $2.00").tap()
    page.locator("#next-step", has_text="Buy the ticket").wait_for()
    # It stays down until the page was seen to say so.
    line.is_down = True
    line.kept[-1].close(code=1001)
    page.get_by_text("Out of service: nothing is sold while the line is down").wait_for()
    line.is_down = False
    page.locator("fieldset.kiosk-stage:enabled").wait_for()
    page.get_by_text("Choose a bet and touch your runners.").wait_for()
    assert ([], []) == (hall.tickets(), line.commands)


def test_the_machine_is_for_everybody(hall, window):
    """With a bet chosen: no fault of accessibility, nothing too wide or too small to touch."""
    found = hall.kiosk(window)
    chosen(found.page, "Exacta", "2", "3", box=True)
    found.page.locator("#next-step", has_text="Review $4.00").wait_for()
    assert [] == found.faults_at(*LOOKS)
