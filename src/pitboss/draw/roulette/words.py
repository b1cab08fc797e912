"""What the picture of a roulette table says: chips from bets, the house's odds and limits, and the picture in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.draw.svg import Pile, bets_words, limits_words, short_amount
from pitboss.games.equipment import colour_of
from pitboss.games.roulette.layout import Placement, Position
from pitboss.games.roulette.rules import Rules
from pitboss.games.roulette.sign import game_name
from pitboss.games.roulette.wagers import EVEN_CHANCES, KINDS
from pitboss.money import Currency, check_stake, show
from pitboss.rulebook import BetRefused


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack(Pile):
    """The chips on one place of a position."""

    position: Position
    place: Placement


def stacks_of(rules: Rules, bets: Sequence[tuple[str, int]], dolly: str | None) -> tuple[Stack, ...]:
    """Put bets on their places, in the order of each place's first chip."""
    currency = Currency.of(rules.config.currency)
    amounts: dict[tuple[Position, Placement], list[int]] = {}
    for text, amount in bets:
        bet, _, place_name = text.partition("@")
        position = rules.position(bet)
        amounts.setdefault((position, _place(rules, position, place_name)), []).append(check_stake(amount))
    return tuple(
        Stack(
            position=position,
            place=place,
            chips=tuple((_chip_colour(rules, one), f"{show(one, currency)} on {position.bet}") for one in lying),
            amount=short_amount(sum(lying), currency),
            wins=None if dolly is None else dolly in position.covers,
        )
        for (position, place), lying in amounts.items()
    )


def _place(rules: Rules, position: Position, name: str) -> Placement:
    for place in position.placements:
        if name in ("", place.name):
            return place
    known = ", ".join(place.name for place in position.placements)
    reason = f"{position.bet} has no place called {name}; it lies on its {known}"
    wager = rules.wagers[position.kind]
    raise BetRefused(reason, clause=wager.place_clause or wager.clause, bet=position.bet, placement=name)


def _chip_colour(rules: Rules, amount: int) -> str:
    """Return the colour of the largest of the house's value chips that an amount contains; of none, if it has none."""
    chips: dict[str, int] = rules.settings["value_chips"]
    return max((colour for colour in chips if chips[colour] <= amount), key=lambda colour: chips[colour], default="")


def legend(rules: Rules) -> list[tuple[str, str]]:
    """List the odds with the kinds that have them, highest first, then the limits that hold for every kind."""
    general = rules.general_limits
    alike: dict[tuple[int, tuple[int, int]], list[str]] = {}
    for kind in (kind for kind in KINDS if kind in rules.wagers):
        alike.setdefault((rules.pays(kind), rules.limits(kind)), []).append(kind)
    entries = []
    for (pays, limits), kinds in sorted(alike.items(), key=lambda entry: -entry[0][0]):
        own = "" if limits == general else f" ({limits_words(rules.config.currency, limits) or 'any amount'})"
        entries.append((f"{pays} to 1", f"{_kind_names(rules, kinds)}{own}"))
    said = limits_words(rules.config.currency, general)
    return [*entries, ("Limits", said)] if said else entries


def _kind_names(rules: Rules, kinds: Sequence[str]) -> str:
    """Name kinds as the house does, a name that two share once; all six even chances are called that."""
    names = dict.fromkeys(rules.wagers[kind].name for kind in kinds)
    if set(EVEN_CHANCES) <= set(kinds):
        chances = {rules.wagers[kind].name for kind in EVEN_CHANCES}
        names = dict.fromkeys([*(name for name in names if name not in chances), "Even chances"])
    return ", ".join(names)


def description(rules: Rules, stacks: Sequence[Stack], dolly: str | None) -> str:
    """Say in words what the picture shows."""
    sentences = [
        f"{game_name(rules)}: the wheel at the left, the betting layout at the right.",
        "Red numbers are printed in ovals, black ones in rectangles.",
    ]
    if dolly is not None:
        sentences.append(f"The ball rests in {dolly}, {colour_of(dolly)}, and the dolly stands on that number.")
    if stacks:
        sentences.append(bets_words(stacks))
    return " ".join(sentences)
