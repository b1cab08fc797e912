"""Rounds by the million: compiled walks over enumerated tables.

A kernel holds no rules. Roulette and sic bo are a number of ends that are as likely, mini-baccarat is a table of who
draws by Point Count and card, blackjack an automaton of hands with a letter for each.

Chance is Philox 4x32-10 (Salmon and others, 2011): a block of rounds has a stream of its own, made from seed and block
number alone. So a result depends on the seed and the rounds, and not on who played which block, or in which order.
Words are made a batch at a time, so that the compiler makes many at once: of all counters of the batch first the first
words, then the second ones and so on. Cards are mixed a stretch of the shoe at a time, ahead of the rounds, which then
only read on: their hands stay in registers.

Importing this module loads Numba. It is one file because Numba looks at one only to see whether its code is stale.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from typing import Any, Final, cast

import numpy as np
from numba import njit
from numba.extending import register_jitable

_M0: Final = np.uint64(0xD2511F53)
_M1: Final = np.uint64(0xCD9E8D57)
_W0: Final = np.uint64(0x9E3779B9)
_W1: Final = np.uint64(0xBB67AE85)
_LOW: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_TWO: Final = np.uint64(2)
_THREE: Final = np.uint64(3)
_FOUR: Final = np.uint64(4)
_FIVE: Final = np.uint64(5)
_ROUNDS: Final = 10
_CACHE_FAULTS: Final = (RuntimeError, OSError, EOFError, pickle.UnpicklingError)
"""What Numba raises when it finds no place for compiled code, or finds a spoilt file there."""
LANES: Final = 256
"""Counters of a batch."""
WORDS: Final = 4 * LANES
"""Words of a batch: four for each counter."""
_WORDS: Final = np.uint64(WORDS)
STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SURRENDER: Final = 3
SPLIT: Final = 4
WIDTH: Final = 16
"""Columns of a table by card; a power of two, so that a place is found by shifting."""
_SHIFT: Final = np.uint64(4)
DEALER_WIDTH: Final = 32
_DEALER_SHIFT: Final = np.uint64(5)
NO_CARD: Final = 10
OVER_ALREADY: Final = 11
TAKES: Final = 12
_NO_CARD: Final = np.uint64(NO_CARD)
_TAKES: Final = np.uint64(TAKES)
HANDS_MAX: Final = 16
SEATS_MAX: Final = 7
_BEYOND: Final = SEATS_MAX * HANDS_MAX * 22 + 64
"""More cards than any round takes: what is read beyond the end of a shoe is no card, and the round is void."""


@register_jitable
def _philox(step: Any, block: Any, key0: Any, key1: Any) -> Any:
    """Return four words of chance for a counter and a key."""
    a, b = step & _LOW, step >> _HALF
    c, d = block & _LOW, block >> _HALF
    for _ in range(_ROUNDS):
        first, second = _M0 * a, _M1 * c
        a, b, c, d = (second >> _HALF) ^ b ^ key0, second & _LOW, (first >> _HALF) ^ d ^ key1, first & _LOW
        key0, key1 = (key0 + _W0) & _LOW, (key1 + _W1) & _LOW
    return a, b, c, d


@register_jitable
def _fill(words: Any, stream: Any) -> None:
    """Make the next batch of words. A stream is: the next counter, the block, and both halves of the seed."""
    step, block, key0, key1 = stream[0], stream[1], stream[2], stream[3]
    for lane in range(LANES):
        a, b, c, d = _philox(step + np.uint64(lane), block, key0, key1)
        words[lane] = a
        words[lane + LANES] = b
        words[lane + 2 * LANES] = c
        words[lane + 3 * LANES] = d
    stream[0] = step + np.uint64(LANES)


@register_jitable
def _stream(seed: Any, block: int) -> Any:
    """Return the stream of a block, before its first batch."""
    stream = np.zeros(4, np.uint64)
    stream[1], stream[2], stream[3] = np.uint64(block), seed & _LOW, seed >> _HALF
    return stream


def words(seed: Any, block: int, found: Any) -> None:
    """Fill an array with the words of a block's stream, for those who check it."""
    stream, batch = _stream(seed, block), np.zeros(WORDS, np.uint32)
    for place in range(len(found)):
        if place % WORDS == 0:
            _fill(batch, stream)
        found[place] = batch[place % WORDS]


def count_ends(seed: Any, block: int, rounds: int, counts: Any) -> None:
    """Count how often each of some ends comes that are as likely."""
    many = np.uint64(len(counts))
    unfair = (_LOW + _ONE - many) % many
    stream, batch = _stream(seed, block), np.zeros(WORDS, np.uint32)
    done, at = 0, WORDS
    while done < rounds:
        if at == WORDS:
            _fill(batch, stream)
            at = 0
        now = min(WORDS - at, rounds - done)
        for place in range(at, at + now):
            product = np.uint64(batch[place]) * many
            if product & _LOW >= unfair:
                counts[product >> _HALF] += 1
                done += 1
        at += now


