"""Hoi An, rule 8: a dispute, who decides it on which grounds, and in what order it goes up."""

import msgspec
import pytest

from pitboss.decider import Act
from pitboss.games import disputes as q
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.table import acts as a
from tests.support.driver import HOIAN, STAFF, Driver

EVERYBODY = ["Ann", *STAFF]
FIRST_LEVEL = ["inspector", "pit_supervisor"]
MANAGEMENT = ["pit_manager", "director"]
STAFF_OF_THE_GAME = ["dealer", *FIRST_LEVEL, *MANAGEMENT]

RAISE = q.RaiseDispute(player="Ann", about="the dealer swept my winner")
SETTLE = q.SettleDispute(dispute=1, grounds=("accounts_of_both_parties",), are_others_unavailable=True, decision="paid")
ESCALATE = q.EscalateDispute(dispute=1)
INFORM = q.InformSurveillance(dispute=1, information="Ann says red, the dealer says black")
TIMEFRAME = q.GiveTimeframe(dispute=1, minutes=30)
RESOLVE = q.ResolveDispute(
    dispute=1, grounds=("game_rules", "surveillance"), are_others_unavailable=True, decision="the chip lay on black"
)
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
    "raised": [SETTLE, ESCALATE, TIMEFRAME],
    "escalated": [INFORM, TIMEFRAME],
    "informed": [TIMEFRAME, RESOLVE],
    "resolved": [CONTEST],
    "contested": [EXPLAIN],
    "rights_explained": [COMPLAIN],
    "complaint_filed": [],
}
# Who takes a step, and the clause of the step that must come before it, or of its own where that is none.
WORKERS = {
    SETTLE: ("pit_supervisor", "RH-8.1"),
    ESCALATE: ("pit_supervisor", "RH-8.1"),
    INFORM: ("pit_manager", "RH-8.2"),
    TIMEFRAME: ("dealer", "RH-8.3"),
    RESOLVE: ("pit_manager", "RH-8.2"),
    CONTEST: ("Ann", "RH-8.5"),
    EXPLAIN: ("dealer", "RH-8.5"),
    COMPLAIN: ("dealer", "RH-8.5"),
}

# A dispute is resolved by the Pit Manager, or already at the table: the stage before, who, and the act.
DECISIONS = [("informed", "pit_manager", q.ResolveDispute), ("raised", "inspector", q.SettleDispute)]


OWN = {RESOLVE: "RH-8.4", COMPLAIN: "RH-8.6"}
"""The clause of a step that is done again, where leaving out the one before it has another."""


def disputed(stage="raised"):
    """Return an open table with Ann's dispute brought to a stage."""
    table = Driver(HOIAN).opened()
    for who, act in STEPS[: list(OPEN_AT).index(stage) + 1]:
        table.do(who, act)
    return table


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
    """At each stage only its own steps are open; another is refused by the clause left out, or its own on a repeat."""
    table, (who, clause) = disputed(stage), WORKERS[act]
    stages = list(OPEN_AT)
    if stages.index(stage) >= next((i for i, name in enumerate(stages) if act in OPEN_AT[name]), 0):
        clause = OWN.get(act, clause)
    if act in OPEN_AT[stage]:
        assert 1 == table.do(who, act).dispute
    else:
        refusal = table.refused(who, act)
        assert (clause, stage) == (refusal.clause, refusal.values["stage"])
        words = stage.replace("_", " ")
        assert (f"; 1 is {words}" if act is TIMEFRAME else f"dispute 1 is at the stage {words!r};") in refusal.reason


