"""What anybody is told who has a ticket's number and check code: its state, what it won, and why."""

import pytest

from pitboss.floor.commands import TRIES
from pitboss.floor.rate_limit import Buckets
from tests.support.web_trial import RACE, Trial


@pytest.fixture
def trial(trial):
    """A house on trial whose tote has a card open."""
    trial.open_tote()
    return trial


def asked(trial: Trial, ticket, check=None):
    """Ask about a ticket as somebody whom nobody knows."""
    payload = f"{ticket['ticket']}-{check or ticket['check']}"
    return trial.web.visitor().post("/api/tote/ticket", {"payload": payload})


def test_a_ticket_from_its_sale_to_its_payment(trial):
    """Not decided, then worth what it won with every line of the calculation, then paid; nothing was paid by asking."""
    ticket = trial.sold(bet="$2 WN 3")
    assert "Race 1 of FVD is not official yet." == asked(trial, ticket).json()["told"]
    trial.run_race()
    found = asked(trial, ticket).json()
    paid = found["due_minor"]
    assert found["told"].startswith(f"Worth ${paid / 100:.2f}: cash it at any window before ")
    assert f"$2.00 on it: ${paid / 100:.2f}." in found["bets"][0]["lines"][0]
    assert found["pools"][found["bets"][0]["pool"]][0].startswith("Sold: $2.00")
    assert trial.cash(ticket).json()["is_accepted"]
    assert ("It was paid already.", 0) == tuple(asked(trial, ticket).json()[part] for part in ("told", "due_minor"))


def test_a_losing_and_a_cancelled_ticket(trial):
    """Both say so in a sentence."""
    trial.sold(bet="$2 WN 3")
    losing, taken_back = trial.sold(bet="$2 WN 4"), trial.sold(bet="$2 WN 5")
    fields = {part: taken_back[part] for part in ("ticket", "check", "serial")}
    trial.do(trial.at("teller", "W1"), "tote", "tote.cancel_ticket/1", terminal="W1", method="reader", **fields)
    trial.run_race()
    assert "It is a losing ticket." == asked(trial, losing).json()["told"]
    assert "It was cancelled already." == asked(trial, taken_back).json()["told"]


def test_whoever_guesses_is_told_nothing_and_waits(trial):
    """A wrong code and an unknown number are answered alike, and after five of them nothing more is answered."""
    trial.web.server.house.desk.tries = Buckets(most=TRIES, rate=TRIES / 60, clock=lambda: 0.0)
    ticket = trial.sold()
    unknown = {**ticket, "ticket": ticket["ticket"][:-4] + "ZZZZ"}
    wrong = [asked(trial, ticket, "AAAAAA"), asked(trial, unknown)]
    assert ["wrong ticket number or check code: compare both with the ticket"] * 2 == [
        one.json()["reason"] for one in wrong
    ]
    for _ in range(TRIES - 2):
        assert 400 == asked(trial, ticket, "BBBBBB").status_code
    assert 429 == asked(trial, ticket).status_code


def test_a_payment_that_nobody_makes_alone_names_who_stands_by(trial):
    """A reader is told the amount, that a second person is needed, and who may be one."""
    ticket = trial.sold(bet="$900 WN 3")
    trial.run_race()
    payload = f"{ticket['ticket']}-{ticket['check']}"
    found = trial.at("teller", "W1").post("/api/tote/scan", {"payload": payload}).json()
    assert ("cash", True) == (found["worth"]["does"], found["worth"]["needs_second"])
    assert {"mutuel_supervisor", "mutuel_manager"} <= {*found["confirm"]}


def test_a_ticket_that_was_paid_in_part_is_worth_the_rest(trial):
    """What was handed out for the first race is not offered again when the second is won, to teller or bettor."""
    bets = [{**RACE, "bet": "$2 WN 3"}, {**RACE, "race": 2, "bet": "$4 WN 3"}]
    sale = {"type": "tote.sell_ticket/1", "terminal": "W1", "bets": bets}
    ticket = trial.at("teller", "W1").command("tote", sale).json()["events"][0]
    trial.run_race(1)
    first = trial.cash(ticket).json()["events"][0]["total_minor"]
    trial.run_race(2)
    payload = f"{ticket['ticket']}-{ticket['check']}"
    offered = trial.at("teller", "W1").post("/api/tote/scan", {"payload": payload}).json()["worth"]["amount_minor"]
    shown = asked(trial, ticket).json()["due_minor"]
    paid = trial.cash(ticket).json()["events"][0]["total_minor"]
    assert (paid, paid, True) == (offered, shown, 0 < first < paid)
