"""The sign as a PDF: every word on its page, the same bytes each time, and no character that would not be printed."""

import re

import pytest

from pitboss.cli.sign import as_pdf
from pitboss.errors import InputError
from pitboss.games.table.sign import Line, Section, Sign
from tests.support.pictures import sign_of

SHOWN = re.compile(rb"\(((?:[^()\\]|\\.)*)\) Tj")


def printed(page):
    """List the texts of a PDF that is not compressed."""
    found = (re.sub(rb"\\(\d{3})", lambda code: bytes([int(code[1], 8)]), text) for text in SHOWN.findall(page))
    return [re.sub(rb"\\(.)", rb"\1", text).decode("cp1252") for text in found]


def sign_with(lines, *, currency="USD", table="Main (1)"):
    """Return a sign with these lines."""
    return Sign("Roulette", "Oneida", table, "seabrook-roulette", currency, (Section("Odds", tuple(lines)),))


@pytest.mark.parametrize("example", ["oneida-main", "seabrook-charity", "oneida-dice", "oneida-baccarat"])
def test_every_line_is_printed_on_one_page(example):
    """Values and clauses stand there as they are."""
    sign = sign_of(example)
    page = as_pdf(sign)
    assert 1 == page.count(b"/MediaBox [ 0 0 595 792 ]")
    words = printed(page)
    assert [] == [line for line in sign.lines if line.clause not in words or (line.value and line.value not in words)]


def test_equal_signs_give_equal_bytes():
    """No time of making, no number drawn by chance."""
    sign = sign_of("oneida-main")
    assert as_pdf(sign) == as_pdf(sign)


def test_a_name_is_printed_as_it_is():
    """Brackets, backslashes and the letters of western Europe."""
    words = printed(as_pdf(sign_with([Line("Ümläut \\ –", "€ 5", "RS-P")])))
    assert [] == [text for text in ("Main (1)", "Ümläut \\ –", "€ 5") if text not in words]


def test_a_currency_without_a_sign_in_the_fonts():
    """Dong are written by their code."""
    words = printed(as_pdf(sign_of("hoian-garden")))
    assert (True, False) == ("20,000,000 VND" in words, any("₫" in text for text in words))


@pytest.mark.parametrize(("table", "told"), [("Ngọc 5", "ọ"), ("宝 5 玉", "宝, 玉"), ("a\x1bb", r"'\x1b'")])
def test_a_name_that_cannot_be_printed_is_refused(table, told):
    """With the characters, and what to do instead."""
    with pytest.raises(InputError, match="SVG") as refused:
        as_pdf(sign_with([Line("Straight", "35 to 1", "RS-P")], table=table))
    assert f"lack {told}:" in str(refused.value)


def test_a_line_break_in_a_name_is_a_space():
    """It is where words are parted, not a character to print."""
    assert "Main Floor" in printed(as_pdf(sign_with([], table="Main\nFloor")))


def test_a_long_sign_has_several_pages():
    """Each of the same size."""
    page = as_pdf(sign_with(Line(f"Straight {row}", "35 to 1", "RS-P") for row in range(90)))
    assert page.count(b"/MediaBox [ 0 0 595 792 ]") > 2
    assert 90 == printed(page).count("35 to 1")
