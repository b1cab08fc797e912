"""The door: who is let in, how often one may be wrong, and how long a session lasts."""

import asyncio
import subprocess
import sys
from datetime import timedelta

import pytest

from pitboss.decider import Role
from pitboss.floor.people import acts as a
from pitboss.floor.people import chosen, door
from pitboss.floor.people.attempts import HERE
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.passwords import PASSWORD_MAX
from pitboss.floor.people.sessions import SESSION_HOURS, SessionLocked, session_of
from pitboss.floor.rate_limit import Slow
from pitboss.journal import JournalUnavailable
from tests.support.web_house import PASSWORD, opened, recorded

WRONG = "wrong horse battery"


def state_of(live):
    """Return a member of the house, the dealer, as recorded."""
    return live.floor.view(HOUSE_STREAM, lambda found: found.state.people["dealer"])


def alarms_of(live):
    """Return what the pit is alarmed about."""
    return live.floor.view(HOUSE_STREAM, lambda found: [kind for kind, _, _ in found.state.alarms.values()])


async def tried(live, *passwords, person="dealer", place=HERE):
    """Return whether each password let somebody in, one after the other."""
    found = []
    for password in passwords:
        try:
            await live.door.sign_in(person, password, place)
        except (NotLetIn, Slow):
            found.append(False)
        else:
            found.append(True)
    return found


# Wrong passwords


class Counting:
    """A hasher that keeps what it was asked to verify."""

    def __init__(self, hasher):
        self.hasher, self.seen = hasher, []

    def hash(self, password):
        """Hash as the other does."""
        return self.hasher.hash(password)

    def verify(self, hashed, password):
        """Verify as the other does."""
        self.seen.append(hashed)
        return self.hasher.verify(hashed, password)


@pytest.mark.parametrize("person", ["nobody", "dealer", "teller"])
def test_unknown_people_take_the_same_path(house, person):
    """Somebody unknown, somebody without a password and a wrong password: one hash is verified, one answer given."""
    house.door.hasher = counting = Counting(house.door.hasher)
    with pytest.raises(NotLetIn) as error:
        asyncio.run(house.door.sign_in(person, WRONG))
    assert "person and password do not belong together, or access is locked" == error.value.reason
    assert 1 == len(counting.seen)
    assert counting.seen[0].startswith("$argon2id$")


def test_a_house_keeps_passwords_at_the_cost_that_argon2_advises():
    """Tests put a cheaper hasher in its place; a house takes 64 MiB and three passes for each guess."""
    script = "from pitboss.floor.people.door import HASHER; print(HASHER.memory_cost, HASHER.time_cost)"
    printed = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    assert ["65536", "3"] == printed.split()


def test_a_password_of_any_length_is_not_hashed(house):
    """One that nobody can have chosen is wrong before anything is reckoned."""
    house.door.hasher = counting = Counting(house.door.hasher)
    assert [False] == asyncio.run(tried(house, "x" * (PASSWORD_MAX + 1)))
    assert [] == counting.seen


def test_a_code_counts_again_where_its_password_could_not_be_kept(house, monkeypatch):
    """The journal is away for a moment: nobody needs a new code for that."""
    code = house.codes["teller"]
    with monkeypatch.context() as broken:
        broken.setattr(chosen, "keep", lambda *_: (_ for _ in ()).throw(JournalUnavailable("away")))
        with pytest.raises(JournalUnavailable):
            asyncio.run(house.door.choose_password("teller", code, PASSWORD))
    session, _ = asyncio.run(house.door.choose_password("teller", code, PASSWORD))
    assert "teller" == session.person.id


# Sessions


def test_a_session_that_ends_while_its_person_shows_themselves_is_over(house, monkeypatch):
    """Signed out at another place meanwhile, it does not come back under a new token."""
    session, token = asyncio.run(house.door.sign_in("dealer", PASSWORD))

    async def ended(door, one, _):
        del door.sessions[one.id]

    monkeypatch.setattr(door, "record_confirmed", ended)
    monkeypatch.setattr(house.door, "accepted", lambda _: None)
    with pytest.raises(NotLetIn, match="the session is over; sign in again"):
        asyncio.run(house.door.go_on(session))
    assert (None, {}) == (house.door.session(token), house.door.sessions)


