"""People among the robots: nobody acts in their place before they had time, and no table waits for them for ever."""

from dataclasses import replace

import msgspec
import pytest

from pitboss.decider import Person, Refusal, Role
from pitboss.floor.life.guests import present
from pitboss.floor.life.scene import REOPEN_SECONDS
from pitboss.games import house_acts as house
from pitboss.games.baccarat import house_acts as bh
from pitboss.games.baccarat import messages as b
from pitboss.games.blackjack import house_acts as jh
from pitboss.games.blackjack import messages as j
from pitboss.games.roulette import house_acts as rh
from pitboss.games.roulette import messages as r
from pitboss.games.roulette.automatic import messages as a
from pitboss.games.shoe import acts as shoe
from pitboss.games.sicbo import messages as s
from tests.support.life import CLOCK, TABLES, Played

DANA, FLORA = Person("dana", Role.DEALER), Person("flora", Role.FLOORPERSON)
SULA, ANN = Person("sula", Role.PIT_SUPERVISOR), Person("Ann", Role.PLAYER)
T1 = Person("T1", Role.PLAYER)


def betting(stream, *, rounds=3, seed=1):
    """Return a table at which a round takes bets."""
    return Played(stream, seed=seed).until(
        lambda state: state.rounds >= rounds and state.round.phase == "betting" and not state.is_between_rounds
    )


def next_patient(table, *, most=400):
    """Let the robots go on until they would wait for somebody; return what they would then do."""
    for _ in range(most):
        step = table.look()
        if step is not None and step.is_patient:
            return step
        table.step()
    raise AssertionError(table.state)


def between(stream):
    """Return a table between two rounds."""
    return Played(stream).rounds(3)


@pytest.mark.parametrize("stream", TABLES)
def test_a_persons_table_is_dealt_by_that_person(stream):
    """Once a person has relieved a robot, no robot does a dealer's act."""
    table = between(stream)
    table.do(FLORA, house.RelieveDealer(dealer="dana"))
    before = len(table.steps)
    for _ in range(40):
        table.step()

    assert Role.DEALER not in {step.by.role for step in table.steps[before:]}


def test_wheel_serves_a_person_who_deals():
    """Robots bet at a person's table, and the wheel says where the ball lies."""
    table = between("roulette-1")
    table.do(FLORA, house.RelieveDealer(dealer="dana"))
    table.do(DANA, house.OpenBetting())
    while table.step() is not None:
        pass
    table.do(DANA, r.SpinBall(direction=r.Direction.AGAINST))
    table.do(DANA, r.CallNoMoreBets())
    table.step()

    assert table.state.round.wagers
    assert "landed" == table.state.phase


@pytest.mark.parametrize("stream", ["sicbo-1", "blackjack-1", "baccarat-1"])
def test_closed_table_is_opened_again(stream):
    """A table that somebody closed stays closed for a while, and then life goes on."""
    table = between(stream)
    while isinstance(table.answer(table.crew.staff[Role.DEALER], house.CloseTable()), Refusal):
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
    gone = next(name for name in table.crew.players if name not in present(table.crew.players, table.state.rounds))
    table.do(Person(gone, Role.PLAYER), rh.RequestColour(player=gone))
    step = table.look()

    assert rh.CancelRequest(player=gone) == step.act


def test_questioned_chip_is_decided_on():
    """A chip whose place a person questions is decided on after a while, and the round goes on."""
    table = Played("roulette-2").until(lambda state: state.phase == "landed" and state.round.wagers)
    name, where, source = next(iter(table.state.round.wagers))
    table.do(SULA, rh.QuestionPosition(player=name, bet=where, source=source))
    step = next_patient(table)

    assert rh.DecidePosition(player=name, bet=where, source=source, decided=where) == step.act
    table.rounds(table.state.rounds)


