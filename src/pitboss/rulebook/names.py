"""Which names are valid for a person, colour, table or terminal, in settings and in commands."""

from __future__ import annotations

import re

# "$" alone also matches before a last line break, in Python though not in a browser; the look-ahead makes them agree.
END = r"$(?!\n)"
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
_LENGTH_MAX = 40
NAME_PATTERN = rf"^[^\s:{_UNSEEN}]([^:{_UNSEEN}]{{0,{_LENGTH_MAX - 2}}}[^\s:{_UNSEEN}])?{END}"
"""A name in any script, of at most 40 characters; a colon is what separates the parts of an account."""


def in_words(rule: str, value: object) -> str:
    """Return what is wrong with a name as a sentence; a rule that is not that of names is returned as it is.

    >>> in_words(f"Expected `str` matching regex {NAME_PATTERN!r}", "Dana:1")
    'a name has no colon'
    """
    # A pattern is told as Python writes it, and may have something in front.
    if repr(NAME_PATTERN)[2:-1] not in rule or not isinstance(value, str):
        return rule
    faults = (
        (not value.strip(), "a name has at least one character that can be seen"),
        (len(value) > _LENGTH_MAX, f"a name has at most {_LENGTH_MAX} characters, and this one has {len(value)}"),
        (
            re.search(f"[{_UNSEEN}]", value),
            "a name has no characters that cannot be seen, such as a line break",
        ),
        (":" in value, "a name has no colon"),
        (value != value.strip(), "a name neither begins nor ends with a blank"),
    )
    return next((words for is_so, words in faults if is_so), "this name has no stroke (/)")
