"""What the library hands back: settled wagers, whole settlements, exact odds. All amounts are whole minor units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec

from pitboss.money import Currency, show
from pitboss.rulebook import Clause, clause

__all__ = [
    "BaccaratSettlement",
    "Bet",
    "BlackjackSettlement",
    "Hand",
    "Odds",
    "RouletteSettlement",
    "SettledWager",
    "Settlement",
    "SicBoSettlement",
    "bets_of",
]

PLAYER = "player"
"""Whose bets they are where nobody is named."""


class Bet(NamedTuple):
    """A bet on a layout: what it is on, its stake in minor units, and whose it is.

    >>> Bet("split:17-20", 500)
    Bet(on='split:17-20', stake=500, player='player')
    """

    on: str
    stake: int
    player: str = PLAYER


def bets_of(bets: Mapping[str, int] | list[Bet]) -> Iterator[Bet]:
    """Yield bets, given as one player's stakes by bet or as a list of several players' bets."""
    if isinstance(bets, Mapping):
        yield from (Bet(on, stake) for on, stake in bets.items())
    else:
        yield from (Bet(*bet) for bet in bets)


class SettledWager(msgspec.Struct, frozen=True, kw_only=True):
    """One wager and what became of it."""

    bet: str
    """What it was on: `split:17-20`, `banker`, `blackjack`, `insurance`."""
    stake: int
    outcome: str
    """`win`, `lose`, `push`, `blackjack`, `bust`, `surrender`, `void` or `returned`."""
    paid: int
    """The winnings, without the stake."""
    net: int
    """What its player gained: negative for a loss, 0 where the stake went back."""
    clause: str
    """The id of the clause that decided it."""
    player: str = PLAYER
    seat: int = 0
    """The place at a card table, from 1; 0 at a layout without places."""
    hand: int = 0
    """Which hand of its seat, from 1; 0 where the wager is on no hand."""
    commission: int = 0
    """The vigorish at baccarat, which `net` has taken off."""

    @property
    def rule(self) -> Clause:
        """Return the clause that decided it: its title, and its text in our words.

        >>> from pitboss import Roulette
        >>> Roulette().settle("17", {"straight:17": 500}).wagers[0].rule.id
        'RO-G1'
        """
        return clause(self.clause)


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is over: every wager with what became of it and by which clause."""

    wagers: tuple[SettledWager, ...]
    currency: str
    """The code of the currency that the minor units are of."""

    @property
    def net(self) -> int:
        """Return what all players gained together; what the round cost the house."""
        return sum(wager.net for wager in self.wagers)

    @property
    def paid(self) -> int:
        """Return all winnings together, without the stakes."""
        return sum(wager.paid for wager in self.wagers)

    def net_of(self, player: str) -> int:
        """Return what one player gained."""
        return sum(wager.net for wager in self.wagers if wager.player == player)

    def explain(self) -> tuple[str, ...]:
        r"""Say of each wager what became of it and by which clause, in a line.

        >>> from pitboss import Roulette
        >>> print(*Roulette().settle("17", {"straight:17": 500, "red": 200}).explain(), sep="\n")
        $2.00 on red: lose, -$2.00 [RO-E3: On red]
        $5.00 on straight:17: win, $175.00 [RO-G1: The least odds]
        """
        currency = Currency.of(self.currency)
        return tuple(
            f"{show(wager.stake, currency)} on {wager.bet}{f' at seat {wager.seat}' if wager.seat else ''}: "
            f"{wager.outcome}, {show(wager.net, currency)} [{wager.clause}: {wager.rule.title}]"
            for wager in self.wagers
        )


class RouletteSettlement(Settlement, frozen=True, kw_only=True):
    """A spin: where the ball came to rest, and what each wager did."""

    pocket: str | None
    """The winning number; None where the spin was called off."""
    payment_groups: tuple[tuple[str, ...], ...] = ()
    """The winning bets in the order in which the house pays them."""

    @property
    def is_valid(self) -> bool:
        """Tell whether it was a spin; a "No Spin" gives every wager back."""
        return self.pocket is not None


class SicBoSettlement(Settlement, frozen=True, kw_only=True):
    """A throw of three dice: what each wager did, and which places of the layout are lit."""

    dice: tuple[int, ...]
    lit: tuple[str, ...]


class BaccaratSettlement(Settlement, frozen=True, kw_only=True):
    """A coup: both hands, who won, and what each wager did."""

    player: tuple[str, ...]
    player_points: int
    banker: tuple[str, ...]
    banker_points: int
    outcome: str
    """`banker`, `player` or `tie`; `void` where the cards did not suffice."""
    used: int
    """How many cards were taken from the shoe."""


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A player's hand as it lies."""

    seat: int
    number: int
    """Which hand of the seat, from 1: splitting a pair makes another."""
    cards: tuple[str, ...]
    total: int
    is_soft: bool
    """An ace of it counts eleven."""
    is_pair: bool
    """Two cards of one value."""
    stake: int
    ending: str | None
    """Why it takes no further decision: `stand`, `bust`, `blackjack`, `doubled` …; None while it may."""


class BlackjackSettlement(Settlement, frozen=True, kw_only=True):
    """A round of blackjack: the dealer's hands, the players' hands, and what each wager did."""

    dealer_hands: tuple[tuple[str, ...], ...]
    """One hand; with multiple action up to three, that begin with the same card."""
    dealer_totals: tuple[int, ...]
    hands: tuple[Hand, ...] = ()

    @property
    def dealer(self) -> tuple[str, ...]:
        """Return the dealer's cards, with multiple action those of the first hand."""
        return self.dealer_hands[0]


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit staked on one bet does on average, as exact fractions."""

    bet: str
    pays: Fraction
    """The most that a unit can win: 35 on a straight bet, 19/20 on the banker at 5 % vigorish."""
    wins: Fraction
    """How likely it is to win."""
    loses: Fraction
    """How likely it is to lose; where it neither wins nor loses it goes back."""
    edge: Fraction
    """What the house keeps of a unit, on average."""
    variance: Fraction
