"""Pools settled from columns: small ones by hand, what is refused, and when tickets are put into columns."""

from dataclasses import replace

import numpy as np
import pytest

from pitboss.tote import kernel
from pitboss.tote import settle as settlement
from pitboss.tote.column_book import ColumnBook
from pitboss.tote.columns import Columns, ColumnsRefused
from pitboss.tote.combos import Bet, Chosen, Exchange
from pitboss.tote.odds import odds_of, quotes_of, will_pays_of
from pitboss.tote.settle import settle_columns, settle_pool
from tests.support.tote_columns import pool_of, race_of, told

WON = race_of("1", "2", "3")
THREE = race_of("1", runners=3)
ALL = 0b111111


@pytest.fixture(autouse=True, params=["compiled", "as written"])
def _walks(request, monkeypatch):
    """Have everything settled by compiled walks, and by the same ones under Python, where NumPy warns of wide sums."""
    if request.param == "as written":
        monkeypatch.setattr(kernel, "compiled", lambda walk, _: walk)
    with np.errstate(over="ignore"):
        yield


def refusal(pool, *columns, **more):
    """Return how the refusal to settle columns reads."""
    with pytest.raises(ColumnsRefused) as refused:
        settle_columns(pool, Columns.of(*columns, **more))
    return str(refused.value)


def test_a_trifecta_by_hand():
    """1-2-3 straight and in a box of three: 200 of 100 + 600 + 2,000 are on it, 13.50 for one."""
    masks = [[1, 7, 1], [2, 7, ALL & ~1], [4, 7, ALL & ~1]]
    settled = settle_columns(pool_of("trifecta", [WON]), Columns.of(masks, [100, 100, 100]))
    assert {"host": 100 + 600 + 2000} == settled.outcome.sold
    assert [900, 900, 900] == settled.payouts.tolist()


def test_refunds_are_by_row():
    """Whoever named the scratched interest gets those combinations back, and plays for the others."""
    pool = pool_of("exacta", [replace(WON, scratched_late=0b100000)])
    columns = Columns.of([[0b1, 0b100000, 0b100001, 0b10], [0b10, 0b1, 0b100010, 0b1]], [100, 100, 100, 200])
    settled = settle_columns(pool, columns)
    assert ([0, 100, 200, 0], [200, 0, 200, 0]) == (settled.refunds.tolist(), settled.payouts.tolist())


def test_everything_is_refunded():
    """After a cancelled race every row gets its cost, and the board has nothing on anybody."""
    pool = pool_of("win", [race_of(cancelled="late")])
    settled = settle_columns(pool, Columns.of([[1, 6]], [100, 50]))
    assert ("refunded", [100, 100]) == (settled.outcome.status, settled.refunds.tolist())
    assert {0} == {row["amount"] for row in odds_of(settled.outcome, "host").values()}


def test_nothing_is_a_pool():
    """Without a bet the pool is empty."""
    settled = settle_columns(replace(pool_of("pick3", [THREE] * 3), carryover_in=7), Columns.of([[]] * 3, []))
    assert ("empty", 7, []) == (settled.outcome.status, settled.outcome.carryover_out, settled.payouts.tolist())


def test_sources_are_told_apart():
    """90 and 320 on weights of 90 and 80 are 2.41, of which 0.9 and 0.8 are left; one that sold nothing has nothing."""
    pool = pool_of("win", [WON], rates={"host": "0.1", "guest": "0.2", "hub": "0.2"})
    columns = Columns.of([[1, 1, 2]], [100, 100, 300], [0, 1, 0], ["guest", "host"])
    settled = settle_columns(pool, columns)
    assert {"host": 100, "guest": 400, "hub": 0} == settled.outcome.sold
    assert [190, 210, 0] == settled.payouts.tolist()


def test_more_interests_than_32_bits_have():
    """The fortieth of forty runners wins; masks that were given in 32 bits are read in 64."""
    pool = pool_of("win", [race_of("40", "1", runners=40)])
    settled = settle_columns(pool, Columns.of([[1 << 39, 1]], [100, 100]))
    assert [200, 0] == settled.payouts.tolist()
    narrow = settle_columns(pool, Columns.of(np.array([[1, 2]], dtype=np.int32), [100, 100]))
    assert [200, 0] == narrow.payouts.tolist()


def test_will_pays_from_columns():
    """750 of 1,000 go to two hits, to 100 or to 900; the bets are looked at, and nothing is paid."""
    pool = pool_of("pickn", [THREE, race_of(runners=3)])
    settled = settle_columns(pool, Columns.of([[1, 1], [1, 2]], [100, 900]))
    assert {"1": 1500, "2": 210, "3": None} == quotes_of(settled.outcome, "host")
    assert ("open", [0, 0]) == (settled.outcome.status, settled.payouts.tolist())


