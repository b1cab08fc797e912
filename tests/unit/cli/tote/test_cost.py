"""`pitboss tote cost`: combinations and price of a bet."""

import json

import pytest

from pitboss.cli import main

SIX = "$2 P6 ALL/ALL/ALL/ALL/ALL/ALL"


def cost(capsys, *tokens):
    """Run the command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(["tote", "cost", *tokens])
    return leaving.value.code, *capsys.readouterr()


@pytest.mark.parametrize(
    ("bet", "runners", "said"),
    [
        ("$2 WIN 4", "8", "$2 WN 4: 1 combination, $2.00.\n"),
        ("$1 TRI 5/1,2/ALL", "9", "$1 TRI 5/1,2/ALL: 14 combinations, $14.00.\n"),
        ("$2 ACROSS 6", "8", "$2 ACROSS 6: 3 combinations, $6.00.\n"),
        ("$2 DD 1/ALL", "9,8", "$2 DD 1/ALL: 8 combinations, $16.00.\n"),
        ("$1 P3 1/2,3/ALL", "7", "$1 P3 1/2,3/ALL: 14 combinations, $14.00.\n"),
        ("$2 EX WHEEL BOTH 1/ALL", "8", "$2 EX WHEEL BOTH 1/ALL: 14 combinations, $28.00.\n"),
        (SIX, "12", f"{SIX}: 2,985,984 combinations, $5,971,968.00.\n"),
    ],
)
def test_a_bet_is_counted(capsys, bet, runners, said):
    """One number is for all races, several are for one each."""
    assert (0, said, "") == cost(capsys, bet, "--runners", runners)


def test_as_json(capsys):
    """The bet as it is written, its combinations, and cents."""
    code, out, _ = cost(capsys, "$2 EXACTA BOX 1,4,7", "--runners", "8", "--json")
    assert (0, {"bet": "$2 EX BOX 1,4,7", "combinations": 6, "cost_minor": 1200}) == (code, json.loads(out))


@pytest.mark.clause("PW-C13")
def test_what_the_edition_does_not_sell_is_refused(capsys):
    """A box over several races, with its clause and exit code 1."""
    code, out, err = cost(capsys, "$2 DD BOX 1,2,3", "--runners", "9,8")
    assert (1, "", True) == (code, err, out.startswith("Refused: a box is sold for") and out.endswith("[PW-C13].\n"))


def test_a_refusal_as_json(capsys):
    """Clause and reason as fields."""
    code, out, _ = cost(capsys, "$2 P3 KEY 1/2,3", "--runners", "9", "--json")
    found = json.loads(out)
    assert (1, True, "PW-C14", "$2 P3 KEY 1/2,3") == (code, found["refused"], found["clause"], found["bet"])


def test_any_bet_is_counted_if_asked_for(capsys):
    """Other tracks sell it."""
    assert (0, "$2 DD BOX 1,2,3: 9 combinations, $18.00.\n", "") == cost(
        capsys, "$2 DD BOX 1,2,3", "--runners", "9,8", "--any"
    )


@pytest.mark.parametrize(
    ("bet", "runners", "said"),
    [
        ("$2 EX 1/x", "8", "field column 9"),
        ("$2 EX 1/2", "8,9", "field runners: '8,9': expected one number"),
        ("$2 P3 1/2/3", "8,9", "expected one number, or one for each of 3 races"),
        ("$2 EX 1/2", "eight", "field runners: 'eight': numbers such as 9"),
        ("$2 EX 1/2", "-8", "numbers such as 9"),
        ("$2 EX 1/2", "", "numbers such as 9"),
        ("$2 EX 1/2", "²", "numbers such as 9"),
        ("$2 SUPER BOX 1,2,3,4", "3", "field runners: '3': expected from 4 to 99"),
        ("$2 TRI ALL/ALL/ALL", "2", "field runners: '2': too few"),
    ],
)
def test_what_cannot_be_counted(capsys, bet, runners, said):
    """Exit code 2, with what was wrong and where."""
    code, out, err = cost(capsys, bet, f"--runners={runners}")
    assert (2, "", True) == (code, out, said in err)


def test_another_rulebook_is_no_totes(capsys):
    """It is said whose it is."""
    code, _, err = cost(capsys, "$2 WN 1", "--runners", "8", "--rulebook", "oneida-sicbo-2004")
    assert (2, True) == (code, "it has the rules of sicbo" in err)
