"""The lock of a session that had no input: it holds at once, is recorded when it can be, and outlasts a restart."""

import asyncio
from contextlib import contextmanager
from types import SimpleNamespace

import msgspec
import pytest

from pitboss.floor.people import acts as a
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.sessions import SessionLocked
from pitboss.floor.people.tokens import digest
from pitboss.floor.writer.answers import FateUnknown, NotRecorded
from pitboss.journal import JournalUnavailable, Secret
from tests.support.web_house import PASSWORD, opened


@pytest.fixture
def idle(house, clock):
    """Return the dealer's session, locked after 301 seconds, and what the house then knows and does."""
    session, token = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    told: list[str] = []
    house.door.on_locked.append(told.append)
    clock.move(301)
    for one in house.door.idle():
        house.door.lock(one)
    return SimpleNamespace(session=session, token=token, told=told)


@pytest.fixture
def restarted(house, path, journal):
    """Return a way to close the house and open it again, with a clock that goes by itself."""
    found = []

    def again():
        house.close()
        found.append(opened(path, journal))
        return found[-1]

    yield again
    for one in found:
        one.close()


def events_of(live):
    """Return the names of what is on record of the house, the last three beside what is kept of sessions."""
    found = [msgspec.json.decode(one.body).get("type") for one in live.floor.journal.read(HOUSE_STREAM)]
    return [one for one in found if one != "house.session_kept/1"][-3:]


def recorded_locks(live):
    """Record what is to be recorded, and return whether it was."""
    for session in live.door.unrecorded():
        asyncio.run(live.door.record_lock(session))
    return not live.door.unrecorded()


@pytest.fixture
def away(house, monkeypatch):
    """Return how to take the journal away, and how to bring it back."""
    real = house.floor.journal.append

    def gone(_):
        raise JournalUnavailable("the disk is full")

    return SimpleNamespace(
        begin=lambda: monkeypatch.setattr(house.floor.journal, "append", gone),
        end=lambda: monkeypatch.setattr(house.floor.journal, "append", real),
    )


@pytest.mark.parametrize(("seconds", "is_idle"), [(299, False), (300, False), (301, True)])
def test_five_minutes_are_idle(house, clock, seconds, is_idle):
    """A session is to be locked once more than 300 seconds have passed, and only as long as it is not."""
    session, _ = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    clock.move(seconds)
    assert ([session] if is_idle else []) == house.door.idle()
    house.door.lock(session)
    assert [] == house.door.idle()


def test_a_lock_is_on_record_once_and_so_is_what_ends_it(house, idle):
    """One event each, however often it is asked for; whoever listens is told once."""
    before = idle.session.id
    house.door.lock(idle.session)
    assert recorded_locks(house)
    asyncio.run(house.door.record_lock(idle.session))
    asyncio.run(house.door.unlock(idle.session, PASSWORD))
    assert ["house.signed_in/1", "house.session_locked/1", "house.session_unlocked/1"] == events_of(house)
    assert [before] == idle.told
    house.door.input(idle.session)


@pytest.mark.parametrize("is_unlocked", [False, True])
def test_a_lock_outlasts_a_restart(house, idle, restarted, is_unlocked):
    """What was locked is locked when the server is back, and what was unlocked is not."""
    assert recorded_locks(house)
    token = asyncio.run(house.door.unlock(idle.session, PASSWORD)) if is_unlocked else idle.token
    again = restarted()
    found = again.door.session(token)
    assert found is not None
    assert is_unlocked == (not found.is_locked)
    assert [] == again.door.unrecorded()
    if not is_unlocked:
        with pytest.raises(SessionLocked):
            again.door.look(found)
        asyncio.run(again.door.unlock(found, PASSWORD))
    again.door.input(found)


def test_a_session_from_before_there_were_locks_is_open(house, restarted):
    """What an earlier version kept of a session says nothing of a lock."""
    session, token = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    kept = msgspec.json.decode(house.floor.journal.secrets("session")[session.id])
    assert not kept.pop("is_locked")
    old = Secret("session", session.id, msgspec.json.encode(kept))
    asyncio.run(house.door.record(a.RaiseAlarm(kind=a.AlarmKind.LOAD, about="x", text="y"), secrets=[old]))
    assert not restarted().door.session(token).is_locked


# While nothing can be recorded


def test_a_lock_holds_though_nothing_can_be_recorded(house, idle, away, restarted):
    """It comes all the same, and is on record when the journal is back."""
    away.begin()
    with pytest.raises(NotRecorded):
        recorded_locks(house)
    with pytest.raises(SessionLocked):
        house.door.input(idle.session)
    assert [idle.session] == house.door.unrecorded()
    away.end()
    assert recorded_locks(house)
    assert restarted().door.session(idle.token).is_locked


