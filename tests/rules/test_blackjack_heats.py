"""Heats of a tournament at a blackjack table (O): other chips and prizes, and in all else the rules of the game."""

import pytest

from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from tests.support.blackjack_driver import BlackjackDriver

ONE_SHOE = {"reshuffle": "cutting_card"}
BEGIN = blackjack_acts.BeginHeat(tournament="Spring", heat=2, hands=2)
CHIPS = blackjack_acts.Source.TOURNAMENT


def heat(*chips, settings=None, hands=2):
    """Return a table with a heat in which Ann, and Bob if there are more chips, have so many."""
    players = ((1, "Ann"), (2, "Bob"))[: len(chips)]
    driver = BlackjackDriver(settings={**ONE_SHOE, **(settings or {})}).in_play(*players)
    driver.do("floorperson", blackjack_acts.BeginHeat(tournament="Spring", heat=2, hands=hands))
    for (_, player), amount in zip(players, chips, strict=True):
        driver.do("floorperson", blackjack_acts.IssueChips(player=player, chips=amount))
    return driver


def opened(*chips, **fields):
    """Return a table with a heat whose first round is open for bets."""
    driver = heat(*chips, **fields)
    driver.do("dealer", table_acts.OpenBetting())
    return driver


def wager(stake, *, seat=1, player="Ann", source=CHIPS, **fields):
    """Return a wager."""
    return blackjack_acts.PlaceWager(seat=seat, player=player, stake_minor=stake, source=source, **fields)


def chips(driver):
    """Return what every player has in tournament chips."""
    return {name.partition(":")[2]: left for name, left in driver.table.balances.items() if ":" in name}


def played(driver, stake=100):
    """Play a round of nineteen against eighteen to its end, with a wager of Ann's."""
    driver.bet(1, stake, source=CHIPS)
    driver.deal("TS", "8D", "9C", "TH")
    driver.act(1, "stand")
    driver.dealer_plays()
    driver.settle()
    driver.do("dealer", blackjack_acts.DiscardCards())
    return driver


