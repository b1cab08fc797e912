"""What happens in the house at any game's table, in words."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.decider import Event
from pitboss.games.everyday.words import everyday_words
from pitboss.games.table import events as e

_TOTALS = {"player_total": "of one player in a round", "table_total": "of all players in a round"}


def shared_words(event: Event, money: Callable[[int], str]) -> str:
    """Say what happened in the house; nothing for an event of the game itself."""
    match event:
        case e.EquipmentInspected():
            return f"{event.by} inspects the equipment: {', '.join(event.items)}."
        case e.TableOpened():
            mucker = f" with {event.mucker} as mucker" if event.mucker else ""
            return f"{event.dealer} opens the table under {event.rulebook}{mucker}."
        case e.TableClosed():
            return f"{event.by} closes the table."
        case e.StaffChanged():
            mucker = f"with {event.mucker} as mucker" if event.mucker else "without a mucker"
            return f"{event.dealer} deals, {mucker}, by order of {event.by}."
        case e.LimitSet():
            word = "minimum" if event.which == "min" else "maximum"
            amount = money(event.amount_minor)
            what = _TOTALS.get(event.kind, f"for {event.kind}")
            return f"From the next round the {word} {what} is {amount} ({event.by}, with {event.witness})."
        case e.RoundAbandoned():
            return f"{event.by} gives up round {event.round}, on which nobody bet: {event.reason}"
        case e.SignPosted():
            return f"{event.by} posts the sign of the table: {len(event.lines)} lines."
        case e.BettingOpened():
            return f"Round {event.round} is open for bets."
        case e.ValueChipsBought():
            return f"{event.player} buys value chips for {money(event.amount_minor)}."
    return everyday_words(event, money)
