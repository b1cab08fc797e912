"""The map of the rooms: the page on architecture says what each file of a room holds, in a table of that room."""

import re

import pytest

from tests.arch.tree import ROOT

PAGE = (ROOT / "docs/ARCHITECTURE.md").read_text(encoding="utf-8")
TABLE = re.compile(r"^\| File in `([\w/]+)/` \|[^\n]*\n((?:\|[^\n]*\n)+)", re.MULTILINE)
FILE = re.compile(r"`(\w+\.py)`")
ROOMS = tuple(dict(TABLE.findall(PAGE)))


def listed(room: str) -> list[str]:
    """List the files in the first column of a room's table."""
    rows = dict(TABLE.findall(PAGE))[room].splitlines()
    return [name for row in rows for name in FILE.findall(row.split("|")[1])]


@pytest.mark.parametrize("room", ROOMS)
def test_every_file_has_its_place(room):
    """Each once, and none that is not there."""
    files = {path.name for path in (ROOT / "src/pitboss" / room).glob("*.py")} - {"__init__.py"}

    assert sorted(files) == sorted(listed(room))
