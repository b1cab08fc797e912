"""The documentation site: nothing is left out of it, nothing is fetched, and rulebooks are told clause by clause."""

import re

import pytest

import pitboss
from pitboss.cli import _COMMANDS, _GROUPS
from pitboss.rulebook import all_clauses, edition, edition_ids, readings
from tests.arch.tree import ROOT
from tests.support import site_hook, site_pages

CONFIG = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
NAV = re.findall(r"^ +- (?:[^:\n]+: )?([\w/.-]+\.md)$", CONFIG.partition("\nnav:\n")[2], re.MULTILINE)
README = (ROOT / "README.md").read_text(encoding="utf-8")


class Page:
    """A page as the hook is given it."""

    def __init__(self, name: str) -> None:
        self.file = self
        self.src_uri = name


def read(name: str, markdown: str) -> str:
    """Return a page's text as the site has it."""
    return site_hook.on_page_markdown(markdown, page=Page(name), config=None, files=None)


def test_every_page_is_in_the_navigation_once():
    """Those that are written and those that are made."""
    written = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    made = {name for name in site_pages.makers() if name.endswith(".md")}

    assert sorted(written | made) == sorted(NAV)


def test_every_person_of_the_floor_has_a_guide():
    """The page of guides links to each, and each says what to do."""
    guides = {path.name for path in (ROOT / "docs/guides").glob("*.md")} - {"index.md"}
    index = (ROOT / "docs/guides/index.md").read_text(encoding="utf-8")

    assert guides == set(re.findall(r"\]\(([\w-]+\.md)\)", index))
    assert 9 == len(guides)


def test_the_site_fetches_nothing():
    """No font, and no script but ours; a page that would is not built."""
    assert re.search(r"^  font: false", CONFIG, re.MULTILINE)
    assert "://" not in re.sub(r"#.*", "", CONFIG)
    for fetched in ('<script src="https://x.org/a.js">', '<link rel="stylesheet" href="https://x.org/a.css">'):
        assert site_hook._FETCHED.search(fetched)
    assert not site_hook._FETCHED.search('<a href="https://x.org">x</a><script src="../a.js">')


def test_the_first_screen_is_short():
    """At most 150 lines, one picture before the two commands, and no badges."""
    before, _, after = README.partition("```console\n")

    assert len(README.splitlines()) <= 150
    assert 1 == len(re.findall(r"^!\[", before, re.MULTILINE))
    assert ["make run", "make test"] == re.findall(r"^\$ (make \w+)", after.partition("```")[0], re.MULTILINE)
    assert "shields.io" not in README
    assert "badge" not in README


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[a](../CONTRIBUTING.md)", "[a](contributing.md)"),
        ("[a](../SECURITY.md#x)", "[a](reporting.md#x)"),
        ("[a](../examples/tote/day)", "[a](examples.md#tote-day)"),
        ("[a](../examples/blackjack/tournaments/small.jsonl)", "[a](examples/blackjack/tournaments/small.jsonl)"),
        ("[a](tour.md) [b](https://x.org)", "[a](tour.md) [b](https://x.org)"),
        ("```console in order\n$ [a](../x)\n```\n", "```console\n$ [a](../x)\n```\n"),
        ("Text:\n- one\n- two\n", "Text:\n\n- one\n- two\n"),
    ],
)
def test_what_github_reads_the_site_reads(written, shown):
    """Links out of docs/, fences with a second word, and lists behind a line."""
    assert shown == read("page.md", written)


def test_links_are_seen_from_the_folder_of_a_page():
    """A guide lies one folder deeper."""
    assert "[a](../contributing.md)" == read("guides/developer.md", "[a](../../CONTRIBUTING.md)")


def test_every_clause_is_told_with_how_it_is_met():
    """Each rulebook's page has all its clauses in order, each with its text, code or data, and a test."""
    for name in edition_ids():
        page = site_pages.edition_page(edition(name))
        parts = dict(re.findall(r"^### (\S+) · .*?\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL))
        assert [entry.id for entry in edition(name).clauses] == list(parts)
        assert [] == [clause for clause, part in parts.items() if "- test: `tests/" not in part]
        assert [] == [clause for clause, part in parts.items() if '??? quote "How it is met: ' not in part]


def test_readings_and_house_practice_are_told():
    """Both pages together have all that is not in a document."""
    pages = site_pages.makers()["editions/readings.md"]() + site_pages.makers()["editions/house-practice.md"]()

    assert {entry.id for entry in readings()} == set(re.findall(r"\{#(\S+)\}", pages))


def test_clauses_are_linked():
    """A clause that a text names is a link to where it stands."""
    linked = site_pages._linked("As RO-F2 says (Q4); RO-F2x is none.", but="Q4")

    assert "As [RO-F2](oneida-roulette-2008.md#RO-F2) says (Q4); RO-F2x is none." == linked


def test_houses_stand_side_by_side():
    """Every two that play one game, with the edges of both."""
    page = site_pages.differences_page()
    roulette = [name for name in edition_ids() if edition(name).game == "roulette"]

    assert len(roulette) * (len(roulette) - 1) // 2 == len(re.findall(r"^## ", page, re.MULTILINE))
    assert "exactly 35 to 1, edge 1/37 (2.70 %)" in page


def test_every_command_and_every_public_name_is_in_the_reference():
    """Each with a heading of its own, or its directive."""
    commands = [*_COMMANDS, *(f"{group} {name}" for group, (_, _, inner) in _GROUPS.items() for name in inner)]

    assert commands == re.findall(r"^## pitboss (.+)$", site_pages.commands_page(), re.MULTILINE)
    assert sorted(pitboss.__all__) == re.findall(r"^::: pitboss\.(?:\w+\.)*(\w+)$", site_pages.api_page(), re.MULTILINE)


def test_every_example_is_listed():
    """With a link to the file."""
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "examples").rglob("*") if path.is_file()}

    assert files == set(re.findall(r"\]\((examples/[^)]+)\)", site_pages.examples_page()))


def test_clause_ids_are_places_of_one_page_each():
    """No id is told on two pages: a link to it leads to one."""
    names = [name for name in site_pages.makers() if name.startswith("editions/")]
    told = [found for name in names for found in re.findall(r"\{#(\S+)\}", site_pages.makers()[name]())]

    assert sorted(all_clauses()) == sorted(told)
