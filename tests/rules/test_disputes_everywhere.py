"""Disputes at every table: the same steps and grounds, a ruling that moves money, goodwill, notice to the regulator."""

import pytest

from pitboss.games import disputes as d
from pitboss.games.everyday import acts as a
from pitboss.games.everyday.dispute_events import GrantGoodwill, PinEvidence, RecordNotice
from pitboss.games.table import acts as table_acts
from tests.support.automatic_driver import AutomaticDriver
from tests.support.resettling import CASES, correction, last, money_of

EVERY = pytest.mark.parametrize("name", CASES)
GROUNDS = tuple(d.HOUSE.grounds)


def raised(driver, **fields):
    """Raise a dispute of Ann's."""
    return driver.do("Ann", d.RaiseDispute(player="Ann", about="I was not paid.", **fields))


def settled(driver, ruling: str, dispute: int = 1):
    """Settle it at the table, with a ruling."""
    act = d.SettleDispute(dispute=dispute, grounds=GROUNDS, decision="The tape shows it.", ruling=d.Ruling(ruling))
    return driver.do("pit_supervisor", act)


@pytest.mark.clause("HP-D1")
class TestSteps:
    @EVERY
    def test_every_table_carries_a_dispute_to_its_end(self, name):
        """Raised, handed up, told to surveillance, decided, contested, explained, filed; the game goes on meanwhile."""
        driver = CASES[name].paid()
        raised(driver)
        for who, act in (
            ("inspector", d.EscalateDispute(dispute=1)),
            ("dealer", d.GiveTimeframe(dispute=1, minutes=20)),
            ("pit_manager", d.InformSurveillance(dispute=1, information="Camera 7.")),
            ("pit_manager", d.ResolveDispute(dispute=1, grounds=GROUNDS, decision="No.", ruling=d.Ruling.REJECTED)),
            ("Ann", d.ContestDecision(dispute=1)),
            ("dealer", d.ExplainRights(dispute=1)),
            ("inspector", d.FileComplaint(dispute=1, complaint="She wants it looked at again.")),
        ):
            driver.do(who, act)
        CASES[name].next_round(driver)

        assert (d.Stage.COMPLAINT_FILED, 2) == (driver.table.disputes.entries[1].stage, driver.table.rounds)

    @EVERY
    def test_a_step_out_of_turn_by_the_wrong_person_or_without_its_grounds_is_refused(self, name):
        """Each by the clause of house practice."""
        driver = CASES[name].paid()
        raised(driver)
        ruled = d.SettleDispute(dispute=1, grounds=("law",), decision="No.")
        for who, act in (
            ("Bob", d.RaiseDispute(player="Ann", about="She was not paid.")),
            ("dealer", d.EscalateDispute(dispute=1)),
            ("pit_manager", d.ResolveDispute(dispute=1, grounds=GROUNDS, decision="No.")),
            ("pit_supervisor", ruled),
            ("pit_supervisor", d.EscalateDispute(dispute=2)),
        ):
            assert "HP-D1" == driver.refused(who, act).clause

    @EVERY
    def test_a_round_that_is_settled_and_its_wager_can_be_named(self, name):
        """Those that there were, and no others."""
        driver = CASES[name].paid()
        wagers = driver.table.everyday.settlements[last(driver)].wagers
        bet = next(bet for player, bet, _ in wagers if player == "Ann")
        event = raised(driver, round=1, bet=bet)
        assert (1, bet) == (event.round, event.bet)
        for fields in ({"round": 2}, {"round": 1, "bet": "nowhere"}, {"bet": bet}):
            act = d.RaiseDispute(player="Ann", about="I was not paid.", **fields)
            assert "HP-D1" == driver.refused("Ann", act).clause


