"""An automatic table's writer is killed at every call that changes its journal: nothing is lost, nothing paid twice.

Beside what holds of any journal (`survived`), its ledger is held to a count of the commands alone, as the kill left it
and again when everything was sent once more.
"""

from collections import Counter
from itertools import count

import pytest

from pitboss.floor.verify.verify import verify
from pitboss.games.roulette.automatic import acts as a
from tests.support.automatic_tally import Tally, differences
from tests.support.campaign import Campaign, Part
from tests.support.durable import opened, script, survived
from tests.support.faults import Stage, stage

DEEDS = ("kill-before", "kill-half", "kill-after")
SLICE_KILLS = 4
"""At how many calls the slice of every test run kills, in each of the three ways."""
TABLE = "automatic:A1"
STREAMS = {TABLE: "tests/faults/automatic.jsonl"}
MUST_BE_MET = (
    *(a.CountBuyIn, a.ConfirmBuyIn, a.DropBuyIn, a.VerifyCredit, a.CorrectBuyIn, a.PlaceBet, a.UndoBet, a.RecallBets),
    *(a.SpinBall, a.LockBets, a.SenseNumber, a.ConfirmNumber, a.VoidGame, a.RefundGame, a.RepayReceivable),
    *(a.AskCashOut, a.SelectCashOut, a.CountOutChips, a.ConfirmCashOut, a.DeliverChips),
)
PAID = {"T1.1": 27_500, "T2.2": 5_500}
"""What is cashed out in all: 100.00 with 35 to 1 on 5.00 of it, and a buy-in of 55.00 whose games were both void."""


@pytest.fixture(scope="module")
def theatre(tmp_path_factory):
    """Yield the stage for all kills of this file."""
    with stage(tmp_path_factory.mktemp("stage")) as one:
        yield one


def cashed(address: str) -> dict[str, int]:
    """Hold a journal to what is counted from its commands, and to its own proof; return what was cashed out."""
    tally, journal = Tally(has_sensor=True), opened(address)
    try:
        assert [] == list(differences(journal, {TABLE: tally}))
        assert () == verify(journal).faults
    finally:
        journal.close()
    return {name: seat.cashed for name, seat in tally.seats.items() if seat.cashed}


def killed(theatre: Stage, at: int, deed: str) -> list[str]:
    """Perform, be killed, and hold what is left to what was acknowledged; say nothing where nobody was killed."""
    performance = theatre.perform(STREAMS, at=at, do=deed)
    before = cashed(theatre.address)
    assert before.items() <= PAID.items()
    found = survived(theatre.address, STREAMS, performance.acknowledged, theatre.whole(STREAMS))
    assert [] == found.faults
    assert PAID == cashed(theatre.address)
    return ["killed", found.how_far, f"paid: {', '.join(before) or 'nobody'}"] if performance.is_killed else []


@pytest.mark.campaign(len(DEEDS))
def test_killed_at_every_call(request, theatre):
    """Killed before, within and after each call: what was acknowledged is there, and is paid once."""
    campaign = Campaign.of(request, "automatic-kills", part_cases=1, slice_parts=len(DEEDS))
    calls = range(1, theatre.calls(STREAMS) + 1)

    def search(part: Part) -> Counter[str]:
        met = Counter[str]()
        for at in count(1) if campaign.is_whole else part.rng().sample(calls, SLICE_KILLS):
            found = killed(theatre, at, DEEDS[part.number])
            if not found:
                break
            met.update(found)
        assert not campaign.is_whole or len(calls) <= met["killed"]
        return met

    met = campaign.run(search)
    assert len(DEEDS) * SLICE_KILLS <= met["killed"]
    assert {"written, not acknowledged", "written and acknowledged"} <= set(met)
    assert not campaign.is_whole or {"paid: nobody", "paid: T1.1", "paid: T1.1, T2.2"} <= set(met)


def test_the_round_has_everything_that_moves_money():
    """Buy-ins, bets, the spin and its number, settlement, void games, refunds, cash-outs."""
    assert set() == set(MUST_BE_MET) - {type(command.act) for command in script(STREAMS[TABLE]).commands}
