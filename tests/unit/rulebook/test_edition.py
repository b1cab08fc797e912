"""Editions: what a rules document says as data, and that the documents we have are consistent in themselves."""

import doctest
from collections import Counter
from datetime import date

import msgspec
import pytest

from pitboss.errors import BadConfig
from pitboss.rulebook import all_clauses, check_settings, clause, edition, edition_ids, readings
from pitboss.rulebook import edition as load
from pitboss.rulebook.edition import Adoption, Edition
from pitboss.rulebook.shapes import flaws
from tests.support.driver import HOUSES

editions = pytest.mark.parametrize("rules", [load(name) for name in edition_ids()], ids=edition_ids())


def cited_data(value):
    """Yield what stands for a clause in an edition's own section: under `clause`, `clauses`, `grounds`, `pitch`."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "clause":
                yield inner
            elif key in ("clauses", "grounds", "pitch"):
                yield from inner.values()
            else:
                yield from cited_data(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cited_data(inner)


def check_value(rules, spec, value):
    """Tell what is wrong with a value by itself: no such setting, or a fault of that setting's own bounds."""
    return spec is None or list(flaws(rules, spec, {spec.key: value}))


def test_doctests_hold():
    """Every example in the module is true, and there are examples."""
    import sys

    results = doctest.testmod(sys.modules["pitboss.rulebook.edition"])
    assert (0, True) == (results.failed, results.attempted > 0)


def test_the_houses_are_there_and_sorted():
    """The readings are no edition, the list is in order, and a house that is added changes nothing here."""
    others = {
        "oneida-blackjack-2004",
        "oneida-minibaccarat-2004",
        "oneida-parimutuel-2004",
        "oneida-sicbo-2004",
    }
    assert {*HOUSES, *others} <= set(edition_ids())
    assert "readings" not in edition_ids()
    assert sorted(edition_ids()) == list(edition_ids())


@pytest.mark.parametrize("name", ["", "oneida", "readings", "../readings", "oneida-roulette-2008.toml", "nope"])
def test_an_unknown_edition_is_refused_with_the_known_ones(name):
    """No file is opened by a name that is not in the list."""
    with pytest.raises(BadConfig) as refused:
        edition(name)
    assert ("rulebook", name, True) == (refused.value.field, refused.value.value, HOUSES[0] in refused.value.reason)


@pytest.mark.parametrize("name", edition_ids())
def test_an_edition_has_the_name_of_its_file(name):
    """The id inside is the id by which it was found."""
    assert name == edition(name).id


@editions
def test_every_clause_an_edition_names_exists(rules):
    """Wagers, settings and the game's own section cite clauses of the documents or readings, all of them known."""
    cited = [clause_id for w in rules.wagers for clause_id in (w.clause, w.win_clause, w.lose_clause)]
    cited += [entry.clause for entry in (*rules.not_offered, *rules.settings)]
    cited += [when.clause for spec in rules.settings for when in spec.when]
    cited += list(cited_data(rules.rules))
    assert [] == sorted(set(cited) - all_clauses().keys())


@editions
def test_the_clauses_of_a_document_bear_its_codes(rules):
    """RO and RA stand in Oneida's document and nowhere else."""
    assert set(rules.codes) == {entry.id.partition("-")[0] for entry in rules.clauses}


@editions
def test_no_kind_is_offered_and_not_offered(rules):
    """Every kind of the notation stands once."""
    assert [] == [kind for kind, count in Counter(rules.known_kinds).items() if count > 1]


@editions
def test_the_defaults_of_an_edition_are_permitted(rules):
    """A table that spells out every default has no fault."""
    defaults = {spec.key: spec.default for spec in rules.settings}
    assert (defaults, []) == check_settings(rules, defaults)


@editions
def test_a_default_that_depends_on_another_setting_is_permitted(rules):
    """What a condition fills in passes all that holds under it; and what it depends on has a plain default."""
    dependent = [(spec.key, when) for spec in rules.settings for when in spec.when if when.default is not None]
    found = [check_settings(rules, {when.setting: when.value}) for _, when in dependent]
    assert [(when.default, []) for _, when in dependent] == [
        (chosen[key], faults) for (key, _), (chosen, faults) in zip(dependent, found, strict=True)
    ]
    assert {key for key, _ in dependent}.isdisjoint(when.setting for _, when in dependent)