@pytest.mark.clause("HP-D2")
class TestCorrected:
    @EVERY
    def test_it_stays_open_until_a_correction_names_it(self, name):
        """A correction of something else does not end it, and one that names it ends it once."""
        driver, case = CASES[name].paid(), CASES[name]
        raised(driver)
        assert d.Stage.AWAITING is settled(driver, "corrected").stage
        driver.do("pit_supervisor", correction(driver, case.other), witness="floorperson")
        assert driver.table.disputes.entries[1].is_open
        driver.do("pit_supervisor", correction(driver, case.own, dispute=1), witness="floorperson")
        assert not driver.table.disputes.entries[1].is_open
        again = correction(driver, case.other, dispute=1)

        assert "HP-D2" == driver.refused("pit_supervisor", again, witness="floorperson").clause

    @EVERY
    def test_a_wager_a_mispayment_or_a_sale_ends_it_as_well(self, name):
        """Whatever corrects money may answer it."""
        driver, case = CASES[name].paid(), CASES[name]
        driver.do("dealer", table_acts.BuyValueChips(player="Ann", amount_minor=1_000))
        (sale,) = driver.table.everyday.sales
        case.next_round(driver)
        whose = "Bob" if name == "baccarat" else "Ann"
        acts = (
            a.ReportMispayment(
                player="Ann", handed=a.Handed.TOO_LITTLE, amount_minor=100, reason="A chip fell.", dispute=1
            ),
            a.CorrectPastSale(corrects=sale, amount_minor=2_000, reason="A thousand more.", dispute=2),
            a.AddWager(
                corrects=last(driver), player=whose, bet=case.place, stake_minor=200, reason="It lay there.", dispute=3
            ),
        )
        for number, act in enumerate(acts, 1):
            raised(driver)
            assert "HP-D2" == driver.refused("pit_manager", act, witness="floorperson").clause
            settled(driver, "corrected", number)
            driver.do("pit_manager", act, witness="floorperson")
        assert [] == [entry for entry in driver.table.disputes.entries.values() if entry.is_open]

    @EVERY
    def test_what_is_corrected_of_somebody_else_or_in_another_round_does_not_end_it(self, name):
        """Ann disputes two rounds: neither Bob's hand or sale nor the other round is the answer, or offered as one."""
        driver, case = CASES[name].paid(), CASES[name]
        for player in ("Bob", "Ann"):
            driver.do("dealer", table_acts.BuyValueChips(player=player, amount_minor=1_000))
        bobs, anns = driver.table.everyday.sales
        case.next_round(driver)
        for number in (1, 2):
            raised(driver, round=number)
            settled(driver, "corrected", number)
        short = a.ReportMispayment(player="Bob", handed=a.Handed.TOO_LITTLE, amount_minor=1, reason="?", dispute=1)
        sale = a.CorrectPastSale(corrects=bobs, amount_minor=2_000, reason="?", dispute=1)
        place = a.CorrectWager(corrects=last(driver), row=1, bet=case.place, reason="?", dispute=2)
        for act in (short, sale, place, correction(driver, case.other, dispute=2)):
            assert "HP-D2" == driver.refused("pit_manager", act, witness="floorperson").clause
        by = driver.command("pit_manager", None).by
        kinds = (a.CorrectPastSale, a.CorrectSettlement, a.ReportMispayment)
        offered = {kind: list(driver.game.legal(driver.table, by, {kind})) for kind in kinds}
        named = {offer.fields["corrects"].values: offer.fields["dispute"].values for offer in offered[kinds[0]]}
        assert {(bobs,): (0,), (anns,): (0, 1, 2)} == named
        assert {(0, 1)} == {offer.fields["dispute"].values for offer in offered[kinds[1]]}
        assert {(0,), (1,), (2,)} == {offer.fields["dispute"].values for offer in offered[kinds[2]]}
        driver.do("pit_manager", correction(driver, case.other, dispute=1), witness="floorperson")

        assert [False, True] == [entry.is_open for entry in driver.table.disputes.entries.values()]

    def test_an_automatic_table_refunds_instead(self):
        """Nothing would ever be recorded that such a dispute waits for."""
        driver = AutomaticDriver().opened()
        driver.do("dealer", d.RaiseDispute(player="T1", about="It was red."))
        act = d.SettleDispute(dispute=1, grounds=GROUNDS, decision="It was.", ruling=d.Ruling.CORRECTED)
        assert "RA-9d" == driver.refused("pit_supervisor", act).clause
        settled(driver, "goodwill")
        gone = GrantGoodwill(dispute=1, amount_minor=500, reason="Our mistake.", is_gone=True)
        assert "HP-D3" == driver.refused("pit_manager", gone, witness="floorperson").clause

        assert driver.do("pit_manager", GrantGoodwill(dispute=1, amount_minor=500, reason="Our mistake."),
                         witness="floorperson")  # fmt: skip


