"""Which everyday act is taken at which moment of a round: one table of words, held at every game, cell by cell."""

import pytest

from pitboss.games.disputes import RaiseDispute
from pitboss.games.everyday import acts as a
from pitboss.games.everyday.checks import in_tray
from pitboss.games.roulette.automatic import acts as automatic
from pitboss.games.table import acts as table_acts
from tests.support.everyday import count, fill, in_pieces
from tests.support.phase_table import GAMES, PHASES, at, steps_from

TABLE = """
    act            | betting | closed | result | settled | next
    correct result | no      | cards  | before | after   | after and manager
    wager record   | lay     | no     | ask    | after   | after and manager
    call off       | yes     | yes    | no     | no      | no
    at any time    | yes     | yes    | yes    | yes     | yes
    count, close   | no      | no     | no     | yes     | no
    bar            | later   | later  | later  | now     | later
    correct buy-in | no      | no     | no     | yes     | no
"""
"""An automatic game is void and refunded in any phase instead of being corrected or called off (RA-9)."""
ROWS = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()[1:]]
CELLS = [(act, phase, word) for act, *words in ROWS for phase, word in zip(PHASES, words, strict=True)]
LIVE = [name for name in GAMES if name != "automatic"]


def tries(driver, who, act, witness=None) -> bool:
    """Tell whether an act is taken now."""
    return type(driver.answer(who, act, witness=witness)).__name__ == "Accepted"


def last(driver) -> int:
    """Return the version of the settlement that stands last, or of none."""
    return next(reversed(driver.table.everyday.settlements), 1)


def corrects(driver, act, word, clause):
    """Hold a correction after payment: a manager is one of the two once the next round has begun."""
    is_alone = tries(driver, "pit_supervisor", act, "floorperson")
    if word == "after":
        assert is_alone
    else:
        assert not is_alone
        assert (word == "after and manager") == tries(driver, "pit_manager", act, "pit_supervisor")
        if word == "no":
            assert clause == driver.refused("pit_supervisor", act, witness="floorperson").clause


def correct_result(driver, game, word, _):
    """Before payment the dealer corrects what was entered; after it the pit does."""
    is_before = word == "before" or (word == "cards" and game.has_cards)
    assert is_before == tries(driver, "dealer", game.correct, "floorperson")
    act = a.CorrectSettlement(corrects=last(driver), result=game.other, reason="The tape shows it.")
    corrects(driver, act, word if word.startswith("after") else "no", "HP-C2")


def wager_record(driver, game, word, _):
    """While bets are open a player lays and takes back; whatever is asked about is corrected once it is paid."""
    laid = tries(driver, "Ann", game.lay), tries(driver, "Ann", game.take_back)
    # The next round has open bets of its own.
    assert (word in ("lay", "after and manager"),) * 2 == laid
    assert tries(driver, "Ann", RaiseDispute(player="Ann", about="Where it lies."))
    act = a.CorrectWager(corrects=last(driver), row=1, bet=game.place, reason="It lay elsewhere.")
    corrects(driver, act, word if word.startswith("after") else "no", "HP-C5")


def call_off(driver, _, word, __):
    """Without a result every wager goes back, and the table goes on; with one nothing does."""
    laid, act = driver.table.balances["layout"], a.CallOffRound(reason="The fire bell rings.")
    if word == "no":
        assert "HP-S4" == driver.refused("pit_supervisor", act, witness="floorperson").clause
        assert laid == driver.table.balances["layout"]
        return
    for who, witness in (("dealer", "pit_supervisor"), ("pit_supervisor", None), ("floorperson", "dealer")):
        assert "HP-S4" == driver.refused(who, act, witness=witness).clause
    driver.do("pit_supervisor", act, witness="floorperson")
    assert (2_000, 0, 0) == (laid, driver.table.balances["layout"], driver.table.balances["circulation"])
    assert driver.table.is_between_rounds
    assert 0 == count(driver, "shift").difference_minor


