"""Tote days settled twice: pool by pool as their races end, and whole by a settlement that shares nothing with them."""

from collections import Counter

import pytest

from pitboss.tote.day.events import PoolSettled
from tests.support.campaign import Campaign, Part
from tests.support.day_documents import Record, recorded
from tests.support.day_play import DayPlay
from tests.support.naive_tote import settle

pytestmark = pytest.mark.usefixtures("filed_by_two")

FIGURES = {
    "kind": "type",
    "status": "status",
    "sold_minor": "sold",
    "refunds_minor": "refunds",
    "takeout_minor": "takeout",
    "net_minor": "net",
    "carryover_in_minor": "carryover_in",
    "carryover_out_minor": "carryover_out",
    "payout_minor": "payout",
    "breakage_minor": "breakage",
    "minus_pool_minor": "minus_pool",
}
KINDS = "win place show quinella exacta trifecta superfecta double pick3 pick6 twin_trifecta".split()


def compared(part: Part) -> Counter[str]:
    """Play a part's days to their end and have each settled a second time; return what they met."""
    rng, met = part.rng(), Counter[str]()
    for _ in range(part.cases):
        play = DayPlay(rng, tracks=rng.choice((1, 2)), races_max=rng.choice((4, 7, 8)))
        play.begin()
        play.step_on(rng.choice((100, 250)))
        play.finish()
        record = recorded(play.events)
        answer = settle(record.document())
        for book in play.state.books.values():
            assert book.settled is not None
            hold_pool(book.settled, answer["pools"][book.settled.pool])
            met[f"{book.kind} {book.settled.status}"] += 1
            met.update(f"level {winner['level']}" for winner in book.settled.winners)
        hold_tickets(play, record, answer["tickets"])
        met.update(str(event.__struct_config__.tag) for event in play.events)
    return met


def hold_pool(settled: PoolSettled, answer: dict) -> None:
    """See that a pool came to the figures and prices of the second settlement."""
    assert {ours: answer[theirs] for ours, theirs in FIGURES.items()} == {
        ours: getattr(settled, ours) for ours in FIGURES
    }, settled
    assert answer.get("reason") == settled.reason
    assert answer["winners"] == list(settled.winners), settled


def hold_tickets(play: DayPlay, record: Record, answers: dict) -> None:
    """See that every ticket was paid, or is due, what the second settlement has for it; cancelled ones get nothing."""
    for ticket in play.state.tickets.values():
        lines = {line["id"] for line in record.lines.get(ticket.id, ())}
        due = sum(answers[line]["refund"] + answers[line]["payout"] for line in lines)
        paid = record.paid.get(ticket.id, 0)
        if ticket.is_delivered:
            assert due == paid, ticket
        else:
            # Nobody is paid, and what it would have got stays in the outs.
            assert (0, due) == (paid, ticket.refund_minor + ticket.payout_minor), ticket


@pytest.mark.campaign(10_000)
def test_days_settle_as_the_naive_settlement_says(request):
    """The same figures and prices in every pool, and the same money for every ticket, refunds and exchanges too."""
    met = Campaign.of(request, "tote-days", part_cases=50).run(compared)
    expected = {f"{kind} official" for kind in KINDS} | {f"{kind} refunded" for kind in KINDS if kind != "pick6"}
    expected |= {f"level {level}" for level in (0, 1, 2, 3, 4, "consolation")}
    expected |= {"tote.ticket_exchanged/1", "tote.ticket_cancelled/1", "tote.ticket_refunded/1", "tote.prices_held/1"}
    assert set() == expected - set(met)
