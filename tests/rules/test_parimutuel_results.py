"""Results (PW-D3, PW-D4, PW-D5): by the sending track, from the picture when there is no relay, and then for good."""

import pytest

from pitboss.tote.day import acts as a
from pitboss.tote.day.desk import preview
from tests.support.day_driver import DayDriver, order_of, small

REASON = "the relay from the track is down"


def posting(order, number=1, **more):
    """Return the act that posts an order."""
    return a.PostResult(track="FVD", race=number, order=order_of(order), **more)


def from_signal(order="3-1-2", reason=REASON):
    """Return the act that posts what was seen on the picture."""
    return posting(order, source=a.Source.SIGNAL, reason=reason)


def about(act, **more):
    """Return an act on the first race."""
    return act(track="FVD", race=1, **more)


def closed():
    """Return a day with a ticket on 3 and one on 1, and the first race closed."""
    driver = DayDriver(small("win", 4))
    driver.sell("$2 WN 3")
    driver.sell("$2 WN 1")
    driver.stop()
    return driver


class TestTheTracksResults:
    @pytest.mark.clause("PW-D3")
    def test_winners_are_those_of_the_official_order(self):
        """The track relays the order, posts it official, and 3 is paid: $4.00 for $2.00."""
        driver = closed()
        posted = driver.do("track", posting("3-1-2"))
        assert (order_of("3-1-2"), "tote", None) == (posted.order, posted.source, posted.witness)
        settled = driver.declare()["FVD-1-win"]
        assert ({"3": 400}, 400, 400) == (driver.prices("FVD-1-win"), settled.sold_minor, settled.payout_minor)

    @pytest.mark.clause("PW-D3")
    def test_dead_heats_are_paid_as_posted(self):
        """3 and 1 share the first place, and each is paid."""
        driver = closed()
        driver.official("3=1-2")
        assert {"1": 210, "3": 210} == driver.prices("FVD-1-win")

    @pytest.mark.clause("PW-D3")
    def test_a_race_is_over_before_it_has_a_result(self):
        """While bets are taken there is none, and nothing is official that was not posted."""
        driver = DayDriver(small("win", 4))
        refusal = driver.refused("track", posting("3-1-2"))
        assert ("PW-D3", "open") == (refusal.clause, refusal.values["phase"])
        driver.stop()
        refusal = driver.refused("track", about(a.DeclareOfficial))
        assert ("PW-D3", "closed") == (refusal.clause, refusal.values["phase"])

    @pytest.mark.clause("PW-D3")
    def test_a_posted_order_may_change_until_it_is_official(self):
        """The last one posted counts."""
        driver = closed()
        driver.do("track", posting("3-1-2"))
        driver.do("track", posting("1-3-2"))
        driver.declare()
        assert {"1": 400} == driver.prices("FVD-1-win")

    @pytest.mark.clause("PW-D3")
    def test_an_inquiry_holds_the_official_sign(self):
        """Until it ends; the order it changes is posted anew."""
        driver = closed()
        driver.do("track", posting("3-1-2"))
        assert "a bump" == driver.do("track", about(a.CallInquiry, reason="a bump")).reason
        assert "PW-D3" == driver.refused("track", about(a.DeclareOfficial)).clause
        assert "PW-D3" == driver.refused("track", about(a.CallInquiry, reason="again")).clause
        driver.do("track", posting("1-3-2"))
        assert "3 is put back" == driver.do("track", about(a.EndInquiry, ruling="3 is put back")).ruling
        assert "PW-D3" == driver.refused("track", about(a.EndInquiry, ruling="twice")).clause
        driver.declare()
        assert {"1": 400} == driver.prices("FVD-1-win")

    @pytest.mark.clause("PW-D3")
    @pytest.mark.parametrize(
        ("order", "field"),
        [
            ([(1, "4"), (2, "1")], "order[0].runner"),
            ([(1, "3"), (2, "3")], "order[0].runner"),
            ([(1, "3"), (1, "1")], "order[0].dead_heat"),
            ([(1, "3", True), (2, "1")], "order[0].dead_heat"),
            ([(1, "3"), (3, "1")], "order"),
            ([(2, "3")], "order"),
            ([(1, "3", True), (1, "1", True), (2, "2")], "order"),
        ],
    )
    def test_an_order_that_no_race_can_have_is_refused(self, order, field):
        """A scratched runner, one twice, an unmarked dead heat, a mark on nobody else, a place left out."""
        driver = DayDriver(small("win", 4))
        driver.scratch("4")
        driver.stop()
        finishers = tuple(a.Finisher(*entry) for entry in order)
        refusal = driver.refused("track", about(a.PostResult, order=finishers))
        assert ("PW-D3", field) == (refusal.clause, refusal.values["field"])


