"""Blackjack against published figures: blackjacks, the dealer's totals, standing and doubling, and suit wagers.

What the Round's own chance can tell is taken from there, card by card; what takes too many cards for that is counted
by values with the rules that the Round uses.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from fractions import Fraction
from functools import cache
from math import floor
from pathlib import Path

import pytest

from pitboss.decider import Act
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.acts import Ending, Outcome, Source
from pitboss.games.blackjack.hands import dealer_draws, is_blackjack, is_king_queen, is_suited, total_of
from pitboss.games.blackjack.round import chance, decide, evolve
from pitboss.games.blackjack.rules import Rules, rules_of
from pitboss.games.blackjack.settle import outcome_of
from pitboss.games.blackjack.state import Hand, Round
from pitboss.rulebook import table_config
from tests.support.blackjack_play import command

PUBLISHED = json.loads(Path(__file__).with_name("blackjack.json").read_text(encoding="utf-8"))
VALUES = "A23456789T"
FINALS = ("17", "18", "19", "20", "21", "blackjack", "bust")
STAKE = 100

Shoe = tuple[int, ...] | None
"""How many cards of each value are left; None where they never run out."""


def printed(value: Fraction, figure: str) -> Fraction:
    """Round a fraction to as many decimals as a printed figure has, halves up."""
    scale = 10 ** len(figure.partition(".")[2])
    return Fraction(floor(value * scale + Fraction(1, 2)), scale)


def far_off(figures: list[str], found: list[Fraction], decimals: int) -> list[tuple[str, float]]:
    """List the figures that differ by a unit of the last decimal; some were rounded twice, or so that they sum up."""
    pairs = zip(figures, found, strict=True)
    return [(figure, float(value)) for figure, value in pairs if abs(Fraction(figure) - value) * 10**decimals >= 1]


def house(**settings: object) -> Rules:
    """Return the rules of a table."""
    return rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": settings}))


# From the Round's own chance


def begun(rules: Rules) -> Round:
    """Return a round of one seat with a wager, before the first card."""
    act = a.PlaceWager(seat=1, player="Ann", stake_minor=STAKE)
    return done(Round(rules), act)


def done(state: Round, act: Act) -> Round:
    """Return a round of its own in which an act was done."""
    after = deepcopy(state, {id(state.rules): state.rules})
    for event in decide(state, command(act)):
        after = evolve(after, event)
    return after


def ways(state: Round, alike: Callable[[str], str]) -> Iterator[tuple[Round, Fraction]]:
    """Yield the rounds that the next card makes with their chances, cards that are alike taken together."""
    groups: dict[str, tuple[Act, Fraction]] = {}
    for act, weight in chance(state):
        kind = alike(getattr(act, "card", ""))
        first, so_far = groups.get(kind, (act, Fraction(0)))
        groups[kind] = first, so_far + weight
    for act, weight in groups.values():
        yield done(state, act), weight


def of_first_cards(rules: Rules, alike: Callable[[str], str], has: Callable[[list[str]], bool]) -> Fraction:
    """Return the chance that a seat's first two cards are of a kind; between them comes the dealer's first."""
    found = Fraction(0)
    for first, one in ways(begun(rules), alike):
        for up, other in ways(first, alike):
            for second, third in ways(up, alike):
                found += one * other * third * has(second.boxes[1].hands[0].cards)
    return found


def value(card: str) -> str:
    """Return what makes cards alike where only their points count."""
    return "T" if card[0] in "TJQK" else card[0]


def suit(card: str) -> str:
    """Return what makes cards alike where only their suits count."""
    return card[1]


def court(card: str) -> str:
    """Return what makes cards alike where only kings and queens count."""
    return card if card[0] in "KQ" else ""


@pytest.mark.clause("BJ-A1", "BJ-H4")
@pytest.mark.parametrize("decks", PUBLISHED["blackjack"]["percent"])
def test_blackjacks_come_as_often_as_published(decks):
    """An ace and a ten on the first two cards, counted by the Round's chance: exactly, and as printed."""
    found = of_first_cards(house(decks=int(decks)), value, is_blackjack)
    cards = 52 * int(decks)
    assert Fraction(2 * cards // 13 * (4 * cards // 13), cards * (cards - 1)) == found
    percent = PUBLISHED["blackjack"]["percent"][decks]
    assert Fraction(percent) == printed(100 * found, percent)


@pytest.mark.clause("BJ-K1a.i", "BJ-K1a.ii")
def test_suit_wagers_win_as_often_as_published():
    """Two cards of one suit, and king and queen among them, from six decks."""
    ways = PUBLISHED["suit_wagers"]
    suited = ways["king_and_queen"] + ways["others_of_one_suit"]
    assert Fraction(suited, ways["pairs"]) == of_first_cards(house(), suit, is_suited)
    assert Fraction(ways["king_and_queen"], ways["pairs"]) == of_first_cards(house(), court, is_king_queen)


@pytest.mark.parametrize("decks", PUBLISHED["royal_match"]["percent"])
def test_both_suit_wagers_together_have_the_published_edge(decks):
    """At another house's odds for both at once."""
    rules = house(decks=int(decks))
    suited, royal = of_first_cards(rules, suit, is_suited), of_first_cards(rules, court, is_king_queen)
    edge = (1 - suited) - Fraction(5, 2) * (suited - royal) - 25 * royal
    percent = PUBLISHED["royal_match"]["percent"][decks]
    assert Fraction(percent) == printed(100 * edge, percent)


# By values


def full(decks: int) -> tuple[int, ...]:
    """Return full decks by values."""
    return (*[4 * decks] * 9, 16 * decks)


def without(shoe: Shoe, cards: str) -> Shoe:
    """Return what is left of a shoe."""
    return shoe and tuple(count - cards.count(value) for value, count in zip(VALUES, shoe, strict=True))


def next_cards(shoe: Shoe) -> Iterator[tuple[str, Fraction]]:
    """Yield the values that may come, each with its chance."""
    counts = shoe or full(1)
    for name, count in zip(VALUES, counts, strict=True):
        if count:
            yield name, Fraction(count, sum(counts))


def hand(values: str) -> list[str]:
    """Return cards of these values; no suit matters here."""
    return [name + "S" for name in values]


@cache
def dealer(up: str, shoe: Shoe, hits_soft_17: bool) -> dict[str, Fraction]:
    """Return the chances of every hand a dealer may end with, written as its values in order after the first.

    The orders in which a hand can come are counted, and divided by all orders of as many cards.
    """
    ended: dict[str, Fraction] = {}
    open_hands, orders = {up: 1}, 1
    counts = shoe or full(1)
    while open_hands:
        drawn = max(map(len, open_hands)) - 1
        orders *= sum(counts) - (drawn if shoe else 0)
        longer: Counter[str] = Counter()
        for cards, ways in open_hands.items():
            for name, count in zip(VALUES, counts, strict=True):
                left = count - (cards[1:].count(name) if shoe else 0)
                longer[cards[0] + "".join(sorted(cards[1:] + name))] += ways * left
        is_open = {cards: dealer_draws(hand(cards), hits_soft_17=hits_soft_17) for cards in longer}
        ended |= {cards: Fraction(ways, orders) for cards, ways in longer.items() if ways and not is_open[cards]}
        open_hands = {cards: ways for cards, ways in longer.items() if ways and is_open[cards]}
    return ended


def finals(up: str, shoe: Shoe, *, hits_soft_17: bool) -> dict[str, Fraction]:
    """Return the chances of the dealer's totals."""
    found = dict.fromkeys(FINALS, Fraction(0))
    for cards, weight in dealer(up, shoe, hits_soft_17).items():
        total = total_of(hand(cards))
        found["blackjack" if is_blackjack(hand(cards)) else "bust" if total > 21 else str(total)] += weight
    return found


def after_peek(up: str, shoe: Shoe, *, hits_soft_17: bool) -> list[Fraction]:
    """Return the chances of 17 to 21 and bust where the dealer has looked that there is no blackjack."""
    found = finals(up, shoe, hits_soft_17=hits_soft_17)
    return [found[end] / (1 - found["blackjack"]) for end in FINALS if end != "blackjack"]


@pytest.mark.clause("BJ-H8a", "BJ-F1", "BJ-F2", "BJ-F3")
@pytest.mark.parametrize("up", VALUES)
@pytest.mark.parametrize("decks", [1, 2])
def test_a_dealer_who_stands_on_soft_17_ends_as_published(decks, up):
    """Six decimals for each total, from one deck and from two."""
    figures = PUBLISHED["dealer_after_peek"][str(decks)][up]
    found = after_peek(up, without(full(decks), up), hits_soft_17=False)
    assert [] == far_off(figures, found, 6)


@pytest.mark.clause("BJ-H8a", "BJ-A3")
@pytest.mark.parametrize("up", VALUES)
def test_a_dealer_who_hits_soft_17_ends_as_published(up):
    """A single deck, where it matters most."""
    figures = PUBLISHED["dealer_hits_soft_17"][up]
    found = after_peek(up, without(full(1), up), hits_soft_17=True)
    assert [] == far_off(figures, [100 * chance for chance in found], 2)


@pytest.mark.parametrize("up", VALUES)
def test_six_decks_end_as_published(up):
    """The usual shoe, each end with its share of all rounds."""
    found = finals(up, without(full(6), up), hits_soft_17=True)
    share = Fraction(4 if up == "T" else 1, 13)
    figures = PUBLISHED["dealer_six_decks"][up]
    assert [] == far_off(figures, [100 * share * found[end] for end in FINALS], 2)


@pytest.mark.parametrize("up", ["7", "8", "9", "T", "A"])
def test_an_endless_shoe_ends_as_published(up):
    """Where no card that is gone matters."""
    found = finals(up, None, hits_soft_17=False)
    figures = PUBLISHED["dealer_endless_shoe"][up]
    assert [] == far_off(figures, [100 * found[end] for end in FINALS], 2)


GAINS = {Outcome.WIN: 1, Outcome.PUSH: 0, Outcome.LOSE: -1}


def standing(rules: Rules, cards: str, shoe: Shoe) -> Fraction:
    """Return what a unit gains on a hand that stands against an ace, by the comparison that settles a round."""
    if total_of(hand(cards)) > 21:
        return Fraction(-1)
    mine = Hand({(1, Source.VALUE): STAKE}, hand(cards), ending=Ending.STAND)
    ends = dealer("A", shoe, rules.settings["h17"]).items()
    return sum((weight * GAINS[outcome_of(rules, mine, hand(end))] for end, weight in ends), Fraction(0))


@pytest.mark.clause("BJ-J1", "BJ-J2", "BJ-J3", "BJ-H8", "Q19")
@pytest.mark.parametrize("decks", [6, 8])
def test_standing_against_an_ace_gains_what_is_published(decks):
    """The dealer's second card comes last, and a blackjack takes all."""
    rules, figures = house(decks=decks), PUBLISHED["no_hole_card"][str(decks)]
    found = {cards: standing(rules, cards, without(full(decks), cards + "A")) for cards in figures}
    assert {cards: Fraction(stand) for cards, (stand, _) in figures.items()} == {
        cards: printed(gain, "0.000000") for cards, gain in found.items()
    }


@pytest.mark.clause("BJ-A2", "BJ-H7b", "Q19")
@pytest.mark.parametrize("cards", ["65", "64", "7A", "32"])
def test_doubling_against_an_ace_gains_what_is_published(cards):
    """One card more at twice the wager, all of it lost to a blackjack."""
    rules, shoe = house(), without(full(6), cards + "A")
    found = sum(
        (weight * standing(rules, cards + name, without(shoe, name)) for name, weight in next_cards(shoe)), Fraction(0)
    )
    figure = PUBLISHED["no_hole_card"]["6"][cards][1]
    assert Fraction(figure) == printed(2 * found, figure)


def gained(state: Round) -> Fraction:
    """Return what a unit gained in a round that is complete."""
    (settled,) = decide(state, command(a.SettleHand()))
    wagers = getattr(settled, "wagers", None)
    assert wagers is not None
    return Fraction(sum(wagers.paid_minor) - sum(wagers.lost_minor), STAKE)


@pytest.mark.clause("BJ-H8", "BJ-H8a", "BJ-J1", "BJ-J2", "BJ-J3")
def test_the_round_itself_gains_what_is_published():
    """A soft 18 that stands against an ace, every second card and every draw played out on the Round."""
    state = begun(house())
    for act in (*map(a.DealCard, ("7S", "AS", "AH", None)), a.CloseInsurance(), a.Stand(seat=1)):
        state = done(state, act)
    found, rounds = Fraction(0), {"": (state, Fraction(1))}
    while rounds:
        longer: dict[str, tuple[Round, Fraction]] = {}
        for before, weight in rounds.values():
            for after, part in ways(before, value):
                if after.phase == "complete":
                    found += weight * part * gained(after)
                    continue
                cards = "".join(sorted(map(value, after.dealer[0])))
                longer[cards] = after, longer.get(cards, (after, Fraction(0)))[1] + weight * part
        rounds = longer
    figure = PUBLISHED["no_hole_card"]["6"]["7A"][0]
    assert Fraction(figure) == printed(found, figure)
