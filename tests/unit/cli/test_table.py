"""`pitboss table`: an automatic table on one keyboard, by its logic and its screen."""

import pytest

from tests.support.table_evening import BUY_IN, Evening, evenings


@pytest.fixture(autouse=True)
def ended():
    """End the evenings of a test with it."""
    with evenings():
        yield


def played(text="\n"):
    """Return an evening in which T1 bought in, bet, and the ball came to rest."""
    return Evening().keys(f"{BUY_IN}N{text}").wait(10).keys("S").wait(40)


def test_a_buy_in_takes_its_steps():
    """Count, confirm, drop, and the player's verification: credits are there after the second."""
    evening = Evening().keys("B100\n")
    assert 0 == evening.state.credits("T1")
    evening.keys("BBv")

    assert 10_000 == evening.state.credits("T1")
    assert evening.state.terminals["T1"].is_verified


def test_a_game_from_the_first_chip_to_the_payment():
    """The clock prompts and locks, the wheel finds a number, the dealer confirms it, and the table is settled."""
    evening = played()
    sensed = evening.state.sensed
    evening.keys("C")

    assert sensed is not None
    assert [sensed.pocket] == [entry.pocket for entry in evening.state.history]
    assert sum(evening.state.balances.values()) == 0
    assert f"[{sensed.pocket}" in evening.shown()


def test_keys_bet_as_the_screen_says():
    """Chips, cursor, bets by name, neighbours, undo, cancel, recall and clear act on the selected terminal."""
    evening = Evening().keys(f"{BUY_IN}N2\n3 bsplit:17-20\n")
    bets = evening.state.terminals["T1"].bets

    assert {"straight:2": 1_500, "split:17-20": 1_000} == bets
    assert {"straight:2": 1_500} == evening.keys("u").state.terminals["T1"].bets
    assert 5 == len(evening.keys("n").state.terminals["T1"].bets)
    assert "straight:2" not in evening.keys("x").state.terminals["T1"].bets
    assert {} == evening.keys("c").state.terminals["T1"].bets
    assert evening.keys("r").last.startswith("Refused")


def test_the_cursor_reaches_every_cell():
    """From any edge it stays where it is, and every bet of the grid can be pointed at."""
    evening = Evening()
    seat, seen = evening.seat, set()
    for row in range(5):
        evening.keys("\x1b[A" * 5 + "\x1b[B" * row + "\x1b[D" * 15)
        for _ in range(15):
            seen.add(seat.cursor.bet)
            evening.keys("\x1b[C")

    assert seen == {bet for row in seat.cursor.grid for bet in row}
    assert 38 + 3 + 3 + 6 == len(seen)


def test_tab_goes_to_the_next_terminal():
    """And round to the first again."""
    evening = Evening().keys("\t")

    assert "T2" == evening.seat.terminal
    assert "T1" == evening.keys("\t").seat.terminal


def test_a_refusal_is_shown_with_its_clause():
    """What the rules turn down changes nothing."""
    evening = Evening().keys("\n")

    assert "Refused: no game is in play [RA-6d]" == evening.last
    assert evening.last in evening.shown()


def test_no_ball_by_zero_holds_and_extends():
    """The dealer who did not spin gets time with a supervisor."""
    evening = Evening().keys("N").wait(20)
    assert "HELD" in evening.shown()
    evening.keys("E")

    assert evening.state.held is None
    assert "PLACE BETS 30 s" in evening.shown()


def test_a_disagreement_is_held_and_ruled_on():
    """The dealer keys in another number than the sensor's, and the supervisor rules."""
    evening = played()
    assert evening.state.sensed is not None
    other = "1" if evening.state.sensed.pocket != "1" else "2"
    evening.keys(f"K{other}\n")
    assert evening.state.held is not None
    evening.keys(f"G{evening.state.sensed.pocket} 9\n")

    assert 1 == len(evening.state.history)


