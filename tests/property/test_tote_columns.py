"""Pools settled twice: ticket by ticket, and from columns by compiled walks."""

import random
from collections import Counter
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.tote import kernel
from pitboss.tote.books import TicketBook
from pitboss.tote.column_book import ColumnBook
from pitboss.tote.combos import Bet, Chosen, Hits, InOrder, Pairs, PairsWith
from tests.support.campaign import Campaign, Part
from tests.support.tote_cards import random_card
from tests.support.tote_columns import columns_of, pool_of, pools_of, race_of, told, told_by_columns

KINDS = "win place show quinella exacta trifecta superfecta pick3 pickn pick6 double".split()
STATES = ("open", "official", "refunded")
RARE = {"pick3 refunded", "pick6 refunded"}
"""What only a whole campaign is sure to meet: every race of a pick off."""


def as_written(walk, _):
    """Return a walk as it is, to run under Python."""
    return walk


def compared(part: Part) -> Counter[str]:
    """Have the pools of a part's cards settled both ways, and return which there were in which state."""
    rng, met = part.rng(), Counter[str]()
    for _ in range(part.cases):
        card, width = random_card(rng), rng.choice(("i4", "i8"))
        for pool, outcome in pools_of(card):
            by_ticket = told(outcome)
            assert by_ticket == told_by_columns(pool, kind=width), (card, pool.name)
            met[f"{pool.kind} {outcome.status}"] += 1
            met.update({f"level {entry.level}" for paid in outcome.paid for entry in paid.classes})
            met["will pay"] += any(name.startswith("will pay") for name in by_ticket.board)
            met["several takeouts"] += len(set(pool.rates.values())) > 1
    return met


@pytest.mark.campaign(20_000)
def test_columns_settle_as_tickets_do(request):
    """The same figures, prices, refunds, payments, odds, probables and will-pays from columns of either width."""
    campaign = Campaign.of(request, "tote-columns", part_cases=50)
    met = campaign.run(compared)
    expected = {f"{kind} {state}" for kind in KINDS for state in STATES} | {f"{kind} empty" for kind in KINDS}
    expected |= {f"level {level}" for level in (0, 1, 2, 3, "consolation")} | {"will pay", "several takeouts"}
    rare = set() if campaign.is_whole else RARE
    assert set() == expected - rare - {name for name, count in met.items() if count}


@pytest.mark.cover
def test_the_walks_do_the_same_uncompiled(monkeypatch):
    """What was compiled is what is written: under Python every pool comes to the same."""
    monkeypatch.setattr(kernel, "compiled", as_written)
    rng = random.Random("uncompiled")
    for _ in range(40):
        for pool, outcome in pools_of(random_card(rng)):
            assert told(outcome) == told_by_columns(pool, kind=rng.choice(("i4", "i8")))


def disjoint(hits, winners, consoled):
    """Return what has so many hits; nobody wins and is consoled in the same leg."""
    return Hits(hits, winners, tuple(out & ~won for out, won in zip(consoled, winners, strict=True)))


@st.composite
def questions(draw):
    """Draw a pool with bets, of few runners or of as many as a mask has bits, and something that is wanted of it."""
    kind, places = draw(
        st.sampled_from([("exacta", 2), ("trifecta", 3), ("superfecta", 4), ("quinella", 2), ("pickn", 5)])
    )
    runners = draw(st.integers(4, 9) | st.sampled_from((31, 32, 62)))
    mask = st.integers(0, 2**runners - 1)
    each, hits = st.tuples(*[mask] * places), st.integers(0, places)
    wanted = {
        "quinella": st.just(Pairs()) | st.builds(PairsWith, st.integers(0, runners - 1), mask),
        "pickn": each.map(Chosen) | st.builds(Hits, hits, each) | st.builds(disjoint, hits, each, each),
    }.get(kind, each.map(InOrder))
    pool = pool_of(kind, [race_of(runners=runners)] * (places if kind == "pickn" else 1))
    rows = draw(st.lists(st.tuples(each, st.integers(1, 50)), max_size=6))
    pool.bets = [Bet(str(number), "P", "host", amount, masks) for number, (masks, amount) in enumerate(rows)]
    return pool, draw(each), draw(wanted)


@pytest.mark.parametrize("compiled", [kernel.compiled, as_written])
@given(asked=questions())
def test_every_question_is_answered_alike(compiled, asked):
    """Whatever is out and whatever is wanted, columns hold as much of it as tickets do."""
    pool, outs, wanted = asked
    books = [TicketBook(pool), ColumnBook(pool, columns_of(pool, kind="i8"))]
    with patch.object(kernel, "compiled", compiled):
        answers = [(book.open(outs), book.add_up(wanted), book.holds(wanted)) for book in books]
        tables = [book.by_last(wanted.wanted[:-1]) for book in books if isinstance(wanted, Chosen)]
    assert answers[0] == answers[1]
    assert tables[:1] == tables[1:]
