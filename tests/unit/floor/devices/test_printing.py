"""Ticket printers of a live house: no sale before the fate of the one before it, and none that is unknown."""

import threading
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from pitboss.decider import Command, Refusal
from pitboss.floor.devices.layout import Layout
from pitboss.floor.devices.printer import LinePrinter, NotPrinted, Waits
from pitboss.floor.devices.printing import (
    CannotPrint,
    NotPrintedYet,
    Printing,
    _Other,
    _Sale,
    printer_of,
    sold_as,
)
from pitboss.floor.house_devices import PrinterEntry, printer_faults
from pitboss.floor.house_file import TerminalEntry
from pitboss.floor.people import acts as people_acts
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.writer import Floor
from pitboss.journal import JournalUnavailable, Record, open_journal
from pitboss.tote.day import acts as day_acts
from pitboss.tote.day.events import TicketExchanged, TicketUndelivered
from tests.support.day_driver import PEOPLE, bet_of, cancelling, cashing, when
from tests.support.durable import play, script
from tests.support.printer_simulator import Fault, ModelLine, PrinterModel, PrinterSimulator
from tests.support.printing_floor import Gated, PrintingFloor
from tests.support.tote_floor import DAY, ToteFloor
from tests.support.web_process import WAIT_SECONDS_MAX, until


@pytest.fixture
def journal(tmp_path):
    """Return where a journal is."""
    return f"sqlite:///{tmp_path / 'hall.db'}"


@pytest.fixture
def hall(journal):
    """Return a function that opens a hall with a printer."""
    found = []

    def opened(printer, terminal="T1"):
        found.append(PrintingFloor(Floor(open_journal(journal)), printer, terminal))
        return found[-1]

    yield opened
    for one in found:
        if isinstance(one.printer, Gated):
            one.printer.go.set()
        one.printing.stop()
        one.floor.close()


def test_a_sale_is_printed_once_and_recorded(hall):
    """The original with its bar code comes out, and the house knows that it did."""
    model = PrinterModel()
    one = hall(LinePrinter(ModelLine(model)))
    sold = one.sell()
    one.wait(1)
    assert (1, 1) == (model.tickets, one.known)
    assert sold.check.encode() in bytes(model.paper)
    assert [] == one.alarms


def test_a_machine_without_paper_takes_no_money_until_it_is_seen_to(hall):
    """It is found out without a sale; tellers still sell, and the machine does when there is paper again."""
    model = PrinterModel(Fault.PAPER_OUT)
    one = hall(LinePrinter(ModelLine(model)), "T3")
    one.printing.look_seconds = 0.01
    one.printing._machines["T3"].jobs.put(_Other(DAY, 0, people_acts.Paper.COPY))
    until(lambda: "T3" in one.printing.troubles)
    with pytest.raises(CannotPrint, match=r"cannot print tickets now: .*paper"):
        one.sell(terminal="T3", who="machine")
    assert 1 == one.sell(terminal="T1").serial
    model.refill()
    until(lambda: {} == one.printing.troubles)
    assert 1 == one.sell(terminal="T3", who="machine").serial
    one.wait(1)


def test_a_printer_whose_program_fails_is_in_trouble_too(hall):
    """Nobody should count on it."""
    one = hall(Gated(), "T3")
    one.printer.trouble = lambda: 1 / 0
    assert "the printer's program failed" in str(one.printing._trouble(one.printing._machines["T3"]))


def test_no_second_sale_before_the_fate_of_the_first(hall):
    """The terminal waits, others sell; then it sells again."""
    one = hall(Gated())
    one.sell()
    with pytest.raises(NotPrintedYet, match="ticket 1 of terminal T1 is being printed"):
        one.sell()
    one.sell(terminal="T2")
    one.printer.go.set()
    one.wait(1)
    assert 2 == one.sell().serial
    one.wait(2)
    assert 2 == len(one.printer.layouts)


