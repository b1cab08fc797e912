"""Which passwords may be chosen: length, and nothing that is tried first; no rules of composition."""

import asyncio

import pytest

from pitboss.errors import InputError
from pitboss.floor.people.passwords import PASSWORD_MAX, PASSWORD_MIN, refuse_weak

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


TAKEN = [
    "seven teapots sang",
    "лошадь и батарея",
    "nocapitalsnodigits",
    "xxxxxxxteapotyyyyyyy",
    "馬馬馬馬馬馬馬東西南北猫犬鳥魚",
]


@pytest.mark.parametrize("password", TAKEN)
def test_anything_else_is_taken(password):
    """Of any script, with or without capitals, digits and signs."""
    refuse_weak(password, NAMES)


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
