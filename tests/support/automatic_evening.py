"""An evening of automatic tables, drawn from a seed: every act, every cause of a void game, and much that is refused.

Every game ends in one of the ways of `ENDINGS`, and before every game the house does some of `CHORES`; both go round in
turn, so that a short evening meets all of them. The commands are then played by a floor, the tables mixed.
"""

import random
from collections.abc import Callable
from functools import partial
from itertools import cycle
from typing import Any

import msgspec

from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.table import acts as table_acts
from tests.support.automatic_driver import AGAINST, SUPERVISOR, WITH
from tests.support.automatic_evening_table import EveningTable
from tests.support.evening import Evening, EveningStream

__all__ = ["LATE", "automatic_evening"]

LIMITS = {"default_min": 100, "min": {"red": 200}, "max": {"straight": 5_000, "split": 10_000}, "default_max": 100_000}
TABLES: tuple[dict[str, Any], ...] = (
    {"name": "A1", "settings": {**LIMITS, "match_play": True}, "exposure_mode": "warn"},
    {"name": "A2", "settings": LIMITS, "exposure_mode": "refuse", "history": 20},
    {"name": "A3", "settings": LIMITS, "has_sensor": False},
)
WHENEVER = ("interference", "malfunction", "foreign_object", "ball_out", "fraud")
"""Causes that void a game as far as it may be, and one that is settled too."""
LATE = ("wrong_number", *WHENEVER)

Deed = Callable[[EveningTable], None]


# How a game ends


def _settled(table: EveningTable) -> None:
    table.settle_any()


def _wrong_number(table: EveningTable) -> None:
    """Confirm what turns out to be wrong before the next game."""
    table.settle_any()
    table.void_any("wrong_number", game=table.table.rounds)


def _bad_spin(cause: str, direction: Any, revolutions: int, table: EveningTable) -> None:
    """Spin as no ball may run: the number is not taken, the game is void."""
    table.ball(direction)
    table.refused("dealer", table.find(table.number(), revolutions))
    table.void_any(cause)


def _no_drop(table: EveningTable) -> None:
    table.ball()
    table.void_any("no_drop")


def _whenever(cause: str, table: EveningTable) -> None:
    """Void a game at any of its phases; what is of the ball, once it runs."""
    phase = table.rng.randrange(1 if cause in ("foreign_object", "ball_out") else 0, 4)
    if phase == 1:
        table.do("dealer", automatic_acts.SpinBall(direction=AGAINST))
    if phase > 1:
        table.ball()
    if phase > 2:
        table.find(table.number())
    table.void_any(cause)


def _held(table: EveningTable) -> None:
    """Hold a game, with the bets locked or the clock at zero and no ball running; it cannot go on."""
    if table.rng.random() < 0.5:
        table.ball()
        table.hold()
    else:
        table.do("device", automatic_acts.LockBets())
    table.void_any("held")


def _early(table: EveningTable) -> None:
    """Find a number while bets are taken, or, without a sensor, see a hand on the layout: the game is held and void."""
    table.do("dealer", automatic_acts.SpinBall(direction=AGAINST))
    if table.table.config.has_sensor:
        table.sense(table.number())
    else:
        table.do("dealer", automatic_acts.HoldGame(reason="a hand on the layout"))
    table.void_any("held")


def _ruled(table: EveningTable) -> None:
    """Hold a game, and let a supervisor say which number it has."""
    table.ball()
    table.hold()
    pocket = table.table.disputed or table.number()
    ruling = automatic_acts.RuleNumber(pocket=pocket, revolutions=9, reason="as the camera has it")
    table.refused(SUPERVISOR, ruling)
    table.do(SUPERVISOR, ruling, witness="dealer")


def _abandoned(table: EveningTable) -> None:
    """Let patrons walk off, with bets down and without; what the bets come to is theirs."""
    for terminal in table.some(0.2):
        if table.credits(terminal):
            act = automatic_acts.AbandonSession(terminal=terminal, reason="nobody came back")
            table.refused(SUPERVISOR, act)
            table.do(SUPERVISOR, act, witness="dealer")
    table.settle_any()