class TestHeats:
    @pytest.mark.clause("BJ-O")
    def test_a_heat_begins_on_a_supervisors_word(self):
        """Which tournament, which heat and how many hands is on record; one heat at a time."""
        driver = BlackjackDriver().in_play((1, "Ann"))
        assert "BJ-O" == driver.refused("dealer", BEGIN).clause
        begun = driver.do("pit_supervisor", BEGIN)
        assert ("Spring", 2, 2, "Sue") == (begun.tournament, begun.heat, begun.hands, begun.by)
        assert "BJ-O" == driver.refused("floorperson", BEGIN).clause

    @pytest.mark.clause("BJ-O")
    def test_a_heat_begins_and_ends_between_rounds_at_an_open_table(self):
        """Not before the opening, nor while a round is in play."""
        assert "BJ-N" == BlackjackDriver().refused("floorperson", BEGIN).clause
        assert "BJ-H5" == BlackjackDriver().ready((1, "Ann")).refused("floorperson", BEGIN).clause
        assert "BJ-H5" == opened(500).refused("floorperson", blackjack_acts.EndHeat(reason="fire")).clause

    @pytest.mark.clause("BJ-O")
    def test_chips_are_issued_once_before_the_first_hand(self):
        """They come from a rack of their own into the player's purse."""
        driver = BlackjackDriver(settings=ONE_SHOE).in_play((1, "Ann"))
        assert "BJ-O" == driver.refused("floorperson", blackjack_acts.IssueChips(player="Ann", chips=500)).clause
        driver.do("floorperson", BEGIN)
        assert "BJ-O" == driver.refused("dealer", blackjack_acts.IssueChips(player="Ann", chips=500)).clause
        issued = driver.do("floorperson", blackjack_acts.IssueChips(player="Ann", chips=500))
        assert [("tournament_rack", "tournament:Ann", 500)] == moves(issued)
        assert "BJ-O" == driver.refused("floorperson", blackjack_acts.IssueChips(player="Ann", chips=500)).clause
        driver.do("dealer", table_acts.OpenBetting())
        assert "BJ-O" == driver.refused("floorperson", blackjack_acts.IssueChips(player="Bob", chips=500)).clause

    @pytest.mark.clause("BJ-O")
    def test_the_heat_is_between_its_players(self):
        """Nobody else sits down, and no round opens while somebody without its chips sits there."""
        driver = BlackjackDriver().in_play((1, "Ann"), (2, "Bob"))
        driver.do("floorperson", BEGIN)
        driver.do("floorperson", blackjack_acts.IssueChips(player="Ann", chips=500))
        assert "BJ-O" == driver.refused("Cid", shoe_acts.TakeSeat(position=4, player="Cid")).clause
        assert ("BJ-O", "Bob") == stranger(driver.refused("dealer", table_acts.OpenBetting()))
        driver.do("Bob", blackjack_acts.LeaveSeat(position=2))
        assert 1 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("BJ-O")
    def test_after_its_hands_the_heat_is_over(self):
        """No third hand of two; then every player's chips are counted and taken in."""
        driver = played(opened(500))
        driver.do("dealer", table_acts.OpenBetting())
        played(driver)
        assert "BJ-O" == driver.refused("dealer", table_acts.OpenBetting()).clause
        ended = driver.do("floorperson", blackjack_acts.EndHeat())
        assert ("Spring", 2, 2, {"Ann": 700}, None, "Flo") == ending(ended)
        assert ([("tournament:Ann", "tournament_rack", 700)], {"Ann": 0}) == (moves(ended), chips(driver))
        assert 3 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("BJ-O")
    def test_a_heat_ends_early_with_a_reason(self):
        """It is on record, with the hands that were played."""
        driver = played(opened(500))
        early = driver.refused("floorperson", blackjack_acts.EndHeat())
        assert ("BJ-O", 1, 2) == (early.clause, early.values["played"], early.values["hands"])
        assert "BJ-O" == driver.refused("dealer", blackjack_acts.EndHeat(reason="fire")).clause
        ended = driver.do("floorperson", blackjack_acts.EndHeat(reason="fire"))
        assert (1, {"Ann": 600}, "fire") == (ended.hands, ended.chips, ended.reason)
        assert "BJ-O" == driver.refused("floorperson", blackjack_acts.EndHeat()).clause

    @pytest.mark.clause("BJ-O")
    @pytest.mark.parametrize("how", ["void", "called off"])
    def test_a_round_without_a_result_is_no_hand_of_the_heat(self, how):
        """Two hands are still to be played, so the heat cannot end without a reason after one more."""
        driver = opened(500)
        if how == "void":
            driver.bet(1, 100, source=CHIPS)
            driver.deal("TS")
            driver.do("dealer", blackjack_acts.ReportWrongNumber(seat=1))
            driver.do("dealer", blackjack_acts.DiscardCards())
            driver.reshuffled()
        else:
            driver.do("dealer", blackjack_acts.CallOffRound())
            driver.do("dealer", table_acts.OpenBetting())
        assert "BJ-O" == played(driver).refused("floorperson", blackjack_acts.EndHeat()).clause

    @pytest.mark.clause("BJ-O")
    def test_a_table_does_not_close_in_a_heat(self):
        """Its chips would be nobody's."""
        driver = heat(500)
        assert "BJ-O" == driver.refused("dealer", table_acts.CloseTable()).clause
        driver.do("floorperson", blackjack_acts.EndHeat(reason="fire"))
        assert "Dora" == driver.do("dealer", table_acts.CloseTable()).by


