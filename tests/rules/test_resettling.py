"""After payment at every game: rounds settled anew by their true result, wagers that lay elsewhere, old sales."""

import msgspec
import pytest

from pitboss.decider import Accepted, Act, Person, Role, handle
from pitboss.games.baccarat.acts import CollectVigorish, LeaveTable
from pitboss.games.blackjack.acts import Kind, PlaceInsurance, Source
from pitboss.games.everyday import acts as a
from pitboss.games.everyday.dispute_events import GrantGoodwill
from pitboss.games.everyday.preview import previewed
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.sicbo import acts as sicbo
from pitboss.games.table import acts as table_acts
from tests.support.automatic_driver import AutomaticDriver
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.driver import ONEIDA, Driver
from tests.support.everyday import begin, count, fill
from tests.support.resettling import CASES, correction, last, money_of

EVERY = pytest.mark.parametrize("name", CASES)


def paid(name: str, **settings):
    """Return a table at which a round was paid, with what may be said of it."""
    return CASES[name].paid(**settings), CASES[name]


def held(driver) -> dict[str, int]:
    """Return what every account holds that holds anything."""
    return {name: amount for name, amount in driver.table.balances.items() if amount}


def moved(driver, case, **fields) -> a.CorrectWager:
    """Return the act that puts the first wager elsewhere."""
    return a.CorrectWager(corrects=last(driver), row=1, bet=case.place, reason="It lay on the line.", **fields)


def added(driver, case, **fields) -> a.AddWager:
    """Return the act that adds a wager of somebody who had none there."""
    whose = "Bob" if case.name == "baccarat" else "Eve"
    act = a.AddWager(corrects=last(driver), player=whose, bet=case.place, stake_minor=500, reason="It lay there.")
    return msgspec.structs.replace(act, **fields)


