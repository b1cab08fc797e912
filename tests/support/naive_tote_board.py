"""What the board of a naive totalizator shows: odds, probables and will-pays (section 15)."""

from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from tests.support.naive_tote_multi import cancelled_legs, settle_double, settle_pick_n, settle_pick_three
from tests.support.naive_tote_pool import Pool, Refunded, price_of, shown

__all__ = ["display", "odds", "probables", "will_pays"]

BOARD = "1-5 2-5 1-2 3-5 4-5 1-1 6-5 7-5 3-2 8-5 9-5 2-1 5-2 3-1 7-2 4-1 9-2 5-1".split()
LONGEST = 99


def display(cents: Fraction) -> str:
    """Return the board's entry for odds in cents to a dollar: the highest that is not above them."""
    to_one = cents / 100
    if to_one >= LONGEST:
        return "99-1"
    if to_one >= 6:
        return f"{int(to_one)}-1"
    best = "1-9"
    for entry in BOARD:
        gain, stake = entry.split("-")
        if Fraction(int(gain), int(stake)) <= to_one:
            best = entry
    return best


def odds(pool: Pool) -> dict[str, Any]:
    """Answer the win odds of every betting interest that is not scratched."""
    answer = {}
    for one in pool.races[0].starters():
        bets = [bet for bet in pool.live() if bet.combo == (one,)]
        price = price_of(pool, bets, pool.net())
        answer[one] = {
            "amount": sum(bet.amount for bet in bets),
            "odds_cents": None if price is None else shown(price - 100),
            "display": "99-1" if price is None else display(price - 100),
        }
    return answer


def probables(pool: Pool) -> dict[str, Any]:
    """Answer the price for two dollars of every combination as if it won alone."""
    starters = [race.starters() for race in pool.races]
    pairs: list[tuple[str, ...]]
    if pool.kind == "double":
        pairs = list(product(*starters))
    elif pool.kind == "exacta":
        pairs = list(permutations(starters[0], 2))
    else:
        pairs = list(combinations(starters[0], 2))
    answer = {}
    for pair in pairs:
        price = price_of(pool, [bet for bet in pool.live() if bet.combo == pair], pool.net())
        answer[("/" if pool.kind == "double" else "-").join(pair)] = None if price is None else shown(2 * price)
    return answer


def will_pays(pool: Pool) -> dict[str, Any]:
    """Answer the price for two dollars of a full hit, for each betting interest that may win the last leg alone."""
    settle_one = {"double": settle_double, "pick3": settle_pick_three}.get(pool.kind, settle_pick_n)
    races = pool.races
    answer: dict[str, Any] = {}
    for one in races[-1].starters():
        pool.races = [*races[:-1], races[-1].won_by(one)]
        try:
            quotes = settle_one(pool).quotes
        except Refunded:
            quotes = []
        # With a cancelled leg a full hit is a hit in every leg that was run. After a dead heat in an earlier leg there
        # may be several prices, of which the lowest is sure.
        full = [price for level, price in quotes if level == cancelled_legs(pool)]
        answer[one] = shown(2 * min(full)) if full else None
    pool.races = races
    return answer
