"""What a sic bo picture says: its bets, its result, the limits, and the whole of it in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.draw.svg import CHIP_VALUES, Pile, bets_words, limits_words, short_amount
from pitboss.errors import BadNotation
from pitboss.games.sicbo.rules import Rules
from pitboss.games.sicbo.wagers import FACES, Selection
from pitboss.money import Currency, check_stake, show


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack(Pile):
    """The chips on one place."""

    selection: Selection


def check_dice(dice: Sequence[int]) -> tuple[int, ...]:
    """Return three dice, or say what is wrong with them.

    >>> check_dice([3, 3, 5])
    (3, 3, 5)
    """
    if len(dice) != 3 or any(type(face) is not int or face not in FACES for face in dice):
        raise BadNotation("a throw is three dice, each from 1 to 6", field="dice", value=list(dice))
    return tuple(dice)


def stacks_of(rules: Rules, bets: Sequence[tuple[str, int]], lit: frozenset[str] | None) -> tuple[Stack, ...]:
    """Put bets on their places, in the order of each place's first chip."""
    currency = Currency.of(rules.config.currency)
    amounts: dict[Selection, list[int]] = {}
    for text, amount in bets:
        amounts.setdefault(rules.selection(text), []).append(check_stake(amount))
    return tuple(
        Stack(
            selection=selection,
            chips=tuple((_colour(one), f"{show(one, currency)} on {selection.bet}") for one in lying),
            amount=short_amount(sum(lying), currency),
            wins=None if lit is None else selection.bet in lit,
        )
        for selection, lying in amounts.items()
    )


def _colour(amount: int) -> str:
    return next(colour for least, colour in CHIP_VALUES if amount >= least)


def outcome(dice: Sequence[int]) -> str:
    """Name a throw: small, big, or the triple that is neither.

    >>> outcome((3, 3, 5)), outcome((6, 6, 6))
    ('Big', 'Triple')
    """
    if len(set(dice)) == 1:
        return "Triple"
    return "Small" if sum(dice) <= 10 else "Big"


def counted(stacks: Sequence[Stack]) -> str:
    """Say how many of the bets win; nothing without bets."""
    placed = sum(len(stack.chips) for stack in stacks)
    won = sum(len(stack.chips) for stack in stacks if stack.wins)
    if not placed:
        return ""
    return f"{won} of {placed} {'bet' if placed == 1 else 'bets'} {'wins' if won == 1 else 'win'}"


def legend(rules: Rules) -> list[tuple[str, str]]:
    """List what the places themselves do not say: how a triple counts for a pair, and the limits."""
    pair = rules.wagers["pair"].name
    entries = [(pair, "loses on a triple" if rules.is_pair_exact else "wins on a triple too")]
    currency, general = rules.config.currency, rules.general_limits
    if limits_words(currency, general):
        entries.append(("Limits", limits_words(currency, general)))
    own: dict[tuple[int, int], list[str]] = {}
    for kind, wager in rules.wagers.items():
        if rules.limits(kind) != general:
            own.setdefault(rules.limits(kind), []).append(wager.name)
    return [*entries, *((", ".join(names), limits_words(currency, at) or "any amount") for at, names in own.items())]


def description(stacks: Sequence[Stack], dice: Sequence[int] | None, lit: Sequence[str]) -> str:
    """Say in words what the picture shows."""
    sentences = ["Sic bo: the betting layout with its fifty places, each with its odds."]
    if dice is not None:
        first, second, third = dice
        thrown = f"The dice show {first}, {second} and {third}: total {sum(dice)}, {outcome(dice).lower()}."
        sentences += [thrown, f"Lit, and marked with a lamp: {', '.join(lit)}."]
    if stacks:
        sentences.append(bets_words(stacks))
    return " ".join(sentences)
