"""What a sic bo table waits for: the one next act in words, with its clause and whose it is.

Refuses nothing: `decide` says what may be done, this says what a dealer's screen has as its one large button. Three
dice are named on the pad where `is_dice`; what else is asked for stands in `asks`.
"""

from __future__ import annotations

from typing import Any

from pitboss.games.sicbo import acts as a
from pitboss.games.sicbo.decide import FLOOR, SUPERVISING
from pitboss.games.sicbo.settle import pay_table
from pitboss.games.sicbo.state import Phase, Round, Table
from pitboss.games.table import acts as table_acts
from pitboss.games.table.next_act import opening, told


def next_act(state: Table) -> dict[str, Any]:
    """Return the act that brings the table on: its name and known fields, what the hands do, and who may do it.

    >>> from pitboss.games.sicbo.state import new_table
    >>> from pitboss.rulebook import table_config
    >>> found = next_act(new_table(table_config({"rulebook": "oneida-sicbo-2004"})))
    >>> found["act"], found["clause"]
    ('table.inspect_equipment/1', 'SB-A1')
    """
    current = state.round
    if current is not None and not state.is_between_rounds:
        return (_by_hand if state.is_computer_failed else _STEPS[current.phase])(state, current)
    if state.is_computer_failed:
        text, hint = "The computer is repaired", "nothing is played until then"
        step = told(state, a.RecordRepair, text, "failure", hint=hint, by=SUPERVISING, repair="")
        return {**step, "asks": ["repair"]}
    if not state.is_open and not state.inspected:
        return opening(state)
    if not state.is_computer_inspected:
        text, hint = "Inspect the layout's computer", "three dice, then each place that lights up"
        step = told(state, a.InspectComputer, text, "inspection", hint=hint, by=FLOOR)
        return {**step, "is_dice": True, "asks": ["seen_lit"]}
    return opening(state) if not state.is_open else _between(state)


def _between(state: Table) -> dict[str, Any]:
    if not state.is_sign_posted:
        return told(state, table_acts.PostSign, "Post the sign", "limits", hint="with the limits in force")
    return told(state, table_acts.OpenBetting, "Open the bets", "round", hint=f"for roll {state.rounds + 1}")


def _betting(state: Table, current: Round) -> dict[str, Any]:
    hint = f"{state.money(current.laid_in_all)} on the layout" if current.wagers else "nobody has bet yet"
    return told(state, a.CallNoMoreBets, 'Call "No more bets"', "no_more_bets", hint=hint)


def _closed(state: Table, _: Round) -> dict[str, Any]:
    least = state.rules.data.shakes_min
    text = f"Cover the shaker, shake it {least} times"
    return told(state, a.ShakeDice, text, "shake", hint="or more often", shakes=least)


def _shaken(state: Table, _: Round) -> dict[str, Any]:
    step = told(state, a.UncoverShaker, "Uncover: every die lies flat", "enter", is_flat=True)
    return {**step, "others": [{"text": "A die does not lie flat", "fields": {"is_flat": False}}]}


def _uncovered(state: Table, _: Round) -> dict[str, Any]:
    step = told(state, a.EnterDice, "Announce and enter the dice", "enter", hint="touch them, or type them")
    return {**step, "is_dice": True}


def _not_flat(state: Table, _: Round) -> dict[str, Any]:
    hint = "nothing is decided; wagers stand or may be withdrawn"
    return told(state, a.CallNoRoll, 'Call "No Roll"', "no_roll", hint=hint)


def _lit(state: Table, current: Round) -> dict[str, Any]:
    row = pay_table(current.rules).row(current.dice or ())
    lost = [stake for (_, bet, _), stake in current.wagers.items() if row[current.rules.selection(bet).index] < 0]
    if not state.are_losers_collected:
        text = "Take the losing chips" if lost else "No chip has lost"
        hint = f"{len(lost)} wager{'' if len(lost) == 1 else 's'}, {state.money(sum(lost))}" if lost else "pay next"
        return told(state, a.CollectLosers, text, "losers_first", hint=hint)
    has_winner = len(lost) < len(current.wagers)
    text, hint = ("Pay the winners", "as they are lit") if has_winner else ("Nobody has won", "go on")
    return told(state, a.PayWinners, text, "losers_first", hint=hint)


def _by_hand(state: Table, current: Round) -> dict[str, Any]:
    """Return the settlement of an uncovered throw after the computer failed; dice that were entered stay."""
    fields: dict[str, Any] = {} if current.dice is None else {"dice": list(current.dice)}
    hint = "a supervisor stands by: losers first, then the winners"
    return {**told(state, a.SettleByHand, "Settle by hand", "failure", hint=hint, **fields), "is_dice": True}


def _paid(state: Table, _: Round) -> dict[str, Any]:
    return told(state, a.ClearLights, "Clear the lights", "clear", hint="everybody is paid")


_STEPS = {
    Phase.BETTING: _betting,
    Phase.CLOSED: _closed,
    Phase.SHAKEN: _shaken,
    Phase.UNCOVERED: _uncovered,
    Phase.NOT_FLAT: _not_flat,
    Phase.LIT: _lit,
    Phase.SETTLED: _paid,
}
