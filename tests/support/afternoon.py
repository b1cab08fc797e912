"""An afternoon at the races for stories in a browser: a card with every kind of bet, and the track's signal."""

from datetime import datetime
from typing import Any

import msgspec

from pitboss.decider import Act, Person, Role
from pitboss.floor.race_cards import card_of
from pitboss.tote.day import acts as a
from pitboss.tote.day.state import Day
from pitboss.tote.day.tickets import Ticket
from tests.support.day_driver import order_of
from tests.support.driven import accepted, there
from tests.support.web_house import tote_day
from tests.support.web_trial import Trial

__all__ = ["Afternoon", "afternoon_card"]

NAMES = ("Amber Lane", "Brisk Tuesday", "Cinder Parade", "Dapple Grey", "Ember Dispatch", "Fable Compass")
EACH = {"win": 200, "place": 200, "show": 200, "exacta": 200, "quinella": 200, "trifecta": 100, "superfecta": 100}
OVER = (
    ("double", (1, 2), 200),
    ("pick3", (1, 2, 3), 100),
    ("pick6", (1, 2, 3, 4, 5, 6), 200),
    ("twin_trifecta", (2, 3), 200),
)
SIGNAL = Person("signal", Role.DEVICE)


def _pool(kind: str, races: Any, least: int) -> dict[str, Any]:
    return {"type": kind, "races": races, "minimum_minor": least, "takeout": "0.18"}


def afternoon_card(races: int = 3, **more: Any) -> dict[str, Any]:
    """Return a card of some races with six runners each, an hour apart, with every kind of bet that fits on it."""
    field = [{"no": str(no), "name": name} for no, name in enumerate(NAMES, 1)]
    template = {
        "track": "FVD",
        "name": "Fox Valley Downs",
        "permit": "State permit 12",
        "races": [
            {"number": number, "kind": "purse", "post_after_minutes": 60 * number, "runners": field}
            for number in range(1, races + 1)
        ],
        "pools": [
            *(
                {"type": kind, "races": "each", "minimum_minor": least, "takeout": "0.18"}
                for kind, least in EACH.items()
            ),
            *(
                {"type": kind, "races": list(legs), "minimum_minor": least, "takeout": "0.2"}
                for kind, legs, least in OVER
                if legs[-1] <= races
            ),
        ],
        **more,
    }
    found = there(card_of(template, datetime.now().astimezone(), tote_day()), template)
    document: dict[str, Any] = msgspec.to_builtins(found)
    return document


class Afternoon(Trial):
    """A house on trial whose tote has two windows and a machine open, and whose track says what is told here."""

    def begin(self, card: dict[str, Any] | None = None) -> None:
        """Open the windows and a card."""
        for window, name in enumerate(("W1", "W2"), start=1):
            self.do("mutuel-supervisor", "tote", "tote.open_terminal/1", terminal=name, window=window)
        self.do("mutuel-supervisor", "tote", "tote.open_terminal/1", terminal="S1", window=3, kind="self_service")
        self.do("mutuel-manager", "tote", "tote.open_card/1", card=card or afternoon_card())

    @property
    def day(self) -> Day:
        """Return the tote's day as it stands."""
        found: Day = self.web.live.floor.look(self.web.live.names["tote"]).state
        return found

    def signal(self, act: Act) -> None:
        """Let the track say something."""
        accepted(self.web.did("tote", SIGNAL, act))

    def runs(self, order: str, number: int = 1) -> None:
        """Let a race be run, and its order be official."""
        if self.day.races["FVD", number].phase == "open":
            self.signal(a.StopBetting(track="FVD", race=number))
        self.signal(a.PostResult(track="FVD", race=number, order=order_of(order)))
        self.signal(a.DeclareOfficial(track="FVD", race=number))

    def ticket(self, bet: str, terminal: str = "W1") -> Ticket:
        """Return the last ticket of a terminal that has a bet on it."""
        own = [one for one in self.day.tickets.values() if one.terminal == terminal]
        return there(next((one for one in reversed(own) if any(sold.bet == bet for sold in one.bets)), None), bet, own)
