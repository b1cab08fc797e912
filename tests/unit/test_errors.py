"""Errors: the tree, the sentence for a person, the fields for a program."""

import doctest
import json
import pickle
import re
from datetime import UTC, datetime
from enum import Enum
from fractions import Fraction

import pytest

from pitboss import errors
from pitboss.errors import BadAmount, BadConfig, BadNotation, InputError, InvariantBroken, PitbossError


class Colour(Enum):
    RED = "red"


def nested(depth: int) -> list[object]:
    """Return lists in lists, as deep as told."""
    value: list[object] = []
    for _ in range(depth):
        value = [value]
    return value


def test_doctests_hold():
    """Every example in the module is true, and there are examples."""
    results = doctest.testmod(errors)
    assert (0, True) == (results.failed, results.attempted > 0)


def test_the_drawn_tree_names_every_error():
    """The tree in the module's docstring shows the public classes, all of them and no others."""
    drawn = re.findall(r"^[ │├└─]{4,}(\w+) {2,}", errors.__doc__ or "", flags=re.MULTILINE)
    assert sorted(errors.__all__) == sorted(drawn)


@pytest.mark.parametrize(
    ("error", "exit_code", "http_status"),
    [
        (PitbossError, 1, 500),
        (InputError, 2, 400),
        (BadNotation, 2, 400),
        (BadConfig, 2, 400),
        (BadAmount, 2, 400),
    ],
)
def test_each_error_maps_to_one_exit_code_and_status(error, exit_code, http_status):
    """A fault of ours is 1 and 500, a fault of the input 2 and 400."""
    assert (exit_code, http_status) == (error.exit_code, error.http_status)


@pytest.mark.parametrize("error", [BadNotation, BadConfig, BadAmount])
def test_bad_input_is_caught_as_input_error(error):
    """The three kinds of bad input hang from InputError, and so from PitbossError."""
    assert (InputError, PitbossError) == error.__mro__[1:3]


def test_a_broken_invariant_is_not_caught_with_the_others():
    """InvariantBroken is a plain Exception, so a handler of PitbossError lets it through."""
    assert (Exception,) == InvariantBroken.__bases__


def test_reason_and_values_are_kept():
    """The reason is the message, and the values are a copy that the caller cannot change later."""
    values = {"version": 7}
    error = PitbossError("the journal is closed", values=values)
    values["version"] = 8
    assert ("the journal is closed", {"version": 7}) == (str(error), error.values)


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ({}, "is wrong"),
        ({"line": 3}, "line 3: is wrong"),
        ({"field": "seat"}, "field seat: is wrong"),
        ({"value": -5}, "-5: is wrong"),
        ({"value": None}, "None: is wrong"),
        ({"line": 3, "field": "wagers[0].cents", "value": -5}, "line 3, field wagers[0].cents: -5: is wrong"),
        ({"field": "two\nlines"}, "field 'two\\nlines': is wrong"),
    ],
)
def test_the_sentence_names_what_is_known(place, sentence):
    """Line, field and value stand before the reason, whichever were given."""
    assert sentence == str(InputError("is wrong", **place))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("", "''"),
        ("a\nb", "'a\\nb'"),
        ("\ud800", "'\\ud800'"),
        (Fraction(1, 3), "1/3"),
        ("x" * 78, "'" + "x" * 78 + "'"),
        ("x" * 79, "'" + "x" * 78 + "…"),
        pytest.param(10**5000, "<int too large to show>", id="5,001 digits"),
        pytest.param(nested(100_000), "<list too large to show>", id="100,000 deep"),
    ],
)
def test_any_value_can_be_shown(value, shown):
    """A value goes into the sentence whole, cut or described, and never breaks the sentence."""
    assert f"{shown}: is wrong" == str(InputError("is wrong", value=value))


def test_a_text_that_utf_8_cannot_hold_is_escaped():
    """What an object says of itself may hold half a surrogate pair; the sentence can still be printed."""
    assert "bad \\ud800: is wrong" == str(InputError("is wrong", value=OSError("bad \ud800")))


def test_place_and_value_are_attributes():
    """A program reads line, field and value from the error, and None where they were not given."""
    error = InputError("is wrong", line=3, field="seat", value="9")
    assert (3, "seat", "9") == (error.line, error.field, error.value)
    empty = InputError("is wrong")
    assert (None, None, None, {}) == (empty.line, empty.field, empty.value, empty.values)


def test_fields_of_an_input_error():
    """The fields hold the class's own name, the bare reason, and the place among the values."""
    error = BadAmount("is wrong", line=3, field="seat", value=None, values={"known": ("A", "B"), "line": 99})
    values = {"known": ["A", "B"], "line": 3, "field": "seat", "value": None}
    assert {"error": "BadAmount", "reason": "is wrong", "values": values} == error.as_fields()


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (None, None),
        (True, True),
        (-(2**63) + 1, -(2**63) + 1),
        (2**63, "9223372036854775808"),
        pytest.param(10**5000, "<int too large to show>", id="5,001 digits"),
        ("₫", "₫"),
        ("\ud800", "'\\ud800'"),
        (float("nan"), "nan"),
        (Fraction(1, 3), "1/3"),
        (Colour.RED, "red"),
        (datetime(2024, 5, 4, tzinfo=UTC), "2024-05-04 00:00:00+00:00"),
        ((1, Fraction(1, 2)), [1, "1/2"]),
        ({1: Colour.RED, "b": [1]}, {"1": "red", "b": "[1]"}),
        pytest.param(nested(100_000), ["<list too large to show>"], id="100,000 deep"),
    ],
)
def test_fields_are_json(value, field):
    """JSON's own values stay, all others become text, and the strictest writer accepts the whole."""
    fields = PitbossError("is wrong", values={"it": value}).as_fields()
    assert {"it": field} == fields["values"]
    assert fields == json.loads(json.dumps(fields, allow_nan=False, ensure_ascii=False).encode("utf-8"))


def test_an_error_survives_pickling():
    """An error raised in a worker process arrives with all it carried."""
    error = BadAmount("is wrong", line=3, value=None, values={"known": [1]})
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - the bytes are our own
    assert (type(error), str(error), error.as_fields()) == (type(again), str(again), again.as_fields())
