"""Prizes of a tournament (BJ-O): places, ties, where the money comes from, and that wagers are another matter."""

import msgspec
import pytest

from pitboss.decider import Accepted
from pitboss.games.tournament import acts as a
from tests.support.tournament_driver import DOCUMENT, SIX, TOTALS, TournamentDriver

pytestmark = pytest.mark.clause("BJ-O")

ONE_HEAT = {**DOCUMENT, "heats": 1, "advance": None, "players_per_table": 6}


def played(*chips: int, **changed) -> TournamentDriver:
    """Return a tournament of one heat whose six players ended it with these chips."""
    driver = TournamentDriver(ONE_HEAT, **changed).started()
    driver.heat(chips)
    return driver


def moves(event) -> list[tuple[str, str, int]]:
    """Return the moves of an event as plain values."""
    return [(move.source, move.target, move.amount_minor) for move in event.moves]


def test_prizes_go_by_place():
    """Most chips win, and every entrant has a row."""
    awarded = played(10, 60, 20, 50, 30, 40).award()
    assert ("Bob", "Dot", "Fay", "Eve", "Cid", "Ann") == awarded.prizes.player
    assert (1, 2, 3, 4, 5, 6) == awarded.prizes.place
    assert ((6_000, 3_000, 0, 0, 0, 0), 0, "BJ-O") == (awarded.prizes.prize_minor, awarded.left_minor, awarded.clause)


def test_who_comes_further_stands_higher():
    """In an elimination the last of the last heat is before the best who did not reach it."""
    driver = TournamentDriver().started()
    driver.heat((900, 800, 0), (10, 5, 0))
    driver.started().heat((0, 300))
    assert [(1, "Dot"), (2, "Ann"), (3, "Bob"), (4, "Eve"), (5, "Cid"), (5, "Fay")] == driver.places()


def test_at_highest_total_only_the_chips_count():
    """Who went out in the first heat with nothing is tied with who did in the second."""
    driver = TournamentDriver(TOTALS).started()
    driver.heat((900, 1, 0), (5, 5, 5))
    driver.started().heat((400, 0, 7), (300, 2))
    places = driver.places()
    assert [(1, "Ann"), (2, "Eve"), (3, "Dot"), (4, "Fay"), (5, "Bob"), (5, "Cid")] == places


def test_places_are_shared_by_those_who_are_tied():
    """One, two, two, four."""
    assert [(1, "Ann"), (2, "Bob"), (2, "Cid"), (4, "Dot"), (4, "Eve"), (4, "Fay")] == played(9, 8, 8, 1, 1, 1).places()


def test_prizes_of_tied_places_are_added_and_split():
    """Two who share the first place have half of both prizes each."""
    assert {"Ann": 4_500, "Bob": 4_500} == played(9, 9, 8, 1, 1, 1).won()


def test_a_split_goes_over_places_without_a_prize():
    """Three share the second place, for which there is one prize."""
    assert {"Ann": 6_000, "Bob": 1_000, "Cid": 1_000, "Dot": 1_000} == played(9, 8, 8, 8, 1, 1).won()


@pytest.mark.parametrize(
    ("remainder", "shares", "left"),
    [("first", (34, 33, 33), 0), ("last", (33, 33, 34), 0), ("largest", (34, 33, 33), 0), ("keep", (33, 33, 33), 1)],
)
def test_a_cent_that_cannot_be_split_has_its_rule(remainder, shares, left):
    """It goes to who entered first or last, or to nobody; then it stays where prizes are kept."""
    driver = played(9, 9, 9, 1, 1, 1, prizes_minor=[50, 30, 20], remainder=remainder)
    awarded = driver.award()
    assert (shares, left) == (awarded.prizes.prize_minor[:3], awarded.left_minor)
    assert left == driver.state.balances["tournament_prizes"]


@pytest.mark.parametrize("ties", ["draw", "play_off"])
def test_a_tie_over_prizes_is_broken_first(ties):
    """Where ties are not split, prizes that differ wait."""
    driver = played(9, 9, 8, 1, 1, 1, ties=ties)
    refusal = driver.refused("pit_supervisor", a.AwardPrizes())
    assert ("BJ-O", ["Ann", "Bob"]) == (refusal.clause, refusal.values["players"])


def test_lots_are_drawn_for_prizes():
    """Bob was drawn first and has the first prize; the order is of all who are tied for one."""
    driver = played(9, 9, 9, 1, 1, 1, ties="draw")
    assert "prizes" == driver.do("floorperson", a.DrawLots(order=("Bob", "Cid", "Ann"))).decides
    assert {"Bob": 6_000, "Cid": 3_000} == driver.won()


def test_another_hand_is_played_for_prizes():
    """The places are then no longer shared."""
    driver = played(9, 9, 8, 1, 1, 1, ties="play_off")
    driver.do("dealer", a.RecordPlayOff(chips={"Ann": 100, "Bob": 400}))
    assert [(1, "Bob"), (2, "Ann"), (3, "Cid")] == driver.places()[:3]
    assert {"Bob": 6_000, "Ann": 3_000} == driver.won()


