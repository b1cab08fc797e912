"""The compiled walks: where they are compiled, and that they do what is written."""

from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np
import pytest
from numba.core.caching import CacheImpl

from pitboss.tote import kernel
from pitboss.tote.column_book import ColumnBook
from pitboss.tote.columns import Columns
from pitboss.tote.combos import Chosen
from pitboss.tote.settle import settle_columns
from tests.support.tote_columns import pool_of, race_of

POOL = pool_of("win", [race_of("1")])
ROWS = 3 * kernel.BLOCK + 1


@pytest.fixture
def compile_anew():
    """Forget the compiled walks before the test and after it."""
    kernel.compiled.cache_clear()
    yield
    kernel.compiled.cache_clear()


@pytest.fixture
def quick_walk(monkeypatch):
    """Let the search for a row be one that compiles in no time: what is tested is where it is compiled."""
    monkeypatch.setitem(kernel._SIGNATURES, first_row, kernel._SIGNATURES[kernel.find_row])
    monkeypatch.setattr(kernel, "find_row", first_row)


def first_row(_question, columns, _work):
    """Tell whether there is a row at all."""
    return len(columns[1]) > 0


def is_held():
    """Have one walk compiled, if it is not, and look for a bet with it."""
    return ColumnBook(POOL, Columns.of([[2, 1]], [100, 200])).holds(Chosen((1,)))


@pytest.mark.parametrize("rows", [1, kernel.BLOCK - 1, kernel.BLOCK, kernel.BLOCK + 1, ROWS])
def test_rows_are_settled_to_the_last(rows):
    """Blocks that are full, and one that is not."""
    settled = settle_columns(POOL, Columns.of([[2] * (rows - 1) + [1]], range(1, rows + 1)))
    assert {"host": rows * (rows + 1) // 2} == settled.outcome.sold
    assert [rows - 1] == np.flatnonzero(settled.payouts).tolist()


@pytest.mark.parametrize("rows", [kernel.BLOCK, ROWS])
def test_a_winner_is_found_in_any_block(rows):
    """The last row, and the first."""
    last = [2] * (rows - 1) + [1]
    payouts = [settle_columns(POOL, Columns.of([masks], [1] * rows)).payouts for masks in (last, last[::-1])]
    assert payouts[0].tolist() == payouts[1].tolist()[::-1]


def test_columns_that_may_not_be_written_to_are_settled():
    """They are left as they were."""
    masks, amount, source = np.array([[1, 2]], dtype=np.int32), np.array([100, 200]), np.zeros(2, dtype=np.int16)
    for column in (masks, amount, source):
        column.flags.writeable = False
    assert [300, 0] == settle_columns(POOL, Columns.of(masks, amount, source)).payouts.tolist()


def test_threads_settle_side_by_side():
    """Two threads that settle the same columns do not disturb each other."""
    columns = Columns.of([[1, 2] * 5_000], [100] * 10_000)
    with ThreadPoolExecutor(2) as threads:
        sums = threads.map(lambda _: int(settle_columns(POOL, columns).payouts.sum()), range(8))
    assert [1_000_000] * 8 == list(sums)


@pytest.mark.usefixtures("compile_anew", "quick_walk")
def test_it_compiles_where_no_cache_can_be_kept(monkeypatch):
    """Where neither the package nor the user's folder can be written to, a walk is compiled without a cache."""
    monkeypatch.setattr(CacheImpl, "_locator_classes", [])
    assert is_held()


@pytest.mark.usefixtures("compile_anew", "quick_walk")
def test_it_compiles_where_the_cache_is_spoilt(monkeypatch, tmp_path):
    """A file of the cache that was cut short, as a power failure may leave it, does not stop settlement."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    is_held()
    for path in tmp_path.rglob("*.nbi"):
        path.write_bytes(path.read_bytes()[:-9])
    kernel.compiled.cache_clear()
    assert is_held()
    assert list(tmp_path.rglob("*.nbi"))