@pytest.mark.clause("HP-C2")
class TestResults:
    @EVERY
    def test_the_same_wagers_are_settled_by_the_true_result(self, name):
        """What each should have more is due, what less is owed, and the record has every row."""
        driver, case = paid(name)
        event = driver.do("pit_supervisor", correction(driver, case.other), witness="floorperson")
        rows = event.rows
        for player in ("Ann", "Bob"):
            parts = zip(rows.player, rows.was_minor, rows.now_minor, strict=True)
            assert money_of(driver, player) == sum(now - was for who, was, now in parts if who == player)
        assert {"Ann", "Bob"} == set(rows.player)
        assert rows.was_minor != rows.now_minor

    @EVERY
    def test_corrected_back_every_balance_is_as_it_was(self, name):
        """To the cent."""
        driver, case = paid(name)
        before = held(driver)
        for result in (case.other, case.own):
            driver.do("pit_supervisor", correction(driver, result), witness="floorperson")

        assert before == held(driver)

    @EVERY
    @pytest.mark.parametrize(
        ("by", "witness"),
        [("dealer", "pit_supervisor"), ("pit_supervisor", None), ("pit_supervisor", "pit_supervisor"),
         ("pit_supervisor", "dealer"), ("floorperson", "pit_supervisor"), ("cashier", "pit_manager")],
    )  # fmt: skip
    def test_two_people_of_the_pit_correct(self, name, by, witness):
        """Not the dealer, nobody alone, nobody twice, nobody of another room; for a wager the same."""
        driver, case = paid(name)
        assert "HP-C2" == driver.refused(by, correction(driver, case.other), witness=witness).clause
        assert "HP-C5" == driver.refused(by, moved(driver, case), witness=witness).clause
        assert "HP-C5" == driver.refused(by, added(driver, case), witness=witness).clause

    @EVERY
    def test_whoever_paid_the_round_does_not_correct_it(self, name):
        """In whatever role they come, alone or as the second."""
        driver, case = paid(name)
        dealer = Person(driver.table.dealer, Role.PIT_MANAGER)
        asked = driver.command("pit_supervisor", correction(driver, case.other), witness="pit_manager")
        for changed in ({"by": dealer, "witness": asked.by}, {"witness": dealer}):
            _, answer = _handled(driver, msgspec.structs.replace(asked, **changed))
            assert ("HP-C2", True) == (answer.clause, "paid round 1" in answer.reason)

    @EVERY
    def test_a_manager_is_asked_for_once_the_next_round_has_begun_and_where_much_changes(self, name):
        """As one of the two; the house says what is much."""
        for settings, goes_on in (({}, True), ({"correction_limit_minor": 10}, False)):
            driver, case = paid(name, **settings)
            if goes_on:
                case.next_round(driver)
            act = correction(driver, case.other)
            assert "pit manager" in driver.refused("pit_supervisor", act, witness="floorperson").reason
            assert driver.do("pit_supervisor", act, witness="pit_manager")

    @EVERY
    def test_what_is_no_result_or_on_record_is_refused(self, name):
        """And so is a record that is no settlement, or was corrected."""
        driver, case = paid(name)
        for result in (case.own, "99"):
            assert "HP-C2" == driver.refused("pit_manager", correction(driver, result), witness="floorperson").clause
        act = correction(driver, case.other)
        driver.do("pit_supervisor", act, witness="floorperson")
        assert "look again" in driver.refused("pit_supervisor", act, witness="floorperson").reason

    @EVERY
    def test_in_no_phase_before_payment_is_there_anything_to_correct(self, name):
        """Event by event up to the payment, whatever record is named."""
        driver, case = paid(name)
        fresh = driver.game.new_state(driver.table.rules.config)
        unpaid = [event for event in driver.events if not type(event).__name__.endswith("RoundSettled")]
        for version, event in enumerate(unpaid, start=2):
            act = msgspec.structs.replace(correction(driver, case.other), corrects=version - 1)
            command = driver.command("pit_manager", act, witness="floorperson")
            _, answer = _handled(driver, command, fresh)
            assert "HP-C2" == answer.clause
            fresh = driver.game.evolve(fresh, event)

    @EVERY
    def test_the_house_says_how_many_rounds_can_be_corrected(self, name):
        """With one only the last is remembered."""
        driver, case = paid(name, correctable_rounds=1)
        first = last(driver)
        case.next_round(driver)
        _play_again(driver, name)

        assert first not in driver.table.everyday.settlements
        assert 1 == len(driver.table.everyday.settlements)

    @EVERY
    def test_a_round_that_is_never_settled_anew_counts_as_one_of_them(self, name):
        """With a wager for the dealers: it is not remembered itself, and what was before it is too old all the same."""
        driver, case = paid(name, correctable_rounds=1)
        late = correction(driver, case.other)
        case.next_round(driver)
        _play_again(driver, name, source="tip")

        assert {} == driver.table.everyday.settlements
        assert "last 1 rounds" in driver.refused("pit_manager", late, witness="floorperson").reason

    def test_coupons_tournaments_and_devices_are_left_alone(self):
        """A coupon is no money that could be owed, and what a device read is not corrected by hand."""
        driver = BaccaratDriver(settings={"match_play": True}).opened((3, "Ann"))
        driver.bet(3, "banker", 1_000)
        driver.bet(3, "banker", 1_000, source="coupon")
        driver.play("2H", "KS", "3D", "4C", "6H", "3S")
        assert {} == driver.table.everyday.settlements

    def test_an_automatic_game_is_void_and_refunded_instead(self):
        """Every act that would settle one anew is refused, citing the clause."""
        driver = AutomaticDriver().opened()
        for act in (
            a.CorrectSettlement(corrects=2, result="17", reason="A wrong number."),
            a.CorrectWager(corrects=2, row=1, bet="red", reason="It lay there."),
            a.AddWager(corrects=2, player="T1", bet="red", stake_minor=100, reason="It lay there."),
        ):
            assert type(act) in AUTOMATIC.acts
            assert "RA-9d" == driver.refused("pit_manager", act, witness="floorperson").clause


def _handled(driver, command, state=None):

    return handle(driver.game, driver.table if state is None else state, command)


def _play_again(driver, name: str, source: str = "value") -> None:
    """Play the same round once more."""
    if name == "sicbo":
        driver.do("Ann", sicbo.PlaceWager("Ann", "small", 1_000, source=sicbo.Source(source)))
        driver.pay((1, 2, 2))
    elif name == "roulette":
        driver.bet("Ann", "straight:17", 1_000, source)
        driver.settle("16")
    elif name == "baccarat":
        driver.bet(3, "banker", 1_000, source=source)
        driver.play("2H", "KS", "3D", "4C", "6H", "3S")
    else:
        driver.bet(1, 1_000, source=Source(source))
        driver.bet(2, 1_000)
        driver.played("TC 9D 7C 8C 9S 9H stand stand turn 3H")
        driver.settle()


