"""When a reading shoe is believed: three equal frames in a row, numbers without a gap, and nothing else."""

import pytest

from pitboss.floor.devices.shoe_frames import BadFrame, CheckRule, Frame, FrameReader, ShoeSettings, frame_bytes
from pitboss.floor.devices.shoe_machine import (
    UNFINISHED_NS,
    CardRead,
    ResultRead,
    ShoeHold,
    ShoeMachine,
    ShoeNote,
    card_of,
    contradiction,
)
from pitboss.games.baccarat.hands import Outcome, Side
from pitboss.games.cards import CARDS

SETTINGS = ShoeSettings(CheckRule.XOR, (0x30, 0x39))
TEN, ACE = b"D\x00\x3a", b"D\x10\x41"
SENT = frame_bytes(0x30, TEN, CheckRule.XOR)


@pytest.fixture
def machine():
    """Return a machine that has heard nothing."""
    return ShoeMachine(SETTINGS)


def thrice(number, data):
    """Return a message as it is sent."""
    return [Frame(0x30 + number, data)] * 3


def reason_of(found):
    """Return why the shoe was held, which must be all that was found."""
    (hold,) = found
    assert isinstance(hold, ShoeHold)
    return hold.reason


def heard(data, rule=CheckRule.XOR):
    """Return what bytes make certain."""
    settings = ShoeSettings(rule, (0x30, 0x39))
    return ShoeMachine(settings).hear(FrameReader(settings).feed(data), 0)


def test_every_card_has_one_code():
    """52 of the 256 codes are cards, each once."""
    assert sorted(CARDS) == sorted(card for code in range(256) if (card := card_of(code)) is not None)


def test_three_equal_frames_are_a_card(machine):
    """Not one, not two; a fourth adds nothing."""
    frames = thrice(0, TEN)

    assert () == machine.hear(frames[:2], 0)
    assert (CardRead(0x30, "TS", Side.PLAYER),) == machine.hear(frames[2:], 0)
    assert () == machine.hear(frames[:1], 0)
    assert (CardRead(0x31, "AH", Side.BANKER),) == machine.hear(thrice(1, ACE), 0)


def test_the_other_messages(machine):
    """Start, standing by, a card out of the game, a result."""
    frames = [*thrice(8, b"S"), *thrice(9, b"P"), *thrice(0, b"d\x00\x21"), *thrice(1, b"G\x41")]
    started, ready, out, result = machine.hear(frames, 0)

    assert [ShoeNote(0x38, "the shoe has started"), ShoeNote(0x39, "the shoe stands by")] == [started, ready]
    assert ("AC", True) == (out.card, out.is_out_of_game)
    assert ResultRead(0x31, Outcome.BANKER) == result


@pytest.mark.parametrize(
    ("frames", "reason"),
    [
        ([BadFrame("a frame's check is wrong", b"")], "a frame's check is wrong"),
        ([*thrice(0, TEN)[:2], *thrice(1, ACE)], "message 48 of the shoe came 2 times and not 3"),
        ([Frame(0x30, TEN), Frame(0x30, ACE)], "the shoe sent two messages under the number 48"),
        (thrice(0, b"R"), "the shoe asks for the hand to be dealt again"),
        (thrice(0, b"E"), "the shoe reports an error"),
        (thrice(0, b"e"), "the shoe says that its error was cancelled"),
        (thrice(0, b"G\x70"), "the shoe was made to end the round"),
        (thrice(0, b"G\x30"), "the shoe sent no result: 30"),
        (thrice(0, b"D\x00\x3e"), "the shoe sent the code 3E, which is no card"),
        (thrice(0, b"D\x20\x3a"), "the shoe gave TS to no hand"),
    ],
)
def test_what_holds_the_game(machine, frames, reason):
    """Each with its reason, once; nothing is read after it."""
    assert reason == reason_of(machine.hear([*frames, *thrice(5, TEN)], 0))


@pytest.mark.parametrize(
    ("frames", "reason"),
    [
        (thrice(2, ACE), "the shoe's messages between 48 and 50 are missing"),
        (thrice(9, ACE), "the shoe's messages between 48 and 57 are missing"),
        (thrice(0, ACE), "the shoe sent two messages under the number 48"),
    ],
)
def test_what_does_not_follow_holds_the_game(machine, frames, reason):
    """A number left out, gone back, or used again for another card."""
    machine.hear(thrice(0, TEN), 0)

    assert reason == reason_of(machine.hear(frames, 0))


