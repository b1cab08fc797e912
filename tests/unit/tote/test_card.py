"""Reading a card: every form of a ticket, and every bad card with the place and the value that are named."""

import copy
import json
from typing import Any

import pytest

from pitboss.errors import InputError
from pitboss.tote.settle import settle_card
from tests.support.tote_driver import answered, card_of, pool_of, run

GOOD: dict[str, Any] = {
    "races": {
        "1": run("1", "2", "3", named=["1", {"no": "1A", "entry": "1"}, "2", "3", {"no": "4", "scratched": "late"}]),
        "2": run("2", "1", "3", runners=7),
    },
    "pools": {
        "W": {"type": "win", "races": ["1"], "takeout": {"host": "0.18", "guest": "0.2"}},
        "E": {"type": "exacta", "races": ["2"], "takeout": "0.2"},
        "D": {"type": "double", "races": ["1", "2"], "takeout": "0.2"},
        "T": {"type": "twin_trifecta", "races": ["1", "2"], "takeout": "0.25"},
    },
    "tickets": [
        {"id": "a", "pool": "W", "sel": ["1"], "amount": 200},
        {"id": "b", "pool": "E", "sel": ["2", "1"], "amount": 200},
        {"id": "c", "pool": "T", "sel": ["1", "2", "3"], "amount": 200},
    ],
}
EXCHANGE = {"sel": ["2", "1", "3"], "amount": 100}
BOX = {"id": "z", "pool": "E", "form": "box", "amount": 100}


def changed(path, value):
    """Return the good card with one value put in another's place; a place behind the end of a list is a new one."""
    card = copy.deepcopy(GOOD)
    *steps, last = path
    inner: Any = card
    for step in steps:
        inner = inner[step]
    if isinstance(inner, list) and last == len(inner):
        inner.append(value)
    else:
        inner[last] = value
    return card


def refused(card):
    """Return the field, the value and the exit code of the error that a card gets."""
    with pytest.raises(InputError) as error:
        settle_card(json.dumps(card).encode())
    return error.value.field, error.value.value, error.value.exit_code


def test_the_good_card_is_good():
    """Or what follows would show nothing."""
    assert {"W", "E", "D", "T"} == set(answered(GOOD)["pools"])


