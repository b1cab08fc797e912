"""The board of a race as data: lights, runners with their odds, pools, and which race is shown."""

import random

import pytest

from pitboss.errors import InputError
from pitboss.tote.day import acts as a
from pitboss.tote.day.board import board, minutes_to_post, next_to_go, summed_pool
from tests.support.day_driver import FVD, DayDriver, pool, race, runners, small, when
from tests.support.day_play import DayPlay


def shown(day, number=1, track="FVD"):
    """Return the board of a race as it stands."""
    return board(day.state, track, number, day.now)


def interest(day, number, race_number=1):
    """Return a betting interest on the board of a race."""
    return next(entry for entry in shown(day, race_number).interests if entry.number == number)


class TestLights:
    def test_an_open_race_counts_the_minutes(self):
        """A begun minute counts as a whole one."""
        day = DayDriver(FVD).at("12:50:30")
        day.sell("$2 WN 1")
        assert (("OPEN",), 10) == (shown(day).status, shown(day).minutes_to_post)

    def test_minutes_never_fall_below_zero_and_close_nothing(self):
        """At and after the post time the race is open until betting is stopped."""
        day = DayDriver(FVD).at("13:02")
        day.scratch("2")
        assert (0, "OPEN") == (shown(day).minutes_to_post, shown(day).status[0])

    @pytest.mark.parametrize(("seconds", "minutes"), [(-1, 0), (0, 0), (1, 1), (60, 1), (61, 2), (3600, 60)])
    def test_minutes_to_post(self, seconds, minutes):
        """Rounded up, from zero on."""
        post = when("13:00")
        assert minutes == minutes_to_post(post, post - (when("12:00:01") - when("12:00")) * seconds)

    def test_a_closed_race_is_off(self):
        """And counts no minutes."""
        day = DayDriver(FVD)
        day.stop()
        assert (("OFF",), None) == (shown(day).status, shown(day).minutes_to_post)

    def test_a_posted_order_is_not_official(self):
        """An inquiry and a dead heat are lit beside it, and the inquiry has a note."""
        day = DayDriver(FVD)
        day.post("4-2=3-1")
        day.do("track", a.CallInquiry(track="FVD", race=1, reason="crowding"))
        assert ("UNOFFICIAL", "INQUIRY", "DEAD HEAT") == shown(day).status
        assert ("Inquiry: crowding",) == shown(day).notes

    def test_an_official_race_is_lit_so(self):
        """The last light of a race that was run."""
        day = DayDriver(FVD)
        day.official("4-2-3")
        assert ("OFFICIAL",) == shown(day).status

    def test_refunds_are_lit_by_number(self):
        """Of an entry only when no runner of it is left."""
        day = DayDriver(FVD)
        day.scratch("1A")
        day.scratch("4")
        day.scratch("2")
        assert ("OPEN", "REFUND 2, 4") == shown(day).status
        day.scratch("1")
        assert "REFUND 1, 2, 4" == shown(day).status[1]

    def test_held_prices_are_lit(self):
        """While two ways of counting a pool differ."""
        day = DayDriver(FVD)
        day.sell("$2 WN 4")
        day.stop()
        day.do("track", a.RecordCount(pool="FVD-1-win", total_minor=100, counted_by="auditor"))
        day.official("4-2-3")
        win = next(entry for entry in shown(day).pools if entry.kind == "win")
        assert (("OFFICIAL", "PRICES HELD"), "held") == (shown(day).status, win.status)
        assert None is shown(day).finish[0].win

    def test_a_cancelled_race_is_lit_so(self):
        """It has no odds any more."""
        day = DayDriver(FVD)
        day.sell("$2 WN 4")
        day.cancel_race()
        assert (("CANCELLED",), None) == (shown(day).status, interest(day, "4").odds)

    def test_a_race_declared_no_race_is_lit_so(self):
        """It was run, and does not count."""
        day = DayDriver(FVD)
        day.stop()
        day.cancel_race(cause="no_race")
        assert ("NO RACE",) == shown(day).status

    def test_a_halt_of_cashing_is_noted(self):
        """With its reason."""
        day = DayDriver(FVD)
        day.do("supervisor", a.HaltCashing(reason="A price is wrong.", announcement="Please wait."))
        assert ("Cashing is halted: A price is wrong.",) == shown(day).notes


