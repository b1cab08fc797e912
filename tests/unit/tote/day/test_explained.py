"""Why a ticket was paid what it was: lines that add up to the cent, on cards and on days."""

import json
import random
from collections import Counter

import pytest

from pitboss.tote.day import acts as a
from pitboss.tote.day.explained import card_ticket, day_ticket, told
from pitboss.tote.explain import explain
from pitboss.tote.settle import settle_card, settled_pools
from tests.support.campaign import Campaign, Part
from tests.support.day_driver import FVD, DayDriver, small
from tests.support.day_play import DayPlay
from tests.support.tote_cards import random_card
from tests.support.tote_driver import card_of, run

LATE = ["1", "2", {"no": "3", "scratched": "late"}]


def explained(card, ticket):
    """Explain a ticket of a card."""
    return card_ticket(*settled_pools(json.dumps(card).encode()), ticket)


def lines(card, ticket):
    """Tell a ticket of a card."""
    return list(told(explained(card, ticket)))


def added_up(part: Part) -> Counter[str]:
    """Explain every ticket of a part's cards, and return which pools paid at which levels."""
    rng, met = part.rng(), Counter[str]()
    for _ in range(part.cases):
        data = json.dumps(random_card(rng)).encode()
        settled, answer = settled_pools(data), settle_card(data)
        for ticket, figures in answer["tickets"].items():
            found = card_ticket(*settled, ticket)
            assert (figures["cost"], figures["refund"]) == (found.cost_minor, found.refund_minor), (data, ticket)
            assert figures["payout"] == sum(won.paid_minor for bet in found.bets for won in bet.won), (data, ticket)
            assert figures["combos"] == sum(bet.combinations for bet in found.bets)
            for bet in found.bets:
                met.update(f"level {won.level}" for won in bet.won)
                is_part = bet.refund_minor and bet.status != "refunded"
                assert bool(bet.out) == bool(is_part), (data, ticket)
    return met


@pytest.mark.campaign(5_000)
def test_lines_add_up_to_what_is_paid(request):
    """On random cards, ticket by ticket: cost, combinations, refund, and the payments of the winning classes."""
    met = Campaign.of(request, "tote-explained", part_cases=20).run(added_up)
    assert {f"level {level}" for level in (0, 1, 2, "consolation")} <= set(met)


def test_lines_add_up_on_random_days():
    """What a day's pools owe a ticket, and what was refunded on it before they were settled."""
    for seed in range(3):
        day = DayPlay(random.Random(seed))
        day.begin()
        for _ in range(150):
            day.step()
        day.finish(is_cashed=False)
        for name, ticket in day.state.tickets.items():
            found = day_ticket(day.state, name)
            early = {pool for pool in ticket.pools if name in day.state.books[pool].refunded}
            refund = sum(bet.refund_minor for bet in found.bets if bet.pool not in early)
            paid = [sum(part) for part in zip((0, 0), *ticket.paid.values(), strict=True)]
            owed = (ticket.payout_minor + paid[1], ticket.refund_minor + paid[0])
            assert owed == (found.payout_minor, refund)
            assert ticket.total_minor == found.cost_minor


