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

from typing import Any, Final

import numpy as np
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
KINDS_WIDTH: Final = 64
"""Columns of a table by one of 52 cards."""
_SUIT_SHIFT: Final = np.uint64(6)
_SPOTS_MAX: Final = 3
VOID: Final = -(2**62)
"""What a round is said to gain that ran out of cards."""
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


def list_ends(seed: Any, block: int, many: int, found: Any) -> None:
    """List which of so many ends came, round by round: those that `count_ends` counts."""
    limit = np.uint64(many)
    unfair = (_LOW + _ONE - limit) % limit
    stream, batch = _stream(seed, block), np.zeros(WORDS, np.uint32)
    done, at = 0, WORDS
    while done < len(found):
        if at == WORDS:
            _fill(batch, stream)
            at = 0
        product = np.uint64(batch[at]) * limit
        at += 1
        if product & _LOW >= unfair:
            found[done] = product >> _HALF
            done += 1


def follow(ends: Any, many: int, gains: Any, moves: Any, nets: Any, played: Any) -> None:
    """Bet by a plan on ends that came: `gains` has a row for each step, `moves` the next one by how the round went."""
    step = 0
    for at in range(len(ends)):
        net = gains[step * many + ends[at]]
        nets[at] = net
        played[step] += 1
        step = moves[3 * step + _went(net)]


@register_jitable(inline="always")
def _went(net: int) -> int:
    """Return 0 for a round that gained, 1 for one that did not lose either, 2 for one that lost."""
    return 0 if net > 0 else 1 if net == 0 else 2


def count_baccarat(
    seed: Any, block: int, rounds: int, cards: Any, cut: int, tables: Any, counts: Any, each: Any
) -> None:
    """Count pairs of Point Counts, from shoes that end a hand after the cutting card came out (MB-J8, Q16).

    With the whole shoe behind the card every round has a fresh one. `each` has a place for the pair of every round, or
    none. The tables are by Point Count and one thing more, in rows of `WIDTH`: the count with a card more (`NO_CARD`
    and `OVER_ALREADY` leave it as it is); by both counts whether the player takes a card (`TAKES`), none (`NO_CARD`),
    or the round is over (`OVER_ALREADY`); by the banker's count and the player's third card whether the banker does.
    """
    points, player_takes, banker_takes = tables
    stream, batch, used = _stream(seed, block), np.zeros(WORDS, np.uint32), _WORDS
    size, behind, six = np.uint64(len(cards)), np.uint64(cut), np.uint64(6)
    shoe = np.zeros(len(cards) + 8, np.uint8)
    shoe[: len(cards)] = cards
    place, mixed, least, is_last = _ZERO, _ZERO, max(behind, six), False
    for at in range(rounds):
        if size - place < least:
            is_last = not is_last and bool(size - place >= six) and bool(behind < size)
            if not is_last:
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
        pair = np.uint64(player) << _SHIFT | banker
        counts[pair] += 1
        if at < len(each):
            each[at] = pair


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
        at, is_fresh = at + 1, size - place < behind
    return void


# Blackjack with every wager. A card is one of 52 kinds, by which `values` has its value. `suits` has by state of suit
# (no card, one of four suits, several) and card the state after it, `is_one` whether all cards of a state are of one
# suit, and `wins` whether two first cards win the suit wager. A plan has steps: `moves` has the next one by how a
# seat's round went, `gains` what hands gain by step, spot, end and dealer, and `beside` by step what the suit wager, a
# hit wager and the insurance of each spot gain where they win and where they lose; nothing is laid where that is 0.


@register_jitable(inline="always")
def _suited(suits: Any, state: Any, card: Any) -> Any:
    """Return the state of suit with a card more."""
    return np.uint64(suits[state << _SUIT_SHIFT | card])


