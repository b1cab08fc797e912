"""The twin trifecta at the window (PW-C9): won once, exchanged once, between the two races."""

import pytest

from pitboss.floor.devices.ticket import second_half
from pitboss.tote.day import acts as a
from pitboss.tote.day.print import exchange_lines
from tests.support.day_driver import DayDriver, cashing, exchanging, small


def won(*bets, order="1-2-3-4"):
    """Return a day of a twin trifecta without takeout, after its first race, and the tickets sold on it."""
    driver = DayDriver(small("twin_trifecta", 6, 7))
    tickets = [driver.sell(bet) for bet in bets]
    driver.official(order)
    return driver, *tickets


def paid_now(driver, ticket):
    """Return what is paid for a ticket that is brought now; nought where it is refused."""
    answer = driver.answer("cashier", cashing(ticket))
    return sum(event.total_minor for event in getattr(answer, "events", ()))


class TestTheExchange:
    @pytest.mark.clause("PW-C9")
    def test_a_winner_of_the_first_half_chooses_again(self):
        """Ann and Bob share the first half of $16.00; Ann is right about the next race too and has the other half."""
        driver, ann, bob, _ = won("$2 TT 1/2/3", "$2 TT 1/2/3", "$12 TT 4/1/6")
        event = driver.exchange(ann, "4-1-6")
        assert ("FVD-1-twin_trifecta", (("4", "1", "6"), 200)) == (
            event.pool,
            (event.selections[0].runners, event.selections[0].amount_minor),
        )
        driver.exchange(bob, "1-2-3")
        settled = driver.official("4-1-6-2", 2)["FVD-1-twin_trifecta"]
        assert (1_600, 0) == (settled.payout_minor, settled.carryover_out_minor)
        assert (400 + 800, 400) == (driver.cash(ann).total_minor, driver.cash(bob).total_minor)

    @pytest.mark.clause("PW-C9")
    def test_a_ticket_that_is_not_exchanged_keeps_the_first_half(self):
        """And has no part in the second, which nobody wins and is carried over."""
        driver, ann, _ = won("$2 TT 1/2/3", "$6 TT 4/1/6")
        settled = driver.official("1-2-3-4", 2)["FVD-1-twin_trifecta"]
        assert (400, 400) == (settled.payout_minor, settled.carryover_out_minor)
        assert (400, 400) == (driver.cash(ann).total_minor, driver.balance("carryover:FVD-twin_trifecta"))

    @pytest.mark.clause("PW-C9")
    def test_a_stake_is_divided_among_selections(self):
        """Two selections for a dollar each of a winner of $2.00, and not a third."""
        driver, ann = won("$2 TT 1/2/3")
        refusal = driver.refused("teller", exchanging(ann, "4-1-6", "1-4-6", "6-4-1", each=100))
        assert ("PW-C9", 200, 300) == (refusal.clause, refusal.values["stake_minor"], refusal.values["asked_minor"])
        assert (100, 100) == driver.exchange(ann, "4-1-6", "1-4-6", each=100).amount_minor

    @pytest.mark.clause("PW-C9")
    def test_several_winning_bets_of_a_ticket_are_exchanged_together(self):
        """Each selection stands for one of them: two for $2.00 do, two for $2.50 do not, though the sum would."""
        driver = DayDriver(small("twin_trifecta", 6, 7))
        ticket = driver.sell("$2 TT 1/2/3", "$7 TT 3/2/1", "$3 TT 1/2/3")
        driver.official("1-2-3-4")
        refusal = driver.refused("teller", exchanging(ticket, "4-1-6", "1-4-6", each=250))
        assert ("PW-C9", "selections[1].amount_minor") == (refusal.clause, refusal.values["field"])
        event = driver.exchange(ticket, "4-1-6", "1-4-6", each=200)
        assert ((0, 2), (200, 200)) == (event.rows, event.amount_minor)
        driver.official("4-1-6-2", 2)
        assert 1_200 == driver.state.tickets[ticket.ticket].payout_minor


