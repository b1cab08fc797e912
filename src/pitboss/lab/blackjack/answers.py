"""What the laboratory answers about a blackjack table, as objects: its odds, and the best play by totals."""

from __future__ import annotations

from typing import Any

from pitboss.games.blackjack.rules import Rules
from pitboss.lab.blackjack.exact import Table, analyse, significant
from pitboss.lab.blackjack.tables import VALUES
from pitboss.lab.blackjack.wagers import insurance_edge, shoe_of, values_of, wager_edges
from pitboss.lab.pay_tables import ratio


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
        "insurance": ratio(insurance_edge(rules, shoe)),
        "wagers": {wager: ratio(edge) for wager, edge in wager_edges(rules, shoe).items()},
        "multiple_action": {"1": each, "2": each, "3": each},
    }


def as_data(settings: dict[str, Any], table: Table) -> dict[str, Any]:
    """Return a table of totals as one object."""
    rows = {row: {"two_cards": table.two_cards[row], "drawing": table.drawing[row]} for row in table.two_cards}
    return {"settings": settings, "columns": VALUES, "rows": rows, "pairs": table.pairs}
