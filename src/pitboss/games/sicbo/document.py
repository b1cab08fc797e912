"""Settlement documents for sic bo, played through the same Round as a live table."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from pitboss.decider import decode_or_explain
from pitboss.errors import InputError
from pitboss.games.document import LayoutWager, checked_rulebook, faults_of, played, refused, require_notation, rows_of
from pitboss.games.sicbo import acts as a
from pitboss.games.sicbo import round as core
from pitboss.games.sicbo.rules import rules_of
from pitboss.games.sicbo.settle import lit
from pitboss.games.sicbo.state import Round
from pitboss.games.sicbo.wagers import parse_bet
from pitboss.rulebook import cites


class _Document(msgspec.Struct, forbid_unknown_fields=True):
    rulebook: str
    wagers: tuple[LayoutWager, ...]
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
    placed = faults_of(bets, lambda place: played(core, state, _placing(document.wagers[place])))
    return refused(placed) if placed else _settle(document, state)


def _placing(wager: LayoutWager) -> a.PlaceWager:
    return a.PlaceWager(player=wager.player or "", bet=wager.bet, stake_minor=wager.cents)


@cites("SB-F1", "Q11")
def _settle(document: _Document, state: Round) -> dict[str, Any]:
    """Shake and settle; a die that is not flat decides no wager."""
    played(core, state, a.CallNoMoreBets())
    played(core, state, a.ShakeDice(shakes=state.rules.data.shakes_min))
    if document.dice is None:
        played(core, state, a.UncoverShaker(is_flat=False))
        played(core, state, a.CallNoRoll())
        return {"announce": "No Roll", "results": [], "total_net": 0, "lit": []}
    played(core, state, a.UncoverShaker(is_flat=True))
    played(core, state, a.EnterDice(dice=document.dice))
    settled: Any
    (settled,) = played(core, state, a.PayWinners())
    return {**rows_of(document.wagers, settled.wagers, {}), "lit": list(lit(state.rules, settled.dice))}
