"""The tote's transcripts: what their first line holds, and the stream it begins, loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.stream import Opener, Openers, Stream

if TYPE_CHECKING:
    from pitboss.rulebook import Fault
    from pitboss.tote.day.config import DayConfig

__all__ = ["OPENERS"]


def _check(document: object) -> tuple[DayConfig | None, tuple[Fault, ...]]:
    from pitboss.tote.day.config import check_day

    return check_day(document)


def _stream(_: Any) -> Stream:
    from pitboss.tote.day.game import TOTE

    return TOTE


OPENERS: Openers = {"tote": Opener(check=_check, stream_of=_stream)}
