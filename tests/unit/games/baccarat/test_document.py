import json

import pytest

from pitboss.errors import InputError
from pitboss.games.baccarat.document import settle_document

RULEBOOK = "oneida-minibaccarat-2004"
BANKER_SIX = ["2S", "3D", "3S", "3H", "TH"]
TIE = ["4S", "4H", "5C", "5D"]


def document(shoe, *wagers, settings=None, **more):
    """Return a document with wagers of (position, on, cents)."""
    listed = [{"position": position, "on": on, "cents": cents} for position, on, cents in wagers]
    return {"rulebook": RULEBOOK, "settings": settings or {}, "shoe": shoe, "wagers": listed, **more}


def answer(*args, **kwargs):
    """Settle a document."""
    return settle_document(json.dumps(document(*args, **kwargs)).encode(), 1)


def row(*args, **kwargs):
    """Settle a document with one wager, and return its result, payment, vigorish, net and clause."""
    (found,) = answer(*args, **kwargs)["wagers"]
    return tuple(found[name] for name in ("result", "paid", "vig", "net", "clause"))


def test_the_answer_has_the_fields_of_its_contract():
    """Hands, counts, outcome, cards used and one line a wager; nothing else."""
    expected = {
        "player": ["4S", "5C"],
        "player_points": 9,
        "banker": ["3H", "4D"],
        "banker_points": 7,
        "outcome": "player",
        "used": 4,
        "wagers": [
            {
                "position": 3,
                "on": "banker",
                "result": "lose",
                "paid": 0,
                "vig": 0,
                "net": -1000,
                "clause": "MB-G1",
            }
        ],
    }
    assert expected == answer(["4S", "3H", "5C", "4D", "AS"], (3, "banker", 1000))


@pytest.mark.parametrize(
    ("settings", "shoe", "wager", "expected"),
    [
        ({}, ["3H", "4S", "4D", "5C"], (1, "banker", 1010), ("win", 1010, 55, 955, "MB-M3")),
        ({"pct": 4}, ["3H", "4S", "4D", "5C"], (1, "banker", 1000), ("win", 1000, 40, 960, "MB-M3")),
        ({"collect": "deferred"}, ["3H", "4S", "4D", "5C"], (1, "banker", 1010), ("win", 1010, 55, 955, "MB-M3")),
        ({}, ["4S", "3H", "5C", "4D"], (7, "player", 1000), ("win", 1000, 0, 1000, "MB-M1")),
        ({}, TIE, (7, "tie", 100), ("win", 800, 0, 800, "MB-M2")),
        ({"tie_odds": 9}, TIE, (7, "tie", 100), ("win", 900, 0, 900, "MB-M2")),
        ({}, TIE, (7, "banker", 100), ("void", 0, 0, 0, "MB-G1")),
        ({"form": "tie_vig", "pct": 25}, TIE, (7, "banker", 1000), ("void", 0, 250, -250, "MB-M4")),
        ({"form": "tie_vig", "pct": 25}, TIE, (7, "player", 1000), ("void", 0, 0, 0, "MB-G1")),
        ({"form": "no_vig"}, BANKER_SIX, (7, "banker", 1000), ("win", 500, 0, 500, "MB-M6")),
        ({"form": "tie_vig", "pct": 25}, BANKER_SIX, (7, "banker", 1000), ("win", 1000, 0, 1000, "MB-M3")),
        ({"rounding": "exact"}, BANKER_SIX, (7, "banker", 1020), ("win", 1020, 51, 969, "MB-M3")),
    ],
)
def test_wagers_are_settled_by_their_form(settings, shoe, wager, expected):
    """Result, payment, vigorish, net and clause of one wager."""
    assert expected == row(shoe, wager, settings=settings)


@pytest.mark.parametrize("cards", range(6))
def test_too_few_cards_void_the_round(cards):
    """Five against five takes six cards: with fewer every net is zero, and the hands stand as far as dealt."""
    found = answer(["2S", "2D", "3S", "3H", "4H", "AC"][:cards], (2, "tie", 100))
    assert ("void", cards) == (found["outcome"], found["used"])
    assert cards == len(found["player"]) + len(found["banker"])
    assert {"result": "void", "paid": 0, "vig": 0, "net": 0, "clause": "MB-N4"}.items() <= found["wagers"][0].items()


