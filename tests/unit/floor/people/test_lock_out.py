"""Wrong passwords make whoever gives them wait, and nobody else: no name is locked for everybody by strangers."""

import asyncio
import os
import sys
import threading

import argon2
import msgspec
import pytest

from pitboss.cli.journals import reading
from pitboss.decider import Accepted
from pitboss.floor.people import acts as a
from pitboss.floor.people import attempts, decide, door
from pitboss.floor.people import events as e
from pitboss.floor.people.attempts import FIRST_SECONDS, MOST_SECONDS, Attempts, Place
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.known_devices import DEVICES_MAX, KnownDevices
from pitboss.floor.people.state import FAILURES_MAX
from pitboss.floor.rate_limit import Slow
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer import writer
from pitboss.journal import Secret
from tests.support.web_house import PASSWORD, opened
from tests.unit.floor.people.test_door import WRONG, alarms_of, state_of, tried

STRANGER, OFFICE = Place("10.9.9.9"), Place("10.0.0.1")


def test_the_right_password_comes_too_late_after_three_wrong_ones_at_the_same_place(house):
    """The fourth attempt is refused there even if it is right; the pit is alarmed, and the person not locked."""
    assert [False] * 4 == asyncio.run(tried(house, WRONG, WRONG, WRONG, PASSWORD, place=STRANGER))
    assert ["sign_in"] == alarms_of(house)
    assert not state_of(house).is_locked


def test_39_anonymous_requests_lock_nobody_out(house):
    """Three wrong passwords for each of thirteen people, the only administrator included: all come in elsewhere."""
    people = [person for person in house.desk.people if person != "dealer"]
    for person in people:
        asyncio.run(house.door.choose_password(person, house.codes[person], PASSWORD, OFFICE))
        asyncio.run(tried(house, WRONG, WRONG, WRONG, person=person, place=STRANGER))
    found = [asyncio.run(tried(house, PASSWORD, person=person, place=OFFICE)) for person in people]
    assert [[True]] * len(people) == found


def test_a_flood_from_many_places_neither_locks_nor_fills_the_journal(house):
    """A thousand places, three guesses each: the right password comes in, and some dozens of failures are on record."""
    before = house.floor.journal.last()[0]
    house.door._is_right = rejecting = Rejecting(house.door._is_right)

    async def run():
        for number in range(1000):
            await tried(house, WRONG, WRONG, WRONG, place=Place(f"10.1.{number // 256}.{number % 256}"))

    asyncio.run(run())
    house.door._is_right = rejecting.real
    assert 60 > house.floor.journal.last()[0] - before
    assert [True] == asyncio.run(tried(house, PASSWORD, place=OFFICE))


class Rejecting:
    """Finds every password wrong, without the work of it."""

    def __init__(self, real):
        self.real = real

    async def __call__(self, *_):
        """Reject."""
        return False


def test_the_third_attempt_may_still_be_right(house):
    """Two failures are forgotten with the right password, and counted anew after it."""
    once = [WRONG, WRONG, PASSWORD]
    assert [False, False, True, False, False, True] == asyncio.run(tried(house, *once, *once))
    assert 0 == state_of(house).failures


@pytest.mark.parametrize("right", [3, 10, 49])
def test_fifty_attempts_at_once_are_no_way_round_the_wait(house, right):
    """However many knock at one place at a time, they come one by one: after three wrong ones none is let in."""
    passwords = [PASSWORD if number == right else f"{WRONG}{number}" for number in range(50)]

    async def run():
        return await asyncio.gather(*(tried(house, password) for password in passwords))

    assert [[False]] * 50 == asyncio.run(run())
    assert 3 == state_of(house).failures


