"""Hoi An, rule 4: how wagers are made, when, by whom, and which are refused."""

import pytest

from pitboss.games.roulette import acts as a
from pitboss.rulebook import check_table
from tests.support.driver import HOIAN, Driver

AFTER_THE_CALL = ["closed", "landed", "marked", "collected", "settled"]


@pytest.fixture
def table():
    """Return an open table with its first round open for bets."""
    return Driver(HOIAN).opened()


def placing(bet, *, player="Ann", stake=100, source="value"):
    """Return the act of putting chips on a position."""
    return a.PlaceWager(player=player, bet=bet, stake_minor=stake, source=source)


def calling(bet, accompanied="chips", *, source="value", stake=100):
    """Return the dealer's confirmation of Ann's spoken wager."""
    accompanied_by = a.Accompanied(accompanied)
    return a.CallWager(player="Ann", bet=bet, stake_minor=stake, accompanied_by=accompanied_by, source=source)


def play_on(table, until):
    """Take an open round to a point after "no more bets"."""
    table.do("dealer", a.SpinBall(direction=a.Direction.AGAINST))
    table.do("dealer", a.CallNoMoreBets())
    steps = [
        a.EnterNumber(pocket="17", revolutions=8),
        a.PlaceDolly(pocket="17"),
        a.CollectLosers(),
        a.PayWinners(),
    ]
    for step in steps[: AFTER_THE_CALL.index(until)]:
        table.do("dealer", step)


# 4.2 to 4.9: chips, spoken wagers, the call


@pytest.mark.clause("RH-4.2")
@pytest.mark.parametrize("source", ["coupon", "credits"])
def test_a_wager_without_chips_is_refused(table, source):
    """Coupons and credits are no chips, and a table cannot be set up to take coupons."""
    assert "RH-4.2" == table.refused("Ann", placing("red", source=source)).clause
    _, [fault] = check_table({"rulebook": HOIAN, "name": "R1", "settings": {"match_play": True}})
    assert "RH-4.2" == fault.clause
    assert "wagers are made with chips, not with coupons" in fault.reason


@pytest.mark.clause("RH-4.2")
def test_a_wager_is_made_with_chips_the_player_has(table):
    """More than the player holds in a colour is refused with what there is."""
    table.colour("Ann", "blue", value=100, count=3)
    refusal = table.refused("Ann", placing("red", stake=400, source="colour:blue"))
    assert ("RH-4.2", "Ann holds 300 ₫ in blue chips, not 400 ₫") == (refusal.clause, refusal.reason)
    assert 300 == table.bet("Ann", "red", 300, "colour:blue").stake_minor


@pytest.mark.clause("RH-4.2")
def test_chips_outside_the_marked_areas_are_no_wager(table):
    """A chip off the cloth makes no position, and a position lies on its own line or corner only."""
    layout = table.table.rules.layout
    assert [None, None, None] == [layout.at(x, y) for x, y in ((-0.5, 1.5), (0.5, 4.5), (14.5, 1.5))]
    act = a.PlaceWager(player="Ann", bet="split:0-1", stake_minor=100, placement="courtesy_line")
    assert "split:0-1 has no place called courtesy_line; it lies on its line" == table.refused("Ann", act).reason


@pytest.mark.clause("RH-4.3", "RH-2.5")
@pytest.mark.parametrize("source", ["value", "colour:blue"])
def test_a_call_bet_with_chips_is_placed_by_the_dealer(table, source):
    """The player asks, the dealer confirms it and lays it down, and it is the player's wager."""
    table.colour("Ann", "blue")
    called, placed = table.do("dealer", calling("split:17-20", source=source))
    assert ("Ann", "split:17-20", "chips", "Dora") == (
        called.player,
        called.bet,
        called.accompanied_by,
        called.confirmed_by,
    )
    assert ("Ann", "split:17-20", source, "dealer", "Dora") == (
        placed.player,
        placed.bet,
        placed.source,
        placed.placed_by,
        placed.placed_by_id,
    )
    assert ("win", 1700, "RH-5.1b") == table.rows(table.settle("20"))["Ann", "split:17-20"]


@pytest.mark.clause("RH-4.3")
@pytest.mark.parametrize("accompanied", ["cash", "nothing"])
def test_a_spoken_wager_without_chips_is_refused(table, accompanied):
    """Neither cash nor a promise stands for chips."""
    refusal = table.refused("dealer", calling("red", accompanied))
    assert "RH-4.3" == refusal.clause
    assert f"a spoken wager with {accompanied} is refused: it must come with chips" == refusal.reason


@pytest.mark.clause("RH-4.3")
def test_a_spoken_wager_needs_time_before_no_more_bets(table):
    """While the ball runs there is time; after the call there is none."""
    table.do("dealer", a.SpinBall(direction=a.Direction.AGAINST))
    assert 2 == len(table.do("dealer", calling("red")))
    table.do("dealer", a.CallNoMoreBets())
    refusal = table.refused("dealer", calling("black"))
    assert ("RH-4.3", 'there was no time to place black before "no more bets"') == (refusal.clause, refusal.reason)


