"""The text of bets: what it means, what it costs, and what it is refused for."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadNotation, InputError
from pitboss.tote.bet_text import ALL, KINDS, BetText
from pitboss.tote.combos import bits, combinations_of
from pitboss.tote.notation import combinations, cost, format_bet, masks_of, parse_bet
from pitboss.tote.races import Race

TEXTS = [
    "$2 WN 4", "$2 PL 4", "$2 SH 4", "$2 ACROSS 4", "$2 EX 1/4", "$2 EX 1,2/4", "$2 EX BOX 1,4,7", "$2 EX KEY 1/4,7",
    "$2 EX WHEEL 1/ALL", "$2 EX WHEEL ALL/1", "$2 EX WHEEL BOTH 1/ALL", "$2 EX WHEEL BOTH 1,2/ALL", "$2 EX ALL/ALL",
    "$2 EX ANY 1+4,7", "$2 QU 1-4", "$2 QU 1,2-2,3", "$2 QU 1-ALL", "$2 QU BOX 1,4,7", "$2 QU KEY 1/4,7",
    "$1 TRI 5/1,2/ALL", "$1 TRI BOX 1,2,3", "$1 TRI KEY 1/2,3,4", "$1 TRI ANY 1,2,3+4,5", "$1 TRI ANY 1,2+2,3+3,4",
    "$1 SUPER 1/2/3/4", "$0.50 SUPER 1/2,3/ALL/ALL", "$0.10 SUPER ANY 1,2+3", "$1 SUPER BOX 1,2,3,4,5",
    "$2 DD 1/2,3", "$1.20 DD 1/ALL", "$2 P3 1/2,3/ALL", "$2 P6 1/2/3/4/5/6A", "$2 P6 1/2/ALL/4,5/6/7", "$2 TT 1/2/3",
    "$2 WN 1,2", "$2 PL ALL", "$2 ACROSS BOX 1,2", "$2 DD BOX 1,2", "$2 DD KEY 1/1,2", "$2 P3 BOX 1,2,3", "$2 P6 BOX 1",
    "$2 P6 KEY 1/2,3", "$2 TT BOX 1,2,3", "$2 TT KEY 1/2,3", "$2 TT 1/2/ALL", "$2 TT ANY 1+2,3",
]  # fmt: skip
LEGS = {"double": 2, "pick3": 3, "pick6": 6}
PLACES = {"exacta": 2, "quinella": 2, "trifecta": 3, "superfecta": 4, "twin_trifecta": 3, **LEGS}
NUMBERS = [str(number) for number in range(1, 7)]
SOME = st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=4, unique=True).map(tuple)


@st.composite
def bets(draw):
    """Draw the fields of a bet and try again until they make one."""
    kind = draw(st.sampled_from(KINDS))
    places, amount = PLACES.get(kind, 1), draw(st.integers(1, 10**12))
    one = SOME.map(lambda part: part[:1])
    forms = ["positions", "box", *(["key_box"] if kind in PLACES else [])]
    forms += ["any_order"] if kind in ("exacta", "trifecta", "superfecta", "twin_trifecta") else []
    form, key, direction = draw(st.sampled_from(forms)), None, None
    if form == "positions":
        parts = tuple(draw(st.one_of(one, SOME, st.just(ALL))) for _ in range(places))
        form = "wheel" if ALL in parts else "partial_wheel" if any(len(part) > 1 for part in parts) else "straight"
        if kind == "exacta" and parts.count(ALL) == 1:
            direction = "below" if parts[0] == ALL else draw(st.sampled_from(["top", "both"]))
    else:
        parts = tuple(draw(SOME) for _ in range(draw(st.integers(1, places)) if form == "any_order" else 1))
        key = draw(st.sampled_from(NUMBERS)) if form == "key_box" else None
    return kind, amount, form, parts, key, direction


def made(fields):
    """Tell whether the fields make a bet that can win at all."""
    try:
        BetText(*fields)
    except BadNotation:
        return False
    return True


BETS = bets().filter(made).map(lambda fields: BetText(*fields))
EXPANDED = BETS.filter(lambda bet: bet.kind != "pick6" or bet.parts.count(ALL) < 4)
"""Bets that are worth listing: ALL in four of six legs makes thousands of combinations and shows nothing new."""


def naive(bet, field):
    """List a bet's combinations one by one, with the same runners in every race."""
    places = PLACES.get(bet.kind, 1)
    sets = [field if part == ALL else part for part in bet.parts]
    if bet.kind in LEGS:
        first = {"box": sets, "key_box": [(bet.key,)]}.get(bet.form, sets)
        return set(product(*first, *sets * (places - len(first))))
    if bet.form == "any_order":
        found = {order for order in permutations(field, places) if serves(order, sets)}
    elif bet.form == "box":
        found = set(permutations(sets[0], places))
    elif bet.form == "key_box":
        found = {(bet.key, *others) for others in permutations(sets[0], places - 1)}
    else:
        found = {order for order in product(*sets) if places == len(set(order))}
        found |= {order[::-1] for order in found if bet.direction == "both"}
    return {tuple(sorted(pair)) for pair in found} if bet.kind == "quinella" else found


