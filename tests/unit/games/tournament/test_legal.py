"""What is open: the count of chips that a report needs, and who is offered what."""

import pytest

from pitboss.decider import Choices, Person, Role
from pitboss.games.tournament import acts as a
from pitboss.games.tournament.game import TOURNAMENT
from pitboss.games.tournament.legal import Tally
from tests.support.driver import STAFF
from tests.support.tournament_driver import TournamentDriver


@pytest.mark.parametrize(
    ("value", "is_in"),
    [
        ({"Ann": 0, "Bob": 7}, True),
        ({"Bob": 10**12, "Ann": 1}, True),
        ({"Ann": 0}, False),
        ({"Ann": 0, "Bob": 7, "Cid": 1}, False),
        ({"Ann": -1, "Bob": 7}, False),
        ({"Ann": 10**12 + 1, "Bob": 7}, False),
        ({"Ann": True, "Bob": 7}, False),
        (["Ann", "Bob"], False),
    ],
)
def test_a_tally_counts_everybodys_chips(value, is_in):
    """Each of the players once, from nothing up."""
    assert is_in == (value in Tally(("Ann", "Bob")))


def acts_open_to(driver: TournamentDriver, person: Person) -> set[type]:
    """Return the kinds of act a person is offered."""
    return {offer.act for offer in TOURNAMENT.legal(driver.state, person)}


def test_a_player_is_offered_a_withdrawal_and_nothing_else():
    """Until the start, and only for an entry of one's own."""
    driver = TournamentDriver().closed()
    assert {a.WithdrawPlayer} == acts_open_to(driver, Person("Ann", Role.PLAYER))
    assert set() == acts_open_to(driver, Person("Zed", Role.PLAYER))
    driver.started()
    assert set() == acts_open_to(driver, Person("Ann", Role.PLAYER))


def test_a_dealer_is_offered_reports():
    """While a heat is in play, of the tables that have not reported."""
    driver = TournamentDriver().started()
    assert {a.RecordHeat} == acts_open_to(driver, STAFF["dealer"])
    driver.report(1, 5, 0, 0)
    offers = list(TOURNAMENT.legal(driver.state, STAFF["dealer"]))
    assert {Choices((2,))} == {offer.fields["table"] for offer in offers}


def test_an_awarded_tournament_offers_nothing():
    """To the director neither."""
    driver = TournamentDriver(heats=1).started()
    driver.heat((5, 0, 0), (4, 0, 0))
    assert {a.AwardPrizes, a.CancelTournament, a.DisqualifyPlayer} == acts_open_to(driver, STAFF["director"])
    driver.award()
    assert set() == acts_open_to(driver, STAFF["director"])