@register_jitable
def _seat_beside(
    shoe: Any, place: Any, dealt: Any, first: Any, walk: Any, kinds: Any, takes: Any, codes: Any, waits: Any
) -> Any:
    """Play a seat's hands as `_seat` does; return also how many hit wagers were laid and how many of them won.

    `dealt` is state, state of suit, both cards and how many hands ended before; `takes` whether hit wagers are laid,
    and whether on split hands.
    """
    after, letters, ends, single, modes, states, most, later = walk
    values, suits, is_one, _ = kinds
    state, suit, head, tail, count = dealt
    mode, half, begun, waiting, row = _ZERO, _ZERO, _ONE, _ZERO, _ZERO
    is_bet, is_half, laid, won = takes[0], False, 0, 0
    while True:
        letter = np.uint8(HIT) if is_half else letters[(mode + state) << _SHIFT | first]
        if letter >= SPLIT:
            if begun < most:
                # The second card waits for its turn, and whether it takes hit wagers with it.
                is_bet = takes[0] and takes[1] and is_one[suit] == 1
                waits[0, waiting], waits[1, waiting] = tail, is_bet
                begun, waiting, is_half = begun + _ONE, waiting + _ONE, True
                mode, half = np.uint64(modes[state]) * states, np.uint64(single[state])
                state, suit = half, _suited(suits, _ZERO, head)
                continue
            letter -= np.uint8(SPLIT)
        if letter in (HIT, DOUBLE):
            is_half, tail, place = False, np.uint64(shoe[place]), place + _ONE
            is_laid = is_bet and is_one[suit] == 1
            state, suit = np.uint64(after[state << _SHIFT | values[tail]]), _suited(suits, suit, tail)
            laid += is_laid
            won += is_laid and is_one[suit] == 1
            if letter == HIT:
                continue
        codes[count] = ends[np.uint64(letter) * (_THREE * states) + mode + state] + row
        count += _ONE
        if waiting == _ZERO:
            return place, count, laid, won
        waiting, row, is_half = waiting - _ONE, later, True
        head, is_bet = waits[0, waiting], waits[1, waiting] == _ONE
        state, suit = half, _suited(suits, _ZERO, head)


@register_jitable
def _dealer_hands(shoe: Any, place: Any, second: Any, dealer: Any, spots: Any, asked: Any, columns: Any) -> Any:
    """Play the dealer's hands, one after the other from one first card; return the next card's place.

    `second` is where the second card lies, nowhere (0) where it comes after the players; `asked` the first card's
    state, whether cards drawn to it matter, and down to which spot a second card does. Columns of spots that are not
    played, and those of a Blackjack, are told by the dealer's ends.
    """
    after, ends, stops, nobody, values = dealer
    first, is_drawn, until = asked
    for spot in range(spots):
        columns[spot] = nobody
        if spot >= until:
            continue
        at = second
        if second == _ZERO:
            at, place = place, place + _ONE
        state = np.uint64(after[first << _SHIFT | values[shoe[at]]])
        while is_drawn and state < stops:
            state, place = np.uint64(after[state << _SHIFT | values[shoe[place]]]), place + _ONE
        columns[spot] = ends[state]
    return place


@register_jitable
def _settle(columns: Any, spots: int, hands: Any, seat: Any, money: Any, is_insured: bool) -> int:
    """Return what a seat's hands and insurance gain against all of the dealer's hands."""
    codes, start, end = hands
    step, rows = seat
    gains, beside, naturals = money
    net = 0
    for spot in range(spots):
        for hand in range(start, end):
            at = (np.uint64(step * spots + spot) * rows + codes[hand]) << _DEALER_SHIFT
            net += gains[at | columns[spot]]
        if is_insured:
            net += beside[step, 4 + 2 * spot + (0 if naturals[columns[spot]] else 1)]
    return net