def test_two_sales_in_one_round_of_writing_are_one(hall):
    """The gate looks at the day as it stands, not at what listeners were told."""
    one = hall(Gated())
    block = threading.Event()
    waiting = one.floor.ask(DAY, lambda _: block.wait(30))
    first, second = (one.floor.submit(DAY, _sale(letter)) for letter in "AB")
    block.set()
    waiting.result()
    assert 1 == first.result().answer.events[0].serial
    with pytest.raises(NotPrintedYet):
        second.result()


def _sale(letter):
    act = day_acts.SellTicket(terminal="T1", nonce=letter * 20, bets=(bet_of("$2 WN 4"),))
    return Command(key=f"Tess/{letter}", by=PEOPLE["teller"], act=act, received_at=when("11:00"))


@pytest.mark.parametrize("fault", list(Fault))
def test_a_ticket_that_did_not_come_out_is_reported_before_the_next_sale(hall, fault):
    """Whatever befalls the printer: nobody has a claim, the pit is alarmed, the window goes on."""
    one = hall(LinePrinter(ModelLine(PrinterModel(fault, at=200))))
    sold = one.sell()
    one.wait(1)
    ticket = one.state().tickets[sold.ticket]
    assert (False, 1) == (ticket.is_delivered, one.known)
    assert [("device", "T1")] == [alarm[:2] for alarm in one.alarms]
    assert "did not come out" in one.alarms[0][2]
    assert isinstance(one.sent("cashier", cashing(sold)), Refusal)
    assert 2 == one.sell().serial


@pytest.mark.parametrize(("terminal", "who", "name"), [("T1", "teller", "Tess"), ("T3", "machine", "T3")])
def test_the_report_is_the_sellers(hall, terminal, who, name):
    """A teller's ticket is reported in the teller's name, a machine's in its own."""
    one = hall(Gated(NotPrinted("the paper is out", can_be_out=False)), terminal)
    one.printer.go.set()
    one.sell(terminal=terminal, who=who)
    one.wait(1)
    live = one.floor.look(DAY)
    events = [live.decoded(record.body) for record in one.floor.journal.read(DAY, after=1)]
    assert [name] == [event.by for event in events if isinstance(event, TicketUndelivered)]


def test_a_ticket_that_was_cancelled_meanwhile_needs_no_report(hall):
    """The pit is told so; the window goes on."""
    one = hall(Gated(NotPrinted("jam", can_be_out=True)))
    sold = one.sell()
    one.did("teller", cancelling(sold))
    one.printer.go.set()
    one.wait(1)
    assert "could not be recorded as undelivered" in one.alarms[0][2]
    assert 2 == one.sell().serial


def test_a_window_is_not_closed_while_a_ticket_is_printed(hall):
    """A closed window could not report it any more."""
    one = hall(Gated())
    one.sell()
    with pytest.raises(NotPrintedYet):
        one.did("supervisor", day_acts.CloseTerminal(terminal="T1"))
    one.printer.go.set()
    one.wait(1)
    one.did("supervisor", day_acts.CloseTerminal(terminal="T1"))


def test_a_stop_in_between_reports_the_ticket_at_the_next_start(journal):
    """Killed between the sale and the printer's word: nobody knows, so nobody has a claim."""
    with closing(Floor(open_journal(journal))) as floor:
        one = PrintingFloor(floor, Gated())
        sold = one.sell()
    with closing(Floor(open_journal(journal))) as floor:
        again = PrintingFloor(floor, Gated())
        again.wait(1)
        assert not again.state().tickets[sold.ticket].is_delivered
        assert "the house stopped" in again.alarms[0][2]
        assert [] == again.printer.layouts
        again.printing.stop()
    one.printer.go.set()