@pytest.mark.clause("HP-C2", "MB-N1", "MB-N2", "MB-M3b")
class TestCards:
    def test_a_third_card_that_was_not_due_goes_to_the_bankers_hand(self):
        """The Player's Hand was a seven, its third card the Banker's: five and six is one, and the player wins."""
        driver, _ = paid("baccarat")
        event = driver.do("pit_supervisor", correction(driver, "1=4H"), witness="floorperson")

        gains = dict(zip(event.rows.player, event.rows.now_minor, strict=True))
        assert {"Ann": -1_000, "Bob": 1_000} == gains

    def test_a_card_that_never_came_does_not_come_any_more(self):
        """A natural that was none: what lies decides."""
        driver = BaccaratDriver().opened((3, "Ann"))
        driver.bet(3, "player", 1_000)
        driver.play("2H", "KS", "6D", "4C")
        event = driver.do("pit_supervisor", correction(driver, "3=AD"), witness="floorperson")

        assert (-1_000,) == event.rows.now_minor

    @pytest.mark.parametrize(
        ("settings", "was", "now"),
        [({}, 950, -1_000), ({"form": "tie_vig", "pct": 10}, 1_000, -1_000), ({"form": "no_vig"}, 1_000, -1_000)],
    )
    def test_vigorish_is_settled_with_the_wager(self, settings, was, now):
        """What Ann's banker wager gained had the vigorish taken off, and so has what is corrected."""
        driver, case = paid("baccarat", **settings)
        event = driver.do("pit_supervisor", correction(driver, case.other), witness="floorperson")
        row = event.rows.player.index("Ann")

        assert (was, now) == (event.rows.was_minor[row], event.rows.now_minor[row])

    def test_a_marker_that_stands_shows_what_is_right(self):
        """Nothing is due for it: it is collected later."""
        driver, case = paid("baccarat", collect="deferred")
        marked = dict(driver.table.marks)
        driver.do("pit_supervisor", correction(driver, case.other), witness="floorperson")
        assert ([3], []) == (list(marked), list(driver.table.marks))
        driver.do("pit_supervisor", correction(driver, case.own), witness="floorperson")

        assert marked == driver.table.marks

    @pytest.mark.parametrize("leaves", [False, True])
    def test_of_a_marker_that_was_collected_the_vigorish_is_due(self, leaves):
        """With the stake and the winnings: fifty cents of ten dollars."""
        driver, case = paid("baccarat", collect="deferred")
        act = LeaveTable(position=3) if leaves else CollectVigorish(position=3)
        driver.do("Ann" if leaves else "dealer", act)
        event = driver.do("pit_supervisor", correction(driver, case.other), witness="floorperson")
        rows = dict(zip(event.rows.bet, zip(event.rows.was_minor, event.rows.now_minor, strict=True), strict=True))
        assert ((-50, 0), -1_950) == (rows["vigorish:3"], money_of(driver, "Ann"))
        driver.do("pit_supervisor", correction(driver, case.own), witness="floorperson")

        assert 0 == money_of(driver, "Ann")

    def test_no_marker_is_set_where_nobody_sits(self):
        """A wager lay on the banker's area of an empty position: its vigorish is owed at once, and taken back again."""
        driver = BaccaratDriver(settings={"collect": "deferred"}).opened((3, "Ann"), (5, "Bob"))
        driver.bet(3, "player", 1_000)
        driver.bet(5, "player", 1_000)
        driver.play("2H", "KS", "3D", "4C", "6H", "3S")
        before = held(driver)
        for bet in ("banker:4", "player:3"):
            wagers = driver.table.everyday.settlements[last(driver)].wagers
            row = [player for player, *_ in wagers].index("Ann") + 1
            act = a.CorrectWager(corrects=last(driver), row=row, bet=bet, reason="It lay there.")
            driver.do("pit_supervisor", act, witness="floorperson")
            assert 4 not in driver.table.marks
        assert before == held(driver)

    def test_of_a_wager_that_lay_at_another_position_collected_vigorish_is_due(self):
        """The fifty cents were collected where nothing lay, and owed where it did: nobody sits there, so at once."""
        driver, _ = paid("baccarat", collect="deferred")
        driver.do("dealer", CollectVigorish(position=3))
        elsewhere = a.CorrectWager(corrects=last(driver), row=2, bet="banker:4", reason="It lay beside.")
        driver.do("pit_supervisor", elsewhere, witness="floorperson")

        assert (0, []) == (money_of(driver, "Ann"), list(driver.table.marks))


