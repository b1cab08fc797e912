"""What a sic bo table shows: to anybody, to those who work it, to each seat of itself; and when two enter its dice."""

from __future__ import annotations

from typing import Any

from pitboss.decider import Role
from pitboss.games.live import RESULTS, laid_view, payments_view, rows_of, table_view, value_chips
from pitboss.games.sicbo.acts import Dice, EnterDice
from pitboss.games.sicbo.events import FailureReported, RoundSettled
from pitboss.games.sicbo.history import history_view, result_of
from pitboss.games.sicbo.next_act import next_act
from pitboss.games.sicbo.rules import Rules
from pitboss.games.sicbo.settle import settled_columns
from pitboss.games.sicbo.state import Phase, Table
from pitboss.games.sicbo.wagers import SELECTIONS, Selection
from pitboss.games.table.sign import odds_in_words
from pitboss.stream import SecondEntry

_TIMES = ("once", "twice", "thrice")


def view(state: Table) -> dict[str, Any]:
    """Return the table with its chips and throws, and the places that are lit; a throw that lights them is the newest.

    `dice` are those of this round, from their entry until the next one opens.
    """
    thrown = [*_unpaid(state), *state.results]
    dice = None if state.round is None else state.round.dice
    return {
        **table_view(state),
        "results": [result_of(one) for one in thrown[:RESULTS]],
        "lit": list(state.lit),
        "dice": None if dice is None else list(dice),
        "lines": {} if dice is None else {f"one:{face}": dice.count(face) for face in dice},
        "is_collected": state.are_losers_collected,
        "is_inspected": state.is_computer_inspected,
        "is_failed": state.is_computer_failed,
        "wagers": laid_view(state),
        "payments": _payments(state),
        "void": _void(state),
        "history": history_view(thrown),
    }


def _unpaid(state: Table) -> tuple[Dice, ...]:
    """Return the throw that lights the layout, as long as it is not paid."""
    current = state.round
    if current is None or current.phase is not Phase.LIT or current.dice is None:
        return ()
    return (current.dice,)


def _payments(state: Table) -> dict[str, Any] | None:
    """Return who is paid what once the dice are entered, and until the next round.

    Before payment it is asked of the settlement itself, after it it is read from what was recorded.
    """
    current = state.round
    if current is not None and current.phase is Phase.LIT and current.dice is not None:
        columns, _ = settled_columns(current.rules, current.dice, current.wagers)
        return payments_view(columns, is_paid=False)
    if current is not None and current.phase is Phase.SETTLED and state.ended is not None:
        return payments_view(state.ended[1].wagers, is_paid=True)
    return None


def _void(state: Table) -> dict[str, Any] | None:
    """Return why the last round was no roll, until the next one."""
    current, ended = state.round, state.ended
    if current is None or current.phase is not Phase.VOID:
        return None
    is_given_back = ended is not None and isinstance(ended[1], FailureReported) and ended[0] == current.number
    returned = sum(ended[1].wagers.stake_minor) if ended is not None and is_given_back else 0
    words = "the layout's computer failed with the shaker covered"
    return {"words": words, "clause": current.rules.clause("failure_covered"), "returned_minor": returned}


def staff_view(state: Table, _: Role) -> dict[str, Any]:
    """Return what those who work the table go by: the next act, what lies in all, and the house's clauses."""
    return {
        "next": next_act(state),
        "laid_minor": 0 if state.round is None else state.round.laid_in_all,
        "house": {"clauses": dict(state.rules.data.clauses), "shakes_min": state.rules.data.shakes_min},
    }


def own_view(state: Table, terminal: str) -> dict[str, Any]:
    """Return what a seat's player sees of themselves: how their bets of the last round ended."""
    if state.ended is None:
        return {"last": None}
    number, ended = state.ended
    rows = [row for row in rows_of(ended.wagers) if row["player"] == terminal]
    dice = list(ended.dice) if isinstance(ended, RoundSettled) else None
    return {"last": {"round": number, "dice": dice, "rows": rows}}


def layout(state: Table) -> dict[str, Any]:
    """Return the fifty places with what they pay, and the chips that fit the limits."""
    rules = state.rules
    low, high = rules.general_limits
    chips = value_chips(rules.config.currency, low, high)
    return {"order": [], "colours": {}, "spots": [_spot(rules, one) for one in SELECTIONS], "chips_minor": chips}


def _spot(rules: Rules, selection: Selection) -> dict[str, Any]:
    kind = selection.kind
    low, high = rules.limits(kind)
    return {
        "bet": selection.bet,
        "kind": kind,
        "name": name_of(rules, selection),
        "title": odds_of(rules, kind),
        "pays": rules.pays(kind),
        "clause": rules.wagers[kind].win_clause,
        "min_minor": low,
        "max_minor": high,
    }


def odds_of(rules: Rules, kind: str) -> str:
    """Say what a place pays; one of a kind by how often its number shows."""
    if kind != "one":
        return odds_in_words(rules.pays(kind))
    return ", ".join(f"{words} {odds_in_words(rules.pays_for(kind, times))}" for times, words in enumerate(_TIMES, 1))


def name_of(rules: Rules, selection: Selection) -> str:
    """Return what people call a place.

    >>> from pitboss.games.sicbo.rules import rules_of
    >>> from pitboss.games.sicbo.wagers import BY_BET
    >>> from pitboss.rulebook import table_config
    >>> rules = rules_of(table_config({"rulebook": "oneida-sicbo-2004"}))
    >>> [name_of(rules, BY_BET[bet]) for bet in ("pair:3", "combination:3-5", "total:11", "any_triple")]
    ['Two 3s', '3 and 5', 'Total 11', 'Any triple']
    """
    numbers = [str(number) for number in selection.numbers]
    match selection.bet.partition(":")[0]:
        case "pair" | "triple" as kind:
            return f"{'Two' if kind == 'pair' else 'Three'} {numbers[0]}s"
        case "combination":
            return " and ".join(numbers)
        case "one":
            return f"One {numbers[0]}"
        case "total":
            return rules.wagers[selection.kind].name
    return selection.bet.capitalize().replace("_", " ")


def _due(state: Table) -> int | None:
    """Return the round whose dice lie open, unless the computer failed."""
    current = state.round
    if current is None or current.phase is not Phase.UNCOVERED or state.is_computer_failed:
        return None
    return current.number


SECOND_ENTRY = SecondEntry(act=EnterDice, due=_due)
