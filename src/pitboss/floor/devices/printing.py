"""The ticket printers of a live house: a thread each, and no further sale before it is known what came out.

A ticket that did not come out is reported undelivered at once, in its seller's name (PW-B4), and the pit is alarmed.
What came out is recorded in the house's own stream, so that a new start of the house knows it too: the one ticket that
was sold and of which nothing is recorded may be anywhere, and is reported as well.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from pitboss.decider import Accepted, Act, Command, Person, Role
from pitboss.errors import PitbossError
from pitboss.floor.devices import ticket as paper
from pitboss.floor.devices.layout import Layout
from pitboss.floor.devices.pdf import as_pdf
from pitboss.floor.devices.printer import (
    PORT,
    FilePrinter,
    LinePrinter,
    NotPrinted,
    Outcome,
    Printed,
    Printer,
    SerialLine,
    SocketLine,
    undelivered,
)
from pitboss.floor.devices.slip import slip_layouts
from pitboss.floor.house_devices import PrinterEntry
from pitboss.floor.people.acts import AlarmKind, Paper, RaiseAlarm, RecordPrint
from pitboss.floor.people.checks import SERVER, THE_SERVER
from pitboss.floor.people.events import CopyAsked
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import News
from pitboss.floor.writer.writer import Floor
from pitboss.games.everyday.events import SlipPrinted
from pitboss.journal import JournalError
from pitboss.tote.day.acts import CloseTerminal, SellTicket, TerminalKind
from pitboss.tote.day.events import TicketCancelled, TicketCashed, TicketExchanged, TicketRefunded, TicketSold

LOOK_SECONDS: Final = 5.0
"""How often a printer that has nothing to print is asked how it is."""
RETRY_SECONDS: Final = 0.5
"""After which a fate that could not be recorded is recorded again, under the same key."""
_TEXT_MAX: Final = 500
_STOPPED: Final = NotPrinted("the house stopped before it was known whether the ticket came out", can_be_out=True)
_LOG = logging.getLogger(__name__)


class NotPrintedYet(PitbossError):
    """A terminal sells no ticket until the previous one is known to be printed or failed."""

    http_status = 409


class CannotPrint(PitbossError):
    """A self-service machine takes no money for a ticket that it cannot print."""

    http_status = 409


@dataclass(frozen=True)
class _Sale:
    """A ticket to print: the sale, or None if it must be looked up."""

    stream: str
    serial: int
    sold: TicketSold | None
    outcome: Outcome | None = None
    """What is known of it already."""


@dataclass(frozen=True)
class _Other:
    """A piece of paper, of which only a receipt has its layout already."""

    stream: str
    serial: int
    paper: Paper
    layout: Layout | None = None


@dataclass
class _Machine:
    """One terminal's printer."""

    terminal: str
    printer: Printer
    tote: str
    """What the house calls the tote at which it stands."""
    jobs: queue.SimpleQueue[_Sale | _Other | None] = field(default_factory=queue.SimpleQueue)
    thread: threading.Thread | None = None
    known: dict[str, int] = field(default_factory=dict)
    """Stream to the last serial of which it is known what came out; a stream that is not here is not printed."""
    tried: tuple[str, Outcome] | None = None
    """The last ticket that was sent to the printer, and what came of it."""
    said: tuple[str, ...] = ()
    """What somebody was told to see to."""
    trouble: str | None = None
    """What keeps it from printing, as it was last seen."""


def printer_of(entry: PrinterEntry, folder: Path) -> Printer:
    """Return the printer that a house file describes; its folders are beside the file."""
    if entry.kind == "serial" and entry.port is not None:
        return LinePrinter(SerialLine(entry.port, baud=entry.baud))
    if entry.kind == "socket" and entry.address is not None:
        host, _, port = entry.address.rpartition(":")
        where = (host, int(port)) if host else (port, PORT)
        return LinePrinter(SocketLine(*where, signer=None if entry.tls is None else folder / entry.tls))
    target = folder / (entry.folder or ".")
    with suppress(OSError):
        target.mkdir(parents=True, exist_ok=True)
    return FilePrinter(target, form=as_pdf, suffix=".pdf") if entry.form == "pdf" else FilePrinter(target)


