"""A shift of a live and of an automatic table, played act by act: its figures are those worked out by hand."""

import pytest

from pitboss.decider import Accepted
from pitboss.games.blackjack.acts import Source
from pitboss.games.everyday import acts as a
from pitboss.games.everyday.checks import in_tray
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.shoe.acts import CorrectCard
from pitboss.games.table import acts as table_acts
from pitboss.ledger.recount_win import Win
from tests.support.automatic_driver import AutomaticDriver
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.driver import ONEIDA, Driver
from tests.support.everyday import begin, by_both_routes, count, counted_by, fill

K = 100_000
"""A thousand dollars."""


class Shift(Driver):
    """A table whose every event is counted by both routes to its win."""

    def __init__(self) -> None:
        super().__init__(ONEIDA, settings={"default_max": 10**9})
        self.win = Win("table:R1")
        self.win.take({"type": "stream.opened/1", "config": {"currency": "USD"}}, (), "")

    def answer(self, who, act, *, witness=None):
        """Count what happened."""
        found = super().answer(who, act, witness=witness)
        for event in found.events if isinstance(found, Accepted) else ():
            counted_by(self.win, event)
        return found


def opened() -> Shift:
    """Return the table after its opening: 50,000 counted, a fill of 5,000, a credit of 3,000."""
    shift = Shift()
    begin(shift)
    fill(shift, "500x100")
    shift.do("dealer", table_acts.InspectEquipment(items=tuple(entry.item for entry in shift.table.equipment)))
    count(shift, "opening")
    shift.do("dealer", table_acts.OpenTable(mucker="Max"))
    fill(shift, "50x100")
    slip = shift.do("floorperson", a.RequestCredit(pieces="30x100")).slip
    sent = a.SendCredit(slip=slip, pieces="30x100", carried_by="Rob")
    shift.do("dealer", sent, witness="floorperson")
    shift.do("cashier", a.ReceiveCredit(slip=slip, pieces="30x100"), witness="floorperson")
    return shift


