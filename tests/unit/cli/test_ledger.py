"""`pitboss ledger`: the trial balance and statements, now and as of any event."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.floor.writer import books
from pitboss.floor.writer.books import balances
from pitboss.floor.writer.transcripts import play_into
from pitboss.journal import open_journal
from pitboss.ledger import postings_of
from pitboss.openers import read_transcript

ROOT = Path(__file__).resolve().parents[3]
TABLE = "table:main-floor-1"
RACK = f"USD:{TABLE}/rack"


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


def played(folder, *examples):
    """Return the address of a journal with examples."""
    address = f"sqlite:///{folder / 'day.db'}"
    for example in examples:
        play_into(address, read_transcript((ROOT / "examples" / example).read_bytes().split(b"\n")))
    return address


@pytest.fixture
def address(tmp_path):
    """Return the address of a journal with a round of roulette."""
    return played(tmp_path, "roulette/oneida/one-round.jsonl")


def rows(out):
    """Return the JSON rows of an output."""
    return [json.loads(line) for line in out.splitlines()]


class TestTrialBalance:
    def test_now(self, capsys, address):
        """A line for each kind of account, and a sum of zero."""
        code, out, err = run(capsys, "ledger", address)
        lines = [line.split() for line in out.splitlines()]
        assert (0, "") == (code, err)
        assert f"{address} after 13 events" in out
        assert ["table", "inventory", "held", "1", "USD", "-$950.00"] in lines
        assert ["sum", "USD", "$0.00"] in lines

    @pytest.mark.parametrize("at", ["6", f"{TABLE}@6"])
    def test_as_of_an_event(self, capsys, address, at):
        """By its position, or by its stream and version."""
        _, out, _ = run(capsys, "ledger", address, "--at", at, "--json")
        *lines, total = rows(out)
        assert {"layout": 2_500, "rack": -10_000, "drop": 10_000, "patrons": -10_000, "chips": 7_500} == {
            line["place"]: line["amount_minor"] for line in lines
        }
        assert {"unit": "USD", "sum_minor": 0} == total

    def test_before_everything(self, capsys, address):
        """Nothing is there at position 0."""
        assert (0, "", "") == run(capsys, "ledger", address, "--at", "0", "--json")

    def test_units_are_apart(self, capsys, tmp_path):
        """Dong beside dollars, and tournament chips beside both."""
        address = played(tmp_path, "roulette/hoian/order-of-payment.jsonl", "blackjack/tournament-heat.jsonl")
        _, out, _ = run(capsys, "ledger", address)
        totals = [line.split() for line in out.splitlines() if line.split()[:1] == ["sum"]]
        assert [["sum", "CHIPS", "0"], ["sum", "VND", "0", "₫"]] == totals

    def test_a_difference_is_said(self, capsys, address, monkeypatch):
        """And leaves with exit code 1."""
        real = postings_of
        monkeypatch.setattr(books, "postings_of", lambda *moved: [*real(*moved)][:-1])
        code, out, _ = run(capsys, "ledger", address)
        assert (1, True) == (code, "The accounts in USD are off by -$1,075.00: pitboss verify tells where." in out)


class TestStatement:
    def test_an_account(self, capsys, address):
        """When, where, how much, what it held then, and what happened."""
        code, out, err = run(capsys, "ledger", address, "--account", RACK)
        lines = [line.split() for line in out.splitlines()]
        assert (0, "") == (code, err)
        first = ["2024-06-01T20:01:00+00:00", TABLE, "5", "-$100.00", "-$100.00", "Ann", "buys", "20", "blue", "chips"]
        assert first == lines[4][:10]
        assert [TABLE, "13", "-$850.00", "-$950.00", "17", "black:"] == lines[5][1:]

    def test_as_json_it_is_one_row_a_line(self, capsys, address):
        """Amounts are numbers; several postings of one event are one line."""
        _, out, _ = run(capsys, "ledger", address, "--account", RACK, "--json")
        assert [(5, -10_000, -10_000), (13, -85_000, -95_000)] == [
            (row["position"], row["amount_minor"], row["balance_minor"]) for row in rows(out)
        ]

    def test_up_to_an_event(self, capsys, address):
        """Later lines are left out."""
        _, out, _ = run(capsys, "ledger", address, "--account", RACK, "--at", "6", "--json")
        assert [5] == [row["position"] for row in rows(out)]

    def test_without_words(self, capsys, address):
        """Nothing is said of what happened."""
        _, out, _ = run(capsys, "ledger", address, "--account", RACK, "--no-words", "--json")
        assert [None, None] == [row["words"] for row in rows(out)]
        assert "Ann" not in run(capsys, "ledger", address, "--account", RACK, "--no-words")[1]

    def test_an_account_of_the_house(self, capsys, tmp_path):
        """Has lines of several streams."""
        address = played(tmp_path, "roulette/oneida/one-round.jsonl", "sicbo/one-round.jsonl")
        _, out, _ = run(capsys, "ledger", address, "--account", "USD:house/circulation", "--json")
        assert {TABLE, "table:sic-bo-1"} == {row["stream"] for row in rows(out)}
        with closing(open_journal(address, is_reader=True)) as journal:
            assert balances(journal)["USD:house/circulation"] == rows(out)[-1]["balance_minor"]

    def test_an_account_that_is_not_there(self, capsys, address):
        """The nearest one is named."""
        code, _, err = run(capsys, "ledger", address, "--account", "USD:rack")
        assert (2, True) == (code, f"no such account by then; the nearest is {RACK}" in err)
        code, _, err = run(capsys, "ledger", address, "--account", "@@@@", "--at", "1")
        assert (2, True) == (code, "the nearest is none" in err)


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("14", "the journal ends with position 13"),
        ("-1", "expected a position, or STREAM@VERSION"),
        ("x", "expected a position, or STREAM@VERSION"),
        ("9" * 30, "expected a position, or STREAM@VERSION"),
        (f"{TABLE}@14", "the journal has no such version of that stream"),
        (f"{TABLE}@0", "the journal has no such version of that stream"),
        ("table:none@1", "the journal has no such version of that stream"),
        (f"{TABLE}@²", "expected a position, or STREAM@VERSION"),
    ],
)
def test_a_place_that_is_none(capsys, address, at, said):
    """Is an input error."""
    code, out, err = run(capsys, "ledger", address, f"--at={at}")
    assert (2, "", True) == (code, out, said in err)
