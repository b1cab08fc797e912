"""`pitboss rulebooks`: the rules documents that there are."""

import json

import pytest

from pitboss.cli import main
from pitboss.rulebook import edition, edition_ids
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK

ADOPTED = {
    HOIAN: "2020-06-13",
    "oneida-blackjack-2004": "2004-04-21",
    "oneida-minibaccarat-2004": "2004-02-11",
    "oneida-parimutuel-2004": "2004-02-11",
    ONEIDA: "2008-05-28",
    "oneida-sicbo-2004": "2004-04-21",
    SEABROOK: "",
}


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


def test_the_rulebooks_are_listed(capsys):
    """Each with its title, who adopted it when and by what act."""
    code, out, err = run(capsys, "rulebooks")
    facts = [*HOUSES, *(edition(name).title for name in HOUSES), "BC 05-28-08-A", "2020-06-13"]
    assert (0, "", []) == (code, err, [fact for fact in facts if fact not in out])


def test_rulebooks_as_rows(capsys):
    """One object a rulebook, in order, with the whole hash; no date where the document has none."""
    code, out, err = run(capsys, "rulebooks", "--json")
    found = [json.loads(line) for line in out.splitlines()]
    rules = [edition(name) for name in edition_ids()]
    expected = [(one.id, one.game, one.hash, len(one.clauses)) for one in rules]
    assert (0, "") == (code, err)
    assert expected == [(row["id"], row["game"], row["hash"], row["clauses"]) for row in found]
    assert ADOPTED == {row["id"]: row["adopted"] for row in found if row["id"] in ADOPTED}
