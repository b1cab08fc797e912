"""Settlement documents for sic bo, played through the same Round as a live table."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec

from pitboss.decider import Act, Command, Person, Role, decode_or_explain
from pitboss.errors import InputError
from pitboss.games.document import checked_rulebook, faults_of, refused, require_notation
from pitboss.games.sicbo import acts as a
from pitboss.games.sicbo import events as e
from pitboss.games.sicbo.round import decide, evolve
from pitboss.games.sicbo.rules import Rules, rules_of
from pitboss.games.sicbo.settle import lit
from pitboss.games.sicbo.state import Round
from pitboss.games.sicbo.wagers import parse_bet
from pitboss.games.table.acts import Stake
from pitboss.rulebook import cites

__all__ = ["settle_document"]

_DEALER = Person("dealer", Role.DEALER)
_THEN = datetime(2000, 1, 1, tzinfo=UTC)


class _Wager(msgspec.Struct, forbid_unknown_fields=True):
    bet: str
    cents: Stake
    player: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class _Document(msgspec.Struct, forbid_unknown_fields=True):
    rulebook: str
    wagers: tuple[_Wager, ...]
    dice: a.Dice | None = None
    event: Literal["not_flat"] | None = None
    settings: dict[str, Any] = {}


_DECODER = msgspec.json.Decoder(_Document)


def settle_document(data: bytes, line: int) -> dict[str, Any]:
    """Answer one document: results and lit places, or every fault at once as a refusal.

    Raises:
        InputError: for what nobody could mean: malformed JSON, an unknown field, unparsable notation, a bad amount.
    """
    document = decode_or_explain(data, _DECODER, line=line)
    bets = [wager.bet for wager in document.wagers]
    require_notation(bets, parse_bet, line)
    if (document.dice is None) == (document.event is None):
        reason = 'a round has either the three dice or the event "not_flat"'
        dice = None if document.dice is None else list(document.dice)
        raise InputError(reason, line=line, field="dice", value=dice)
    config, faults = checked_rulebook("sicbo", document.rulebook, document.settings, line)
    rules = rules_of(config)
    if faults:
        return refused([*faults, *faults_of(bets, lambda place: rules.selection(bets[place]))])
    state = Round(rules)
    placed = faults_of(bets, lambda place: _do(state, _placing(document.wagers[place])))
    return refused(placed) if placed else _settle(document, state)


def _placing(wager: _Wager) -> a.PlaceWager:
    return a.PlaceWager(player=wager.player or "", bet=wager.bet, stake_minor=wager.cents)


@cites("SB-F1", "Q11")
def _settle(document: _Document, state: Round) -> dict[str, Any]:
    """Shake and settle; a die that is not flat decides no wager."""
    _do(state, a.CallNoMoreBets())
    _do(state, a.ShakeDice(shakes=state.rules.data.shakes_min))
    if document.dice is None:
        _do(state, a.UncoverShaker(is_flat=False))
        _do(state, a.CallNoRoll())
        return {"announce": "No Roll", "results": [], "total_net": 0, "lit": []}
    _do(state, a.UncoverShaker(is_flat=True))
    _do(state, a.EnterDice(dice=document.dice))
    (settled,) = _do(state, a.PayWinners())
    return _answer(document, state.rules, settled)


def _answer(document: _Document, rules: Rules, settled: e.RoundSettled) -> dict[str, Any]:
    columns = settled.wagers
    by_bet = {
        (player, bet): (outcome, paid // stake, clause)
        for player, bet, stake, paid, outcome, clause in zip(
            columns.player,
            columns.bet,
            columns.stake_minor,
            columns.paid_minor,
            columns.outcome,
            columns.clause,
            strict=True,
        )
    }
    results = []
    for wager in document.wagers:
        outcome, odds, clause = by_bet[wager.player or "", wager.bet]
        paid = odds * wager.cents
        named = {} if wager.player is None else {"player": wager.player}
        net = paid if outcome is e.Outcome.WIN else -wager.cents
        row = {"bet": wager.bet, "outcome": outcome.value, "paid": paid, "net": net, "clause": clause}
        results.append({**named, **row})
    total = sum(row["net"] for row in results)
    return {"results": results, "total_net": total, "lit": list(lit(rules, settled.dice))}


def _do(state: Round, act: Act) -> Any:
    events = decide(state, Command(key="document", by=_DEALER, act=act, received_at=_THEN))
    for event in events:
        evolve(state, event)
    return events
