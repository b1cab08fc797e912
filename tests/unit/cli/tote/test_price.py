"""`pitboss tote price`: what a card pays, and what it would pay."""

import json

import pytest

from pitboss.cli import main
from tests.support.tote_driver import answered, card_of, run


def price(capsys, tmp_path, card, *tokens):
    """Run the command on a card; return its exit code, standard output and standard error."""
    file = tmp_path / "card.json"
    file.write_text(json.dumps(card))
    with pytest.raises(SystemExit) as leaving:
        main(["tote", "price", str(file), *tokens])
    return leaving.value.code, *capsys.readouterr()


def rows(capsys, tmp_path, card, *tokens):
    """Return what is printed, line by line, each as its words."""
    code, out, err = price(capsys, tmp_path, card, *tokens)
    assert (0, "") == (code, err)
    return [line.split() for line in out.splitlines() if line.strip()]


def straight(**races):
    """Return a card with win, place and show on a race that ended 1, 2, 3."""
    card = card_of("win", [run("1", "2", "3", **races)], {})
    kinds = ("win", "place", "show")
    card["pools"] = {kind: {"type": kind, "races": ["1"], "takeout": "0"} for kind in kinds}
    card["tickets"] = [
        {"id": f"{kind} {number}", "pool": kind, "sel": [number], "amount": 200} for kind in kinds for number in "12"
    ]
    return card


def test_win_place_and_show_stand_in_one_table(capsys, tmp_path):
    """A row for each number that is paid on, in the order of the places."""
    found = rows(capsys, tmp_path, straight())
    assert ["Race", "1,", "prices", "for", "$2"] in found
    assert [["1", "$4.00", "$2.10", "$2.10"], ["2", "$2.10", "$2.10"]] == found[-2:]


def test_other_pools_have_a_line_for_each_winner(capsys, tmp_path):
    """With the combination, the price for two dollars and what is carried over."""
    races = [run("1"), run("2")]
    found = rows(capsys, tmp_path, card_of("pickn", races, {"1 1": 400}))
    assert ["P", "Pick", "n", "1/2", "1", "of", "2", "$2.10", "$3"] == found[-1]


def test_refunded_pools_say_why(capsys, tmp_path):
    """Also win pools, which are in no table of prices then."""
    found = rows(capsys, tmp_path, card_of("win", [run(cancelled="late")], {"1": 200}))
    assert ["P", "Win", "1", "refunded:", "race", "cancelled"] == found[-1]


def test_sources_have_prices_of_their_own(capsys, tmp_path):
    """Where their takeouts differ."""
    card = card_of("win", [run("1")], {"1": 400}, takeout={"host": "0.1", "guest": "0.2"})
    card["tickets"].append({"id": "g", "pool": "P", "sel": ["1"], "amount": 400, "source": "guest"})
    found = rows(capsys, tmp_path, card)
    assert [["1,", "host", "$2.10"], ["1,", "guest", "$2.10"]] == found[-2:]
    card["pools"]["P"]["type"], card["tickets"] = "exacta", []
    for source in ("host", "guest"):
        card["tickets"].append({"id": source, "pool": "P", "sel": ["1", "2"], "amount": 400, "source": source})
    assert [["1-ALL,", "host"], ["1-ALL,", "guest"]] == [row[3:5] for row in rows(capsys, tmp_path, card)[-2:]]


def test_open_win_pools_have_odds(capsys, tmp_path):
    """With the money on each number, the least of which is nothing."""
    found = rows(capsys, tmp_path, card_of("win", [run(runners=2)], {"1": 600}))
    assert [["1", "1-9", "$6"], ["2", "99-1", "$0"]] == found[-2:]


def test_open_pairs_have_probables(capsys, tmp_path):
    """In whole dollars as a table, nobody's with a dash."""
    found = rows(capsys, tmp_path, card_of("exacta", [run(runners=3)], {"1 2": 200, "3 1": 200}))
    assert [["1", "4", "-"], ["2", "-", "-"], ["3", "4", "-"]] == found[-3:]


def test_the_last_leg_has_will_pays(capsys, tmp_path):
    """Once every other leg is over, and then no probables any more."""
    races = [run("1", runners=2), run(runners=2)]
    found = rows(capsys, tmp_path, card_of("double", races, {"1 2": 200, "2 2": 200}))
    assert [["1", "-"], ["2", "$4.00"]] == found[-2:]
    assert "would" not in {word for row in found for word in row}


def test_chosen_pools_alone(capsys, tmp_path):
    """By name."""
    found = [json.loads(line) for line in price(capsys, tmp_path, straight(), "place", "--json")[1].splitlines()]
    assert ["place"] == [row["pool"] for row in found]


def test_as_rows(capsys, tmp_path):
    """What the card's settlement answers, pool by pool, everything that is open asked for."""
    card = card_of("exacta", [run(runners=3)], {"1 2": 200}, probables=True)
    card["pools"]["W"] = {"type": "win", "races": ["1"], "takeout": "0"}
    card["tickets"].append({"id": "w", "pool": "W", "sel": ["1"], "amount": 200})
    exacta, win = (json.loads(line) for line in price(capsys, tmp_path, card, "--json")[1].splitlines())
    pools = answered(card)["pools"]
    assert (pools["P"]["probables"], pools["W"]["odds"]) == (exacta["probables"], win["odds"])
    assert ("open", [], ["1"]) == (win["status"], win["winners"], win["races"])


def test_will_pays_as_a_row(capsys, tmp_path):
    """Of a double between its races."""
    card = card_of("double", [run("1", runners=2), run(runners=2)], {"1 2": 200}, will_pays=True)
    row = json.loads(price(capsys, tmp_path, card, "--json")[1])
    assert answered(card)["pools"]["P"]["will_pays"] == row["will_pays"]


def test_a_pool_that_is_not_there(capsys, tmp_path):
    """Exit code 2, with those that are."""
    code, out, err = price(capsys, tmp_path, straight(), "EX")
    assert (2, "", True) == (code, out, "'EX': no such pool; the card has win, place, show" in err)


def test_a_card_that_cannot_be_read(capsys, tmp_path):
    """As `settle` says it."""
    code, out, err = price(capsys, tmp_path, card_of("win", [run("1")], {"9": 100}))
    assert (2, "", "pitboss: field tickets[0].sel: '9': race 1 has no such runner\n") == (code, out, err)
