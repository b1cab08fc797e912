"""A printer that fails at any byte of a job never counts as having printed."""

import pytest

from pitboss.floor.devices import escpos
from pitboss.floor.devices.printer import LinePrinter, NotPrinted, Printed, undelivered
from pitboss.floor.devices.ticket import original
from tests.support.day_driver import DayDriver, cashing, small
from tests.support.printer_simulator import Fault, ModelLine, PrinterModel


@pytest.fixture(scope="module")
def sold():
    """Return a ticket."""
    return DayDriver().sell("$2 WN 3")


def printed(model, sold, line=ModelLine):
    """Print the ticket on a model, and return what became of it."""
    return LinePrinter(line(model)).print(original(sold, "USD"))


def test_a_good_printer_prints(sold):
    """One piece of paper, with the text and the code on it."""
    model = PrinterModel()

    assert Printed() == printed(model, sold)
    assert 1 == model.tickets
    assert sold.ticket.encode() in model.paper


def test_a_printer_says_how_it_is_without_printing():
    """Ready, out of paper, or away; nothing comes out by asking."""
    model = PrinterModel()
    assert None is LinePrinter(ModelLine(model)).trouble()
    assert "paper" in str(LinePrinter(ModelLine(PrinterModel(Fault.PAPER_OUT))).trouble())
    assert "cannot be reached" in str(LinePrinter(ModelLine(PrinterModel(Fault.UNPLUG))).trouble())
    assert 0 == model.tickets


def test_paper_near_its_end_is_told(sold):
    """With the ticket that came out all the same."""
    model = PrinterModel()
    model.is_near_end = True

    assert Printed(("the paper is near its end",)) == printed(model, sold)


@pytest.mark.no_cover
@pytest.mark.parametrize("fault", Fault)
def test_a_fault_at_any_byte_is_never_a_success(sold, fault):
    """Each byte from the first question to the last: not printed, with a reason, and no lie about what may be out."""
    whole = PrinterModel()
    printed(whole, sold)
    for at in range(whole.received):
        model = PrinterModel(fault, at)
        outcome = printed(model, sold)
        assert isinstance(outcome, NotPrinted), (fault, at)
        assert outcome.reason
        assert outcome.can_be_out or not model.tickets, (fault, at)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault.PAPER_OUT, "the printer is offline; the paper is out, and printing stopped; the paper is out"),
        (Fault.JAM, "the printer is offline; the printer has an error; the cutter is jammed"),
        (Fault.COVER_OPEN, "the printer is offline; the cover is open"),
        (Fault.SILENCE, "the printer does not answer"),
        (Fault.UNPLUG, "the printer cannot be reached: [Errno 5] unplugged"),
    ],
)
def test_nothing_is_sent_to_a_printer_that_is_not_ready(sold, fault, words):
    """The reason is what a person would see at the printer, and nothing can be out."""
    model = PrinterModel(fault)

    assert NotPrinted(words, can_be_out=False) == printed(model, sold)
    assert not model.paper


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault.PAPER_OUT, "the paper is out"),
        (Fault.JAM, "the cutter is jammed"),
        (Fault.SILENCE, "did not say that it printed it"),
        (Fault.UNPLUG, "the line to the printer broke"),
    ],
)
def test_a_fault_within_the_ticket_says_why(sold, fault, words):
    """And that something may have come out."""
    outcome = printed(PrinterModel(fault, at=300), sold)

    assert words in outcome.reason
    assert outcome.can_be_out


def test_a_ticket_that_was_given_up_does_not_come_out_later(sold):
    """The rest is dropped from the printer's buffer, so that new paper does not bring it."""
    model = PrinterModel(Fault.PAPER_OUT, at=300)
    printed(model, sold)
    model.refill()

    assert 0 == model.tickets
    assert Printed() == printed(model, sold)


class OldAnswer(ModelLine):
    """A line on which an answer to an older question arrives late, after it was opened."""

    def open(self):
        """Open with one status too many."""
        super().open()
        self._model.answers += b"\x12"


def test_an_old_answer_is_not_taken_for_a_new_one(sold):
    """One status too many shifts all that follow, which the text behind them shows."""
    model = PrinterModel()
    outcome = printed(model, sold, OldAnswer)

    assert "answers out of turn" in outcome.reason
    assert (False, 0) == (outcome.can_be_out, model.tickets)


class Dumb(PrinterModel):
    """A printer that knows its status and cannot confirm what it has done."""

    def _answer(self, data):
        """Keep everything but a status to itself."""
        super()._answer(data if len(data) == 1 else b"")


def test_a_printer_that_confirms_nothing_gets_no_ticket(sold):
    """It is found out before the first one."""
    outcome = printed(Dumb(), sold)

    assert "does not confirm" in outcome.reason
    assert not outcome.can_be_out


class Garbled(PrinterModel):
    """A printer on a line at the wrong speed."""

    def _status(self, kind):
        """Answer what is no status."""
        return 0xF0 | kind


def test_an_answer_that_cannot_be_read_is_shown(sold):
    """In hexadecimal, for whoever repairs it."""
    assert "the printer's answer cannot be read: f1 f2 f3 f4" == printed(Garbled(), sold).reason


class Stuck(ModelLine):
    """A line that cannot be closed."""

    def close(self):
        """Fail."""
        raise OSError("gone")


def test_a_line_that_cannot_be_closed_changes_nothing(sold):
    """The ticket is out."""
    assert Printed() == printed(PrinterModel(), sold, Stuck)


def test_a_process_id_is_used_once(sold):
    """Each request of a job has its own text, so that no answer serves two."""
    model = PrinterModel()
    printed(model, sold)
    request = escpos.ask_process_id(b"")
    found = [bytes(part[:4]) for part in model.paper.split(request)[1:]]

    assert 3 == len(set(found)) == len(found)


@pytest.mark.clause("PW-B4")
@pytest.mark.parametrize("fault", Fault)
def test_no_ticket_is_sold_and_unknown(fault):
    """What did not print is reported, gives no claim although it wins, and its price is given back."""
    whole = PrinterModel()
    printed(whole, DayDriver(small("win", 4)).sell("$2 WN 3"))
    for at in (0, whole.received // 4, whole.received // 2, whole.received - 1):
        driver = DayDriver(small("win", 4))
        sold = driver.sell("$2 WN 3")
        driver.do("teller", undelivered(sold, printed(PrinterModel(fault, at), sold)))
        driver.cancel(sold)
        driver.official("3-1-2")
        assert driver.refused("cashier", cashing(sold)).clause
        assert 0 == driver.balance("pool:FVD-1-win") == driver.balance("patrons")


def test_nothing_is_reported_of_a_ticket_that_came_out(sold):
    """The buyer has it."""
    assert undelivered(sold, Printed()) is None
