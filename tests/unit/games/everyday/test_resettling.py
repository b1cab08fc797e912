"""Which cards of a round that was paid may be named otherwise."""

from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.games.everyday.resettling import CardResettling
from pitboss.rulebook import ActionRefused


def settlement(*, is_by_dealer: bool) -> Any:
    """Return a round of two cards from one deck."""
    rules = SimpleNamespace(shoe_decks=1)
    return SimpleNamespace(detail=SimpleNamespace(is_by_dealer=is_by_dealer), result="AS KD", rules=rules)


def test_a_card_that_a_device_read_is_not_corrected_by_hand():
    """Neither is it offered, nor is it taken from somebody who names it; a dealer's card is both."""
    device, dealers = settlement(is_by_dealer=False), settlement(is_by_dealer=True)
    with pytest.raises(ActionRefused, match="is not corrected by hand"):
        CardResettling().named(device, "1=2S")
    assert () == CardResettling().results(device)
    assert "2S KD" == CardResettling().named(dealers, "1=2S")
    assert 2 * 50 == len(CardResettling().results(dealers))
