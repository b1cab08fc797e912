"""Blackjack rounds told again from their events, and the keys that tell them apart."""

import random
from dataclasses import fields, replace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.game import GAME
from pitboss.games.blackjack.round import evolve
from pitboss.games.blackjack.state import Box, Hand, Round
from tests.support.blackjack_play import Play, random_play

rngs = st.randoms(use_true_random=False)


@pytest.mark.cover
@given(rng=rngs)
def test_events_replay_to_the_same_round(rng):
    """Written, read and applied again, the events give the same round with the same key."""
    play = random_play(rng).run()
    again = play.fresh()
    for event in play.events:
        again = evolve(again, GAME.event_decoder.decode(msgspec.json.encode(event)))
    assert play.state == again
    assert hash(play.state.key()) == hash(again.key())
    assert play.state.key() == again.key()


@given(rng=rngs)
def test_keys_are_equal_where_the_rounds_are(rng):
    """Of all the rounds on two ways through one shoe, two have the same key if and only if they are equal."""
    play = random_play(rng).run()
    other = Play(play.settings, play.left, rng).run()
    found = play.states() + other.states()
    by_key: dict[Any, Round] = {}
    for state in found:
        assert state == by_key.setdefault(state.key(), state)
    distinct = list(by_key.values())
    assert [] == [state for place, state in enumerate(distinct) if state in distinct[:place]]


OTHERWISE: dict[str, Any] = {
    "rules": random_play(random.Random(1), burn=9).rules,
    "left": [1] * 52,
    "phase": "complete",
    "boxes": {1: Box("Ann")},
    "dealer": [["AS"]],
    "first": "",
    "second": "",
    "purse": {},
    "moved": {("rack", "layout"): 1},
    "player": "Bob",
    "wagers": {(1, a.Source.VALUE): 1},
    "suit": {a.Source.VALUE: 1},
    "suit_net": 0,
    "insurance": {1: 1},
    "hands": [Hand({})],
    "hit_nets": [1],
    "stakes": {(1, a.Source.VALUE): 1},
    "cards": ["AS"],
    "ending": a.Ending.STAND,
}
"""For every field that is no number and no flag, a value that it does not have at first."""
PARTS: tuple[Any, ...] = (random_play(random.Random(2)).fresh(), Box("Ann"), Hand({}))


@pytest.mark.parametrize(
    ("part", "name"),
    [(part, field.name) for part in PARTS for field in fields(part)],
    ids=lambda value: str(value)[:20],
)
def test_no_field_is_missing_in_a_key(part, name):
    """A round, a box or a hand that differs in one field only has another key."""
    now = getattr(part, name)
    other = OTHERWISE[name] if name in OTHERWISE else now + 1 if type(now) is int else not now
    assert part.key() != replace(part, **{name: other}).key()
    assert part.key() == replace(part).key()