def serves(order, groups):
    """Tell whether different runners of an order can be found for all groups."""
    chosen = permutations(order, len(groups))
    return any(all(runner in group for runner, group in zip(some, groups, strict=True)) for some in chosen)


def expanded(bet, row, field):
    """List the combinations of a row of masks."""
    ways = product(*([field[bit] for bit in bits(mask)] for mask in row))
    different = [way for way in ways if bet.kind in LEGS or len(row) == len(set(way))]
    return {tuple(sorted(way)) if bet.kind == "quinella" else way for way in different}


def race(runners=NUMBERS, name="1"):
    """Make a race in which every runner is a betting interest."""
    return Race(name, tuple(runners), {number: place for place, number in enumerate(runners)})


def races_of(bet, one):
    """Return the races of a bet's pool, all of them alike."""
    return [one] * (2 if bet.kind == "twin_trifecta" else LEGS.get(bet.kind, 1))


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_written_as_they_were_read(text):
    """Every form has one way of being written, and it is read back."""
    assert text == format_bet(parse_bet(text))


@given(BETS)
def test_bets_round_trip(bet):
    """Whatever bet there is, its text means it."""
    assert bet == parse_bet(format_bet(bet))


@given(st.text("$0123456789.,/-+ABCDEHIKLNOPQRSTUWXY ") | st.lists(st.sampled_from([*" ".join(TEXTS).split()])))
def test_any_text_is_read_or_refused(text):
    """Text from the same characters and words is a bet that round-trips, or is refused as none."""
    text = text if isinstance(text, str) else " ".join(text)
    try:
        bet = parse_bet(text)
    except BadNotation:
        return

    assert bet == parse_bet(format_bet(bet))


@pytest.mark.parametrize(
    ("text", "bet"),
    [
        ("$2 ACROSS 6", BetText("across_the_board", 200, "straight", (("6",),))),
        ("$0.50 EX 1/4,1A", BetText("exacta", 50, "partial_wheel", (("1",), ("4", "1A")))),
        ("$2 EX BOX 1,4", BetText("exacta", 200, "box", (("1", "4"),))),
        ("$2 QU KEY 1/4", BetText("quinella", 200, "key_box", (("4",),), key="1")),
        ("$2.00 EX 1/ALL", BetText("exacta", 200, "wheel", (("1",), ALL), direction="top")),
        ("$2 EX ALL/1", BetText("exacta", 200, "wheel", (ALL, ("1",)), direction="below")),
        ("$2 EX WHEEL BOTH 1/ALL", BetText("exacta", 200, "wheel", (("1",), ALL), direction="both")),
        ("$1 TRI WHEEL 5/ALL/ALL", BetText("trifecta", 100, "wheel", (("5",), ALL, ALL))),
        ("$1 TRI ANY 1,2+4", BetText("trifecta", 100, "any_order", (("1", "2"), ("4",)))),
    ],
)
def test_texts_mean_bets(text, bet):
    """A text gives pool, cents, form, runners, key and direction; WHEEL may be said or left out."""
    assert bet == parse_bet(text)


@pytest.mark.parametrize(
    ("text", "sizes", "count"),
    [
        ("$2 ACROSS 4", [8], 3),
        ("$2 EX WHEEL 1/ALL", [8], 7),
        ("$2 EX WHEEL BOTH 1/ALL", [8], 14),
        ("$2 EX KEY 1/4,7", [8], 2),
        ("$2 QU 1,2-2,3", [8], 3),
        ("$1 TRI 5/1,2/ALL", [8], 12),
        ("$1 TRI ANY 1,2,3+4,5", [8], 162),
        ("$1 SUPER BOX 1,2,3,4,5", [12], 120),
        ("$2 P3 1/2,3/ALL", [8, 9, 10], 20),
        ("$2 P6 1/2/ALL/4,5/ALL/ALL", [8, 8, 7, 8, 9, 10], 1260),
        ("$2 TT 1/2/3", [8, 9], 1),
        ("$1 TRI ALL/ALL/ALL", [2], 0),
        ("$2 WN 1,2", [8], 2),
        ("$2 SH BOX 1,2,3", [8], 3),
        ("$2 ACROSS ALL", [8], 24),
        ("$2 DD BOX 1,2", [8, 8], 4),
        ("$2 DD KEY 1/1,2,3", [8, 8], 3),
        ("$2 P3 BOX 1,2,3", [8, 8, 8], 27),
        ("$2 P6 KEY 1/2,3", [8] * 6, 32),
        ("$2 TT BOX 1,2,3", [8, 9], 6),
        ("$2 TT ANY 1+2,3", [8, 9], 66),
    ],
)
def test_combinations_by_hand(text, sizes, count):
    """The number of combinations and the cost, worked out on paper."""
    bet = parse_bet(text)

    assert (count, count * bet.amount) == (combinations(bet, sizes), cost(bet, sizes))


