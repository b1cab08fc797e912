"""One-time codes and the hashes of tokens: all that is kept of what opens the door."""

from __future__ import annotations

import hashlib
import secrets as chance
from datetime import datetime

import msgspec


def digest(token: str) -> str:
    """Return what is kept of a token or code that has enough chance in it to be hashed once."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_code() -> str:
    """Return a one-time code that a person can type: 80 bits in four groups."""
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    return "-".join("".join(chance.choice(letters) for _ in range(4)) for _ in range(4))


class Code(msgspec.Struct, frozen=True):
    """A one-time code as it is kept beside the journal."""

    hash: str
    until: datetime


def is_code(known: Code, given: str, now: datetime) -> bool:
    """Tell whether the hash of what was given is that of a code, which is not too old."""
    return chance.compare_digest(known.hash, given) and known.until > now
