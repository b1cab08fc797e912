"""The count of RA-2b: one supervisor for six tables with a dealer, by who is signed in and what is open."""

import asyncio
import os
from datetime import UTC, datetime
from functools import partial

import msgspec
import pytest

from pitboss.decider import Accepted, Command, Person, Role
from pitboss.demo.robots.house import robots_of
from pitboss.floor.commands import Principal
from pitboss.floor.house_file import read_house
from pitboss.floor.live import open_house
from pitboss.floor.offers import offers
from pitboss.floor.people import acts as a
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.writer.answers import NotRecorded
from pitboss.games.roulette.automatic.acts import ReportStaffing
from pitboss.games.table.acts import CloseTable, InspectEquipment, OpenTable
from tests.support.web_house import DEMO, PASSWORD, STAFF, Clock, opened, person_of, until, written_house

STREAMS = ("automatic-1", *(f"roulette-{number}" for number in range(1, 7)), "automatic-2")
SUPERVISOR, MANAGER = "pit-supervisor", "pit-manager"
DEALER = Person("dealer", Role.DEALER)
REPORT = ReportStaffing(tables=1, supervisors=1)


def did(live, stream, deed):
    """Hand an act of the dealer to a floor, which takes it."""
    command = Command(key=f"dealer/{os.urandom(6).hex()}", by=DEALER, act=deed, received_at=datetime.now(UTC))
    answer = live.floor.send(stream, command).answer
    assert isinstance(answer, Accepted), answer


def deal(live, stream):
    """Open a table with a dealer."""
    items = live.floor.view(stream, lambda found: tuple(entry.item for entry in found.state.equipment))
    did(live, stream, InspectEquipment(items=items))
    did(live, stream, OpenTable())


class Pit:
    """A house with eight tables that nobody has opened yet; its count is taken when a test says so."""

    def __init__(self, folder):
        tables = [(name, "automatic" if name.startswith("automatic") else "oneida-main") for name in STREAMS]
        self.path = written_house(folder, tables=tables, terminals=())
        self.clock = Clock()
        self.begin()

    def begin(self):
        """Start the house, or start it again."""
        self.live = opened(self.path, str(self.path.parent / "house.db"), self.clock)

    def deal(self, *streams):
        """Open tables, each with a dealer."""
        for stream in streams:
            deal(self.live, stream)

    def sign_in(self, who):
        """Let somebody in; return the session."""
        door = self.live.door
        if door.has_password(who):
            return asyncio.run(door.sign_in(who, PASSWORD))[0]
        return asyncio.run(door.choose_password(who, self.live.codes[who], PASSWORD))[0]

    def counted(self, stream="automatic-1"):
        """Count once; return what a table has on record: tables and supervisors."""
        # An answer is there before everybody who listens was told: who asks after it waits for that.
        self.live.floor.view(HOUSE_STREAM, lambda _: None)
        self.live.supervision.poll()
        return self.live.floor.view(stream, lambda live: live.state.staffing)

    def reports(self, stream="automatic-1"):
        """Return every report of a table: tables, supervisors, whether they are too few, and who said so."""
        bodies = [msgspec.json.decode(record.body) for record in self.live.floor.journal.read(stream)]
        found = [body for body in bodies if body.get("type") == "automatic.staffing_reported/1"]
        return [(one["tables"], one["supervisors"], one["is_short"], one["by"]) for one in found]

    def alarms(self):
        """Return what the pit is alarmed about: which table, and the text."""
        self.live.floor.view(HOUSE_STREAM, lambda _: None)
        found = self.live.floor.view(HOUSE_STREAM, lambda live: list(live.state.alarms.values()))
        return [(about, text) for kind, about, text in found if kind == "staffing"]


@pytest.fixture
def pit(tmp_path):
    """Yield a house with eight tables."""
    found = Pit(tmp_path)
    yield found
    found.live.close()


@pytest.mark.clause("RA-2b")
def test_seven_tables_want_a_second_supervisor(pit):
    """One for seven is too few and alarms the pit; with a second one the next report says that they are enough."""
    pit.deal(*STREAMS[:7])
    pit.sign_in(SUPERVISOR)
    assert (7, 1) == pit.counted()
    assert [("automatic-1", "1 supervisors for 7 open tables are too few")] == pit.alarms()
    pit.sign_in(MANAGER)
    assert (7, 2) == pit.counted()
    assert [(7, 1, True, "house-server"), (7, 2, False, "house-server")] == pit.reports()
    assert 1 == len(pit.alarms())


@pytest.mark.clause("RA-2b")
def test_six_tables_are_overseen_by_one(pit):
    """And the alarm comes with the seventh, which is no automatic one, and goes with it."""
    pit.deal(*STREAMS[:6])
    pit.sign_in(SUPERVISOR)
    assert ((6, 1), []) == (pit.counted(), pit.alarms())
    pit.deal(STREAMS[6])
    assert ((7, 1), 1) == (pit.counted(), len(pit.alarms()))
    did(pit.live, STREAMS[6], CloseTable())
    assert (6, 1) == pit.counted()
    assert [False, True, False] == [is_short for _, _, is_short, _ in pit.reports()]


@pytest.mark.clause("RA-2b")
@pytest.mark.parametrize("who", ["pit-supervisor", "pit-manager", "director"])
def test_who_oversees(pit, who):
    """Pit supervisors and those above them."""
    pit.deal("automatic-1")
    assert (1, 0) == pit.counted()
    pit.sign_in(who)
    assert (1, 1) == pit.counted()


@pytest.mark.clause("RA-2b")
def test_who_does_not_oversee(pit):
    """Nobody else who is signed in, of the tables or of the tote."""
    pit.deal("automatic-1")
    for who in ("dealer", "floorperson", "inspector", "mutuel-manager", "cashier", "auditor", "admin"):
        pit.sign_in(who)
    assert (1, 0) == pit.counted()


