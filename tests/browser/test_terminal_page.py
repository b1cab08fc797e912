"""A player's terminal in a real browser, at a table where nobody else plays: its bets name the game they are for."""

import json

import pytest

from tests.support.web_house import web_house, written_house
from tests.support.web_trial import Trial


@pytest.fixture
def trial(tmp_path):
    """A house in which T1 has credits and game 1 takes bets."""
    with web_house(written_house(tmp_path)) as web:
        found = Trial(web, tmp_path)
        found.open_table("T1")
        yield found


@pytest.fixture
def terminal(trial, window):
    """The window of T1, before its page."""
    found = window(trial.web.url)
    cookies = trial["T1"].cookies.items()
    found.context.add_cookies([{"name": name, "value": value, "url": trial.web.url} for name, value in cookies])
    return found


class Wire:
    """What a page sends; when told so the next bet is lost, and the line is down."""

    def __init__(self, page):
        self.acts, self.loses, self.is_down = [], False, False
        page.route_web_socket("**/ws", self._open)

    def _open(self, line):
        if self.is_down:
            line.close()
            return
        server = line.connect_to_server()

        def sent(text):
            message = json.loads(text)
            if message["type"] == "command":
                self.acts.append(message["act"])
                self.is_down = self.loses
            if self.is_down:
                line.close()
            else:
                server.send(text)

        line.on_message(sent)


def next_game(trial):
    """Void the game, give the bets back, and start another."""
    trial.do("pit-supervisor", "automatic-1", "automatic.void_game/1", cause="malfunction")
    trial.do("pit-supervisor", "automatic-1", "automatic.refund_game/1")
    trial.do("dealer", "automatic-1", "automatic.start_game/1")


def test_a_chip_above_the_limit_is_refused_with_its_clause(terminal):
    """A second chip of a hundred on one number; undone, the first of them goes too, and another bet stays."""
    page = terminal.page
    page.goto("/terminal.html")
    page.locator("[data-bet='straight:5'][aria-disabled=false]").click()
    page.locator("#staked", has_text="$1.00").wait_for()
    page.get_by_label("$100.00").check()
    for _ in range(2):
        page.locator("[data-bet='straight:17']").click()
    page.locator("#answer", has_text="[RA-3b").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("#staked", has_text="$1.00").wait_for()

    assert 1 == page.locator(".bet-on").count()


def test_a_bet_names_the_game_that_is_shown(trial, terminal):
    """A bet, neighbours, an undo and a recall each say for which game."""
    page, wire = terminal.page, Wire(terminal.page)
    page.goto("/terminal.html")
    page.get_by_text("Bet in game 1").wait_for()
    page.locator("[data-bet='straight:17'][aria-disabled=false]").click()
    page.locator("#staked", has_text="$1.00").wait_for()
    page.get_by_role("button", name="Neighbours").click()
    page.locator("#staked", has_text="$5.00").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("#staked", has_text="$1.00").wait_for()
    next_game(trial)
    page.get_by_text("Bet in game 2").wait_for()
    page.get_by_role("button", name="Recall").click()
    page.locator("#staked", has_text="$1.00").wait_for()

    assert [1, 1, 1, 2] == [act.get("game") for act in wire.acts]


def test_a_bet_that_was_lost_on_the_way_does_not_count_in_the_next_game(trial, terminal):
    """The line breaks before it arrives; when it is back the page sends it again, and another game takes bets."""
    page, wire = terminal.page, Wire(terminal.page)
    page.goto("/terminal.html")
    page.get_by_text("Bet in game 1").wait_for()
    wire.loses = True
    page.locator("[data-bet='straight:17'][aria-disabled=false]").click()
    page.get_by_text("Not live", exact=True).wait_for()
    next_game(trial)
    wire.loses = wire.is_down = False
    page.locator("#answer", has_text="it is for game 1, and game 2 takes bets now. [RA-6d]").wait_for()
    page.get_by_text("Bet in game 2").wait_for()

    assert 0 == trial.staked()
