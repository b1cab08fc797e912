"""The big six wheel as one value: what the program must know of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pitboss.decider import Event, decode_or_explain
from pitboss.games.contract import Game
from pitboss.games.document import checked_rulebook, faults_of, refused
from pitboss.games.live import table_view
from pitboss.games.table.acts import SHARED_ACTS, Stake
from pitboss.games.table.events import SHARED_EVENTS
from pitboss.games.table.laying import add, refuse_stake
from pitboss.games.table.sign import Section, Sign, limits, odds, sign_of
from pitboss.games.table.words import shared_words
from pitboss.rulebook import TableConfig
from tests.added_game.bigsix import messages as m
from tests.added_game.bigsix.table import (
    STOPS,
    Round,
    Table,
    chance,
    decide,
    evolve,
    legal,
    new_table,
    rules_of,
    settled,
)


def in_words(table: Table, event: Event) -> str:
    """Say what happened."""
    match event:
        case m.WagerPlaced():
            verb = "bets" if event.stake_minor > 0 else "takes back"
            return f"{event.player} {verb} {table.money(abs(event.stake_minor))} on {event.bet}."
        case m.NoMoreBetsCalled():
            return f'{event.by} calls "no more bets" and spins.'
        case m.WheelStopped():
            return f"The wheel stops at {event.symbol}."
        case m.RoundSettled():
            rows = zip(event.player, event.bet, event.paid_minor, event.clause, strict=True)
            won = [
                f"{player} wins {table.money(paid)} on {bet} [{clause}]" for player, bet, paid, clause in rows if paid
            ]
            return "\n".join([f"Settled at {event.symbol}:", *won])
    return shared_words(event, table.money)


def sign(config: TableConfig) -> Sign:
    """Return what is posted at the wheel."""
    rules = rules_of(config)
    return sign_of(rules, "Big six", (limits(rules), Section("Odds", tuple(odds(rules)))))


def view(state: Table) -> dict[str, Any]:
    """Return the table with the last symbols."""
    return {**table_view(state), "results": [{"symbol": symbol} for symbol in state.results]}


def layout(state: Table) -> dict[str, Any]:
    """Return the symbols that can be bet on."""
    spots = [{"bet": bet, "kind": bet, "covers": [bet]} for bet in state.rules.wagers]
    return {"order": list(STOPS), "colours": {}, "spots": spots, "chips_minor": []}


class _Wager(msgspec.Struct, forbid_unknown_fields=True):
    bet: str
    cents: Stake


class _Document(msgspec.Struct, forbid_unknown_fields=True):
    rulebook: str
    symbol: str
    wagers: tuple[_Wager, ...]
    settings: dict[str, Any] = {}


_DECODER = msgspec.json.Decoder(_Document)


def settle(data: bytes, line: int) -> dict[str, Any]:
    """Answer one settlement document by the same Round."""
    document = decode_or_explain(data, _DECODER, line=line)
    config, faults = checked_rulebook("bigsix", document.rulebook, document.settings, line)
    current = Round(rules_of(config), symbol=document.symbol)
    bets = [wager.bet for wager in document.wagers]

    def lay(place: int) -> None:
        wager = document.wagers[place]
        refuse_stake(current, "", wager.bet, wager.cents)
        add(current, ("", wager.bet, "value"), wager.cents)

    found = [*faults, *faults_of(bets, lay)]
    return refused(found) if found else msgspec.to_builtins(settled(current))


def _laid(book: Any, event: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    yield book.currency, "layout", event["stake_minor"]
    yield book.currency, "circulation", -event["stake_minor"]


def _counted(book: Any, event: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Count a round again, from stakes, bets and the symbol."""
    for bet, stake, paid in zip(event["bet"], event["stake_minor"], event["paid_minor"], strict=True):
        is_won = bet == event["symbol"]
        yield book.currency, "layout", -stake
        yield book.currency, "circulation", stake + paid if is_won else 0
        yield book.currency, "rack", -paid if is_won else stake


GAME = Game(
    name="bigsix",
    acts=(*m.ACTS, *SHARED_ACTS),
    events=(*m.EVENTS, *SHARED_EVENTS),
    new_state=new_table,
    decide=decide,
    evolve=evolve,
    legal=legal,
    chance=chance,
    in_words=in_words,
    settle=settle,
    sign=sign,
    view=view,
    layout=layout,
    recount={"bigsix.wager_placed/1": _laid, "bigsix.round_settled/1": _counted},
)
