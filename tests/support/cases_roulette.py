"""The case of roulette: which tables the contract suite walks, what tempts them, and what it must have met there."""

from collections.abc import Iterable
from typing import Any

from pitboss.decider import Act, Event, Person, Role
from pitboss.games.disputes import ContestDecision, InformSurveillance, ResolveDispute, SettleDispute
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.roulette import events as roulette_events
from pitboss.games.roulette.wagers import parse_bet
from pitboss.games.table import acts as table_acts
from pitboss.games.table import events as table_events
from pitboss.rulebook import Edition, edition, edition_ids
from tests.support.driver import HOIAN, ONEIDA, SEABROOK
from tests.support.game_case import GameCase
from tests.support.strategies import PEOPLE, PLAYERS

__all__ = ["ROULETTE"]


def _roulette_onwards(table: Any) -> tuple[type[Act], ...]:
    if not table.is_open:
        return (table_acts.OpenTable,) if table.inspected else (table_acts.InspectEquipment,)
    if table.is_between_rounds:
        return _roulette_between(table)
    if table.round.is_open:
        return _roulette_betting(table)
    unpaid = [key for key in table.round.wagers if key[2].startswith("foreign") and key not in table.round.withheld]
    if unpaid and table.rounds % 2:
        return (roulette_acts.RefuseForeignPayment,)
    if table.phase == "closed":
        return (
            (roulette_acts.FindForeignChips, roulette_acts.EnterNumber)
            if table.round.direction == "against"
            else (roulette_acts.CallNoSpin,)
        )
    return _roulette_landed(table)


def _roulette_betting(table: Any) -> tuple[type[Act], ...]:
    if table.phase == "spinning":
        return (roulette_acts.CallNoMoreBets,)
    if table.is_ball_suspect:
        return (
            roulette_acts.ExamineBall if table.must_examine_ball else roulette_acts.ReplaceBall,
            roulette_acts.IssueColour,
            roulette_acts.PlaceWager,
        )
    return (
        roulette_acts.ReturnBall if table.must_return_ball else roulette_acts.SpinBall,
        roulette_acts.IssueColour,
        roulette_acts.PlaceWager,
    )


def _roulette_landed(table: Any) -> tuple[type[Act], ...]:
    if table.disputes.holding(table.rounds) is not None:
        return (SettleDispute, ResolveDispute, InformSurveillance, ContestDecision)
    if table.questioned:
        return (
            (roulette_acts.CallNoSpin, roulette_acts.FindForeignChips)
            if table.rounds % 3 == 0
            else (roulette_acts.DecidePosition, roulette_acts.FindForeignChips)
        )
    if table.dolly is None:
        return (roulette_acts.PlaceDolly, roulette_acts.QuestionPosition, roulette_acts.CorrectNumber)
    return (roulette_acts.PayWinners,) if table.are_losers_collected else (roulette_acts.CollectLosers,)


def _roulette_between(table: Any) -> tuple[type[Act], ...]:
    """Bring a dealer who comes to this suite, and try to close the table after every second round."""
    if Person(table.dealer, Role.DEALER) not in PEOPLE:
        return (table_acts.RelieveDealer,)
    if table.dolly is not None and table.rounds % 2:
        return (table_acts.OpenBetting, roulette_acts.RedeemColour if table.colours else table_acts.CloseTable)
    return (table_acts.OpenBetting,)


def _roulette_depths(table: Any, event: Event) -> Iterable[str]:
    match event:
        case roulette_events.WagerPlaced():
            yield f"a wager in {event.source.partition(':')[0]}"
            yield f"a wager placed by the {event.placed_by}"
            yield f"chips on the {event.placement}"
        case roulette_events.RoundSettled() | roulette_events.NoSpinCalled():
            yield from {f"a wager: {outcome}" for outcome in event.wagers.outcome} - {"a wager: returned"}
        case roulette_events.ColourIssued() if event.player in {
            s.player for c, s in table.colours.items() if c != event.colour
        }:
            yield "a second set"
        case roulette_events.ColourIssued() if event.colour in table.colours:
            yield "more chips of a colour"
        case roulette_events.PositionDecided() if event.decided != event.bet:
            yield "a chip that lies elsewhere"
        case table_events.LimitSet() if not table.is_between_rounds:
            yield "a limit set during a round"
        case table_events.TableOpened() if table.rounds:
            yield "a table opened again"
        case _:
            return


_BY_PROCEDURE = {
    "return_ball": {"roulette.ball_returned/1"},
    "examine_ball": {"roulette.ball_examined/1"},
    "question": {"roulette.position_questioned/1", "roulette.position_decided/1", "a chip that lies elsewhere"},
    "foreign": {"roulette.foreign_chips_found/1"},
    "foreign_refused": {"roulette.foreign_payment_refused/1"},
    "foreign_honoured": {"roulette.foreign_chips_honoured/1"},
    "suspect": {"roulette.suspect_scanned/1"},
    "business_decision": {"roulette.decision_recorded/1"},
}
"""What happens only where a house's rules know a procedure."""


