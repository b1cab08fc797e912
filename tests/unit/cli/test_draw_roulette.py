"""`pitboss draw roulette`: the layout as a picture, to a file or to standard output."""

import pytest

from pitboss.cli import main
from tests.support.driver import HOIAN, ONEIDA


@pytest.fixture
def draw(capsys):
    """Return a function that draws and returns exit code, standard output and standard error."""

    def run(*tokens):
        with pytest.raises(SystemExit) as leaving:
            main(["draw", "roulette", *tokens])
        return leaving.value.code, *capsys.readouterr()

    return run


def test_a_picture_is_printed(draw):
    """An SVG document on standard output."""
    code, out, err = draw()
    assert (0, "", True, True) == (code, err, out.startswith("<svg"), out.rstrip().endswith("</svg>"))


def test_a_picture_is_written_to_a_file(draw, tmp_path):
    """The same picture, and nothing printed."""
    file = tmp_path / "layout.svg"
    printed = draw("--rulebook", HOIAN)[1]
    assert (0, "", "") == draw("--rulebook", HOIAN, "-o", str(file))
    assert printed == file.read_text(encoding="utf-8")


def test_bets_dolly_and_title_are_drawn(draw):
    """Each of them changes the picture, and the title is in it."""
    pictures = [
        draw(*more)[1] for more in ((), ("--bet", "straight:17=2500"), ("--dolly", "17"), ("--title", "Table 9"))
    ]
    assert (4, True) == (len(set(pictures)), "Table 9" in pictures[3])


def test_bets_may_be_given_again_and_again(draw):
    """Two bets are drawn both."""
    one, two = (draw(*more) for more in (("--bet", "red=5"), ("--bet", "red=5", "--bet", "odd=7")))
    assert (0, 0, True) == (one[0], two[0], one[1] != two[1])


@pytest.mark.parametrize(
    ("tokens", "facts"),
    [
        (("--dolly", "37"), ["field dolly", "'37'"]),
        (("--rulebook", HOIAN, "--dolly", "00"), ["field dolly", "37"]),
        (("--bet", "straight:17"), ["field bet", "'straight:17'"]),
        (("--bet", "straight:17=x"), ["field bet"]),
        (("--bet", "straight:17=-5"), ["field bet"]),
        (("--bet", "straight:17=0"), ["0"]),
        (("--bet", "straight:17=٢٥"), ["field bet"]),
        (("--bet", "rouge=5"), ["'rouge'"]),
        (("--rulebook", "nope"), ["'nope'"]),
        (("--table", "missing.toml"), ["missing.toml"]),
    ],
)
def test_what_cannot_be_drawn_is_told(draw, tokens, facts):
    """Exit code 2, with the field or value, and no half of a picture."""
    code, out, err = draw(*tokens)
    assert (2, "", []) == (code, out, [fact for fact in facts if fact not in err])


def test_a_bet_the_house_does_not_offer_is_refused(draw):
    """Well-formed and against the rules: exit code 1."""
    code, out, err = draw("--rulebook", ONEIDA, "--bet", "split:1-3=500")
    assert (1, "", True) == (code, out, "split:1-3" in err)


def test_a_place_that_cannot_be_written(draw, tmp_path):
    """The output is named."""
    code, out, err = draw("-o", str(tmp_path / "no" / "where.svg"))
    assert (2, "", True) == (code, out, "field output" in err and "cannot be written" in err)
