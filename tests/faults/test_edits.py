"""Somebody who owns the database, knows the format and has all but the key edits it: `verify` or the anchor tells."""

import shutil
from collections import Counter
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from pitboss.floor.writer.books import balances
from pitboss.floor.writer.live_stream import load
from pitboss.journal import JournalError, open_journal
from tests.support.campaign import Campaign, Part
from tests.support.driven import there
from tests.support.durable import folder
from tests.support.edited_house import proved, written
from tests.support.edits import ANCHOR, EDITS, EITHER, HARMLESS, SAME, VERIFY
from tests.support.postgres import database

PART_EDITS = 100
ALLOWED = {
    VERIFY: {VERIFY},
    ANCHOR: {ANCHOR},
    EITHER: {VERIFY, ANCHOR},
    SAME: {VERIFY, HARMLESS},
    HARMLESS: {HARMLESS},
}
"""By whom each class of edit may be found."""


@pytest.fixture(scope="module")
def house():
    """Return a house that was closed, in a SQLite file of which every case has a copy."""
    with folder() as place:
        yield written(f"sqlite:///{place / 'house.db'}", place)


@pytest.fixture(scope="module")
def served():
    """Return a house that was closed, in a PostgreSQL database of which every case has a copy."""
    with database() as address, folder() as place:
        yield written(address, place)


def content(address, known):
    """Return what a journal holds and would serve: lines, balances, and states by way of its snapshots and views."""
    with closing(open_journal(address, is_reader=True)) as journal:
        sealed = known.sealed(journal)
        states = {stream: there(load(sealed, stream)).state for stream in sorted(journal.heads())}
        return [line.text for line in journal.lines()], balances(journal), states


def verdict(address, known):
    """Say who finds what is wrong with a journal; what nobody finds must be without effect."""
    try:
        faults = proved(address, known).faults
    except JournalError:
        return VERIFY
    if not faults:
        assert content(known.address, known) == content(address, known)
        return HARMLESS
    is_anchor = ["the anchor saw" in fault.what or "not the anchor's" in fault.what for fault in faults]
    return ANCHOR if all(is_anchor) else VERIFY


@contextmanager
def copied(known):
    """Yield a copy of a house's journal, to be edited."""
    if known.address.startswith("sqlite"):
        with folder() as place:
            shutil.copy(Path(known.address.removeprefix("sqlite:///")), place / "copy.db")
            yield f"sqlite:///{place / 'copy.db'}"
        return
    with database(template=known.address) as address:
        yield address


def search(known, part: Part) -> Counter[str]:
    """Make the edits of a part, each in a copy."""
    rng, met = part.rng(), Counter[str]()
    names = list(EDITS)
    for number in range(part.cases):
        name = names[number % len(names)] if number < len(names) else rng.choice(names)
        finder, edit = EDITS[name]
        with copied(known) as address:
            edit(address, known, rng)
            try:
                found = verdict(address, known)
                assert found in ALLOWED[finder], (name, found)
            except BaseException as error:
                error.add_note(f"edit {number}: {name}")
                raise
        met.update([found, f"{name}: {found}"])
    return met


@pytest.mark.campaign(10_000)
def test_edits_of_sqlite(request, house):
    """Of every edit it is said that something is wrong, or nothing is served otherwise than before."""
    assert HARMLESS == verdict(house.address, house)
    met = Campaign.of(request, "edits", part_cases=PART_EDITS).run(lambda part: search(house, part))
    assert {VERIFY, ANCHOR, HARMLESS} <= set(met)


@pytest.mark.campaign(500)
def test_edits_of_postgresql(request, served):
    """The same in the other database."""
    assert HARMLESS == verdict(served.address, served)
    met = Campaign.of(request, "edits-postgresql", part_cases=len(EDITS)).run(lambda part: search(served, part))
    assert {VERIFY, ANCHOR, HARMLESS} <= set(met)
