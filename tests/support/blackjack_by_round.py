"""What a blackjack round is worth, by playing every card that may come through the plain Round.

It shares nothing with the laboratory but the play that it is told to follow.
"""

from collections.abc import Callable, Hashable, Iterator
from copy import deepcopy
from fractions import Fraction

from pitboss.decider import Act
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.hands import value_of
from pitboss.games.blackjack.round import chance, decide, evolve
from pitboss.games.blackjack.rules import Rules
from pitboss.games.blackjack.state import Hand, Phase, Round
from pitboss.games.cards import CARDS
from pitboss.games.table.accounts import CIRCULATION
from tests.support.blackjack_play import command

STAKE = 1_000
VALUES = "A23456789T"
Play = Callable[[str, Hand, int], str]
"""The dealer's first card, the hand whose turn it is and how many hands there are, to a letter."""
_ACTS = {"S": a.Stand, "H": a.Hit, "D": a.DoubleDown, "P": a.SplitPair, "R": a.SurrenderHand}


def shoe_of(counts: dict[str, int]) -> list[int]:
    """Return a shoe as a Round has it, with so many cards of each value, all of them spades."""
    return [counts.get(card[0], 0) if card[1] == "S" else 0 for card in CARDS]


Worth = dict[Fraction, Fraction]
"""How likely each gain of a round is."""


def worth(rules: Rules, counts: dict[str, int], play: Play, spots: int = 1) -> Worth:
    """Return how likely each gain of a round is, in units of the wager that lies against each hand of the dealer."""
    state = Round(rules, left=shoe_of(counts))
    for spot in range(1, spots + 1):
        state = _done(state, a.PlaceWager(seat=1, player="Ann", stake_minor=STAKE, spot=spot))
    return _worth(state, play, {})


def _worth(state: Round, play: Play, known: dict[Hashable, Worth]) -> Worth:
    if state.phase is Phase.SETTLED:
        into = sum(amount for (_, target), amount in state.moved.items() if target == CIRCULATION)
        out = sum(amount for (source, _), amount in state.moved.items() if source == CIRCULATION)
        return {Fraction(into - out, STAKE): Fraction(1)}
    key = _alike(state)
    if key not in known:
        ways = list(_next(state, play))
        if not ways:
            raise LookupError("the shoe has too few cards for this round")
        found: Worth = {}
        for act, weight in ways:
            for gain, likely in _worth(_done(state, act), play, known).items():
                found[gain] = found.get(gain, Fraction(0)) + weight * likely
        known[key] = found
    return known[key]


def _alike(state: Round) -> Hashable:
    """Return what rounds have in common that go on alike: in which order the cards of a hand came is no part of it."""
    hands = [
        (tuple(sorted(hand.cards)), hand.ending, hand.is_split, hand.is_doubled, hand.is_card_due, hand.is_settled)
        for _, _, hand in state.hands()
    ]
    dealer = tuple((cards[0], *sorted(cards[1:])) for cards in state.dealer)
    return (state.phase, tuple(hands), dealer, state.first, state.second, tuple(sorted(state.moved.items())))


def _next(state: Round, play: Play) -> Iterator[tuple[Act, Fraction]]:
    due = state.due
    if state.phase is Phase.COMPLETE:
        yield a.SettleHand(), Fraction(1)
    elif state.phase is Phase.INSURANCE:
        yield a.CloseInsurance(), Fraction(1)
    elif state.phase is Phase.DEALING and due is not None and due.seat == 0 and state.first is not None:
        # Nobody sees the dealer's second card before it is turned.
        yield a.DealCard(card=None), Fraction(1)
    elif state.phase is Phase.TURNS and due is None and state.turn is not None:
        seat, _, hand = state.turn
        letter = play(state.up_card or "", hand, len(state.boxes[seat].hands))
        yield _ACTS[letter](seat=seat), Fraction(1)
    else:
        yield from chance(state)


def _done(state: Round, act: Act) -> Round:
    after = deepcopy(state, {id(state.rules): state.rules})
    for event in decide(state, command(act)):
        after = evolve(after, event)
    return after


def value_place(card: str) -> int:
    """Return the place of a card's value, ace first."""
    return VALUES.index("A" if card[0] == "A" else str(value_of(card))[0].replace("1", "T"))
