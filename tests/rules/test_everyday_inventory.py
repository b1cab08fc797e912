"""A rack that is kept by counts and slips: counts, fills, credits, boxes, and nothing out that is not there."""

import msgspec
import pytest

from pitboss.games.everyday import acts as a
from pitboss.games.everyday.acts import CountKind
from pitboss.games.everyday.checks import in_tray
from pitboss.games.roulette.acts import RedeemColour
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.table import acts as table_acts
from tests.support.driver import HOIAN, ONEIDA, STAFF, Driver
from tests.support.everyday import accept, begin, count, fill, issue
from tests.support.sicbo_driver import SicBoDriver

CLOSE = table_acts.CloseTable()


def opened(pieces: str = "50x100") -> SicBoDriver:
    """Return a sic bo table with chips in its rack, counted, open, and with its first round open."""
    driver = SicBoDriver()
    begin(driver)
    fill(driver, pieces)
    count(driver, "opening")
    driver.opened()
    return driver


def sell(driver, amount: int, player: str = "Ann"):
    """Sell value chips for cash."""
    return driver.do("dealer", table_acts.BuyValueChips(player=player, amount_minor=amount))


def settled(driver, stake: int = 10_000):
    """Play a round that Ann loses, and clear the lights."""
    driver.bet("Ann", "small", stake)
    driver.pay((5, 5, 6))
    driver.do("dealer", sicbo_acts.ClearLights())


@pytest.mark.clause("HP-I1")
class TestBeginning:
    def test_what_was_won_before_is_put_aside(self):
        """Rack and box begin empty, and what they came to is on record as won before."""
        driver = SicBoDriver().opened()
        sell(driver, 30_000)
        settled(driver)
        driver.do("dealer", CLOSE)
        begun = begin(driver)

        assert (-20_000, 30_000) == (begun.tray_minor, begun.drop_minor)
        assert (0, 0, 10_000) == tuple(driver.table.balances[name] for name in ("rack", "drop", "prior_win"))

    def test_a_pit_supervisor_begins_before_an_auditor(self):
        """Not a floorperson, not alone, not before somebody of the pit."""
        driver = SicBoDriver()
        act = a.BeginInventory()

        assert "HP-I1" == driver.refused("floorperson", act, witness="auditor").clause
        assert "HP-I1" == driver.refused("pit_supervisor", act).clause
        assert "HP-I1" == driver.refused("pit_supervisor", act, witness="pit_manager").clause
        assert "HP-I1" == driver.refused("pit_supervisor", act, witness="pit_supervisor").clause

    def test_an_open_table_waits_and_none_begins_twice(self):
        """Nobody switches a table over while people play there, nor a second time."""
        driver = SicBoDriver().opened()
        assert "HP-I1" == driver.refused("pit_supervisor", a.BeginInventory(), witness="auditor").clause

        other = SicBoDriver()
        begin(other)
        assert "HP-I1" == other.refused("pit_supervisor", a.BeginInventory(), witness="auditor").clause

    def test_there_are_no_counts_slips_and_boxes_before(self):
        """A table that was not switched over is played at as ever."""
        driver = SicBoDriver().opened()
        counting = a.CountInventory(kind=CountKind.SHIFT, pieces="")

        assert "HP-I1" == driver.refused("dealer", counting, witness="floorperson").clause
        assert "HP-I1" == driver.refused("floorperson", a.RequestFill(pieces="1x1")).clause
        assert "HP-I1" == driver.refused("pit_supervisor", a.RemoveDropBox(), witness="cashier").clause


