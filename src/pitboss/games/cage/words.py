"""The cage's events in words: a sentence each."""

from __future__ import annotations

from pitboss.decider import Event
from pitboss.games.cage import events as e
from pitboss.games.cage.state import Cage


def in_words(state: Cage, event: Event) -> str:
    """Say what happened, with amounts in the house's currency."""
    money = state.money
    match event:
        case e.CageFunded():
            return f"{event.by}, with {event.witness}, puts {money(event.amount_minor)} of the house into the cage."
        case e.ChipsCashed():
            return f"{event.by} gives {money(event.amount_minor)} in cash for chips."
        case e.MarkerRedeemed():
            what = f"{event.player} pays marker {event.marker} of {event.table}, {money(event.amount_minor)}"
            return f"{what}, in {event.paid_with} ({event.by}, with {event.witness})."
        case e.TokesPaid():
            return f"{event.by}, with {event.witness}, pays {event.paid_to} {money(event.amount_minor)} of the tips."
        case e.TableNoted():
            return f"The cage takes note of {event.table}, record {event.version}: {_noted(state, event)}."
    return ""


def _noted(state: Cage, event: e.TableNoted) -> str:
    """Say what a table did: what came to the cage or went, tips, markers."""
    parts = []
    for amount, what in ((event.cage_minor, "the cage"), (event.tokes_minor, "the tips")):
        if amount:
            way = "to" if amount > 0 else "from"
            parts.append(f"{state.money(abs(amount))} {way} {what}")
    if event.issued is not None:
        marker = event.issued
        parts.append(f"marker {marker.marker} of {marker.player} for {state.money(marker.amount_minor)}")
    if event.redeemed is not None:
        parts.append(f"marker {event.redeemed} is redeemed")
    return ", ".join(parts) or "nothing for it"
