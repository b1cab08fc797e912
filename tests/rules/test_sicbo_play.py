"""A round of sic bo: placing wagers (section C), the shake, the lights, losers first (section E)."""

import pytest

from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import check_table
from tests.support.sicbo_driver import SICBO, SicBoDriver


def place(bet="big", stake=100, player="Ann"):
    """Return the act of placing a wager."""
    return sicbo_acts.PlaceWager(player=player, bet=bet, stake_minor=stake)


def remove(bet="big", stake=100, player="Ann"):
    """Return the act of taking one back."""
    return sicbo_acts.RemoveWager(player=player, bet=bet, stake_minor=stake)


class TestPlacement:
    @pytest.mark.clause("SB-C1")
    def test_chips_go_from_hand_to_layout(self):
        """A wager is chips on a place: what lies there came out of circulation, and goes back when taken back."""
        driver = SicBoDriver().opened()
        placed = driver.bet("Ann", "big", 500)
        assert [("circulation", "layout", 500)] == [(x.source, x.target, x.amount_minor) for x in placed.moves]
        removed = driver.do("Ann", remove(stake=500))
        assert [("layout", "circulation", 500)] == [(x.source, x.target, x.amount_minor) for x in removed.moves]
        assert {} == driver.table.round.wagers

    @pytest.mark.clause("SB-C1")
    def test_no_spoken_wagers(self):
        """A house that would take spoken wagers with cash is refused its settings, and no act of sic bo has one."""
        config, faults = check_table({"rulebook": SICBO, "settings": {"verbal": "cash"}})
        expected = [(None, "settings.verbal", "SB-C1")]
        assert expected == [(config, fault.field, fault.clause) for fault in faults]
        assert "sic bo takes no spoken wagers, even with cash" in faults[0].reason
        fields = {name for act in SicBoDriver().game.acts for name in act.__struct_fields__}
        assert not fields & {"accompanied_by", "verbal"}

    @pytest.mark.clause("SB-C2")
    def test_who_placed_it_is_on_record(self):
        """The record shows the hand, player's or dealer's; whose wager it is does not change with it."""
        driver = SicBoDriver().opened()
        own, helped = driver.bet("Ann", "big", 100), driver.bet("Ann", "small", 100, who="dealer")
        assert ("Ann", "player", "Ann") == (own.player, own.placed_by, own.placed_by_id)
        assert ("Ann", "dealer", "Dora") == (helped.player, helped.placed_by, helped.placed_by_id)
        assert {("Ann", "big"), ("Ann", "small")} == set(driver.table.round.on_position)
        back = driver.do("dealer", remove("small"))
        assert ("Ann", "dealer", "Dora") == (back.player, back.removed_by, back.removed_by_id)

    @pytest.mark.clause("SB-C2")
    def test_a_wager_without_a_known_hand_is_refused(self):
        """Another player's or a supervisor's hand places nothing: the record could not say who answers for it."""
        driver = SicBoDriver().opened()
        refused = driver.refused("Bob", place())
        assert ("SB-C2", "Bob may not handle Ann's chips") == (refused.clause, refused.reason)
        refused = driver.refused("pit_manager", place())
        assert ("SB-C2", True) == (refused.clause, "may not handle wagers" in refused.reason)

    @pytest.mark.clause("SB-C2")
    def test_nobody_takes_back_what_does_not_lie_there(self):
        """More than lies on the place is refused, with both amounts."""
        driver = SicBoDriver().opened()
        driver.bet("Ann", "big", 100)
        refused = driver.refused("Ann", remove(stake=101))
        assert ("SB-C2", "Ann has $1.00 on big, not $1.01") == (refused.clause, refused.reason)

    @pytest.mark.clause("SB-C3")
    def test_position_alone_decides(self):
        """Placed by the dealer or the player, together or in parts: the same place is settled the same way."""
        driver = SicBoDriver().opened()
        driver.bet("Ann", "total:11", 100, who="dealer")
        driver.bet("Ann", "total:11", 200)
        driver.bet("Bob", "total:10", 300)
        rows = driver.rows(driver.pay((3, 3, 5)))
        assert {("Ann", "total:11"): ("win", 1800, "SB-D1"), ("Bob", "total:10"): ("lose", 0, "SB-Bd")} == rows

    @pytest.mark.clause("SB-C3")
    @pytest.mark.parametrize("steps", range(4))
    def test_nothing_is_paid_before_the_lights(self, steps):
        """Until the dice are at rest, entered and their winners lit, payment is refused."""
        driver = SicBoDriver().opened()
        driver.bet("Ann", "big", 100)
        acts = (sicbo_acts.CallNoMoreBets(), sicbo_acts.ShakeDice(shakes=3), sicbo_acts.UncoverShaker(is_flat=True))
        for act in acts[:steps]:
            driver.do("dealer", act)
        refused = driver.refused("dealer", sicbo_acts.PayWinners())
        assert ("SB-C3", driver.table.phase.value) == (refused.clause, refused.values["phase"])
        assert "the round must be lit" in refused.reason


