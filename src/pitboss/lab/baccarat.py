"""How a round of mini-baccarat ends and what a wager costs, exactly, by the tables that deal it live.

A round of four or five cards is counted with every card that might have come next, so that all rounds weigh alike:
a shoe of n cards has n(n-1)(n-2)(n-3)(n-4)(n-5) of these ways, and each count here is a whole number of them.

The vigorish is rounded in cents, so on small wagers it is more than its percentage: what a house keeps on average
depends on the stake. Without a stake the percentage itself is reckoned with, which is the limit for large wagers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

from pitboss.errors import BadConfig
from pitboss.games.baccarat.third_cards import BANKER, PLAYER, TIE, ThirdCards, is_natural, points_of, value_of
from pitboss.money import Rounding, check_stake, rounded

if TYPE_CHECKING:
    from numpy.typing import NDArray

DECKS_MAX: Final = 16
_CARDS_MAX: Final = 6
"""No round takes more, so a shoe with fewer may not finish one (MB-N4)."""
_VALUES: Final = 10
"""Cards and counts are worth 0 to 9."""
_RANKS: Final = "A23456789TJQK"
_SUITS: Final = 4
_CARDS_IN_64_BITS: Final = 1_000
"""The sixth power of this, several times over, is below 2**63; sixteen decks have 832 cards."""


@dataclass(frozen=True)
class Outcomes:
    """How a round from one shoe may end."""

    ways: tuple[tuple[int, ...], ...]
    """Ways by the final Point Count of the Player's Hand, then by that of the Banker's Hand."""

    @cached_property
    def total(self) -> int:
        """Return all the ways there are."""
        return sum(map(sum, self.ways))

    @cached_property
    def counts(self) -> dict[str, int]:
        """Return the ways in which each hand wins, and those of a tie."""
        found = {BANKER: 0, PLAYER: 0, TIE: 0}
        for player, row in enumerate(self.ways):
            for banker, ways in enumerate(row):
                found[TIE if player == banker else PLAYER if player > banker else BANKER] += ways
        return found

    def probability(self, outcome: str) -> Fraction:
        """Return how likely it is that this hand wins, or that they tie."""
        return Fraction(self.counts[outcome], self.total)

    @property
    def banker_six(self) -> Fraction:
        """Return how likely the Banker's Hand is to win with six, which MB-M6 pays 1 to 2."""
        return Fraction(sum(self.ways[player][6] for player in range(6)), self.total)


def full_shoe(decks: int) -> tuple[int, ...]:
    """Return how many cards of each value, 0 to 9, so many whole decks have.

    >>> full_shoe(8)
    (128, 32, 32, 32, 32, 32, 32, 32, 32, 32)
    """
    if not 1 <= decks <= DECKS_MAX:
        raise BadConfig(f"is no number of decks from 1 to {DECKS_MAX}", field="decks", value=decks)
    values = [value_of(rank) for rank in _RANKS]
    return tuple(values.count(value) * _SUITS * decks for value in range(_VALUES))


@lru_cache(maxsize=64)
def outcomes(decks: int, tables: ThirdCards) -> Outcomes:
    """Return how the first round from so many whole decks may end.

    >>> from pitboss.games.baccarat.third_cards import third_cards
    >>> from pitboss.rulebook import edition
    >>> found = outcomes(8, third_cards(edition("oneida-minibaccarat-2004")))
    >>> found.counts["banker"], found.total, round(float(found.probability("tie")), 6)
    (2292252566437888, 4998398275503360, 0.095156)
    """
    return count(full_shoe(decks), tables)


