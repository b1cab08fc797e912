"""The sign as a picture: everything on it, in words as well, and the same bytes for the same table."""

import pytest

from pitboss.draw.sign_sheet import draw_sign
from pitboss.games.table.sign import Line, Section, Sign
from tests.support.pictures import IMAGES, SIGN_PICTURES, documented, read, text_of, texts

SIGN = Sign(
    "Blackjack",
    "Fish & <Chips>",
    "Table 9",
    "seabrook-roulette",
    "USD",
    (
        Section("Limits", (Line("Minimum", "$5.00", "RS-W"),)),
        Section("Rules", (Line("Dealer hits soft 17.", "", "RS-P"),)),
    ),
)


@pytest.mark.parametrize("name", SIGN_PICTURES)
def test_the_documentation_shows_what_is_drawn_now(name):
    """The picture under docs/images is the one that is drawn; tests/support/pictures.py remakes it."""
    assert documented(name) == (IMAGES / name).read_text(encoding="utf-8")


def test_everything_is_printed():
    """Head, headings, lines and clauses."""
    printed = texts(read(draw_sign(SIGN)))
    expected = ["Fish & <Chips>", "Blackjack", "Table 9", "LIMITS", "Minimum", "$5.00", "RS-W", "RULES"]
    assert [*expected, "Dealer hits soft 17.", "RS-P"] == printed[:10]
    assert "Seabrook Park roulette" in printed[10]


def test_it_is_said_in_words():
    """Title and description say what the picture shows."""
    root = read(draw_sign(SIGN))
    assert "Blackjack: Table 9" == text_of(root, "title")
    said = "Limits: Minimum $5.00 (RS-W). Rules: Dealer hits soft 17 (RS-P)."
    assert (True, True) == (text_of(root, "desc").endswith(said), "Fish & <Chips>" in text_of(root, "desc"))


def test_a_table_without_a_name():
    """Nothing stands in its place."""
    nameless = Sign("Blackjack", "House", "", "seabrook-roulette", "USD", SIGN.sections)
    root = read(draw_sign(nameless))
    assert ("Blackjack", "LIMITS") == (text_of(root, "title"), texts(root)[2])


def test_equal_signs_give_equal_bytes():
    """A picture can be kept under version control."""
    assert draw_sign(SIGN) == draw_sign(SIGN)