@pytest.mark.clause("HP-C2", "BJ-M3", "BJ-H10b")
class TestHands:
    @pytest.mark.parametrize(
        ("bets", "line", "said", "gains"),
        [
            # A hand that was collected as over 21 was not: it stood.
            ((1_000, 500), "TH TS 7D 6D 9S 9H hit 8S stand turn 3D", "7=4S", (1_000, 0)),
            # A blackjack that was none, paid at once.
            ((1_000, 500), "AH TS 7D KD 9S 9H stand turn 3D", "1=5H", (-1_000, 0)),
            # A dealer who should have stood has a card too many: every hand is void.
            ((1_000, 500), "TH 9S 7D 8D 9H 9C stand stand turn 3D", "6=TC", (0, 0)),
            # A dealer who should have drawn has one too few.
            ((1_000,), "TH 7D 8D TC stand turn", "2=4D", (0,)),
            # A doubled hand.
            ((1_000,), "5H 7D 6D 9H double 9S turn 3D", "5=2S", (-2_000,)),
            # A pair that was split, each half by itself.
            ((1_000,), "8H 7D 8D 9H split 9S stand TS stand turn 3D", "6=3S", (-1_000, -1_000)),
        ],
    )  # fmt: skip
    def test_a_round_is_folded_again_with_the_true_card(self, bets, line, said, gains):
        """Decisions stand; what lies is settled."""
        driver = BlackjackDriver().staked(*bets)
        driver.played(line)
        if driver.table.phase == "complete":
            driver.settle()
        event = driver.do("pit_manager", correction(driver, said), witness="floorperson")

        rows = sorted(zip(event.rows.bet, event.rows.now_minor, strict=True))
        assert gains == tuple(gain for _, gain in rows)

    def test_insurance_against_a_first_card_that_was_no_ace_goes_back(self):
        """There was none to take."""
        driver = BlackjackDriver(settings={"insurance": True}).staked(1_000)
        driver.played("TH AD 8D TC")
        driver.do("Ann", PlaceInsurance(seat=1, stake_minor=500))
        driver.played("close stand turn")
        driver.settle()
        event = driver.do("pit_manager", correction(driver, "2=7D"), witness="floorperson")
        rows = dict(zip(event.rows.bet, zip(event.rows.was_minor, event.rows.now_minor, strict=True), strict=True))

        assert {"1.0:insurance:1": (1_000, 0), "1.1:blackjack:1": (-1_000, 1_000)} == rows

    def test_what_is_remembered_is_what_was_paid(self):
        """Suit wagers, hits, doubles and hands: all rows together gain what the round moved."""
        driver = BlackjackDriver(settings={"initial_suit": "same_suit", "hit_wagers": True}).staked(1_000, 2_000)
        driver.bet(1, 500, on=Kind.SAME_SUIT)
        driver.played("TH 9S 7D 2H 3S 9C suits hit:300 3H stand double TS turn 3D")
        driver.settle()
        (one,) = driver.table.everyday.settlements.values()

        assert driver.table.balances["circulation"] == sum(one.gains)
        places = {"1.1:same_suit:1", "1.1:hit:1", "1.1:blackjack:1", "2.1:blackjack:1"}
        assert places == {bet for _, bet, _ in one.wagers}


