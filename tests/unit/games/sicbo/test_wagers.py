"""The notation of sic bo's bets, and how often a throw shows what a selection names."""

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadNotation
from pitboss.games.sicbo.wagers import KINDS, SELECTIONS, THROWS, parse_bet, times_shown
from tests.support import naive_sicbo

BY_BET = {selection.bet: selection for selection in SELECTIONS}


def test_the_selections_are_the_places_of_the_layout():
    """Fifty places, each once, indexed in order, and of the kind that has its odds."""
    assert list(naive_sicbo.BETS) == [selection.bet for selection in SELECTIONS]
    assert list(range(50)) == [selection.index for selection in SELECTIONS]
    assert [naive_sicbo.kind_of(bet) for bet in naive_sicbo.BETS] == [selection.kind for selection in SELECTIONS]


def test_throws_are_all_there_is():
    """Every throw of three dice is listed once, in the order that indexes pay tables."""
    assert naive_sicbo.THROWS == list(THROWS)


@pytest.mark.parametrize("selection", SELECTIONS, ids=lambda selection: selection.bet)
def test_notation_round_trip(selection):
    """What a place is called parses to its kind and numbers, and these are called the same again."""
    kind, numbers = parse_bet(selection.bet)
    assert (selection.bet.partition(":")[0], selection.numbers) == (kind, numbers)
    assert selection.bet == ":".join([kind, *(["-".join(map(str, numbers))] if numbers else [])])


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("total:3", ("total", (3,))),
        ("total:18", ("total", (18,))),
        ("combination:5-2", ("combination", (5, 2))),
        ("triple", ("triple", ())),
        ("small:4", ("small", (4,))),
    ],
)
def test_notation_without_a_place_parses(text, parsed):
    """A kind with numbers that dice have is notation, whether or not the layout has such a place."""
    assert parsed == parse_bet(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no such kind of wager"),
        ("jackpot", "no such kind of wager"),
        ("Triple:4", "no such kind of wager"),
        (" big", "no such kind of wager"),
        ("any triple", "no such kind of wager"),
        ("total:2", "'2' is not a total of three dice"),
        ("total:19", "'19' is not a total of three dice"),
        ("triple:0", "'0' is not a number of a die"),
        ("triple:7", "'7' is not a number of a die"),
        ("pair:", "'' is not a number of a die"),
        ("pair:03", "'03' is not a number of a die"),
        ("pair:+3", "'+3' is not a number of a die"),
        ("pair: 3", "' 3' is not a number of a die"),
        ("pair:³", "'³' is not a number of a die"),
        ("pair:٣", "'٣' is not a number of a die"),
        ("combination:2-", "'' is not a number of a die"),
        ("combination:2:5", "'2:5' is not a number of a die"),
        ("small:", "'' is not a number of a die"),
    ],
)
def test_what_is_no_notation(text, words):
    """An unknown kind or a number that dice do not have is named."""
    with pytest.raises(BadNotation) as caught:
        parse_bet(text)
    assert (True, text) == (words in caught.value.reason, caught.value.value)


@pytest.mark.parametrize("value", [None, 7, b"big", ["big"], {}], ids=repr)
def test_what_is_not_text(value):
    """Nothing but text is a bet."""
    with pytest.raises(BadNotation):
        parse_bet(value)


@given(st.text(max_size=30) | st.builds("{}:{}".format, st.sampled_from(KINDS), st.text("0123456789-: ", max_size=8)))
def test_any_text_parses_or_is_bad_notation(text):
    """Whatever is written either is notation and is written the same again, or is refused as notation."""
    try:
        kind, numbers = parse_bet(text)
    except BadNotation:
        return
    assert text == ":".join([kind, *(["-".join(map(str, numbers))] if numbers else [])])


def test_one_changed_character_is_never_another_shape():
    """A bet with a character changed is refused as notation, or names exactly the numbers that stand in it."""
    rng = random.Random(7)
    for _ in range(2_000):
        letters = list(rng.choice(naive_sicbo.BETS))
        letters[rng.randrange(len(letters))] = rng.choice(string.printable)
        text = "".join(letters)
        try:
            kind, numbers = parse_bet(text)
        except BadNotation:
            continue
        assert text.startswith(kind)
        assert [int(part) for part in text[len(kind) + 1 :].split("-") if part] == list(numbers)


@pytest.mark.parametrize("is_pair_exact", [False, True])
def test_times_shown_by_every_throw(is_pair_exact):
    """A selection shows as often as the second table pays it: one of a kind once to thrice, all others once."""
    counted = {"one twice": 2, "one thrice": 3, **dict.fromkeys(naive_sicbo.LISTED, 1)}
    for bet, selection in BY_BET.items():
        for throw in THROWS:
            times = naive_sicbo.pays(bet, throw, triple_wins_pair=not is_pair_exact, odds=counted)
            assert times == times_shown(selection, throw, is_pair_exact=is_pair_exact)


def test_the_order_of_the_dice_does_not_matter():
    """A throw is worth the same however its dice are read out."""
    for selection in SELECTIONS:
        for throw in THROWS:
            first, second, third = throw
            turned = [(second, third, first), (third, second, first)]
            ways = {times_shown(selection, way, is_pair_exact=False) for way in [throw, *turned]}
            assert 1 == len(ways)
