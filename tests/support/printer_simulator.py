"""A receipt printer without a printer: what it does with bytes, and a pseudo-terminal that a real line opens.

It runs out of paper, jams, is opened, falls silent or is unplugged with any byte that it is told.
"""

from __future__ import annotations

import errno
import os
import select
import threading
import tty
from enum import Enum, auto

from pitboss.floor.devices import escpos

__all__ = ["Fault", "ModelLine", "PrinterModel", "PrinterSimulator"]

_READY = 0x12
_ID_REQUEST = escpos.ask_process_id(b"")
_ID_REQUEST_LENGTH = len(_ID_REQUEST) + escpos.ID_LENGTH


class Fault(Enum):
    """What may happen to a printer."""

    PAPER_OUT = auto()
    JAM = auto()
    COVER_OPEN = auto()
    SILENCE = auto()
    """It neither prints nor answers any more."""
    UNPLUG = auto()


_STATUS = {
    Fault.PAPER_OUT: {1: 0x08, 2: 0x20, 4: 0x60},
    Fault.JAM: {1: 0x08, 2: 0x40, 3: 0x08},
    Fault.COVER_OPEN: {1: 0x08, 2: 0x04},
}


class PrinterModel:
    """A printer's receive buffer, paper and answers; `at` is how many bytes it takes before the fault."""

    def __init__(self, fault: Fault | None = None, at: int = 0) -> None:
        self._planned, self._at = fault, at
        self._fault: Fault | None = None
        self._urgent = b""
        """The beginning of a command that is obeyed at once."""
        self._buffer = bytearray()
        self.is_near_end = False
        self.received = 0
        self.paper = bytearray()
        """All that was worked through: what is printed, and the commands between."""
        self.answers = bytearray()

    @property
    def tickets(self) -> int:
        """Return how many pieces of paper were cut off."""
        return self.paper.count(escpos.CUT)

    def feed(self, data: bytes) -> None:
        """Take bytes, one after the other."""
        for byte in data:
            if self._planned is not None and self.received == self._at:
                self._fault, self._planned = self._planned, None
            if self._fault is Fault.UNPLUG:
                raise OSError(errno.EIO, "unplugged")
            self.received += 1
            self._take(bytes([byte]))

    def refill(self) -> None:
        """Put the printer right: it goes on with what is left in its buffer."""
        self._fault = None
        self._work()

    def _take(self, byte: bytes) -> None:
        if not self._urgent and byte != escpos.DLE:
            self._buffer += byte
            self._work()
            return
        self._urgent += byte
        if self._urgent == escpos.CLEAR:
            self._buffer.clear()
            self._urgent = b""
        elif self._urgent in map(escpos.ask_status, escpos.STATUS_KINDS):
            self._answer(bytes([self._status(self._urgent[-1])]))
            self._urgent = b""

    def _work(self) -> None:
        while self._buffer and self._fault is None:
            self.paper.append(self._buffer.pop(0))
            request = bytes(self.paper[-_ID_REQUEST_LENGTH:])
            if request.startswith(_ID_REQUEST) and len(request) == _ID_REQUEST_LENGTH:
                self._answer(escpos.process_id_answer(request[-escpos.ID_LENGTH :]))

    def _status(self, kind: int) -> int:
        near = 0x0C if self.is_near_end and kind == escpos.STATUS_KINDS[-1] else 0
        return _READY | near | (_STATUS.get(self._fault, {}).get(kind, 0) if self._fault is not None else 0)

    def _answer(self, data: bytes) -> None:
        if self._fault is not Fault.SILENCE:
            self.answers += data


class ModelLine:
    """A line straight into a model: nothing is waited for, since what does not come at once never comes."""

    def __init__(self, model: PrinterModel) -> None:
        self._model = model

    def open(self) -> None:
        """Drop old answers."""
        self._model.answers.clear()

    def write(self, data: bytes) -> None:
        """Feed the model."""
        self._model.feed(data)

    def read(self, count: int, seconds: float) -> bytes:
        """Return what it answered."""
        del seconds
        found = bytes(self._model.answers[:count])
        del self._model.answers[:count]
        return found

    def close(self) -> None:
        """Do nothing: the model stays."""


class PrinterSimulator:
    """A model at one end of a pseudo-terminal, in a thread of its own; `port` is what a line opens."""

    def __init__(self, model: PrinterModel) -> None:
        self.model = model
        self._printer_end, self._line_end = os.openpty()
        tty.setraw(self._line_end)
        self.port = os.ttyname(self._line_end)
        self._stop_end, self._wake_end = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread and pull the plug."""
        os.write(self._wake_end, b".")
        self._thread.join()
        os.close(self._stop_end)
        os.close(self._wake_end)

    def _run(self) -> None:
        try:
            while self._stop_end not in (ready := select.select([self._printer_end, self._stop_end], [], [])[0]):
                self._serve(ready)
        except OSError:
            # The model was unplugged: both ends go, and the line at the other side breaks.
            pass
        finally:
            os.close(self._line_end)
            os.close(self._printer_end)

    def _serve(self, ready: list[int]) -> None:
        if self._printer_end in ready:
            self.model.feed(os.read(self._printer_end, 4_096))
            answers = bytes(self.model.answers)
            self.model.answers.clear()
            os.write(self._printer_end, answers)
