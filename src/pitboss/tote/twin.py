"""The twin trifecta: a first half like a trifecta, an exchange of its winners, a second half that may carry over.

An exchange is one ticket's own, and for as much as that ticket won: such a pool is always kept ticket by ticket.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from pitboss.rulebook.clauses import cites
from pitboss.tote.books import TicketBook
from pitboss.tote.combos import Bet, InOrder, matching_ordered
from pitboss.tote.config import fraction_of
from pitboss.tote.pools import Candidate, Held, Outcome, Pool, covered, opened, refund_all
from pitboss.tote.pricing import Paid, WinningClass, distribute
from pitboss.tote.races import Race
from pitboss.tote.single import heads, tail

_PLACES = 3
_STEPS = {2: ("second:FIRST TWO", 1), 1: ("second:FIRST", 2)}
"""How many places are right to the name and the level of a step of a mandatory day."""


@dataclass(frozen=True)
class _Live:
    """An exchange that is still good: whose, for what, and for how much."""

    bet: Bet
    masks: tuple[int, ...]
    amount: int


def settle_twin(pool: Pool, book: TicketBook) -> Outcome:
    """Settle a twin trifecta as far as its races have been run."""
    one, two = pool.races
    outcome = opened(pool, book, (one.scratched,) * _PLACES)
    if one.cancelled is not None or two.cancelled == "early":
        return refund_all(outcome, "race cancelled")
    if not one.is_run or not two.is_over:
        return outcome
    if not outcome.gross:
        return refund_all(outcome, "nothing live")
    level, classes = _first_winners(outcome, one)
    if not classes and not pool.is_mandatory:
        return refund_all(outcome, "no winning wager")
    outcome.status = "official"
    _pay_halves(outcome, level, classes)
    return outcome


def first_half_stakes(pool: Pool) -> dict[str, tuple[int, ...]]:
    """Return ticket to what each of its bets may exchange: its stake on winners of the first half."""
    one = pool.race
    outcome = opened(pool, TicketBook(pool), (one.scratched,) * _PLACES)
    level, classes = _first_winners(outcome, one)
    entries = [entry for entry, _, _ in classes] if level == 0 or pool.is_mandatory else []
    found: dict[str, tuple[int, ...]] = {}
    for bet in pool.bets:
        masks = tuple(mask & ~one.scratched for mask in bet.masks)
        stake = bet.amount * sum(entry.wanted.count(masks) for entry in entries)
        found[bet.ticket] = (*found.get(bet.ticket, ()), stake)
    return found


def first_half_payouts(pool: Pool) -> dict[str, int]:
    """Return ticket to what it won in the first half, once the first race is run and somebody has its winner.

    What the second race does can only add to it.
    """
    one, book = pool.race, TicketBook(pool)
    if not one.is_run:
        return {}
    outcome = opened(pool, book, (one.scratched,) * _PLACES)
    level, classes = _first_winners(outcome, one)
    if classes:
        outcome.pay(_halves(outcome)[0], level, classes)
    return {ticket: paid for ticket, paid in book.payouts.items() if paid}


def _pay_halves(outcome: Outcome, level: int, classes: list[Held]) -> None:
    pool, (first, second) = outcome.pool, _halves(outcome)
    if not classes:
        # A mandatory day, and nobody has the winner of the first race: everything goes to whoever is live.
        everyone = Candidate("first:ALL", InOrder((pool.race.all,) * _PLACES))
        outcome.pay(outcome.net + pool.carryover_in, _PLACES, covered(outcome, [everyone]))
    elif pool.races[1].cancelled is not None:
        _without_second_race(outcome, (first, second), level, classes)
    else:
        outcome.pay(first, level, _named(classes, "first:"))
        _second_half(outcome, pool.races[1], second, level, classes)


def _first_winners(outcome: Outcome, race: Race) -> tuple[int, list[Held]]:
    for level, candidates in enumerate(heads(race, _PLACES)):
        classes = covered(outcome, candidates)
        if classes:
            return level, classes
    return 0, []


def _halves(outcome: Outcome) -> tuple[int, int]:
    pool, net = outcome.pool, outcome.net
    cap = pool.config.twin_carryover_cap
    if cap is not None and pool.carryover_in >= cap:
        return net, 0
    first = int(net * fraction_of(pool.config.twin_first_share, "twin_first_share"))
    return first, net - first


def _named(classes: Sequence[Held], prefix: str) -> list[Held]:
    return [(Candidate(f"{prefix}{entry.combo}", entry.wanted), share, amounts) for entry, share, amounts in classes]


def _without_second_race(outcome: Outcome, halves: tuple[int, int], level: int, classes: list[Held]) -> None:
    """Pay the second half, not the carryover, to the exact winners of the first; without them to whoever won it."""
    first, second = halves
    outcome.carryover_out = outcome.pool.carryover_in
    if level:
        outcome.pay(first + second, level, _named(classes, "first:"))
        return
    outcome.pay(first, level, _named(classes, "first:"))
    winners = list(_stakes(outcome, [entry for entry, _, _ in classes]))
    _pay_per_dollar(outcome, second, "second:ALL", winners, 0)


def _book(outcome: Outcome) -> TicketBook:
    return cast("TicketBook", outcome.book)


def _stakes(outcome: Outcome, entries: Sequence[Candidate]) -> Iterator[tuple[Bet, int, int]]:
    """Yield each ticket with its stake and how many winning combinations it holds."""
    for bet, masks in _book(outcome).live:
        count = sum(entry.wanted.count(masks) for entry in entries)
        if count:
            yield bet, bet.amount, count


@cites("PW-C9", "Q88")
def _second_half(outcome: Outcome, race: Race, second: int, first_level: int, classes: list[Held]) -> None:
    pool = outcome.pool
    money = second + pool.carryover_in
    may_exchange = first_level == 0 or pool.is_mandatory
    entries = [entry for entry, _, _ in classes]
    exchanges = list(_exchanges(outcome, race, entries)) if may_exchange else []
    sequences = race.sequences(_PLACES)
    longest = max(map(len, sequences), default=0)
    sizes = range(longest, 0, -1) if pool.is_mandatory else range(longest, longest - 1, -1)
    for size in sizes:
        patterns = sorted({sequence[:size] for sequence in sequences})
        held = [(entry.bet, entry.amount, 1) for entry in exchanges if _wins(entry, patterns)]
        if held and size:
            name, level = ("second:EXACT", 0) if size == longest else _STEPS[size]
            _pay_per_dollar(outcome, money, name, held, level)
            return
    if pool.is_mandatory:
        winners = list(_stakes(outcome, entries))
        exchanged = {bet.ticket for bet, _, _ in winners if bet.exchanges}
        unexchanged = [one for one in winners if one[0].ticket not in exchanged]
        if exchanges:
            _pay_per_dollar(outcome, money, "second:ALL", [(entry.bet, entry.amount, 1) for entry in exchanges], 3)
        elif unexchanged:
            _pay_per_dollar(outcome, money, "second:UNEXCHANGED", unexchanged, 4)
        else:
            # All must go out today, and every winner of the first half has an exchange that became void.
            _pay_per_dollar(outcome, money, "second:FIRST HALF", winners, 5)
        return
    outcome.carryover_out = money


def _wins(entry: _Live, patterns: Sequence[Sequence[int]]) -> bool:
    return any(matching_ordered(entry.masks, tail(pattern, _PLACES)) for pattern in patterns)


def _exchanges(outcome: Outcome, race: Race, entries: Sequence[Candidate]) -> Iterator[_Live]:
    """Yield the exchanges of first-half winners, dollar for dollar, without those that name a scratched interest."""
    for bet, masks in _book(outcome).live:
        left = bet.amount * sum(entry.wanted.count(masks) for entry in entries)
        for exchange in bet.exchanges:
            amount = min(exchange.amount, left)
            left -= amount
            is_void = any(mask & race.scratched for mask in exchange.masks)
            if amount and not is_void:
                yield _Live(bet, exchange.masks, amount)


def _pay_per_dollar(outcome: Outcome, money: int, combo: str, held: Sequence[tuple[Bet, int, int]], level: int) -> None:
    """Divide money among tickets by the dollars they hold, at one price and without a minimum."""
    amounts = dict.fromkeys(outcome.pool.rates, 0)
    for bet, amount, count in held:
        amounts[bet.source] += amount * count
    entry = WinningClass(combo, level, amounts, Fraction(1))
    # Second-half tickets cost nothing, so no minimum is promised on them.
    paid = distribute(money, [entry], outcome.pool.rates, outcome.pool.config, is_lifted=False)
    prices = outcome.read(combo, paid.prices[0])
    outcome.paid.append(Paid([entry], [prices]))
    for bet, amount, count in held:
        payment = count * prices[bet.source].pays(amount)
        _book(outcome).credit(bet, payment)
        outcome.add_paid({bet.source: payment})
