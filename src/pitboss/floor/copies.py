"""Copies of a journal, made while it is open, and put back: each is read again and proved before it is called one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Final

from pitboss.errors import InputError
from pitboss.floor.anchors import difference
from pitboss.journal import Anchor, Batch, End, Journal, JournalDamaged, Secret

_TOGETHER: Final = 256
"""How many lines are written in one commit."""


@dataclass(frozen=True)
class Copied:
    """What a copy holds, and how much of it is new."""

    lines: int
    new_lines: int
    events: int
    secrets: int
    head: Anchor


def copied(source: Journal, target: Journal, anchor: Anchor | None = None, *, is_empty: bool = False) -> Copied:
    """Copy a journal, or bring an earlier copy of it up; then read the copy whole, and compare.

    Others may write meanwhile: the copy is of one moment. With `is_empty` the target must hold nothing yet. With an
    anchor the source must have what it had when that was taken.

    Raises:
        InputError: where the target holds something else, or the source is of an earlier version.
        JournalDamaged: where the source is not what was written, the anchor does not fit, or the copy is no copy.
    """
    there = target.end()
    if is_empty and there.ordinal:
        raise InputError("there is something already: move it away first", field="target", value=target.address)
    _require_beginning(source, there, target.address)
    if anchor is not None:
        _require_anchor(source, anchor)
    end, secrets = _moment(source)
    found = islice(source.lines(there.ordinal), end.ordinal - there.ordinal)
    while some := list(islice(found, _TOGETHER)):
        target.append(Batch(some))
    gone = [Secret(one.kind, one.name, None) for one in target.all_secrets()]
    target.append(Batch(secrets=[*gone, *secrets]))
    target.require_whole()
    if (target.end(), target.all_secrets()) != (end, secrets):
        raise JournalDamaged("the copy is not what was copied: do not keep it", values={"copy": target.address})
    head = Anchor(end.ordinal, end.hash.hex())
    return Copied(end.ordinal, end.ordinal - there.ordinal, end.position, len(secrets), head)


def _require_beginning(source: Journal, there: End, where: str) -> None:
    """See that what the target holds already is the beginning of the source."""
    if there.ordinal:
        known = next(source.lines(there.ordinal - 1), None)
        if known is None or known.end != there:
            reason = "it holds something else than the beginning of this journal; copy into a file of its own"
            raise InputError(reason, field="target", value=where)


def _require_anchor(source: Journal, anchor: Anchor) -> None:
    """See that the source has what it had when the anchor was taken."""
    if anchor.form == 1:
        reason = "expected a head of this version; `pitboss verify --anchor` takes earlier ones"
        raise InputError(reason, field="anchor", value=str(anchor))
    what = difference(source, anchor)
    if what is not None:
        raise JournalDamaged(what)


def _moment(source: Journal) -> tuple[End, list[Secret]]:
    """Return where the source ends, with its secrets as they are then: others may write meanwhile."""
    end = source.end()
    while True:
        secrets = source.all_secrets()
        before, end = end, source.end()
        if before == end:
            return end, secrets
