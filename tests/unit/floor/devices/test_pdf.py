"""The ticket as a PDF: both bar codes are read back from its picture at a printer's resolution."""

import pypdfium2
import pytest
import zxingcpp

from pitboss.floor.devices.layout import Layout, TextLine
from pitboss.floor.devices.pdf import DPI, as_pdf
from pitboss.floor.devices.ticket import copy, original, read_payload, receipt
from tests.support.day_driver import DayDriver, small, when


@pytest.fixture(scope="module")
def sold():
    """Return a ticket with several bets."""
    return DayDriver().sell("$2 ACROSS 3", "$5 EX BOX 1,3,4", "$1 TRI 5/1/2", "LAK R2 $2 EX 1/4")


def page_of(data):
    """Return the only page of a PDF."""
    document = pypdfium2.PdfDocument(data)
    assert 1 == len(document)
    return document[0]


def text_of(data):
    """Return what is written on a PDF."""
    return page_of(data).get_textpage().get_text_bounded()


def scanned(data):
    """Return what a reader finds on a PDF as a printer of 203 dots an inch would print it."""
    picture = page_of(data).render(scale=DPI / 72).to_pil()
    return {code.format: code.text for code in zxingcpp.read_barcodes(picture)}


def test_both_codes_are_read_back(sold):
    """The QR code and Code 128, each with exactly the ticket's number and code."""
    layout = original(sold, "USD")
    found = scanned(as_pdf(layout))

    assert {zxingcpp.BarcodeFormat.QRCode, zxingcpp.BarcodeFormat.Code128} == set(found)
    assert {layout.payload} == set(found.values())
    assert (sold.ticket, sold.check) == read_payload(found[zxingcpp.BarcodeFormat.QRCode])


def test_codes_of_all_characters_are_read_back():
    """Random parts and codes of every letter and digit that they may have."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    for turn in range(0, 32, 4):
        turned = letters[turn:] + letters[:turn]
        layout = Layout((TextLine("a ticket"),), f"2026123{turn % 10}-{turned[:20]}-{turned[20:26]}")
        found = scanned(as_pdf(layout))
        assert [layout.payload] * 2 == list(found.values())


def test_the_text_is_on_it(sold):
    """Every line of the layout, on paper 80 mm wide."""
    layout = original(sold, "USD")
    data = as_pdf(layout)
    written = "".join(text_of(data).split())

    assert [] == [line.text for line in layout.lines if "".join(line.text.split()) not in written]
    assert 80 == round(page_of(data).get_width() / 72 * 25.4)


def test_equal_tickets_are_equal_files(sold):
    """No moment of its making is in it."""
    assert as_pdf(original(sold, "USD")) == as_pdf(original(sold, "USD"))


def test_a_copy_has_nothing_to_scan(sold):
    """Only its text, with the mark."""
    data = as_pdf(copy(sold, "USD"))

    assert {} == scanned(data)
    assert "COPY" in text_of(data)


def test_a_receipt_is_printed_too():
    """With its total, and without a code."""
    driver = DayDriver(small("win", 4))
    sold = driver.sell("$2 WN 3")
    driver.official("3-1-2")
    data = as_pdf(receipt(driver.cash(sold), "USD", facility="Oneida", at=when("14:00")))

    assert {} == scanned(data)
    assert "total $2.10" in text_of(data)


def test_text_that_steers_is_harmless():
    """The marks that end a text in a PDF, controls, and characters that its type lacks."""
    written = text_of(as_pdf(Layout((TextLine("a) Tj ET (b\\ \x1b[0m\u202e \u7af6"),))))

    assert "a) Tj ET (b\\ [0m ?" == written.strip()
