"""The dealer's keypad: number, enter, revolutions, enter."""

import pytest

from pitboss.floor.devices.sensor.keypad import CLEAR, ENTER, Keypad
from pitboss.floor.devices.sensor.reading import Reading
from pitboss.games.equipment import SINGLE_ZERO


def pressed(*keys):
    """Return a keypad after these keys."""
    keypad = Keypad(SINGLE_ZERO)
    for key in keys:
        keypad.press(key)
    return keypad


def test_a_number_and_its_revolutions_are_a_reading():
    """Both are needed, and the reading is given once."""
    keypad = pressed("1", "7", ENTER, "9", ENTER)

    assert (Reading("17", 9),) == keypad.poll(0)
    assert () == keypad.poll(0)


def test_clear_begins_anew():
    """What was entered before is forgotten."""
    assert (Reading("0", 12),) == pressed("1", "7", ENTER, "9", CLEAR, "0", ENTER, "1", "2", ENTER).poll(0)


@pytest.mark.parametrize("keys", ["37", "00", "017", "", "1234"])
def test_a_number_the_wheel_does_not_have_is_not_taken(keys):
    """The display says so, and nothing is found."""
    keypad = pressed(*keys, ENTER, "9", ENTER)

    assert () == keypad.poll(0)
    assert keypad.pocket in (None, "9")


def test_the_display_shows_what_was_entered():
    """It asks for the number, then the revolutions, and tells a fault."""
    assert "number 1" == pressed("1", "x").shown
    assert "17, revolutions 9" == pressed("1", "7", ENTER, "9").shown
    assert "no number 99" == pressed("9", "9", ENTER).shown
    assert "no revolutions entered" == pressed("7", ENTER, ENTER).shown