@pytest.mark.parametrize(
    ("path", "bad", "field", "value"),
    [
        (["races", "1", "runners"], [], "races.1.runners", []),
        (["races", "1", "runners", 2], "1", "races.1.runners[2]", "1"),
        (["races", "1", "result", 0], ["9"], "races.1.result[0]", "9"),
        (["races", "1", "result", 0], ["4"], "races.1.result[0]", "4"),
        (["races", "1", "result", 1], ["1"], "races.1.result[1]", "1"),
        (["races", "1", "result", 1], ["2", "2"], "races.1.result[1]", "2"),
        (["races", "1", "result", 1], [], "races.1.result[1]", []),
        (["races", "1", "result"], [], "races.1.result", []),
        (["races", "1", "cancelled"], "late", "races.1.result", "late"),
        (["races", "1", "favorite"], "9", "races.1.favorite", "9"),
        (["pools", "W", "races"], ["7"], "pools.W.races[0]", "7"),
        (["pools", "W", "races"], ["1", "2"], "pools.W.races", ["1", "2"]),
        (["pools", "W", "races"], [], "pools.W.races", []),
        (["pools", "D", "races"], ["1"], "pools.D.races", ["1"]),
        (["pools", "D", "type"], "pick3", "pools.D.races", ["1", "2"]),
        (["pools", "D"], {"type": "pickn", "races": ["1"], "takeout": "0"}, "pools.D.races", ["1"]),
        (["pools", "E", "takeout"], "1.5", "pools.E.takeout", "1.5"),
        (["pools", "E", "takeout"], "-0.1", "pools.E.takeout", "-0.1"),
        (["pools", "W", "takeout", "guest"], "x", "pools.W.takeout.guest", "x"),
        (["pools", "E", "config"], {"nothing": 1}, "pools.E.config", {"nothing": 1}),
        (["pools", "E", "config"], {"minor_share": "2"}, "pools.E.config.minor_share", "2"),
        (["tickets", 0, "sel"], ["9"], "tickets[0].sel", "9"),
        (["tickets", 0, "sel"], [1], "tickets[0].sel", 1),
        (["tickets", 0, "sel"], [], "tickets[0].sel", []),
        (["tickets", 0, "sel"], [["1", 2]], "tickets[0].sel", 2),
        (["tickets", 1, "sel"], ["2"], "tickets[1].sel", ["2"]),
        (["tickets", 1, "sel"], ["2", "1", "3"], "tickets[1].sel", ["2", "1", "3"]),
        (["tickets", 1, "sel"], ["2", "2"], "tickets[1].sel", ["2", "2"]),
        (["tickets", 0, "amount"], 0, "tickets[0].amount", 0),
        (["tickets", 0, "amount"], -5, "tickets[0].amount", -5),
        (["tickets", 0, "amount"], 10**12 + 1, "tickets[0].amount", 10**12 + 1),
        (["tickets", 0, "amount"], 1.5, "tickets[0].amount", 1.5),
        (["tickets", 0, "amount"], "200", "tickets[0].amount", "200"),
        (["tickets", 0, "pool"], "X", "tickets[0].pool", "X"),
        (["tickets", 0, "pool"], None, "tickets[0].pool", None),
        (["tickets", 0, "form"], "pyramid", "tickets[0].form", "pyramid"),
        (["tickets", 0, "source"], "moon", "tickets[0].source", "moon"),
        (["tickets", 1, "id"], "a", "tickets[1].id", "a"),
        (["tickets", 0, "exchange"], [EXCHANGE], "tickets[0].exchange", "W"),
        (["tickets", 2, "exchange"], [{"sel": ["2", "1"], "amount": 1}], "tickets[2].exchange[0].sel", ["2", "1"]),
        (["tickets", 2, "exchange"], [{**EXCHANGE, "sel": ["2", "1", "9"]}], "tickets[2].exchange[0].sel", "9"),
        (["tickets", 2, "exchange"], [{**EXCHANGE, "amount": 0}], "tickets[2].exchange[0].amount", 0),
        (["tickets", 3], {**BOX, "sel": [str(n) for n in range(1, 11)]}, "tickets[3].sel", "8"),
        (["tickets", 3], {**BOX, "sel": ["1"]}, "tickets[3].sel", ["1"]),
        (["tickets", 3], {**BOX, "form": "key_box", "sel": ["1"]}, "tickets[3].key", None),
        (["tickets", 3], {**BOX, "form": "key_box", "key": "9", "sel": ["1"]}, "tickets[3].key", "9"),
        (["odds_of_prices"], [-1], "odds_of_prices[0]", -1),
    ],
)
def test_bad_cards(path, bad, field, value):
    """Each is refused with exit code 2, and the error names where it stands and what stands there."""
    assert (field, value, 2) == refused(changed(path, bad))


@pytest.mark.parametrize(
    ("path", "field"),
    [
        (["nothing"], "nothing"),
        (["tickets", 0, "nothing"], "tickets[0].nothing"),
        (["tickets", 2, "exchange"], "tickets[2].exchange"),
    ],
)
def test_unknown_fields_and_wrong_types(path, field):
    """A field that no card has, and a number where a list should be."""
    assert (field, 2) == refused(changed(path, 5))[::2]


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"5", b'{"races": {"1": {}}}'])
def test_what_is_no_card(data):
    """Not JSON, no object, or a race without runners."""
    with pytest.raises(InputError) as error:
        settle_card(data)
    assert 2 == error.value.exit_code


