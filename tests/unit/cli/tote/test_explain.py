"""`pitboss tote explain`: pools and tickets, of cards and of transcripts."""

import json

import msgspec
import pytest

from pitboss.cli import main
from pitboss.tote.day import acts as a
from tests.support.day_driver import DOCUMENT, FVD, DayDriver
from tests.support.tote_driver import card_of, run

CARD = card_of("win", [run("1", "2")], {"1": 300, "2": 1000}, takeout="0.2")


def explain(capsys, file, *tokens):
    """Run the command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(["tote", "explain", str(file), *tokens])
    return leaving.value.code, *capsys.readouterr()


@pytest.fixture
def card(tmp_path):
    """Return the path of a card, with line breaks in it."""
    file = tmp_path / "card.json"
    file.write_text(json.dumps(CARD, indent=2))
    return file


@pytest.fixture
def written(tmp_path):
    """Return a function that writes a day as a transcript, and returns its path."""

    def write(day):
        lines = [{"tote": DOCUMENT}, *({"do": command} for command in day.commands)]
        file = tmp_path / "day.jsonl"
        file.write_bytes(b"\n" + b"\n".join(msgspec.json.encode(line) for line in lines))
        return file

    return write


class TestCards:
    def test_a_ticket_with_its_pool(self, capsys, card):
        """What it held and got, then how the pool came to its price."""
        code, out, err = explain(capsys, card, "1")
        assert (0, "") == (code, err)
        assert [
            "Ticket 1",
            "$3.00 straight 1, in P: 1 combination, $3.00.",
            "  1: exactly 52/15 for 1, cut to $3.40 for $1.00; $3.00 on it: $10.20.",
            "Cost $3.00; refunded $0.00; won $10.20.",
            "",
            "P",
            "  Sold: $13.00.",
        ] == out.splitlines()[:7]

    def test_a_ticket_as_json(self, capsys, card):
        """Figures and lines."""
        found = json.loads(explain(capsys, card, "1", "--json")[1])
        assert (1020, 1020) == (found["payout_minor"], found["bets"][0]["won"][0]["paid_minor"])
        assert ("Ticket 1", "Sold: $13.00.") == (found["lines"][0], found["pools"]["P"][0])

    def test_a_pool(self, capsys, card):
        """As before, line by line."""
        assert "Net: $10.40." == explain(capsys, card, "P")[1].splitlines()[2]
        assert {"pool", "lines"} == set(json.loads(explain(capsys, card, "P", "--json")[1]))

    def test_neither(self, capsys, card):
        """Exit code 2, with the pools that there are."""
        code, out, err = explain(capsys, card, "Q")
        assert (2, "", True) == (code, out, "'Q': no such pool; the card has P, and no ticket of that id" in err)


class TestTranscripts:
    def test_a_ticket_from_its_sale_to_its_payment(self, capsys, written):
        """When and where it was sold and cashed, and why for so much."""
        day = DayDriver(FVD).at("12:00")
        ticket = day.sell("$2 ACROSS 4")
        day.at("13:00").official("4-2-3")
        day.at("13:10").cash(ticket)
        code, out, err = explain(capsys, written(day), ticket.ticket)
        assert (0, "") == (code, err)
        lines = out.splitlines()
        sold = "2004-05-01 12:00:00  Sold at window 10, terminal T1, as serial 1."
        assert [f"Ticket {ticket.ticket}: cashed", sold] == lines[:2]
        assert lines[2].startswith("2004-05-01 13:10:00  Ticket ")
        assert "Cost $6.00; refunded $0.00; won $6.30." in lines
        assert {"FVD-1-win", "FVD-1-place", "FVD-1-show"} <= set(lines)
        assert ticket.check not in out

    def test_a_ticket_as_json(self, capsys, written):
        """With its state and its history."""
        day = DayDriver(FVD)
        ticket = day.sell("$2 WN 4")
        found = json.loads(explain(capsys, written(day), ticket.ticket, "--json")[1])
        assert ("issued", True, 1) == (found["state"], found["is_delivered"], len(found["history"]))
        assert "The pool is open." == found["pools"]["FVD-1-win"][-1]

    def test_a_ticket_that_was_not_delivered(self, capsys, written):
        """It says that nobody has a claim on it."""
        day = DayDriver(FVD)
        ticket = day.sell("$2 WN 4")
        day.do("teller", a.ReportUndelivered(terminal="T1", serial=1, cause=a.Cause.PRINTER))
        out = explain(capsys, written(day), ticket.ticket)[1]
        assert out.startswith(f"Ticket {ticket.ticket}: issued, not delivered: it gives no claim\n")

    def test_a_pool_as_it_was_settled(self, capsys, written):
        """The lines that were recorded with its prices."""
        day = DayDriver(FVD)
        day.sell("$2 WN 4")
        settled = day.official("4-2-3")["FVD-1-win"]
        assert list(settled.explained) == explain(capsys, written(day), "FVD-1-win")[1].splitlines()

    def test_a_pool_whose_prices_are_held(self, capsys, written):
        """No price is told."""
        day = DayDriver(FVD)
        day.sell("$2 WN 4")
        day.stop()
        day.do("track", a.RecordCount(pool="FVD-1-win", total_minor=100, counted_by="auditor"))
        day.official("4-2-3")
        out = explain(capsys, written(day), "FVD-1-win")[1]
        assert "Its prices are held until all totals of the pool agree.\n" == out

    def test_neither(self, capsys, written):
        """Exit code 2; the tickets' numbers are nobody's to list."""
        day = DayDriver(FVD)
        ticket = day.sell("$2 WN 4")
        code, out, err = explain(capsys, written(day), "nothing")
        assert (2, "", True, False) == (code, out, "the day has FVD-1-win" in err, ticket.ticket in err)

    def test_another_transcript(self, capsys):
        """It is said what it is."""
        code, out, err = explain(capsys, "examples/sicbo/one-round.jsonl", "P")
        assert (2, "", True) == (code, out, "is a transcript of sicbo" in err)

    @pytest.mark.parametrize("content", ["", "[1]", '{"tote": 1', '{"tote": {}, "do": {}}'])
    def test_what_is_neither_card_nor_transcript(self, capsys, tmp_path, content):
        """It is read as a card, and refused as one."""
        file = tmp_path / "file"
        file.write_text(content)
        code, out, err = explain(capsys, file, "P")
        assert (2, "", True) == (code, out, bool(err))
