"""Disputes at a table: who may decide them, in what order, and on which grounds.

The first answer is the inspector's or the pit supervisor's; what they cannot resolve, and what a player contests of it,
goes up to the pit manager, who gathers information, tells surveillance, and decides with respect to every ground; a
player who disagrees is told of the formal complaint and helped to file it. Every table carries this: a document that
has such steps gives clauses and grounds, elsewhere house practice does. A ruling may say that something is corrected:
then the dispute stays open until a correction that names it is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, Final

import msgspec

from pitboss.decider import (
    Act,
    Asking,
    Choices,
    Command,
    Event,
    Integers,
    Name,
    Person,
    Role,
    Subset,
    Text,
    require_role,
)
from pitboss.legal import Candidates, Each, Proposal, anybody
from pitboss.money import STAKE_MAX
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

FIRST_LEVEL = ("inspector", "pit_supervisor")
MANAGEMENT = ("pit_manager+",)
STAFF = ("dealer", "inspector", "pit_supervisor+")
MINUTES_MAX = 60 * 24 * 30

Number = Annotated[int, msgspec.Meta(ge=1)]


class Stage(StrEnum):
    """How far a dispute has come."""

    RAISED = "raised"
    ESCALATED = "escalated"
    INFORMED = "informed"
    AWAITING = "awaiting_correction"
    RESOLVED = "resolved"
    CONTESTED = "contested"
    RIGHTS_EXPLAINED = "rights_explained"
    COMPLAINT_FILED = "complaint_filed"


_UNDECIDED = (Stage.RAISED, Stage.ESCALATED, Stage.INFORMED)
_OPEN = (*_UNDECIDED, Stage.AWAITING)


class Ruling(StrEnum):
    """What a decision comes to; nothing where its words alone say it."""

    UNSAID = ""
    REJECTED = "rejected"
    CORRECTED = "corrected"
    GOODWILL = "goodwill"


def _by_or_for_a_player(asking: Asking) -> str:
    """Return the row of what a player says: by itself or through the dealer, or through those who decide disputes."""
    return "play" if asking.by.role in (Role.PLAYER, Role.DEALER, Role.MUCKER) else "disputes"


class RaiseDispute(Act, frozen=True, tag="dispute.raise/1", permission="play"):
    """Say that something is in dispute."""

    player: Name
    about: Text
    bet: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The wager that it concerns; one of this round is neither collected nor paid meanwhile."""
    round: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    """The round that it concerns, where that is settled; 0 for this one, or none."""
    amount_minor: Annotated[int, msgspec.Meta(ge=0, le=STAKE_MAX)] = 0
    """About how much it is; 0 where nobody has said."""

    def permission_for(self, asking: Asking) -> str:
        """Let whoever was called to the table note it for a player as well."""
        return _by_or_for_a_player(asking)


class SettleDispute(Act, frozen=True, tag="dispute.settle/1", permission="disputes"):
    """Settle a dispute at the table, on named grounds."""

    dispute: Number
    grounds: tuple[Text, ...]
    decision: Text
    are_others_unavailable: bool = False
    """The grounds that are not named were not to be had; without this all of them are named."""
    ruling: Ruling = Ruling.UNSAID


class EscalateDispute(Act, frozen=True, tag="dispute.escalate/1", permission="disputes"):
    """Hand a dispute up to the Pit Manager."""

    dispute: Number


class InformSurveillance(Act, frozen=True, tag="dispute.inform_surveillance/1", permission="disputes"):
    """Gather what is known and tell surveillance."""

    dispute: Number
    information: Text


class GiveTimeframe(Act, frozen=True, tag="dispute.give_timeframe/1", permission="disputes"):
    """Tell the player how long it may take."""

    dispute: Number
    minutes: Annotated[int, msgspec.Meta(ge=1, le=MINUTES_MAX)]


class ResolveDispute(Act, frozen=True, tag="dispute.resolve/1", permission="disputes"):
    """Decide a dispute on named grounds."""

    dispute: Number
    grounds: tuple[Text, ...]
    decision: Text
    are_others_unavailable: bool = False
    """The grounds that are not named were not to be had; without this all of them are named."""
    ruling: Ruling = Ruling.UNSAID


class ContestDecision(Act, frozen=True, tag="dispute.contest/1", permission="play"):
    """Disagree with the decision."""

    dispute: Number

    def permission_for(self, asking: Asking) -> str:
        """Let whoever told the player of the decision note it as well."""
        return _by_or_for_a_player(asking)


class ExplainRights(Act, frozen=True, tag="dispute.explain_rights/1", permission="disputes"):
    """Tell the player of the right to a formal complaint."""

    dispute: Number


