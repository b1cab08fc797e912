import msgspec
import pytest

from pitboss.decider import Command, Person, Role
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat.decide import decide
from pitboss.games.baccarat.hands import Outcome, Side
from pitboss.games.baccarat.state import next_on_right, rebuilt
from pitboss.games.cards import CARDS
from pitboss.games.roulette.acts import SpinBall
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.games.virtual_shoe import commitment_of
from pitboss.rulebook import ActionRefused
from tests.support.baccarat_driver import CHECK, BaccaratDriver

NATURAL = ("3H", "4S", "4D", "5C")


def complete():
    """Return a table with both hands complete and called."""
    return BaccaratDriver().opened().deal(*NATURAL)


def called():
    """Return a table whose result was called."""
    driver = complete()
    driver.do("dealer", driver.result())
    return driver


def collected():
    """Return a table whose losers were collected."""
    driver = called()
    driver.do("dealer", baccarat_acts.CollectLosers())
    return driver


def paid():
    """Return a table whose round was paid, with its cards on the layout."""
    driver = complete()
    driver.pay()
    return driver


def with_players():
    """Return a table where Ann was handed the Player's Hand."""
    driver = BaccaratDriver(settings={"deal": "c"}).opened((3, "Ann"), (5, "Bob"))
    driver.bet(3, "player", 500)
    driver.bet(5, "banker", 500)
    driver.do("dealer", baccarat_acts.CallNoMoreBets())
    for card in NATURAL:
        driver.do("dealer", baccarat_acts.DealCard(card=card))
    driver.do("dealer", baccarat_acts.HandCards(hand=Side.PLAYER, position=3))
    return driver


def uncalled():
    """Return a table where the player stands, the banker draws, and no count was called."""
    driver = BaccaratDriver().opened()
    driver.do("dealer", baccarat_acts.CallNoMoreBets())
    for card in ("6D", "5S", "KD", "KC"):
        driver.do("dealer", baccarat_acts.DealCard(card=card))
    return driver


def third_dealt():
    """Return a table where the banker drew to a player who stands."""
    return BaccaratDriver().opened().deal("6D", "5S", "KD", "KC", "9S")


def _welcome():
    return BaccaratDriver().welcome()


def _unchecked():
    return BaccaratDriver().welcome_without_check()


def _stacked():
    return BaccaratDriver().stacked()


def _ready():
    return BaccaratDriver().ready()


def _opened():
    return BaccaratDriver().opened()


P, B = Side.PLAYER, Side.BANKER
THIRD = baccarat_acts.ReportError(card="9S", is_players_third=True)


@pytest.mark.parametrize(
    ("ready", "who", "act", "clause"),
    [
        (_welcome, "dealer", baccarat_acts.CallNoMoreBets(), "MB-J2"),
        (_welcome, "dealer", CHECK, "MB-B2"),
        (_welcome, "Ann", shoe_acts.TakeSeat(position=1, player="Bob"), "MB-B1"),
        (_welcome, "dealer", baccarat_acts.LeaveTable(position=1), "MB-B1"),
        (_welcome, "dealer", shoe_acts.RevealShoe(order=(), nonce=""), "MB-I"),
        (_welcome, "dealer", baccarat_acts.DiscardCards(), "MB-L3"),
        (_unchecked, "dealer", msgspec.structs.replace(CHECK, positions=6), "MB-B1"),
        (_welcome, "pit_supervisor", baccarat_acts.ChangeVigorish(form=baccarat_acts.Form.VIG, pct=5), "MB-M5"),
        (_opened, "Bob", shoe_acts.TakeSeat(position=3, player="Bob"), "MB-B1"),
        (_opened, "Bob", baccarat_acts.PlaceWager(position=3, player="Ann", on="tie", stake_minor=1), "MB-B1"),
        (_opened, "Bob", baccarat_acts.PlaceWager(position=3, player="Bob", on="tie", stake_minor=1), "MB-B1"),
        (_opened, "dealer", baccarat_acts.CollectVigorish(position=3), "MB-M3b"),
        (_opened, "dealer", baccarat_acts.CallPoints(hand=P, points=0), "MB-J4"),
        (_opened, "dealer", THIRD, "MB-N1"),
        (complete, "dealer", baccarat_acts.CallNoMoreBets(), "MB-J2"),
        (complete, "dealer", baccarat_acts.CallPoints(hand=P, points=7), "MB-J4"),
        (called, "dealer", baccarat_acts.CallResult(player_points=7, banker_points=9, outcome=Outcome.BANKER), "MB-L1"),
        (collected, "dealer", baccarat_acts.CollectLosers(), "MB-L2"),
        (paid, "dealer", table_acts.CloseTable(), "MB-L3"),
        (uncalled, "dealer", THIRD, "MB-J5"),
        (third_dealt, "dealer", THIRD, "MB-N1"),
        (with_players, "dealer", baccarat_acts.HandCards(hand=P, position=3), "MB-J3c"),
        (with_players, "dealer", baccarat_acts.ReturnCards(hand=B), "MB-J3c"),
        (with_players, "Bob", baccarat_acts.RelinquishTurn(hand=P, reason="x"), "MB-N5"),
        (with_players, "dealer", baccarat_acts.OfferTurn(hand=P, position=5, is_accepted=True), "MB-N5"),
        (complete, "dealer", baccarat_acts.RelinquishTurn(hand=P, reason="x"), "MB-N5"),
        (_stacked, "dealer", shoe_acts.CutCards(depth=10), "MB-E1"),
        (_ready, "dealer", baccarat_acts.AnnounceLastHand(), "MB-J8"),
    ],
    ids=lambda value: type(value).__name__ if not callable(value) else value.__name__,
)
def test_what_is_not_open_is_refused_with_its_clause(ready, who, act, clause):
    """Out of turn, by the wrong person, or against what the cards say."""
    assert clause == ready().refused(who, act).clause


