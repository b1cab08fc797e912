"""What holds for all tests, on however busy a machine: none of them is decided by how long something takes."""

import gc
import sys
import threading
from functools import cache
from pathlib import Path

import argon2
import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from tests.support.campaign import is_slice

settings.register_profile(
    "pitboss",
    deadline=None,
    max_examples=15 if is_slice() else 1_000,
    suppress_health_check=[HealthCheck.too_slow],
    # Every test run searches the same examples, so that it passes again where it passed; a campaign draws new ones.
    derandomize=is_slice(),
)
settings.load_profile("pitboss")

# Nothing that is collected is ever thrown away: looking for rubbish among it costs a tenth of the whole run.
gc.disable()

HERE = Path(__file__).parent
UNMEASURED = ("arch", "browser", "contract", "faults", "golden", "oracle", "property")
"""Searches, tests that start processes, and recorded rounds: what they run has tests of its own."""
LONG = (
    "browser",
    "contract",
    "web",
    "faults",
    "property",
    "mutation",
    "unit/cli/test_operations_docs.py",
    "unit/floor/test_offers.py",
    "unit/web",
    "unit/demo",
    "unit/cli",
)
"""Folders and files that take long: they go first, or one process would wait for another's in the end."""


@pytest.hookimpl(wrapper=True)
def pytest_collect_file():
    """Look for doctests in `src` only: here there are none, and looking takes as long as finding the tests."""
    return [found for found in (yield) if not isinstance(found, DoctestModule)]


def pytest_collection_finish():
    """Look for rubbish again, but not among what all tests need."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords():
    """Keep passwords at next to no cost: a house's own 64 MiB for each would be most of what a sign-in takes."""
    # Imported here and not above: coverage is not measured yet where this file is read.
    from pitboss.floor.people import door

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(door, "HASHER", argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture
def filed_by_two(monkeypatch):
    """File a tote day's decided tickets two by two, so that short days, too, have files: the size is for long ones."""
    from pitboss.tote.day import state

    monkeypatch.setattr(state, "FILE_TICKETS", 2)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item):
    """Measure nothing of a test that is not to be measured: the walks would take three times as long."""
    if item.get_closest_marker("no_cover") is None:
        return (yield)
    tracer, of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        threading.settrace(of_threads)
        sys.settrace(tracer)


@cache
def folder_of(path):
    """Return the folder of tests that a file stands in; nothing for one of doctests."""
    return path.relative_to(HERE).parts[0] if path.is_relative_to(HERE) else ""


@cache
def place_of(path):
    """Return when a file has its turn: the longest first."""
    return next((place for place, name in enumerate(LONG) if path.is_relative_to(HERE / name)), len(LONG))


def pytest_collection_modifyitems(items):
    """Run what takes longest first, and measure no coverage of searches: what they hold has tests of its own.

    A search that is more than the slice of every test run has all the time it takes.
    """
    items.sort(key=lambda item: place_of(item.path))
    for item in items:
        is_search = item.get_closest_marker("campaign") is not None
        if is_search and not is_slice():
            # Before the limit that the test itself has, which is for the slice: pytest takes the first.
            item.add_marker(pytest.mark.timeout(0), append=False)
        is_measured = item.get_closest_marker("cover") is not None
        if (is_search or folder_of(item.path) in UNMEASURED) and not is_measured:
            item.add_marker(pytest.mark.no_cover)
