"""Random race cards for tote days: races of every kind with entries, pools of every type, and cards nobody may open."""

import random
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from typing import Any

import msgspec

from pitboss.tote.day.racecard import Card
from tests.support.tote_cards_pools import random_config

__all__ = ["DATE", "FIRST_POST", "plain_card", "random_day_card", "spoiled_card"]

DATE = date(2004, 5, 1)
ZONE = timezone(timedelta(hours=-5))
FIRST_POST = datetime.combine(DATE, time(13), ZONE)
NAMES = "Amber Brisk Cinder Dapple Ember Fable Gallant Harbor Indigo Juniper".split()
NEEDED = {"win": 1, "place": 1, "show": 1, "exacta": 2, "quinella": 2, "trifecta": 3, "superfecta": 4}
SEVERAL = {"double": 2, "pick3": 3, "pick6": 6, "twin_trifecta": 2}
CARRIED = ("pick6", "twin_trifecta")
RATES = ("0", "0.15", "0.18", "0.2068", "0.25", "1/3")
MINIMUMS = (10, 50, 100, 100, 200)
SHARES = (0.15, 0.3, 0.6, 1.0)


def random_day_card(rng: random.Random, track: str, races: int) -> Card:
    """Return the card of a track with so many races."""
    listed = [_race(rng, number, FIRST_POST + timedelta(minutes=25 * number)) for number in range(1, races + 1)]
    pools = _pools(rng, {race["number"]: race for race in listed})
    card: dict[str, Any] = {"track": track, "name": f"{track} Downs", "permit": "State permit 12", "races": listed}
    card["pools"] = pools
    if rng.random() < 0.3:
        card["config"] = random_config(rng, may_be_standard=True)
    return msgspec.convert(card, Card)


def plain_card(*pools: dict[str, Any], races: int = 3, runners: int = 5, track: str = "FVD") -> Card:
    """Return a card of plain races with these pools; each takes bets from a cent on and gives all of them back."""
    listed = [{"no": str(number), "name": NAMES[number - 1]} for number in range(1, runners + 1)]
    posts = [FIRST_POST + timedelta(minutes=25 * number) for number in range(races)]
    card = {
        "track": track,
        "name": f"{track} Downs",
        "permit": "State permit 12",
        "races": [
            {"number": number, "kind": "purse", "post_time": post, "runners": listed}
            for number, post in enumerate(posts, 1)
        ],
        "pools": [{"minimum_minor": 1, "takeout": "0", **pool} for pool in pools],
    }
    return msgspec.convert(card, Card)


def _race(rng: random.Random, number: int, post_time: datetime) -> dict[str, Any]:
    kind = rng.choice(("purse", "claiming", "handicap", "purse", "claiming", "invitational", "stake", "overnight"))
    count = rng.choice((3, 4, 5, 5, 6, 6, 7, 8))
    if rng.random() < 0.06:
        kind, count = rng.choice((("match", 2), ("walkover", 1)))
    race: dict[str, Any] = {"number": number, "kind": kind, "post_time": post_time, "runners": _runners(rng, count)}
    if kind in ("stake", "walkover"):
        race["nominations_close_at"] = post_time - timedelta(hours=72)
    if kind == "overnight":
        race["entries_close_at"] = FIRST_POST - timedelta(hours=rng.choice((1, 48)))
    if kind in ("match", "walkover"):
        race["runners"] = race["runners"][:count]
    return race


def _runners(rng: random.Random, count: int) -> list[dict[str, str]]:
    runners = [{"no": str(number), "name": NAMES[number - 1]} for number in range(1, count + 1)]
    if rng.random() < 0.35:
        coupled = str(rng.randint(1, count))
        runners += [
            {"no": f"{coupled}{letter}", "name": f"{letter} {coupled}", "entry": coupled}
            for letter in rng.choice(("A", "A", "AX"))
        ]
    elif count > 5 and rng.random() < 0.2:
        # A mutuel field: the highest numbers run as one.
        runners[count - 1]["entry"] = str(count - 1)
    return runners


