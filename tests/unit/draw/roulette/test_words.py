import pytest

from pitboss.draw.roulette.table import draw
from pitboss.errors import BadAmount, BadNotation
from pitboss.rulebook import BetRefused, NotOffered
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK
from tests.support.pictures import SVG, drawn, legend_of, of_class, place_of, rules_for, text_of, texts


@pytest.mark.parametrize(
    ("bet", "place"),
    [("split:0-00", (0.5, 1.5)), ("split:0-00@line", (0.5, 1.5)), ("split:0-00@courtesy_line", (9, 3.5))],
)
def test_a_place_may_be_named(bet, place):
    """The split of the zeros lies on its line, or on the courtesy line if that is said."""
    (stack,) = of_class(drawn(SEABROOK, bets=[(bet, 100)]), "chips")

    assert place == place_of(stack)


def test_bets_on_one_place_are_stacked():
    """Two bets on a place are two chips, each with its own words, and one sum."""
    (stack,) = of_class(drawn(ONEIDA, bets=[("straight:17", 2_500), ("straight:17", 550)]), "chips")

    assert ["$30.50"] == texts(stack)
    assert ["$25.00 on straight:17", "$5.50 on straight:17"] == [found.text for found in stack.iter(f"{SVG}title")]


@pytest.mark.parametrize(("amount", "text"), [(50_000, "₫50k"), (1_500_000, "₫1.5M"), (123_456, "₫123456")])
def test_amounts_are_in_the_currency_of_the_table(amount, text):
    """A chip bears its amount in the short form."""
    (stack,) = of_class(drawn(HOIAN, bets=[("red", amount)]), "chips")

    assert [text] == texts(stack)


@pytest.mark.parametrize(
    ("house", "bet", "clause"),
    [(ONEIDA, "split:1-3", "RO-D2"), (HOIAN, "straight:00", "RH-4.8"), (SEABROOK, "first_four:0-1-2-3", "RS-T4")],
)
def test_a_bet_the_layout_does_not_offer_is_refused(house, bet, clause):
    """The refusal is that of the rules, with its clause."""
    with pytest.raises(NotOffered) as refused:
        draw(rules_for(house), bets=[(bet, 500)])

    assert clause == refused.value.clause


@pytest.mark.parametrize(
    ("house", "shown", "error"),
    [
        (HOIAN, {"dolly": "00"}, NotOffered),
        (ONEIDA, {"dolly": "37"}, BadNotation),
        (ONEIDA, {"bets": [("scarlet", 500)]}, BadNotation),
        (ONEIDA, {"bets": [("red", 0)]}, BadAmount),
        (ONEIDA, {"bets": [("split:0-00@lap", 500)]}, BetRefused),
    ],
)
def test_what_cannot_be_at_a_table_is_not_drawn(house, shown, error):
    """A number without a box, a bet without a meaning, an amount that is none and a place that is none are refused."""
    with pytest.raises(error):
        draw(rules_for(house), **shown)


@pytest.mark.parametrize("house", HOUSES)
def test_the_legend_has_the_odds_of_the_house(house):
    """Every kind of wager is named in the legend beside what this house pays on it."""
    rules, odds = rules_for(house), legend_of(drawn(house))

    for kind, wager in rules.wagers.items():
        name = "Even chances" if wager.pays == 1 else wager.name
        assert name in odds[f"{rules.pays(kind)} to 1"].split(", ")


@pytest.mark.parametrize(
    ("settings", "limits"),
    [
        ({}, None),
        ({"default_min": 500}, "from $5"),
        ({"default_max": 50_000}, "up to $500"),
        ({"default_min": 500, "default_max": 50_000}, "$5 to $500"),
    ],
)
def test_limits_are_printed_if_they_are_set(settings, limits):
    """A table without a minimum or maximum does not print one."""
    assert limits == legend_of(drawn(ONEIDA, settings=settings)).get("Limits")


def test_a_kind_with_odds_or_limits_of_its_own_is_named_apart():
    """What differs from the rest of the table stands beside the kind that differs."""
    settings = {"default_min": 500, "odds": {"red": 2}, "max": {"straight": 10_000}, "min": {"column": 1}}
    printed = texts(of_class(drawn(ONEIDA, settings=settings), "legend")[0])

    assert {"Straight ($5 to $100)", "Column (any amount)", "Dozen, Red", "Black, Odd, Even, 1 to 18, 19 to 36"} <= set(
        printed
    )


def test_the_picture_is_told_in_words():
    """Whoever does not see the picture gets the number, its colour and the fate of every bet."""
    root = drawn(ONEIDA, bets=[("red", 500), ("black", 2_550)], dolly="17", title="Round 12")
    title, description = text_of(root, "title"), text_of(root, "desc")

    assert "Oneida: Round 12" == title
    assert "The ball rests in 17, black, and the dolly stands on that number." in description
    assert "Bets: $5.00 on red, which loses; $25.50 on black, which wins." in description
    assert ["17", "Black", "1 of 2 bets wins"] == texts(of_class(root, "result")[0])