class TestTheFirstHalf:
    @pytest.mark.clause("PW-D1", "PW-C9", "Q83")
    def test_it_is_paid_when_the_first_race_is_official(self):
        """Out of the pool, once; the exchange is still open, and what it wins is paid later."""
        driver, ann, bob = won("$2 TT 1/2/3", "$6 TT 4/1/6")
        event = driver.cash(ann)
        assert (400, (True,), True) == (event.total_minor, event.from_pool, event.is_partial)
        assert (400, 0) == (driver.balance("pool:FVD-1-twin_trifecta"), driver.balance("outs"))
        assert "PW-D1" == driver.refused("cashier", cashing(ann)).clause
        assert "PW-D1" == driver.refused("cashier", cashing(bob)).clause
        driver.exchange(ann, "4-1-6")
        driver.official("4-1-6-2", 2)
        assert (400, 0, 0) == (
            driver.cash(ann).total_minor,
            driver.balance("outs"),
            sum(driver.state.balances.values()),
        )

    @pytest.mark.clause("PW-D1", "PW-C9", "Q83")
    def test_what_the_second_race_adds_is_paid_then(self):
        """Nobody had the exact order and the second race is called off: both halves go to who won the first."""
        driver, ann, _ = won("$2 TT 1/2/4", "$6 TT 4/1/6")
        assert 400 == driver.cash(ann).total_minor
        driver.cancel_race(2)
        assert (400, 0) == (driver.cash(ann).total_minor, driver.balance("pool:FVD-1-twin_trifecta"))

    @pytest.mark.clause("PW-D1", "PW-C9", "Q83")
    def test_it_is_paid_to_who_won_it_and_once(self):
        """Not before the first race is official, then $4.00 of the half, and never again while the second waits."""
        driver = DayDriver(small("twin_trifecta", 6, 7))
        ann, bob = driver.sell("$2 TT 1/2/3"), driver.sell("$6 TT 4/1/6")
        paid = [paid_now(driver, ann)]
        driver.official("1-2-3-4")
        paid += [paid_now(driver, ticket) for ticket in (bob, ann, ann)]
        assert [0, 0, 400, 0] == paid

    @pytest.mark.clause("PW-D1", "PW-C9", "Q83")
    @pytest.mark.parametrize("second", ["4-1-6-2", "1-2-3-4", None])
    def test_equal_winners_of_a_minimum_are_paid_alike(self, second):
        """Two have all that was sold: what the pool lacks for both minimums is the house's, however it goes on."""
        driver, ann, bob = won("$2 TT 1/2/3", "$2 TT 1/2/3")
        assert ((), (20,)) == (driver.cash(ann).minus_pool_minor, driver.cash(bob).minus_pool_minor)
        assert (0, -20) == (driver.balance("pool:FVD-1-twin_trifecta"), driver.balance("minus_pool"))
        driver.exchange(ann, "4-1-6")
        if second is None:
            driver.cancel_race(2)
        else:
            driver.official(second, 2)
        settled = driver.state.books["FVD-1-twin_trifecta"].settled
        assert (220, 0) == (settled.minus_pool_minor, settled.payment_error_minor)
        assert (-220, 0) == (driver.balance("minus_pool"), driver.balance("pool:FVD-1-twin_trifecta"))
        assert 200 == driver.balance("outs") + driver.balance("carryover:FVD-twin_trifecta")

    @pytest.mark.clause("PW-D1", "PW-C9", "Q83")
    def test_a_lone_winner_is_paid_its_minimum(self):
        """It has all the pool, of which a third is the house's and half is not the first half's: $2.10 are there."""
        driver = DayDriver(small("twin_trifecta", 6, 7, takeout="0.33"))
        ticket = driver.sell("$2 TT 1/2/3")
        driver.official("1-2-3-4")
        assert (210, (10,)) == ((event := driver.cash(ticket)).total_minor, event.minus_pool_minor)
        driver.official("1-2-3-4", 2)
        assert (66, 67, -143) == tuple(
            driver.balance(name) for name in ("takeout", "carryover:FVD-twin_trifecta", "minus_pool")
        )

    @pytest.mark.clause("PW-A6", "PW-F1a", "Q83")
    def test_refunds_are_left_in_the_pool(self):
        """A minimum takes nothing of what is refunded in it: that is paid in full as well."""
        driver = DayDriver(small("twin_trifecta", 6, 7))
        ticket, back = driver.sell("$2 TT 1/2/3"), driver.sell("$2 TT 6/2/3")
        driver.scratch("6")
        driver.official("1-2-3-4")
        assert (10,) == driver.cash(ticket).minus_pool_minor
        assert (200, 0) == (driver.refund(back).total_minor, driver.balance("pool:FVD-1-twin_trifecta"))
        driver.official("1-2-3-4", 2)
        assert (-110, 0) == (driver.balance("minus_pool"), driver.balance("pool:FVD-1-twin_trifecta"))

    @pytest.mark.clause("PW-D6", "PW-C9")
    def test_it_waits_while_totals_differ(self):
        """Like any price."""
        driver, ann = won("$2 TT 1/2/3")
        driver.do("supervisor", a.RecordCount(pool="FVD-1-twin_trifecta", total_minor=1, counted_by="tape"))
        assert "PW-D1" == driver.refused("cashier", cashing(ann)).clause