def test_acts_of_another_game_are_refused():
    """A ball is spun elsewhere."""
    driver = BaccaratDriver()
    act = SpinBall(direction="against")  # type: ignore[arg-type]
    command = Command(key="k", by=Person("Dora", Role.DEALER), act=act, received_at=driver.now)
    with pytest.raises(ActionRefused) as caught:
        decide(driver.table, command)
    assert "MB-J1" == caught.value.clause


def test_a_taken_cut_is_not_offered_again():
    """Nor is it anybody else's; and whoever took it may leave, so that it is offered on."""
    driver = BaccaratDriver().shuffled((3, "Ann"), (5, "Bob"))
    driver.do("dealer", shoe_acts.OfferCut(position=5, is_accepted=True))
    assert "MB-E2" == driver.refused("dealer", shoe_acts.OfferCut(position=3, is_accepted=True)).clause
    driver.do("Bob", baccarat_acts.LeaveTable(position=5))
    assert 3 == driver.do("dealer", shoe_acts.OfferCut(position=3, is_accepted=True)).position


def test_the_banker_is_not_given_an_unseen_card():
    """A card the player was not due, and that the banker draws, is shown."""
    driver = BaccaratDriver().opened().deal("6D", "5S", "KD", "KC")
    assert "MB-N1" == driver.refused("dealer", baccarat_acts.ReportError(card=None, is_players_third=True)).clause


def test_no_second_card_is_held():
    """One card waits for the next hand; another cannot leave the shoe meanwhile."""
    driver = BaccaratDriver().ready()
    driver.do("dealer", baccarat_acts.ReportError(card=None))
    assert "MB-N2" == driver.refused("dealer", baccarat_acts.ReportError(card=None)).clause


def test_an_unseen_card_agrees_with_whatever_the_order_has():
    """A virtual shoe whose first card nobody saw is revealed; the card burned after it is its second."""
    order = CARDS * 8
    driver = BaccaratDriver().stacked()
    driver.do("dealer", shoe_acts.CommitShoe(commitment=commitment_of(order, "n"), controls="ICS", from_back=14))
    driver.do("dealer", baccarat_acts.ReportError(card=None))
    driver.do("dealer", baccarat_acts.ReportFaceUp(card="2C"))
    assert order == driver.do("dealer", shoe_acts.RevealShoe(order=order, nonce="n")).order


def test_cards_given_up_are_in_nobodys_hands():
    """Ann has the cards in her hands when the floorperson takes the right away."""
    driver = with_players()
    driver.do("floorperson", baccarat_acts.RelinquishTurn(hand=P, reason="delay"))
    assert None is driver.table.play.handed
    assert "Bob" == driver.do("dealer", baccarat_acts.OfferTurn(hand=P, position=5, is_accepted=True)).player


def test_vigorish_is_not_collected_while_cards_are_dealt():
    """Before "No More Bets" and after the hands are complete it is."""
    driver = BaccaratDriver(settings={"collect": "deferred"}).opened()
    driver.bet(3, "banker", 1000)
    driver.play(*NATURAL)
    driver.next_round().deal("3H")
    assert "MB-M3b" == driver.refused("dealer", baccarat_acts.CollectVigorish(position=3)).clause


def test_a_shoe_that_is_read_takes_cards_from_its_device():
    """A shoe whose cards the dealer enters does not."""
    driver = BaccaratDriver().shuffled().cut()
    driver.do("dealer", shoe_acts.LoadShoe(from_back=14, reader=shoe_acts.Reader.SHOE))
    assert "KS" == driver.do("device", baccarat_acts.BurnCard(card="KS")).card
    assert "MB-L4" == BaccaratDriver().loaded().refused("device", baccarat_acts.BurnCard(card="KS")).clause


def test_an_empty_shoe_shows_no_card():
    """Nothing can be found face up in it."""
    driver = BaccaratDriver().ready()
    driver.table.cards.shoe.drawn += ["AS"] * 415
    assert "MB-N3" == driver.refused("dealer", baccarat_acts.ReportFaceUp(card="2S")).clause


def test_closing_puts_everything_away():
    """Seats, cards and the checked layout are gone; the Director's notice holds."""
    driver = BaccaratDriver().ready()
    driver.do("dealer", table_acts.CloseTable())
    table = driver.table
    assert ({}, "awaited", False, True) == (
        table.seats,
        table.cards.stage,
        table.is_layout_checked,
        table.is_deal_notified,
    )


def test_a_round_that_was_not_discarded_cannot_be_rebuilt():
    """The rack has the rounds of its shoe only."""
    assert None is rebuilt(BaccaratDriver().ready().table, 1)


def test_orders_round_the_table():
    """The cut goes to the right of the dealer first and then clockwise; the turn goes counter-clockwise."""
    table = BaccaratDriver().welcome().sit((5, "Ann"), (1, "Bob"), (7, "Cid"), (3, "Dee")).table
    assert [7, 1, 3, 5] == table.cut_order()
    passed: set[int] = {5}
    order = []
    while (following := next_on_right(table.seats, 5, passed)) is not None:
        order.append(following)
        passed.add(following)
    assert [3, 1, 7] == order
