"""The mutants' own machinery: what is taken out of a function, an event and an edition, and what counts as noticed."""

import gc
import weakref
from enum import Enum
from fractions import Fraction

import pytest

from pitboss.games.roulette.chips import _refuse_value_with_coupon, call_wager
from pitboss.games.roulette.events import DollyPlaced
from pitboss.games.roulette.layout import layout_of
from pitboss.rulebook import ActionRefused
from tests.support.driven import NotDriven
from tests.support.mutants import Mutant, altered, function_mutants, function_of, spread
from tests.support.mutants_data import data_mutants, event_mutants
from tests.support.mutants_duties import duty_mutants
from tests.support.mutation import Place, _caches, _how, counts, mutants_of


class Colour(Enum):
    """Two colours."""

    RED = "red"
    BLACK = "black"


def taken_out(mutants, kind):
    """Return what the mutants of a kind take out."""
    return [mutant.what for mutant in mutants if mutant.kind == kind]


def guarded(stake):
    """Refuse a stake that is too high, and tell what is paid else."""
    if stake > 10 and stake != 12:
        raise ActionRefused("too high", clause="T-1")
    return stake * 2


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, False),
        (3, 4),
        (Fraction(1, 2), Fraction(3, 2)),
        ("17", "17~"),
        (Colour.RED, Colour.BLACK),
        ((1, 2), ()),
        ({"a": 1, "b": 2}, {}),
        (frozenset({1, 2}), frozenset()),
        (None, None),
    ],
)
def test_a_value_becomes_another_of_its_type(value, expected):
    """So that a test must look at it to notice."""
    assert expected == altered(value)


def test_a_refusal_is_taken_out():
    """The raise is left out, and what follows it happens."""
    original = guarded.__code__
    try:
        next(mutant for mutant in function_mutants(guarded) if mutant.kind == "refusal").apply()
        assert 22 == guarded(11)
    finally:
        guarded.__code__ = original


def test_no_mutant_refuses_more_than_the_rule():
    """A guard's `and` keeps both its conditions and its `!=`: tests that never get to their point prove nothing."""
    line = guarded.__code__.co_firstlineno + 2
    assert [f"line {line}: stake > 10 -> stake >= 10"] == taken_out(function_mutants(guarded), "condition")


def test_wording_is_no_rule():
    """Which of two sentences a refusal has is not altered."""
    assert [] == [mutant.what for mutant in function_mutants(call_wager) if "none is taken here" in mutant.what]


def test_events_and_their_fields_are_taken_out():
    """Of a function that answers with two events either is dropped; each field is altered where it is given."""
    mutants = function_mutants(call_wager)
    assert (2, True) == (len(taken_out(mutants, "event")), any("act.bet" in one for one in taken_out(mutants, "field")))


def test_each_field_of_an_event_is_a_mutant():
    """By the names under which it is stored."""
    assert ["DollyPlaced.pocket", "DollyPlaced.colour", "DollyPlaced.by"] == [
        mutant.what for mutant in event_mutants(DollyPlaced)
    ]


@pytest.mark.parametrize(
    ("place", "clause", "expected"),
    [
        ("oneida-roulette-2008: wager straight", "RO-D1", "straight pays 36"),
        ("oneida-roulette-2008: wager straight", "RO-D1", "straight is not offered"),
        ("seabrook-roulette: setting default_max", "RS-W", "default_max is 401 by default"),
        ("seabrook-roulette: setting default_max", "RS-W", "default_max has no greatest value"),
        ("oneida-roulette-2008: rules.clauses.late", "RO-F2", "rules.clauses.late is left out"),
        (
            "oneida-roulette-2008: rules.equipment.clause",
            "RO-A5",
            'rules.equipment.clause: without {"item":"crown or dolly","clause":"RO-A5"}',
        ),
    ],
)
def test_an_edition_s_data_are_changed(place, clause, expected):
    """Odds, bounds, defaults and duties."""
    assert expected in [mutant.what for mutant in data_mutants(place, clause)]


def test_a_duty_is_carried_out_where_it_is_asked_for():
    """The duty `coupon` is nobody's by citation, and is done by the functions that ask for its clause."""
    found = duty_mutants("oneida-roulette-2008", "rules.clauses.coupon")
    assert any(mutant.what.startswith(_refuse_value_with_coupon.__name__) for mutant in found)


def test_a_place_in_the_data_is_its_data_and_whoever_asks_for_them():
    """The functions that ask for a duty first, then the duty itself."""
    found = mutants_of(Place("oneida-roulette-2008: rules.clauses.coupon", ("RO-C2",)))
    assert ("refusal", "rules.clauses.coupon is left out") == (found[0].kind, found[-1].what)


def test_a_function_is_found_behind_what_wraps_it():
    """A property's getter, and nothing behind a value."""
    assert (guarded, None) == (function_of(property(guarded)), function_of(3))


def test_each_kind_has_its_turn():
    """Where there are too many mutants of a place, some of each kind are tried."""
    many = [Mutant(kind, str(number), int) for kind in ("refusal", "value") for number in range(9)]
    assert [("refusal", "0"), ("value", "0"), ("refusal", "1")] == [(one.kind, one.what) for one in spread(many, 3)]


@pytest.mark.parametrize(
    ("error", "how"),
    [
        (AssertionError(), "assert"),
        (pytest.fail.Exception("DID NOT RAISE"), "assert"),
        (NotDriven("refused on the way"), "blocked"),
        (ActionRefused("no", clause="T-1"), "blocked"),
        (KeyError("pocket"), "crash"),
    ],
)
def test_a_test_goes_red_in_one_of_these_ways(error, how):
    """It misses what it says, it never gets there, or everything breaks down."""
    assert how == _how(error)


@pytest.mark.parametrize(
    ("kind", "proving"),
    [
        ("refusal", ["assert", "accepted", "blocked", "crash"]),
        ("data", ["assert", "accepted", "blocked"]),
        ("field", ["assert", "accepted"]),
        ("value", ["assert", "accepted"]),
    ],
)
def test_not_every_red_test_is_a_proof(kind, proving):
    """Without the refusal anything may follow; with another value a test must say what it misses."""
    assert proving == [how for how in ("assert", "accepted", "blocked", "crash") if counts(kind, how)]


def test_what_is_remembered_is_found_though_it_is_frozen():
    """A layout that was made before a mutant lived would hide it; whoever collects tests freezes all there is."""
    gc.freeze()
    _caches.cache_clear()
    assert layout_of in _caches()


def test_what_is_remembered_is_found_beside_proxies_of_what_is_gone():
    """Any test that ran before may have left a weak proxy, and asking it for its class raises."""
    proxy = weakref.proxy(Mutant("value", "short-lived", int))
    gc.collect()
    _caches.cache_clear()
    assert layout_of in _caches()
    with pytest.raises(ReferenceError):
        str(proxy)
