"""What a blackjack picture says: amounts, chips, the print on the felt, and the whole of a round in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pitboss.draw.blackjack.cards import card_name
from pitboss.draw.blackjack.round import Side
from pitboss.draw.svg import short_amount
from pitboss.games.blackjack.sign import sign
from pitboss.money import STAKE_MAX, Currency, show

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pitboss.draw.blackjack.round import DealerHand, Hand, Place, SettledRound, SideBet
    from pitboss.games.blackjack.rules import Rules

__all__ = ["SIDES", "Print", "chips_of", "currency_of", "description", "limits", "signed"]

_CHIP_VALUES: Final = (
    (100_000, "gold"),
    (50_000, "purple"),
    (10_000, "black"),
    (2_500, "green"),
    (500, "red"),
    (1, "white"),
)
"""Minor units to the colour that is customary for a chip of that worth: the rulebook knows none."""


class SideName(NamedTuple):
    """What a side wager is called, in full and where there is little room."""

    name: str
    short: str


SIDES: Final = {
    Side.SUIT: SideName("Suit wager", "Suit"),
    Side.INSURANCE: SideName("Insurance", "Ins"),
    Side.HIT: SideName("Hit wagers", "Hit"),
}


class Print:
    """What stands on the felt, from the sign of the table."""

    def __init__(self, rules: Rules) -> None:
        posted = sign(rules.config)
        self.title = posted.title
        by_clause = {line.clause: line for line in reversed(posted.lines)}
        blackjack = by_clause[rules.clause("blackjack")]
        self.blackjack = f"{blackjack.label} pays {blackjack.value}"
        self.dealer = by_clause[rules.clause("dealer_draws")].label.rstrip(".")
        self.insurance = None
        if "insurance" in rules.kinds_taken:
            insurance = by_clause[rules.wagers["insurance"].win_clause]
            self.insurance = f"{insurance.label} pays {insurance.value}"
        self.sentences = [line.label for line in posted.lines if not line.value]


def currency_of(rules: Rules) -> Currency:
    """Return the currency of a table."""
    return Currency.of(rules.config.currency)


def signed(minor: int, currency: Currency) -> str:
    """Write a gain or a loss shortly, with its sign.

    >>> from pitboss.money import USD
    >>> signed(1_500, USD), signed(-250, USD), signed(0, USD)
    ('+$15', '\N{MINUS SIGN}$2.50', '$0')
    """
    sign_of = "+" if minor > 0 else "\N{MINUS SIGN}" if minor < 0 else ""
    return sign_of + short_amount(abs(minor), currency)


def chips_of(amount: int, words: str, most: int = 4) -> tuple[tuple[str, str], ...]:
    """Break an amount into a few chips for its stack, the most valuable ones at the bottom.

    A stack is a sign of the amount that is written on it, not a count of chips.

    >>> [colour for colour, _ in chips_of(13_000, "a wager")]
    ['black', 'green', 'red']
    """
    chips: list[tuple[str, str]] = []
    for value, colour in _CHIP_VALUES:
        count, amount = divmod(amount, value)
        chips += [(colour, words)] * min(count, most)
    return tuple(chips[:most])


def limits(rules: Rules) -> list[tuple[str, str]]:
    """List what may be wagered, kind by kind; kinds with the same limits stand together."""
    alike: dict[tuple[int, int], list[str]] = {}
    for kind in rules.kinds_taken:
        alike.setdefault(rules.limits(kind), []).append(rules.wagers[kind].name)
    shown = {_range(rules, found): names for found, names in alike.items()}
    return [(", ".join(names), said) for said, names in shown.items() if said]


def _range(rules: Rules, found: tuple[int, int]) -> str:
    """Write a minimum and a maximum; the least and the greatest stake there can be are no limits."""
    low, high = (short_amount(amount, currency_of(rules)) for amount in found)
    match found[0] > 1, found[1] < STAKE_MAX:
        case True, True:
            return f"{low} to {high}"
        case True, False:
            return f"from {low}"
        case False, True:
            return f"up to {high}"
    return ""


def description(rules: Rules, settled: SettledRound | None) -> str:
    """Say in words what the picture shows."""
    felt, positions = Print(rules), rules.settings["positions"]
    places = "one place" if positions == 1 else f"places 1 to {positions} from the dealer's left"
    posted = [felt.blackjack, felt.dealer, *([felt.insurance] if felt.insurance else [])]
    sentences = [f"{felt.title}: a table with {places}.", f"On the felt: {'; '.join(posted)}."]
    if settled is not None:
        sentences += _round(settled)
    return " ".join(sentences)


def _round(settled: SettledRound) -> Iterator[str]:
    currency = currency_of(settled.rules)
    if settled.void is not None:
        yield f"The round is void by {settled.void}, and every wager goes back."
    elif not settled.dealer:
        yield "The dealer has no hand."
    for place, hand in enumerate(settled.dealer, 1):
        yield _dealer(hand, f" {place}" if settled.dealer[1:] else "")
    for number in sorted(settled.places):
        yield from _place(settled.places[number], currency, is_void=settled.void is not None)
    if settled.void is None:
        yield f"All places together: {_plus(settled.net, currency)}."


def _dealer(hand: DealerHand, which: str) -> str:
    said = "a blackjack" if hand.blackjack else f"total {hand.total}"
    return f"Dealer's hand{which}: {_cards(hand.cards)}; {said}."


def _place(place: Place, currency: Currency, *, is_void: bool) -> Iterator[str]:
    laid = " and ".join(show(stake, currency) for stake in place.wagers)
    yield f"Place {place.seat}, wager {laid}."
    for number, hand in enumerate(place.hands, 1):
        which = f"Hand {number}" if place.hands[1:] else "Hand"
        yield f"{which}: {_cards(hand.cards)}; total {hand.total}; {_ends(hand, currency)}."
    for side, bet in place.sides.items():
        yield f"{SIDES[side].name} {_bet(bet, currency)}."
    if not is_void:
        yield f"Net {_plus(place.net, currency)}."


def _ends(hand: Hand, currency: Currency) -> str:
    """Say how a hand ended; against several hands of the dealer, against each."""
    ends = [
        f"{outcome} on {show(staked, currency)}, {_plus(net, currency)}"
        for outcome, staked, net in zip(hand.outcome, hand.staked, hand.net, strict=True)
    ]
    if len(ends) == 1:
        return ends[0]
    return "; ".join(f"against hand {number} {end}" for number, end in enumerate(ends, 1))


def _bet(bet: SideBet, currency: Currency) -> str:
    """Say what was laid in all, and what came of each: they are settled in an order of their own."""
    together = " together" if bet.stakes[1:] else ""
    nets = " and ".join(_plus(net, currency) for net in bet.nets)
    return f"{show(sum(bet.stakes), currency)}{together}{f': {nets}' if nets else ''}"


def _plus(net: int, currency: Currency) -> str:
    return f"{'+' if net > 0 else ''}{show(net, currency)}"


def _cards(cards: Sequence[str]) -> str:
    return ", ".join(map(card_name, cards))
