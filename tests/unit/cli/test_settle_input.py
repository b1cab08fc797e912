"""`pitboss settle` and input that cannot be read: line, field and value, nothing printed, exit code 2."""

import io
import json

import pytest

from pitboss.cli import main
from tests.support.driver import ONEIDA

GOOD = {"rulebook": ONEIDA, "wagers": [{"bet": "red", "cents": 100}], "pocket": "17"}


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


@pytest.fixture
def complaint(capsys, tmp_path):
    """Return a function that settles bad documents and returns what standard error says."""

    def settle(*lines):
        file = tmp_path / "rounds.jsonl"
        file.write_bytes(b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines))
        code, out, err = run(capsys, "settle", "roulette", str(file))
        assert (2, "") == (code, out)
        return err

    return settle


def wager(**more):
    """Return a document whose second wager has something else in it."""
    return {**GOOD, "wagers": [*GOOD["wagers"], {"bet": "red", "cents": 100, **more}]}


def missing(facts, text):
    """Return the facts that a text leaves out."""
    return [fact for fact in facts if fact not in text]


@pytest.mark.parametrize(
    ("cents", "shown"),
    [
        (-5, "-5"),
        (0, "0"),
        (1.5, "1.5"),
        ("100", "'100'"),
        (True, "True"),
        (10**12 + 1, "1000000000001"),
        (10**30, "1" + "0" * 30),
        (None, "None"),
        (1e3, "1000.0"),
        ([100], "[100]"),
        ({}, "{}"),
    ],
)
def test_an_amount_is_an_integer_from_1_to_a_million_millions(complaint, cents, shown):
    """Anything else is told with line, field and value, and no good line before it is answered."""
    err = complaint(GOOD, wager(cents=cents))
    assert [] == missing([f"line 2, field wagers[1].cents: {shown}: "], err)


@pytest.mark.parametrize(
    ("document", "facts"),
    [
        (wager(bet="rouge"), ["field wagers[1].bet", "'rouge'"]),
        (wager(bet="straight:37"), ["field wagers[1].bet", "'straight:37'"]),
        (wager(bet="straight:"), ["field wagers[1].bet", "'straight:'"]),
        (wager(bet=17), ["field wagers[1].bet", "17"]),
        (wager(player=17), ["field wagers[1].player", "17"]),
        (wager(player="x" * 201), ["field wagers[1].player", "xxx"]),
        (wager(late="no"), ["field wagers[1].late", "'no'"]),
        (wager(late=None), ["field wagers[1].late", "None"]),
        ({**GOOD, "wagers": None}, ["field wagers", "None"]),
        ({**GOOD, "wagers": {}}, ["field wagers", "{}"]),
        ({**GOOD, "rulebook": "nope"}, ["field rulebook", "'nope'"]),
        ({**GOOD, "rulebook": 5}, ["field rulebook", "5"]),
        ({**GOOD, "pocket": "37"}, ["field pocket", "'37'"]),
        ({**GOOD, "pocket": "017"}, ["field pocket", "'017'"]),
        ({**GOOD, "pocket": 17}, ["field pocket", "17"]),
        ({**GOOD, "settings": []}, ["field settings", "[]"]),
        ({**GOOD, "settings": {"zzz": 1}}, ["field settings.zzz", "1"]),
        ({**GOOD, "settings": {"odds": {"zzz": 1}}}, ["field settings.odds.zzz", "1"]),
        ({**GOOD, "settings": {"max": {"red": 1.5}}}, ["field settings.max.red", "1.5"]),
        ({**GOOD, "settings": {"max": {"red": 10**12 + 1}}}, ["field settings.max.red", "1000000000001"]),
        ({**GOOD, "settings": {"ball_diameter": "big"}}, ["field settings.ball_diameter", "'big'"]),
        ({**GOOD, "spin": []}, ["field spin", "[]"]),
        ({**GOOD, "spin": {"direction": "sideways"}}, ["field spin.direction", "sideways"]),
        ({**GOOD, "spin": {"event": "earthquake"}}, ["field spin.event", "earthquake"]),
        ({**GOOD, "spin": {"event": "same_direction"}}, ["field spin.event", "same_direction"]),
        ({**GOOD, "spin": {"revolutions": -1}}, ["field spin.revolutions", "-1"]),
        ({**GOOD, "spin": {"revolutions": 4.5}}, ["field spin.revolutions", "4.5"]),
        ({"wagers": [], "pocket": "1"}, ["rulebook"]),
        ({"rulebook": ONEIDA, "pocket": "1"}, ["wagers"]),
    ],
)
def test_what_cannot_be_read_is_told_with_line_field_and_value(complaint, document, facts):
    """Notation, types, settings, the spin: every fault has its place."""
    assert [] == missing(["line 1", *facts], complaint(document, GOOD))


def test_a_pocket_is_one_line(complaint):
    """A number with a line break behind it is no number that a wheel has."""
    assert [] == missing(["line 1", "field pocket"], complaint({**GOOD, "pocket": "17\n"}))


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({**GOOD, "surprise": 5}, "surprise"),
        (wager(surprise=5), "wagers[1].surprise"),
        ({**GOOD, "spin": {"surprise": 5}}, "spin.surprise"),
    ],
)
class TestAnUnknownField:
    def test_is_told_by_its_name(self, complaint, document, field):
        """At the top, in a wager, in the spin: its name and its line are told."""
        assert [] == missing(["line 1", "surprise", field.partition(".")[0]], complaint(document))

    def test_is_told_as_a_field_with_its_value(self, complaint, document, field):
        """The field is the unknown one and the value is what stands in it."""
        assert [] == missing([f"line 1, field {field}: 5: "], complaint(document))