@pytest.mark.parametrize("race", ["2", None])
def test_across_the_board_needs_its_three_pools(race):
    """A race without a place pool, and no race at all."""
    ticket = {"id": "z", "type": "across_the_board", "race": race, "sel": ["1"], "amount": 100}
    assert ("tickets[3].race", race, 2) == refused(changed(["tickets", 3], ticket))


def sold(kind, races, ticket, **config):
    """Return how many combinations a ticket has, and what it cost at a dollar."""
    card = card_of(kind, races, {}, config=config)
    card["tickets"] = [{"id": "z", "pool": "P", "amount": 100, **ticket}]
    row = answered(card)["tickets"]["z"]
    assert row["cost"] == 100 * row["combos"]
    return row["combos"]


@pytest.mark.parametrize(
    ("kind", "ticket", "combos"),
    [
        ("exacta", {"form": "box", "sel": ["1", "2", "3"]}, 6),
        ("exacta", {"form": "key_box", "key": "1", "sel": ["2", "3"]}, 2),
        ("exacta", {"form": "wheel", "sel": [["1"], "ALL"]}, 5),
        ("exacta", {"form": "wheel", "sel": ["1", "ALL"]}, 5),
        ("exacta", {"form": "partial_wheel", "sel": [["1", "2"], ["2", "3"]]}, 3),
        ("quinella", {"form": "box", "sel": ["1", "2", "3"]}, 3),
        ("quinella", {"form": "partial_wheel", "sel": [["1", "2"], ["1", "2", "3"]]}, 3),
        ("trifecta", {"form": "key_box", "key": "1", "sel": ["2", "3", "4"]}, 6),
        ("superfecta", {"form": "box", "sel": ["1", "2", "3", "4"]}, 24),
    ],
)
def test_forms_of_one_race(kind, ticket, combos):
    """Boxes, keys and wheels of six runners."""
    assert combos == sold(kind, [run()], ticket)


@pytest.mark.parametrize(
    ("choice", "form", "combos"),
    [("product", "box", 9), ("permutation", "box", 6), ("product", "key_box", 3), ("permutation", "key_box", 3)],
)
def test_boxes_of_a_double(choice, form, combos):
    """Every leg holds all three numbers, or no number comes twice; a key stands in the first leg."""
    ticket = {"form": form, "sel": ["1", "2", "3"], **({"key": "1"} if form == "key_box" else {})}
    assert combos == sold("double", [run(), run()], ticket, multileg_box=choice)


def test_permutations_are_paid_one_by_one():
    """Of 1/2, 2/1 and no others the winning one is paid: 400 for 100."""
    card = card_of("double", [run("1"), run("2")], {"3 3": 200}, config={"multileg_box": "permutation"})
    card["tickets"].append({"id": "z", "pool": "P", "form": "box", "sel": ["1", "2", "1"], "amount": 100})
    assert {"combos": 2, "cost": 200, "refund": 0, "payout": 400} == answered(card)["tickets"]["z"]


def test_both_parts_of_an_entry_are_one():
    """Named twice, or by the entry's own name, it is one betting interest."""
    named = [{"no": "7", "entry": "F"}, {"no": "8", "entry": "F"}, "1"]
    assert 1 == sold("win", [run(named=named)], {"form": "partial_wheel", "sel": [["7", "8", "F"]]})


def test_pools_choose_over_the_card():
    """A pool's choice stands before the card's, and the card's before the default."""
    card = card_of("win", [run("1", "2")], {"1": 300, "2": 757}, config={"breakage": {"cents": 5, "per": 100}})
    card["config"] = {"breakage": {"cents": 1, "per": 100}, "takeout_rounding": "up"}
    assert 350 == answered(card)["pools"]["P"]["winners"][0]["price_1"]
    del card["pools"]["P"]["config"]
    assert 352 == answered(card)["pools"]["P"]["winners"][0]["price_1"]


