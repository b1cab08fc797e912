"""Printers, shoes and second entries as a house file names them, and what may be wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, Protocol

import msgspec

from pitboss.decider import Name
from pitboss.errors import BadConfig
from pitboss.floor.devices.printer import BAUD as PRINTER_BAUD
from pitboss.floor.devices.shoe_frames import CheckRule, ShoeSettings
from pitboss.floor.devices.shoe_machine import BAUD as SHOE_BAUD
from pitboss.floor.people.acts import TerminalKind
from pitboss.games import game
from pitboss.games.contract import Game
from pitboss.journal.address import is_here
from pitboss.rulebook import Fault, edition

Port = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Baud = Annotated[int, msgspec.Meta(ge=300, le=4_000_000)]
Byte = Annotated[int, msgspec.Meta(ge=0, le=255)]
_PLACE: Final = {"serial": "port", "socket": "address", "folder": "folder"}
_PORT_MAX: Final = 65_535


class PrinterEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The ticket printer of a window or a self-service terminal."""

    terminal: Name
    kind: Literal["serial", "socket", "folder"]
    port: Port | None = None
    address: Port | None = None
    """Host, or host and port with a colon between, of a printer in the network."""
    tls: Port | None = None
    """The certificate of whoever signed that printer's own, in a file: the line to it is encrypted then."""
    plain_because: Port | None = None
    """Why the line to a printer on another machine is not encrypted: most printers cannot do it."""
    folder: Port | None = None
    """Where each ticket becomes a file."""
    form: Literal["pdf", "escpos"] = "pdf"
    """What is in the files of a folder."""
    baud: Baud = PRINTER_BAUD


class ShoeEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The reading shoe of a card table, at a serial port of this machine."""

    stream: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    port: Port
    checksum: CheckRule
    sequence: tuple[Byte, Byte]
    unchecked_because: str | None = None
    baud: Baud = SHOE_BAUD


class VirtualShoeEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card table that plays from orders which the server draws and commits to."""

    stream: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class SecondEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A sic bo table at which two people enter the dice, neither of whom sees the other's entry."""

    stream: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class _Terminal(Protocol):
    """A terminal of the house file."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> TerminalKind: ...


class _AtTable(Protocol):
    """A device of one table."""

    @property
    def stream(self) -> str: ...


class _Opening(Protocol):
    """A table of the house file with its document."""

    @property
    def kind(self) -> str: ...
    @property
    def document(self) -> Any: ...
    @property
    def robots(self) -> bool: ...


def printer_faults(printers: Sequence[PrinterEntry], terminals: Sequence[_Terminal]) -> Iterator[Fault]:
    """Find printers at no ticket machine, two at one, and those that cannot be reached as they are described."""
    kinds = {entry.id: entry.kind for entry in terminals}
    names = [entry.terminal for entry in printers]
    for place, entry in enumerate(printers):
        where = f"printer[{place}]"
        if kinds.get(entry.terminal) not in (TerminalKind.WINDOW, TerminalKind.SELF_SERVICE):
            yield Fault(f"{where}.terminal", entry.terminal, "expected a window or self-service terminal of this house")
        if entry.terminal in names[:place]:
            yield Fault(f"{where}.terminal", entry.terminal, "has a printer already")
        for kind, field in _PLACE.items():
            value = getattr(entry, field)
            if (value is not None) != (kind == entry.kind):
                needed = f"a {entry.kind} printer is at its {_PLACE[entry.kind]}, and nowhere else"
                yield Fault(f"{where}.{field}", value, needed)
        if entry.address is not None and not _is_address(entry.address):
            yield Fault(f"{where}.address", entry.address, "expected HOST or HOST:PORT")
        elif entry.address is not None and not _is_private(entry):
            needed = "a printer on another machine has a certificate (tls), or the house says why not (plain_because)"
            yield Fault(f"{where}.tls", None, needed)


def _is_private(entry: PrinterEntry) -> bool:
    """Tell whether nobody reads or changes what goes to a printer, or the house has said why that may be."""
    host, _, port = (entry.address or "").rpartition(":")
    return is_here(host or port) or entry.tls is not None or entry.plain_because is not None


def _is_address(text: str) -> bool:
    host, colon, port = text.rpartition(":")
    return not colon or (bool(host) and port.isascii() and port.isdigit() and 1 <= int(port) <= _PORT_MAX)


def shoe_of(stream: str) -> str:
    """Return the name under which a table's reading shoe speaks."""
    return f"shoe-{stream}"


def settings_of(entry: ShoeEntry) -> ShoeSettings:
    """Return what the house says of its shoe.

    Raises:
        BadConfig: where that cannot be, or must not.
    """
    return ShoeSettings(entry.checksum, entry.sequence, entry.unchecked_because)


def _table_faults(
    entries: Sequence[_AtTable],
    openings: Mapping[str, _Opening],
    part: str,
    fits: Callable[[Game], bool],
    has: str,
    *,
    with_robots: bool = False,
) -> Iterator[Fault]:
    """Find devices at no table that they fit, at one with robots that know nothing of them, and two at one table."""
    streams = [entry.stream for entry in entries]
    for place, stream in enumerate(streams):
        where, opening = f"{part}[{place}].stream", openings.get(stream)
        if opening is None or opening.kind != "table" or not fits(game(edition(opening.document["rulebook"]).game)):
            yield Fault(where, stream, f"expected a table of this house that can have {has}")
        elif opening.robots and not with_robots:
            yield Fault(where, stream, "robots would act beside it; the table has robots = true")
        if stream in streams[:place]:
            yield Fault(where, stream, f"has {has} already")


def _has_cards(rules: Game) -> bool:
    return rules.cards is not None


def shoe_faults(shoes: Sequence[ShoeEntry], openings: Mapping[str, _Opening]) -> Iterator[Fault]:
    """Find shoes at no card table, two at one table or port, and settings under which nothing could be believed."""
    yield from _table_faults(shoes, openings, "shoe", _has_cards, "a shoe")
    ports = [entry.port for entry in shoes]
    for place, entry in enumerate(shoes):
        where = f"shoe[{place}]"
        if entry.port in ports[:place]:
            yield Fault(f"{where}.port", entry.port, "is another shoe's already")
        try:
            settings_of(entry)
        except BadConfig as error:
            field = "checksum" if error.field == "check" else error.field
            yield Fault(f"{where}.{field}", error.values.get("value"), error.reason)


def virtual_faults(
    virtual: Sequence[VirtualShoeEntry], shoes: Sequence[ShoeEntry], openings: Mapping[str, _Opening]
) -> Iterator[Fault]:
    """Find virtual shoes at no card table, two at one, and one where another shoe reads the cards."""
    yield from _table_faults(virtual, openings, "virtual_shoe", _has_cards, "a virtual shoe", with_robots=True)
    read = {entry.stream for entry in shoes}
    for place, entry in enumerate(virtual):
        if entry.stream in read:
            yield Fault(f"virtual_shoe[{place}].stream", entry.stream, "has a shoe that reads its cards")


def second_faults(entries: Sequence[SecondEntry], openings: Mapping[str, _Opening]) -> Iterator[Fault]:
    """Find second entries at no dice table, and two at one."""
    yield from _table_faults(
        entries, openings, "second_entry", lambda rules: rules.second_entry is not None, "a second entry"
    )
