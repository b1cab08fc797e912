"""What the laboratory answers about a blackjack table, as objects: its odds, and the best play by totals."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.games.blackjack.rules import Rules
from pitboss.lab.blackjack.dealer import dealer_ends
from pitboss.lab.blackjack.exact import Table, analyse, significant, taken_for_granted
from pitboss.lab.blackjack.spread import SURE
from pitboss.lab.blackjack.tables import ACE, VALUES
from pitboss.lab.blackjack.wagers import insurance_edge, shoe_of, values_of, wager_edges
from pitboss.lab.pay_tables import ratio
from pitboss.lab.sheet import BLACKJACK_STAKE

if TYPE_CHECKING:
    from pitboss.lab.simulation.run import Estimate

SEED: Final = 1
"""What the chance of a simulation beside exact figures is made from."""
_DECIMALS: Final = 9
"""Of what is known to ten, or comes from what is."""


def answered(rules: Rules, seen: list[str], stake: int | None = None) -> dict[str, Any]:
    """Return the odds of a table as one object."""
    shoe = shoe_of(rules.shoe_decks, seen)
    found = analyse(rules, shoe=values_of(shoe), stake=stake)
    is_same = found.options.max_hands == 2 and not found.options.surrender  # noqa: PLR2004 - split once
    several = found if is_same else analyse(rules, shoe=values_of(shoe), stake=stake, is_multiple=True)
    each = significant(several.composition_edge)
    return {
        "settings": rules.settings,
        "edge": {"composition": significant(found.composition_edge), "basic": significant(found.basic_edge)},
        "insurance": ratio(insurance_edge(rules, shoe)) if values_of(shoe)[ACE] else None,
        "wagers": {wager: ratio(edge) for wager, edge in wager_edges(rules, shoe).items()},
        "multiple_action": {"1": each, "2": each, "3": each},
    }


def distributed(rules: Rules, seen: list[str], stake: int | None = None) -> dict[str, Any]:
    """Return how a round's result is spread that is played by the table of totals, in units of the wager."""
    spread = analyse(rules, shoe=values_of(shoe_of(rules.shoe_decks, seen)), stake=stake).spread
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

    The best table is that of a fresh shoe, whose edge is exact; what the rounds behind it come to is played. Where the
    exact edge takes a look for granted that the table has not, fresh shoes are played, too: like stands beside like.
    """
    from pitboss.lab.simulation.laid import without_limits
    from pitboss.lab.simulation.play import blackjack_run
    from pitboss.lab.simulation.run import check_run

    check_run(SEED, rounds, workers, None)

    def played(reshuffle: str) -> Estimate:
        settings = {**rules.settings, "reshuffle": reshuffle}
        table = without_limits(msgspec.structs.replace(rules.config, settings=settings))
        run = blackjack_run(table, stake=BLACKJACK_STAKE if stake is None else stake, seats=1, seed=SEED)
        for _ in run.go(rounds, workers=workers):
            pass
        return run.estimate()

    found, fresh, fresh_half_width = played("cutting_card"), analyse(rules, stake=stake).basic_edge, 0.0
    if taken_for_granted(rules):
        from_fresh = played("each_round")
        fresh, fresh_half_width = -from_fresh.mean, from_fresh.half_width
    return {
        "simulated": True,
        "rounds": rounds,
        "seed": SEED,
        "cut_from_end": rules.cut_from_end,
        "edge": significant(-found.mean),
        "half_width": significant(found.half_width),
        "fresh": significant(fresh),
        "fresh_half_width": significant(fresh_half_width),
        "effect": significant(-found.mean - fresh),
        "effect_half_width": significant(hypot(found.half_width, fresh_half_width)),
    }


def as_data(settings: dict[str, Any], table: Table) -> dict[str, Any]:
    """Return a table of totals as one object."""
    rows = {row: {"two_cards": table.two_cards[row], "drawing": table.drawing[row]} for row in table.two_cards}
    return {"settings": settings, "columns": VALUES, "rows": rows, "pairs": table.pairs}
