"""What a sic bo table shows on the live floor."""

from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.sicbo.live import layout, own_view, view
from tests.support.sicbo_driver import SicBoDriver


def test_the_newest_throw_is_the_one_that_lights_the_layout():
    """From its entry on, before it is paid; once, and not a second time when it is."""
    driver = SicBoDriver().opened()
    driver.pay((1, 2, 5))
    paid = [one["dice"] for one in view(driver.table)["results"]]
    driver.next_round()
    driver.throw((3, 4, 5))
    lit = [one["dice"] for one in view(driver.table)["results"]]
    assert ([[1, 2, 5]], [[3, 4, 5], [1, 2, 5]]) == (paid, lit)


def test_payments_are_told_before_they_are_made_and_after():
    """The losers as a count, the winners in the order in which they are recorded, each with its clause."""
    driver = SicBoDriver().opened()
    for player, bet, stake in (("Ann", "big", 500), ("Bob", "small", 700), ("Bob", "one:3", 200)):
        driver.bet(player, bet, stake)
    before = view(driver.table)["payments"]
    driver.throw((3, 3, 5))
    lit = view(driver.table)["payments"]
    driver.do("dealer", sicbo_acts.CollectLosers())
    driver.do("dealer", sicbo_acts.PayWinners())
    paid = view(driver.table)["payments"]

    assert (None, False, True) == (before, lit["is_paid"], paid["is_paid"])
    assert [("Ann", "big", 500), ("Bob", "one:3", 400)] == [
        (row["player"], row["bet"], row["paid_minor"]) for row in paid["rows"]
    ]
    assert (lit["rows"], 1, 700) == (paid["rows"], paid["lost"], paid["lost_minor"])
    assert ["SB-D1", "SB-D2"] == [row["clause"] for row in paid["rows"]]


def test_a_seat_sees_how_its_own_bets_ended():
    """Won, lost, or given back because the computer failed; until the next round ends."""
    driver = SicBoDriver().opened()
    driver.bet("Ann", "big", 500)
    driver.bet("Bob", "small", 700)
    driver.pay((3, 3, 5))
    won = own_view(driver.table, "Ann")["last"]
    driver.next_round()
    driver.bet("Ann", "total:9", 300)
    driver.do("dealer", sicbo_acts.ReportFailure(fault="dark"))
    back = own_view(driver.table, "Ann")["last"]
    void = view(driver.table)["void"]

    assert (1, [3, 3, 5], ["win"]) == (won["round"], won["dice"], [row["outcome"] for row in won["rows"]])
    assert (2, None, ["returned"]) == (back["round"], back["dice"], [row["outcome"] for row in back["rows"]])
    assert ("Q35", 300) == (void["clause"], void["returned_minor"])
    assert [] == own_view(driver.table, "Cid")["last"]["rows"]


def test_a_wager_for_the_dealers_is_told_from_the_players_own():
    """In what is paid and in how bets ended; in a round without one all are value chips."""
    driver = SicBoDriver().opened()
    driver.bet("Ann", "big", 500)
    driver.throw((3, 3, 5))
    plain = [row["source"] for row in view(driver.table)["payments"]["rows"]]
    driver = SicBoDriver().opened()
    driver.bet("Ann", "big", 500)
    driver.do("Ann", sicbo_acts.PlaceWager("Ann", "big", 300, source=sicbo_acts.Source.TIP))
    driver.pay((3, 3, 5))
    paid, own = view(driver.table)["payments"]["rows"], own_view(driver.table, "Ann")["last"]["rows"]

    assert ["value"] == plain
    assert [("value", 500), ("tip", 300)] == [(row["source"], row["stake_minor"]) for row in paid]
    assert paid == own


def test_a_failure_without_wagers_gives_nothing_back():
    """What was paid before is not said of it."""
    driver = SicBoDriver().opened()
    driver.bet("Ann", "big", 500)
    driver.pay((3, 3, 5))
    driver.next_round()
    driver.do("dealer", sicbo_acts.ReportFailure(fault="dark"))

    assert 0 == view(driver.table)["void"]["returned_minor"]


def test_the_fifty_places_have_names_and_odds_for_people():
    """Each once; one of a kind is paid by how often its number shows."""
    spots = layout(SicBoDriver().table)["spots"]

    assert 50 == len({spot["name"] for spot in spots})
    assert {"once 1 to 1, twice 2 to 1, thrice 3 to 1"} == {spot["title"] for spot in spots if spot["kind"] == "one"}


def test_how_often_a_number_shows_is_told_for_its_line():
    """Of the dice that were entered; before that nothing."""
    driver = SicBoDriver().opened()
    before = view(driver.table)["lines"]
    driver.throw((3, 3, 5))

    assert ({}, {"one:3": 2, "one:5": 1}) == (before, view(driver.table)["lines"])