def play_wagers(
    seed: Any, block: int, cards: Any, shuffle: Any, walk: Any, dealer: Any, kinds: Any, money: Any, found: Any
) -> None:
    """Play rounds with every wager, each seat by a plan; note what it gains, `VOID` at the first where cards lack.

    Shuffle is as `play_blackjack` has it, then the dealer's hands, whether they come after the players, and whether
    hit wagers go on split hands. `found` is the nets by round and seat, and how often each step was played.
    """
    seats, burn, behind, is_drawn, spots, is_after, on_split = shuffle
    after, (values, suits, _, wins), (gains, beside, moves, naturals) = walk[0], kinds, money
    steps, ends, needs, stops, opens, (mates, aces, nobody) = dealer
    each, played = found
    stream, batch, used = _stream(seed, block), np.zeros(WORDS, np.uint32), _WORDS
    size, shoe = np.uint64(len(cards)), np.zeros(len(cards) + _BEYOND, np.uint8)
    shoe[: len(cards)] = cards
    codes, waits = np.zeros(SEATS_MAX * HANDS_MAX, np.uint64), np.zeros((2, HANDS_MAX), np.uint64)
    until, nets, step = np.zeros(SEATS_MAX + 1, np.int64), np.zeros(SEATS_MAX, np.int64), np.zeros(SEATS_MAX, np.int64)
    columns, ahead, rows = np.zeros(_SPOTS_MAX, np.uint64), _THREE * seats + np.uint64(6), _TWO * walk[7]
    place, mixed, at, is_fresh = size, _ZERO if is_drawn else size, 0, True
    while at < len(each):
        if is_fresh:
            place, is_fresh = burn, False
            if is_drawn:
                mixed = min(size, max(size - behind, burn) + ahead)
                used = _mix(shoe, _ZERO, mixed, size, batch, stream, used)
        start, count = place, _ZERO
        first = np.uint64(values[shoe[start + seats]])
        second = _ZERO if is_after else start + _TWO * seats + _ONE
        place, is_played, last = start + _TWO * seats + (_ONE if is_after else _TWO), 0, 0 if is_after else 1
        for seat in range(seats):
            head, tail = np.uint64(shoe[start + seat]), np.uint64(shoe[start + seats + _ONE + seat])
            own, bets = np.uint64(after[np.uint64(after[values[head]]) << _SHIFT | values[tail]]), beside[step[seat]]
            dealt = (own, _suited(suits, _suited(suits, _ZERO, head), tail), head, tail, count)
            takes = (bets[3] != 0, on_split == _ONE)
            place, count, laid, won = _seat_beside(shoe, place, dealt, first, walk, kinds, takes, codes, waits)
            suit = bets[0 if wins[head << _SUIT_SHIFT | tail] else 1]
            nets[seat], until[seat + 1] = suit + won * bets[2] + (laid - won) * bets[3], count
            for spot in range(spots):
                last = max(last, spot + 1 if aces[first] and bets[5 + 2 * spot] != 0 else 0)
        for hand in range(count):
            is_played |= needs[codes[hand]]
            last = spots if opens[codes[hand]] == 1 or (opens[codes[hand]] == 2 and mates[first]) else last
        asked = (np.uint64(steps[first]), is_played == 1, last)
        place = _dealer_hands(shoe, place, second, (steps, ends, stops, nobody, values), spots, asked, columns)
        if place > mixed:
            # The round read cards that are not drawn yet: it is played again from its beginning, with more of them.
            place, end = start, min(size, mixed + ahead)
            if mixed < size:
                used = _mix(shoe, mixed, end, size, batch, stream, used)
                mixed = end
            else:
                each[at, 0], at, is_fresh = VOID, at + 1, True
            continue
        for seat in range(seats):
            hands, table = (codes, until[seat], until[seat + 1]), (gains, beside, naturals)
            nets[seat] += _settle(columns, spots, hands, (step[seat], rows), table, aces[first] == 1)
            each[at, seat] = nets[seat]
            played[step[seat]] += 1
            step[seat] = moves[3 * step[seat] + _went(nets[seat])]
        at, is_fresh = at + 1, size - place < behind