def _pools(rng: random.Random, races: dict[int, dict[str, Any]]) -> list[dict[str, Any]]:
    sizes = {n: len({one.get("entry", one["no"]) for one in race["runners"]}) for n, race in races.items()}
    share = rng.choice(SHARES)
    wanted = [(kind, [n]) for n in races for kind, least in NEEDED.items() if sizes[n] >= least]
    for start in races:
        for kind, legs in SEVERAL.items():
            numbers = list(range(start, start + legs))
            is_small = kind == "twin_trifecta" and min(sizes.get(n, 0) for n in numbers) < NEEDED["trifecta"]
            if numbers[-1] in races and not is_small:
                wanted.append((kind, numbers))
    chosen = [one for one in wanted if rng.random() < share or (one[0] in CARRIED and rng.random() < 0.6)] or wanted[:1]
    return [_pool(rng, kind, numbers) for kind, numbers in chosen]


def _pool(rng: random.Random, kind: str, numbers: list[int]) -> dict[str, Any]:
    pool: dict[str, Any] = {"type": kind, "races": numbers, "takeout": rng.choice(RATES)}
    pool["minimum_minor"] = rng.choice(MINIMUMS)
    if kind in CARRIED and rng.random() < 0.5:
        pool["carryover_minor"] = rng.choice((1, 5_000, rng.randint(1, 400_000)))
    if kind in CARRIED and rng.random() < 0.35:
        pool["mandatory"] = True
    if rng.random() < 0.4:
        pool["config"] = random_config(rng, may_be_standard=True)
    return pool


def spoiled_card(rng: random.Random, card: Card) -> Card:
    """Return the card with one thing on it that the rulebook, or sense, does not allow."""
    document = msgspec.json.decode(msgspec.json.encode(card))
    rng.choice(SPOILS)(document)
    return msgspec.convert(document, Card)


def _set(where: str, **changed: Any) -> Callable[[dict[str, Any]], None]:
    def spoil(document: dict[str, Any]) -> None:
        document[where][-1] |= changed

    return spoil


def _not_equipped(document: dict[str, Any]) -> None:
    document["is_equipped"] = False


def _twice(where: str) -> Callable[[dict[str, Any]], None]:
    def spoil(document: dict[str, Any]) -> None:
        document[where] = [*document[where], document[where][-1]]

    return spoil


def _three_in_a_match(document: dict[str, Any]) -> None:
    runners = [{"no": str(number), "name": NAMES[number]} for number in (1, 2, 3)]
    document["races"][0] |= {"kind": "match", "runners": runners}


def _runner_twice(document: dict[str, Any]) -> None:
    runners = document["races"][0]["runners"]
    document["races"][0]["runners"] = [*runners, runners[0]]


SPOILS: tuple[Callable[[dict[str, Any]], None], ...] = (
    _not_equipped,
    _twice("races"),
    _twice("pools"),
    _three_in_a_match,
    _runner_twice,
    _set("races", post_time="2004-05-02T13:00:00-05:00"),
    _set("races", post_time="2004-05-01T09:00:00-05:00", number=30),
    _set("races", kind="stake", nominations_close_at=None),
    _set("races", kind="overnight", entries_close_at="2004-04-01T13:00:00-05:00"),
    _set("races", kind="walkover", nominations_close_at="2004-04-01T13:00:00-05:00", runners=[
        {"no": "1", "name": "Amber", "owner": "Ann"}, {"no": "2", "name": "Brisk", "owner": "Bob"}]),
    _set("pools", races=[29]),
    _set("pools", type="double", races=[1, 1]),
    _set("pools", type="pick3", races=[1]),
    _set("pools", takeout="1"),
    _set("pools", takeout="a fifth"),
    _set("pools", config={"breakage": {"cents": 5}}),
    _set("pools", config={"colour": "green"}),
    _set("pools", config={"minor_share": "5/4"}),
)  # fmt: skip
"""What may be wrong with a card that reads well: some of it against a clause, some of it nothing anybody could mean."""