@pytest.mark.clause("HP-C5", "RO-C4", "RH-6.6")
class TestWagers:
    @EVERY
    def test_a_wager_is_settled_by_where_it_lay(self, name):
        """The stake is the same, the place another; back again and every balance is as it was."""
        driver, case = paid(name)
        before, act = held(driver), moved(driver, case)
        own = next(iter(driver.table.everyday.settlements.values())).wagers[act.row - 1][1]
        event = driver.do("pit_supervisor", act, witness="floorperson")
        assert (own, case.place) == (event.was_bet, event.rows.bet[act.row - 1])
        back = a.CorrectWager(corrects=last(driver), row=act.row, bet=own, reason="It did not.")
        driver.do("pit_supervisor", back, witness="floorperson")

        assert before == held(driver)

    @EVERY
    def test_a_wager_that_nobody_recorded_is_added_with_a_manager(self, name):
        """Whatever the amount; it gains what it would have gained."""
        driver, case = paid(name)
        act = added(driver, case)
        assert "HP-C5" == driver.refused("pit_supervisor", act, witness="floorperson").clause
        event = driver.do("pit_supervisor", act, witness="pit_manager")

        assert ("", 0, act.player) == (event.was_bet, event.rows.was_minor[-1], event.rows.player[-1])
        assert event.rows.now_minor[-1] == money_of(driver, act.player)

    @EVERY
    def test_a_place_that_the_round_had_not_is_refused(self, name):
        """So is the place on record, a wager that there was not, and an earlier settlement."""
        driver, case = paid(name)
        act, new = moved(driver, case), added(driver, case)
        own = next(iter(driver.table.everyday.settlements.values())).wagers[act.row - 1][1]
        for wrong in (
            msgspec.structs.replace(act, bet="nowhere"),
            msgspec.structs.replace(act, bet=own),
            msgspec.structs.replace(act, row=9),
            msgspec.structs.replace(act, corrects=1),
            msgspec.structs.replace(new, bet="nowhere"),
        ):
            assert "HP-C5" == driver.refused("pit_manager", wrong, witness="floorperson").clause

    def test_a_position_of_somebody_else_is_not_a_players_place(self):
        """And a banker wager settles in whole cents."""
        driver, _ = paid("baccarat", rounding="exact")
        foreign = a.AddWager(corrects=last(driver), player="Eve", bet="tie:3", stake_minor=500, reason="It lay there.")
        broken = msgspec.structs.replace(foreign, bet="banker:1", stake_minor=510)
        for act in (foreign, broken):
            assert "HP-C5" == driver.refused("pit_manager", act, witness="floorperson").clause


@pytest.mark.clause("HP-C6")
class TestSales:
    def sold(self, driver=None):
        """Return a table of the next round, and the version of a sale of the last one."""
        driver = driver or Driver(ONEIDA).opened()
        driver.do("dealer", table_acts.BuyValueChips(player="Ann", amount_minor=1_000))
        version = next(iter(driver.table.everyday.sales))
        driver.bet("Bob", "red", 1_000)
        driver.settle("16")
        driver.do("dealer", table_acts.OpenBetting())
        return driver, version

    def test_the_pit_corrects_an_old_sale_with_a_manager(self):
        """Cash and chips as the sale moved them; back again, and every balance is as it was."""
        driver, version = self.sold()
        before = held(driver)
        act = a.CorrectPastSale(corrects=version, amount_minor=10_000, reason="A nought was missing.")
        for by, witness in (("dealer", "pit_manager"), ("pit_supervisor", None), ("pit_supervisor", "floorperson"),
                            ("pit_manager", "pit_manager")):  # fmt: skip
            assert "HP-C6" == driver.refused(by, act, witness=witness).clause
        driver.do("pit_supervisor", act, witness="pit_manager")
        assert (9_000, -9_000) == (
            driver.table.balances["drop"] - before["drop"],
            driver.table.balances["rack"] - before["rack"],
        )
        assert "HP-C6" == driver.refused("pit_supervisor", act, witness="pit_manager").clause
        (version,) = driver.table.everyday.past_sales
        again = a.CorrectPastSale(corrects=version, amount_minor=1_000, reason="There was none.")
        driver.do("pit_supervisor", again, witness="pit_manager")

        assert before == held(driver)

    def test_at_a_closed_table_the_pit_corrects_what_nobody_else_can(self):
        """The dealer is gone, and no round begins that would leave the sale to the pit."""
        driver = Driver(ONEIDA).opened()
        driver.do("dealer", table_acts.BuyValueChips(player="Ann", amount_minor=1_000))
        driver.do("dealer", table_acts.AbandonRound(reason="Nobody bets."))
        driver.do("dealer", table_acts.CloseTable())
        (version,) = driver.table.everyday.sales
        named = {"corrects": version, "amount_minor": 10_000, "reason": "A nought was missing."}
        assert driver.refused("dealer", a.CorrectSale(**named), witness="floorperson")
        by = driver.command("pit_manager", None).by
        assert 1 == len(list(driver.game.legal(driver.table, by, {a.CorrectPastSale})))
        driver.do("pit_manager", a.CorrectPastSale(**named), witness="floorperson")

        assert (10_000, -10_000) == (driver.table.balances["drop"], driver.table.balances["rack"])

    def test_the_amount_on_record_and_an_unknown_sale_are_refused(self):
        """A sale of this round is the dealer's to correct."""
        driver, version = self.sold()
        driver.do("dealer", table_acts.BuyValueChips(player="Ann", amount_minor=1_000))
        (own,) = driver.table.everyday.sales
        for corrects, amount in ((version, 1_000), (own, 2_000), (1, 2_000)):
            act = a.CorrectPastSale(corrects=corrects, amount_minor=amount, reason="It was not.")
            assert "HP-C6" == driver.refused("pit_supervisor", act, witness="pit_manager").clause

    @pytest.mark.parametrize(
        ("is_taken", "is_box_counted", "is_rack_counted", "cash", "chips"),
        [(False, False, False, "drop", "rack"), (True, False, False, "box:1", "rack"),
         (True, True, False, "variance", "rack"), (False, False, True, "drop", "variance")],
    )  # fmt: skip
    def test_the_money_is_where_a_count_put_it(self, is_taken, is_box_counted, is_rack_counted, cash, chips):
        """What a count has found since is its variance, and no second time in the box or the rack."""
        driver = Driver(ONEIDA)
        begin(driver)
        fill(driver, "100x100")
        count(driver, "opening")
        driver, version = self.sold(driver.opened())
        driver.do("dealer", table_acts.AbandonRound(reason="Nobody plays.")) if is_rack_counted else None
        if is_rack_counted:
            count(driver, "shift")
        if is_taken:
            driver.do("pit_supervisor", a.RemoveDropBox(), witness="cashier")
        if is_box_counted:
            driver.do("cashier", a.CountBox(box=1, counted_minor=1_000), witness="auditor")
        act = a.CorrectPastSale(corrects=version, amount_minor=1_500, reason="Five more.")
        event = driver.do("pit_supervisor", act, witness="pit_manager")

        assert (cash, chips) == (event.cash_at, event.chips_at)
        assert {("patrons", cash), (chips, "circulation")} == {(move.source, move.target) for move in event.moves}


