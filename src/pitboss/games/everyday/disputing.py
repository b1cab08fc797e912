"""Disputes at any table: which wager one concerns, its evidence, what waits for a correction, goodwill, notices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pitboss.decider import Command, Event, Move, require_role
from pitboss.games import disputes
from pitboss.games.disputes import Ruling, Stage
from pitboss.games.everyday.checks import MANAGERS, PIT, RULING, WATCHING, require_second
from pitboss.games.everyday.debts import GOODWILL, booked
from pitboss.games.everyday.dispute_events import (
    EvidencePinned,
    GoodwillGranted,
    GrantGoodwill,
    NoticeRecorded,
    PinEvidence,
    RecordNotice,
)
from pitboss.games.table.accounts import CIRCULATION
from pitboss.games.table.checks import require_at_table
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

GRANTED: Final = "HP-D3"
NOTICE: Final = "HP-D4"
VOIDED: Final = "RA-9d"
FIRST_RECORD: Final = 2
"""The first record of a table is its opening as a stream."""
NOT_HERE: Final = "nothing that was paid is corrected at an automatic table: the game is void, and its bets refunded"


@cites("HP-D1", "RH-8.1")
def dispute(state: Any, command: Command[Any]) -> Sequence[Event]:
    """Carry a dispute through its steps: those of the table's document, or those of house practice."""
    rules = disputes.rules_for(state)
    require_at_table(state, command)
    concerned, notify = 0, state.rules.practice("dispute_notify_minor")
    if isinstance(command.act, disputes.RaiseDispute):
        concerned = _concerned(state, command.act, rules.clauses["decide"])
    if getattr(command.act, "ruling", None) is Ruling.CORRECTED and not state.KEEPS_DEBTS:
        raise ActionRefused(NOT_HERE, clause=VOIDED)
    return disputes.decide(state.disputes, rules, command, concerned, notify)


@cites("RH-8.1", "Q64", "HP-D1")
def _concerned(state: Any, act: disputes.RaiseDispute, clause: str) -> int:
    """Return the round that a new dispute concerns, or 0; refuse one that names a wager which is not there."""
    if act.round > state.rounds:
        reason = f"round {act.round} has not been played: this is round {state.rounds}"
        raise ActionRefused(reason, clause=clause, round=act.round)
    if not act.bet:
        return act.round
    laid = disputes.in_play(state)
    if act.round:
        settled = (one.wagers for one in state.everyday.settlements.values() if one.round == act.round)
        laid = [(player, bet) for wagers in settled for player, bet, _ in wagers]
    if (act.player, act.bet) not in laid:
        where = f"in round {act.round}" if act.round else "on the layout"
        reason = f"{act.player} has no wager on {act.bet} {where} that could be disputed"
        raise ActionRefused(reason, clause=clause, player=act.player, bet=act.bet)
    return act.round or int(state.rounds)


@cites("RA-9d")
def refuse_correction(state: BaseTable, command: Command[Any]) -> Sequence[Event]:  # noqa: ARG001 - whatever it says
    """Refuse to settle a game of an automatic table anew."""
    raise ActionRefused(NOT_HERE, clause=VOIDED)


@cites("HP-D2")
def require_awaiting(state: BaseTable, number: int, *, player: str = "", of_round: int = 0) -> None:
    """Refuse a correction that names a dispute which waits for none, or which is about somebody or something else."""
    if not number:
        return
    entry = state.disputes.entries.get(number)
    if entry is None or entry.stage is not Stage.AWAITING:
        reason = f"dispute {number} does not wait for a correction"
    elif not _concerns(entry, player, of_round):
        about = f"{entry.player}'s, not {player}'s" if player else f"about round {entry.round}, not {of_round}"
        reason = f"dispute {number} is {about}"
    else:
        return
    raise ActionRefused(reason, clause=RULING, dispute=number)


def awaiting(state: BaseTable, *, player: str = "", of_round: int = 0) -> tuple[int, ...]:
    """Return what a correction may name: no dispute, or one that waits for it."""
    waiting = (number for number, entry in state.disputes.entries.items() if entry.stage is Stage.AWAITING)
    return (0, *(number for number in waiting if _concerns(state.disputes.entries[number], player, of_round)))


