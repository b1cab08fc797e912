"""`pitboss tote settle`: a race card's pools, from the tickets to the prices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.cli.output import File, print_json, print_table, read_bytes
from pitboss.money import Currency, show

_MONEY = ("sold", "refunds", "takeout", "net")
_RARE = {
    "carryover_in": "carried in",
    "carryover_out": "carried over",
    "breakage": "breakage",
    "minus_pool": "minus pool",
}
"""Figures that have a column only where some pool has one, and what stands above it."""


def settle(card: File, *, json: bool = False) -> None:
    """Settle every pool of a card: refunds, takeout, prices, payouts, breakage, carryovers.

    Parameters
    ----------
    card
        The card with its races, pools and tickets as one JSON document; "-" reads standard input.
    json
        Print the answer as one JSON document instead of a table.
    """
    from pitboss.tote.settle import settle_card

    answer = settle_card(read_bytes(card))
    if json:
        print_json([answer])
        return
    rare = {key: title for key, title in _RARE.items() if any(pool[key] for pool in answer["pools"].values())}
    columns = ("pool", "status", *_MONEY, *rare.values(), "winner", "pays for $2")
    print_table("Pools", columns, _rows(answer, rare))


def _rows(answer: dict[str, Any], rare: dict[str, str]) -> Iterator[dict[str, object]]:
    dollar = Currency.of("USD")
    for name, pool in answer["pools"].items():
        money = {rare.get(key, key): show(pool[key], dollar) for key in (*_MONEY, *rare)}
        head = {"pool": f"{name} ({pool['type']})", "status": pool["status"], **money}
        winners = pool["winners"] or [{"combo": pool.get("reason", ""), "price_2": None}]
        for winner in winners:
            price = "" if winner["price_2"] is None else show(winner["price_2"], dollar)
            source = f", {winner['source']}" if "source" in winner else ""
            yield {**head, "winner": f"{winner['combo']}{source}", "pays for $2": price}
            head = dict.fromkeys(head, "")
