"""The report that holds exact edges to simulated rounds."""

import pytest

from benchmarks import lab_report
from benchmarks.lab_report import LIMIT, Row, as_text, rows
from pitboss.lab.ends import ends_of
from pitboss.rulebook import table_config

ROULETTE = table_config({"rulebook": "oneida-roulette-2008"})


def test_play_agrees_with_every_exact_edge():
    """Of every wager of every house; seeds are fixed, so this is so every time or never."""
    found = list(rows(1_000_000))
    assert [] == [row for row in found if not row.is_within]
    wagers = {"straight:17", "any_triple", "banker", "best table of totals", "same_suit", "king_queen", "insurance"}
    assert wagers <= {row.wager for row in found}
    assert (1_000_000, 100_000) == (found[0].rounds, found[-1].rounds)
    assert f"{len(found)} exact edges, 0 of them" in as_text(found)


@pytest.mark.parametrize(("more", "is_within"), [(0, True), (1_000, True), (4_200, False), (-4_200, False)])
def test_play_that_differs_is_noticed(more, is_within):
    """A pocket that comes more often than it should, in 38 million spins: its deviation is 987."""
    counts = [1_000_000] * 38
    pocket = ROULETTE_POCKETS.index("17")
    counts[pocket] += more
    counts[0 if pocket else 1] -= more
    row = lab_report._row(ROULETTE, {}, ends_of(ROULETTE, {"straight:17": 100}), "straight:17", counts)
    assert is_within == row.is_within
    assert abs(row.off + more / 986.75) < 0.001


def test_a_report_with_an_edge_that_is_off_fails(tmp_path, monkeypatch, capsys):
    """It is written all the same, and says which."""
    off = Row("a house", "as it is", "red", 10, 0.05, 0.5, LIMIT + 0.01)
    monkeypatch.setattr(lab_report, "rows", lambda *_, **__: [off])
    with pytest.raises(SystemExit) as leaving:
        lab_report.main(rounds=10, output=tmp_path / "made" / "report.md")
    assert 1 == leaving.value.code
    text = (tmp_path / "made" / "report.md").read_text()
    assert text == capsys.readouterr().out.removesuffix("\n")
    assert "1 exact edges, 1 of them" in text
    assert "+4.01" in text


ROULETTE_POCKETS = ends_of(ROULETTE, {"red": 100}).names
