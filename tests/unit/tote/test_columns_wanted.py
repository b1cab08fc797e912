"""What is wanted, counted in bets and held against the combinations written out."""

from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st

from pitboss.tote.combos import Chosen, Hits, InOrder, Pairs, PairsWith, bits, everything, in_order, with_so_many_hits
from tests.support.tote_columns import race_of

RUNNERS = 6
RACE = race_of(runners=RUNNERS)
MASK = st.integers(0, RACE.all)
THREE = st.tuples(MASK, MASK, MASK)
PAIR = st.tuples(MASK, MASK)


def lines(masks):
    """List every choice of one interest from each mask."""
    return list(product(*(list(bits(mask)) for mask in masks)))


def are_in(line, masks):
    """Tell whether each interest of a line is in the mask of its position."""
    return all(mask >> i & 1 for i, mask in zip(line, masks, strict=True))


@given(THREE, THREE)
def test_chosen(masks, wanted):
    """One of the wanted in each position."""
    assert sum(are_in(line, wanted) for line in lines(masks)) == Chosen(wanted).count(masks)


@given(THREE, THREE)
def test_in_order(masks, wanted):
    """The same, and nobody twice."""
    found = [line for line in lines(masks) if are_in(line, wanted) and len(set(line)) == len(line)]
    assert len(found) == InOrder(wanted).count(masks)


@given(THREE, st.tuples(*[st.none() | st.integers(0, RUNNERS - 1)] * 3))
def test_patterns(masks, pattern):
    """A pattern takes what has its interests in their positions, and anything different in the others."""
    named = [i for i in pattern if i is not None]
    assume(len(set(named)) == len(named))
    found = [
        line
        for line in lines(masks)
        if len(set(line)) == len(line) and all(i in (None, got) for i, got in zip(pattern, line, strict=True))
    ]
    assert len(found) == in_order(RACE, pattern).count(masks)


@given(PAIR, st.integers(0, RUNNERS - 1), MASK)
def test_pairs_with(masks, interest, partners):
    """Pairs with an interest and one of its partners, each once."""
    pairs = {frozenset(line) for line in lines(masks) if len(set(line)) == len(line)}
    found = [pair for pair in pairs if interest in pair and any(partners >> i & 1 for i in pair - {interest})]
    assert (len(pairs), len(found)) == (Pairs().count(masks), PairsWith(interest, partners).count(masks))


@given(THREE, THREE, THREE, st.integers(0, 3))
def test_hits(masks, winners, outs, hits):
    """So many legs with a winner; not counted are those where every other leg has one of the consoled."""
    consoled = tuple(out & ~won for out, won in zip(outs, winners, strict=True))
    either = [won | out for won, out in zip(winners, consoled, strict=True)]
    found = [
        line for line in lines(masks) if hits == sum(are_in([i], [won]) for i, won in zip(line, winners, strict=True))
    ]
    left = [line for line in found if not are_in(line, either)]
    assert (len(found), len(left)) == (Hits(hits, winners).count(masks), Hits(hits, winners, consoled).count(masks))


@given(THREE, THREE, st.integers(0, 3))
def test_all_the_hits_there_can_be(masks, winners, hits):
    """A hit in every leg that has a winner is written as a choice, and counted alike."""
    wanted = with_so_many_hits(hits, winners, (RACE.all,) * 3)
    assert (hits == sum(map(bool, winners))) == isinstance(wanted, Chosen)
    assert Hits(hits, winners).count(masks) == wanted.count(masks)


def test_everything():
    """A box of three has six orders, three pairs, and 27 choices over three races."""
    kinds = {"trifecta": 3, "quinella": 2, "pick3": 3}
    counts = {kind: everything(kind, (7,) * places).count((7,) * places) for kind, places in kinds.items()}
    assert {"trifecta": 6, "quinella": 3, "pick3": 27} == counts