class TestCards:
    def test_a_winning_line_has_its_price_in_all_steps(self):
        """Two of five dollars on the winner, a fifth taken: exactly 2 for 1."""
        card = card_of("win", [run("1", "2")], {"1": 200, "2": 300}, takeout="0.2")
        (won,) = explained(card, "1").bets[0].won
        assert ("1", 0, 1, 200, "2", 200, 100, False, 400) == (
            won.combo, won.level, won.combinations, won.amount_minor, won.exact, won.price_minor, won.per_minor,
            won.is_lifted, won.paid_minor,
        )  # fmt: skip

    def test_in_words(self):
        """Each bet with its cost, each winning class, and the sum."""
        card = card_of("win", [run("1", "2")], {"1": 300, "2": 1000}, takeout="0.2")
        assert [
            "$3.00 straight 1, in P: 1 combination, $3.00.",
            "  1: exactly 52/15 for 1, cut to $3.40 for $1.00; $3.00 on it: $10.20.",
            "Cost $3.00; refunded $0.00; won $10.20.",
        ] == lines(card, "1")

    def test_a_losing_ticket_says_so(self):
        """Without a line of winnings."""
        card = card_of("win", [run("1", "2")], {"1": 300, "2": 1000})
        assert "  Nothing of it won." == lines(card, "2")[1]

    def test_several_combinations_of_a_class(self):
        """Nobody has 1-2, so everything with 1 on top is paid: two combinations of the wheel."""
        card = card_of("exacta", [run("1", "2", runners=4)], {"3 4": 400})
        wheel = {"id": "w", "pool": "P", "form": "wheel", "sel": ["1", ["3", "4"]], "amount": 100}
        card["tickets"].append(wheel)
        (won,) = explained(card, "w").bets[0].won
        assert ("1-ALL", 1, 2, 100, 600) == (won.combo, won.level, won.combinations, won.amount_minor, won.paid_minor)
        assert "2 × $1.00 on it: $6.00." in lines(card, "w")[1]

    def test_refunds_name_who_is_out(self):
        """Four of six orders have a scratched runner."""
        card = card_of("exacta", [run("1", "2", named=LATE)], {})
        card["tickets"] = [{"id": "b", "pool": "P", "form": "box", "sel": ["1", "2", "3"], "amount": 100}]
        assert ("$1.00 box 1,2,3, in P: 6 combinations, $6.00.", "  Refunded $4.00: 3 is out.") == tuple(
            lines(card, "b")[:2]
        )

    def test_a_late_scratch_that_is_consoled_is_no_reason(self):
        """In a double the first leg's scratch is refunded; the second leg's, if late, is consoled."""
        races = [run("1", named=["1", "2", {"no": "3", "scratched": "late"}]), run("1", "2", named=LATE)]
        card = card_of("double", races, {})
        both = {"id": "w", "pool": "P", "form": "wheel", "sel": ["ALL", ["1", "3"]], "amount": 100}
        card["tickets"] = [both]
        (bet,) = explained(card, "w").bets
        assert (200, ("3 of race 1",)) == (bet.refund_minor, bet.out)
        assert {"1/1", "1/SCR"} == {won.combo for won in bet.won}

    def test_a_refunded_pool_gives_its_reason(self):
        """Not the runners'."""
        card = card_of("win", [run(cancelled="late")], {"1": 200})
        assert "  Refunded $2.00: race cancelled." == lines(card, "1")[1]

    def test_a_ticket_that_waits(self):
        """Its race is still to be run; what is out already is refunded."""
        waiting = card_of("win", [run()], {"1": 200})
        out = card_of("win", [run(named=LATE)], {"3": 200})
        assert "  Not decided yet." == lines(waiting, "1")[1]
        assert ["  Refunded $2.00: 3 is out."] == lines(out, "3")[1:-1]

    def test_lifted_prices_are_told_from_cut_ones(self):
        """1.09 is broken to 1.00 and lifted to 1.05, though that is not over the exact price."""
        card = card_of("win", [run("1", "2")], {"1": 10_000, "2": 900})
        assert "  1: exactly 109/100 for 1, lifted to the minimum of $1.05 for $1.00; $100.00 on it: $105.00." in lines(
            card, "1"
        )

    def test_a_pool_tells_lifted_prices_from_cut_ones_too(self):
        """As a ticket does."""
        card = card_of("win", [run("1", "2")], {"1": 10_000, "2": 900})
        _, outcomes = settled_pools(json.dumps(card).encode())
        assert [True] == ["lifted to the minimum" in line for line in explain(outcomes["P"]) if " pays " in line]

    def test_each_exchange_is_paid_by_itself(self):
        """Two exchanges of one dollar's win stand for their own amounts in the second half."""
        races = [run("1", "2", "3"), run("4", "5", "6")]
        card = card_of("twin_trifecta", races, {"1 2 3": 300, "3 2 1": 700})
        right = ["4", "5", "6"]
        card["tickets"][0]["exchange"] = [{"sel": right, "amount": 100}, {"sel": right, "amount": 200}]
        first, *second = explained(card, "1 2 3").bets[0].won
        assert ("first:1-2-3", 300) == (first.combo, first.amount_minor)
        assert [("second:EXACT", 100), ("second:EXACT", 200)] == [(won.combo, won.amount_minor) for won in second]
        assert settled_pools(json.dumps(card).encode())[1]["P"].ticket_payouts["1 2 3"] == sum(
            won.paid_minor for won in (first, *second)
        )

    @pytest.mark.parametrize(
        ("ticket", "called"),
        [
            ({"form": "key_box", "key": "1", "sel": ["2", "3"]}, "$1.00 key box 1/2,3"),
            ({"form": "wheel", "sel": ["1", "ALL"]}, "$1.00 wheel 1/ALL"),
            ({"form": "partial_wheel", "sel": [["1", "2"], ["3"]]}, "$1.00 partial wheel 1,2/3"),
        ],
    )
    def test_bets_are_named_as_they_were_called(self, ticket, called):
        """Form and runners, key first."""
        card = card_of("exacta", [run("1", "2")], {})
        card["tickets"] = [{"id": "t", "pool": "P", "amount": 100, **ticket}]
        assert called == explained(card, "t").bets[0].bet

    def test_across_the_board_is_three_bets(self):
        """One in each pool of the race."""
        card = card_of("win", [run("1", "2")], {})
        card["pools"] = {kind: {"type": kind, "races": ["1"], "takeout": "0"} for kind in ("win", "place", "show")}
        card["tickets"] = [{"id": "t", "type": "across_the_board", "race": "1", "sel": ["1"], "amount": 200}]
        found = explained(card, "t")
        assert ["win", "place", "show"] == [bet.pool for bet in found.bets]
        assert ("$2.00 across the board 1", 600) == (found.bets[0].bet, found.cost_minor)


