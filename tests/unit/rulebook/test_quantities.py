"""Exact lengths of equipment."""

import doctest
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadConfig
from pitboss.rulebook import shapes as quantities
from pitboss.rulebook.shapes import length_mm


def test_doctests_hold():
    """Every example in the module is true, and there are examples."""
    results = doctest.testmod(quantities)
    assert (0, True) == (results.failed, results.attempted > 0)


@pytest.mark.parametrize(
    ("text", "millimetres"),
    [
        ("20 mm", Fraction(20)),
        ("20mm", Fraction(20)),
        ("2 cm", Fraction(20)),
        ("0.02 m", Fraction(20)),
        ("0.75 m", Fraction(750)),
        ("30 in", Fraction(762)),
        ("13/16 in", Fraction(1651, 80)),
        ("0 mm", Fraction(0)),
        ("999999.999999 m", Fraction(999999999999, 1000)),
    ],
)
def test_lengths_are_exact(text, millimetres):
    """Every unit becomes the same exact fraction of millimetres."""
    assert millimetres == length_mm(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "20", "mm", "20 km", "-1 mm", "+1 mm", "1e3 mm", "1/0 in", "1/2/3 in", "1.5/2 in", "20  mm", " 20 mm"),
        *("20 mm\n", "20 MM", "٢٠ mm", ".5 m", "5. m", "1234567 mm", "0.1234567 m", 20, None, True, ["20 mm"]),
    ],
)
def test_what_is_no_length_is_refused_with_its_value(text):
    """A number without a unit, a sign, a zero denominator, other digits: none of it is guessed at."""
    with pytest.raises(BadConfig) as refused:
        length_mm(text)
    assert (text, True) == (refused.value.value, "such as" in refused.value.reason)


@given(st.text(max_size=12) | st.from_regex(r"\d{1,3}[./]\d{1,3} ?(mm|cm|m|in)", fullmatch=True))
def test_any_text_is_a_length_or_refused(text):
    """No text makes anything but a length that is not negative, or BadConfig."""
    with suppress(BadConfig):
        assert length_mm(text) >= 0
