"""The pools of several races: daily double, pick three, pick six and pick n (sections 10 to 12)."""

from fractions import Fraction
from itertools import product
from math import floor

from tests.support.naive_tote_pool import Class, Outcome, Pool, Refunded, pay, split
from tests.support.naive_tote_tickets import Bet

__all__ = ["hits", "is_refunded", "refund_reason", "settle_double", "settle_pick_n", "settle_pick_three", "substituted"]


def is_refunded(pool: Pool, bet: Bet) -> bool:
    """Tell whether a scratch hands a bet of several races back (10.2, 11.2)."""
    when = [race.scratched.get(one) for race, one in zip(pool.races, bet.combo, strict=True)]
    if pool.kind == "double":
        return when[0] is not None or when[1] == "early"
    if pool.kind == "pick3" and pool.settings["pick3_scratch"] == "consolation":
        return when[0] is not None or "early" in when
    for race, scratched in zip(pool.races, when, strict=True):
        if scratched is not None and race.number in pool.unranked:
            # There is no favourite to put in, and none is made up.
            return True
    return "early" in when and pool.settings["pickn_early_scratch"] == "refund"


def refund_reason(pool: Pool) -> str | None:
    """Return why cancelled races end a pool, None if they do not (10.1, 11.1, 12)."""
    if pool.kind == "double":
        return "race cancelled" if pool.races[0].cancelled or pool.races[1].cancelled == "early" else None
    legs = len(pool.races)
    if pool.kind == "pick3":
        too_many: int = pool.settings["pick3_refund_cancelled"]
    elif legs <= 3:
        too_many = 2
    elif legs <= 6:
        too_many = 3
    else:
        too_many = 4 if legs <= 9 else 5
    return "races cancelled" if cancelled_legs(pool) >= too_many else None


def cancelled_legs(pool: Pool) -> int:
    """Return how many legs were cancelled."""
    return sum(1 for race in pool.races if race.cancelled)


def substituted(pool: Pool, bet: Bet) -> tuple[str, ...]:
    """Return a combination with the favourite in place of each scratched selection (11.2)."""
    if pool.kind == "pick3" and pool.settings["pick3_scratch"] == "consolation":
        return bet.combo
    line = []
    for race, one in zip(pool.races, bet.combo, strict=True):
        favorite = pool.favorites.get(race.number)
        line.append(favorite if one in race.scratched and favorite is not None else one)
    return tuple(line)


def hits(pool: Pool, combo: tuple[str, ...]) -> int:
    """Count the legs that were run and whose selection was first (11)."""
    return sum(1 for race, one in zip(pool.races, combo, strict=True) if one in race.first())


def settle_double(pool: Pool) -> Outcome:
    """Settle a daily double whose races are both over (10)."""
    one, two = pool.races
    bets = pool.live()
    outcome = Outcome(pool.carryover_in)
    outcome.distributed = pool.net()
    if two.cancelled:
        # 10.3
        classes = split([(f"{first}/ALL", leg(bets, 0, first)) for first in one.first()], 1)
        if not classes:
            raise Refunded("no winning wager")
        pay(pool, outcome, classes, pool.net())
        return outcome
    # 10.4
    everything = split([(f"{first}/SCR", leg(bets, 0, first)) for first in one.first()], "consolation")
    for each in everything:
        each.paid = [bet for bet in each.bets if bet.combo[1] in two.scratched]
    consolation = Outcome(0)
    paid = pay(pool, consolation, everything, pool.net())
    consoled = {bet for bet, _ in consolation.payments}
    bets = [bet for bet in bets if bet not in consoled]
    # 10.5
    classes = double_classes(pool, bets)
    has_leg_one = any(bet.combo[0] in one.first() for bet in bets)
    if consoled and not has_leg_one:
        classes = []
    elif not classes:
        raise Refunded("no winning wager")
    pay(pool, outcome, classes, pool.net() - paid)
    outcome.winners += consolation.winners
    outcome.payments += consolation.payments
    return outcome


def double_classes(pool: Pool, bets: list[Bet]) -> list[Class]:
    """Find both winners, else one of them, else both seconds (10.5)."""
    one, two = pool.races
    winners = [pair(bets, a, b) for a, b in product(one.first(), two.first())]
    either = [(f"{a}/ALL", leg(bets, 0, a)) for a in one.first()] + [(f"ALL/{b}", leg(bets, 1, b)) for b in two.first()]
    seconds = [pair(bets, a, b) for a, b in product(one.group(1), two.group(1))]
    for level, step in enumerate((winners, either, seconds)):
        classes = split(step, level)
        if classes:
            return classes
    return []


def leg(bets: list[Bet], number: int, interest: str) -> list[Bet]:
    """Return the bets with a betting interest in one leg."""
    return [bet for bet in bets if bet.combo[number] == interest]


