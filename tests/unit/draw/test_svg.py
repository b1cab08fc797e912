import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.draw.svg import (
    Markup,
    chip_stack,
    element,
    escape,
    fitted,
    group,
    number,
    picture,
    short_amount,
    text_width,
)
from pitboss.money import USD, VND
from tests.support.pictures import read


@given(st.text(alphabet=st.characters(codec=None, exclude_characters="\r")))
def test_any_text_can_be_drawn(text):
    """Whatever a house or a player writes, it can stand in an element and in an attribute, character for character."""
    made = read(element("text", text, " ", id=text))

    assert (len(text) + 1, len(text)) == (len(made.text or ""), len(made.attrib["id"]))


def test_text_is_escaped_once():
    """Text is escaped and markup is not, so an element may stand in another."""
    inner = element("tspan", "a < b")

    assert "<text><tspan>a &lt; b</tspan> &amp; c</text>" == element("text", inner, " & c")
    assert isinstance(inner, Markup)
    assert "\ufffd&quot;" == escape('\x00"')


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1 + 0.2, "0.3"), (60, "60"), (59.999, "60"), (-0.004, "0"), (-1.50, "-1.5"), (100.0, "100"), (1e-9, "0")],
)
def test_numbers_carry_no_noise(value, text):
    """A number has two decimals at most and none that say nothing."""
    assert text == number(value)


@pytest.mark.parametrize(
    ("minor", "currency", "text"),
    [
        (100, USD, "$1"),
        (150, USD, "$1.50"),
        (99_900, USD, "$999"),
        (100_000, USD, "$1k"),
        (123_400, USD, "$1234"),
        (125_000_000, USD, "$1250k"),
        (10**12, USD, "$10B"),
        (50_000, VND, "₫50k"),
        (2_500_000, VND, "₫2.5M"),
        (1, VND, "₫1"),
    ],
)
def test_amounts_are_shortened_only_where_that_is_exact(minor, currency, text):
    """A short amount never rounds: it is told from its neighbours, or written out."""
    assert text == short_amount(minor, currency)


def test_long_texts_are_made_smaller_until_they_fit():
    """A font size is kept while the text has room, and else such that it fills the room."""
    assert 20 == fitted("Oneida", 20, 500)
    assert pytest.approx(50) == fitted("Oneida", 20, 50) * text_width("Oneida")


def test_wide_letters_count_as_wide():
    """Letters of broad scripts take a whole em, which keeps such names inside the picture."""
    assert 2 == text_width("賭場")
    assert text_width("i") < text_width("n") < text_width("N") == text_width("₫") < text_width("W")


def test_empty_parts_of_a_group_leave_no_line():
    """A part that came out empty is left out."""
    assert '<g id="a">\n<b/>\n</g>' == group(Markup(""), element("b"), id="a")


def test_a_picture_names_itself():
    """A picture is one image to a screen reader, labelled by its title and description."""
    root = read(picture("x", 20, 10.50, title="Dice & co", description="Two dice."))

    assert ("img", "x-title x-description", "0 0 20 10.5") == tuple(
        root.get(name) for name in ("role", "aria-labelledby", "viewBox")
    )
    assert [("x-title", "Dice & co"), ("x-description", "Two dice.")] == [
        (child.get("id"), child.text) for child in root
    ]


def test_a_chip_of_an_unknown_colour_is_drawn_all_the_same():
    """Houses may name colours as they like."""
    known = chip_stack(0, 0, 10, chips=[("red", "one")], amount="$5", wins=False)
    unknown = chip_stack(0, 0, 10, chips=[("mother of pearl", "one")], amount="$5", wins=False)

    assert known != unknown
    assert "$5" in unknown