@pytest.mark.parametrize(
    ("stage", "act", "roles", "clause"),
    [
        pytest.param("raised", SETTLE, FIRST_LEVEL, "RH-8.1", marks=pytest.mark.clause("RH-8.1")),
        pytest.param("raised", ESCALATE, FIRST_LEVEL, "RH-8.1", marks=pytest.mark.clause("RH-8.1")),
        pytest.param("escalated", INFORM, MANAGEMENT, "RH-8.2", marks=pytest.mark.clause("RH-8.2")),
        pytest.param("informed", TIMEFRAME, STAFF_OF_THE_GAME, "RH-8.3", marks=pytest.mark.clause("RH-8.3")),
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
    assert SETTLE.grounds == settled.grounds
    assert "RH-8.1" == table.refused("pit_supervisor", ESCALATE).clause


@pytest.mark.clause("RH-8.2")
def test_the_pit_manager_informs_surveillance_before_deciding():
    """What was gathered is in the record; without it there is no decision, and it cannot be empty."""
    table = disputed("escalated")
    refusal = table.refused("pit_manager", RESOLVE)
    expected = "dispute 1 is at the stage 'escalated'; to decide an escalated dispute it must be at 'informed'"
    assert ("RH-8.2", expected) == (refusal.clause, refusal.reason)
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
    """With the others unavailable it is enough, for Pit Manager and inspector; it has the clause of this test."""
    for stage, who, kind in DECISIONS:
        table = disputed(stage)
        made = table.do(who, kind(dispute=1, grounds=(ground,), are_others_unavailable=True, decision="so be it"))
        assert ("resolved", (ground,), "so be it") == (made.stage, made.grounds, made.said)
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
@pytest.mark.parametrize(("stage", "who", "kind"), DECISIONS, ids=["Pit Manager", "table"])
def test_a_decision_without_proper_grounds_is_refused(grounds, named, stage, who, kind):
    """None, one twice, or one the rules do not list, whether the Pit Manager decides or the table does."""
    refusal = disputed(stage).refused(who, kind(dispute=1, grounds=grounds, decision="so be it"))
    assert ("RH-8.4", list(grounds)) == (refusal.clause, refusal.values["grounds"])
    assert refusal.reason.endswith(named)


@pytest.mark.clause("RH-8.5")
def test_a_player_who_disagrees_is_told_of_the_complaint_before_the_table_closes():
    """Until somebody has explained the right, who and in which role, the table stays open."""
    table = disputed("contested")
    table.settle("17")
    refusal = table.refused("dealer", a.CloseTable())
    assert "RH-8.5" == refusal.clause
    assert "the player of dispute 1 has not been told of the right to complain" == refusal.reason
    told = table.do("inspector", EXPLAIN)
    assert ("rights_explained", "Ann", "Ina", "inspector") == (told.stage, told.player, told.by, told.role)
    assert "Dora" == table.do("dealer", a.CloseTable()).by


@pytest.mark.clause("RH-8.6")
def test_somebody_helps_the_player_file_the_complaint():
    """The record has the complaint and the employee who helped; the player is not left to do it alone."""
    table = disputed("rights_explained")
    assert "may not assist with a complaint" in table.refused("Ann", COMPLAIN).reason
    filed = table.do("pit_supervisor", COMPLAIN)
    assert (COMPLAIN.complaint, "Ann", "Sue", "pit_supervisor") == (filed.said, filed.player, filed.by, filed.role)


@pytest.mark.clause("RH-8.5")
def test_no_complaint_before_the_right_to_it_was_explained():
    """The step left out is the telling, and its clause refuses."""
    refusal = disputed("contested").refused("dealer", COMPLAIN)
    expected = "dispute 1 is at the stage 'contested'; to assist with a complaint it must be at 'rights explained'"
    assert ("RH-8.5", expected) == (refusal.clause, refusal.reason)


ALL = tuple(Driver(HOIAN).table.rules.data.disputes.grounds)


@pytest.mark.clause("RH-8.1", "Q64")
def test_a_player_who_contests_what_the_table_settled_reaches_the_pit_manager():
    """The inspector has not resolved it then: the Pit Manager takes it over, decides, and only then comes rule 8.5."""
    table = disputed()
    table.do("inspector", SETTLE)
    contested, escalated = table.do("Ann", CONTEST)
    table.do("pit_manager", INFORM)
    table.do("pit_manager", RESOLVE)

    assert ("contested", "escalated") == (contested.stage, escalated.stage)
    assert "contested" == table.do("Ann", CONTEST).stage
    assert "rights_explained" == table.do("dealer", EXPLAIN).stage


@pytest.mark.clause("RH-8.4", "Q64")
@pytest.mark.parametrize(("stage", "who", "kind"), DECISIONS)
def test_a_decision_is_made_with_respect_to_every_ground(stage, who, kind):
    """Each of the eight is named, or said not to be available; the record has both."""
    some = {"dispute": 1, "grounds": ALL[:2], "decision": "no"}
    refused = disputed(stage).refused(who, kind(**some))
    decided = disputed(stage).do(who, kind(**some, are_others_unavailable=True))
    whole = disputed(stage).do(who, kind(**{**some, "grounds": ALL}))

    assert ("RH-8.4", True) == (refused.clause, ALL[2] in refused.reason)
    assert (ALL[:2], ALL[2:]) == (decided.grounds, decided.unavailable)
    assert (ALL, ()) == (whole.grounds, whole.unavailable)


@pytest.mark.clause("RH-8.3")
@pytest.mark.parametrize("who", STAFF_OF_THE_GAME)
def test_anybody_of_the_game_gives_a_timeframe(who):
    """The rule names nobody, and no step that must come first."""
    assert 30 == disputed().do(who, TIMEFRAME).minutes


@pytest.mark.clause("RH-8.3")
def test_a_timeframe_is_offered_for_the_open_one_of_many_disputes():
    """Also where the first and the last of them are settled: those are refused by their numbers."""
    table = disputed()
    for _ in range(12):
        table.do("Ann", RAISE)
    for number in (1, 13):
        table.do("inspector", msgspec.structs.replace(SETTLE, dispute=number))
    offers = list(table.game.legal(table.table, STAFF["dealer"], {q.GiveTimeframe}))

    assert set(range(2, 13)) == {number for offer in offers for number in offer.fields["dispute"].values}


@pytest.mark.clause("RH-8.1", "Q64")
class TestHeld:
    def landed(self):
        """Return a table on which Ann disputes her wager on red, with the ball in 1."""
        table = Driver(HOIAN).opened()
        table.bet("Ann", "red", 100)
        table.spin("1")
        table.do("Ann", q.RaiseDispute(player="Ann", about="my chip was moved", bet="red"))
        table.do("dealer", roulette_acts.PlaceDolly(pocket="1"))
        return table

    def test_an_open_dispute_holds_the_wager_it_concerns(self):
        """Nothing is collected or paid until it is settled, and if that is contested until the manager decides."""
        table = self.landed()
        collecting = table.refused("dealer", roulette_acts.CollectLosers())
        table.do("inspector", SETTLE)
        table.do("dealer", roulette_acts.CollectLosers())
        table.do("Ann", CONTEST)
        paying = table.refused("dealer", roulette_acts.PayWinners())
        table.do("pit_manager", INFORM)
        table.do("pit_manager", RESOLVE)

        assert ("RH-8.1", 1) == (collecting.clause, collecting.values["dispute"])
        assert ("RH-8.1", 1) == (paying.clause, paying.values["dispute"])
        assert 100 == table.do("dealer", roulette_acts.PayWinners()).wagers.paid_minor[0]

    def test_a_dispute_that_names_no_wager_holds_nothing(self):
        """The game goes on, and so it does after a wager that is no longer on the layout."""
        table = disputed()
        table.bet("Ann", "red", 100)
        table.settle("1")

        assert 2 == table.do("dealer", a.OpenBetting()).round

    def test_a_dispute_concerns_a_wager_that_lies_there(self):
        """Ann has nothing on black, nor has she anything before a round."""
        table = Driver(HOIAN).opened()
        table.bet("Ann", "red", 100)
        named = q.RaiseDispute(player="Ann", about="my chip was moved", bet="black")

        assert "RH-8.1" == table.refused("Ann", named).clause
