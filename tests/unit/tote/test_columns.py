"""Columns: what may be one, and what is read in place."""

import subprocess
import sys

import numpy as np
import pytest

from pitboss.tote.columns import Columns, ColumnsRefused
from pitboss.tote.combos import Bet

MASKS = np.array([[1, 3], [2, 3]], dtype=np.int32)
UNALIGNED = np.frombuffer(b"\0" + np.array([100, 200]).tobytes(), dtype=np.uint8)[1:].view(np.int64)


def refusal(*columns, **more):
    """Return how the refusal of columns reads."""
    with pytest.raises(ColumnsRefused) as refused:
        Columns.of(*columns, **more)
    return str(refused.value)


@pytest.mark.parametrize("kind", [np.int32, np.int64])
def test_arrays_are_read_in_place(kind):
    """A table of masks, amounts and sources of the right types are not copied."""
    masks, amount, source = MASKS.astype(kind), np.array([100, 200]), np.array([0, 1], dtype=np.int16)
    columns = Columns.of(masks, amount, source, ["host", "guest"])
    assert [True] * 3 == [
        np.shares_memory(given, kept)
        for given, kept in ((masks, columns.masks), (amount, columns.amount), (source, columns.source))
    ]


@pytest.mark.parametrize(
    "amount",
    [
        [100, 200],
        (100, 200),
        np.array([100, 200], dtype=np.uint8),
        np.array([100, 200], dtype=">i8"),
        np.array([100, 200], dtype=np.uint64),
        np.array([100, 0, 200])[::2],
        UNALIGNED,
    ],
)
def test_a_column_may_be_any_integers(amount):
    """Sequences, other types of integers and arrays with gaps are copied to what a walk can read."""
    column = Columns.of(MASKS, amount).amount
    assert ([100, 200], "int64", True) == (column.tolist(), str(column.dtype), column.flags.aligned)


@pytest.mark.parametrize(
    ("kind", "kept"), [("i1", "int32"), ("u2", "int32"), ("u4", "int64"), ("u8", "int64"), ("i8", "int64")]
)
def test_masks_take_as_many_bits_as_their_type_needs(kind, kept):
    """Masks that are sure to fit into 32 bits take no more."""
    assert kept == str(Columns.of(MASKS.astype(kind), [100, 200]).masks.dtype)


def test_columns_have_a_length():
    """It is that of the bets, and not of the positions."""
    assert 2 == len(Columns.of(MASKS, [100, 200]))


def test_no_bets_are_columns():
    """Positions without a bet are still positions."""
    columns = Columns.of([[], [], []], [])
    assert ((3, 0), 0) == (columns.masks.shape, len(columns))


def test_bets_become_columns():
    """In their order, the sources by their place among those of the pool, masks as narrow as they can be."""
    bets = [Bet("a", "P", "guest", 100, (1, 2)), Bet("b", "P", "host", 50, (6, 1))]
    columns = Columns.of_bets(bets, ("host", "guest"))
    assert ([[1, 6], [2, 1]], [100, 50], [1, 0]) == (
        columns.masks.tolist(), columns.amount.tolist(), columns.source.tolist(),
    )  # fmt: skip
    assert "int32" == str(columns.masks.dtype)


def test_bets_with_wide_masks_become_wide_columns():
    """A mask with the 32nd bit needs more than 32, for one is the sign."""
    assert "int64" == str(Columns.of_bets([Bet("a", "P", "host", 100, (1 << 31,))], ("host",)).masks.dtype)


@pytest.mark.parametrize("bet", [Bet("a", "P", "host", 2**63, (1,)), Bet("a", "P", "host", 1, (2**64,))])
def test_bets_beyond_64_bits_are_refused(bet):
    """They can be settled ticket by ticket."""
    with pytest.raises(ColumnsRefused):
        Columns.of_bets([bet], ("host",))


@pytest.mark.parametrize("kind", ["float64", "bool", "object", "timedelta64[s]"])
def test_another_type_is_refused(kind):
    """The type of an array decides, also where its values would do."""
    expected = f"field amount: '{kind}': is not a type of integers of 64 bits or fewer"
    assert expected == refusal(MASKS, np.ones(2, dtype=kind))


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (([[1], [1, 2]], [1]), "field masks: they are not of equal length"),
        (([1, 2], [1, 1]), "field masks: '1 dimensions': is not a column for each position"),
        ((MASKS, [[1, 1]]), "field amount: '2 dimensions': is not a single column"),
        ((MASKS, [1]), "field amount: 1: is not as long as the masks, which have 2"),
        ((MASKS, [1, 1], [0]), "field source: 1: is not as long as the masks, which have 2"),
        ((MASKS, [1, 1], [0, 65536]), "field source: 65536: does not fit into 16 bits"),
        ((MASKS, [1, 1], [0, -40_000]), "field source: -40000: does not fit into 16 bits"),
        ((MASKS, np.array([1, 2**63], np.uint64)), "field amount: 9223372036854775808: does not fit into 64 bits"),
        ((MASKS, [1, 2**64]), "field amount: 'object': is not a type of integers of 64 bits or fewer"),
        ((MASKS, np.ma.array([1, 1], mask=[False, True])), "field amount: 'a masked array': hides some of its values"),
    ],
)
def test_what_is_no_column_is_refused(columns, expected):
    """The column is named, with what is wrong about it."""
    assert expected == refusal(*columns)


def test_heavy_libraries_wait_for_the_first_call():
    """Importing the settlement of pools loads neither NumPy nor Numba."""
    program = "import sys, pitboss.tote.settle; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert "[]\n" == done.stdout