def count(shoe: Sequence[int], tables: ThirdCards) -> Outcomes:
    """Count how a round may end that is dealt from any shoe, given as how many cards of each value, 0 to 9, it holds.

    The last two cards are thought of as dealt first, since every order of six cards is as likely: what is left of the
    shoe then has only to give both hands their counts on two cards.
    """
    import numpy as np

    if len(shoe) != _VALUES or min(shoe) < 0 or sum(shoe) < _CARDS_MAX:
        raise BadConfig("a count for each value 0 to 9, of six cards or more", field="shoe", value=list(shoe))
    # Beyond so many cards the ways do not fit into 64 bits, and Python's own whole numbers count them.
    cards = np.array(shoe, np.int64 if sum(shoe) <= _CARDS_IN_64_BITS else object)
    one = np.eye(_VALUES, dtype=np.int64)
    ways = _first_four(cards - one[:, None] - one) * (cards[:, None] * (cards - one))[:, :, None, None]
    found = np.zeros(_VALUES * _VALUES, ways.dtype)
    np.add.at(found, _final_counts(tables), ways.ravel())
    return Outcomes(tuple(map(tuple, found.reshape(_VALUES, _VALUES).tolist())))


def _first_four(left: NDArray[Any]) -> NDArray[Any]:
    """Count the ways to two Point Counts on two cards each, from many shoes at once: a shoe is the last axis.

    Ways in which a card would be dealt twice are taken out by inclusion and exclusion, over all partitions of the four
    places: a pair of places with one card counts -1, three places 2, all four -6.
    """
    import numpy as np

    values = np.arange(_VALUES)
    one = np.eye(_VALUES, dtype=np.int64)
    doubled = (values[:, None] == 2 * values % _VALUES).astype(np.int64)
    # By count and first card: how many second cards make up the count, and how many such pairs there are.
    mates = left[..., (values[:, None] - values) % _VALUES]
    pairs = mates * left[..., None, :]
    hands, twins = pairs.sum(-1), left @ doubled.T
    mates = mates.swapaxes(-1, -2)
    # One card in both hands; one card in three places.
    shared, thrice = pairs @ mates, (left[..., None, :] * doubled) @ mates
    apart = hands - twins
    both = apart[..., :, None] * apart[..., None, :]
    alike = one * (2 * hands - 6 * twins)[..., None]
    found: NDArray[Any] = both - 4 * shared + 4 * (thrice + thrice.swapaxes(-1, -2)) + alike
    return found


@lru_cache(maxsize=64)
def _final_counts(tables: ThirdCards) -> NDArray[Any]:
    """Return the end of each round, 10 times the player's count plus the banker's, by last cards and first counts."""
    import numpy as np

    values = range(_VALUES)
    return np.array(
        [
            _VALUES * player + banker
            for fifth in values
            for sixth in values
            for points in values
            for other in values
            for player, banker in [_final(tables, points, other, (fifth, sixth))]
        ]
    )


def _final(tables: ThirdCards, player: int, banker: int, cards: tuple[int, int]) -> tuple[int, int]:
    """Return both final counts, from those on two cards and the cards that come next; not all of them may be taken."""
    if is_natural(player) or is_natural(banker):
        return player, banker
    third = cards[0] if tables.player_draws(player) else None
    if tables.banker_draws(banker, third):
        banker = points_of((banker, cards[0 if third is None else 1]))
    return player if third is None else points_of((player, third)), banker


BANKER_SIX: Final = "banker_six"
"""The Banker's Hand wins with six; beside it BANKER stands for its other wins."""

_TIE_ODDS_MIN: Final = 8


class Form(StrEnum):
    """The forms of vigorish: on banker wins (MB-M3), on ties (MB-M4), or none and half pay for six (MB-M6)."""

    VIG = "vig"
    TIE_VIG = "tie_vig"
    NO_VIG = "no_vig"


_PERCENTS: Final = {Form.VIG: (4, 5), Form.TIE_VIG: tuple(range(26)), Form.NO_VIG: (0,)}
_PERCENT: Final = {Form.VIG: 5, Form.TIE_VIG: 25, Form.NO_VIG: 0}
_WHY: Final = {Form.VIG: "is 4 or 5 (MB-M3)", Form.TIE_VIG: "is 0 to 25 (MB-M4)", Form.NO_VIG: "is 0 (MB-M6)"}


