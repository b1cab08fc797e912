"""Settlement documents for mini-baccarat: here is a round, what does it pay, and by which clause?

The document is played through the same Round as a live table: wagers placed, bets closed, the cards dealt one by one
until both hands are complete or the shoe is empty. Each line of the document is settled by the function that settles
the Round's wagers; the lines of one area are one wager, and add up to what the area owes.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.decider import decode_or_explain
from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat import round as core
from pitboss.games.baccarat.hands import Outcome, Side
from pitboss.games.baccarat.rules import rules_of
from pitboss.games.baccarat.settle import settle_wager
from pitboss.games.baccarat.state import Phase, Round
from pitboss.games.baccarat.vigorish import Areas
from pitboss.games.baccarat.wagers import On, parse_on
from pitboss.games.cards import parse_card
from pitboss.games.document import checked_rulebook, faults_of, played, refused, require_notation
from pitboss.games.shoe.acts import Position
from pitboss.games.table.acts import Stake


class _Wager(msgspec.Struct, forbid_unknown_fields=True):
    position: Position
    on: str
    cents: Stake


class _Document(msgspec.Struct, forbid_unknown_fields=True):
    rulebook: str
    shoe: tuple[str, ...]
    wagers: tuple[_Wager, ...]
    settings: dict[str, Any] = {}


_DECODER = msgspec.json.Decoder(_Document)


def settle_document(data: bytes, line: int) -> dict[str, Any]:
    """Answer one document: both hands and each wager's result, or every fault at once as a refusal.

    Raises:
        InputError: for what nobody could mean: malformed JSON, an unknown field or card, unparsable notation.
    """
    document = decode_or_explain(data, _DECODER, line=line)
    wagers = [wager.on for wager in document.wagers]
    require_notation(document.shoe, parse_card, line, "shoe[{}]")
    require_notation(wagers, parse_on, line, "wagers[{}].on")
    config, faults = checked_rulebook("baccarat", document.rulebook, document.settings, line)
    rules = rules_of(config)
    if faults:
        return refused([*faults, *faults_of(wagers, lambda place: rules.offered(wagers[place]))])
    state = Round(rules)
    placed = faults_of(wagers, lambda place: played(core, state, _placing(document.wagers[place])))
    return refused(placed) if placed else _play(document, state)


def _placing(wager: _Wager) -> a.PlaceWager:
    return a.PlaceWager(position=wager.position, player="", on=wager.on, stake_minor=wager.cents)


def _play(document: _Document, state: Round) -> dict[str, Any]:
    rules = state.rules
    played(core, state, a.CallNoMoreBets())
    for card in document.shoe:
        if state.phase is Phase.COMPLETE:
            break
        played(core, state, a.DealCard(card=card))
    hands = {
        "player": list(state.player),
        "player_points": state.points(Side.PLAYER),
        "banker": list(state.banker),
        "banker_points": state.points(Side.BANKER),
    }
    used = len(state.player) + len(state.banker)
    if state.phase is not Phase.COMPLETE:
        played(core, state, a.CallTooFewCards())
        outcome, rows = Outcome.VOID, [_void(wager, rules.clause("too_few")) for wager in document.wagers]
    else:
        played(core, state, a.PayWinners())
        outcome = state.outcome
        areas, points = Areas(rules), state.points(Side.BANKER)
        rows = [_row(areas, wager, outcome, points) for wager in document.wagers]
    return {**hands, "outcome": outcome.value, "used": used, "wagers": rows}


def _row(areas: Areas, wager: _Wager, outcome: Outcome, banker_points: int) -> dict[str, Any]:
    on = On(wager.on)
    settled = settle_wager(areas.rules, on, wager.cents, outcome, banker_points)
    # A document is one round, so vigorish that a table would defer is shown as if it were collected at the round's
    # end: rounded, whether the house collects at once or later.
    vig = areas.part_of(wager.position, settled.vigorish)
    return {
        "position": wager.position,
        "on": wager.on,
        "result": settled.result.value,
        "paid": settled.paid_minor,
        "vig": vig,
        "net": settled.net(wager.cents, vig),
        "clause": settled.clause,
    }


def _void(wager: _Wager, clause: str) -> dict[str, Any]:
    named = {"position": wager.position, "on": wager.on, "result": e.Result.VOID.value}
    return {**named, "paid": 0, "vig": 0, "net": 0, "clause": clause}
