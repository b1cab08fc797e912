"""Exact blackjack: what a setting does, stakes, depleted shoes, the table of totals, and what is refused."""

from dataclasses import replace
from functools import cache

import pytest

from pitboss.errors import BadConfig
from pitboss.games.blackjack.rules import rules_of
from pitboss.lab.blackjack.exact import analyse
from pitboss.lab.blackjack.tables import ROWS, VALUES, dealer_tree, full_shoe, lattice
from pitboss.lab.blackjack.wagers import insurance_edge, shoe_of, values_of, wager_edges
from pitboss.rulebook import table_config


def house(**settings):
    """Return the rules of a table."""
    return rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": settings}))


@cache
def usual():
    """Analyse the table that the edition's defaults make."""
    return analyse(house())


def letters(side, row):
    """Return a row's letters by the dealer's first card."""
    return dict(zip(VALUES, side[row], strict=True))


def test_the_table_of_totals_is_near_the_best_play():
    """It costs something, and far less than a hundredth of a percent with six decks."""
    assert 0 < usual().basic_edge - usual().composition_edge < 5e-5


def test_the_table_has_every_row():
    """Twenty-seven totals twice and ten pairs, ten letters each, of those that may stand there."""
    table = usual().table
    assert (ROWS, ROWS) == (tuple(table.two_cards), tuple(table.drawing))
    assert [value * 2 for value in VALUES] == list(table.pairs)
    assert {10} == {len(line) for side in (table.two_cards, table.drawing, table.pairs) for line in side.values()}
    used = ["".join(side.values()) for side in (table.two_cards, table.drawing, table.pairs)]
    assert ["DHS", "HS", "-P"] == ["".join(sorted(set(line))) for line in used]


def test_two_cards_are_told_from_drawn_totals():
    """Sixteen against a ten is hit on two cards and stood on with more; nobody doubles a drawn eleven."""
    table = usual().table
    assert ("H", "S") == (table.two_cards["H16"][-1], table.drawing["H16"][-1])
    assert ("D", "H") == (letters(table.two_cards, "H11")["6"], letters(table.drawing, "H11")["6"])


def test_split_hands_have_a_say():
    """Two decks: of hands as dealt a soft seventeen against a two is hit, with split hands among them it is doubled."""
    rules = house(decks=2)
    found = analyse(rules)
    row = found.table.two_cards["S17"]
    assert "D" == letters(found.table.two_cards, "S17")["2"]
    other = replace(found.table, two_cards={**found.table.two_cards, "S17": row[0] + "H" + row[2:]})
    assert 5e-7 < analyse(rules, table=other).basic_edge - found.basic_edge < 6e-7


def test_a_letter_that_was_tried_in_vain_decides_no_pair():
    """From this shoe twos are split against a two, whatever they would be worth by a letter that was not taken."""
    shoe = values_of(shoe_of(1, "7S KD QC 9S 3S 9H 9C 4H 7C".split()))
    assert "P" == letters(analyse(house(decks=1, h17=False, max_hands=8), shoe=shoe).table.pairs, "22")["2"]


@pytest.mark.parametrize(("max_hands", "least"), [(4, 26), (10, 28), (16, 40)])
def test_a_shoe_has_cards_for_every_hand(max_hands, least):
    """Sixteen hands take thirty-two cards and those of the dealer: with one card less than needed it is a sentence."""
    rules, low = house(decks=1, max_hands=max_hands), [value + suit for value in "23456789" for suit in "SHDC"]
    enough, few = (values_of(shoe_of(1, low[: 52 - cards])) for cards in (least, least - 1))
    assert -1 < analyse(rules, shoe=enough).basic_edge < 1
    with pytest.raises(BadConfig, match=f"field shoe: {least - 1}: cards are left .* an exact value needs {least}"):
        analyse(rules, shoe=few)


@pytest.mark.parametrize(
    ("part", "row", "letters"),
    [
        ("two_cards", "H12", "HHH"),
        ("drawing", "H12", "D" * 10),
        ("pairs", "88", "X" * 10),
        ("two_cards", "S21", "junk"),
        ("drawing", "S21", "H" * 10),
    ],
)
def test_a_table_that_is_none_is_refused(part, row, letters):
    """Too few letters, or one that may not stand there."""
    table = replace(usual().table, **{part: {**getattr(usual().table, part), row: letters}})
    with pytest.raises(BadConfig, match=f"field {row}: '{letters}': at this table the row has 10 letters of"):
        analyse(house(), table=table)


def test_nobody_decides_anything_on_21():
    """A table may leave the row out."""
    table = usual().table
    less = replace(table, two_cards={row: line for row, line in table.two_cards.items() if row != "S21"})
    assert usual().totals == analyse(house(), table=less).totals


def test_several_wagers_together_are_those_of_multiple_action():
    """A pair is split once there."""
    with pytest.raises(BadConfig, match="field spots: 2: several wagers together are those of multiple action"):
        usual().together(2)