def _concerns(entry: Any, player: str, of_round: int) -> bool:
    """Tell whether a dispute may be about somebody and some round, as far as that is said."""
    return player in ("", entry.player) and (0 in (of_round, entry.round) or of_round == entry.round)


@cites("HP-D3", "RH-7.12")
def grant(state: BaseTable, command: Command[GrantGoodwill]) -> Sequence[Event]:
    """Grant goodwill once in a dispute that was ruled so, by a pit manager, and above the limit by a director."""
    act, deed, limit = command.act, "grant goodwill", state.rules.practice("goodwill_limit_minor")
    require_role(command, MANAGERS, clause=GRANTED, deed=deed)
    entry = state.disputes.entries.get(act.dispute)
    if entry is None or entry.stage is not Stage.RESOLVED or entry.ruling != Ruling.GOODWILL or entry.is_granted:
        reason = f"dispute {act.dispute} is none in which goodwill was ruled and is not granted yet"
        raise ActionRefused(reason, clause=GRANTED, dispute=act.dispute)
    if act.is_gone and not state.KEEPS_DEBTS:
        reason = "here goodwill is handed over: what is due belongs to a session, and no name"
        raise ActionRefused(reason, clause=GRANTED, dispute=act.dispute)
    if act.amount_minor > limit and command.by.role.value != "director":
        reason = f"goodwill above {state.money(limit)} is granted by a director, not {state.money(act.amount_minor)}"
        raise ProcedureBreach(reason, clause=GRANTED, amount_minor=act.amount_minor)
    amount, player = act.amount_minor, entry.player
    handed = (Move(GOODWILL, CIRCULATION, amount),)
    granted = GoodwillGranted(
        dispute=act.dispute,
        player=player,
        amount_minor=amount,
        is_gone=act.is_gone,
        reason=act.reason,
        by=command.by.id,
        witness=require_second(command, WATCHING, clause=GRANTED, deed=deed),
        moves=booked(state, {player: amount}, by=GOODWILL) if act.is_gone else handed,
    )
    return (granted,)


@cites("HP-D4")
def record_notice(state: BaseTable, command: Command[RecordNotice]) -> Sequence[Event]:
    """Record once that the regulator was told."""
    act = command.act
    require_role(command, PIT, clause=NOTICE, deed="record that the regulator was told")
    entry = state.disputes.entries.get(act.dispute)
    if entry is None or not entry.is_notice_due:
        raise ActionRefused(f"of dispute {act.dispute} no notice is due", clause=NOTICE, dispute=act.dispute)
    return (NoticeRecorded(dispute=act.dispute, told=act.told, by=command.by.id),)


@cites("HP-D1", "RH-8.4.7")
def pin(state: BaseTable, command: Command[PinEvidence]) -> Sequence[Event]:
    """Pin a record to a dispute, once, as long as no complaint is filed; the record of the dispute itself is none."""
    act, clause = command.act, disputes.rules_for(state).clauses["grounds"]
    require_role(command, disputes.STAFF, clause=clause, deed="pin evidence to a dispute")
    require_at_table(state, command)
    entry = state.disputes.entries.get(act.dispute)
    if entry is None or entry.stage is Stage.COMPLAINT_FILED:
        reason = f"there is no dispute {act.dispute} to which evidence is pinned"
        raise ActionRefused(reason, clause=clause, dispute=act.dispute)
    if not FIRST_RECORD <= act.version <= state.everyday.version:
        reason = f"the table's record has no version {act.version}: it ends with {state.everyday.version}"
        raise ActionRefused(reason, clause=clause, version=act.version)
    if act.version in entry.evidence:
        reason = f"record {act.version} is pinned to dispute {act.dispute} already"
        raise ActionRefused(reason, clause=clause, version=act.version)
    return (EvidencePinned(dispute=act.dispute, version=act.version, note=act.note, by=command.by.id),)
