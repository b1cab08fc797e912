"""The case of sic bo: which tables the contract suite walks, what tempts them, and what it must have met there."""

from collections.abc import Iterable
from typing import Any

from pitboss.decider import Act, Event, Person, Role
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.sicbo import events as sicbo_events
from pitboss.games.sicbo.wagers import parse_bet
from pitboss.games.table import acts as table_acts
from pitboss.games.table import events as table_events
from tests.support.game_case import GameCase
from tests.support.sicbo_driver import SICBO as EDITION
from tests.support.strategies import PEOPLE, PLAYERS

__all__ = ["SICBO"]


def _onwards(table: Any) -> tuple[type[Act], ...]:
    if table.is_computer_failed:
        return (sicbo_acts.RecordRepair,) if table.is_between_rounds else (sicbo_acts.SettleByHand,)
    if table.is_between_rounds and not table.is_computer_inspected:
        return (sicbo_acts.InspectComputer,)
    if not table.is_open:
        return (table_acts.OpenTable,) if table.inspected else (table_acts.InspectEquipment,)
    if table.is_between_rounds:
        return _between(table)
    return {
        "betting": (sicbo_acts.CallNoMoreBets, sicbo_acts.PlaceWager, sicbo_acts.PlaceWager),
        "closed": (sicbo_acts.ShakeDice,),
        "shaken": (sicbo_acts.UncoverShaker,),
        "uncovered": (sicbo_acts.EnterDice,),
        "not_flat": (sicbo_acts.CallNoRoll,),
        "lit": (
            sicbo_acts.PayWinners if table.are_losers_collected else sicbo_acts.CollectLosers,
            sicbo_acts.CorrectDice,
        ),
        "settled": (sicbo_acts.ClearLights,),
    }[table.phase]


def _between(table: Any) -> tuple[type[Act], ...]:
    """Bring a dealer who comes to this suite, and try to close the table after every second round."""
    if Person(table.dealer, Role.DEALER) not in PEOPLE:
        return (table_acts.RelieveDealer,)
    if not table.is_sign_posted:
        return (table_acts.PostSign,)
    return (table_acts.OpenBetting, table_acts.CloseTable) if table.rounds % 2 else (table_acts.OpenBetting,)


def _depths(table: Any, event: Event) -> Iterable[str]:
    match event:
        case sicbo_events.WagerPlaced():
            yield f"a wager placed by the {event.placed_by}"
        case sicbo_events.RoundSettled():
            yield from {f"a wager: {outcome}" for outcome in event.wagers.outcome}
            yield "settled by hand" if event.by_hand else "settled by the lights"
        case sicbo_events.FailureReported():
            stakes = "with wagers" if table.round is not None and table.round.wagers else "without wagers"
            yield f"a failure {'uncovered' if event.is_uncovered else 'covered'}, {stakes}"
        case table_events.LimitSet() if not table.is_between_rounds:
            yield "a limit set during a round"
        case table_events.TableOpened() if table.rounds:
            yield "a table opened again"
        case _:
            return


SICBO = GameCase(
    variants={
        EDITION: (
            {},
            {"two_of_a_kind": "exactly", "odds": {"triple": 180, "total:4": 62}, "one_twice": 3, "one_thrice": 12},
            {
                "default_min": 100,
                "default_max": 20_000,
                "min": {"triple": 25, "small": 500, "total:7": 50},
                "max": {"triple": 100, "pair": 150, "total:7": 60},
            },
            # So narrow that what lies on a place decides what may be added, and so dear that a round may cost too much.
            {"default_min": 1_000, "default_max": 1_500},
            {"default_min": 25, "player_max": 700, "table_max": 1_500},
            {"odds": {"triple": 1_000_000, "one": 1_000_000, "total:4": 1_000_000}},
        ),
    },
    onwards=_onwards,
    end="sicbo.round_settled/1",
    lures={
        "player": PLAYERS,
        "dealer": ("Dora", "Dan"),
        "mucker": ("Max", None),
        "bet": (
            *("triple:1", "triple:6", "triple:7", "triple", "any_triple", "any_triple:3", "pair:3", "pair:3-3"),
            *("total:3", "total:4", "total:7", "total:17", "total:18", "total:19", "total:4-5", "total"),
            *("combination:1-2", "combination:2-1", "combination:3-3", "combination:1-2-3", "small", "small:4"),
            *("big", "one:6", "one:0", "one:", "jackpot", ""),
        ),
        "dice": ((1, 1, 1), (1, 2, 3), (3, 3, 5), (6, 6, 6), (0, 1, 2), (1, 2, 7), (1, 2), (1, 2, 3, 4)),
        "seen_lit": (("any_triple",), ("big", "small"), ()),
        "shakes": (0, 2, 3, 1_000),
        "stake_minor": (1, 25, 50, 100, 150, 500, 20_001, 10**12),
        "kind": ("triple", "total:7", "total", "total:3", "small", "jackpot", "player_total", "table_total"),
    },
    flavour="bet",
    notations={"bet": parse_bet},
    stakes=lambda current: sum(current.wagers.values()),
    depths=_depths,
    reaches=frozenset(
        {
            *(f"a wager placed by the {role}" for role in ("player", "dealer")),
            *(f"a wager: {outcome}" for outcome in ("win", "lose")),
            "settled by hand",
            "settled by the lights",
            "a failure uncovered, with wagers",
            "a failure uncovered, without wagers",
            "a failure covered, with wagers",
            "a failure covered, without wagers",
            "a limit set during a round",
            "a table opened again",
        }
    ),
    absent={},
    slice_first={"oneida-sicbo-2004": 1},
)
