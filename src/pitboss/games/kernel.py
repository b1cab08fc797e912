"""Settlement of wagers by the million: one compiled walk over integer columns.

A kernel holds no rules. It is handed a vector of gains, in which entry `position` is what one unit staked there gains:
the odds on a win, minus one on a loss. One row of a pay table is such a vector. Several rows laid end to end are one
as well, with the positions of each table counted on from the table before, so that a whole floor of tables, each with
a pocket of its own, is settled in one call.

Whatever cannot be settled is refused before a result exists, and no integer can wrap. NumPy and Numba are loaded by
the first call: Numba takes seconds to start, and most programs never settle a batch.
"""

from __future__ import annotations

import operator
import pickle
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast

from pitboss.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[np.int64] | NDArray[np.int32]
    Given = Sequence[int] | NDArray[Any]

__all__ = ["Batch", "BatchRefused", "gains", "settle_batch"]

_LARGEST: Final = 2**63 - 1
_CACHE_FAULTS: Final = (RuntimeError, OSError, EOFError, pickle.UnpicklingError)
"""What Numba raises when it finds no place for compiled code, or finds a spoilt file there."""


class BatchRefused(InputError):
    """Refuse a batch as a whole: the field names the column and row, and nothing of the batch was settled."""


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """What a batch came to, in the unit of its stakes."""

    net: NDArray[np.int64]
    """What each player gained, winnings less lost stakes; one entry a player."""
    staked: int
    """All stakes together, won and lost."""
    paid: int
    """All winnings together; the winners' own stakes, which they keep, are not among them."""


def settle_batch(gains: Given, player: Given, position: Given, stake: Given, *, players: int) -> Batch:
    """Settle wagers, given as three columns of equal length, and add up what each player gained.

    Columns are arrays of any integer type or sequences of integers. Arrays of 64-bit integers are read in place, and
    so are players and positions when both are of 32 bits; anything else is copied first.

    Two tables of two positions each, the second table's counted on from the first's:

    >>> batch = settle_batch([35, -1, -1, 1], player=[0, 0, 1], position=[0, 1, 3], stake=[5, 10, 20], players=2)
    >>> batch.net.tolist(), batch.staked, batch.paid
    ([165, 20], 35, 195)
    >>> settle_batch([35, -1], player=[0, 1], position=[0, 2], stake=[5, 5], players=2)
    Traceback (most recent call last):
    pitboss.games.kernel.BatchRefused: field position[1]: 2: is none of the 2 positions, which count from 0

    Raises:
        BatchRefused: a player or position that there is none of, a stake under 1, a column that is not of integers
            or not as long as the others, or stakes so high that a sum might not fit into 64 bits: all stakes together,
            times the highest gain of any position, must not pass 2**63 - 1.
    """
    import numpy as np

    table = _wide(_column("gains", gains))
    columns = {"player": _column("player", player), "position": _column("position", position)}
    columns["stake"] = _wide(_column("stake", stake))
    _refuse_unequal(columns)
    net = _zeros(players)
    index = _index_type(columns, most=max(len(table), len(net)))
    wagers = (_as_index(columns["player"], index), _as_index(columns["position"], index), columns["stake"])
    limit = _LARGEST // _highest(table)
    bounds = (np.uint64(len(table)), np.uint64(len(net)))
    settled, left, paid = _compiled(index)(table, wagers, net, bounds, limit)
    if settled < len(wagers[0]):
        _refuse(settled, columns, table, players=len(net))
    return Batch(net, limit - left, paid)


