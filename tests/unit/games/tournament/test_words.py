"""A tournament's events in sentences."""

import pytest

from pitboss.decider import Event
from pitboss.games.tournament import acts as a
from pitboss.games.tournament import events as e
from pitboss.games.tournament.game import TOURNAMENT
from tests.support.tournament_driver import SIX, TournamentDriver


def told(driver: TournamentDriver) -> str:
    """Return everything that happened, in words."""
    return "\n".join(TOURNAMENT.in_words(driver.state, event) for event in driver.events)


def test_entries_are_told():
    """With the fee, there and back."""
    driver = TournamentDriver().opened("Ann", "Bob")
    driver.do("Ann", a.WithdrawPlayer(player="Ann"))
    driver.do("director", a.CancelTournament(reason="the roof leaks"))
    assert told(driver).split("\n") == [
        "Sue opens entries under oneida-blackjack-2004.",
        "Ann pays $20.00 and enters.",
        "Bob pays $20.00 and enters.",
        "Ann withdraws and gets $20.00 back.",
        "Dee cancels the tournament: the roof leaks",
        "  Bob gets $20.00 back",
    ]


def test_nothing_is_said_of_no_money():
    """An entry that costs nothing, and is given back."""
    driver = TournamentDriver(entry_fee_minor=0, funding="guaranteed").opened("Ann", "Bob")
    driver.do("Ann", a.WithdrawPlayer(player="Ann"))
    driver.do("director", a.CancelTournament(reason="the roof leaks"))
    assert 0 == told(driver).count("$")


def test_a_heat_is_told():
    """Seats, chips, reports and who goes on."""
    driver = TournamentDriver().started()
    driver.report(1, 900, 20, 0, hands=1, reason="jam")
    driver.report(2, 10, 1_000, 0)
    driver.do("floorperson", a.EndHeat())
    assert told(driver).split("\n")[7:] == [
        "Flo closes entries: 6 players have entered.",
        "Flo draws the seats of heat 1:",
        "  table 1: 1 Ann, 2 Bob, 3 Cid",
        "  table 2: 1 Dot, 2 Eve, 3 Fay",
        "Flo starts heat 1: 10 hands, 500 chips for each player.",
        "Table 1 reports 1 hand (jam): Ann 900, Bob 20, Cid 0.",
        "Table 2 reports 10 hands: Dot 10, Eve 1,000, Fay 0.",
        "Flo ends heat 1. On to the next: Ann, Eve. Out: Bob, Cid, Dot, Fay.",
    ]


def test_the_end_is_told():
    """Carried chips, a disqualification, a play-off, prizes with their clause, and what is left of them."""
    driver = TournamentDriver(ties="play_off", carry_chips=True, prizes_minor=[6_000, 2_000, 1_000]).started()
    driver.heat((900, 0, 0), (700, 0, 0))
    driver.started().heat((5, 5))
    driver.do("dealer", a.RecordPlayOff(chips={"Ann": 7, "Dot": 7}))
    driver.do("dealer", a.RecordPlayOff(chips={"Ann": 7, "Dot": 8}))
    for player in SIX[4:]:
        driver.disqualify(player, "late")
    driver.do("dealer", a.RecordPlayOff(chips={"Bob": 2, "Cid": 1}))
    driver.disqualify("Bob", "late")
    driver.disqualify("Cid", "late")
    driver.award()
    lines = told(driver).split("\n")
    assert "Flo starts heat 2: 10 hands, 700 to 900 chips for each player." in lines
    assert "Flo ends heat 2, the last." in lines
    assert "Dora records a play-off for the prizes: Ann 7, Dot 7. Equal again: Ann, Dot." in lines
    assert "Sue disqualifies Eve before Flo: late" in lines
    expected = ["Sue awards the prizes:", "  1. Dot wins $60.00 [BJ-O]", "  2. Ann wins $20.00 [BJ-O]"]
    expected += [*(f"  3. {player}" for player in ("Bob", "Cid", "Eve", "Fay")), "  $10.00 of the prizes is left"]
    assert expected == lines[-8:]


@pytest.mark.parametrize(("how", "chips"), [(e.How.DRAW, ()), (e.How.PLAY_OFF, (9, 8))])
def test_a_broken_tie_says_what_it_was_for(how, chips):
    """A place in the next heat, or the prizes."""
    driver = TournamentDriver()
    for purpose, words in ((e.For.NEXT_HEAT, "a place in the next heat"), (e.For.PRIZES, "the prizes")):
        event = e.TieBroken(how=how, decides=purpose, player=("Bob", "Ann"), rank=(1, 2), chips=chips, by="Flo")
        assert f" for {words}: Bob" in TOURNAMENT.in_words(driver.state, event)


def test_nobody_may_go_on_and_nobody_may_go_out():
    """Both are said."""
    ended = e.HeatEnded(heat=1, is_last=False, advanced=(), out=(), by="Flo")
    assert "Flo ends heat 1. On to the next: nobody. Out: nobody." == TOURNAMENT.in_words(
        TournamentDriver().state, ended
    )


class _Unknown(Event, frozen=True, tag="circus.juggled/1"):
    """Something no tournament knows."""


def test_an_event_of_another_stream_is_named():
    """Rather than left out."""
    assert "_Unknown" == TOURNAMENT.in_words(TournamentDriver().state, _Unknown())
