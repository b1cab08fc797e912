"""What the commands that draw a game share: bets on the command line, and where the picture goes."""

from __future__ import annotations

import sys
from pathlib import Path

from pitboss.errors import BadNotation, InputError
from pitboss.money import check_stake

__all__ = ["bet_and_stake", "write_picture"]


def bet_and_stake(text: str, example: str) -> tuple[str, int]:
    """Read a bet with its minor units behind "="; the example shows how."""
    bet, equals, amount = text.partition("=")
    if not equals or not amount.isascii() or not amount.isdigit():
        raise BadNotation(f"a bet and its minor units, such as {example}", field="bet", value=text)
    return bet, check_stake(int(amount))


def write_picture(picture: str | bytes, output: str) -> None:
    """Write a picture, or a page as bytes, to a file; print it for "-"."""
    if output == "-":
        if isinstance(picture, str):
            sys.stdout.write(picture)
        else:
            sys.stdout.buffer.write(picture)
        return
    try:
        Path(output).write_bytes(picture.encode() if isinstance(picture, str) else picture)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", field="output", value=output) from error
