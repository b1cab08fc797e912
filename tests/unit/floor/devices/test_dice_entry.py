"""The dealer's dice and a second pair of eyes: what they agree on is shown, what they do not is held."""

from pitboss.floor.devices.read_cards import Held, Waiting
from pitboss.floor.gates.second_entries import DiceEntry, Shown


def test_two_entries_that_agree():
    """In whatever order the dice were said; the next throw begins anew."""
    entry = DiceEntry()

    assert Waiting() == entry.enter((1, 2, 3), "Dora")
    assert Shown((1, 2, 3), ("Dora", "Flo")) == entry.enter((3, 1, 2), "Flo")
    assert Waiting() == entry.enter((6, 6, 6), "Flo")


def test_two_entries_that_differ_are_held():
    """Neither counts, and no third one decides."""
    entry = DiceEntry()
    entry.enter((1, 2, 3), "Dora")
    held = Held("Dora and Flo entered different dice: 1-2-3 and 1-2-4")

    assert held == entry.enter((4, 2, 1), "Flo")
    assert [held, held] == [entry.enter((1, 2, 3), "Flo"), entry.enter((1, 2, 4), "Dora")]


def test_the_second_entry_is_somebody_elses():
    """The same person only corrects the first one."""
    entry = DiceEntry()

    assert [Waiting(), Waiting()] == [entry.enter((1, 2, 3), "Dora"), entry.enter((1, 2, 4), "Dora")]
    assert Shown((1, 2, 4), ("Dora", "Flo")) == entry.enter((1, 2, 4), "Flo")
