"""The race card (PW-A5, PW-A8, PW-C): kinds of race, sending tracks, and which races a pool may be on."""

import msgspec
import pytest

from pitboss.tote.cloths import CLOTHS, cloth_of
from pitboss.tote.day import acts as a
from pitboss.tote.day.cardcheck import card_faults
from pitboss.tote.day.config import day_config
from pitboss.tote.rules import tote_rules
from tests.support.day_driver import DOCUMENT, FVD, LAK, DayDriver, card_of, pool, race, runners, when

RULES = tote_rules("oneida-parimutuel-2004", {})
OWNED = [{"no": number, "name": f"Owned {number}", "owner": "Hill Farm"} for number in ("1", "2")]
NOMINATED = when("13:00", 28, 4)
"""72 hours before the first race, to the second."""


def faults(document=FVD, day="2004-05-01", **changed):
    """Return field and clause of everything that is wrong with a card in which something was changed."""
    config = day_config({**DOCUMENT, "date": day})
    return [(fault.field, fault.clause) for fault in card_faults(card_of(document, **changed), RULES, config)]


def of_kind(kind, field=None, **more):
    """Return what is wrong with a card whose second race is of a kind."""
    races = [race(1, "13:00", runners(6)), race(2, "13:30", field or runners(6), kind=kind, **more)]
    return faults(races=races, pools=[pool("win", 1)])


def picked(kind, *races):
    """Return what is wrong with a card of six races that has one pool."""
    return faults(pools=[pool(kind, *races)])


class TestRunners:
    @pytest.mark.clause("PW-A7")
    @pytest.mark.parametrize("runs", ["camel", "dog", "Horse", ""])
    def test_nothing_runs_but_horses_and_greyhounds(self, runs):
        """Under saddle or in harness; a card with any other runner is not read."""
        assert ["horse", "harness", "greyhound"] == list(CLOTHS)
        assert [] == [fault for kind in CLOTHS for fault in of_kind("purse", runs=kind)]
        with pytest.raises(msgspec.ValidationError, match="runs"):
            of_kind("purse", runs=runs)

    @pytest.mark.clause("PW-A7")
    def test_a_runner_wears_what_its_kind_wears(self):
        """Number two is white under saddle and blue in harness; no greyhound is number nine."""
        worn = [cloth_of(runs, number) for runs, number in (("horse", "2"), ("harness", "2A"), ("greyhound", "9"))]
        assert ["white", "blue", None] == [cloth and cloth.name for cloth in worn]


class TestKinds:
    @pytest.mark.clause("PW-A5b")
    def test_nominations_to_a_stake_race_close_three_days_before(self):
        """72 hours before its own start are enough, a second less is not, and a card that does not say fails too."""
        assert [] == of_kind("stake", nominations_close_at=when("13:30", 28, 4))
        late = [("races[1].nominations_close_at", "PW-A5b")]
        assert late == of_kind("stake", nominations_close_at=when("13:30:01", 28, 4))
        assert late == of_kind("stake")

    @pytest.mark.clause("PW-A5e")
    def test_entries_to_an_overnight_race_close_within_three_days(self):
        """72 hours before the first race of the day, whatever the race's own start; a second more is too much."""
        assert [] == of_kind("overnight", entries_close_at=NOMINATED)
        early = [("races[1].entries_close_at", "PW-A5e")]
        assert early == of_kind("overnight", entries_close_at=when("12:59:59", 28, 4))
        assert early == of_kind("overnight")

    @pytest.mark.clause("PW-A5e")
    def test_entries_close_before_the_first_race(self):
        """Not between it and the race itself."""
        assert [] == of_kind("overnight", entries_close_at=when("13:00"))
        assert [("races[1].entries_close_at", "PW-A5e")] == of_kind("overnight", entries_close_at=when("13:00:01"))

    @pytest.mark.clause("PW-A5e")
    @pytest.mark.parametrize(("clock", "expected"), [("13:00", []), ("12:59:59", ["PW-A5e"])])
    def test_sundays_are_not_counted(self, clock, expected):
        """From Thursday at one to Monday at one are 96 hours, of which 24 are a Sunday's."""
        monday = {"number": 1, "kind": "overnight", "post_time": when("13:00", 3), "runners": runners(6)}
        races = [{**monday, "entries_close_at": when(clock, 29, 4)}]
        found = faults(day="2004-05-03", races=races, pools=[pool("win", 1)])
        assert expected == [clause for _, clause in found]

    @pytest.mark.clause("PW-A5f")
    def test_a_walkover_has_one_starter_or_one_owner(self):
        """Two starters of one owner walk over; with two owners, or an owner nobody named, it is a race."""
        assert [] == of_kind("walkover", runners(1), nominations_close_at=NOMINATED)
        assert [] == of_kind("walkover", OWNED, nominations_close_at=NOMINATED)
        expected = [("races[1].runners", "PW-A5f")]
        for field in ([OWNED[0], {**OWNED[1], "owner": "Dale Farm"}], [OWNED[0], runners(2)[1]], runners(2)):
            assert expected == of_kind("walkover", field, nominations_close_at=NOMINATED)

    @pytest.mark.clause("PW-A5f", "PW-A5b")
    def test_a_walkover_is_a_stake_race(self):
        """So that its nominations close as early."""
        assert [("races[1].nominations_close_at", "PW-A5b")] == of_kind("walkover", runners(1))

    @pytest.mark.clause("PW-A5h")
    @pytest.mark.parametrize(("count", "expected"), [(1, ["PW-A5h"]), (2, []), (3, ["PW-A5h"])])
    def test_a_match_race_has_two_runners(self, count, expected):
        """Neither one nor three."""
        assert expected == [clause for _, clause in of_kind("match", runners(count))]

    @pytest.mark.clause("PW-A5a", "PW-A5c", "PW-A5d", "PW-A5g")
    @pytest.mark.parametrize("kind", ["purse", "claiming", "handicap", "invitational"])
    def test_the_other_kinds_ask_for_nothing(self, kind):
        """A card calls a race so, and it is."""
        assert [] == of_kind(kind)


