"""People among the robots: nobody acts in their place before they had time, and no table waits for them for ever."""

import pytest

from pitboss.decider import Person, Refusal, Role
from pitboss.demo.robots.guests import present
from pitboss.demo.robots.scene import REOPEN_SECONDS
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.table import acts as table_acts
from tests.support.life import TABLES, Played, next_patient

DANA, FLORA = Person("dana", Role.DEALER), Person("flora", Role.FLOORPERSON)
SULA, ANN = Person("sula", Role.PIT_SUPERVISOR), Person("Ann", Role.PLAYER)
T1 = Person("T1", Role.PLAYER)


def betting(stream, *, rounds=3, seed=1):
    """Return a table at which a round takes bets."""
    return Played(stream, seed=seed).until(
        lambda state: state.rounds >= rounds and state.round.phase == "betting" and not state.is_between_rounds
    )


def between(stream):
    """Return a table between two rounds."""
    return Played(stream).rounds(3)


@pytest.mark.parametrize("stream", TABLES)
def test_a_persons_table_is_dealt_by_that_person(stream):
    """Once a person has relieved a robot, no robot does a dealer's act."""
    table = between(stream)
    table.do(FLORA, table_acts.RelieveDealer(dealer="dana"))
    before = len(table.steps)
    for _ in range(40):
        table.step()

    assert Role.DEALER not in {step.by.role for step in table.steps[before:]}


