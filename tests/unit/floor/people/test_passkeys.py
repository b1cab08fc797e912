"""Passkeys at the door: whoever has one comes in with it, and each way to come in with another's is refused."""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from pitboss.decider import Command, Person
from pitboss.errors import InputError
from pitboss.floor.people import acts as a
from pitboss.floor.people.attempts import FIRST_SECONDS, HERE
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.passkeys import (
    ADD,
    CHALLENGE_SECONDS,
    RECENT_SECONDS,
    ConfirmFirst,
    Made,
    Shown,
    Site,
    handle_of,
)
from pitboss.floor.rate_limit import Slow
from pitboss.journal import JournalDamaged
from tests.support.authenticator import Authenticator
from tests.support.evening_faults import rewrite, tamper
from tests.support.web_house import PASSWORD, opened
from tests.unit.floor.test_secrets_outside_the_database import run

SITE = Site("localhost", "http://localhost:8000")
AT = "10.0.0.7"


class Trial:
    """A house in which somebody has a session, and a telephone with a passkey."""

    def __init__(self, house):
        self.house, self.door, self.passkeys = house, house.door, house.door.passkeys
        self.session: Any = None
        self.phone: Any = None

    def run(self, deed):
        """Do something at the door."""
        return asyncio.run(deed)

    def begin(self, person="dealer"):
        """Let somebody in by password, who adds a passkey."""
        self.session, _ = self.run(self.door.sign_in(person, PASSWORD))
        self.phone = self.added("Phone")
        return self

    def added(self, name, key=None, **otherwise):
        """Add a passkey in the session; return the authenticator that has it."""
        key = key or Authenticator(**otherwise)
        challenge = self.passkeys.challenges.ask(ADD, self.session.id, SITE)
        made = key.made(challenge, handle_of(self.door.key, self.session.person.id))
        self.run(self.passkeys.add(self.session, name, Made(**made)))
        return key

    def answer(self, key=None, purpose=a.Asked.SIGN_IN, where=AT, site=SITE):
        """Have an authenticator answer what it is asked."""
        return Shown(**(key or self.phone).shown(self.passkeys.challenges.ask(purpose, where, site)))

    def signs_in(self, shown=None, key=None):
        """Come in by passkey; return who came in."""
        session, _ = self.run(self.passkeys.sign_in(shown or self.answer(key), AT, HERE, None))
        return session.person.id

    def is_let_in(self, **given):
        """Tell whether somebody comes in by passkey; however often it was tried."""
        self.door.attempts.found.clear()
        with suppress(NotLetIn):
            return self.signs_in(**given) == "dealer"
        return False

    def did(self, act):
        """Have the server itself do something."""
        return self.run(self.door.record(act)).answer

    def state(self):
        """Return what the house remembers."""
        return self.house.floor.view(HOUSE_STREAM, lambda live: live.state)

    def told(self):
        """Return the events of the house by their names."""
        read = self.house.floor.view(HOUSE_STREAM, lambda _: list(self.house.floor.journal.read(HOUSE_STREAM)))
        return [msgspec.json.decode(one.body)["type"] for one in read]


@pytest.fixture
def trial(house):
    """Return a dealer with a session, and a telephone with a passkey."""
    return Trial(house).begin()


# Coming in


def test_a_passkey_lets_its_person_in(trial):
    """Without a name or a password; each use is on record, with its purpose."""
    assert "dealer" == trial.signs_in()
    known = trial.state().people["dealer"].passkeys[0]
    assert ("Phone", 1) == (known.name, known.count)
    assert ["house.passkey_used/1", "house.signed_in/1", "house.session_kept/1"] == trial.told()[-3:]


@pytest.mark.parametrize(
    "otherwise",
    [
        {"origin": "http://evil.example"},
        {"origin": "https://localhost:8000"},
        {"site": "evil.example"},
        {"is_verified": False},
        {"user": "bm9ib2R5"},
        {"user": ""},
        {"private": Authenticator().private},
        {"raw_id": b"another"},
    ],
    # A private key has no text that is the same in every process of the suite.
    ids=lambda one: "private" if "private" in one else str(one),
)
def test_an_answer_that_differs_in_one_thing_lets_nobody_in(trial, otherwise):
    """Another origin, name of the house, person, key or id, or nobody was looked at."""
    kept = dict(vars(trial.phone))
    vars(trial.phone).update(otherwise)
    assert not trial.is_let_in()
    vars(trial.phone).update(kept)
    assert trial.is_let_in()


