"""The book of a pool whose bets are in columns: every question of the rules put to a compiled walk over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import factorial, prod
from typing import TYPE_CHECKING, Any, NoReturn

from pitboss.tote.books import ByLast, PoolBook
from pitboss.tote.columns import Columns, ColumnsRefused
from pitboss.tote.combos import POSITIONS, Chosen, Masks, Wanted, everything
from pitboss.tote.pools import Pool
from pitboss.tote.pricing import Amounts, Price
from pitboss.tote.questions import question_of
from pitboss.tote.races import Race

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pitboss.tote.questions import Question

_INTERESTS_MAX = 62
_NARROW_MAX = 31
"""So many interests have a bit of their own in 32, with one left for the sign."""
_AMOUNTS_MAX = 2**52
"""All amounts together are no more, so that a block of rows is added up before the sum is looked at."""


class ColumnBook(PoolBook):
    """Bets in columns, and what becomes of each row."""

    def __init__(self, pool: Pool, columns: Columns) -> None:
        """Hold columns against a pool.

        Raises:
            ColumnsRefused: for columns of another kind of pool, or that 64 bits are too few for.
        """
        import numpy as np

        super().__init__(pool)
        self.columns = columns
        is_one_race = pool.kind in POSITIONS
        races = (pool.race,) * POSITIONS[pool.kind] if is_one_race else pool.races
        self._refuse(races)
        self.listed: Masks = tuple(race.all for race in races)
        self.live = self.listed
        self.refunds = np.zeros(len(columns), dtype=np.int64)
        self.payouts = np.zeros(len(columns), dtype=np.int64)
        sizes = [len(race.interests) for race in races]
        # On the way to a count of different interests there are as many terms as the positions have orders.
        self._most = prod(sizes) * (factorial(len(sizes)) if is_one_race else 1)
        is_wide = max(sizes) > _NARROW_MAX or self._most > np.iinfo(np.int32).max
        masks: NDArray[Any] = columns.masks.astype(np.int64, copy=False) if is_wide else columns.masks
        # Seen as unsigned, what lies below zero is a very high number, so that one comparison finds either fault.
        self._masks = masks.view(f"u{masks.itemsize}")
        self._source = columns.source.view(np.uint16)
        self._found: dict[Wanted, tuple[NDArray[Any], NDArray[Any]]] = {}

    def _refuse(self, races: Sequence[Race]) -> None:
        """Refuse what does not belong to the pool."""
        kind, positions = self.pool.kind, len(self.columns.masks)
        if kind == "twin_trifecta":
            raise ColumnsRefused("is settled ticket by ticket, for its exchanges", field="kind", value=kind)
        if positions != len(races):
            raise ColumnsRefused(f"{kind} bets have {len(races)} positions or legs", field="masks", value=positions)
        for race in races:
            if len(race.interests) > _INTERESTS_MAX:
                reason = f"race {race.name} has more than {_INTERESTS_MAX} interests, which 64 bits do not hold"
                raise ColumnsRefused(reason, field="masks", value=len(race.interests))
        for source in self.columns.sources:
            if source not in self.pool.rates:
                reason = f"pool {self.pool.name} takes no bets from there: it has {', '.join(self.pool.rates)}"
                raise ColumnsRefused(reason, field="sources", value=source)

    def _walk(self, name: str, *arguments: Any) -> Any:
        from pitboss.tote import kernel

        return kernel.compiled(getattr(kernel, name), self._masks.itemsize)(*arguments)

    @property
    def _columns(self) -> tuple[NDArray[Any], ...]:
        return self._masks, self.columns.amount, self._source

    def _asked(self, wanted: Wanted, live: Masks | None = None) -> tuple[Question, NDArray[Any]]:
        """Return a question for a walk, and the memory to answer it in."""
        import numpy as np

        from pitboss.tote import kernel

        question = question_of(wanted, self.live if live is None else live, self._masks.dtype)
        return question, np.empty((5 + len(self.listed) // 2, kernel.BLOCK), dtype=f"i{self._masks.itemsize}")

    def _zeros(self, *shape: int) -> NDArray[Any]:
        import numpy as np

        return np.zeros(shape, dtype=np.int64)

    def _by_source(self, sums: NDArray[Any]) -> Amounts:
        """Return sums as amounts; sums of one source, named twice, are added up."""
        found = self._none()
        for source, amount in zip(self.columns.sources, sums.tolist(), strict=True):
            found[source] += amount
        return found

    def open(self, outs: Masks) -> tuple[Amounts, Amounts]:
        """Check and count every row, and what is left of it without the outs."""
        self.live = tuple(listed & ~out for listed, out in zip(self.listed, outs, strict=True))
        sold, live = self._count_rows()
        refunded = {source: amount - live[source] for source, amount in sold.items()}
        return sold, refunded

    def _count_rows(self) -> tuple[Amounts, Amounts]:
        """Return what was sold and what is live, and write every row's refund."""
        import numpy as np

        from pitboss.tote import kernel

        kind = self.pool.kind
        sold, work = self._asked(everything(kind, self.listed), self.listed)
        live, _ = self._asked(everything(kind, self.live))
        refunds = self.refunds if self.live != self.listed else self._zeros(0)
        sums = self._zeros(2, len(self.columns.sources))
        listed = np.array(self.listed, dtype=self._masks.dtype)
        limit = min(_AMOUNTS_MAX, kernel.SUM_MAX // self._most)
        self._found.clear()
        good = self._walk("open_rows", (sold, live), self._columns, (listed, limit), (sums, refunds), work)
        if good < len(self.columns):
            self._refuse_row(good, limit)
        return self._by_source(sums[0]), self._by_source(sums[1])

    def _refuse_row(self, start: int, limit: int) -> NoReturn:
        """Say what is wrong with the first row that is not good, at `start` or soon behind it."""
        columns, row = self.columns, start
        left = limit - int(columns.amount[:start].sum())
        while not self._fault(row) and left >= columns.amount[row]:
            left, row = left - int(columns.amount[row]), row + 1
        reason = f"with the amounts before it passes {limit}, and 64 bits might be too few for its combinations"
        self._refuse_value(*(self._fault(row) or (f"amount[{row}]", int(columns.amount[row]), reason)), row=row)

    def _fault(self, row: int) -> tuple[str, int, str] | None:
        """Return what is wrong with a row by itself: the field, its value, the reason."""
        columns = self.columns
        for position, listed in enumerate(self.listed):
            mask = int(columns.masks[position, row])
            if mask & ~listed:
                return f"masks[{position}][{row}]", mask, "names an interest that the race has not"
        amount, source, sources = int(columns.amount[row]), int(columns.source[row]), len(columns.sources)
        if amount < 1:
            return f"amount[{row}]", amount, "an amount is at least 1"
        if not 0 <= source < sources:
            return f"source[{row}]", source, f"is none of the {sources} sources, which count from 0"
        return None

    def _refuse_value(self, field: str, value: int, reason: str, *, row: int) -> NoReturn:
        raise ColumnsRefused(reason, field=field, value=value, values={"row": row})

    def add_up(self, wanted: Wanted) -> Amounts:
        """Walk over all rows once, and remember those that have it."""
        import numpy as np

        question, work = self._asked(wanted)
        sums = self._zeros(len(self.columns.sources))
        rows, counts = (np.empty(len(self.columns), dtype=np.int64) for _ in range(2))
        total = self._walk("add_rows", question, self._columns, (rows, counts), sums, work)
        self._found[wanted] = rows[:total].copy(), counts[:total].copy()
        return self._by_source(sums)

    def holds(self, wanted: Wanted) -> bool:
        """Walk to the first row that has it."""
        question, work = self._asked(wanted)
        return bool(self._walk("find_row", question, self._columns, work))

    def by_last(self, before: Masks) -> ByLast:
        """Walk over all rows once."""
        question, work = self._asked(Chosen(before))
        table = self._zeros(len(self.columns.sources), len(self.pool.races[-1].interests))
        last = self._masks.dtype.type(self.live[-1])
        self._walk("last_rows", question, self._columns, last, table, work)
        found = {source: [0] * table.shape[1] for source in self.pool.rates}
        for source, sums in zip(self.columns.sources, table.tolist(), strict=True):
            found[source] = [one + other for one, other in zip(found[source], sums, strict=True)]
        return found

    def pay(self, wanted: Wanted, prices: Mapping[str, Price]) -> Amounts:
        """Pay the rows that have it, which are known from when it was asked what is on it."""
        import numpy as np

        if wanted not in self._found:
            self.add_up(wanted)
        known = [prices[source] for source in self.columns.sources]
        try:
            cents, per = (np.array([getattr(price, name) for price in known], np.int64) for name in ("cents", "per"))
        except OverflowError:
            raise ColumnsRefused("a price does not fit into 64 bits", field="prices") from None
        sums, found = self._zeros(len(known)), self._found[wanted]
        good = self._walk("pay_rows", found, self._columns, (cents, per), self.payouts, sums)
        if good < len(found[0]):
            row = int(found[0][good])
            reason = "so much is paid on it that 64 bits are too few"
            self._refuse_value(f"amount[{row}]", int(self.columns.amount[row]), reason, row=row)
        return self._by_source(sums)

    def refund_all(self) -> None:
        """Give every row its cost."""
        self.payouts = self._zeros(len(self.columns))
        self.live = (0,) * len(self.listed)
        self._count_rows()

    def _same(self) -> ColumnBook:
        found = ColumnBook(self.pool, self.columns)
        found.live = self.live
        return found
