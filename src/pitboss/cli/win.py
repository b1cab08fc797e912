"""`pitboss win`: what a table won between the counts of its rack, by counts and slips and by its settlements."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pitboss.cli.journals import JournalAddress, reading
from pitboss.cli.output import console, print_json, print_table
from pitboss.decider import Move
from pitboss.errors import InputError
from pitboss.money import Currency, show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.journal import Journal
    from pitboss.ledger.recount_win import Period, Win

_ROWS = (
    ("opening", "opening count"),
    ("fills", "+ fills"),
    ("credits", "- credits"),
    ("drop", "drop"),
    ("closing", "closing count"),
    ("inventory_win", "inventory win"),
    ("due", "- more due to players"),
    ("win", "win, by the counts"),
    ("lost", "stakes lost"),
    ("paid", "- winnings paid"),
    ("vigorish", "+ vigorish"),
    ("other", "+ coupons, corrections, goodwill"),
    ("variances", "+ variances"),
    ("book_win", "win, by the settlements"),
    ("handle", "handle"),
)
"""What is printed of a period, in this order."""


def run(journal: JournalAddress, stream: str, *, json: bool = False) -> int:
    """Print what a table won between its counts, by both routes.

    Parameters
    ----------
    stream
        The table, such as table:main-floor-1.
    json
        Print one JSON row a period, and one for all of them.

    Returns:
    -------
    int
        0 where both routes come to the same in every period, 1 where they do not.
    """
    from pitboss.floor.writer.history import opened_stream
    from pitboss.ledger.recount_win import added_up

    with reading(journal) as opened:
        live = opened_stream(opened, stream)
        found = win_of(opened, stream)
    if not found.periods:
        raise InputError("its rack has not been counted yet", field="stream", value=stream)
    rows = [*found.periods, added_up(found.periods)] if len(found.periods) > 1 else found.periods
    if json:
        print_json(map(_as_data, rows))
    else:
        currency = Currency.of(live.currency)
        for row in rows:
            _print(row, currency)
    return 1 if any(row.difference_minor for row in rows) else 0


def win_of(journal: Journal, stream: str) -> Win:
    """Return what a table won, from what a journal has of it."""
    from pitboss.floor.writer.upcast import current
    from pitboss.ledger.recount_win import Win

    found = Win(stream)
    for record in journal.read(stream):
        event = msgspec.json.decode(current(record.body))
        moves = msgspec.convert(event.pop("moves", ()), tuple[Move, ...])
        found.take(event, moves, record.at)
    return found


def _as_data(row: Period) -> dict[str, object]:
    amounts = {f"{name}_minor": getattr(row, f"{name}_minor") for name, _ in _ROWS}
    return {
        "begins": row.begins,
        "ends": row.ends,
        "count": row.kind,
        **amounts,
        "difference_minor": row.difference_minor,
    }


def _print(row: Period, currency: Currency) -> None:
    """Print one period as a sheet."""
    console().print(f"{row.begins} to {row.ends} ({row.kind})", style="bold", markup=False)
    print_table("", ("figure", "amount"), list(_lines(row, currency)))
    if row.difference_minor:
        print(f"The two routes differ by {show(row.difference_minor, currency)}: pitboss verify tells where.")


def _lines(row: Period, currency: Currency) -> Iterator[dict[str, object]]:
    for name, title in _ROWS:
        yield {"figure": title, "amount": show(getattr(row, f"{name}_minor"), currency)}
    if row.drop_minor > 0:
        yield {"figure": "hold", "amount": f"{100 * row.win_minor / row.drop_minor:.2f} %"}