def test_a_replayed_challenge_lets_nobody_in(trial):
    """What was asked is used up by its answer, right or wrong."""
    shown = trial.answer()
    trial.signs_in(shown)
    assert not trial.is_let_in(shown=shown)
    shown = trial.answer()
    assert not trial.is_let_in(shown=shown._replace(signature="AAAA"))
    assert not trial.is_let_in(shown=shown)


@pytest.mark.parametrize("other", [{"purpose": a.Asked.SECOND}, {"where": "10.0.0.8"}])
def test_what_was_asked_for_something_else_lets_nobody_in(trial, other):
    """Nor what was asked at another address."""
    assert not trial.is_let_in(shown=trial.answer(**other))


def test_what_was_asked_too_long_ago_lets_nobody_in(trial, clock):
    """After two minutes it is to be asked anew."""
    shown = trial.answer()
    clock.move(CHALLENGE_SECONDS)
    assert not trial.is_let_in(shown=shown)
    assert trial.is_let_in()


def test_a_passkey_works_at_the_name_it_was_made_for_alone(trial):
    """A house of several names has each passkey at one of them."""
    other = Site("pit.example", "https://pit.example")
    trial.phone.site, trial.phone.origin = other
    assert not trial.is_let_in(shown=trial.answer(site=other))


def test_a_cloned_passkey_is_refused_and_the_pit_is_told(trial):
    """Its count was reached before: one of the two is a copy."""
    trial.signs_in()
    trial.phone.count -= 1
    assert not trial.is_let_in()
    assert [("sign_in", "dealer")] == [one[:2] for one in trial.state().alarms.values()]
    trial.phone.counts = False
    assert not trial.is_let_in()


def test_a_passkey_that_counts_nothing_is_used_again_and_again(trial):
    """Those that several machines share say nothing else than zero."""
    shared = trial.added("Shared", counts=False)
    assert [True, True] == [trial.is_let_in(key=shared) for _ in range(2)]


def test_wrong_passkeys_count_as_wrong_passwords(trial, clock):
    """After three one waits, also with the right one, and also with the right password."""
    trial.phone.is_verified = False
    for _ in range(3):
        with pytest.raises(NotLetIn):
            trial.signs_in()
    trial.phone.is_verified = True
    with pytest.raises(Slow):
        trial.signs_in()
    with pytest.raises(Slow):
        trial.run(trial.door.sign_in("dealer", PASSWORD))
    assert 3 == trial.state().people["dealer"].failures
    clock.move(FIRST_SECONDS)
    assert "dealer" == trial.signs_in()


def test_a_passkey_that_nobody_has_is_nobodys(trial):
    """Attempts with it count at their place, and are not recorded."""
    before = trial.told()
    for _ in range(3):
        with pytest.raises(NotLetIn):
            trial.signs_in(key=Authenticator())
    with pytest.raises(Slow):
        trial.signs_in(key=Authenticator())
    assert before == trial.told()


def test_two_who_come_with_one_answer_are_one(trial):
    """However close together they are."""

    async def both():
        shown = trial.answer()
        coming = (trial.passkeys.sign_in(shown, AT, HERE, None) for _ in range(2))
        return await asyncio.gather(*coming, return_exceptions=True)

    found = trial.run(both())
    assert [NotLetIn] == [type(one) for one in found if isinstance(one, Exception)]


# Who has none any more


def test_a_removed_passkey_lets_nobody_in(trial):
    """Its person took it away."""
    trial.run(trial.passkeys.remove(trial.session, "Phone"))
    assert not trial.is_let_in()


def test_who_left_does_not_come_in_by_passkey_and_who_is_restored_has_none(trial):
    """Nor do they stand by anything; restoring says in the record that each was removed."""
    trial.did(a.DisablePerson(person="dealer", reason="left"))
    assert not trial.is_let_in()
    with pytest.raises(NotLetIn):
        trial.run(trial.passkeys.vouch(a.Asked.SECOND, trial.answer(purpose=a.Asked.SECOND), AT, HERE))
    trial.did(a.RestorePerson(person="dealer"))
    assert ["house.passkey_removed/1", "house.person_restored/1"] == trial.told()[-2:]
    assert not trial.is_let_in()


def test_two_others_take_a_lost_passkey_away(trial):
    """An administrator, and a second person."""
    people = trial.house.desk.people
    by, witness = (Person(name, people[name].role) for name in ("admin", "pit-manager"))
    act = a.RemovePasskey(person="dealer", passkey="Phone")
    command = Command(key="k", by=by, act=act, received_at=trial.door.wall(), witness=witness)
    (event,) = trial.house.floor.send(HOUSE_STREAM, command).answer.events
    assert ("Phone", "admin", "pit-manager") == (event.passkey, event.by, event.witness)
    assert not trial.is_let_in()


# Sessions


