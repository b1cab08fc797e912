"""The dealer's dice and a second pair of eyes: what they agree on is shown, what they do not is held."""

import pytest

from pitboss.errors import InputError
from pitboss.floor.devices.card_source import Held, Waiting
from pitboss.floor.devices.dice_entry import DiceEntry, Shown


def test_one_entry_is_enough_where_the_house_says_so():
    """And the next throw begins anew."""
    entry = DiceEntry(needs_second=False)

    assert [Shown((1, 2, 3), ("Dora",)), Shown((4, 4, 4), ("Dora",))] == [
        entry.enter((1, 2, 3), "Dora"),
        entry.enter([4, 4, 4], "Dora"),
    ]


def test_two_entries_that_agree():
    """In whatever order the dice were said."""
    entry = DiceEntry(needs_second=True)

    assert Waiting() == entry.enter((1, 2, 3), "Dora")
    assert Shown((1, 2, 3), ("Dora", "Flo")) == entry.enter((3, 1, 2), "Flo")
    assert Waiting() == entry.enter((6, 6, 6), "Flo")


def test_two_entries_that_differ_are_held():
    """Neither counts, and no third one decides; only a ruling does."""
    entry = DiceEntry(needs_second=True)
    entry.enter((1, 2, 3), "Dora")
    held = Held("Dora and Flo entered different dice: 1-2-3 and 1-2-4")

    assert held == entry.enter((4, 2, 1), "Flo")
    assert [held, held] == [entry.enter((1, 2, 3), "Flo"), entry.enter((1, 2, 4), "Dora")]
    assert Shown((1, 2, 4), ("Sam",)) == entry.rule((1, 2, 4), "Sam")
    assert Waiting() == entry.enter((1, 1, 1), "Dora")


def test_the_second_entry_is_somebody_elses():
    """The first stays as it was."""
    entry = DiceEntry(needs_second=True)
    entry.enter((1, 2, 3), "Dora")
    with pytest.raises(InputError, match="somebody else"):
        entry.enter((1, 2, 3), "Dora")

    assert Shown((1, 2, 3), ("Dora", "Flo")) == entry.enter((1, 2, 3), "Flo")


@pytest.mark.parametrize("dice", [(), (1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7), (1, 2, True), (1, 2, "3")])
def test_what_are_no_dice_is_refused(dice):
    """As an entry and as a ruling."""
    entry = DiceEntry(needs_second=False)
    with pytest.raises(InputError, match="three dice"):
        entry.enter(dice, "Dora")
    with pytest.raises(InputError, match="three dice"):
        entry.rule(dice, "Sam")


def test_there_is_no_ruling_without_a_hold():
    """The dealer enters the dice."""
    with pytest.raises(InputError, match="nothing is held"):
        DiceEntry(needs_second=True).rule((1, 2, 3), "Sam")
