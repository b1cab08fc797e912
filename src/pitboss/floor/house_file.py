"""A house from one TOML file: its people, tables, terminals and tote, checked whole, every fault at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import msgspec

from pitboss.decider import Role, Text
from pitboss.errors import BadConfig, InputError, PitbossError
from pitboss.floor.anchors import AnchorEntry, anchor_faults
from pitboss.floor.archive import ArchiveEntry, archive_faults
from pitboss.floor.house_devices import (
    PrinterEntry,
    SecondEntry,
    ShoeEntry,
    VirtualShoeEntry,
    printer_faults,
    second_faults,
    shoe_faults,
    shoe_of,
    virtual_faults,
)
from pitboss.floor.house_net import NetEntry, net_faults
from pitboss.floor.people.acts import Id, TerminalKind
from pitboss.floor.people.breached import Breached
from pitboss.floor.people.checks import RESERVED
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.names import look_alike, unseen
from pitboss.floor.race_cards import template_faults
from pitboss.floor.writer.program import program_digest
from pitboss.journal.deadlines import Deadlines
from pitboss.money import Currency
from pitboss.openers import check_document
from pitboss.rulebook import Fault
from pitboss.rulebook.violations import SettingsRefused
from pitboss.tote.day.config import check_day

StreamName = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}\Z")]
LineCode = Annotated[str, msgspec.Meta(pattern=r"^[0-9 ][0-9]\Z")]
_NUMBERS: Final = 36


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the file; a key we do not know is an error."""


Access = Literal["open", "loopback", "off"]


class HouseEntry(_Part, frozen=True, kw_only=True):
    """The house."""

    name: Text
    currency: str = "USD"
    journal: str | None = None
    """Where everything is recorded, unless the command line says otherwise."""
    codes_for: Literal["admins", "everyone"] = "admins"
    """Who gets a one-time code as long as they have no password: administrators and managers, or everyone."""
    passkeys_for: tuple[Role, ...] = ()
    """Roles whose people sign in with a passkey; a password leads them no further than to adding the first one."""
    tellers_at: Literal["windows", "anywhere"] = "windows"
    """Where people sell and pay: at the machine of the window alone, or at any browser, on any window's terminal."""
    breached: str | None = None
    """A file with the hashes of passwords that were found in breaches, which nobody may choose."""
    program: str | None = None
    """The digest of the only program that may open this house."""
    demonstration: bool = False
    """Whether a newcomer may take a place beside the robots with one click, without a code or a password."""
    metrics: Access = "loopback"
    """From where the figures may be read: this machine only, anywhere, or nowhere."""
    schema: Access = "open"
    """From where the schema of the API may be read."""
    key: str | None = None
    """The file with the house's key, if it is not the usual one."""
    key_command: tuple[str, ...] = ()
    """A command that prints the house's key, in place of a file."""


class StaffEntry(_Part, frozen=True, kw_only=True):
    """Somebody who works here; one that is a robot never signs in."""

    id: Id
    name: Text
    role: Role
    robot: bool = False


class TableEntry(_Part, frozen=True, kw_only=True):
    """A table, automatic table or tournament, and its file."""

    stream: StreamName
    file: str
    robots: bool = False


class TerminalEntry(_Part, frozen=True, kw_only=True):
    """A position for a terminal; it is off until somebody switches it on."""

    id: Id
    stream: StreamName
    kind: TerminalKind = TerminalKind.PLAYER
    position: Text | None = None


class SensorEntry(_Part, frozen=True, kw_only=True):
    """The wheel sensor of an automatic table, at a serial port of this machine."""

    stream: StreamName
    port: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    zero: LineCode | None = None
    double_zero: LineCode | None = None
    """The line's two characters for 0 and 00, on a wheel that has both; without them the game is held on a zero."""
    baud: Annotated[int, msgspec.Meta(ge=300, le=4_000_000)] = 9_600


class CardEntry(_Part, frozen=True, kw_only=True):
    """A race card that can be opened: as it is, or with times in minutes after it is opened."""

    file: str


