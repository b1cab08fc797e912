"""Every cause at every phase (I.9): the game is void and all wagers go back, or the void is refused."""

from typing import Any, NamedTuple

import pytest

from pitboss.decider import Accepted
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.acts import VoidCause
from tests.support.automatic_driver import SUPERVISOR
from tests.support.automatic_phases import BOUGHT, GAINS, PHASES, played

CLAUSES = {
    VoidCause.SAME_DIRECTION: "RA-9a",
    VoidCause.FEW_REVOLUTIONS: "RA-9b",
    VoidCause.NO_DROP: "RA-9c",
    VoidCause.WRONG_NUMBER: "RA-9d",
    VoidCause.INTERFERENCE: "RA-9f",
    VoidCause.MALFUNCTION: "RA-9g",
    VoidCause.FOREIGN_OBJECT: "RA-9h",
    VoidCause.BALL_OUT: "RA-9i",
    VoidCause.FRAUD: "RA-9j",
    VoidCause.HELD: "Q33",
}
OF_THE_BALL = (VoidCause.SAME_DIRECTION, VoidCause.FEW_REVOLUTIONS, VoidCause.NO_DROP)
WITH_A_BALL = (VoidCause.FOREIGN_OBJECT, VoidCause.BALL_OUT)
"""What needs a ball that was spun, in a game that is played."""
REASONS = {
    "no game": "no game is in play",
    "no ball": "no ball is running",
    "no number": "no number was confirmed",
    "not held": "the game is not held",
    "too late": "comes too late",
    "in play": "a settled game is voided when no game is in play",
    "already": "is void already",
    "unknown": "is not at hand",
}
"""A word to a part of the sentence that refuses."""


class Row(NamedTuple):
    """At a phase, naming a game or none: what a void by each kind of cause comes to."""

    phase: str
    game: int | None
    ball: str
    number: str
    other: str
    held: str

    def answer(self, cause: VoidCause) -> str:
        """Return what a void by a cause comes to."""
        if cause in OF_THE_BALL or (cause in WITH_A_BALL and self.ball == "no ball"):
            return self.ball
        return {VoidCause.WRONG_NUMBER: self.number, VoidCause.HELD: self.held}.get(cause, self.other)


TABLE = (
    Row("before any", None, "no game", "no game", "no game", "no game"),
    Row("before any", 1, "unknown", "unknown", "unknown", "unknown"),
    Row("betting", None, "no ball", "no number", "void", "not held"),
    Row("betting", 1, "no ball", "no number", "void", "not held"),
    Row("betting", 2, "unknown", "unknown", "unknown", "unknown"),
    Row("prompted", None, "no ball", "no number", "void", "not held"),
    Row("spinning", None, "void", "no number", "void", "not held"),
    Row("locked", None, "void", "no number", "void", "not held"),
    Row("sensed", None, "void", "no number", "void", "not held"),
    Row("sensed", 1, "void", "no number", "void", "not held"),
    Row("held, no ball", None, "no ball", "no number", "void", "void"),
    Row("held, ball runs", None, "void", "no number", "void", "void"),
    Row("held, locked", None, "void", "void", "void", "void"),
    Row("void", None, "already", "already", "already", "already"),
    Row("void", 1, "already", "already", "already", "already"),
    Row("refunded", None, "no game", "no game", "no game", "no game"),
    Row("refunded", 1, "unknown", "unknown", "unknown", "unknown"),
    Row("settled", None, "no game", "no game", "no game", "no game"),
    Row("settled", 1, "too late", "void", "void", "too late"),
    Row("settled, void", 1, "already", "already", "already", "already"),
    Row("settled, refunded", None, "no game", "no game", "no game", "no game"),
    Row("settled, refunded", 1, "already", "already", "already", "already"),
    Row("next betting", 1, "too late", "in play", "in play", "too late"),
    Row("next betting", None, "no ball", "no number", "void", "not held"),
    Row("next spinning", 1, "too late", "in play", "in play", "too late"),
    Row("next spinning", 2, "void", "no number", "void", "not held"),
    Row("next settled", 1, "too late", "void", "void", "too late"),
    Row("next settled", 2, "too late", "void", "void", "too late"),
    Row("next void", 1, "already", "already", "already", "already"),
    Row("next refunded", 1, "too late", "void", "void", "too late"),
    Row("next refunded", 2, "unknown", "unknown", "unknown", "unknown"),
)


def settled(driver):
    """Return the games that count: settled, and not void."""
    return {entry.game for entry in driver.table.history} - driver.table.voided


def assert_money_is_right(driver, games):
    """Credits and bets are buy-ins, and what the games that count brought; the layout has the bets; all sum to zero."""
    worth = {name: bought + sum(GAINS[game][name] for game in games) for name, bought in BOUGHT.items()}
    assert worth == {name: driver.credits(name) + sum(driver.bets(name).values()) for name in BOUGHT}
    assert driver.balance("layout") == sum(sum(driver.bets(name).values()) for name in BOUGHT)
    assert 0 == sum(driver.table.balances.values())
    house = {"drop": 15_000, "patrons": -15_000, "rack": -sum(worth.values())}
    assert house == {name: driver.balance(name) for name in house}
    assert {} == {**driver.table.receivables(), **driver.table.payables()}


def standing(driver):
    """Return what a refused void must leave as it is."""
    table = driver.table
    return dict(table.balances), table.phase, table.void, table.held, set(table.voided), table.rounds


def test_every_phase_is_in_the_table():
    """A phase nobody voids at would be a hole."""
    assert set(PHASES) == {row.phase for row in TABLE}
    assert set(VoidCause) == set(CLAUSES)


@pytest.mark.clause(
    "RA-9a", "RA-9b", "RA-9c", "RA-9d", "RA-9f", "RA-9g", "RA-9h", "RA-9i", "RA-9j", "RA-9k", "Q5", "Q52"
)
@pytest.mark.parametrize("cause", VoidCause)
@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.phase}, {row.game or 'in play'}")
def test_every_cause_at_every_phase(row, cause):
    """The game is void by the cause's clause and every wager goes back, or the void is refused and nothing changes."""
    driver = played(row.phase)
    before, rounds = standing(driver), driver.table.rounds
    games, game = settled(driver), row.game or rounds
    answer: Any = driver.answer(SUPERVISOR, a.VoidGame(cause=cause, game=row.game), witness="dealer")
    if row.answer(cause) != "void":
        assert (CLAUSES[cause], True) == (answer.clause, REASONS[row.answer(cause)] in answer.reason), answer
        assert before == standing(driver)
        return
    assert isinstance(answer, Accepted), answer
    voided: Any = answer.events[0]
    assert (game, cause, CLAUSES[cause], game in games) == (
        voided.game,
        voided.cause,
        voided.clause,
        voided.was_settled,
    )
    assert "RA-9k" == driver.refused("dealer", a.StartGame()).clause
    driver.refund()
    assert_money_is_right(driver, games - {game})
    assert driver.table.is_between_rounds
    assert rounds + 1 == driver.do("dealer", a.StartGame()).game


@pytest.mark.clause("RA-9k")
@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_comes_to_its_end(phase):
    """From wherever it stands the money is right, and a game in play can be voided, refunded and followed by one."""
    driver = played(phase)
    if driver.table.void is None:
        assert_money_is_right(driver, settled(driver))
    if driver.table.is_in_play:
        driver.void("malfunction")
    if driver.table.void is not None:
        driver.refund()
    assert_money_is_right(driver, settled(driver))
    assert driver.table.rounds + 1 == driver.do("dealer", a.StartGame()).game
