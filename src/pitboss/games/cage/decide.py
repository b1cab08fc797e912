"""The trio's `decide` for the cage: money of the house, cash for chips, markers, tips, and what tables did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from pitboss.decider import Act, Command, Event, Move, dispatched, require_role
from pitboss.games.cage import acts as a
from pitboss.games.cage import events as e
from pitboss.games.cage.state import Cage
from pitboss.games.everyday.acts import PaidIn
from pitboss.games.everyday.checks import AUDITOR, CASHIER, MARKER, PIT, require_second
from pitboss.games.everyday.markers import TOKES
from pitboss.games.everyday.slips import CAGE
from pitboss.games.table.accounts import CIRCULATION, PATRONS
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

CAPITAL: Final = "capital"
HELD: Final = "HP-I7"
TOKE: Final = "HP-T2"
TOKES_SEEN_BY: Final = ("dealer", "auditor")
"""Who stands by when tips are paid out: one of those who share them, or an auditor; no supervisor."""


def decide(state: Cage, command: Command[Any]) -> Sequence[Event]:
    """Answer one act at the cage, or refuse it with its clause."""
    return dispatched(_DECIDE, state, command, at="the cage", clause=HELD)


@cites("HP-I7")
def _fund(_: Cage, command: Command[a.FundCage]) -> Sequence[Event]:
    """Put money of the house into the cage, before an auditor."""
    require_role(command, CASHIER, clause=HELD, deed="fund the cage")
    amount = command.act.amount_minor
    funded = e.CageFunded(
        amount_minor=amount,
        by=command.by.id,
        witness=require_second(command, AUDITOR, clause=HELD, deed="fund the cage"),
        moves=(Move(CAPITAL, CAGE, amount),),
    )
    return (funded,)


@cites("HP-I7")
def _cash_chips(state: Cage, command: Command[a.CashChips]) -> Sequence[Event]:
    """Give cash for value chips, whoever brings them: they are nobody's by name, and nobody is turned away."""
    require_role(command, CASHIER, clause=HELD, deed="give cash for chips")
    amount = command.act.amount_minor
    _require_held(state, amount)
    moves = (Move(CIRCULATION, CAGE, amount), Move(CAGE, PATRONS, amount))
    return (e.ChipsCashed(amount_minor=amount, by=command.by.id, moves=moves),)


@cites("HP-I7")
def _require_held(state: Cage, amount: int) -> None:
    """Refuse to give out cash that is not there."""
    if amount > state.held_minor:
        reason = f"the cage holds {state.money(state.held_minor)}, not {state.money(amount)}: fund it first"
        raise ProcedureBreach(reason, clause=HELD, held_minor=state.held_minor, amount_minor=amount)


@cites("HP-M1")
def _redeem(state: Cage, command: Command[a.RedeemMarker]) -> Sequence[Event]:
    """Take what a player signed for, whole, before somebody of the pit."""
    act = command.act
    require_role(command, CASHIER, clause=MARKER, deed="redeem a marker")
    marker = state.markers.get(act.table, {}).get(act.marker)
    if marker is None:
        reason = f"no marker {act.marker} of {act.table} is open"
        raise ActionRefused(reason, clause=MARKER, table=act.table, marker=act.marker)
    redeemed = e.MarkerRedeemed(
        table=act.table,
        marker=act.marker,
        player=marker.player,
        amount_minor=marker.amount_minor,
        paid_with=act.paid_with.value,
        by=command.by.id,
        witness=require_second(command, PIT, clause=MARKER, deed="redeem a marker"),
        moves=(Move(PATRONS if act.paid_with is PaidIn.CASH else CIRCULATION, CAGE, marker.amount_minor),),
    )
    return (redeemed,)


@cites("HP-T2")
def _pay_tokes(state: Cage, command: Command[a.PayTokes]) -> Sequence[Event]:
    """Pay a share of the tips, before one of those who share them or an auditor."""
    act = command.act
    require_role(command, CASHIER, clause=TOKE, deed="pay tips out")
    if act.amount_minor > state.tokes_minor:
        reason = f"{state.money(state.tokes_minor)} of tips are to be shared, not {state.money(act.amount_minor)}"
        raise ActionRefused(reason, clause=TOKE, held_minor=state.tokes_minor, amount_minor=act.amount_minor)
    witness = require_second(command, TOKES_SEEN_BY, clause=TOKE, deed="pay tips out")
    if act.paid_to in (command.by.id, witness):
        raise ProcedureBreach(f"{act.paid_to} neither pays nor sees their own share", clause=TOKE, paid_to=act.paid_to)
    paid = e.TokesPaid(
        paid_to=act.paid_to,
        amount_minor=act.amount_minor,
        by=command.by.id,
        witness=witness,
        moves=(Move(TOKES, PATRONS, act.amount_minor),),
    )
    return (paid,)


@cites("HP-I7")
def _note(state: Cage, command: Command[a.NoteTable]) -> Sequence[Event]:
    """Take note of a table's record, once and in the order of its stream."""
    act = command.act
    require_role(command, ("device",), clause=HELD, deed="tell the cage of a table")
    known = state.known.get(act.table, 0)
    if act.version <= known:
        reason = f"the cage knows {act.table} up to record {known} already"
        raise ActionRefused(reason, clause=HELD, table=act.table, version=act.version, known=known)
    noted = e.TableNoted(
        table=act.table,
        version=act.version,
        cage_minor=act.cage_minor,
        tokes_minor=act.tokes_minor,
        issued=act.issued,
        redeemed=act.redeemed,
    )
    return (noted,)


_DECIDE: dict[type[Act], Callable[[Cage, Command[Any]], Sequence[Event]]] = {
    a.FundCage: _fund,
    a.CashChips: _cash_chips,
    a.RedeemMarker: _redeem,
    a.PayTokes: _pay_tokes,
    a.NoteTable: _note,
}
