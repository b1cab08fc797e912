"""What became of the wagers of a round, and the list that the dealer's hands go through."""

from types import SimpleNamespace
from typing import Any

from pitboss.games.blackjack import events as e
from pitboss.games.blackjack.payments import _together, settled_in


def columns(stake: int) -> e.Columns:
    """Return a settled wager."""
    none: dict[str, Any] = dict.fromkeys(e.Columns.__struct_fields__, ())
    return e.Columns(**{**none, "stake_minor": (stake,)})


def test_a_collection_that_was_undone_is_no_settlement():
    """That of the same seat's other hand stays, and so does what is settled after it."""
    log = [e.HandSettled(1, hand, columns(stake), ()) for hand, stake in ((1, 500), (2, 700))]
    undone = e.CollectionUndone(1, 1, columns(500), "Dora", "Flo", ())
    again = e.HandSettled(1, 1, columns(900), ())
    assert [(700,), (900,)] == [one.stake_minor for one in settled_in([*log, undone, again])]


def test_chips_and_coupon_of_one_wager_are_one_step():
    """What the hands do at once is told at once; another spot is another step."""
    place = {"seat": 1, "hand": 1, "on": "blackjack", "deed": "pay"}
    steps = [{**place, "spot": spot, "amount_minor": 500, "stake_minor": 300} for spot in (1, 1, 2)]
    current: Any = SimpleNamespace(money=lambda amount: f"${amount}")
    found = _together(current, steps)
    assert [(1, 1_000, 600, "$1000"), (2, 500, 300, "$500")] == [
        tuple(one[name] for name in ("spot", "amount_minor", "stake_minor", "amount")) for one in found
    ]
