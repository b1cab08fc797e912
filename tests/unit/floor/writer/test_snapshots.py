"""States as bytes: what comes back is the state, of every game after every step, and nothing but a state comes back."""

import hashlib
import os
import pickle
from collections import Counter
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.decider import Accepted, handle
from pitboss.floor.writer.snapshots import frozen, thawed
from pitboss.transcript import play
from tests.journals.keep import transcripts
from tests.support.bell import Tower

EVERY_STEP = 9
"""One in so many steps of each transcript is kept and read back, and the last one."""
TRANSCRIPTS = dict(transcripts())
GAMES = sorted({found.game.name for found in TRANSCRIPTS.values()})


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
def test_states_come_back(game):
    """After each step of all examples a state that was kept equals the one that replaying the events gives."""
    kept = changed = 0
    for number, found in enumerate(one for one in TRANSCRIPTS.values() if one.game.name == game):
        rules = found.game
        state, replayed = rules.new_state(found.config), rules.new_state(found.config)
        before = frozen(state)
        for place, entry in enumerate(found.entries, start=number):
            state, answer = handle(rules, state, entry.command)
            for event in answer.events if isinstance(answer, Accepted) else ():
                replayed = rules.evolve(replayed, event)
            if place % EVERY_STEP == 0 or entry is found.entries[-1]:
                kept += 1
                assert replayed == thawed(frozen(state))
                changed += thawed(before) != replayed
    assert changed > kept // 2


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
def test_play_goes_on_from_a_state_that_came_back(game):
    """A state that was read back in the middle of a transcript decides the rest of it as one that was not."""
    for found in (one for one in TRANSCRIPTS.values() if one.game.name == game):
        rules, middle = found.game, len(found.entries) // 2
        state = rules.new_state(found.config)
        for place, step in enumerate(play(found)):
            state = thawed(frozen(state)) if place == middle else state
            state, answer = handle(rules, state, step.entry.command)
            assert step.answers == (answer.events if isinstance(answer, Accepted) else (answer,))


@pytest.mark.parametrize(
    "value",
    [
        Tower(5, [1, 2]),
        {"a": {1, 2}, "b": frozenset({"x"}), "c": Counter("aab"), "d": bytearray(b"x")},
        (Fraction(1, 3), date(2004, 5, 1), datetime(2004, 5, 1, 12, tzinfo=UTC), 2**70, None, True, "ä", b"\0"),
    ],
)
def test_values_of_a_state(value):
    """What states are made of comes back: our own classes and plain values."""
    assert value == thawed(frozen(value))


def test_every_changed_bit_is_seen():
    """Bytes that are not what was written are no state, wherever they differ."""
    data = frozen({"count": 5})
    for place in range(len(data)):
        for bit in range(8):
            assert thawed(data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]) is None
    for length in range(len(data)):
        assert thawed(data[:length]) is None


def sealed(body):
    """Return bytes with the digest that belongs to them, as somebody who wants to deceive us would."""
    return hashlib.sha256(body).digest() + body


@pytest.mark.parametrize("value", [Path("x"), os.getcwd, ValueError("x"), range(3)], ids=repr)
def test_what_is_no_part_of_a_state(value):
    """A class or function of anybody else is not built, even if its digest is right."""
    assert thawed(sealed(pickle.dumps(value))) is None


@pytest.mark.parametrize("body", [b"", b"x", b"\x80\x05.", b"\x80\x05K\x01", b"cos\nsystem\n(S'true'\ntR."])
def test_what_is_no_pickle(body):
    """Bytes that cannot be read are no state, whatever is wrong with them."""
    assert thawed(sealed(body)) is None


def test_our_modules_are_no_way_to_others(tmp_path):
    """Nothing runs when a snapshot is read that somebody made: our own modules lead to nothing but our own classes."""
    target = tmp_path / "ran"
    # The name of a function, by way of a module of ours that imports its module; then a call of it.
    names = [b"pitboss.journal.sqlite", b"os.mkdir", str(target).encode()]
    text = [b"\x8c" + bytes([len(name)]) + name for name in names]
    body = b"\x80\x04" + text[0] + text[1] + b"\x93" + text[2] + b"\x85R."
    thawed(sealed(body))
    assert not target.exists()
