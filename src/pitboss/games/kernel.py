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
    so are players and positions when both are of 32 bits; anything else is copied first. Other threads run meanwhile,
    and must leave the columns alone.

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
    table = _column("gains", gains)
    columns = {"player": _column("player", player, is_index=True)}
    columns["position"] = _column("position", position, is_index=True)
    columns["stake"] = _column("stake", stake)
    _refuse_unequal(columns)
    net = _zeros(players)
    wagers = _wagers(columns, most=max(len(table), len(net)))
    settled, staked, paid = _compiled(wagers[0].itemsize)(table, wagers, net)
    if settled < len(wagers[0]):
        _refuse(settled, columns, table, players=len(net))
    return Batch(net, staked, paid)


def _walk(gains: Any, wagers: Any, net: Any) -> Any:
    """Add what each wager gains to its player, and stop at the first that may not be settled.

    This is compiled, where a sum that passes 64 bits has no defined value. Every wager is checked in the pass that
    settles it, which costs less than to read the columns twice would.

    Returns:
        How many wagers were settled, and if that is all of them, their stakes and their winnings together.
    """
    player, position, stake = wagers
    unsigned = position.dtype.type
    positions, players = unsigned(len(gains)), unsigned(len(net))
    highest, lowest = 1, -1
    for gain in gains:
        highest, lowest = max(highest, gain), min(lowest, gain)
    # Divided as they stand, for the lowest 64-bit integer has no counterpart above zero.
    limit = min(_LARGEST // highest, -_LARGEST // lowest)
    left, paid = limit, 0
    # Counted by the stakes instead of the positions, the compiled loop takes a quarter longer.
    for row in range(len(position)):
        where, whose, amount = position[row], player[row], stake[row]
        left -= amount
        # What is left passes 64 bits only by a stake below zero, which is why the stake is asked for first.
        if where >= positions or whose >= players or amount < 1 or left < 0:
            return row, 0, 0
        gained = gains[where] * amount
        net[whose] += gained
        paid += max(gained, 0)
    return len(position), limit - left, paid


@cache
def _compiled(index_bytes: int) -> Callable[..., tuple[int, int, int]]:
    """Return the compiled walk for players and positions of that width.

    The types are fixed here, so that it is compiled in this place only, and all faults of the cache show here.
    """
    from numba import njit

    amounts, indices = (f"Array({kind}, 1, 'C', readonly=True)" for kind in ("int64", f"uint{8 * index_bytes}"))
    signature = f"UniTuple(int64, 3)({amounts}, Tuple(({indices}, {indices}, {amounts})), int64[::1])"
    try:
        walk = njit(signature, nogil=True, cache=True)(_walk)
    except _CACHE_FAULTS:
        # A package that is installed read-only, or a spoilt cache, costs every process the time to compile.
        walk = njit(signature, nogil=True)(_walk)
    return cast("Callable[..., tuple[int, int, int]]", walk)


def _column(name: str, values: Given, *, is_index: bool = False) -> Column:
    """Return the values as 64-bit integers in one piece of memory; an index may stay at 32 bits."""
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
    kept = np.int32 if is_index and values.dtype == np.int32 else np.int64
    column: NDArray[Any] = np.ascontiguousarray(values, kept)
    return column if column.flags.aligned else column.copy()


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


def _wagers(columns: dict[str, Column], *, most: int) -> tuple[NDArray[Any], NDArray[Any], Column]:
    """Return the columns as the walk takes them, both indices of one width and seen as unsigned.

    As unsigned an index below zero is a very high one, so that one comparison finds either fault. Of 32 bits it is
    high enough only while there are no more than 2**31 players and positions.
    """
    import numpy as np

    indices = columns["player"], columns["position"]
    is_narrow = most <= 2**31 and all(column.itemsize == 4 for column in indices)
    signed, unsigned = (np.int32, np.uint32) if is_narrow else (np.int64, np.uint64)
    player, position = (column.astype(signed, copy=False).view(unsigned) for column in indices)
    return player, position, columns["stake"]


def _highest(table: Column) -> int:
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


def _refuse(row: int, columns: dict[str, Column], table: Column, *, players: int) -> NoReturn:
    """Say what is wrong with a row that was found not to be good."""
    for name, count in (("position", len(table)), ("player", players)):
        value = int(columns[name][row])
        if not 0 <= value < count:
            reason = f"is none of the {count} {name}s, which count from 0"
            raise BatchRefused(reason, field=f"{name}[{row}]", value=value, values={"row": row})
    value = int(columns["stake"][row])
    too_high = f"with the stakes before it, times the highest gain of {_highest(table)}, might pass 2**63 - 1"
    reason = "a stake is at least 1" if value < 1 else too_high
    raise BatchRefused(reason, field=f"stake[{row}]", value=value, values={"row": row})