@pytest.mark.parametrize(
    "line",
    [
        *(b"{", b"{bad}", b"nonsense", b"'{}'", b"\x00", b"\xff\xfe\x00\x01garbage\x80", b"\xef\xbb\xbf{}"),
        json.dumps(GOOD).replace('"red"', '"\\ud800"').encode(),
        json.dumps(GOOD).encode()[:-1],
        json.dumps(GOOD).encode() * 2,
        json.dumps(GOOD).encode() + b",",
    ],
)
def test_malformed_json_is_told_by_its_line(complaint, line):
    """Half a document, other bytes, a byte order mark, half of a surrogate pair, two documents in a line."""
    assert [] == missing(["line 3", "not JSON"], complaint(GOOD, b"", line, GOOD))


@pytest.mark.parametrize("value", [b"[]", b"5", b'"x"', b"null", b"true"])
def test_a_document_is_an_object(complaint, value):
    """JSON that is something else is told by its line."""
    assert [] == missing(["line 2", "object"], complaint(GOOD, value))


def test_of_two_bad_lines_the_first_is_told(complaint):
    """The error points at the first line that cannot be read, and neither is answered."""
    err = complaint(GOOD, wager(cents=-5), wager(cents=-7))
    assert ([], ["line 3"]) == (missing(["line 2", "-5"], err), missing(["line 3"], err))


def test_a_refusal_before_a_bad_line_is_not_printed(complaint):
    """Nothing is answered until everything could be read."""
    assert [] == missing(["line 2"], complaint(wager(bet="split:1-3"), b"{"))


def test_a_first_line_that_is_not_json(complaint):
    """It may begin a document of several lines, but this one never ends."""
    assert [] == missing(["line 1", "not JSON"], complaint(b"{bad", GOOD))


def test_a_fault_in_a_pretty_printed_document_is_told(complaint):
    """The line is where the document begins; field and value say the rest."""
    pretty = json.dumps(wager(cents=-5), indent=2).encode()
    assert [] == missing(["line 2, field wagers[1].cents: -5: "], complaint(b"", pretty))


def test_nesting_without_end_before_other_lines(complaint):
    """The first of several lines is looked at twice, and deep nesting is told at either look."""
    assert [] == missing(["line 1"], complaint(b"[" * 100_000, GOOD))


@pytest.mark.parametrize("place", ["odds", "ball_diameter", "zzz"])
def test_nesting_without_end_in_the_settings(complaint, place):
    """Lists in lists in lists are no settings."""
    document = json.dumps({**GOOD, "settings": {place: "?"}}).encode().replace(b'"?"', b"[" * 90_000 + b"]" * 90_000)
    assert [] == missing(["line 1"], complaint(document))


@pytest.mark.parametrize("rest", [b"", b", bad", b', "pocket": "\xff"}'])
def test_a_bad_amount_in_a_document_that_breaks_off(complaint, rest):
    """Two things wrong with one document are still only told."""
    line = b'{"rulebook": "oneida-roulette-2008", "wagers": [{"bet": "red", "cents": -5}]'
    assert [] == missing(["line 1"], complaint(line + rest))


def test_five_megabytes_of_nonsense(complaint):
    """A long value is not printed whole."""
    err = complaint(wager(bet="x" * 5_000_000))
    assert ([], True) == (missing(["line 1", "wagers[1].bet"], err), len(err) < 1_000)


@pytest.mark.parametrize("content", [b"", b"\n \r\n"])
def test_an_empty_file(complaint, content):
    """There is nothing to settle in it."""
    assert [] == missing(["no document"], complaint(content))


def test_a_file_that_is_not_there(capsys, monkeypatch, tmp_path):
    """The file's name and what is wrong with it."""
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "settle", "roulette", "missing.json")
    assert (2, "", []) == (code, out, missing(["missing.json", "No such file"], err))


def test_a_directory_is_no_file(capsys, tmp_path):
    """Told like a missing file."""
    code, out, err = run(capsys, "settle", "roulette", str(tmp_path))
    assert (2, "", []) == (code, out, missing(["field file", "directory"], err))


def test_standard_input_may_be_bad_too(capsys, monkeypatch):
    """A pipe with half a document is told like a file."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"{")))
    code, out, err = run(capsys, "settle", "roulette", "-")
    assert (2, "", []) == (code, out, missing(["line 1", "not JSON"], err))


@pytest.mark.parametrize("game", ["craps", "", "Roulette", "roulette.game"])
def test_an_unknown_game(capsys, tmp_path, game):
    """The games that there are are told, before the file is looked at."""
    code, out, err = run(capsys, "settle", game, str(tmp_path / "missing.json"))
    assert (2, "", []) == (code, out, missing(["field game", "roulette"], err))


@pytest.mark.parametrize(
    "tokens", [(), ("roulette",), ("roulette", "a.json", "b.json"), ("roulette", "a.json", "--loud")]
)
def test_settle_takes_a_game_and_a_file(capsys, tokens):
    """One argument too few or too many, or an unknown option, is a mistake on the command line."""
    code, out, err = run(capsys, "settle", *tokens)
    assert (2, "", True) == (code, out, bool(err))
