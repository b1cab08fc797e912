"""What holds for all tests."""

import pytest


def pytest_collection_modifyitems(items):
    """Measure no coverage of randomised searches: they are the longest, and what they hold has tests of its own."""
    for item in items:
        if item.get_closest_marker("campaign") is not None:
            item.add_marker(pytest.mark.no_cover)
