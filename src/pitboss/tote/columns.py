"""Bets in columns: a mask for each position or leg, an amount and a source, a row for each bet.

Columns are what a pool of a million tickets is settled from (`settle_columns`). They hold no ticket numbers: what a row
is refunded and paid stands in the same row of the answer. NumPy is loaded by the first call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pitboss.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pitboss.tote.combos import Bet

    Given = Sequence[int] | NDArray[Any]


class ColumnsRefused(InputError):
    """Refuse columns as a whole: the field names the column and row, and nothing of them was settled."""


@dataclass(frozen=True, eq=False)
class Columns:
    """The bets of one pool."""

    masks: NDArray[np.int32] | NDArray[np.int64]
    """One row of memory for each position or leg, one column for each bet; bit i is betting interest i."""
    amount: NDArray[np.int64]
    """Cents on each combination."""
    source: NDArray[np.int16]
    """Which of the sources sold it."""
    sources: tuple[str, ...]

    def __len__(self) -> int:
        """Return how many bets there are."""
        return len(self.amount)

    @classmethod
    def of(
        cls,
        masks: Sequence[Given] | NDArray[Any],
        amount: Given,
        source: Given | None = None,
        sources: Sequence[str] = ("host",),
    ) -> Columns:
        """Return columns from arrays or sequences of integers; without a source all are of the first.

        Arrays are read in place where they can be: masks of 32 or 64 bits as one array of positions by bets, amounts
        of 64 bits, sources of 16. Anything else is copied.

        >>> columns = Columns.of([[0b1, 0b11], [0b10, 0b11]], [100, 200])
        >>> len(columns), columns.masks.tolist(), columns.source.tolist()
        (2, [[1, 3], [2, 3]], [0, 0])
        >>> Columns.of([[0b1]], [100, 200])
        Traceback (most recent call last):
        pitboss.tote.columns.ColumnsRefused: field amount: 2: is not as long as the masks, which have 1

        Raises:
            ColumnsRefused: for what is no column of integers, or not as long as the others.
        """
        import numpy as np

        table = _integers("masks", masks, dimensions=2)
        is_narrow = np.can_cast(table.dtype, np.int32)
        rows = table.shape[1]
        found = cls(
            _column("masks", table, np.dtype(np.int32 if is_narrow else np.int64)),
            _column("amount", _integers("amount", amount), np.dtype(np.int64)),
            _column("source", _integers("source", [0] * rows if source is None else source), np.dtype(np.int16)),
            tuple(sources),
        )
        for name, column in (("amount", found.amount), ("source", found.source)):
            if len(column) != rows:
                raise ColumnsRefused(f"is not as long as the masks, which have {rows}", field=name, value=len(column))
        return found

    @classmethod
    def of_bets(cls, bets: Sequence[Bet], sources: Sequence[str]) -> Columns:
        """Return the columns of bets as they were sold, in their order."""
        import numpy as np

        numbered = {source: number for number, source in enumerate(sources)}
        masks = _integers("masks", [bet.masks for bet in bets], dimensions=2)
        if masks.size and masks.min() >= 0 and masks.max() <= np.iinfo(np.int32).max:
            masks = masks.astype(np.int32)
        return cls.of(masks.T, [bet.amount for bet in bets], [numbered[bet.source] for bet in bets], sources)


def _integers(name: str, values: Any, *, dimensions: int = 1) -> NDArray[Any]:
    """Return values as an array of integers."""
    import numpy as np

    # What a masked array hides must not be settled.
    if isinstance(values, np.ma.MaskedArray):
        raise ColumnsRefused("hides some of its values", field=name, value="a masked array")
    try:
        found = np.asarray(values)
    except ValueError:
        raise ColumnsRefused("they are not of equal length", field=name) from None
    if found.ndim != dimensions:
        wanted = "a single column" if dimensions == 1 else "a column for each position"
        raise ColumnsRefused(f"is not {wanted}", field=name, value=f"{found.ndim} dimensions")
    if found.dtype.kind not in "iu" and found.size:
        raise ColumnsRefused("is not a type of integers of 64 bits or fewer", field=name, value=str(found.dtype))
    return found


def _column(name: str, values: NDArray[Any], kept: np.dtype[Any]) -> NDArray[Any]:
    """Return integers of one type in one piece of memory: the same one, where they are so already."""
    import numpy as np

    if values.size and not np.can_cast(values.dtype, kept):
        most = np.iinfo(kept)
        for value in (int(values.min()), int(values.max())):
            if not most.min <= value <= most.max:
                raise ColumnsRefused(f"does not fit into {most.bits} bits", field=name, value=value)
    column: NDArray[Any] = np.ascontiguousarray(values, kept)
    return column if column.flags.aligned else column.copy()
