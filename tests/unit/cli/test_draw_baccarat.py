"""`pitboss draw baccarat`: a file of letters becomes a picture."""

import pytest

from pitboss.cli.draw import baccarat
from pitboss.draw.baccarat.table import draw
from pitboss.errors import BadNotation, InputError
from pitboss.games.baccarat.roads import results_of


def shoe(tmp_path, text):
    """Write results and return the path."""
    file = tmp_path / "shoe.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(file)


def test_the_picture_is_printed(capsys, tmp_path):
    """White space means nothing, nor does a byte order mark."""
    baccarat(results=shoe(tmp_path, "\ufeffBBP\n T B\r\n"), title="Shoe 12")
    assert draw(results_of("BBPTB"), title="Shoe 12") == capsys.readouterr().out


def test_the_picture_is_written(capsys, tmp_path):
    """A file instead of standard output."""
    output = tmp_path / "roads.svg"
    baccarat(results=shoe(tmp_path, "BPT"), output=str(output))
    assert (draw(results_of("BPT")), "") == (output.read_text(encoding="utf-8"), capsys.readouterr().out)


def test_a_wrong_letter_is_named_with_its_place(tmp_path):
    """Line and column from one, and the letter itself."""
    with pytest.raises(BadNotation, match="is no result") as refused:
        baccarat(results=shoe(tmp_path, "BPT\nB X"))
    assert "line 2, field column 3: 'X': is no result: B, P or T" == str(refused.value)


@pytest.mark.parametrize("name", ["missing.txt", "."])
def test_a_file_that_cannot_be_read(tmp_path, name):
    """The error names the file."""
    with pytest.raises(InputError, match="cannot be read"):
        baccarat(results=str(tmp_path / name))


def test_a_file_that_is_no_text(tmp_path):
    """A picture is not a list of results."""
    with pytest.raises(InputError, match="not text"):
        baccarat(results=shoe(tmp_path, b"\xff\xd8BPT"))


def test_a_place_that_cannot_be_written(tmp_path):
    """The error names the option."""
    with pytest.raises(InputError) as refused:
        baccarat(results=shoe(tmp_path, "B"), output=str(tmp_path / "no" / "roads.svg"))
    assert "output" == refused.value.field
