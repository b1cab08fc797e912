"""Who is paid what and who owes what, in the order of the house: before payment as it would be, after it as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from pitboss.games.baccarat.events import Columns, Deed, Result, RoundSettled, Step
from pitboss.games.baccarat.hands import Side
from pitboss.games.baccarat.settle import settled_columns
from pitboss.games.baccarat.state import Phase, Round, Table


def payments(state: Table) -> dict[str, Any] | None:
    """Return the payments once the result is called, and until the next round; None at any other time."""
    current, ended = state.round, state.ended
    if current is None:
        return None
    if current.phase is Phase.COMPLETE and state.play.is_result_called:
        banker = current.points(Side.BANKER)
        columns, steps, _ = settled_columns(current.rules, current.outcome, banker, current.laid())
        return _listed(current, columns, steps, is_paid=False)
    if current.phase is Phase.SETTLED and isinstance(ended, RoundSettled):
        return _listed(current, ended.wagers, ended.steps, is_paid=True)
    return None


def _listed(current: Round, columns: Columns, steps: Sequence[Step], *, is_paid: bool) -> dict[str, Any]:
    rows = list(rows_of(columns))
    lost = [row["stake_minor"] for row in rows if row["result"] == Result.LOSE]
    order = str(current.rules.settings["pay_order"])
    return {
        "is_paid": is_paid,
        "clause": f"{current.rules.clause('pay_order')}{order}",
        "steps": [_step(current, rows, step) for step in steps],
        "wagers": rows,
        "lost": len(lost),
        "lost_minor": sum(lost),
    }


def _step(current: Round, rows: Sequence[dict[str, Any]], step: Step) -> dict[str, Any]:
    """Return one step of paying: at which position, whose, how much, and by which clause."""
    here = [row for row in rows if row["position"] == step.position]
    won = [row for row in here if row["result"] == Result.WIN]
    about = won if step.deed is Deed.PAY else here
    return {
        "deed": step.deed.value,
        "position": step.position,
        "player": here[0]["player"],
        "amount": money_of(current, Fraction(step.amount)),
        "on": [row["on"] for row in about],
        "stake_minor": sum(row["stake_minor"] for row in won),
        "clause": about[0]["clause"] if step.deed is Deed.PAY else current.rules.clause("vig"),
    }


def rows_of(columns: Columns) -> Iterator[dict[str, Any]]:
    """Yield the wagers of a round with what became of them, as they are recorded."""
    names = ("position", "player", "on", "source", "stake_minor", "paid_minor", "vig_minor", "owed", "result", "clause")
    for values in zip(*(getattr(columns, name) for name in names), strict=True):
        row = dict(zip(names, values, strict=True))
        yield {**row, "source": row["source"].value, "result": row["result"].value}


def money_of(current: Round, owed: Fraction) -> str:
    """Print an exact amount; what is left of a cent is written as a fraction of one."""
    whole, rest = divmod(owed, 1)
    return current.money(int(whole)) + (f" and {rest} cent" if rest else "")
