"""Heats of a tournament (BJ-O): seats, chips, the tables' reports, who goes on, and ties for it."""

import pytest

from pitboss.decider import Accepted
from pitboss.games.tournament import acts as a
from tests.support.tournament_driver import SIX, TOTALS, TournamentDriver

pytestmark = pytest.mark.clause("BJ-O")

EVERYBODY = ("Ann", "dealer", "mucker", "device", "inspector", "floorperson", "pit_supervisor", "pit_manager")


def accepted_from(make, act) -> list[str]:
    """Return whose act it is, in a tournament made anew for each."""
    return [who for who in EVERYBODY if isinstance(make().answer(who, act), Accepted)]


def test_seats_are_dealt_along_the_order_drawn():
    """Table by table, seats from 1, as many at each as the tournament has at a table."""
    driver = TournamentDriver().closed()
    drawn = driver.do("floorperson", a.DrawSeats(order=("Fay", "Ann", "Eve", "Bob", "Dot", "Cid")))
    assert (1, (1, 1, 1, 2, 2, 2), (1, 2, 3, 1, 2, 3)) == (drawn.heat, drawn.seats.table, drawn.seats.seat)
    assert ("Fay", "Ann", "Eve", "Bob", "Dot", "Cid") == drawn.seats.player


@pytest.mark.clause("BJ-B1")
def test_tables_are_as_even_as_they_can_be():
    """Eight players are two tables of four where seven could sit at one, and no seat is above seven."""
    players = tuple(f"P{number}" for number in range(8))
    driver = TournamentDriver(players_per_table=7).closed(*players)
    drawn = driver.do("floorperson", a.DrawSeats(order=players))
    assert ((1, 1, 1, 1, 2, 2, 2, 2), (1, 2, 3, 4) * 2) == (drawn.seats.table, drawn.seats.seat)


@pytest.mark.parametrize(
    "order",
    [(), SIX[:5], (*SIX[:5], "Zed"), (*SIX, "Ann"), (*SIX[:5], "Ann")],
    ids=["none", "few", "other", "more", "2"],
)
def test_the_draw_is_everybody_once(order):
    """An order that is no permutation of the players is refused."""
    refusal = TournamentDriver().closed().refused("floorperson", a.DrawSeats(order=order))
    assert ("BJ-O", list(order)) == (refusal.clause, refusal.values["order"])


def test_seats_are_drawn_once():
    """Who does not like the seats does not draw again."""
    driver = TournamentDriver().closed()
    driver.do("floorperson", a.DrawSeats(order=SIX))
    assert "seated" == driver.refused("floorperson", a.DrawSeats(order=SIX)).values["phase"]


def test_everybody_begins_with_equal_chips():
    """The first heat's chips are the starting chips, and the event says who sits where with how many."""
    driver = TournamentDriver().closed()
    driver.do("floorperson", a.DrawSeats(order=SIX))
    started = driver.do("floorperson", a.StartHeat())
    assert (1, 10, (500,) * 6, SIX) == (started.heat, started.hands, started.chips, started.seats.player)


def test_no_heat_starts_before_its_draw():
    """Entries that are closed are not seats."""
    assert "closed" == TournamentDriver().closed().refused("floorperson", a.StartHeat()).values["phase"]


def test_chips_begin_anew_or_are_carried():
    """The second heat has the starting chips again, unless chips are carried."""
    chips = {}
    for is_carried in (False, True):
        driver = TournamentDriver(carry_chips=is_carried).started()
        driver.heat((900, 0, 0), (0, 700, 0))
        driver.do("floorperson", a.DrawSeats(order=("Eve", "Ann")))
        chips[is_carried] = driver.do("floorperson", a.StartHeat()).chips
    assert {False: (500, 500), True: (700, 900)} == chips


def report(**changed) -> a.RecordHeat:
    """Return the report of the first table, with something changed."""
    right = {"table": 1, "heat": 1, "hands": 10, "chips": {"Ann": 900, "Bob": 0, "Cid": 20}}
    return a.RecordHeat(**{**right, **changed})


def test_a_report_is_recorded_as_it_is():
    """Hands and chips are those of the table, told in the order of its seats."""
    driver = TournamentDriver().started()
    recorded = driver.do("dealer", report(chips={"Cid": 20, "Ann": 900, "Bob": 0}))
    assert [("Ann", 900), ("Bob", 0), ("Cid", 20)] == list(recorded.chips.items())
    assert (1, 1, 10, None, "dealer") == (recorded.table, recorded.heat, recorded.hands, recorded.reason, recorded.role)


