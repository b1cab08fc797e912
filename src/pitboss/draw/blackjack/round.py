"""A settled blackjack round as a picture shows it, from its document, and the picture in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

from pitboss.draw.blackjack.cards import card_name
from pitboss.draw.svg import CHIP_VALUES, limits_words, short_amount
from pitboss.games.blackjack.document import DECODER, Action, Seat, listed, settle_document
from pitboss.games.blackjack.rules import Rules, rules_of
from pitboss.games.blackjack.sign import sign
from pitboss.games.document import checked_rulebook
from pitboss.money import Currency, show
from pitboss.rulebook import RuleViolation


class DealerHand(msgspec.Struct, frozen=True):
    """One of the dealer's hands."""

    cards: tuple[str, ...]
    total: int
    blackjack: bool


class Hand(msgspec.Struct, frozen=True):
    """A player's hand; outcome, stake and net are there for each hand of the dealer that it stood against."""

    cards: tuple[str, ...]
    total: int
    outcome: tuple[str, ...]
    staked: tuple[int, ...]
    net: tuple[int, ...]
    clause: str


class Side(StrEnum):
    """A wager besides the main one."""

    SUIT = "suit"
    INSURANCE = "insurance"
    HIT = "hit"


@dataclass(frozen=True, slots=True)
class SideBet:
    """The stakes of one side wager at a place, and what each won or lost; none of that in a void round.

    Insurance has an entry for each main wager, 0 where that one was not insured.
    """

    stakes: tuple[int, ...]
    nets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place with everything that was laid there; without hands in a void round."""

    seat: int
    wagers: tuple[int, ...]
    hands: tuple[Hand, ...]
    sides: dict[Side, SideBet]
    net: int


@dataclass(frozen=True, slots=True)
class SettledRound:
    """A round as it ended, with the rules that it was played by."""

    rules: Rules
    dealer: tuple[DealerHand, ...]
    places: dict[int, Place]
    used: int
    void: str | None
    """The clause by which nothing counts; None for a round that was played out."""

    @property
    def net(self) -> int:
        """Return what all players together won or lost."""
        return sum(place.net for place in self.places.values())


class _SeatAnswer(msgspec.Struct):
    seat: int
    net: int
    hands: tuple[Hand, ...] = ()
    initial_suit: int | None = None
    hit_wagers: tuple[int, ...] = ()
    insurance: tuple[int, ...] = ()


class _Answer(msgspec.Struct):
    seats: tuple[_SeatAnswer, ...]
    dealer: tuple[DealerHand, ...] = ()
    used: int = 0
    void: bool = False
    clause: str | None = None


def settled_round(data: bytes, line: int = 1) -> SettledRound:
    """Settle a document and put its wagers together with their results.

    Raises:
        InputError: for what is no document.
        RuleViolation: for a document that the rules refuse, with every fault in its sentence.
    """
    found = settle_document(data, line)
    if found.get("refused"):
        faults = "; ".join(f"{fault['field']}: {fault['reason']} [{fault['clause']}]" for fault in found["faults"])
        raise RuleViolation(f"the round on line {line} is refused: {faults}", clause=found["clause"])
    document, answer = DECODER.decode(data), msgspec.convert(found, _Answer)
    config, _ = checked_rulebook("blackjack", document.rulebook, document.settings, line)
    answers = {seat.seat: seat for seat in answer.seats}
    return SettledRound(
        rules=rules_of(config),
        dealer=answer.dealer,
        places={laid.seat: _place(laid, answers[laid.seat]) for laid in document.seats},
        used=answer.used,
        void=answer.clause if answer.void else None,
    )


def _place(laid: Seat, answer: _SeatAnswer) -> Place:
    suit_net = () if answer.initial_suit is None else (answer.initial_suit,)
    sides = {
        Side.SUIT: SideBet(_listed(laid.initial_suit), suit_net),
        Side.INSURANCE: SideBet(_listed(laid.insurance), answer.insurance),
        Side.HIT: SideBet(_hit_stakes(laid), answer.hit_wagers),
    }
    # Of a void round it is only known that what goes down before the first card was laid.
    came = tuple(Side) if answer.hands else (Side.SUIT,)
    staked = {side: sides[side] for side in came if any(sides[side].stakes)}
    return Place(laid.seat, _listed(laid.wager), answer.hands, staked, answer.net)


def _hit_stakes(laid: Seat) -> tuple[int, ...]:
    acts = (act for act in laid.actions if isinstance(act, Action))
    return tuple(stake for act in acts for stake in _listed(act.hit_wager) if stake)


def _listed(value: int | tuple[int | None, ...] | None) -> tuple[int, ...]:
    """List what was laid, with 0 for an entry where nothing was."""
    return tuple(stake or 0 for stake in listed(value))


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
    for value, colour in CHIP_VALUES:
        count, amount = divmod(amount, value)
        chips += [(colour, words)] * min(count, most)
    return tuple(chips[:most])


def limits(rules: Rules) -> list[tuple[str, str]]:
    """List what may be wagered, kind by kind; kinds with the same limits stand together."""
    alike: dict[tuple[int, int], list[str]] = {}
    for kind in rules.kinds_taken:
        alike.setdefault(rules.limits(kind), []).append(rules.wagers[kind].name)
    shown = {limits_words(rules.config.currency, found): names for found, names in alike.items()}
    return [(", ".join(names), said) for said, names in shown.items() if said]


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
        yield from _place_words(settled.places[number], currency, is_void=settled.void is not None)
    if settled.void is None:
        yield f"All places together: {_plus(settled.net, currency)}."


def _dealer(hand: DealerHand, which: str) -> str:
    said = "a blackjack" if hand.blackjack else f"total {hand.total}"
    return f"Dealer's hand{which}: {_cards(hand.cards)}; {said}."


def _place_words(place: Place, currency: Currency, *, is_void: bool) -> Iterator[str]:
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