@pytest.mark.clause("HP-D3", "RH-7.12")
class TestGoodwill:
    GRANT = GrantGoodwill(dispute=1, amount_minor=500, reason="Our mistake.")

    @EVERY
    def test_it_is_granted_once_where_it_was_ruled(self, name):
        """In chips, apart from what the table won; by a manager and a second person."""
        driver = CASES[name].paid()
        raised(driver)
        assert "HP-D3" == driver.refused("pit_manager", self.GRANT, witness="floorperson").clause
        settled(driver, "goodwill")
        before = driver.table.balances["circulation"]
        for by, witness in (("pit_supervisor", "pit_manager"), ("pit_manager", None), ("pit_manager", "pit_manager"),
                            ("pit_manager", "dealer")):  # fmt: skip
            assert "HP-D3" == driver.refused(by, self.GRANT, witness=witness).clause
        driver.do("pit_manager", self.GRANT, witness="floorperson")
        assert (500, -500) == (driver.table.balances["circulation"] - before, driver.table.balances["goodwill"])

        assert "HP-D3" == driver.refused("pit_manager", self.GRANT, witness="floorperson").clause

    def test_a_player_who_is_gone_is_due_it_and_what_was_owed_is_less(self):
        """Nobody owes and is owed at once."""
        driver, case = CASES["sicbo"].paid(), CASES["sicbo"]
        driver.do("pit_supervisor", correction(driver, case.other), witness="floorperson")
        raised(driver)
        settled(driver, "goodwill")
        owed = money_of(driver, "Ann")
        driver.do(
            "pit_manager",
            GrantGoodwill(dispute=1, amount_minor=2_500, reason="Our mistake.", is_gone=True),
            witness="floorperson",
        )

        assert (-2_000, 500) == (owed, driver.table.balances["payable:Ann"])
        assert 0 == driver.table.balances["receivable:Ann"]

    def test_above_the_houses_limit_a_director_grants(self):
        """A pit manager up to it."""
        driver = CASES["sicbo"].paid(goodwill_limit_minor=400)
        raised(driver)
        settled(driver, "goodwill")
        assert "director" in driver.refused("pit_manager", self.GRANT, witness="floorperson").reason

        assert driver.do("director", self.GRANT, witness="floorperson")


@pytest.mark.clause("HP-D4")
class TestNotice:
    @pytest.mark.parametrize(
        ("settings", "amount", "is_due"),
        [({}, 49_999, False), ({}, 50_000, True), ({"dispute_notify_minor": 100}, 100, True)],
    )
    def test_of_a_dispute_about_much_an_alarm_tells(self, settings, amount, is_due):
        """From the house's threshold on."""
        driver = CASES["sicbo"].paid(**settings)
        event = raised(driver, amount_minor=amount)

        assert (is_due, is_due) == (event.is_notice_due, event.reason_for_alarm() is not None)

    def test_it_is_recorded_once_by_the_pit(self):
        """That ends the alarm of this dispute, and of no other."""
        driver = CASES["sicbo"].paid()
        act = RecordNotice(dispute=1, told="The Commission, by telephone.")
        alarm = raised(driver, amount_minor=50_000).reason_for_alarm()
        assert "HP-D4" == driver.refused("dealer", act).clause
        kind, begins = driver.do("pit_supervisor", act).ends_alarm()
        assert (alarm[0], True) == (kind, alarm[1].startswith(begins))

        assert "HP-D4" == driver.refused("pit_supervisor", act).clause


def pin(driver, version: int, who: str = "pit_supervisor", note: str = "Seen."):
    """Pin a record to the first dispute."""
    return driver.do(who, PinEvidence(dispute=1, version=version, note=note))


@pytest.mark.clause("HP-D1")
class TestEvidence:
    @EVERY
    def test_a_record_is_pinned_once_with_what_it_shows(self, name):
        """The settlement, by somebody of staff; the game's money is not touched."""
        driver = CASES[name].paid()
        raised(driver)
        before, version = dict(driver.table.balances), last(driver)
        pinned = pin(driver, version, note="The number as it was paid.")
        assert (version, "The number as it was paid.") == (pinned.version, pinned.note)
        assert ([version], before) == (driver.table.disputes.entries[1].evidence, driver.table.balances)
        assert "HP-D1" in driver.refused("pit_supervisor", PinEvidence(dispute=1, version=version, note="Seen.")).clause
        pin(driver, version - 1, who="pit_manager")

    @EVERY
    def test_what_is_no_record_or_no_open_dispute_is_refused(self, name):
        """The first record, one that is not written yet, a dispute that nobody raised, a player's own pin."""
        driver = CASES[name].paid()
        raised(driver)
        ahead = driver.table.everyday.version + 1
        for who, act in (
            ("pit_supervisor", PinEvidence(dispute=1, version=1, note="Seen.")),
            ("pit_supervisor", PinEvidence(dispute=1, version=ahead, note="Seen.")),
            ("pit_supervisor", PinEvidence(dispute=2, version=2, note="Seen.")),
            ("Ann", PinEvidence(dispute=1, version=2, note="Seen.")),
        ):
            assert "HP-D1" == driver.refused(who, act).clause