@pytest.mark.parametrize(
    "changed",
    [
        {"table": 3},
        {"heat": 2},
        {"hands": 11},
        {"hands": 9},
        {"chips": {"Ann": 900, "Bob": 0}},
        {"chips": {"Ann": 900, "Bob": 0, "Dot": 20}},
        {"chips": {"Ann": 900, "Bob": 0, "Cid": 20, "Dot": 1}},
        {"chips": {}},
    ],
    ids=str,
)
def test_a_report_that_is_not_the_tables_is_refused(changed):
    """Another table or heat, a hand too many, one too few without a reason, other players."""
    assert "BJ-O" == TournamentDriver().started().refused("dealer", report(**changed)).clause


def test_a_report_of_fewer_hands_says_why():
    """A table may have to stop; the report has its reason."""
    driver = TournamentDriver().started()
    recorded = driver.do("dealer", report(hands=4, reason="the shuffler jammed"))
    assert (4, "the shuffler jammed") == (recorded.hands, recorded.reason)


def test_a_table_reports_once():
    """The second report of a heat is refused, whatever it says."""
    driver = TournamentDriver().started()
    driver.do("dealer", report())
    assert "BJ-O" == driver.refused("dealer", report()).clause


def test_a_heat_ends_when_all_tables_have_reported():
    """Not before."""
    driver = TournamentDriver().started()
    driver.report(1, 900, 0, 20)
    assert "playing" == driver.refused("floorperson", a.EndHeat()).values["phase"]
    driver.report(2, 900, 0, 20)
    assert ("Ann", "Dot") == driver.do("floorperson", a.EndHeat()).advanced


def test_the_best_of_each_table_go_on():
    """A table's best goes on with fewer chips than another table's second."""
    ended = TournamentDriver().started().heat((900, 800, 700), (10, 5, 0))
    assert (("Ann", "Dot"), ("Bob", "Cid", "Eve", "Fay")) == (ended.advanced, ended.out)


def test_everybody_with_chips_left_may_go_on():
    """That is the other rule of an elimination."""
    ended = TournamentDriver(advance="chips_left").started().heat((900, 1, 0), (0, 5, 0))
    assert (("Ann", "Bob", "Eve"), ("Cid", "Dot", "Fay")) == (ended.advanced, ended.out)


def test_nobody_goes_on_without_chips():
    """Two of each table go on, and there is one who has any."""
    ended = TournamentDriver(advance=2).started().heat((900, 0, 0), (5, 4, 3))
    assert ("Ann", "Dot", "Eve") == ended.advanced


def test_at_highest_total_everybody_with_chips_goes_on():
    """Only who has none is out: there is no re-buy."""
    ended = TournamentDriver(TOTALS).started().heat((900, 1, 0), (5, 5, 5))
    assert (("Ann", "Bob", "Dot", "Eve", "Fay"), ("Cid",)) == (ended.advanced, ended.out)


def test_the_last_heat_puts_nobody_out():
    """After it places follow from the chips."""
    driver = TournamentDriver().started()
    driver.heat((900, 0, 0), (900, 0, 0))
    ended = driver.started().heat((100, 200))
    assert (True, (), ()) == (ended.is_last, ended.advanced, ended.out)
    assert [(1, "Dot"), (2, "Ann")] == driver.places()[:2]


def test_a_tournament_is_decided_when_one_is_left():
    """No heat is played by one player alone."""
    driver = TournamentDriver(heats=3).started()
    driver.heat((900, 0, 0), (0, 0, 0))
    assert ("decided", (1, "Ann")) == (driver.state.phase, driver.places()[0])


def test_a_disqualified_player_does_not_go_on():
    """The next of the table does, and the table's report still has the chips of everybody who sat there."""
    driver = TournamentDriver().started()
    driver.disqualify("Ann")
    ended = driver.heat((900, 800, 700), (10, 5, 0))
    assert (("Bob", "Dot"), ("Cid", "Eve", "Fay")) == (ended.advanced, ended.out)


def test_a_disqualification_between_heats_voids_the_draw():
    """And with one player left the tournament is decided."""
    driver = TournamentDriver().started()
    driver.heat((900, 0, 0), (900, 0, 0))
    driver.do("floorperson", a.DrawSeats(order=("Ann", "Dot")))
    driver.disqualify("Ann")
    assert ("decided", (1, "Dot")) == (driver.state.phase, driver.places()[0])


def tied(ties: str, **more) -> TournamentDriver:
    """Return a heat in which Ann and Bob are tied for their table's one place in the next."""
    driver = TournamentDriver(ties=ties, **more).started()
    driver.report(1, 600, 600, 100)
    driver.report(2, 700, 600, 600)
    return driver


def test_a_tie_for_the_next_heat_is_broken_first():
    """A tie behind the last place that goes on matters to nobody."""
    driver = tied("draw")
    refusal = driver.refused("floorperson", a.EndHeat())
    assert ("BJ-O", ["Ann", "Bob"]) == (refusal.clause, refusal.values["players"])


