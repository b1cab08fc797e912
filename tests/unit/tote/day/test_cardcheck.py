"""A race card checked whole: every fault with its place, its value and its clause."""

import msgspec
import pytest

from pitboss.decider import Refusal
from pitboss.tote.day import acts as a
from pitboss.tote.day.cardcheck import card_faults
from pitboss.tote.day.config import day_config
from pitboss.tote.rules import tote_rules
from tests.support.day_driver import DOCUMENT, FVD, LAK, DayDriver, card_of, pool, race, runners, when

RULES = tote_rules("oneida-parimutuel-2004", {})
DAY = day_config(DOCUMENT)
FIRST, SECOND = race(1, "13:00", runners(6)), race(2, "13:30", runners(3))
TWICE = [*runners(2), {"no": "2", "name": "Second 2"}]


def found(races=(FIRST, SECOND), pools=(), **changed):
    """Return field, value and clause of every fault of a card of these races and pools."""
    card = card_of(LAK, races=list(races), pools=list(pools) or [pool("win", 1)], **changed)
    return [(fault.field, fault.value, fault.clause) for fault in card_faults(card, RULES, DAY)]


def test_the_sample_cards_are_whole():
    """Nothing is wrong with what the other tests use."""
    assert [] == [fault for document in (FVD, LAK) for fault in card_faults(card_of(document), RULES, DAY)]


@pytest.mark.parametrize(
    ("races", "expected"),
    [
        ([FIRST, {**SECOND, "number": 1}], ("races[1].number", 1, None)),
        ([FIRST, race(2, "13:30", TWICE)], ("races[1].runners[2].no", "2", None)),
        ([FIRST, {**SECOND, "post_time": when("13:30", 2)}], ("races[1].post_time", "2004-05-02T13:30:00-05:00", None)),
        ([FIRST, race(2, "13:00", runners(3))], ("races[1].post_time", "2004-05-01T13:00:00-05:00", None)),
        ([race(2, "12:30", runners(3)), FIRST], ("races[0].post_time", "2004-05-01T12:30:00-05:00", None)),
        ([FIRST, race(2, "13:30", runners(3), kind="match")], ("races[1].runners", 3, "PW-A5h")),
        ([FIRST, race(2, "13:30", runners(3), kind="stake")], ("races[1].nominations_close_at", None, "PW-A5b")),
        ([FIRST, race(2, "13:30", runners(3), kind="overnight")], ("races[1].entries_close_at", None, "PW-A5e")),
    ],
)
def test_a_fault_of_a_race(races, expected):
    """A number or a runner twice, a day or an hour that cannot be, a kind that the race is not of."""
    assert [expected] == found(races)


def test_a_walkover_of_several_owners():
    """Its field has as many starters as the fault says."""
    walkover = race(2, "13:30", runners(3), kind="walkover", nominations_close_at=when("13:00", 20, 4))
    assert [("races[1].runners", 3, "PW-A5f")] == found([FIRST, walkover])


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (pool("win", 9), ("pools[0].races", 9, None)),
        (pool("double", 1, 9), ("pools[0].races", 9, None)),
        (pool("win", 1, 2), ("pools[0].races", [1, 2], "PW-C1")),
        (pool("double", 1), ("pools[0].races", [1], "PW-C5")),
        (pool("double", 2, 1), ("pools[0].races", [2, 1], "PW-C5")),
        (pool("superfecta", 2), ("pools[0].races", 2, "PW-C10")),
        (pool("win", 1, takeout="1"), ("pools[0].takeout", "1", None)),
        (pool("win", 1, takeout="18%"), ("pools[0].takeout", "18%", None)),
        (pool("win", 1, config={"breakage": {"cents": 10}}), ("pools[0].config.breakage", {"cents": 10}, None)),
        (pool("win", 1, config={"minor_share": "5/4"}), ("pools[0].config.minor_share", "5/4", None)),
        (pool("win", 1, config={"tax": 1}), ("pools[0].config", {"tax": 1}, None)),
    ],
)
def test_a_fault_of_a_pool(chosen, expected):
    """Races that are not there, too many or too few, not in a row or too small; a calculation that is none."""
    assert [expected] == found(pools=[chosen])


