"""A house is added by a file: a copy of an edition under a new id is played, posted and checked like the first."""

import random
import sys
from importlib import resources

import pytest

from pitboss import rulebook
from pitboss.errors import BadConfig
from pitboss.floor.writer.program import code_version, program_digest
from pitboss.games import game
from pitboss.rulebook import all_clauses, check_settings, edition, edition_ids, table_config
from tests.contract.test_game_contract import Held
from tests.support.cases import CASES

COPY = "test-of-a-copied-roulette"
TEXT = (resources.files("pitboss.rulebook") / "editions" / "seabrook-roulette.toml").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the copy, which is one of the folders of editions for this test only."""
    monkeypatch.setattr(sys.modules["pitboss.rulebook.edition"], "_added", [])
    (tmp_path / f"{COPY}.toml").write_text(TEXT.replace("seabrook-roulette", COPY, 1), encoding="utf-8")
    yield tmp_path
    rulebook.edition.cache_clear()
    rulebook.all_clauses.cache_clear()


def test_the_copy_is_an_edition_like_any_other(folder):
    """It is listed in order, its defaults are permitted, and it brings no clause that was not there."""
    clauses = {*all_clauses()}
    rulebook.add_editions(folder)
    rules = edition(COPY)
    defaults = {spec.key: spec.default for spec in rules.settings}

    assert sorted(edition_ids()) == list(edition_ids())
    assert (defaults, []) == check_settings(rules, defaults)
    assert clauses == {*all_clauses()}


def test_a_folder_is_named_by_the_environment(folder, monkeypatch):
    """So every process of a house finds it."""
    monkeypatch.setenv("PITBOSS_EDITIONS", str(folder))

    assert COPY in edition_ids()


def test_the_copy_is_walked_and_posted(folder):
    """Legal and decide are of one mind under it, and its sign has the limits of the first."""
    rulebook.add_editions(folder)
    walk = Held(random.Random(1), "roulette", COPY, {})
    while walk.commands < 150:
        walk.step()
    walk.finish()
    copied, first = (game("roulette").sign(table_config({"rulebook": name})) for name in (COPY, "seabrook-roulette"))

    assert walk.met[CASES["roulette"].end] > 0
    assert copied.sections == first.sections


def test_the_same_clause_in_other_words_is_refused(folder):
    """Who changes a clause gives it an id of its own: two documents may share one only word for word."""
    path = folder / f"{COPY}.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('title = "', 'title = "Our ', 2), encoding="utf-8")
    rulebook.add_editions(folder)

    with pytest.raises(BadConfig, match="in other words"):
        all_clauses()


def test_what_ships_with_the_program_is_not_replaced(folder):
    """A file of a known id elsewhere changes nothing."""
    before = edition("seabrook-roulette").hash
    (folder / "seabrook-roulette.toml").write_text(TEXT.replace("Seabrook Park", "Nowhere"), encoding="utf-8")
    rulebook.add_editions(folder)

    assert before == edition("seabrook-roulette").hash


def test_a_folder_that_is_not_there_is_refused(folder):
    """The error names it."""
    with pytest.raises(BadConfig, match="no such folder"):
        rulebook.add_editions(folder / "nowhere")


def test_the_digest_of_the_program_covers_it(folder):
    """A house that is pinned to a program is not opened with rules that were added or changed since."""
    before = program_digest(), code_version()
    rulebook.add_editions(folder)
    after = program_digest(), code_version()

    assert [True, True] == [one != other for one, other in zip(before, after, strict=True)]