def test_lots_are_drawn_for_the_next_heat():
    """Chance comes with the act, and the first drawn goes on."""
    driver = tied("draw")
    broken = driver.do("floorperson", a.DrawLots(order=("Bob", "Ann")))
    assert ("draw", "next_heat", ("Bob", "Ann"), (1, 2)) == (broken.how, broken.decides, broken.player, broken.rank)
    assert ("Bob", "Dot") == driver.do("floorperson", a.EndHeat()).advanced


@pytest.mark.parametrize("order", [(), ("Bob",), ("Bob", "Cid"), ("Eve", "Fay"), ("Ann", "Bob", "Bob")], ids=str)
def test_lots_are_drawn_by_those_who_are_tied(order):
    """Each of them once, and nobody else."""
    assert "BJ-O" == tied("draw").refused("floorperson", a.DrawLots(order=order)).clause


def test_another_hand_decides_a_play_off():
    """Who has more chips after it goes on."""
    driver = tied("play_off")
    broken = driver.do("dealer", a.RecordPlayOff(chips={"Ann": 450, "Bob": 600}))
    assert (("Bob", "Ann"), (1, 2), (600, 450)) == (broken.player, broken.rank, broken.chips)
    assert ("Bob", "Dot") == driver.do("floorperson", a.EndHeat()).advanced


def test_a_play_off_may_end_equal():
    """Then it is played again, by those who are still tied."""
    driver = tied("play_off")
    assert (1, 1) == driver.do("dealer", a.RecordPlayOff(chips={"Ann": 450, "Bob": 450})).rank
    assert "BJ-O" == driver.refused("floorperson", a.EndHeat()).clause
    driver.do("dealer", a.RecordPlayOff(chips={"Ann": 500, "Bob": 450}))
    assert ("Ann", "Dot") == driver.do("floorperson", a.EndHeat()).advanced


def test_a_play_off_of_three_is_gone_on_with_by_two():
    """The one who fell behind plays no more, and one who is ahead need not."""
    driver = TournamentDriver(ties="play_off").started()
    driver.report(1, 600, 600, 600)
    driver.report(2, 700, 0, 0)
    assert (1, 1, 3) == driver.do("dealer", a.RecordPlayOff(chips={"Ann": 9, "Bob": 2, "Cid": 9})).rank
    assert "BJ-O" == driver.refused("dealer", a.RecordPlayOff(chips={"Ann": 9, "Bob": 2, "Cid": 9})).clause
    driver.do("dealer", a.RecordPlayOff(chips={"Ann": 0, "Cid": 1}))
    assert ("Cid", "Dot") == driver.do("floorperson", a.EndHeat()).advanced


def test_where_ties_are_split_all_who_are_tied_go_on():
    """A seat cannot be split."""
    driver = tied("split")
    assert ("Ann", "Bob", "Dot") == driver.do("floorperson", a.EndHeat()).advanced


@pytest.mark.parametrize(
    ("ties", "act"),
    [
        ("split", a.DrawLots(order=("Ann", "Bob"))),
        ("split", a.RecordPlayOff(chips={"Ann": 1, "Bob": 2})),
        ("draw", a.RecordPlayOff(chips={"Ann": 1, "Bob": 2})),
        ("play_off", a.DrawLots(order=("Ann", "Bob"))),
    ],
)
def test_a_tie_is_broken_as_the_rules_of_the_tournament_say(ties, act):
    """Not otherwise, by nobody."""
    assert ("BJ-O", ties) == ((refusal := tied(ties).refused("floorperson", act)).clause, refusal.values["ties"])


def test_a_disqualification_may_settle_a_tie():
    """With Ann gone there is nothing to draw for."""
    driver = tied("draw")
    driver.disqualify("Ann")
    assert "BJ-O" == driver.refused("floorperson", a.DrawLots(order=("Ann", "Bob"))).clause
    assert ("Bob", "Dot") == driver.do("floorperson", a.EndHeat()).advanced


STAFF = ["floorperson", "pit_supervisor", "pit_manager"]


def test_the_floor_runs_heats_and_dealers_report_them():
    """Draws, starts and ends are for the floor; a table's report and a play-off may come from a dealer too."""
    seated = lambda: _after(TournamentDriver().closed(), a.DrawSeats(order=SIX))  # noqa: E731
    assert STAFF == accepted_from(lambda: TournamentDriver().closed(), a.DrawSeats(order=SIX))
    assert STAFF == accepted_from(seated, a.StartHeat())
    assert ["dealer", *STAFF] == accepted_from(lambda: TournamentDriver().started(), report())
    assert STAFF == accepted_from(lambda: tied("draw"), a.DrawLots(order=("Ann", "Bob")))
    play_off = a.RecordPlayOff(chips={"Ann": 1, "Bob": 2})
    assert ["dealer", *STAFF] == accepted_from(lambda: tied("play_off"), play_off)
    assert STAFF == accepted_from(lambda: tied("split"), a.EndHeat())


def _after(driver: TournamentDriver, act) -> TournamentDriver:
    driver.do("floorperson", act)
    return driver
