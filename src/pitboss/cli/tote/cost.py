"""`pitboss tote cost`: how many combinations a bet holds and what it costs, before any race is opened."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.output import print_json
from pitboss.errors import InputError
from pitboss.money import Currency, show


def cost(
    bet: str,
    *,
    runners: str,
    rulebook: str = "oneida-parimutuel-2004",
    any_: Annotated[bool, Parameter(name="--any", negative=())] = False,
    json: bool = False,
) -> int:
    """Count a bet's combinations and say what it costs; nothing is expanded, whatever its size.

    Parameters
    ----------
    bet
        The bet as it is called at the window, such as '$1 TRI 5/1,2/ALL'.
    runners
        How many betting interests the races have: one number for each race with commas between, or one for all.
    rulebook
        The edition whose windows sell it.
    any_
        Also a bet that the edition does not sell.
    json
        Print one JSON object.

    Returns:
    -------
    int
        0, or 1 where the edition does not sell such a bet.
    """
    from pitboss.rulebook import NotOffered
    from pitboss.tote.notation import combinations, format_bet, parse_bet
    from pitboss.tote.rules import tote_rules

    called, rules = parse_bet(bet), tote_rules(rulebook, {})
    try:
        if not any_:
            rules.refuse_unsold(called)
    except NotOffered as refused:
        answer = {"bet": format_bet(called), "refused": True, "clause": refused.clause, "reason": refused.reason}
        if json:
            print_json([answer])
        else:
            print(f"Refused: {refused.reason} [{refused.clause}].")
        return 1
    sizes = _sizes(runners, called.races)
    try:
        many = combinations(called, sizes)
    except InputError as error:
        raise InputError(error.reason, field="runners", value=runners) from error
    if not many:
        raise InputError("too few for the bet to hold a combination", field="runners", value=runners)
    price = many * called.amount
    if json:
        print_json([{"bet": format_bet(called), "combinations": many, "cost_minor": price}])
    else:
        named = f"{many:,} combination{'s' if many != 1 else ''}"
        print(f"{format_bet(called)}: {named}, {show(price, Currency.of('USD'))}.")
    return 0


def _sizes(text: str, races: int) -> list[int]:
    """Read how many betting interests each race has."""
    parts = text.split(",")
    if not all(part.isascii() and part.isdigit() and len(part) < 3 for part in parts):  # noqa: PLR2004 - at most 99
        raise InputError("numbers such as 9, or 9,8,10 for several races", field="runners", value=text)
    if len(parts) not in (1, races):
        many = "one number" if races == 1 else f"one number, or one for each of {races} races"
        raise InputError(f"expected {many}", field="runners", value=text)
    sizes = [int(part) for part in parts]
    return sizes * races if len(sizes) == 1 else sizes