@pytest.mark.parametrize(
    ("settings", "letter"),
    [({"double": False}, "D"), ({"split": False}, "P"), ({"surrender": "none"}, "R")],
)
def test_what_is_not_allowed_is_in_no_table(settings, letter):
    """A house without it has no such letter."""
    table = analyse(house(**settings)).table
    lines = [*table.two_cards.values(), *table.drawing.values(), *table.pairs.values()]
    assert [] == [line for line in lines if letter in line]


@pytest.mark.parametrize(
    "better",
    [{"push21": True}, {"max_hands": 5}, {"h17": False}, {"surrender": "late"}, {"decks": 5}, {"bj_pays": [2, 1]}],
    ids=str,
)
def test_what_is_better_for_the_player(better):
    """Each of these lowers the edge, by either play."""
    found = analyse(house(**better))
    assert found.composition_edge < usual().composition_edge
    assert found.basic_edge < usual().basic_edge


def test_a_stake_whose_payments_are_rounded_costs_more():
    """Three to two of five cents is seven cents, rounded down."""
    rules = house(rounding="down")
    assert analyse(rules, stake=5).composition_edge > analyse(rules).composition_edge
    assert analyse(rules, stake=10).composition_edge == analyse(rules).composition_edge


def test_a_stake_that_does_not_pay_in_whole_units_is_refused():
    """Where nothing is rounded, half a cent cannot be paid."""
    with pytest.raises(BadConfig, match="5: main wagers come in steps of 2"):
        analyse(house(), stake=5)


def test_a_hand_that_nobody_plays_has_no_values():
    """One over 21, or of a card: told, and not another hand's."""
    found = analyse(house())
    for cards in ([9, 9, 9], [4]):
        with pytest.raises(BadConfig, match="two cards or more, and is not over 21"):
            found.values(9, cards)
    with pytest.raises(BadConfig, match="none of the letters D"):
        found.best(9, [1, 2, 3], allowed="D")


def test_a_blackjack_is_worth_what_it_pays_unless_the_dealer_has_one():
    """Six decks, a ten up: 23 of 309 cards are aces."""
    assert {"S": pytest.approx(1.5 * (1 - 23 / 309))} == analyse(house()).values(9, [0, 9])


def test_a_depleted_shoe():
    """Without its fives a shoe is better for the player, and without its tens worse."""
    fives, tens = ([f"{rank}{suit}" for suit in "CDHS" for _ in range(6)] for rank in "5T")
    edges = [analyse(house(), shoe=values_of(shoe_of(6, seen))).composition_edge for seen in (fives, [], tens)]
    assert sorted(edges) == edges


@pytest.mark.parametrize("shoe", [(1,) * 10, (40,) * 9, (-1, *[30] * 9)])
def test_a_shoe_that_has_no_exact_values_is_refused(shoe):
    """Too few cards, too few values, or less than none of one."""
    with pytest.raises(BadConfig, match="shoe"):
        analyse(house(), shoe=shoe)


def test_a_card_seen_too_often_is_refused():
    """One deck has one ace of spades."""
    with pytest.raises(BadConfig, match="AS"):
        shoe_of(1, ["AS", "AS"])


def test_the_dealer_s_tree_covers_every_hand():
    """By chances that sum to less than one, for what is over 21 is left out; every first card ends somewhere."""
    tree, shoe = dealer_tree(hits_soft_17=True), full_shoe(6)
    for first in range(10):
        left = [count - (value == first) for value, count in enumerate(shoe)]
        weights, sums = [1.0] + [0.0] * tree.depth, 0.0
        for depth, value, before, orders, _ in tree.steps[tree.starts[first] : tree.starts[first + 1]].tolist():
            weights[depth] = weights[depth - 1] * (left[value] - before) / (sum(left) - depth + 1)
            sums += orders * weights[depth]
        assert 0.55 < sums < 0.9


def test_hands_stand_in_the_lattice_by_size():
    """3,082 hands of one card or more are not over 21."""
    hands = lattice()
    assert (3_083, 10, [10, 1]) == (len(hands.size), hands.starts[2] - 1, [hands.total[10], hands.starts[1]])


def test_wagers_of_a_single_deck():
    """By hand: 12 of 51 share the suit, 16 of 51 are tens behind an ace."""
    rules = house(decks=1)
    found = wager_edges(rules, shoe_of(1))
    assert ["1/17", "641/663", "3/25", "9/49"] == [
        str(found[wager]) for wager in ("same_suit", "king_queen", "hit_2_cards", "hit_3_cards")
    ]
    assert "1/17" == str(insurance_edge(rules, shoe_of(1)))


def test_one_wager_of_multiple_action():
    """A pair is split once and nobody surrenders, so it costs more than a table without."""
    several = analyse(house(surrender="text"), is_multiple=True)
    assert several.composition_edge == analyse(house(max_hands=2)).composition_edge


def test_how_likely_the_dealer_has_a_blackjack():
    """The mate of the first card among those that are not seen; no other first card makes one."""
    ace, ten, eight = (VALUES.index(value) for value in ("A", "T", "8"))
    found = usual()
    assert (96 - 1) / (312 - 3) == found.looks(ace, [ten, eight])
    assert (24 - 2) / (312 - 3) == found.looks(ten, [ace, ace])
    assert 0.0 == found.looks(eight, [ten, ten])
