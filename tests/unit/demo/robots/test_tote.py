"""Robots at the tote: a day of two cards from the first machine to the close, and what they leave to people."""

import random
from datetime import timedelta

import pytest

from pitboss.decider import Person, Role
from pitboss.demo.robots.tote_tickets import MACHINES, bet_in, cancelling
from pitboss.tote.day import acts as a
from pitboss.tote.day.state import Phase
from pitboss.tote.day.tickets import TicketState
from tests.support.life import CARDS, Played

TELLER, SUPERVISOR = Person("tess", Role.TELLER), Person("mutya", Role.MUTUEL_SUPERVISOR)
KINDS = {"win", "place", "show", "exacta", "quinella", "trifecta", "superfecta", "double", "pick3", "pick6"}


@pytest.fixture(scope="module")
def day():
    """Return a day that robots played from beginning to end."""
    return Played("tote", seed=4, cards=CARDS).until(lambda state: state.is_closed)


def test_a_whole_day(day):
    """Every race of both cards is run and official, and no step of it was refused."""
    assert {Phase.OFFICIAL} == {race.phase for race in day.state.races.values()}
    assert 16 == len(day.state.races)
    assert day.is_balanced()


def test_every_pool_is_bet_in(day):
    """Tickets of every kind are sold."""
    assert {*KINDS, "twin_trifecta"} == {book.kind for book in day.state.books.values() if book.total_minor}


def test_what_a_visitor_sees(day):
    """Scratches, inquiries, cancelled and refunded tickets happen beside the plain ones."""
    wanted = ("runner_scratched", "inquiry_called", "inquiry_ended", "ticket_cancelled", "ticket_refunded")

    assert [] == [name for name in wanted if not day.met[f"tote.{name}/1"]]


def test_what_is_due_is_cashed(day):
    """When the day closes only what its buyers have lost is still due."""
    due = [ticket for ticket in day.state.tickets.values() if ticket.state is TicketState.ISSUED and ticket.due]

    assert {True} == {ticket.id.partition("-")[2][0] in "AB" or not ticket.is_delivered for ticket in due}


def test_closed_day_is_left_alone(day):
    """After the close there is nothing to do."""
    assert day.look() is None


def test_nothing_of_a_persons_ticket_is_touched():
    """What a person sold at a window of theirs is neither cancelled nor cashed by a robot."""
    day = Played("tote", seed=6, cards=CARDS[:1]).until(lambda state: bool(state.cards))
    day.do(SUPERVISOR, a.OpenTerminal(terminal="W1", window=1))
    bets = tuple(a.WindowBet("FVD", 1, f"$2 WN {number}") for number in range(1, 8))
    day.do(TELLER, a.SellTicket(terminal="W1", nonce="C" * 20, bets=bets))
    day.until(lambda state: state.races["FVD", 2].is_over)
    (own,) = (ticket for ticket in day.state.tickets.values() if ticket.terminal == "W1")

    assert own.payout_minor
    assert TicketState.ISSUED is own.state


def test_halted_cashing_is_respected():
    """While cashing is halted nobody is paid, and selling goes on."""
    day = Played("tote", seed=6, cards=CARDS[:1]).until(lambda state: state.races and state.races["FVD", 1].is_over)
    day.do(SUPERVISOR, a.HaltCashing(reason="a wrong price", announcement="please keep your tickets"))
    before = day.met["tote.ticket_cashed/1"]
    for _ in range(50):
        day.step()

    assert before == day.met["tote.ticket_cashed/1"]


def test_without_a_manager_no_card_is_opened():
    """Robots do only what their roles are for."""
    day = Played("tote", cards=CARDS).without(Role.MUTUEL_MANAGER)
    for _ in range(20):
        day.step()

    assert {} == day.state.cards
    assert set(MACHINES) == set(day.state.terminals)


def test_yesterdays_day_opens_no_card():
    """A card whose races would start on another day than the tote's is not opened."""
    day = Played("tote", cards=CARDS)
    day.now += timedelta(days=3)
    for _ in range(10):
        day.step()

    assert {} == day.state.cards


def test_twin_trifecta_is_exchanged():
    """Who has won the first half is given a selection in the second."""
    day = Played("tote", seed=8, cards=CARDS[:1]).until(lambda state: bool(state.cards))
    bets = ("$2 TT 1/2/3",)
    day.do(day.crew.staff[Role.TELLER], _sale("W91", "FVD", 3, *bets))
    day.until(lambda state: state.races["FVD", 3].phase is Phase.CLOSED)
    order = (*"123", *(runner.no for runner in day.state.races["FVD", 3].card.runners[3:]))
    standing = [number for number in order if number not in day.state.races["FVD", 3].out]
    placed = tuple(a.Finisher(place, number) for place, number in enumerate(standing, 1))
    day.do(day.crew.machine, a.PostResult(track="FVD", race=3, order=placed))
    day.until(lambda state: state.races["FVD", 4].is_over)

    assert ["1", "2", "3"] == standing[:3]
    assert day.met["tote.ticket_exchanged/1"]


def test_a_large_win_bet_is_not_cancelled():
    """What the rules say is final no robot tries to give back."""
    day = Played("tote", cards=CARDS[:1]).until(lambda state: bool(state.cards))
    day.do(day.crew.staff[Role.TELLER], _sale("W91", "FVD", 1, "$200 WN 1"))

    drawn = [cancelling(day.state, random.Random(seed), day.crew, day.now) for seed in range(100)]
    assert {type(None), a.ReportUndelivered} == {type(step and step.act) for step in drawn}


def test_too_few_runners_no_bet():
    """Where too few stand for a pool nobody is sold a bet in it."""
    day = Played("tote", cards=CARDS[:1]).until(lambda state: bool(state.cards))
    race = day.state.races["FVD", 1]
    for runner in race.card.runners[1:]:
        day.do(day.crew.machine, a.ScratchRunner(track="FVD", race=1, runner=runner.no))

    assert bet_in(day.state, random.Random(1), day.state.books["FVD-1-exacta"]) is None


def _sale(terminal, track, race, *bets):
    nonce = "".join("CDEFGH"[len(bet) % 6] for bet in bets) * 20
    return a.SellTicket(terminal=terminal, nonce=nonce[:20], bets=tuple(a.WindowBet(track, race, bet) for bet in bets))