def test_a_passkey_unlocks_its_persons_session_and_no_other(trial, clock):
    """Another's does not, nor one that was asked for in another session, or to come in."""
    phone = trial.phone
    trial.run(trial.door.choose_password("teller", trial.house.codes["teller"], "the teller's own words"))
    trial.session, _ = trial.run(trial.door.sign_in("teller", "the teller's own words"))
    theirs = trial.added("Theirs")
    session = next(one for one in trial.door.sessions.values() if one.person.id == "dealer")
    clock.move(301)
    trial.door.lock(session)

    def unlocks(key, purpose=a.Asked.UNLOCK, where=session.id):
        shown = trial.answer(key, purpose, where)
        with suppress(NotLetIn):
            trial.door.attempts.found.clear()
            trial.run(trial.passkeys.unlock(session, shown))
        return not session.is_locked

    refused = [unlocks(theirs), unlocks(phone, where="x"), unlocks(phone, a.Asked.SIGN_IN)]
    assert [False, False, False] == refused
    phone.user = theirs.user = ""
    assert [False, True] == [unlocks(theirs), unlocks(phone)]


def test_a_passkey_is_added_and_removed_only_by_who_showed_lately_who_they_are(trial, clock):
    """By password, or by a passkey: an open session may be in somebody else's hands."""
    clock.move(RECENT_SECONDS + 1)
    for deed in (lambda: trial.added("Next"), lambda: trial.run(trial.passkeys.remove(trial.session, "Phone"))):
        with pytest.raises(ConfirmFirst):
            deed()
    shown = trial.answer(purpose=a.Asked.UNLOCK, where=trial.session.id)
    trial.run(trial.passkeys.unlock(trial.session, shown))
    trial.added("Next")
    clock.move(RECENT_SECONDS + 1)
    trial.run(trial.door.unlock(trial.session, PASSWORD))
    trial.run(trial.passkeys.remove(trial.session, "Next"))
    assert ["Phone"] == [one.name for one in trial.run(trial.passkeys.own("dealer"))]


def test_nobody_knows_after_a_restart_when_somebody_showed_who_they_are(trial, path, journal):
    """So they show it again."""
    trial.house.close()
    live = opened(path, journal)
    (session,) = live.door.sessions.values()
    with pytest.raises(ConfirmFirst):
        live.door.passkeys.require_recent(session)
    live.close()


@pytest.mark.parametrize(
    "otherwise", [{"origin": "http://evil.example"}, {"site": "evil.example"}, {"is_verified": False}], ids=str
)
def test_a_passkey_that_was_made_otherwise_is_not_added(trial, otherwise):
    """At another page, for another name, or by who was not looked at."""
    with pytest.raises(InputError, match="not made as this house asked"):
        trial.added("Next", **otherwise)


def test_a_passkey_is_added_once_and_in_answer_to_what_was_asked(trial):
    """Not under another id than its own, not twice, not without being asked in this session."""
    key = Authenticator()
    made = Made(**key.made(trial.passkeys.challenges.ask(ADD, "another session", SITE), "dXNlcg"))
    with pytest.raises(InputError, match="asked for here"):
        trial.run(trial.passkeys.add(trial.session, "Next", made))
    made = Made(**key.made(trial.passkeys.challenges.ask(ADD, trial.session.id, SITE), "dXNlcg"))
    with pytest.raises(InputError, match="another id"):
        trial.run(trial.passkeys.add(trial.session, "Next", made._replace(credential="b3RoZXI")))
    with pytest.raises(NotLetIn, match="known already"):
        trial.added("Next", trial.phone)
    with pytest.raises(NotLetIn, match="is called Phone"):
        trial.added("Phone")


def test_questions_that_nobody_answers_are_forgotten(trial, monkeypatch):
    """The oldest first."""
    monkeypatch.setattr("pitboss.floor.people.passkeys._CHALLENGES_MAX", 1)
    old, new = trial.answer(), trial.answer()
    assert [False, True] == [trial.is_let_in(shown=old), trial.is_let_in(shown=new)]


# The record


def test_a_passkey_replaced_behind_the_journals_back_is_found(trial, journal, path, capsys):
    """There is no other place for it than the record: whoever changes it there breaks the chain."""
    other = Authenticator().made("", "")
    old = trial.state().people["dealer"].passkeys[0].credential
    trial.house.close()
    assert 0 == run(capsys, "verify", journal)[0]
    new = other["credential"].encode()
    rewrite(journal, lambda texts: [[one.replace(old.encode(), new) for one in own] for own in texts])
    tamper(journal, ("DELETE FROM snapshots", ()))
    assert 1 == run(capsys, "verify", journal)[0]
    with pytest.raises(JournalDamaged):
        opened(path, journal)
