"""Second persons by HTTP: what waits is told in words, and confirmed at the asker's machine by name and password."""

import pytest

from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.rate_limit import Buckets
from tests.support.dice_house import DiceHouse
from tests.support.web_guest import act
from tests.support.web_house import PASSWORD, web_house, written_house
from tests.support.web_trial import Trial

VOID = act("automatic.void_game/1", cause="malfunction", note="It wobbles.")
RULE = act("automatic.rule_number/1", pocket="17", revolutions=9, reason="Both looked.")
WRONG = "not the right one"


@pytest.fixture
def trial(tmp_path):
    """A house in which T1 has a dollar on red in game 1."""
    with web_house(written_house(tmp_path)) as web:
        found = Trial(web, tmp_path)
        found.open_table("T1")
        found.bet("T1")
        yield found


def asked(trial, deed=VOID, *, by="dealer", stream="automatic-1"):
    """Return the number under which an act waits."""
    return trial[by].command(stream, deed).json()["approval"]


def here(trial, approval, *, person="pit-supervisor", password=PASSWORD, at="dealer"):
    """Confirm what waits at somebody's machine."""
    return trial[at].post(f"/api/approvals/{approval}/here", {"person": person, "password": password})


def ruled(trial, *, at="dealer", deed=RULE, person="pit-supervisor", stream="automatic-1"):
    """Have somebody act at another's machine, with whoever is signed in there as the second person."""
    body = {"key": "ruling", "act": deed, "person": person, "password": PASSWORD}
    return trial[at].post(f"/api/streams/{stream}/commands/here", body)


def waiting(trial):
    """Return how many acts wait."""
    return trial.web.live.floor.view(HOUSE_STREAM, lambda live: len(live.state.approvals))


def failures(trial, person="pit-supervisor"):
    """Return how many wrong passwords somebody gave in a row."""
    return trial.web.live.floor.view(HOUSE_STREAM, lambda live: live.state.people[person].failures)


# In words


def test_what_waits_is_told_in_words(trial):
    """Who asks for what at which table, with the clause and the amount that goes back."""
    found = trial["pit-supervisor"].get(f"/api/approvals/{asked(trial)}").json()
    words = {name: found[name] for name in ("table", "title", "text", "clause", "amount_minor", "by")}
    assert words == {
        "table": "Lantern Wheel",
        "title": "Void game 1?",
        "text": "Malfunction. It wobbles. No number is confirmed. All bets go back.",
        "clause": "RA-9g",
        "amount_minor": 100,
        "by": "Dealer",
    }
    assert "pit_supervisor" in found["confirm"]


def test_an_act_without_words_of_its_own_has_its_fields_or_those_of_the_record(trial):
    """Of the house's own stream its fields say enough; of what any table does it says what the record would."""
    one = asked(trial, act("house.add_person/1", person="eve", name="Eve", role="dealer"), by="admin", stream="house")
    two = asked(trial, act("table.set_limit/1", kind="straight", which="min", amount_minor=200), by="pit-supervisor")
    told = [trial["auditor"].get(f"/api/approvals/{approval}").json() for approval in (one, two)]
    assert [("", "house.add_person/1"), ("", "table.set_limit/1")] == [(one["title"], one["act"]) for one in told]
    limit = "From the next round the minimum for straight is $2.00 (Pit-Supervisor, with a second person)."
    assert ["", limit] == [one["text"] for one in told]


def test_words_are_for_those_who_work_here(trial):
    """Nobody else is told, and what does not wait is not found."""
    approval = asked(trial)
    assert 401 == trial.web.visitor().get(f"/api/approvals/{approval}").status_code
    assert 400 == trial["dealer"].get("/api/approvals/none").status_code


# At the asker's machine


def test_a_second_person_confirms_at_the_asker_s_machine(trial):
    """The act is decided with that witness, and no session begins or ends."""
    before = set(trial.web.live.door.sessions)
    answer = here(trial, asked(trial)).json()
    assert ("automatic.game_voided/1", "dealer") == (answer["events"][0]["type"], answer["events"][0]["by"])
    assert before == set(trial.web.live.door.sessions)


def test_a_wrong_password_is_refused_and_counts(trial):
    """As at the door: the act goes on waiting."""
    approval = asked(trial)
    assert (401, 1) == (here(trial, approval, password=WRONG).status_code, failures(trial))
    assert 1 == waiting(trial)


def test_nobody_is_their_own_second_person_and_the_role_must_do(trial):
    """The dealer's own password confirms nothing, nor does that of somebody without a part in it."""
    approval = asked(trial)
    trial["auditor"]
    assert [403, 403] == [here(trial, approval, person=one).status_code for one in ("dealer", "auditor")]
    assert 1 == waiting(trial)


def test_it_takes_a_page_where_somebody_is_signed_in(trial):
    """A visitor and a machine have none, and the addresses that try too much wait."""
    body = {"person": "pit-supervisor", "password": PASSWORD}
    approval = asked(trial)
    path = f"/api/approvals/{approval}/here"
    assert [401, 401] == [trial.web.visitor().post(path, body).status_code, trial["T1"].post(path, body).status_code]
    trial.web.server.sign_ins = Buckets(most=1, rate=0.001)
    assert [401, 429] == [here(trial, approval, password=WRONG).status_code, here(trial, approval).status_code]


# A supervisor's act at the dealer's machine


def test_a_supervisor_rules_at_the_dealer_s_console(trial):
    """By name and password there, before the dealer who is signed in: the number counts."""
    trial.dropped("4")
    trial.do("dealer", "automatic-1", "automatic.confirm_number/1", pocket="17")
    event = ruled(trial).json()["events"][0]
    named = {name: event[name] for name in ("pocket", "by", "witness")}
    assert {"pocket": "17", "by": "pit-supervisor", "witness": "dealer"} == named


def test_what_the_signed_in_may_not_stand_by_does_not_go_on_waiting(trial):
    """A void after the result is nothing for a dealer to witness."""
    trial.dropped("4")
    trial.do("dealer", "automatic-1", "automatic.confirm_number/1", pocket="4")
    assert 403 == ruled(trial, deed={**VOID, "game": 1}).status_code
    assert 0 == waiting(trial)


def test_dice_that_two_enter_are_nobody_s_to_stand_by(tmp_path):
    """An entry of one's own at another's machine is an entry like any, and waits for the other's."""
    table = DiceHouse(tmp_path)
    table.opened().bet("Ann", "small", 500)
    table.uncover()
    table.house.close()
    with web_house(table.path) as web:
        trial, deed = Trial(web, tmp_path), act("sicbo.enter_dice/1", dice=[2, 4, 5])
        trial["floorperson"]
        assert 202 == ruled(trial, stream="sicbo-1", deed=deed, person="floorperson").status_code
        assert 0 == waiting(trial)