def at_any_time(driver, game, word, phase):
    """Relief, tips, a fill, a table that stands still: and the round goes on to its payment."""
    assert "yes" == word
    driver.do("floorperson", a.RelieveAtOnce(dealer="Dan"))
    driver.do("floorperson", a.RelieveAtOnce(dealer="Dora"))
    driver.do("dealer", a.TakeTip(player="Ann", amount_minor=100))
    fill(driver, "1x100")
    driver.do("dealer", a.SuspendTable(reason="The fire bell rings."))
    assert "HP-S2" == driver.refused("Ann", game.lay).clause
    assert 0 == count(driver, "shift").difference_minor
    driver.do("pit_supervisor", a.ResumeTable(), witness="floorperson")
    for step in steps_from(game, phase):
        step(driver)


def count_close(driver, _, word, __):
    """Between rounds alone."""
    counting = a.CountInventory(kind=a.CountKind.CLOSING, pieces=in_pieces(driver, in_tray(driver.table)))
    assert (word == "yes") == tries(driver, "dealer", counting, "floorperson")
    if word == "yes" and "T1" in getattr(driver.table, "terminals", ()):
        driver.cash_out("T1"), driver.cash_out("T2")
        count(driver, "closing")
    assert (word == "yes") == tries(driver, "dealer", table_acts.CloseTable())


def bar(driver, _, word, __):
    """From the next round on, and between rounds at once."""
    barred = driver.do("pit_supervisor", a.BarPlayer(player="Ann", reason="Cheats."))
    assert driver.table.rounds + 1 == barred.from_round
    assert (word == "later") == tries(driver, "dealer", table_acts.BuyValueChips(player="Ann", amount_minor=100))


CHECKS = {
    "correct result": correct_result,
    "wager record": wager_record,
    "call off": call_off,
    "at any time": at_any_time,
    "count, close": count_close,
    "bar": bar,
}


@pytest.mark.clause("HP-C1", "HP-C2", "HP-C5", "HP-S2", "HP-S3", "HP-S4", "HP-I2", "HP-B2")
@pytest.mark.parametrize("name", LIVE)
@pytest.mark.parametrize(("act", "phase", "word"), [cell for cell in CELLS if cell[0] in CHECKS])
def test_every_cell_at_every_game(name, act, phase, word):
    """As the table has it; and whatever was done or refused, no money was made or lost."""
    driver, game = at(name, phase)
    CHECKS[act](driver, game, word, phase)

    assert 0 == sum(driver.table.balances.values())


@pytest.mark.clause("HP-S2", "HP-S3", "HP-T1", "HP-I2", "RA-9d", "RA-9e")
@pytest.mark.parametrize(("act", "phase", "word"), CELLS)
def test_every_cell_at_an_automatic_table(act, phase, word):
    """Nothing is corrected or called off by hand; its games are void in any phase, and a buy-in waits for the end."""
    driver, game = at("automatic", phase)
    if act in ("at any time", "count, close"):
        CHECKS[act](driver, game, word, phase)
    elif act == "correct buy-in":
        again = automatic.CorrectBuyIn(terminal="T1", currency_minor=9_000)
        assert (word == "yes") == tries(driver, "dealer", again)
    elif act == "wager record":
        laid = tries(driver, "T1", game.lay), tries(driver, "T1", game.take_back)
        assert (word in ("lay", "after and manager"),) * 2 == laid
    elif act == "call off":
        act_now = automatic.VoidGame(game=driver.table.rounds, cause=automatic.VoidCause.MALFUNCTION)
        assert tries(driver, "pit_supervisor", act_now, "floorperson")
        driver.refund()
        assert [10_000, 5_000] == [driver.credits("T1"), driver.credits("T2")] or phase == "next"
    elif act == "correct result":
        correction = a.CorrectSettlement(corrects=last(driver), result="17", reason="The tape shows it.")
        assert "RA-9d" == driver.refused("pit_manager", correction, witness="pit_supervisor").clause
    else:
        assert a.BarPlayer not in driver.game.acts