class TestDays:
    def test_several_bets_in_one_pool(self):
        """Each has its own rows: the first and the third win, the second does not."""
        day = DayDriver(FVD)
        ticket = day.sell("$2 EX 4/2", "$2 EX BOX 1,5", "$2 EX WHEEL BOTH 2/ALL")
        day.official("4-2-3")
        first, second, third = day_ticket(day.state, ticket.ticket).bets
        assert (1, 0, 1) == tuple(len(bet.won) for bet in (first, second, third))
        assert ("FVD race 1: $2 EX BOX 1,5", 2, 400) == (second.bet, second.combinations, second.cost_minor)
        assert day.state.tickets[ticket.ticket].payout_minor == first.payout_minor + third.payout_minor

    def test_held_prices_are_not_told(self):
        """Nobody learns a price that is not published."""
        day = DayDriver(FVD)
        ticket = day.sell("$2 WN 4")
        day.stop()
        day.do("track", a.RecordCount(pool="FVD-1-win", total_minor=100, counted_by="auditor"))
        day.official("4-2-3")
        found = day_ticket(day.state, ticket.ticket)
        assert ("held", ()) == (found.bets[0].status, found.bets[0].won)
        assert "  Its prices are held until all totals of the pool agree." in list(told(found))

    def test_a_cancelled_ticket_is_in_no_pool(self):
        """It has cost something, and that is all."""
        day = DayDriver(FVD)
        ticket = day.sell("$2 ACROSS 4")
        day.cancel(ticket)
        found = day_ticket(day.state, ticket.ticket)
        assert (600, {"cancelled"}) == (found.cost_minor, {bet.status for bet in found.bets})
        assert "  Cancelled, and no longer in the pool." in list(told(found))

    def test_exchanges_of_a_day(self):
        """A twin trifecta's second half is explained from what was exchanged at the window."""
        day = DayDriver(small("twin_trifecta", 4, 4))
        ticket = day.sell("$2 TT 1/2/3")
        day.official("1-2-3")
        chosen = (a.Exchanged(runners=("4", "2", "1"), amount_minor=200),)
        day.do("teller", a.ExchangeTicket(terminal="T1", ticket=ticket.ticket, check=ticket.check, selections=chosen))
        day.official("4-2-1", 2)
        assert ["first:1-2-3", "second:EXACT"] == [
            won.combo for won in day_ticket(day.state, ticket.ticket).bets[0].won
        ]

    def test_what_is_left_of_a_refunded_bet(self):
        """A bet that lost with the orders that were not refunded."""
        day = DayDriver(FVD)
        ticket = day.sell("$2 EX BOX 4,5,6")
        other = day.sell("$2 EX 1/2")
        day.scratch("6")
        day.official("1-2-3")
        assert "  Nothing that is left of it won." in list(told(day_ticket(day.state, ticket.ticket)))
        assert 1 == len(day_ticket(day.state, other.ticket).bets[0].won)