@register_jitable(inline="always")
def _drawn(shoe: Any, place: Any, product: Any) -> None:
    """Put the card that a product of chance and cards left names into a place, and the one that lay there back."""
    other = place + (product >> _HALF)
    card = shoe[other]
    shoe[other] = shoe[place]
    shoe[place] = card


@register_jitable
def _mix(shoe: Any, start: Any, end: Any, size: Any, batch: Any, stream: Any, used: Any) -> Any:
    """Draw the cards of a stretch of a shoe from all that come after; return how many words of the batch are used."""
    place = start
    while place < end:
        if used == _WORDS:
            _fill(batch, stream)
            used = _ZERO
        # The loop within takes all words that are fair at first sight; the first that is not gets a closer look.
        count, at = min(_WORDS - used, end - place), _ZERO
        while at < count:
            product = np.uint64(batch[used + at]) * (size - place - at)
            if product & _LOW < size:
                break
            _drawn(shoe, place + at, product)
            at += _ONE
        place, used = place + at, used + at
        if at < count:
            many = size - place
            product = np.uint64(batch[used]) * many
            used += _ONE
            # Each card is as likely: a word that would favour some is passed over.
            if product & _LOW >= (_LOW + _ONE - many) % many:
                _drawn(shoe, place, product)
                place += _ONE
    return used


def count_baccarat(seed: Any, block: int, rounds: int, cards: Any, cut: int, tables: Any, counts: Any) -> None:
    """Count how often each pair of Point Counts comes, from shoes dealt down to a number of cards.

    The tables are by Point Count and one thing more, in rows of `WIDTH`: the count with a card more (`NO_CARD` and
    `OVER_ALREADY` leave it as it is); by both counts whether the player takes a card (`TAKES`), none (`NO_CARD`), or
    the round is over (`OVER_ALREADY`); and by the banker's count and the player's third card whether the banker does.
    """
    points, player_takes, banker_takes = tables
    stream, batch, used = _stream(seed, block), np.zeros(WORDS, np.uint32), _WORDS
    size, behind, six = np.uint64(len(cards)), np.uint64(cut), np.uint64(6)
    shoe = np.zeros(len(cards) + 8, np.uint8)
    shoe[: len(cards)] = cards
    place, mixed, least = _ZERO, _ZERO, max(behind, six)
    for _ in range(rounds):
        if size - place < least:
            place = mixed = _ZERO
        if place + six > mixed:
            end = min(size, max(size - behind, place) + six)
            used = _mix(shoe, mixed, end, size, batch, stream, used)
            mixed = end
        player = np.uint64(points[np.uint64(shoe[place]) << _SHIFT | shoe[place + _TWO]])
        banker = np.uint64(points[np.uint64(shoe[place + _ONE]) << _SHIFT | shoe[place + _THREE]])
        # Both cards are read, whoever takes them: to choose is quicker than to guess and be wrong.
        fifth, sixth = np.uint64(shoe[place + _FOUR]), np.uint64(shoe[place + _FIVE])
        third = np.uint64(player_takes[player << _SHIFT | banker])
        has_third = third == _TAKES
        third = fifth if has_third else third
        has_fourth = np.uint64(banker_takes[banker << _SHIFT | third])
        fourth = (sixth if has_third else fifth) if has_fourth else _NO_CARD
        place += _FOUR + np.uint64(has_third) + has_fourth
        player, banker = points[player << _SHIFT | third], points[banker << _SHIFT | fourth]
        counts[np.uint64(player) << _SHIFT | banker] += 1


# Blackjack. A hand is a state; `after` has the state by state and card, `letters` what is done, by mode, state and the
# dealer's first card. Modes are: as dealt, of a split, of a split after which a hand has one card. A letter of `SPLIT`
# and more is that of a pair that is split, and what it plays as where there may be no further hand. `ends` has how a
# hand ends, by letter, mode and state, as a row of `gains`, whose columns are the ends of the dealer's hand. Hands
# after a seat's first have rows of their own, `later` further on. `single` and `modes` have for a pair the state of one
# of its cards, and the mode from there on. The dealer has states of its own, the first of which draw. The empty hand is
# the first state of all.


@register_jitable(inline="always")
def _next(after: Any, state: Any, shoe: Any, place: Any) -> Any:
    """Return the state of a hand with the card at a place."""
    return np.uint64(after[state << _SHIFT | shoe[place]])


@register_jitable(inline="always")
def _seat(shoe: Any, place: Any, state: Any, first: Any, walk: Any, codes: Any, count: Any) -> Any:
    """Play a seat's hands, in order, and note how they end; return the next card's place and how many ended."""
    after, letters, ends, single, modes, states, most, later = walk
    mode, half, begun, waiting, row = _ZERO, _ZERO, _ONE, _ZERO, _ZERO
    while True:
        letter = letters[(mode + state) << _SHIFT | first]
        while letter == HIT:
            state, place = _next(after, state, shoe, place), place + _ONE
            letter = letters[(mode + state) << _SHIFT | first]
        if letter >= SPLIT:
            if begun < most:
                begun, waiting = begun + _ONE, waiting + _ONE
                mode, half = np.uint64(modes[state]) * states, np.uint64(single[state])
                state, place = _next(after, half, shoe, place), place + _ONE
                continue
            letter -= np.uint8(SPLIT)
            if letter == HIT:
                state, place = _next(after, state, shoe, place), place + _ONE
                continue
        if letter == DOUBLE:
            state, place = _next(after, state, shoe, place), place + _ONE
        codes[count] = ends[np.uint64(letter) * (_THREE * states) + mode + state] + row
        count += _ONE
        if waiting == _ZERO:
            return place, count
        waiting, row = waiting - _ONE, later
        state, place = _next(after, half, shoe, place), place + _ONE


