"""Roles that the house wants a passkey of: a password leads their people to adding one, and no further."""

import asyncio

import pytest

from pitboss.decider import Role
from pitboss.floor.people import acts as a
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.sessions import PasskeyNeeded
from tests.support.web_house import PASSWORD, opened
from tests.unit.floor.people.test_passkeys import Trial


@pytest.fixture
def path(path):
    """Return the house file of a house that wants passkeys of its dealers."""
    text = path.read_text(encoding="utf-8").replace("[net]", '[net]\nnames = ["localhost"]', 1)
    path.write_text(text.replace("[house]", '[house]\npasskeys_for = ["dealer"]', 1), encoding="utf-8")
    return path


@pytest.fixture
def trial(house):
    """Return a dealer who came in by password, and has no passkey yet."""
    found = Trial(house)
    found.session, _ = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    return found


def test_a_password_leads_no_further_than_to_the_first_passkey(trial):
    """Whoever has none is let in to add one, and is nobody's second person before; then the session is as any other."""
    assert (True, set()) == (trial.session.needs_passkey, trial.door.present())
    trial.added("Phone")
    assert (False, {"dealer"}) == (trial.session.needs_passkey, {one.id for one in trial.door.present()})


def test_whoever_has_a_passkey_comes_in_with_it_and_not_with_the_password(trial):
    """The password is right, and is not enough; a wrong one is told nothing else than ever."""
    phone = trial.added("Phone")
    with pytest.raises(NotLetIn, match="a dealer signs in here with a passkey"):
        trial.run(trial.door.sign_in("dealer", PASSWORD))
    with pytest.raises(NotLetIn, match="do not belong together"):
        trial.run(trial.door.sign_in("dealer", "a guess of somebody's"))
    assert "dealer" == trial.signs_in(key=phone)
    assert not trial.door.sessions[next(iter(trial.door.sessions))].needs_passkey


def test_nobody_confirms_or_unlocks_by_password_who_needs_a_passkey(trial, clock):
    """Not as a second person, with a passkey or without; and a session with one is unlocked by one."""
    with pytest.raises(NotLetIn, match="a dealer confirms here with a passkey"):
        trial.run(trial.door.vouch("dealer", PASSWORD))
    # Before there is a passkey the password is all that there is.
    trial.run(trial.door.unlock(trial.session, PASSWORD))
    trial.phone = trial.added("Phone")
    clock.move(301)
    with pytest.raises(NotLetIn, match="a dealer shows a passkey here"):
        trial.run(trial.door.unlock(trial.session, PASSWORD))
    trial.run(trial.passkeys.unlock(trial.session, trial.answer(purpose=a.Asked.UNLOCK, where=trial.session.id)))
    trial.door.input(trial.session)


def test_the_last_passkey_is_not_removed_by_its_person(trial):
    """Where the role needs one, another is added first; elsewhere the password is left."""
    trial.added("Phone")
    with pytest.raises(PasskeyNeeded, match="this is your only passkey, and a dealer needs one here"):
        trial.run(trial.passkeys.remove(trial.session, "Phone"))
    trial.added("Key ring")
    trial.run(trial.passkeys.remove(trial.session, "Phone"))
    trial.door.passkeys_for = frozenset({Role.ADMIN})
    trial.run(trial.passkeys.remove(trial.session, "Key ring"))


@pytest.mark.parametrize("has_added", [False, True])
def test_a_restart_forgets_neither(trial, path, journal, has_added):
    """A session that was begun by password is of no use after a restart either; one with a passkey goes on."""
    if has_added:
        trial.added("Phone")
    trial.house.close()
    again = opened(path, journal)
    assert [not has_added] == [one.needs_passkey for one in again.door.sessions.values()]
    again.close()
