"""What blackjack's settlement documents are refused for, by which clause; and what is no document at all."""

import json

import pytest

from pitboss.cli import main
from pitboss.errors import InputError
from pitboss.games.blackjack.document import settle_document

RULEBOOK = "oneida-blackjack-2004"
NINETEEN, ACE_UP, PAIR = "TS 8D 9C TH 2H 2D", "TS AD 9C 8H 2H 2D", "8S 6D 8C TH 2H 2D 9H 9D"
SUITED = "TS 8D 2S TH 3H 4S 9H"
TWO_HANDS = {"multiple_action": 2}


def document(shoe=NINETEEN, *, seats=None, settings=None, **seat):
    """Return a document with a burn card, and one seat unless there are others."""
    listed = seats if seats is not None else [{"seat": 1, "wager": 1000, **seat}]
    return {"rulebook": RULEBOOK, "settings": settings or {}, "shoe": ["2C", *shoe.split()], "seats": listed}


def answer(*args, **kwargs):
    """Settle a document."""
    return settle_document(json.dumps(document(*args, **kwargs)).encode(), 1)


def fault(found):
    """Return clause and field of a refusal with one fault, whose reason it has."""
    assert (True, found["faults"][0]["clause"]) == (found["refused"], found["clause"])
    assert [found["reason"]] == [fault["reason"] for fault in found["faults"]]
    return found["clause"], found["faults"][0]["field"]


def test_a_refusal_has_clause_reason_and_faults():
    """The fault says where in the document, and what stands there."""
    reason = "a pair is two cards of one value, not TS 9C"
    faults = [{"field": "seats[0].actions[0]", "value": "split", "reason": reason, "clause": "BJ-A6"}]
    assert {"refused": True, "clause": "BJ-A6", "reason": reason, "faults": faults} == answer(actions=["split"])


@pytest.mark.parametrize(
    ("shoe", "actions", "settings", "clause", "place"),
    [
        (NINETEEN, [], {}, "BJ-H5", ""),
        (NINETEEN, ["stand", "stand"], {}, "BJ-H5", "[1]"),
        (NINETEEN, ["split"], {}, "BJ-A6", "[0]"),
        (NINETEEN, ["surrender"], {}, "BJ-J5", "[0]"),
        (NINETEEN, ["double"], {"double": False}, "BJ-J7", "[0]"),
        (NINETEEN, ["hit", "double"], {}, "BJ-H7a", "[1]"),
        ("5S 8D 4C TH 2H 2D", ["hit", "double"], {}, "BJ-A2", "[1]"),
        ("5S 8D 4C TH 2H 2D", ["hit", "surrender"], {"surrender": "text"}, "BJ-A7", "[1]"),
        ("AS 8D KC TH", ["stand"], {}, "BJ-H7a", "[0]"),
        ("TS 8D 6C TH KH", ["hit", "hit"], {}, "BJ-H7", "[1]"),
        ("5S 8D 4C TH 2H 2D", ["double", "hit"], {}, "BJ-H7b", "[1]"),
        ("AS 8D AC TH 2H 2D", ["split", "hit"], {}, "BJ-H7c", "[1]"),
        (PAIR, ["split"], {"split": False}, "BJ-J8", "[0]"),
        (PAIR, ["split", "double"], {"das": False}, "BJ-J7", "[1]"),
        ("8S 6D 8C TH 8H 2D", ["split", "split"], {"max_hands": 2}, "Q20", "[1]"),
        (NINETEEN, [], {"pitch": True, "decks": 2}, "BJ-I6", ""),
        ("TS 8D 6C TH KH", ["hit", "hit"], {"pitch": True, "decks": 2}, "BJ-I8", "[1]"),
        ("AS 8D AC TH 2H 2D", ["split", "hit"], {"pitch": True, "decks": 2}, "BJ-I8c", "[1]"),
    ],
)
def test_acts_that_are_missing_left_over_or_not_allowed(shoe, actions, settings, clause, place):
    """The act, or the list that lacks one, is named with the clause."""
    assert (clause, f"seats[0].actions{place}") == fault(answer(shoe, actions=actions, settings=settings))


@pytest.mark.parametrize(
    ("shoe", "action", "settings", "clause"),
    [
        (NINETEEN, {"act": "hit", "hit_wager": 100}, {}, "BJ-K6a"),
        (SUITED, {"act": "hit", "hit_wager": 100}, {"hit_wagers": False}, "BJ-K1"),
        (SUITED, {"act": "hit", "hit_wager": 1001}, {"decks": 1}, "BJ-K2c"),
        (SUITED, {"act": "double", "hit_wager": 101}, {"max": {"hit": 100}}, "BJ-K2b"),
        (PAIR, {"act": "split", "hit_wager": [None, 100]}, {}, "BJ-K6e"),
        (PAIR.replace("8C", "8S"), {"act": "split", "hit_wager": [100, None]}, {"hit_split": False}, "BJ-K6e"),
    ],
)
def test_hit_wagers_that_are_not_allowed(shoe, action, settings, clause):
    """By the act that carries them."""
    assert (clause, "seats[0].actions[0]") == fault(answer(shoe, actions=[action], settings=settings))


