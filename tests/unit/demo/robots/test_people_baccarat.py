"""The robots of a mini-baccarat table that everybody leaves."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.decider import Person, Role
from pitboss.demo.robots import baccarat
from pitboss.demo.robots.scene import Crew
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.state import Stage
from tests.support.life import Played


@pytest.mark.parametrize("phase", ["settled", "betting"])
def test_table_that_stood_empty_begins_anew(phase):
    """Between rounds or with betting open, the cards are spread for whoever comes, and play goes on."""
    table = Played("baccarat-1").until(lambda state: state.rounds >= 2 and state.phase == phase)
    for position, on, source in list(table.state.round.wagers):
        stake, name = table.state.round.wagers[position, on, source], table.state.seats[position]
        act = baccarat_acts.RemoveWager(position=position, player=name, on=on, stake_minor=stake, source=source)
        table.do(Person(name, Role.PLAYER), act)
    for seat, name in list(table.state.seats.items()):
        table.do(Person(name, Role.PLAYER), baccarat_acts.LeaveTable(position=seat))
    table.rounds(table.state.rounds + 2)

    assert table.met["cards.idle_cards_spread/1"]


DEALER = Person("dora", Role.DEALER)


@pytest.mark.parametrize(("stage", "is_idle"), [(Stage.IN_PLAY, True), (Stage.FINISHED, False)])
def test_a_virtual_shoe_is_shown_before_the_next(stage, is_idle):
    """After a while at which nobody came, and when it is played out; a shoe of real cards is people's to show."""
    cards = SimpleNamespace(must_be_revealed=True, has_stood_empty=is_idle, stage=stage, shoe=None)
    state: Any = SimpleNamespace(play=SimpleNamespace(is_layout_clear=True), cards=cards, marks={})
    found = [baccarat._cards(state, random.Random(1), Crew(is_virtual=virtual), DEALER) for virtual in (True, False)]
    assert [shoe_acts.RevealShoe(order=(), nonce=""), None] == [one if one is None else one.act for one in found]


def test_without_a_dealer_bets_stay_open():
    """Robots lay what they want; nobody calls an end to it."""
    state, current = SimpleNamespace(seats={}), SimpleNamespace(wagers={})
    found = [baccarat._betting(state, current, random.Random(1), Crew(), one) for one in (None, DEALER)]  # type: ignore[arg-type]
    assert [None, baccarat_acts.CallNoMoreBets()] == [one if one is None else one.act for one in found]


def test_cards_that_are_due_to_be_burned_are_before_any_other():
    """In the middle of a round as well; it is the next of the shoe."""
    left = [int(card == "7S") for card in CARDS]
    state: Any = SimpleNamespace(cards=SimpleNamespace(burns_due=1, shoe=SimpleNamespace(copies_left=lambda: left)))
    step: Any = baccarat._dealing(state, None, random.Random(1), Crew(), DEALER)  # type: ignore[arg-type]
    assert baccarat_acts.BurnCard(card="7S") == step.act


def test_a_dealer_of_another_table_does_nothing():
    """Whatever is open in a round is its own dealer's."""
    table = Played("baccarat-1").until(lambda state: state.rounds >= 1 and state.phase == "closed")
    somebody = Person("nobody", Role.DEALER)
    assert None is baccarat._dealing(table.state, table.state.round, random.Random(1), Crew(), somebody)
