"""`pitboss draw sicbo`: the lit layout as a picture, to a file or to standard output."""

import pytest

from pitboss.cli import main


@pytest.fixture
def draw(capsys):
    """Return a function that draws and returns exit code, standard output and standard error."""

    def run(*tokens):
        with pytest.raises(SystemExit) as leaving:
            main(["draw", "sicbo", *tokens])
        return leaving.value.code, *capsys.readouterr()

    return run


def test_a_picture_is_printed(draw):
    """An SVG document on standard output, dark without a throw."""
    code, out, err = draw()
    assert (0, "", True, True) == (code, err, out.startswith("<svg"), out.rstrip().endswith("</svg>"))
    assert 0 == out.count('class="lit"')


def test_a_picture_is_written_to_a_file(draw, tmp_path):
    """The same picture, and nothing printed."""
    file = tmp_path / "layout.svg"
    printed = draw("--dice", "3,3,5")[1]
    assert (0, "", "") == draw("--dice", "3,3,5", "-o", str(file))
    assert printed == file.read_text(encoding="utf-8")


def test_dice_bets_and_title_are_drawn(draw):
    """The places of the throw are lit, the bets win or lose, the title is there."""
    _, out, _ = draw("--dice", "3, 3, 5", "--bet", "pair:3=500", "--bet", "small=700", "--title", "Table 9")
    facts = ["$5.00 on pair:3, which wins", "$7.00 on small, which loses", "total 11, big", "Table 9"]
    assert (6, []) == (out.count('class="lit"'), [fact for fact in facts if fact not in out])


def test_a_table_s_odds_and_name_are_drawn(draw, tmp_path):
    """They come from its file."""
    file = tmp_path / "table.toml"
    file.write_text('rulebook = "oneida-sicbo-2004"\nname = "Jade 2"\n[settings.odds]\ntriple = 180\n')
    _, out, _ = draw("--table", str(file))
    assert (6, 0, True) == (out.count(">180 to 1<"), out.count(">150 to 1<"), ">Jade 2<" in out)


@pytest.mark.parametrize(
    ("tokens", "facts"),
    [
        (("--dice", "3,3"), ["field dice", "'3,3'", "2 are given"]),
        (("--dice", "335"), ["field dice", "1 is given"]),
        (("--dice", "3,3,5,6"), ["field dice", "4 are given"]),
        (("--dice", "3,3,7"), ["field dice", "'7' is not a number of a die"]),
        (("--dice", "3,,5"), ["field dice", "'' is not"]),
        (("--dice", "3,3,٥"), ["field dice"]),
        (("--dice", ""), ["field dice"]),
        (("--bet", "pair:3"), ["field bet", "'pair:3'", "pair:3=500"]),
        (("--bet", "pair:3=-5"), ["field bet"]),
        (("--bet", "pair:3=0"), ["0"]),
        (("--bet", "pair:7=500"), ["'7' is not a number of a die"]),
        (("--rulebook", "hoian-roulette-2020"), ["not a sicbo rulebook"]),
        (("--table", "missing.toml"), ["missing.toml"]),
    ],
)
def test_what_cannot_be_drawn_is_told(draw, tokens, facts):
    """Exit code 2, with the field or value, and no half of a picture."""
    code, out, err = draw(*tokens)
    assert (2, "", []) == (code, out, [fact for fact in facts if fact not in err])


def test_a_bet_the_house_does_not_offer_is_refused(draw):
    """Well-formed and against the rules: exit code 1, with the reason."""
    code, out, err = draw("--bet", "total:3=500")
    assert (1, "", True) == (code, out, "total:3 is not a place on this layout" in err)


def test_a_place_that_cannot_be_written(draw, tmp_path):
    """The output is named."""
    code, out, err = draw("-o", str(tmp_path / "no" / "where.svg"))
    assert (2, "", True) == (code, out, "field output" in err and "cannot be written" in err)