def sold_as(floor: Floor, live: LiveStream, terminal: str, serial: int) -> TicketSold | None:
    """Return a sale as it was recorded, in the writer's thread; None where there is none."""
    if live.state.ticket_at(terminal, serial) is None:
        return None
    for record in floor.journal.read(live.name, after=1):
        if b"tote.ticket_sold/" not in record.body:
            continue
        event = live.decoded(record.body)
        if isinstance(event, TicketSold) and (event.terminal, event.serial) == (terminal, serial):
            return event
    return None


class Printing:
    """Prints what the ticket machines of a floor sell and pay."""

    def __init__(self, floor: Floor, *, wall: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._floor, self._wall = floor, wall
        self._machines: dict[str, _Machine] = {}
        self._stopping = threading.Event()
        self._copies = 0
        self.look_seconds = LOOK_SECONDS

    @property
    def terminals(self) -> frozenset[str]:
        """Return the terminals that have a printer."""
        return frozenset(self._machines)

    @property
    def troubles(self) -> dict[str, str]:
        """Return the terminals that cannot print now, each with what is wrong."""
        return {name: one.trouble for name, one in self._machines.items() if one.trouble is not None}

    def add(self, terminal: str, printer: Printer, tote: str) -> None:
        """Give a tote's terminal its printer."""
        self._machines[terminal] = _Machine(terminal, printer, tote)

    def attach(self, tote: str, stream: str) -> None:
        """Print what is sold in a tote's day from now on, and see to the ticket that a stop left unknown."""
        printed = self._floor.view(HOUSE_STREAM, lambda live: dict(live.state.printed))
        for machine in [one for one in self._machines.values() if one.tote == tote]:
            last = self._floor.view(stream, lambda live, name=machine.terminal: _last(live, name))  # type: ignore[misc]
            known = printed.get(machine.terminal)
            if known is None or known[0] != stream:
                self._record(machine, _Other(stream, last, Paper.BEGUN), f"{self._wall().isoformat()}/begun")
                known = (stream, last)
            machine.known[stream] = known[1]
            if last > known[1]:
                machine.jobs.put(_Sale(stream, last, None, _STOPPED))

    def forget(self) -> None:
        """Note which terminals have no printer any more: what they sold since is nobody's to report."""
        for name, (stream, serial) in self._floor.view(HOUSE_STREAM, lambda live: dict(live.state.printed)).items():
            if name not in self._machines:
                act = RecordPrint(stream=stream, terminal=name, serial=serial, paper=Paper.ENDED)
                self._send(HOUSE_STREAM, THE_SERVER, act, f"{self._wall().isoformat()}/{name}/ended")

    def start(self) -> None:
        """Begin to print."""
        for machine in self._machines.values():
            name = f"pitboss-print-{machine.terminal}"
            machine.thread = threading.Thread(target=self._run, args=(machine,), name=name, daemon=True)
            machine.thread.start()

    def stop(self) -> None:
        """Print what waits, and end; what cannot be recorded is seen to at the next start."""
        self._stopping.set()
        for machine in self._machines.values():
            machine.jobs.put(None)
        for machine in self._machines.values():
            if machine.thread is not None:
                machine.thread.join()

    # In the writer's thread

    def refuse_unprinted(self, live: LiveStream, command: Command[Any]) -> None:
        """Refuse a sale as long as nobody knows what became of the ticket before it, or a machine cannot print one."""
        if not isinstance(command.act, SellTicket | CloseTerminal):
            return
        machine = self._machines.get(command.act.terminal)
        if machine is None or live.name not in machine.known:
            return
        if machine.trouble is not None and isinstance(command.act, SellTicket) and command.by.role is Role.DEVICE:
            reason = f"this machine cannot print tickets now: {machine.trouble}; use another one, or a window"
            raise CannotPrint(reason, values={"terminal": machine.terminal})
        last = _last(live, machine.terminal)
        if last <= machine.known[live.name]:
            return
        # Listeners are not told of what a broken journal turned out to have after all: it is printed now.
        machine.jobs.put(_Sale(live.name, last, None))
        reason = f"ticket {last} of terminal {machine.terminal} is being printed; wait until it is out"
        raise NotPrintedYet(reason, values={"terminal": machine.terminal, "serial": last})

    def hear(self, news: Sequence[News]) -> None:
        """Queue a ticket for printing, in the writer's thread."""
        for one in news:
            for event in one.recorded.events:
                machine = self._machines.get(getattr(event, "terminal", ""))
                if machine is not None:
                    self._heard(machine, one.live, event)

    def _heard(self, machine: _Machine, live: LiveStream, event: Any) -> None:
        if isinstance(event, TicketSold) and live.name in machine.known:
            machine.jobs.put(_Sale(live.name, event.serial, event))
        elif isinstance(event, TicketCashed | TicketRefunded | TicketCancelled):
            # Made here, from what is recorded; the thread only prints it.
            layout = paper.receipt(event, live.currency, facility=live.config.name, at=self._wall())
            machine.jobs.put(_Other(live.name, _last(live, machine.terminal), Paper.RECEIPT, layout))
        elif isinstance(event, TicketExchanged):
            layout = paper.second_half(event, live.currency)
            machine.jobs.put(_Other(live.name, _last(live, machine.terminal), Paper.RECEIPT, layout))
        elif isinstance(event, SlipPrinted):
            for layout in slip_layouts(self._floor.journal, live, event):
                machine.jobs.put(_Other(live.name, event.number, Paper.RECEIPT, layout))
        elif isinstance(event, CopyAsked):
            machine.jobs.put(_Other(event.stream, event.serial, Paper.COPY))

    # In a printer's own thread

    def _run(self, machine: _Machine) -> None:
        while (job := self._job(machine)) is not None:
            try:
                if isinstance(job, _Sale):
                    self._sale(machine, job)
                else:
                    self._other(machine, job)
            except Exception:  # noqa: BLE001 - a ticket that breaks our own code must not stop the next
                _LOG.exception("the printer of %s", machine.terminal)

    def _job(self, machine: _Machine) -> _Sale | _Other | None:
        """Return the next ticket to print; check the printer while waiting."""
        while True:
            try:
                return machine.jobs.get(timeout=self.look_seconds)
            except queue.Empty:
                machine.trouble = self._trouble(machine)

    def _trouble(self, machine: _Machine) -> str | None:
        try:
            return machine.printer.trouble()
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody should count on this printer
            _LOG.exception("the printer of %s", machine.terminal)
            return f"the printer's program failed: {error}"

    def _sale(self, machine: _Machine, job: _Sale) -> None:
        if job.serial <= machine.known[job.stream]:
            return
        sold, currency = job.sold, self._floor.view(job.stream, lambda live: live.currency)
        if sold is None:
            sold = self._floor.view(job.stream, lambda live: sold_as(self._floor, live, machine.terminal, job.serial))
        if sold is None:
            return
        if machine.tried is None or machine.tried[0] != sold.ticket:
            # Kept until it is recorded: no original is printed twice.
            machine.tried = (sold.ticket, job.outcome or self._printed(machine, paper.original(sold, currency)))
        outcome = machine.tried[1]
        act, text = undelivered(sold, outcome), None
        if act is not None and isinstance(outcome, NotPrinted):
            text = self._reported(sold, job.stream, act, outcome)
        self._record(machine, _Other(job.stream, job.serial, Paper.TICKET), f"{job.stream}/{job.serial}", text)
        machine.known[job.stream] = job.serial

    def _reported(self, sold: TicketSold, stream: str, act: Act, outcome: NotPrinted) -> str:
        """Report a ticket that did not come out, in the name of whoever sold it; return what the pit is told."""
        is_machine = self._floor.view(
            stream, lambda live: live.state.terminals[sold.terminal].kind is TerminalKind.SELF_SERVICE
        )
        by = Person(sold.by, Role.DEVICE if is_machine and sold.by == sold.terminal else Role.TELLER)
        recorded = self._send(stream, by, act, f"{sold.terminal}/{sold.serial}/undelivered")
        what = "it is recorded as undelivered; cancel it and sell it anew, where PW-E1a to PW-E1c let it be cancelled"
        if not isinstance(recorded.answer, Accepted):
            what = f"it could not be recorded as undelivered: {recorded.answer.reason}"
        torn = " If any of it comes out, tear it up." if outcome.can_be_out else ""
        return f"ticket {sold.serial} of {sold.terminal} did not come out: {outcome.reason}; {what}.{torn}"

    def _other(self, machine: _Machine, job: _Other) -> None:
        layout = job.layout
        if layout is None:

            def asked(live: LiveStream) -> Layout | None:
                sold = sold_as(self._floor, live, machine.terminal, job.serial)
                return None if sold is None else paper.copy(sold, live.currency)

            layout = self._floor.view(job.stream, asked)
        found = (
            NotPrinted("there is no such sale", can_be_out=False) if layout is None else self._printed(machine, layout)
        )
        self._copies += 1
        key = f"{self._wall().isoformat()}/{self._copies}"
        if isinstance(found, NotPrinted):
            text = f"a {job.paper.value} at {machine.terminal} did not come out: {found.reason}"
            self._record(machine, job, key, text)
        elif job.paper is Paper.COPY:
            self._record(machine, job, key)

    def _printed(self, machine: _Machine, layout: Layout) -> Outcome:
        try:
            outcome = machine.printer.print(layout)
        except Exception as error:  # noqa: BLE001 - whatever it is, the ticket cannot be said to be out
            _LOG.exception("the printer of %s", machine.terminal)
            outcome = NotPrinted(f"the printer's program failed: {error}", can_be_out=True)
        machine.trouble = outcome.reason if isinstance(outcome, NotPrinted) else None
        if isinstance(outcome, Printed):
            if outcome.warnings and outcome.warnings != machine.said:
                text = f"the printer of {machine.terminal}: {'; '.join(outcome.warnings)}"
                act = RaiseAlarm(kind=AlarmKind.DEVICE, about=machine.terminal, text=text[:_TEXT_MAX])
                self._send(HOUSE_STREAM, THE_SERVER, act, f"{self._wall().isoformat()}/{machine.terminal}/warned")
            machine.said = outcome.warnings
        return outcome

    def _record(self, machine: _Machine, job: _Other, key: str, text: str | None = None) -> None:
        act = RecordPrint(
            stream=job.stream,
            terminal=machine.terminal,
            serial=job.serial,
            paper=job.paper,
            is_printed=text is None,
            text=None if text is None else text[:_TEXT_MAX],
        )
        self._send(HOUSE_STREAM, THE_SERVER, act, f"{machine.terminal}/{key}")

    def _send(self, stream: str, by: Person, act: Act, key: str) -> Recorded:
        """Record something, however long it takes until the journal can: the terminal waits for it."""
        command: Command[Any] = Command(key=f"{SERVER}/print/{key}", by=by, act=act, received_at=self._wall())
        while True:
            try:
                return self._floor.send(stream, command)
            except JournalError as error:
                _LOG.warning("what became of a piece of paper waits to be recorded: %s", error)
                if self._floor.is_closed or self._stopping.wait(RETRY_SECONDS):
                    raise


def _last(live: LiveStream, terminal: str) -> int:
    """Return the serial of the last ticket that a terminal sold in a tote day."""
    found = live.state.terminals.get(terminal)
    return 0 if found is None else int(found.serial)