def _extended(table: EveningTable) -> None:
    """Let the clock reach zero with no ball running, and give the game more time."""
    table.do("device", automatic_acts.LockBets())
    table.refused("dealer", automatic_acts.ExtendClock(seconds=30))
    table.do("dealer", automatic_acts.ExtendClock(seconds=30), witness=SUPERVISOR)
    table.bets_of_all(0.3)
    table.settle_any()


ENDINGS: tuple[Deed, ...] = (
    *(_settled,) * 12,
    _wrong_number,
    partial(_bad_spin, "same_direction", WITH, 9),
    partial(_bad_spin, "few_revolutions", AGAINST, 2),
    _no_drop,
    *(partial(_whenever, cause) for cause in WHENEVER),
    _held,
    _early,
    _ruled,
    _extended,
    _abandoned,
)


# What is done between two games


def _cash_out(table: EveningTable) -> None:
    for terminal in table.some(0.1):
        table.leave(terminal)


def _think_again(table: EveningTable) -> None:
    for terminal in table.some(0.2):
        if table.credits(terminal):
            table.think_again(terminal)


def _correct(table: EveningTable) -> None:
    """Correct buy-ins, upwards for certain and otherwise as it comes."""
    for terminal in table.some(0.1):
        table.answer("dealer", automatic_acts.CorrectBuyIn(terminal=terminal, **table.amounts()))
        table.answer(terminal, automatic_acts.VerifyCredit(terminal=terminal))
    terminal = table.rng.choice(table.terminals)
    table.buy_in(terminal)
    table.do("dealer", automatic_acts.CorrectBuyIn(terminal=terminal, currency_minor=table.rng.randint(40_000, 50_000)))
    table.touch(terminal, automatic_acts.VerifyCredit)


def _correct_over(table: EveningTable) -> None:
    """Correct the buy-in of somebody who left, upwards and downwards."""
    for holder in list(table.table.over)[-3:]:
        terminal, _, session = holder.rpartition(".")
        act = automatic_acts.CorrectBuyIn(terminal=terminal, session=int(session), **table.amounts())
        table.refused("dealer", act)
        table.answer(SUPERVISOR, act, witness="inspector")


def _replace(table: EveningTable) -> None:
    """Take a terminal away whose player leaves, and put another one in its place."""
    terminal = table.rng.choice(table.terminals)
    if table.credits(terminal):
        table.refused(SUPERVISOR, automatic_acts.RemoveTerminal(terminal=terminal))
    table.replace(terminal)


def _staff(table: EveningTable) -> None:
    """Report the staffing, relieve the dealer for a moment, give and take a mucker."""
    table.do(
        SUPERVISOR, automatic_acts.ReportStaffing(tables=table.rng.randint(1, 20), supervisors=table.rng.randint(0, 3))
    )
    table.do("floorperson", table_acts.RelieveDealer(dealer="Dan"))
    table.refused("dealer", automatic_acts.StartGame())
    table.do("floorperson", table_acts.RelieveDealer(dealer="Dora"))
    for mucker in ("Max", None):
        table.do("inspector", table_acts.AssignMucker(mucker=mucker))


def _set(table: EveningTable) -> None:
    """Set the clock on the wall, and a limit."""
    table.do("device", automatic_acts.RecordClockStep(by_milliseconds=table.rng.randint(-5_000, 5_000)))
    limit = table_acts.SetLimit(
        kind="dozen", which=table_acts.Limit.MAX, amount_minor=table.rng.choice((50_000, 100_000))
    )
    table.do(SUPERVISOR, limit, witness="dealer")


def _void_last(table: EveningTable) -> None:
    """Void the last game, if it was settled, after winners have taken their money away and a loser is gone."""
    _void_settled(table, table.table.rounds)


def _void_earlier(table: EveningTable) -> None:
    """Void one of the games before, which takes a supervisor and a second person."""
    games = [entry.game for entry in table.table.history if entry.game != table.table.rounds]
    _void_settled(table, table.rng.choice(games) if games else 0)


