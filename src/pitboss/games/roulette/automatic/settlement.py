"""The settlement of a game for all its terminals at once, as an event of names that stand once and plain integers.

A live table writes `round_settled/1`, which says of every wager what became of it and by which clause; so did automatic
tables until version 0.2. With hundreds of terminals that is half a megabyte a spin, so `/2` leaves out what follows
from the rest: a bet that was paid has won, any other has lost, and the clause is that of its kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from typing import Any, NamedTuple

import msgspec

from pitboss.decider import Event, Move
from pitboss.rulebook import cites


class Row(NamedTuple):
    """One bet of a settled game."""

    terminal: str
    session: int | None
    bet: str
    stake_minor: int
    paid_minor: int
    is_won: bool


class Wagers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game's bets in columns: the losers first, then the winners in the order they are paid."""

    terminals: tuple[str, ...]
    """The terminals that have bets, in the order of their names."""
    sessions: tuple[int | None, ...]
    """Whose the bets of each of them are; None before there were sessions."""
    bets: tuple[str, ...]
    """What was bet on, in that order too."""
    terminal: tuple[int, ...]
    """Of each row which of `terminals`, counted from nothing; so are the next two."""
    bet: tuple[int, ...]
    stake_minor: tuple[int, ...]
    paid_minor: tuple[int, ...]
    """What the winners are paid besides their stakes: so many of the last rows have won, all others have lost."""

    def rows(self) -> Iterator[Row]:
        """Yield the bets one by one."""
        lost = len(self.stake_minor) - len(self.paid_minor)
        paid = ((0, False),) * lost + tuple((amount, True) for amount in self.paid_minor)
        for number, bet, stake, (amount, is_won) in zip(self.terminal, self.bet, self.stake_minor, paid, strict=True):
            terminal, session = self.terminals[number], self.sessions[number]
            yield Row(terminal, session, self.bets[bet], stake, amount, is_won)


@cites("RO-F4", "RS-S4", "RH-6.4", "RA-6g", "RA-7")
class RoundSettled(Event, frozen=True, tag="roulette.round_settled/2", audience="public", column="terminal"):
    """The game's bets are settled, of all terminals at once."""

    round: int
    pocket: str
    wagers: Wagers
    payment_groups: tuple[tuple[str, ...], ...]
    """Winning bets in the order of payment; bets of one group in any order."""
    moves: tuple[Move, ...]

    def rows_by_terminal(self) -> dict[str, dict[str, Any]]:
        """Return what each terminal is told of it: its own bets."""
        found: dict[str, dict[str, Any]] = {}
        for row in self.wagers.rows():
            own = found.setdefault(row.terminal, {"terminal": [], "bet": [], "stake_minor": [], "paid_minor": []})
            own["terminal"].append(row.terminal)
            own["bet"].append(row.bet)
            own["stake_minor"].append(row.stake_minor)
            own["paid_minor"].append(row.paid_minor)
        return {terminal: {"wagers": own} for terminal, own in found.items()}


class Settlement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a settled game came to, kept for a late void."""

    game: int
    pocket: str
    wagers: Wagers


def session_in(source: str) -> int | None:
    """Return the session that a wager is of, by its source: `credits:3`."""
    _, _, number = source.partition(":")
    return int(number) if number else None


def brought_up(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return a settlement of version 0.2 as this one: `roulette.round_settled/1`, of an automatic table."""
    columns: Mapping[str, Sequence[Any]] = fields["wagers"]
    numbers = {name: number for number, name in enumerate(sorted({*columns["player"]}))}
    places = {bet: number for number, bet in enumerate(sorted({*columns["bet"]}))}
    source_of = dict(zip(columns["player"], columns["source"], strict=True))
    won = [outcome == "win" for outcome in columns["outcome"]]
    wagers = {
        "terminals": [*numbers],
        "sessions": [session_in(source_of[name]) for name in numbers],
        "bets": [*places],
        "terminal": [numbers[name] for name in columns["player"]],
        "bet": [places[bet] for bet in columns["bet"]],
        "stake_minor": columns["stake_minor"],
        "paid_minor": [*compress(columns["paid_minor"], won)],
    }
    return {**fields, "type": "roulette.round_settled/2", "wagers": wagers}
