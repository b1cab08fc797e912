"""What holds for all tests."""

from pathlib import Path

import pytest

from tests.support.campaign import is_slice

HERE = Path(__file__).parent
SEARCHES = ("property", "faults", "browser")
"""Tests that look for what nobody thought of, or start processes of their own."""


def pytest_collection_modifyitems(items):
    """Measure no coverage of searches: they are the longest tests, and what they hold has tests of its own.

    The walks of the contract are the exception: nothing else asks so often what is open to whom. A search that is
    more than the slice of every test run has all the time it takes.
    """
    for item in items:
        path = Path(item.path)
        if item.get_closest_marker("campaign") is not None and not is_slice():
            # Before the limit that the test itself has, which is for the slice: pytest takes the first.
            item.add_marker(pytest.mark.timeout(0), append=False)
        if not path.is_relative_to(HERE) or path.is_relative_to(HERE / "contract"):
            continue
        if path.relative_to(HERE).parts[0] in SEARCHES or item.get_closest_marker("campaign") is not None:
            item.add_marker(pytest.mark.no_cover)
