"""The words that the parimutuel rules define (PW-A): each means one thing, and the glossary says what."""

import re
from pathlib import Path

import pytest

from pitboss.rulebook import ClauseKind, clause, edition
from pitboss.tote.rules import tote_rules
from tests.support.tote_driver import answered, card_of, run

RULES = tote_rules("oneida-parimutuel-2004", {})
GLOSSARY = (Path(__file__).resolve().parents[2] / "docs/GLOSSARY.md").read_text(encoding="utf-8")
RACES = "race kinds"


def entry(word):
    """Return what the glossary says about a word, on one line."""
    found = [part for part in re.split(r"\n\n", GLOSSARY) if f"**{word}**" in part.partition(":")[0]]
    assert 1 == len(found)
    return " ".join(found[0].split())


@pytest.mark.parametrize(
    ("clause_id", "word", "says"),
    [
        pytest.param("PW-A1", "cancelled ticket", "out of their pools", marks=pytest.mark.clause("PW-A1")),
        pytest.param("PW-A2", "cashed ticket", "brought in and paid", marks=pytest.mark.clause("PW-A2")),
        pytest.param("PW-A3", "facility", "the place that the Tribe named", marks=pytest.mark.clause("PW-A3")),
        pytest.param("PW-A4", "parimutuel", "against each other", marks=pytest.mark.clause("PW-A4")),
        pytest.param("PW-A5a", RACES, "a *purse race*", marks=pytest.mark.clause("PW-A5a")),
        pytest.param("PW-A5c", RACES, "a *claiming race*", marks=pytest.mark.clause("PW-A5c")),
        pytest.param("PW-A5d", RACES, "a *handicap race*", marks=pytest.mark.clause("PW-A5d")),
        pytest.param("PW-A5g", RACES, "An *invitational stake race*", marks=pytest.mark.clause("PW-A5g")),
        pytest.param("PW-A6", "refunded ticket", "paid back at face value", marks=pytest.mark.clause("PW-A6")),
        pytest.param("PW-A7", "runner", "a horse, ridden or in harness", marks=pytest.mark.clause("PW-A7")),
        pytest.param("PW-A8", "sending track", "the equipment and the permission", marks=pytest.mark.clause("PW-A8")),
        pytest.param("PW-A9", "ticket issuing machine", "prints tickets", marks=pytest.mark.clause("PW-A9")),
    ],
)  # fmt: skip
def test_the_glossary_says_what_a_word_means(clause_id, word, says):
    """Under the word, with the clause that defines it."""
    assert ClauseKind.DEFINITION == clause(clause_id).kind
    assert re.search(rf"{re.escape(says)}.*\({clause_id}\)", entry(word))


def test_no_definition_is_left_out():
    """The words above are all that the document only defines."""
    defined = [entry.id for entry in edition("oneida-parimutuel-2004").clauses if entry.kind is ClauseKind.DEFINITION]
    expected = "A1 A2 A3 A4 A5a A5c A5d A5g A6 A7 A8 A9".split()
    assert [f"PW-{name}" for name in expected] == defined


@pytest.mark.clause("PW-A4")
def test_bettors_share_what_is_left_of_their_money():
    """Of $20.00 a fifth is deducted; the rest goes to those on the winner, by what each of them bet."""
    card = card_of("win", [run("1", "2", "3")], {"1": 600, "2": 1200}, takeout="0.2")
    card["tickets"].append({"id": "Bob", "pool": "P", "sel": ["1"], "amount": 200})
    answer = answered(card)
    assert (2000, 400, 1600) == tuple(answer["pools"]["P"][name] for name in ("sold", "takeout", "payout"))
    assert {"1": 1200, "2": 0, "Bob": 400} == {name: row["payout"] for name, row in answer["tickets"].items()}


@pytest.mark.clause("PW-A5a", "PW-A5c", "PW-A5d", "PW-A5g")
def test_a_race_is_of_one_of_eight_kinds():
    """Each with its name and the clause that says what it is."""
    kinds = [(rule.kind, rule.clause) for rule in RULES.data.race_kinds]
    expected = ["purse", "stake", "claiming", "handicap", "overnight", "walkover", "invitational", "match"]
    assert [(kind, f"PW-A5{letter}") for kind, letter in zip(expected, "abcdefgh", strict=True)] == kinds
    assert [clause(rule.clause).title for rule in RULES.data.race_kinds] == [
        rule.name for rule in RULES.data.race_kinds
    ]


@pytest.mark.clause("PW-A3", "PW-A8", "PW-A9")
def test_who_sends_where_and_by_which_machine():
    """What the code asks of facility, sending track and TIM is asked by their definitions."""
    assert ("PW-A3", "PW-A8", "PW-A9") == tuple(RULES.clause(duty) for duty in ("facility", "sending_track", "tim"))
