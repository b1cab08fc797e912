"""A sign on paper: nothing is lost, nothing overlaps, and the type is as large as the sheet permits."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.draw.sign_sheet import HEIGHT, WIDTH, Bar, Words, sheets, wrapped
from pitboss.draw.svg import text_width
from pitboss.games.table.sign import Line, Section, Sign


def sign_with(*counts, label="Straight", value="35 to 1", table="Main Floor 1"):
    """Return a sign whose sections have so many lines."""
    sections = tuple(
        Section(f"Heading {place}", tuple(Line(f"{label} {row}", value, "RO-G1") for row in range(count)))
        for place, count in enumerate(counts)
    )
    return Sign("Roulette", "Oneida", table, "seabrook-roulette", "USD", sections)


def words_of(sheet):
    """List the texts of a sheet in the order of reading."""
    return [mark for mark in sheet.marks if isinstance(mark, Words)]


def said(made):
    """Return all words of all sheets."""
    return " ".join(words.text for sheet in made for words in words_of(sheet)).split()


def line_size(sheet):
    """Return the size of the odds."""
    return min(words.size for words in words_of(sheet) if words.is_bold and words.at_right)


def span(words):
    """Return where a text begins and ends at most."""
    width = text_width(words.text) * words.size
    return (words.x - width, words.x) if words.at_right else (words.x, words.x + width)


@given(st.text(max_size=60), st.integers(5, 30), st.integers(40, 400))
def test_broken_lines_fit_and_lose_nothing(text, size, width):
    """Whatever the text, every line has room unless a single character is too wide, and no character is lost."""
    lines = wrapped(text, size, width)
    assert "".join(text.split()) == "".join("".join(lines).split())
    assert [] == [line for line in lines if text_width(line) * size > width and len(line) > 1]


def test_few_lines_are_set_larger_than_many():
    """A sign with little to say is read from afar."""
    sizes = [line_size(sheets(sign_with(2, count))[0]) for count in (3, 12, 18)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[1] > sizes[2]


def test_the_first_section_is_the_largest():
    """Limits are seen before anything else below the head."""
    (sheet,) = sheets(sign_with(1, 1))
    first, second = [words.size for words in words_of(sheet) if words.is_bold and words.at_right]
    assert first > second


@pytest.mark.parametrize("counts", [(), (1,), (3, 14, 2), (3, 25), (22, 13, 1), (3, 100), (1, 23, 1)])
@pytest.mark.parametrize("as_one", [False, True])
def test_everything_stands_inside_its_sheet_and_once(counts, as_one):
    """No mark leaves the paper, baselines do not meet, and each line is on one sheet, whole."""
    made = sheets(sign_with(*counts), as_one=as_one)
    assert sum(counts) == said(made).count("RO-G1") == said(made).count("to")
    for sheet in made:
        assert [] == [words for words in words_of(sheet) if span(words)[0] < 0 or span(words)[1] > WIDTH]
        assert [] == [mark for mark in sheet.marks if mark.y + getattr(mark, "height", 0) > sheet.height]
        ends = [(round(words.y, 3), words.at_right, words.x) for words in words_of(sheet)]
        assert len(ends) == len(set(ends))


def test_a_long_sign_goes_on_to_further_sheets():
    """Each has its number beside the head, and the same size."""
    made = sheets(sign_with(3, 30, 30, 30))
    assert len(made) > 2
    texts = [[words.text for words in words_of(sheet)] for sheet in made]
    assert [f"{number} of {len(made)}" for number in range(2, len(made) + 1)] == [page[1] for page in texts[1:]]
    assert {HEIGHT} == {sheet.height for sheet in made}


@pytest.mark.parametrize("lines", range(20, 50))
def test_no_line_runs_into_another_wherever_a_sheet_ends(lines):
    """Down the left edge each text begins below the one before, the edition last, and it follows on no heading."""
    for sheet in sheets(sign_with(3, lines, 3)):
        column = [words for words in words_of(sheet) if not words.at_right]
        assert [] == [pair for pair in pairwise(column) if pair[1].y - 0.8 * pair[1].size < pair[0].y]
        edition = next(place for place, words in enumerate(column) if words.text.startswith("Seabrook Park"))
        assert not column[edition - 1].text.startswith("HEADING")


def test_a_picture_grows_instead():
    """What is not printed is one sheet, however high; a short one is as high as paper."""
    assert [1, 1] == [len(sheets(sign_with(3, count), as_one=True)) for count in (5, 100)]
    heights = [sheets(sign_with(3, count), as_one=True)[0].height for count in (5, 100)]
    assert (HEIGHT, True) == (heights[0], heights[1] > 2 * HEIGHT)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("unit", "long"),
    [("word", "word " * 40), ("x", "x" * 200), ("宝", "宝" * 200)],
    ids=["words", "no blank", "wide letters"],
)
def test_long_names_and_lines_are_broken(unit, long):
    """A table's name and the labels of three lines may be as long as they like: all of each is there, on the paper."""
    made = sheets(sign_with(2, 1, label=long, table=long), as_one=True)
    assert 4 * long.count(unit) == "".join(said(made)).count(unit)
    assert [] == [words for sheet in made for words in words_of(sheet) if span(words)[1] > WIDTH]


def test_a_long_value_is_broken_and_leaves_room():
    """Label and value do not run into each other, whichever is the longer."""
    (sheet,) = sheets(sign_with(1, label="label " * 12, value="value " * 12))
    right = [words for words in words_of(sheet) if words.text.startswith("value")]
    left = [words for words in words_of(sheet) if words.text.startswith("label")]
    assert len(right) > 1
    assert max(span(words)[1] for words in left) < min(span(words)[0] for words in right)


def test_a_sentence_has_the_whole_width():
    """Without a value nothing is kept free for one."""
    text = "Match-play coupons are taken at this table by the dealer."
    widths = []
    for value in ("", "12345678901234567890"):
        (sheet,) = sheets(sign_with(1, 5, label=text, value=value))
        widths.append(max(len(words.text) for words in words_of(sheet) if words.text.startswith("Match")))
    assert widths[0] > widths[1]


def test_bars_lie_below_the_words():
    """The ground of the sheet comes first."""
    (sheet,) = sheets(sign_with(1))
    assert Bar(0, 0, WIDTH, HEIGHT, "#fffdf6") == sheet.marks[0]
