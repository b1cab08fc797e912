"""Values, Point Counts and third cards: who gets which card of the shoe, by Tables 1 and 2 of an edition.

Nothing here knows a suit, a wager or a table. The live round, the exact odds and every simulation ask this module, so
that what is paid and what is computed cannot differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from pitboss.errors import BadConfig, BadNotation
from pitboss.rulebook import Edition, cites

Side = Literal["player", "banker"]
Outcome = Literal["player", "banker", "tie"]
PLAYER: Final = "player"
BANKER: Final = "banker"
TIE: Final = "tie"

_VALUES: Final = {"A": 1, **{str(pips): pips for pips in range(2, 10)}, **dict.fromkeys("TJQK", 0)}
_FIRST_FOUR: Final[tuple[Side, ...]] = (PLAYER, BANKER, PLAYER, BANKER)
_DRAW, _STAY = "D", "S"


class Table1(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Table 1 as an edition writes it: the counts with which the Player's Hand draws."""

    draws: tuple[int, ...]
    clause: str


class BankerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of Table 2: D or S without a third card of the player's, and for each value of one."""

    none: str
    card: str


class Table2(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Table 2 as an edition writes it: a row for each count of the Banker's Hand."""

    rows: dict[str, BankerRow]
    clause: str


@cites("MB-F1", "MB-F1a", "MB-F1b", "MB-F1c")
def value_of(rank: str) -> int:
    """Return the value of a card by its rank: A, 2 to 9, T, J, Q, K.

    >>> [value_of(rank) for rank in "A29TJQK"]
    [1, 2, 9, 0, 0, 0, 0]
    """
    try:
        return _VALUES[rank]
    except (KeyError, TypeError):
        raise BadNotation("is no rank: A, 2 to 9, T, J, Q or K", field="rank", value=rank) from None


@cites("MB-A3", "MB-F2", "MB-F2a", "MB-F2b")
def points_of(values: Sequence[int]) -> int:
    """Return the Point Count of a hand: the last digit of what its cards' values add up to.

    >>> points_of([1, 2, 4]), points_of([1, 2, 9])
    (7, 2)
    """
    return sum(values) % 10


@cites("MB-K1")
def is_natural(points: int) -> bool:
    """Tell whether a count on two cards ends the drawing for both hands.

    >>> [points for points in range(10) if is_natural(points)]
    [8, 9]
    """
    return points >= 8


@dataclass(frozen=True, slots=True)
class Hands:
    """The two hands as far as they are dealt. Cards are named by their place in the shoe, from 0."""

    player: tuple[int, ...]
    banker: tuple[int, ...]
    player_points: int
    banker_points: int
    due: Side | None
    """Which hand the next card goes to; None once both have all cards due to them."""
    outcome: Outcome | None
    """Which hand won, or a tie; None while a card is due."""

    @property
    def used(self) -> int:
        """Return how many cards of the shoe the hands hold."""
        return len(self.player) + len(self.banker)


@cites("MB-K4", "MB-K5", "MB-K6", "MB-K7", "Q12")
@dataclass(frozen=True)
class ThirdCards:
    """Tables 1 and 2, ready to be asked."""

    player_row: tuple[bool, ...]
    """Whether the Player's Hand draws, by its count."""
    banker_rows: tuple[tuple[bool, ...], ...]
    """Whether the Banker's Hand draws: by its count, then by the value of the player's third card; last, without."""

    @classmethod
    def of(cls, table1: Table1, table2: Table2) -> ThirdCards:
        """Return what an edition's two tables say, or raise BadConfig for what they leave open or say wrongly."""
        if not set(table1.draws) <= set(range(10)):
            raise BadConfig("counts are 0 to 9", field="table1.draws", value=list(table1.draws))
        if set(table2.rows) != {str(points) for points in range(10)}:
            raise BadConfig("a row for each count from 0 to 9", field="table2.rows", value=sorted(table2.rows))
        rows = tuple(_banker_row(points, table2.rows[str(points)]) for points in range(10))
        return cls(tuple(points in table1.draws for points in range(10)), rows)

    @cites("MB-K2")
    def player_draws(self, points: int) -> bool:
        """Tell whether the Player's Hand takes a third card on a count, there being no natural."""
        return self.player_row[points]

    @cites("MB-K3", "MB-K7")
    def banker_draws(self, points: int, third: int | None) -> bool:
        """Tell whether the Banker's Hand takes a third card, there being no natural.

        Args:
            points: its count on two cards.
            third: the value of the player's third card; None if that hand took none.
        """
        return self.banker_rows[points][10 if third is None else third]

    @cites("MB-A1", "MB-A2", "MB-J1", "MB-J6", "MB-J7")
    def hands(self, values: Sequence[int]) -> Hands:
        """Deal one round from the values of the shoe's next cards; what is not needed stays in the shoe.

        >>> from pitboss.rulebook import edition
        >>> tables = third_cards(edition("oneida-minibaccarat-2004"))
        >>> hands = tables.hands([2, 3, 3, 2, 4, 0, 9])
        >>> hands.player, hands.banker, hands.player_points, hands.banker_points, hands.outcome
        ((0, 2, 4), (1, 3, 5), 9, 5, 'player')
        >>> tables.hands([2, 3, 3, 2]).due
        'player'
        """
        order = self._order(values)
        due = order[len(values)] if len(values) < len(order) else None
        dealt = list(enumerate(order[: len(values)]))
        player, banker = (tuple(at for at, side in dealt if side == whose) for whose in (PLAYER, BANKER))
        counts = points_of([values[at] for at in player]), points_of([values[at] for at in banker])
        return Hands(player, banker, *counts, due, None if due else _outcome(*counts))

    def _order(self, values: Sequence[int]) -> tuple[Side, ...]:
        """Return which hand gets each card, as far as the values decide it: up to the next card at least."""
        player, banker = points_of(values[0:4:2]), points_of(values[1:4:2])
        if len(values) < 4 or is_natural(player) or is_natural(banker):
            return _FIRST_FOUR
        if not self.player_draws(player):
            return (*_FIRST_FOUR, BANKER) if self.banker_draws(banker, None) else _FIRST_FOUR
        if len(values) > 4 and self.banker_draws(banker, values[4]):
            return (*_FIRST_FOUR, PLAYER, BANKER)
        return (*_FIRST_FOUR, PLAYER)


@cites("MB-A5", "MB-C", "MB-L1")
def _outcome(player_points: int, banker_points: int) -> Outcome:
    if player_points == banker_points:
        return TIE
    return PLAYER if player_points > banker_points else BANKER


def _banker_row(points: int, row: BankerRow) -> tuple[bool, ...]:
    letters = row.card + row.none
    if len(row.card) != 10 or len(row.none) != 1 or set(letters) - {_DRAW, _STAY}:
        raise BadConfig("ten letters D or S, and one for none", field=f"table2.rows.{points}", value=letters)
    return tuple(letter == _DRAW for letter in letters)


def third_cards(rules: Edition) -> ThirdCards:
    """Return the third-card tables of an edition of mini-baccarat.

    >>> from pitboss.rulebook import edition
    >>> tables = third_cards(edition("oneida-minibaccarat-2004"))
    >>> tables.player_draws(5), tables.banker_draws(6, None), tables.banker_draws(5, 4), tables.banker_draws(3, 8)
    (True, False, True, False)
    """
    if "table1" not in rules.rules or "table2" not in rules.rules:
        raise BadConfig("has no third-card tables", field="rulebook", value=rules.id)
    table1, table2 = msgspec.convert(rules.rules["table1"], Table1), msgspec.convert(rules.rules["table2"], Table2)
    return ThirdCards.of(table1, table2)
