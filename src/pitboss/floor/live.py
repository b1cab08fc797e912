"""The live house: one writer over a journal, the door, the desk and the clockwork, opened from a house file."""

from __future__ import annotations

import secrets as chance
import tomllib
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.decider import Accepted, Command, Person, Role
from pitboss.errors import InvariantBroken
from pitboss.floor.clockwork import Clockwork
from pitboss.floor.desk import Desk
from pitboss.floor.house_file import day_document
from pitboss.floor.life.crews import crews
from pitboss.floor.life.racecards import read_template
from pitboss.floor.life.runner import Life
from pitboss.floor.sealed import SealedFiles
from pitboss.floor.sensors import Sensors
from pitboss.floor.staff import messages as m
from pitboss.floor.staff.door import Door
from pitboss.floor.staff.house import HOUSE_STREAM, SERVER
from pitboss.floor.writer import Floor
from pitboss.journal import Batch, Secret, open_journal
from pitboss.tote.day.events import DayClosed

if TYPE_CHECKING:
    from pitboss.decider import Act
    from pitboss.floor.house_file import HouseFile, Opening, StaffEntry, ToteEntry
    from pitboss.journal import Journal

__all__ = ["LiveHouse", "open_house"]

_SERVER: Final = Person(SERVER, Role.DEVICE)


@dataclass
class LiveHouse:
    """A house at work; `close` ends it in good order."""

    file: HouseFile
    floor: Floor
    door: Door
    desk: Desk
    clockwork: Clockwork
    life: Life
    sensors: Sensors
    names: dict[str, str]
    """What the house file calls a stream to its name in the journal: a tote has one stream a day."""
    codes: dict[str, str] = field(default_factory=dict)
    """One-time codes of this start, of people and terminals that have none yet; shown once, and kept nowhere."""
    seals: list[SealedFiles] = field(default_factory=list)

    def start(self) -> None:
        """Let the clocks tick and the robots live."""
        self.clockwork.start()
        self.sensors.start()
        self.life.start()

    def close(self) -> None:
        """Stop whatever acts by itself, write what was handed in, and let go of the journal."""
        self.life.stop(wait=5)
        self.sensors.stop()
        self.clockwork.stop()
        self.floor.close()
        for seal in self.seals:
            seal.close()


def open_house(
    file: HouseFile, openings: tuple[Opening, ...], folder: Path, address: str, *, has_life: bool = True
) -> LiveHouse:
    """Open a house over its journal, or find it there as it stood.

    Raises:
        JournalBusy: if another process writes to the journal.
        JournalDamaged: if the journal is not what was written; nothing is served from it.
        KeyConflict: if a stream was opened with another document.
    """
    journal = open_journal(address)
    floor = Floor(journal)
    try:
        return _opened(file, openings, folder, floor, has_life=has_life)
    except BaseException:
        floor.close()
        raise


def _opened(file: HouseFile, openings: tuple[Opening, ...], folder: Path, floor: Floor, *, has_life: bool) -> LiveHouse:
    now = datetime.now(UTC)
    floor.open(HOUSE_STREAM, "house", {"name": file.house.name, "currency": file.house.currency}, now)
    session = chance.token_hex(6)
    clockwork, life, sensors = Clockwork(floor, session), Life(floor), Sensors(floor, session)
    streams = {HOUSE_STREAM: floor.view(HOUSE_STREAM, lambda live: live.rules)}
    names: dict[str, str] = {HOUSE_STREAM: HOUSE_STREAM}
    for opening in openings:
        floor.open(opening.stream, opening.kind, opening.document, now)
        streams[opening.stream] = floor.view(opening.stream, lambda live: live.rules)
        names[opening.stream] = opening.stream
        if opening.kind == "automatic":
            clockwork.add(opening.stream)
    for sensor in file.sensor:
        sensors.add(sensor)
    seals = []
    for tote in file.tote:
        name = _open_tote(floor, tote, folder, now)
        rules = floor.view(name, lambda live: live.rules)
        # Tickets of earlier days are cashed in their own day's stream.
        earlier = [one for one in floor.journal.heads() if one.startswith(f"{tote.stream}-")]
        names[tote.stream] = name
        streams |= dict.fromkeys([*earlier, name], rules)
        clockwork.add(name, stop_after=timedelta(seconds=tote.stop_seconds))
        if tote.export is not None:
            seals.append(SealedFiles(folder / tote.export, name))
            floor.listeners.append(seals[-1].hear)
    door = Door(floor)
    desk = Desk(floor, door, streams, _server_key(floor.journal), names)
    house = LiveHouse(file, floor, door, desk, clockwork, life, sensors, names, seals=seals)
    _people(house)
    _terminals(house)
    if has_life:
        _robots(house, openings, folder)
    return house


