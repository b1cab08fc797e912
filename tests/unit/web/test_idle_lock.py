"""The idle lock on the net: it comes by itself, and from then on a session sees what the public sees."""

import threading

import pytest

from pitboss.decider import Person, Role
from pitboss.floor.people import acts as a
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.games.roulette.automatic.acts import ReportStaffing
from pitboss.journal import JournalUnavailable
from tests.support.web_guest import Guest, act
from tests.support.web_house import PASSWORD, Clock, recorded, until, web_house, written_house
from tests.support.web_trial import EQUIPMENT

SUPERVISOR = Person("pit-supervisor", Role.PIT_SUPERVISOR)
STAFFING = "automatic.staffing_reported/1"
ALARM = a.RaiseAlarm(kind=a.AlarmKind.LOAD, about="net", text="too much")
HOLD = act("automatic.hold_game/1", reason="x")


@pytest.fixture(autouse=True)
def _beating_fast(monkeypatch):
    """Let a beat come twenty times a second: nobody waits for one."""
    monkeypatch.setattr("pitboss.web.heartbeat.BEAT_SECONDS", 0.05)


@pytest.fixture
def clock():
    """Return a clock that a test moves."""
    return Clock()


@pytest.fixture
def web(tmp_path, clock):
    """Yield a house whose clock a test moves."""
    with web_house(written_house(tmp_path), clock=clock) as found:
        yield found


@pytest.fixture
def locked(web, clock):
    """Return somebody at a window whose session is locked."""
    guest = web.let_in("floorperson")
    guest.cookies |= web.bind("W1").cookies
    clock.move(301)
    until(lambda: guest.get("/api/me").json()["is_locked"])
    return guest


def is_recorded(web, person="floorperson"):
    """Tell whether the house's record says that somebody's session is locked."""
    return web.live.floor.view(HOUSE_STREAM, lambda live: live.state.people[person].is_session_locked)


def beats(line, count=2):
    """Wait for so many beats: the last of two began after this was asked."""
    for _ in range(count):
        line.wait("beat")


def heard(line):
    """Return the kinds of all messages up to the answer to a ping, which is sent now."""
    line.send("ping")
    found = []
    while "pong" not in found:
        found.append(line.next()["type"])
    return found


# By itself


def test_a_line_is_told_and_closed_without_anybody_acting(web, clock):
    """Not after 299 seconds; after 301 every line of the session hears that it is locked, and nothing after that."""
    guest = web.let_in("floorperson")
    with guest.socket() as one, guest.socket() as two:
        one.subscribe("house")
        two.subscribe("house")
        clock.move(299)
        beats(one)
        web.run(recorded(web.live, ALARM))
        assert "house.alarm_raised/1" == one.wait("news")["events"][0]["type"]
        clock.move(2)
        assert (4423, 4423) == (one.closed(), two.closed())
        assert ("locked", "locked") == (one.waiting[-1]["type"], two.waiting[-1]["type"])
    until(lambda: is_recorded(web))


def test_input_by_http_keeps_the_line_open(web, clock):
    """Five minutes are counted for the session, whichever way something is done in it."""
    guest = web.let_in("floorperson")
    with guest.socket() as line:
        for _ in range(3):
            clock.move(200)
            assert 200 == guest.command("automatic-1", HOLD).status_code
        beats(line)
    assert not guest.get("/api/me").json()["is_locked"]


def test_what_only_staff_sees_does_not_come_to_a_locked_session(web, locked):
    """On a line that is opened then comes what comes to the public; somebody who is there sees the rest."""
    other = web.let_in("pit-supervisor")
    with locked.socket() as line, other.socket() as staff:
        assert ["welcome", "locked"] == [line.next()["type"], line.next()["type"]]
        line.subscribe("automatic-1")
        staff.subscribe("automatic-1")
        web.did("automatic-1", SUPERVISOR, ReportStaffing(tables=4, supervisors=1))
        assert STAFFING == staff.wait("news")["events"][0]["type"]
        assert "news" not in heard(line)


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "subscribe", "stream": "house"},
        {"kind": "offers", "stream": "automatic-1"},
        {"kind": "fate", "stream": "automatic-1", "key": "k"},
        {"kind": "command", "stream": "automatic-1", "key": "k", "act": HOLD},
        {"kind": "approve", "approval": "a1"},
        {"kind": "decline", "approval": "a1"},
    ],
    ids=lambda message: message["kind"],
)
def test_whatever_is_for_staff_is_refused_on_a_locked_line(locked, message):
    """With the reason that it is locked, and not that the person may not."""
    with locked.socket() as line:
        line.send(**message)
        assert "SessionLocked" == line.wait("problem")["error"]


