"""Sic bo's events in words: every event is told, with who, what, how much, and by which clause."""

from typing import Any

import msgspec
import pytest

from pitboss.games.everyday.dispute_events import DISPUTING_EVENTS
from pitboss.games.everyday.events import CALLED_OFF_EVENTS, EVERYDAY_EVENTS, RESETTLING_EVENTS
from pitboss.games.sicbo import events as sicbo_events
from pitboss.games.sicbo.game import GAME
from pitboss.games.sicbo.words import in_words
from pitboss.games.table import events as table_events
from tests.support.sicbo_driver import SICBO, SicBoDriver

NO_WAGERS = sicbo_events.Columns(player=(), bet=(), stake_minor=(), paid_minor=(), outcome=(), clause=())
TWO = sicbo_events.Columns(
    player=("Bob", "Ann"),
    bet=("small", "pair:3"),
    stake_minor=(200, 100),
    paid_minor=(0, 800),
    outcome=(sicbo_events.Outcome.LOSE, sicbo_events.Outcome.WIN),
    clause=("SB-Bf", "SB-D1"),
)
BACK = sicbo_events.Columns(
    player=("Ann",),
    bet=("big",),
    stake_minor=(500,),
    paid_minor=(0,),
    outcome=(sicbo_events.Outcome.RETURNED,),
    clause=("Q35",),
)
ANN: dict[str, Any] = {"player": "Ann", "bet": "big", "stake_minor": 500, "moves": ()}
FAILED: dict[str, Any] = {"fault": "dark", "by": "Dora", "moves": ()}
SETTLED: dict[str, Any] = {"round": 1, "dice": (3, 3, 5), "wagers": TWO, "moves": ()}
ROWS = "\n  Bob loses $2.00 on small [SB-Bf]\n  Ann wins $8.00 on pair:3 at 8 to 1 [SB-D1]"
RETURNED = "\n  Ann's $5.00 on big goes back [Q35]"