class FileComplaint(Act, frozen=True, tag="dispute.file_complaint/1", permission="disputes"):
    """Help the player file a formal complaint."""

    dispute: Number
    complaint: Text


@cites("RH-8.1", "RH-8.2", "RH-8.3", "RH-8.4", "RH-8.5", "RH-8.6", *(f"RH-8.4.{ground}" for ground in range(1, 9)))
@cites("HP-D1", "HP-D2", "HP-D4")
class DisputeMoved(Event, frozen=True, tag="dispute.moved/1", audience="staff"):
    """A dispute came to a stage; who did it, in which role, what was said, on which grounds."""

    dispute: int
    stage: Stage
    player: str
    by: str
    role: str
    said: str = ""
    grounds: tuple[str, ...] = ()
    """Names of the grounds the decision rests on, each standing for its clause."""
    unavailable: tuple[str, ...] = ()
    """Names of the grounds that were not to be had."""
    round: int = 0
    """The round of the wager that it concerns; 0 where it concerns none."""
    bet: str = ""
    ruling: str = ""
    amount_minor: int = 0
    is_notice_due: bool = False
    """Whether it is about so much that the regulator is told."""

    def reason_for_alarm(self) -> tuple[str, str] | None:
        """Tell of a dispute of which the regulator is told."""
        if not self.is_notice_due:
            return None
        return (
            "notice",
            f"dispute {self.dispute} is about {self.amount_minor}: the regulator is told, and that recorded",
        )


@cites("RH-8.3")
class TimeframeGiven(Event, frozen=True, tag="dispute.timeframe_given/1", audience="staff"):
    """The player knows how long it may take."""

    dispute: int
    minutes: int
    by: str


class DisputeRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A house's clauses for the steps, and the grounds a decision may rest on with their clauses."""

    clauses: dict[str, str]
    grounds: dict[str, str]


_PRACTICE: Final = "HP-D1"
HOUSE: Final = DisputeRules(
    clauses=dict.fromkeys(("decide", "inform", "timeframe", "grounds", "rights", "complaint"), _PRACTICE),
    grounds=dict.fromkeys(
        (
            *("game_rules", "published_information", "operating_procedures", "internal_controls"),
            *("accounts_of_both_parties", "surveillance", "other_evidence", "law"),
        ),
        _PRACTICE,
    ),
)
"""What holds where no document has steps for disputes."""


@dataclass
class Dispute:
    """One dispute."""

    player: str
    stage: Stage
    minutes: int | None = None
    round: int = 0
    """The round of the wager that it concerns; 0 where it concerns none."""
    bet: str = ""
    is_settled_at_table: bool = False
    """Whether the decision is the inspector's or the pit supervisor's, and not yet the Pit Manager's."""
    ruling: str = ""
    is_granted: bool = False
    """Whether the goodwill that was ruled is granted."""
    is_notice_due: bool = False
    """Whether the regulator is still to be told."""
    evidence: list[int] = field(default_factory=list)
    """The versions of the table's records that were pinned to it."""

    @property
    def is_open(self) -> bool:
        """Tell whether it is not decided, not since the player contested what the table settled, or not carried out."""
        return self.stage in _OPEN


@dataclass
class Disputes:
    """A table's disputes by number."""

    entries: dict[int, Dispute] = field(default_factory=dict)

    @cites("RH-8.1", "Q64")
    def holding(self, round_number: int) -> int | None:
        """Return the first dispute about a wager of a round that nobody has decided."""
        entries = ((n, entry) for n, entry in self.entries.items() if entry.bet and entry.stage in _UNDECIDED)
        return next((number for number, entry in entries if entry.round == round_number), None)

    @property
    def awaiting_rights(self) -> list[int]:
        """Return the disputes whose player disagrees and has not yet been told of the complaint."""
        return [number for number, entry in self.entries.items() if entry.stage is Stage.CONTESTED]


_Step = tuple[tuple[Stage, ...], Stage, tuple[str, ...], str, str]
_STEPS: dict[type[Act], _Step] = {
    SettleDispute: ((Stage.RAISED,), Stage.RESOLVED, FIRST_LEVEL, "decide", "settle a dispute at the table"),
    EscalateDispute: ((Stage.RAISED,), Stage.ESCALATED, FIRST_LEVEL, "decide", "hand a dispute up"),
    InformSurveillance: ((Stage.ESCALATED,), Stage.INFORMED, MANAGEMENT, "inform", "take over a dispute"),
    ResolveDispute: ((Stage.INFORMED,), Stage.RESOLVED, MANAGEMENT, "grounds", "decide an escalated dispute"),
    ContestDecision: ((Stage.RESOLVED,), Stage.CONTESTED, ("player", *STAFF), "rights", "contest a decision"),
    ExplainRights: ((Stage.CONTESTED,), Stage.RIGHTS_EXPLAINED, STAFF, "rights", "explain the right to complain"),
    FileComplaint: ((Stage.RIGHTS_EXPLAINED,), Stage.COMPLAINT_FILED, STAFF, "complaint", "assist with a complaint"),
}
"""From which stages an act leads to which stage, who may do it, by which clause, and what the deed is called."""
STAGES = tuple(Stage)
_BEFORE = {Stage.INFORMED: "inform", Stage.RIGHTS_EXPLAINED: "rights"}
"""The clause of the step that was skipped when a dispute has not come to a stage."""


