"""Settlement documents for roulette: here is a round, what does it pay, and by which clause?

The document is played through the same Round as a live table: wagers placed, ball spun, bets closed, late wagers
tried and returned, the number entered or "No Spin" called. Nothing is settled by other code.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from pitboss.decider import Person, Role, decode_or_explain
from pitboss.errors import InvariantBroken
from pitboss.games.document import (
    DEALER,
    LayoutWager,
    checked_rulebook,
    faults_of,
    played,
    refused,
    require_notation,
    rows_of,
)
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import round as core
from pitboss.games.roulette.round import invalid
from pitboss.games.roulette.rules import Rules, rules_of
from pitboss.games.roulette.state import Round
from pitboss.games.roulette.wagers import parse_bet
from pitboss.rulebook import BetsClosed, Fault

_DIRECTOR = Person("director", Role.DIRECTOR)


class _Wager(LayoutWager, forbid_unknown_fields=True):
    late: bool = False


class _Event(StrEnum):
    FOREIGN_OBJECT = "foreign_object"
    FLOATER = "floater"
    BALL_OUT = "ball_out"
    WHEEL_STOPPED = "wheel_stopped"
    INTERFERENCE = "interference"
    NO_DROP = "no_drop"
    SUSPICION = "suspicion"


class _Spin(msgspec.Struct, forbid_unknown_fields=True):
    direction: a.Direction = a.Direction.AGAINST
    revolutions: a.Revolutions | None = None
    event: _Event | None = None


class _Document(msgspec.Struct, forbid_unknown_fields=True):
    rulebook: str
    wagers: tuple[_Wager, ...]
    pocket: a.Pocket | None = None
    settings: dict[str, Any] = {}
    spin: _Spin = msgspec.field(default_factory=_Spin)


_DECODER = msgspec.json.Decoder(_Document)


def settle_document(data: bytes, line: int) -> dict[str, Any]:
    """Answer one document: results, or every fault at once as a refusal.

    Raises:
        InputError: for what nobody could mean: malformed JSON, an unknown field, unparsable notation, a bad amount.
    """
    document = decode_or_explain(data, _DECODER, line=line)
    bets = [wager.bet for wager in document.wagers]
    require_notation(bets, parse_bet, line)
    config, faults = checked_rulebook("roulette", document.rulebook, document.settings, line)
    rules = rules_of(config)
    if faults:
        return refused([*faults, *faults_of(bets, lambda place: rules.position(bets[place]))])
    return _play(document, rules)


def _play(document: _Document, rules: Rules) -> dict[str, Any]:
    state, wagers, pocket = Round(rules), document.wagers, document.pocket

    def place_wager(place: int) -> None:
        if wagers[place].late:
            rules.position(wagers[place].bet)
        else:
            played(core, state, _placing(wagers[place]))

    faults = faults_of([wager.bet for wager in wagers], place_wager)
    if pocket is not None and pocket not in rules.wheel.index:
        reason = f"this wheel has no {pocket}: it has {len(rules.wheel.pockets)} pockets"
        faults.append(Fault("pocket", pocket, reason, rules.clause("wheel")))
    if faults:
        return refused(faults)
    return _spin(document, state)


def _spin(document: _Document, state: Round) -> dict[str, Any]:
    spin, rules = document.spin, state.rules
    turns = rules.data.revolutions_min if spin.revolutions is None else spin.revolutions
    played(core, state, a.SpinBall(direction=spin.direction))
    played(core, state, a.CallNoMoreBets())
    late = {place: _late_clause(state, wager) for place, wager in enumerate(document.wagers) if wager.late}
    cause = invalid(state, turns) or (a.Cause(spin.event) if spin.event else None)
    if cause is not None:
        called: Any
        (called,) = played(core, state, a.CallNoSpin(cause=cause), by=caller(rules, cause))
        answer = {"valid": False, "announce": "No Spin", **rows_of(document.wagers, called.wagers, late)}
        return {**answer, "payment_groups": []}
    if document.pocket is None:
        reason = "a valid spin needs the number the ball came to rest in"
        return refused([Fault("pocket", None, reason, rules.clause("number"))])
    played(core, state, a.EnterNumber(pocket=document.pocket, revolutions=turns))
    settled: Any
    (settled,) = played(core, state, a.PayWinners())
    groups = [list(group) for group in settled.payment_groups]
    return {"valid": True, **rows_of(document.wagers, settled.wagers, late), "payment_groups": groups}


def _placing(wager: _Wager) -> a.PlaceWager:
    return a.PlaceWager(player=wager.player or "", bet=wager.bet, stake_minor=wager.cents)


def caller(rules: Rules, cause: a.Cause) -> Person:
    """Return somebody who may call a spin off for a cause: the dealer, or else the director."""
    return DEALER if "dealer" in rules.no_spin[cause].by else _DIRECTOR


def _late_clause(state: Round, wager: _Wager) -> str:
    """Try a late wager as a live table would, and return the clause that sends it back."""
    try:
        played(core, state, _placing(wager))
    except BetsClosed as refusal:
        return refusal.clause
    raise InvariantBroken(f"a late wager was taken: {wager}")