class TestTheSecondTicket:
    @pytest.mark.clause("PW-C9", "PW-B2a", "PW-B2b", "PW-B2c", "PW-B2d", "PW-B2e", "Q84")
    def test_an_exchange_prints_its_selections_on_one_ticket(self):
        """With an identifier of its own, facility and station, race and runners, amounts, bets, take, and the time."""
        driver, ann = won("$4 TT 1/2/3")
        made = driver.at("13:30:00").exchange(ann, "4-1-6", "1-4-6")
        assert [
            "Oneida, window 10, terminal T1",
            "2004-05-01 13:30:00 UTC-05:00",
            "FVD race 2: $2.00 TT second half 4/1/6",
            "FVD race 2: $2.00 TT second half 1/4/6",
            "2 bets for $4.00 of the first half, taken $0.00",
            f"{ann.ticket} exchange 1",
            "paid with the first half; not payable from 2004-07-30 on",
        ] == list(exchange_lines(made, "USD"))

    @pytest.mark.clause("PW-C9", "Q84")
    def test_its_paper_says_what_it_is_and_is_not_scanned(self):
        """The words stand large at its head, then its lines; it has no code, since the first half is cashed."""
        driver, ann = won("$2 TT 1/2/3")
        made = driver.exchange(ann, "4-1-6")
        layout = second_half(made, "USD")
        head, *lines = layout.lines
        assert ("SECOND HALF", True, True, True) == (head.text, head.is_large, head.is_bold, head.is_centred)
        assert list(exchange_lines(made, "USD")) == [line.text for line in lines]
        assert (None, []) == (layout.payload, [line.text for line in lines if ann.check in line.text])

    @pytest.mark.clause("PW-C9", "PW-B2a", "Q84")
    def test_an_exchange_made_anew_has_another_number(self):
        """After a scratch it is the second."""
        driver, ann = won("$2 TT 1/2/3")
        driver.exchange(ann, "4-1-6")
        driver.scratch("4", 2)
        assert 2 == driver.exchange(ann, "1-6-7").number


