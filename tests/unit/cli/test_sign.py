"""`pitboss sign`: what is posted at a table, in four forms, to a file or to standard output."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli import main
from tests.support.driver import ONEIDA
from tests.support.pictures import read, texts

TABLE = """
rulebook = "oneida-sicbo-2004"
name = "Jade [bold]2[/bold]"
[settings]
default_min = 500
default_max = 50_000
[settings.odds]
triple = 180
"""
BAD = f'rulebook = "{ONEIDA}"\n[settings]\nhalf_back = true\n[settings.odds]\nstraight = 34\n'

COLOUR = re.compile(r"\x1b\[[0-9;]*m")

LOADED = """
import sys
from pitboss.cli import main
try:
    main(sys.argv[1:])
except SystemExit as leaving:
    assert not leaving.code, leaving.code
print(*{name.split(".")[0] for name in sys.modules}, file=sys.stderr)
"""


@pytest.fixture
def sign(capsys, monkeypatch, tmp_path):
    """Return a function that makes a table's sign and returns exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*tokens, content=TABLE):
        Path("table.toml").write_text(content, encoding="utf-8")
        with pytest.raises(SystemExit) as leaving:
            main(["sign", "table.toml", *tokens])
        return leaving.value.code, *capsys.readouterr()

    return run


def test_a_sign_is_printed(sign):
    """Head, limits, odds and rules with their clauses, as plain text; what looks like markup is a name."""
    code, out, err = sign()
    rows = [line.split() for line in out.splitlines()]
    assert (0, "", "Jade [bold]2[/bold]") == (code, err, out.splitlines()[1])
    expected = ["Minimum $5.00 SB-G", "Maximum $500.00 SB-G", "Three of a Kind 180 to 1 SB-D1"]
    assert [] == [line for line in expected if line.split() not in rows]
    assert "\x1b" not in out


@pytest.mark.parametrize("width", [20, 30, 36, 44, 60, 200])
def test_a_sign_fits_the_console(sign, monkeypatch, width):
    """On a terminal no line is wider than it, and every amount and clause is whole."""
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    _, out, _ = sign()
    plain = COLOUR.sub("", out)
    assert (True, True) == (plain != out, max(map(len, plain.splitlines())) <= width)
    # A narrow console may break between the words of the odds, never within a word, an amount or a clause.
    facts = ("Maximum", "Combination", "$500.00", "180", "SB-D1", "SB-C1")
    assert [] == [fact for fact in facts if fact not in re.split(r"[\s:]+", plain)]


def test_a_sign_as_data(sign):
    """One JSON document with everything in it."""
    code, out, _ = sign("--format", "json")
    document = json.loads(out)
    assert (0, 1, "oneida-sicbo-2004", "USD") == (code, out.count("\n"), document["rulebook"], document["currency"])
    line = {"label": "Three of a Kind", "value": "180 to 1", "clause": "SB-D1"}
    assert line == document["sections"][1]["lines"][0]


def test_a_sign_as_a_picture(sign):
    """SVG on standard output."""
    code, out, err = sign("--format", "svg")
    assert (0, "", True) == (code, err, {"$5.00", "180 to 1", "SB-G"} <= {*texts(read(out))})


def test_a_sign_as_a_page(tmp_path, capsysbinary):
    """PDF goes into a pipe as it is."""
    file = tmp_path / "table.toml"
    file.write_text(TABLE, encoding="utf-8")
    with pytest.raises(SystemExit) as leaving:
        main(["sign", str(file), "--format", "pdf"])
    out, err = capsysbinary.readouterr()
    assert (0, b"%PDF", b"%%EOF", b"") == (leaving.value.code, out[:4], out.rstrip()[-5:], err)


def test_a_page_is_not_for_a_terminal(sign, monkeypatch):
    """Nothing is printed but a sentence that says what to do."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    code, out, err = sign("--format", "pdf")
    assert (2, "", True) == (code, out, "--output sign.pdf" in err)


@pytest.mark.parametrize(
    ("name", "start"), [("a.svg", b"<svg"), ("a.PDF", b"%PDF"), ("a.json", b"{"), ("a.txt", b"Sic bo\n"), ("a", b"Sic")]
)
def test_the_name_of_the_file_says_the_form(sign, name, start):
    """Nothing is printed; what the name does not say is text."""
    assert (0, "", "") == sign("--output", name)
    assert start == Path(name).read_bytes()[: len(start)]


def test_a_form_that_is_asked_for_goes_before_the_name(sign):
    """The option says what is made."""
    assert (0, "", "") == sign("-o", "a.svg", "--format", "json")
    assert b"{" == Path("a.svg").read_bytes()[:1]


def test_text_for_a_file_has_no_colours(sign, monkeypatch):
    """Even if the terminal has them."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    sign("-o", "a.txt")
    assert b"\x1b" not in Path("a.txt").read_bytes()


def test_a_name_of_several_lines_is_printed_in_one(sign):
    """The head has a row for each of game, table and house."""
    _, out, _ = sign(content=TABLE.replace("Jade [bold]2[/bold]", "Jade\\n 2"))
    assert ["Sic bo", "Jade 2"] == out.splitlines()[:2]


def test_a_table_without_a_name_has_no_row_for_it(sign):
    """The house follows the game."""
    _, out, _ = sign(content='rulebook = "seabrook-roulette"')
    assert ["Double-zero roulette", "Seabrook Park", ""] == out.splitlines()[:3]


def test_a_table_with_a_fault_has_no_sign(sign, capsys):
    """All faults as `pitboss check` lists them, on standard error, with its exit code."""
    code, out, err = sign("-o", "a.svg", content=BAD)
    with pytest.raises(SystemExit) as leaving:
        main(["check", "table.toml"])
    assert (leaving.value.code, "", capsys.readouterr().out) == (code, out, err)
    assert (1, 2, False) == (code, err.count("\n"), Path("a.svg").exists())


@pytest.mark.parametrize("content", ["rulebook", 'rulebook = "x"', BAD + "[settings.min]\nred = -1"])
def test_a_file_without_sense(sign, content):
    """Exit code 2, and nothing on standard output."""
    code, out, err = sign(content=content)
    assert (2, "", True) == (code, out, bool(err))


@pytest.mark.parametrize("tokens", [("--format", "docx"), ("-o", "no/where.pdf")])
def test_what_cannot_be_made(sign, tokens):
    """A form that there is not, and a place that cannot be written: exit code 2."""
    code, out, err = sign(*tokens)
    assert (2, "", True) == (code, out, bool(err))


def test_text_loads_no_library_for_pages(sign):
    """A sign in the terminal is quick."""
    sign()
    command = [sys.executable, "-c", LOADED, "sign", "table.toml"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    assert set() == {"reportlab", "PIL", "numpy", "numba"} & set(done.stderr.split())