# By HTTP


def test_a_locked_session_reads_what_a_stranger_reads(web, locked):
    """Tables, the tote and the list of streams; also at a window, whose machine is nobody's while it is locked."""
    stranger, other = web.visitor(), web.let_in("pit-supervisor")
    for path in ("/api/streams", "/api/streams/automatic-1", "/api/streams/tote", "/api/streams/tote/board"):
        assert stranger.get(path).json() == locked.get(path).json(), path
    assert "exposure_minor" in other.get("/api/streams/automatic-1").json()["state"]


@pytest.mark.parametrize(
    "path", ["streams/house", "streams/automatic-1/offers", "streams/house/answers/k", "ledger", "tote/tote/papers/k"]
)
def test_what_only_staff_reads_waits_for_the_password(locked, path):
    """It is refused as locked."""
    answer = locked.get(f"/api/{path}")
    assert (401, "SessionLocked") == (answer.status_code, answer.json()["error"])


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("approvals/a1", {}),
        ("approvals/a1/decline", {}),
        ("tote/scan", {"payload": "x"}),
        ("tote/tote/copies", {"key": "k", "terminal": "W1", "serial": 1}),
    ],
)
def test_what_only_staff_does_waits_for_the_password(locked, path, body):
    """Before anything of it is looked at."""
    answer = locked.post(f"/api/{path}", body)
    assert (401, "SessionLocked") == (answer.status_code, answer.json()["error"])


def test_a_locked_session_can_still_be_ended(web, locked):
    """Whoever comes next signs the one before out, and in themselves."""
    cookies = dict(locked.cookies)
    assert 204 == locked.post("/api/sign-out").status_code
    assert not web.took(Guest(cookies=cookies)).get("/api/me").json()["is_locked"]
    assert not is_recorded(web)


# The password


def test_the_password_brings_all_of_it_back(web, locked):
    """The line that was the public's is closed, and the next one is told of what happened meanwhile."""
    with locked.socket() as line:
        line.wait("locked")
        web.run(recorded(web.live, ALARM))
        assert 204 == locked.post("/api/unlock", {"password": PASSWORD}).status_code
        assert 4424 == line.closed()
    with locked.socket() as line:
        alarms = line.subscribe("house")["state"]["alarms"]
        assert "too much" in [alarm["text"] for alarm in alarms]
        assert "locked" not in heard(line)
    assert 200 == locked.get("/api/streams/house").status_code
    assert not is_recorded(web)


def test_a_lock_outlasts_a_restart_on_every_line(tmp_path, clock):
    """Neither a socket nor a question gets in by it when the server is back; the password does."""
    house = written_house(tmp_path)
    with web_house(house, clock=clock) as web:
        guest = web.let_in("floorperson")
        clock.move(301)
        until(lambda: is_recorded(web))
    with web_house(house) as web:
        web.took(guest)
        assert 401 == guest.get("/api/streams/house").status_code
        with guest.socket() as line:
            line.wait("locked")
            assert "SessionLocked" == line.subscribe("house")["error"]
        assert 204 == guest.post("/api/unlock", {"password": PASSWORD}).status_code
        assert 200 == guest.get("/api/streams/house").status_code


# The journal away, and other trouble