@pytest.mark.clause("RH-4.3")
@pytest.mark.parametrize("who", ["Ann", "mucker", "inspector", "pit_supervisor"])
def test_only_the_dealer_confirms_a_spoken_wager(table, who):
    """A player cannot confirm their own."""
    refusal = table.refused(who, calling("red"))
    assert "RH-4.3" == refusal.clause
    assert "may not confirm a spoken wager: that is for the dealer" in refusal.reason


@pytest.mark.clause("RH-4.3")
def test_a_house_may_take_no_spoken_wagers_but_never_with_cash():
    """The setting goes from chips to none, not to cash."""
    table = Driver(HOIAN, settings={"verbal": "none"}).opened()
    refusal = table.refused("dealer", calling("red"))
    assert ("RH-4.3", True) == (refusal.clause, refusal.reason.endswith("none is taken here"))
    _, [fault] = check_table({"rulebook": HOIAN, "name": "R1", "settings": {"verbal": "cash"}})
    assert "RH-4.3" == fault.clause
    assert "verbal = cash is refused" in fault.reason


@pytest.mark.clause("RH-4.4")
def test_a_player_handles_only_their_own_chips(table):
    """Nobody else answers for a wager, so nobody else may touch it."""
    table.bet("Ann", "red", 100)
    for act in (placing("black"), a.RemoveWager(player="Ann", bet="red", stake_minor=100)):
        refusal = table.refused("Bea", act)
        assert ("RH-4.4", "Bea may not handle Ann's chips") == (refusal.clause, refusal.reason)


@pytest.mark.clause("RH-4.4", "RH-4.4.1", "RH-4.9")
@pytest.mark.parametrize(
    ("who", "role", "name"), [("Ann", "player", "Ann"), ("dealer", "dealer", "Dora")], ids=["player", "dealer"]
)
def test_the_record_says_who_placed_a_wager_and_the_player_answers_for_it(table, who, role, name):
    """Put down beside the number that was meant, it loses, whether the dealer helped or not."""
    placed = table.bet("Ann", "straight:20", 100, who=who)
    assert ("Ann", role, name) == (placed.player, placed.placed_by, placed.placed_by_id)
    assert ("lose", 0, "RH-6.1.1.2") == table.rows(table.settle("17"))["Ann", "straight:20"]


@pytest.mark.clause("RH-4.4", "RH-4.4.1")
@pytest.mark.parametrize(
    ("who", "role", "name"), [("Ann", "player", "Ann"), ("dealer", "dealer", "Dora")], ids=["player", "dealer"]
)
def test_the_record_says_who_took_chips_back(table, who, role, name):
    """By the player's hand or by the dealer's, they go back to the player."""
    table.colour("Ann", "blue", count=3)
    table.bet("Ann", "red", 300, "colour:blue")
    removed = table.do(who, a.RemoveWager(player="Ann", bet="red", stake_minor=200, source="colour:blue"))
    assert ("Ann", role, name) == (removed.player, removed.removed_by, removed.removed_by_id)
    assert (200, 200) == (removed.stake_minor, table.table.held("Ann", "blue"))


@pytest.mark.clause("RH-4.4", "RH-4.7")
@pytest.mark.parametrize(
    "player", ["Nguyễn Thị Ánh", "Đặng Văn Hữu", "阮氏映", "Ư" * 40], ids=["marks", "đ", "han", "long"]
)
def test_players_have_names_in_their_own_script(player):
    """From the sale of a set whose colour is in Vietnamese too, to what it wins, the record has the name as it is."""
    table = Driver(HOIAN, settings={"colours": ["xanh dương"]}).opened()
    assert (player, "xanh dương") == (table.colour(player, "xanh dương").player, *table.table.colours_of(player))
    table.bet(player, "straight:17", 100, "colour:xanh dương")
    assert {(player, "straight:17"): ("win", 3500, "RH-5.1a")} == table.rows(table.settle("17"))
    assert 13_500 == table.table.held(player, "xanh dương")


@pytest.mark.parametrize(
    "player", ["", "Ư" * 41, "Ánh:blue", " Ánh", "Ánh ", "Ánh\N{NO-BREAK SPACE}", "Á\tnh", "Á\x7fnh"]
)
def test_a_name_that_could_not_be_kept_apart_is_none(table, player):
    """Empty or too long, with a colon, a blank at either end or a control character, it is no command at all."""
    refusal = table.refused("dealer", placing("red", player=player))
    assert ("", True) == (refusal.clause, refusal.reason.startswith("not a command"))
    assert {} == table.table.round.wagers


@pytest.mark.clause("RH-4.4", "RH-4.9")
@pytest.mark.parametrize("who", ["mucker", "device", "inspector", "pit_manager"])
def test_nobody_but_player_and_dealer_places_a_wager(table, who):
    """The record knows two hands that may put chips down."""
    refusal = table.refused(who, placing("red"))
    assert "RH-4.4" == refusal.clause
    assert "may not handle wagers: that is for the player or dealer" in refusal.reason