TOLD = [
    (sicbo_events.WagerPlaced(**ANN, placed_by="player", placed_by_id="Ann"), "Ann bets $5.00 on big."),
    (
        sicbo_events.WagerPlaced(**ANN, placed_by="dealer", placed_by_id="Dora"),
        "Ann bets $5.00 on big (placed by Dora, dealer).",
    ),
    (sicbo_events.WagerRemoved(**ANN, removed_by="player", removed_by_id="Ann"), "Ann takes $5.00 back from big."),
    (
        sicbo_events.WagerRemoved(**ANN, removed_by="dealer", removed_by_id="Dora"),
        "Ann takes $5.00 back from big (by the hand of Dora, dealer).",
    ),
    (sicbo_events.NoMoreBetsCalled(by="Dora"), "Dora says that no new bets are accepted."),
    (sicbo_events.DiceShaken(shakes=4, by="Dora"), "Dora covers the shaker and shakes it 4 times."),
    (sicbo_events.ShakerUncovered(is_flat=True, by="Dora"), "Dora uncovers the shaker: the dice lie flat."),
    (sicbo_events.ShakerUncovered(is_flat=False, by="Dora"), "Dora uncovers the shaker: a die is not flat."),
    (
        sicbo_events.DiceEntered(dice=(3, 3, 5), lit=("big", "one:3"), by="Dora"),
        "Dora announces 3, 3 and 5 and enters it; lit are big, one:3.",
    ),
    (
        sicbo_events.DiceCorrected(
            round=1, was=(3, 3, 5), dice=(3, 3, 4), lit=("small",), reason="Typed.", by="Dora", witness="Flo"
        ),
        "Dora, with Flo, corrects 3, 3 and 5 to 3, 3 and 4; lit are small: Typed.",
    ),
    (
        sicbo_events.DiceCorrected(
            round=1, was=(3, 3, 5), dice=(3, 3, 4), lit=(), reason="Typed.", by="Dora", witness="Flo"
        ),
        "Dora, with Flo, corrects 3, 3 and 5 to 3, 3 and 4: Typed.",
    ),
    (
        sicbo_events.NoRollCalled(by="Dora"),
        'Dora calls "No Roll": nothing is decided, wagers stand or may be withdrawn.',
    ),
    (sicbo_events.LosersCollected(count=0, by="Dora"), "Dora collects no losing wager."),
    (sicbo_events.LosersCollected(count=1, by="Dora"), "Dora collects 1 losing wager."),
    (sicbo_events.LosersCollected(count=3, by="Dora"), "Dora collects 3 losing wagers."),
    (sicbo_events.RoundSettled(**SETTLED, by_hand=False, supervisor=None), f"3, 3 and 5, settled:{ROWS}"),
    (
        sicbo_events.RoundSettled(**SETTLED, by_hand=True, supervisor="Flo"),
        f"3, 3 and 5, settled by hand, Flo present:{ROWS}",
    ),
    (sicbo_events.LightsCleared(by="Dora"), "Dora clears the lights."),
    (
        sicbo_events.ComputerInspected(dice=(1, 1, 1), lit=("any_triple", "one:1"), by="Flo", role="floorperson"),
        "Flo enters 1, 1 and 1 and sees lit what must be: any_triple, one:1.",
    ),
    (
        sicbo_events.FailureReported(**FAILED, is_uncovered=False, wagers=BACK),
        f"Dora reports that the computer failed (dark): no roll, every wager goes back.{RETURNED}",
    ),
    (
        sicbo_events.FailureReported(**FAILED, is_uncovered=False, wagers=NO_WAGERS),
        "Dora reports that the computer failed (dark): nothing is played until it is repaired.",
    ),
    (
        sicbo_events.FailureReported(**FAILED, is_uncovered=True, wagers=NO_WAGERS),
        "Dora reports that the computer failed (dark): the wagers are settled by hand.",
    ),
    (sicbo_events.RepairRecorded(repair="new lamps", by="Flo"), "Flo records the repair: new lamps"),
    (
        table_events.EquipmentInspected(items=("layout",), by="Dora", role="dealer"),
        "Dora inspects the equipment: layout.",
    ),
    (
        table_events.TableOpened(rulebook=SICBO, edition_hash="0", dealer="Dora", mucker=None),
        f"Dora opens the table under {SICBO}.",
    ),
    (table_events.TableClosed(by="Dora"), "Dora closes the table."),
    (table_events.StaffChanged(dealer="Dan", mucker=None, by="Flo"), "Dan deals, without a mucker, by order of Flo."),
    (
        table_events.LimitSet(kind="total:7", which="max", amount_minor=500, by="Sue", witness="Flo"),
        "From the next round the maximum for total:7 is $5.00 (Sue, with Flo).",
    ),
    (
        table_events.LimitSet(kind="player_total", which="max", amount_minor=500, by="Sue", witness="Flo"),
        "From the next round the maximum of one player in a round is $5.00 (Sue, with Flo).",
    ),
    (
        table_events.LimitSet(kind="table_total", which="max", amount_minor=900, by="Sue", witness="Flo"),
        "From the next round the maximum of all players in a round is $9.00 (Sue, with Flo).",
    ),
    (
        table_events.SignPosted(lines=("Minimum $1.00", "Maximum $5.00"), by="Flo"),
        "Flo posts the sign of the table: 2 lines.",
    ),
    (table_events.BettingOpened(round=7), "Round 7 is open for bets."),
    (
        table_events.RoundAbandoned(round=7, reason="Nobody is here.", by="Dora"),
        "Dora gives up round 7, on which nobody bet: Nobody is here.",
    ),
    (table_events.ValueChipsBought(player="Ann", amount_minor=500, moves=()), "Ann buys value chips for $5.00."),
]


@pytest.mark.parametrize(("event", "words"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_an_event_in_words(event, words):
    """It is said as a person at the table would say it."""
    assert words == in_words(SicBoDriver().table, event)


def test_every_event_is_told():
    """No event of the game is without its sentence here."""
    # Told alike at every table, and tested there.
    everyday = {*EVERYDAY_EVENTS, *RESETTLING_EVENTS, *CALLED_OFF_EVENTS, *DISPUTING_EVENTS}
    assert {*GAME.events} - everyday == {type(event) for event, _ in TOLD}


def test_an_unknown_event_has_its_name():
    """Words never fail: what has no sentence is at least named."""

    class Rained(msgspec.Struct):
        by: str = "nobody"

    assert "Rained" == in_words(SicBoDriver().table, Rained())  # type: ignore[arg-type]
