"""`pitboss tote explain`: why a pool pays what it pays."""

from __future__ import annotations

from pitboss.cli.output import File, print_json, read_bytes
from pitboss.errors import InputError
from pitboss.tote.explain import explain as lines_of
from pitboss.tote.settle import settled_pools

__all__ = ["explain"]


def explain(card: File, pool: str, *, json: bool = False) -> None:
    """Tell how a pool came to its prices, line by line, every amount exact.

    Parameters
    ----------
    card
        The card with its races, pools and tickets as one JSON document; "-" reads standard input.
    pool
        The pool's name on the card.
    json
        Print one JSON object with the pool and its lines.
    """
    _, outcomes = settled_pools(read_bytes(card))
    if pool not in outcomes:
        raise InputError(f"no such pool; the card has {', '.join(outcomes) or 'none'}", field="pool", value=pool)
    lines = lines_of(outcomes[pool])
    if json:
        print_json([{"pool": pool, "lines": lines}])
        return
    for line in lines:
        print(line)
