"""The line of blackjack's pages: answers that come after the news, and a line that is cut and comes back."""

import json
from typing import Any

import pytest

from tests.browser.test_every_page import LATE_MS, Silence
from tests.support.blackjack_pages import MAPLE, SEAT, blackjack_house
from tests.support.desk_page import back_again
from tests.support.hands import WIDE
from tests.support.web_house import until


@pytest.fixture
def house(tmp_path):
    """A house with a blackjack table that is closed: a shoe, suit and hit wagers, late surrender."""
    with blackjack_house(tmp_path) as found:
        yield found


def shown(seat, what, text):
    """Wait until a seat shows something."""
    seat.page.locator(what, has_text=text).first.wait_for()


class AnswersHeld:
    """A page's line on which the news come, and the answers to what was asked only when they are let go."""

    def __init__(self, page):
        self.line: Any = None
        self.is_on, self.kept = False, []
        page.route_web_socket("**/ws*", self._open)

    def _open(self, line):
        self.line = line
        line.connect_to_server().on_message(self._heard)

    def _heard(self, text):
        for message in text.split("\n"):
            if self.is_on and json.loads(message)["type"] == "answer":
                self.kept.append(message)
            else:
                self.line.send(message)

    def let_go(self):
        """Let what was held back arrive, and hold no more."""
        self.is_on = False
        for message in self.kept:
            self.line.send(message)


def test_a_decision_for_the_next_hand_does_not_wait_for_the_answer_to_the_last(house, window):
    """Whoever sees the next hand's turn decides it, once, though the answer comes after the news."""
    house.ready("Ann", "Bob", SEAT)
    house.deal("table.take_seat/1", position=4, player=SEAT)
    for place in (1, 2, 3, 4):
        house.laid(place, 1_000)
    house.cards("TS", "TH", "8S", "9S", None, "9S", "9H", "TC", "TC", None)
    house.deal("blackjack.turn_first_card/1", card="6D")
    house.says(1, "stand")
    house.says(2, "stand")
    found = window(house.web.url, **WIDE)
    found.become(house[SEAT])
    line = AnswersHeld(found.page)
    found.page.goto("/seat")
    for keeps in ("keep 18", "keep 19"):
        shown(found, ".bj-choice", keeps)
        line.is_on = True
        for _ in range(2):
            found.page.keyboard.press("s")
    until(lambda: found.page.evaluate("1") and "dealer" == house.table.phase)
    until(lambda: found.page.evaluate("1") and 2 == len(line.kept))
    line.let_go()
    shown(found, "#phase", "Dealer's turn")

    assert 2 == len(line.kept)
    assert 0 == found.page.locator(".refusal").count()


@pytest.mark.parametrize("path", ["/seat", f"/deal/{MAPLE}"])
def test_a_line_that_is_cut_and_comes_back(house, window, path):
    """Everything is off and nothing is sent; back again the page is as things are, and no card stays named."""
    house.ready("Ann", "Bob", SEAT)
    for place in (1, 2, 3):
        house.laid(place, 1_000)
    found = window(house.web.url, patience=1, **WIDE)
    found.become(house[SEAT if path == "/seat" else "dealer"])
    line = Silence(found.page)
    found.page.clock.install()
    found.page.goto(path)
    found.page.locator(".bj-shoe").wait_for()
    found.page.get_by_text("Live", exact=True).first.wait_for()
    line.is_down = True
    found.page.clock.run_for(LATE_MS)
    assert found.page.get_by_text("Connection lost", exact=True).is_visible()
    assert 0 == found.page.locator("fieldset.stage button:enabled").count()
    for key in ("Space", "n", "h", "s", "d", "x", "b", "3", "h"):
        found.page.keyboard.press(key)
    house.cards("TS", "9H", "8S", None, "9S", "7H", "8D", None)
    back_again(found.page, line)
    found.page.locator(".bj-total", has_text="19").first.wait_for()

    assert [] == line.commands
