"""What the fonts of printed paper can show."""

from __future__ import annotations


def can_print(character: str) -> bool:
    """Tell whether the fonts that every PDF reader has know a character."""
    try:
        character.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return character.isprintable()
