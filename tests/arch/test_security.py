"""What the page on security says can be looked up: its tests are there, and no requirement of the ASVS is left out."""

import re
import tomllib
from collections import Counter
from typing import Final, NamedTuple

import pytest

from tests.arch.test_docs import is_there, named_places, text_of

PAGE: Final = "docs/security.md"
ROW: Final = re.compile(r"^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| ([a-z ]+) \| (.+) \|$", re.MULTILINE)
SUM: Final = re.compile(r"^\| (met|not applicable|open) \| (\d+) \| (\d+) \|$", re.MULTILINE)
EVIDENCE: Final = re.compile(r"`[^`]+`|\]\(|\" above")
LEVELS: Final = """
1.1:22 1.2:111112222 1.3:11222222222 1.4:222 1.5:12 2.1:122 2.2:112 2.3:1222 2.4:2 3.2:11 3.3:1222 3.4:112222 3.5:11122
3.7:22 4.1:122 4.2:2 4.3:22 4.4:1222 5.1:2 5.2:112 5.3:11 5.4:222 6.1:122 6.2:111111112222 6.3:1122 6.4:1122 6.5:22222
6.6:222 6.8:2222 7.1:222 7.2:1111 7.3:22 7.4:11222 7.5:22 7.6:22 8.1:12 8.2:112 8.3:1 8.4:2 9.1:111 9.2:1222 10.1:22
10.2:22 10.3:2222 10.4:11111222222 10.5:22222 10.6:22 10.7:222 11.1:22 11.2:222 11.3:112 11.4:1222 11.5:2 11.6:2
12.1:122 12.2:11 12.3:2222 13.1:2 13.2:22222 13.3:22 13.4:12222 14.1:22 14.2:1222 14.3:122 15.1:122 15.2:122
15.3:1222222 16.1:2 16.2:22222 16.3:2222 16.4:222 16.5:222 17.1:2 17.2:2222 17.3:22
"""
"""Sections of the ASVS 5.0.0, each with the levels of its requirements; those of level 3 come last and are left out."""


class Row(NamedTuple):
    """A requirement on the page."""

    id: str
    level: str
    asks: str
    status: str
    shown: str


def rows() -> list[Row]:
    """Return the requirements as the page has them."""
    return [Row(*found) for found in ROW.findall(text_of(PAGE))]


def required() -> list[tuple[str, str]]:
    """Return the requirements of levels 1 and 2 with their levels."""
    sections = [section.split(":") for section in LEVELS.split()]
    return [(f"{name}.{number}", level) for name, levels in sections for number, level in enumerate(levels, 1)]


def test_every_named_test_is_a_test():
    """What is said to hold a defence is there, and is run by pytest."""
    named = [place for place in named_places(text_of(PAGE)) if place[0].startswith("tests/")]

    assert named
    assert [] == [place for place in named if not is_there(*place)]
    assert [] == [place for place in named if not place[1].rpartition(".")[2].startswith(("test_", "Test"))]


def test_no_requirement_is_left_out():
    """Each stands there once, in order, with its level; there are 70 of the first level and 183 of the second."""
    assert {"1": 70, "2": 183} == Counter(level for _, level in required())
    assert required() == [(row.id, row.level) for row in rows()]


@pytest.mark.parametrize("status", ["met", "not applicable", "open"])
def test_the_sums_are_those_of_the_rows(status):
    """Whoever reads only the sums is told the truth."""
    sums = {name: (int(first), int(second)) for name, first, second in SUM.findall(text_of(PAGE))}
    found = Counter(row.level for row in rows() if row.status == status)

    assert (found["1"], found["2"]) == sums[status]


def test_what_is_met_says_where():
    """By a place in the code, a page, or a part of this one."""
    assert {"met", "not applicable", "open"} == {row.status for row in rows()}
    assert [] == [row.id for row in rows() if row.status == "met" and not EVIDENCE.search(row.shown)]


def test_a_weakness_is_reported_one_way_and_it_is_there():
    """Both pages say the same, and send nobody to names and addresses that the package does not have."""
    page = text_of(PAGE).partition("\n## Report a weakness\n")[2].strip().partition("\n")[0]
    assert page == text_of("SECURITY.md").partition("\n")[2].strip().partition("\n")[0]
    assert "private security advisory" in page
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    assert "metadata" not in page or {"maintainers", "authors"} & set(project)
