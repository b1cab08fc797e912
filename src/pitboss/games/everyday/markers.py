"""Markers, which a player signs for chips, and tips on their way from the table to those who share them."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.decider import Command, Event, Move, require_role
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import events as e
from pitboss.games.everyday.checks import CASHIER, FLOOR, MARKER, PIT, TIP, require_second
from pitboss.games.everyday.slips import CAGE
from pitboss.games.table.accounts import CIRCULATION, PATRONS, RACK, TIPS
from pitboss.games.table.checks import require_dealer, require_open
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, ChipsRefused, cites

INSTRUMENTS, TOKES = "instruments", "toke_pool"


def marker_account(number: int) -> str:
    """Return the account of what a player signed for."""
    return f"marker:{number}"


@cites("HP-M1")
def issue_marker(state: BaseTable, command: Command[a.IssueMarker]) -> Sequence[Event]:
    """Give chips for a signature, by the pit and with the cage, which knows the player's line."""
    act = command.act
    require_open(state)
    require_role(command, PIT, clause=MARKER, deed="issue a marker")
    if state.has_result and not state.is_between_rounds:
        reason = f"the round is {state.standing}: a marker waits until it is paid"
        raise ActionRefused(reason, clause=MARKER, phase=str(state.phase))
    number = state.everyday.markers_made + 1
    issued = e.MarkerIssued(
        marker=number,
        player=act.player,
        amount_minor=act.amount_minor,
        signature=act.signature,
        by=command.by.id,
        witness=require_second(command, CASHIER, clause=MARKER, deed="issue a marker"),
        moves=(Move(marker_account(number), INSTRUMENTS, act.amount_minor), Move(RACK, CIRCULATION, act.amount_minor)),
    )
    return (issued,)


@cites("HP-M1")
def redeem_marker(state: BaseTable, command: Command[a.RedeemMarker]) -> Sequence[Event]:
    """Take what was signed for, at the cage and whole."""
    act, marker = command.act, state.everyday.markers.get(command.act.marker)
    require_role(command, CASHIER, clause=MARKER, deed="redeem a marker")
    if marker is None:
        raise ActionRefused(f"no marker {act.marker} of this table is open", clause=MARKER, marker=act.marker)
    payer = PATRONS if act.paid_with is a.PaidIn.CASH else CIRCULATION
    redeemed = e.MarkerRedeemed(
        marker=act.marker,
        player=marker.player,
        amount_minor=marker.amount_minor,
        paid_with=act.paid_with.value,
        by=command.by.id,
        witness=require_second(command, PIT, clause=MARKER, deed="redeem a marker"),
        moves=(
            Move(payer, CAGE, marker.amount_minor),
            Move(INSTRUMENTS, marker_account(act.marker), marker.amount_minor),
        ),
    )
    return (redeemed,)


@cites("HP-M1")
def cancel_marker(state: BaseTable, command: Command[a.CancelMarker]) -> Sequence[Event]:
    """Void the paper of a marker that was paid at the cage, as the server tells."""
    number = command.act.marker
    require_role(command, ("device",), clause=MARKER, deed="tell that a marker was paid")
    marker = state.everyday.markers.get(number)
    if marker is None:
        raise ActionRefused(f"no marker {number} of this table is open", clause=MARKER, marker=number)
    cancelled = e.MarkerCancelled(
        marker=number,
        player=marker.player,
        amount_minor=marker.amount_minor,
        moves=(Move(INSTRUMENTS, marker_account(number), marker.amount_minor),),
    )
    return (cancelled,)


@cites("HP-T1", "RH-3.2.2")
def take_tip(state: BaseTable, command: Command[a.TakeTip]) -> Sequence[Event]:
    """Put a tip into the box; a colour is changed into value chips first, before a second person."""
    act, witness = command.act, None
    require_open(state)
    require_dealer(state, command, "take a tip", clause=TIP)
    if act.terminal is not None:
        raise ActionRefused("credits are at a terminal, and no terminal is here", clause=TIP, terminal=act.terminal)
    moves: tuple[Move, ...] = (Move(CIRCULATION, TIPS, act.amount_minor),)
    if act.colour is not None:
        own = f"chips:{act.player}:{act.colour}"
        value = getattr(state, "colours", {}).get(act.colour)
        held = state.balances.get(own, 0)
        if act.amount_minor > held or value is None or act.amount_minor % value.value_minor:
            reason = f"{act.player} has not {state.money(act.amount_minor)} in whole {act.colour} chips"
            raise ChipsRefused(reason, clause=TIP, colour=act.colour, held_minor=held)
        witness = require_second(command, FLOOR, clause=TIP, deed="take a tip in colours")
        moves = (Move(own, RACK, act.amount_minor), Move(RACK, TIPS, act.amount_minor))
    taken = e.TipTaken(
        player=act.player,
        amount_minor=act.amount_minor,
        colour=act.colour,
        by=command.by.id,
        witness=witness,
        moves=moves,
    )
    return (taken,)


@cites("HP-T1")
def empty_tip_box(state: BaseTable, command: Command[a.EmptyTipBox]) -> Sequence[Event]:
    """Empty the box by two people: what was in it is shared, and no supervisor's.

    Where a round is given back whose tip was shared by then, the next tips make up for it first.
    """
    require_dealer(state, command, "empty the tip box", clause=TIP)
    held = state.balances.get(TIPS, 0)
    if held <= 0:
        raise ActionRefused("the tip box is empty", clause=TIP)
    emptied = e.TipBoxEmptied(
        amount_minor=held,
        by=command.by.id,
        witness=require_second(command, FLOOR, clause=TIP, deed="empty the tip box"),
        moves=(Move(TIPS, TOKES, held),),
    )
    return (emptied,)