def play_blackjack(
    seed: Any, block: int, rounds: int, cards: Any, shuffle: Any, walk: Any, dealer: Any, gains: Any, found: Any
) -> int:
    """Play rounds and count what all seats together gain; return how many rounds were void for want of cards.

    Shuffle is: seats, burned cards, cards behind the cutting card (the whole shoe where every round has a fresh one),
    and whether cards are drawn by chance. `found` is counts by result, shifted by half their number, and the nets of
    every round where there is a row for them.
    """
    seats, burn, behind, is_drawn = shuffle
    after, (dealer_after, dealer_ends, needs, stops) = walk[0], dealer
    histogram, each = found
    stream, batch, used = _stream(seed, block), np.zeros(WORDS, np.uint32), _WORDS
    size, shoe = np.uint64(len(cards)), np.zeros(len(cards) + _BEYOND, np.uint8)
    shoe[: len(cards)] = cards
    codes, until = np.zeros(SEATS_MAX * HANDS_MAX, np.uint64), np.zeros(SEATS_MAX, np.uint64)
    middle, void, ahead = len(histogram) // 2, 0, _THREE * seats + np.uint64(6)
    place, mixed, at, is_fresh = size, _ZERO if is_drawn else size, 0, True
    while at < rounds:
        if is_fresh:
            place, is_fresh = burn, False
            if is_drawn:
                mixed = min(size, max(size - behind, burn) + ahead)
                used = _mix(shoe, _ZERO, mixed, size, batch, stream, used)
        start, count = place, _ZERO
        first, second = np.uint64(shoe[start + seats]), start + _TWO * seats + _ONE
        state, place = _next(dealer_after, np.uint64(dealer_after[first]), shoe, second), second + _ONE
        for seat in range(seats):
            own = _next(after, np.uint64(after[shoe[start + seat]]), shoe, start + seats + _ONE + seat)
            place, count = _seat(shoe, place, own, first, walk, codes, count)
            until[seat] = count
        is_played = 0
        for hand in range(count):
            is_played |= needs[codes[hand]]
        while is_played and state < stops:
            state, place = _next(dealer_after, state, shoe, place), place + _ONE
        if place > mixed:
            # The round read cards that are not drawn yet: it is played again from its beginning, with more of them.
            place, end = start, min(size, mixed + ahead)
            if mixed < size:
                used = _mix(shoe, mixed, end, size, batch, stream, used)
                mixed = end
            else:
                void, at, is_fresh = void + 1, at + 1, True
            continue
        column, total, settled = np.uint64(dealer_ends[state]), 0, _ZERO
        for seat in range(seats):
            net = 0
            while settled < until[seat]:
                net += gains[codes[settled] << _DEALER_SHIFT | column]
                settled += _ONE
            total += net
            if at < len(each):
                each[at, seat] = net
        histogram[middle + total] += 1
        at, is_fresh = at + 1, size - place <= behind
    return void


_INTS: Final = "int64[::1]"
_BYTES: Final = "uint8[::1]"
_SHAPES: Final[dict[Callable[..., Any], str]] = {
    words: "void(uint64, int64, uint64[::1])",
    count_ends: f"void(uint64, int64, int64, {_INTS})",
    count_baccarat: f"void(uint64, int64, int64, {_BYTES}, int64, UniTuple({_BYTES}, 3), {_INTS})",
    play_blackjack: f"int64(uint64, int64, int64, {_BYTES}, UniTuple(uint64, 4), "
    f"Tuple(({_BYTES}, {_BYTES}, {_BYTES}, {_BYTES}, {_BYTES}, uint64, uint64, uint64)), "
    f"Tuple(({_BYTES}, {_BYTES}, {_BYTES}, uint64)), {_INTS}, Tuple(({_INTS}, int64[:, ::1])))",
}


@cache
def compiled(walk: Callable[..., Any]) -> Callable[..., Any]:
    """Return a walk compiled; the types are fixed here, so that all faults of the cache show here."""
    try:
        found = njit(_SHAPES[walk], nogil=True, cache=True)(walk)
    except _CACHE_FAULTS:
        # A package that is installed read-only, or a spoilt cache, costs every process the time to compile.
        found = njit(_SHAPES[walk], nogil=True)(walk)
    return cast("Callable[..., Any]", found)


def compile_all() -> None:
    """Compile every walk."""
    for walk in _SHAPES:
        compiled(walk)
