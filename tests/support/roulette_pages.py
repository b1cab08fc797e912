"""Live roulette tables of the three houses on the net, and their pages in a browser: consoles and seats."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pitboss.rulebook import edition
from tests.support.web_house import web_house, written_house
from tests.support.web_trial import Trial

__all__ = ["GARDEN", "IDS", "ONEIDA", "SEABROOK", "SEATS", "TABLES", "DealerPage", "Roulette", "roulette_house"]

ONEIDA, GARDEN, SEABROOK = "roulette-1", "roulette-2", "roulette-3"
EDITIONS = {ONEIDA: "oneida-roulette-2008", GARDEN: "hoian-roulette-2020", SEABROOK: "seabrook-roulette"}
TABLES = ((ONEIDA, "oneida-main"), (GARDEN, "hoian-garden"), (SEABROOK, "seabrook-charity"))
SEATS = (("SEAT-3", "seat", ONEIDA), ("SEAT-4", "seat", GARDEN), ("SEAT-5", "seat", SEABROOK))
IDS = re.compile(r"SEAT-\d|roulette-\d\b|\b[a-z_]+:\d|colour:")
"""What nobody may read on a page: machines, streams, notation."""
VALUES = {ONEIDA: 500, GARDEN: 50_000, SEABROOK: 100}
"""What a colour chip is worth in these tests: each table's minimum."""


@contextmanager
def roulette_house(folder: Path) -> Iterator["Roulette"]:
    """Serve a house with three live roulette tables and a seat at each."""
    with web_house(written_house(folder, tables=TABLES, terminals=SEATS)) as web:
        found = Roulette(web, folder)
        # Nobody's session is locked because a busy machine takes its time.
        web.live.door.monotonic_ns = found.clock.monotonic_ns
        yield found


class Roulette(Trial):
    """Three live roulette tables and whoever is there."""

    def table(self, stream: str) -> Any:
        """Return a table's state; nothing is changed there meanwhile."""
        return self.web.live.floor.look(stream).state

    def open(self, stream: str, *players: str) -> None:
        """Open a table, give each player a colour, and open the first round."""
        items = [entry["item"] for entry in edition(EDITIONS[stream]).rules["equipment"]]
        self.do("dealer", stream, "table.inspect_equipment/1", items=items)
        self.do("dealer", stream, "table.open/1", mucker="mucker")
        for player, colour in zip(players, ("blue", "orange", "pink", "yellow"), strict=False):
            chips = {"player": player, "colour": colour, "value_minor": VALUES[stream], "count": 60}
            self.do("dealer", stream, "roulette.issue_colour/1", **chips)
        self.do("dealer", stream, "table.open_betting/1")

    def page(self, window: Any, who: str, path: str, **options: Any) -> Any:
        """Open a page as somebody, or as a machine."""
        found = window(self.web.url, **options)
        found.become(self[who])
        found.page.goto(path)
        return found


class DealerPage:
    """A console of a live roulette table, as hands and eyes use it."""

    def __init__(self, house: Roulette, window: Any, stream: str, who: str = "dealer", **options: Any) -> None:
        self.house, self.stream = house, stream
        self.window = house.page(window, who, f"/deal/{stream}", **options)
        self.page = self.window.page
        self.page.locator("#next-act").wait_for()

    def next(self, text: str) -> Any:
        """Return the one next act, once it says this and may be done, and no sheet lies over it."""
        self.page.locator("dialog[open]").first.wait_for(state="detached")
        found = self.page.locator("#next-act:not([disabled])", has_text=text)
        found.wait_for()
        return found

    def spot(self, bet: str) -> Any:
        """Return a place of the cloth."""
        return self.page.locator(f".hit[data-bet='{bet}']:not([data-place])")

    def lies(self, player: str, source: str, bet: str) -> None:
        """Wait until chips lie there, and are acknowledged."""
        chip = f".lying[data-key='{player}|{source}|{bet}'] .chip:not(.is-pending)"
        self.page.locator(chip).wait_for(state="attached")

    def take(self, player: str) -> Any:
        """Return the tile of a player's colour, once chips of it may be laid."""
        return self.page.locator(".rc-tile:not([disabled])", has_text=player)

    def faults(self, hand: Any) -> list[str]:
        """Return what is not for everybody on the page as it stands, where the hand is one that looks."""
        found: list[str] = self.window.faults_by_turns() if hand.is_audited else []
        return found

    def payments(self) -> list[str]:
        """Return the list of payments: what is paid for, in order."""
        found: list[str] = self.page.locator(".pay-row .pay-what strong").all_inner_texts()
        return found