class TestNoNewBets:
    @pytest.mark.clause("SB-E2")
    @pytest.mark.parametrize("steps", range(4))
    def test_a_late_bet_is_handed_back(self, steps):
        """From the dealer's word until the next round no bet is taken and none is taken back."""
        driver = SicBoDriver().opened()
        driver.bet("Ann", "big", 100)
        driver.do("dealer", sicbo_acts.CallNoMoreBets())
        for act in (
            sicbo_acts.ShakeDice(shakes=3),
            sicbo_acts.UncoverShaker(is_flat=True),
            sicbo_acts.EnterDice(dice=(1, 2, 3)),
        )[:steps]:
            driver.do("dealer", act)
        late = driver.refused("Ann", place("one:1"))
        assert ("SB-E2", "one:1 came after no new bets were accepted and is returned") == (late.clause, late.reason)
        assert "SB-E2" == driver.refused("Ann", remove()).clause
        assert {("Ann", "big", "value"): 100} == driver.table.round.wagers

    @pytest.mark.clause("SB-E2")
    def test_it_is_said_before_the_shake(self):
        """The dealer, and nobody else, says it; it is on record who did."""
        driver = SicBoDriver().opened()
        assert "SB-E2" == driver.refused("floorperson", sicbo_acts.CallNoMoreBets()).clause
        assert "Dora" == driver.do("dealer", sicbo_acts.CallNoMoreBets()).by
        assert "SB-E2" == driver.refused("dealer", sicbo_acts.CallNoMoreBets()).clause


class TestShake:
    @pytest.mark.clause("SB-E3")
    @pytest.mark.parametrize("shakes", [0, 1, 2])
    def test_fewer_than_three_shakes(self, shakes):
        """Under three the shake is refused with the number it had."""
        driver = SicBoDriver().opened()
        driver.do("dealer", sicbo_acts.CallNoMoreBets())
        refused = driver.refused("dealer", sicbo_acts.ShakeDice(shakes=shakes))
        sentence = f"the shaker is shaken at least 3 times, not {shakes}"
        assert ("SB-E3", sentence, shakes) == (refused.clause, refused.reason, refused.values["shakes"])
        assert "SB-E4" == driver.refused("dealer", sicbo_acts.UncoverShaker(is_flat=True)).clause

    @pytest.mark.clause("SB-E3")
    @pytest.mark.parametrize("shakes", [3, 4, 1_000])
    def test_three_or_more_shakes(self, shakes):
        """Three are enough, more are welcome; the record has how many."""
        assert shakes == SicBoDriver().opened().shake(shakes=shakes).shakes

    @pytest.mark.clause("SB-E2", "SB-E3")
    def test_no_shake_while_bets_are_open(self):
        """The shaker is shaken after the dealer's word, not before."""
        refused = SicBoDriver().opened().refused("dealer", sicbo_acts.ShakeDice(shakes=3))
        sentence = "to shake the dice the round must be closed for bets; it is open for bets"
        assert ("SB-E3", sentence) == (refused.clause, refused.reason)


class TestLights:
    @pytest.mark.clause("SB-E4")
    def test_uncover_then_enter(self):
        """Values are entered after the cover is off, all three, and light what wins."""
        driver = SicBoDriver().opened()
        driver.shake()
        refused = driver.refused("dealer", sicbo_acts.EnterDice(dice=(3, 3, 5)))
        assert ("SB-E4", "to enter the dice the round must be uncovered; it is shaken") == (
            refused.clause,
            refused.reason,
        )
        driver.do("dealer", sicbo_acts.UncoverShaker(is_flat=True))
        entered = driver.do("dealer", sicbo_acts.EnterDice(dice=(3, 3, 5)))
        assert ("big", "combination:3-5", "one:3", "one:5", "pair:3", "total:11") == entered.lit
        assert entered.lit == driver.table.lit

    @pytest.mark.clause("SB-E4")
    @pytest.mark.parametrize("dice", [(1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7)])
    def test_three_values_of_a_die(self, dice):
        """Two values, four, or a value no die has are not entered."""
        driver = SicBoDriver().opened()
        driver.uncover()
        assert "" == driver.refused("dealer", sicbo_acts.EnterDice(dice=dice)).clause
        assert "uncovered" == driver.table.phase

    @pytest.mark.clause("SB-E4")
    def test_the_dealer_uncovers_and_enters(self):
        """Neither is a player's or a supervisor's act."""
        driver = SicBoDriver().opened()
        driver.shake()
        assert "SB-E4" == driver.refused("pit_manager", sicbo_acts.UncoverShaker(is_flat=True)).clause
        driver.do("dealer", sicbo_acts.UncoverShaker(is_flat=True))
        assert "SB-E4" == driver.refused("Ann", sicbo_acts.EnterDice(dice=(6, 6, 6))).clause