@pytest.mark.clause("RH-4.5", "RH-4.10", "RH-4.11")
def test_position_at_rest_decides_and_nothing_else(table):
    """What was moved while the ball ran counts where it came to lie, and what was taken back does not count."""
    table.bet("Ann", "straight:17", 300)
    table.bet("Bea", "split:17-20", 100, who="dealer")
    table.do("dealer", a.SpinBall(direction=a.Direction.AGAINST))
    table.do("Ann", a.RemoveWager(player="Ann", bet="straight:17", stake_minor=200))
    table.bet("Ann", "straight:18", 200)
    table.do("dealer", a.CallNoMoreBets())
    table.do("dealer", a.EnterNumber(pocket="17", revolutions=8))
    expected = {
        ("Ann", "straight:18"): ("lose", 0, "RH-6.1.1.2"),
        ("Bea", "split:17-20"): ("win", 1700, "RH-5.1b"),
        ("Ann", "straight:17"): ("win", 3500, "RH-5.1a"),
    }
    assert expected == table.rows(table.settle("17"))


@pytest.mark.clause("RH-4.5")
@pytest.mark.parametrize("who", ["Ann", "inspector", "pit_supervisor", "pit_manager"])
def test_the_dealer_s_side_pays(table, who):
    """Supervisors and players do not pay wagers."""
    play_on(table, "collected")
    refusal = table.refused(who, a.PayWinners())
    assert "RH-4.5" == refusal.clause
    assert "may not pay the winners: that is for the dealer or mucker" in refusal.reason


@pytest.mark.clause("RH-4.6")
@pytest.mark.parametrize("until", AFTER_THE_CALL)
@pytest.mark.parametrize(
    ("act", "words"),
    [
        (placing("black"), 'came after "no more bets" and is returned'),
        (placing("red"), 'came after "no more bets" and is returned'),
        (a.RemoveWager(player="Ann", bet="red", stake_minor=50), 'may not be taken back after "no more bets"'),
    ],
    ids=["place", "change", "withdraw"],
)
@pytest.mark.parametrize("who", ["Ann", "dealer"])
def test_nothing_moves_after_no_more_bets(table, until, act, words, who):
    """From the call to the end of the round no wager is placed, changed or withdrawn, by any hand."""
    table.bet("Ann", "red", 100)
    play_on(table, until)
    before = dict(table.table.balances)
    refusal = table.refused(who, act)
    assert ("RH-4.6", f"{act.bet} {words}") == (refusal.clause, refusal.reason)
    assert before == table.table.balances


@pytest.mark.clause("RH-4.6")
def test_no_more_bets_is_the_dealer_s_call_while_the_ball_runs(table):
    """It comes after the spin and before the ball rests, and nobody else makes it."""
    assert "this round is open for bets" in table.refused("dealer", a.CallNoMoreBets()).reason
    table.do("dealer", a.SpinBall(direction=a.Direction.AGAINST))
    assert "RH-4.6" == table.refused("inspector", a.CallNoMoreBets()).clause
    refusal = table.refused("dealer", a.EnterNumber(pocket="17", revolutions=8))
    assert ("RH-4.6", 'the ball cannot come to rest before "no more bets"') == (refusal.clause, refusal.reason)
    assert "Dora" == table.do("dealer", a.CallNoMoreBets()).by


@pytest.mark.clause("RH-4.8")
@pytest.mark.parametrize(
    "bet",
    (
        "straight:00 split:1-3 split:3-4 split:0-4 split:1-5 split:20-17 row:2-3-4 row:0-1-2 triple:0-1-3 triple:1-2-3 "
        "corner:3-4-6-7 corner:0-1-2-3 first_four:0-1-2 first_five:0-00-1-2-3 six:2-7 six:0-5 column:4 dozen:0 red:1"
    ).split(),
)
def test_a_position_that_is_no_wager_of_the_rules_is_refused(table, bet):
    """By hand or by word, with the bet in the sentence."""
    for who, act in (("Ann", placing(bet)), ("dealer", calling(bet))):
        refusal = table.refused(who, act)
        assert "RH-4.8" == refusal.clause
        assert refusal.reason.startswith(f"{bet} is not a position of this layout")


@pytest.mark.clause("RH-4.8")
def test_a_jackpot_is_not_offered():
    """Rule 6.1 has none, so a table that would offer it is refused."""
    _, [fault] = check_table({"rulebook": HOIAN, "name": "R1", "settings": {"jackpot": True}})
    assert "RH-4.8" == fault.clause
    assert "jackpot = true is refused" in fault.reason


@pytest.mark.clause("RH-4.8")
@pytest.mark.parametrize("bet", ["neighbours:5", "voisins", "straight:37"])
def test_a_wager_of_an_unknown_kind_is_refused_too(table, bet):
    """What a player may well call out is named in the answer, and nothing comes to lie on the layout."""
    for who, act in (("Ann", placing(bet)), ("dealer", calling(bet))):
        assert repr(bet) in table.refused(who, act).reason
    assert {} == table.table.round.wagers
