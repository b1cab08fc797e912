"""`pitboss odds`: exact odds of every wager of a game, from the tables that pay and deal it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from cyclopts import Parameter

from pitboss.cli.odds_blackjack import blackjack
from pitboss.cli.output import Rulebook, print_json, print_table
from pitboss.cli.refused import as_bad_input
from pitboss.errors import BadConfig
from pitboss.money import USD, show

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from pitboss.lab.baccarat import Commission, Outcomes, WagerOdds
    from pitboss.lab.pay_tables import PositionOdds
    from pitboss.rulebook import TableConfig

__all__ = ["baccarat", "blackjack", "percent", "roulette", "sicbo", "table_of"]

OwnOdds = Annotated[Path | None, Parameter(help="A table's TOML file instead: its own odds count.")]
R = TypeVar("R", bound="PositionOdds[Any, Any]")
_FIGURES = ("wins", "loses", "void", "edge", "variance")
_COLUMNS = ("pays", "wins", "edge", "variance")


def table_of(game: str, rulebook: str, table: Path | None) -> TableConfig:
    """Return the configuration of a house, or of one of its tables; it must be of that game."""
    from pitboss import openers
    from pitboss.rulebook import edition, read_table_file

    with as_bad_input():
        config = openers.table_of({"rulebook": rulebook} if table is None else read_table_file(table))
    if edition(config.rulebook).game != game:
        raise BadConfig(f"not a {game} rulebook", field="rulebook", value=config.rulebook)
    return config


def percent(value: Fraction) -> str:
    """Write a fraction as a percentage with two decimals.

    >>> from fractions import Fraction
    >>> percent(Fraction(-1, 38))
    '-2.63 %'
    """
    return f"{_decimal(value * 100, places=2)} %"


def roulette(
    *,
    rulebook: Rulebook = "oneida-roulette-2008",
    table: OwnOdds = None,
    positions: bool = False,
    json: bool = False,
) -> None:
    """Print what the wagers pay and cost: probability, house edge and variance as exact fractions.

    Parameters
    ----------
    positions
        A line for each position; by default those alike stand together.
    json
        Print one JSON row a position.
    """
    from pitboss.games.roulette import rules as roulette_rules
    from pitboss.lab.pay_tables import roulette_odds

    rules = roulette_rules.rules_of(table_of("roulette", rulebook, table))
    rows = roulette_odds(rules)
    if json:
        print_json(row.as_json() for row in rows)
        return
    title = f"{rules.edition.title} ({rules.edition.id}): {len(rows)} positions"
    if positions:
        shown = [{"position": row.position, "covers": " ".join(row.covers), **_shown(row)} for row in rows]
        print_table(title, ("position", "covers", *_COLUMNS), shown)
        return
    lines = [
        {
            "wager": f"{rules.wagers[group[0].kind].name} ({group[0].kind})",
            "positions": len(group),
            "covers": len(group[0].covers),
            **_shown(group[0]),
        }
        for group in _alike(rows)
    ]
    print_table(title, ("wager", "positions", "covers", *_COLUMNS), lines)


def sicbo(*, rulebook: Rulebook = "oneida-sicbo-2004", table: OwnOdds = None, json: bool = False) -> None:
    """Print what the wagers pay and cost: probability, house edge and variance as exact fractions.

    Parameters
    ----------
    json
        Print one JSON row a selection; by default those alike stand together.
    """
    from pitboss.games.sicbo import rules as sicbo_rules
    from pitboss.lab.pay_tables import sicbo_odds

    rules = sicbo_rules.rules_of(table_of("sicbo", rulebook, table))
    rows = sicbo_odds(rules)
    if json:
        print_json(row.as_json() for row in rows)
        return
    title = f"{rules.edition.title} ({rules.edition.id}): {len(rows)} selections, 216 throws"
    lines = []
    for group in _alike(rows):
        numbers = [row.position.partition(":")[2] for row in group]
        wager = f"{group[0].kind}:{_listed(numbers)}" if numbers[0] else group[0].kind
        lines.append({"wager": wager, "throws": group[0].covers, **_shown(group[0])})
    print_table(title, ("wager", "throws", *_COLUMNS), lines)


def _alike(rows: Sequence[R]) -> Iterable[list[R]]:
    """Put the positions of a kind together that pay and cost the same."""
    alike: dict[tuple[object, ...], list[R]] = {}
    for row in rows:
        alike.setdefault((row.kind, row.pays, row.edge), []).append(row)
    return alike.values()


def _shown(row: PositionOdds[Any, Any]) -> dict[str, object]:
    pays = (row.pays,) if isinstance(row.pays, int) else row.pays
    return {
        "pays": f"{', '.join(map(str, pays))} to 1",
        "wins": row.win_probability,
        "edge": f"{row.edge} ({percent(row.edge)})",
        "variance": row.variance,
    }


def _listed(numbers: Sequence[str]) -> str:
    """Name the first and the last of many, or all of few.

    >>> _listed(["1", "2", "3"]), _listed(["4", "17"])
    ('1 to 3', '4, 17')
    """
    return f"{numbers[0]} to {numbers[-1]}" if numbers[2:] else ", ".join(numbers)


def baccarat(
    *,
    rulebook: Rulebook = "oneida-minibaccarat-2004",
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
    from pitboss.games.baccarat.third_cards import third_cards
    from pitboss.lab.baccarat import Commission, Form, odds, outcomes
    from pitboss.rulebook import edition

    rules = edition(rulebook)
    if rules.game != "baccarat":
        raise BadConfig("not a baccarat rulebook", field="rulebook", value=rulebook)
    if form not in tuple(Form):
        raise BadConfig(f"is not one of {', '.join(Form)}", field="form", value=form)
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
    from pitboss.games.baccarat.third_cards import BANKER, PLAYER, TIE
    from pitboss.lab.pay_tables import ratio

    chances = {outcome: ends.probability(outcome) for outcome in (BANKER, PLAYER, TIE)}
    return [
        {"outcome": outcome, "probability": ratio(chance), "decimal": _decimal(chance)}
        for outcome, chance in chances.items()
    ]


def _wager_row(row: WagerOdds) -> dict[str, object]:
    from pitboss.lab.pay_tables import ratio

    figures = {name: getattr(row, name) for name in _FIGURES}
    exact: dict[str, object] = {name: ratio(value) for name, value in figures.items()}
    decimals = {f"{name}_decimal": _decimal(value) for name, value in figures.items()}
    return {"wager": row.wager, **exact, **decimals, "gains": {end: ratio(gain) for end, gain in row.gains.items()}}


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
    from pitboss.lab.baccarat import Form

    charged = {
        Form.VIG: f"{commission.pct} % of a banker win",
        Form.TIE_VIG: f"{commission.pct} % of a banker wager on a tie",
        Form.NO_VIG: "none, and a banker win with six pays 1 to 2",
    }
    rounding = "not rounded" if stake is None else f"on a wager of {show(stake, USD)}"
    return f"Vigorish: {charged[commission.form]}, {rounding}; a tie pays {tie_odds} to 1"


def _decimal(value: Fraction, places: int = 6) -> str:
    """Write so many places, rounded to the nearest.

    >>> from fractions import Fraction
    >>> _decimal(Fraction(-2, 3))
    '-0.666667'
    """
    parts = round(value * 10**places)
    sign = "-" if parts < 0 else ""
    return f"{sign}{abs(parts) // 10**places}.{abs(parts) % 10**places:0{places}d}"
