"""Who sees what of a stream: by the work one has there, and not because one works in the house."""

from contextlib import ExitStack

import pytest

from pitboss.decider import Role
from tests.support.web_house import STAFF, person_of

STREAM = "automatic-1"
DEALERS = {"dealer", "inspector", "floorperson", "pit_supervisor", "pit_manager", "director", "auditor"}
WINDOWS = {"teller", "cashier", "mutuel_supervisor", "mutuel_manager", "pit_manager", "director", "auditor"}


@pytest.fixture
def table(overseen):
    """Return a house whose automatic table has a bet of T1's."""
    overseen.bet("T1")
    return overseen


def state_for(trial, role, stream):
    """Return a stream's state as somebody of a role is shown it."""
    return trial[person_of(role)].get(f"/api/streams/{stream}").json()["state"]


def test_credits_are_for_dealers_and_above(table):
    """At that table: a mucker sees what the sensor found, and whoever has no work there what the public sees."""
    public = table.web.visitor().get(f"/api/streams/{STREAM}").json()["state"]
    shown = {role: state_for(table, role, STREAM) for role in STAFF}
    assert {role for role, state in shown.items() if "terminals" in state} == DEALERS
    assert {role for role, state in shown.items() if state != public} == {*DEALERS, "mucker"}


def test_drawers_are_for_those_at_the_windows(trial):
    """What a teller's drawer holds is nobody's business at a table."""
    assert {role for role in STAFF if "terminals" in state_for(trial, role, "tote")} == WINDOWS


def until_held(line):
    """Return the events that a socket is told of up to the hold, each with whether it says who did it."""
    found: list = []
    while "automatic.game_held/1" not in dict(found):
        found += [(event["type"], "by" in event) for event in line.wait("news")["events"]]
    return found


def test_news_of_a_bet_go_to_those_who_see_credits(table):
    """Not to a teller or a mucker who watches the table; what is public goes to everybody, and who did it to staff."""
    with ExitStack() as open_lines:
        lines = {}
        for role in (Role.DEALER, Role.MUCKER, Role.TELLER):
            lines[role] = open_lines.enter_context(table[person_of(role)].socket())
            lines[role].subscribe(STREAM)
        table.bet("T1")
        table.do("dealer", STREAM, "automatic.hold_game/1", reason="a chip fell")
        told = {role: until_held(line) for role, line in lines.items()}
    assert ["automatic.bets_changed/1", "automatic.game_held/1"] == [kind for kind, _ in told[Role.DEALER]]
    assert [("automatic.game_held/1", True)] == told[Role.MUCKER]
    assert [("automatic.game_held/1", False)] == told[Role.TELLER]
