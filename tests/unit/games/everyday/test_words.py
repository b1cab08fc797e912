"""Everyday events in words: a sentence each, with who did it, who stood by, and the amount."""

from typing import Any

import msgspec
import pytest

from pitboss.games.everyday.dispute_events import GoodwillGranted, NoticeRecorded
from pitboss.games.everyday.events import EVERYDAY_EVENTS, SettlementCorrected
from pitboss.games.everyday.words import everyday_words
from tests.support.acts import any_value


def money(minor: int) -> str:
    """Write an amount."""
    return f"${minor / 100:.2f}"


def made(kind: type[Any]) -> Any:
    """Return an event of a kind, whose people and amounts can be told apart from everything else."""
    facts = {"by": "Dora", "witness": "Flo", "amount_minor": 1_200, "total_minor": 1_200, "counted_minor": 1_200}
    fields = {field.name: any_value(field.type) for field in msgspec.structs.fields(kind) if field.required}
    return kind(**fields | {name: fact for name, fact in facts.items() if name in fields})


@pytest.mark.parametrize(
    "kind", [*EVERYDAY_EVENTS, SettlementCorrected, GoodwillGranted, NoticeRecorded], ids=lambda kind: kind.__name__
)
def test_every_everyday_event_has_a_sentence(kind):
    """It names whoever did it and stood by, and the amount where it has one."""
    event = made(kind)
    said = everyday_words(event, money)
    people = [getattr(event, name) for name in ("by", "witness") if getattr(event, name, None) in ("Dora", "Flo")]
    amounts = [money(getattr(event, name)) for name in ("amount_minor", "total_minor", "counted_minor")
               if getattr(event, name, None) == 1_200]  # fmt: skip
    assert said
    assert [] == [part for part in (*people, *amounts) if part not in said]


def test_another_event_is_not_told_here():
    """What is no everyday event has no sentence of this kind."""
    assert "" == everyday_words(msgspec.defstruct("Rained", [])(), money)  # type: ignore[arg-type]
