"""Short ways to write a card for the totalizator and to read what it came to."""

import json
from typing import Any

from pitboss.tote.settle import settle_card

__all__ = ["answered", "card_of", "pool_of", "prices", "run"]


def answered(card: dict[str, Any]) -> dict[str, Any]:
    """Settle a card, as a client would send it and read the answer."""
    return dict(json.loads(json.dumps(settle_card(json.dumps(card).encode()))))


def run(*order: str, runners: int = 6, named: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    """Return a race that ended in an order such as "1", "2=3", or one without a result."""
    listed = [str(number) for number in range(1, runners + 1)] if named is None else named
    result = {"result": [place.split("=") for place in order]} if order else {}
    return {"runners": listed, **result, **more}


def card_of(kind: str, races: list[dict[str, Any]], bets: dict[str, int], **more: Any) -> dict[str, Any]:
    """Return a card with one pool P, without takeout unless told; bets are amounts by selections with blanks."""
    numbered = {str(number): race for number, race in enumerate(races, 1)}
    tickets = [{"id": sel, "pool": "P", "sel": sel.split(), "amount": amount} for sel, amount in bets.items()]
    pool = {"type": kind, "races": list(numbered), "takeout": "0", **more}
    return {"races": numbered, "pools": {"P": pool}, "tickets": tickets}


def pool_of(kind: str, races: list[dict[str, Any]], bets: dict[str, int], **more: Any) -> dict[str, Any]:
    """Settle one pool and return its part of the answer."""
    return dict(answered(card_of(kind, races, bets, **more))["pools"]["P"])


def prices(pool: dict[str, Any]) -> dict[str, Any]:
    """Return the price for a dollar of each winner."""
    return {row["combo"]: row["price_1"] for row in pool["winners"]}