class TestTracks:
    @pytest.mark.clause("PW-A8")
    def test_a_sending_track_is_equipped(self):
        """A track that cannot send its races is none."""
        assert [] == faults(LAK)
        assert [("is_equipped", "PW-A8")] == faults(LAK, is_equipped=False)

    @pytest.mark.clause("PW-A8")
    def test_a_card_names_its_tracks_permit(self):
        """It is recorded with the card, and an empty one is no card."""
        driver = DayDriver(FVD)
        assert "State permit 40" == driver.do("manager", a.OpenCard(card=card_of(LAK))).card.permit
        with pytest.raises(ValueError, match="permit"):
            card_of(LAK, permit="")

    @pytest.mark.clause("PW-C", "PW-A3")
    def test_a_card_is_opened_once(self):
        """With the edition it is under; the same track again is refused."""
        driver = DayDriver(FVD)
        assert driver.state.rules.edition.hash == driver.events[0].edition_hash
        refusal = driver.refused("manager", a.OpenCard(card=card_of(FVD)))
        assert ("PW-C", "FVD") == (refusal.clause, refusal.values["track"])

    @pytest.mark.clause("PW-C")
    def test_a_card_against_the_rulebook_is_refused_with_all_its_faults(self):
        """In one sentence, each with its clause, and nothing of it is opened."""
        driver = DayDriver(FVD)
        bad = card_of(LAK, is_equipped=False, pools=[pool("double", 2, 1)])
        refusal = driver.refused("manager", a.OpenCard(card=bad))
        assert "PW-A8" == refusal.clause
        assert {"[PW-A8]", "[PW-C5]"} <= set(refusal.reason.replace(";", " ").split())
        assert ["FVD"] == list(driver.state.cards)

    @pytest.mark.clause("RES")
    def test_no_card_opens_before_the_edition_is_in_force(self):
        """It was adopted on February 11th, and the State had 14 days to look at it."""
        driver = DayDriver(FVD)
        refusal = driver.at("11:00", 24, 2).refused("manager", a.OpenCard(card=card_of(LAK)))
        assert ("RES", "2004-02-25") == (refusal.clause, refusal.values["opens_on"])
        assert "LAK" == driver.at("11:00", 25, 2).do("manager", a.OpenCard(card=card_of(LAK))).card.track


class TestPools:
    @pytest.mark.clause("PW-C5")
    @pytest.mark.parametrize("races", [(1, 3), (2, 1), (1, 2, 3), (1,), (1, 1)])
    def test_a_daily_double_is_on_two_races_in_a_row(self, races):
        """Any two of them that follow each other, and nothing else."""
        assert [("pools[0].races", "PW-C5")] == picked("double", *races)
        assert [] == picked("double", 5, 6)

    @pytest.mark.clause("PW-C9")
    @pytest.mark.parametrize("races", [(1, 3), (3, 2), (1,)])
    def test_a_twin_trifecta_is_on_two_races_back_to_back(self, races):
        """The second half is the race that follows."""
        assert [("pools[0].races", "PW-C9")] == picked("twin_trifecta", *races)
        assert [] == picked("twin_trifecta", 4, 5)

    @pytest.mark.clause("PW-C11")
    @pytest.mark.parametrize("races", [(1, 2, 4), (1, 2), (1, 2, 3, 4), (3, 2, 1)])
    def test_a_pick_three_is_on_three_races_in_a_row(self, races):
        """Not more, not fewer, none left out."""
        assert [("pools[0].races", "PW-C11")] == picked("pick3", *races)
        assert [] == picked("pick3", 4, 5, 6)

    @pytest.mark.clause("PW-C12")
    @pytest.mark.parametrize("races", [(1, 2, 3, 4, 5), (1, 2, 3, 4, 6, 5)])
    def test_a_pick_six_is_on_six_races_in_a_row(self, races):
        """Five are too few, and the order is that of the card."""
        assert [("pools[0].races", "PW-C12")] == picked("pick6", *races)
        assert [] == picked("pick6", 1, 2, 3, 4, 5, 6)

    @pytest.mark.clause("PW-C")
    def test_the_track_says_what_its_pools_begin_with(self):
        """A carryover leaves the account it waited in for the pool."""
        opened = DayDriver({**FVD, "pools": [pool("pick6", *range(1, 7), carryover_minor=5_000)]}).events[0]
        assert [("carryover:FVD-pick6", "pool:FVD-1-pick6", 5_000)] == [
            (move.source, move.target, move.amount_minor) for move in opened.moves
        ]
