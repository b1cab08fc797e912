"""Hoi An, rules 6.6, 7.12 and 8: what somebody has to decide, who that is, and in what order it goes up."""

import pytest

from pitboss.decider import Act
from pitboss.games import disputes as q
from pitboss.games.roulette import house_acts as h
from pitboss.games.roulette import messages as m
from tests.support.driver import HOIAN, STAFF, Driver

EVERYBODY = ["Ann", *STAFF]
FIRST_LEVEL = ["inspector", "pit_supervisor"]
MANAGEMENT = ["pit_manager", "director"]
STAFF_OF_THE_GAME = ["dealer", *FIRST_LEVEL, *MANAGEMENT]

RAISE = q.RaiseDispute(player="Ann", about="the dealer swept my winner")
SETTLE = q.SettleDispute(dispute=1, decision="paid")
ESCALATE = q.EscalateDispute(dispute=1)
INFORM = q.InformSurveillance(dispute=1, information="Ann says red, the dealer says black")
TIMEFRAME = q.GiveTimeframe(dispute=1, minutes=30)
RESOLVE = q.ResolveDispute(dispute=1, grounds=("game_rules", "surveillance"), decision="the chip lay on black")
CONTEST = q.ContestDecision(dispute=1)
EXPLAIN = q.ExplainRights(dispute=1)
COMPLAIN = q.FileComplaint(dispute=1, complaint="the film was not shown to me")

# The long way up, with who takes each step; and what else is open at each stage of it.
STEPS = [
    ("Ann", RAISE),
    ("inspector", ESCALATE),
    ("pit_manager", INFORM),
    ("pit_manager", RESOLVE),
    ("Ann", CONTEST),
    ("dealer", EXPLAIN),
    ("dealer", COMPLAIN),
]
OPEN_AT: dict[str, list[Act]] = {
    "raised": [SETTLE, ESCALATE],
    "escalated": [INFORM, TIMEFRAME],
    "informed": [TIMEFRAME, RESOLVE],
    "resolved": [CONTEST],
    "contested": [EXPLAIN],
    "rights_explained": [COMPLAIN],
    "complaint_filed": [],
}
WORKERS = {
    SETTLE: ("pit_supervisor", "RH-8.1"),
    ESCALATE: ("pit_supervisor", "RH-8.1"),
    INFORM: ("pit_manager", "RH-8.2"),
    TIMEFRAME: ("pit_manager", "RH-8.3"),
    RESOLVE: ("pit_manager", "RH-8.4"),
    CONTEST: ("Ann", "RH-8.5"),
    EXPLAIN: ("dealer", "RH-8.5"),
    COMPLAIN: ("dealer", "RH-8.6"),
}


def disputed(stage="raised"):
    """Return an open table with Ann's dispute brought to a stage."""
    table = Driver(HOIAN).opened()
    for who, act in STEPS[: list(OPEN_AT).index(stage) + 1]:
        table.do(who, act)
    return table


def landed(*bets):
    """Return a table with Ann's wagers on which the ball came to rest in 17."""
    table = Driver(HOIAN).opened()
    for bet in bets:
        table.bet("Ann", bet, 100)
    table.spin("17")
    return table


def asking(bet="split:17-20", source="value"):
    """Return the question where Ann's chips on a bet lie."""
    return h.QuestionPosition(player="Ann", bet=bet, source=source)


def deciding(decided, bet="split:17-20"):
    """Return the decision where Ann's chips lie."""
    return h.DecidePosition(player="Ann", bet=bet, source="value", decided=decided)


# 6.6: a questioned chip


@pytest.mark.clause("RH-6.6")
@pytest.mark.parametrize("who", ["pit_supervisor", "pit_manager", "director"])
@pytest.mark.parametrize(
    ("decided", "row"),
    [
        ("split:17-20", ("win", 1700, "RH-5.1b")),
        ("straight:17", ("win", 3500, "RH-5.1a")),
        ("straight:20", ("lose", 0, "RH-6.1.1.2")),
    ],
)
def test_the_pit_supervisor_or_above_decides_where_a_questioned_chip_lay(who, decided, row):
    """Nothing is collected or paid until then; the chip is settled where the decision puts it."""
    table = landed("split:17-20")
    assert "Ina" == table.do("inspector", asking()).by
    table.do("dealer", h.PlaceDolly(pocket="17"))
    refusal = table.refused("dealer", h.CollectLosers())
    assert "RH-6.6" == refusal.clause
    assert "the place of Ann's chips on split:17-20 is in question: a Pit Supervisor decides first" == refusal.reason
    made = table.do(who, deciding(decided))
    assert (decided, STAFF[who].id, who) == (made.decided, made.by, made.role)
    table.do("dealer", h.CollectLosers())
    assert {("Ann", decided): row} == table.rows(table.do("dealer", m.PayWinners()))


