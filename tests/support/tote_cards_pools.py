"""The pools of random cards: kinds, races, takeouts, settings and carryovers."""

import random
from typing import Any

__all__ = ["interests", "random_config", "random_pools"]

NEEDED = {"win": 1, "place": 1, "show": 1, "exacta": 2, "quinella": 2, "trifecta": 3, "superfecta": 4}
RATES = ("0", "0.1", "0.15", "0.1425", "0.18", "0.2", "0.2068", "0.25", "0.333")
CHOICES: dict[str, tuple[Any, ...]] = {
    "breakage": tuple({"cents": cents, "per": per} for cents, per in ((5, 100), (1, 100), (10, 200), (1, 200))),
    "min_payout": ({"cents": 220, "per": 200}, {"cents": 100, "per": 100}),
    "takeout_rounding": ("half_up", "up", "down"),
    "price_method": ("standard", "net", "auto"),
    "exacta_fallback": ("first_only",),
    "pick3_scratch": ("consolation", "favorite"),
    "pick3_dead_heat": ("single_price",),
    "pick3_refund_cancelled": (2, 3),
    "pickn_method": ("carryover", "no_carryover", "minor_no_carryover", "carryover_minor"),
    "minor_share": ("3/10", "1/3"),
    "pickn_early_scratch": ("refund",),
    "twin_first_share": ("1/5", "1/3"),
    "twin_carryover_cap": (1_000, 100_000),
    "multileg_box": ("permutation", "product"),
}


def interests(race: dict[str, Any]) -> list[str]:
    """List the betting interests of a race's document."""
    found = []
    for runner in race["runners"]:
        interest = runner if isinstance(runner, str) else runner.get("entry", runner["no"])
        if interest not in found:
            found.append(interest)
    return found


def random_config(rng: random.Random, *, may_be_standard: bool) -> dict[str, Any]:
    """Return a few settings other than the usual ones."""
    names = rng.sample(sorted(CHOICES), rng.choice((0, 1, 2, 3, 5)))
    config = {name: rng.choice(CHOICES[name]) for name in names}
    if config.get("price_method") == "standard" and not may_be_standard:
        # With takeouts that differ the net price is compulsory.
        config["price_method"] = "net"
    return config


def random_pools(rng: random.Random, races: dict[str, Any], sources: tuple[str, ...]) -> dict[str, Any]:
    """Return pools on the races, at least one."""
    wanted: list[tuple[str, list[str]]] = []
    numbers = list(races)
    share = rng.choice((0.3, 0.6))
    for number in numbers:
        sizes = len(interests(races[number]))
        wanted += [(kind, [number]) for kind, needed in NEEDED.items() if sizes >= needed and rng.random() < share]
    for start in range(len(numbers)):
        rest = numbers[start:]
        if len(rest) >= 2 and rng.random() < 0.6:
            wanted.append(("double", rest[:2]))
        if len(rest) >= 3 and rng.random() < 0.6:
            wanted.append(("pick3", rest[:3]))
        if len(rest) >= 6 and rng.random() < 0.7:
            wanted.append(("pick6", rest[:6]))
        if len(rest) >= 2 and rng.random() < 0.4:
            wanted.append(("pickn", rest[: rng.randint(2, len(rest))]))
        if len(rest) >= 2 and min(len(interests(races[number])) for number in rest[:2]) >= 3 and rng.random() < 0.8:
            wanted.append(("twin_trifecta", rest[:2]))
    wanted = wanted or [("win", numbers[:1])]
    return {f"{kind}{number}": random_pool(rng, *one, sources) for number, one in enumerate(wanted) for kind in one[:1]}


def random_pool(rng: random.Random, kind: str, numbers: list[str], sources: tuple[str, ...]) -> dict[str, Any]:
    """Return one pool's document."""
    pool: dict[str, Any] = {"type": kind, "races": numbers, "takeout": rng.choice(RATES)}
    chance = rng.random()
    if chance < 0.3:
        pool["takeout"] = {source: rng.choice(RATES) for source in sources}
    elif chance < 0.4:
        pool["takeout"] = dict.fromkeys(sources, pool["takeout"])
    differ = isinstance(pool["takeout"], dict) and len(set(pool["takeout"].values())) > 1
    if kind in ("pick6", "pickn", "twin_trifecta"):
        if rng.random() < 0.5:
            pool["carryover_in"] = rng.choice((1, 5_000, rng.randint(1, 400_000)))
        if rng.random() < 0.35:
            pool["mandatory"] = True
    config = random_config(rng, may_be_standard=not differ)
    if config:
        pool["config"] = config
    for question in ("probables", "will_pays"):
        if rng.random() < 0.5:
            pool[question] = True
    return pool
