"""Debts that passed zero, and corrections that are held to what the second count counted itself."""

import pytest

from pitboss.ledger.recount import Recount
from pitboss.ledger.recount_checks import below_nothing, over_with_credits
from pitboss.ledger.recount_papers import Papers


def test_debts_that_passed_nothing_are_told():
    """What is due is not below it, and what is owed not above."""
    assert [] == list(below_nothing({"payable:Ann": 5, "receivable:Ann": -5, "rack": -9}))
    assert 2 == len(list(below_nothing({"payable:Ann": -5, "receivable:Ann": 5})))


def test_the_second_count_holds_what_was_gained_to_its_own():
    """A correction that says another gain than was settled changes what is due by the true one."""
    count = Recount("table:main")
    count.take({"type": "stream.opened/1", "config": {"currency": "USD"}})
    columns = {"player": ["Ann"], "bet": ["big"], "stake_minor": [500], "paid_minor": [0], "outcome": ["lose"]}
    count.take({"type": "sicbo.wager_placed/1", "player": "Ann", "bet": "big", "stake_minor": 500})
    count.take({"type": "sicbo.round_settled/1", "round": 1, "wagers": columns})
    rows = {"player": ["Ann"], "bet": ["big"], "stake_minor": [500], "was_minor": [0], "now_minor": [500]}
    changed = count.take({"type": "table.settlement_corrected/1", "corrects": 3, "round": 1, "rows": rows})

    assert 1_000 == changed["USD:table:main/payable:Ann"]


def test_either_way_to_settle_a_round_anew_may_follow_the_other():
    """A wager that lay elsewhere and then a true result are one chain; what was corrected is not corrected again."""
    papers = Papers()
    chain: list[dict[str, object]] = [
        {"type": "sicbo.round_settled/1"},
        {"type": "table.wager_corrected/1", "corrects": 2},
        {"type": "table.settlement_corrected/1", "corrects": 3},
        {"type": "table.wager_corrected/1", "corrects": 4},
        {"type": "table.settlement_corrected/1", "corrects": 4},
    ]
    found = [what for version, event in enumerate(chain, 2) for what in papers.take("table:main", version, event, ())]

    assert ["it corrects version 4"] == [what[:21] for what in found]


@pytest.mark.parametrize("kind", ["chips_delivered", "session_closed", "session_abandoned"])
def test_no_session_is_over_with_credits(kind):
    """Its own alone: whoever plays there next has theirs; a terminal from before sessions has none to end."""
    event = {"type": f"automatic.{kind}/1", "terminal": "T1", "session": 2}
    assert [] == list(over_with_credits(event, {"credits:T1.2": 0, "credits:T1.3": 500}))
    assert ["session 2 of T1 is over with credits of 500"] == list(over_with_credits(event, {"credits:T1.2": 500}))
    assert [] == list(over_with_credits({**event, "session": None}, {"credits:T1": 500}))
