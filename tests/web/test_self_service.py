"""At a self-service machine nobody learns which of their guesses at a ticket came near."""

import pytest

from tests.support.web_guest import act
from tests.support.web_house import web_house, written_house
from tests.support.web_trial import Trial


@pytest.fixture
def trial(tmp_path):
    """Yield a house with an open tote."""
    with web_house(written_house(tmp_path)) as web:
        found = Trial(web, tmp_path)
        found.open_tote()
        yield found


def test_unknown_and_altered_tickets_are_answered_alike(trial):
    """The machine says that a window can help; a cashier at a window is told what is wrong."""
    ticket = trial.sold()
    altered = {"ticket": ticket["ticket"], "check": "AAAAAA"}
    unknown = {"ticket": ticket["ticket"][:-4] + "ZZZZ", "check": ticket["check"]}
    answers = []
    for given in (altered, unknown):
        answer = trial["S1"].command("tote", act("tote.cash_ticket/1", terminal="S1", **given)).json()
        answers.append({name: value for name, value in answer.items() if name != "key"})
    assert answers[0] == answers[1]
    assert "ask at a window" in answers[0]["refusal"]["reason"]
    assert "altered" in trial.cash(ticket, check="AAAAAA").json()["refusal"]["reason"]
