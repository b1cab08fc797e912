"""Reading a race card with its pools and tickets, and refusing what no window could have sold.

Errors name where a value stands, the value, and what was expected there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TypeVar

import msgspec

from pitboss.decider import decode_or_explain
from pitboss.errors import InputError
from pitboss.tote.combos import LEGS, POSITIONS, Bet, Exchange, combinations_of
from pitboss.tote.config import config_of, fraction_of
from pitboss.tote.documents import (
    HOST,
    CardDocument,
    PoolDocument,
    RaceDocument,
    RunnerDocument,
    TicketDocument,
)
from pitboss.tote.pools import Pool
from pitboss.tote.races import Race, number_key

NUMBER_MAX = 8
D = TypeVar("D")
MULTI = ("double", "pick3", "pick6", "pickn")
_RACES = msgspec.json.Decoder(RaceDocument)
_POOLS = msgspec.json.Decoder(PoolDocument)


@dataclass
class Sold:
    """What a ticket cost: its combinations in all its pools, and the money."""

    combos: int = 0
    cost: int = 0


@dataclass
class Card:
    """A card that was read: pools with their bets, and every ticket."""

    document: CardDocument
    named: dict[str, PoolDocument]
    pools: dict[str, Pool]
    tickets: dict[str, Sold]


def read_card(document: CardDocument) -> Card:
    """Turn a document into pools with bets."""
    config_of(document.config, "config")
    races = {name: _race(name, _named(f"races.{name}", raw, _RACES)) for name, raw in document.races.items()}
    named = {name: _named(f"pools.{name}", raw, _POOLS) for name, raw in document.pools.items()}
    pools = {name: _pool(name, pool, races, document) for name, pool in named.items()}
    card = Card(document, named, pools, {})
    for place, ticket in enumerate(document.tickets):
        where = f"tickets[{place}]"
        if ticket.id in card.tickets:
            raise InputError("that ticket is there already", field=f"{where}.id", value=ticket.id)
        sold = card.tickets[ticket.id] = Sold()
        for pool in _pools_of(card, ticket, where):
            for bet in _bets(pool, ticket, where):
                count = combinations_of(pool.kind, bet.masks)
                sold.combos, sold.cost = sold.combos + count, sold.cost + count * bet.amount
                if count:
                    pool.bets.append(bet)
        if not sold.combos:
            raise InputError("the selection holds no combination", field=f"{where}.sel", value=list(ticket.sel))
    _refuse_sources(card)
    return card


def _named(where: str, raw: msgspec.Raw, decoder: msgspec.json.Decoder[D]) -> D:
    """Decode what stands under a name, so that an error can say the name."""
    try:
        return decode_or_explain(bytes(raw), decoder)
    except InputError as error:
        inside = error.values.get("field")
        field = f"{where}.{inside}" if inside else where
        raise InputError(error.reason, field=field, value=error.values.get("value")) from error


def _race(name: str, document: RaceDocument) -> Race:
    where = f"races.{name}"
    runners = [RunnerDocument(entry) if isinstance(entry, str) else entry for entry in document.runners]
    entries: dict[str, list[RunnerDocument]] = {}
    for place, runner in enumerate(runners):
        for number in (runner.no, runner.entry or runner.no):
            if not 1 <= len(number) <= NUMBER_MAX:
                reason = f"a program number has 1 to {NUMBER_MAX} characters"
                raise InputError(reason, field=f"{where}.runners[{place}]", value=number)
        if any(other.no == runner.no for other in runners[:place]):
            raise InputError("that runner is there already", field=f"{where}.runners[{place}]", value=runner.no)
        entries.setdefault(runner.entry or runner.no, []).append(runner)
    if not runners:
        raise InputError("a race has runners", field=f"{where}.runners", value=[])
    names = tuple(sorted(entries, key=number_key))
    interest_of = {runner.no: names.index(runner.entry or runner.no) for runner in runners}
    early, late = 0, 0
    for i, entry in enumerate(names):
        times = {runner.scratched for runner in entries[entry]}
        if None not in times:
            early, late = (early, late | 1 << i) if "late" in times else (early | 1 << i, late)
    _refuse_result(where, document, {runner.no: runner for runner in runners})
    favorite = interest_of.get(document.favorite) if document.favorite is not None else None
    if document.favorite is not None and favorite is None:
        if document.favorite not in names:
            raise InputError("no such runner", field=f"{where}.favorite", value=document.favorite)
        favorite = names.index(document.favorite)
    return Race(name, names, interest_of, early, late, document.result, document.cancelled, favorite)


def _refuse_result(where: str, document: RaceDocument, runners: dict[str, RunnerDocument]) -> None:
    seen: set[str] = set()
    for place, group in enumerate(document.result or ()):
        field = f"{where}.result[{place}]"
        if not group:
            raise InputError("a place has a runner", field=field, value=[])
        for number in group:
            if number not in runners:
                raise InputError("no such runner", field=field, value=number)
            if runners[number].scratched is not None:
                raise InputError("a scratched runner finishes nowhere", field=field, value=number)
            if number in seen:
                raise InputError("that runner has a place already", field=field, value=number)
            seen.add(number)
    if document.result is not None and not document.result:
        raise InputError("a result has a first place", field=f"{where}.result", value=[])
    if document.result is not None and document.cancelled is not None:
        raise InputError("a cancelled race has no result", field=f"{where}.result", value=document.cancelled)


def _pool(name: str, document: PoolDocument, races: dict[str, Race], card: CardDocument) -> Pool:
    where = f"pools.{name}"
    for place, race in enumerate(document.races):
        if race not in races:
            raise InputError("no such race", field=f"{where}.races[{place}]", value=race)
        if race in document.races[:place]:
            raise InputError("that race is in the pool already", field=f"{where}.races[{place}]", value=race)
    wanted = LEGS.get(document.type, 1)
    if (document.type == "pickn" and len(document.races) < 2) or (  # noqa: PLR2004 - one race is no pick n
        document.type != "pickn" and len(document.races) != wanted
    ):
        many = "two or more races" if document.type == "pickn" else f"{wanted} race{'s' if wanted > 1 else ''}"
        reason = f"a {document.type} pool is on {many}"
        raise InputError(reason, field=f"{where}.races", value=list(document.races))
    if isinstance(document.takeout, str):
        rate = fraction_of(document.takeout, f"{where}.takeout", is_takeout=True)
        rates = dict.fromkeys(_sources(card, name, document), rate)
    else:
        rates = {
            source: fraction_of(text, f"{where}.takeout.{source}", is_takeout=True)
            for source, text in document.takeout.items()
        }
        if not rates:
            raise InputError("a pool has a source", field=f"{where}.takeout", value={})
    config = config_of({**card.config, **document.config}, f"{where}.config")
    chosen = tuple(races[race] for race in document.races)
    return Pool(name, document.type, chosen, rates, config, document.carryover_in, document.mandatory)


def _sources(card: CardDocument, name: str, pool: PoolDocument) -> list[str]:
    used = {
        ticket.source
        for ticket in card.tickets
        if ticket.pool == name or (ticket.type is not None and (ticket.race,) == pool.races)
    }
    return sorted(used) or [HOST]


def _pools_of(card: Card, ticket: TicketDocument, where: str) -> Iterator[Pool]:
    _refuse_contradictions(ticket, where)
    if ticket.type is not None:
        for kind in ("win", "place", "show"):
            found = [pool for pool in card.pools.values() if pool.kind == kind and pool.race.name == ticket.race]
            if not found:
                raise InputError(f"race {ticket.race} has no {kind} pool", field=f"{where}.race", value=ticket.race)
            yield found[0]
        return
    if ticket.pool not in card.pools:
        raise InputError("no such pool", field=f"{where}.pool", value=ticket.pool)
    yield card.pools[ticket.pool]


def _refuse_contradictions(ticket: TicketDocument, where: str) -> None:
    """Refuse fields that say nothing about this ticket: whoever wrote them meant another."""
    is_across = ticket.type is not None
    beside = {
        "key": ticket.key is not None and ticket.form != "key_box",
        "race": ticket.race is not None and not is_across,
        "pool": ticket.pool is not None and is_across,
        "form": ticket.form != "straight" and is_across,
    }
    for name, is_wrong in beside.items():
        if is_wrong:
            value = getattr(ticket, name)
            raise InputError("has no meaning on such a ticket", field=f"{where}.{name}", value=value)


def _bets(pool: Pool, ticket: TicketDocument, where: str) -> Iterator[Bet]:
    bet = Bet(ticket.id, pool.name, ticket.source, ticket.amount, tuple(_masks(pool, ticket, where)))
    if ticket.exchange:
        if pool.kind != "twin_trifecta":
            raise InputError("only a twin trifecta is exchanged", field=f"{where}.exchange", value=ticket.pool)
        bet = replace(bet, exchanges=tuple(_exchanges(pool, ticket, where)))
    if ticket.form == "box" and pool.kind in MULTI and pool.config.multileg_box == "permutation":
        numbers = list(dict.fromkeys(str(number) for number in ticket.sel))
        found = {
            tuple(_one(race, number, f"{where}.sel") for race, number in zip(pool.races, chosen, strict=True))
            for chosen in permutations(numbers, len(pool.races))
        }
        yield from (replace(bet, masks=masks) for masks in sorted(found))
        return
    yield bet


def _exchanges(pool: Pool, ticket: TicketDocument, where: str) -> Iterator[Exchange]:
    race = pool.races[1]
    for place, exchange in enumerate(ticket.exchange):
        field = f"{where}.exchange[{place}].sel"
        if len(exchange.sel) != POSITIONS["twin_trifecta"]:
            raise InputError("an exchange names three runners", field=field, value=list(exchange.sel))
        masks = tuple(_one(race, number, field) for number in exchange.sel)
        if len(set(masks)) < len(masks):
            raise InputError("an exchange names three different runners", field=field, value=list(exchange.sel))
        yield Exchange(masks, exchange.amount)


def _masks(pool: Pool, ticket: TicketDocument, where: str) -> Iterator[int]:
    """Yield the mask of each position or leg."""
    field = f"{where}.sel"
    places = len(pool.races) if pool.kind in MULTI else POSITIONS[pool.kind]
    races = pool.races if pool.kind in MULTI else (pool.race,) * places
    if ticket.form in ("box", "key_box"):
        flat = [_text(number, field) for number in ticket.sel]
        for place, race in enumerate(races):
            if ticket.form == "key_box" and place == 0:
                yield _one(race, _text(ticket.key, f"{where}.key"), f"{where}.key")
            else:
                yield _several(race, flat, field)
        return
    if len(ticket.sel) != places:
        raise InputError(f"a {pool.kind} bet names {places} positions or legs", field=field, value=list(ticket.sel))
    for race, chosen in zip(races, ticket.sel, strict=True):
        if chosen == "ALL":
            yield race.all
        elif isinstance(chosen, list):
            yield _several(race, [_text(number, field) for number in chosen], field)
        else:
            yield _one(race, _text(chosen, field), field)


def _text(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise InputError("a runner is named by its program number, as text", field=field, value=value)
    return value


def _one(race: Race, number: str, field: str) -> int:
    if number in race.interest_of:
        return 1 << race.interest_of[number]
    if number in race.interests:
        return 1 << race.interests.index(number)
    raise InputError(f"race {race.name} has no such runner", field=field, value=number)


def _several(race: Race, numbers: list[str], field: str) -> int:
    mask = 0
    for number in numbers:
        mask |= _one(race, number, field)
    return mask


def _refuse_sources(card: Card) -> None:
    for place, ticket in enumerate(card.document.tickets):
        for pool in _pools_of(card, ticket, f"tickets[{place}]"):
            if ticket.source not in pool.rates:
                reason = f"pool {pool.name} takes no bets from there: it has {', '.join(pool.rates)}"
                raise InputError(reason, field=f"tickets[{place}].source", value=ticket.source)
