"""The pools of one race: win, place, show, exacta, quinella, trifecta, superfecta (sections 7 to 9)."""

from fractions import Fraction
from itertools import combinations

from tests.support.naive_tote_pool import Class, Outcome, Pool, Refunded, pay, split
from tests.support.naive_tote_race import Race, program_order
from tests.support.naive_tote_tickets import Bet

__all__ = ["finishing_classes", "settle_single", "starting_with"]


def settle_single(pool: Pool) -> Outcome:
    """Settle a pool of a race that was run."""
    race = pool.races[0]
    bets = pool.live()
    if pool.kind == "win":
        classes = win_classes(race, bets)
    elif pool.kind in ("place", "show"):
        classes = place_classes(race, bets, {"place": 2, "show": 3}[pool.kind])
    elif pool.kind == "exacta":
        classes = exacta_classes(race, bets, fallback=pool.settings["exacta_fallback"])
    elif pool.kind == "quinella":
        classes = quinella_classes(race, bets)
    else:
        classes = finishing_classes(race, bets, {"trifecta": 3, "superfecta": 4}[pool.kind])
    if not classes:
        raise Refunded("no winning wager")
    outcome = Outcome(pool.carryover_in)
    outcome.distributed = pool.net()
    pay(pool, outcome, classes, pool.net())
    return outcome


def on(bets: list[Bet], interest: str) -> list[Bet]:
    """Return the bets of a win, place or show pool on a betting interest."""
    return [bet for bet in bets if bet.combo == (interest,)]


def starting_with(bets: list[Bet], head: tuple[str, ...]) -> list[Bet]:
    """Return the bets whose first selections are these."""
    return [bet for bet in bets if bet.combo[: len(head)] == head]


def win_classes(race: Race, bets: list[Bet]) -> list[Class]:
    """Find the winner, or the best of the next two places that anybody has (7)."""
    for level in (0, 1, 2):
        classes = split([(one, on(bets, one)) for one in race.group(level)], level)
        if classes:
            return classes
    return []


def place_classes(race: Race, bets: list[Bet], paid_places: int) -> list[Class]:
    """Find who shares a place or show pool, and how (7)."""
    covered = {bet.combo[0] for bet in bets}
    finished = [[race.interest(number) for number in place] for place in race.places or []]
    # One finisher: as win; two: show as place.
    paid_places = min(paid_places, sum(len(place) for place in finished))
    shares: dict[str, Fraction] = {}
    seen: set[str] = set()
    left = paid_places
    while finished and left:
        group = sorted(finished.pop(0), key=program_order)
        seen |= set(group)
        if len(group) <= left:
            for one in group:
                shares[one] = shares.get(one, Fraction(0)) + Fraction(1, paid_places)
            left -= len(group)
        else:
            # An overflowing dead heat: equal among its betting interests, of which only the covered ones count.
            sharing = [one for one in sorted(set(group), key=program_order) if one in covered]
            for one in sharing:
                shares[one] = shares.get(one, Fraction(0)) + Fraction(left, paid_places) / len(sharing)
            left = 0
    held = {one: share for one, share in shares.items() if one in covered}
    if held:
        whole = sum(held.values())
        return [Class(one, 0, share / whole, on(bets, one)) for one, share in held.items()]
    for group in finished:
        fresh = sorted(set(group) - seen, key=program_order)
        if fresh:
            # The next in order, and none after it.
            return split([(one, on(bets, one)) for one in fresh], 1)
    return []


def exacta_classes(race: Race, bets: list[Bet], *, fallback: str) -> list[Class]:
    """Find the exact order, else who has the first on top or the second below (8)."""
    ways = race.sequences(2)
    classes = split([(written(way, 2), starting_with(bets, way)) for way in ways], 0)
    if classes:
        return classes
    firsts = sorted({way[0] for way in ways}, key=program_order)
    seconds = sorted({way[1] for way in ways if len(way) > 1}, key=program_order)
    halves = [(f"{one}-ALL", starting_with(bets, (one,))) for one in firsts]
    if fallback == "first_or_second":
        halves += [(f"ALL-{one}", [bet for bet in bets if bet.combo[1] == one]) for one in seconds]
    return split(halves, 1)


def quinella_classes(race: Race, bets: list[Bet]) -> list[Class]:
    """Find the first two in either order, else the tied seconds, else who has one of the first two (8)."""
    firsts, seconds = race.group(0), race.group(1)
    holding = {one: [bet for bet in bets if one in bet.combo] for one in firsts + seconds}
    if len(firsts) > 1:
        pairs, tied, top = list(combinations(firsts, 2)), [], firsts
    else:
        pairs, tied, top = [(first, one) for first in firsts for one in seconds], seconds, firsts + seconds
    steps = [
        [(pair_name(pair), [bet for bet in bets if set(bet.combo) == set(pair)]) for pair in pairs],
        [(pair_name(pair), [bet for bet in bets if set(bet.combo) == set(pair)]) for pair in combinations(tied, 2)],
        [(f"{one}-ALL", holding[one]) for one in sorted(top, key=program_order)],
    ]
    if not seconds and len(firsts) == 1:
        # One finisher: payoffs are made on it (5.5).
        steps = [[(f"{firsts[0]}-ALL", holding[firsts[0]])]]
    for level, step in enumerate(steps):
        classes = split(step, level)
        if classes:
            return classes
    return []


def pair_name(pair: tuple[str, ...]) -> str:
    """Write a quinella's pair, the lower number first (18)."""
    return "-".join(sorted(pair, key=program_order))


def finishing_classes(race: Race, bets: list[Bet], length: int) -> list[Class]:
    """Find the exact order of a trifecta or superfecta, else ever shorter heads of it (9)."""
    ways = race.sequences(length)
    longest = max((len(way) for way in ways), default=0)
    for places in range(longest, 0, -1):
        heads: list[tuple[str, ...]] = []
        for way in ways:
            if way[:places] not in heads:
                heads.append(way[:places])
        classes = split([(written(head, length), starting_with(bets, head)) for head in heads], longest - places)
        if classes:
            return classes
    return []


def written(head: tuple[str, ...], length: int) -> str:
    """Write a combination of one race, ALL where a position is ignored (18)."""
    return "-".join([*head, *["ALL"] * (length - len(head))])
