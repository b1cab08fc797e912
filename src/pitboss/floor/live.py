"""The live house: one writer over a journal, the door, the desk and the clockwork, opened from a house file."""

from __future__ import annotations

import secrets as chance
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, cast

from pitboss.decider import Person, Role
from pitboss.errors import InputError
from pitboss.floor.alarms import Alarms
from pitboss.floor.anchors import Anchors, Place, SignedHead, require_anchored
from pitboss.floor.commands import Desk
from pitboss.floor.courier import Courier
from pitboss.floor.devices.clockwork import Clockwork
from pitboss.floor.devices.polling import Periodic
from pitboss.floor.devices.printing import Printing, printer_of
from pitboss.floor.devices.reading_shoes import ReadingShoes
from pitboss.floor.devices.sensors import Sensors
from pitboss.floor.gates.second_entries import SecondEntries
from pitboss.floor.gates.virtual_shoes import VirtualShoes
from pitboss.floor.house_file import HouseFile, Opening, StaffEntry, breached_of
from pitboss.floor.house_key import HouseKey, key_of, key_path
from pitboss.floor.identity import Standing, identity_of, identity_path, require_own, require_there
from pitboss.floor.people import acts as a
from pitboss.floor.people.door import Door
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.names import refuse_look_alike
from pitboss.floor.people.put_back import issued
from pitboss.floor.sealed_journal import TICKET_KEY, SealedJournal, sealed
from pitboss.floor.server_acts import record
from pitboss.floor.server_fields import ServerFields
from pitboss.floor.supervision import Supervision
from pitboss.floor.tote_days import ToteDays
from pitboss.floor.tour import Tour
from pitboss.floor.visits import Robots
from pitboss.floor.writer.program import program_digest, program_version
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Anchor, Batch, Journal, Secret, open_journal
from pitboss.journal.deadlines import Watch

_FIRST: Final = (Role.ADMIN, Role.AUDITOR, Role.PIT_MANAGER, Role.DIRECTOR, Role.MUTUEL_MANAGER)
"""Who gets a code in any house: administrators, and those who can stand by what administrators do."""
LOOK_SECONDS: Final = 0.5
"""How often somebody checks that the database answers."""
_ASKED_NS: Final = 3_600 * 10**9
"""How long after a day's end a command that is sent again is looked for in that day."""


@dataclass
class LiveHouse:
    """A house at work; `close` ends it in good order."""

    file: HouseFile
    floor: Floor
    door: Door
    desk: Desk
    clockwork: Clockwork
    sensors: Sensors
    printing: Printing
    shoes: ReadingShoes
    days: ToteDays
    supervision: Supervision
    courier: Courier
    standing: Standing
    anchors: Anchors
    names: dict[str, str]
    """What the house file calls a stream to its name in the journal: a tote has one stream a day."""
    codes: dict[str, str] = field(default_factory=dict)
    """One-time codes of this start, of people and terminals that have none yet; shown once, and kept nowhere."""
    watchdog: Periodic = field(init=False)
    """Notices a database that does not answer."""
    pulse: Periodic = field(init=False)
    """Asks the database whether it is there."""
    robots: Robots | None = None
    tour: Tour | None = None
    """Where newcomers take a place beside the robots; only in a demonstration."""

    def __post_init__(self) -> None:
        """Have somebody look after the database."""
        self.watchdog = Periodic("watchdog", LOOK_SECONDS, self.floor.standstill.look)
        self.pulse = Periodic("pulse", LOOK_SECONDS, self.floor.standstill.probe)

    def start(self) -> None:
        """Let the clocks tick and the robots live."""
        self.clockwork.start()
        self.sensors.start()
        self.shoes.start()
        self.printing.start()
        self.days.start()
        self.supervision.start()
        self.courier.start()
        self.standing.start()
        self.anchors.start()
        self.watchdog.start()
        self.pulse.start()
        if self.robots is not None:
            self.robots.start()

    def close(self) -> None:
        """Stop whatever acts by itself, write what was handed in, and let go of the journal."""
        if self.robots is not None:
            self.robots.stop(wait=5)
        self.courier.stop()
        self.supervision.stop()
        self.days.stop()
        self.shoes.stop()
        self.sensors.stop()
        self.printing.stop()
        self.clockwork.stop()
        self.anchors.stop()
        self.standing.stop()
        self.pulse.stop()
        self.floor.close()
        self.watchdog.stop()
        if self.floor.standstill.lost is None:
            self.standing.note()
            self.anchors.send()
        self.days.seal()


