"""`pitboss tote program`: a card's program in four forms, and every fault of a card that has none."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pitboss.cli import main
from pitboss.draw.program.program import Program
from tests.support.pages import CARDS, Page, card_document, program_from
from tests.support.pictures import IMAGES, PROGRAM_PICTURES, documented

FOX = str(CARDS / "fox-valley-downs.json")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
TOML = """
track = "FVD"
name = "Fox Valley Downs"
permit = "State permit 12"
[[races]]
number = 1
kind = "purse"
post_time = 2004-05-01T13:00:00-05:00
runners = [{no = "1", name = "Amber"}, {no = "2", name = "Brisk"}]
[[pools]]
type = "win"
races = [1]
minimum_minor = 200
takeout = "0.18"
"""
LOADED = """
import sys
from pitboss.cli import main
from pitboss.draw.program.program import Program
try:
    main(sys.argv[1:])
except SystemExit as leaving:
    assert not leaving.code, leaving.code
print(*{name.split(".")[0] for name in sys.modules}, file=sys.stderr)
"""


@pytest.fixture
def program(capsys, monkeypatch, tmp_path):
    """Return a function that makes a program and returns exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*tokens, card=None):
        if card is not None:
            Path("card.json").write_text(card if isinstance(card, str) else json.dumps(card), encoding="utf-8")
        with pytest.raises(SystemExit) as leaving:
            main(["tote", "program", *tokens])
        return leaving.value.code, *capsys.readouterr()

    return run


def test_a_program_is_printed(program):
    """Head, explanations with clauses, then the races with bets and runners, as plain text."""
    code, out, err = program(FOX, "--facility", "Oneida")
    assert (0, "", False) == (code, err, "\x1b" in out)
    lines = [" ".join(line.split()) for line in out.splitlines()]
    expected = [
        "Fox Valley Downs", "Race program, Saturday, May 1, 2004", "Oneida", "Times are UTC-05:00.",
        "Daily Double PW-C5", "- On this card on races 1 and 2; on races 5 and 6.", "Race 1 post time 1:00 PM",
        "Race 4 post time 2:32 PM The Bluegill Lake Handicap", "Win $2.00 16% PW-C1",
        "1A red Almost Thursday J. Whitford M. Osei 120 5-2",
        "Coupled entry: 1 and 1A are bet as number 1. One bet is on all of them.",
    ]  # fmt: skip
    assert [] == [line for line in expected if line not in lines]


@pytest.mark.parametrize("width", [30, 44, 60, 100, 200])
def test_a_program_fits_the_console(program, monkeypatch, width):
    """On a terminal no line is wider than it, nor than reads well."""
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    _, out, _ = program(FOX)
    plain = COLOUR.sub("", out)
    assert (True, True) == (plain != out, max(map(len, plain.splitlines())) <= min(width, 100))


def test_markup_and_controls_are_names(program):
    """Neither the console nor the terminal acts on what a card says."""
    card = card_document()
    card["name"] = "[bold]Down[/bold]\x1b[2J"
    card["races"][0]["runners"][0]["name"] = "[red]A[/red]"
    _, out, _ = program("card.json", card=card)
    assert (True, True, False) == (out.startswith("[bold]Down[/bold] [2J\n"), "[red]A[/red]" in out, "\x1b" in out)


def test_races_without_facts(program):
    """Nothing is printed for what a card does not say."""
    card = card_document()
    card["races"] = [
        {
            "number": 1,
            "kind": "purse",
            "post_time": "2004-05-01T13:00:00-05:00",
            "runners": [{"no": "30", "name": "A"}],
        },
        {"number": 2, "kind": "purse", "post_time": "2004-05-01T14:30:00-04:00", "runners": [{"no": "1", "name": "B"}]},
    ]
    card["pools"] = card["pools"][:1]
    code, out, _ = program("card.json", card=card)
    assert (0, True) == (code, "Race 2  post time 2:30 PM UTC-04:00\nPurse race  PW-A5a\n\n  No." in out)
    assert "Times are" not in out


def test_a_program_as_a_page(program):
    """To a file, or to standard output."""
    assert (0, "", "") == program(FOX, "--html", "a.html")
    code, out, _ = program(FOX, "--html", "-")
    assert (0, Path("a.html").read_text(encoding="utf-8")) == (code, out)
    assert "Señorita Paçoca" in Page(out).text


def test_a_program_on_paper(capsysbinary, monkeypatch, tmp_path):
    """To a file, or into a pipe."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as leaving:
        main(["tote", "program", FOX, "--pdf", "-"])
    out, err = capsysbinary.readouterr()
    assert (0, b"%PDF", b"") == (leaving.value.code, out[:4], err)
    with pytest.raises(SystemExit):
        main(["tote", "program", FOX, "--pdf", "a.pdf"])
    assert out == Path("a.pdf").read_bytes()


def test_a_program_as_data(program):
    """One JSON document with everything in it."""
    code, out, _ = program(FOX, "--json", "--facility", "Oneida")
    made = msgspec.json.decode(out, type=Program)
    assert (0, 1, program_from(card_document())) == (code, out.count("\n"), made)


def test_what_is_posted(program):
    """The explanations without the races."""
    code, out, _ = program(FOX, "--posted")
    assert (0, True, False) == (code, "Wagering explained, Saturday, May 1, 2004" in out, "Race 1" in out)


def test_a_card_as_toml(program):
    """Its name says so."""
    Path("card.toml").write_text(TOML, encoding="utf-8")
    code, out, err = program("card.toml")
    assert (0, "", True) == (code, err, "Win, Place" not in out and "Amber" in out)


def test_from_standard_input(program, monkeypatch):
    """With a dash in place of a file."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(FOX).read_bytes())))
    code, out, _ = program("-")
    assert (0, True) == (code, out.startswith("Fox Valley Downs\n"))