def test_unsound_ball_is_replaced():
    """A ball that left the wheel and is found unsound does not stop the table."""
    table = Played("roulette-2").until(lambda state: state.phase == "spinning" and state.rounds > 2)
    table.do(table.crew.staff[Role.DEALER], r.CallNoSpin(cause=r.Cause.BALL_OUT))
    table.do(SULA, rh.ExamineBall(is_sound=False))
    table.rounds(table.state.rounds + 1)

    assert table.met["roulette.ball_replaced/1"]


def test_wrong_spin_of_a_person_is_called_by_the_supervisor():
    """Where the rules let a supervisor call it, a ball that runs with the wheel is no spin after a while."""
    table = between("roulette-2")
    table.do(FLORA, house.RelieveDealer(dealer="dana"))
    table.do(DANA, house.OpenBetting())
    table.do(DANA, r.SpinBall(direction=r.Direction.WITH))
    step = table.look()

    assert r.CallNoSpin(cause=r.Cause.SAME_DIRECTION, is_ball_lifted=True) == step.act
    assert step.is_patient


def test_where_only_the_dealer_may_call_nobody_does():
    """In a house that leaves it to the dealer, robots wait for the dealer."""
    table = between("roulette-1")
    table.do(FLORA, house.RelieveDealer(dealer="dana"))
    table.do(DANA, house.OpenBetting())
    table.do(DANA, r.SpinBall(direction=r.Direction.WITH))

    assert table.look() is None


# Sic bo


def test_failed_computer_is_repaired():
    """An uncovered throw is settled by hand, the computer repaired and inspected, and life goes on."""
    table = Played("sicbo-1").until(lambda state: state.phase == "uncovered")
    table.do(FLORA, s.ReportFailure(fault="it is dark"))
    table.rounds(table.state.rounds + 2)

    assert table.met["sicbo.repair_recorded/1"]
    assert 2 == table.met["sicbo.computer_inspected/1"]


# Mini-baccarat


def test_person_who_holds_the_cards_has_time():
    """Cards in a person's hands come back by the dealer only after a while."""
    table = between("baccarat-1")
    position = next(seat for seat in range(1, 8) if seat not in table.state.seats)
    table.do(ANN, shoe.TakeSeat(position=position, player="Ann"))
    table.until(lambda state: state.phase == "betting")
    for on in ("banker", "player"):
        table.do(ANN, b.PlaceWager(position=position, player="Ann", on=on, stake_minor=100_000))
    step = next_patient(table)

    assert isinstance(step.act, bh.ReturnCards)
    table.rounds(table.state.rounds)


def test_right_given_up_is_offered_on():
    """A right to turn cards that is given up is offered to the next until the dealer has it."""
    table = betting("baccarat-1").until(lambda state: state.play.handed is not None)
    hand = table.state.play.handed
    name = table.state.seats[table.state.play.turns[hand]]
    table.do(Person(name, Role.PLAYER), bh.RelinquishTurn(hand=hand, reason="a call"))
    table.rounds(table.state.rounds)

    assert table.met["baccarat.turn_offered/1"]


# Blackjack


def seated(stream, *, seed=1):
    """Return a blackjack table with bets open at which Ann has just sat down, and her seat."""
    table = Played(stream, seed=seed).rounds(2)
    seat = next(seat for seat in range(1, 8) if seat not in table.state.seats)
    table.do(ANN, shoe.TakeSeat(position=seat, player="Ann"))
    return table.until(lambda state: state.phase == "betting"), seat


def test_person_without_a_wager_has_time():
    """Who sits without a wager gives up the seat after a while."""
    table, seat = seated("blackjack-1")
    step = next_patient(table)

    assert jh.LeaveSeat(position=seat) == step.act
    table.rounds(table.state.rounds + 1)


def test_person_at_turn_has_time():
    """Who does not decide stands after a while."""
    table, seat = seated("blackjack-1", seed=2)
    table.do(ANN, j.PlaceWager(seat=seat, player="Ann", stake_minor=1_000))
    step = next_patient(table)

    assert j.Stand(seat=seat) == step.act
    table.rounds(table.state.rounds)


