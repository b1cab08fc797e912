"""The money of a tournament: fees held, prizes funded and shared, fees given back.

Four accounts and no others. `patrons` is what people brought and took home, `tournament_entries` the fees held,
`tournament_prizes` the prizes funded and not paid, `promotion` what the house adds. None of them is an account of a
table, and tournament chips are in none of them.
"""

from __future__ import annotations

from pitboss.decider import Move
from pitboss.games.table.accounts import PATRONS, PROMOTION, add_moves
from pitboss.games.tournament.config import Funding
from pitboss.games.tournament.standings import ranked
from pitboss.games.tournament.state import Tournament
from pitboss.money import split
from pitboss.rulebook import cites

ENTRIES, PRIZES = "tournament_entries", "tournament_prizes"


def fee_paid(fee_minor: int) -> tuple[Move, ...]:
    """Return the moves of an entry; one that costs nothing has none."""
    return _moves((PATRONS, ENTRIES, fee_minor))


def fee_back(fee_minor: int) -> tuple[Move, ...]:
    """Return the moves of fees given back."""
    return _moves((ENTRIES, PATRONS, fee_minor))


def fees_held(state: Tournament) -> int:
    """Return the fees of all entries, those of disqualified players included."""
    return sum(entrant.fee_minor for entrant in state.entries.values())


@cites("BJ-O")
def missing(state: Tournament) -> int:
    """Return by how much the prizes are over what is there for them; nothing is where the house guarantees them."""
    config = state.config
    if config.funding is Funding.GUARANTEED:
        return 0
    return max(0, config.prizes_total - fees_held(state) - config.house_added_minor)


@cites("BJ-O")
def shares(state: Tournament) -> dict[str, int]:
    """Return what each player wins; players who are tied split the prizes of the places they fill."""
    prizes, before = state.config.prizes_minor, 0
    won: dict[str, int] = {}
    for group in ranked(state):
        total = sum(prizes[before : before + len(group)])
        parts = split(total, [1] * len(group), state.config.remainder).shares
        won.update(zip(group, parts, strict=True))
        before += len(group)
    return won


@cites("BJ-O")
def prize_moves(state: Tournament, paid_minor: int) -> tuple[Move, ...]:
    """Return the moves that fund all prizes and pay what was won; the rest stays where prizes are kept.

    What the house adds goes first, then the fees, and a house that guarantees its prizes pays what is still short.
    Fees beyond that stay where they are: they are the house's.
    """
    total = state.config.prizes_total
    added = min(state.config.house_added_minor, total)
    from_fees = min(fees_held(state), total - added)
    return _moves(
        (PROMOTION, PRIZES, total - from_fees),
        (ENTRIES, PRIZES, from_fees),
        (PRIZES, PATRONS, paid_minor),
    )


def _moves(*parts: tuple[str, str, int]) -> tuple[Move, ...]:
    return add_moves(part for part in parts if part[2])