def test_waits_grow_and_end(house, clock):
    """Half a minute, then a minute, and never more than a quarter of an hour; after it one may try again."""
    asyncio.run(tried(house, WRONG, WRONG, WRONG))
    for seconds in (FIRST_SECONDS, 2 * FIRST_SECONDS):
        clock.move(seconds - 1)
        assert [False] == asyncio.run(tried(house, PASSWORD))
        clock.move(1)
        with pytest.raises(NotLetIn):
            asyncio.run(house.door.sign_in("dealer", WRONG))
    clock.move(MOST_SECONDS)
    assert [True] == asyncio.run(tried(house, PASSWORD))


@pytest.mark.parametrize("person", ["nobody", "dealer"])
def test_the_wait_says_how_long_and_nothing_else(house, person):
    """The same for somebody who is there and somebody who is not, whatever the password."""
    asyncio.run(tried(house, WRONG, WRONG, WRONG, person=person))
    with pytest.raises(Slow, match="try again in 30 seconds") as error:
        asyncio.run(house.door.sign_in(person, PASSWORD))
    assert {"seconds": 30} == error.value.values


def test_an_open_session_goes_on_whatever_strangers_do(house, clock):
    """Its commands are taken, and its own password unlocks it."""
    session, token = asyncio.run(house.door.sign_in("dealer", PASSWORD, OFFICE))
    asyncio.run(tried(house, *[WRONG] * 5, place=STRANGER))
    asyncio.run(tried(house, *[WRONG] * 5, place=OFFICE))
    assert session is house.door.session(token)
    clock.move(301)
    asyncio.run(tried(house, *[WRONG] * 5, place=OFFICE))
    asyncio.run(house.door.unlock(session, PASSWORD))
    house.door.input(session)


def test_guessing_at_a_locked_session_makes_it_wait(house, clock):
    """Wrong passwords at the lock screen are counted there, and keep the person out nowhere else."""
    session, _ = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    clock.move(301)
    for kind, password in ((NotLetIn, WRONG), (NotLetIn, WRONG), (NotLetIn, WRONG), (Slow, PASSWORD)):
        with pytest.raises(kind):
            asyncio.run(house.door.unlock(session, password))
    assert ["sign_in"] == alarms_of(house)
    assert [True] == asyncio.run(tried(house, PASSWORD))


def test_nobody_waits_behind_strangers_who_is_known(house, monkeypatch):
    """While strangers fill the queue for passwords, one more is refused at once, and a known device comes in."""
    monkeypatch.setattr(door, "_STRANGERS_MAX", 2)

    async def run():
        await house.door._verifying[False].acquire()
        guesses = [asyncio.create_task(tried(house, WRONG, place=Place(f"p{number}"))) for number in range(2)]
        await asyncio.sleep(0)
        while house.door._strangers < 2:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0)
        with pytest.raises(Slow, match="too many people sign in at once"):
            await house.door.sign_in("dealer", PASSWORD, OFFICE)
        found = await tried(house, PASSWORD, place=Place("a known device", is_known=True))
        house.door._verifying[False].release()
        await asyncio.gather(*guesses)
        return found

    assert [True] == asyncio.run(run())


def test_whoever_waits_too_long_for_their_turn_is_told_to_come_again(house, monkeypatch):
    """However slow the machine is, an answer comes before the line is cut; and nobody's place is lost by it."""
    monkeypatch.setattr(door, "_TURN_SECONDS", 0.01)

    async def run():
        await house.door._verifying[False].acquire()
        with pytest.raises(Slow, match="too many people sign in at once"):
            await house.door.sign_in("dealer", PASSWORD, OFFICE)
        house.door._verifying[False].release()
        monkeypatch.undo()
        return await tried(house, PASSWORD, place=OFFICE), house.door._strangers

    assert ([True], 0) == asyncio.run(run())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a thread cannot give way by itself")
def test_a_bet_goes_before_whoever_guesses(house):
    """A password is looked at by a thread that gives way to all others: strangers decide how often that is."""
    seen = []

    class Watched:
        """Notes how urgent the thread is that asks."""

        def verify(self, *_):
            """Find it wrong."""
            seen.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
            raise argon2.exceptions.VerifyMismatchError

    house.door.hasher = Watched()
    asyncio.run(tried(house, WRONG, place=STRANGER))
    assert [True] == [one > os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) for one in seen]