def test_a_hit_wager_after_another_suit_is_too_late():
    """The third card was a heart."""
    late = ["hit", {"act": "hit", "hit_wager": 100}]
    assert ("BJ-K6d", "seats[0].actions[1]") == fault(answer(SUITED, actions=late))


@pytest.mark.parametrize(
    ("seat", "settings", "clause", "field"),
    [
        ({"wager": 101}, {}, "Q29", "wager"),
        ({"wager": 98}, {"default_min": 100}, "BJ-P", "wager"),
        ({"wager": 102}, {"max": {"blackjack": 100}}, "BJ-P", "wager"),
        ({"seat": 8}, {}, "BJ-B1", "seat"),
        ({"seat": 3}, {"positions": 2}, "BJ-B1", "seat"),
        ({"wager": [1000, 1000]}, {}, "BJ-L1", "wager"),
        ({"wager": 1000}, TWO_HANDS, "BJ-L2", "wager"),
        ({"wager": [1000, 1000, 1000]}, TWO_HANDS, "BJ-L2", "wager"),
        ({"wager": [1000] * 4}, {"multiple_action": 3}, "BJ-L2", "wager"),
        ({"initial_suit": 100}, {}, "BJ-K1", "initial_suit"),
        ({"initial_suit": 101}, {"initial_suit": "same_suit", "max": {"same_suit": 100}}, "BJ-K2b", "initial_suit"),
        ({"initial_suit": 1001}, {"initial_suit": "same_suit", "decks": 1}, "BJ-K2c", "initial_suit"),
        ({"insurance": 100}, {}, "BJ-A4", "insurance"),
    ],
)
def test_wagers_that_are_not_allowed(seat, settings, clause, field):
    """Limits, places, the number of wagers, and optional ones."""
    assert (clause, f"seats[0].{field}") == fault(answer(settings=settings, **seat))


@pytest.mark.parametrize(
    ("insurance", "wager", "settings", "clause"),
    [
        (501, 1000, {}, "Q21"),
        (500, 1000, {"insurance": False}, "BJ-J6"),
        ([500], 1000, {}, "BJ-A4"),
        (500, [1000, 1000], TWO_HANDS, "BJ-L4"),
        ([500], [1000, 1000], TWO_HANDS, "BJ-L4"),
        ([None, 501], [1000, 1000], TWO_HANDS, "Q21"),
    ],
)
def test_insurance_that_is_not_allowed(insurance, wager, settings, clause):
    """Above half, not offered, or not an entry for each wager."""
    found = answer(ACE_UP, insurance=insurance, wager=wager, actions=["stand"], settings=settings)
    assert (clause, "seats[0].insurance") == fault(found)


@pytest.mark.parametrize(
    ("seats", "settings", "clause"),
    [
        ([{"seat": 1, "wager": 100}, {"seat": 1, "wager": 100}], {}, "BJ-B1"),
        ([{"seat": 1, "wager": [100]}], TWO_HANDS, "BJ-L2"),
        ([], {}, "BJ-G4"),
    ],
)
def test_a_round_that_cannot_be_dealt(seats, settings, clause):
    """A seat twice, one wager where two are asked for, nobody at all."""
    assert clause == answer(seats=seats, settings=settings)["clause"]


def test_all_faults_of_the_settings_are_told_at_once():
    """Each with its key and clause; the first one speaks."""
    settings = {"decks": 9, "same_suit_odds": 4, "surrender": "text", "multiple_action": 2, "streak": True}
    found = answer(settings=settings)
    expected = {"decks": "BJ-B4", "same_suit_odds": "BJ-K5", "surrender": "BJ-J5", "multiple_action": "BJ-L1"}
    assert {f"settings.{key}": clause for key, clause in expected.items()} == {
        fault["field"]: fault["clause"] for fault in found["faults"]
    }
    assert found["faults"][0]["reason"] == found["reason"]


def test_a_card_that_the_decks_cannot_hold_is_refused():
    """The second ace of spades of a single deck, with its place in the shoe."""
    found = answer("AS 8D AS TH", actions=["stand"], settings={"decks": 1})
    assert ("BJ-B4", "shoe[3]") == fault(found)


def test_a_seat_without_a_wager_is_refused():
    """An empty list is no wager, whoever else plays."""
    seats = [{"seat": 1, "wager": []}, {"seat": 2, "wager": [100, 100], "actions": ["stand"]}]
    assert "BJ-L2" == answer(f"{NINETEEN} 9H", seats=seats, settings=TWO_HANDS)["clause"]


@pytest.mark.parametrize(("seats", "clause"), [([], "BJ-G4"), ([{"seat": 1, "wager": [100]}], "BJ-L2")])
def test_wagers_are_looked_at_before_the_burn(seats, clause):
    """A round that cannot be dealt is refused, and not void for want of cards."""
    empty = {**document(seats=seats, settings=TWO_HANDS), "shoe": []}
    assert clause == settle_document(json.dumps(empty).encode(), 1)["clause"]