def test_a_printed_ticket_stays_good_after_a_start(journal):
    """What came out is recorded, so that a new start reports nothing."""
    model = PrinterModel()
    for _ in range(2):
        with closing(Floor(open_journal(journal))) as floor:
            one = PrintingFloor(floor, LinePrinter(ModelLine(model)))
            if not one.state().tickets:
                one.sell()
            one.wait(1)
            one.printing.stop()
            assert all(ticket.is_delivered for ticket in one.state().tickets.values())
    assert 1 == model.tickets


def test_what_was_sold_without_a_printer_is_nobodys_to_report(journal):
    """Taken away and put back on the same day: the tickets between are as they were."""
    with closing(Floor(open_journal(journal))) as floor:
        one = PrintingFloor(floor, LinePrinter(ModelLine(PrinterModel())))
        one.sell()
        one.wait(1)
        one.printing.stop()
    with closing(Floor(open_journal(journal))) as floor:
        Printing(floor).forget()
        ToteFloor(floor).sell()
    with closing(Floor(open_journal(journal))) as floor:
        again = PrintingFloor(floor, LinePrinter(ModelLine(PrinterModel())))
        again.sell()
        again.wait(3)
        again.printing.stop()
        assert [True] * 3 == [ticket.is_delivered for ticket in again.state().tickets.values()]


def test_receipts_are_printed_and_copies_are_marked(hall):
    """A cashed ticket has its receipt; a copy has no code, and is recorded."""
    model = PrinterModel()
    one = hall(LinePrinter(ModelLine(model)))
    sold = one.sell()
    one.wait(1)
    one.official("4-1-2-3-5-6")
    one.did("cashier", cashing(sold))
    until(lambda: model.tickets == 2)
    assert b"PAID" in bytes(model.paper)
    before = len(model.paper)
    one.did("teller", people_acts.PrintCopy(stream=DAY, terminal="T1", serial=1), stream=HOUSE_STREAM)
    until(lambda: model.tickets == 3)
    copied = bytes(model.paper[before:])
    assert b"COPY" in copied
    assert sold.check.encode() not in copied
    until(lambda: any(b'"copy"' in record.body for record in one.floor.journal.read(HOUSE_STREAM)))


def test_a_receipt_that_did_not_come_out_alarms_and_holds_nobody(hall):
    """Money was paid, and the record says so; the paper is wanting."""
    one = hall(Gated())
    one.printer.go.set()
    sold = one.sell()
    one.wait(1)
    one.printer.outcome = NotPrinted("the paper is out", can_be_out=False)
    one.did("teller", cancelling(sold))
    until(lambda: one.alarms)
    assert ("device", "T1", "a receipt at T1 did not come out: the paper is out") == one.alarms[0]
    one.sell()


def test_a_copy_of_nothing_alarms(hall):
    """No such sale: nothing is printed."""
    one = hall(Gated())
    one.did("teller", people_acts.PrintCopy(stream=DAY, terminal="T1", serial=9), stream=HOUSE_STREAM)
    until(lambda: one.alarms)
    assert "there is no such sale" in one.alarms[0][2]
    assert isinstance(
        one.sent("dealer", people_acts.PrintCopy(stream=DAY, terminal="T1", serial=1), stream=HOUSE_STREAM), Refusal
    )
    assert isinstance(
        one.sent("teller", people_acts.PrintCopy(stream=DAY, terminal="T2", serial=1), stream=HOUSE_STREAM), Refusal
    )


def test_a_journal_that_is_away_holds_the_terminal_until_the_fate_is_recorded(hall, monkeypatch):
    """The ticket is out; the next is sold once the house has it on record, and printed once."""
    monkeypatch.setattr("pitboss.floor.devices.printing.RETRY_SECONDS", 0.01)
    one = hall(Gated())
    one.sell()
    real, failed = one.floor.journal.append, threading.Event()

    def broken(batch):
        if any(b"house.print_recorded/1" in line.text for line in batch.lines) and not failed.is_set():
            failed.set()
            raise JournalUnavailable("away")
        real(batch)

    monkeypatch.setattr(one.floor.journal, "append", broken)
    one.printer.go.set()
    one.wait(1)
    assert failed.is_set()
    assert (1, 1) == (one.known, len(one.printer.layouts))