@editions
def test_a_condition_names_a_setting_that_exists(rules):
    """What `when` compares is a setting of the same edition, and has the value among those it may have."""
    values = [(when.setting, when.value) for spec in rules.settings for when in spec.when]
    known = {spec.key: spec for spec in rules.settings}
    assert [] == [(key, value) for key, value in values if check_value(rules, known.get(key), value)]


@editions
def test_a_bound_is_lifted_by_a_setting_that_exists(rules):
    """What `unless` names is a text setting of the same edition."""
    texts = {spec.key for spec in rules.settings if spec.type == "text"}
    assert set() == {spec.unless for spec in rules.settings if spec.unless} - texts


def test_no_clause_id_is_used_twice():
    """Within a document and the readings ids are unique, and a look-up has them all."""
    documents = [[entry.id for entry in edition(name).clauses] for name in edition_ids()]
    documents.append([entry.id for entry in readings()])
    assert [len(ids) for ids in documents] == [len({*ids}) for ids in documents]
    assert {entry for ids in documents for entry in ids} == {*all_clauses()}


def test_every_clause_says_something():
    """No clause is without a title or a text."""
    assert [] == [entry.id for entry in all_clauses().values() if not (entry.title.strip() and entry.text.strip())]


def test_a_clause_is_found_by_its_id():
    """Clauses and readings are looked up alike."""
    assert ("RH-6.5.2.1", "Q4") == (clause("RH-6.5.2.1").id, clause("Q4").id)


@pytest.mark.parametrize("clause_id", ["", "RO-Z9", "ro-d1", "Q"])
def test_an_unknown_clause_is_refused_with_its_id(clause_id):
    """The error says what was looked for."""
    with pytest.raises(BadConfig) as refused:
        clause(clause_id)
    assert ("clause", clause_id) == (refused.value.field, refused.value.value)


@pytest.mark.parametrize(
    ("dates", "opens_on"),
    [
        ({}, None),
        ({"adopted": date(2008, 5, 28)}, date(2008, 5, 28)),
        ({"adopted": date(2008, 5, 28), "sent_to_state": date(2008, 5, 30)}, date(2008, 5, 30)),
        ({"adopted": date(2008, 5, 28), "sent_to_state": date(2008, 5, 20), "waiting_days": 14}, date(2008, 6, 3)),
        ({"adopted": date(2008, 6, 28), "sent_to_state": date(2008, 5, 20), "waiting_days": 14}, date(2008, 6, 28)),
        ({"adopted": date(2008, 5, 28), "waiting_days": 14}, date(2008, 6, 11)),
    ],
)
@pytest.mark.clause("RES")
def test_a_table_opens_when_adopted_and_the_wait_is_over(dates, opens_on):
    """The later of adoption and the end of the waiting period counts; a document without dates has no such day."""
    assert opens_on == Adoption(body="B", resolution="R", **dates).opens_on


def test_the_hash_is_of_the_content():
    """Equal content has one hash, and any other odds another."""
    rules = edition(HOUSES[0])
    wager = msgspec.structs.replace(rules.wagers[0], pays=36)
    other = msgspec.structs.replace(rules, wagers=(wager, *rules.wagers[1:]))
    again = msgspec.convert(msgspec.to_builtins(rules), Edition)
    assert (64, rules.hash, True) == (len(rules.hash), again.hash, rules.hash != other.hash)


def test_the_hashes_of_the_houses_differ():
    """No two documents are the same."""
    assert len(HOUSES) == len({edition(name).hash for name in HOUSES})


def test_an_edition_with_an_unknown_key_is_refused():
    """What we do not know of cannot be carried out."""
    data = {**msgspec.to_builtins(edition(HOUSES[0])), "surcharge": 5}
    with pytest.raises(msgspec.ValidationError, match="unknown field `surcharge`"):
        msgspec.convert(data, Edition)


@pytest.mark.parametrize(
    ("resolution", "adopted", "said"),
    [("", None, ")"), ("Act 5", None, "), adopted as Act 5"), ("", "2004-02-11", "), adopted on 2004-02-11")],
)
def test_the_edition_is_named_as_far_as_it_is_known(resolution, adopted, said):
    """By title and id, with its act and its day where it has them."""
    rules = load("oneida-parimutuel-2004")
    adoption = msgspec.structs.replace(rules.adoption, resolution=resolution, adopted=adopted)
    named = msgspec.structs.replace(rules, adoption=adoption).in_words
    assert f"Oneida parimutuel wagering (oneida-parimutuel-2004{said}" == named