def open_house(
    file: HouseFile,
    openings: tuple[Opening, ...],
    folder: Path,
    address: str,
    *,
    robots: Callable[[LiveHouse], Robots] | None = None,
    restored: Sequence[str] = (),
    may_create: bool = False,
) -> LiveHouse:
    """Open a house over its journal, or find it there as it stood; a demonstration house is given its robots.

    Whoever starts the server may have people restored: a sole administrator who is locked out has nobody else. A new
    journal is made where that is asked for, and always for a demonstration.

    Raises:
        InputError: if there is no journal, and none is to be made or the house had one.
        JournalBusy: if another process writes to the journal.
        JournalDamaged: if the journal is not what was written; nothing is served from it.
        KeyConflict: if a stream was opened with another document.
    """
    key = key_path(file.house.key, address, folder)
    own, asked = identity_path(key), {"may_create": may_create, "is_demonstration": file.house.demonstration}
    require_there(address, own, **asked)
    journal = open_journal(address, watch=Watch(file.database))
    try:
        # A state that was kept hides what came before it: nothing is served that was not read to its beginning.
        known = key_of(file.house.key_command, key)
        (journal if known is None else SealedJournal(journal, known)).require_whole()
        require_own(journal, own, **asked)
        found = cast("SealedJournal", sealed(journal, known, key))
        places = [Place(entry, folder) for entry in file.anchor]
        require_anchored(journal, identity_of(journal), places, found.key.keys)
        found.seal_index()
        floor = Floor(cast("Journal", found))
    except BaseException:
        journal.close()
        raise
    try:
        document = {"name": file.house.name, "currency": file.house.currency}
        floor.open(HOUSE_STREAM, "house", document, datetime.now(UTC))
        house = _opened(file, openings, folder, floor, _kept(floor, own, places, found.key))
        if robots is not None:
            house.robots = robots(house)
            house.supervision.robots = tuple(Person(one.id, one.role) for one in file.staff if one.robot)
            if file.house.demonstration:
                house.tour = Tour(house, house.robots, house.supervision.robots)
        for person in restored:
            _restore(house, person)
    except BaseException:
        floor.close()
        raise
    return house


def _kept(floor: Floor, own: Path, places: Sequence[Place], key: HouseKey) -> tuple[Standing, Anchors]:
    """Return what writes down how far the journal has come: beside the key, and at the places of the house."""
    house = identity_of(floor.journal)

    def signed(head: Anchor) -> SignedHead:
        return SignedHead.of(key.keys[0], house, head, datetime.now(UTC))

    standing = Standing(own, house, lambda: floor.end)
    standing.note()
    return standing, Anchors(places, signed, lambda: floor.end)


def _opened(
    file: HouseFile, openings: tuple[Opening, ...], folder: Path, floor: Floor, kept: tuple[Standing, Anchors]
) -> LiveHouse:
    now = datetime.now(UTC)
    _program(floor)
    session = chance.token_hex(6)
    names: dict[str, str] = {HOUSE_STREAM: HOUSE_STREAM}
    streams = {HOUSE_STREAM: floor.view(HOUSE_STREAM, lambda live: live.rules)}
    clockwork, printing = Clockwork(floor, session), Printing(floor)
    days = ToteDays(floor, folder, names, clockwork)
    sensors, shoes = Sensors(floor, session), ReadingShoes(floor, session)
    key = _server_key(floor.journal, "key")
    virtual, entries = VirtualShoes(floor), SecondEntries(floor)
    door = Door(floor, key, passkeys_for=frozenset(file.house.passkeys_for), breached=breached_of(file.house, folder))
    supervision, courier = Supervision(floor, door, session), Courier(floor)
    door.is_dealing = supervision.is_dealing
    fields = ServerFields(_server_key(floor.journal, TICKET_KEY), virtual)
    desk = Desk(floor, door, streams, fields, entries, names)
    # Asked about every command, whoever sends it, after permission and server's fields and before `decide`. No two of
    # them look at the same act of the same table. Only the last notes a disagreement: what another refuses is none.
    floor.gates = [
        refuse_look_alike,
        courier.refuse_at_table,
        days.refuse_other_carryover,
        printing.refuse_unprinted,
        virtual.refuse_other_card,
        entries.refuse_single,
        shoes.refuse_unread,
    ]
    desk.questions = [courier.would_refuse, virtual.would_refuse, entries.would_refuse, shoes.would_refuse]
    # Told of what is recorded, in this order: who acts by itself, then who shows it. The server's screens come last.
    floor.listeners = [
        clockwork.hear,
        printing.hear,
        sensors.hear,
        shoes.hear,
        days.hear,
        supervision.hear,
        courier.hear,
        Alarms(floor).hear,
        desk.hear,
    ]
    house = LiveHouse(
        file, floor, door, desk, clockwork, sensors, printing, shoes, days, supervision, courier, *kept, names
    )
    for opening in (*openings, *_cage(file)):
        floor.open(opening.stream, opening.kind, opening.document, now)
        streams[opening.stream] = floor.view(opening.stream, lambda live: live.rules)
        names[opening.stream] = opening.stream
        supervision.add(opening.stream)
        courier.add(opening.stream)
        if opening.kind == "automatic":
            clockwork.add(opening.stream)
    _devices(house, virtual, entries, folder)
    _totes(house)
    _people(house)
    _terminals(house)
    courier.catch_up()
    return house


def _cage(file: HouseFile) -> Iterator[Opening]:
    """Yield the house's cage, if it has one."""
    if file.cage is not None:
        yield Opening(file.cage.stream, "cage", {"name": file.house.name, "currency": file.house.currency})


