"""The paper of a sale: everything the rules ask for on the original, nothing to cash on a copy, and receipts."""

import msgspec
import pytest

from pitboss.errors import BadNotation
from pitboss.floor.devices.ticket import PAYLOAD_LENGTH, copy, original, payload, read_payload, receipt
from tests.support.day_driver import DayDriver, small, when

CODE = "20040501-AAAAAAAAAAAAAAAAAAAA-KARCAF"


@pytest.fixture(scope="module")
def sold():
    """Return a ticket with three bets."""
    return DayDriver().at("12:34:56").sell("$2 ACROSS 3", "LAK R2 $2 EX 1/4", "$1 TRI 5/1/2")


def text_of(layout):
    """Return the lines of a layout as one text."""
    return "\n".join(line.text for line in layout.lines)


@pytest.mark.clause("PW-B1", "PW-B2a", "PW-B2b", "PW-B2c", "PW-B2d", "PW-B2e")
def test_the_original_has_everything(sold):
    """Number, station, track, race, runners, bets, amounts, total, day and time."""
    text = text_of(original(sold, "USD"))
    wanted = ["Oneida, window 10, terminal T1, serial 1", "FVD race 1: $2 ACROSS 3", "LAK race 2: $2 EX 1/4"]
    wanted += ["3 bets, $6.00", "5 bets, total $9.00", "2004-05-01 12:34:56", sold.ticket, f"check {sold.check}"]

    assert [] == [words for words in wanted if words not in text]


def test_the_original_is_scanned_as_the_ticket(sold):
    """What its bar codes say is split into its number and its code."""
    assert (sold.ticket, sold.check) == read_payload(original(sold, "USD").payload or "")


@pytest.mark.clause("PW-B1", "PW-D7a")
def test_a_copy_cannot_be_cashed(sold):
    """It says that it is one, and shows the sale; but no bar code, no check code, and not the whole number."""
    layout = copy(sold, "USD")
    text = text_of(layout)

    assert layout.payload is None
    assert 2 == text.count("COPY")
    assert sold.check not in text
    assert sold.ticket.split("-")[1][:-4] not in text
    assert {line.text for line in original(sold, "USD").lines[:-1]} <= {line.text for line in layout.lines}


def test_a_bet_that_reads_like_the_code_is_still_printed(sold):
    """Only the line with the ticket's number is left off a copy."""
    alike = msgspec.structs.replace(sold, check="ACROSS")

    assert "$2 ACROSS 3" in text_of(copy(alike, "USD"))


def test_a_sign_that_printers_lack_becomes_the_code(sold):
    """No printer's characters have the sign of the dong."""
    assert "total 900 VND" in text_of(original(sold, "VND"))


@pytest.mark.parametrize("ending", ["", "\n", "\r", "\r\n"])
def test_readers_may_end_a_line(ending):
    """As most are set to."""
    assert (CODE[:29], CODE[30:]) == read_payload(CODE + ending)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", f"0 characters instead of {PAYLOAD_LENGTH}"),
        (CODE[:-1], "35 characters"),
        (CODE + "A", "37 characters"),
        (f" {CODE}", "37 characters"),
        (CODE + "\n\n", "37 characters"),
        (CODE.lower(), "20 and then 6 of A-Z and 2-7"),
        (CODE.replace("-", "_"), "hyphens"),
        (CODE.replace("K", "0"), "A-Z and 2-7"),
        (CODE.replace("2004", "２００４"), "8 digits"),
    ],
)
def test_what_is_no_code_is_refused(text, words):
    """With what is wrong: its length or its characters."""
    with pytest.raises(BadNotation, match=words):
        read_payload(text)


def test_no_bar_code_is_made_of_something_else():
    """A number or a code out of form never gets onto a ticket."""
    assert CODE == payload(CODE[:29], CODE[30:])
    with pytest.raises(BadNotation):
        payload("20040501-AAAA", "KARCAF")


class TestReceipts:
    @pytest.mark.clause("PW-D2")
    def test_cash(self):
        """What each pool paid, the total, where and by whom; the drawer opens."""
        driver = DayDriver(small("win", 4))
        sold = driver.sell("$2 WN 3")
        driver.official("3-1-2")
        layout = receipt(driver.cash(sold), "USD", facility="Oneida", at=when("14:00"))
        text = text_of(layout)

        assert layout.opens_drawer
        assert layout.payload is None
        for words in ("PAID", "Oneida, terminal T1, by Cora", sold.ticket, "FVD-1-win: won $2.10", "total $2.10"):
            assert words in text

    @pytest.mark.clause("PW-F1a")
    def test_refund(self):
        """What came back of each pool."""
        driver = DayDriver()
        sold = driver.sell("$2 WN 3")
        driver.scratch("3")
        driver.stop()
        text = text_of(receipt(driver.refund(sold), "USD", facility="Oneida", at=when("14:00")))

        assert [] == [words for words in ("REFUND", "FVD-1-win: refunded $2.00", "total $2.00") if words not in text]

    @pytest.mark.clause("PW-E2")
    def test_cancelled(self):
        """With the stamp that the original gets, and who verified it if somebody did."""
        driver = DayDriver()
        cancelled = driver.cancel(driver.sell("$2 WN 3"))
        text = text_of(receipt(cancelled, "USD", facility="Oneida", at=when("14:00")))
        witnessed = msgspec.structs.replace(cancelled, witness="Sam")

        assert f"stamped {cancelled.stamp}" in text
        assert "verified by" not in text
        assert "verified by Sam" in text_of(receipt(witnessed, "USD", facility="Oneida", at=when("14:00")))
