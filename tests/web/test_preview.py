"""A correction that is looked at first, over HTTP: the same rows for both who stand by it, and nothing recorded."""

import pytest

from pitboss.decider import Person, Role
from pitboss.floor.people.acts import AlarmKind
from pitboss.games.disputes import RaiseDispute
from tests.support.driven import accepted
from tests.support.web_guest import act
from tests.support.web_house import web_house, written_house
from tests.support.web_process import until
from tests.support.web_trial import Trial

STREAM = "roulette-1"
SHORT = act("table.report_mispayment/1", player="Ann", handed="too_little", amount_minor=700, reason="A stack fell.")


@pytest.fixture
def trial(tmp_path):
    """Yield a house on the net."""
    with web_house(written_house(tmp_path)) as web:
        yield Trial(web, tmp_path)


def looked(trial, deed, who: str = "pit-supervisor"):
    """Look at an act."""
    return trial[who].post(f"/api/streams/{STREAM}/preview", {"act": deed})


@pytest.mark.clause("HP-C7")
def test_both_see_what_is_recorded(trial):
    """What waits shows the second person the rows that the first has seen; seen once more, it would be refused."""
    before = trial.web.live.floor.view(STREAM, lambda live: live.version)
    shown = looked(trial, SHORT).json()
    assert ([{"player": "Ann", "before_minor": 0, "after_minor": 700}], None) == (shown["open"], shown["refusal"])
    assert before == trial.web.live.floor.view(STREAM, lambda live: live.version)
    for after, is_accepted in ((700, True), (None, False)):
        waiting = trial["pit-supervisor"].command(STREAM, {**SHORT, "seen": shown["digest"]})
        assert 202 == waiting.status_code
        approval = f"/api/approvals/{waiting.json()['approval']}"
        sheet = trial["pit-manager"].get(approval).json()
        assert ([after] if is_accepted else []) == [row["after_minor"] for row in sheet["open"]]
        assert ("look again" in sheet["refused"]) is not is_accepted
        answer = trial["pit-manager"].post(approval).json()
        assert is_accepted is answer["is_accepted"]
    assert "HP-C7" == answer["refusal"]["clause"]


def test_who_may_not_do_it_may_not_look_and_what_corrects_nothing_is_not_shown(trial):
    """A teller is refused, nobody must sign in, an inspection is none, and a refusal is told with its clause."""
    assert 403 == looked(trial, SHORT, "teller").status_code
    assert 401 == trial.web.visitor().post(f"/api/streams/{STREAM}/preview", {"act": SHORT}).status_code
    assert 400 == looked(trial, act("table.inspect_equipment/1", items=["wheel"])).status_code
    assert 400 == looked(trial, {"type": "table.unheard_of/1"}).status_code
    found = looked(trial, act("table.pay_payable/1", player="Ann", amount_minor=1)).json()
    assert ("HP-C4", "", []) == (found["refusal"]["clause"], found["digest"], found["rows"])


@pytest.mark.clause("HP-D4")
def test_the_alarm_of_a_notice_stays_until_it_is_recorded(trial):
    """No supervisor clears it; the record of the notice does."""
    raised = RaiseDispute(player="Ann", about="I was not paid.", amount_minor=50_000)
    accepted(trial.web.did(STREAM, Person("Sue", Role.PIT_SUPERVISOR), raised))

    def alarms():
        found = trial.web.live.floor.view("house", lambda live: dict(live.state.alarms))
        return [number for number, (kind, *_) in found.items() if kind == AlarmKind.NOTICE]

    until(alarms)
    (number,) = alarms()
    cleared = trial["pit-supervisor"].command("house", act("house.clear_alarm/1", alarm=number, text="Never mind."))
    assert "HP-D4" == cleared.json()["refusal"]["clause"]
    trial.do("pit-supervisor", STREAM, "dispute.notify/1", dispute=1, told="The Commission, by telephone.")
    until(lambda: not alarms())
