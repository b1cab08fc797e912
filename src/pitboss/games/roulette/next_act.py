"""What a roulette table waits for: the one next act in words, with its clause and whose it is.

Refuses nothing: `decide` says what may be done, this says what a dealer's screen has as its one large button.
"""

from __future__ import annotations

from typing import Any

from pitboss.games.equipment import colour_of
from pitboss.games.roulette import acts as a
from pitboss.games.roulette.incidents import SUPERVISING
from pitboss.games.roulette.play import EXAMINERS
from pitboss.games.roulette.settle import pay_table
from pitboss.games.roulette.state import Phase, Round, Table
from pitboss.games.table import acts as table_acts
from pitboss.games.table.next_act import opening, told

_PAYERS = ("dealer", "mucker")


def next_act(state: Table) -> dict[str, Any]:
    """Return the act that brings the table on: its name and known fields, what the hands do, and who may do it.

    >>> from pitboss.games.roulette.state import new_table
    >>> from pitboss.rulebook import table_config
    >>> found = next_act(new_table(table_config({"rulebook": "seabrook-roulette"})))
    >>> found["act"], found["text"]
    ('table.inspect_equipment/1', 'Inspect the equipment')
    """
    if not state.is_open:
        return opening(state)
    current = state.round
    if current is None or state.is_between_rounds:
        return _between(state)
    match current.phase:
        case Phase.BETTING:
            return _ball(state) or told(
                state, a.SpinBall, "Spin the ball", "spin", hint="against the wheel", direction=a.Direction.AGAINST
            )
        case Phase.SPINNING:
            hint = "as the ball slows, still in the track"
            return told(state, a.CallNoMoreBets, 'Call "No more bets"', "no_more_bets", hint=hint)
        case Phase.CLOSED:
            hint = "touch it on the cloth, or type it"
            return told(state, a.EnterNumber, "Enter the number", "number", hint=hint)
        case _:
            return _landed(state, current)


def _ball(state: Table) -> dict[str, Any] | None:
    """Return what is to be done with a ball after a no spin, before the next spin."""
    if state.must_examine_ball:
        text = "The ball is examined"
        return told(state, a.ExamineBall, text, "examine_ball", hint="it left the wheel", by=EXAMINERS)
    if state.is_ball_suspect:
        text = "Another ball is brought"
        return told(state, a.ReplaceBall, text, "ball", hint="this one was found unsound", by=EXAMINERS)
    if state.must_return_ball:
        text = f"Put the ball back into {state.previous}"
        return told(state, a.ReturnBall, text, "return_ball", hint="the number before", pocket=state.previous)
    return None


def _between(state: Table) -> dict[str, Any]:
    text = "Open the bets" if state.dolly is None else "Lift the dolly"
    hint = f"{'for' if state.dolly is None else 'and open the bets for'} game {state.rounds + 1}"
    return told(state, table_acts.OpenBetting, text, "spin", hint=hint)


def _landed(state: Table, current: Round) -> dict[str, Any]:
    pocket = str(current.pocket)
    if state.dolly is None:
        text, hint = "Place the dolly", f"announce {pocket}, {colour_of(pocket)}"
        return told(state, a.PlaceDolly, text, "number", hint=hint, pocket=pocket)
    held = _held(state)
    if held is not None:
        return held
    row = pay_table(current.rules).row(pocket)
    is_lost = {key: row[current.rules.position(key[1]).index] < 0 for key in current.wagers}
    if not state.are_losers_collected:
        lost = sum(stake for key, stake in current.wagers.items() if is_lost[key])
        count = sum(is_lost.values())
        text = "Take the losing chips" if count else "No chip has lost"
        hint = f"{count} wager{'' if count == 1 else 's'}, {state.money(lost)}" if count else "go on to the payment"
        return told(state, a.CollectLosers, text, "losers_first", hint=hint)
    text = "Pay the winners" if not all(is_lost.values()) else "Nobody has won"
    hint = "" if not all(is_lost.values()) else "the round is over"
    return told(state, a.PayWinners, text, "losers_first", hint=hint, by=_PAYERS)


def _held(state: Table) -> dict[str, Any] | None:
    """Return what has to be ruled on before anything is collected or paid."""
    number, rules = state.disputes.holding(state.rounds), state.rules.data.disputes
    if number is not None and rules is not None:
        entry = state.disputes.entries[number]
        named = state.rules.name_of(state.rules.position(entry.bet))
        text = f"{entry.player}'s {named} is in dispute"
        step = told(state, a.DecidePosition, text, "question", hint="nothing is paid until it is decided")
        return {**step, "act": None, "clause": rules.clauses["decide"], "by": ["inspector", "pit_supervisor"]}
    if state.questioned:
        player, bet, _ = min(state.questioned)
        named = state.rules.name_of(state.rules.position(bet))
        text, hint = f"Where do {player}'s chips lie?", f"on {named}, or beside it: a ruling comes first"
        return told(state, a.DecidePosition, text, "question", hint=hint, by=SUPERVISING)
    return None
