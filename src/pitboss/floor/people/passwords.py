"""Which passwords may be chosen: long ones, of any characters, that are not made of what everybody tries first.

After NIST SP 800-63B: where nothing else is asked for, at least 15 characters; no rules of composition, which make
people choose `Password1!`; no expiry; and lists of what is tried first, with the names at hand. The larger one are the
30,000 passwords most often found in breaches, with words and names, that zxcvbn brings: it knows what people make of
them, too, with capitals, digits for letters, years, rows of the keyboard and repetitions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from typing import Final

from pitboss.errors import InputError

PASSWORD_MIN: Final = 15
PASSWORD_MAX: Final = 200
_OWN_MIN: Final = 5
"""Letters and digits that must be left once everything is taken out that is tried first."""
_NAME_MIN: Final = 4
"""Names that are shorter stand in too many words."""
GUESSES_MIN: Final = 10**8
"""Guesses that a password must take of whoever has the lists: what zxcvbn calls hard behind a slow hash."""
_LOOKED_AT: Final = 40
"""Characters that are looked at together; the time it takes grows faster than their number."""


@cache
def _common() -> tuple[str, ...]:
    """Return what is tried first, the longest before what it holds."""
    text = resources.files("pitboss.floor.people").joinpath("common_passwords.txt").read_text(encoding="utf-8")
    return tuple(sorted(text.split(), key=len, reverse=True))


def refuse_weak(password: str, names: Sequence[str]) -> None:
    """Refuse a password that is too short, too long, or easily guessed; `names` are those of person and house.

    Raises:
        InputError: with what is wrong; never with the password.
    """
    if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        raise InputError(f"expected a password of {PASSWORD_MIN} to {PASSWORD_MAX} characters", field="password")
    if len(_own(password, names)) < _OWN_MIN:
        reason = "expected a password that is not made of common ones, names, or the same again and again"
        raise InputError(reason, field="password")
    if _guesses(password, names) < GUESSES_MIN:
        reason = "expected a password that is not made of a few that were found in breaches; add a word or two"
        raise InputError(reason, field="password")


def _guesses(password: str, names: Sequence[str]) -> float:
    """Return after how many guesses a password is found, by its better end; what parts its words counts for nothing.

    >>> [len(str(int(_guesses(one, [])))) for one in ("mustang-dragon-monkey", "seven teapots sang")]
    [9, 13]
    """
    from zxcvbn import zxcvbn  # 14 MB of lists, for houses in which somebody chooses a password

    text = re.sub(r"[\s._-]+", "", password)
    parts = {text[:_LOOKED_AT], text[-_LOOKED_AT:]}
    return max(float(zxcvbn(part, user_inputs=list(names))["guesses"]) for part in parts)


def _own(password: str, names: Iterable[str]) -> str:
    """Return what is a password's own: the rest of it, without repetitions.

    >>> [_own(one, ["Ann Lee"]) for one in ("Password-Password-1!", "AnnLee annlee x", "xyxyxyxyxyxyxy", "tea for two")]
    ['1', 'x', 'xy', 'teafortwo']
    """
    text = _plain(password)
    parts = [_plain(part) for name in names for part in (name, *re.split(r"\W+", name))]
    for word in (*sorted((one for one in parts if len(one) >= _NAME_MIN), key=len, reverse=True), *_common()):
        text = text.replace(word, "")
    # The shortest beginning that makes up the whole by being said again.
    return re.sub(r"^(.+?)\1+$", r"\1", text)


def _plain(text: str) -> str:
    return "".join(one for one in text.casefold() if one.isalnum())