def test_half_made_wagers_are_given_back():
    """Who has not all the wagers of multiple action gets them back after a while, the optional one first."""
    table, seat = seated("blackjack-3")
    table.do(ANN, j.PlaceWager(seat=seat, player="Ann", stake_minor=500))
    table.do(ANN, j.PlaceWager(seat=seat, player="Ann", stake_minor=100, on="king_queen"))
    step = next_patient(table)

    assert j.RemoveWager(seat=seat, player="Ann", stake_minor=100, on="king_queen") == step.act
    table.rounds(table.state.rounds + 1)


def test_person_who_cuts_has_time():
    """Who takes the cut may cut; after a while the dealer does."""
    table = Played("blackjack-1").until(lambda state: state.cards.stage == "spread")
    table.do(ANN, shoe.TakeSeat(position=1, player="Ann"))
    table.until(lambda state: state.cards.stage == "stacked")
    table.do(table.crew.staff[Role.DEALER], jh.ShuffleCards(method=jh.Method.HAND))
    step = next_patient(table)

    assert isinstance(step.act, shoe.CutCards)
    assert Role.DEALER is step.by.role


def test_table_that_stood_empty_begins_anew():
    """When everybody has left, the cards are spread for whoever comes, and play goes on."""
    table = Played("blackjack-1").rounds(3)
    for seat, name in list(table.state.seats.items()):
        table.do(Person(name, Role.PLAYER), jh.LeaveSeat(position=seat))
    table.rounds(table.state.rounds + 2)

    assert table.met["cards.idle_cards_spread/1"]


def test_round_without_a_wager_is_called_off():
    """A round that nobody bets in does not stand open for ever."""
    table = betting("blackjack-1")
    for seat, box in list(table.state.round.boxes.items()):
        for source, stake in box.suit.items():
            act = j.RemoveWager(seat=seat, player=box.player, stake_minor=stake, on="same_suit", source=source)
            table.do(Person(box.player, Role.PLAYER), act)
        for (spot, source), stake in list(box.wagers.items()):
            act = j.RemoveWager(seat=seat, player=box.player, stake_minor=stake, spot=spot, source=source)
            table.do(Person(box.player, Role.PLAYER), act)
    for seat, name in list(table.state.seats.items()):
        table.do(Person(name, Role.PLAYER), jh.LeaveSeat(position=seat))
    step = table.look()

    assert j.CallOffRound() == step.act
    table.rounds(table.state.rounds + 2)


def test_up_card_in_the_rack_is_put_back():
    """A first card that went into the rack with a hand of multiple action comes back."""
    table = Played("blackjack-3").until(lambda state: state.phase == "dealer" and state.round.spot == 2)
    table.do(table.crew.staff[Role.DEALER], jh.ReportUpCardTaken())
    table.rounds(table.state.rounds + 1)

    assert table.met["blackjack.up_card_restored/1"]


def test_hit_wager_of_a_person_is_declared():
    """A person's hit wager at a pitch table is declared after a while."""
    table = Played("blackjack-2").until(lambda state: state.round is not None and state.round.undeclared is not None)
    name = table.state.round.boxes[table.state.round.undeclared[0]].player
    table.crew = replace(table.crew, players=tuple(other for other in table.crew.players if other != name))
    step = next_patient(table)

    assert isinstance(step.act, j.DeclareHit)


def test_a_heat_is_left_to_people():
    """While a tournament's heat is on at a table, robots keep away from it."""
    table = Played("blackjack-1").rounds(2).until(lambda state: state.cards.stage == "in_play")
    table.until(lambda state: state.is_between_rounds)
    table.do(FLORA, jh.BeginHeat(tournament="Open", heat=1, hands=3))

    assert table.look() is None


