"""What the commands share: reading, rows as JSON, tables for people."""

import io
import json
from fractions import Fraction

import pytest

from pitboss.cli.output import console, print_json, print_table, read_bytes, write_picture
from pitboss.errors import InputError


def test_a_file_is_read_whole(tmp_path):
    """Bytes, as they are."""
    file = tmp_path / "x"
    file.write_bytes(b"\xff\n\r\n")
    assert b"\xff\n\r\n" == read_bytes(str(file))


def test_a_dash_is_standard_input(monkeypatch):
    """Bytes again, whatever the encoding of the terminal."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="ascii"))
    assert b"\xff\n" == read_bytes("-")


@pytest.mark.parametrize("name", ["missing", ".", "x" * 5_000])
def test_what_cannot_be_read_is_told(tmp_path, name):
    """A missing file, a directory, a name that is too long."""
    with pytest.raises(InputError, match="cannot be read") as refused:
        read_bytes(str(tmp_path / name))
    assert ("file", str(tmp_path / name)) == (refused.value.field, refused.value.value)


def test_a_name_that_no_file_can_have():
    """A NUL is in no file's name; as an argument it cannot come, but from a program it can."""
    with pytest.raises(InputError):
        read_bytes("a\0b")


def test_rows_are_printed_a_line_each(capsys):
    """Any row that JSON can hold, text in its own script, and no row at all."""
    rows = [{"a": [1, None]}, "ü\n", 5]
    print_json(rows)
    print_json([])
    out = capsys.readouterr().out
    assert (rows, True) == ([json.loads(line) for line in out.splitlines()], "ü" in out)


def test_a_picture_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    """A disk that is full in the middle leaves the old picture, and nothing beside it."""
    file = tmp_path / "x.svg"
    write_picture("<svg/>", str(file))

    def full(path, data):
        with path.open("wb") as begun:
            begun.write(data[:2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    with pytest.raises(InputError, match="No space left"):
        write_picture("<svg>longer</svg>", str(file))
    assert ([file], "<svg/>") == (list(tmp_path.iterdir()), file.read_text())


def test_a_picture_may_go_to_a_device():
    """Which no file takes the place of."""
    write_picture("<svg/>", "/dev/null")
    with pytest.raises(InputError, match="No space left"):
        write_picture("<svg/>", "/dev/full")


def test_rows_are_flushed(monkeypatch):
    """A reader at the other end of a pipe has them when the command is done."""

    class Flushed(io.StringIO):
        flushed = ""

        def flush(self):
            self.flushed = self.getvalue()

    stream = Flushed()
    monkeypatch.setattr("sys.stdout", stream)
    print_json([1, 2])
    assert "1\n2\n" == stream.flushed


def test_a_table_shows_every_cell(capsys):
    """Title, columns in words, and cells as text; what looks like markup is data."""
    rows = [{"clause_id": "RO-F2", "edge": Fraction(1, 19), "text": "a [red]b[/red]"}]
    print_table("Odds and ends", ("clause_id", "edge", "text"), rows)
    out = capsys.readouterr().out
    assert [] == [fact for fact in ("Odds and ends", "clause id", "RO-F2", "1/19") if fact not in out]


def test_brackets_in_a_table_are_brackets(capsys):
    """A cell that holds [clause] is printed with it."""
    print_table("T", ("text",), [{"text": "a [red]b[/red]"}])
    assert "[red]" in capsys.readouterr().out


def test_a_console_without_a_terminal_is_wide(monkeypatch):
    """Into a file or a pipe a table is not squeezed into eighty columns."""
    monkeypatch.delenv("COLUMNS", raising=False)
    assert console().width > 120