def played() -> Shift:
    """Return it after its rounds: 8,000 sold for cash, a marker of 2,000, 21,500 lost and 19,400 paid."""
    shift = opened()
    shift.do("dealer", table_acts.BuyValueChips(player="Bob", amount_minor=62 * K // 10))
    shift.do("dealer", table_acts.OpenBetting())
    for pieces in (900, 900):
        shift.colour("Ann", "blue", value=100, count=pieces)
    signed = a.IssueMarker(player="Cid", amount_minor=2 * K, signature="Cid")
    shift.do("pit_supervisor", signed, witness="cashier")
    shift.bet("Bob", "red", 205 * K // 10)
    shift.bet("Bob", "black", 188 * K // 10)
    shift.bet("Ann", "red", K, "colour:blue")
    shift.bet("Ann", "black", 6 * K // 10, "colour:blue")
    shift.settle("17")
    return shift


@pytest.mark.clause("HP-I2")
def test_a_live_shift_figure_by_figure():
    """Colours redeemed, tipped and walked off; a chip of 20 is gone: win 2,080 by both routes, hold 20.8 %."""
    shift = played()
    for pieces in (625, 625):
        shift.do("dealer", roulette_acts.RedeemColour(player="Ann", colour="blue", count=pieces))
    tip = a.TakeTip(player="Ann", amount_minor=5_000, colour="blue")
    shift.do("dealer", tip, witness="floorperson")
    gone = roulette_acts.AbandonColour(colour="blue", pieces_here=0, minutes_absent=10)
    shift.do("dealer", gone, witness="pit_supervisor")
    assert 44_200_00 == in_tray(shift.table)
    count(shift, "closing", "441x100 80x1")
    period = shift.win.periods[-1]

    rack = (period.opening_minor, period.fills_minor, period.credits_minor, period.closing_minor)
    assert (50 * K, 5 * K, 3 * K, 44_180_00) == rack
    assert (10 * K, 2_180_00, 100_00) == (period.drop_minor, period.inventory_win_minor, period.due_minor)
    assert (21_500_00, 19_400_00, -20_00) == (period.lost_minor, period.paid_minor, period.variances_minor)
    assert (2_080_00, 2_080_00) == (period.win_minor, period.book_win_minor)
    assert (20_00, 44_180_00) == (shift.table.balances["variance"], in_tray(shift.table))
    # A wager that wins at roulette is paid its stake at least: 19,400 were staked on what won.
    assert (40_900_00, 208) == (period.handle_minor, 1_000 * period.win_minor // period.drop_minor)


@pytest.mark.clause("HP-I2")
def test_one_stolen_chip_shows_as_a_variance():
    """Of 25: nothing else of the two routes changes, and nobody is told of so little."""
    shift = played()
    due = in_tray(shift.table)
    counted = count(shift, "shift", f"{(due - 2_500) // 10_000}x100 {(due - 2_500) % 10_000 // 100}x1")
    period = shift.win.periods[-1]
    assert (-2_500, False) == (counted.difference_minor, counted.is_reported)
    assert (-2_500, 0) == (period.variances_minor, period.difference_minor)
    assert (2_500, due - 2_500) == (shift.table.balances["variance"], in_tray(shift.table))


def automatic() -> AutomaticDriver:
    """Return an automatic table: 4,000 in currency and 650 in chips; 12,000 bet and 11,300 returned.

    A coupon is never credit here (RA-3a.iii), so that there is none among what was brought.
    """
    driver = AutomaticDriver(settings={"default_max": 10**9})
    begin(driver)
    fill(driver, "100x100")
    count(driver, "opening")
    driver.opened("T1", "T2")
    fill(driver, "40x100")
    driver.bought(T2=180_00)
    brought = {"currency_minor": 3_820_00, "chips_minor": 650_00}
    driver.do("dealer", automatic_acts.CountBuyIn(terminal="T1", **brought))
    driver.do("dealer", automatic_acts.ConfirmBuyIn(terminal="T1", amount_minor=4_470_00))
    driver.do("dealer", automatic_acts.DropBuyIn(terminal="T1"))
    driver.do("T1", automatic_acts.VerifyCredit(terminal="T1"))
    for lost, won in ((2_200, 2_200), (2_200, 2_200), (1_950, 1_250)):
        driver.do("dealer", automatic_acts.StartGame())
        for bet, stake in (("red", lost), ("black", won)):
            hundreds, rest = divmod(stake, 100)
            driver.bet("T1", bet, *[100_00] * hundreds, *[25_00] * (rest // 25))
        driver.settle("17")
    return driver


@pytest.mark.clause("HP-I2")
def test_an_automatic_shift_figure_by_figure():
    """By meters 700 are won; 20 tipped, 3,750 cashed out, credits of 180 are left: the tray has 10,880."""
    driver = automatic()
    driver.do("dealer", a.TakeTip(player="Ann", amount_minor=20_00, terminal="T1"), witness="floorperson")
    assert 3_750_00 == driver.cash_out("T1")
    assert 10_880_00 == in_tray(driver.table)
    count(driver, "shift")
    period = by_both_routes(driver).periods[-1]

    returned = period.handle_minor - period.lost_minor + period.paid_minor
    assert (12_000_00, 11_300_00) == (period.handle_minor, returned)
    assert (4_000_00, 880_00, 180_00) == (period.drop_minor, period.inventory_win_minor, period.due_minor)
    assert (700_00, 700_00) == (period.win_minor, period.book_win_minor)
    meters = period.handle_minor - returned
    assert (1_750, 583) == (10_000 * meters // period.drop_minor, 10_000 * meters // period.handle_minor)


@pytest.mark.clause("HP-I2", "HP-C1")
def test_a_coupon_that_was_collected_and_given_back_lies_on_the_layout_again():
    """A hand was over 21 by a card that was named wrongly; the rack is counted before the round is over."""
    driver = BlackjackDriver(settings={"match_play": True})
    begin(driver)
    fill(driver, "100x100")
    count(driver, "opening")
    driver.ready((1, "Ann"), (2, "Bob"))
    driver.bet(1, 1_000, source=Source.COUPON)
    driver.bet(1, 500)
    driver.bet(2, 500, source=Source.COUPON)
    driver.played("TS TD 8H 6S 9D 9C hit 9H")
    correct = CorrectCard(place=7, was="9H", card="4H", reason="wrong key")
    driver.do("dealer", correct, witness="floorperson")
    driver.do("dealer", a.SuspendTable(reason="Fire."))
    count(driver, "shift")
    period = by_both_routes(driver).periods[-1]

    assert (0, 0, 0) == (period.difference_minor, period.lost_minor, period.handle_minor)
