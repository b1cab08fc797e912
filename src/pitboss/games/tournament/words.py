"""A tournament's events in words: a sentence each, tables and prizes in lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.decider import Event
from pitboss.games.tournament import events as e
from pitboss.games.tournament.state import Tournament
from pitboss.money import Currency, show


def in_words(state: Tournament, event: Event) -> str:
    """Say what happened, with amounts in the tournament's currency and chips as plain numbers."""
    currency = Currency.of(state.config.currency)

    def money(minor: int) -> str:
        return show(minor, currency)

    return _entry_words(event, money) or _heat_words(event) or _end_words(event, money)


def _entry_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case e.EntriesOpened():
            return f"{event.by} opens entries under {event.rulebook}."
        case e.PlayerEntered():
            fee = f" pays {money(event.fee_minor)} and" if event.fee_minor else ""
            return f"{event.player}{fee} enters."
        case e.PlayerWithdrawn():
            back = f" and gets {money(event.fee_minor)} back" if event.fee_minor else ""
            return f"{event.player} withdraws{back}."
        case e.EntriesClosed():
            return f"{event.by} closes entries: {_count(event.entries, 'player has', 'players have')} entered."
        case e.PlayerDisqualified():
            return f"{event.by} disqualifies {event.player} before {event.witness}: {event.reason}"
    return ""


def _heat_words(event: Event) -> str:
    match event:
        case e.SeatsDrawn():
            return "\n".join([f"{event.by} draws the seats of heat {event.heat}:", *_tables(event.seats)])
        case e.HeatStarted():
            chips = sorted(set(event.chips))
            each = f"{chips[0]:,}" if len(chips) == 1 else f"{chips[0]:,} to {chips[-1]:,}"
            what = f"{_count(event.hands, 'hand', 'hands')}, {each} chips for each player"
            return f"{event.by} starts heat {event.heat}: {what}."
        case e.HeatRecorded():
            held = ", ".join(f"{player} {chips:,}" for player, chips in event.chips.items())
            why = f" ({event.reason})" if event.reason else ""
            return f"Table {event.table} reports {_count(event.hands, 'hand', 'hands')}{why}: {held}."
        case e.HeatEnded() if event.is_last:
            return f"{event.by} ends heat {event.heat}, the last."
        case e.HeatEnded():
            gone_on = ", ".join(event.advanced) or "nobody"
            out = ", ".join(event.out) or "nobody"
            return f"{event.by} ends heat {event.heat}. On to the next: {gone_on}. Out: {out}."
        case e.TieBroken():
            return _tie(event)
    return ""


def _end_words(event: Event, money: Callable[[int], str]) -> str:
    match event:
        case e.PrizesAwarded():
            columns = event.prizes
            rows = zip(columns.place, columns.player, columns.prize_minor, strict=True)
            won = [
                f"  {place}. {player}" + (f" wins {money(prize)} [{event.clause}]" if prize else "")
                for place, player, prize in rows
            ]
            left = [f"  {money(event.left_minor)} of the prizes is left"] if event.left_minor else []
            return "\n".join([f"{event.by} awards the prizes:", *won, *left])
        case e.TournamentCancelled():
            fees = [
                f"  {player} gets {money(fee)} back"
                for player, fee in zip(event.player, event.fee_minor, strict=True)
                if fee
            ]
            return "\n".join([f"{event.by} cancels the tournament: {event.reason}", *fees])
    return type(event).__name__


def _tie(event: e.TieBroken) -> str:
    purpose = "a place in the next heat" if event.decides is e.For.NEXT_HEAT else "the prizes"
    if event.how is e.How.DRAW:
        return f"{event.by} draws lots for {purpose}: {', '.join(event.player)}."
    held = ", ".join(f"{player} {chips:,}" for player, chips in zip(event.player, event.chips, strict=True))
    again = _still_tied(event.player, event.rank)
    return f"{event.by} records a play-off for {purpose}: {held}.{again}"


def _still_tied(players: Sequence[str], ranks: Sequence[int]) -> str:
    tied = [player for player, rank in zip(players, ranks, strict=True) if ranks.count(rank) > 1]
    return f" Equal again: {', '.join(tied)}." if tied else ""


def _tables(seats: e.Seats) -> list[str]:
    found: dict[int, list[str]] = {}
    for table, seat, player in zip(seats.table, seats.seat, seats.player, strict=True):
        found.setdefault(table, []).append(f"{seat} {player}")
    return [f"  table {table}: {', '.join(players)}" for table, players in found.items()]


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
