"""A number is believed after the whole sequence and in equal lines; whatever else happens holds the game."""

from dataclasses import replace

import pytest

from pitboss.floor.devices.sensor.frames import BareNumber, Damaged, Flag, WheelState, number_codes
from pitboss.floor.devices.sensor.machine import EQUAL_LINES, SILENCE_NS, Hold, HoldCause, Reading, WheelMachine
from pitboss.games.equipment import DOUBLE_ZERO
from pitboss.games.roulette.acts import Direction
from tests.support.line_simulator import idle_lines, spin_lines

CODES = number_codes(DOUBLE_ZERO)
SPIN = spin_lines((41, "05"), "17")
RIM, SLOW, NUMBER = 4, 10, 16
"""Where in the spin the ball is in the rim, slows down, and rests."""
READING = Reading("17", direction=Direction.AGAINST, spin=42)
DAMAGED = Damaged(b"?")


def heard(lines):
    """Return what a new machine finds in lines."""
    return WheelMachine(CODES, now_ns=0).hear(lines, 1)


def causes(lines):
    """Return why a new machine holds."""
    return told(heard(lines))


def told(found):
    """Return the causes of holds and the numbers of readings."""
    return [entry.cause if isinstance(entry, Hold) else entry.pocket for entry in found]


def with_line(at, **changes):
    """Return the spin with one line changed."""
    return [*SPIN[:at], replace(SPIN[at], **changes), *SPIN[at + 1 :]]


def test_a_whole_spin_gives_its_number():
    """The number is found once, however often it is repeated."""
    assert (READING,) == heard(SPIN)


def test_a_number_needs_equal_lines():
    """It is found with the third line that says so, and not before."""
    assert () == heard(SPIN[: NUMBER + EQUAL_LINES - 1])
    assert (READING,) == heard(SPIN[: NUMBER + EQUAL_LINES])


def test_the_third_line_may_come_from_the_start_of_the_next_spin():
    """A wheel that shows its number only for a second repeats it while it takes bets."""
    assert (READING,) == heard([*SPIN[: NUMBER + 2], *idle_lines(42, "17", 1)])


def test_one_line_of_the_number_is_not_enough():
    """What the wheel said only once while the number was established is not believed."""
    again = [*idle_lines(42, "17", 5), *spin_lines((42, "17"), "20")[4:]]

    assert [HoldCause.CONTRADICTION] == causes([*SPIN[: NUMBER + 1], *again])


def test_spins_follow_one_another():
    """The count goes on from spin to spin, and from 999 to 0."""
    lines = [*spin_lines((998, "05"), "17"), *spin_lines((999, "17"), "36"), *spin_lines((0, "36"), "36")]

    assert [("17", 999), ("36", 0), ("36", 1)] == [(found.pocket, found.spin) for found in heard(lines)]


@pytest.mark.parametrize("missing", [slice(0, RIM), slice(RIM, SLOW), slice(SLOW, NUMBER)])
def test_a_state_left_out_holds(missing):
    """Every state of the sequence must have been heard."""
    lines = list(SPIN)
    del lines[missing]

    assert [HoldCause.CONTRADICTION] == causes(lines)


@pytest.mark.parametrize(
    ("at", "state"),
    [
        (RIM + 1, WheelState.START),
        (RIM + 1, WheelState.PLACE_BETS),
        (RIM + 1, WheelState.NUMBER),
        (SLOW + 1, WheelState.PLACE_BETS),
        (SLOW + 1, WheelState.BALL_IN_RIM),
        (NUMBER, WheelState.START),
        (NUMBER + 1, WheelState.PLACE_BETS),
        (NUMBER + 1, WheelState.BALL_IN_RIM),
        (NUMBER + 1, WheelState.NO_MORE_BETS),
    ],
)
def test_a_wheel_out_of_order_holds(at, state):
    """A state that cannot follow is a contradiction, even for one line."""
    assert [HoldCause.CONTRADICTION] == causes(with_line(at, state=state))


@pytest.mark.parametrize("at", [RIM, RIM + 2, SLOW, SLOW + 2, NUMBER, NUMBER + 2])
@pytest.mark.parametrize("flags", [1, 2, 4, 8, 3, 15])
def test_a_warning_holds(at, flags):
    """No number is taken from a spin in which the wheel warned of anything."""
    assert [HoldCause.WARNING] == causes(with_line(at, flags=Flag(flags)))


def test_a_ball_in_the_dealers_hand_is_no_warning():
    """While bets are placed the ball is not in the wheel; a faulty sensor is another matter."""
    assert ["17"] == causes(with_line(2, flags=Flag.BALL_MISSING))
    assert [HoldCause.WARNING] == causes(with_line(2, flags=Flag.FAULT))[:1]


@pytest.mark.parametrize("spin", [41, 43, 40, 942])
def test_a_count_that_is_not_one_more_holds(spin):
    """The same count, a jump and a step back are contradictions."""
    lines = [*SPIN[:NUMBER], *[replace(line, spin=spin) for line in SPIN[NUMBER:]]]

    assert [HoldCause.CONTRADICTION] == causes(lines)


