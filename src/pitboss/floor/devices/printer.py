"""Printing a piece of paper, and knowing that it came out: the port, and a printer at the end of a line.

A ticket counts as printed only if the printer was ready before it, said by a text of ours that it had worked through
all of it, and was still without a fault afterwards. Whatever else happens is "not printed", with the reason and with
whether some of it may have come out all the same: there is no third answer, and no silent success.
"""

from __future__ import annotations

import os
import secrets
import socket
import ssl
import string
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pitboss.floor.devices import escpos
from pitboss.floor.devices.escpos import PrinterStatus, Symbols
from pitboss.floor.devices.layout import Layout
from pitboss.rulebook.clauses import cites
from pitboss.tote.day.acts import Cause, ReportUndelivered
from pitboss.tote.day.events import TicketSold

BAUD = 38_400
PORT = 9_100
"""Where printers in a network listen."""
WRITE_SECONDS = 10.0


@contextmanager
def _faults_of_terminals() -> Iterator[None]:
    """Raise as an OSError what the terminal interface raises as its own: it is the same fault."""
    import termios

    try:
        yield
    except termios.error as error:
        raise OSError(*error.args) from error


class SerialLine:
    """A serial port."""

    def __init__(self, port: str, *, baud: int = BAUD, write_seconds: float = WRITE_SECONDS) -> None:
        self._port, self._baud, self._write_seconds = port, baud, write_seconds
        self._line: Any = None

    def open(self) -> None:
        """Open the port; pyserial drops what waited in it."""
        import serial

        with _faults_of_terminals():
            self._line = serial.Serial(self._port, self._baud, write_timeout=self._write_seconds, exclusive=True)

    def write(self, data: bytes) -> None:
        """Send all of the bytes."""
        with _faults_of_terminals():
            self._line.write(data)

    def read(self, count: int, seconds: float) -> bytes:
        """Return so many bytes, or as many as came within a time."""
        with _faults_of_terminals():
            self._line.timeout = seconds
            return bytes(self._line.read(count))

    def close(self) -> None:
        """Give the port back."""
        line, self._line = self._line, None
        if line is not None:
            line.close()


class SocketLine:
    """A printer in the network; a new connection has no old answers in it.

    With the certificate of whoever signed the printer's own it is spoken to encrypted, and only if it has its name.
    """

    def __init__(
        self, host: str, port: int = PORT, *, signer: Path | None = None, write_seconds: float = WRITE_SECONDS
    ) -> None:
        self._address, self._signer, self._write_seconds = (host, port), signer, write_seconds
        self._socket: socket.socket | None = None

    def open(self) -> None:
        """Connect."""
        self._socket = socket.create_connection(self._address, timeout=self._write_seconds)
        if self._signer is not None:
            trusted = ssl.create_default_context(cafile=self._signer)
            self._socket = trusted.wrap_socket(self._socket, server_hostname=self._address[0])

    def write(self, data: bytes) -> None:
        """Send all of the bytes."""
        line = self._connected()
        line.settimeout(self._write_seconds)
        line.sendall(data)

    def read(self, count: int, seconds: float) -> bytes:
        """Return so many bytes, or as many as came within a time."""
        line, found, until = self._connected(), b"", time.monotonic() + seconds
        while len(found) < count and (left := until - time.monotonic()) > 0:
            line.settimeout(left)
            try:
                data = line.recv(count - len(found))
            except TimeoutError:
                break
            if not data:
                raise ConnectionResetError("the printer closed the connection")
            found += data
        return found

    def close(self) -> None:
        """Disconnect."""
        line, self._socket = self._socket, None
        if line is not None:
            line.close()

    def _connected(self) -> socket.socket:
        if self._socket is None:
            raise ConnectionError("there is no connection to the printer")
        return self._socket


_ID_LETTERS = string.ascii_letters + string.digits


@dataclass(frozen=True)
class Printed:
    """It came out, whole and cut off."""

    warnings: tuple[str, ...] = ()
    """What somebody should see to before the next, such as paper near its end."""


@dataclass(frozen=True)
class NotPrinted:
    """It did not come out, or nobody can know whether it did."""

    reason: str
    can_be_out: bool
    """Whether any of it was sent: then some or all of it may be on paper, or come out later."""


Outcome = Printed | NotPrinted


class Printer(Protocol):
    """Whatever puts a layout on paper."""

    def print(self, layout: Layout) -> Outcome:
        """Print it, and wait until it is certain or cannot become so."""

    def trouble(self) -> str | None:
        """Return what keeps it from printing now; None where it is ready."""


class Line(Protocol):
    """Bytes to and from a device. Every fault is an OSError; a device that says nothing is none."""

    def open(self) -> None:
        """Open it, with nothing left of what was sent before."""

    def write(self, data: bytes) -> None:
        """Send all of the bytes, or raise."""

    def read(self, count: int, seconds: float) -> bytes:
        """Return so many bytes, or as many as came within a time."""

    def close(self) -> None:
        """Give it back."""


@dataclass(frozen=True)
class Waits:
    """How long a printer is waited for."""

    answer_seconds: float = 1.0
    job_seconds: float = 20.0
    """Until a whole ticket is printed."""


