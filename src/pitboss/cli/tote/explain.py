"""`pitboss tote explain`: why a pool pays what it pays, and a ticket is paid what it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cli.output import File, print_json, read_bytes
from pitboss.errors import InputError

if TYPE_CHECKING:
    from pitboss.tote.day.explained import TicketExplained
    from pitboss.tote.day.state import Day
    from pitboss.transcript import Transcript


def explain(file: File, what: str, *, json: bool = False) -> None:
    """Tell how a pool came to its prices, or a ticket to its payment, line by line, every amount exact.

    Parameters
    ----------
    file
        A card with its races, pools and tickets as one JSON document, or a tote day's transcript; "-" reads standard
        input.
    what
        The name of a pool, or else a ticket's id.
    json
        Print one JSON object.
    """
    data = read_bytes(file)
    answer = _of_day(file, data, what) if _is_transcript(data) else _of_card(data, what)
    if json:
        print_json([answer])
        return
    for line in answer["lines"]:
        print(line)
    for name, lines in answer.get("pools", {}).items():
        print(f"\n{name}")
        for line in lines:
            print(f"  {line}")


def _is_transcript(data: bytes) -> bool:
    """Tell whether the first line with something on it is one that begins a transcript."""
    from pitboss.openers import OPENERS

    first = next((line for line in data.split(b"\n") if line.strip()), b"")
    try:
        line = msgspec.json.decode(first)
    except (msgspec.DecodeError, RecursionError):
        return False
    return isinstance(line, dict) and len(line) == 1 and next(iter(line)) in OPENERS


def _unknown(what: str, where: str, pools: Iterable[str]) -> InputError:
    listed = ", ".join(pools) or "none"
    return InputError(f"no such pool; {where} has {listed}, and no ticket of that id", field="what", value=what)


def _of_card(data: bytes, what: str) -> dict[str, Any]:
    from pitboss.tote.day.explained import card_ticket
    from pitboss.tote.explain import explain as lines_of
    from pitboss.tote.settle import settled_pools

    card, outcomes = settled_pools(data)
    if what in outcomes:
        return {"pool": what, "lines": lines_of(outcomes[what])}
    if what not in card.tickets:
        raise _unknown(what, "the card", outcomes)
    ticket = card_ticket(card, outcomes, what)
    pools = {bet.pool: lines_of(outcomes[bet.pool]) for bet in ticket.bets}
    return _answer(ticket, [f"Ticket {what}"], pools)


def _of_day(file: str, data: bytes, what: str) -> dict[str, Any]:
    from pitboss.openers import read_transcript
    from pitboss.tote.day.explained import day_ticket, pool_told
    from pitboss.tote.day.game import TOTE

    transcript = read_transcript(data.split(b"\n"))
    if transcript.game is not TOTE:
        reason = f"is a transcript of {transcript.game.name}; a tote day's has pools and tickets"
        raise InputError(reason, field="file", value=file)
    day, history = _played(transcript, what)
    if what in day.books:
        return {"pool": what, "lines": pool_told(day, what)}
    if what not in day.tickets:
        raise _unknown(what, "the day", day.books)
    sold = day.tickets[what]
    state = sold.state.value if sold.is_delivered else f"{sold.state.value}, not delivered: it gives no claim"
    ticket = day_ticket(day, what)
    pools = {name: pool_told(day, name) for name in sold.pools}
    answer = _answer(ticket, [f"Ticket {what}: {state}", *history], pools)
    return {**answer, "state": sold.state.value, "is_delivered": sold.is_delivered, "history": history}


def _played(transcript: Transcript, ticket: str) -> tuple[Day, list[str]]:
    """Play a day; return it with what happened to a ticket, and when."""
    from pitboss.tote.day.events import TicketSold
    from pitboss.transcript import play

    day: Day = transcript.game.new_state(transcript.config)
    history: list[str] = []
    for step in play(transcript):
        day = step.state
        for event, words in zip(step.answers, step.words, strict=True):
            if getattr(event, "ticket", None) != ticket:
                continue
            if isinstance(event, TicketSold):
                words = f"Sold at window {event.window}, terminal {event.terminal}, as serial {event.serial}."  # noqa: PLW2901
            history.append(f"{step.entry.command.received_at:%Y-%m-%d %H:%M:%S}  {words}")
    return day, history


def _answer(ticket: TicketExplained, head: list[str], pools: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    from pitboss.tote.day.explained import told

    explained: dict[str, Any] = msgspec.to_builtins(ticket)
    return {**explained, "lines": [*head, *told(ticket)], "pools": dict(pools)}