@pytest.mark.clause("HP-I2")
class TestCounts:
    def test_one_stolen_chip_is_a_variance(self):
        """What is not there is on record with who counted, and the rack is what was counted."""
        driver = opened("50x100")
        driver.do("dealer", table_acts.AbandonRound(reason="Nobody is here."))
        counted = count(driver, "shift", "49x100")

        assert (490_000, 500_000, -10_000) == (counted.counted_minor, counted.expected_minor, counted.difference_minor)
        assert ("variance", True) == (counted.reason_for_alarm()[0], counted.is_reported)
        assert (10_000, 490_000) == (driver.table.balances["variance"], in_tray(driver.table))

    def test_a_small_difference_raises_no_alarm(self):
        """Twenty-five dollars are recorded and not reported."""
        driver = opened("50x100")
        driver.do("dealer", table_acts.AbandonRound(reason="Nobody is here."))

        assert count(driver, "shift", "49x100 3x25").reason_for_alarm() is None

    def test_dealer_and_floor_count_together(self):
        """Not the dealer alone, not with another dealer, not a floorperson in the dealer's place."""
        driver = SicBoDriver()
        begin(driver)
        act = a.CountInventory(kind=CountKind.OPENING, pieces="")

        assert "HP-I2" == driver.refused("dealer", act).clause
        assert "HP-I2" == driver.refused("dealer", act, witness="mucker").clause
        assert "HP-I2" == driver.refused("floorperson", act, witness="pit_supervisor").clause

    @pytest.mark.parametrize("kind", ["shift", "closing"])
    def test_a_round_is_not_counted_in(self, kind):
        """Chips lie on the layout: the count waits."""
        driver = opened()
        act = a.CountInventory(kind=CountKind(kind), pieces="50x100")

        assert "HP-I2" == driver.refused("dealer", act, witness="floorperson").clause

    def test_chips_on_their_way_are_awaited(self):
        """Nobody counts while a fill is under way; a request alone is no hindrance."""
        driver = opened()
        driver.do("dealer", table_acts.AbandonRound(reason="Nobody is here."))
        slip = issue(driver, "5x100")
        act = a.CountInventory(kind=CountKind.SHIFT, pieces="50x100")
        refusal = driver.refused("dealer", act, witness="floorperson")
        driver.do("cashier", a.VoidSlip(slip=slip, reason="Not needed."), witness="floorperson")
        driver.do("floorperson", a.RequestFill(pieces="5x100"))

        assert ("HP-I2", {"slip": slip}) == (refusal.clause, refusal.values)
        assert 0 == count(driver, "shift").difference_minor

    def test_no_table_opens_uncounted(self):
        """The rack is counted for each opening."""
        driver = SicBoDriver()
        begin(driver)
        driver.inspected()
        assert "HP-I2" == driver.refused("dealer", table_acts.OpenTable()).clause

        count(driver, "opening")
        assert driver.do("dealer", table_acts.OpenTable())

    def test_no_table_closes_uncounted(self):
        """Nor with a count from before chips moved."""
        driver = opened()
        settled(driver)
        assert "HP-I2" == driver.refused("dealer", CLOSE).clause

        count(driver, "closing")
        sell(driver, 500)
        assert "HP-I2" == driver.refused("dealer", CLOSE).clause

        count(driver, "closing")
        assert driver.do("dealer", CLOSE)

    def test_no_table_closes_with_chips_on_their_way(self):
        """A fill that was issued after the closing count."""
        driver = SicBoDriver()
        begin(driver)
        fill(driver, "50x100")
        count(driver, "opening")
        driver.opened()
        driver.do("dealer", table_acts.AbandonRound(reason="Nobody is here."))
        count(driver, "closing")
        slip = issue(driver, "1x100")
        assert "HP-I2" == driver.refused("dealer", table_acts.CloseTable()).clause
        driver.do("cashier", a.VoidSlip(slip=slip, reason="Lost."), witness="floorperson")
        assert driver.do("dealer", table_acts.CloseTable())

    def test_the_next_opening_expects_the_closer_and_the_slips_since(self):
        """Closed with 5,100, filled with 200: the opener is held to 5,300."""
        driver = opened("50x100")
        settled(driver, 10_000)
        count(driver, "closing")
        driver.do("dealer", CLOSE)
        fill(driver, "2x100")

        assert (530_000, 0) == (count(driver, "opening").expected_minor, in_tray(driver.table) - 530_000)

    def test_an_opening_count_is_of_a_closed_table(self):
        """And a count of a shift of an open one."""
        driver = opened()
        driver.do("dealer", table_acts.AbandonRound(reason="Nobody is here."))
        opening = a.CountInventory(kind=CountKind.OPENING, pieces="50x100")

        assert "HP-I2" == driver.refused("dealer", opening, witness="floorperson").clause
        count(driver, "closing")
        driver.do("dealer", CLOSE)
        shift = a.CountInventory(kind=CountKind.SHIFT, pieces="50x100")
        assert "HP-I2" == driver.refused("dealer", shift, witness="floorperson").clause

    def test_colours_that_were_sold_are_still_in_the_tray(self):
        """Cash for colours takes no value chip out, and redeeming them does."""
        driver = Driver(ONEIDA)
        begin(driver)
        fill(driver, "50x100")
        count(driver, "opening")
        driver.opened()
        driver.colour("Ann", "blue", value=100, count=100)
        sold = in_tray(driver.table)
        driver.bet("Ann", "straight:17", 500, "colour:blue")
        laid = in_tray(driver.table)
        driver.settle("16")
        lost = in_tray(driver.table)
        driver.do("dealer", RedeemColour(player="Ann", colour="blue", count=95))

        assert (500_000, 500_000, 500_000, 490_500) == (sold, laid, lost, in_tray(driver.table))

    def test_chips_are_of_the_currency(self):
        """There is no half dong."""
        driver = Driver(HOIAN)
        begin(driver)
        act = a.CountInventory(kind=CountKind.OPENING, pieces="2x0.50")

        assert "HP-I2" == driver.refused("dealer", act, witness="floorperson").clause
        assert 20 == count(driver, "opening", "2x10").counted_minor


