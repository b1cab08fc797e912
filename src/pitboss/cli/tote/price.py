"""`pitboss tote price`: what a card pays, and what it would pay where its races are still to be run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from pitboss.cli.output import File, console, print_json, read_bytes
from pitboss.cli.tote.screen import block, dollars, grid, matrix, price_of, prices_by_number
from pitboss.errors import InputError

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from pitboss.tote.pools import Outcome, Pool


def price(card: File, *pools: str, json: bool = False) -> None:
    """Print the prices of a card: results for two dollars; of open pools the odds, probables and will-pays.

    Parameters
    ----------
    card
        The card with its races, pools and tickets as one JSON document; "-" reads standard input.
    pools
        The pools to print, by name; all of them by default.
    json
        Print one JSON row a pool.
    """
    from pitboss.tote.settle import settled_pools

    _, outcomes = settled_pools(read_bytes(card))
    for name in pools:
        if name not in outcomes:
            raise InputError(f"no such pool; the card has {', '.join(outcomes) or 'none'}", field="pool", value=name)
    chosen = {name: outcome for name, outcome in outcomes.items() if not pools or name in pools}
    if json:
        print_json(_row(outcome) for outcome in chosen.values())
        return
    out = console()
    for part in (*_straight(chosen), *_others(chosen), *_open(chosen, out.width)):
        out.print(part)


def _source(pool: Pool) -> str:
    from pitboss.tote.documents import HOST

    return HOST if HOST in pool.rates else next(iter(pool.rates))


def _is_last_to_go(pool: Pool) -> bool:
    *legs, last = pool.races
    is_told = bool(legs) and pool.kind != "twin_trifecta"
    return is_told and all(race.is_over for race in legs) and not last.is_over


def _winners(outcome: Outcome) -> list[dict[str, Any]]:
    from pitboss.tote.settle import winners_of

    return list(winners_of(outcome, has_sources=len(set(outcome.pool.rates.values())) > 1))


def _row(outcome: Outcome) -> dict[str, Any]:
    """Return all prices of a pool: what it pays, and what it would pay."""
    from pitboss.tote.day.board import PAIRS
    from pitboss.tote.odds import odds_of, probables_of, will_pays_of
    from pitboss.tote.settle import settle_pool

    pool = outcome.pool
    row: dict[str, Any] = {
        "pool": pool.name,
        "type": pool.kind,
        "races": [race.name for race in pool.races],
        "status": outcome.status,
        "reason": outcome.reason,
        "winners": _winners(outcome),
        "carryover_out": outcome.carryover_out,
    }
    if outcome.status == "open":
        if pool.kind == "win":
            row["odds"] = odds_of(outcome, _source(pool))
        if pool.kind in PAIRS and not pool.race.is_over:
            row["probables"] = probables_of(outcome, _source(pool))
        if _is_last_to_go(pool):
            row["will_pays"] = will_pays_of(pool, settle_pool, _source(pool))
    return row


# What is paid


def _straight(outcomes: Mapping[str, Outcome]) -> Iterator[RenderableType]:
    """Yield for each race what win, place and show pay."""
    from pitboss.tote.day.board import STRAIGHT

    by_race: dict[str, dict[str, Outcome]] = {}
    for outcome in outcomes.values():
        if outcome.pool.kind in STRAIGHT and outcome.status == "official":
            by_race.setdefault(outcome.pool.race.name, {}).setdefault(outcome.pool.kind, outcome)
    for race, kinds in by_race.items():
        table = grid("", *STRAIGHT)
        rows: dict[str, dict[str, str]] = {}
        for kind in STRAIGHT:
            for winner in _winners(kinds[kind]) if kind in kinds else ():
                number = f"{winner['combo']}, {winner['source']}" if "source" in winner else winner["combo"]
                rows.setdefault(number, {})[kind] = price_of(winner["price_2"])
        for number, prices in rows.items():
            table.add_row(Text(number, style="bold"), *(prices.get(kind, "") for kind in STRAIGHT))
        yield block(f"Race {race}, prices for $2", table)


def _others(outcomes: Mapping[str, Outcome]) -> Iterator[RenderableType]:
    """Yield one table of what every other settled pool pays."""
    from pitboss.tote.day.board import KIND_NAMES, STRAIGHT

    table = grid("pool", "", "races", "winner", "pays for $2", "carried over", words=4)
    for name, outcome in outcomes.items():
        pool = outcome.pool
        if outcome.status == "open" or (pool.kind in STRAIGHT and outcome.status == "official"):
            continue
        carried = dollars(outcome.carryover_out) if outcome.carryover_out else ""
        why = f"{outcome.status}{f': {outcome.reason}' if outcome.reason else ''}"
        for winner in _winners(outcome) or [{"combo": why}]:
            combo = f"{winner['combo']}, {winner['source']}" if "source" in winner else winner["combo"]
            pays = price_of(winner.get("price_2"))
            races = "/".join(race.name for race in pool.races)
            table.add_row(*(Text(cell) for cell in (name, KIND_NAMES[pool.kind], races, combo, pays, carried)))
            carried = ""
    if table.row_count:
        yield block("Paid", table)


# What would be paid


def _open(outcomes: Mapping[str, Outcome], width: int) -> Iterator[RenderableType]:
    from pitboss.tote.day.board import KIND_NAMES, PAIRS, matrix_of
    from pitboss.tote.odds import will_pays_of
    from pitboss.tote.settle import settle_pool

    for name, outcome in outcomes.items():
        pool = outcome.pool
        if outcome.status != "open":
            continue
        if pool.kind == "win":
            yield block(f"{name}: odds in race {pool.race.name}", _odds(outcome))
        if pool.kind in PAIRS and not pool.race.is_over:
            yield Text(name, style="bold")
            yield matrix(matrix_of(outcome, _source(pool)), width)
        if _is_last_to_go(pool):
            prices = will_pays_of(pool, settle_pool, _source(pool))
            yield block(f"{name}: will pay for $2", prices_by_number({KIND_NAMES[pool.kind]: prices}))


def _odds(outcome: Outcome) -> Table:
    from pitboss.tote.odds import odds_of

    table = grid("", "odds", "bet on it")
    for number, row in odds_of(outcome, _source(outcome.pool)).items():
        table.add_row(Text(number, style="bold"), row["display"], dollars(row["amount"]))
    return table
