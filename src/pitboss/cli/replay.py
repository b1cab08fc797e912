"""`pitboss replay`: a recorded stream, or one round or race of it, step by step."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cli.journals import JournalAddress, reading
from pitboss.cli.output import console, print_json
from pitboss.decider import Event, Move, tag_of
from pitboss.errors import InputError
from pitboss.money import Currency, show

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pitboss.floor.writer.history import RecordedStep
    from pitboss.floor.writer.live_stream import LiveStream

_BEGINNINGS = {"table.betting_opened/1": "round", "tournament.seats_drawn/1": "heat"}
"""Events that begin a round or a heat, and the field with its number."""
_ENDINGS = ("table.closed/1", "tournament.prizes_awarded/1", "tournament.cancelled/1")
"""Events that belong to no round any more."""
_RACE = re.compile(r"(?P<track>[A-Z][A-Z0-9]{1,5})-(?P<number>[1-9][0-9]?)")


def of_round(steps: Iterable[RecordedStep], number: int) -> Iterator[RecordedStep]:
    """Yield the commands of a round: from its opening, to where the next is opened or the table closed.

    Raises:
        InputError: at the end, if there was no such round.
    """
    last, is_within, is_found = 0, False, False
    for step in steps:
        for event in step.events:
            beginning = _BEGINNINGS.get(tag_of(event))
            if beginning is not None:
                last = getattr(event, beginning)
                is_within = last == number
                is_found = is_found or is_within
            elif tag_of(event) in _ENDINGS:
                is_within = False
        if is_within:
            yield step
    if not is_found:
        known = f"1 to {last}" if last else "none"
        raise InputError(f"no such round; the stream has {known}", field="round", value=number)


def of_race(steps: Iterable[RecordedStep], race: str) -> Iterator[RecordedStep]:
    """Yield the commands that concern a race: its own, those of its pools, and those of tickets with bets in them.

    Raises:
        InputError: if it is no race, or at the end if no card has it.
    """
    match = _RACE.fullmatch(race)
    if match is None:
        raise InputError("expected TRACK-NUMBER, such as FVD-3", field="race", value=race)
    chosen = _Race(match["track"], int(match["number"]))
    for step in steps:
        # Every event is looked at, because each may add a pool or a ticket to what follows.
        concerned = [chosen.concerns(msgspec.to_builtins(event)) for event in step.events]
        if any(concerned):
            yield step
    if not chosen.is_found:
        raise InputError("no card of this stream has such a race", field="race", value=race)


class _Race:
    """A race, the pools it is in, and the tickets with bets there."""

    def __init__(self, track: str, number: int) -> None:
        self.track, self.number = track, number
        self.pools: set[str] = set()
        self.tickets: set[str] = set()
        self.is_found = False

    def concerns(self, event: dict[str, Any]) -> bool:
        """Tell whether an event is about the race."""
        if "card" in event:
            return self._opens(event["card"])
        if "bets" in event and any(self.pools.intersection(bet["pools"]) for bet in event["bets"]):
            self.tickets.add(event["ticket"])
        if "race" in event:
            return (event["track"], event["race"]) == (self.track, self.number)
        if "ticket" in event:
            return event["ticket"] in self.tickets
        return event.get("pool") in self.pools

    def _opens(self, card: dict[str, Any]) -> bool:
        if card["track"] != self.track:
            return False
        for pool in card["pools"]:
            if self.number in pool["races"]:
                self.pools.add(f"{self.track}-{pool['races'][0]}-{pool['type']}")
        self.is_found = any(race["number"] == self.number for race in card["races"])
        return self.is_found


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
    stream
        The stream's name.
    round
        One round only, by its number; of a tournament one heat.
    race
        One race of a tote day only, as TRACK-NUMBER, with the tickets that have bets on it.
    json
        Print one JSON row a command.
    """
    from pitboss.floor.writer.history import opened_stream, steps

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
    from pitboss.ledger.chart import CHIPS, unit_of

    if unit_of(move.source, move.target, currency) == CHIPS:
        return f"{move.amount_minor:,} chips"
    return show(move.amount_minor, Currency.of(currency))


def _title(local: str) -> str:
    from pitboss.ledger.chart import CHART

    place, _, whose = local.partition(":")
    return f"{CHART[place].title} ({whose})" if whose else CHART[place].title