@dataclass(frozen=True)
class Commission:
    """A form of vigorish with its percentage."""

    form: Form = Form.VIG
    pct: int = 5

    def __post_init__(self) -> None:
        if self.pct not in _PERCENTS[self.form]:
            raise BadConfig(f"the percentage of the form {self.form} {_WHY[self.form]}", field="pct", value=self.pct)

    @classmethod
    def of(cls, form: Form, pct: int | None = None) -> Commission:
        """Return a form with its percentage, without one the highest the document permits."""
        return cls(form, _PERCENT[form] if pct is None else pct)

    def banker_gains(self, stake: int | None = None) -> dict[str, Fraction]:
        """Return what a unit on the Banker's Hand gains by each end of the round, at a stake in minor units.

        A vigorish on a win is rounded up to five cents (Q13); one on a tie is rounded down, so that it never passes
        its cap, and where six pays half the stake must have a half in whole cents (Q29). What is deferred is rounded
        once for many wins, and so costs less than this: at least what it costs without a stake.

        >>> gains = Commission.of(Form.VIG).banker_gains(130)
        >>> str(gains["banker"]), str(gains["tie"])
        ('12/13', '0')

        Raises:
            BadAmount: for what is not a stake, or has no half in whole cents where it needs one.
        """
        share = Fraction(self.pct, 100)
        win = share if self.form is Form.VIG else Fraction(0)
        tie = share if self.form is Form.TIE_VIG else Fraction(0)
        six = Fraction(1, 2) if self.form is Form.NO_VIG else Fraction(0)
        if stake is not None:
            check_stake(stake)
            win = Fraction(rounded(stake * win, Rounding.UP_TO_5), stake)
            tie = Fraction(rounded(stake * tie, Rounding.DOWN), stake)
            six = Fraction(rounded(stake * six, Rounding.EXACT), stake)
        return {BANKER: 1 - win, BANKER_SIX: 1 - win - six, PLAYER: Fraction(-1), TIE: -tie}


@dataclass(frozen=True)
class WagerOdds:
    """One wager: how likely it is to win, to lose and to be void, and what a unit staked on it does on average."""

    wager: str
    gains: Mapping[str, Fraction]
    """What a unit gains by each end of the round."""
    wins: Fraction
    loses: Fraction
    void: Fraction
    """How likely the wager is to go back, whole or less a vigorish."""
    edge: Fraction
    """What the house keeps of a unit staked, on average; a void wager counts as staked."""
    variance: Fraction


def odds(
    ends: Outcomes, commission: Commission | None = None, *, tie_odds: int = _TIE_ODDS_MIN, stake: int | None = None
) -> list[WagerOdds]:
    """Return the exact odds of the three wagers.

    >>> from pitboss.games.baccarat.third_cards import third_cards
    >>> from pitboss.lab.baccarat import outcomes
    >>> from pitboss.rulebook import edition
    >>> ends = outcomes(8, third_cards(edition("oneida-minibaccarat-2004")))
    >>> [(row.wager, round(100 * float(row.edge), 4)) for row in odds(ends)]
    [('banker', 1.0579), ('player', 1.2351), ('tie', 14.3596)]
    """
    if tie_odds < _TIE_ODDS_MIN:
        raise BadConfig("a tie pays 8 to 1 or more (MB-M2)", field="tie_odds", value=tie_odds)
    lost = dict.fromkeys((BANKER, BANKER_SIX, PLAYER, TIE), Fraction(-1))
    gains = {
        BANKER: (commission or Commission()).banker_gains(stake),
        PLAYER: lost | {PLAYER: Fraction(1), TIE: Fraction(0)},
        TIE: lost | {TIE: Fraction(tie_odds)},
    }
    return [_row(wager, by_end, ends) for wager, by_end in gains.items()]


def _row(wager: str, gains: Mapping[str, Fraction], ends: Outcomes) -> WagerOdds:
    six = ends.banker_six
    chances = {BANKER: ends.probability(BANKER) - six, BANKER_SIX: six}
    chances |= {end: ends.probability(end) for end in (PLAYER, TIE)}
    mean = sum((chances[end] * gain for end, gain in gains.items()), Fraction(0))
    square = sum((chances[end] * gain * gain for end, gain in gains.items()), Fraction(0))
    wins = ends.probability(wager)
    void = Fraction(0) if wager == TIE else ends.probability(TIE)
    return WagerOdds(wager, gains, wins, 1 - wins - void, void, -mean, square - mean * mean)
