"""What each everyday event changes, and what every event of a table does to its everyday life."""

from __future__ import annotations

from typing import Any

from pitboss.decider import Event
from pitboss.games.everyday import events as e
from pitboss.games.everyday.state import Everyday, Marker, Sale, Slip, Way, is_tray, laid_after
from pitboss.games.table.accounts import LAYOUT
from pitboss.games.table.events import BettingOpened, TableClosed, TableOpened, ValueChipsBought


def before_moves(state: Any, event: Event) -> None:
    """Follow an event before the balances do: chips on the layout, and whether the last count still holds."""
    everyday: Everyday = state.everyday
    everyday.version += 1
    moves = getattr(event, "moves", ())
    if not moves:
        return
    everyday.laid_minor = laid_after(everyday.laid_minor, state.balances.get(LAYOUT, 0), moves)
    if any(is_tray(move.source) or is_tray(move.target) for move in moves):
        everyday.is_closing_counted = False


def evolve_everyday(state: Any, event: Event) -> None:
    """Apply what happened to slips, boxes, counts and sales."""
    everyday: Everyday = state.everyday
    match event:
        case e.InventoryBegun():
            everyday.has_inventory = True
        case e.InventoryCounted():
            everyday.is_opening_counted = event.kind == "opening"
            everyday.is_closing_counted = event.kind == "closing"
            everyday.is_suspension_counted = everyday.is_suspended
        case TableOpened() | TableClosed():
            everyday.is_opening_counted = everyday.is_closing_counted = False
        case e.FillRequested() | e.CreditRequested():
            is_fill = isinstance(event, e.FillRequested)
            everyday.slips_made = event.slip
            everyday.slips[event.slip] = Slip(is_fill, event.pieces, event.total_minor, event.by)
        case e.FillIssued() | e.CreditSent():
            everyday.slips[event.slip].way = Way.UNDER_WAY
        case e.FillAccepted() | e.CreditReceived() | e.SlipVoided():
            del everyday.slips[event.slip]
            # It is empty: an account for every slip there ever was would make the table's state grow for ever.
            state.balances.pop(f"transit:{event.slip}", None)
        case e.DealerRelieved():
            state.dealer = event.dealer
        case e.TableSuspended() | e.TableResumed():
            everyday.is_suspended = isinstance(event, e.TableSuspended)
            everyday.is_suspension_counted = False
        case _:
            _cash(state, everyday, event)


def _cash(state: Any, everyday: Everyday, event: Event) -> None:
    match event:
        case e.DropBoxRemoved():
            everyday.boxes[event.box], everyday.box = event.expected_minor, event.attached
            everyday.sales.clear()
        case e.MarkerIssued():
            everyday.markers_made = event.marker
            everyday.markers[event.marker] = Marker(event.player, event.amount_minor)
        case e.MarkerRedeemed():
            del everyday.markers[event.marker]
            state.balances.pop(f"marker:{event.marker}", None)
        case e.SettlementCorrected():
            standing = everyday.settlements.pop(event.corrects)
            standing.result, standing.gains = event.result, event.rows.now_minor
            everyday.settlements[everyday.version] = standing
        case e.BoxCounted():
            del everyday.boxes[event.box]
            state.balances.pop(f"box:{event.box}", None)
        case ValueChipsBought():
            everyday.sales[everyday.version] = Sale(event.player, event.amount_minor)
        case e.SaleCorrected():
            del everyday.sales[event.corrects]
            everyday.sales[everyday.version] = Sale(event.player, event.amount_minor)
        case BettingOpened():
            everyday.sales.clear()
            everyday.is_closing_counted = False
