"""A newcomer in a demonstration house, in a real browser: from the first click to a paid bet, and to a dealt round."""

import re

import pytest

from tests.support.browser import routed
from tests.support.hands import HANDS
from tests.support.tour_house import demonstration
from tests.support.web_house import until, web_house

WIDE = {"width": 1280, "height": 800}
ACTS_MAX = 5
PROOF = re.compile(r"Failed to load resource: .* 401 \(Unauthorized\)")


class Newcomer:
    """Somebody on the first page, whose acts are counted."""

    def __init__(self, window, demo, hand, table):
        self.page, self.hand, self.table, self.acts = window(demo.url, **hand.options).page, hand, table, 0
        self.laid: dict = {}
        self.page.goto("/")

    def press(self, name):
        """Press a button by its name."""
        self.hand.press(self.page.get_by_role("button", name=name, exact=True))
        self.acts += 1

    def sit_down(self):
        """Become a player, and find the credit right."""
        self.hand.press(self.page.get_by_role("button", name="Be a player"))
        self.acts += 1
        self.page.wait_for_url("**/t")
        self.press("Correct")
        self.terminal = self.page.evaluate("fetch('/api/machine').then((r) => r.json()).then((one) => one.terminal)")
        until(lambda: self.own()["is_verified"])

    def own(self):
        """Return what is known of this visitor's terminal."""
        return self.table()["terminals"][self.terminal]

    def bet(self):
        """Bet on red in a game that takes it: on a busy machine a window may be over before the bet is there."""
        while not self.own()["bet_minor"]:
            until(lambda: self.table()["phase"] == "betting")
            self.hand.place(self.page, "red")
            until(lambda: self.own()["bet_minor"] or self.table()["phase"] != "betting")
        self.acts += not self.laid
        self.laid = self.own()

    def is_refunded(self):
        """Tell whether the bet came back as it was: the game was void, as on a busy machine one may be."""
        return self.own()["credits_minor"] - self.laid["credits_minor"] == self.laid["bet_minor"] > 0


STATE = "fetch('/api/streams/automatic-1').then((r) => r.json()).then((one) => one.state)"


def seen(staff):
    """Return the table as a supervisor sees it, who unlocks the page where that took five minutes."""
    found: dict = {}
    until(lambda: found.update(staff("sula").evaluate(STATE)) or "terminals" in found)
    return found


def test_from_the_first_page_to_a_paid_bet_in_five_acts(demo, window, staff):
    """By mouse, by keys and by touch: be a player, find the credit right, bet on red, which is paid or lost."""
    newcomers = [Newcomer(window, demo, hand, lambda: seen(staff)) for hand in HANDS]
    for one in newcomers:
        one.sit_down()
    left = newcomers
    while left:
        for one in left:
            one.bet()
        until(lambda: not any(one.own()["bet_minor"] for one in newcomers))
        left = [one for one in newcomers if one.is_refunded()]

    assert all(one.acts <= ACTS_MAX for one in newcomers)
    assert all(
        one.own()["credits_minor"] - one.laid["credits_minor"] in (0, 2 * one.laid["bet_minor"]) for one in newcomers
    )


def test_a_visitor_deals_and_gives_the_table_back(demo, window):
    """The robot finishes its round and steps back; when the visitor leaves, it deals again."""
    page = window(demo.url, viewport=WIDE).page
    page.goto("/")
    page.get_by_role("button", name="Be a dealer").click()
    # The dealer's console, or the page of all who work here while there is none.
    page.wait_for_url(re.compile("/(deal/roulette-1|staff)$"))
    dealer = "fetch('/api/streams/roulette-1').then((r) => r.json()).then((found) => found.state.dealer_name)"
    visitor = page.evaluate(dealer)
    assert visitor.startswith("Visitor ")
    page.goto("/")
    page.get_by_text(f"You are {visitor}, a dealer.").wait_for()
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Be a dealer").wait_for()
    until(lambda: "(robot)" in (page.evaluate(dealer) or ""))
    rounds = "fetch('/api/streams/roulette-1').then((r) => r.json()).then((found) => found.state.round)"
    before = page.evaluate(rounds)

    until(lambda: page.evaluate(rounds) > before)


GONE = re.compile(r"Failed to load resource: .* status of 40[1349] ")
"""What a browser says of a request that was under way when the visit ended whose machine it was."""