def losing(one, monkeypatch):
    """Let the answer to the next batch be lost after it was written."""
    real = one.floor.journal.append

    def broken(batch):
        real(batch)
        monkeypatch.setattr(one.floor.journal, "append", real)
        raise JournalUnavailable("the answer was lost")

    monkeypatch.setattr(one.floor.journal, "append", broken)


def test_a_sale_that_a_broken_journal_has_after_all_is_printed(hall, monkeypatch):
    """As any: who listens is told of it."""
    one = hall(Gated())
    one.printer.go.set()
    losing(one, monkeypatch)
    one.sell()
    one.wait(1)
    assert 1 == len(one.printer.layouts)


def test_a_sale_of_which_nobody_was_told_is_printed_before_the_next(hall, monkeypatch):
    """The next sale is refused, and the ticket printed."""
    one = hall(Gated())
    one.printer.go.set()
    listeners, one.floor.listeners = one.floor.listeners, []
    losing(one, monkeypatch)
    one.sell()
    one.floor.look(DAY)  # whoever listens is told right after the answer
    one.floor.listeners = listeners
    assert [] == one.printer.layouts
    with pytest.raises(NotPrintedYet):
        one.sell()
    one.wait(1)
    assert 1 == len(one.printer.layouts)


def test_paper_near_its_end_is_told_once(hall):
    """A warning is no fault."""
    model = PrinterModel()
    model.is_near_end = True
    one = hall(LinePrinter(ModelLine(model)))
    for serial in (1, 2):
        one.sell()
        one.wait(serial)
    assert [("device", "T1", "the printer of T1: the paper is near its end")] == one.alarms


def test_a_serial_printer_on_a_real_line(hall):
    """Through a pseudo-terminal, as the house file describes it."""
    simulator = PrinterSimulator(PrinterModel())
    printer: Any = printer_of(PrinterEntry(terminal="T1", kind="serial", port=simulator.port), None)  # type: ignore[arg-type]
    # On a busy machine the simulator's own thread may take longer than a printer does.
    printer._waits = Waits(WAIT_SECONDS_MAX, WAIT_SECONDS_MAX)
    one = hall(printer)
    one.sell()
    one.wait(1)
    assert 1 == simulator.model.tickets
    simulator.close()


def test_a_folder_gets_a_file_a_ticket(hall, tmp_path):
    """Made where it is wanting."""
    one = hall(printer_of(PrinterEntry(terminal="T1", kind="folder", folder="out/T1"), tmp_path))
    one.sell()
    one.wait(1)
    assert [b"%PDF-"] == [path.read_bytes()[:5] for path in (tmp_path / "out/T1").iterdir()]


def test_every_fault_of_printers_is_found():
    """At no ticket machine, twice, at two places, at no address."""
    terminals = [TerminalEntry(id="W1", stream="tote", kind="window"), TerminalEntry(id="P1", stream="a")]  # type: ignore[arg-type]
    printers = [
        PrinterEntry(terminal="P1", kind="serial", port="/dev/x"),
        PrinterEntry(terminal="W1", kind="socket", address="host:no"),
        PrinterEntry(terminal="W1", kind="folder", port="/dev/y"),
    ]
    found = [fault.field for fault in printer_faults(printers, terminals)]
    expected = [
        "printer[0].terminal",
        "printer[1].address",
        "printer[2].terminal",
        "printer[2].port",
        "printer[2].folder",
    ]
    assert expected == found
    here = PrinterEntry(terminal="W1", kind="socket", address="127.0.0.1:9100")
    assert [] == list(printer_faults([here], terminals))


