"""Pools on one race: win, place, show, exacta, quinella, trifecta, superfecta, with dead heats and fall-backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pitboss.rulebook import cites
from pitboss.tote.books import PoolBook
from pitboss.tote.combos import POSITIONS, Chosen, PairsWith, Pattern, in_order
from pitboss.tote.pools import Candidate, Outcome, Pool, covered, opened, refund_all
from pitboss.tote.races import Race, number_key


def settle_single(pool: Pool, book: PoolBook) -> Outcome:
    """Settle a pool on one race."""
    race = pool.race
    outcome = opened(pool, book, (race.scratched,) * POSITIONS[pool.kind])
    if race.cancelled is not None:
        return refund_all(outcome, "race cancelled")
    if race.result is None:
        return outcome
    if not outcome.gross:
        return refund_all(outcome, "nothing live")
    money = outcome.net + pool.carryover_in
    if pool.kind in ("place", "show"):
        return _place_or_show(outcome, money)
    for level, candidates in enumerate(_levels(pool)):
        classes = covered(outcome, candidates)
        if classes:
            outcome.status = "official"
            outcome.pay(money, level, classes)
            return outcome
    return refund_all(outcome, "no winning wager")


def _levels(pool: Pool) -> Iterator[list[Candidate]]:
    """Yield the winning combinations, then what takes their place step by step."""
    race = pool.race
    match pool.kind:
        case "win":
            yield from ([_first(race, interest) for interest in group] for group in race.order[:3])
        case "exacta":
            yield from _exacta(pool, race)
        case "quinella":
            yield from _quinella(race)
        case _:
            yield from heads(race, POSITIONS[pool.kind])


def _first(race: Race, interest: int) -> Candidate:
    return Candidate(race.interests[interest], Chosen((1 << interest,)))


def _ordered(race: Race, pattern: Pattern) -> Candidate:
    return Candidate(race.numbers(pattern), in_order(race, pattern))


def tail(sequence: Sequence[int], length: int) -> Pattern:
    """Return a pattern that begins with a sequence and takes anything behind it."""
    return (*sequence, *([None] * (length - len(sequence))))


@cites("PW-C8", "PW-C10")
def heads(race: Race, length: int) -> Iterator[list[Candidate]]:
    """Yield the winning sequences, then their ever shorter heads."""
    sequences = race.sequences(length)
    longest = max(map(len, sequences), default=0)
    for size in range(longest, 0, -1):
        shortened = sorted({sequence[:size] for sequence in sequences})
        yield [_ordered(race, tail(sequence, length)) for sequence in shortened]


@cites("PW-C7")
def _exacta(pool: Pool, race: Race) -> Iterator[list[Candidate]]:
    """Yield the first two in their order, then the first and the second each by itself."""
    sequences = race.sequences(2)
    yield [_ordered(race, tail(sequence, 2)) for sequence in sequences]
    firsts = sorted({sequence[0] for sequence in sequences if sequence})
    seconds = sorted({sequence[1] for sequence in sequences if len(sequence) > 1})
    if pool.config.exacta_fallback == "first_only":
        seconds = []
    yield [*(_ordered(race, (i, None)) for i in firsts), *(_ordered(race, (None, i)) for i in seconds)]


def _quinella(race: Race) -> Iterator[list[Candidate]]:
    sequences = race.sequences(2)
    including = [
        Candidate(race.numbers((i, None)), PairsWith(i, race.all))
        for i in sorted({i for sequence in sequences for i in sequence})
    ]
    pairs = sorted({tuple(sorted(sequence)) for sequence in sequences if len(sequence) > 1})
    if not pairs:
        # A single finisher is paid with anything beside it.
        yield including
        return
    yield [_pair(race, pair) for pair in pairs]
    is_tied_for_second = len(race.order) > 1 and len(race.order[0]) == 1
    seconds = race.order[1] if is_tied_for_second else ()
    yield [_pair(race, (a, b)) for place, a in enumerate(seconds) for b in seconds[place + 1 :]]
    yield including


def _pair(race: Race, pair: Sequence[int]) -> Candidate:
    first, second = sorted(pair, key=lambda i: number_key(race.interests[i]))
    return Candidate(race.numbers((first, second)), PairsWith(first, 1 << second))


def _place_or_show(outcome: Outcome, money: int) -> Outcome:
    """Divide the profit by paid places; a place that nobody holds is dropped, and the others grow."""
    pool, race = outcome.pool, outcome.pool.race
    places = list(race.runners_by_place())
    paid = min(2 if pool.kind == "place" else 3, sum(map(len, places)))
    on_each = outcome.book.by_last(())
    amounts = {i: {source: found[i] for source, found in on_each.items()} for group in race.order for i in group}
    held = {i for i, by_source in amounts.items() if sum(by_source.values())}
    shares, named = _shares(places, paid, held)
    level = 0
    if not shares:
        following = next((group for group in race.order if not named & set(group)), ())
        level, shares = 1, dict.fromkeys((i for i in following if i in held), Fraction(1))
    total = sum(shares.values())
    if not total:
        return refund_all(outcome, "no winning wager")
    outcome.status = "official"
    classes = [(_first(race, i), share / total, amounts[i]) for i, share in shares.items()]
    outcome.pay(money, level, classes)
    return outcome


def _shares(places: Sequence[Sequence[int]], paid: int, held: set[int]) -> tuple[dict[int, Fraction], set[int]]:
    """Return each held interest's part of the paid places, not yet scaled up to one, and every interest in them."""
    shares: dict[int, Fraction] = {}
    named: set[int] = set()
    left = paid
    for group in places:
        if left <= 0:
            break
        named.update(group)
        if len(group) <= left:
            parts = [(i, Fraction(1, paid)) for i in sorted(group) if i in held]
        else:
            sharing = sorted(set(group) & held)
            parts = [(i, Fraction(left, paid) / len(sharing)) for i in sharing]
        for interest, part in parts:
            shares[interest] = shares.get(interest, Fraction(0)) + part
        left -= len(group)
    return shares, named