def test_parts_of_an_entry_scratched_at_different_times():
    """Out is who has no part left, and it was late if the last of them was: refunded in the first leg of a double."""
    parts = [{"no": "1", "scratched": "early"}, {"no": "1A", "entry": "1", "scratched": "late"}, "2", "3"]
    assert 100 == pool_of("double", [run("2", named=parts), run("2")], {"1 2": 100, "2 2": 100})["refunds"]
    assert 0 == pool_of("double", [run("2"), run("2", named=parts)], {"3 1": 100, "2 2": 100})["refunds"]


@pytest.mark.parametrize(
    ("path", "bad", "field"),
    [
        (["races", "1", "cancelled"], "perhaps", "races.1.cancelled"),
        (["races", "1", "nothing"], 1, "races.1.nothing"),
        (["pools", "E", "type"], "tiercé", "pools.E.type"),
        (["pools", "E", "takeout"], 0.18, "pools.E.takeout"),
    ],
)
def test_wrong_types_name_their_race_or_pool(path, bad, field):
    """Among many races it must be said which one is meant."""
    assert field == refused(changed(path, bad))[0]


def test_takeout_of_no_source():
    """An empty list of sources is refused."""
    assert "pools.D.takeout" == refused(changed(["pools", "D", "takeout"], {}))[0]


def test_takeout_of_everything():
    """A source that takes all leaves nothing to pay with, and is refused."""
    assert "pools.W.takeout.host" == refused(changed(["pools", "W", "takeout", "host"], "1"))[0]


def test_endless_program_numbers():
    """A runner of five thousand digits is refused."""
    assert "races.1.runners[2]" == refused(changed(["races", "1", "runners", 2], "9" * 5000))[0]


def test_bad_choices_of_a_card_without_pools():
    """They are refused all the same."""
    assert "config" == refused({"config": {"nothing": 1}})[0]


def test_unknown_keys_of_a_break():
    """A break has cents and per, and nothing else."""
    breakage = {"cents": 10, "per": 100, "nothing": 1}
    assert "pools.E.config.breakage" == refused(changed(["pools", "E", "config"], {"breakage": breakage}))[0]


def test_a_race_twice_in_one_pool():
    """A double is on two races."""
    assert "pools.D.races[1]" == refused(changed(["pools", "D", "races"], ["1", "1"]))[0]


def test_exchange_that_can_win_nothing():
    """Three different runners, or on a mandatory day it is paid among all exchanges."""
    exchange = [{"sel": ["4", "4", "4"], "amount": 100}]
    assert "tickets[2].exchange[0].sel" == refused(changed(["tickets", 2, "exchange"], exchange))[0]


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"key": "4"}, "key"),
        ({"race": "1"}, "race"),
        ({"type": "across_the_board", "race": "1", "pool": "W"}, "pool"),
        ({"type": "across_the_board", "race": "1", "pool": None, "form": "box"}, "form"),
    ],
)
def test_fields_that_say_nothing_about_a_ticket(more, field):
    """Whoever wrote them meant another ticket."""
    ticket = {"id": "odd", "pool": "W", "sel": ["1"], "amount": 200, **more}
    assert f"tickets[{len(GOOD['tickets'])}].{field}" == refused({**GOOD, "tickets": [*GOOD["tickets"], ticket]})[0]


def test_a_favourite_named_by_its_entry():
    """A coupled entry is the favourite under the name it is bet by."""
    runners = [{"no": "1A", "entry": "1"}, {"no": "1B", "entry": "1"}, "2", {"no": "3", "scratched": "late"}]
    card = {
        "races": {
            **{name: {"runners": ["1", "2"], "result": [["1"], ["2"]]} for name in ("1", "2")},
            "3": {"runners": runners, "result": [["1B"], ["2"]], "favorite": "1"},
        },
        "pools": {"P": {"type": "pick3", "races": ["1", "2", "3"], "takeout": "0.2"}},
        "tickets": [{"id": "t", "pool": "P", "sel": ["1", "1", "3"], "amount": 200}],
    }
    assert "1/1/1" == answered(card)["pools"]["P"]["winners"][0]["combo"]
