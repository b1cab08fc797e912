"""A blackjack tournament on the net and its page in a browser: the leaderboard, and the desk of those who run it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pitboss.games.tournament.state import Tournament
from tests.support.driven import need
from tests.support.hands import Hand
from tests.support.web_house import until, web_house, written_house
from tests.support.web_trial import Trial

__all__ = ["EIGHT", "OPEN", "Cup", "Desk", "cup_house"]

OPEN = "tournament-1"
EIGHT = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
CUP = """name = "Harvest Cup"
rulebook = "oneida-blackjack-2004"
format = "elimination"
starting_chips = 500
heats = 2
hands = 10
players_per_table = 4
advance = 2
entry_fee_minor = 2_000
entries_min = 8
entries_max = 16
prizes_minor = [10_000, 5_000]
ties = "{ties}"
"""


class Cup(Trial):
    """A house with a tournament."""

    @property
    def state(self) -> Tournament:
        """Return the tournament as it stands."""
        found: Tournament = self.web.live.floor.look(OPEN).state
        return found

    def staff(self, tag: str, **fields: Any) -> None:
        """Let the floorperson do something by the way."""
        self.do("pit-supervisor", OPEN, f"tournament.{tag}/1", **fields)

    def seated(self, order: tuple[str, ...] = EIGHT) -> None:
        """Let eight enter and be seated, four at a table."""
        if not self.state.is_open:
            self.staff("open_entries")
        for player in (one for one in order if one not in self.state.entries):
            self.staff("enter_player", player=player, fee_minor=2_000)
        self.staff("close_entries")
        self.staff("draw_seats", order=list(order))


@contextmanager
def cup_house(folder: Path, ties: str = "play_off") -> Iterator[Cup]:
    """Serve a house with a tournament of two heats, at four to a table of whom two go on."""
    file = folder / "cup.toml"
    file.write_text(CUP.format(ties=ties), encoding="utf-8")
    with web_house(written_house(folder, tables=((OPEN, str(file)),), terminals=())) as web:
        found = Cup(web, folder)
        # Nobody's session is locked because a busy machine takes its time.
        web.live.door.monotonic_ns = found.clock.monotonic_ns
        yield found


class Desk:
    """Somebody who runs the tournament, at its page, by one hand or another."""

    def __init__(self, house: Cup, window: Any, hand: Hand, who: str = "pit-supervisor", **options: Any) -> None:
        self.house, self.hand = house, hand
        self.window = window(house.web.url, **{**hand.options, **options})
        self.window.become(house[who])
        self.page = self.window.page
        self.page.goto(f"/tournament/{OPEN}")
        self.page.locator("#next-act").wait_for()

    def next(self, text: str) -> None:
        """Press the one next act, once it is this."""
        button = self.page.locator("#next-act:not([disabled])", has_text=text)
        button.wait_for()
        if self.page.evaluate("document.activeElement.id") == "entrant":
            self.page.keyboard.press("Escape")
        self.hand.press(button, "Space")

    def enter(self, *players: str) -> None:
        """Take entries by the form, each with Enter."""
        for player in players:
            self.hand.fill(self.page.locator("#entrant"), player)
            self.page.keyboard.press("Enter")
            self.page.locator(f"tr[data-player='{player}']").wait_for()
            until(lambda: "" == self.page.locator("#entrant").input_value())

    def drawn(self, *players: str) -> None:
        """Touch names in the order drawn, and hand the order in."""
        for player in players:
            self.hand.press(self.page.locator(".lots-left").get_by_role("button", name=player, exact=True))
        self.hand.press(self.page.locator("dialog .main.next"))
        self.page.locator("dialog").first.wait_for(state="detached")

    def counted(self, *chips: int) -> None:
        """Enter chips from the first player on, and hand them in by Enter."""
        fields = self.page.locator(".tally-row input")
        fields.first.wait_for()
        need(len(chips) == fields.count(), chips)
        for place, count in enumerate(chips):
            self.hand.fill(fields.nth(place), str(count))
        self.page.keyboard.press("Enter")
        self.page.locator("dialog").first.wait_for(state="detached")
