"""What a wager at mini-baccarat costs, exactly, under each form of vigorish and at any stake.

The vigorish is rounded in cents, so on small wagers it is more than its percentage: what a house keeps on average
depends on the stake. Without a stake the percentage itself is reckoned with, which is the limit for large wagers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from pitboss.errors import BadConfig
from pitboss.games.baccarat.third_cards import BANKER, PLAYER, TIE
from pitboss.lab.baccarat import Outcomes
from pitboss.money import Rounding, check_stake, rounded

__all__ = ["BANKER_SIX", "Commission", "Form", "WagerOdds", "odds"]

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
            BadAmount: for what is no stake, or has no half in whole cents where it needs one.
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
