"""`pitboss schema`: the JSON Schema of a game's transcripts."""

import json

import jsonschema
import msgspec
import pytest

from pitboss.cli import main
from pitboss.games import game
from pitboss.transcript import transcript_schema


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


@pytest.mark.parametrize("tokens", [("schema",), ("schema", "roulette")])
def test_the_schema_is_the_transcripts(capsys, tokens):
    """What is printed is valid JSON Schema, and the one the messages give."""
    code, out, err = run(capsys, *tokens)
    printed, made = json.loads(out), msgspec.json.encode(transcript_schema(game("roulette")))
    jsonschema.Draft202012Validator.check_schema(printed)
    assert (0, "", json.loads(made)) == (code, err, printed)


def test_an_automatic_table_has_a_schema(capsys):
    """The lines of an automatic table have their own first line, of which only the rulebook is required."""
    code, out, err = run(capsys, "schema", "automatic")
    schema = json.loads(out)
    assert (0, "", "One line of an automatic roulette transcript") == (code, err, schema["title"])
    assert ["rulebook"] == schema["$defs"]["AutomaticConfig"]["required"]


def test_a_tournament_has_a_schema(capsys):
    """Beside the games, though it is none."""
    code, out, err = run(capsys, "schema", "tournament")
    assert (0, "", "One line of a tournament transcript") == (code, err, json.loads(out)["title"])


def test_a_tote_day_has_a_schema(capsys):
    """It asks for no more of the first line than a day's document must say."""
    code, out, err = run(capsys, "schema", "tote")
    schema = json.loads(out)
    first = {"tote": {"rulebook": "oneida-parimutuel-2004", "name": "Oneida", "date": "2004-05-01"}}
    assert (0, "", "One line of a tote transcript") == (code, err, schema["title"])
    assert jsonschema.Draft202012Validator(schema).is_valid(first)
    assert not jsonschema.Draft202012Validator(schema).is_valid({"tote": {"name": "Oneida"}})


def test_a_game_without_a_schema(capsys):
    """Exit code 2, with the games that there are."""
    code, out, err = run(capsys, "schema", "craps")
    assert (2, "", True) == (code, out, "'craps'" in err and "roulette" in err)
