"""What a tote day shows on the live floor: its races, its board, its windows, and what is posted over them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

import msgspec

from pitboss.decider import Role
from pitboss.money import Currency, show
from pitboss.rulebook import edition
from pitboss.tote.cloths import cloth_of
from pitboss.tote.day.board import KIND_NAMES, STRAIGHT, next_to_go
from pitboss.tote.day.board import board as board_of
from pitboss.tote.day.config import DayConfig
from pitboss.tote.day.state import Day, Phase, RaceDay
from pitboss.tote.notation import called
from pitboss.tote.pricing import percent


def view(day: Day) -> dict[str, Any]:
    """Return the races with their pools."""
    races = [
        {
            "track": track,
            "race": number,
            "phase": race.phase.value,
            "post_time": race.post_time.isoformat(),
            "inquiry": race.inquiry,
            "runners": len(race.card.runners),
            "scratched": sorted(race.out),
            "order": [[*place] for place in race.places] if race.phase is not Phase.OPEN else [],
            "pools": {
                name: {"total_minor": book.total_minor, "is_settled": book.settled is not None, "is_held": book.is_held}
                for name, book in day.pools_of(track, number)
                if book.first == number
            },
        }
        for (track, number), race in day.races.items()
    ]
    return {"date": day.config.date.isoformat(), "is_closed": day.is_closed, "halted": day.halted, "races": races}


STAFF: Final = (
    *(Role.TELLER, Role.CASHIER, Role.MUTUEL_SUPERVISOR, Role.MUTUEL_MANAGER),
    *(Role.PIT_MANAGER, Role.DIRECTOR, Role.AUDITOR),
)
"""Those who have work at the windows, or answer for it."""


def staff_view(day: Day, _: Role) -> dict[str, Any]:
    """Return how many tickets were sold, and each terminal with its drawer."""
    return {
        "tickets": len(day.tickets),
        "terminals": {
            name: {
                "window": terminal.window,
                "kind": terminal.kind.value,
                "is_open": terminal.is_open,
                "serial": terminal.serial,
                "cash_minor": terminal.cash_minor,
            }
            for name, terminal in day.terminals.items()
        },
    }


def board(day: Day, track: str | None, race: int | None, now: datetime) -> dict[str, Any] | None:
    """Return the board of a race, or of a track's next to go, or of all; None before a card is open.

    With it come what a screen needs beside it: the colours of the numbers, what the pools are called, the races of the
    day, and the last race of the track that is decided.
    """
    if not day.races:
        return None
    if track is None or race is None:
        track, race = next_to_go(day, track)
    shown = board_of(day, track, race, now)
    last = _last_decided(day, track, before=day.races[track, race])
    runners = (runner for one in day.cards[track].races for runner in one.runners)
    numbers = {number for runner in runners for number in (runner.no, runner.interest) if number[:1].isdigit()}
    found: dict[str, Any] = msgspec.to_builtins(shown)
    return {
        **found,
        "last": None if last is None else msgspec.to_builtins(board_of(day, track, last, now)),
        "cloths": {no: cloth_of(shown.runs, no) for no in sorted(numbers)},
        "names": {pool.kind: KIND_NAMES[pool.kind] for pool in shown.pools},
        "bets": list(_bets({pool.kind: len(pool.races) for pool in shown.pools if pool.races[0] == race})),
        "races": [_listed(day, one, number) for one, number in day.races],
    }


def _bets(pools: dict[str, int]) -> Iterator[dict[str, Any]]:
    """Yield what can be bet from a race on, by kinds of pool and their races; behind show the bet on all three."""
    for kind, races in pools.items():
        yield {"kind": kind, "name": KIND_NAMES[kind], "races": races}
        if kind == STRAIGHT[-1] and all(one in pools for one in STRAIGHT):
            yield {"kind": "across_the_board", "name": KIND_NAMES["across_the_board"], "races": races}


def _last_decided(day: Day, track: str, before: RaceDay) -> int | None:
    """Return the race whose result stays up beside one that is still open for bets; None where none does."""
    if before.phase is not Phase.OPEN:
        return None
    over = [number for (one, number), race in day.races.items() if one == track and race.is_over]
    earlier = [number for number in over if day.races[track, number].post_time < before.post_time]
    return max(earlier, key=lambda number: day.races[track, number].post_time, default=None)


def _listed(day: Day, track: str, number: int) -> dict[str, Any]:
    race = day.races[track, number]
    return {"track": track, "race": number, "phase": race.phase.value, "post_time": race.post_time.isoformat()}


def layout(_: Day) -> dict[str, Any]:
    """Return the kinds of bet that there are, each with the word by which it is called and an example."""
    spots = [{"bet": word, "kind": kind, "example": runners} for kind, (word, runners) in called().items()]
    return {"order": [], "colours": {}, "spots": spots, "chips_minor": []}


def posted(config: DayConfig, day: Day) -> dict[str, Any]:
    """Return what hangs over the windows."""
    return {
        "title": "Pari-mutuel wagering",
        "house": config.name,
        "edition": f"{edition(config.rulebook).title} ({config.rulebook})",
        "sections": list(_windows(day)),
    }


def _windows(day: Day) -> Iterator[dict[str, Any]]:
    """Yield for each track what a bet costs at least and what is taken out, kinds that are alike on one line."""
    currency = Currency.of(day.config.currency)
    for track, card in day.cards.items():
        alike: dict[tuple[int, str], dict[str, None]] = {}
        for name, book in day.books.items():
            if name.startswith(f"{track}-"):
                key = (book.card.minimum_minor, book.card.takeout)
                alike.setdefault(key, {})[book.kind.replace("_", " ")] = None
        lines = [
            {
                "label": ", ".join(kinds),
                "value": f"from {show(minimum, currency)}, takeout {percent(takeout)}",
                "clause": "",
            }
            for (minimum, takeout), kinds in alike.items()
        ]
        if lines:
            yield {"heading": card.name, "lines": lines}