class TestWhenNot:
    @pytest.mark.clause("PW-C9")
    def test_a_losing_ticket_is_not_exchanged(self):
        """It won the first half for nothing."""
        driver, _, loser = won("$2 TT 1/2/3", "$2 TT 3/2/1")
        assert 0 == driver.refused("teller", exchanging(loser, "4-1-6")).values["stake_minor"]

    @pytest.mark.clause("PW-C9")
    def test_a_ticket_is_exchanged_once(self):
        """Also where part of its stake was left."""
        driver, ann = won("$2 TT 1/2/3")
        driver.exchange(ann, "4-1-6", each=100)
        assert "PW-C9" == driver.refused("teller", exchanging(ann, "1-4-6", each=100)).clause

    @pytest.mark.clause("PW-C9")
    def test_it_is_exchanged_between_the_races(self):
        """Not before the first is official, and not at the post time of the second, to the second."""
        driver = DayDriver(small("twin_trifecta", 6, 7))
        early, late = driver.sell("$2 TT 1/2/3"), driver.sell("$2 TT 1/2/3")
        driver.post("1-2-3-4")
        assert "PW-C9" == driver.refused("teller", exchanging(early, "4-1-6")).clause
        driver.declare()
        assert driver.at("13:59:59").exchange(early, "4-1-6")
        assert "PW-C9" == driver.at("14:00:00").refused("teller", exchanging(late, "4-1-6")).clause
        driver.stop(2)
        assert "PW-C9" == driver.at("13:59").refused("teller", exchanging(late, "4-1-6")).clause

    @pytest.mark.clause("PW-C9")
    @pytest.mark.parametrize("selection", ["4-1-4", "7-1-4"])
    def test_a_selection_has_three_different_runners_that_stand(self, selection):
        """Nobody twice, and nobody who is scratched."""
        driver, ann = won("$2 TT 1/2/3")
        driver.scratch("7", 2)
        refusal = driver.refused("teller", exchanging(ann, selection))
        assert ("PW-C9", "selections[0].runners") == (refusal.clause, refusal.values["field"])

    @pytest.mark.clause("PW-C9")
    def test_a_selection_names_runners_of_the_second_race(self):
        """An unknown one is an error of the input, with its place and value."""
        driver, ann = won("$2 TT 1/2/3")
        refusal = driver.refused("teller", exchanging(ann, "4-1-9"))
        assert ("", "selections[0].runners", "9") == (refusal.clause, refusal.values["field"], refusal.values["value"])

    @pytest.mark.clause("PW-C9")
    def test_a_ticket_without_a_twin_trifecta(self):
        """There is nothing to exchange."""
        driver = DayDriver(small("win", 4))
        assert "PW-C9" == driver.refused("teller", exchanging(driver.sell("$2 WN 3"), "4-1-6")).clause

    @pytest.mark.clause("PW-C9", "PW-D7b")
    def test_it_is_presented_like_any_ticket(self):
        """With its own code."""
        driver, ann = won("$2 TT 1/2/3")
        assert "PW-D7b" == driver.refused("teller", exchanging(ann, "4-1-6", check="AAAAAA")).clause

    @pytest.mark.clause("PW-C9")
    def test_each_twin_trifecta_of_a_ticket_is_exchanged(self):
        """One at each of two tracks."""
        driver = DayDriver()
        ticket = driver.sell("R2 $2 TT 1/2/3", "LAK R1 $2 TT 1/2/3")
        driver.official("1-2-3-4", 2)
        driver.official("1-2-3-4", 1, "LAK")
        pools = [driver.exchange(ticket, "4-1-6").pool for _ in range(2)]
        assert {"FVD-2-twin_trifecta", "LAK-1-twin_trifecta"} == set(pools)

    @pytest.mark.clause("PW-C9")
    def test_a_selection_whose_runner_is_scratched_is_replaced(self):
        """Before the second race; otherwise the winner of the first half would have nothing in the second."""
        driver, ann = won("$2 TT 1/2/3")
        driver.exchange(ann, "4-1-6")
        driver.scratch("4", 2)
        assert ("1", "6", "7") == driver.exchange(ann, "1-6-7").selections[0].runners
