"""Bytes of the sensor's line become lines; what is not in form to the last byte is damaged."""

import pytest

from pitboss.floor.devices.sensor.frames import (
    LINE_BYTES_MAX,
    BareNumber,
    Damaged,
    Flag,
    LineReader,
    Status,
    WheelState,
    number_codes,
)
from pitboss.games.equipment import DOUBLE_ZERO, SINGLE_ZERO

LINE = Status(WheelState.NUMBER, 12, "07", Flag(0), 24, 1)


def test_a_status_line_is_read_back_as_it_was_sent():
    """What a wheel sends is what the reader gives."""
    assert b"*X;5;012;07;0;024;1\r\n" == LINE.data
    assert [LINE] == LineReader().feed(LINE.data)


def test_flags_are_a_sum():
    """A digit of B warns of the ball, its direction and the launch."""
    flags = Flag.BALL_MISSING | Flag.SAME_DIRECTION | Flag.VOID_LAUNCH

    assert [Status(WheelState.BALL_IN_RIM, 12, "07", flags, 24, 1)] == LineReader().feed(b"*X;3;012;07;B;024;1\r\n")


def test_a_line_may_come_in_pieces():
    """Bytes that end within a line wait for the rest of it."""
    reader = LineReader()
    pieces = [reader.feed(LINE.data[at : at + 1]) for at in range(len(LINE.data))]

    assert [[]] * (len(LINE.data) - 1) + [[LINE]] == pieces


def test_a_bare_number_is_two_characters():
    """The number's own line is told from the status."""
    assert [BareNumber("07"), BareNumber(" 0"), LINE] == LineReader().feed(b"07\r\n 0\r\n" + LINE.data)


@pytest.mark.parametrize(
    "data",
    [
        b"*X;5;012;07;0;024;1\n",
        b"*X,5,012,07,0,024,1\r\n",
        b"*X;7;012;07;0;024;1\r\n",
        b"*X;5;12;07;0;024;1\r\n",
        b"*X;5;012;7;0;024;1\r\n",
        b"*X;5;012;07;G;024;1\r\n",
        b"*X;5;012;07;0;024;2\r\n",
        b"*X;5;012;07;0;024;1 \r\n",
        b" *X;5;012;07;0;024;1\r\n",
        b"*Y;5;012;07;0;024;1\r\n",
        b"*X;5;012;0*X;5;012;07;0;024;1\r\n",
        b"\r\n",
        b"7\r\n",
        "*X;5;012;٠٧;0;024;1\r\n".encode(),
    ],
)
def test_what_is_not_in_form_is_damaged(data):
    """One byte too many, too few or another is enough."""
    assert [Damaged(data.removesuffix(b"\n"))] == LineReader().feed(data)


def test_noise_without_a_line_feed_is_told_once_and_kept_short():
    """Bytes without end fill no memory, and the line after them is read again."""
    reader = LineReader()
    told = [line for _ in range(1_000) for line in reader.feed(b"\xff" * 50)]

    assert [Damaged(b"\xff" * LINE_BYTES_MAX)] == told
    assert [LINE] == reader.feed(b"\n" + LINE.data)


def test_a_line_cut_by_the_plug_is_forgotten():
    """The beginning of a line before the plug was out is no part of the one after it."""
    reader = LineReader()
    reader.feed(LINE.data[:9])
    reader.forget()

    assert [LINE] == reader.feed(LINE.data)


def test_one_zero_has_one_meaning():
    """On a wheel with one zero both ways to send it are that zero."""
    codes = number_codes(SINGLE_ZERO)

    assert ("0", "0", "36") == (codes["00"], codes[" 0"], codes["36"])
    assert set(SINGLE_ZERO.pockets) == set(codes.values())


@pytest.mark.parametrize("said", [{}, {"zero": " 0"}, {"zero": "00", "double_zero": "00"}])
def test_two_zeros_are_not_guessed(said):
    """Unless the house says both codes, and two different ones, a zero is no number of a double-zero wheel."""
    assert {str(number) for number in range(1, 37)} == set(number_codes(DOUBLE_ZERO, **said).values())


def test_two_zeros_as_the_house_says():
    """The codes that the house has from the maker are used."""
    codes = number_codes(DOUBLE_ZERO, zero=" 0", double_zero="00")

    assert ("0", "00") == (codes[" 0"], codes["00"])