def _server_key(journal: Journal) -> bytes:
    """Return the key from which the server draws what nobody may guess; made once."""
    known = journal.secrets("server").get("key")
    if known is None:
        known = chance.token_bytes(32)
        journal.append(Batch(secrets=[Secret("server", "key", known)]))
    return known


def _record(floor: Floor, act: Act, secrets: list[Secret]) -> None:
    """Do what the house file says, as the server."""
    key = f"{SERVER}/{chance.token_hex(12)}"
    command: Command[Any] = Command(key=key, by=_SERVER, act=act, received_at=datetime.now(UTC))
    answer = floor.submit(HOUSE_STREAM, command, secrets).result().answer
    if not isinstance(answer, Accepted):
        raise InvariantBroken(f"the house file's {type(act).__name__} was refused: {answer.reason}")


def _people(house: LiveHouse) -> None:
    """Take on whoever is new in the house file, and give a code to whom the file says as long as they have none."""
    for entry in house.file.staff:
        if entry.id not in house.desk.people:
            _record(house.floor, m.AddPerson(person=entry.id, name=entry.name, role=entry.role), [])
        if _gets_code(house, entry):
            house.codes[entry.id], secret = house.door.person_code(entry.id)
            house.floor.journal.append(Batch(secrets=[secret]))
            house.door.learn([secret])


def _gets_code(house: LiveHouse, entry: StaffEntry) -> bool:
    is_meant = entry.role is Role.ADMIN or house.file.house.codes_for == "everyone"
    return is_meant and not entry.robot and not house.door.has_password(entry.id)


def _terminals(house: LiveHouse) -> None:
    """Enrol the positions of the house file that are new; a code waits for each until a machine gives it."""
    for entry in house.file.terminal:
        known = house.desk.positions.get(entry.id)
        if known is not None and known.stream != entry.stream:
            gone = [Secret("terminal", entry.id, None), Secret("terminal_code", entry.id, None)]
            _record(house.floor, m.WithdrawTerminal(terminal=entry.id), gone)
            house.door.learn(gone)
            known = None
        if known is None:
            act = m.EnrolTerminal(terminal=entry.id, kind=entry.kind, stream=entry.stream, position=entry.position)
            _record(house.floor, act, [])
        if entry.id not in house.door.terminals.values() and house.file.house.codes_for == "everyone":
            house.codes[entry.id], secret = house.door.terminal_code(entry.id)
            house.floor.journal.append(Batch(secrets=[secret]))
            house.door.learn([secret])


def _open_tote(floor: Floor, tote: ToteEntry, folder: Path, now: datetime) -> str:
    """Open the tote's stream of the day, and return its name."""
    document = tomllib.loads((folder / tote.file).read_text(encoding="utf-8"))
    dated = day_document(document, date.today())  # noqa: DTZ011 - the house's own day
    name = f"{tote.stream}-{dated['date']}"
    floor.open(name, "tote", dated, now)
    return name


def carried_over(journal: Journal, stream: str) -> dict[str, int]:
    """Return what the days before a tote day left to its pools, by track and kind."""
    prefix = stream[: -len("2004-05-01")]
    days = sorted(name for name in journal.heads() if name.startswith(prefix) and name < stream)
    decoder = msgspec.json.Decoder(DayClosed)
    for name in reversed(days):
        for record in journal.read(name):
            with suppress(msgspec.ValidationError):
                return dict(decoder.decode(record.body).carried)
    return {}


def _robots(house: LiveHouse, openings: tuple[Opening, ...], folder: Path) -> None:
    robots = [Person(entry.id, entry.role) for entry in house.file.staff if entry.robot]
    rules = {entry.stream: house.desk.streams[entry.stream].name for entry in openings if entry.robots}
    cards: dict[str, tuple[dict[str, Any], ...]] = {}
    for tote in house.file.tote:
        if tote.robots:
            name = house.names[tote.stream]
            rules[name] = "tote"
            cards[name] = tuple(read_template(folder / card.file) for card in tote.card)
    for stream, crew in crews(robots, rules).items():
        house.life.add(stream, crew, cards=cards.get(stream, ()))