def test_nothing_is_read_until_somebody_resumes(machine):
    """Then whatever number comes is the first."""
    machine.hear(thrice(0, b"E"), 0)
    assert () == machine.hear(thrice(1, TEN), 0)
    machine.resume()

    assert (CardRead(0x37, "TS", Side.PLAYER),) == machine.hear(thrice(7, TEN), 0)


def test_a_message_must_be_finished_in_time(machine):
    """Two of three frames and then nothing, or a frame that does not end, hold the game; a shoe at rest does not."""
    assert () == machine.tick(10 * UNFINISHED_NS)
    machine.hear(thrice(0, TEN)[:2], 10 * UNFINISHED_NS)
    assert () == machine.tick(10 * UNFINISHED_NS)
    assert () == machine.tick(11 * UNFINISHED_NS - 1)
    assert "a message of the shoe was not finished" == reason_of(machine.tick(11 * UNFINISHED_NS))
    assert () == machine.tick(20 * UNFINISHED_NS, is_within=True)


def test_messages_without_a_pause_are_finished(machine):
    """Each has its own time."""
    for second in range(10):
        machine.hear(thrice(second, TEN)[:2], second * 10**9)
        assert () == machine.tick(second * 10**9)
        machine.hear(thrice(second, TEN)[2:], second * 10**9)


def test_the_plug_holds_once(machine):
    """However often it is missed."""
    assert "the shoe is unplugged" == reason_of(machine.unplugged())
    assert () == machine.unplugged()


class TestWhatIsGuaranteed:
    """What stands between a changed frame and a wrong card, and where it ends."""

    @pytest.mark.parametrize("rule", [CheckRule.XOR, CheckRule.SUM])
    def test_one_changed_byte_is_no_card_even_three_times(self, rule):
        """The same change to all three frames: the check finds it."""
        sent = frame_bytes(0x30, TEN, rule)
        for at, old in enumerate(sent):
            for new in set(range(256)) - {old}:
                found = heard((sent[:at] + bytes([new]) + sent[at + 1 :]) * 3, rule)
                assert not any(isinstance(entry, CardRead) for entry in found), (at, new)

    @pytest.mark.parametrize("copies", [1, 2])
    def test_a_change_that_passes_the_check_in_some_copies_holds(self, copies):
        """The same bit of two bytes passes an exclusive or; the copies that differ hold the game."""
        changed = bytearray(SENT)
        changed[3] ^= 0x10
        changed[4] ^= 0x10
        assert 1 == len(FrameReader(SETTINGS).feed(bytes(changed)))
        assert isinstance(FrameReader(SETTINGS).feed(bytes(changed))[0], Frame)

        assert reason_of(heard(bytes(changed) * copies + SENT * (3 - copies)))
        assert reason_of(heard(SENT * (3 - copies) + bytes(changed) * copies))

    def test_the_same_change_in_all_copies_is_beyond_it(self):
        """This is the limit: three equal frames with a right check cannot be told from the shoe's own."""
        changed = bytearray(SENT)
        changed[3] ^= 0x10
        changed[4] ^= 0x10

        assert (CardRead(0x30, "TC", Side.BANKER),) == heard(bytes(changed) * 3)

    def test_a_whole_turn_of_lost_messages_is_beyond_it_too(self, machine):
        """Ten numbers, ten messages lost at once."""
        machine.hear(thrice(0, TEN), 0)

        assert (CardRead(0x31, "AH", Side.BANKER),) == machine.hear(thrice(1, ACE), 0)


@pytest.mark.parametrize(
    ("outcome", "player", "banker", "words"),
    [
        (Outcome.PLAYER, ["9S", "TS"], ["4H", "4D"], None),
        (Outcome.BANKER, ["2S", "TS", "AS"], ["4H", "4D"], None),
        (Outcome.TIE, ["4S", "4C"], ["4H", "4D"], None),
        (Outcome.PLAYER, ["4S", "3C"], ["4H", "4D"], "the shoe says player, and the cards come to banker, 7 to 8"),
        (Outcome.BANKER, ["4S", "4C"], ["4H", "4D"], "the shoe says banker, and the cards come to tie, 8 to 8"),
    ],
)
def test_the_result_is_compared_with_the_cards(outcome, player, banker, words):
    """It never replaces them."""
    assert words == contradiction(ResultRead(0x30, outcome), player, banker)
