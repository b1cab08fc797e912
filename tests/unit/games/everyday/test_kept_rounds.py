"""What a table keeps of rounds that may still be corrected: little, since it keeps twenty of them all evening."""

from dataclasses import replace

import pytest

from pitboss.games.everyday.corrections import remember
from tests.support.resettling import CASES
from tests.support.weight import weight

KEPT_BYTES = 5_000


@pytest.mark.parametrize("name", CASES)
def test_a_round_that_is_kept_weighs_little(name):
    """As it was settled, with all that is needed to settle it anew."""
    table = CASES[name].paid().table
    (kept,) = table.everyday.settlements.values()
    assert KEPT_BYTES > weight(kept, kept.rules)


@pytest.mark.parametrize("name", CASES)
def test_what_was_asked_of_a_round_goes_with_the_next(name):
    """What every other result and place would change was worked out for the last round only."""
    driver = CASES[name].paid()
    list(driver.game.legal(driver.table, driver.command("pit_manager", None).by))
    (kept,) = driver.table.everyday.settlements.values()
    assert kept.changes
    driver.table.everyday.version += 1
    remember(driver.table, kept.round + 1, replace(kept, round=kept.round + 1, changes={}))
    assert 2 == len(driver.table.everyday.settlements)
    assert not kept.changes
