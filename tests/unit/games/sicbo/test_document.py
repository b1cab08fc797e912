"""Settlement documents of sic bo: what a throw pays and lights, by which clause, and what is refused or unreadable."""

import json

import pytest

from pitboss.cli import main
from pitboss.games.sicbo.document import settle_document
from tests.support.naive_sicbo import BETS
from tests.support.sicbo_driver import SICBO, SicBoDriver

GOOD = {"rulebook": SICBO, "dice": [3, 3, 5], "wagers": [{"bet": "pair:3", "cents": 100}]}


def settle(*wagers, **more):
    """Answer a document with these wagers, each a bet or a whole wager, at a dollar unless it says otherwise."""
    listed = [{"bet": wager, "cents": 100} if isinstance(wager, str) else {"cents": 100, **wager} for wager in wagers]
    return settle_document(json.dumps({**GOOD, "wagers": listed, **more}).encode(), 1)


def results(answer):
    """Return (bet, outcome, paid, net, clause) of each result."""
    return [tuple(row[key] for key in ("bet", "outcome", "paid", "net", "clause")) for row in answer["results"]]


def places(answer):
    """Return (field, clause) of each fault of a refused document."""
    assert answer["refused"] is True
    assert (answer["clause"], answer["reason"]) == (answer["faults"][0]["clause"], answer["faults"][0]["reason"])
    return [(fault["field"], fault["clause"]) for fault in answer["faults"]]


@pytest.fixture
def run(capsys, tmp_path):
    """Return a function that settles lines at the command line: exit code, standard output, standard error."""

    def settle_lines(*lines):
        file = tmp_path / "rounds.jsonl"
        file.write_bytes(b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines))
        with pytest.raises(SystemExit) as leaving:
            main(["settle", "sicbo", str(file)])
        return leaving.value.code, *capsys.readouterr()

    return settle_lines


class TestAnswers:
    def test_the_published_example(self):
        """The example of the format, as it stands there, to the order of its fields."""
        document = (
            b'{"rulebook": "oneida-sicbo-2004", "settings": {"two_of_a_kind": "at_least", "odds": {"triple": 180}},'
            b' "dice": [3, 3, 5], "wagers": [{"bet": "pair:3", "cents": 100}]}'
        )
        answer = {
            "results": [{"bet": "pair:3", "outcome": "win", "paid": 800, "net": 800, "clause": "SB-D1"}],
            "total_net": 800,
            "lit": ["big", "combination:3-5", "one:3", "one:5", "pair:3", "total:11"],
        }
        assert json.dumps(answer) == json.dumps(settle_document(document, 1))

    def test_a_result_for_every_wager_in_its_order(self):
        """Winners and losers stay as they were given, and the nets add up."""
        answer = settle("small", "one:3", "total:11", "triple:3")
        expected = [
            ("small", "lose", 0, -100, "SB-Bf"),
            ("one:3", "win", 200, 200, "SB-D2"),
            ("total:11", "win", 600, 600, "SB-D1"),
            ("triple:3", "lose", 0, -100, "SB-Ba"),
        ]
        assert (expected, 600) == (results(answer), answer["total_net"])

    def test_players_are_named_where_the_document_names_them(self):
        """A result has the player of its wager, in front, or none."""
        answer = settle({"bet": "big", "player": "Ann"}, "big")
        assert [["player", "bet", "outcome", "paid", "net", "clause"], ["bet", "outcome", "paid", "net", "clause"]] == [
            list(row) for row in answer["results"]
        ]

    def test_the_same_bet_again_has_its_own_result(self):
        """Two wagers of one player on one place are answered one by one."""
        rows = results(settle({"bet": "big", "cents": 100}, {"bet": "big", "cents": 250}))
        assert [(100, 100), (250, 250)] == [(paid, net) for _, _, paid, net, _ in rows]

    def test_no_wagers_at_all(self):
        """A throw without wagers still lights its places."""
        assert {"results": [], "total_net": 0, "lit": ["any_triple", "one:6", "pair:6", "triple:6"]} == settle(
            dice=[6, 6, 6]
        )

    def test_no_roll_decides_nothing(self):
        """With a die not flat there is the announcement and nothing else."""
        document = {"rulebook": SICBO, "event": "not_flat", "wagers": GOOD["wagers"]}
        expected = {"announce": "No Roll", "results": [], "total_net": 0, "lit": []}
        assert expected == settle_document(json.dumps(document).encode(), 1)
        assert expected == settle_document(json.dumps({**document, "dice": None}).encode(), 1)

    def test_null_is_no_event(self):
        """An event that is null did not happen."""
        assert settle("big") == settle("big", event=None)

    @pytest.mark.parametrize("dice", [[1, 1, 1], [1, 2, 3], [6, 5, 4], [2, 2, 5], [6, 6, 6]])
    def test_documents_and_tables_settle_alike(self, dice):
        """Every place, at a live table and in a document: the same outcome, payment and clause."""
        driver = SicBoDriver().opened()
        for bet in BETS:
            driver.bet("Ann", bet, 100)
        live = driver.rows(driver.pay(tuple(dice)))
        rows = results(settle(*BETS, dice=dice))
        assert live == {("Ann", bet): (outcome, paid, clause) for bet, outcome, paid, _, clause in rows}


