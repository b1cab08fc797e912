"""A reading shoe's frames: the check is a setting without a default, and every changed byte is found."""

import pytest

from pitboss.errors import BadConfig
from pitboss.floor.devices.shoe_frames import BadFrame, CheckRule, Frame, FrameReader, ShoeSettings, frame_bytes

DIGITS = (0x30, 0x39)
RULES = [CheckRule.XOR, CheckRule.SUM]
CARD = b"D\x03\x3a"
"""A ten of spades for the Player; its first byte looks like the end of a frame."""


def read(data, rule=CheckRule.XOR):
    """Read bytes by a rule."""
    return FrameReader(ShoeSettings(rule, DIGITS)).feed(data)


class TestSettings:
    def test_the_check_has_no_default(self):
        """A house that says nothing of it has no reading shoe."""
        with pytest.raises(TypeError):
            ShoeSettings(sequence=DIGITS)  # type: ignore[call-arg]

    @pytest.mark.parametrize("words", [None, "", "yes", "no check  "])
    def test_no_check_needs_words(self, words):
        """More than a nod."""
        with pytest.raises(BadConfig, match="unchecked_because"):
            ShoeSettings(CheckRule.NONE, DIGITS, words)

    def test_no_check_with_words_is_taken(self):
        """Then any two characters end a frame."""
        settings = ShoeSettings(CheckRule.NONE, DIGITS, "every card is entered by the dealer too")
        data = frame_bytes(0x30, CARD, CheckRule.XOR)[:-2] + b"??"

        assert [Frame(0x30, CARD)] == FrameReader(settings).feed(data)

    def test_words_without_need_are_a_mistake(self):
        """Somebody meant the other setting."""
        with pytest.raises(BadConfig, match="checked by xor"):
            ShoeSettings(CheckRule.XOR, DIGITS, "every card is entered by the dealer too")

    @pytest.mark.parametrize("sequence", [(0x39, 0x30), (0x30, 0x36), (-1, 9), (0, 256)])
    def test_a_sequence_is_long_enough(self, sequence):
        """At least eight numbers, each a byte."""
        with pytest.raises(BadConfig, match="sequence"):
            ShoeSettings(CheckRule.XOR, sequence)

    def test_the_first_number_follows_the_last(self):
        """All others follow the one before."""
        settings = ShoeSettings(CheckRule.XOR, DIGITS)

        assert [0x31, 0x30] == [settings.after(0x30), settings.after(0x39)]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "data", [b"S", b"P", b"R", b"E", b"e", b"G\x10", b"D\x05\x11", b"D\x10\x4d", b"d\x00\x21", CARD]
)
def test_a_frame_is_read_back(rule, data):
    """Every kind, also with bytes that elsewhere begin or end a frame; whole and byte by byte."""
    sent = frame_bytes(0x35, data, rule)
    reader = FrameReader(ShoeSettings(rule, DIGITS))

    assert [Frame(0x35, data)] == read(sent, rule)
    assert [Frame(0x35, data)] == [frame for byte in sent for frame in reader.feed(bytes([byte]))]
    assert not reader.is_within


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("data", [b"S", b"G\x10", CARD])
def test_every_changed_byte_is_found(rule, data):
    """Each of all bytes changed into each of the 255 others: no frame comes of it."""
    sent = frame_bytes(0x35, data, rule)
    for at, old in enumerate(sent):
        for new in set(range(256)) - {old}:
            found = read(sent[:at] + bytes([new]) + sent[at + 1 :], rule)
            assert not any(isinstance(frame, Frame) for frame in found), (at, new)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"x", "bytes came outside any frame"),
        (b"\x05\x01", "a frame has no sequence number"),
        (b"\x050X", "a frame is of no kind that is known"),
        (b"\x050SS", "a frame does not end where it must"),
        (b"\x050S\x0300", "a frame's check is wrong"),
    ],
)
def test_what_is_wrong_is_said(data, reason):
    """Once, however many bytes follow."""
    assert [reason] == [frame.reason for frame in read(data)]


def test_bytes_outside_frames_are_told_once():
    """Until a frame begins."""
    good = frame_bytes(0x30, b"S", CheckRule.XOR)
    found = read(b"abc" + good + b"def")

    assert [BadFrame, Frame, BadFrame] == [type(frame) for frame in found]


def test_a_frame_that_was_cut_off_does_not_take_the_next_with_it():
    """Where the next one's first byte does not fit it begins anew."""
    good = frame_bytes(0x31, CARD, CheckRule.XOR)
    found = read(b"\x050S" + good)

    assert [BadFrame, Frame] == [type(frame) for frame in found]


def test_an_unfinished_frame_can_be_forgotten():
    """The plug was out."""
    reader = FrameReader(ShoeSettings(CheckRule.XOR, DIGITS))
    reader.feed(b"\x050D")
    assert reader.is_within
    reader.forget()

    assert [Frame(0x30, b"S")] == reader.feed(frame_bytes(0x30, b"S", CheckRule.XOR))