@cites("PW-B4")
def undelivered(sold: TicketSold, outcome: Outcome) -> ReportUndelivered | None:
    """Return what the window must tell the tote before it sells again: nothing where the ticket came out.

    A ticket that may have come out is reported as well. If it turns up it is torn up: nobody has a claim on it.
    """
    if isinstance(outcome, Printed):
        return None
    return ReportUndelivered(terminal=sold.terminal, serial=sold.serial, cause=Cause.PRINTER)


class LinePrinter:
    """An ESC/POS printer on a line; the line is opened for each job, so that no old answer is taken for a new one."""

    def __init__(self, line: Line, *, symbols: Symbols | None = None, waits: Waits | None = None) -> None:
        self._line = line
        self._symbols = symbols
        self._waits = waits or Waits()
        self._lock = threading.Lock()
        self._has_sent = False

    def print(self, layout: Layout) -> Outcome:
        """Print it; jobs of several threads come one after the other."""
        job = escpos.encode(layout, self._symbols)
        with self._lock:
            self._has_sent = False
            try:
                self._line.open()
                return self._printed(job)
            except OSError as error:
                what = "the line to the printer broke" if self._has_sent else "the printer cannot be reached"
                return NotPrinted(f"{what}: {error}", can_be_out=self._has_sent)
            finally:
                self._close()

    def trouble(self) -> str | None:
        """Ask the printer how it is."""
        with self._lock:
            try:
                self._line.open()
                found = self._checked()
            except OSError as error:
                return f"the printer cannot be reached: {error}"
            finally:
                self._close()
        return found if isinstance(found, str) else None

    def _printed(self, job: bytes) -> Outcome:
        before = self._checked()
        if isinstance(before, str):
            return NotPrinted(before, can_be_out=False)
        self._has_sent = True
        if not self._has_done(job, self._waits.job_seconds):
            return self._given_up("the printer took the ticket and did not say that it printed it")
        after = self._checked()
        if isinstance(after, str):
            return self._given_up(after)
        return Printed(after.warnings)

    def _given_up(self, reason: str) -> NotPrinted:
        status = self._status()
        self._line.write(escpos.CLEAR)
        if isinstance(status, str) or status.is_ready:
            return NotPrinted(reason, can_be_out=True)
        return NotPrinted("; ".join(status.problems), can_be_out=True)

    def _checked(self) -> PrinterStatus | str:
        """Return the status of a printer that is ready and keeps up with our questions, or what is wrong.

        Its four answers look alike. The text that it must send back behind them shows that none was an older one.
        """
        status = self._status()
        if isinstance(status, str):
            return status
        if not status.is_ready:
            return "; ".join(status.problems)
        if not self._has_done(b"", self._waits.answer_seconds):
            return "the printer does not confirm what it has done (GS ( H), or answers out of turn"
        return status

    def _status(self) -> PrinterStatus | str:
        answers = b""
        for kind in escpos.STATUS_KINDS:
            self._line.write(escpos.ask_status(kind))
            answer = self._line.read(1, self._waits.answer_seconds)
            if not answer:
                return "the printer does not answer"
            answers += answer
        return escpos.decode_status(answers) or f"the printer's answer cannot be read: {answers.hex(' ')}"

    def _has_done(self, job: bytes, seconds: float) -> bool:
        """Send bytes with a text behind them that only this request has, and tell whether it came back in time."""
        identifier = "".join(secrets.choice(_ID_LETTERS) for _ in range(escpos.ID_LENGTH)).encode("ascii")
        wanted = escpos.process_id_answer(identifier)
        self._line.write(job + escpos.ask_process_id(identifier))
        return self._line.read(len(wanted), seconds) == wanted

    def _close(self) -> None:
        try:
            self._line.close()
        except OSError:
            # A device that is gone cannot be closed in good order; what became of the job is known without it.
            return


class FilePrinter:
    """Writes numbered files into a folder; `form` makes their bytes: a printer's job, or a PDF."""

    def __init__(self, folder: Path, *, form: Callable[[Layout], bytes] = escpos.encode, suffix: str = ".bin") -> None:
        self._folder, self._form, self._suffix = folder, form, suffix
        self._count = 0
        self._session = secrets.token_hex(4)

    def print(self, layout: Layout) -> Outcome:
        """Write one file; it has its name only once it is on the disk."""
        data = self._form(layout)
        self._count += 1
        path = self._folder / f"{self._session}-{self._count:06d}{self._suffix}"
        unfinished = path.with_suffix(".part")
        is_named = False
        try:
            with unfinished.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            unfinished.rename(path)
            is_named = True
            _keep_names(self._folder)
        except OSError as error:
            with suppress(OSError):
                unfinished.unlink()
            return NotPrinted(f"the file cannot be written: {error}", can_be_out=is_named)
        return Printed()

    def trouble(self) -> str | None:
        """Tell where there is no such folder, or none to write into."""
        return None if os.access(self._folder, os.W_OK) else f"the folder {self._folder.name} cannot be written"


def _keep_names(folder: Path) -> None:
    """Bring a folder's names to the disk."""
    directory = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