def test_a_pool_twice():
    """By track, first race and type, which is its name."""
    assert [("pools[1]", "LAK-1-win", None)] == found(pools=[pool("win", 1), pool("win", 1, takeout="0.1")])


def test_an_entry_is_one_interest():
    """Two runners of one entry and one more are too few for a trifecta, and enough for an exacta."""
    small = race(2, "13:30", runners(2, x1A="1"))
    assert [("pools[0].races", 2, "PW-C8")] == found([FIRST, small], [pool("trifecta", 2)])
    assert [] == found([FIRST, small], [pool("exacta", 2)])


def test_the_cards_own_calculation_is_checked_with_each_pool():
    """A pool may set right what the card says wrongly."""
    wrong = {"config": {"breakage": [0, 100]}}
    assert [("pools[0].config", {"breakage": [0, 100]}, None)] == found(**wrong)
    assert [] == found(pools=[pool("win", 1, config={"breakage": [10, 100]})], **wrong)


def test_every_fault_is_told_at_once():
    """What nobody could mean first, then what is against the rulebook."""
    races = [FIRST, race(2, "13:30", TWICE, kind="match")]
    assert ["races[1].runners[2].no", "pools[0].takeout", "is_equipped", "pools[1].races", "races[1].runners"] == [
        field for field, _, _ in found(races, [pool("win", 1, takeout="2"), pool("double", 2, 1)], is_equipped=False)
    ]


def test_a_pool_may_have_two_faults():
    """Takeout and config are two things."""
    chosen = pool("win", 1, takeout="2", config={"tax": 1})
    assert ["pools[0].takeout", "pools[0].config"] == [field for field, _, _ in found(pools=[chosen])]


def test_an_entry_bears_the_number_of_one_of_its_own_runners():
    """Where 1A runs for 1 and 1 itself for 2, nobody could say what a bet on 1 is."""
    crossed = [{"no": "1", "name": "A", "entry": "2"}, {"no": "1A", "name": "B", "entry": "1"}, *runners(3)[1:]]
    assert ["races[1].runners[1].entry"] == [field for field, _, _ in found([FIRST, race(2, "13:30", crossed)])]


def test_a_kind_and_a_bet_that_an_edition_does_not_know():
    """An edition that left out match races and daily doubles refuses both by its clause for cards."""
    kinds = tuple(rule for rule in RULES.data.race_kinds if rule.kind != "match")
    bets = tuple(rule for rule in RULES.data.bets if rule.kind != "double")
    fewer = type(RULES)(RULES.edition, msgspec.structs.replace(RULES.data, race_kinds=kinds, bets=bets), {})
    races = [FIRST, race(2, "13:30", runners(2), kind="match")]
    card = card_of(LAK, races=races, pools=[pool("double", 1, 2)])
    faults = [(fault.field, fault.value, fault.clause) for fault in card_faults(card, fewer, DAY)]
    assert [("pools[0].type", "double", "PW-C"), ("races[1].kind", "match", "PW-C")] == faults


class TestAsAnAnswer:
    def test_what_nobody_could_mean_has_no_clause(self):
        """The first such fault is the answer, with the place in the act."""
        driver = DayDriver(FVD)
        refusal = driver.refused("manager", a.OpenCard(card=card_of(LAK, pools=[pool("win", 9)])))
        assert ("", "card.pools[0].races", 9) == (refusal.clause, refusal.values["field"], refusal.values["value"])

    def test_a_refusal_about_an_hour_is_the_same_when_it_is_read_back(self):
        """Otherwise a recorded transcript with such a refusal differs from itself."""
        wrong = card_of(LAK, races=[race(1, "13:10", runners(8)), race(2, "13:05", runners(8))])
        refusal = DayDriver(FVD).refused("manager", a.OpenCard(card=wrong))
        assert refusal == msgspec.json.decode(msgspec.json.encode(refusal), type=Refusal)
