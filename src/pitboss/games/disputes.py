"""Disputes at a table: who may decide them, in what order, and on which grounds.

The first answer is the inspector's or the pit supervisor's; what they cannot resolve, and what a player contests of it,
goes up to the pit manager, who gathers information, tells surveillance, and decides with respect to every ground; a
player who disagrees is told of the formal complaint and helped to file it. Any game's table can carry this; the house's
edition gives clauses and grounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Annotated, Any

import msgspec

from pitboss.decider import (
    Act,
    Choices,
    Command,
    Event,
    Name,
    Person,
    Subset,
    Text,
    require_role,
)
from pitboss.legal import Candidates, Each, Proposal, anybody
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
    RESOLVED = "resolved"
    CONTESTED = "contested"
    RIGHTS_EXPLAINED = "rights_explained"
    COMPLAINT_FILED = "complaint_filed"


_OPEN = (Stage.RAISED, Stage.ESCALATED, Stage.INFORMED)


class RaiseDispute(Act, frozen=True, tag="dispute.raise/1", permission="play"):
    """Say that something is in dispute."""

    player: Name
    about: Text
    bet: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The player's wager of this round that it concerns, which is neither collected nor paid meanwhile."""


class SettleDispute(Act, frozen=True, tag="dispute.settle/1", permission="disputes"):
    """Settle a dispute at the table, on named grounds."""

    dispute: Number
    grounds: tuple[Text, ...]
    decision: Text
    are_others_unavailable: bool = False
    """The grounds that are not named were not to be had; without this all of them are named."""


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


class ContestDecision(Act, frozen=True, tag="dispute.contest/1", permission="play"):
    """Disagree with the decision."""

    dispute: Number


class ExplainRights(Act, frozen=True, tag="dispute.explain_rights/1", permission="disputes"):
    """Tell the player of the right to a formal complaint."""

    dispute: Number


class FileComplaint(Act, frozen=True, tag="dispute.file_complaint/1", permission="disputes"):
    """Help the player file a formal complaint."""

    dispute: Number
    complaint: Text


@cites("RH-8.1", "RH-8.2", "RH-8.3", "RH-8.4", "RH-8.5", "RH-8.6", *(f"RH-8.4.{ground}" for ground in range(1, 9)))
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

    @property
    def is_open(self) -> bool:
        """Tell whether nobody has decided it, or nobody since the player contested what the table settled."""
        return self.stage in _OPEN


@dataclass
class Disputes:
    """A table's disputes by number."""

    entries: dict[int, Dispute] = field(default_factory=dict)

    @cites("RH-8.1", "Q64")
    def holding(self, round_number: int) -> int | None:
        """Return the first open dispute about a wager of a round."""
        return next((n for n, entry in self.entries.items() if entry.is_open and entry.round == round_number), None)

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


def decide(state: Disputes, rules: DisputeRules, command: Command[Any], round_number: int = 0) -> Sequence[Event]:
    """Answer one act about a dispute, or refuse it with its clause; a new one may concern a wager of a round."""
    act = command.act
    if isinstance(act, RaiseDispute):
        _require_self(command, act.player, rules.clauses["decide"])
        raised = _moved(command, len(state.entries) + 1, Stage.RAISED, act.player, act.about)
        return (msgspec.structs.replace(raised, round=round_number, bet=act.bet),)
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
        return (msgspec.structs.replace(moved, grounds=act.grounds, unavailable=unavailable),)
    if isinstance(act, ContestDecision) and entry.is_settled_at_table:
        return (moved, _moved(command, act.dispute, Stage.ESCALATED, entry.player, ""))
    return (moved,)


def evolve(state: Disputes, event: Event) -> Disputes:
    """Apply what happened."""
    if isinstance(event, DisputeMoved):
        raised = Dispute(event.player, event.stage, round=event.round, bet=event.bet)
        entry = state.entries.setdefault(event.dispute, raised)
        if event.stage is Stage.RESOLVED:
            entry.is_settled_at_table = entry.stage is Stage.RAISED
        entry.stage = event.stage
    elif isinstance(event, TimeframeGiven):
        state.entries[event.dispute].minutes = event.minutes
    return state


def _proposed(act: type[Act], state: Any, _: Person) -> Iterator[Proposal]:
    """Propose every dispute; where a step asks for grounds all of them, or some with the others unavailable."""
    rules, disputes = state.rules.data.disputes, Each(tuple(state.disputes.entries))
    if "grounds" not in act.__struct_fields__:
        yield {"dispute": disputes}
        return
    known = tuple(rules.grounds) if rules is not None else ()
    named = {"dispute": disputes, "grounds": Subset(known, must=known)}
    yield {**named, "are_others_unavailable": Choices((False,))}
    yield {**named, "grounds": Subset(known, at_least=1), "are_others_unavailable": Choices((True,))}


def _raised(state: Any, by: Person) -> Iterator[Proposal]:
    """Propose a dispute about nothing on the layout, by anybody, and about each wager that lies there."""
    yield {"player": anybody(by.id), "bet": Choices(("",))}
    yield {"player": Choices((by.id,)), "bet": Choices(("",))}
    laid: dict[str, list[str]] = {}
    for player, bet, _ in state.round.wagers if state.round is not None else ():
        laid.setdefault(player, []).append(bet)
    for player, bets in laid.items():
        yield {"player": Choices((player,)), "bet": Choices(tuple(dict.fromkeys(bets)))}


def _require_self(command: Command[Any], player: str, clause: str) -> None:
    if command.by.role == "player" and command.by.id != player:
        reason = f"{command.by.id} may not act for {player}"
        raise ActionRefused(reason, clause=clause, by=command.by.id, player=player)
    require_role(command, ("player", *STAFF), clause=clause, deed="take part in a dispute")


@cites("RH-8.3")
def _timeframe(entry: Dispute, rules: DisputeRules, command: Command[GiveTimeframe]) -> Sequence[Event]:
    """Let anybody of the game tell the player how long it may take: the clause names nobody."""
    clause = rules.clauses["timeframe"]
    require_role(command, STAFF, clause=clause, deed="give a timeframe")
    if not entry.is_open:
        reason = f"a timeframe is given while the dispute is open; it is {entry.stage.replace('_', ' ')}"
        raise ProcedureBreach(reason, clause=clause, stage=entry.stage.value)
    return (TimeframeGiven(dispute=command.act.dispute, minutes=command.act.minutes, by=command.by.id),)


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