@cites("HP-D1", "HP-D2")
def decide(
    state: Disputes, rules: DisputeRules, command: Command[Any], round_number: int = 0, notify_minor: int = STAKE_MAX
) -> Sequence[Event]:
    """Answer one act about a dispute, or refuse it with its clause; a new one may concern a wager of a round."""
    act = command.act
    if isinstance(act, RaiseDispute):
        return _new(state, rules, command, round_number, notify_minor)
    entry = state.entries.get(act.dispute)
    if entry is None:
        raise ActionRefused(f"there is no dispute {act.dispute}", clause=rules.clauses["decide"], dispute=act.dispute)
    if isinstance(act, GiveTimeframe):
        return _timeframe(entry, rules, command)
    before, after, roles, clause_name, deed = _STEPS[type(act)]
    clause = rules.clauses[clause_name]
    require_role(command, roles, clause=clause, deed=deed)
    _require_self(command, entry.player, clause)
    if entry.stage not in before:
        now, needed = (stage.replace("_", " ") for stage in (entry.stage, before[0]))
        reason = f"dispute {act.dispute} is at the stage {now!r}; to {deed} it must be at {needed!r}"
        is_skipped = STAGES.index(entry.stage) < STAGES.index(before[0])
        broken = rules.clauses[_BEFORE.get(before[0], clause_name)] if is_skipped else clause
        raise ProcedureBreach(reason, clause=broken, dispute=act.dispute, stage=entry.stage.value)
    said = getattr(act, "decision", "") or getattr(act, "information", "") or getattr(act, "complaint", "")
    moved = _moved(command, act.dispute, after, entry.player, said)
    if isinstance(act, SettleDispute | ResolveDispute):
        unavailable = _refuse_grounds(rules, act)
        stage = Stage.AWAITING if act.ruling is Ruling.CORRECTED else after
        said_so = {"grounds": act.grounds, "unavailable": unavailable, "ruling": act.ruling.value, "stage": stage}
        return (msgspec.structs.replace(moved, **said_so),)
    if isinstance(act, ContestDecision) and entry.is_settled_at_table:
        return (moved, _moved(command, act.dispute, Stage.ESCALATED, entry.player, ""))
    return (moved,)


def evolve(state: Disputes, event: Event) -> Disputes:
    """Apply what happened."""
    if isinstance(event, DisputeMoved):
        raised = Dispute(event.player, event.stage, round=event.round, bet=event.bet, is_notice_due=event.is_notice_due)
        entry = state.entries.setdefault(event.dispute, raised)
        if event.stage in (Stage.RESOLVED, Stage.AWAITING):
            entry.is_settled_at_table, entry.ruling = entry.stage is Stage.RAISED, event.ruling
        entry.stage = event.stage
    elif isinstance(event, TimeframeGiven):
        state.entries[event.dispute].minutes = event.minutes
    return state


def _proposed(act: type[Act], state: Any, _: Person) -> Iterator[Proposal]:
    """Propose every dispute; where a step asks for grounds all of them, or some with the others unavailable."""
    rules, disputes = rules_for(state), Each(tuple(state.disputes.entries))
    if "grounds" not in act.__struct_fields__:
        yield {"dispute": disputes}
        return
    known = tuple(rules.grounds)
    named = {"dispute": disputes, "grounds": Subset(known, must=known)}
    named |= {"ruling": Choices(tuple(one for one in Ruling if state.KEEPS_DEBTS or one is not Ruling.CORRECTED))}
    yield {**named, "are_others_unavailable": Choices((False,))}
    yield {**named, "grounds": Subset(known, at_least=1), "are_others_unavailable": Choices((True,))}