def test_a_tie_over_equal_prizes_need_not_be_broken():
    """Nothing depends on it."""
    driver = played(9, 8, 8, 1, 1, 1, ties="draw", prizes_minor=[5_000, 1_000, 1_000])
    assert {"Ann": 5_000, "Bob": 1_000, "Cid": 1_000} == driver.won()


def test_a_tie_for_the_next_heat_says_nothing_about_prizes():
    """Ann lost the draw for the second heat; against Eve, who has as many chips, she is drawn anew."""
    driver = TournamentDriver(ties="draw", prizes_minor=[3_000, 2_000, 1_000]).started()
    driver.report(1, 600, 600, 100)
    driver.report(2, 700, 600, 500)
    driver.do("floorperson", a.DrawLots(order=("Bob", "Ann")))
    driver.do("floorperson", a.EndHeat())
    driver.started().heat((1, 2))
    assert ["Ann", "Eve"] == driver.refused("pit_supervisor", a.AwardPrizes()).values["players"]


def test_the_house_adds_and_the_fees_pay_the_rest():
    """Six fees are more than is needed; what is over stays the house's, in its own account."""
    driver = played(9, 8, 7, 1, 1, 1)
    expected = [
        ("promotion", "tournament_prizes", 1_000),
        ("tournament_entries", "tournament_prizes", 8_000),
        ("tournament_prizes", "patrons", 9_000),
    ]
    assert expected == moves(driver.award())
    balances = {"patrons": -3_000, "promotion": -1_000, "tournament_entries": 4_000, "tournament_prizes": 0}
    assert balances == driver.state.balances


def test_the_house_adds_no_more_than_the_prizes():
    """An addition over the prizes is not made."""
    driver = played(9, 8, 7, 1, 1, 1, house_added_minor=50_000)
    assert [("promotion", "tournament_prizes", 9_000), ("tournament_prizes", "patrons", 9_000)] == moves(driver.award())


def test_a_guarantee_pays_what_is_short():
    """Two fees of $20.00, $10.00 added and $40.00 more make $90.00."""
    driver = TournamentDriver(ONE_HEAT, funding="guaranteed").started("Ann", "Bob")
    driver.heat((9, 8))
    assert [("promotion", 5_000), ("tournament_entries", 4_000)] == [
        (source, amount) for source, target, amount in moves(driver.award()) if target == "tournament_prizes"
    ]


def test_a_disqualified_player_has_the_last_place_and_no_prize():
    """Everybody behind moves up; two who were disqualified share what is last."""
    driver = played(9, 8, 7, 6, 5, 4)
    driver.disqualify("Ann")
    driver.disqualify("Dot")
    assert [(1, "Bob"), (2, "Cid"), (3, "Eve"), (4, "Fay"), (5, "Ann"), (5, "Dot")] == driver.places()
    assert {"Bob": 6_000, "Cid": 3_000} == driver.won()


def test_a_prize_that_nobody_can_win_is_accounted_for():
    """With five of six disqualified the second prize is left where prizes are kept."""
    driver = played(9, 8, 7, 6, 5, 4)
    for player in SIX[1:]:
        driver.disqualify(player)
    awarded = driver.award()
    assert (3_000, 3_000) == (awarded.left_minor, driver.state.balances["tournament_prizes"])
    assert ("Ann", 6_000) == (awarded.prizes.player[0], awarded.prizes.prize_minor[0])


def test_prizes_are_awarded_once_and_by_a_supervisor():
    """After the last heat, and never again; then there is nothing to cancel either."""
    early = TournamentDriver(ONE_HEAT).started()
    assert "playing" == early.refused("pit_supervisor", a.AwardPrizes()).values["phase"]
    who = ("Ann", "dealer", "floorperson", "pit_supervisor", "pit_manager")
    allowed = [one for one in who if isinstance(played(9, 8, 7, 1, 1, 1).answer(one, a.AwardPrizes()), Accepted)]
    assert ["pit_supervisor", "pit_manager"] == allowed
    driver = played(9, 8, 7, 1, 1, 1)
    driver.award()
    for act in (a.AwardPrizes(), a.CancelTournament(reason="too late")):
        assert "awarded" == driver.refused("pit_supervisor", act).values["phase"]


def test_chips_are_not_money():
    """However many chips are won, no account has more than fees and prizes."""
    few, many = played(9, 8, 7, 1, 1, 1), played(9 * 10**11, 8 * 10**11, 7, 1, 1, 1)
    assert moves(few.award()) == moves(many.award())
    assert few.state.balances == many.state.balances


def test_no_account_of_a_table_is_touched():
    """Every move of a whole tournament is between four accounts, and no wager's."""
    driver = played(9, 9, 7, 1, 1, 1)
    driver.award()
    touched = {name for event in driver.events for move in getattr(event, "moves", ()) for name in move_ends(move)}
    assert {"patrons", "promotion", "tournament_entries", "tournament_prizes"} == touched


def move_ends(move) -> tuple[str, str]:
    """Return both accounts of a move."""
    source, target, _ = msgspec.structs.astuple(move)
    return source, target