def test_lines_are_answered_in_the_order_of_the_document():
    """Two lines of 101 cents owe 15 together: the second adds what the first has not paid."""
    found = answer(["3H", "4S", "4D", "5C"], (1, "banker", 101), (5, "tie", 100), (1, "banker", 101))
    assert [10, 0, 5] == [line["vig"] for line in found["wagers"]]


@pytest.mark.parametrize(
    ("wager", "settings", "clause"),
    [
        ((8, "banker", 100), {}, "MB-B1"),
        ((3, "banker", 100), {"positions": 2}, "MB-B1"),
        ((3, "banker_pair", 100), {}, "MB-G2"),
        ((3, "banker", 101), {"form": "no_vig"}, "Q29"),
        ((3, "banker", 101), {"rounding": "exact"}, "Q29"),
        ((3, "tie", 99), {"min": {"tie": 100}}, "MB-O"),
        ((3, "tie", 100), {"pct": 6}, "MB-M3"),
        ((3, "tie", 100), {"shuffler": True}, "MB-B4"),
    ],
)
def test_what_the_rules_refuse_is_answered_on_its_line(wager, settings, clause):
    """With the clause, a sentence, and all faults."""
    found = answer(TIE, wager, settings=settings)
    assert (True, clause, clause) == (found["refused"], found["clause"], found["faults"][0]["clause"])
    assert found["reason"]


def test_all_faults_are_told_at_once():
    """A bad position and an odd wager are two faults, each with its place."""
    found = answer(TIE, (8, "tie", 100), (1, "tie", 100), (2, "banker", 101), settings={"form": "no_vig"})
    assert ["wagers[0]", "wagers[2]"] == [fault["field"] for fault in found["faults"]]


@pytest.mark.parametrize(
    ("changed", "field", "value"),
    [
        ({"shoe": ["4S", "1S"]}, "shoe[1]", "1S"),
        ({"shoe": ["4S", 7]}, "shoe[1]", 7),
        ({"wagers": [{"position": 1, "on": "dragon", "cents": 5}]}, "wagers[0].on", "dragon"),
        ({"wagers": [{"position": 0, "on": "tie", "cents": 5}]}, "wagers[0].position", 0),
        ({"wagers": [{"position": 1, "on": "tie", "cents": 0}]}, "wagers[0].cents", 0),
        ({"rulebook": "oneida-roulette-2008"}, "rulebook", "oneida-roulette-2008"),
        ({"settings": {"form": "free"}}, "settings.form", "free"),
        ({"settings": {"colour": 1}}, "settings.colour", 1),
    ],
)
def test_what_nobody_could_mean_is_an_input_error(changed, field, value):
    """Line, field and value are named."""
    data = json.dumps({**document(TIE, (1, "tie", 100)), **changed}).encode()
    with pytest.raises(InputError) as caught:
        settle_document(data, 7)
    assert (7, field, value) == (caught.value.line, caught.value.field, caught.value.value)


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"rulebook": "x"}', b'{"unknown": 1}'])
def test_malformed_documents_are_input_errors(data):
    """Nothing is settled."""
    with pytest.raises(InputError):
        settle_document(data, 1)


@pytest.mark.clause("Q71", "Q14")
@pytest.mark.parametrize(
    ("settings", "shoe", "cents", "expected"),
    [
        ({}, ["3H", "4S", "4D", "5C"], 1010, [55, 50, 50]),
        ({"form": "tie_vig", "pct": 25}, TIE, 1050, [262, 263, 262]),
    ],
)
def test_the_lines_of_one_area_add_up_to_what_it_owes(settings, shoe, cents, expected):
    """Three lines on one position's banker owe what one line of all of it would; another position's is its own."""
    wagers = [(1, "banker", cents), (2, "banker", cents), (1, "banker", cents), (1, "banker", cents)]
    lines = answer(shoe, *wagers, settings=settings)["wagers"]
    assert expected == [line["vig"] for line in lines if line["position"] == 1]
    (whole,) = answer(shoe, (1, "banker", 3 * cents), settings=settings)["wagers"]
    assert whole["vig"] == sum(expected)
