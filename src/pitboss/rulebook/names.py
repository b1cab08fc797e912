"""What a name may look like, of a person, a colour, a table or a terminal: in settings and in commands alike."""

from __future__ import annotations

# "$" alone also matches before a last line break, in Python though not in a browser; the look-ahead makes them agree.
END = r"$(?!\n)"
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
NAME_PATTERN = rf"^[^\s:{_UNSEEN}]([^:{_UNSEEN}]{{0,38}}[^\s:{_UNSEEN}])?{END}"
"""A name in any script, of at most 40 characters; a colon is what separates the parts of an account."""
