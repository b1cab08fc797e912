"""`pitboss settle`: the machine interface to the rules."""

from __future__ import annotations

from pitboss.cli.output import File, print_json, read_bytes
from pitboss.errors import InputError


def run(game: str, file: File, *, json: bool = True) -> None:
    """Settle the rounds in a file and print one JSON answer a line, in the same order.

    All input is read and decoded before the first answer is printed.

    Parameters
    ----------
    game
        The game, such as roulette.
    file
        One JSON document, or JSON Lines; "-" reads standard input.
    json
        Accepted for symmetry: the answer is always JSON.
    """
    from pitboss.games import game as game_named

    del json
    rules = game_named(game)
    print_json([rules.settle(data, line) for line, data in documents(read_bytes(file))])


def documents(data: bytes) -> list[tuple[int, bytes]]:
    """Split a file into documents with the line each begins on: JSON Lines, or one document over several lines."""
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), start=1) if line.strip()]
    if not lines:
        raise InputError("no document in it", field="file")
    if len(lines) > 1 and not _is_complete(lines[0][1]):
        return [(lines[0][0], data)]
    return lines


def _is_complete(line: bytes) -> bool:
    """Tell whether a line is JSON by itself; a pretty-printed document's first line is not."""
    import msgspec

    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True
