"""Which runner is the favourite, who is unexchanged, and what no calculator guesses (Q88, Q89)."""

import msgspec
import pytest

from pitboss.errors import InputError
from pitboss.tote.settle import settle_card
from tests.support.day_driver import DayDriver, pool, race, runners, small

LEG = {"runners": ["1", "2", {"no": "3", "scratched": "late"}], "result": [["2"], ["1"]]}
PICK = {"type": "pick3", "races": ["1", "2", "3"], "takeout": "0"}
FIELD = [{"no": "2", "entry": "12"}, {"no": "5"}, {"no": "12"}, {"no": "9", "scratched": "late"}]
"""Runners 2 and 12 run as the field, which is bet under 12."""


def settled(races, pools, *tickets):
    """Return the answer to a card of these races, pools and tickets."""
    document = {"races": dict(zip("123", races, strict=False)), "pools": pools, "tickets": list(tickets)}
    return settle_card(msgspec.json.encode(document))


def bet(name, sel, where="P", amount=200, **more):
    """Return a ticket."""
    return {"id": name, "pool": where, "sel": sel, "amount": amount, **more}


@pytest.mark.clause("PW-C11", "Q89")
def test_a_field_in_a_tie_ranks_by_its_lowest_runner():
    """The field has runner 2 and goes before 5, although it is bet under 12: whoever had 9 has the field."""
    field_leg = {"runners": FIELD, "result": [["12"], ["5"]]}
    pools = {"P": PICK, "W": {"type": "win", "races": ["1"], "takeout": "0"}}
    money = [bet("w1", ["12"], "W"), bet("w2", ["5"], "W")]
    plain = {"runners": ["1", "2"], "result": [["1"], ["2"]]}
    answer = settled([field_leg, plain, plain], pools, bet("t", ["9", "1", "1"]), bet("u", ["5", "2", "2"]), *money)
    assert (400, 0) == tuple(answer["tickets"][name]["payout"] for name in "tu")


@pytest.mark.clause("PW-C11", "Q89")
def test_a_pool_that_needs_a_favourite_and_has_none_is_refused():
    """A late scratch, and neither a win pool nor a name: nothing is guessed."""
    tickets = [bet("t", ["3", "2", "2"]), bet("u", ["1", "1", "1"])]
    with pytest.raises(InputError) as refused:
        settled([LEG, LEG, LEG], {"P": PICK}, *tickets)
    assert "races.1.favorite" == refused.value.values["field"]
    named = {**LEG, "favorite": "2"}
    assert 400 == settled([named, LEG, LEG], {"P": PICK}, *tickets)["tickets"]["t"]["payout"]
    # Nobody holds the scratched runner: no favourite is needed.
    assert settled([LEG, LEG, LEG], {"P": PICK}, tickets[1])


@pytest.mark.clause("PW-C11", "PW-C12", "PW-F1a", "Q89")
@pytest.mark.parametrize(("kind", "legs"), [("P3", 3), ("P6", 6)])
def test_at_the_windows_a_scratched_selection_without_a_favourite_is_refunded(kind, legs):
    """The track has no win pool to tell it: the bet is no longer valid, and nobody is given the lowest number."""
    driver = DayDriver(small({"P3": "pick3", "P6": "pick6"}[kind], *[4] * legs))
    ticket = driver.sell(f"$2 {kind} 4{'/2' * (legs - 1)}")
    driver.scratch("4")
    assert 200 == driver.refund(ticket).total_minor


@pytest.mark.clause("PW-C11", "Q89")
def test_a_day_ranks_a_field_by_its_lowest_runner():
    """With nothing bet to win all are equal: the field of 1 and 4, bet under 4, is the lowest."""
    coupled = [{"no": "1", "name": "A", "entry": "4"}, *runners(4)[1:]]
    races = [race(number, f"{12 + number}:00", coupled) for number in (1, 2, 3)]
    document = {**small("pick3", 4, 4, 4), "races": races}
    document["pools"] = [pool("pick3", 1, 2, 3, takeout="0"), *(pool("win", number) for number in (1, 2, 3))]
    driver = DayDriver(document)
    assert "4" == driver.state.races["FVD", 1].race.interests[driver.state.favorite("FVD", 1)]


TWIN = {"type": "twin_trifecta", "races": ["1", "2"], "takeout": "0", "mandatory": True}
ONE = {"runners": ["1", "2", "3", "4"], "result": [["1"], ["2"], ["3"]]}
TWO = {"runners": ["1", "2", "3", {"no": "4", "scratched": "late"}], "result": [["1"], ["2"], ["3"]]}
VOID = [{"sel": ["4", "2", "3"], "amount": 200}]


@pytest.mark.clause("PW-C9", "Q88")
def test_a_void_exchange_is_no_unexchanged_ticket():
    """On a mandatory day the second half goes to who did not exchange; only if all did, to all of them."""
    answer = settled([ONE, TWO], {"P": TWIN}, bet("v", ["1", "2", "3"], exchange=VOID), bet("u", ["1", "2", "3"]))
    # The first half is lifted to the minimum of $2.10 for each.
    assert (210, 210 + 200) == tuple(answer["tickets"][name]["payout"] for name in "vu")


@pytest.mark.clause("PW-C9", "Q88")
def test_where_every_exchange_is_void_all_winners_have_it():
    """All of it must go out: $2.00 beside the $2.10 of the first half."""
    answer = settled([ONE, TWO], {"P": TWIN}, bet("v", ["1", "2", "3"], exchange=VOID), bet("u", ["3", "2", "1"]))
    assert (410, 0) == (answer["tickets"]["v"]["payout"], answer["pools"]["P"]["carryover_out"])


@pytest.mark.clause("PW-C9", "Q88")
@pytest.mark.parametrize(("sel", "amount"), [(["1", "2", "3"], 201), (["3", "2", "1"], 201)])
def test_an_exchange_above_its_stake_is_refused(sel, amount):
    """As at the window: it is dollar for dollar, and no ticket stands for more than it cost."""
    exchange = [{"sel": ["1", "2", "3"], "amount": amount}]
    with pytest.raises(InputError) as refused:
        settled([ONE, TWO], {"P": TWIN}, bet("u", ["1", "2", "3"]), bet("t", sel, exchange=exchange))
    assert ("tickets[1].exchange", 201) == (refused.value.values["field"], refused.value.values["value"])