class ToteEntry(_Part, frozen=True, kw_only=True):
    """A facility's tote: one stream a day."""

    stream: StreamName
    file: str
    """The day's document; its date may be "today"."""
    card: tuple[CardEntry, ...] = ()
    robots: bool = False
    stop_seconds: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    """How long after its post time a race is closed by the clock if nobody else did."""
    export: str | None = None
    """The folder to which each race's bets are written and sealed when its betting stops."""


class CageEntry(_Part, frozen=True, kw_only=True):
    """The house's cage: one stream, which is told of what tables send, get and sign for."""

    stream: StreamName = "cage"


class HouseFile(_Part, frozen=True, kw_only=True):
    """The whole file."""

    house: HouseEntry
    net: NetEntry = NetEntry()
    database: Deadlines = Deadlines()
    staff: tuple[StaffEntry, ...] = ()
    table: tuple[TableEntry, ...] = ()
    terminal: tuple[TerminalEntry, ...] = ()
    tote: tuple[ToteEntry, ...] = ()
    cage: CageEntry | None = None
    sensor: tuple[SensorEntry, ...] = ()
    printer: tuple[PrinterEntry, ...] = ()
    shoe: tuple[ShoeEntry, ...] = ()
    virtual_shoe: tuple[VirtualShoeEntry, ...] = ()
    second_entry: tuple[SecondEntry, ...] = ()
    anchor: tuple[AnchorEntry, ...] = ()
    archive: ArchiveEntry | None = None


class HouseRefused(InputError):
    """A house file cannot be used; `faults` has everything that is wrong with it."""

    def __init__(self, faults: list[Fault]) -> None:
        """Speak of all faults, one a line."""
        self.faults = tuple(faults)
        listed = "\n".join(f"  {_told(fault)}" for fault in faults)
        super().__init__(f"the house file has {len(faults)} fault{'s' if len(faults) > 1 else ''}:\n{listed}")

    def as_fields(self) -> dict[str, object]:
        """Add the faults to the error's fields."""
        return {**super().as_fields(), "faults": [msgspec.to_builtins(fault) for fault in self.faults]}


def _told(fault: Fault) -> str:
    clause = f" [{fault.clause}]" if fault.clause else ""
    value = "" if fault.value is None else f"{str(fault.value)[:80]!r}: "
    return f"{fault.field}: {value}{fault.reason}{clause}"


@dataclass(frozen=True)
class Opening:
    """A stream of the house, and the checked document it is opened with."""

    stream: str
    kind: str
    document: Any
    robots: bool = False


@dataclass
class _Checker:
    folder: Path
    faults: list[Fault] = field(default_factory=list)

    def add(self, where: str, value: object, reason: str, clause: str | None = None) -> None:
        self.faults.append(Fault(where, value, reason, clause))

    def read(self, where: str, name: str) -> dict[str, Any] | None:
        """Return a TOML or JSON file of the house as a document."""
        try:
            data = (self.folder / name).read_bytes()
        except (OSError, ValueError) as error:
            self.add(where, name, f"cannot be read: {getattr(error, 'strerror', None) or error}")
            return None
        try:
            if name.endswith(".json"):
                return msgspec.json.decode(data, type=dict[str, Any])
            return tomllib.loads(data.decode())
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.DecodeError) as error:
            self.add(where, name, f"cannot be read: {error}")
            return None

    def opening(self, where: str, entry: TableEntry) -> Opening | None:
        """Return a table with its checked document."""
        document = self.read(f"{where}.file", entry.file)
        if document is None:
            return None
        try:
            kind, config, faults = check_document(document)
        except (SettingsRefused, PitbossError) as error:
            self.add(f"{where}.file", entry.file, str(error))
            return None
        for fault in faults:
            self.add(f"{where} ({entry.file}) {fault.field}", fault.value, fault.reason, fault.clause)
        if config is not None and kind == "tote":
            self.add(f"{where}.file", entry.file, "a tote's day belongs under [[tote]]")
            return None
        return None if config is None else Opening(entry.stream, kind, document, entry.robots)

    def tote(self, where: str, entry: ToteEntry) -> None:
        """Check a tote's day, as it would be today, and its cards."""
        document = self.read(f"{where}.file", entry.file)
        if document is None:
            return
        now = datetime.now().astimezone()
        config, faults = check_day(day_document(document, now.date()))
        if config is not None and document.get("date") == "today":
            config = msgspec.structs.replace(config, date=config.date_at(now))
        for fault in faults:
            self.add(f"{where} ({entry.file}) {fault.field}", fault.value, fault.reason, fault.clause)
        for card in entry.card:
            template = self.read(f"{where}.card.file", card.file)
            if template is None or config is None:
                continue
            try:
                found = template_faults(template, config, now)
            except InputError as error:
                self.add(f"{where}.card ({card.file})", None, str(error))
                continue
            for fault in found:
                self.add(f"{where}.card ({card.file}) {fault.field}", fault.value, fault.reason, fault.clause)

    def refuse_twice(self, where: str, names: list[str], taken: Iterable[str] = ()) -> None:
        known = set(taken)
        for place, name in enumerate(names):
            if name in known:
                self.add(f"{where}[{place}]", name, "is there already")
            known.add(name)