def _absent(rules: Edition) -> frozenset[str]:
    """Return what cannot happen under an edition, from its own data: so a new house needs no line here."""
    procedures = rules.rules["clauses"]
    found = {entry for name, entries in _BY_PROCEDURE.items() if name not in procedures for entry in entries}
    if rules.rules["wheel"] == "single_zero":
        found.add("chips on the courtesy_line")
    if next(spec for spec in rules.settings if spec.key == "match_play").permitted == (False,):
        found.add("a wager in coupon")
    if "colour_chips_only" in procedures:
        found |= {"a wager in value", "a wager in tip", "roulette.wager_called/1"}
    return frozenset(found)


ROULETTE = GameCase(
    variants={
        ONEIDA: (
            {},
            {"match_play": True},
            {
                "match_play": True,
                "colours": ["blue", "pink"],
                "default_min": 10,
                "default_max": 20_000,
                "min": {"straight": 25, "red": 500},
                "max": {"straight": 100, "split": 10},
            },
            {"odds": {"straight": 1_000_000, "red": 2}, "verbal": "none", "results_display": False},
            {"match_play": True, "colours": ["blue", "pink"], "player_max": 700, "table_max": 1_500},
        ),
        HOIAN: (
            {},
            {"colours": ["blue", "pink", "red"], "default_min": 100, "max": {"red": 5_000}, "results_shown": 1},
            {"verbal": "none", "default_min": 1_000, "default_max": 1_000_000},
            {"colours": ["blue", "pink", "red"], "default_min": 50, "player_max": 5_000, "table_max": 12_000},
        ),
        SEABROOK: (
            {},
            {"colours": ["blue", "pink"], "min": {"red": 100}, "max": {"straight": 400}},
            {"colours": ["blue", "pink"], "player_max": 900, "table_max": 1_300},
        ),
    },
    onwards=_roulette_onwards,
    end="roulette.round_settled/1",
    lures={
        "player": PLAYERS,
        "dealer": ("Dora", "Dan"),
        "mucker": ("Max", None),
        "direction": (roulette_acts.Direction.AGAINST,),
        "cause": (roulette_acts.Cause.BALL_OUT, roulette_acts.Cause.SUSPICION),
        "bet": (
            *("straight:0", "straight:00", "straight:17", "straight:37", "split:0-00", "split:0-3", "split:1-3"),
            *("split:2-1", "row:1-2-3", "row:2-3-4", "triple:0-1-2", "triple:0-2-00", "corner:1-2-4-5"),
            *("first_four:0-1-2-3", "first_five:0-00-1-2-3", "six:1-6", "six:1-2-3-4-5-6", "column:1", "column:4"),
            *("column:2", "dozen:0", "dozen:1", "dozen:2", "red", "black", "odd", "even", "low", "high"),
            *("red:1", "jackpot", "straight:", ""),
        ),
        "source": ("value", "coupon", "credits", "foreign:T9", "colour:blue", "colour:pink", "colour:mauve"),
        "pocket": ("0", "00", "17", "36", "37"),
        "colour": ("blue", "pink", "tan", "red", "mauve"),
        "value_minor": (1, 100, 1_000),
        "stake_minor": (1, 50, 100, 150, 400, 401, 10**12),
        "kind": ("straight", "red", "first_four", "first_five", "jackpot", "player_total", "table_total"),
        "dispute": (1, 2, 3),
        "grounds": (("game_rules",), ("law", "law"), ("whim",)),
        "placement": ("courtesy_line", "line", "box"),
    },
    flavour="source",
    notations={"bet": parse_bet, "decided": parse_bet},
    stakes=lambda current: sum(current.wagers.values()),
    depths=_roulette_depths,
    reaches=frozenset(
        {
            *(f"a wager in {chips}" for chips in ("value", "tip", "colour", "coupon")),
            *(f"a wager placed by the {role}" for role in ("player", "dealer")),
            *(f"chips on the {place}" for place in ("box", "line", "corner", "courtesy_line")),
            *(f"a wager: {outcome}" for outcome in ("win", "lose", "void")),
            "a second set",
            "more chips of a colour",
            "a chip that lies elsewhere",
            "a limit set during a round",
            "a table opened again",
        }
    ),
    absent={name: _absent(edition(name)) for name in edition_ids() if edition(name).game == "roulette"},
    rare=frozenset({"a second set", "a table opened again"}),
    slice_first={"hoian-roulette-2020": 2, "oneida-roulette-2008": 1, "seabrook-roulette": 2},
)
