"""The types that the pages are checked against are those of the published schema."""

from tests.support.page_types import TYPES, written


def test_the_pages_know_the_messages_as_they_are():
    """A changed message changes the types: `make golden` writes them, and `make types` finds what no longer fits."""
    assert written() == TYPES.read_text(encoding="utf-8")