@pytest.mark.clause("HP-I3")
class TestSlips:
    def test_a_fill_comes_from_the_cage_into_the_rack(self):
        """The chips are on their way in between, and slips are numbered without a gap."""
        driver = SicBoDriver()
        begin(driver)
        slip = issue(driver, "10x25 5x100")
        under_way = dict(driver.table.balances)
        accept(driver, slip, "10x25 5x100")

        assert {"cage": -75_000, "transit:1": 75_000} == {name: held for name, held in under_way.items() if held}
        assert (None, 75_000) == (driver.table.balances.get("transit:1"), driver.table.balances["rack"])
        assert 2 == issue(driver, "1x1")

    def test_a_credit_comes_from_the_rack_into_the_cage(self):
        """The other way round, with the same two steps."""
        driver = opened("50x100")
        slip = driver.do("floorperson", a.RequestCredit(pieces="3x100")).slip
        sending = a.SendCredit(slip=slip, pieces="3x100", carried_by="Rob")
        driver.do("dealer", sending, witness="floorperson")
        received = a.ReceiveCredit(slip=slip, pieces="3x100")
        driver.do("cashier", received, witness="floorperson")

        assert (470_000, -470_000) == (in_tray(driver.table), driver.table.balances["cage"])
        assert "HP-I3" == driver.refused("cashier", received, witness="floorperson").clause

    def test_other_chips_than_the_slip_has_are_not_accepted(self):
        """Nor the same worth in other chips: who carried them is asked, or the slip is void."""
        driver = opened()
        slip = issue(driver, "5x100")
        wrong = a.AcceptFill(slip=slip, pieces="20x25")
        assert "HP-I3" == driver.refused("dealer", wrong, witness="floorperson").clause

        credit = driver.do("floorperson", a.RequestCredit(pieces="1x100")).slip
        short = a.SendCredit(slip=credit, pieces="1x25", carried_by="Rob")
        assert "HP-I3" == driver.refused("dealer", short, witness="floorperson").clause

    def test_a_lost_runner_is_voided(self):
        """What was on its way is in the cage again; a slip that is finished is not voided."""
        driver = opened()
        slip = issue(driver, "5x100")
        driver.do("cashier", a.VoidSlip(slip=slip, reason="The runner went back."), witness="floorperson")
        assert -500_000 == driver.table.balances["cage"]

        late = a.AcceptFill(slip=slip, pieces="5x100")
        assert "HP-I3" == driver.refused("dealer", late, witness="floorperson").clause
        done = a.VoidSlip(slip=1, reason="Too late.")
        assert "an opposite slip" in driver.refused("cashier", done, witness="floorperson").reason
        assert "never made" in driver.refused("cashier", a.VoidSlip(slip=9, reason="?"), witness="floorperson").reason

    def test_a_voided_credit_is_in_the_rack_again(self):
        """And one that was only asked for moves nothing."""
        driver = opened("50x100")
        slip = driver.do("floorperson", a.RequestCredit(pieces="3x100")).slip
        driver.do("dealer", a.SendCredit(slip=slip, pieces="3x100", carried_by="Rob"), witness="floorperson")
        driver.do("cashier", a.VoidSlip(slip=slip, reason="Not needed."), witness="floorperson")
        asked = driver.do("floorperson", a.RequestCredit(pieces="3x100")).slip
        voided = driver.do("cashier", a.VoidSlip(slip=asked, reason="Not needed."), witness="floorperson")

        assert (500_000, ()) == (in_tray(driver.table), voided.moves)

    def test_each_step_is_its_own_peoples(self):
        """Floor, cage, dealer: nobody takes another's step, and none is done alone."""
        driver = opened()
        assert "HP-I3" == driver.refused("dealer", a.RequestFill(pieces="1x1")).clause
        slip = driver.do("floorperson", a.RequestFill(pieces="1x1")).slip
        issuing = a.IssueFill(slip=slip, carried_by="Rob")
        assert "HP-I3" == driver.refused("floorperson", issuing, witness="pit_supervisor").clause
        assert "HP-I3" == driver.refused("cashier", issuing).clause
        assert "HP-I3" == driver.refused("cashier", issuing, witness="dealer").clause
        own = a.IssueFill(slip=slip, carried_by="Cas")
        assert "HP-I3" == driver.refused("cashier", own, witness="floorperson").clause
        driver.do("cashier", issuing, witness="floorperson")
        accepting = a.AcceptFill(slip=slip, pieces="1x1")
        assert "HP-I3" == driver.refused("cashier", accepting, witness="floorperson").clause
        assert "HP-I3" == driver.refused("dealer", accepting).clause

    def test_whoever_counts_chips_does_not_carry_them(self):
        """Out of the cage, into the rack, out of the rack, into the cage: the one who counts is never the runner."""
        driver = opened()
        slip = driver.do("floorperson", a.RequestFill(pieces="1x1")).slip
        driver.do("cashier", a.IssueFill(slip=slip, carried_by=driver.table.dealer), witness="floorperson")
        accepting = a.AcceptFill(slip=slip, pieces="1x1")
        assert "does not carry" in driver.refused("dealer", accepting, witness="floorperson").reason
        driver.do("floorperson", a.RelieveAtOnce(dealer="Dan"))
        assert [] == list(driver.game.legal(driver.table, STAFF["dealer"], {a.AcceptFill}))
        driver.do("cashier", a.VoidSlip(slip=slip, reason="Brought back."), witness="floorperson")
        driver.do("floorperson", a.RelieveAtOnce(dealer="Dora"))
        credit = driver.do("floorperson", a.RequestCredit(pieces="1x1")).slip
        own = a.SendCredit(slip=credit, pieces="1x1", carried_by="Dora")
        assert "HP-I3" == driver.refused("dealer", own, witness="floorperson").clause
        driver.do("dealer", msgspec.structs.replace(own, carried_by="Cas"), witness="floorperson")
        received = a.ReceiveCredit(slip=credit, pieces="1x1")
        assert "HP-I3" == driver.refused("cashier", received, witness="floorperson").clause

    def test_a_slip_names_chips(self):
        """A fill of nothing is none."""
        assert "HP-I3" == opened().refused("floorperson", a.RequestFill(pieces="")).clause