def test_a_printer_elsewhere_is_not_spoken_to_in_plain_by_accident():
    """It has a certificate, or the house says why it may have none."""
    terminals = [TerminalEntry(id="W1", stream="tote", kind="window")]  # type: ignore[arg-type]
    entry = PrinterEntry(terminal="W1", kind="socket", address="h:9100")
    assert ["printer[0].tls"] == [fault.field for fault in printer_faults([entry], terminals)]
    for said in ({"tls": "signer.pem"}, {"plain_because": "a cable from this machine to it, and nothing else"}):
        assert [] == list(printer_faults([msgspec.structs.replace(entry, **said)], terminals))


@pytest.mark.clause("HP-I8")
def test_a_slip_comes_out_in_three_parts_at_the_window_that_is_named(hall):
    """One cut after each; a print that names no window comes out nowhere."""
    model = PrinterModel()
    one = hall(LinePrinter(ModelLine(model)), "W1")
    play(one.floor, "table:1", script("examples/sicbo/printed-slips.jsonl"))
    until(lambda: model.tickets == 3)
    assert (3, 6) == (bytes(model.paper).count(b"FILL SLIP"), bytes(model.paper).count(b"COPY"))


class Sold:
    """A floor whose day has sold a ticket that its journal knows nothing of, and that cannot record."""

    is_closed = True
    journal = SimpleNamespace(read=lambda *_, **__: [Record(2, DAY, 2, 1, "k", "", b'{"type":"a/1"}', b"")])

    def __init__(self):
        self.live: Any = SimpleNamespace(name=DAY, currency="USD", state=SimpleNamespace(ticket_at=lambda *_: "ticket"))
        self.live.state.terminals = {}

    def view(self, stream, asked):
        """Ask the day."""
        assert DAY == stream
        return asked(self.live)

    def send(self, *_):
        """Fail."""
        raise JournalUnavailable("away")


def alone(printer=None):
    """Return the printers of such a floor, and the machine that has one."""
    floor: Any = Sold()
    printing = Printing(floor, wall=lambda: when("12:00"))
    printing.add("T1", printer or Gated(), "tote")
    printing._machines["T1"].known[DAY] = 0
    return printing, printing._machines["T1"], floor


def test_a_sale_that_is_not_on_record_is_not_printed():
    """Whatever the day says of its serial: there is nothing that could stand on the paper."""
    printing, machine, floor = alone()
    printing._sale(machine, _Sale(DAY, 1, None))
    assert (None, []) == (sold_as(floor, floor.live, "T1", 1), machine.printer.layouts)


def test_a_printer_whose_program_fails_may_have_printed(caplog):
    """The ticket cannot be said to be out, nor not to be; the terminal is in trouble."""
    printing, machine, _ = alone(SimpleNamespace(print=lambda _: 1 / 0))
    found = printing._printed(machine, Layout(()))
    expected = "the printer's program failed: division by zero"
    assert (NotPrinted(expected, can_be_out=True), expected) == (found, machine.trouble)
    assert "the printer of T1" in caplog.text


def test_what_cannot_be_recorded_before_a_stop_is_left_to_the_next_start():
    """A house that is closed waits no longer for its journal."""
    printing, machine, _ = alone()
    with pytest.raises(JournalUnavailable, match="away"):
        printing._record(machine, _Other(DAY, 1, people_acts.Paper.COPY), "k")
    assert not printing._stopping.is_set()


def test_the_second_half_of_a_twin_trifecta_is_printed():
    """Where its selections were exchanged, as a receipt: it has no bar code."""
    printing, machine, floor = alone()
    exchanged = TicketExchanged("1-2", "T1", "LLK-5-TT", (), (), (), (), "Tess", facility="Here", track="LLK", race=7)
    printing._heard(machine, floor.live, exchanged)
    job = machine.jobs.get_nowait()
    assert (people_acts.Paper.RECEIPT, "SECOND HALF") == (job.paper, job.layout.lines[0].text)