@pytest.mark.clause("HP-C7")
class TestLooking:
    @EVERY
    def test_what_is_shown_is_what_is_recorded(self, name):
        """The rows of the preview are those of the event, and what it leaves open is left open."""
        driver, case = paid(name)
        act = correction(driver, case.other)
        events = driver.game.decide(driver.table, driver.command("pit_supervisor", act, witness="floorperson"))
        shown = previewed(driver.table, events)
        event = driver.do("pit_manager", msgspec.structs.replace(act, seen=shown.digest), witness="floorperson")

        assert event.rows.now_minor == tuple(row.now_minor for row in shown.rows)
        assert {one.player: one.after_minor for one in shown.open} == {
            one.player: money_of(driver, one.player) for one in shown.open
        }

    @EVERY
    def test_what_was_seen_and_is_otherwise_by_now_is_refused(self, name):
        """Somebody else has reported a mispayment meanwhile: the same act leaves other debts."""
        driver, case = paid(name)
        report = a.ReportMispayment(player="Ann", handed=a.Handed.TOO_LITTLE, amount_minor=700, reason="A stack fell.")
        seen = {}
        for act in (correction(driver, case.other), report):
            events = driver.game.decide(driver.table, driver.command("pit_supervisor", act, witness="floorperson"))
            seen[act] = previewed(driver.table, events).digest
        driver.do("pit_supervisor", report, witness="floorperson")
        for act, digest in seen.items():
            stale = msgspec.structs.replace(act, seen=digest)
            assert "HP-C7" == driver.refused("pit_supervisor", stale, witness="floorperson").clause
            assert isinstance(driver.answer("pit_supervisor", act, witness="floorperson"), Accepted)


def test_a_sale_and_every_debt_carry_what_was_seen():
    """Whatever corrects money can be looked at first."""
    kinds: list[type[Act]] = [*a.CORRECTING, GrantGoodwill]
    assert [] == [act.__name__ for act in kinds if "seen" not in act.__struct_fields__]