@pytest.mark.clause("RA-2b")
def test_a_locked_session_oversees_nothing(pit):
    """Five minutes without input end it, whether or not anybody has locked it yet; the password brings it back."""
    pit.deal("automatic-1")
    session = pit.sign_in(SUPERVISOR)
    assert (1, 1) == pit.counted()
    pit.clock.move(301)
    assert (1, 0) == pit.counted()
    pit.live.door.lock(session)
    assert (1, 0) == pit.counted()
    asyncio.run(pit.live.door.unlock(session, PASSWORD))
    assert (1, 1) == pit.counted()
    pit.live.door.lock(session)
    assert (1, 0) == pit.counted()


@pytest.mark.clause("RA-2b")
def test_who_signs_out_oversees_no_more(pit):
    """A person who signs in twice is one person, and whoever is gone none."""
    pit.deal("automatic-1")
    pit.sign_in(SUPERVISOR)
    session = pit.sign_in(SUPERVISOR)
    assert (1, 1) == pit.counted()
    asyncio.run(pit.live.door.end(session, a.Ended.ASKED))
    assert (1, 0) == pit.counted()


@pytest.mark.clause("RA-2b")
def test_nothing_is_written_twice(pit):
    """Whoever counts again and finds the same writes nothing, neither a record nor an answer."""
    pit.deal("automatic-1", "automatic-2")
    pit.sign_in(SUPERVISOR)
    assert (2, 1) == pit.counted() == pit.counted("automatic-2")
    last = pit.live.floor.journal.last()
    pit.counted()
    assert last == pit.live.floor.journal.last()
    assert 1 == len(pit.reports()) == len(pit.reports("automatic-2"))


@pytest.mark.clause("RA-2b")
def test_a_closed_table_is_told_when_it_opens(pit):
    """Nothing is recorded where nobody deals; who comes later is told what is so then."""
    pit.deal("automatic-1")
    pit.counted()
    assert [] == pit.reports("automatic-2")
    pit.deal("automatic-2")
    assert (2, 0) == pit.counted("automatic-2") == pit.counted()


@pytest.mark.clause("RA-2b")
def test_it_is_counted_again_after_a_restart(pit):
    """Who was signed in still is: nothing new is recorded before something is new."""
    pit.deal("automatic-1", "roulette-1")
    session = pit.sign_in(SUPERVISOR)
    assert (2, 1) == pit.counted()
    pit.live.close()
    pit.begin()
    assert ((2, 1), 1) == (pit.counted(), len(pit.reports()))
    asyncio.run(pit.live.door.end(pit.live.door.sessions[session.id], a.Ended.ASKED))
    assert ((2, 0), 2) == (pit.counted(), len(pit.reports()))


@pytest.mark.clause("RA-2b")
@pytest.mark.parametrize("is_there", [True, False])
def test_what_could_not_be_recorded_is_sent_again_once(pit, monkeypatch, is_there):
    """A report without an answer is sent under the same key, and is there once, whatever became of it."""
    pit.deal("automatic-1")
    send = pit.live.floor.send

    def lost(stream, command):
        if is_there:
            send(stream, command)
        raise NotRecorded("the disk is full")

    monkeypatch.setattr(pit.live.floor, "listeners", [])
    with monkeypatch.context() as patched:
        patched.setattr(pit.live.floor, "send", lost)
        pit.counted()
    assert (1, 0) == pit.counted() == pit.counted()
    assert 1 == len(pit.reports())


@pytest.mark.clause("RA-2b")
def test_nobody_types_it(pit):
    """It is offered to nobody who works here, and refused to everybody."""
    pit.deal("automatic-1")
    for role in STAFF:
        who = Principal(Person(person_of(role), role))
        *_, found = asyncio.run(offers(pit.live.desk, who, "automatic-1"))
        assert ReportStaffing not in [offer.act for offer in found], role
        with pytest.raises(Forbidden, match="only the server records"):
            asyncio.run(pit.live.desk.command(who, "automatic-1", "k", msgspec.json.encode(REPORT)))
    assert [] == pit.reports()


@pytest.mark.clause("RA-2b")
def test_nor_does_a_machine(pit):
    """A wheel's own program is a device too, and does not say who oversees."""
    who = Principal(Person("wheel", Role.DEVICE), machine=a.TerminalKind.SENSOR, stream="automatic-1")
    with pytest.raises(Forbidden, match="only the server records"):
        asyncio.run(pit.live.desk.command(who, "automatic-1", "k", msgspec.json.encode(REPORT)))


def test_a_house_at_work_counts_by_itself(pit, monkeypatch):
    """Its own thread does, from the start to the close."""
    monkeypatch.setattr(pit.live.supervision, "_seconds", 0.01)
    pit.deal("automatic-1")
    pit.live.supervision.start()
    until(pit.reports)
    assert [(1, 0, True, "house-server")] == pit.reports()


@pytest.mark.clause("RA-2b")
def test_robots_oversee_the_tables_of_a_demonstration(tmp_path):
    """A pit supervisor, a pit manager and a director that are robots have no session; without robots there are none."""
    file, openings = read_house(DEMO / "house.toml")
    for robots, expected in ((partial(robots_of, openings=openings, folder=DEMO), (1, 3)), (None, (1, 0))):
        live = open_house(file, openings, DEMO, str(tmp_path / f"house-{expected[1]}.db"), robots=robots)
        deal(live, "automatic-1")
        live.floor.view(HOUSE_STREAM, lambda _: None)
        live.supervision.poll()
        assert expected == live.floor.view("automatic-1", lambda found: found.state.staffing)
        live.close()
