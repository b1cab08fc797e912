"""What `pitboss compare --journal` says of rounds that were played: what a change would have done to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cli.journals import reading
from pitboss.cli.output import print_table
from pitboss.errors import InputError
from pitboss.money import Currency, show

if TYPE_CHECKING:
    from pitboss.journal import Journal
    from pitboss.lab.recorded import Recorded

_KINDS = ("table", "automatic")


@dataclass(frozen=True)
class Period:
    """From when and until when rounds count; the moments as records have them."""

    since: str = ""
    until: str = "~"

    @classmethod
    def of(cls, since: str | None, until: str | None) -> Period:
        """Read a period from two dates or moments, either of which may be left open."""
        return cls("" if since is None else _moment("since", since), "~" if until is None else _moment("until", until))

    def has(self, at: str) -> bool:
        """Tell whether a record of that moment counts."""
        return self.since <= at < self.until


def _moment(field: str, text: str) -> str:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise InputError("expected a date such as 2026-11-01", field=field, value=text) from None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC).isoformat()


@dataclass(frozen=True)
class Played:
    """One table of a journal, its rounds settled by its own rules and by changed ones."""

    stream: str
    found: Recorded


def recorded_tables(address: str, rulebook: str, changes: Mapping[str, Any], period: Period) -> list[Played]:
    """Return every table of a journal that is of a rulebook, and what some changed settings do to its rounds."""
    with reading(address) as journal:
        streams = (_played(journal, stream, rulebook, changes, period) for stream in sorted(journal.heads()))
        found = [played for played in streams if played is not None]
    if not found:
        raise InputError(f"it has no table of {rulebook}", field="journal", value=address)
    return found


def _played(journal: Journal, stream: str, rulebook: str, changes: Mapping[str, Any], period: Period) -> Played | None:
    from pitboss.floor.writer.live_stream import OPENED
    from pitboss.floor.writer.upcast import current
    from pitboss.lab.recorded import Recorded

    found: Recorded | None = None
    for record in journal.read(stream):
        event = msgspec.json.decode(current(record.body))
        if found is not None:
            found.take(event, is_counted=period.has(record.at))
        elif event["type"] == OPENED and event["kind"] in _KINDS and event["config"]["rulebook"] == rulebook:
            found = Recorded(event["config"], changes)
        else:
            return None
    return None if found is None else Played(stream, found)


def as_data(played: Played) -> dict[str, Any]:
    """Return one table as an object; amounts in minor units, those to be expected not rounded."""
    sums = played.found.sums
    return {
        "stream": played.stream,
        "currency": played.found.currency,
        "rounds": sums.rounds,
        "handle_minor": sums.handle_minor,
        "win_before_minor": sums.before_minor,
        "win_after_minor": sums.after_minor,
        "expected_before_minor": float(sums.expected_before),
        "expected_after_minor": float(sums.expected_after),
        "not_taken_minor": sums.not_taken_minor,
        "changed_later": sums.later,
    }


def print_recorded(tables: Sequence[Played]) -> None:
    """Print what the change would have done, a line for each table."""
    rows = []
    for played in tables:
        sums, currency = played.found.sums, Currency.of(played.found.currency)

        def amount(minor: float | None, currency: Currency = currency) -> str:
            return "depends on play" if minor is None else show(round(minor), currency)

        rows.append(
            {
                "table": played.found.name or played.stream,
                "rounds": f"{sums.rounds:,}",
                "handle": amount(sums.handle_minor),
                "won": amount(sums.before_minor),
                "would_have_won": amount(sums.after_minor),
                "expected": amount(float(sums.expected_before)),
                "would_have_been_expected": amount(float(sums.expected_after)),
                "not_taken": amount(sums.not_taken_minor),
            }
        )
    print_table("The recorded rounds, with the same wagers and the same chance", tuple(rows[0]), rows)
    later = sum(played.found.sums.later for played in tables)
    if later:
        print(f"{later} of them were corrected or voided after they were paid, and count here as they were first paid.")
