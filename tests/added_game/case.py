"""The case of the big six wheel: how the contract suite walks a game that was added."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pitboss.decider import Act, Event, Person, Role
from pitboss.games.table import acts as a
from tests.added_game.bigsix import messages as m
from tests.support.game_case import GameCase
from tests.support.strategies import PEOPLE, PLAYERS

__all__ = ["BIGSIX", "EDITION", "EDITIONS"]

EDITION = "lakeside-bigsix-2026"
EDITIONS = Path(__file__).parent / "bigsix" / "editions"


def _onwards(table: Any) -> tuple[type[Act], ...]:
    if not table.is_open:
        return (a.OpenTable,) if table.inspected else (a.InspectEquipment,)
    if table.is_between_rounds:
        is_known = Person(table.dealer, Role.DEALER) in PEOPLE
        return (a.OpenBetting, a.CloseTable) if is_known else (a.RelieveDealer,)
    return {
        "betting": (m.CallNoMoreBets, m.PlaceWager, m.PlaceWager),
        "spinning": (m.EnterStop,),
        "stopped": (m.PayWinners,),
    }[table.phase]


def _depths(_: Any, event: Event) -> Iterable[str]:
    if isinstance(event, m.RoundSettled):
        yield from {"won" if paid else "lost" for paid in event.paid_minor}


BIGSIX = GameCase(
    variants={EDITION: ({}, {"default_min": 1, "player_max": 700, "table_max": 1_500}, {"min": {"joker": 500}})},
    onwards=_onwards,
    end="bigsix.round_settled/1",
    lures={
        "player": PLAYERS,
        "dealer": ("Dora", "Dan"),
        "mucker": ("Max", None),
        "bet": ("1", "20", "joker", "flag", "40", "x"),
        "symbol": ("1", "2", "flag", "40"),
        "stake_minor": (1, 99, 100, 500, 50_000, 50_001),
        "kind": ("1", "joker", "x", "player_total"),
    },
    flavour="bet",
    notations={},
    stakes=lambda current: sum(current.wagers.values()),
    depths=_depths,
    reaches=frozenset({"won", "lost"}),
    absent={},
    calm=0.3,
)