@pytest.mark.clause("RH-6.6")
@pytest.mark.parametrize("who", ["Ann", "dealer", "mucker", "device", "inspector", "floorperson"])
def test_nobody_below_the_pit_supervisor_decides_it(who):
    """Not the dealer, not the inspector, and the question stands."""
    table = landed("split:17-20")
    table.do("Ann", asking())
    refusal = table.refused(who, deciding("straight:17"))
    assert "RH-6.6" == refusal.clause
    assert "may not decide a questioned position: that is for the pit supervisor or above" in refusal.reason
    assert {("Ann", "split:17-20", "value")} == table.table.questioned


@pytest.mark.clause("RH-6.6")
def test_a_position_is_questioned_once_the_number_is_known():
    """Before that a chip can still be moved or cannot matter; nobody questions what does not lie there."""
    table = Driver(HOIAN).opened()
    table.bet("Ann", "split:17-20", 100)
    for act in (m.SpinBall(direction=m.Direction.AGAINST), m.CallNoMoreBets()):
        refusal = table.refused("Ann", asking())
        assert ("RH-6.6", table.table.phase) == (refusal.clause, refusal.values["phase"])
        table.do("dealer", act)
    table.do("dealer", m.EnterNumber(pocket="17", revolutions=8))
    assert "Ann has no value chips on red" == table.refused("Ann", asking("red")).reason
    assert "nobody questioned Ann's split:17-20" == table.refused("pit_supervisor", deciding("red")).reason


@pytest.mark.clause("RH-6.6")
def test_a_question_after_the_sweep_still_holds_the_payment():
    """Until the last winner is paid a chip's place may come under question."""
    table = landed("split:17-20")
    table.do("dealer", h.PlaceDolly(pocket="17"))
    table.do("dealer", h.CollectLosers())
    table.do("Bea", asking())
    assert "RH-6.6" == table.refused("dealer", m.PayWinners()).clause
    assert "that position is questioned already" == table.refused("Ann", asking()).reason
    table.do("pit_supervisor", deciding("split:17-20"))
    assert ("win", 1700, "RH-5.1b") == table.rows(table.do("dealer", m.PayWinners()))["Ann", "split:17-20"]


@pytest.mark.clause("RH-6.6")
def test_a_chip_is_decided_onto_a_wager_of_the_rules():
    """The supervisor's word is final on where it lay, not on what the layout has."""
    table = landed("split:17-20")
    table.do("Ann", asking())
    refusal = table.refused("pit_supervisor", deciding("split:1-3"))
    assert "RH-4.8" == refusal.clause
    assert "split:1-3 is not a position of this layout" in refusal.reason


# 7.12: beyond the game's irregularities


@pytest.mark.clause("RH-7.12")
def test_the_director_takes_business_decisions():
    """The decision is recorded with who took it."""
    made = Driver(HOIAN).opened().do("director", h.RecordDecision(decision="the table stays open until four"))
    assert ("the table stays open until four", "Dee", "director") == (made.decision, made.by, made.role)


@pytest.mark.clause("RH-7.12")
@pytest.mark.parametrize("who", [who for who in EVERYBODY if who != "director"])
def test_nobody_below_the_director_takes_business_decisions(who):
    """Not even the Pit Manager."""
    refusal = Driver(HOIAN).opened().refused(who, h.RecordDecision(decision="the table stays open"))
    assert "RH-7.12" == refusal.clause
    assert "may not take a business decision: that is for the director" in refusal.reason


# 8: disputes


