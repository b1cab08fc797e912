"""The leaderboard: pure lines from a state, at every stage of a tournament."""

from pitboss.games.tournament import acts as a
from pitboss.games.tournament.standings import Standing, standings
from tests.support.tournament_driver import SIX, TournamentDriver


def test_before_the_start_everybody_is_first():
    """All have the starting chips, and nobody has played."""
    lines = standings(TournamentDriver().opened("Ann", "Bob").state)
    assert (Standing(1, "Ann", 500, 0, "in", None), Standing(1, "Bob", 500, 0, "in", None)) == lines


def test_nobody_entered_nobody_stands():
    """An announced tournament has no lines."""
    assert () == standings(TournamentDriver().state)


def test_a_report_shows_at_once():
    """Who sits at a table that has not reported still has the chips of the beginning."""
    driver = TournamentDriver().started()
    driver.report(2, 900, 400, 0)
    lines = [(line.place, line.player, line.chips, line.heat) for line in standings(driver.state)]
    assert [(1, "Dot", 900, 1), (2, "Ann", 500, 1), (2, "Bob", 500, 1)] == lines[:3]
    assert [(2, "Cid", 500, 1), (5, "Eve", 400, 1), (6, "Fay", 0, 1)] == lines[3:]


def test_a_leaderboard_has_who_is_in_and_out_and_the_prizes():
    """With the heat that each reached."""
    driver = TournamentDriver().started()
    driver.heat((900, 800, 0), (10, 5, 0))
    driver.disqualify("Fay")
    driver.started().heat((0, 300))
    driver.award()
    expected = (
        Standing(1, "Dot", 300, 2, "in", 6_000),
        Standing(2, "Ann", 0, 2, "in", 3_000),
        Standing(3, "Bob", 800, 1, "out", 0),
        Standing(4, "Eve", 5, 1, "out", 0),
        Standing(5, "Cid", 0, 1, "out", 0),
        Standing(6, "Fay", 0, 1, "disqualified", 0),
    )
    assert expected == standings(driver.state)


def test_who_went_on_stands_before_who_did_not():
    """Also between heats, when both have played as many, and with fewer chips."""
    driver = TournamentDriver().started()
    driver.heat((900, 800, 0), (10, 5, 0))
    assert [(1, "Ann"), (2, "Dot"), (3, "Bob")] == driver.places()[:3]


def test_a_draw_for_the_next_heat_is_no_place():
    """It was between two players of one table; against a third, of another, it says nothing."""
    driver = TournamentDriver(ties="draw").started()
    driver.report(1, 600, 600, 100)
    driver.report(2, 700, 600, 500)
    driver.do("floorperson", a.DrawLots(order=("Bob", "Ann")))
    assert [(1, "Dot"), (2, "Ann"), (2, "Bob"), (2, "Eve"), (5, "Fay"), (6, "Cid")] == driver.places()


def test_standings_change_nothing():
    """Asked twice they say the same, and everybody has one line."""
    driver = TournamentDriver().started()
    assert standings(driver.state) == standings(driver.state)
    assert set(SIX) == {line.player for line in standings(driver.state)}
