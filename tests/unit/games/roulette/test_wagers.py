"""The notation of wagers: what parses, what does not, and that it comes back as it was written."""

import doctest
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadNotation
from pitboss.games.equipment import POCKETS
from pitboss.games.roulette import wagers
from pitboss.games.roulette.layout import layout_of
from pitboss.games.roulette.wagers import KINDS, Bet, canonical, parse_bet

pockets = st.sampled_from(POCKETS)
bets = st.builds(Bet, st.sampled_from(KINDS), st.lists(pockets, max_size=7).map(tuple))
near_bets = st.builds(
    "{}{}{}".format, st.sampled_from(KINDS), st.sampled_from([":", "", "::", "-"]), st.text(max_size=9)
)


def test_doctests_hold():
    """Every example in the module is true, and there are examples."""
    results = doctest.testmod(wagers)
    assert (0, True) == (results.failed, results.attempted > 0)


@pytest.mark.parametrize(
    ("text", "bet"),
    [
        ("straight:17", Bet("straight", ("17",))),
        ("straight:00", Bet("straight", ("00",))),
        ("split:17-20", Bet("split", ("17", "20"))),
        ("row:16-17-18", Bet("row", ("16", "17", "18"))),
        ("triple:0-1-2", Bet("triple", ("0", "1", "2"))),
        ("corner:1-2-4-5", Bet("corner", ("1", "2", "4", "5"))),
        ("first_four:0-1-2-3", Bet("first_four", ("0", "1", "2", "3"))),
        ("first_five:0-00-1-2-3", Bet("first_five", ("0", "00", "1", "2", "3"))),
        ("six:31-36", Bet("six", ("31", "36"))),
        ("column:2", Bet("column", ("2",))),
        ("dozen:2", Bet("dozen", ("2",))),
        *((kind, Bet(kind)) for kind in ("red", "black", "odd", "even", "low", "high")),
        # What a layout does not offer parses all the same.
        ("split:1-3", Bet("split", ("1", "3"))),
        ("split:20-17", Bet("split", ("20", "17"))),
        ("red:1", Bet("red", ("1",))),
        ("column:36", Bet("column", ("36",))),
        ("straight", Bet("straight")),
    ],
)
def test_the_notation_is_read_and_written_back(text, bet):
    """A kind that is known with numbers that a wheel has: parsing and printing are inverse."""
    assert (bet, text) == (parse_bet(text), str(bet))


@pytest.mark.parametrize(
    "text",
    [
        *("", ":", "nope", "nope:17", "Straight:17", "straight :17", " straight:17", "straight:17 ", "straight:17\n"),
        *("straight:", "straight:37", "straight:-1", "straight:01", "straight:017", "straight:000", "straight:1.0"),
        *("split:17-", "split:-17", "split:17--20", "split:17,20", "split:17:20", "straight:١٧", "straight:Ⅷ"),
        *("red:", "red:black", "six:31–36", "straight:\x00", "red\n", "total:11", 17, None, True, ["red"], b"red"),
    ],
)
def test_what_is_no_notation_is_refused_with_its_value(text):
    """Unknown kinds, numbers no wheel has, spaces and other digits: the error shows what stood there."""
    with pytest.raises(BadNotation) as refused:
        parse_bet(text)
    assert text == refused.value.value


@pytest.mark.parametrize("wheel", ["single_zero", "double_zero"])
def test_every_position_is_written_as_it_parses(wheel):
    """Each position of a layout comes back through parser and printer, and is canonical."""
    for position in layout_of(wheel).positions:
        bet = parse_bet(position.bet)
        covers = position.covers if ":" in position.bet and position.kind not in ("column", "dozen") else bet.numbers
        assert (position.bet, position.kind, bet) == (str(bet), bet.kind, canonical(bet.kind, covers))


@given(bets)
def test_any_bet_survives_the_round_trip(bet):
    """Whatever numbers stand behind a kind, printing and parsing gives the same bet."""
    assert bet == parse_bet(str(bet))


@given(st.text(max_size=30) | near_bets)
def test_any_text_parses_or_is_bad_notation(text):
    """No text makes anything but a bet that prints as it was written, or BadNotation."""
    with suppress(BadNotation):
        assert text == str(parse_bet(text))


@given(
    st.none() | st.integers() | st.floats() | st.binary() | st.lists(st.text()) | st.dictionaries(st.text(), st.text())
)
def test_only_text_is_notation(value):
    """Anything that is not text is BadNotation."""
    with pytest.raises(BadNotation):
        parse_bet(value)


@given(st.permutations(["0", "00", "1", "2", "10", "36"]))
def test_canonical_numbers_ascend_with_0_before_00(numbers):
    """The order given does not matter; six numbers are named by the first and the last."""
    expected = (Bet("corner", ("0", "00", "1", "2", "10", "36")), Bet("six", ("0", "36")))
    assert expected == (canonical("corner", tuple(numbers)), canonical("six", tuple(numbers)))