class TestWhatWasSeen:
    @pytest.mark.clause("PW-D3")
    def test_the_order_that_was_seen_becomes_official(self):
        """Whoever wrote it down in whatever sequence: it is the same finish."""
        driver = closed()
        driver.do("track", posting("3=1-2"))
        driver.do("supervisor", about(a.DeclareOrderOfficial, order=order_of("3=1-2")[::-1]))
        assert ("official", {"1": 210, "3": 210}) == (driver.state.races["FVD", 1].phase, driver.prices("FVD-1-win"))

    @pytest.mark.clause("PW-D3")
    @pytest.mark.parametrize("seen", ["1-3-2", "3-1", "3=1-2"])
    def test_another_order_than_the_posted_one_does_not(self, seen):
        """Another one was posted since it was shown: nothing becomes official, and both are named."""
        driver = closed()
        driver.do("track", posting("3-1-2"))
        refusal = driver.refused("supervisor", about(a.DeclareOrderOfficial, order=order_of(seen)))
        assert ("PW-D3", "3, 1, 2") == (refusal.clause, refusal.values["posted"])
        assert ("posted", None) == (driver.state.races["FVD", 1].phase, driver.state.books["FVD-1-win"].settled)

    @pytest.mark.clause("PW-D3")
    def test_nor_does_it_at_other_prices_than_were_shown(self):
        """A runner without a place is scratched after the prices were shown: its bets go back, and 3 pays less."""
        driver = DayDriver(small("win", 4))
        driver.sell("$2 WN 3", "$2 WN 4")
        driver.stop()
        driver.do("track", posting("3-1-2"))
        order = order_of("3-1-2")
        seen = preview(driver.state, "FVD", 1, order).seen
        driver.scratch("4")
        refusal = driver.refused("supervisor", about(a.DeclareOrderOfficial, order=order, prices=seen))
        assert ("PW-D3", True) == (refusal.clause, "prices" in refusal.reason)
        seen = preview(driver.state, "FVD", 1, order).seen
        driver.do("supervisor", about(a.DeclareOrderOfficial, order=order, prices=seen))
        assert {"3": 210} == driver.prices("FVD-1-win")

    @pytest.mark.clause("PW-D6")
    def test_nor_with_a_hold_that_nobody_was_shown(self):
        """A second count that came meanwhile holds the prices: that is another thing to confirm."""
        driver = closed()
        driver.do("track", posting("3-1-2"))
        order = order_of("3-1-2")
        seen = preview(driver.state, "FVD", 1, order).seen
        driver.do("supervisor", a.RecordCount(pool="FVD-1-win", total_minor=1, counted_by="Ada"))
        assert "prices" in driver.refused("manager", about(a.DeclareOrderOfficial, order=order, prices=seen)).reason


class TestTheSignal:
    @pytest.mark.clause("PW-D4")
    def test_a_result_from_the_picture_is_recorded_with_who_allowed_it(self):
        """Reason, supervisor and second supervisor stand in the record, and it counts like any other."""
        driver = closed()
        posted = driver.do("supervisor", from_signal(), witness="other supervisor")
        assert ("signal", REASON, "Sam", "Sid") == (posted.source, posted.reason, posted.by, posted.witness)
        driver.do("supervisor", about(a.DeclareOfficial))
        assert {"3": 400} == driver.prices("FVD-1-win")

    @pytest.mark.clause("PW-D4")
    def test_it_needs_its_reason(self):
        """Why the totalizator could not relay it."""
        driver = closed()
        assert "PW-D4" == driver.refused("supervisor", from_signal(reason=None), witness="other supervisor").clause

    @pytest.mark.clause("PW-D4")
    @pytest.mark.parametrize("witness", [None, "supervisor", "teller", "auditor", "player"])
    def test_it_needs_a_second_supervisor(self, witness):
        """Nobody, oneself, a teller, an auditor or a player will not do; a manager would."""
        assert "PW-D4" == closed().refused("supervisor", from_signal(), witness=witness).clause
        assert "Mona" == closed().do("supervisor", from_signal(), witness="manager").witness

    @pytest.mark.clause("PW-D4")
    @pytest.mark.parametrize("who", ["track", "machine", "teller", "player"])
    def test_nobody_else_reads_it(self, who):
        """What relays the track has no picture to read, and tellers may not."""
        refusal = closed().refused(who, from_signal(), witness="other supervisor")
        assert refusal.clause in ("PW-D4", "PW-D3")


class TestAfterOfficial:
    @pytest.mark.clause("PW-D5")
    @pytest.mark.parametrize(
        ("act", "more"),
        [
            (a.PostResult, {"order": order_of("1-3-2")}),
            (a.ScratchRunner, {"runner": "3"}),
            (a.CancelRace, {"cause": a.NoRace.NO_RACE, "reason": "a false start"}),
            (a.CallInquiry, {"reason": "a positive test"}),
        ],
    )
    def test_nothing_changes_after_official(self, act, more):
        """No order, scratch, cancellation or inquiry, whoever asks."""
        driver = closed()
        driver.official("3-1-2")
        for who in ("track", "supervisor", "manager"):
            assert "PW-D5" == driver.refused(who, about(act, **more)).clause
        assert (order_of("3-1-2"), {"3": 400}) == (driver.state.races["FVD", 1].order, driver.prices("FVD-1-win"))

    @pytest.mark.clause("PW-D5")
    def test_the_official_order_is_recorded(self):
        """As it was posted last; it is declared once."""
        driver = closed()
        driver.do("track", posting("3-1-2"))
        official = driver.do("track", about(a.DeclareOfficial))[0]
        assert ("tote.race_official/1", order_of("3-1-2")) == (official.__struct_config__.tag, official.order)
        assert "official" == driver.refused("track", about(a.DeclareOfficial)).values["phase"]

    @pytest.mark.clause("PW-D5")
    def test_pools_over_several_races_keep_it_too(self):
        """The first leg of a daily double stays as it was when the second is run."""
        driver = DayDriver(small("double", 4, 4))
        ticket = driver.sell("$2 DD 3/1")
        driver.sell("$2 DD 1/1")
        driver.official("3-1-2")
        driver.refused("track", posting("1-3-2"))
        driver.official("1-2-3", 2)
        assert ({"3/1": 400}, 400) == (driver.prices("FVD-1-double"), driver.cash(ticket).total_minor)
