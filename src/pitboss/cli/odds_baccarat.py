"""`pitboss odds baccarat`: how a round ends and what the wagers cost, counted from the tables that deal it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cli.output import print_json, print_table
from pitboss.errors import BadConfig
from pitboss.games.baccarat.third_cards import BANKER, PLAYER, TIE, third_cards
from pitboss.lab.baccarat import outcomes
from pitboss.lab.baccarat_odds import Commission, Form, odds
from pitboss.money import USD, show
from pitboss.rulebook import edition

if TYPE_CHECKING:
    from fractions import Fraction

    from pitboss.lab.baccarat import Outcomes
    from pitboss.lab.baccarat_odds import WagerOdds

__all__ = ["baccarat"]

_FIGURES = ("wins", "loses", "void", "edge", "variance")


def baccarat(
    *,
    rulebook: str = "oneida-minibaccarat-2004",
    decks: int = 8,
    form: str = "vig",
    pct: int | None = None,
    tie_odds: int = 8,
    stake: int | None = None,
    json: bool = False,
) -> None:
    """Print how the first round of a shoe ends, and what the wagers cost: probabilities, house edge and variance.

    Parameters
    ----------
    rulebook
        The house, by its rulebook's id.
    decks
        How many decks the shoe has, 1 to 16.
    form
        The form of vigorish: vig, tie_vig or no_vig.
    pct
        Its percentage: 4 or 5 for vig, up to 25 for tie_vig; without it, the highest.
    tie_odds
        n of the odds n to 1 that a tie is paid.
    stake
        A wager's cents, by which its vigorish is rounded; without a stake nothing is rounded.
    json
        Print one JSON row an outcome, then one a wager.
    """
    rules = edition(rulebook)
    if rules.game != "baccarat":
        raise BadConfig("not a baccarat rulebook", field="rulebook", value=rulebook)
    if form not in tuple(Form):
        raise BadConfig(f"is none of {', '.join(Form)}", field="form", value=form)
    commission = Commission.of(Form(form), pct)
    ends = outcomes(decks, third_cards(rules))
    rows = odds(ends, commission, tie_odds=tie_odds, stake=stake)
    if json:
        print_json([*_outcome_rows(ends), *map(_wager_row, rows)])
        return
    title = f"{rules.title} ({rules.id}): {decks} {'deck' if decks == 1 else 'decks'}, {ends.total:,} ways"
    print_table(title, ("outcome", "ways", "probability"), _outcome_lines(ends))
    print_table(_terms(commission, tie_odds, stake), ("wager", *_FIGURES), map(_wager_line, rows))


def _outcome_rows(ends: Outcomes) -> list[dict[str, str]]:
    chances = {outcome: ends.probability(outcome) for outcome in (BANKER, PLAYER, TIE)}
    return [
        {"outcome": outcome, "probability": _ratio(chance), "decimal": _decimal(chance)}
        for outcome, chance in chances.items()
    ]


def _wager_row(row: WagerOdds) -> dict[str, object]:
    figures = {name: getattr(row, name) for name in _FIGURES}
    exact: dict[str, object] = {name: _ratio(value) for name, value in figures.items()}
    decimals = {f"{name}_decimal": _decimal(value) for name, value in figures.items()}
    return {"wager": row.wager, **exact, **decimals, "gains": {end: _ratio(gain) for end, gain in row.gains.items()}}


def _outcome_lines(ends: Outcomes) -> list[dict[str, object]]:
    lines: list[dict[str, object]] = [
        {"outcome": row["outcome"], "ways": f"{ends.counts[row['outcome']]:,}", "probability": row["decimal"]}
        for row in _outcome_rows(ends)
    ]
    six = int(ends.banker_six * ends.total)
    return [*lines, {"outcome": "(banker with six)", "ways": f"{six:,}", "probability": _decimal(ends.banker_six)}]


def _wager_line(row: WagerOdds) -> dict[str, object]:
    return {"wager": row.wager, **{name: _decimal(getattr(row, name)) for name in _FIGURES}}


def _terms(commission: Commission, tie_odds: int, stake: int | None) -> str:
    """Say under which terms the wagers were reckoned."""
    charged = {
        Form.VIG: f"{commission.pct} % of a banker win",
        Form.TIE_VIG: f"{commission.pct} % of a banker wager on a tie",
        Form.NO_VIG: "none, and a banker win with six pays 1 to 2",
    }
    rounding = "not rounded" if stake is None else f"on a wager of {show(stake, USD)}"
    return f"Vigorish: {charged[commission.form]}, {rounding}; a tie pays {tie_odds} to 1"


def _ratio(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _decimal(value: Fraction) -> str:
    """Write six places, rounded to the nearest.

    >>> from fractions import Fraction
    >>> _decimal(Fraction(-2, 3))
    '-0.666667'
    """
    millionths = round(value * 10**6)
    sign = "-" if millionths < 0 else ""
    return f"{sign}{abs(millionths) // 10**6}.{abs(millionths) % 10**6:06d}"
