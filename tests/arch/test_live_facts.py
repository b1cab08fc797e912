"""A game declares its own live facts: no room above the games names a game's acts or events."""

import re

from tests.arch.tree import ROOT

OWN = "house|stream|refusal"
"""What the floor itself records and answers."""
TAG = re.compile(rf'"(?!(?:{OWN})\.)[a-z]+\.[a-z_]+/[1-9]"')
EXCEPTIONS: dict[str, str] = {}
"""Files that still name some, and why; the list may only shrink."""


def naming() -> set[str]:
    """Return the files of those rooms that name acts or events; the recount is independent, and must."""
    package = ROOT / "src/pitboss"
    files = [path for room in ("floor", "web", "ledger") for path in (package / room).rglob("*.py")]
    found = {path.relative_to(package).as_posix() for path in files if TAG.search(path.read_text(encoding="utf-8"))}
    return {name for name in found if not name.startswith("ledger/recount")}


def test_no_room_above_the_games_names_their_messages():
    """Views, permissions, audiences and card acts come with the game; exceptions are still needed."""
    assert set(EXCEPTIONS) == naming()