def test_a_browser_has_one_place_at_a_time(demo, window):
    """A second window says so instead of taking the first one's place, and when that is left both know it."""
    found = window(demo.url, viewport=WIDE)
    found.expected.append(GONE)
    first, second = found.page, found.context.new_page()
    for page in (first, second):
        page.goto("/")
        page.get_by_role("button", name="Be a player").wait_for()
    first.get_by_role("button", name="Be a player").click()
    first.get_by_role("button", name="Correct", exact=True).click()
    second.get_by_role("button", name="Be a dealer").click()
    second.locator("#tour-title", has_text=re.compile(r"You are Visitor \d+, a player\.")).wait_for()
    second.locator("#tour-text", has_text=re.compile("until you leave, .* 60 min.*open a private window")).wait_for()
    first.locator("#credits", has_text="$").wait_for()
    second.get_by_role("button", name="Leave").click()
    first.get_by_role("link", name="Take one on the floor").click()

    first.get_by_role("button", name="Be a dealer").wait_for()
    assert first.evaluate("fetch('/api/machine').then((r) => r.json()).then((found) => found.terminal)") is None
    routed(first, "**/api/tour", lambda route: route.fulfill(json=LATER) if is_taken(route) else route.continue_())
    first.get_by_role("button", name="Be a dealer").click()
    first.get_by_role("dialog", name="Main Floor 1 will be yours").wait_for()
    first.keyboard.press("Escape")
    first.get_by_role("button", name="Back to your place").wait_for()


LATER = {"name": "Visitor 9", "words": "a dealer", "until": "It is yours.", "table": "Main Floor 1", "is_ready": False}
LATER |= {"stream": "roulette-1", "person": "visitor-9", "lands": "/deal/roulette-1"}
"""What a house says of a table whose robot plays its round to the end first."""


def is_taken(route):
    """Tell whether a page asks for a place."""
    return route.request.method == "POST"


def test_a_dealer_of_the_house_takes_a_table(staff):
    """Dana signs in, watches a table, takes it, and gives it back."""
    page = staff("dana")
    page.goto("/watch/roulette-3")
    page.get_by_role("button", name="Take this table").click()
    page.get_by_role("link", name="Deal here").wait_for()
    assert "Dana Dealer" == page.locator(".watch-facts dd").first.inner_text()
    page.get_by_role("button", name="Give the table back").click()
    page.get_by_role("button", name="Take this table").wait_for()

    until(lambda: "(robot)" in page.locator(".watch-facts dd").first.inner_text())


@pytest.mark.parametrize(("role", "said"), [("teller", "a teller"), ("supervisor", "a supervisor")])
def test_a_visitor_works(demo, window, role, said):
    """One click, and the page of those who work here is open; the floor says who one is."""
    found = window(demo.url, viewport=WIDE)
    # A window is asked for its key by the first request that needs it, and shows it.
    found.expected.append(PROOF)
    page = found.page
    page.goto("/")
    page.get_by_role("button", name=f"Be a {role}").click()
    page.wait_for_url(lambda url: not url.endswith("/"))
    page.goto("/")

    page.get_by_text(re.compile(rf"You are Visitor \d+, {said}\.")).wait_for()


@pytest.fixture
def plain(tmp_path):
    """A house that is no demonstration; windows that are opened after it are closed before it."""
    with web_house(demonstration(tmp_path, is_one=False)) as web:
        yield web


def test_a_house_that_is_no_demonstration_has_no_band(plain, window):
    """The floor is there, and no place is offered."""
    page = window(plain.url, viewport=WIDE).page
    page.goto("/")
    page.locator(".tile").first.wait_for()
    page.get_by_text("Live", exact=True).wait_for()

    assert (True, 0) == (page.locator("#tour").is_hidden(), page.locator("#tour button").count())


def test_a_closed_table_says_what_opens_it(plain, window):
    """A grey tile, without a picture."""
    page = window(plain.url, viewport=WIDE).page
    page.goto("/")
    tile = page.locator(".tile[data-stream=roulette-1]")
    tile.get_by_text("opens after its equipment is inspected").wait_for()

    assert ("closed", True) == (
        tile.locator(".tile-phase").inner_text(),
        tile.locator(".wheel-picture").is_hidden(),
    )
