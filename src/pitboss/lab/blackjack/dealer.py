"""How the dealer's hand ends, by first card: exact fractions from the tree that the analysis of a table walks.

Nobody's cards but the dealer's own are taken out of the shoe.
"""

from __future__ import annotations

from fractions import Fraction
from math import perm
from typing import Final

from pitboss.lab.blackjack.tables import BLACKJACK, FINALS, SIZE, VALUES, Counts, dealer_tree

ENDS: Final = (*(str(total) for total in FINALS), "blackjack", "over")
"""How the dealer's hand may end: its total, a Blackjack, or over 21."""


def dealer_ends(shoe: Counts, *, hits_soft_17: bool) -> dict[str, dict[str, Fraction]]:
    """Return how likely each end is, by the value of the first card; without those that the shoe has not.

    >>> from pitboss.lab.blackjack.tables import full_shoe
    >>> found = dealer_ends(full_shoe(6), hits_soft_17=False)
    >>> found["A"]["blackjack"], f"{float(found['6']['over']):.6f}"
    (Fraction(96, 311), '0.422842')
    """
    tree = dealer_tree(hits_soft_17=hits_soft_17)
    found = {}
    for first in range(SIZE):
        if not shoe[first]:
            continue
        left = [count - (value == first) for value, count in enumerate(shoe)]
        ways, drawn, cards = dict.fromkeys(ENDS, Fraction(0)), list[int](), sum(left)
        for depth, value, _, orders, final in tree.steps[tree.starts[first] : tree.starts[first + 1]].tolist():
            drawn[depth - 1 :] = [value]
            if orders and depth <= cards:
                dealt = 1
                for one in set(drawn):
                    dealt *= perm(left[one], drawn.count(one))
                ways["blackjack" if final == BLACKJACK else ENDS[final]] += Fraction(orders * dealt, perm(cards, depth))
        ways["over"] = 1 - sum(ways.values(), Fraction(0))
        found[VALUES[first]] = ways
    return found
