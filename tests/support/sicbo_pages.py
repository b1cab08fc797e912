"""A sic bo table on the net and its pages in a browser: the dealer's console, and a seat's tablet."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pitboss.games.sicbo.settle import lit
from tests.support.desk_page import DeskPage
from tests.support.sicbo_driver import EQUIPMENT
from tests.support.web_house import web_house, written_house
from tests.support.web_trial import Trial

__all__ = ["IDS", "JADE", "SEAT", "DiceDesk", "SicBo", "sicbo_house"]

JADE, SEAT = "sicbo-1", "SEAT-2"
IDS = re.compile(r"SEAT-\d|sicbo-\d\b|\b[a-z_]+\.[a-z_]+/\d|_minor|any_triple|\b(?:one|pair|total|triple):\d")
"""What nobody may read on a page: machines, streams, notation."""


@contextmanager
def sicbo_house(folder: Path, *, second_entry: bool = False) -> Iterator["SicBo"]:
    """Serve a house with one sic bo table and a seat's tablet at it; the dice are entered by one, or by two."""
    path = written_house(folder, tables=((JADE, "sic-bo"),), terminals=((SEAT, "seat", JADE),))
    kept = path.read_text(encoding="utf-8").partition("[[second_entry]]")[0]
    entry = f'[[second_entry]]\nstream = "{JADE}"\n' if second_entry else ""
    path.write_text(f"{kept}\n{entry}", encoding="utf-8")
    with web_house(path) as web:
        found = SicBo(web, folder)
        # Nobody's session is locked because a busy machine takes its time.
        web.live.door.monotonic_ns = found.clock.monotonic_ns
        yield found


class SicBo(Trial):
    """A sic bo table and whoever is there."""

    @property
    def table(self) -> Any:
        """Return the table's state; nothing is changed there meanwhile."""
        return self.web.live.floor.look(JADE).state

    def deal(self, tag: str, **fields: Any) -> None:
        """Let the dealer do something."""
        self.do("dealer", JADE, tag, **fields)

    def inspect(self, dice: tuple[int, int, int] = (1, 2, 3)) -> None:
        """Let the floorperson see lit what must be lit."""
        seen = list(lit(self.table.rules, dice))
        self.do("floorperson", JADE, "sicbo.inspect_computer/1", dice=list(dice), seen_lit=seen)

    def welcome(self) -> None:
        """Open the table with everything before its first bets."""
        self.deal("table.inspect_equipment/1", items=list(EQUIPMENT))
        self.inspect()
        self.deal("table.open/1")
        self.deal("table.post_sign/1")

    def ready(self) -> None:
        """Open the table and its first bets."""
        self.welcome()
        self.deal("table.open_betting/1")

    def laid(self, player: str, bet: str, stake: int) -> None:
        """Let the dealer lay chips for somebody."""
        self.deal("sicbo.place_wager/1", player=player, bet=bet, stake_minor=stake)

    def uncovered(self) -> None:
        """Close the bets, shake, and take the cover off."""
        self.deal("sicbo.call_no_more_bets/1")
        self.deal("sicbo.shake_dice/1", shakes=3)
        self.deal("sicbo.uncover_shaker/1", is_flat=True)

    def thrown(self, *dice: int) -> None:
        """Throw, and light the layout."""
        self.uncovered()
        self.deal("sicbo.enter_dice/1", dice=list(dice))

    def paid(self) -> None:
        """Pay what is lit."""
        self.deal("sicbo.collect_losers/1")
        self.deal("sicbo.pay_winners/1")

    def roll(self, *dice: int) -> None:
        """Throw, pay, clear the lights, and open the next bets."""
        self.thrown(*dice)
        self.paid()
        self.deal("sicbo.clear_lights/1")
        self.deal("table.open_betting/1")

    def page(self, window: Any, who: str, path: str, **options: Any) -> Any:
        """Open a page as somebody, or as a machine."""
        found = window(self.web.url, **options)
        found.become(self[who])
        found.page.goto(path)
        return found


class DiceDesk(DeskPage):
    """The console of a sic bo table."""

    def __init__(self, house: SicBo, window: Any, who: str = "dealer", **options: Any) -> None:
        super().__init__(house, window, JADE, who, **options)

    def dice(self, *faces: int) -> None:
        """Touch a face of each die on the pad."""
        for place, face in enumerate(faces, 1):
            key = self.page.locator(f".dice-key[data-die='{place}-{face}']:enabled")
            self.press(key)

    def others(self, text: str) -> None:
        """Touch a button beside the next act."""
        self.press(self.page.locator(".sb-others button", has_text=text))
