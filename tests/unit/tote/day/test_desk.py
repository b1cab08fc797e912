"""The mutuel manager's desk: the next act of each race, pools counted twice, and prices before they are public."""

import pytest

from pitboss.decider import tag_of
from pitboss.tote.day import acts as a
from pitboss.tote.day import settling
from pitboss.tote.day.asked import asked
from pitboss.tote.day.board import board
from pitboss.tote.day.desk import desk, next_act, preview
from tests.support.day_driver import FVD, DayDriver, order_of, small

BETS = ("$2 WN 3", "$10 WN 2", "$4 PL 2", "$6 PL 4", "$2 SH 4", "$2 SH 5", "$2 EX BOX 2,3,4", "$1 TRI BOX 2,3,4,5")


@pytest.fixture
def day():
    """A day of two tracks on whose first race a few have bet."""
    found = DayDriver(FVD)
    for bet in (*BETS, "$2 DD 3/1,2"):
        found.sell(bet)
    return found


def shown(day, number=1):
    """Return the desk with a race of FVD chosen."""
    return desk(day.state, "FVD", number, day.now)


@pytest.mark.parametrize("order", ["3-2-4-5", "2=3-4-5", "3-2=4-5", "3-2-4=5"])
def test_the_prices_shown_before_are_those_that_are_paid(day, order):
    """Whatever the order, dead heats included: every price of the board was on the desk."""
    day.stop()
    before = preview(day.state, "FVD", 1, order_of(order))
    day.official(order)
    found = board(day.state, "FVD", 1, day.now)
    straights = {one.number: (one.win, one.place, one.show) for one in before.straights}
    prices = {one.number: (one.win, one.place_price, one.show) for one in found.finish}
    assert {number: paid for number, paid in prices.items() if any(paid)} == straights
    assert [(one.combo, one.price) for one in found.paid_out] == [(one.combo, one.price_minor) for one in before.paid]
    assert shown(day).prices == before


def test_an_official_race_is_looked_at_without_its_pools_being_calculated_again(day, monkeypatch):
    """A hundred thousand tickets would keep bets waiting: what it pays is known."""
    day.official("3-2-4-5")
    before = preview(day.state, "FVD", 1, order_of("3-2-4-5"))
    monkeypatch.setattr(settling, "settle_pool", lambda _: pytest.fail("a pool was calculated"))
    assert before == shown(day).prices


@pytest.mark.parametrize(
    ("order", "said"), [("3-9", "no such runner"), ("6-2", "scratched"), ("3-3", "two places")], ids=str
)
def test_an_order_that_no_race_can_have_says_why(day, order, said):
    """And has no prices."""
    day.scratch("6")
    day.stop()
    found = preview(day.state, "FVD", 1, order_of(order))
    assert (True, [], []) == (said in str(found.problem), found.straights, found.paid)


def test_an_open_race_has_no_order(day):
    """Nor one that was called off."""
    assert ("race 1 is open: it has no order of finish", "PW-D3") == (
        preview(day.state, "FVD", 1, order_of("3-2")).problem,
        preview(day.state, "FVD", 1, order_of("3-2")).clause,
    )
    day.cancel_race()
    assert "cancelled" in str(preview(day.state, "FVD", 1, order_of("3-2")).problem)
    assert (None, ["Called off: its bets are refunded"]) == (
        next_act(day.state, "FVD", 1),
        [step.text for step in shown(day).steps],
    )


def test_each_race_has_its_next_act(day):
    """Stop, post, end the inquiry, make official, correct."""

    def tag():
        found = next_act(day.state, "FVD", 1)
        row = next(row for row in shown(day).races if row.race == 1 and row.track == "FVD")
        assert found is not None
        assert (tag_of(found[0]), found[1]) == (row.act, row.next)
        return found[0]

    assert a.StopBetting is tag()
    day.stop()
    assert a.PostResult is tag()
    day.post("3-2-4-5")
    assert a.DeclareOrderOfficial is tag()
    day.do("track", a.CallInquiry(track="FVD", race=1, reason="The stretch"))
    assert (a.EndInquiry, ["Inquiry: The stretch"]) == (tag(), [one.text for one in shown(day).steps if one.is_bad])
    day.do("track", a.EndInquiry(track="FVD", race=1, ruling="None"))
    day.do("track", a.DeclareOfficial(track="FVD", race=1))
    assert (a.CorrectResult, True) == (tag(), all(step.is_done for step in shown(day).steps))


