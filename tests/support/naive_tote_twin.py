"""The twin trifecta of a naive totalizator (section 13)."""

from fractions import Fraction
from math import floor
from typing import Any

from tests.support.naive_tote_pool import Class, Outcome, Pool, Refunded, pay
from tests.support.naive_tote_race import Race
from tests.support.naive_tote_single import finishing_classes, starting_with
from tests.support.naive_tote_tickets import PLACES_OF_TWIN, Bet

__all__ = ["settle_twin"]


def settle_twin(pool: Pool) -> Outcome:
    """Settle a twin trifecta whose races are both over."""
    one, two = pool.races
    bets = pool.live()
    first_half, second_half = halves(pool)
    classes = finishing_classes(one, bets, PLACES_OF_TWIN)
    for each in classes:
        each.combo = f"first:{each.combo}"
    outcome = Outcome(pool.carryover_in)
    if not classes:
        if not pool.is_mandatory:
            # 13.3
            raise Refunded("no winning wager")
        # 13.8, at the end
        distribute(pool, outcome, [Class("first:ALL", 3, Fraction(1), bets)], pool.net() + pool.carryover_in)
        outcome.carryover_out = 0
        return outcome
    winners = [bet for each in classes for bet in each.bets]
    is_exact = classes[0].level == 0
    if two.cancelled and not is_exact:
        # 13.7: both halves to the winners of the first
        distribute(pool, outcome, classes, pool.net())
        return outcome
    distribute(pool, outcome, classes, first_half)
    if two.cancelled:
        everybody = Class("second:ALL", 0, Fraction(1), winners)
        distribute(pool, outcome, [everybody], second_half, has_minimum=False)
        return outcome
    rest = second_half + pool.carryover_in
    if is_exact or pool.is_mandatory:
        exchanges = valid_exchanges(two, winners)
        second = second_class(pool, exchanges, winners)
        if second is not None:
            distribute(pool, outcome, [second], rest, has_minimum=False)
            outcome.carryover_out = 0
            return outcome
    # 13.4 and 13.6
    outcome.carryover_out = rest
    return outcome


def distribute(pool: Pool, outcome: Outcome, classes: list[Class], money: int, *, has_minimum: bool = True) -> None:
    """Pay classes and count their money as distributed."""
    pay(pool, outcome, classes, money, has_minimum=has_minimum)
    outcome.distributed += money


def halves(pool: Pool) -> tuple[int, int]:
    """Divide the net pool (13.2)."""
    net = pool.net()
    cap = pool.settings["twin_carryover_cap"]
    if cap is not None and pool.carryover_in >= cap:
        return net, 0
    first = floor(net * Fraction(str(pool.settings["twin_first_share"])))
    return first, net - first


def valid_exchanges(race: Race, winners: list[Bet]) -> list[Bet]:
    """Return the exchanges of winning tickets as bets on race 2, dollar for dollar, without void ones (13.4, 5)."""
    tickets: dict[str, dict[str, Any]] = {bet.ticket["id"]: bet.ticket for bet in winners}
    found = []
    for name, ticket in tickets.items():
        own = [bet for bet in winners if bet.ticket["id"] == name]
        left = sum(bet.amount for bet in own)
        for exchange in ticket.get("exchange", []):
            if exchange["amount"] > left:
                continue
            left -= exchange["amount"]
            combo = tuple(race.interest(number) for number in exchange["sel"])
            if any(one in race.scratched for one in combo):
                continue
            free = Bet(ticket, own[0].source, combo)
            free.amount = exchange["amount"]
            found.append(free)
    return found


def second_class(pool: Pool, exchanges: list[Bet], winners: list[Bet]) -> Class | None:
    """Find who gets the second half, None if nobody does (13.6, 13.8)."""
    ways = pool.races[1].sequences(PLACES_OF_TWIN)
    exact = [bet for bet in exchanges if any(bet in starting_with(exchanges, way) for way in ways)]
    if exact:
        return Class("second:EXACT", 0, Fraction(1), exact)
    if not pool.is_mandatory:
        return None
    for level, length, name in ((1, 2, "second:FIRST TWO"), (2, 1, "second:FIRST")):
        heads = {way[:length] for way in ways if len(way) >= length}
        partly = [bet for bet in exchanges if bet.combo[:length] in heads]
        if partly:
            return Class(name, level, Fraction(1), partly)
    if exchanges:
        return Class("second:ALL", 3, Fraction(1), exchanges)
    # Whoever exchanged for something that became void has exchanged all the same.
    kept = [bet for bet in winners if not bet.ticket.get("exchange")]
    if kept:
        return Class("second:UNEXCHANGED", 4, Fraction(1), kept)
    return Class("second:FIRST HALF", 5, Fraction(1), winners)