def pair(bets: list[Bet], first: str, second: str) -> tuple[str, list[Bet]]:
    """Return a pair of a double and the bets on it."""
    return f"{first}/{second}", [bet for bet in bets if bet.combo == (first, second)]


def settle_pick_three(pool: Pool) -> Outcome:
    """Settle a pick three whose races are all over (11)."""
    outcome = Outcome(pool.carryover_in)
    outcome.distributed = pool.net()
    consolation = Outcome(0)
    paid = 0
    if pool.settings["pick3_scratch"] == "consolation":
        paid = pay_consolations(pool, consolation)
    consoled = {bet for bet, _ in consolation.payments}
    bets = [bet for bet in pool.live() if bet not in consoled]
    classes = pick_three_classes(pool, bets)
    if not classes and not consoled:
        raise Refunded("no winning wager")
    pay(pool, outcome, classes, pool.net() - paid)
    outcome.winners += consolation.winners
    outcome.payments += consolation.payments
    return outcome


def pick_three_classes(pool: Pool, bets: list[Bet]) -> list[Class]:
    """Find three hits, else any two, else any one (11.3)."""
    tiers: dict[int, list[Bet]] = {3: [], 2: [], 1: [], 0: []}
    for bet in bets:
        tiers[hits(pool, substituted(pool, bet))].append(bet)
    if tiers[3]:
        lines = sorted({"/".join(substituted(pool, bet)) for bet in tiers[3]})
        if len(lines) > 1 and pool.settings["pick3_dead_heat"] == "single_price":
            return split([("3 of 3", tiers[3])], 0)
        return split([(line, [b for b in tiers[3] if "/".join(substituted(pool, b)) == line]) for line in lines], 0)
    return split([("2 of 3", tiers[2])], 1) or split([("1 of 3", tiers[1])], 2)


def pay_consolations(pool: Pool, consolation: Outcome) -> int:
    """Pay the bets whose legs are all won but for late scratches, each group of legs by itself (11.2)."""
    paid = 0
    bets = pool.live()
    for missing in ((1,), (2,), (1, 2)):
        if any(not pool.races[number].is_run() for number in range(3)):
            # A cancelled leg gives nobody a hit, so nobody has won all the others.
            continue
        kept = [number for number in range(3) if number not in missing]
        classes = []
        for winners in product(*[pool.races[number].first() for number in kept]):
            line = ["SCR", "SCR", "SCR"]
            for number, winner in zip(kept, winners, strict=True):
                line[number] = winner
            having = [bet for bet in bets if tuple(bet.combo[number] for number in kept) == winners]
            classes.append(("/".join(line), having))
        priced = split(classes, "consolation")
        for each in priced:
            each.paid = [bet for bet in each.bets if scratched_legs(pool, bet) == missing]
        paid += pay(pool, consolation, priced, pool.net())
    return paid


def scratched_legs(pool: Pool, bet: Bet) -> tuple[int, ...]:
    """Return the legs in which a bet's selection was scratched."""
    return tuple(number for number, one in enumerate(bet.combo) if one in pool.races[number].scratched)


def settle_pick_n(pool: Pool) -> Outcome:
    """Settle a pick six or pick n whose races are all over (12)."""
    legs = len(pool.races)
    tiers: dict[int, list[Bet]] = {}
    for bet in pool.live():
        tiers.setdefault(hits(pool, substituted(pool, bet)), []).append(bet)
    best = max(tiers, default=0)
    if best == 0:
        raise Refunded("no winning wager")
    outcome = Outcome(pool.carryover_in)
    shares = {best: pool.net()}
    if not cancelled_legs(pool):
        shares, outcome.carryover_out = pick_n_shares(pool, sorted(tiers), best)
    for tier, money in shares.items():
        pay(pool, outcome, [Class(f"{tier} of {legs}", legs - tier, Fraction(1), tiers[tier])], money)
        outcome.distributed += money
    return outcome


def pick_n_shares(pool: Pool, tiers: list[int], best: int) -> tuple[dict[int, int], int]:
    """Return the money of each tier that gets some, and the carryover, by the table of section 12."""
    method = pool.settings["pickn_method"]
    net, carryover = pool.net(), pool.carryover_in
    minor = floor(net * Fraction(str(pool.settings["minor_share"])))
    major = net - minor
    lower = [tier for tier in tiers if 0 < tier < best]
    is_hit = best == len(pool.races)
    if method in ("no_carryover", "minor_no_carryover"):
        if is_hit and method == "minor_no_carryover" and lower:
            return {best: major, max(lower): minor}, carryover
        return {best: net}, carryover
    if is_hit and method == "carryover_minor" and lower:
        return {best: major + carryover, max(lower): minor}, 0
    if is_hit or pool.is_mandatory:
        return {best: net + carryover}, 0
    return {best: minor}, carryover + major
