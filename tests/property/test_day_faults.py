"""What walks and second settlements once found wrong with a tote day, each as small as it can be said."""

import random
from datetime import timedelta

import msgspec

from pitboss.decider import Accepted, Refusal
from pitboss.tote.day import acts as a
from pitboss.tote.day.cardcheck import card_faults
from pitboss.tote.day.game import TOTE
from tests.support.day_cards import FIRST_POST, plain_card
from tests.support.day_documents import recorded
from tests.support.day_play import DayPlay
from tests.support.naive_tote import settle

TWIN = {"type": "twin_trifecta", "races": [1, 2]}


def plain_day(*pools, **size):
    """Return a day with one plain card, an hour before its first race."""
    play = DayPlay(random.Random(0))
    play.cards = [plain_card(*pools, **size)]
    play.begin()
    play.now = FIRST_POST - timedelta(hours=1)
    return play


def sold(play, *bets):
    """Sell a ticket with bets such as "1 $2 WN 4", the race in front, and return it."""
    nonce = "ABCDEFGH"[len(play.state.tickets)] * 20
    called = [bet.partition(" ") for bet in bets]
    listed = tuple(a.WindowBet("FVD", int(race), text) for race, _, text in called)
    answer = play.must(a.SellTicket(terminal="T1", nonce=nonce, bets=listed))
    return play.state.tickets[answer.events[0].ticket]


def run(play, race, *order):
    """Run a race to its official order."""
    play.must(a.StopBetting(track="FVD", race=race))
    finishers = tuple(a.Finisher(place, runner) for place, runner in enumerate(order, 1))
    play.must(a.PostResult(track="FVD", race=race, order=finishers))
    play.must(a.DeclareOfficial(track="FVD", race=race))


def presented(kind, ticket, **more):
    """Return an act that presents a ticket."""
    return kind(terminal="T1", ticket=ticket.id, check=ticket.check, **more)


def test_a_losing_ticket_is_not_refunded_while_prices_are_held():
    """Nothing was scratched, so a ticket that lost in a pool whose prices are held gets nothing back."""
    play = plain_day({"type": "win", "races": [1]})
    losing, _ = sold(play, "1 $2 WN 4"), sold(play, "1 $2 WN 1")
    play.must(a.StopBetting(track="FVD", race=1))
    play.must(a.RecordCount(pool="FVD-1-win", total_minor=1, counted_by="The auditor"))
    finishers = tuple(a.Finisher(place, runner) for place, runner in enumerate("123", 1))
    play.must(a.PostResult(track="FVD", race=1, order=finishers))
    play.must(a.DeclareOfficial(track="FVD", race=1))
    assert isinstance(play.do(presented(a.RefundTicket, losing)), Refusal)


def test_each_twin_trifecta_of_a_ticket_is_exchanged():
    """A ticket that won the first halves of two twin trifectas is exchanged in both, each in its time."""
    play = plain_day(TWIN, {"type": "twin_trifecta", "races": [2, 3]})
    ticket = sold(play, "1 $2 TT 1/2/3", "2 $2 TT 1/2/3")
    exchange = presented(a.ExchangeTicket, ticket, selections=(a.Exchanged(("1", "2", "3"), 200),))
    run(play, 1, "1", "2", "3")
    play.must(exchange)
    run(play, 2, "1", "2", "3")
    assert isinstance(play.do(exchange), Accepted)


def test_an_exchange_is_paid_as_one_selection():
    """A selection stands for one bet and is cut to whole cents once, as the second settlement does."""
    config = {"breakage": {"cents": 1, "per": 100}, "twin_first_share": "0"}
    play = plain_day({**TWIN, "config": config})
    ticket, _ = sold(play, "1 $1.50 TT 1/2/3", "1 $1.50 TT 1/2/3"), sold(play, "1 $1.11 TT 3/2/1")
    run(play, 1, "1", "2", "3")
    whole, half = (a.Exchanged(("1", "2", "3"), amount) for amount in (300, 150))
    assert isinstance(play.do(presented(a.ExchangeTicket, ticket, selections=(whole,))), Refusal)
    play.must(presented(a.ExchangeTicket, ticket, selections=(half, half)))
    run(play, 2, "1", "2", "3")
    answer = settle(recorded(play.events).document())["tickets"][f"{ticket.id} FVD-1-twin_trifecta"]
    assert answer["payout"] == play.state.tickets[ticket.id].payout_minor


def test_no_bet_is_cancelled_after_post_time():
    """A scratch in one race is no way out of a bet on another that is at its post time."""
    play = plain_day({"type": "win", "races": [1]}, {"type": "win", "races": [2]})
    ticket = sold(play, "1 $2 WN 1", "2 $2 WN 2")
    play.must(a.ScratchRunner(track="FVD", race=2, runner="2"))
    play.now = FIRST_POST + timedelta(minutes=3)
    assert isinstance(play.do(presented(a.RefundTicket, ticket, processed_as="cancel")), Refusal)


def test_no_bet_is_sold_on_a_leg_that_was_run():
    """Once the second race is official nobody buys a double that names its winner."""
    play = plain_day({"type": "double", "races": [1, 2]})
    run(play, 2, "4", "1", "2")
    bets = (a.WindowBet("FVD", 1, "$2 DD ALL/4"),)
    assert isinstance(play.do(a.SellTicket(terminal="T1", nonce="A" * 20, bets=bets)), Refusal)


def test_every_ticket_that_is_sold_can_be_read_again():
    """A price that the stored form of an event cannot hold is refused and not recorded."""
    play = plain_day({"type": "pick3", "races": [1, 2, 3]}, runners=10)
    bets = (a.WindowBet("FVD", 1, "$10000000000 P3 ALL/ALL/ALL"),) * 20
    answer = play.do(a.SellTicket(terminal="T1", nonce="A" * 20, bets=bets))
    assert isinstance(answer, Refusal) or answer.events == tuple(
        TOTE.event_decoder.decode(msgspec.json.encode(event)) for event in answer.events
    )


def test_money_is_carried_only_into_pools_that_have_a_rule_for_it():
    """A win pool has no carryover: a card that gives it one is refused."""
    card = plain_card({"type": "win", "races": [1], "carryover_minor": 1_000})
    play = DayPlay(random.Random(0))
    assert ["pools[0].carryover_minor"] == [
        fault.field for fault in card_faults(card, play.state.rules, play.state.config)
    ]


def test_a_bet_that_cannot_be_read_is_named():
    """Of several bets on a ticket the refusal says which one is no bet."""
    play = plain_day({"type": "win", "races": [1]})
    bets = (a.WindowBet("FVD", 1, "$2 WN 1"), a.WindowBet("FVD", 1, "two on the grey"))
    answer = play.do(a.SellTicket(terminal="T1", nonce="A" * 20, bets=bets))
    assert isinstance(answer, Refusal)
    assert str(answer.values["field"]).startswith("bets[1]")
