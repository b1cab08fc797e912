"""The rules of a tournament as a document: every fault at once, from TOML as from a transcript."""

import tomllib

import pytest

from pitboss.errors import BadConfig
from pitboss.games.tournament.config import Format, check_tournament, tournament_config
from pitboss.rulebook import SettingsRefused
from tests.support.tournament_driver import BLACKJACK, DOCUMENT, TOTALS


def faults(**changed) -> list[tuple[str, str | None]]:
    """Return field and clause of each fault of a document in which something was changed."""
    return [(fault.field, fault.clause) for fault in check_tournament({**DOCUMENT, **changed})[1]]


def test_what_is_left_out_is_filled_in():
    """The currency is the edition's, and chips begin anew or are carried as the format has it."""
    config = tournament_config(DOCUMENT)
    assert ("USD", False, 2, 1_000, "entries", "split", "first") == (
        config.currency,
        config.carry_chips,
        config.entries_min,
        config.entries_max,
        config.funding,
        config.ties,
        config.remainder,
    )
    assert (Format.HIGHEST_TOTAL, True) == ((totals := tournament_config(TOTALS)).format, totals.carry_chips)


def test_toml_says_the_same():
    """A file has the fields of the transcript's first line."""
    written = f"""
        name = "Spring"
        rulebook = "{BLACKJACK}"
        format = "elimination"
        starting_chips = 500
        heats = 2
        hands = 10
        players_per_table = 3
        advance = 1
        entry_fee_minor = 2_000
        prizes_minor = [6_000, 3_000]
        house_added_minor = 1_000
    """
    assert tournament_config(DOCUMENT) == tournament_config(tomllib.loads(written))


@pytest.mark.parametrize(
    ("field", "value", "where"),
    [
        ("name", "", "name"),
        ("name", "a:b", "name"),
        ("rulebook", "nope", "rulebook"),
        ("rulebook", 5, "rulebook"),
        ("rulebook", "oneida-roulette-2008", "rulebook"),
        ("currency", "VND", "currency"),
        ("currency", 1, "currency"),
        ("format", "knock-out", "format"),
        ("starting_chips", 0, "starting_chips"),
        ("starting_chips", 500.0, "starting_chips"),
        ("heats", 0, "heats"),
        ("hands", "10", "hands"),
        ("players_per_table", 1, "players_per_table"),
        ("advance", 0, "advance"),
        ("advance", "all", "advance"),
        ("carry_chips", 1, "carry_chips"),
        ("entry_fee_minor", -1, "entry_fee_minor"),
        ("entries_min", 1, "entries_min"),
        ("prizes_minor", [], "prizes_minor"),
        ("prizes_minor", [100, 0], "prizes_minor[1]"),
        ("prizes_minor", 100, "prizes_minor"),
        ("house_added_minor", True, "house_added_minor"),
        ("funding", "nobody", "funding"),
        ("ties", "coin", "ties"),
        ("remainder", "dealer", "remainder"),
        ("rebuys", 1, "rebuys"),
    ],
)
def test_what_nobody_could_mean_has_no_clause(field, value, where):
    """An unknown field, a wrong type, a value out of all bounds."""
    assert [(where, None)] == faults(**{field: value})


@pytest.mark.clause("BJ-O")
@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"advance": None}, "advance"),
        ({"advance": 3}, "advance"),
        ({"format": "highest_total"}, "advance"),
        ({"format": "highest_total", "advance": None, "carry_chips": False}, "carry_chips"),
        ({"entries_min": 5, "entries_max": 4}, "entries_min"),
        ({"prizes_minor": [3_000, 6_000]}, "prizes_minor"),
        ({"prizes_minor": [1, 1, 1], "entries_max": 2}, "prizes_minor"),
        ({"entries_max": 3}, "prizes_minor"),
    ],
    ids=str,
)
def test_rules_that_do_not_go_together_are_against_the_rulebook(changed, where):
    """A tournament's own rules decide its prizes, so they must decide them."""
    assert [(where, "BJ-O")] == faults(**changed)


@pytest.mark.clause("BJ-O", "BJ-B1")
def test_a_table_has_seven_places_at_a_tournament_too():
    """In all else a tournament is played by the rules of play."""
    assert [("players_per_table", "BJ-B1")] == faults(players_per_table=8)
    assert [] == faults(players_per_table=7)


@pytest.mark.clause("BJ-O")
def test_prizes_may_not_exceed_what_funds_them():
    """All entries and the house's addition bring $90.00; a guarantee may promise more."""
    assert [] == faults(entries_max=4)
    assert [("prizes_minor", "BJ-O")] == faults(entries_max=4, prizes_minor=[6_000, 3_001])
    assert [] == faults(entries_max=4, prizes_minor=[6_000, 3_001], funding="guaranteed")


def test_one_heat_needs_nobody_to_go_on():
    """There is no next heat."""
    assert [] == faults(heats=1, advance=None)


def test_every_fault_is_told_at_once():
    """What cannot be read hides nothing else that cannot, nor a contradiction another."""
    assert [
        ("rebuys", None),
        ("heats", None),
        ("hands", None),
        ("prizes_minor[0]", None),
        ("rulebook", None),
    ] == faults(rebuys=2, heats=0, hands="x", prizes_minor=["a"], rulebook="nope")
    assert [("players_per_table", "BJ-B1"), ("advance", "BJ-O"), ("prizes_minor", "BJ-O")] == faults(
        players_per_table=9, advance=9, prizes_minor=[1, 2]
    )


def test_what_must_be_given_is_named():
    """An empty document lacks seven things."""
    found = check_tournament({})[1]
    assert ["name", "rulebook", "format", "starting_chips", "heats", "hands", "prizes_minor"] == [
        fault.field for fault in found
    ]


@pytest.mark.parametrize("document", [None, [], "x", 5])
def test_what_is_no_document_is_told(document):
    """Without a word about its fields."""
    config, found = check_tournament(document)
    assert (None, [("", None)]) == (config, [(fault.field, fault.clause) for fault in found])


def test_malformed_documents_and_refused_ones_raise_differently():
    """The first is an input error, the second a refusal with its clause and all faults."""
    with pytest.raises(BadConfig, match="heats: 0: Expected"):
        tournament_config({**DOCUMENT, "heats": 0})
    with pytest.raises(SettingsRefused) as refused:
        tournament_config({**DOCUMENT, "advance": 9, "players_per_table": 8})
    assert ["BJ-B1", "BJ-O"] == [fault.clause for fault in refused.value.faults]
