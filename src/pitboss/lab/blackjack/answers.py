"""What the laboratory answers about a blackjack table, as objects: its odds, and the best play by totals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.games.blackjack.rules import Rules
from pitboss.lab.blackjack.dealer import dealer_ends
from pitboss.lab.blackjack.exact import Table, analyse, significant, taken_for_granted
from pitboss.lab.blackjack.spread import SURE
from pitboss.lab.blackjack.tables import ACE, VALUES, Counts
from pitboss.lab.blackjack.wagers import insurance_edge, shoe_of, values_of, wager_edges
from pitboss.lab.pay_tables import ratio
from pitboss.lab.sheet import BLACKJACK_STAKE

if TYPE_CHECKING:
    from pitboss.lab.blackjack.spread import Spread

SEED: Final = 1
"""What the chance of a simulation beside exact figures is made from."""
_DECIMALS: Final = 9
"""Of what is known to ten, or comes from what is."""


def answered(rules: Rules, seen: list[str], stake: int | None = None, table: Table | None = None) -> dict[str, Any]:
    """Return the odds of a table as one object; what a table of totals of one's own comes to among them.

    With `dealer_bj = "original"` the dealer is taken to look for a Blackjack first (Q19), and `as_dealt` has what is
    played where nobody does.
    """
    shoe = shoe_of(rules.shoe_decks, seen)
    cards = values_of(shoe)
    found, each = _main(rules, cards, stake, is_looked=True)
    answer: dict[str, Any] = {
        "settings": rules.settings,
        "edge": found,
        "insurance": ratio(insurance_edge(rules, shoe)) if cards[ACE] else None,
        "wagers": {wager: ratio(edge) for wager, edge in wager_edges(rules, shoe).items()},
        "multiple_action": {"1": each, "2": each, "3": each},
    }
    if taken_for_granted(rules):
        dealt_on, one = _main(rules, cards, stake, is_looked=False)
        answer["as_dealt"] = {**dealt_on, "multiple_action": one}
    if table is not None:
        own = analyse(rules, shoe=cards, stake=stake, table=table)
        answer["strategy"] = significant(own.basic_edge)
    return answer


def _main(rules: Rules, shoe: Counts, stake: int | None, *, is_looked: bool) -> tuple[dict[str, float], float]:
    """Return the edge of the main wager by cards and by totals, and that of one wager of multiple action."""
    found = analyse(rules, shoe=shoe, stake=stake, is_looked=is_looked)
    is_same = found.options.max_hands == 2 and not found.options.surrender  # noqa: PLR2004 - split once
    each = found if is_same else analyse(rules, shoe=shoe, stake=stake, is_looked=is_looked, is_multiple=True)
    edges = {"composition": significant(found.composition_edge), "basic": significant(found.basic_edge)}
    return edges, significant(each.composition_edge)


def distributed(rules: Rules, seen: list[str], stake: int | None = None, table: Table | None = None) -> dict[str, Any]:
    """Return how a round's result is spread that is played by the best table of totals or another, in units of a wager.

    It is that of one wager, as the Round deals it; of multiple action also that of all wagers together.
    """
    shoe, spots = values_of(shoe_of(rules.shoe_decks, seen)), rules.multiple_action
    found = analyse(rules, shoe=shoe, stake=stake, table=table)
    together = {"together": {"wagers": spots, **_spread_as_data(found.together(spots))}} if spots else {}
    return _spread_as_data(found.spread) | together


def _spread_as_data(spread: Spread) -> dict[str, Any]:
    return {
        "variance": round(spread.variance, _DECIMALS),
        "skewness": round(spread.skewness, _DECIMALS),
        "hit_frequency": round(spread.hit_frequency, _DECIMALS),
        "sure_to": significant(max(spread.moved, SURE)),
        "chances": [
            {"gain": str(gain), "chance": round(chance, _DECIMALS + 1)} for gain, chance in spread.distribution.items()
        ],
    }


def dealt(rules: Rules, seen: list[str]) -> dict[str, dict[str, float]]:
    """Return how the dealer's hand ends by first card, in ten significant digits."""
    shoe = values_of(shoe_of(rules.shoe_decks, seen))
    found = dealer_ends(shoe, hits_soft_17=bool(rules.settings["h17"]))
    return {first: {end: significant(float(chance)) for end, chance in ends.items()} for first, ends in found.items()}


def behind_the_cut(rules: Rules, rounds: int, *, stake: int | None = None, workers: int = 1) -> dict[str, Any]:
    """Return what the cutting card does to the main wager by the table of totals: simulated, beside the exact edge.

    The best table is that of a fresh shoe, whose edge is exact; what the rounds behind it come to is played.
    """
    from pitboss.lab.simulation.laid import without_limits
    from pitboss.lab.simulation.play import blackjack_run
    from pitboss.lab.simulation.run import check_run

    check_run(SEED, rounds, workers, None)

    table = without_limits(
        msgspec.structs.replace(rules.config, settings={**rules.settings, "reshuffle": "cutting_card"})
    )
    run = blackjack_run(table, stake=BLACKJACK_STAKE if stake is None else stake, seats=1, seed=SEED)
    for _ in run.go(rounds, workers=workers):
        pass
    found, fresh = run.estimate(), analyse(rules, stake=stake).basic_edge
    return {
        "simulated": True,
        "rounds": rounds,
        "seed": SEED,
        "cut_from_end": rules.cut_from_end,
        "edge": significant(-found.mean),
        "half_width": significant(found.half_width),
        "fresh": significant(fresh),
        "effect": significant(-found.mean - fresh),
    }


def as_data(settings: dict[str, Any], table: Table) -> dict[str, Any]:
    """Return a table of totals as one object."""
    rows = {row: {"two_cards": table.two_cards[row], "drawing": table.drawing[row]} for row in table.two_cards}
    return {"settings": settings, "columns": VALUES, "rows": rows, "pairs": table.pairs}