@pytest.mark.parametrize(("seconds", "is_open"), [(299, True), (301, False)])
def test_a_session_locks_after_five_minutes_without_input(house, clock, seconds, is_open):
    """After 299 seconds the next input is taken; after 301 the password must be given again."""
    session, _ = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    clock.move(seconds)
    if is_open:
        house.door.input(session)
        clock.move(seconds)
        house.door.input(session)
        return
    for _ in range(2):
        with pytest.raises(SessionLocked):
            house.door.input(session)
    asyncio.run(house.door.unlock(session, PASSWORD))
    house.door.input(session)


def test_looking_is_no_input(house, clock):
    """A screen that asks by itself does not keep a session open."""
    session, _ = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    clock.move(200)
    house.door.look(session)
    clock.move(200)
    with pytest.raises(SessionLocked):
        house.door.input(session)


def test_a_wall_clock_that_is_set_back_opens_no_locked_session(house, clock):
    """Idleness is counted by the monotonic clock."""
    session, _ = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    wall = clock.wall
    house.door.wall = lambda: wall() - timedelta(hours=3)
    clock.move(301)
    with pytest.raises(SessionLocked):
        house.door.input(session)


def test_every_sign_in_makes_a_new_session_and_ends_the_one_before(house):
    """A person has one session; neither token nor header is ever used again."""
    first, token = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    ended: list[str] = []
    house.door.on_ended.append(ended.append)
    second, other = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    assert token != other
    assert first.csrf != second.csrf
    assert [first.id] == ended
    assert (None, second) == (house.door.session(token), house.door.session(other))


def test_a_session_outlasts_a_restart(house, path, journal, clock):
    """It is kept beside the journal by the hash of its token, and nothing else of it."""
    session, token = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    house.close()
    again = opened(path, journal, clock)
    found = again.door.session(token)
    assert found is not None
    assert (session.person, session.csrf, session.until) == (found.person, found.csrf, found.until)
    again.close()


@pytest.mark.parametrize("seconds", [-1, 1])
def test_a_session_ends_after_twelve_hours(house, path, journal, clock, seconds):
    """By the monotonic clock, and across a restart by the wall clock."""
    is_there = seconds < 0
    _, token = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    clock.move(SESSION_HOURS * 3600 + seconds)
    assert is_there == (house.door.session(token) is not None)
    house.close()
    again = opened(path, journal, clock)
    assert is_there == (again.door.session(token) is not None)
    again.close()


@pytest.mark.parametrize(
    "deed",
    [a.DisablePerson(person="dealer", reason="left"), a.ChangeRole(person="dealer", role=Role.TELLER)],
    ids=["disabled", "another role"],
)
def test_a_session_that_was_to_end_when_the_power_went_is_not_found_again(house, path, journal, clock, deed):
    """The record of the house decides, not what was kept of a session."""
    session, token = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    asyncio.run(recorded(house, deed))
    assert session.id in house.floor.journal.secrets("session")
    house.close()
    again = opened(path, journal, clock)
    assert again.door.session(token) is None
    again.close()


@pytest.mark.parametrize("days", [2, -2])
def test_a_step_of_the_wall_clock_signs_nobody_out(house, clock, days):
    """Whoever sets the server's clock ends no session, and makes none longer."""
    session, token = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    clock.at += timedelta(days=days)
    assert (session, []) == (house.door.session(token), house.door.over())
    clock.ns += SESSION_HOURS * 3600 * 10**9
    assert (None, [session]) == (house.door.session(token), house.door.over())


def test_a_clock_that_was_wrong_makes_no_session_longer_than_its_hours(house, clock):
    """A session begun under a clock two days ahead is over twelve hours after the restart that set it right."""
    session, _ = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    body = house.floor.journal.secrets("session")[session.id]
    hours = {days: session_of("x", body, clock.at - timedelta(days=days), 0).until_ns / 3600 / 10**9 for days in (0, 2)}
    assert {0: SESSION_HOURS, 2: SESSION_HOURS} == hours


def test_signing_out_ends_a_session_for_good(house, path, journal, clock):
    """Its token is of no use any more, now and after a restart."""
    session, token = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    asyncio.run(house.door.end(session, a.Ended.ASKED))
    assert house.door.session(token) is None
    house.close()
    again = opened(path, journal, clock)
    assert again.door.session(token) is None
    again.close()