def test_nothing_is_unlocked_that_cannot_be_recorded(house, idle, away):
    """The right password is of no use while the journal is away; afterwards lock and unlocking are both on record."""
    away.begin()
    with pytest.raises(NotRecorded):
        asyncio.run(house.door.unlock(idle.session, PASSWORD))
    assert idle.session.is_locked
    away.end()
    asyncio.run(house.door.unlock(idle.session, PASSWORD))
    assert ["house.signed_in/1", "house.session_locked/1", "house.session_unlocked/1"] == events_of(house)


@pytest.fixture
def lost(house, monkeypatch):
    """Lose the journal right after it has written: whoever waits is not told what became of it."""
    store = house.floor.journal
    append = store.append

    @contextmanager
    def losing():
        def broken(*_):
            raise JournalUnavailable("the line is lost")

        def written(batch):
            append(batch)
            patched.setattr(store, "answer", broken)
            broken()

        with monkeypatch.context() as patched:
            patched.setattr(store, "append", written)
            yield

    return losing


def test_an_unlocking_of_unknown_fate_is_locked_again(house, idle, lost, restarted):
    """The session stays locked, and that is on record after the unlocking that was written."""
    assert recorded_locks(house)
    with lost(), pytest.raises(FateUnknown):
        asyncio.run(house.door.unlock(idle.session, PASSWORD))
    assert idle.session.is_locked
    assert recorded_locks(house)
    assert ["house.session_locked/1", "house.session_unlocked/1", "house.session_locked/1"] == events_of(house)
    assert restarted().door.session(idle.token).is_locked


def test_a_lock_of_unknown_fate_is_found_on_record(house, idle, lost):
    """Asked once more it is there, and is not written twice."""
    with lost(), pytest.raises(FateUnknown):
        recorded_locks(house)
    assert [idle.session] == house.door.unrecorded()
    assert recorded_locks(house)
    assert 1 == events_of(house).count("house.session_locked/1")


# Beside other deeds


@pytest.mark.parametrize("deed", ["signed out", "signed in anew"])
def test_a_session_that_is_over_is_not_kept_as_locked(house, idle, deed):
    """A lock that comes to be recorded late brings nothing back."""
    if deed == "signed out":
        asyncio.run(house.door.end(idle.session, a.Ended.ASKED))
    else:
        asyncio.run(house.door.sign_in("dealer", PASSWORD))
    asyncio.run(house.door.record_lock(idle.session))
    assert idle.session.id not in house.floor.journal.secrets("session")
    assert "house.session_locked/1" not in events_of(house)


def test_a_session_that_ends_while_its_password_is_looked_at_stays_ended(house, idle):
    """Unlocking it brings nothing back, neither now nor at a restart."""

    async def both():
        unlocking = asyncio.create_task(house.door.unlock(idle.session, PASSWORD))
        await asyncio.sleep(0)
        await house.door.end(idle.session, a.Ended.ASKED)
        with pytest.raises(NotLetIn, match="is over"):
            await unlocking

    asyncio.run(both())
    assert house.door.session(idle.token) is None
    assert idle.session.id not in house.floor.journal.secrets("session")


def test_a_session_that_was_replaced_is_not_unlocked_by_the_lock_of_the_next(house, idle, clock):
    """The house knows one lock a person; a token from before opens nothing by it."""
    asyncio.run(house.door.sign_in("dealer", PASSWORD))
    clock.move(301)
    for one in house.door.idle():
        house.door.lock(one)
    assert recorded_locks(house)
    with pytest.raises(NotLetIn, match="is over"):
        asyncio.run(house.door.unlock(idle.session, PASSWORD))
    assert "house.session_locked/1" == events_of(house)[-1]
    assert idle.session.id not in house.floor.journal.secrets("session")


def test_a_password_given_in_an_open_session_gives_it_another_token(house, clock):
    """It counts as input and as signing in anew: what may have been copied before opens nothing any more."""
    session, before = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    told: list[tuple[str, str]] = []
    house.door.on_unlocked.append(lambda *ids: told.append(ids))
    clock.move(200)
    token = asyncio.run(house.door.unlock(session, PASSWORD))
    clock.move(200)
    house.door.input(session)
    assert ([(digest(before), digest(token))], ["house.signed_in/1"] * 2) == (told, events_of(house)[-2:])
    assert (None, session) == (house.door.session(before), house.door.session(token))