def test_without_a_name_the_facility_is_the_house(program):
    """Who adopted the rulebook, as on a table's sign."""
    assert "Oneida Business Committee, Oneida Tribe of Indians of Wisconsin" == program(FOX)[1].splitlines()[2]


def test_the_day_has_the_settings(program):
    """Name, date and settings come from the facility's file, and an option goes before it."""
    Path("day.toml").write_text('name = "Annex"\n[settings]\nexpires_after_days = 10\n', encoding="utf-8")
    _, out, _ = program(FOX, "--day", "day.toml")
    assert (True, True) == ("\nAnnex\n" in out, "paid before May 11, 2004" in out)
    assert "\nMain\n" in program(FOX, "--day", "day.toml", "--facility", "Main")[1]


def test_a_card_against_the_rules(program):
    """Every fault with its field, value and clause, and exit code 1."""
    card = card_document()
    card["is_equipped"] = False
    card["races"][0]["kind"] = "match"
    card["races"][2]["entries_close_at"] = "2004-04-20T10:00:00-05:00"
    code, out, err = program("card.json", "--html", "a.html", card=card)
    assert (1, "", False) == (code, out, Path("a.html").exists())
    expected = [
        ("is_equipped", "false", "PW-A8"), ("races[0].runners", "7", "PW-A5h"),
        ("races[2].entries_close_at", '"2004-04-20T10:00:00-05:00"', "PW-A5e"),
    ]  # fmt: skip
    assert expected == [(*line.split(": ")[:2], line[line.rindex("[") + 1 : -1]) for line in err.splitlines()]


def test_settings_against_the_rules(program):
    """The house's file is checked as the windows check it."""
    Path("day.toml").write_text("[settings]\ncancel_last = 5\n", encoding="utf-8")
    code, _, err = program(FOX, "--day", "day.toml")
    assert (1, 1, True) == (code, err.count("\n"), err.startswith("settings.cancel_last: 5: ") and "[PW-E1c]" in err)


def test_a_card_without_sense(program):
    """What cannot be read of every race and pool, with the day's faults, and exit code 2."""
    card = card_document()
    card["races"][0]["runners"][1]["no"] = "X"
    card["races"][3]["kind"] = "sprint"
    card["pools"][0]["takeout"] = 5
    code, out, err = program("card.json", "--date", "someday", card=card)
    fields = [line.partition(": ")[0] for line in err.splitlines()]
    assert (2, "") == (code, out)
    assert ["races[0].runners[1].no", "races[3].kind", "pools[0].takeout", "date"] == fields


def test_values_are_shown_as_they_stand_and_never_a_page_of_them(program):
    """In the words of JSON."""
    card = card_document()
    card["races"][0]["title"] = ["x" * 200]
    _, _, err = program("card.json", card=card)
    assert (True, True) == (err.startswith('races[0].title: ["xxx'), err.index("…") < 110)


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("{", "pitboss: not JSON"),
        ("[1]", "card: [1]: must be fields with their values"),
        ('{"races": 1}', "races: 1: must be a list"),
        ('{"track": "?", "races": [{}]}', "track: "),
    ],
)
def test_a_file_that_is_no_card(program, card, told):
    """Exit code 2, and the first thing that is wrong with the whole."""
    code, out, err = program("card.json", card=card)
    assert (2, "", told) == (code, out, err[: len(told)])


@pytest.mark.parametrize(
    ("tokens", "told"),
    [
        (("--rulebook", "x"), 'rulebook: "x": no such rulebook'),
        (("--rulebook", "oneida-sicbo-2004"), 'rulebook: "oneida-sicbo-2004": it has the rules of sicbo'),
        (("--date", "2004-05-02"), 'races[0].post_time: "2004-05-01T13:00:00-05:00": it is not on the facility\'s day'),
        (("--facility", ""), 'name: "": the facility\'s name'),
        (("--html", "no/where.html"), "pitboss: field output"),
        (("--day", "nothing.toml"), "pitboss: field file"),
        (("--html", "a.html", "--json"), "pitboss: field html"),
        (("--pdf", "a.pdf", "--html", "a.html"), "pitboss: field html"),
        (("--pdf", "a.pdf", "--json"), "pitboss: field pdf"),
    ],
)
def test_what_cannot_be_made(program, tokens, told):
    """Exit code 2, nothing on standard output, and no file."""
    code, out, err = program(FOX, *tokens)
    assert (2, "", told, []) == (code, out, err[: len(told)], list(Path().iterdir()))


def test_a_card_that_is_not_there(program):
    """As JSON or as TOML, a file that cannot be read is an error of the input."""
    assert [2, 2] == [program(name)[0] for name in ("nothing.json", "nothing.toml")]


def test_a_pdf_is_not_for_a_terminal(program, monkeypatch):
    """Nothing is printed but a sentence that says what to do."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    code, out, err = program(FOX, "--pdf", "-")
    assert (2, "", True) == (code, out, "--pdf program.pdf" in err)


@pytest.mark.parametrize("tokens", [(), ("--html", "-"), ("--json",)])
def test_no_library_for_paper_is_loaded_without_need(tokens):
    """Text, page and data are quick."""
    command = [sys.executable, "-c", LOADED, "tote", "program", FOX, *tokens]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    assert set() == {"reportlab", "PIL", "numpy", "numba"} & set(done.stderr.split())


@pytest.mark.parametrize("name", PROGRAM_PICTURES)
def test_the_documented_picture_is_current(name):
    """The picture under docs/images is what a terminal shows; tests/support/pictures.py remakes it."""
    assert documented(name) == (IMAGES / name).read_text(encoding="utf-8")
