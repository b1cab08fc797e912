"""A correction as it would be recorded, before it is: its rows, what it leaves open, and a digest of both.

Whoever corrects money looks first and sends the digest along. Where anything of it is otherwise when the act is
decided, it is refused: look again. The second person is shown the same rows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pitboss.decider import Command, Event
from pitboss.games.everyday import events as e
from pitboss.games.everyday.checks import LOOK_AGAIN
from pitboss.games.everyday.debts import open_between
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ProcedureBreach, cites

_PEOPLE = frozenset({"by", "witness"})
_DEBTS = ("payable", "receivable")


class Row(msgspec.Struct, frozen=True):
    """A wager as it stands, and as it is settled anew; what is gained, a loss below zero."""

    player: str
    bet: str
    stake_minor: int
    was_minor: int
    now_minor: int
    difference_minor: int


class Open(msgspec.Struct, frozen=True):
    """What is due to a player, before and after; what is owed is below zero."""

    player: str
    before_minor: int
    after_minor: int


class Preview(msgspec.Struct, frozen=True):
    """What an act would do: the rows of a settlement, what it leaves open, and the digest to send along."""

    rows: tuple[Row, ...]
    open: tuple[Open, ...]
    digest: str


def previewed(state: BaseTable, events: Sequence[Event]) -> Preview:
    """Return what events would do; nothing is done by asking."""
    rows, left = tuple(_rows(events)), tuple(_open(state, events))
    told = [{name: value for name, value in msgspec.to_builtins(one).items() if name not in _PEOPLE} for one in events]
    written = msgspec.json.encode([told, left], order="deterministic")
    return Preview(rows, left, hashlib.sha256(written).hexdigest())


def _rows(events: Sequence[Event]) -> Iterator[Row]:
    for event in events:
        if isinstance(event, e.SettlementCorrected | e.WagerCorrected):
            columns = event.rows
            parts = (columns.player, columns.bet, columns.stake_minor, columns.was_minor, columns.now_minor)
            for player, bet, stake, was, now in zip(*parts, strict=True):
                yield Row(player, bet, stake, was, now, now - was)


def _open(state: BaseTable, events: Sequence[Event]) -> Iterator[Open]:
    """Yield what stands open with each player whose debts the events change."""
    changes: dict[str, int] = {}
    for move in (move for event in events for move in getattr(event, "moves", ())):
        for account, amount in ((move.source, -move.amount_minor), (move.target, move.amount_minor)):
            kind, _, player = account.partition(":")
            if kind in _DEBTS:
                changes[player] = changes.get(player, 0) + amount
    for player, change in changes.items():
        before = open_between(state, player)
        yield Open(player, before, before + change)


@cites("HP-C7")
def require_seen(state: BaseTable, command: Command[Any], events: Sequence[Event]) -> None:
    """Refuse an act that carries what was seen, where it would do something else by now."""
    seen = getattr(command.act, "seen", "")
    if seen and seen != previewed(state, events).digest:
        reason = "this would be recorded otherwise than it was shown: look again"
        raise ProcedureBreach(reason, clause=LOOK_AGAIN, seen=seen)
