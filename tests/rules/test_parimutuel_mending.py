"""What was entered wrongly, or not relayed (PW-D3, PW-D4, PW-D5, PW-F1a): scratches, payoffs and results put right."""

from typing import Any

import pytest

from pitboss.decider import Accepted
from pitboss.tote.day import acts as a
from pitboss.tote.day.events import PoolSettled
from pitboss.tote.day.mending import payable_combos
from tests.support.day_driver import FVD, DayDriver, cashing, order_of, pool, race, refunding, runners, small

ON_ONE: dict[str, Any] = {"track": "FVD", "race": 1}
RESTORE = a.RestoreRunner(track="FVD", race=1, runner="4", reason="4 was typed for 5")


def posted(*bets, order="3-1-2", source="tote"):
    """Return a day of one win pool without takeout with an order posted, and its tickets."""
    driver = DayDriver(small("win", 4))
    tickets = [driver.sell(bet) for bet in bets]
    driver.stop()
    who, reason = ("track", None) if source == "tote" else ("supervisor", "the relay is down")
    act = a.PostResult(**ON_ONE, order=order_of(order), source=a.Source(source), reason=reason)
    driver.do(who, act, witness=None if source == "tote" else "other supervisor")
    return driver, *tickets


def signalled(driver, order, **prices):
    """Read the order of the first race from the signal, perhaps with payoffs, and declare it official."""
    driver.stop()
    act = a.PostResult(**ON_ONE, order=order_of(order), source=a.Source.SIGNAL, reason="the relay is down")
    driver.do("supervisor", act, witness="other supervisor")
    if prices:
        driver.do("supervisor", payoffs(**prices), witness="other supervisor")
    driver.do("supervisor", a.DeclareOfficial(**ON_ONE))


def payoffs(**prices):
    """Return the act that enters payoffs of the win pool, x3=1240 for $12.40 on 3."""
    rows = tuple(a.Payoff(combo[1:], price) for combo, price in prices.items())
    return a.EnterPayoffs(pool="FVD-1-win", payoffs=rows, reason="no prices come over the line")


def correcting(order, evidence="Replay tape 4, 13:04"):
    """Return the act that corrects the first race."""
    return a.CorrectResult(**ON_ONE, order=order_of(order), evidence=evidence)


class TestARunnerIsInAgain:
    @pytest.mark.clause("PW-F1a", "Q85")
    def test_bets_on_it_stand_again(self):
        """What was not refunded is paid when it wins, and the runner is sold again."""
        driver = DayDriver(small("win", 4))
        ticket = driver.sell("$2 WN 4")
        driver.scratch("4")
        event = driver.do("supervisor", RESTORE, witness="other supervisor")
        assert ("4", "Sam", "Sid") == (event.runner, event.by, event.witness)
        assert driver.sell("$2 WN 4")
        assert "PW-F1a" == driver.refused("cashier", refunding(ticket)).clause
        driver.official("4-1-2")
        assert 210 == driver.cash(ticket).total_minor

    @pytest.mark.clause("PW-F1a", "PW-A6", "Q85")
    def test_what_was_refunded_stays_refunded(self):
        """Its bet is in the pool no longer, whatever its runner does."""
        driver = DayDriver(small("win", 4))
        gone, kept = driver.sell("$2 WN 4"), driver.sell("$2 WN 4")
        driver.sell("$2 WN 1")
        driver.scratch("4")
        driver.refund(gone)
        driver.do("track", RESTORE)
        settled = driver.official("4-1-2")["FVD-1-win"]
        assert (400, 0, 400) == (settled.sold_minor, settled.refunds_minor, driver.cash(kept).total_minor)
        assert "PW-D2.2" == driver.refused("cashier", cashing(gone)).clause
        assert (0, 0) == (driver.balance("outs"), driver.balance("pool:FVD-1-win"))

    @pytest.mark.clause("PW-F1a", "Q85")
    @pytest.mark.parametrize("witness", [None, "supervisor", "teller"])
    def test_people_do_it_by_two(self, witness):
        """One supervisor alone, twice the same, or a teller beside will not do."""
        driver = DayDriver(small("win", 4))
        driver.scratch("4")
        assert "PW-F1a" == driver.refused("supervisor", RESTORE, witness=witness).clause

    @pytest.mark.clause("PW-F1a", "PW-D5", "Q85")
    def test_not_once_an_order_is_posted(self):
        """Nor a runner that is not out."""
        driver = DayDriver(small("win", 4))
        assert "PW-F1a" == driver.refused("track", RESTORE).clause
        driver.scratch("4")
        driver.post("3-1-2")
        assert "posted" == driver.refused("track", RESTORE).values["phase"]