def device_of(stream: str) -> str:
    """Return the name under which the sensor of a table's wheel speaks."""
    return f"sensor-{stream}"


def day_document(document: dict[str, Any], today: date) -> dict[str, Any]:
    """Return a tote's day with its date, which may be written as "today"."""
    return {**document, "date": today.isoformat()} if document.get("date") == "today" else document


def read_house(path: Path) -> tuple[HouseFile, tuple[Opening, ...]]:
    """Read and check a house file, with every file it names.

    Raises:
        HouseRefused: with every fault.
    """
    check = _Checker(path.parent)
    document = check.read("house file", path.name)
    if document is None:
        raise HouseRefused(check.faults)
    try:
        found = msgspec.convert(document, HouseFile)
    except msgspec.ValidationError as error:
        raise HouseRefused(_shape_faults(document)) from error
    try:
        Currency.of(found.house.currency)
    except BadConfig as error:
        check.add("house.currency", found.house.currency, error.reason)
    if found.house.program not in (None, program_digest()):
        reason = f"this program is another one: its digest is {program_digest()}"
        check.add("house.program", found.house.program, reason)
    openings = [check.opening(f"table[{place}]", entry) for place, entry in enumerate(found.table)]
    for place, entry in enumerate(found.tote):
        check.tote(f"tote[{place}]", entry)
    _refuse_names(check, found)
    _refuse_ways_in(check, found)
    tables = {opening.stream: opening for opening in openings if opening is not None}
    _refuse_sensors(check, found, tables)
    check.faults += [
        *net_faults(found.net),
        *printer_faults(found.printer, found.terminal),
        *shoe_faults(found.shoe, tables),
        *virtual_faults(found.virtual_shoe, found.shoe, tables),
        *second_faults(found.second_entry, tables),
        *anchor_faults(found.anchor),
        *archive_faults(found.archive),
    ]
    if check.faults:
        raise HouseRefused(check.faults)
    return found, tuple(opening for opening in openings if opening is not None)


def _shape_faults(document: dict[str, Any]) -> list[Fault]:
    """Return what is wrong with the shape of each part by itself, so that one mistake hides no other."""
    parts = {part.name: part.type for part in msgspec.structs.fields(HouseFile)}
    faults = [Fault(name, None, "no such part of a house file") for name in document if name not in parts]
    if "house" not in document:
        faults.append(Fault("house", None, "expected the part [house]"))
    for name, kind in parts.items():
        value = document.get(name, ())
        if name == "house" or not isinstance(value, list):
            faults += _misfit(name, value, kind) if name in document else []
            continue
        one = get_args(kind)[0]
        faults += [fault for place, entry in enumerate(value) for fault in _misfit(f"{name}[{place}]", entry, one)]
    return faults


def _misfit(where: str, value: object, kind: Any) -> list[Fault]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        reason, _, at = str(error).partition(" - at `$")
        return [Fault(where + at.strip("`"), None, reason)]
    return []


