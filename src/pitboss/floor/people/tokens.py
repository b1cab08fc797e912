"""One-time codes and the hashes of tokens: all that is kept of what opens the door.

A code that two people make for a third comes in two halves, one for each of the two: neither opens anything alone.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets as chance
from collections.abc import Iterable
from datetime import datetime
from typing import Final

import msgspec

_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_GROUP: Final = 5
_WHOLE: Final = 30
_HALF: Final = 15
"""Letters of a code, and of the half of one: 150 bits, and 75 that are each of no use without the others."""


def digest(token: str) -> str:
    """Return what is kept of a token or code that has enough chance in it to be hashed once."""
    return hashlib.sha256(token.encode()).hexdigest()


def _grouped(letters: Iterable[str]) -> str:
    text = "".join(letters)
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))


def new_code() -> str:
    """Return a one-time code that a person can type: 150 bits in six groups, enough to be hashed once."""
    return _grouped(chance.choice(_LETTERS) for _ in range(_WHOLE))


def new_half() -> str:
    """Return the half of a code that whoever stands by is given: 75 bits in three groups."""
    return _grouped(chance.choice(_LETTERS) for _ in range(_HALF))


def half_for(key: bytes, question: str) -> str:
    """Return the half of a code that whoever asks is given: drawn from the server's key, so that it need not be kept.

    >>> half_for(b"key", "one") == half_for(b"key", "one") != half_for(b"key", "two")
    True
    """
    drawn = hmac.digest(key, f"half of a code: {question}".encode(), "sha256")
    return _grouped(_LETTERS[byte % len(_LETTERS)] for byte in drawn[:_HALF])


def readings(code: str) -> tuple[str, ...]:
    """Return what somebody may mean who typed a code: its groups, and of two halves either first.

    >>> readings(" abcde fghij ")
    ('ABCDE-FGHIJ',)
    >>> readings("aaaaabbbbbccccc DDDDD-EEEEE-FFFFF")
    ('AAAAA-BBBBB-CCCCC-DDDDD-EEEEE-FFFFF', 'DDDDD-EEEEE-FFFFF-AAAAA-BBBBB-CCCCC')
    """
    letters = [letter for letter in code.upper() if letter.isascii() and letter.isalnum()]
    found = [_grouped(letters)]
    if len(letters) == 2 * _HALF:
        found.append(_grouped((*letters[_HALF:], *letters[:_HALF])))
    return tuple(found)


class Code(msgspec.Struct, frozen=True):
    """A one-time code as it is kept beside the journal."""

    hash: str
    until: datetime


def is_code(known: Code, given: str, now: datetime) -> bool:
    """Tell whether what was typed is a code, which is not too old."""
    is_right = any(chance.compare_digest(known.hash, digest(reading)) for reading in readings(given))
    return is_right and known.until > now