class TestRefusals:
    def test_a_total_of_three(self):
        """It is notation, but no place: refused with its clause, and the answer says why."""
        answer = settle("total:3")
        assert ["refused", "clause", "reason", "faults"] == list(answer)
        assert [("wagers[0]", "SB-Bd")] == places(answer)
        assert "a total of 3 has no odds" in answer["reason"]

    def test_every_wager_without_a_place_at_once(self):
        """All faults are listed; no wager of such a document is settled."""
        answer = settle("total:18", "big", "combination:5-2")
        assert [("wagers[0]", "SB-Bd"), ("wagers[2]", "SB-Be")] == places(answer)

    def test_settings_against_the_rulebook(self):
        """Settings are checked as a table's are, and wagers besides."""
        answer = settle("total:3", settings={"verbal": "cash", "odds": {"pair": 7}})
        assert {("settings.odds.pair", "SB-D1"), ("settings.verbal", "SB-C1"), ("wagers[0]", "SB-Bd")} == set(
            places(answer)
        )

    def test_limits(self):
        """What a player has on one place is held to the limits, all wagers of the document together."""
        settings = {"max": {"big": 150}, "min": {"small": 200}}
        first, second = {"bet": "big", "player": "Ann"}, {"bet": "big", "player": "Bob"}
        assert [("wagers[2]", "SB-G"), ("wagers[3]", "SB-G")] == places(
            settle(first, second, first, "small", settings=settings)
        )

    def test_a_no_roll_with_a_wager_without_a_place(self):
        """A wager that could not lie there is refused whatever the dice do."""
        document = {"rulebook": SICBO, "event": "not_flat", "wagers": [{"bet": "total:3", "cents": 1}]}
        assert [("wagers[0]", "SB-Bd")] == places(settle_document(json.dumps(document).encode(), 1))

    def test_refusals_are_answers(self, run):
        """At the command line a refused document has its line among the others, and the exit code is 0."""
        code, out, err = run(GOOD, {**GOOD, "wagers": [{"bet": "total:3", "cents": 100}]}, GOOD)
        lines = [json.loads(line) for line in out.splitlines()]
        assert (0, "", [False, True, False]) == (code, err, [line.get("refused", False) for line in lines])


def wager(**more):
    """Return a document whose wager has something else in it."""
    return {**GOOD, "wagers": [{"bet": "big", "cents": 100, **more}]}


def without(name):
    """Return a document that lacks a field."""
    return {key: value for key, value in GOOD.items() if key != name}


# What cannot be read: the document, its field, and the value as it is shown.
MALFORMED = [
    (wager(cents=0), "wagers[0].cents", "0"),
    (wager(cents=-5), "wagers[0].cents", "-5"),
    (wager(cents=1.5), "wagers[0].cents", "1.5"),
    (wager(cents="100"), "wagers[0].cents", "'100'"),
    (wager(cents=True), "wagers[0].cents", "True"),
    (wager(cents=10**12 + 1), "wagers[0].cents", "1000000000001"),
    (wager(bet="jackpot"), "wagers[0].bet", "'jackpot'"),
    (wager(bet="total:2"), "wagers[0].bet", "'total:2'"),
    (wager(bet="triple:7"), "wagers[0].bet", "'triple:7'"),
    (wager(bet="straight:17"), "wagers[0].bet", "'straight:17'"),
    (wager(bet=7), "wagers[0].bet", "7"),
    (wager(late=True), "wagers[0].late", "True"),
    (wager(player=7), "wagers[0].player", "7"),
    (wager(player="x" * 201), "wagers[0].player", "'xxx"),
    ({**GOOD, "wagers": {}}, "wagers", "{}"),
    ({**GOOD, "dice": [3, 3]}, "dice", "[3, 3]"),
    ({**GOOD, "dice": [3, 3, 5, 5]}, "dice", "[3, 3, 5, 5]"),
    ({**GOOD, "dice": [3, 3, 7]}, "dice[2]", "7"),
    ({**GOOD, "dice": [0, 3, 5]}, "dice[0]", "0"),
    ({**GOOD, "dice": [3, 3.5, 5]}, "dice[1]", "3.5"),
    ({**GOOD, "dice": "335"}, "dice", "'335'"),
    ({**GOOD, "dice": None}, "dice", "None"),
    (without("dice"), "dice", "None"),
    ({**GOOD, "event": "not_flat"}, "dice", "[3, 3, 5]"),
    ({**without("dice"), "event": "tilted"}, "event", "'tilted'"),
    ({**GOOD, "pocket": "17"}, "pocket", "'17'"),
    ({**GOOD, "rulebook": "oneida-roulette-2008"}, "rulebook", "'oneida-roulette-2008'"),
    ({**GOOD, "rulebook": "nope"}, "rulebook", "'nope'"),
    ({**GOOD, "settings": {"two_of_a_kind": "sometimes"}}, "settings.two_of_a_kind", "'sometimes'"),
    ({**GOOD, "settings": {"half_back": False}}, "settings.half_back", "False"),
    ({**GOOD, "settings": []}, "settings", "[]"),
]


@pytest.mark.parametrize(("document", "field", "shown"), MALFORMED)
def test_what_cannot_be_read(run, document, field, shown):
    """Line, field and value on standard error, no answer even to the good line before, exit code 2."""
    code, out, err = run(GOOD, document)
    assert (2, "", True) == (code, out, f"line 2, field {field}: {shown}" in err)


@pytest.mark.parametrize("line", [b"{", b"[]", b"null", b"\xff", b'"big"', b"{} {}"])
def test_what_is_no_document(run, line):
    """Bytes that are no document are told with their line."""
    code, out, err = run(GOOD, line)
    assert (2, "", True) == (code, out, "line 2" in err)


@pytest.mark.parametrize("name", ["rulebook", "wagers"])
def test_what_may_not_be_left_out(run, name):
    """A document has a rulebook and wagers."""
    code, out, err = run(without(name))
    assert (2, "", True) == (code, out, "line 1" in err and name in err)
