"""What the rules want, written as the masks that the kernel counts by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.tote.combos import Chosen, InOrder, Pairs, PairsWith

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pitboss.tote.combos import Masks, Wanted

    Question = tuple[int, int, NDArray[Any], NDArray[Any], NDArray[Any], NDArray[np.int64]]


def question_of(wanted: Wanted, live: Masks, dtype: np.dtype[Any]) -> Question:
    """Return what the kernel is asked, with masks of an unsigned type; only combinations of live interests count.

    It is a tuple of a kind of counting and a number, see the constants of `pitboss.tote.kernel`; three masks for each
    position, the wanted, the others and the consoled, of which a kind has not all; and the positions that are free,
    because they may share an interest: none, or two to four.
    """
    from pitboss.tote import kernel

    match wanted:
        case Chosen(masks):
            return _question(dtype, kernel.EACH, wanted=_both(masks, live))
        case InOrder(masks):
            left = _both(masks, live)
            free = _sharing(left)
            return _question(dtype, kernel.IN_ORDER if free else kernel.EACH, wanted=left, free=free)
        case Pairs():
            return _question(dtype, kernel.PAIRS, wanted=live)
        case PairsWith(interest, partners):
            others = (partners & ~(1 << interest),) * len(live)
            return _question(dtype, kernel.PAIRS_WITH, interest, wanted=live, others=others)
        case _:
            missed = tuple(mask & ~won for mask, won in zip(live, wanted.winners, strict=True))
            consoled = _both(wanted.consoled, live)
            won = _both(wanted.winners, live)
            return _question(dtype, kernel.HITS, wanted.hits, wanted=won, others=missed, consoled=consoled)


def _both(masks: Masks, live: Masks) -> Masks:
    """Return what two masks have in common, position by position, as far as the first go."""
    return tuple(one & other for one, other in zip(masks, live, strict=False))


def _sharing(masks: Masks) -> list[int]:
    """Return the positions that have an interest in common with another."""
    others = [(place, mask) for place, mask in enumerate(masks)]
    return [place for place, mask in others if any(mask & other for where, other in others if where != place)]


def _question(
    dtype: np.dtype[Any],
    kind: int,
    number: int = 0,
    *,
    wanted: Masks,
    others: Masks = (),
    consoled: Masks = (),
    free: Sequence[int] = (),
) -> Question:
    import numpy as np

    first, second, third = (np.array(masks, dtype=dtype) for masks in (wanted, others, consoled))
    return kind, number, first, second, third, np.array(free, dtype=np.int64)
