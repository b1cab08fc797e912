"""`pitboss win`: what a table won between its counts, by two routes that come to the same."""

from tests.unit.cli.test_ledger import played, rows, run

TABLE = "table:sic-bo-1"
EXAMPLE = "sicbo/everyday-rack.jsonl"


def test_both_routes_come_to_the_same(tmp_path, capsys):
    """Each period between two counts, and all of them together, as a sheet and as data."""
    address = played(tmp_path, EXAMPLE)
    code, out, _ = run(capsys, "win", address, TABLE)
    assert (0, True) == (code, "win, by the settlements" in out)
    code, out, _ = run(capsys, "win", address, TABLE, "--json")
    *periods, together = rows(out)
    assert {0} == {row["difference_minor"] for row in (*periods, together)}
    assert sum(row["win_minor"] for row in periods) == together["win_minor"] == together["book_win_minor"]


def test_a_rack_that_was_never_counted_has_no_win(tmp_path, capsys):
    """The table is named, and what is wanting."""
    address = played(tmp_path, "sicbo/one-round.jsonl")
    code, _, err = run(capsys, "win", address, TABLE)
    assert (2, True) == (code, "its rack has not been counted yet" in err)


def test_a_difference_is_told_and_exits_with_1(tmp_path, capsys, monkeypatch):
    """Where the two routes part, the command says by how much."""
    monkeypatch.setattr("pitboss.ledger.recount_win.Period.difference_minor", 700)
    code, out, _ = run(capsys, "win", played(tmp_path, EXAMPLE), TABLE)
    assert (1, True) == (code, "The two routes differ by $7.00" in out)
