"""The pit's figures: equal to what `pitboss win` says of the same journal, and each the sum of the events behind it."""

import itertools
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from pitboss.cli.win import win_of
from pitboss.floor.writer.transcripts import play_into
from pitboss.journal import JournalUnavailable, open_journal
from pitboss.lab.figures import FIGURES
from pitboss.lab.theory import Theory
from pitboss.ledger.recount_win import added_up
from pitboss.openers import read_transcript
from pitboss.rulebook import table_config
from pitboss.web import pit_figures
from pitboss.web.pit_figures import PitFigures, _second_count

EXAMPLES = Path(__file__).parents[3] / "examples"
RACKS = sorted(EXAMPLES.glob("*/**/everyday-*.jsonl"))


def played(path, folder):
    """Play an example into a journal; return its address and stream."""
    address = f"sqlite:///{folder / 'pit.db'}"
    return address, play_into(address, read_transcript(path.read_bytes().splitlines())).stream


def figures_of(address, stream):
    """Return the pit's figures of a journal."""
    pit = PitFigures(address)
    pit.read([stream])
    pit.close()
    return pit.tables[stream]


@pytest.mark.parametrize("path", RACKS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_figures_are_those_of_pitboss_win(path, tmp_path):
    """Since the last opening count: handle, drop, win, fills and credits, to the cent, and the second count agrees."""
    address, stream = played(path, tmp_path)
    found = figures_of(address, stream)
    with closing(open_journal(address, is_reader=True)) as journal:
        periods = win_of(journal, stream).periods
    openings = [number for number, one in enumerate(periods) if one.kind == "opening"]
    today = added_up(periods[openings[-1] + 1 :])
    assert 0 == today.difference_minor == found.difference_minor
    counted = {name: getattr(today, f"{name}_minor") for name in ("handle", "drop", "win", "fills", "credits")}
    assert counted == {name: found.total(name) for name in counted}
    assert (today.opening_minor, today.closing_minor) == (found.opening_minor, found.float_minor)


def test_a_figure_is_the_sum_of_the_events_behind_it(tmp_path):
    """Of a round that was corrected after payment too; and of what came after a moment only that."""
    address, stream = played(EXAMPLES / "baccarat" / "corrected-settlement.jsonl", tmp_path)
    found = figures_of(address, stream)
    for figure in FIGURES:
        assert abs(found.total(figure) - sum(amount for _, amount in found.behind(figure))) <= 1, figure
    *later, settled = [entry for entry, _ in found.behind("win")]
    assert (-5_875, -7_775) == (settled.amounts["win"], found.total("win"))
    assert -7_775 + 5_875 == found.total("win", settled.at) == sum(entry.amounts["win"] for entry in later)
    assert 0 == found.total("win", later[0].at)


@pytest.mark.parametrize(
    ("example", "expected"),
    [
        # 20 dollars on a double-zero wheel: 2 of 38.
        ("roulette/oneida/corrected-settlement", round(2_000 * 2 / 38)),
        # A small wager of 20 dollars: 3 of 216 lose it beside an even chance, which is 6 of 216 of the stake.
        ("sicbo/corrected-settlement", round(2_000 * 6 / 216)),
    ],
)
def test_theory_is_the_stake_times_the_exact_edge(example, expected, tmp_path):
    """By the odds that pay a live round; what a correction changes of the payment changes nothing of it."""
    found = figures_of(*played(EXAMPLES / f"{example}.jsonl", tmp_path))
    assert (2_000, expected, "") == (found.total("handle"), found.total("theory"), found.theory.why)


def test_theory_of_baccarat_counts_what_goes_back_on_a_tie():
    """It was at risk: its edge counts it as staked. Another form of vigorish is another edge from then on."""
    config = msgspec.to_builtins(table_config({"rulebook": "oneida-minibaccarat-2004"}))
    theory = Theory(config)
    wagers = {"on": ["banker", "player"], "stake_minor": [10_000, 10_000], "result": ["void", "void"]}
    settled = {"type": "baccarat.round_settled/1", "wagers": wagers}
    edges = [round(float(theory.edges[on]), 6) for on in ("banker", "player", "tie")]
    assert [0.010579, 0.012351, 0.143596] == edges
    assert 229 == round(theory.take(settled))
    theory.take({"type": "baccarat.vigorish_changed/1", "form": "no_vig", "pct": 0})
    assert 0.014581 == round(float(theory.edges["banker"]), 6)


def test_blackjack_has_no_theory_and_says_why(tmp_path):
    """Its edge is the players' to make."""
    found = figures_of(*played(EXAMPLES / "blackjack" / "one-round.jsonl", tmp_path))
    assert (0, "depends on how the hands are played") == (found.total("theory"), found.theory.why)
    assert found.total("handle") > 0


def test_a_table_under_rules_that_are_gone_has_no_second_count_of_its_own():
    """What a game says of its money is read from its rules; without them the figures are counted as at any table."""
    assert None is _second_count({"kind": "table", "config": {"rulebook": "no-such-edition"}})


def test_a_journal_that_fails_is_opened_anew(monkeypatch):
    """Whoever looks is told, and the next look begins with a connection of its own."""
    closed: list[int] = []

    class Failing:
        def __init__(self, number):
            self.number = number

        def read(self, stream, after):
            raise JournalUnavailable(f"away {self.number} {stream} {after}")

        def close(self):
            closed.append(self.number)

    numbers = itertools.count(1)
    monkeypatch.setattr(pit_figures, "open_journal", lambda *_, **__: Failing(next(numbers)))
    pit = PitFigures("sqlite:///pit.db")
    for number in (1, 2):
        with pytest.raises(JournalUnavailable, match=f"away {number} table:1 0"):
            pit.read(["table:1"])
    assert [1, 2] == closed