def test_a_pool_whose_counts_differ_is_in_the_way(day):
    """It is red, held when the race is official, counted again and then published."""
    day.stop()
    wrong = a.RecordCount(pool="FVD-1-win", total_minor=1_000, counted_by="Ada")
    day.do("supervisor", wrong)
    found = {pool.name: pool for pool in shown(day).pools}
    assert (1_200, 1_000, -200) == (found["Win"].ours_minor, found["Win"].second_minor, found["Win"].difference_minor)
    assert ["Win: the counts differ"] == [step.text for step in shown(day).steps if step.is_bad]
    assert ["Win"] == preview(day.state, "FVD", 1, order_of("3-2-4-5")).held
    day.post("3-2-4-5")
    day.do("track", a.DeclareOfficial(track="FVD", race=1))
    assert ((a.RecordCount, "Count again"), ["Win"]) == (next_act(day.state, "FVD", 1), shown(day).races[0].held)
    day.do("supervisor", a.RecordCount(pool="FVD-1-win", total_minor=1_200, counted_by="Ada"))
    assert (a.PublishPrices, "Publish prices") == next_act(day.state, "FVD", 1)
    day.do("supervisor", a.PublishPrices(pool="FVD-1-win"))
    assert ({"Win": 0}, []) == (
        {pool.name: pool.difference_minor for pool in shown(day).pools if pool.name == "Win"},
        shown(day).races[0].held,
    )


def test_money_that_nobody_won_is_told():
    """A pick six without a winner is carried over, and the desk says how much."""
    day = DayDriver(small("pick6", 2, 2, 2, 2, 2, 2, minimum=200))
    day.sell("$2 P6 1/1/1/1/1/1")
    for number in range(1, 6):
        day.official("1-2", number)
    day.stop(6)
    (line, *_) = preview(day.state, "FVD", 6, order_of("2-1")).paid
    carried = day.official("2-1", 6)["FVD-1-pick6"].carryover_out_minor
    assert ("Pick six 1-6", f"${carried / 100:.2f} is carried over") == (line.name, line.note)


def test_a_second_person_reads_order_and_prices(day):
    """To post, to make official, and to correct; other acts say enough by themselves."""
    day.stop()
    order = order_of("3-2=4-5")
    posting = a.PostResult(track="FVD", race=1, order=order, source=a.Source.SIGNAL, reason="The line is down")
    told = asked(day.state, posting) or {}
    assert "Order of finish: 3, 2=4, 5. Read from the signal: The line is down." in told["text"]
    day.post("3-2=4-5")
    price = preview(day.state, "FVD", 1, order).straights[0].win or 0
    told = asked(day.state, a.DeclareOrderOfficial(track="FVD", race=1, order=order)) or {}
    assert ("FVD race 1 official?", True) == (told["title"], f"3: win ${price / 100:.2f}" in told["text"])
    shown_prices = preview(day.state, "FVD", 1, order).seen
    asking = a.DeclareOrderOfficial(track="FVD", race=1, order=order, prices=shown_prices)
    day.do("supervisor", a.RecordCount(pool="FVD-1-win", total_minor=1, counted_by="Ada"))
    assert "other prices" in (asked(day.state, asking) or {})["text"]
    day.post("2-3-4-5")
    assert "Posted by now is another: 2, 3, 4, 5." in (asked(day.state, asking) or {})["text"]
    day.do("track", a.DeclareOfficial(track="FVD", race=1))
    correcting = a.CorrectResult(track="FVD", race=1, order=order_of("2-3-4-5"), evidence="The chart")
    assert "Evidence: The chart" in (asked(day.state, correcting) or {})["text"]
    assert None is asked(day.state, a.StopBetting(track="FVD", race=2))