def test_idle_cards_face_down_are_turned_for_who_comes():
    """Cards that were spread face down are turned up when a robot has sat down."""
    table = Played("blackjack-1").rounds(3)
    for seat, name in list(table.state.seats.items()):
        table.do(Person(name, Role.PLAYER), jh.LeaveSeat(position=seat))
    table.until(lambda state: state.play.is_layout_clear)
    table.do(table.crew.staff[Role.DEALER], shoe.SpreadIdleCards(is_face_up=False))
    table.rounds(table.state.rounds + 1)

    assert table.met["cards.idle_cards_turned/1"]


# The automatic table


def test_without_a_sensor_the_dealer_says_the_number():
    """Where the wheel reports nothing the dealer enters where the ball lies."""
    table = Played("automatic-1")
    table.state.config = msgspec.structs.replace(table.state.config, has_sensor=False)
    table.rounds(3)

    assert 0 == table.met["automatic.number_sensed/1"]


def in_game(*, seed=1, rounds=2):
    """Return an automatic table with a game that takes bets."""
    return Played("automatic-1", seed=seed).until(lambda state: state.rounds >= rounds and state.phase == "betting")


def test_persons_terminal_is_welcomed_and_served():
    """A new terminal gets credits to begin with, and its cash-out is seen to."""
    table = in_game()
    table.do(SULA, a.EnrolTerminal(terminal="T1"))
    table.until(lambda state: state.credits("T1") and state.terminals["T1"].undropped is None)
    table.do(T1, a.VerifyCredit(terminal="T1"))
    table.do(T1, a.AskCashOut(terminal="T1"))
    table.do(T1, a.AffirmCashOut(terminal="T1"))
    table.until(lambda state: state.terminals["T1"].cash_out is None)

    assert 0 == table.state.credits("T1")


def test_persons_terminal_is_never_waited_for():
    """Games go on whatever a person's terminal does or leaves undone."""
    table = in_game()
    table.do(SULA, a.EnrolTerminal(terminal="T1"))
    table.rounds(6)

    assert "T1" not in {step.by.id for step in table.steps}


def test_clock_that_ran_out_is_extended():
    """A game whose clock reached zero without a ball gets more time after a while."""
    table = in_game()
    table.do(CLOCK, a.LockBets())
    step = next_patient(table)

    assert isinstance(step.act, a.ExtendClock)
    table.rounds(table.state.rounds)


def test_disputed_number_is_ruled_on():
    """A number on which sensor and dealer differ is ruled on after a while."""
    table = in_game().until(lambda state: state.sensed is not None)
    other = "1" if table.state.sensed.pocket != "1" else "2"
    table.do(table.crew.staff[Role.DEALER], a.ConfirmNumber(pocket=other))
    step = next_patient(table)

    assert isinstance(step.act, a.RuleNumber)
    table.rounds(table.state.rounds)


def test_game_held_while_the_ball_runs_is_void():
    """A game that a person held with the ball running is void after a while, and refunded."""
    table = in_game().until(lambda state: state.phase == "spinning")
    table.do(SULA, a.HoldGame(reason="somebody leans over the wheel"))
    step = next_patient(table)

    assert a.VoidGame(cause=a.VoidCause.HELD) == step.act
    table.until(lambda state: state.void is None and state.rounds > 3)


def test_cash_out_that_changed_is_selected_again():
    """Where credits changed since the chips were counted, they are counted again."""
    table = in_game()
    table.do(SULA, a.EnrolTerminal(terminal="T1"))
    table.until(lambda state: state.credits("T1") and state.terminals["T1"].undropped is None)
    table.do(T1, a.VerifyCredit(terminal="T1"))
    table.do(T1, a.PlaceBet(terminal="T1", bet="red", chip_minor=1_000))
    table.do(T1, a.PlaceBet(terminal="T1", bet="black", chip_minor=1_000))
    table.do(T1, a.AskCashOut(terminal="T1"))
    table.do(T1, a.AffirmCashOut(terminal="T1"))
    table.until(lambda state: state.terminals["T1"].cash_out is None, most=400)

    assert table.met["automatic.cashed_out/1"]
