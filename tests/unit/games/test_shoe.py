"""The shared procedure of the cards at a table that answers none of its questions in its own way, and one that does."""

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from pitboss.decider import Command, Person, Role
from pitboss.games.baccarat.rules import rules_of
from pitboss.games.baccarat.state import Round
from pitboss.games.cards import CardSource
from pitboss.games.shoe import acts as a
from pitboss.games.shoe import events as e
from pitboss.games.shoe.decide import SHOE_DECIDE
from pitboss.games.shoe.evolve import SHOE_EVOLVE
from pitboss.games.shoe.legal import SHOE_LEGAL
from pitboss.games.shoe.rules import ShoeRules
from pitboss.games.shoe.state import Cards, CardTable, Stage, clockwise
from pitboss.legal import asking
from pitboss.rulebook import ProcedureBreach, RuleViolation, table_config

DORA = Person("Dora", Role.DEALER)
FLO = Person("Flo", Role.FLOORPERSON)
NOW = datetime(2024, 6, 1, 20, tzinfo=UTC)
BACCARAT = rules_of(table_config({"rulebook": "oneida-minibaccarat-2004"}))
RULES = ShoeRules(BACCARAT.config, BACCARAT.edition, BACCARAT.data)


@dataclass(kw_only=True)
class DeviceTable(CardTable):
    """A table where a device shuffles, at any time, so that nobody cuts."""

    @property
    def must_cut(self) -> bool:
        """Say that the cards are not cut."""
        return False

    @property
    def shuffle_stages(self) -> tuple[Stage, ...]:
        """Say that the house may end a shoe that is in play."""
        return (*super().shuffle_stages, Stage.IN_PLAY)


def table(kind: type[CardTable], stage: Stage) -> CardTable:
    """Return an open table with two players, its red cards at a stage."""
    cards = Cards(stage=stage, backs=(a.Colour.RED,))
    return kind(rules=RULES, is_open=True, dealer="Dora", seats={2: "Ann", 5: "Bob"}, cards=cards)


def decide(state, command):
    """Answer by the shared handlers alone."""
    return SHOE_DECIDE[type(command.act)](state, command)


def do(state, act, by=DORA):
    """Have an act decided and its events applied; return the last."""
    events = decide(state, Command(key="k", by=by, act=act, received_at=NOW))
    for event in events:
        SHOE_EVOLVE[type(event)](state, event)
    return events[-1]


def refused(state, act, by=DORA) -> RuleViolation:
    """Return the refusal of an act."""
    with pytest.raises(RuleViolation) as caught:
        do(state, act, by)
    return caught.value


def offered(state, by=DORA) -> set[type]:
    """Return the acts that are open."""
    return {offer.act for offer in asking(decide, SHOE_LEGAL, a.SHOE_ACTS)(state, by)} - {a.TakeSeat}


def test_cut_cards_are_loaded_after_the_cut():
    """Where cards are cut, the stack that was only shuffled does not go into the shoe."""
    state = table(CardTable, Stage.SHUFFLED)

    assert {a.OfferCut} == offered(state)
    assert "MB-E2" == refused(state, a.LoadShoe(from_back=14)).clause


def test_cards_of_a_device_are_loaded_at_once():
    """Where they are not cut, nobody is offered the cut, and the shuffled stack goes into the shoe."""
    state = table(DeviceTable, Stage.SHUFFLED)

    assert {a.LoadShoe} == offered(state)
    assert "not cut" in refused(state, a.OfferCut(position=5, is_accepted=True)).reason
    assert "not cut" in refused(state, a.CutCards(depth=100)).reason
    loaded = do(state, a.LoadShoe(from_back=14))
    assert (a.Colour.RED, 416, Stage.LOADED) == (loaded.batch, loaded.cards, state.cards.stage)


def test_cards_that_were_not_cut_are_not_cut_anew():
    """A supervisor's recut is for cards that were cut, as long as none of them was dealt."""
    recut = a.OrderRecut(cutter=a.Cutter.NEXT, reason="uneven")
    states = [table(kind, Stage.SHUFFLED) for kind in (CardTable, DeviceTable)]
    for position in (5, 2):
        do(states[0], a.OfferCut(position=position, is_accepted=False))
    do(states[0], a.CutCards(depth=50))
    do(states[1], a.LoadShoe(from_back=14))

    assert isinstance(do(states[0], recut, FLO), e.RecutOrdered)
    assert "were not cut" in refused(states[1], recut, FLO).reason


def test_a_first_card_ends_the_time_for_a_recut():
    """A card that has left the shoe may be a burned one; one that was dealt ends it."""
    state = table(CardTable, Stage.CUT)
    state.cards.is_cut = True
    do(state, a.LoadShoe(from_back=14))

    state.cards.shoe = CardSource(8, drawn=["KS"])
    assert a.OrderRecut in offered(state, FLO)
    state.cards.has_dealt = True
    assert a.OrderRecut not in offered(state, FLO)


def test_one_batch_is_the_rule():
    """A table that says nothing of batches has one, of one back, and plays it again and again."""
    state = table(CardTable, Stage.STACKED)
    used = do(state, a.UseAutomaticShoe(controls="ICS 12.4", from_back=14))

    assert (1, "MB-B4c") == (RULES.batches, RULES.one_back_clause)
    assert (a.Colour.RED, a.Colour.RED) == (used.batch, state.cards.current_back)
    assert Stage.IN_PLAY is state.cards.stage


def test_no_shoe_takes_the_place_of_one_that_a_round_is_dealt_from():
    """Where a shoe in play may be ended, it is ended between rounds."""
    state = table(DeviceTable, Stage.IN_PLAY)
    device = a.UseAutomaticShoe(controls="ICS 12.4", from_back=14)

    assert {a.UseAutomaticShoe, a.CommitShoe} == offered(state)
    state.round = Round(BACCARAT)
    assert "waits until the round is over" in refused(state, device).reason


def test_a_finished_shoe_asks_for_the_shuffle():
    """Without a last hand or the like, what comes after a shoe is the shuffle."""
    assert "MB-E1" == refused(table(CardTable, Stage.FINISHED), a.SpreadCards()).clause


def test_a_virtual_shoe_that_was_loaded_only_is_over_when_shown():
    """An order that has been shown cannot be dealt from, whether or not a card had left the shoe."""
    state = table(CardTable, Stage.LOADED)
    state.cards.shoe, state.cards.must_be_revealed = CardSource(8, commitment="0" * 64), True

    assert isinstance(do(state, a.RevealShoe(order=(), nonce="")), e.RevealRejected)
    assert (Stage.FINISHED, True) == (state.cards.stage, state.cards.must_be_revealed)
    with pytest.raises(ProcedureBreach):
        state.require_clear("the shuffle")


def test_no_cards_have_left_where_there_is_no_shoe():
    """An order that somebody shows has nothing to agree with."""
    assert [] == Cards().dealt(["KS"])


@pytest.mark.parametrize(("first", "order"), [(1, [1, 4, 6]), (4, [4, 6, 1]), (5, [6, 1, 4]), (7, [1, 4, 6])])
def test_clockwise_goes_past_the_dealer(first, order):
    """From any position on, taken or not, the others follow as they sit."""
    assert order == clockwise({4: "Ann", 1: "Bob", 6: "Cid"}, first)