class TestRunners:
    def test_money_odds_and_the_favorite(self):
        """$10 of $14 to win on 4: net of $11.48 it pays 1.10; 1 and its coupled 1A are one interest."""
        day = DayDriver(FVD)
        day.sell("$10 WN 4", "$4 WN 1A", "$2 PL 1", "$3 SH 4")
        four, one = interest(day, "4"), interest(day, "1")
        assert (1000, 0, 300, "1-9", 10, True) == (
            four.win_minor, four.place_minor, four.show_minor, four.odds, four.odds_cents, four.is_favorite,
        )  # fmt: skip
        assert (400, 200, "9-5", False) == (one.win_minor, one.place_minor, one.odds, one.is_favorite)
        assert [("1", "Amber"), ("1A", "Second 1A")] == [(runner.no, runner.name) for runner in one.runners]

    def test_nobody_is_the_favorite_of_an_empty_pool(self):
        """And all odds are the highest."""
        entries = shown(DayDriver(FVD)).interests
        assert ({"99-1"}, {False}) == ({entry.odds for entry in entries}, {entry.is_favorite for entry in entries})

    def test_what_is_scratched_has_no_odds(self):
        """Its money is out of the pool: the other's odds are as if it had never been there."""
        day = DayDriver(FVD)
        day.sell("$10 WN 4", "$10 WN 5", "$5 WN 2")
        day.scratch("5")
        assert (True, None, 1000) == (
            interest(day, "5").is_out,
            interest(day, "5").odds,
            interest(day, "5").win_minor,
        )
        assert 20 == interest(day, "4").odds_cents

    def test_one_runner_of_an_entry_out(self):
        """The interest stands, and says which of its runners does."""
        day = DayDriver(FVD)
        day.scratch("1")
        assert (False, [True, False]) == (
            interest(day, "1").is_out,
            [runner.is_out for runner in interest(day, "1").runners],
        )

    def test_morning_lines_and_missing_pools(self):
        """A race without a win pool has no odds, and amounts only where there is a pool."""
        field = [{"no": "1", "name": "A", "morning_line": "5-2"}, {"no": "2", "name": "B"}]
        day = DayDriver({**FVD, "races": [race(1, "13:00", field)], "pools": [pool("place", 1)]})
        one, two = shown(day).interests
        assert ("5-2", None, None, 0, None) == (
            one.morning_line,
            one.odds,
            one.win_minor,
            one.place_minor,
            one.show_minor,
        )
        assert None is two.morning_line

    def test_odds_stay_when_the_race_is_run(self):
        """Whoever won, they are what they were at the close."""
        day = DayDriver(FVD)
        day.sell("$10 WN 4", "$5 WN 2")
        before = [entry.odds for entry in shown(day).interests]
        day.official("2-4-3")
        assert before == [entry.odds for entry in shown(day).interests]


class TestPools:
    def test_totals_and_refunds(self):
        """What is refunded is told at once in pools of one and two places, and elsewhere when they are settled."""
        day = DayDriver(FVD)
        day.sell("$10 WN 4", "$2 WN 5", "$2 EX BOX 4,5,6", "$1 TRI 4/5/6")
        day.scratch("5")
        found = {entry.kind: (entry.status, entry.sold_minor, entry.refunds_minor) for entry in shown(day).pools}
        assert ("open", 1200, 200) == found["win"]
        assert ("open", 1200, 800) == found["exacta"]
        assert ("open", 100, None) == found["trifecta"]

    def test_states_of_a_pool(self):
        """Open, closed, and as it was settled; a pool over several races is on the board of each."""
        day = DayDriver(FVD)
        day.sell("$2 WN 4", "$2 DD 4/1")
        day.stop()
        status = {entry.kind: entry.status for entry in shown(day, 2).pools}
        assert ("open", "closed") == (status["win"], status["double"])
        day.official("4-2-3")
        status = {entry.kind: entry.status for entry in shown(day).pools}
        assert ("official", "empty", "closed") == (status["win"], status["place"], status["double"])

    def test_carried_in(self):
        """What earlier days left stands beside the pool."""
        day = DayDriver(small("pick6", *[4] * 6, carryover_minor=5_000))
        assert [(5_000, (1, 2, 3, 4, 5, 6))] == [(entry.carryover_minor, entry.races) for entry in shown(day).pools]

    def test_a_summed_pool_has_a_bet_for_a_combination(self):
        """However many tickets there are."""
        day = DayDriver(FVD)
        for _ in range(20):
            day.sell("$2 EX BOX 1,2,3")
        assert 6 == len(summed_pool(day.state, "FVD-1-exacta").bets)


class TestNextToGo:
    def test_by_post_time_over_all_tracks(self):
        """The earliest that is not over, also while it is run; then the next track's."""
        day = DayDriver()
        assert ("FVD", 1) == next_to_go(day.state)
        day.post("4-2-3")
        assert ("FVD", 1) == next_to_go(day.state)
        day.declare()
        assert (("LAK", 1), ("FVD", 2)) == (next_to_go(day.state), next_to_go(day.state, "FVD"))

    def test_after_the_last_race_the_last_one(self):
        """Its prices stay on the board."""
        day = DayDriver(small("double", 2, 2))
        day.official("1-2")
        day.official("1-2", 2)
        assert ("FVD", 2) == next_to_go(day.state)

    def test_without_a_card_there_is_no_race(self):
        """Neither of a track that sends nothing today."""
        for track in (None, "ZZZ"):
            with pytest.raises(InputError, match="no such race card"):
                next_to_go(DayDriver(small("win", 2)).state if track else DayPlay(random.Random(1)).state, track)

    def test_an_unknown_race(self):
        """It is named."""
        with pytest.raises(InputError, match="no race of that number"):
            shown(DayDriver(FVD), 9)


def test_a_field_that_is_coupled():
    """Three runners under one number."""
    day = DayDriver(FVD)
    assert ["6", "6A", "6B"] == [runner.no for runner in interest(day, "6", 4).runners]
    assert 6 == len(shown(day, 4).interests) == len(runners(6))
