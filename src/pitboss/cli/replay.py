"""`pitboss replay`: a recorded stream, or one round or race of it, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.cli.console import console
from pitboss.cli.journals import JournalAddress, reading
from pitboss.cli.output import print_json
from pitboss.cli.selections import of_race, of_round
from pitboss.decider import tag_of
from pitboss.errors import InputError
from pitboss.floor.writer.history import opened_stream, steps
from pitboss.ledger.chart import CHART, CHIPS, unit_of
from pitboss.money import Currency, show

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pitboss.decider import Event, Move
    from pitboss.floor.writer.history import RecordedStep
    from pitboss.floor.writer.live_stream import LiveStream

__all__ = ["run"]


def run(
    journal: JournalAddress,
    stream: str,
    *,
    round: int | None = None,  # noqa: A002 - what people call it
    race: str | None = None,
    json: bool = False,
) -> None:
    """Tell a stream as it was recorded: who wanted what and when, what came of it, by which clause, and what moved.

    Parameters
    ----------
    journal
        sqlite:///FILE, a SQLite file's path, or postgresql://HOST/DATABASE.
    stream
        The stream's name.
    round
        One round only, by its number; of a tournament one heat.
    race
        One race of a tote day only, as TRACK-NUMBER, with the tickets that have bets on it.
    json
        Print one JSON row a command.
    """
    if round is not None and race is not None:
        raise InputError("a round or a race, not both", field="race", value=race)
    with reading(journal) as opened:
        live = opened_stream(opened, stream)
        chosen: Iterable[RecordedStep] = steps(opened, live)
        if round is not None:
            chosen = of_round(chosen, round)
        elif race is not None:
            chosen = of_race(chosen, race)
        if json:
            print_json(_row(step) for step in chosen)
        else:
            _tell(live, chosen)


def _row(step: RecordedStep) -> dict[str, Any]:
    return {
        "ordinal": step.answer.ordinal,
        "first_version": step.answer.first,
        "last_version": step.answer.last,
        "command": step.command,
        "events": step.events,
        "refusal": step.refusal,
        "words": step.words,
    }


def _tell(live: LiveStream, chosen: Iterable[RecordedStep]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    out.print(
        f"{live.name}: {live.config.name or live.rules.name}, under {live.config.rulebook}", style="bold", markup=False
    )
    for step in chosen:
        out.print(Text(f"\n{_headline(step)}", style="dim"))
        style = "red" if step.refusal is not None else ""
        for words in step.words:
            for row in words.split("\n"):
                out.print(Padding(Text(row, style=style), (0, 0, 0, 2), expand=False))
        for row in _money(live, step.events):
            out.print(Padding(Text(row, style="green"), (0, 0, 0, 4), expand=False))


def _headline(step: RecordedStep) -> str:
    """Say which versions a command made, when it came, from whom, and what it was."""
    answer, command = step.answer, step.command
    if step.refusal is not None:
        where = "refused"
    elif answer.first == answer.last:
        where = f"version {answer.first}"
    else:
        where = f"versions {answer.first}-{answer.last}"
    witness = f" before {command.witness.id}, {command.witness.role}" if command.witness is not None else ""
    by = f"{command.by.id}, {command.by.role}{witness}"
    wanted = f"{tag_of(command.act)} under {command.key}"
    return f"{where} · {command.received_at.isoformat()} · {by} · {wanted}"


def _money(live: LiveStream, events: Iterable[Event]) -> Iterator[str]:
    """Say what moved, from where to where."""
    for event in events:
        for move in getattr(event, "moves", ()):
            yield f"{_amount(move, live.currency)} from {_title(move.source)} to {_title(move.target)}"


def _amount(move: Move, currency: str) -> str:
    if unit_of(move, currency) == CHIPS:
        return f"{move.amount_minor:,} chips"
    return show(move.amount_minor, Currency.of(currency))


def _title(local: str) -> str:
    place, _, whose = local.partition(":")
    return f"{CHART[place].title} ({whose})" if whose else CHART[place].title