def test_places_are_forgotten_before_they_fill_the_memory(monkeypatch):
    """The one that was wrong longest ago first; and what is a day old does not count any more."""
    monkeypatch.setattr(attempts, "PLACES_MAX", 10)
    now = [0.0]
    found = Attempts(lambda: now[0])
    for number in range(11):
        found.failed(Place(f"p{number}"), "dealer")
    assert (10, False) == (len(found.found), ("p0", "dealer") in found.found)
    for at in (1.0, 2.0, 2.0 + attempts.KEPT_SECONDS):
        now[0] = at
        found.failed(Place("p9"), "dealer")
    assert 1 == found.found["p9", "dealer"].failures


# Devices


def test_a_device_is_known_after_a_restart(house, path, journal, clock):
    """Whoever came in there once is no stranger there; nobody else is known by it, and it lets nobody in."""
    session, _ = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    house.close()
    again = opened(path, journal, clock)
    known = again.door.devices
    assert (True, False, False) == (
        known.has(session.device, "dealer"),
        known.has(session.device, "teller"),
        known.has("x", "dealer"),
    )
    assert again.door.session(session.device) is None
    again.close()


def test_a_device_keeps_its_token_and_the_oldest_are_forgotten(monkeypatch):
    """Several people may share a browser; a token that nobody gave is not taken on."""
    found = KnownDevices()
    token, kept = found.met("made up", "dealer")
    assert ("made up" != token, 1) == (True, len(kept))
    assert (token, []) == found.met(token, "dealer")
    assert token == found.met(token, "teller")[0]
    assert found.has(token, "dealer")
    assert found.has(token, "teller")
    monkeypatch.setattr("pitboss.floor.people.known_devices.DEVICES_MAX", 1)
    _, kept = found.met(None, "cashier")
    assert [None] == [one.body for one in kept if one.body is None]
    assert not found.has(token, "dealer")
    assert DEVICES_MAX > 1_000


# What earlier versions recorded


def _locking(state, command):
    """Lock a person out at the third wrong password, as versions 0.1 and 0.2 did."""
    failures = state.people[command.act.person].failures + 1
    failed = e.SignInFailed(person=command.act.person, failures=failures)
    locked = e.PersonLocked(person=command.act.person, failures=failures)
    return (failed, locked) if failures == FAILURES_MAX else (failed,)


def test_a_journal_with_a_lock_out_of_an_earlier_version_is_read_as_it_was(tmp_path, path, clock, monkeypatch):
    """It verifies, the person stays locked out by what is on record, and an administrator's restoring helps."""
    journal = str(tmp_path / "old.db")
    with monkeypatch.context() as earlier:
        earlier.setattr(writer, "GENERATION", 1)
        earlier.setitem(decide._DECIDE, a.RecordFailure, _locking)
        live = opened(path, journal, clock)
        asyncio.run(live.door.choose_password("dealer", live.codes["dealer"], PASSWORD))
        asyncio.run(tried(live, WRONG, WRONG, WRONG))
        live.close()
    with reading(journal) as stored:
        assert () == verify(stored).faults
    live = opened(path, journal, clock)
    assert state_of(live).is_locked
    assert [False] == asyncio.run(tried(live, PASSWORD, place=OFFICE))
    code, secret = live.door.person_code("dealer")
    gone = [secret, Secret("password", "dealer", None)]
    assert isinstance(asyncio.run(live.door.record(a.RestorePerson(person="dealer"), secrets=gone)).answer, Accepted)
    live.door.learn(gone)
    asyncio.run(live.door.choose_password("dealer", code, "another teapot sang", Place("elsewhere")))
    live.close()


def test_a_failure_of_an_earlier_version_has_no_place():
    """What was stored without it is read as it was."""
    body = b'{"type":"house.record_failure/1","person":"dana"}'
    assert a.RecordFailure(person="dana") == msgspec.json.decode(body, type=a.RecordFailure)