def test_the_lock_comes_while_nothing_can_be_recorded(web, clock, monkeypatch):
    """It holds from that moment; no password ends it before the journal is back, and then it is on record."""
    guest, journal = web.let_in("floorperson"), web.live.floor.journal

    def gone(_):
        raise JournalUnavailable("the disk is full")

    with guest.socket() as line, monkeypatch.context() as patched:
        line.subscribe("house")
        patched.setattr(journal, "append", gone)
        clock.move(301)
        assert 4423 == line.closed()
        assert 401 == guest.get("/api/streams/house").status_code
        assert 503 == guest.post("/api/unlock", {"password": PASSWORD}).status_code
        assert guest.get("/api/me").json()["is_locked"]
        assert not is_recorded(web)
    until(lambda: is_recorded(web))
    assert 204 == guest.post("/api/unlock", {"password": PASSWORD}).status_code


def test_the_lock_waits_for_no_writer(web, clock):
    """A writer that does not answer holds boards and records back, and neither the beat nor the lock."""
    guest, stranger = web.let_in("floorperson"), web.visitor()
    is_free = threading.Event()
    with guest.socket() as line, stranger.socket() as other:
        line.subscribe("house")
        other.subscribe("tote")
        web.live.floor.ask(HOUSE_STREAM, lambda _: is_free.wait())
        try:
            beats(other)
            clock.move(301)
            assert 4423 == line.closed()
            beats(other)
        finally:
            is_free.set()
    until(lambda: is_recorded(web))


def test_the_trouble_of_one_session_is_not_that_of_others(web, clock, monkeypatch):
    """One that cannot be locked or recorded, and a beat that cannot be said, end neither the beat nor other locks."""
    first, second = web.let_in("dealer"), web.let_in("floorperson")
    door, lock, record = web.live.door, web.live.door.lock, web.live.door.record_lock

    def locking(session):
        if session.person.id == "dealer":
            raise ZeroDivisionError
        lock(session)

    async def recording(session):
        if session.person.id == "dealer":
            raise ZeroDivisionError
        await record(session)

    with first.socket() as one, second.socket() as two, monkeypatch.context() as patched:
        patched.setattr(door, "lock", locking)
        patched.setattr(door, "record_lock", recording)
        patched.setattr(web.live.days, "current", lambda: 1 / 0)
        one.wait("welcome")
        clock.move(301)
        assert 4423 == two.closed()
        until(lambda: is_recorded(web))
        patched.setattr(door, "lock", lock)
        assert 4423 == one.closed()
        assert not is_recorded(web, "dealer")
    until(lambda: is_recorded(web, "dealer"))
    with web.visitor().socket() as line:
        beats(line)


def test_a_session_that_is_locked_late_is_over_after_twelve_hours(locked, clock):
    """Its cookie is of no use any more, and no password unlocks it."""
    clock.move(12 * 3600)
    assert 401 == locked.post("/api/unlock", {"password": PASSWORD}).status_code
    assert locked.get("/api/me").json()["person"] is None


# Who holds a table


def test_the_dealer_of_an_open_table_is_not_locked(web, clock):
    """Whoever watches the wheel gives no input; when the table is closed, the five minutes count again."""
    dealer, other = web.let_in("dealer"), web.let_in("floorperson")
    assert dealer.command("automatic-1", act("table.inspect_equipment/1", items=EQUIPMENT)).json()["is_accepted"]
    assert dealer.command("automatic-1", act("table.open/1")).json()["is_accepted"]
    # Whoever counts the tables is told after the dealer is answered.
    until(lambda: web.live.door.is_dealing("dealer"))
    clock.move(301)
    until(lambda: other.get("/api/me").json()["is_locked"])
    assert not dealer.get("/api/me").json()["is_locked"]
    assert dealer.command("automatic-1", act("table.close/1")).json()["is_accepted"]
    clock.move(301)
    until(lambda: dealer.get("/api/me").json()["is_locked"])


def test_a_dealer_without_a_table_is_locked(web, clock):
    """It is the open table that counts, and not the role."""
    guest = web.let_in("dealer")
    was_locked = guest.get("/api/me").json()["is_locked"]
    clock.move(301)
    until(lambda: guest.get("/api/me").json()["is_locked"])

    assert not was_locked
