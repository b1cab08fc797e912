"""The program as a PDF: every word on its pages, a page a race, the same bytes each time, and no wrong letter."""

import re

import msgspec
import pytest

from pitboss.draw.program.pdf import as_pdf
from pitboss.errors import InputError
from tests.support.pages import card_document, card_with, pdf_text, pdf_texts, program_from

PAGE = b"/MediaBox [ 0 0 595 792 ]"


@pytest.fixture(scope="module")
def made():
    """Return the program of the larger example."""
    return program_from(card_document())


def test_every_explanation_and_race_is_printed(made):
    """Texts, notes, bets, runners and sentences."""
    text = pdf_text(as_pdf(made))
    wanted = [
        text for chapter in made.chapters for passage in chapter.passages for text in (passage.text, *passage.notes)
    ]
    for race in made.races:
        wanted += [f"Race {race.number}", f"Post time {race.post_time}", race.conditions, *race.legs, *race.coupled]
        wanted += [runner.name for runner in race.runners] + [runner.rider for runner in race.runners]
        wanted += [runner.cloth.name for runner in race.runners] + [bet.minimum for bet in race.bets]
    assert [] == [words for words in wanted if words not in text]


def test_each_race_begins_a_page(made):
    """Behind three pages of explanations; a field of fourteen fits on its own."""
    pdf = as_pdf(made)
    assert (9, 6) == (pdf.count(PAGE), sum(words.startswith("Race ") for words in pdf_texts(pdf) if len(words) < 8))


def test_a_long_race_goes_on_to_a_further_page():
    """With its headings again."""
    document = card_with({"win"})
    document |= {"races": document["races"][:1], "pools": document["pools"][:1]}
    document["races"][0]["runners"] = [{"no": f"{number}", "name": f"Runner {number}"} for number in range(1, 41)]
    texts = pdf_texts(as_pdf(program_from(document)))
    assert (2, 1) == (texts.count("Saddlecloth"), texts.count("Runner 40"))


def test_greyhounds_wear_two_colours():
    """Bands beside the ground of the number, and both by name."""
    pdf = as_pdf(program_from(card_document("lake-breeze")))
    band = re.compile(rb"\.078431 \.078431 \.078431 rg\s[^q]*?n 0 0 5 18 re f")
    assert (3, 3) == (len(band.findall(pdf)), pdf_text(pdf).count("yellow and black stripes"))


def test_equal_programs_give_equal_bytes(made):
    """No time of making, no number drawn by chance."""
    assert as_pdf(made) == as_pdf(made)


def test_headings_are_in_the_outline(made):
    """Chapters and races, for the reader's table of contents."""
    titles = re.findall(rb"/Title \(((?:[^()\\]|\\.)*)\)", as_pdf(made))
    assert [b"Your ticket", *(f"Race {number}".encode() for number in range(1, 7))] == titles[-7:]


def test_what_is_posted_is_set_in_large_type():
    """Half as large again, and without races."""
    posted, made = (as_pdf(program_from(card_with({"win"}), posted=is_posted)) for is_posted in (True, False))
    sizes = [max(map(float, re.findall(rb"/F1 ([\d.]+) Tf [\d.]+ TL", pdf))) for pdf in (posted, made)]
    assert (True, False) == (sizes[0] > 1.4 * 9.5, "Race 1" in pdf_text(posted))


def test_markup_is_a_name():
    """Angles, ampersands, brackets and backslashes are printed as they are."""
    document = card_document()
    document["name"] = "<b>Down & Out (1) \\"
    document["races"][0]["runners"][0] |= {"name": "<i>A</i> & B", "owner": "<br/>"}
    text = pdf_text(as_pdf(program_from(document)))
    assert [] == [name for name in ("<b>Down & Out (1) \\", "<i>A</i> & B", "<br/>") if name not in text]


def test_letters_of_western_europe_are_printed(made):
    """As the example has them."""
    text = pdf_text(as_pdf(made))
    assert [] == [name for name in ("Señorita Paçoca", "C. Møller", "Quiet Änglamark", "Júpiter") if name not in text]


@pytest.mark.parametrize(("name", "letters"), [("Ngọc 5", "ọ"), ("宝 5 玉", "宝, 玉")])
def test_a_name_that_cannot_be_printed_is_refused(name, letters):
    """With the letters, and what to do instead."""
    document = card_document()
    document["races"][0]["runners"][0]["name"] = name
    with pytest.raises(InputError, match="--html") as refused:
        as_pdf(program_from(document))
    assert f"lack {letters}:" in str(refused.value)


def test_a_currency_without_a_sign_in_the_fonts(made):
    """Its code stands there instead."""
    written = msgspec.json.encode(made).decode().replace("$", "₫").replace('"USD"', '"VND"')
    text = pdf_text(as_pdf(msgspec.json.decode(written, type=type(made))))
    assert (True, False) == ("VND18,000.00" in text, "₫" in text)


@pytest.mark.parametrize(("many", "lines"), [(1, 1), (8, 2), (16, 2), (100, 9)])
def test_a_long_name_has_several_lines(many, lines):
    """The head grows with it, and its type becomes smaller."""
    document = card_document()
    document["name"] = " ".join(["Down"] * many)
    texts = pdf_texts(as_pdf(program_from(document)))
    head = texts[: next(place for place, text in enumerate(texts) if text.startswith("Race program"))]
    assert (lines, document["name"]) == (len(head) - 1, " ".join(head[1:]))


@pytest.mark.no_cover
def test_a_card_as_long_as_a_card_can_be():
    """Texts without a blank go over as many lines and pages as they need."""
    document = card_with({"win"})
    document |= {"races": document["races"][:1], "pools": document["pools"][:1], "name": "W" * 500}
    fields = ("name", "owner", "rider", "trainer", "weight", "morning_line")
    document["races"][0] |= dict.fromkeys(("title", "distance", "surface", "conditions"), "W" * 500)
    document["races"][0]["runners"] = [{"no": "1", **dict.fromkeys(fields, "W" * 500)}]
    printed = "".join(pdf_texts(as_pdf(program_from(document))))
    assert printed.count("W") >= 500 * 11


def test_a_bare_race_and_a_number_without_colour():
    """Nothing is printed for what the card does not say."""
    document = card_with({"win"})
    document["races"] = [
        {
            "number": 1,
            "kind": "purse",
            "post_time": "2004-05-01T13:00:00-05:00",
            "runners": [{"no": "30", "name": "A"}],
        },
        {"number": 2, "kind": "purse", "post_time": "2004-05-01T14:00:00-04:00", "runners": [{"no": "1", "name": "B"}]},
    ]
    document["pools"] = document["pools"][:1]
    texts = pdf_texts(as_pdf(program_from(document)))
    assert (2, 1, ["30", "A"]) == (
        texts.count("Purse race PW-A5a"),
        texts.count("From"),
        texts[texts.index("30") :][:2],
    )
    assert [] == [text for text in texts if "Times are" in text or "leg of" in text]
