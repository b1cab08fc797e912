"""Every kind of bet at a terminal (I.4, I.5) wins where it must and pays the odds of section G (I.7)."""

import pytest

from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.live import own_view
from tests.oracle.double_zero import POCKETS, of_kind
from tests.support.automatic_driver import AutomaticDriver
from tests.support.driven import there

# Kind: the clause by which it is dragged, the clause by which it loses, and the least odds of RO-G1.
WRITTEN = {
    "straight": ("RA-4a", "RO-D1", 35),
    "split": ("RA-4b", "RO-D2", 17),
    "row": ("RA-4c", "RO-D3", 11),
    "triple": ("RA-4d", "RO-D4", 11),
    "corner": ("RA-4e", "RO-D5", 8),
    "first_five": ("RA-4f", "RO-D6", 6),
    "six": ("RA-4g", "RO-D7", 5),
    "column": ("RA-5a", "RO-E1", 2),
    "dozen": ("RA-5b", "RO-E2", 2),
    "red": ("RA-5c", "RO-E3", 1),
    "black": ("RA-5d", "RO-E4", 1),
    "odd": ("RA-5e", "RO-E5", 1),
    "even": ("RA-5f", "RO-E6", 1),
    "low": ("RA-5g", "RO-E7", 1),
    "high": ("RA-5h", "RO-E8", 1),
}
OUTSIDE = [bet for kind in WRITTEN if WRITTEN[kind][0].startswith("RA-5") for bet in of_kind(kind)]


@pytest.mark.clause("RA-4a", "RA-4b", "RA-4c", "RA-4d", "RA-4e", "RA-4f", "RA-4g", "RA-7")
@pytest.mark.clause("RA-5a", "RA-5b", "RA-5c", "RA-5d", "RA-5e", "RA-5f", "RA-5g", "RA-5h")
@pytest.mark.parametrize("kind", WRITTEN)
def test_every_position_of_a_kind_by_every_number(kind):
    """A dollar on each position of the kind: exactly those that cover the number are paid, at the odds of G1."""
    _, loses_by, pays = WRITTEN[kind]
    wagers, driver = of_kind(kind), AutomaticDriver().bought(T1=10_000_000)
    won, lost = (True, 100 * pays, "RO-G1"), (False, 0, loses_by)
    for number, pocket in enumerate(POCKETS):
        driver.do("dealer", a.StartGame())
        if number:
            driver.touch("T1", a.RecallBets)
        else:
            for bet in wagers:
                driver.bet("T1", bet, 100)
        driver.settle(pocket)
        rows = there(own_view(driver.table, "T1"))["paid"]["bets"]
        assert {bet: won if pocket in wagers[bet] else lost for bet in wagers} == {
            row["bet"]: (row["is_won"], row["paid_minor"], row["clause"]) for row in rows
        }


@pytest.mark.clause("RA-5a", "RA-5b", "RA-5c", "RA-5d", "RA-5e", "RA-5f", "RA-5g", "RA-5h")
@pytest.mark.parametrize("zero", ["0", "00"])
def test_zeros_lose_every_outside_bet_whole(zero):
    """Whatever is outside goes from the credits to the rack."""
    driver = AutomaticDriver().started(T1=10_000)
    for bet in OUTSIDE:
        driver.bet("T1", bet, 100)
    driver.settle(zero)
    assert 10_000 - 100 * len(OUTSIDE) == driver.credits("T1")


@pytest.mark.clause("RA-7")
def test_a_house_that_pays_more_pays_it_at_a_terminal_too():
    """The odds of the table's settings, at least those of section G, are a terminal's."""
    driver = AutomaticDriver(settings={"odds": {"straight": 36}}).started(T1=1_000)
    driver.bet("T1", "straight:17", 100)
    driver.settle("17")
    assert 1_000 + 36 * 100 == driver.credits("T1")