def test_will_pays_of_a_pool():
    """A pool that is not settled yet is, first, as far as it has come."""
    pool = replace(pool_of("double", [THREE, race_of(runners=2)]), bets=tickets((1, 1), (1, 2), (2, 2)))
    assert {"1": 600, "2": 600} == will_pays_of(pool, settle_pool, "host")


def test_what_was_not_asked_for_before_is_paid_as_well():
    """A book that is told to pay looks for the rows itself, if nobody asked what is on them."""
    pool = pool_of("win", [WON])
    price = settle_columns(pool, Columns.of([[1]], [100])).outcome.paid[0].prices[0]
    book = ColumnBook(pool, Columns.of([[1, 2, 3]], [100, 100, 300]))
    assert ({"host": 420}, [105, 0, 315]) == (book.pay(Chosen((1,)), price), book.payouts.tolist())


@pytest.mark.parametrize(
    ("column", "row", "value", "expected"),
    [
        (0, 0, 64, "field masks[0][0]: 64: names an interest that the race has not"),
        (0, 300, -1, "field masks[0][300]: -1: names an interest that the race has not"),
        (1, 300, 0, "field amount[300]: 0: an amount is at least 1"),
        (1, 299, -5, "field amount[299]: -5: an amount is at least 1"),
        (2, 1, 1, "field source[1]: 1: is none of the 1 sources, which count from 0"),
        (2, 256, -1, "field source[256]: -1: is none of the 1 sources, which count from 0"),
    ],
)
def test_a_row_that_is_no_bet_is_refused(column, row, value, expected):
    """It is named, wherever it stands."""
    columns = [np.ones(301, dtype=np.int32), np.ones(301, dtype=np.int64), np.zeros(301, dtype=np.int16)]
    columns[column][row] = value
    assert expected == refusal(pool_of("win", [WON]), columns[:1], *columns[1:])


def test_the_first_of_two_faults_is_named():
    """A refusal keeps its row for programs."""
    with pytest.raises(ColumnsRefused) as refused:
        settle_columns(pool_of("win", [WON]), Columns.of([[1, 1, 64]], [1, 0, 1]))
    assert {"row": 1, "field": "amount[1]", "value": 0} == refused.value.values


@pytest.mark.parametrize(
    ("pool", "masks", "expected"),
    [
        (pool_of("exacta", [WON]), [[1]], "field masks: 1: exacta bets have 2 positions or legs"),
        (pool_of("pick3", [WON] * 3), [[1]] * 2, "field masks: 2: pick3 bets have 3 positions or legs"),
        (
            pool_of("twin_trifecta", [WON] * 2),
            [[1], [2], [4]],
            "field kind: 'twin_trifecta': is settled ticket by ticket, for its exchanges",
        ),
        (
            pool_of("win", [race_of(runners=63)]),
            [[1]],
            "field masks: 63: race 1 has more than 62 interests, which 64 bits do not hold",
        ),
        (
            pool_of("win", [WON], rates={"east": "0", "west": "0"}),
            [[1]],
            "field sources: 'host': pool P takes no bets from there: it has east, west",
        ),
    ],
)
def test_columns_of_another_pool_are_refused(pool, masks, expected):
    """Positions, interests and sources are the pool's."""
    assert expected == refusal(pool, masks, [100])


def test_sums_up_to_the_limit_are_settled():
    """All amounts together may come to 2**52, and are exact there."""
    settled = settle_columns(pool_of("win", [WON]), Columns.of([[1, 1]], [2**52 - 1, 1]))
    assert {"host": 2**52} == settled.outcome.sold


@pytest.mark.parametrize("amounts", [[2**52, 1], [2**52 + 1, 1], [2**62, 2**62], [2**63 - 1] * 2])
def test_sums_past_the_limit_are_refused(amounts):
    """One more is refused, before anything is added up that 64 bits might be too few for."""
    assert f"passes {2**52}, and 64 bits might be too few" in refusal(pool_of("win", [WON]), [[1, 2]], amounts)


def test_combinations_past_the_limit_are_refused():
    """Eleven legs of 62 runners have more combinations than 64 bits hold."""
    pool = pool_of("pickn", [race_of("1", runners=62)] * 11)
    assert "passes 0, and 64 bits might be too few" in refusal(pool, [[1]] * 11, [1])


