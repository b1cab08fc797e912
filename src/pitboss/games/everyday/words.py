"""Everyday events in words: a sentence each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.decider import Event
from pitboss.games.everyday import events as e
from pitboss.games.everyday.dispute_words import dispute_words

_Money = Callable[[int], str]


def everyday_words(event: Event, money: _Money) -> str:
    """Say what happened; nothing for an event of another kind."""
    said = _rack_words(event, money) or _slip_words(event, money) or _box_words(event, money)
    return said or _people_words(event, money) or _correction_words(event, money) or dispute_words(event, money)


def _difference(difference: int, money: _Money) -> str:
    if not difference:
        return "as expected"
    return f"{money(abs(difference))} {'short' if difference < 0 else 'over'}"


def _rack_words(event: Event, money: _Money) -> str:
    match event:
        case e.InventoryBegun():
            before = money(event.tray_minor + event.drop_minor)
            return f"{event.by}, with {event.witness}, begins counts and slips; {before} was won before."
        case e.InventoryCounted():
            found = _difference(event.difference_minor, money)
            chips = f" ({event.pieces})" if event.pieces else ""
            counted = f"{event.by}, with {event.witness}, counts {money(event.counted_minor)}{chips}"
            return f"{event.kind.capitalize()} count: {counted}, {found}."
    return ""


def _slip_words(event: Event, money: _Money) -> str:
    match event:
        case e.FillRequested():
            return f"{event.by} asks for a fill of {money(event.total_minor)} ({event.pieces}), slip {event.slip}."
        case e.CreditRequested():
            return f"{event.by} asks for a credit of {money(event.total_minor)} ({event.pieces}), slip {event.slip}."
        case e.FillIssued():
            amount = money(event.total_minor)
            return f"{event.by}, with {event.witness}, gives {amount} to {event.carried_by} for fill {event.slip}."
        case e.FillAccepted():
            amount = money(event.total_minor)
            return f"{event.by}, with {event.witness}, counts fill {event.slip}, {amount}, into the rack."
        case e.CreditSent():
            amount = money(event.total_minor)
            return f"{event.by}, with {event.witness}, gives {amount} to {event.carried_by} for credit {event.slip}."
        case e.CreditReceived():
            amount = money(event.total_minor)
            return f"{event.by}, with {event.witness}, counts credit {event.slip}, {amount}, into the cage."
        case e.SlipVoided():
            back = f"; {money(event.returned_minor)} goes back" if event.returned_minor else ""
            return f"{event.by}, with {event.witness}, voids slip {event.slip}{back}: {event.reason}"
    return ""


def _box_words(event: Event, money: _Money) -> str:
    match event:
        case e.DropBoxRemoved():
            return f"{event.by}, with {event.witness}, takes box {event.box} away and attaches box {event.attached}."
        case e.BoxCounted():
            found = _difference(event.difference_minor, money)
            counted = money(event.counted_minor)
            copies = f" Copies of markers {', '.join(map(str, event.markers))} are in it." if event.markers else ""
            return f"{event.by}, with {event.witness}, counts box {event.box}: {counted}, {found}.{copies}"
        case e.SlipPrinted():
            copy = "a copy of " if event.is_copy else ""
            where = "" if event.terminal is None else f" at {event.terminal}"
            return f"{event.by} prints {copy}{event.paper} {event.number}{where}."
        case e.SaleCorrected():
            was, amount = money(event.was_minor), money(event.amount_minor)
            who = f"{event.by}, with {event.witness},"
            return f"{who} corrects the sale to {event.player} from {was} to {amount}: {event.reason}"
    return ""


def _people_words(event: Event, money: _Money) -> str:
    match event:
        case e.MarkerIssued():
            chips = f"{event.player} signs marker {event.marker} for {money(event.amount_minor)} in chips"
            return f"{chips} ({event.by}, with {event.witness})."
        case e.MarkerRedeemed():
            paid = f"{event.player} pays marker {event.marker}, {money(event.amount_minor)}, in {event.paid_with}"
            return f"{paid} at the cage ({event.by}, with {event.witness})."
        case e.MarkerCancelled():
            return f"Marker {event.marker} of {event.player}, {money(event.amount_minor)}, was paid at the cage."
        case e.TipTaken():
            chips = f" in {event.colour} chips" if event.colour else " of credits" if event.credits_of else ""
            who = event.by if event.witness is None else f"{event.by}, with {event.witness},"
            dropped = f"{who} puts it into the tip box"
            return f"{event.player} tips {money(event.amount_minor)}{chips}; {dropped}."
        case e.TipBoxEmptied():
            return f"{event.by}, with {event.witness}, empties the tip box: {money(event.amount_minor)}."
        case e.DealerRelieved():
            when = f" while round {event.round} is {event.phase}" if event.phase is not None else ""
            return f"{event.dealer} relieves {event.before}{when}, by order of {event.by}."
        case e.TableSuspended():
            return f"{event.by} suspends the table: {event.reason}"
        case e.TableResumed():
            return f"{event.by}, with {event.witness}, lets the table go on."
        case e.RoundCalledOff():
            rows = zip(event.wagers.player, event.wagers.stake_minor, strict=True)
            back = ", ".join(f"{player} {money(stake)}" for player, stake in rows)
            tail = f" All wagers go back: {back}." if back else ""
            return f"{event.by}, with {event.witness}, calls round {event.round} off: {event.reason}{tail}"
    return _barring_words(event, money)


def _barring_words(event: Event, money: _Money) -> str:
    match event:
        case e.PlayerBarred() | e.BarLifted():
            who = event.by if event.witness is None else f"{event.by}, with {event.witness},"
            where = "in the whole house" if event.is_whole_house else "at this table"
            if isinstance(event, e.BarLifted):
                return f"{who} lets {event.player} play again {where}: {event.reason}"
            return f"{who} bars {event.player} {where} from round {event.from_round} on: {event.reason}"
        case e.PlayerLimited():
            what = f"to one wager of {money(event.stake_minor)} in a round, from round {event.from_round} on"
            return f"{event.by} limits {event.player} {what}: {event.reason}"
    return ""


def _rows(rows: e.Rows, money: _Money) -> Iterator[str]:
    """Say each row of a correction: a wager, or what was collected of a marker."""
    for row in zip(rows.player, rows.bet, rows.stake_minor, rows.was_minor, rows.now_minor, strict=True):
        player, bet, stake, was, now = row
        staked = f"{money(stake)} on {bet}" if stake else bet
        yield f"  {player}, {staked}: {money(now)} and not {money(was)}"


def _correction_words(event: Event, money: _Money) -> str:
    match event:
        case e.SettlementCorrected():
            who, rows = f"{event.by}, with {event.witness},", event.rows
            said = f"{who} corrects round {event.round} from {event.was} to {event.result}: {event.reason}"
            return "\n".join((said, *_rows(rows, money)))
        case e.WagerCorrected():
            player, bet = event.rows.player[event.row - 1], event.rows.bet[event.row - 1]
            where = f"lay on {bet} and not on {event.was_bet}" if event.was_bet else f"on {bet} had not been recorded"
            said = f"{event.by}, with {event.witness}, corrects round {event.round}: {player}'s wager {where}"
            return "\n".join((f"{said}: {event.reason}", *_rows(event.rows, money)))
        case e.MispaymentReported():
            amount = f"{money(event.amount_minor)} {event.handed.replace('_', ' ')}"
            return f"{event.by}, with {event.witness}, reports that {event.player} got {amount}: {event.reason}"
        case e.DuePaid():
            return f"{event.by}, with {event.witness}, pays {event.player} {money(event.amount_minor)} that was due."
        case e.OwedTaken():
            return f"{event.player} gives {money(event.amount_minor)} that was owed ({event.by}, with {event.witness})."
        case e.OwedWaived():
            amount = money(event.amount_minor)
            return f"{event.by}, with {event.witness}, lets {event.player} off {amount}: {event.reason}"
    return ""