class TestPayoffsFromTheSignal:
    @pytest.mark.clause("PW-D4", "Q86")
    def test_they_are_what_is_paid(self):
        """The picture shows $4.40 where our own pool makes $4.00; both stand in the record, with who allowed it."""
        driver, ticket, _ = posted("$2 WN 3", "$2 WN 1")
        event = driver.do("supervisor", payoffs(x3=440), witness="other supervisor")
        assert ((440,), (400,), "Sam", "Sid") == (event.price_minor, event.calculated_minor, event.by, event.witness)
        settled = driver.declare()["FVD-1-win"]
        assert ({"3": 440}, 40) == (driver.prices("FVD-1-win"), settled.minus_pool_minor)
        assert 440 == driver.cash(ticket).total_minor

    @pytest.mark.clause("PW-D4", "Q86")
    @pytest.mark.parametrize("witness", [None, "supervisor", "teller", "auditor"])
    def test_two_supervisors_enter_them(self, witness):
        """Not one alone."""
        driver, *_ = posted("$2 WN 3")
        assert "PW-D4" == driver.refused("supervisor", payoffs(x3=440), witness=witness).clause
        assert "PW-D4" == driver.refused("track", payoffs(x3=440), witness="supervisor").clause

    @pytest.mark.clause("PW-D4", "Q86")
    def test_they_are_on_what_the_posted_order_pays(self):
        """Not on a loser, not on one of two in a dead heat alone, and not below the stake."""
        driver, *_ = posted("$2 WN 3", "$2 WN 1", order="3=1-2")
        for act in (payoffs(x3=440), payoffs(x3=440, x1=440, x2=440), payoffs(x2=440)):
            refusal = driver.refused("supervisor", act, witness="other supervisor")
            assert ("PW-D4", ["3", "1"]) == (refusal.clause, sorted(refusal.values["combos"], reverse=True))
        low = driver.refused("supervisor", payoffs(x3=199, x1=440), witness="other supervisor")
        assert ("PW-D4", 199) == (low.clause, low.values["price_minor"])

    @pytest.mark.clause("PW-D4", "Q86")
    def test_another_order_drops_them(self):
        """They were read for the order that was posted then."""
        driver, *_ = posted("$2 WN 3", "$2 WN 1")
        driver.do("supervisor", payoffs(x3=440), witness="other supervisor")
        driver.post("1-3-2")
        driver.declare()
        assert {"1": 400} == driver.prices("FVD-1-win")

    @pytest.mark.clause("PW-D4", "PW-D5", "Q86")
    def test_between_the_posted_order_and_the_official_sign(self):
        """Neither before nor after."""
        driver = DayDriver(small("win", 4))
        driver.sell("$2 WN 3")
        assert "PW-D4" == driver.refused("supervisor", payoffs(x3=440), witness="manager").clause
        driver.official("3-1-2")
        assert "PW-D4" == driver.refused("supervisor", payoffs(x3=440), witness="manager").clause