class TestLosersFirst:
    @pytest.mark.clause("SB-E5")
    def test_no_winner_is_paid_before_the_losers_are_in(self):
        """Payment waits for the collection, which counts the losing wagers."""
        driver = SicBoDriver().opened()
        for bet in ("big", "small", "triple:1"):
            driver.bet("Ann", bet, 100)
        driver.throw((3, 3, 5))
        refused = driver.refused("dealer", sicbo_acts.PayWinners())
        assert ("SB-E5", "the losing wagers are collected first") == (refused.clause, refused.reason)
        collected = driver.do("dealer", sicbo_acts.CollectLosers())
        assert (2, "Dora") == (collected.count, collected.by)
        assert ("lose", "lose", "win") == driver.do("dealer", sicbo_acts.PayWinners()).wagers.outcome

    @pytest.mark.clause("SB-E5")
    def test_losers_are_collected_once_and_after_the_lights(self):
        """Nothing is collected in the dark, nothing twice, and nothing by anybody but the dealer."""
        driver = SicBoDriver().opened()
        dark = driver.refused("dealer", sicbo_acts.CollectLosers())
        assert ("SB-E5", "nothing is lit yet") == (dark.clause, dark.reason)
        driver.throw((1, 2, 3))
        assert "SB-E5" == driver.refused("floorperson", sicbo_acts.CollectLosers()).clause
        driver.do("dealer", sicbo_acts.CollectLosers())
        again = driver.refused("dealer", sicbo_acts.CollectLosers())
        assert ("SB-E5", "the losing wagers are collected already") == (again.clause, again.reason)

    @pytest.mark.clause("SB-E5", "SB-D1")
    def test_winners_are_paid_at_the_odds_in_force(self):
        """The table's own odds are paid, out of the rack."""
        driver = SicBoDriver(settings={"odds": {"triple": 180}}).opened()
        driver.bet("Ann", "triple:2", 100)
        paid = driver.pay((2, 2, 2))
        assert {("Ann", "triple:2"): ("win", 18_000, "SB-D1")} == driver.rows(paid)
        assert (-18_000, 18_000, 0) == tuple(driver.table.balances[name] for name in ("rack", "circulation", "layout"))

    @pytest.mark.clause("SB-E5")
    @pytest.mark.parametrize("is_collected", [False, True])
    def test_the_shaker_stays_uncovered_until_all_are_paid(self, is_collected):
        """No shake, and so no cover, while a winner waits."""
        driver = SicBoDriver().opened()
        driver.throw((1, 2, 3))
        if is_collected:
            driver.do("dealer", sicbo_acts.CollectLosers())
        refused = driver.refused("dealer", sicbo_acts.ShakeDice(shakes=3))
        sentence = "the shaker stays uncovered until every winner is paid"
        assert ("SB-E5", sentence) == (refused.clause, refused.reason)


class TestClearing:
    @pytest.mark.clause("SB-E6")
    def test_lights_burn_until_all_are_paid(self):
        """Nothing is cleared before the payment, and nothing that is not lit."""
        driver = SicBoDriver().opened()
        assert "nothing is lit" == driver.refused("dealer", sicbo_acts.ClearLights()).reason
        driver.throw((1, 2, 3))
        driver.do("dealer", sicbo_acts.CollectLosers())
        refused = driver.refused("dealer", sicbo_acts.ClearLights())
        assert ("SB-E6", "there are wagers to pay") == (refused.clause, refused.reason)
        driver.do("dealer", sicbo_acts.PayWinners())
        assert "SB-E6" == driver.refused("Ann", sicbo_acts.ClearLights()).clause
        assert ("Dora", ()) == (driver.do("dealer", sicbo_acts.ClearLights()).by, driver.table.lit)

    @pytest.mark.clause("SB-E6")
    @pytest.mark.parametrize("act", [table_acts.OpenBetting(), table_acts.CloseTable()], ids=repr)
    def test_the_next_round_waits_for_dark_lights(self, act):
        """While the last roll's lights burn, no round begins and no table closes."""
        driver = SicBoDriver().opened()
        driver.pay((1, 2, 3))
        refused = driver.refused("dealer", act)
        assert ("SB-E6", True) == (refused.clause, refused.reason.endswith("paid, but its lights are not cleared"))
        driver.do("dealer", sicbo_acts.ClearLights())
        driver.do("dealer", act)

    @pytest.mark.clause("SB-E6")
    def test_rounds_are_numbered_and_thrown_dice_kept(self):
        """The next round begins empty, and the table remembers what was thrown, newest first."""
        driver = SicBoDriver().opened()
        driver.pay((1, 2, 3))
        driver.next_round()
        assert (2, {}) == (driver.table.round.number, driver.table.round.wagers)
        driver.pay((6, 6, 6))
        assert [(6, 6, 6), (1, 2, 3)] == driver.table.results