def test_a_ball_that_is_taken_out_holds_and_the_game_is_refunded():
    """Void and refund give the stake back."""
    evening = Evening().keys(f"{BUY_IN}N\nT").wait(10).keys("ST").wait(12)
    assert "removed" in str(evening.state.held)
    evening.keys("Vheld\nR")

    assert 10_000 == evening.state.credits("T1")


def test_a_settled_game_is_voided_by_its_number():
    """The cause may be cut short where that is clear; what it had come to is undone."""
    evening = played().keys("C").keys("Vwrong 1\nR")

    assert 10_000 == evening.state.credits("T1")
    assert evening.keys("Vx\n").last.startswith("One of same_direction")


def test_a_cash_out_takes_its_steps():
    """Asked, affirmed, selected, counted, confirmed, delivered."""
    evening = Evening().keys(f"{BUY_IN}oo").keys("OO")
    assert 10_000 == evening.state.credits("T1")
    evening.keys("OO")

    assert 0 == evening.state.credits("T1")
    assert evening.state.terminals["T1"].cash_out is None


def test_without_a_sensor_the_dealer_keys_in_what_is_on_the_wheel():
    """Number and revolutions are typed."""
    evening = Evening(has_sensor=False).keys(f"{BUY_IN}N\n").wait(10).keys("S").wait(40)
    seen = next(line for line in evening.desk.log if line.startswith("On the wheel"))
    words = seen.removesuffix(".").split()
    evening.keys(f"K{words[3]} {words[5]}\n")

    assert [words[3]] == [entry.pocket for entry in evening.state.history]


def test_typing_can_be_corrected_and_given_up():
    """Backspace takes a character, escape the question; what is no amount is told."""
    evening = Evening().keys("B1x\x7f0\n")
    assert 1_000 == evening.state.terminals["T1"].counted.currency_minor  # type: ignore[union-attr]

    assert Evening().keys("B5\x1b").seat.question is None
    assert Evening().keys("Bmuch\n").last.startswith("Not an amount")


def test_the_head_says_where_the_game_stands():
    """From no game over bets and the ball to the lock, a void and its refund."""
    evening = Evening()
    heads = []
    for keys, seconds in (("", 1), ("N", 0), ("", 12), ("S", 1), ("", 9), ("Vmal\n", 0), ("R", 0)):
        heads.append(evening.keys(keys).wait(seconds).shown().splitlines()[0].split("  ")[2])
    expected = ["no game in play", "PLACE BETS 20 s", "PLACE BETS 8 s", "PLACE BETS 7 s, the ball is running"]

    assert [*expected, "NO MORE BETS", "GAME 1 IS VOID, to be refunded", "no game in play"] == heads


def test_a_question_is_shown_while_it_is_typed():
    """Other keys than its own do nothing to it, and an empty answer places no bet."""
    evening = Evening().keys("Nbred\x1b[A")
    assert "bet, such as split:17-20: red_" in evening.shown()

    assert 1 == evening.keys("\x7f\x7f\x7f\n").state.rounds
    assert evening.last.startswith("Game 1 takes bets")


def test_an_old_terminal_is_large_enough():
    """All of it, help included, fits on 24 lines of 80 columns."""
    evening = Evening().keys(f"{BUY_IN}N" + "".join(f"bstraight:{number}\n" for number in range(1, 20))).wait(11)
    lines = evening.shown(width=80, height=24).splitlines()

    assert len(lines) <= 24
    assert max(len(line) for line in lines) <= 80
    assert "q leave" in lines[-1]


def test_an_amount_is_shown_whole_or_not_at_all():
    """A stake that does not fit its cell is marked there, and written out below the layout."""
    shown = Evening().keys("B9000\nBBvN2\n5bstraight:17\n").shown()

    assert "2•5 " in shown
    assert "17• " in shown
    assert "straight:2 $5.00, straight:17 $100.00" in shown


@pytest.mark.parametrize("key", ["C", "T", "O", "R", "w", "o", "?"])
def test_a_key_at_the_wrong_time_does_no_harm(key):
    """It is refused or passed over, and the table goes on."""
    evening = Evening().keys(key)

    assert evening.state.round is None
    assert 1 == evening.keys("N").state.rounds
