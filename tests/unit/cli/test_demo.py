"""`pitboss demo` and the layout it shows in the terminal."""

import pytest

from pitboss.cli import main
from pitboss.cli.demo import HOUSES, felt, transcript_of
from pitboss.games.roulette.rules import rules_of
from pitboss.rulebook import table_config
from pitboss.transcript import differences, play
from tests.support.driver import HOIAN, ONEIDA, SEABROOK


def shown(rulebook, bets=(), dolly=None):
    """Return the rows of the layout as text."""
    return felt(rules_of(table_config({"rulebook": rulebook})), bets, dolly).plain.splitlines()


def test_the_demo_plays_a_round_of_each_house(capsys):
    """Every house's rulebook, its money, and what to try next."""
    with pytest.raises(SystemExit) as leaving:
        main(["demo"])
    out, err = capsys.readouterr()
    facts = [ONEIDA, HOIAN, SEABROOK, "rack", "pitboss --help"]
    assert (0, "", []) == (leaving.value.code, err, [fact for fact in facts if fact not in out])


@pytest.mark.parametrize("house", HOUSES)
def test_the_rounds_that_ship_are_as_recorded(house):
    """Nothing in them differs from what the rules say, and the money adds up to nothing."""
    transcript = transcript_of(house)
    last = list(play(transcript))[-1]
    assert ([], 0) == (differences(transcript), sum(last.state.balances.values()))


def test_every_number_is_shown_once():
    """Three rows, the zeros before the numbers."""
    numbers = [str(number) for number in range(1, 37)]
    assert sorted(["0", "00", *numbers]) == sorted(" ".join(shown(ONEIDA)).split())
    assert sorted(["0", *numbers]) == sorted(" ".join(shown(HOIAN)).split())


def test_the_rows_are_those_of_the_cloth():
    """3, 6, 9 on top, 1, 4, 7 at the bottom."""
    rows = [row.split() for row in shown(SEABROOK)]
    assert [["00", "3", "6"], ["0", "1", "4"]] == [rows[0][:3], rows[2][:3]]


def test_chips_and_dolly_are_marked():
    """A number that an inside wager covers has a chip, the winning one stands in brackets; outside wagers show none."""
    cells = " ".join(shown(ONEIDA, ["split:17-20", "red"], "17")).split()
    assert ["[17]", "20•"] == [cell for cell in cells if not cell.isdigit()]
