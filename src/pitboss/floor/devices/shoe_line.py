"""A reading shoe's serial line: what its bytes make certain, and what follows when the plug is out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor.devices.serial_port import SerialPort
from pitboss.floor.devices.shoe_frames import FrameReader
from pitboss.floor.devices.shoe_machine import ShoeMachine

if TYPE_CHECKING:
    from pitboss.floor.devices.shoe_frames import ShoeSettings
    from pitboss.floor.devices.shoe_machine import ShoeFound

__all__ = ["SerialShoe"]

BAUD = 4_800


class SerialShoe:
    """A shoe at a serial port; it is opened at the first poll, and again after it was unplugged."""

    def __init__(self, port: str, settings: ShoeSettings, *, baud: int = BAUD) -> None:
        self._port = SerialPort(port, baud)
        self._reader, self._machine = FrameReader(settings), ShoeMachine(settings)

    @property
    def is_open(self) -> bool:
        """Tell whether the port is there, as far as the last poll found."""
        return self._port.is_open

    def poll(self, now_ns: int) -> tuple[ShoeFound, ...]:
        """Return what the line made certain since the last call."""
        data, is_lost = self._port.read(now_ns)
        found = self._machine.hear(self._reader.feed(data), now_ns)
        if is_lost:
            self.close()
            found += self._machine.unplugged()
        return (*found, *self._machine.tick(now_ns, is_within=self._reader.is_within))

    def resume(self) -> None:
        """Begin anew after a ruling, with nothing left of a frame that was cut off."""
        self._reader.forget()
        self._machine.resume()

    def close(self) -> None:
        """Give the port back."""
        self._port.close()
        self._reader.forget()
