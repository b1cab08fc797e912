"""Bets as people say them: each word is taken for one thing, and what could be two is asked again."""

import pytest

from pitboss.tote.spoken import TEXT_MAX, spoken

READ = {
    "6 2 ex b 1 2 3": (6, "$2 EX BOX 1,2,3"),
    "eb1,2,3": (4, "$2 EX BOX 1,2,3"),
    "2 tri 1,2,3 BOX": (4, "$2 TRI BOX 1,2,3"),
    "$5 6 wn 4": (6, "$5 WN 4"),
    "r6 5 pl 4": (6, "$5 PL 4"),
    ".50 tri k 5 1 2": (4, "$0.50 TRI KEY 5/1,2"),
    "tri 5,1,2 key": (4, "$2 TRI KEY 5/1,2"),
    "ex k 5/1,2": (4, "$2 EX KEY 5/1,2"),
    "tri 1 with 2 3 with all": (4, "$2 TRI 1/2,3/ALL"),
    "tri wh 1": (4, "$2 TRI WHEEL 1/ALL/ALL"),
    "ex wh both 1": (4, "$2 EX WHEEL BOTH 1/ALL"),
    "1 ex 1-2": (4, "$1 EX 1/2"),
    "qu 1 with 4": (4, "$2 QU 1-4"),
    "qu wh 1-all": (4, "$2 QU WHEEL 1-ALL"),
    "tri any 1,2 3": (4, "$2 TRI ANY 1,2+3"),
    "2 box ex 1 2 3": (4, "$2 EX BOX 1,2,3"),
    "2 ex b 1-2-3": (4, "$2 EX BOX 1,2,3"),
    "a 5": (4, "$2 ACROSS 5"),
    "lak 3 2 wn 1": (3, "$2 WN 1"),
}
TRACKS = ["FVD", "LAK"]
REFUSED = {
    "6 2 zz": '"zz" is no track, race, amount or bet.',
    "6 20 50 wn 1": '"50" is one too many: say race and amount once.',
    "6 r7 2 wn 1": '"2" is one too many: say race and amount once.',
    "$5 $6 wn 1": '"$6" is one too many: say race and amount once.',
    "100 2 wn 1": "There is no race 100.",
    "0 wn 1": "Say an amount, such as 2 or 0.50.",
    "LAK 2 wn 4": "Say the race at LAK.",
    "2 wn field": '"field" is no runner, form or number.',
    "2 tri": "Say the runners, such as 1 4 2.",
    "3 ex 1 1": "$3 EX 1/1 is not a bet: it needs 2 different runners that make a combination, found none.",
    "\u0662 wn 1": '"\u0662" is no track, race, amount or bet.',
}


def heard(text, tracks=TRACKS):
    """Read a bet at a window that shows race 4 of Fox Valley Downs."""
    return spoken(text, tracks=tracks, track="FVD", race=4, amount_minor=200)


@pytest.mark.parametrize("text", READ)
def test_what_is_said_is_read(text):
    """In the order of speech, with or without what the window shows."""
    found = heard(text)
    assert (*READ[text], None) == (found.race, found.bet, found.missing)


@pytest.mark.parametrize("text", REFUSED)
def test_what_could_be_something_else_is_not_guessed(text):
    """A second race or amount, a word that is none, a bet that holds nothing: each is named."""
    found = heard(text)
    assert (REFUSED[text], None) == (found.missing, found.bet)


def test_a_track_that_is_called_like_a_bet():
    """Its name stands for the track where it stands first."""
    found = heard("EX 2 5 wn 1", ["FVD", "EX"])
    assert ("EX", 2, "$5 WN 1") == (found.track, found.race, found.bet)


def test_a_long_text_is_cut():
    """Nothing is read beyond what a line can hold."""
    assert TEXT_MAX >= len("".join(token.text for token in heard("1 " * 5_000).tokens))
