"""The acts of a terminal that undo takes back, kept in columns."""

from pitboss.games.roulette.automatic.events import BetChanges
from pitboss.games.roulette.automatic.state import DEEDS_MAX, Deeds

ONE = BetChanges(("red",), (100,))
TWO = BetChanges(("straight:17", "odd"), (500, -100))
NONE = BetChanges((), ())


def test_the_last_act_is_undone_first():
    """Each act comes back whole, with what was selected before it."""
    deeds = Deeds()
    for changes, selected in ((ONE, None), (TWO, ("17", 500)), (ONE, ("8", 100))):
        assert not deeds.add(changes, selected)
    found = []
    while deeds:
        found.append((deeds.last, deeds.undo()))
    assert [
        ((("red", 100),), ("8", 100)),
        ((("straight:17", 500), ("odd", -100)), ("17", 500)),
        ((("red", 100),), None),
    ] == found


def test_an_act_of_no_bets_takes_none_with_it():
    """What changed nothing is undone as nothing: the acts before it stay."""
    deeds = Deeds()
    deeds.add(ONE, None)
    deeds.add(NONE, None)
    empty = deeds.last
    deeds.undo()
    assert ((), (("red", 100),)) == (empty, deeds.last)


def test_the_oldest_acts_become_final():
    """Beyond so many acts the oldest goes, with all its bets."""
    deeds = Deeds()
    told = [deeds.add(TWO if not number else ONE, None) for number in range(DEEDS_MAX + 1)]
    assert [*[False] * DEEDS_MAX, True] == told
    assert (DEEDS_MAX, DEEDS_MAX, {"red"}) == (len(deeds), len(deeds.changes), set(deeds.bets))


def test_all_is_forgotten():
    """After a game there is nothing to undo."""
    deeds = Deeds()
    deeds.add(TWO, ("17", 500))
    deeds.clear()
    assert Deeds() == deeds
