"""At a self-service machine nobody learns which guesses came near, nor what is on the ticket of whoever was before."""

import pytest

from tests.support.web_guest import act
from tests.support.web_house import web_house, written_house
from tests.support.web_paper import on_paper
from tests.support.web_trial import RACE, Trial


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


def test_ticket_numbers_and_check_codes_are_on_paper_and_on_no_self_service_screen(trial):
    """Neither the answer to the sale, nor its fate, nor the news has them; the paper has, and is good."""
    machine, sale = trial["S1"], act("tote.sell_ticket/1", terminal="S1", bets=[{**RACE, "bet": "$2 WN 3"}])
    shown: list = []
    with machine.socket() as line:
        line.subscribe("tote")
        line.send("command", stream="tote", key="a", act=sale)
        while {"answer", "news"} - {one["type"] for one in shown if "ticket_sold" in str(one)}:
            shown.append(line.next())
        line.send("fate", stream="tote", key="a")
        shown.append(line.wait("answer"))
    shown.append(machine.get("/api/streams/tote/answers/a").json())
    paper = on_paper(machine, "a")
    named = machine.get("/api/tote/tote/papers/a").headers["content-disposition"]
    assert 'inline; filename="ticket.pdf"' == named
    assert [True, True] == ["ticket_sold" in str(one) for one in shown[-2:]]
    assert [] == [one for one in shown if paper["ticket"] in str(one) or paper["check"] in str(one)]
    trial.run_race()
    assert trial.cash(paper).json()["is_accepted"]
