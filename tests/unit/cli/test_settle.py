"""`pitboss settle`: documents in, one answer a line out, in the same order."""

import io
import json

import pytest

from pitboss.cli import main
from pitboss.cli.settle import documents
from pitboss.errors import InputError
from tests.support.driver import HOIAN, ONEIDA, SEABROOK

EXAMPLE = {
    "rulebook": ONEIDA,
    "settings": {"odds": {"straight": 36}, "max": {"straight": 2500}},
    "wagers": [{"player": "A", "bet": "straight:17", "cents": 1000, "late": False}],
    "spin": {"direction": "against", "revolutions": 9, "event": None},
    "pocket": "17",
}
RESULT = {"player": "A", "bet": "straight:17", "outcome": "win", "paid": 36000, "net": 36000, "clause": "RO-G1"}
ANSWER = {"valid": True, "results": [RESULT], "total_net": 36000, "payment_groups": [["straight:17"]]}


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


@pytest.fixture
def settled(capsys, tmp_path):
    """Return a function that settles documents from a file and returns the answers."""

    def settle(*lines, end="\n"):
        file = tmp_path / "rounds.jsonl"
        file.write_text(end.join(line if isinstance(line, str) else json.dumps(line) for line in lines) + end)
        code, out, err = run(capsys, "settle", "roulette", str(file))
        assert (0, "") == (code, err)
        return [json.loads(line) for line in out.splitlines()]

    return settle


def on(bet, **more):
    """Return a document with one wager of a dollar."""
    return {"rulebook": ONEIDA, "wagers": [{"bet": bet, "cents": 100}], "pocket": "17", **more}


def test_the_published_example(settled):
    """The answer is the published one, its keys in that order."""
    assert [json.dumps(ANSWER)] == [json.dumps(answer) for answer in settled(EXAMPLE)]


def test_json_is_accepted_and_changes_nothing(capsys, tmp_path):
    """The answer is always JSON."""
    file = tmp_path / "round.json"
    file.write_text(json.dumps(EXAMPLE))
    plain, asked = (run(capsys, "settle", "roulette", str(file), *more) for more in ((), ("--json",)))
    assert (plain, ANSWER) == (asked, json.loads(plain[1]))


def test_one_document_may_stand_over_several_lines(settled):
    """A pretty-printed document is one document, with or without empty lines before it."""
    pretty = json.dumps(EXAMPLE, indent=2)
    assert ([ANSWER], [ANSWER]) == (settled(pretty), settled("", " ", pretty))


def test_lines_are_answered_in_their_order(settled):
    """One answer a line; empty lines are passed over."""
    pockets = [str(number) for number in range(1, 37)]
    answers = settled("", *(on(f"straight:{pocket}", pocket=pocket) for pocket in pockets), "")
    assert [[[f"straight:{pocket}"]] for pocket in pockets] == [answer["payment_groups"] for answer in answers]


def test_lines_may_end_as_windows_ends_them(settled):
    """A carriage return before the line feed is white space."""
    assert [100, -100] == [answer["total_net"] for answer in settled(on("black"), on("red"), end="\r\n")]


def test_a_refusal_is_answered_on_its_own_line(settled):
    """Well-formed and against a rule: refused among good ones, and the exit code stays 0."""
    answers = settled(on("black"), on("split:1-3"), on("red"))
    assert (100, -100) == (answers[0]["total_net"], answers[2]["total_net"])
    assert ({"refused", "clause", "reason", "faults"}, "RO-D2") == (set(answers[1]), answers[1]["clause"])
    assert [("RO-D2", "split:1-3")] == [(fault["clause"], fault["value"]) for fault in answers[1]["faults"]]


@pytest.mark.parametrize(
    ("document", "clause"),
    [
        (on("first_four:0-1-2-3"), "RO-D5"),
        (on("split:20-17"), "RO-D2"),
        (on("red", rulebook=HOIAN, pocket="00"), "RH-4.1.1"),
        (on("red", settings={"half_back": True}), "RO-G2"),
        (on("red", rulebook=SEABROOK, settings={"odds": {"red": 2}}), "RS-P"),
        ({**on("red", rulebook=SEABROOK), "wagers": [{"bet": "red", "cents": 250}] * 2}, "RS-W"),
    ],
)
def test_every_refusal_names_its_clause(settled, document, clause):
    """Positions, numbers, settings and limits; the reason is the first fault's."""
    (answer,) = settled(document)
    assert (True, clause, answer["faults"][0]["reason"]) == (answer["refused"], answer["clause"], answer["reason"])


def test_a_void_round_is_announced(settled):
    """No spin, no payment."""
    (answer,) = settled(on("red", spin={"event": "floater"}))
    row = {"bet": "red", "outcome": "void", "paid": 0, "net": 0, "clause": "Q4"}
    assert (False, "No Spin", [row], 0) == tuple(answer[key] for key in ("valid", "announce", "results", "total_net"))


def test_a_dash_reads_standard_input(capsys, monkeypatch):
    """The documents may come through a pipe."""
    data = "\n".join(json.dumps(document) for document in (EXAMPLE, on("red"))).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    code, out, err = run(capsys, "settle", "roulette", "-")
    assert (0, [36000, -100], "") == (code, [json.loads(line)["total_net"] for line in out.splitlines()], err)


def test_names_of_players_may_be_in_any_script(settled):
    """Whatever text a player's name is, it comes back."""
    name = 'Nguyễn "Ø" 🎲\t'
    document = on("red") | {"wagers": [{"bet": "red", "cents": 1, "player": name}]}
    assert [name] == [answer["results"][0]["player"] for answer in settled(document)]


def test_five_megabytes_in_one_line_are_settled(settled):
    """A long line is read like a short one."""
    wagers = [{"bet": "red", "cents": 1, "player": f"{number:0200d}"} for number in range(22_000)]
    document = json.dumps(on("red") | {"wagers": wagers})
    (answer,) = settled(document)
    assert (True, 22_000, -22_000) == (len(document) > 5_000_000, len(answer["results"]), answer["total_net"])


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"{}", [(1, b"{}")]),
        (b"{}\n", [(1, b"{}")]),
        (b"\n\n{}\n", [(3, b"{}")]),
        (b"{}\n\n[]", [(1, b"{}"), (3, b"[]")]),
        (b"{}\r\n{}", [(1, b"{}\r"), (2, b"{}")]),
        (b"{\n}", [(1, b"{\n}")]),
        (b"\n{\n}\n", [(2, b"\n{\n}\n")]),
        (b"{}\n{", [(1, b"{}"), (2, b"{")]),
    ],
)
def test_a_file_is_split_into_documents(data, expected):
    """Lines that are JSON by themselves, or one document from the line it begins on."""
    assert expected == documents(data)


@pytest.mark.parametrize("data", [b"", b"\n", b" \r\n\t\n"])
def test_a_file_without_a_document_is_an_error(data):
    """Nothing in, nothing to settle."""
    with pytest.raises(InputError, match="no document"):
        documents(data)
