"""`pitboss draw blackjack`: a table and its rounds as pictures, to a file or to standard output."""

import io
import sys

import pytest

from pitboss.cli import main

ROUND = (
    '{"rulebook": "oneida-blackjack-2004", "shoe": ["2C", "TH", "7D", "8D", "9H", "3D"], '
    '"seats": [{"seat": 2, "wager": 2000, "actions": ["stand"]}]}'
)
NEXT = ROUND.replace('"TH"', '"AH"').replace('"8D"', '"KD"').replace('"stand"', "")
VOID = ROUND.replace('"7D"', '"7D^"').replace('"9H"', '"9H^"')
REFUSED = ROUND.replace('"stand"', '"split"')


@pytest.fixture
def draw(capsys):
    """Return a function that draws and returns exit code, standard output and standard error."""

    def run(*tokens):
        with pytest.raises(SystemExit) as leaving:
            main(["draw", "blackjack", *tokens])
        return leaving.value.code, *capsys.readouterr()

    return run


@pytest.fixture
def rounds(tmp_path):
    """Write a file of four rounds and an empty line, and return its path."""
    file = tmp_path / "rounds.jsonl"
    file.write_text(f"{ROUND}\n\n{NEXT}\n{VOID}\n{REFUSED}")
    return str(file)


@pytest.fixture
def table(tmp_path):
    """Return a function that writes a table's file and returns its path."""

    def write(settings=""):
        file = tmp_path / "table.toml"
        file.write_text(f'rulebook = "oneida-blackjack-2004"\nname = "Maple 4"\n[settings]\n{settings}\n')
        return str(file)

    return write


def test_an_empty_table_is_printed(draw):
    """An SVG document on standard output, with seven places and no card."""
    code, out, err = draw()
    assert (0, "", True, True) == (code, err, out.startswith("<svg"), out.rstrip().endswith("</svg>"))
    assert (7, 0) == (out.count("data-seat="), out.count("data-card="))


def test_a_table_s_name_rules_and_places_are_drawn(draw, table):
    """They come from its file."""
    _, out, _ = draw("--table", table('positions = 5\nbj_pays = [6, 5]\nrounding = "down"'))
    assert (5, True, True) == (out.count("data-seat="), ">Maple 4<" in out, "Blackjack pays 6 to 5" in out)


def test_a_picture_is_written_to_a_file(draw, rounds, tmp_path):
    """The same picture, and nothing printed."""
    file = tmp_path / "table.svg"
    printed = draw("--round", rounds)[1]
    assert (0, "", "") == draw("--round", rounds, "-o", str(file))
    assert printed == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("tokens", "fact"),
    [
        ((), "total 18; lose on $20.00, -$20.00"),
        (("--line", "1"), "total 18; lose on $20.00"),
        (("--line", "3"), "total 21; blackjack on $20.00, +$30.00"),
        (("--line", "4"), "The round is void by BJ-M1"),
    ],
)
def test_the_first_round_is_drawn_or_the_one_on_a_line(draw, rounds, tokens, fact):
    """Lines are counted as an editor counts them."""
    code, out, err = draw("--round", rounds, *tokens)
    assert (0, "", True) == (code, err, fact in out)


def test_a_round_may_be_piped(draw, monkeypatch):
    """A dash reads standard input; one document may stand over several lines."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ROUND.replace(", ", ",\n").encode())))
    assert (0, True) == ((done := draw("--round", "-"))[0], "lose on $20.00" in done[1])


def test_a_round_on_its_table(draw, rounds, table):
    """With the name and the title that were given; rules that differ are refused with the settings' names."""
    code, out, _ = draw("--round", rounds, "--table", table(), "--title", "Evening")
    assert (0, True) == (code, "Blackjack: Evening" in out)
    code, out, err = draw("--round", rounds, "--table", table("h17 = false\ndecks = 8"))
    assert (2, "", True) == (code, out, "which has its own decks, h17" in err)


def test_a_tall_picture(draw, rounds):
    """For a narrow screen: higher than wide."""
    _, out, _ = draw("--round", rounds, "--tall")
    width, height = map(float, out.split('viewBox="0 0 ')[1].split('"')[0].split())
    assert (780, True) == (width, height > width)


def test_a_refused_round_is_told_in_a_sentence(draw, rounds):
    """Exit code 1, with line, field, reason and clause, and no half of a picture."""
    code, out, err = draw("--round", rounds, "--line", "5")
    facts = ["the round on line 5 is refused", "seats[0].actions[0]", "[BJ-A6]"]
    assert (1, "", []) == (code, out, [fact for fact in facts if fact not in err])


@pytest.mark.parametrize(
    ("tokens", "facts"),
    [
        (("--line", "1"), ["field line", "needs a file of rounds"]),
        (("--round", "missing.jsonl"), ["missing.jsonl"]),
        (("--rulebook", "hoian-roulette-2020"), ["not a blackjack rulebook"]),
        (("--table", "missing.toml"), ["missing.toml"]),
    ],
)
def test_what_cannot_be_drawn_is_told(draw, tokens, facts):
    """Exit code 2, with the field or value, and no half of a picture."""
    code, out, err = draw(*tokens)
    assert (2, "", []) == (code, out, [fact for fact in facts if fact not in err])


@pytest.mark.parametrize("line", ["2", "6", "0", "-1"])
def test_a_line_without_a_round(draw, rounds, line):
    """An empty one, or one that the file does not have."""
    code, out, err = draw("--round", rounds, "--line", line)
    assert (2, "", True) == (code, out, f"field line: {line}: no document of" in err)


def test_a_broken_round(draw, tmp_path):
    """What is no document is told with its line."""
    file = tmp_path / "broken.jsonl"
    file.write_text(f'{ROUND}\n{{"rulebook": 1}}\n')
    code, out, err = draw("--round", str(file), "--line", "2")
    assert (2, "", True) == (code, out, "line 2" in err)


def test_a_place_that_cannot_be_written(draw, tmp_path):
    """The output is named."""
    code, out, err = draw("-o", str(tmp_path / "no" / "where.svg"))
    assert (2, "", True) == (code, out, "field output" in err and "cannot be written" in err)