@pytest.mark.parametrize("at", [RIM + 1, SLOW + 1, NUMBER + 1])
@pytest.mark.parametrize("changes", [{"number": "20"}, {"spin": 77}, {"direction": 1}])
def test_what_changes_within_a_spin_holds(at, changes):
    """Count, number and direction stand still while the ball runs."""
    assert [HoldCause.CONTRADICTION] == causes(with_line(at, **changes))


def test_two_numbers_hold():
    """A second number after one was accepted is told, so that nothing is paid on the first."""
    assert ["17", HoldCause.CONTRADICTION] == causes(with_line(NUMBER + EQUAL_LINES, number="20"))


def test_a_spin_that_was_not_followed_holds():
    """A count that moved while the wheel rested belongs to a spin nobody heard."""
    assert ["17", HoldCause.CONTRADICTION] == causes([*SPIN, *idle_lines(43, "20", 4)])


def test_one_damaged_line_is_borne_and_a_second_one_holds():
    """A noisy line without a checksum is not trusted."""
    one = [*SPIN[:SLOW], DAMAGED, *SPIN[SLOW:]]

    assert ["17"] == causes(one)
    assert [HoldCause.CONTRADICTION] == causes([*one[:-3], DAMAGED, *one[-3:]])


def test_a_damaged_line_breaks_the_row_of_equal_ones():
    """Equal lines count only where nothing stands between them."""
    assert () == heard([*SPIN[: NUMBER + 2], DAMAGED, SPIN[NUMBER], SPIN[NUMBER]])
    assert (READING,) == heard([*SPIN[: NUMBER + 2], DAMAGED, *SPIN[NUMBER : NUMBER + 3]])


def test_the_numbers_own_line_must_agree():
    """The bare number may come with the status, and holds where it differs, is early or changes."""
    agrees, differs = BareNumber("17"), BareNumber("20")

    assert ["17"] == causes([*SPIN[:NUMBER], agrees, *SPIN[NUMBER:], agrees])
    assert [HoldCause.CONTRADICTION] == causes([*SPIN[:NUMBER], differs, *SPIN[NUMBER:]])
    assert [HoldCause.CONTRADICTION] == causes([*SPIN[: NUMBER + 1], differs, *SPIN[NUMBER + 1 :]])
    assert [HoldCause.CONTRADICTION] == causes([*SPIN[: RIM + 1], agrees, *SPIN[RIM + 1 :]])
    assert [HoldCause.CONTRADICTION] == causes([*SPIN[:NUMBER], agrees, differs, *SPIN[NUMBER:]])
    assert ["17", HoldCause.CONTRADICTION] == causes([*SPIN, differs])


def test_a_zero_whose_code_is_not_known_holds():
    """How the line tells 0 from 00 is not guessed."""
    assert [HoldCause.CONTRADICTION] == causes(spin_lines((41, "05"), "00"))


def test_a_wheel_first_heard_in_a_spin_holds_once():
    """Without the beginning there is no sequence; the spin after it is followed again."""
    assert [HoldCause.CONTRADICTION, "36"] == causes([*SPIN[SLOW:], *spin_lines((42, "17"), "36")])


def test_a_wheel_that_closes_holds():
    """State six in a spin is told."""
    assert [HoldCause.WARNING] == causes(with_line(SLOW, state=WheelState.CLOSED))


def test_a_minute_of_silence_holds_and_so_does_the_next():
    """Silence is measured on the clock that is passed in, from the last line in form."""
    machine = WheelMachine(CODES, now_ns=0)
    machine.hear([*SPIN[:SLOW]], 5)
    machine.hear([DAMAGED], SILENCE_NS)

    assert () == machine.tick(SILENCE_NS + 4)
    assert [HoldCause.SILENCE] == told(machine.tick(SILENCE_NS + 5))
    assert () == machine.tick(SILENCE_NS + 6)
    assert [HoldCause.SILENCE] == told(machine.tick(2 * SILENCE_NS + 5))


def test_a_number_after_silence_in_the_spin_is_not_taken():
    """What was heard before the silence is no part of a sequence any more."""
    machine = WheelMachine(CODES, now_ns=0)
    machine.hear(SPIN[:SLOW], 0)
    machine.tick(SILENCE_NS)

    assert () == machine.hear(SPIN[SLOW:], SILENCE_NS + 1)


def test_an_unplugged_line_holds_once():
    """The plug is told once, and what was heard before is forgotten."""
    machine = WheelMachine(CODES, now_ns=0)
    machine.hear(SPIN[:SLOW], 0)

    assert (Hold(HoldCause.UNPLUGGED, "the wheel sensor is unplugged"),) == machine.unplugged()
    assert () == machine.unplugged()
    assert () == machine.hear(SPIN[SLOW:], 1)