def _raised(state: Any, by: Person) -> Iterator[Proposal]:
    """Propose a dispute about no wager, by anybody, and about each wager that lies there or was settled of late."""
    amounts = {"amount_minor": Integers(0, STAKE_MAX)}
    for named in (anybody(by.id), Choices((by.id,))):
        yield {**amounts, "player": named, "bet": Choices(("",)), "round": Integers(0, state.rounds)}
    laid: dict[tuple[str, int], list[str]] = {}
    for player, bet in in_play(state):
        laid.setdefault((player, 0), []).append(bet)
    for one in state.everyday.settlements.values():
        for player, bet, _ in one.wagers:
            laid.setdefault((player, one.round), []).append(bet)
    for (player, number), bets in laid.items():
        one_players = {"player": Choices((player,)), "round": Choices((number,))}
        yield {**amounts, **one_players, "bet": Choices(tuple(dict.fromkeys(bets)))}


@cites("RH-8.1", "Q64")
def in_play(state: Any) -> list[tuple[str, str]]:
    """Return player and bet of the wagers that a dispute holds: of this round, where a document has its steps."""
    if rules_for(state) is HOUSE or state.round is None or not state.HOLDS_DISPUTED:
        return []
    return [(player, bet) for player, bet, _ in state.round.wagers]


def rules_for(state: Any) -> DisputeRules:
    """Return the steps and grounds of a table's document, or those of house practice."""
    written: DisputeRules | None = getattr(state.rules.data, "disputes", None)
    return HOUSE if written is None else written


@cites("HP-D1", "HP-D4")
def _new(
    state: Disputes, rules: DisputeRules, command: Command[RaiseDispute], round_number: int, notify_minor: int
) -> Sequence[Event]:
    """Begin a dispute; of one about much the regulator is told."""
    act = command.act
    _require_self(command, act.player, rules.clauses["decide"])
    raised = _moved(command, len(state.entries) + 1, Stage.RAISED, act.player, act.about)
    amount = {"amount_minor": act.amount_minor, "is_notice_due": act.amount_minor >= notify_minor}
    return (msgspec.structs.replace(raised, round=round_number, bet=act.bet, **amount),)


def _require_self(command: Command[Any], player: str, clause: str) -> None:
    if command.by.role == "player" and command.by.id != player:
        reason = f"{command.by.id} may not act for {player}"
        raise ActionRefused(reason, clause=clause, by=command.by.id, player=player)
    require_role(command, ("player", *STAFF), clause=clause, deed="take part in a dispute")


@cites("RH-8.3")
def _timeframe(entry: Dispute, rules: DisputeRules, command: Command[GiveTimeframe]) -> Sequence[Event]:
    """Let anybody of the game tell the player how long it may take: the clause names nobody."""
    clause, number = rules.clauses["timeframe"], command.act.dispute
    require_role(command, STAFF, clause=clause, deed="give a timeframe")
    if not entry.is_open:
        reason = f"a timeframe is given while a dispute is open; {number} is {entry.stage.replace('_', ' ')}"
        raise ProcedureBreach(reason, clause=clause, dispute=number, stage=entry.stage.value)
    return (TimeframeGiven(dispute=number, minutes=command.act.minutes, by=command.by.id),)


@cites("RH-8.4", "Q64")
def _refuse_grounds(rules: DisputeRules, act: SettleDispute | ResolveDispute) -> tuple[str, ...]:
    """Refuse a decision that leaves out a ground of the list, or has others; return those that were not to be had."""
    clause, grounds = rules.clauses["grounds"], act.grounds
    unknown = [ground for ground in grounds if ground not in rules.grounds]
    if not grounds or unknown or len(set(grounds)) < len(grounds):
        wrong = f"{unknown[0]!r} is not one" if unknown else "name each once, at least one"
        reason = f"a decision names its grounds, of {', '.join(rules.grounds)}: {wrong}"
        raise ProcedureBreach(reason, clause=clause, grounds=list(grounds))
    left = tuple(ground for ground in rules.grounds if ground not in grounds)
    if left and not act.are_others_unavailable:
        reason = f"a decision is made with respect to every ground: name {', '.join(left)}, or say they are unavailable"
        raise ProcedureBreach(reason, clause=clause, grounds=list(grounds))
    return left


def _moved(command: Command[Any], number: int, stage: Stage, player: str, said: str) -> DisputeMoved:
    by = command.by
    return DisputeMoved(dispute=number, stage=stage, player=player, by=by.id, role=by.role.value, said=said)


DISPUTE_ACTS: tuple[type[Act], ...] = (RaiseDispute, GiveTimeframe, *_STEPS)
DISPUTE_EVENTS: tuple[type[Event], ...] = (DisputeMoved, TimeframeGiven)
DISPUTE_LEGAL: dict[type[Act], Candidates] = {
    RaiseDispute: _raised,
    **{act: partial(_proposed, act) for act in DISPUTE_ACTS if act is not RaiseDispute},
}
"""Candidates of these acts, for a table that has `disputes` and rules with an entry for them."""
