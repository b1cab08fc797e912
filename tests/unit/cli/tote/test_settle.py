"""`pitboss tote settle` as a table: rare figures have a column where some pool has them."""

import json

import pytest

from pitboss.cli import main
from tests.support.tote_driver import card_of, run


def table(capsys, tmp_path, card):
    """Settle a card and return the lines of its table, each as its words."""
    file = tmp_path / "card.json"
    file.write_text(json.dumps(card))
    with pytest.raises(SystemExit) as leaving:
        main(["tote", "settle", str(file)])
    assert 0 == leaving.value.code
    return [line.split() for line in capsys.readouterr().out.splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("card", "title", "amount"),
    [
        (card_of("win", [run("1")], {"1": 300, "2": 800}, takeout="0.2"), ["breakage"], "$0.10"),
        (card_of("win", [run("1")], {"1": 1000}), ["minus", "pool"], "$0.50"),
    ],
)
def test_breakage_and_minus_pools(capsys, tmp_path, card, title, amount):
    """One column between the net and the winner, and no other."""
    _, head, _, row = table(capsys, tmp_path, card)
    assert ["net", *title, "winner", "pays", "for", "$2"] == head[head.index("net") :]
    assert amount == row[-3]


def test_carryovers(capsys, tmp_path):
    """What came in, what goes on; a pool without any has nothing there but zeros."""
    card = card_of("pickn", [run("1"), run("2")], {"1 1": 400}, carryover_in=500)
    card["pools"]["W"] = {"type": "win", "races": ["1"], "takeout": "0"}
    _, head, _, pick, win = table(capsys, tmp_path, card)
    assert ["carried", "in", "carried", "over"] == head[head.index("carried") :][:4]
    assert ["$5.00", "$8.00"] == pick[pick.index("$5.00") :][:2]
    assert "empty" in win


def test_without_rare_figures_there_is_no_column(capsys, tmp_path):
    """Everything that is left after the takeout is paid."""
    _, head, *_ = table(capsys, tmp_path, card_of("win", [run("1")], {"1": 200, "2": 800}, takeout="0.18"))
    assert ["pool", "status", "sold", "refunds", "takeout", "net", "winner", "pays", "for", "$2"] == head