def test_a_person_who_deals_slowly_finds_the_ball_themselves():
    """Robots bet at a person's table; nobody calls bets off, a spin none, or the number, however long it takes."""
    table = between("roulette-1")
    table.do(FLORA, table_acts.RelieveDealer(dealer="dana"))
    table.do(DANA, table_acts.OpenBetting())
    while table.step() is not None:
        pass
    table.do(DANA, roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
    assert {None} == {table.look() for _ in range(200)}
    table.do(DANA, roulette_acts.CallNoMoreBets())
    assert {None} == {table.look() for _ in range(200)}
    table.do(DANA, roulette_acts.EnterNumber(pocket="17", revolutions=9))

    assert table.state.round.wagers
    assert "landed" == table.state.phase


@pytest.mark.parametrize("stream", ["roulette-1", "roulette-2", "roulette-3"])
def test_a_person_who_asks_for_a_colour_is_sold_one(stream):
    """A robot who deals gives a set of chips to somebody at a seat, as to its own guests."""
    table = between(stream)
    table.do(ANN, roulette_acts.RequestColour(player="Ann"))
    table.until(lambda state: state.colours_of("Ann"))
    (colour,) = table.state.colours_of("Ann")

    assert ([], True) == (table.state.waiting, table.state.held("Ann", colour) > 0)


@pytest.mark.parametrize("stream", ["sicbo-1", "blackjack-1", "baccarat-1"])
def test_closed_table_is_opened_again(stream):
    """A table that somebody closed stays closed for a while, and then life goes on."""
    table = between(stream)
    while isinstance(table.answer(table.crew.staff[Role.DEALER], table_acts.CloseTable()), Refusal):
        table.step()
    before = len(table.steps)
    table.rounds(table.state.rounds + 2)

    assert REOPEN_SECONDS in [step.pause for step in table.steps[before:]]


@pytest.mark.parametrize("stream", TABLES)
def test_without_robots_on_duty_a_closed_table_stays_closed(stream):
    """Nobody opens a table at which nobody deals."""
    table = Played(stream).without(*Role)

    assert table.look() is None


# Roulette


def test_who_leaves_no_longer_waits_for_colours():
    """A robot whose time is over takes itself off the list for colour chips."""
    table = between("roulette-3")
    here = [*present(table.crew.players, table.state.rounds), *(entry.player for entry in table.state.colours.values())]
    gone = next(name for name in table.crew.players if name not in here)
    table.do(Person(gone, Role.PLAYER), roulette_acts.RequestColour(player=gone))
    step = table.look()

    assert roulette_acts.CancelRequest(player=gone) == step.act


def test_questioned_chip_is_decided_on():
    """A chip whose place a person questions is decided on after a while, and the round goes on."""
    table = Played("roulette-2").until(lambda state: state.phase == "landed" and state.round.wagers)
    name, where, source = next(iter(table.state.round.wagers))
    table.do(SULA, roulette_acts.QuestionPosition(player=name, bet=where, source=source))
    step = next_patient(table)

    assert roulette_acts.DecidePosition(player=name, bet=where, source=source, decided=where) == step.act
    table.rounds(table.state.rounds)


def test_unsound_ball_is_replaced():
    """A ball that left the wheel and is found unsound does not stop the table."""
    table = Played("roulette-2").until(lambda state: state.phase == "spinning" and state.rounds > 2)
    table.do(table.crew.staff[Role.DEALER], roulette_acts.CallNoSpin(cause=roulette_acts.Cause.BALL_OUT))
    table.do(SULA, roulette_acts.ExamineBall(is_sound=False))
    table.rounds(table.state.rounds + 1)

    assert table.met["roulette.ball_replaced/1"]


def test_wrong_spin_of_a_person_is_called_by_the_supervisor():
    """Where the rules let a supervisor call it, a ball that runs with the wheel is no spin after a while."""
    table = between("roulette-2")
    table.do(FLORA, table_acts.RelieveDealer(dealer="dana"))
    table.do(DANA, table_acts.OpenBetting())
    table.do(DANA, roulette_acts.SpinBall(direction=roulette_acts.Direction.WITH))
    step = table.look()

    assert roulette_acts.CallNoSpin(cause=roulette_acts.Cause.SAME_DIRECTION, is_ball_lifted=True) == step.act
    assert step.is_patient


def test_where_only_the_dealer_may_call_nobody_does():
    """In a house that leaves it to the dealer, robots wait for the dealer."""
    table = between("roulette-1")
    table.do(FLORA, table_acts.RelieveDealer(dealer="dana"))
    table.do(DANA, table_acts.OpenBetting())
    table.do(DANA, roulette_acts.SpinBall(direction=roulette_acts.Direction.WITH))

    assert table.look() is None


# Sic bo


def test_failed_computer_is_repaired():
    """An uncovered throw is settled by hand, the computer repaired and inspected, and life goes on."""
    table = Played("sicbo-1").until(lambda state: state.phase == "uncovered")
    table.do(FLORA, sicbo_acts.ReportFailure(fault="it is dark"))
    table.rounds(table.state.rounds + 2)

    assert table.met["sicbo.repair_recorded/1"]
    assert 2 == table.met["sicbo.computer_inspected/1"]


# Mini-baccarat


def test_person_who_holds_the_cards_has_time():
    """Cards in a person's hands come back by the dealer only after a while."""
    table = between("baccarat-1")
    position = next(seat for seat in range(1, 8) if seat not in table.state.seats)
    table.do(ANN, shoe_acts.TakeSeat(position=position, player="Ann"))
    table.until(lambda state: state.phase == "betting")
    for on in ("banker", "player"):
        table.do(ANN, baccarat_acts.PlaceWager(position=position, player="Ann", on=on, stake_minor=100_000))
    step = next_patient(table)

    assert isinstance(step.act, baccarat_acts.ReturnCards)
    table.rounds(table.state.rounds)


def test_right_given_up_is_offered_on():
    """A right to turn cards that is given up is offered to the next until the dealer has it."""
    table = betting("baccarat-1").until(lambda state: state.play.handed is not None)
    hand = table.state.play.handed
    name = table.state.seats[table.state.play.turns[hand]]
    table.do(Person(name, Role.PLAYER), baccarat_acts.RelinquishTurn(hand=hand, reason="a call"))
    table.rounds(table.state.rounds)

    assert table.met["baccarat.turn_offered/1"]