@pytest.mark.clause("RH-8.1", "RH-8.2", "RH-8.4", "RH-8.5", "RH-8.6")
def test_a_dispute_goes_up_step_by_step():
    """Every step is recorded with its stage, who took it in which role, and what was said."""
    moved = [event for event in disputed("complaint_filed").events if isinstance(event, q.DisputeMoved)]
    expected = [
        ("raised", "Ann", "player", RAISE.about),
        ("escalated", "Ina", "inspector", ""),
        ("informed", "Mai", "pit_manager", INFORM.information),
        ("resolved", "Mai", "pit_manager", RESOLVE.decision),
        ("contested", "Ann", "player", ""),
        ("rights_explained", "Dora", "dealer", ""),
        ("complaint_filed", "Dora", "dealer", COMPLAIN.complaint),
    ]
    assert expected == [(event.stage, event.by, event.role, event.said) for event in moved]
    assert {(1, "Ann")} == {(event.dispute, event.player) for event in moved}


@pytest.mark.clause("RH-8.1", "RH-8.2", "RH-8.3", "RH-8.4", "RH-8.5", "RH-8.6")
@pytest.mark.parametrize("stage", OPEN_AT)
@pytest.mark.parametrize("act", WORKERS, ids=lambda act: type(act).__name__)
def test_no_step_is_skipped_repeated_or_undone(stage, act):
    """At each stage only its own steps are open; every other is refused by its clause, with the stage."""
    table, (who, clause) = disputed(stage), WORKERS[act]
    if act in OPEN_AT[stage]:
        assert 1 == table.do(who, act).dispute
    else:
        refusal = table.refused(who, act)
        assert (clause, stage) == (refusal.clause, refusal.values["stage"])
        assert stage.replace("_", " ") in refusal.reason


@pytest.mark.parametrize(
    ("stage", "act", "roles", "clause"),
    [
        pytest.param("raised", SETTLE, FIRST_LEVEL, "RH-8.1", marks=pytest.mark.clause("RH-8.1")),
        pytest.param("raised", ESCALATE, FIRST_LEVEL, "RH-8.1", marks=pytest.mark.clause("RH-8.1")),
        pytest.param("escalated", INFORM, MANAGEMENT, "RH-8.2", marks=pytest.mark.clause("RH-8.2")),
        pytest.param("informed", TIMEFRAME, MANAGEMENT, "RH-8.3", marks=pytest.mark.clause("RH-8.3")),
        pytest.param("informed", RESOLVE, MANAGEMENT, "RH-8.4", marks=pytest.mark.clause("RH-8.4")),
        pytest.param("contested", EXPLAIN, STAFF_OF_THE_GAME, "RH-8.5", marks=pytest.mark.clause("RH-8.5")),
        pytest.param("rights_explained", COMPLAIN, STAFF_OF_THE_GAME, "RH-8.6", marks=pytest.mark.clause("RH-8.6")),
    ],
)
def test_each_step_is_for_those_the_clause_names(stage, act, roles, clause):
    """From every role: taken by those, and refused by the clause to everybody else."""
    for who in EVERYBODY:
        table = disputed(stage)
        if who in roles:
            assert STAFF[who].id == table.do(who, act).by
        else:
            refusal = table.refused(who, act)
            assert (clause, True) == (refusal.clause, " may not " in refusal.reason)


@pytest.mark.clause("RH-8.1")
def test_a_player_disputes_for_themselves():
    """Staff may raise it for a player, another player may not; each dispute has its own number."""
    table = disputed()
    refusal = table.refused("Bea", RAISE)
    assert ("RH-8.1", "Bea may not act for Ann") == (refusal.clause, refusal.reason)
    second = table.do("dealer", RAISE)
    assert (2, "Ann", "Dora") == (second.dispute, second.player, second.by)
    assert "there is no dispute 3" == table.refused("inspector", q.EscalateDispute(dispute=3)).reason


@pytest.mark.clause("RH-8.1")
def test_what_the_table_can_resolve_does_not_go_up():
    """Settled by the Pit Supervisor it is resolved, and there is nothing left to escalate."""
    table = disputed()
    settled = table.do("pit_supervisor", SETTLE)
    assert ("resolved", "Sue", "paid") == (settled.stage, settled.by, settled.said)
    assert "RH-8.1" == table.refused("pit_supervisor", ESCALATE).clause


@pytest.mark.clause("RH-8.2")
def test_the_pit_manager_informs_surveillance_before_deciding():
    """What was gathered is in the record; without it there is no decision, and it cannot be empty."""
    table = disputed("escalated")
    assert "dispute 1 is escalated; it must be informed" in table.refused("pit_manager", RESOLVE).reason
    assert "not a command" in table.refused("pit_manager", q.InformSurveillance(dispute=1, information="")).reason
    assert INFORM.information == table.do("pit_manager", INFORM).said
    assert "resolved" == table.do("pit_manager", RESOLVE).stage


