"""The tickets of random cards, in every form; many are near the result, or hardly anything would ever be paid."""

import random
from typing import Any

from tests.support.naive_tote_pool import DEFAULTS
from tests.support.naive_tote_race import Race
from tests.support.naive_tote_tickets import expand, positions

__all__ = ["random_tickets"]

ONE_RACE = ("win", "place", "show", "exacta", "quinella", "trifecta", "superfecta", "twin_trifecta")
COMBOS_MAX = 80
AMOUNTS = (10, 50, 100, 100, 200, 200, 200, 300, 500, 1_000, 2_500, 33, 7)
HUGE = (100_000, 1_000_000)


def random_tickets(rng: random.Random, card: dict[str, Any], sources: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return tickets on the pools of a card: on some none, on most a handful."""
    races = {number: Race(number, document) for number, document in card["races"].items()}
    tickets: list[dict[str, Any]] = []
    for name, pool in card["pools"].items():
        settings = {**DEFAULTS, **card.get("config", {}), **pool.get("config", {})}
        legs = [races[number] for number in pool["races"]]
        near = rng.choice((0.2, 0.5, 0.8))
        for _ in range(rng.choice((0, 1, 2, 4, 6, 9, 12))):
            ticket = random_ticket(rng, pool["type"], legs, settings, near)
            if ticket is not None:
                add_source(rng, ticket, sources, is_needed=isinstance(pool["takeout"], dict))
                tickets.append({"pool": name, **ticket})
    for number in card["races"]:
        own = [pool for pool in card["pools"].values() if pool["races"] == [number]]
        if {"win", "place", "show"} <= {pool["type"] for pool in own} and rng.random() < 0.7:
            sel = [rng.choice(list(races[number].interest_of_runner))]
            across = {"type": "across_the_board", "race": number, "sel": sel, "amount": rng.choice(AMOUNTS)}
            add_source(rng, across, sources, is_needed=True)
            tickets.append(across)
    rng.shuffle(tickets)
    return [{"id": f"t{number}", **ticket} for number, ticket in enumerate(tickets, 1)]


def add_source(rng: random.Random, ticket: dict[str, Any], sources: tuple[str, ...], *, is_needed: bool) -> None:
    """Say where a ticket was sold, always where the pool has a takeout for each source."""
    if is_needed or rng.random() < 0.3:
        ticket["source"] = rng.choice(sources)


def random_ticket(
    rng: random.Random, kind: str, legs: list[Race], settings: dict[str, Any], near: float
) -> dict[str, Any] | None:
    """Return a ticket that holds at least one combination and not too many, or None after some trials."""
    for _ in range(20):
        ticket = random_form(rng, kind, legs, near)
        ticket["amount"] = rng.choice(HUGE) if rng.random() < 0.04 else rng.choice(AMOUNTS)
        if size_of(ticket, positions(kind, legs)) > 5 * COMBOS_MAX:
            continue
        if not 1 <= len(expand(kind, legs, ticket, settings)) <= COMBOS_MAX:
            continue
        if kind == "twin_trifecta" and rng.random() < 0.7:
            add_exchange(rng, ticket, legs[1])
        return ticket
    return None


def size_of(ticket: dict[str, Any], where: list[Race]) -> int:
    """Return how many lines a ticket has at most, before they are written out."""
    size = 1
    for number, race in enumerate(where):
        if ticket["form"] in ("box", "key_box"):
            size *= len(ticket["sel"])
        elif ticket["form"] in ("wheel", "partial_wheel"):
            size *= len(race.listed) if ticket["sel"][number] == "ALL" else len(ticket["sel"][number])
    return size


def random_form(rng: random.Random, kind: str, legs: list[Race], near: float) -> dict[str, Any]:
    """Return a ticket of some form, which may turn out to hold no combination."""
    where = positions(kind, legs)
    straight = near_result(rng, kind, legs, near)
    form = "straight" if len(where) == 1 else rng.choice(("straight", "straight", "box", "key_box", "wheel", "partial"))
    if form == "straight":
        return {"form": "straight", "sel": straight}
    if form in ("box", "key_box"):
        known = [number for number in legs[0].interest_of_runner if all(has(race, number) for race in where)]
        named = [number for number in straight if number in known]
        for number in rng.sample(known, rng.randint(0, min(len(known), 4))):
            if number not in named:
                named.append(number)
        named = list(dict.fromkeys(named))
        if form == "box" or not named:
            return {"form": "box", "sel": named}
        key = named.pop(0)
        return {"form": "key_box", "key": key, "sel": named}
    columns: list[list[str] | str] = []
    for race, number in zip(where, straight, strict=True):
        others = rng.sample(list(race.interest_of_runner), rng.randint(0, min(3, len(race.interest_of_runner))))
        columns.append([number, *[one for one in others if one != number]])
    if form == "wheel":
        fixed = rng.randrange(len(where))
        return {"form": "wheel", "sel": [straight[n : n + 1] if n == fixed else "ALL" for n in range(len(where))]}
    if rng.random() < 0.3:
        columns[rng.randrange(len(columns))] = "ALL"
    return {"form": "partial_wheel", "sel": columns}


def has(race: Race, number: str) -> bool:
    """Tell whether a number runs in a race."""
    return number in race.interest_of_runner


def near_result(rng: random.Random, kind: str, legs: list[Race], near: float) -> list[str]:
    """Return a selection for each position: with some chance the one that came in, else any."""
    finished = [number for place in legs[0].places or [] for number in place]
    line: list[str] = []
    for number, race in enumerate(positions(kind, legs)):
        order = finished[number:] if kind in ONE_RACE else [one for place in (race.places or [])[:1] for one in place]
        if kind in ONE_RACE:
            order = [one for one in order if race.interest(one) not in [race.interest(each) for each in line]]
        any_one = list(race.interest_of_runner)
        line.append(rng.choice(order[:2]) if order and rng.random() < near else rng.choice(any_one))
    return line


def add_exchange(rng: random.Random, ticket: dict[str, Any], race: Race) -> None:
    """Exchange a ticket, or parts of it, for selections in the second race, at most for one combination's amount."""
    left: int = ticket["amount"]
    exchanges = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        line = near_result(rng, "trifecta", [race], 0.8)
        amount = rng.choice((left, left // 2, min(left, 10)))
        if amount > 0 and len({race.interest(number) for number in line}) == len(line):
            exchanges.append({"sel": line, "amount": amount})
            left -= amount
    if exchanges:
        ticket["exchange"] = exchanges