@pytest.mark.parametrize("amount", [100, 4 * 10**12])
def test_payments_up_to_the_limit_are_made(amount):
    """A minimum of a million times the stake is paid, while a column can hold it."""
    pool = pool_of("win", [WON], min_payout={"cents": 10**6, "per": 1})
    assert [amount * 10**6] == settle_columns(pool, Columns.of([[1]], [amount])).payouts.tolist()


@pytest.mark.parametrize("amount", [5 * 10**12, 2**50])
def test_payments_past_the_limit_are_refused(amount):
    """The row is named on which too much would be paid."""
    pool = pool_of("win", [WON], min_payout={"cents": 10**6, "per": 1})
    expected = f"field amount[0]: {amount}: so much is paid on it that 64 bits are too few"
    assert expected == refusal(pool, [[1]], [amount])


def test_payments_of_many_rows_past_the_limit_are_refused():
    """Each is small enough, but not all together."""
    pool = pool_of("win", [WON], min_payout={"cents": 10**6, "per": 1})
    expected = "field amount[2]: 2000000000000: so much is paid on it that 64 bits are too few"
    assert expected == refusal(pool, [[1] * 4], [2 * 10**12] * 4)


def test_combinations_of_one_row_past_the_limit_are_refused():
    """One combination is paid what fits, but the row has too many of them."""
    pool = pool_of("pickn", [race_of("1=2=3=4", runners=4)] * 6, min_payout={"cents": 10**6, "per": 1})
    assert "field amount[0]: 2000000000: so much" in refusal(pool, [[15]] * 6, [2 * 10**9])


def test_a_price_past_64_bits_is_refused():
    """A carryover of any size may be named, and a cent's worth of bets gets it."""
    pool = replace(pool_of("pickn", [THREE] * 2), carryover_in=10**19)
    assert "field prices: a price does not fit into 64 bits" == refusal(pool, [[1], [1]], [1])


@pytest.fixture
def columns_from(monkeypatch):
    """Put bets into columns from two on, and count how often that is done."""
    made = []

    def counted(pool, columns):
        made.append(len(columns))
        return settle_columns(pool, columns)

    monkeypatch.setattr(settlement, "COLUMNS_FROM", 2)
    monkeypatch.setattr(settlement, "settle_columns", counted)
    return made


def tickets(*masks):
    """Return bets of 100 each, two of them a ticket."""
    return [Bet(f"t{number // 2}", "P", "host", 100, chosen) for number, chosen in enumerate(masks)]


def test_many_tickets_are_settled_from_columns(columns_from):
    """A ticket of several bets gets what all its rows get; with one bet nothing is put into columns."""
    bets = tickets((1, 2), (3, 2), (2, 4), (32, 1))
    pool = replace(pool_of("exacta", [replace(WON, scratched_late=32)]), bets=bets)
    by_columns = settle_pool(pool)
    settle_pool(replace(pool, bets=bets[:1]))
    assert [4] == columns_from
    assert ({"t0": 0, "t1": 100}, {"t0": 300}) == (dict(by_columns.ticket_refunds), dict(by_columns.ticket_payouts))


@pytest.mark.usefixtures("columns_from")
def test_tickets_come_to_the_same_in_columns(monkeypatch):
    """All that can be asked of a pool is the same, whichever way it is settled."""
    pool = replace(pool_of("exacta", [WON]), bets=tickets((1, 2), (3, 2), (2, 4), (32, 1)))
    by_columns = told(settle_pool(pool))
    monkeypatch.setattr(settlement, "COLUMNS_FROM", 100)
    assert told(settle_pool(pool)) == by_columns


@pytest.mark.usefixtures("columns_from")
def test_a_race_of_more_runners_than_a_mask_has_bits_is_settled_by_ticket():
    """What columns refuse is settled all the same."""
    pool = pool_of("trifecta", [race_of("1", "2", "3", runners=70)])
    outcome = settle_pool(replace(pool, bets=tickets((1, 2, 4), (4, 2, 1 << 69))))
    assert ("official", {"t0": 200}) == (outcome.status, dict(outcome.ticket_payouts))


@pytest.mark.usefixtures("columns_from")
def test_exchanges_are_settled_by_ticket():
    """Half of 200 goes to 100 on the first race, lifted to 1.05; the other half to the 50 that was exchanged."""
    bets = [replace(bet, exchanges=(Exchange((1, 2, 4), 50),)) for bet in tickets((1, 2, 4), (4, 2, 1))]
    outcome = settle_pool(replace(pool_of("twin_trifecta", [WON, WON]), bets=bets))
    assert {"t0": 105 + 100} == dict(outcome.ticket_payouts)
