"""`pitboss strategy`: the best blackjack play by totals for a table's exact rules, as a table, a chart or data."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from pitboss.cli.odds_blackjack import HOUSE, OwnTable, Seen, Set, house_of
from pitboss.cli.output import Rulebook, console, print_table, write_picture
from pitboss.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.lab.blackjack.exact import Table

_ENDINGS = (".svg", ".pdf")


def run(
    *,
    rulebook: Rulebook = HOUSE,
    table: OwnTable = None,
    chosen: Set = None,
    seen: Seen = None,
    as_dealt: bool = False,
    json: bool = False,
    output: Annotated[str | None, Parameter(name=["--output", "-o"])] = None,
) -> None:
    """Print the best play by totals: a letter for every total, or pair, and every first card of the dealer.

    Parameters
    ----------
    as_dealt
        With dealer_bj = "original", for a table whose dealer does not look for a Blackjack first, as the Round deals.
    json
        Print one JSON object: rows with the letters for two cards and for drawn totals, and pairs.
    output
        Draw a chart into this file instead; its name ends in .svg or .pdf.
    """
    if output is not None and Path(output).suffix.lower() not in _ENDINGS:
        raise InputError("a chart's file ends in .svg or .pdf", field="output", value=output)
    from pitboss.lab.blackjack.answers import as_data
    from pitboss.lab.blackjack.exact import analyse, taken_for_granted
    from pitboss.lab.blackjack.tables import VALUES
    from pitboss.lab.blackjack.wagers import read_seen, shoe_of, values_of

    rules = house_of(rulebook, table, chosen)
    found = analyse(rules, shoe=values_of(shoe_of(rules.shoe_decks, read_seen(seen or []))), is_looked=not as_dealt)
    if output is not None:
        from pitboss.lab.blackjack import chart

        is_svg = Path(output).suffix.lower() == ".svg"
        write_picture(chart.as_svg(rules, found) if is_svg else chart.as_pdf(rules, found), output)
    if json:
        sys.stdout.write(msgspec.json.encode(as_data(rules.settings, found.table)).decode() + "\n")
    elif output is None:
        title = f"House edge {found.basic_edge:.6%} by this table, {found.composition_edge:.6%} by the cards of a hand"
        print_table(title, ("row", "cards", *VALUES), _lines(found.table))
        if found.gains.is_looked:
            console().print(taken_for_granted(rules))


def _lines(table: Table) -> Iterator[dict[str, str]]:
    from pitboss.lab.blackjack.tables import VALUES

    for row, two in table.two_cards.items():
        drawing = table.drawing[row]
        yield {"row": row, "cards": "two", **dict(zip(VALUES, two, strict=True))}
        if drawing != two:
            yield {"row": row, "cards": "drawn", **dict(zip(VALUES, drawing, strict=True))}
    for pair, letters in table.pairs.items():
        yield {"row": pair, "cards": "pair", **dict(zip(VALUES, letters, strict=True))}