def _totes(house: LiveHouse) -> None:
    """Open the day of every tote, and let everybody speak to it and to its earlier days."""
    days, desk, names, streams = house.days, house.desk, house.names, house.desk.streams
    days.on_opened.append(lambda tote, _before, name: house.printing.attach(tote, name))
    earlier: dict[str, str | None] = {}
    for tote in house.file.tote:
        # Tickets of earlier days are cashed in their own day's stream.
        found = days.add(tote)
        earlier[tote.stream] = found[found.index(names[tote.stream]) - 1] if found[0] != names[tote.stream] else None
        streams |= dict.fromkeys(found, house.floor.view(names[tote.stream], lambda live: live.rules))
    days.on_opened.append(lambda tote, before, name: _next_day(desk, tote, before, name))
    for called, before in earlier.items():
        _next_day(desk, called, before, names[called])


def _devices(house: LiveHouse, virtual: VirtualShoes, entries: SecondEntries, folder: Path) -> None:
    """Give the tables and terminals what reads, deals, counts entries or prints there."""
    file = house.file
    for sensor in file.sensor:
        house.sensors.add(sensor)
    for shoe in file.shoe:
        house.shoes.add(shoe)
    for drawn in file.virtual_shoe:
        virtual.add(drawn.stream)
    for entry in file.second_entry:
        entries.add(entry.stream)
    for printer in file.printer:
        place = next(entry.stream for entry in file.terminal if entry.id == printer.terminal)
        house.printing.add(printer.terminal, printer_of(printer, folder), place)
    house.printing.forget()


def _server_key(journal: Journal, name: str) -> bytes:
    """Return a key from which the server draws what nobody may guess; made once, or after it was taken away."""
    known = journal.secrets("server").get(name)
    if known is None:
        known = chance.token_bytes(32)
        journal.append(Batch(secrets=[Secret("server", name, known)]))
    return known


def _program(floor: Floor) -> None:
    """Record which program decides from here on, if it is another one than before."""
    digest = program_digest()
    if digest != floor.view(HOUSE_STREAM, lambda live: live.state.program):
        record(floor, a.RecordProgram(version=program_version(), digest=digest), [])


def _people(house: LiveHouse) -> None:
    """Take on whoever is new in the house file, and give a code to whom the file says as long as they have none."""
    for entry in house.file.staff:
        if entry.id not in house.desk.people:
            record(house.floor, a.AddPerson(person=entry.id, name=entry.name, role=entry.role), [])
        if _gets_code(house, entry):
            house.codes[entry.id], secret = house.door.person_code(entry.id)
            _issue(house, secret)
    for person in house.door.replaced:
        text = f"what is stored as the password of {person} is not what they chose; it lets nobody in"
        record(house.floor, a.RaiseAlarm(kind=a.AlarmKind.SIGN_IN, about=person, text=text), [])
    for name in house.door.used:
        text = f"what is stored as a one-time code of {name} was used or replaced before; it opens nothing"
        record(house.floor, a.RaiseAlarm(kind=a.AlarmKind.SIGN_IN, about=name, text=text), [])


def _restore(house: LiveHouse, person: str) -> None:
    if person not in house.desk.people:
        raise InputError("nobody of that name works here", field="restore", value=person)
    code, secret = house.door.person_code(person)
    gone = Secret("password", person, None)
    record(house.floor, a.RestorePerson(person=person), [gone])
    house.door.learn([gone])
    _issue(house, secret)
    house.codes[person] = code


def _issue(house: LiveHouse, secret: Secret) -> None:
    """Keep a new one-time code, with the record that it is the one that counts."""
    record(house.floor, issued(secret), [secret])
    house.door.learn([secret])


def _gets_code(house: LiveHouse, entry: StaffEntry) -> bool:
    is_meant = entry.role in _FIRST or house.file.house.codes_for == "everyone"
    known = house.desk.people.get(entry.id)
    is_kept_out = known is not None and (known.is_locked or not known.is_active)
    return is_meant and not is_kept_out and not entry.robot and not house.door.has_password(entry.id)


def _terminals(house: LiveHouse) -> None:
    """Enrol the positions of the house file that are new; a code waits for each until a machine gives it."""
    for entry in house.file.terminal:
        known = house.desk.positions.get(entry.id)
        if known is not None and known.stream != entry.stream:
            gone = [Secret("terminal", entry.id, None), Secret("terminal_code", entry.id, None)]
            record(house.floor, a.WithdrawTerminal(terminal=entry.id), gone)
            house.door.learn(gone)
            known = None
        if known is None:
            act = a.EnrolTerminal(terminal=entry.id, kind=entry.kind, stream=entry.stream, position=entry.position)
            record(house.floor, act, [])
        is_keyed = known is not None and known.key is not None
        if not is_keyed or entry.id not in house.door.terminals.values():
            house.codes[entry.id], secret = house.door.terminal_code(entry.id)
            _issue(house, secret)


def _next_day(desk: Desk, tote: str, before: str | None, name: str) -> None:
    """Let everybody speak to a tote's new day; made anew, since others may be going through the streams."""
    if before is not None:
        desk.streams = {**desk.streams, name: desk.streams[before]}
        desk.before = {**desk.before, tote: (before, desk.door.monotonic_ns() + _ASKED_NS)}
