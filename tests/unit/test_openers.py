"""Which transcripts the command line and the library read: those of every room that has streams."""

import pytest

import pitboss
from pitboss.errors import InputError
from pitboss.games import GAMES
from pitboss.openers import OPENERS, check_document
from tests.support.cases import editions_of
from tests.support.tournament_driver import DOCUMENT

DOCUMENTS = {
    "table": {"rulebook": "oneida-roulette-2008"},
    "automatic": {"rulebook": "oneida-roulette-2008", "betting_seconds": 45},
    "tournament": DOCUMENT,
    "cage": {"name": "Main cage"},
    "tote": {"rulebook": "oneida-parimutuel-2004", "name": "Oneida", "date": "2004-05-01"},
}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_of_its_editions_game(game):
    """The rulebook of the first line says which game's rules play."""
    config, faults = OPENERS["table"].check({"rulebook": editions_of(game)[0]})
    assert (game, ()) == (OPENERS["table"].stream_of(config).name, faults)


def test_every_first_line_is_the_one_its_stream_writes():
    """What is recorded under a name is read under that name again."""
    found = {}
    for name, document in DOCUMENTS.items():
        config, _ = OPENERS[name].check(document)
        found[name] = OPENERS[name].stream_of(config).first_line
    assert {name: name for name in OPENERS} == found


# A cage has no file of its own: the house's file opens it.
@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name != "cage"])
def test_a_document_says_what_it_is(name):
    """A house's file is checked as what it is, without saying so."""
    kind, config, faults = check_document(DOCUMENTS[name])
    assert (name, True, ()) == (kind, config is not None, faults)


@pytest.mark.parametrize("document", [None, [], {}, {"rulebook": ["oneida-parimutuel-2004"]}])
def test_what_is_no_document_is_checked_as_a_table(document):
    """Nothing that can be read from a file breaks the check."""
    kind, config, faults = check_document(document)
    assert ("table", None, True) == (kind, config, bool(faults))


def test_the_library_reads_all_of_them_unasked():
    """`pitboss.read_transcript` needs only the lines; its errors name every first line."""
    assert "roulette" == pitboss.read_transcript([b'{"table": {"rulebook": "seabrook-roulette"}}']).game.name
    with pytest.raises(InputError) as error:
        pitboss.read_transcript([])
    assert [] == [name for name in OPENERS if name not in error.value.reason]


def test_the_library_reads_only_what_it_is_told_to():
    """Openers that are given take the place of all."""
    only = {"tournament": OPENERS["tournament"]}
    with pytest.raises(InputError, match="unknown field `table`"):
        pitboss.read_transcript([b'{"table": {"rulebook": "seabrook-roulette"}}'], only)
