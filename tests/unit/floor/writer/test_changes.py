"""What has changed between two views: laid upon the one it gives the other, and no more is sent than that."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.floor.writer.changes import Changes, difference, merged

SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "b"])
KEYS = st.sampled_from(["a", "b", "c", "0", "1"])
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=12
)
VIEWS = st.dictionaries(KEYS, VALUES, max_size=4)


@given(VIEWS, VIEWS)
def test_changes_laid_upon_a_view_give_the_next(before, after):
    """Whatever the two are, also after the way over the wire; and the one before stays as it was."""
    kept = json.dumps(before)
    sent = json.loads(json.dumps(difference(before, after)))
    assert json.dumps(after, sort_keys=True) == json.dumps(merged(before, Changes(*sent)), sort_keys=True)
    assert kept == json.dumps(before)


@given(VIEWS, VIEWS)
def test_changes_that_come_twice_change_nothing_more(before, after):
    """Whoever has the next view already may lay them upon it."""
    assert after == merged(after, difference(before, after))


@pytest.mark.parametrize(
    ("before", "after", "changes", "gone"),
    [
        ({"a": 1}, {"a": 1}, {}, []),
        ({"a": 1}, {"a": None}, {"a": None}, []),
        ({"a": None}, {"a": {"b": 1}}, {"a": {"b": 1}}, [["a"]]),
        ({"bets": {"red": 5, "17": 1}}, {"bets": {"17": 2}}, {"bets": {"17": 2}}, [["bets", "red"]]),
        ({"held": True}, {"held": 1}, {"held": 1}, []),
        ({"results": [1, 2]}, {"results": [3, 1, 2]}, {"results": [3, 1, 2]}, []),
        (
            {"races": [{"n": 1, "x": 0}, {"n": 2, "x": 0}]},
            {"races": [{"n": 1, "x": 0}, {"n": 2, "x": 7}]},
            {"races": {"1": {"x": 7}}},
            [],
        ),
        ({"races": [{"x": 0, "y": 0}, {"x": 1}]}, {"races": [{"x": 0}, {"x": 1}]}, {}, [["races", "0", "y"]]),
        ({"races": [{"n": 1}, {"n": 2}]}, {"races": [{"n": 3}, {"n": 4}]}, {"races": [{"n": 3}, {"n": 4}]}, []),
    ],
)
def test_what_is_sent(before, after, changes, gone):
    """A key, an element of a long list, a null; what is no longer there is named by its path."""
    assert (changes, gone) == difference(before, after)
    assert after == merged(before, difference(before, after))