def _void_settled(table: EveningTable, game: int) -> None:
    settled = next((entry for entry in table.table.history if entry.game == game), None)
    if settled is None or game in table.table.voided:
        table.refused(
            SUPERVISOR,
            automatic_acts.VoidGame(cause=automatic_acts.VoidCause.WRONG_NUMBER, game=game or 999),
            witness="dealer",
        )
        return
    gains = _gains(settled.wagers)
    there = sorted((terminal for terminal in gains if terminal in table.table.terminals), key=lambda one: -gains[one])
    for place, terminal in enumerate(there):
        if gains[terminal] > 0 and (place == 0 or table.rng.random() < 0.5):
            table.leave(terminal)
    losers = [terminal for terminal in there if gains[terminal] < 0]
    if losers:
        table.replace(table.rng.choice(losers))
    table.void_any(next(table.causes), game=game, witness="dealer")


def _gains(wagers: Any) -> dict[str, int]:
    """Return what a settled game brought each terminal."""
    gains: dict[str, int] = {}
    for row in wagers.rows():
        gains[row.terminal] = gains.get(row.terminal, 0) + (row.paid_minor or -row.stake_minor)
    return gains


def _debts(table: EveningTable) -> None:
    """Settle what void games have left open, all of it or a part, and never more."""
    open_debts = [(automatic_acts.RepayReceivable, *entry) for entry in table.table.receivables().items()]
    open_debts += [(automatic_acts.PayPayable, *entry) for entry in table.table.payables().items()]
    for kind, holder, owed in open_debts:
        terminal, _, session = holder.rpartition(".")
        whose = {"terminal": terminal, "session": int(session)}
        table.refused(SUPERVISOR, kind(**whose, amount_minor=owed + 1))
        part = table.rng.choice((owed, (owed + 1) // 2))
        table.do(SUPERVISOR, kind(**whose, amount_minor=part))


def _wrong(table: EveningTable) -> None:
    """Ask for what is not open between two games."""
    terminal = table.rng.choice(table.terminals)
    table.refused(terminal, automatic_acts.PlaceBet(terminal=terminal, bet="red", chip_minor=500))
    table.refused(SUPERVISOR, automatic_acts.EnrolTerminal(terminal=terminal))
    table.refused(SUPERVISOR, automatic_acts.RefundGame())
    table.refused("dealer", automatic_acts.ConfirmBuyIn(terminal=terminal, amount_minor=100))
    table.refused("dealer", automatic_acts.DeliverChips(terminal=terminal))
    table.refused("dealer", automatic_acts.SpinBall(direction=AGAINST))
    table.refused("device", automatic_acts.LockBets())


CHORES: tuple[Deed, ...] = (
    _wrong,
    _cash_out,
    _staff,
    _correct,
    _void_last,
    _correct_over,
    _debts,
    _think_again,
    _replace,
    _set,
    _void_earlier,
    _debts,
)


def automatic_evening(seed: int, *, tables: int = 3, terminals: int, rounds: int) -> Evening:
    """Draw an evening of so many terminals and rounds in all; the last table is still open at its end."""
    rng = random.Random(seed)
    causes = cycle(LATE)
    drawn = [
        EveningTable(rng, causes, terminals // tables + (number < terminals % tables), **TABLES[number])
        for number in range(tables)
    ]
    for number in range(rounds):
        table = drawn[number % tables]
        CHORES[number // tables % len(CHORES)](table)
        table.start()
        ENDINGS[number % len(ENDINGS)](table)
    for table in drawn[:-1]:
        table.close()
    return Evening(seed, tuple(_stream(table) for table in drawn))


def _stream(table: EveningTable) -> EveningStream:
    commands = (msgspec.structs.replace(command, key=f"k{at}") for at, command in enumerate(table.sent, start=1))
    return EveningStream(f"automatic:{table.table.config.name}", "automatic", table.document, tuple(commands))
