"""What a screen shows of a tournament: the one next act at each step, who goes on, and what would be won."""

import pytest

from pitboss.games.tournament.acts import (
    CloseEntries,
    DisqualifyPlayer,
    DrawLots,
    DrawSeats,
    RecordPlayOff,
    StartHeat,
)
from pitboss.games.tournament.game import TOURNAMENT
from pitboss.games.tournament.live import asked, tournament_view
from tests.support.driven import there
from tests.support.driver import STAFF
from tests.support.tournament_driver import SIX, TournamentDriver


def waits(driver):
    """Return the next act that a tournament says, and whether the rules offer it to a supervisor."""
    found = tournament_view(driver.state)["next"]
    offered = {offer.act.__struct_config__.tag for offer in TOURNAMENT.legal(driver.state, STAFF["pit_supervisor"])}
    return (None, None) if found is None else (found["text"], found["act"] in offered)


def test_the_next_act_is_one_that_the_rules_take():
    """From the announcement to the award, at each step."""
    driver, said = TournamentDriver(ties="play_off"), []
    said.append(waits(driver))
    driver.opened(*SIX[:3])
    said.append(waits(driver))
    for player in SIX[3:]:
        driver.enter(player)
    said.append(waits(driver))
    driver.do("floorperson", CloseEntries())
    said.append(waits(driver))
    driver.do("floorperson", DrawSeats(order=SIX))
    said.append(waits(driver))
    driver.do("floorperson", StartHeat())
    said.append(waits(driver))
    driver.report(1, 9, 9, 1)
    said.append(waits(driver))
    driver.report(2, 9, 8, 1)
    said.append(waits(driver))
    driver.do("dealer", RecordPlayOff(chips={"Ann": 1, "Bob": 2}))
    said.append(waits(driver))

    assert [
        ("Open entries", True),
        ("Enter a player", True),
        ("Close entries", True),
        ("Draw the seats of heat 1", True),
        ("Start heat 1", True),
        ("Record table 1", True),
        ("Record table 2", True),
        ("Record the play-off", True),
        ("End heat 1", True),
    ] == said


@pytest.mark.parametrize("ties", ["play_off", "draw", "split"])
def test_nobody_goes_on_and_nothing_is_won_before_a_tie_is_broken(ties):
    """Who is tied stands there by name; then who goes on, and at the end what each would win."""
    driver = TournamentDriver(ties=ties).started()
    driver.report(1, 9, 9, 1)
    driver.report(2, 9, 8, 1)
    first = tournament_view(driver.state)
    if ties == "draw":
        driver.do("floorperson", DrawLots(order=("Bob", "Ann")))
    elif ties == "play_off":
        driver.do("dealer", RecordPlayOff(chips={"Ann": 1, "Bob": 2}))
    broken = tournament_view(driver.state)

    open_now = [] if ties == "split" else [{"players": ["Ann", "Bob"], "decides": "next_heat"}]
    assert (open_now, []) == (first["ties"], broken["ties"])
    assert (["Ann", "Bob", "Dot"] if ties == "split" else []) == first["goes_on"]
    assert (["Ann", "Bob", "Dot"] if ties == "split" else ["Bob", "Dot"]) == broken["goes_on"]


def test_what_would_be_won_is_what_is_paid():
    """The amounts that are shown before the award are those of the award, and nothing waits after it."""
    driver = TournamentDriver().started()
    driver.heat((9, 5, 1), (8, 5, 1))
    driver.started(*driver.state.players_in)
    driver.heat((3, 7))
    shown = tournament_view(driver.state)["would_win_minor"]

    assert {name: minor for name, minor in shown.items() if minor} == driver.won()
    assert (None, None) == waits(driver)
    assert tournament_view(driver.state)["is_over"]


def test_a_second_person_reads_what_a_disqualification_takes():
    """The player, the reason and what is lost; other acts say enough by their fields."""
    driver = TournamentDriver().started()
    told = there(asked(driver.state, DisqualifyPlayer(player="Eve", reason="Looked into the shoe.")))

    assert ("Disqualify Eve", "BJ-O", True) == (told["title"], told["clause"], "Looked into the shoe." in told["text"])
    assert asked(driver.state, StartHeat()) is None