def test_a_burned_card_does_not_come_again():
    """The two of clubs of a single deck lies in the rack."""
    assert "BJ-B4" == answer("2C 8D 9C TH TD", actions=["stand"], settings={"decks": 1}).get("clause")


def one(**changed):
    """Return a change to the only seat of a document."""
    return {"seats": [{"seat": 1, "wager": 1000, **changed}]}


@pytest.mark.parametrize(
    ("changed", "field", "value"),
    [
        ({"shoe": ["4S", "1S"]}, "shoe[1]", "1S"),
        ({"shoe": ["4S", "4S^^"]}, "shoe[1]", "4S^^"),
        ({"shoe": ["4S", "^"]}, "shoe[1]", "^"),
        ({"shoe": ["4S", 7]}, "shoe[1]", 7),
        ({"shoe": "4S"}, "shoe", "4S"),
        (one(wager=0), "seats[0].wager", 0),
        (one(wager=10**12 + 1), "seats[0].wager", 10**12 + 1),
        (one(wager=10.5), "seats[0].wager", 10.5),
        (one(wager=[100, 0]), "seats[0].wager[1]", 0),
        (one(wager=None), "seats[0].wager", None),
        (one(seat=0), "seats[0].seat", 0),
        (one(initial_suit=0), "seats[0].initial_suit", 0),
        (one(insurance="half"), "seats[0].insurance", "half"),
        (one(insurance=[0]), "seats[0].insurance[0]", 0),
        (one(actions=["hit", "peek"]), "seats[0].actions[1]", "peek"),
        (one(actions=[{"act": "peek"}]), "seats[0].actions[0].act", "peek"),
        (one(actions=[{"act": "hit", "hit_wager": 0}]), "seats[0].actions[0].hit_wager", 0),
        (one(actions=[{"act": "hit", "hit_wager": [1, 2]}]), "seats[0].actions[0].hit_wager", (1, 2)),
        (one(actions=[{"act": "split", "hit_wager": 100}]), "seats[0].actions[0].hit_wager", 100),
        (one(actions=[{"act": "split", "hit_wager": [1]}]), "seats[0].actions[0].hit_wager", [1]),
        (one(actions=[{"act": "split", "hit_wager": [1, 2, 3]}]), "seats[0].actions[0].hit_wager", [1, 2, 3]),
        (one(actions=[{"act": "stand", "hit_wager": 100}]), "seats[0].actions[0].hit_wager", 100),
        (one(actions=[{"act": "surrender", "hit_wager": 100}]), "seats[0].actions[0].hit_wager", 100),
        ({"rulebook": "oneida-sicbo-2004"}, "rulebook", "oneida-sicbo-2004"),
        ({"settings": {"initial_suit": "spades"}}, "settings.initial_suit", "spades"),
        ({"settings": {"bj_pays": "3:2"}}, "settings.bj_pays", "3:2"),
        ({"settings": {"h17": 1}}, "settings.h17", 1),
        ({"settings": {"colour": 1}}, "settings.colour", 1),
    ],
)
def test_what_nobody_could_mean_is_an_input_error(changed, field, value):
    """Line, field and value are named."""
    data = json.dumps({**document(actions=["stand"]), **changed}).encode()
    with pytest.raises(InputError) as caught:
        settle_document(data, 7)
    assert (7, field, value) == (caught.value.line, caught.value.field, caught.value.value)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b'{"rulebook": "x"}',
        b'{"unknown": 1}',
        json.dumps(document(actions=["stand"], colour=1)).encode(),
        json.dumps(document(actions=[{"act": "hit", "wager": 1}])).encode(),
        json.dumps({**document(), "dealer": []}).encode(),
    ],
)
def test_malformed_documents_are_input_errors(data):
    """Nothing is settled: no JSON, no object, a field that is missing or unknown, at any depth."""
    with pytest.raises(InputError):
        settle_document(data, 1)


def test_one_malformed_line_stops_the_program(tmp_path, capsys):
    """The good line is not answered either: standard error says what stands where, and the exit code is 2."""
    good, bad = document(actions=["stand"]), document(wager=0)
    file = tmp_path / "rounds.jsonl"
    file.write_text("\n".join(map(json.dumps, (good, bad))))
    with pytest.raises(SystemExit) as leaving:
        main(["settle", "blackjack", str(file)])
    out, err = capsys.readouterr()
    assert (2, "", True) == (leaving.value.code, out, "line 2, field seats[0].wager: 0" in err)


def test_a_refusal_stands_among_the_answers(tmp_path, capsys):
    """Well-formed and against a rule: its own line, and exit code 0."""
    file = tmp_path / "rounds.jsonl"
    documents = [document(actions=[act]) for act in ("stand", "split", "stand")]
    file.write_text("\n".join(map(json.dumps, documents)))
    with pytest.raises(SystemExit) as leaving:
        main(["settle", "blackjack", str(file)])
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (0, [None, "BJ-A6", None]) == (leaving.value.code, [found.get("clause") for found in answers])
