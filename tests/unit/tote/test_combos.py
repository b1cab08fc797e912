"""Each formula against combinations written out one by one, on random masks."""

from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from pitboss.tote.combos import (
    bits,
    combinations_of,
    count_ordered,
    count_pairs,
    count_product,
    matching_ordered,
    pairs_with,
    with_hits,
)
from tests.support.weight import weight

RUNNERS = 7
MASKS = st.integers(0, 2**RUNNERS - 1)
INTERESTS = st.integers(0, RUNNERS - 1)
PAIRS = st.tuples(MASKS, MASKS)
SEVERAL = st.lists(MASKS, min_size=1, max_size=4)


def written_out(masks):
    """List every choice of one interest from each mask."""
    return list(product(*(list(bits(mask)) for mask in masks)))


def different(masks):
    """List the choices that take no interest twice."""
    return [line for line in written_out(masks) if len(set(line)) == len(line)]


def pairs(masks):
    """Return the pairs that a quinella bet holds, each once."""
    return {frozenset(line) for line in different(masks)}


@given(MASKS)
def test_bits(mask):
    """The bits that are set, from the lowest, and no others."""
    assert [i for i in range(RUNNERS) if mask >> i & 1] == list(bits(mask))


@given(SEVERAL)
def test_sequences_are_counted(masks):
    """As many as there are choices with different interests; each position may have its own mask."""
    assert len(different(masks)) == count_ordered(masks)


@given(SEVERAL, st.data())
def test_matches_are_counted(masks, data):
    """Those that hold what each position of the pattern asks for."""
    pattern = tuple(data.draw(st.lists(st.none() | INTERESTS, min_size=len(masks), max_size=len(masks))))
    found = [
        line
        for line in different(masks)
        if all(wanted in (None, got) for wanted, got in zip(pattern, line, strict=True))
    ]
    assert len(found) == matching_ordered(masks, pattern)


@given(PAIRS)
def test_pairs_are_counted(masks):
    """A pair counts once, whichever mask holds which of the two."""
    assert len(pairs(masks)) == count_pairs(masks)


@given(PAIRS, INTERESTS)
def test_pairs_with_an_interest_are_counted(masks, interest):
    """The pairs that include it."""
    assert sum(interest in pair for pair in pairs(masks)) == pairs_with(masks, interest)


@given(SEVERAL)
def test_products_are_counted(masks):
    """Over several races a number may come again."""
    assert len(written_out(masks)) == count_product(masks)


@given(st.lists(PAIRS, min_size=1, max_size=4))
def test_hits_are_counted(legs):
    """For each leg a mask of selections and a mask of winners: so many combinations have so many hits."""
    lines = written_out([mask for mask, _ in legs])
    hits = [sum(winners >> i & 1 for i, (_, winners) in zip(line, legs, strict=True)) for line in lines]
    counted = with_hits([((mask & won).bit_count(), (mask & ~won).bit_count()) for mask, won in legs])
    assert [hits.count(number) for number in range(len(legs) + 1)] == counted


def test_boxes_of_all_sizes():
    """A box of n is n(n-1)… in order, n(n-1)/2 in a quinella and a power over several races."""
    for size in range(1, 8):
        box = 2**size - 1
        assert size * (size - 1) * (size - 2) == combinations_of("trifecta", (box,) * 3)
        assert len(list(combinations(range(size), 2))) == combinations_of("quinella", (box,) * 2)
        assert size**6 == combinations_of("pick6", (box,) * 6)


def test_what_is_remembered_of_bets_does_not_grow_with_the_day():
    """A sale asks several times for the same bet: that one is remembered, and not every one that was ever sold."""
    combinations_of.cache_clear()
    for first, second, third in product(range(1, 31), repeat=3):
        combinations_of("trifecta", (first, second, third))
    assert 100_000 < weight(combinations_of) < 400_000