@pytest.mark.clause("HP-I4")
class TestFillFirst:
    def test_a_payment_waits_for_a_fill(self):
        """The tray holds 100 and the winner gets 300: the dealer waits, is filled, and pays."""
        driver = opened("1x100")
        driver.bet("Ann", "one:6", 10_000)
        driver.throw((6, 6, 6))
        driver.do("dealer", sicbo_acts.CollectLosers())
        refusal = driver.refused("dealer", sicbo_acts.PayWinners())
        fill(driver, "5x100")
        driver.do("dealer", sicbo_acts.PayWinners())

        assert ("HP-I4", 10_000) == (refusal.clause, refusal.values["held_minor"])
        assert 60_000 - refusal.values["needed_minor"] == in_tray(driver.table)

    def test_nothing_is_sold_or_sent_that_is_not_there(self):
        """A sale and a credit beyond the tray are refused; to the last chip they are not."""
        driver = opened("1x100")
        too_much = table_acts.BuyValueChips(player="Ann", amount_minor=10_001)
        slip = driver.do("floorperson", a.RequestCredit(pieces="2x100")).slip
        sending = a.SendCredit(slip=slip, pieces="2x100", carried_by="Rob")

        assert "HP-I4" == driver.refused("dealer", too_much).clause
        assert "HP-I4" == driver.refused("dealer", sending, witness="floorperson").clause
        sell(driver, 10_000)
        assert 0 == in_tray(driver.table)


