"""Random cards of races, pools and tickets for the totalizator: small, well formed, and full of rare cases."""

import random
from typing import Any

from tests.support.tote_cards_pools import random_config, random_pools
from tests.support.tote_cards_tickets import random_tickets

__all__ = ["random_card"]

SOURCES = ("host", "guest", "hub")


def random_card(rng: random.Random) -> dict[str, Any]:
    """Return a card of one to seven races with pools of every kind on them."""
    races = {str(number): random_runners(rng) for number in range(1, rng.choice((1, 1, 2, 2, 3, 4, 5, 6, 7)) + 1)}
    waiting_from = len(races) + 1 if rng.random() < 0.7 else rng.randint(1, len(races))
    for number, race in races.items():
        random_end(rng, race, is_waiting=int(number) >= waiting_from)
    sources = SOURCES[: rng.choice((1, 2, 2, 3))]
    card: dict[str, Any] = {"races": races, "pools": random_pools(rng, races, sources)}
    to_win = {pool["races"][0] for pool in card["pools"].values() if pool["type"] == "win"}
    for number in races.keys() - to_win:
        # Without a win pool nobody could tell the favourite.
        races[number].setdefault("favorite", _starting(races[number])[-1])
    config = random_config(rng, may_be_standard=False)
    if config and rng.random() < 0.5:
        card["config"] = config
    card["tickets"] = random_tickets(rng, card, sources)
    if rng.random() < 0.2:
        card["odds_of_prices"] = [rng.choice((105, rng.randint(100, 800), rng.randint(100, 12_000))) for _ in range(5)]
    return card


def random_runners(rng: random.Random) -> dict[str, Any]:
    """Return a race with its runners: numbers, sometimes a coupled entry or a field, sometimes scratches."""
    count = rng.choice((1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9))
    runners: list[dict[str, str]] = [{"no": str(number)} for number in range(1, count + 1)]
    coupled = rng.randint(1, count) if rng.random() < 0.35 else 0
    if coupled:
        entry = str(coupled)
        for letter in rng.choice(("A", "A", "AX")):
            place = rng.randint(0, len(runners))
            runners.insert(place, {"no": f"{entry}{letter}", "entry": entry})
    if count > 4 and coupled < count - 1 and rng.random() < 0.25:
        # A mutuel field: the highest numbers run as one.
        for runner in runners:
            if runner["no"] in (str(count - 1), str(count)):
                runner["entry"] = str(count - 1)
    if rng.random() < 0.5:
        for runner in rng.sample(runners, rng.choice((1, 1, 2, 3))) if len(runners) > 3 else []:
            runner["scratched"] = rng.choice(("early", "late"))
    return {"runners": [runner["no"] if len(runner) == 1 else runner for runner in runners]}


def _starting(race: dict[str, Any]) -> list[str]:
    """Return the runners that start."""
    runners = [{"no": runner} if isinstance(runner, str) else runner for runner in race["runners"]]
    return [runner["no"] for runner in runners if "scratched" not in runner]


def random_end(rng: random.Random, race: dict[str, Any], *, is_waiting: bool) -> None:
    """Give a race its result, unless it is cancelled or still to be run, and sometimes a named favourite."""
    starting = _starting(race)
    if rng.random() < 0.12:
        race["favorite"] = rng.choice(starting)
    if rng.random() < 0.1:
        race["cancelled"] = rng.choice(("early", "late", "late"))
    elif not is_waiting:
        race["result"] = random_result(rng, starting)


def random_result(rng: random.Random, starting: list[str]) -> list[list[str]]:
    """Return an order of finish with dead heats, in which some may not have finished."""
    order = rng.sample(starting, len(starting))
    if rng.random() < 0.25:
        order = order[: rng.randint(1, 4)]
    tie = rng.choice((0.0, 0.0, 0.2, 0.5))
    places: list[list[str]] = []
    for number in order:
        if places and rng.random() < tie:
            places[-1].append(number)
        else:
            places.append([number])
    return places
