"""Remakes the golden transcripts in place: after each command stands what the rules answer now. Remakes signs as well.

First lines, notes and commands stay as they are. Recorded answers are left unread, so that a file outlives a change to
the form of its events.
"""

import sys
from pathlib import Path

import msgspec

from pitboss.cli.sign import as_text
from pitboss.errors import PitbossError
from pitboss.games import GAMES, game
from pitboss.openers import read_transcript
from pitboss.rulebook import edition, read_table_file, table_config
from pitboss.transcript import recorded_lines

ROOT = Path(__file__).resolve().parents[2]
PLACES = (*(f"examples/{name}" for name in GAMES), "examples/cage", "examples/tote", "src/pitboss/cli/rounds")
ANSWERS = {"event", "refusal"}
SIGNS = ROOT / "tests/golden/signs"
"""A sign each, with its table beside it, or named after the example table that it is of."""


def transcripts() -> list[Path]:
    """List the transcripts of the tree that are kept as golden files."""
    return sorted(path for place in PLACES for path in (ROOT / place).rglob("*.jsonl"))


def is_answer(line: bytes) -> bool:
    """Tell whether a line holds a recorded answer; what is not JSON is left for the reader of transcripts to name."""
    try:
        return not ANSWERS.isdisjoint(msgspec.json.decode(line, type=dict[str, msgspec.Raw]))
    except msgspec.DecodeError:
        return False


def remade(content: bytes) -> bytes:
    """Return a transcript with the answers of the rules as they are now."""
    # An answer becomes an empty line, so that errors still name the line in the file.
    asked = [b"" if is_answer(line) else line for line in content.split(b"\n")]
    return "".join(f"{line}\n" for line in recorded_lines(read_transcript(asked))).encode()


def table_of(path: Path) -> Path:
    """Return the file of the table that a sign is of."""
    beside = path.with_suffix(".toml")
    return beside if beside.exists() else ROOT / "examples/tables" / beside.name


def sign(path: Path) -> bytes:
    """Return the sign that belongs into a file, as the rules have it now."""
    config = table_config(read_table_file(table_of(path)))
    return as_text(game(edition(config.rulebook).game).sign(config), is_printed=False).encode()


def main() -> int:
    """Remake every transcript and tell which changed; nothing is written to one that cannot be read. Then the signs."""
    paths, changed, unreadable = transcripts(), 0, 0
    for path in paths:
        name, before = path.relative_to(ROOT).as_posix(), path.read_bytes()
        try:
            after = remade(before)
        except PitbossError as error:
            print(f"{name}: {error}", file=sys.stderr)
            unreadable += 1
            continue
        if after != before:
            path.write_bytes(after)
            print(f"changed {name}")
            changed += 1
    for path in sorted(SIGNS.glob("*.txt")):
        path.write_bytes(sign(path))
    print(f"{len(paths)} transcripts, {changed} changed, {unreadable} unreadable")
    return 1 if unreadable else 0


if __name__ == "__main__":
    sys.exit(main())