@pytest.mark.clause("HP-I5")
class TestBoxes:
    def test_a_box_is_counted_into_the_cage(self):
        """What was sold for cash is in it; two dollars less are a variance."""
        driver = opened()
        sell(driver, 30_000)
        removed = driver.do("pit_supervisor", a.RemoveDropBox(), witness="cashier")
        sell(driver, 500)
        counted = driver.do("cashier", a.CountBox(box=1, counted_minor=29_800), witness="auditor")

        assert (1, 30_000, 2) == (removed.box, removed.expected_minor, removed.attached)
        assert -200 == counted.difference_minor
        balances = driver.table.balances
        assert (500, None, 200) == (balances["drop"], balances.get("box:1"), balances["variance"])
        assert 29_800 - 500_000 == balances["cage"]

    @pytest.mark.parametrize(
        ("counted", "said"), [(27_500, None), (27_499, "box 1 is short by 2501"), (40_000, "over")]
    )
    def test_much_more_or_less_in_a_box_raises_an_alarm(self, counted, said):
        """As in a rack: more than twenty-five dollars."""
        driver = opened()
        sell(driver, 30_000)
        driver.do("pit_supervisor", a.RemoveDropBox(), witness="cashier")
        found = driver.do("cashier", a.CountBox(box=1, counted_minor=counted), witness="auditor").reason_for_alarm()
        assert (said is None) == (found is None)
        assert found is None or ("variance", True) == (found[0], said in found[1])

    def test_copies_of_markers_are_listed_with_the_box(self):
        """Those that were issued since it was attached; the next box has its own."""
        driver = SicBoDriver()
        begin(driver)
        fill(driver, "50x100")
        count(driver, "opening")
        driver.opened()
        for player in ("Ann", "Bob"):
            marker = a.IssueMarker(player=player, amount_minor=5_000, signature=player)
            driver.do("pit_supervisor", marker, witness="cashier")
        driver.do("pit_supervisor", a.RemoveDropBox(), witness="cashier")
        counted = driver.do("cashier", a.CountBox(box=1, counted_minor=0), witness="auditor")
        assert ((1, 2), ()) == (
            counted.markers,
            driver.do("pit_supervisor", a.RemoveDropBox(), witness="cashier").markers,
        )

    def test_nobody_of_the_pit_counts(self):
        """Pit and cage take the box away together; cage and auditor count it, once."""
        driver = opened()
        assert "HP-I5" == driver.refused("dealer", a.RemoveDropBox(), witness="cashier").clause
        assert "HP-I5" == driver.refused("pit_supervisor", a.RemoveDropBox(), witness="pit_manager").clause
        driver.do("pit_supervisor", a.RemoveDropBox(), witness="cashier")
        counting = a.CountBox(box=1, counted_minor=0)
        assert "HP-I5" == driver.refused("pit_supervisor", counting, witness="auditor").clause
        assert "HP-I5" == driver.refused("cashier", counting, witness="pit_supervisor").clause
        assert "HP-I5" == driver.refused("cashier", counting).clause
        driver.do("cashier", counting, witness="auditor")
        assert "HP-I5" == driver.refused("cashier", counting, witness="auditor").clause


@pytest.mark.clause("HP-I6")
class TestSales:
    def test_a_mistyped_sale_is_put_right(self):
        """The difference goes the way the sale went; correcting back leaves every balance as it was."""
        driver = SicBoDriver().opened()
        sell(driver, 10_000)
        version, before = driver.table.everyday.version, dict(driver.table.balances)
        act = a.CorrectSale(corrects=version, amount_minor=1_000, reason="A nought too many.")
        corrected = driver.do("dealer", act, witness="floorperson")
        after = dict(driver.table.balances)
        back = a.CorrectSale(corrects=driver.table.everyday.version, amount_minor=10_000, reason="It was right.")
        driver.do("dealer", back, witness="floorperson")

        assert len(driver.events) + 1 == driver.table.everyday.version
        assert ("Ann", 10_000, 1_000) == (corrected.player, corrected.was_minor, corrected.amount_minor)
        assert (1_000, -1_000) == (after["drop"], after["rack"])
        assert before == driver.table.balances

    def test_only_the_latest_of_a_chain_is_corrected(self):
        """What was corrected already is corrected by its correction; the same amount is no correction."""
        driver = SicBoDriver().opened()
        sell(driver, 10_000)
        act = a.CorrectSale(corrects=driver.table.everyday.version, amount_minor=1_000, reason="A nought too many.")
        driver.do("dealer", act, witness="floorperson")
        assert "HP-I6" == driver.refused("dealer", act, witness="floorperson").clause

        same = a.CorrectSale(corrects=driver.table.everyday.version, amount_minor=1_000, reason="Again.")
        assert "HP-I6" == driver.refused("dealer", same, witness="floorperson").clause

    def test_two_people_correct_until_the_next_round_or_box(self):
        """Then it is a correction after payment; and not by the dealer alone."""
        driver = opened()
        sell(driver, 10_000)
        act = a.CorrectSale(corrects=driver.table.everyday.version, amount_minor=1_000, reason="A nought too many.")
        assert "HP-I6" == driver.refused("dealer", act).clause
        assert "HP-I6" == driver.refused("floorperson", act, witness="pit_supervisor").clause
        settled(driver)
        driver.do("dealer", table_acts.OpenBetting())
        assert "HP-I6" == driver.refused("dealer", act, witness="floorperson").clause

        sell(driver, 10_000)
        driver.do("pit_supervisor", a.RemoveDropBox(), witness="cashier")
        boxed = a.CorrectSale(corrects=driver.table.everyday.version - 1, amount_minor=1_000, reason="Too late.")
        assert "HP-I6" == driver.refused("dealer", boxed, witness="floorperson").clause