class TestChips:
    @pytest.mark.clause("BJ-O")
    @pytest.mark.parametrize(
        "source", [blackjack_acts.Source.VALUE, blackjack_acts.Source.CASH, blackjack_acts.Source.COUPON]
    )
    def test_in_a_heat_only_its_chips_are_played(self, source):
        """Neither value chips, cash nor a coupon."""
        driver = opened(500)
        assert "BJ-O" == driver.refused("Ann", wager(100, source=source)).clause
        assert CHIPS == driver.do("Ann", wager(100)).source

    @pytest.mark.clause("BJ-O")
    def test_elsewhere_they_buy_nothing(self):
        """At an ordinary round they are refused."""
        assert "BJ-O" == BlackjackDriver().ready((1, "Ann")).refused("Ann", wager(100)).clause

    @pytest.mark.clause("BJ-O")
    def test_nobody_wagers_more_than_they_have(self):
        """All of it is a wager; what lies there already is no longer in the purse."""
        driver = opened(500)
        driver.do("Ann", wager(300))
        over = driver.refused("Ann", wager(202))
        assert ("BJ-O", 200, 202) == (over.clause, over.values["has"], over.values["amount"])
        assert 200 == driver.do("Ann", wager(200)).stake_minor

    @pytest.mark.clause("BJ-O")
    @pytest.mark.parametrize(
        ("cards", "act"),
        [
            (("8S", "6D", "8C", "TH"), blackjack_acts.SplitPair(seat=1)),
            (("6S", "6D", "5C", "TH"), blackjack_acts.DoubleDown(seat=1)),
            (("6S", "6D", "5S", "TH"), blackjack_acts.Hit(seat=1, hit_minor=201)),
            (("6S", "AD", "5S", "TH"), blackjack_acts.PlaceInsurance(seat=1, stake_minor=201)),
        ],
        ids=["split", "double", "hit wager", "insurance"],
    )
    def test_what_is_added_comes_out_of_the_purse(self, cards, act):
        """Of seven hundred, five lie there: two are left, and one more is refused."""
        driver = opened(700)
        driver.bet(1, 500, source=CHIPS)
        driver.deal(*cards)
        assert "BJ-O" == driver.refused("Ann", act).clause

    @pytest.mark.clause("BJ-O")
    def test_a_doubled_split_hand_is_paid_in_chips(self):
        """Three wagers of a hundred win, and no account of the house but its tournament rack moves."""
        driver = opened(500)
        driver.bet(1, 100, source=CHIPS)
        driver.deal("8S", "6D", "8C", "TH")
        driver.act(1, "split")
        driver.deal("3C")
        driver.act(1, "double")
        driver.deal("9D", "TC")
        driver.act(1, "stand")
        driver.dealer_plays("9H")
        settled = driver.settle()
        assert ({"tournament"}, {"Ann": 800}) == ({*settled.wagers.source}, chips(driver))
        assert {"tournament_rack": -800, "tournament:Ann": 800, "layout": 0} == driver.table.balances

    @pytest.mark.clause("BJ-O", "BJ-J4", "Q21")
    def test_blackjacks_and_insurance_have_their_odds(self):
        """Ann is paid 3 to 2, and Bob loses to an ace whose insurance wins nothing."""
        driver = opened(500, 500)
        driver.bet(1, 100, source=CHIPS)
        driver.bet(2, 100, source=CHIPS)
        driver.deal("AS", "9S", "AD", "KS", "8C", "9H")
        driver.do("Bob", blackjack_acts.PlaceInsurance(seat=2, stake_minor=50))
        driver.do("dealer", blackjack_acts.CloseInsurance())
        driver.act(2, "stand")
        driver.dealer_plays()
        driver.settle()
        assert {"Ann": 650, "Bob": 350} == chips(driver)

    @pytest.mark.clause("BJ-O", "BJ-P", "Q29", "BJ-G4")
    def test_in_all_else_the_rules_of_the_game_hold(self):
        """Limits, whole units, and a wager of every player before the first card."""
        driver = opened(5000, 5000, settings={"default_min": 100, "default_max": 1000})
        assert ["BJ-P", "BJ-P", "Q29"] == [driver.refused("Ann", wager(n)).clause for n in (98, 1002, 101)]
        driver.bet(1, 100, source=CHIPS)
        assert "BJ-G4" == driver.refused("dealer", blackjack_acts.DealCard(card="TS")).clause

    @pytest.mark.clause("BJ-O", "BJ-G4")
    @pytest.mark.parametrize(
        ("settings", "has", "clause"),
        [
            ({"default_min": 100}, 99, None),
            ({"default_min": 100}, 100, "BJ-G4"),
            ({"default_min": 100, "multiple_action": 2}, 199, None),
            ({"default_min": 100, "multiple_action": 2}, 200, "BJ-G4"),
        ],
    )
    def test_who_has_too_few_chips_sits_out(self, settings, has, clause):
        """Fewer than the least wager, or than the two that multiple action asks for."""
        driver = opened(500, has, settings=settings)
        driver.bet(1, *[100] * (settings.get("multiple_action") or 1), source=CHIPS)
        assert clause == getattr(driver.answer("dealer", blackjack_acts.DealCard(card="TS")), "clause", None)

    @pytest.mark.clause("BJ-O", "BJ-M3")
    def test_a_void_round_gives_the_chips_back(self):
        """Ann's blackjack was paid at once: what she has is what she came with."""
        driver = opened(500)
        driver.bet(1, 100, source=CHIPS)
        driver.deal("AS", "8D", "KS", "9H")
        driver.do("dealer", blackjack_acts.PayBlackjack(seat=1))
        assert {"Ann": 650} == chips(driver)
        driver.do("dealer", blackjack_acts.ReportWrongNumber(seat=0))
        assert ({"Ann": 500}, {"Ann": 500}) == (chips(driver), driver.table.round.purse)


def moves(event):
    """Return an event's moves as tuples."""
    return [(move.source, move.target, move.amount_minor) for move in event.moves]


def stranger(refused):
    """Return why a round does not open, and for whom."""
    return refused.clause, refused.values["player"]


def ending(event):
    """Return what the record of an ended heat says."""
    return event.tournament, event.heat, event.hands, event.chips, event.reason, event.by