def _refuse_names(check: _Checker, found: HouseFile) -> None:
    streams = [*(entry.stream for entry in found.table), *(entry.stream for entry in found.tote)]
    cage = [] if found.cage is None else [found.cage.stream]
    check.refuse_twice("stream", [*cage, *streams], [HOUSE_STREAM])
    people = [entry.id for entry in found.staff]
    reserved = [*RESERVED, *(device_of(entry.stream) for entry in found.sensor)]
    reserved += [shoe_of(entry.stream) for entry in found.shoe]
    check.refuse_twice("staff", people, reserved)
    # People and machines have their keys and codes by their names: nobody is both.
    check.refuse_twice("terminal", [entry.id for entry in found.terminal], [*reserved, *people])
    _refuse_look_alikes(check, found, reserved)
    for place, entry in enumerate(found.staff):
        if entry.role in (Role.PLAYER, Role.DEVICE):
            check.add(f"staff[{place}].role", entry.role.value, "expected the role of a person who works here")
    if not any(entry.role is Role.ADMIN and not entry.robot for entry in found.staff):
        check.add("staff", None, "expected an admin among the staff: somebody has to let the others in")
    for place, terminal in enumerate(found.terminal):
        if terminal.stream not in (*cage, *streams):
            check.add(f"terminal[{place}].stream", terminal.stream, f"expected one of {', '.join(streams)}")


def breached_of(house: HouseEntry, folder: Path) -> Breached | None:
    """Return the house's list of passwords that nobody may choose, if it has one."""
    return None if house.breached is None else Breached(folder / house.breached)


def _refuse_ways_in(check: _Checker, found: HouseFile) -> None:
    """Refuse what would let nobody in, or anybody: passkeys without a name to use them at, a list that is none."""
    for place, role in enumerate(found.house.passkeys_for):
        if role in (Role.PLAYER, Role.DEVICE):
            check.add(f"house.passkeys_for[{place}]", role.value, "expected the role of a person who works here")
    if found.house.passkeys_for and not found.net.names:
        reason = "passkeys work at the house's own names: expected names = [...] in [net], `localhost` for this machine"
        check.add("house.passkeys_for", ", ".join(found.house.passkeys_for), reason)
    listed = breached_of(found.house, check.folder)
    fault = None if listed is None else listed.fault()
    if fault is not None:
        check.add("house.breached", found.house.breached, fault)


def _refuse_look_alikes(check: _Checker, found: HouseFile, reserved: list[str]) -> None:
    """Refuse names that a reader takes for each other, and parts of names that nobody sees."""
    known = list(dict.fromkeys(reserved))
    named = [(f"staff[{place}]", entry.id, entry.name) for place, entry in enumerate(found.staff)]
    named += [(f"terminal[{place}]", entry.id, entry.position or "") for place, entry in enumerate(found.terminal)]
    for where, name, shown in named:
        other = None if name in known else look_alike(name, known)
        if other is not None:
            check.add(f"{where}.id", name, f"looks like {other}")
        if unseen(name + shown) is not None:
            check.add(f"{where}.id", name, "has a character that is not seen, here or in what is shown")
        known.append(name)


def _refuse_sensors(check: _Checker, found: HouseFile, openings: dict[str, Opening]) -> None:
    """Refuse a sensor at a table that has none, or two at one table or port, and codes that could mean two numbers."""
    check.refuse_twice("sensor", [entry.stream for entry in found.sensor])
    check.refuse_twice("sensor.port", [entry.port for entry in found.sensor])
    for place, entry in enumerate(found.sensor):
        where, opening = f"sensor[{place}]", openings.get(entry.stream)
        if opening is None or opening.kind != "automatic" or opening.document.get("has_sensor") is False:
            check.add(f"{where}.stream", entry.stream, "expected an automatic table of this house that has a sensor")
        elif opening.robots:
            check.add(f"{where}.stream", entry.stream, "robots would spin another wheel; the table has robots = true")
        codes = (entry.zero, entry.double_zero)
        if (None in codes and codes != (None, None)) or (codes[0] is not None and codes[0] == codes[1]):
            check.add(f"{where}.zero", entry.zero, "expected two different codes, for 0 and for 00, or neither")
        for name, code in zip(("zero", "double_zero"), codes, strict=True):
            if code is not None and 1 <= int(code) <= _NUMBERS:
                check.add(f"{where}.{name}", code, "is the code of another number")