def gains(row: Given, positions: Given, stakes: Given) -> list[int]:
    """Return what each wager gains: its winnings, or minus its stake.

    It needs no compiled code, so that a live table never waits for a compiler.

    >>> gains([35, -1], positions=[1, 0, 0], stakes=[10, 5, 20])
    [-10, 175, 700]

    Raises:
        BatchRefused: as for `settle_batch`, except that nothing is added up: each wager must fit by itself.
    """
    table = _wide(_column("gains", row))
    position, stake = _column("position", positions), _wide(_column("stake", stakes))
    columns = {"position": position, "stake": stake}
    _refuse_unequal(columns)
    is_good = (position >= 0) & (position < len(table)) & (stake >= 1) & (stake <= _LARGEST // _highest(table))
    if not is_good.all():
        _refuse(int(is_good.argmin()), columns, table, players=0)
    gained: list[int] = (table[position] * stake).tolist()
    return gained


def _walk(gains: Any, wagers: Any, net: Any, bounds: Any, limit: Any) -> Any:
    """Add what each wager gains to its player, and stop at the first that may not be settled.

    This is compiled, so every wager is checked in the same pass that settles it: the checks cost less than reading
    the columns twice would, and what was checked is what is used even if another thread writes to the columns.

    Returns:
        How many wagers were settled, what is left of the limit on all stakes, and all winnings.
    """
    player, position, stake = wagers
    positions, players = bounds
    paid = 0
    for row in range(len(stake)):
        whose, where, amount = player[row], position[row], stake[row]
        # One branch on the bitwise "or" of all faults is quicker here than four branches.
        if (where >= positions) | (whose >= players) | (amount < 1) | (amount > limit):
            return row, limit, paid
        limit -= amount
        gained = gains[where] * amount
        net[whose] += gained
        if gained > 0:
            paid += gained
    return len(stake), limit, paid


@cache
def _compiled(index: str) -> Callable[..., tuple[int, int, int]]:
    """Return the compiled walk for players and positions of one unsigned type.

    The types are fixed here, so that it is compiled at this place only, and all faults of the cache show here.
    """
    from numba import njit

    amounts, indices = "Array(int64, 1, 'C', readonly=True)", f"Array({index}, 1, 'C', readonly=True)"
    wagers = f"Tuple(({indices}, {indices}, {amounts}))"
    signature = f"UniTuple(int64, 3)({amounts}, {wagers}, int64[::1], UniTuple(uint64, 2), int64)"
    try:
        walk = njit(signature, nogil=True, cache=True)(_walk)
    except _CACHE_FAULTS:
        # A package that is installed read-only, or a spoilt cache, costs every process the time to compile.
        walk = njit(signature, nogil=True)(_walk)
    return cast("Callable[..., tuple[int, int, int]]", walk)


def _column(name: str, values: Given) -> Column:
    """Return the values as one column of 32 or 64-bit integers that lies in memory as the compiled code reads it."""
    import numpy as np

    # What a masked array hides must not be settled; as a sequence its hidden entries are no integers.
    if not isinstance(values, np.ndarray) or isinstance(values, np.ma.MaskedArray):
        return _from_sequence(name, values)
    if values.ndim != 1:
        raise BatchRefused("is not a single column", field=name, value=f"{values.ndim} dimensions")
    if values.dtype.kind not in "iu":
        raise BatchRefused("is not a type of integers", field=name, value=str(values.dtype))
    if values.dtype == np.uint64 and len(values) and int(values.max()) > _LARGEST:
        _refuse_too_large(name, values.tolist())
    kept = np.int32 if values.dtype == np.int32 else np.int64
    return np.require(values, kept, ["C_CONTIGUOUS", "ALIGNED"])


def _from_sequence(name: str, values: Given) -> NDArray[np.int64]:
    """Return Python's or NumPy's integers as a column; a truth value is no integer here."""
    import numpy as np

    items = list(values)
    if set(map(type, items)) - {int}:
        for row, item in enumerate(items):
            if isinstance(item, bool) or not isinstance(item, (int, np.integer)):
                raise BatchRefused("is not an integer", field=f"{name}[{row}]", value=item, values={"row": row})
        items = list(map(int, items))
    try:
        return np.array(items, dtype=np.int64)
    except OverflowError:
        _refuse_too_large(name, items)


def _wide(column: Column) -> NDArray[np.int64]:
    import numpy as np

    return column.astype(np.int64, copy=False)


def _zeros(players: int) -> NDArray[np.int64]:
    """Return the sums of the players before the first wager."""
    import numpy as np

    try:
        count = operator.index(players)
    except TypeError:
        count = -1
    if isinstance(players, bool) or count < 0:
        raise BatchRefused("is not a number of players", field="players", value=players)
    try:
        return np.zeros(count, dtype=np.int64)
    except (MemoryError, OverflowError, ValueError):
        raise BatchRefused("is more players than memory can hold", field="players", value=players) from None


def _index_type(columns: dict[str, Column], *, most: int) -> str:
    """Return the unsigned type both indices are read as.

    Seen as unsigned an index below zero is a very high one, so that one comparison finds either fault; of 32 bits it
    is high enough only while there are no more than 2**31 of a thing.
    """
    are_narrow = columns["player"].itemsize == columns["position"].itemsize == 4
    return "uint32" if are_narrow and most <= 2**31 else "uint64"


def _as_index(column: Column, index: str) -> NDArray[Any]:
    return (column if index == "uint32" else _wide(column)).view(index)


def _highest(table: NDArray[np.int64]) -> int:
    """Return the most that one unit can win or lose, and 1 at least."""
    return max(1, int(table.max()), -int(table.min())) if len(table) else 1


def _refuse_unequal(columns: dict[str, Column]) -> None:
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise BatchRefused(f"the columns are not of equal length: {shown}", values=lengths)


def _refuse_too_large(name: str, items: list[int]) -> NoReturn:
    row = next(row for row, item in enumerate(items) if not -_LARGEST - 1 <= item <= _LARGEST)
    raise BatchRefused("does not fit into 64 bits", field=f"{name}[{row}]", value=items[row], values={"row": row})


def _refuse(row: int, columns: dict[str, Column], table: NDArray[np.int64], *, players: int) -> NoReturn:
    """Say what is wrong with a row that was found not to be good."""
    for name, count in (("position", len(table)), ("player", players)):
        value = int(columns[name][row]) if name in columns else 0
        if name in columns and not 0 <= value < count:
            reason = f"is none of the {count} {name}s, which count from 0"
            raise BatchRefused(reason, field=f"{name}[{row}]", value=value, values={"row": row})
    value = int(columns["stake"][row])
    sums = "with the stakes before it, times" if "player" in columns else "times"
    too_high = f"{sums} the highest gain of {_highest(table)}, might pass 2**63 - 1"
    reason = "a stake is at least 1" if value < 1 else too_high
    raise BatchRefused(reason, field=f"stake[{row}]", value=value, values={"row": row})