@pytest.mark.clause("RH-8.3")
def test_the_player_gets_a_timeframe_where_possible():
    """It is recorded in minutes while the Pit Manager has the dispute; a decision does not wait for it."""
    table = disputed("escalated")
    given = table.do("pit_manager", TIMEFRAME)
    assert (1, 30, "Mai") == (given.dispute, given.minutes, given.by)
    assert 30 == table.table.disputes.entries[1].minutes
    assert "escalated" == table.table.disputes.entries[1].stage
    assert None is disputed("resolved").table.disputes.entries[1].minutes


@pytest.mark.parametrize(
    "ground",
    [
        pytest.param("game_rules", marks=pytest.mark.clause("RH-8.4.1")),
        pytest.param("published_information", marks=pytest.mark.clause("RH-8.4.2")),
        pytest.param("operating_procedures", marks=pytest.mark.clause("RH-8.4.3")),
        pytest.param("internal_controls", marks=pytest.mark.clause("RH-8.4.4")),
        pytest.param("accounts_of_both_parties", marks=pytest.mark.clause("RH-8.4.5")),
        pytest.param("surveillance", marks=pytest.mark.clause("RH-8.4.6")),
        pytest.param("other_evidence", marks=pytest.mark.clause("RH-8.4.7")),
        pytest.param("law", marks=pytest.mark.clause("RH-8.4.8")),
    ],
)
def test_a_decision_may_rest_on_each_of_the_grounds(ground, request):
    """Alone it is enough, it is in the record, and the rules give it the clause of this test."""
    table = disputed("informed")
    made = table.do("pit_manager", q.ResolveDispute(dispute=1, grounds=(ground,), decision="so be it"))
    assert ((ground,), "so be it") == (made.grounds, made.said)
    assert request.node.get_closest_marker("clause").args == (table.table.rules.data.disputes.grounds[ground],)


@pytest.mark.clause("RH-8.4")
@pytest.mark.parametrize(
    ("grounds", "named"),
    [
        ((), "name each once, at least one"),
        (("law", "law"), "name each once, at least one"),
        (("law", "goodwill"), "'goodwill' is not one"),
    ],
)
def test_a_decision_without_proper_grounds_is_refused(grounds, named):
    """None, one twice, or one the rules do not list."""
    act = q.ResolveDispute(dispute=1, grounds=grounds, decision="so be it")
    refusal = disputed("informed").refused("pit_manager", act)
    assert ("RH-8.4", list(grounds)) == (refusal.clause, refusal.values["grounds"])
    assert refusal.reason.endswith(named)


@pytest.mark.clause("RH-8.4")
@pytest.mark.xfail(strict=True, reason="a dispute settled at the table is resolved without naming any grounds")
def test_a_settlement_at_the_table_names_its_grounds_too():
    """The clause speaks of the resolution of the dispute, by whomever it is resolved."""
    assert "grounds" in q.SettleDispute.__struct_fields__


@pytest.mark.clause("RH-8.5")
def test_a_player_who_disagrees_is_told_of_the_complaint_before_the_table_closes():
    """Until somebody has explained the right, who and in which role, the table stays open."""
    table = disputed("contested")
    table.settle("17")
    refusal = table.refused("dealer", h.CloseTable())
    assert "RH-8.5" == refusal.clause
    assert "the player of dispute 1 has not been told of the right to complain" == refusal.reason
    told = table.do("inspector", EXPLAIN)
    assert ("rights_explained", "Ann", "Ina", "inspector") == (told.stage, told.player, told.by, told.role)
    assert "Dora" == table.do("dealer", h.CloseTable()).by


@pytest.mark.clause("RH-8.6")
def test_somebody_helps_the_player_file_the_complaint():
    """The record has the complaint and the employee who helped; the player is not left to do it alone."""
    table = disputed("rights_explained")
    assert "may not assist with a complaint" in table.refused("Ann", COMPLAIN).reason
    filed = table.do("pit_supervisor", COMPLAIN)
    assert (COMPLAIN.complaint, "Ann", "Sue", "pit_supervisor") == (filed.said, filed.player, filed.by, filed.role)
