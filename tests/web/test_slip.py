"""A bet that is being typed at a window: what was understood, what it costs and pays, and why it cannot be sold."""

import pytest

from tests.support.web_trial import RACE


@pytest.fixture
def trial(trial):
    """A house on trial whose tote has a card open, with money on some pairs."""
    trial.open_tote()
    for bet in ("$10 EX 2/3", "$4 EX 3/2", "$6 QU 2-3", "$2 QU 2-4"):
        trial.sold(bet=bet)
    return trial


def read(trial, text, **fields):
    """Have a text read at the first window."""
    body = {"text": text, **RACE, "terminal": "W1", **fields}
    return trial.at("teller", "W1").post("/api/tote/tote/slip", body).json()


def test_a_bet_is_counted_priced_and_read_back(trial):
    """Each word with what it was taken for; the pairs with what they would pay now."""
    found = read(trial, "eb2,3,4")
    assert [["e", "exacta"], ["b", "box"], ["2,3,4", "runners"]] == found["tokens"]
    assert ("$2 EX BOX 2,3,4", 6, 1_200, None) == tuple(
        found[part] for part in ("bet", "combinations", "cost_minor", "problem")
    )
    prices = {one["combo"]: one["price_minor"] for one in found["orders"]}
    assert (6, None) == (len(prices), prices["4-2"])
    assert prices["3-2"] > prices["2-3"] > 200


def test_a_quinella_lists_each_pair_once(trial):
    """In either order it is the same pair, at the same price."""
    boxed = {one["combo"]: one["price_minor"] for one in read(trial, "qu b 2 3 4")["orders"]}
    assert (["2-3", "2-4", "3-4"], None) == (list(boxed), boxed["3-4"])
    assert [{"combo": "2-3", "price_minor": boxed["2-3"]}] == read(trial, "qu 3 2")["orders"]


@pytest.mark.parametrize(
    ("text", "said", "clause"),
    [
        ("2 zz", '"zz" is no track, race, amount or bet.', None),
        ("9 2 wn 3", "race", None),
        ("0.10 ex 2 3", "from $", True),
    ],
)
def test_what_cannot_be_sold_says_why(trial, text, said, clause):
    """By the reader, or by the rules with their clause; nothing is sold by asking."""
    found = read(trial, text)
    assert (True, 0, bool(clause)) == (said in found["problem"], found["cost_minor"], bool(found["clause"]))
    assert [] == found["orders"]


def test_a_bet_of_many_pairs_and_one_of_three_places_list_none(trial):
    """A list is for what can be read at a glance."""
    assert [] == read(trial, "tri b 2 3 4")["orders"] + read(trial, "ex all with all")["orders"]


def test_whoever_has_no_part_in_tickets_has_nothing_read(trial):
    """A dealer is refused, and a stranger is not known."""
    body = {"text": "wn 3", **RACE}
    assert 403 == trial["dealer"].post("/api/tote/tote/slip", body).status_code
    assert 401 == trial.web.visitor().post("/api/tote/tote/slip", body).status_code
