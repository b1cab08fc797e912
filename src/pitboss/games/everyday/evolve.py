"""What each everyday event changes, and what every event of a table does to its everyday life."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from pitboss.decider import Event
from pitboss.games import disputes
from pitboss.games.disputes import Stage
from pitboss.games.everyday import events as e
from pitboss.games.everyday.dispute_events import EvidencePinned, GoodwillGranted, NoticeRecorded
from pitboss.games.everyday.papers import keep_paper
from pitboss.games.everyday.state import Bar, Everyday, Marker, Sale, Slip, Way, is_tray, laid_after
from pitboss.games.table.accounts import LAYOUT
from pitboss.games.table.events import BettingOpened, TableClosed, TableOpened, ValueChipsBought

_ANSWERS: Final = (e.SettlementCorrected, e.WagerCorrected, e.SaleCorrected, e.MispaymentReported)
"""What a dispute waits for in which a correction was ruled."""


def before_moves(state: Any, event: Event) -> None:
    """Follow an event before the balances do: chips on the layout, and whether the last count still holds."""
    everyday: Everyday = state.everyday
    everyday.version += 1
    moves = getattr(event, "moves", ())
    if not moves:
        return
    everyday.laid_minor = laid_after(everyday.laid_minor, state.balances.get(LAYOUT, 0), moves)
    if everyday.is_closing_counted and any(is_tray(move.source) or is_tray(move.target) for move in moves):
        everyday.is_closing_counted = False


def evolve_everyday(state: Any, event: Event) -> None:
    """Apply what happened to slips, boxes, counts and sales."""
    everyday: Everyday = state.everyday
    keep_paper(everyday, event)
    match event:
        case e.InventoryBegun():
            # What was sold before is won before, and no count of this table's can tell of it.
            everyday.has_inventory = True
            everyday.sales.clear()
            everyday.past_sales.clear()
        case e.InventoryCounted():
            _counted(everyday, event)
        case TableOpened() | TableClosed():
            everyday.is_opening_counted = everyday.is_closing_counted = False
        case e.FillRequested() | e.CreditRequested():
            is_fill = isinstance(event, e.FillRequested)
            everyday.slips_made = event.slip
            everyday.slips[event.slip] = Slip(is_fill, event.pieces, event.total_minor, event.by)
        case e.FillIssued() | e.CreditSent():
            slip = everyday.slips[event.slip]
            slip.way, slip.carried_by = Way.UNDER_WAY, event.carried_by
        case e.FillAccepted() | e.CreditReceived() | e.SlipVoided():
            del everyday.slips[event.slip]
            # It is empty: an account for every slip there ever was would make the table's state grow for ever.
            state.balances.pop(f"transit:{event.slip}", None)
        case e.DealerRelieved():
            state.dealer = event.dealer
        case e.TableSuspended() | e.TableResumed():
            everyday.is_suspended = isinstance(event, e.TableSuspended)
            everyday.is_suspension_counted = False
        case e.PlayerBarred() | e.PlayerLimited() | e.BarLifted():
            _barred(everyday, event)
        case _:
            _cash(state, everyday, event)


def _counted(everyday: Everyday, event: e.InventoryCounted) -> None:
    everyday.is_opening_counted = event.kind == "opening"
    everyday.is_closing_counted = event.kind == "closing"
    everyday.is_suspension_counted = everyday.is_suspended
    for sale in (*everyday.sales.values(), *everyday.past_sales.values()):
        sale.is_counted = True


def _barred(everyday: Everyday, event: e.PlayerBarred | e.PlayerLimited | e.BarLifted) -> None:
    match event:
        case e.PlayerBarred():
            everyday.bars[event.player] = Bar(
                event.from_round, event.is_whole_house, reason=event.reason, by=event.by, witness=event.witness
            )
        case e.PlayerLimited():
            everyday.bars[event.player] = Bar(
                event.from_round, stake_minor=event.stake_minor, reason=event.reason, by=event.by
            )
        case _:
            del everyday.bars[event.player]


def _cash(state: Any, everyday: Everyday, event: Event) -> None:
    match event:
        case e.DropBoxRemoved():
            everyday.boxes[event.box], everyday.box = event.expected_minor, event.attached
            everyday.copies[event.box], everyday.box_markers = event.markers, []
            _put_behind(everyday, oldest=-1)
        case e.MarkerIssued():
            everyday.markers_made = event.marker
            everyday.markers[event.marker] = Marker(event.player, event.amount_minor)
            if everyday.has_inventory:
                everyday.box_markers.append(event.marker)
        case e.MarkerRedeemed() | e.MarkerCancelled():
            del everyday.markers[event.marker]
            state.balances.pop(f"marker:{event.marker}", None)
        case e.SettlementCorrected() | e.WagerCorrected():
            _settled_anew(everyday, event)
        case e.BoxCounted():
            del everyday.boxes[event.box]
            everyday.copies.pop(event.box, None)
            state.balances.pop(f"box:{event.box}", None)
        case _:
            _sold(state, everyday, event)
    if getattr(event, "dispute", 0) and isinstance(event, _ANSWERS):
        state.disputes.entries[event.dispute].stage = Stage.RESOLVED


def _sold(state: Any, everyday: Everyday, event: Event) -> None:
    match event:
        case ValueChipsBought():
            everyday.sales[everyday.version] = Sale(event.player, event.amount_minor, state.rounds, everyday.box)
        case e.SaleCorrected():
            sales = everyday.sales if event.corrects in everyday.sales else everyday.past_sales
            sale = replace(sales.pop(event.corrects), amount_minor=event.amount_minor)
            sales[everyday.version] = sale
            if sale.box in everyday.boxes:
                everyday.boxes[sale.box] += event.amount_minor - event.was_minor
        case BettingOpened():
            _put_behind(everyday, event.round - state.rules.practice("correctable_rounds"))
            everyday.is_closing_counted = False
        case _:
            _disputed(state, event)


def _put_behind(everyday: Everyday, oldest: int) -> None:
    """Leave the sales of this round to the pit, and forget those that are too old for it."""
    everyday.past_sales |= everyday.sales
    everyday.sales.clear()
    for version in [version for version, sale in everyday.past_sales.items() if sale.round <= oldest]:
        del everyday.past_sales[version]


def _settled_anew(everyday: Everyday, event: e.SettlementCorrected | e.WagerCorrected) -> None:
    """Let a settlement stand as it was corrected; a row without a stake is no wager of it."""
    rows, one = event.rows, everyday.settlements.pop(event.corrects)
    found = [row for row in zip(rows.player, rows.bet, rows.stake_minor, rows.now_minor, strict=True) if row[2]]
    wagers, gains = tuple((player, bet, stake) for player, bet, stake, _ in found), tuple(row[3] for row in found)
    everyday.settlements[everyday.version] = replace(one, result=event.result, wagers=wagers, gains=gains, changes={})


def _disputed(state: Any, event: Event) -> None:
    match event:
        case GoodwillGranted():
            state.disputes.entries[event.dispute].is_granted = True
        case EvidencePinned():
            state.disputes.entries[event.dispute].evidence.append(event.version)
        case NoticeRecorded():
            state.disputes.entries[event.dispute].is_notice_due = False
        case _:
            disputes.evolve(state.disputes, event)
