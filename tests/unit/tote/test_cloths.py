"""Colours of saddlecloths, pads and blankets: the custom's names, and numbers that can be read on them."""

import pytest

from pitboss.tote.cloths import CLOTHS, cloth_of

HORSE = (
    "red white blue yellow green black orange pink turquoise purple gray lime brown maroon khaki copen-blue navy"
    " forest-green moonstone fuchsia"
)
GREYHOUND = "red blue white green black yellow-and-black green-and-white yellow-and-black-stripes"


def luminance(colour):
    """Return how light a colour is, from 0 to 1."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("runs", "names"), [("horse", HORSE), ("greyhound", GREYHOUND)])
def test_each_number_has_its_colour(runs, names):
    """In the order of the numbers."""
    assert names.replace("-", " ") == " ".join(cloth.name for cloth in CLOTHS[runs])


def test_harness_horses_have_colours_of_their_own():
    """Two is blue and three white, the other way round than for runners under saddle."""
    assert ["blue", "white"] == [CLOTHS["harness"][place].name for place in (1, 2)]


@pytest.mark.parametrize("runs", CLOTHS)
def test_a_number_past_the_custom_has_none(runs):
    """A name that nobody knows would help nobody."""
    last = len(CLOTHS[runs])
    assert (CLOTHS[runs][-1], None) == (cloth_of(runs, f"{last}B"), cloth_of(runs, f"{last + 1}"))


@pytest.mark.parametrize("cloth", sorted({cloth for cloths in CLOTHS.values() for cloth in cloths}, key=repr))
def test_numbers_can_be_read(cloth):
    """The contrast of the number on its ground is what is asked of small print."""
    dark, light = sorted((luminance(cloth.ground), luminance(cloth.ink)))
    assert (light + 0.05) / (dark + 0.05) >= 4.5
