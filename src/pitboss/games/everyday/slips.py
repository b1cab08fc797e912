"""Fills and credits: chips between the cage and a table's rack, each with a numbered slip, two people at each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import Command, Event, Move, require_role
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import events as e
from pitboss.games.everyday.checks import (
    CASHIER,
    FLOOR,
    SLIP,
    require_dealing,
    require_inventory,
    require_second,
    worth_of,
)
from pitboss.games.everyday.state import Slip, Way
from pitboss.games.table.accounts import RACK
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

CAGE, TRANSIT = "cage", "transit"


def transit(number: int) -> str:
    """Return the account of the chips that are on their way with a slip."""
    return f"transit:{number}"


@cites("HP-I3")
def request(state: BaseTable, command: Command[a.RequestFill | a.RequestCredit]) -> Sequence[Event]:
    """Begin a slip, with the next number of this table."""
    require_inventory(state)
    require_role(command, FLOOR, clause=SLIP, deed="ask for a fill or a credit")
    total = worth_of(state, command.act.pieces, SLIP)
    if not total:
        raise ActionRefused("a fill or a credit names its chips", clause=SLIP, pieces=command.act.pieces)
    kind = e.FillRequested if isinstance(command.act, a.RequestFill) else e.CreditRequested
    number = state.everyday.slips_made + 1
    return (kind(slip=number, pieces=command.act.pieces, total_minor=total, by=command.by.id),)


def _slip(state: BaseTable, command: Command[Any], way: Way, *, is_fill: bool) -> Slip:
    """Return a slip that has come just so far, or refuse."""
    number = command.act.slip
    found = state.everyday.slips.get(number)
    if found is None or found.is_fill is not is_fill or found.way is not way:
        word = "fill" if is_fill else "credit"
        raise ActionRefused(f"slip {number} is no {word} that is {way}", clause=SLIP, slip=number)
    return found


@cites("HP-I3")
def _refuse_other_pieces(slip: Slip, pieces: str) -> None:
    """Refuse a count of other chips than the slip has; they are counted again, or the slip is void."""
    if pieces != slip.pieces:
        reason = f"the slip is for {slip.pieces}, not for {pieces or 'nothing'}: count again, or have the slip voided"
        raise ProcedureBreach(reason, clause=SLIP, pieces=pieces, slip_pieces=slip.pieces)


@cites("HP-I3")
def _refuse_carrying(command: Command[Any], carrier: str) -> None:
    """Refuse whoever counts chips out or in to carry them as well: nobody else would have counted them."""
    if carrier == command.by.id:
        reason = f"{carrier} counts the chips, and does not carry them as well"
        raise ProcedureBreach(reason, clause=SLIP, carried_by=carrier)


def _step(
    state: BaseTable, command: Command[Any], deed: str, way: Way, ends: tuple[str, str], *, is_fill: bool
) -> dict[str, Any]:
    """Return what every step of a slip records: slip and chips, the two people, the chips' way.

    Where the step counts chips, they are those of the slip. `TRANSIT` stands for the slip's own account.
    """
    slip, number = _slip(state, command, way, is_fill=is_fill), command.act.slip
    _refuse_carrying(command, slip.carried_by)
    if hasattr(command.act, "pieces"):
        _refuse_other_pieces(slip, command.act.pieces)
    source, target = (transit(number) if name == TRANSIT else name for name in ends)
    return {
        "slip": number,
        "pieces": slip.pieces,
        "total_minor": slip.total_minor,
        "by": command.by.id,
        "witness": require_second(command, FLOOR, clause=SLIP, deed=deed),
        "moves": (Move(source, target, slip.total_minor),),
    }


@cites("HP-I3")
def issue_fill(state: BaseTable, command: Command[a.IssueFill]) -> Sequence[Event]:
    """Give chips out of the cage, with somebody of the floor to see it."""
    deed = "issue a fill"
    require_inventory(state)
    require_role(command, CASHIER, clause=SLIP, deed=deed)
    _refuse_carrying(command, command.act.carried_by)
    step = _step(state, command, deed, Way.REQUESTED, (CAGE, TRANSIT), is_fill=True)
    return (e.FillIssued(carried_by=command.act.carried_by, **step),)


@cites("HP-I3")
def accept_fill(state: BaseTable, command: Command[a.AcceptFill]) -> Sequence[Event]:
    """Count a fill into the rack: the chips that the cage gave out, and no others."""
    deed = "accept a fill"
    require_inventory(state)
    require_dealing(state, command, clause=SLIP, deed=deed)
    step = _step(state, command, deed, Way.UNDER_WAY, (TRANSIT, RACK), is_fill=True)
    return (e.FillAccepted(**step),)


@cites("HP-I3")
def send_credit(state: BaseTable, command: Command[a.SendCredit]) -> Sequence[Event]:
    """Count chips out of the rack and send them to the cage."""
    deed = "send a credit"
    require_inventory(state)
    require_dealing(state, command, clause=SLIP, deed=deed)
    _refuse_carrying(command, command.act.carried_by)
    step = _step(state, command, deed, Way.REQUESTED, (RACK, TRANSIT), is_fill=False)
    return (e.CreditSent(carried_by=command.act.carried_by, **step),)


@cites("HP-I3")
def receive_credit(state: BaseTable, command: Command[a.ReceiveCredit]) -> Sequence[Event]:
    """Count a credit into the cage: the chips that left the table, and no others."""
    deed = "receive a credit"
    require_inventory(state)
    require_role(command, CASHIER, clause=SLIP, deed=deed)
    step = _step(state, command, deed, Way.UNDER_WAY, (TRANSIT, CAGE), is_fill=False)
    return (e.CreditReceived(**step),)


@cites("HP-I3")
def void_slip(state: BaseTable, command: Command[a.VoidSlip]) -> Sequence[Event]:
    """Call a slip off that is not finished; one that is finished is corrected by an opposite one."""
    require_inventory(state)
    require_role(command, CASHIER, clause=SLIP, deed="void a slip")
    number = command.act.slip
    slip = state.everyday.slips.get(number)
    if slip is None:
        is_known = number <= state.everyday.slips_made
        what = "is finished: an opposite slip corrects it" if is_known else "was never made"
        raise ActionRefused(f"slip {number} {what}", clause=SLIP, slip=number)
    back = slip.total_minor if slip.way is Way.UNDER_WAY else 0
    voided = e.SlipVoided(
        slip=number,
        is_fill=slip.is_fill,
        returned_minor=back,
        reason=command.act.reason,
        by=command.by.id,
        witness=require_second(command, FLOOR, clause=SLIP, deed="void a slip"),
        moves=(Move(transit(number), CAGE if slip.is_fill else RACK, back),) if back else (),
    )
    return (voided,)
