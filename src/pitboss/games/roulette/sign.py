"""The sign of a roulette table: limits, odds, and what the house takes as a wager."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.roulette.rules import Rules, rules_of
from pitboss.games.table.sign import Line, Section, Sign, limits, odds, sentence, sign_of
from pitboss.rulebook import TableConfig, cites

_FAMILIES = (("red", "black"), ("odd", "even"), ("low", "high"))
_SPOKEN = {
    "cash": "Spoken wagers are taken with cash, once the dealer confirms them.",
    "chips": "Spoken wagers are taken with chips, in time for the dealer to place them.",
    "none": "Spoken wagers are not taken.",
}


def sign(config: TableConfig) -> Sign:
    """Return what is posted at a roulette table.

    >>> from pitboss.rulebook import table_config
    >>> sign(table_config({"rulebook": "seabrook-roulette"})).lines[1].value
    '$4.00'
    """
    rules = rules_of(config)
    names = _names(rules)
    return sign_of(
        rules,
        game_name(rules),
        (
            limits(rules, names),
            Section("Odds", odds(rules, names=names, families=_FAMILIES)),
            Section("At this table", tuple(_wagers(rules))),
        ),
    )


def _names(rules: Rules) -> dict[str, str]:
    """Tell the three numbers of a row from those with a zero, which some houses call by the same name."""
    row, triple = rules.wagers["row"].name, rules.wagers["triple"].name
    return {"triple": f"{triple} with a zero"} if row == triple else {}


@cites("RS-W")
def _wagers(rules: Rules) -> Iterator[Line]:
    if rules.has("colour_chips_only"):
        yield sentence("Wagers are made in roulette chips only.", rules.clause("colour_chips_only"))
    if rules.settings["match_play"]:
        taken = "Match-play coupons are taken beside at least as much in roulette chips, never beside value chips."
        yield sentence(taken, rules.clause("coupon"))
    yield sentence(_SPOKEN[rules.settings["verbal"]], rules.clause("verbal"))


def game_name(rules: Rules) -> str:
    """Name the game by its wheel."""
    return f"{rules.wheel.name.replace('_', '-').capitalize()} roulette"
