"""`pitboss tote settle`: a card from a file or standard input, as a table or as one document."""

import io
import json
import sys

import pytest

from pitboss.cli import main
from tests.support.tote_driver import answered, card_of, run

CARD = card_of("win", [run("1", "2")], {"1": 200, "2": 800}, takeout="0.18")


def settle(capsys, *tokens):
    """Run the command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(["tote", "settle", *tokens])
    return leaving.value.code, *capsys.readouterr()


def written(tmp_path, card):
    """Write a card and return its path."""
    file = tmp_path / "card.json"
    file.write_text(json.dumps(card))
    return str(file)


def lines(capsys, tmp_path, card):
    """Return the lines of the table that are not blank, each as its words."""
    code, out, err = settle(capsys, written(tmp_path, card))
    assert (0, "") == (code, err)
    return [line.split() for line in out.splitlines() if line.strip()]


def test_as_one_document(capsys, tmp_path):
    """What the library answers, on one line."""
    code, out, err = settle(capsys, written(tmp_path, CARD), "--json")
    assert (0, "", 1) == (code, err, len(out.splitlines()))
    assert answered(CARD) == json.loads(out)


def test_from_standard_input(capsys, monkeypatch):
    """With a dash in place of a file."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(CARD).encode())))
    code, out, _ = settle(capsys, "-", "--json")
    assert (0, answered(CARD)) == (code, json.loads(out))


def test_as_a_table(capsys, tmp_path):
    """The pool with its money, the winner and the price for two dollars."""
    row = ["P", "(win)", "official", "$10.00", "$0.00", "$1.80", "$8.20", "1", "$8.20"]
    assert row == lines(capsys, tmp_path, CARD)[-1]


def test_winners_below_each_other(capsys, tmp_path):
    """The second winner of a pool stands below the first, without the pool's figures, but with its source."""
    card = card_of("win", [run("1=2")], {}, takeout={"host": "0.1", "guest": "0.2"})
    card["tickets"] = [
        {"id": f"{source} {sel}", "pool": "P", "sel": [sel], "amount": 100, "source": source}
        for source, sel in (("host", "1"), ("guest", "2"))
    ]
    *_, first, second = lines(capsys, tmp_path, card)
    assert (["P", "(win)"], ["2,", "guest", "$2.10"]) == (first[:2], second)


def test_reasons_stand_where_winners_would(capsys, tmp_path):
    """A refunded pool says why; an open one has nothing to say."""
    refunded = lines(capsys, tmp_path, card_of("win", [run(cancelled="late")], {"1": 200}))[-1]
    waiting = lines(capsys, tmp_path, card_of("win", [run()], {"1": 200}))[-1]
    assert (["race", "cancelled"], "open") == (refunded[-2:], waiting[2])


def test_bad_card(capsys, tmp_path):
    """Exit code 2, nothing on standard output, and place and value on standard error."""
    card = card_of("win", [run("1")], {"9": 100})
    expected = "pitboss: field tickets[0].sel: '9': race 1 has no such runner\n"
    assert (2, "", expected) == settle(capsys, written(tmp_path, card), "--json")


def seven(result=("1", "2", "3"), **ticket):
    """Return a card of a seven-horse race, the last one scratched, with an exacta pool and one ticket."""
    named = [*"123456", {"no": "7", "scratched": "early"}]
    card = card_of("exacta", [run(*result, named=named)], {})
    return {**card, "tickets": [{"id": "t", "pool": "P", "sel": ["1", "2"], "amount": 200, **ticket}]}


@pytest.mark.parametrize(
    ("card", "place", "value"),
    [
        (seven(sel=["1", "8"]), "tickets[0].sel", "'8': race 1 has no such runner"),
        (seven(form="box", sel=[str(number) for number in range(1, 11)]), "tickets[0].sel", "'8': race 1 has"),
        (seven(result=("1", "8")), "races.1.result[1]", "'8': no such runner"),
        (seven(result=("1", "7")), "races.1.result[1]", "'7': a scratched runner finishes nowhere"),
        (seven(result=("1", "1")), "races.1.result[1]", "'1': that runner has a place already"),
        (seven(amount=-200), "tickets[0].amount", "-200: Expected"),
        (seven(amount=0), "tickets[0].amount", "0: Expected"),
        (seven(amount="2"), "tickets[0].amount", "'2'"),
    ],
)
def test_bad_cards_are_told_with_place_and_value(capsys, tmp_path, card, place, value):
    """A runner or result that cannot be, and an amount that is none."""
    code, out, err = settle(capsys, written(tmp_path, card), "--json")
    assert (2, "") == (code, out)
    assert err.startswith(f"pitboss: field {place}: {value}")


def test_missing_file(capsys, tmp_path):
    """A file that is not there is an error of the input."""
    code, out, err = settle(capsys, str(tmp_path / "nothing.json"))
    assert (2, "") == (code, out)
    assert "nothing.json" in err