class TestAResultIsCorrected:
    @pytest.mark.clause("PW-D3", "PW-D5", "Q87")
    def test_an_entry_otherwise_than_the_sign_is_put_right(self):
        """3 was entered, and the sign showed 1: from then on it is as if 1 had been entered at once."""
        driver, three, one = posted("$2 WN 3", "$2 WN 1", source="signal")
        driver.do("supervisor", a.DeclareOfficial(**ON_ONE))
        corrected, settled = driver.do("manager", correcting("1-3-2"), witness="third supervisor")
        assert (order_of("3-1-2"), order_of("1-3-2"), "Mona", "Sue") == (
            corrected.was, corrected.order, corrected.by, corrected.witness,
        )  # fmt: skip
        assert (True, {"1": 400}) == (settled.is_corrected, driver.prices("FVD-1-win"))
        assert 400 == driver.cash(one).total_minor
        assert "PW-D2.2" == driver.refused("cashier", cashing(three)).clause
        assert {0} == set(driver.state.balances.values())

    @pytest.mark.clause("PW-D3", "Q87")
    @pytest.mark.parametrize(("order", "anew"), [("2-4-1", ["win", "place"]), ("3-2-1", ["place"]), ("3-1-4", [])])
    def test_what_it_decided_is_settled_anew_and_nothing_else(self, order, anew):
        """Of win, place and show only what pays otherwise by the right order; nobody bet to show."""
        driver = DayDriver()
        for bet in ("$2 WN 3", "$2 WN 2", "$2 PL 3", "$2 PL 1", "$2 PL 2"):
            driver.sell(bet)
        driver.stop()
        act = a.PostResult(**ON_ONE, order=order_of("3-1-2"), source=a.Source.SIGNAL, reason="no relay")
        driver.do("supervisor", act, witness="other supervisor")
        driver.do("supervisor", a.DeclareOfficial(**ON_ONE))
        answer = driver.answer("manager", correcting(order), witness="third supervisor")
        events = answer.events if isinstance(answer, Accepted) else ()
        assert [f"FVD-1-{kind}" for kind in anew] == [event.pool for event in events if isinstance(event, PoolSettled)]

    @pytest.mark.clause("PW-D2.2", "Q87")
    def test_cashed_tickets_stay_cashed(self):
        """$4.00 went out on 3 before it was seen: the house bears them, and who has 1 is paid in full."""
        driver, three, one = posted("$2 WN 3", "$2 WN 1", source="signal")
        driver.do("supervisor", a.DeclareOfficial(**ON_ONE))
        driver.cash(three)
        settled = driver.do("manager", correcting("1-3-2"), witness="third supervisor")[1]
        assert (400, -400, 400) == (
            settled.payment_error_minor, driver.balance("payment_errors"), driver.balance("outs"),
        )  # fmt: skip
        assert (400, 0) == (driver.cash(one).total_minor, driver.balance("outs"))
        assert "PW-D2.2" == driver.refused("cashier", cashing(three)).clause

    @pytest.mark.clause("PW-D2.2", "Q83", "Q87")
    def test_a_part_that_was_paid_is_paid_once(self):
        """Too little went out on two equal bets: the ticket that is still good for another race gets no more either."""
        races = [race(number, f"{12 + number}:00", runners(4)) for number in (1, 2)]
        driver = DayDriver({**FVD, "races": races, "pools": [pool("win", number, takeout="0") for number in (1, 2)]})
        both, one, unpaid = driver.sell("$2 WN 3", "R2 $2 WN 1"), driver.sell("$2 WN 3"), driver.sell("$2 WN 3")
        for bet in ("$4 WN 1", "$2 WN 1", "R2 $2 WN 2"):
            driver.sell(bet)
        signalled(driver, "3=1-2")
        assert (210, 210) == (driver.cash(both).total_minor, driver.cash(one).total_minor)
        driver.do("manager", correcting("3-1-2"), witness="third supervisor")
        assert ["PW-D1", "PW-D2.2"] == [driver.refused("cashier", cashing(sold)).clause for sold in (both, one)]
        assert (400, 380) == (driver.cash(unpaid).total_minor, driver.balance("payment_errors"))
        driver.official("1-2-3", 2)
        assert (400, 0) == (driver.cash(both).total_minor, driver.balance("outs"))

    @pytest.mark.clause("PW-C9", "PW-D2.2", "Q83", "Q87")
    def test_a_first_half_that_was_paid_is_paid_once(self):
        """By a wrong order it paid too little; what the second half wins is another part, and is paid."""
        driver = DayDriver(small("twin_trifecta", 6, 6))
        ticket, other = driver.sell("$2 TT 1/2/3"), driver.sell("$6 TT 2/1/3")
        signalled(driver, "1=2-3")
        assert 210 == driver.cash(ticket).total_minor
        driver.do("manager", correcting("1-2-3"), witness="third supervisor")
        assert "PW-D1" == driver.refused("cashier", cashing(ticket)).clause
        driver.exchange(ticket, "4-5-6")
        driver.official("4-5-6", 2)
        assert (400, 190) == (driver.cash(ticket).total_minor, driver.balance("payment_errors"))
        assert "PW-D2.2" == driver.refused("cashier", cashing(other)).clause
        assert (0, 0) == (driver.balance("outs"), driver.balance("pool:FVD-1-twin_trifecta"))

    @pytest.mark.clause("PW-C9", "PW-D1", "Q83", "Q87")
    def test_a_first_half_of_the_right_order_is_paid_at_once(self):
        """What was paid by the wrong one is not there: the house adds it, and at the end it is no minus pool's."""
        driver = DayDriver(small("twin_trifecta", 6, 6))
        wrong, right = driver.sell("$2 TT 1/2/3"), driver.sell("$2 TT 2/1/3")
        signalled(driver, "1-2-3")
        driver.cash(wrong)
        driver.do("manager", correcting("2-1-3"), witness="third supervisor")
        assert (210, -20) == (driver.cash(right).total_minor, driver.balance("minus_pool"))
        driver.official("4-5-6", 2)
        assert (-10, -210) == (driver.balance("minus_pool"), driver.balance("payment_errors"))
        assert (200, 0) == (driver.balance("carryover:FVD-twin_trifecta"), driver.balance("pool:FVD-1-twin_trifecta"))

    @pytest.mark.clause("PW-D4", "Q86", "Q87")
    def test_payoffs_of_what_still_wins_stay(self):
        """Third place was entered wrongly: the payoff that was read for the winner is what is paid."""
        races = [race(number, f"{12 + number}:00", runners(4)) for number in (1, 2)]
        pools = [pool("win", 1, takeout="0"), pool("show", 1, takeout="0"), pool("pick3", 1, 2, 3, takeout="0")]
        driver = DayDriver({**FVD, "races": [*races, race(3, "15:00", runners(4))], "pools": pools})
        ticket, *_ = [driver.sell(bet) for bet in ("$2 WN 3", "$2 WN 1", "$2 SH 4", "$2 SH 3", "$2 P3 3/1/1")]
        signalled(driver, "3-1-2", x3=1240)
        corrected, *settled = driver.do("manager", correcting("3-1-4"), witness="third supervisor")
        assert (("FVD-1-win",), ["FVD-1-show"]) == (corrected.kept, [event.pool for event in settled])
        assert ({"3": 1_240}, 1_240) == (driver.prices("FVD-1-win"), driver.cash(ticket).total_minor)

    @pytest.mark.clause("PW-D4", "Q86", "Q87")
    def test_payoffs_of_the_right_order_are_entered_after_it(self):
        """Those of the wrong one are dropped; the right ones are read by two, on what wins now."""
        driver = DayDriver(small("win", 4))
        three, one = driver.sell("$2 WN 3"), driver.sell("$2 WN 1")
        signalled(driver, "3-1-2", x3=1240)
        corrected, settled = driver.do("manager", correcting("1-3-2"), witness="third supervisor")
        assert ((), {"1": 400}) == (corrected.kept, driver.prices("FVD-1-win"))
        assert ["1"] == driver.refused("manager", payoffs(x3=440), witness="supervisor").values["combos"]
        assert "PW-D4" == driver.refused("manager", payoffs(x1=440)).clause
        entered, settled = driver.do("manager", payoffs(x1=440), witness="supervisor")
        assert ((400,), True, 40) == (entered.calculated_minor, settled.is_corrected, settled.minus_pool_minor)
        assert (440, 0) == (driver.cash(one).total_minor, driver.balance("outs"))
        assert "PW-D2.2" == driver.refused("cashier", cashing(three)).clause

    @pytest.mark.clause("PW-D4", "Q86", "Q87")
    def test_payoffs_are_entered_before_anything_is_cashed_by_the_right_order(self):
        """What was cashed by the wrong one is no hindrance; then the price that somebody was paid stays."""
        driver = DayDriver(small("win", 4))
        three, one, _ = (driver.sell(bet) for bet in ("$2 WN 3", "$2 WN 1", "$2 WN 1"))
        signalled(driver, "3-1-2")
        driver.cash(three)
        driver.do("manager", correcting("1-3-2"), witness="third supervisor")
        driver.do("manager", payoffs(x1=340), witness="supervisor")
        driver.do("manager", payoffs(x1=320), witness="supervisor")
        assert (320, 320) == (driver.cash(one).total_minor, driver.balance("outs"))
        assert "PW-D4" == driver.refused("manager", payoffs(x1=440), witness="supervisor").clause

    @pytest.mark.clause("PW-D4", "PW-C12", "Q86", "Q87")
    @pytest.mark.parametrize(("order", "kept"), [("3-1-4", ("FVD-1-pick6",)), ("1-3-2", ())])
    def test_payoffs_of_a_pick_six_stay_with_its_winners(self, order, kept):
        """Its classes have the same names whoever wins: what counts is who won the race."""
        driver = DayDriver(small("pick6", *[4] * 6))
        three, one = driver.sell("$2 P6 3/1/1/1/1/1"), driver.sell("$2 P6 1/1/1/1/1/1")
        signalled(driver, "3-1-2")
        for number in range(2, 6):
            driver.official("1-2-3", number)
        driver.post("1-2-3", 6)
        rows = tuple(map(a.Payoff, payable_combos(driver.state, "FVD-1-pick6"), (900, 300)))
        driver.do("supervisor", a.EnterPayoffs(pool="FVD-1-pick6", payoffs=rows, reason="none"), witness="manager")
        driver.declare(6)
        answer = driver.do("third supervisor", correcting(order), witness="manager")
        assert kept == (answer[0] if isinstance(answer, tuple) else answer).kept
        winner, loser = (three, one) if kept else (one, three)
        assert bool(kept) == (driver.state.tickets[winner.ticket].payout_minor == 900)
        assert driver.state.tickets[winner.ticket].payout_minor > driver.state.tickets[loser.ticket].payout_minor

    @pytest.mark.clause("PW-D3", "PW-C12", "Q87")
    def test_tickets_follow_where_prices_come_out_the_same(self):
        """As much was on the right winner of a pick six as on the wrong one: six of six is somebody else's now."""
        driver = DayDriver(small("pick6", *[4] * 6))
        three, one = driver.sell("$2 P6 3/1/1/1/1/1"), driver.sell("$2 P6 1/1/1/1/1/1")
        signalled(driver, "3-1-2")
        for number in range(2, 7):
            driver.official("1-2-3", number)
        due = [driver.state.tickets[sold.ticket].payout_minor for sold in (three, one)]
        driver.do("manager", correcting("1-3-2"), witness="third supervisor")
        assert due[0] > due[1]
        assert due == [driver.state.tickets[sold.ticket].payout_minor for sold in (one, three)]

    @pytest.mark.clause("PW-D5", "Q87")
    def test_what_came_by_the_tracks_line_stays(self):
        """That was the sign, whatever is ruled later."""
        driver, *_ = posted("$2 WN 3")
        driver.declare()
        assert "PW-D5" == driver.refused("manager", correcting("1-3-2"), witness="third supervisor").clause

    @pytest.mark.clause("PW-D5", "Q87")
    @pytest.mark.parametrize(
        ("by", "witness"),
        [("supervisor", "manager"), ("manager", "supervisor"), ("manager", "other supervisor"), ("manager", None)],
    )
    def test_nobody_corrects_what_they_entered(self, by, witness):
        """Nor what they authorised or declared; and nobody corrects alone."""
        driver, *_ = posted("$2 WN 3", source="signal")
        driver.do("supervisor", a.DeclareOfficial(**ON_ONE))
        assert "PW-D5" == driver.refused(by, correcting("1-3-2"), witness=witness).clause

    @pytest.mark.clause("PW-D5", "Q87")
    def test_only_an_official_order_that_was_another(self):
        """Before the sign another order is simply posted; the same one is no correction; and not after the day."""
        driver, *_ = posted("$2 WN 3", source="signal")
        assert "posted" == driver.refused("manager", correcting("1-3-2"), witness="third supervisor").values["phase"]
        driver.do("supervisor", a.DeclareOfficial(**ON_ONE))
        assert "PW-D5" == driver.refused("manager", correcting("3-1-2"), witness="third supervisor").clause
        driver.do("manager", a.CloseDay())
        assert "PW-D5" == driver.refused("manager", correcting("1-3-2"), witness="third supervisor").clause

    @pytest.mark.clause("PW-D3", "Q87")
    def test_pools_over_several_races_follow(self):
        """A double is settled anew, and a pool that waits for its second race is decided by the right order."""
        driver = DayDriver(small("double", 4, 4))
        ticket = driver.sell("$2 DD 1/1")
        driver.sell("$2 DD 3/1")
        driver.stop()
        act = a.PostResult(**ON_ONE, order=order_of("3-1-2"), source=a.Source.SIGNAL, reason="no relay")
        driver.do("supervisor", act, witness="other supervisor")
        driver.do("supervisor", a.DeclareOfficial(**ON_ONE))
        corrected = driver.do("manager", correcting("1-3-2"), witness="third supervisor")
        assert not isinstance(corrected, tuple)
        assert isinstance(driver.official("1-2-3", 2)["FVD-1-double"], PoolSettled)
        assert 400 == driver.cash(ticket).total_minor