@given(EXPANDED, st.integers(6, 8))
def test_combinations_are_those_of_the_expansion(bet, size):
    """The formulas count what listing every combination counts, and the price is the base amount for each."""
    count = len(naive(bet, [str(number) for number in range(1, size + 1)]))
    count *= 3 if bet.kind == "across_the_board" else 1
    sizes = [size] * len(races_of(bet, None))

    assert (count, count * bet.amount) == (combinations(bet, sizes), cost(bet, sizes))


@given(EXPANDED)
def test_rows_hold_each_combination_once(bet):
    """The rows of masks have no combination in common and together all that the bet names."""
    rows = masks_of(bet, races_of(bet, race()))
    found = [way for row in rows for way in expanded(bet, row, NUMBERS)]

    assert len(found) == len(set(found)) == sum(combinations_of(bet.pools[0], row) for row in rows)
    assert naive(bet, NUMBERS) == set(found)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("$2 ACROSS 2", [(0b10,)]),
        ("$2 EX WHEEL BOTH 1/ALL", [(0b1, 0b111111), (0b111110, 0b1)]),
        ("$2 EX KEY 1/2,3", [(0b1, 0b110)]),
        ("$2 QU BOX 1,2", [(0b11, 0b11)]),
        ("$2 EX ANY 1+2", [(0b1, 0b10), (0b10, 0b1)]),
    ],
)
def test_rows_of_small_bets(text, rows):
    """A wheel both ways and groups in any order become several rows, every other form one."""
    assert rows == masks_of(parse_bet(text), [race()])


def test_a_box_over_races_has_its_numbers_in_each():
    """Every race has a bit of its own for a number; a key is in the first leg only."""
    races = [race(), race(["3", "2", "1"], name="2")]

    assert [(0b11, 0b110)] == masks_of(parse_bet("$2 DD BOX 1,2"), races)
    assert [(0b1, 0b110)] == masks_of(parse_bet("$2 DD KEY 1/1,2"), races)
    with pytest.raises(InputError, match=r"'4': race 2 has no such runner for \$2 DD BOX 1,4"):
        masks_of(parse_bet("$2 DD BOX 1,4"), races)


def test_an_entry_is_one_interest():
    """Either part of an entry, or its own name, is the same bit; both together leave a box too small."""
    coupled = Race("5", ("E", "2", "9"), {"1": 0, "1A": 0, "2": 1, "8": 2})

    assert [(1, 2)] == masks_of(parse_bet("$2 EX 1A/2"), [coupled])
    assert [(5, 7)] == masks_of(parse_bet("$2 EX 1,1A,9/ALL"), [coupled])
    with pytest.raises(InputError, match=r"'\$2 EX BOX 1,1A': expected a combination in race 5, found none"):
        masks_of(parse_bet("$2 EX BOX 1,1A"), [coupled])


def test_a_runner_of_another_race_is_refused():
    """A number that the race does not have is named with the race and the bet."""
    with pytest.raises(InputError, match=r"'7': race 2 has no such runner for \$2 DD 1/7"):
        masks_of(parse_bet("$2 DD 1/7"), [race([*NUMBERS, "7"]), race(name="2")])


@pytest.mark.parametrize(
    ("text", "sizes", "field"),
    [
        ("$2 DD 1/2", [8], "sizes"),
        ("$2 EX 1/2", [8, 8], "sizes"),
        ("$2 DD 1/2,3", [8, 1], "sizes[1]"),
        ("$2 DD BOX 1,2", [8, 1], "sizes[1]"),
        ("$2 EX KEY 1/2,3", [2], "sizes[0]"),
        ("$2 WN 1", [100], "sizes[0]"),
        ("$2 DD ALL/ALL", [8, 0], "sizes[1]"),
        ("$2 WN 1", [True], "sizes[0]"),
    ],
)
def test_sizes_that_cannot_be(text, sizes, field):
    """Too few or many races, a race smaller than what is named, and one that no card could have."""
    with pytest.raises(InputError) as caught:
        combinations(parse_bet(text), sizes)

    assert field == caught.value.field
