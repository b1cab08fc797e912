"""Which passwords may be chosen: length, and nothing that is tried first; no rules of composition."""

import asyncio
import time
from contextlib import suppress

import pytest

from pitboss.errors import InputError
from pitboss.floor.people import chosen
from pitboss.floor.people.passwords import PASSWORD_MAX, PASSWORD_MIN, refuse_weak
from pitboss.floor.people.sessions import NotLetIn

NAMES = ["dealer", "Dana Dealer", "The Trial House"]
GUESSED = [
    "passwordpassword",
    "Password123456789!",
    "qwertyuiopasdfghjkl",
    "aaaaaaaaaaaaaaaaaaaa",
    "12341234123412341234",
    "dana dealer dana dealer",
    "thetrialhouse2026",
    "correct horse battery staple",
    "!!!!!!!!!!!!!!!!!!!!",
    "letmein letmein 1",
]


@pytest.mark.parametrize("password", GUESSED)
def test_what_is_tried_first_is_refused(password):
    """However long it is: common passwords, keyboards, repetitions, the names of person and house."""
    with pytest.raises(InputError, match="not made of common ones") as error:
        refuse_weak(password, NAMES)
    assert password not in str(error.value)


BREACHED = [
    "mercedesmercedes",
    "Bl1nk182-Bl1nk182",
    "1q2w3e4r5t6y7u8i9o0p",
    "snoopdogg-snoopdogg1",
    "yankees.yankees.2",
    "Mercedes1 Mercedes1",
]


@pytest.mark.parametrize("password", BREACHED)
def test_what_was_found_in_breaches_is_refused(password):
    """Of the list that ships: one of it, two in a row, or one as people write it to please a rule of composition."""
    with pytest.raises(InputError, match="found in breaches") as error:
        refuse_weak(password, NAMES)
    assert password not in str(error.value)


def test_every_common_password_that_is_long_enough_is_refused():
    """All of the 30,000 that have the length, and the 3,000 most common ones however they are brought to it."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    listed = FREQUENCY_LISTS["passwords"]
    long = [one for one in listed if len(one) >= PASSWORD_MIN]
    doubled = [(one * PASSWORD_MIN)[: max(PASSWORD_MIN, len(one) * 3)] for one in listed[:3_000:30]]
    taken = []
    for password in (*long, *doubled):
        with suppress(InputError):
            refuse_weak(password, NAMES)
            taken.append(password)
    assert [] == taken
    assert 20 < len(long)


def test_no_password_takes_long_to_look_at():
    """Neither its length nor digits that could be letters make it an attack on the server."""
    before = time.process_time()
    with suppress(InputError):
        refuse_weak("$4@81!|37503" * 16, NAMES)
    assert 2 > time.process_time() - before


TAKEN = [
    "seven teapots sang",
    "лошадь и батарея",
    "nocapitalsnodigits",
    "xxxxxxx of teapots yyyyyyy",
    "馬馬馬馬馬馬馬東西南北猫犬鳥魚",
]


@pytest.mark.parametrize("password", TAKEN)
def test_anything_else_is_taken(password):
    """Of any script, with or without capitals, digits and signs."""
    refused = None
    try:
        refuse_weak(password, NAMES)
    except InputError as error:
        refused = error

    assert None is refused


@pytest.mark.parametrize(
    ("length", "is_taken"),
    [(PASSWORD_MIN - 1, False), (PASSWORD_MIN, True), (PASSWORD_MAX, True), (PASSWORD_MAX + 1, False)],
)
def test_a_password_has_its_length(length, is_taken):
    """Neither short enough to guess nor so long that hashing it is an attack."""
    password = ("seven teapots sang to a walrus; " * 10)[:length]
    if is_taken:
        refuse_weak(password, NAMES)
        return
    with pytest.raises(InputError, match="15 to 200"):
        refuse_weak(password, NAMES)


@pytest.mark.parametrize("password", ["x" * 14, "The Trial House!", "teller teller teller"])
def test_the_door_takes_no_weak_password(house, password):
    """And the code is good for another try."""
    with pytest.raises(InputError):
        asyncio.run(house.door.choose_password("teller", house.codes["teller"], password))
    asyncio.run(house.door.choose_password("teller", house.codes["teller"], "seven teapots sang"))


def test_nobody_without_a_code_has_a_password_looked_at(house, monkeypatch):
    """It takes the server as long as many requests, so that strangers could keep it busy by it."""
    looked = []
    monkeypatch.setattr(chosen, "refuse_weak", lambda *given: looked.append(given))
    for code in ("AAAA-AAAA-AAAA-AAAA-AAAA-AAAA", house.codes["cashier"]):
        with pytest.raises(NotLetIn):
            asyncio.run(house.door.choose_password("teller", code, "$4@81!|37503" * 16))
    assert [] == looked
    asyncio.run(house.door.choose_password("teller", house.codes["teller"], "seven teapots sang"))
    assert 1 == len(looked)
