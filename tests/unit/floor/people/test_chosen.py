"""Passwords that people choose: another one with the old one, none that was breached, and all at today's costs."""

import asyncio
import hashlib
from pathlib import Path

import argon2
import pytest

from pitboss.errors import InputError
from pitboss.floor.people import chosen
from pitboss.floor.people.attempts import HERE
from pitboss.floor.people.breached import WHY_NOT, Breached
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.rate_limit import Slow
from tests.support.web_house import PASSWORD, opened

ANOTHER = "a tall heron waits"


def is_let_in(door, password):
    """Tell whether the dealer comes in by a password."""
    door.attempts.found.clear()
    try:
        asyncio.run(door.sign_in("dealer", password, HERE))
    except NotLetIn:
        return False
    return True


def test_a_password_is_changed_with_the_old_one(house, path, journal):
    """The old one lets nobody in from then on, after a restart neither; the session goes on under another token."""
    session, token = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    fresh = asyncio.run(chosen.change(house.door, session, PASSWORD, ANOTHER))
    assert (None, session) == (house.door.session(token), house.door.session(fresh))
    assert (False, True) == (is_let_in(house.door, PASSWORD), is_let_in(house.door, ANOTHER))
    house.close()
    again = opened(path, journal)
    assert (False, True) == (is_let_in(again.door, PASSWORD), is_let_in(again.door, ANOTHER))
    again.close()


def test_whoever_does_not_know_the_old_password_chooses_none(house):
    """Wrong ones count as at the door: the third makes even the right one wait."""
    session, _ = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    for kind, old in ((NotLetIn, ANOTHER), (NotLetIn, ANOTHER), (NotLetIn, ANOTHER), (Slow, PASSWORD)):
        with pytest.raises(kind):
            asyncio.run(chosen.change(house.door, session, old, "another tall heron"))
    assert is_let_in(house.door, PASSWORD)


@pytest.mark.parametrize(("new", "why"), [(PASSWORD, "another password than"), ("short", "15 to 200")])
def test_the_old_password_and_a_weak_one_are_refused(house, new, why):
    """As when the first one was chosen."""
    session, _ = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    with pytest.raises(InputError, match=why):
        asyncio.run(chosen.change(house.door, session, PASSWORD, new))


def test_a_password_is_hashed_anew_when_costs_have_risen(house):
    """At the next time it is given; what was kept before is not kept any longer, and its digest is on record."""
    before = house.door.passwords["dealer"]
    house.door.hasher = argon2.PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    assert is_let_in(house.door, PASSWORD)
    after = house.door.passwords["dealer"]
    assert ("t=1", "t=2") == (before.split("$")[3].split(",")[1], after.split("$")[3].split(",")[1])
    assert is_let_in(house.door, PASSWORD)
    assert after == house.door.passwords["dealer"]


# Breaches


def listed(folder: Path, passwords) -> Breached:
    """Return a file as Have I Been Pwned gives it away, of some passwords."""
    hashes = sorted(hashlib.sha1(one.encode()).hexdigest().upper() for one in passwords)  # noqa: S324 - its own form
    path = folder / "breached.txt"
    path.write_bytes(b"".join(f"{one}:{number * 37 % 1000}\r\n".encode() for number, one in enumerate(hashes)))
    return Breached(path)


@pytest.mark.parametrize("count", [1, 2, 3, 500])
def test_every_password_of_the_list_is_found_and_no_other(tmp_path, count):
    """The first and the last too, with lines of any length."""
    found = listed(tmp_path, [f"password {number}" for number in range(count)])
    assert found.fault() is None
    assert [True] * count == [found.has(f"password {number}") for number in range(count)]
    assert not any(found.has(f"password {number}") for number in range(count, count + 200))


def test_a_password_of_the_list_is_chosen_by_nobody(house, tmp_path):
    """However good it looks; the sentence says why, and not which."""
    session, _ = asyncio.run(house.door.sign_in("dealer", PASSWORD))
    house.door.breached = listed(tmp_path, [ANOTHER, "x"])
    with pytest.raises(InputError, match="found in a breach") as refused:
        asyncio.run(chosen.change(house.door, session, PASSWORD, ANOTHER))
    assert ANOTHER not in str(refused.value)
    asyncio.run(chosen.change(house.door, session, PASSWORD, f"{ANOTHER} again"))


@pytest.mark.parametrize("text", ["", "password\n", "F" * 40 + ":1\n" + "0" * 40 + ":1\n"])
def test_what_is_no_such_list_is_told_before_the_house_opens(tmp_path, text):
    """Empty, of plain words, or not in order."""
    path = tmp_path / "list.txt"
    assert "cannot be read" in str(Breached(path).fault())
    path.write_text(text, encoding="utf-8")
    assert WHY_NOT == Breached(path).fault()
