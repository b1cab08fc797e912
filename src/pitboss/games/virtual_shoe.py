"""A virtual shoe: an order fixed beforehand, committed to before the first card and revealed after the last.

The order and the nonce arrive from outside; nothing here draws chance. Whoever holds the commitment can check for
themselves, with SHA-256 and the canonical text, that the cards dealt were those of the order.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Annotated

import msgspec

from pitboss.games.cards import CARDS

COMMITMENT_PATTERN = r"^[0-9a-f]{64}$(?!\n)"
Commitment = Annotated[str, msgspec.Meta(pattern=COMMITMENT_PATTERN, description="SHA-256 in hexadecimal.")]
_FORMAT = "pitboss.shoe/1"


def canonical_text(order: Sequence[str], nonce: str) -> bytes:
    """Return what the commitment is taken over: a JSON array of the format's name, the nonce and the cards.

    >>> canonical_text(["TS", "AH"], "n")
    b'["pitboss.shoe/1","n",["TS","AH"]]'
    """
    return msgspec.json.encode([_FORMAT, nonce, list(order)])


def commitment_of(order: Sequence[str], nonce: str) -> str:
    """Return the commitment to an order: SHA-256 of its canonical text, in hexadecimal."""
    return hashlib.sha256(canonical_text(order, nonce)).hexdigest()


def verify_commitment(commitment: str, order: Sequence[str], nonce: str) -> bool:
    """Tell whether a revealed order and nonce are those that were committed to.

    >>> verify_commitment(commitment_of(["TS"], "n"), ["TS"], "n"), verify_commitment("0" * 64, ["TS"], "n")
    (True, False)
    """
    return commitment == commitment_of(order, nonce)


def finding(commitment: str, order: Sequence[str], nonce: str, *, decks: int, dealt: Sequence[str]) -> str | None:
    """Return what is wrong with a reveal, or None: the commitment, the decks and the cards dealt must all agree.

    >>> finding(commitment_of(["TS"], "n"), ["TS"], "n", decks=1, dealt=[])
    'the order has 1 cards, not 1 full decks'
    """
    if not verify_commitment(commitment, order, nonce):
        return "the order and the nonce are not what was committed to"
    if Counter(order) != Counter(CARDS * decks):
        return f"the order has {len(order)} cards, not {decks} full decks"
    for place, (card, shown) in enumerate(zip(order, dealt, strict=False), 1):
        if card != shown:
            return f"card {place} was {shown}, and the order has {card}"
    return None
