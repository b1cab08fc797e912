"""The bets of the windows (PW-C1 to PW-C16): when they win, how many they are, what they cost, what is not sold."""

from fractions import Fraction

import pytest

from pitboss.errors import BadNotation
from pitboss.rulebook import NotOffered
from pitboss.tote.combos import Bet, Exchange
from pitboss.tote.config import Config
from pitboss.tote.notation import combinations, cost, masks_of, parse_bet
from pitboss.tote.pools import Pool
from pitboss.tote.races import Race
from pitboss.tote.rules import tote_rules
from pitboss.tote.settle import settle_pool

RULES = tote_rules("oneida-parimutuel-2004", {})
NUMBERS = tuple("12345678")
# A pick six that has winners pays nobody else.
CONFIG = Config(pickn_method="no_carryover")


def raced(order, name="1"):
    """Return a race of eight that ended in an order such as 4-1-2."""
    result = tuple((number,) for number in order.split("-"))
    return Race(name, NUMBERS, {number: place for place, number in enumerate(NUMBERS)}, result=result)


def paid(text, *orders):
    """Return the pools that pay a bet after races with these orders, beside somebody who holds every combination."""
    bet = parse_bet(text)
    RULES.refuse_unsold(bet)
    races = tuple(raced(order, str(number)) for number, order in enumerate(orders, 1))
    rows = masks_of(bet, races)
    bets = [Bet("Ann", "P", "host", bet.amount, row) for row in rows]
    bets.append(Bet("everything", "P", "host", 100, (races[0].all,) * bet.places))
    pools = [Pool(kind, kind, races, {"host": Fraction(0)}, CONFIG, bets=bets) for kind in bet.pools]
    return [pool.kind for pool in pools if settle_pool(pool).ticket_payouts["Ann"]]


def sold(text, *sizes):
    """Return how many bets a text is, and their cost, in races of so many runners."""
    bet = parse_bet(text)
    RULES.refuse_unsold(bet)
    return combinations(bet, sizes), cost(bet, sizes)


def refused(text):
    """Return the clause and the reason with which a bet is not sold."""
    with pytest.raises(NotOffered) as caught:
        RULES.refuse_unsold(parse_bet(text))
    return caught.value.clause, caught.value.reason


class TestOneRunner:
    @pytest.mark.clause("PW-C1")
    def test_win(self):
        """First and nothing else."""
        assert [["win"], []] == [paid("$2 WN 4", order) for order in ("4-1-2-3", "1-4-2-3")]
        assert (1, 200) == sold("$2 WN 4", 8)

    @pytest.mark.clause("PW-C2")
    def test_place(self):
        """First or second."""
        orders = ("4-1-2-3", "1-4-2-3", "1-2-4-3")
        assert [["place"], ["place"], []] == [paid("$2 PL 4", order) for order in orders]
        assert (1, 200) == sold("$2 PL 4", 8)

    @pytest.mark.clause("PW-C3")
    def test_show(self):
        """First, second or third."""
        orders = ("4-1-2-3", "1-4-2-3", "1-2-4-3", "1-2-3-4")
        assert [["show"], ["show"], ["show"], []] == [paid("$2 SH 4", order) for order in orders]
        assert (1, 200) == sold("$2 SH 4", 8)

    @pytest.mark.clause("PW-C4")
    def test_across_the_board(self):
        """Two dollars across on number six are $2 in each of three pools, $6 together."""
        assert (3, 600) == sold("$2 ACROSS 6", 8)
        orders = ("6-1-2-3", "1-6-2-3", "1-2-6-3", "1-2-3-6")
        expected = [["win", "place", "show"], ["place", "show"], ["show"], []]
        assert expected == [paid("$2 ACROSS 6", order) for order in orders]


class TestOneRace:
    @pytest.mark.clause("PW-C6")
    def test_quinella(self):
        """The first two, whichever is in front."""
        assert [["quinella"], ["quinella"], []] == [paid("$2 QU 1-4", order) for order in ("1-4-2", "4-1-2", "1-2-4")]
        assert (1, 200) == sold("$2 QU 1-4", 8)

    @pytest.mark.clause("PW-C7")
    def test_exacta(self):
        """The first two in their order."""
        assert [["exacta"], []] == [paid("$2 EX 1/4", order) for order in ("1-4-2", "4-1-2")]
        assert [[], []] == [paid(text, "1-4-2") for text in ("$2 EX 1/2", "$2 EX 2/4")]
        assert (1, 200) == sold("$2 EX 1/4", 8)

    @pytest.mark.clause("PW-C8")
    def test_trifecta(self):
        """The first three in their order."""
        orders = ("5-1-2-3", "5-2-1-3", "5-1-3-2")
        assert [["trifecta"], [], []] == [paid("$1 TRI 5/1/2", order) for order in orders]
        assert (1, 100) == sold("$1 TRI 5/1/2", 8)

    @pytest.mark.clause("PW-C10")
    def test_superfecta(self):
        """The first four in their order."""
        orders = ("1-2-3-4-5", "1-2-4-3-5", "1-2-3-5-4")
        assert [["superfecta"], [], []] == [paid("$1 SUPER 1/2/3/4", order) for order in orders]
        assert (1, 100) == sold("$1 SUPER 1/2/3/4", 8)


class TestSoManyRunners:
    @pytest.mark.parametrize(
        ("kind", "short", "long", "places"),
        [
            pytest.param("EX", "1", "1/4/2", 2, marks=pytest.mark.clause("PW-C7")),
            pytest.param("TRI", "5/1", "5/1/2/3", 3, marks=pytest.mark.clause("PW-C8")),
            pytest.param("SUPER", "1/2/3", "1/2/3/4/5", 4, marks=pytest.mark.clause("PW-C10")),
        ],
    )
    def test_an_order_of_finish_names_one_for_each_place(self, kind, short, long, places):
        """Two, three or four, never one more or one less."""
        for runners in (short, long):
            with pytest.raises(BadNotation, match=f"expected {places} positions joined by /"):
                parse_bet(f"$2 {kind} {runners}")

    @pytest.mark.parametrize(
        ("text", "name", "needs"),
        [
            pytest.param("$2 EX 1/4", "Exacta", "the other is second", marks=pytest.mark.clause("PW-C7")),
            pytest.param("$2 TRI 1/4/2", "Trifecta", "first, second and third", marks=pytest.mark.clause("PW-C8")),
            pytest.param("$2 SUPER 1/4/2/3", "Superfecta", "the first four home", marks=pytest.mark.clause("PW-C10")),
        ],
    )
    def test_it_is_sold_and_explained_under_its_name(self, text, name, needs):
        """A house of these rules takes it, and says to whom it pays."""
        rules, bet = tote_rules("oneida-parimutuel-2004", {}), parse_bet(text)
        rules.refuse_unsold(bet)
        told = [rule for rule in rules.data.bets if rule.kind == bet.kind]
        assert [(name, True)] == [(rule.name, needs in rule.explanation) for rule in told]


class TestSeveralRaces:
    @pytest.mark.clause("PW-C5")
    def test_daily_double(self):
        """The winners of two races."""
        orders = (("1-2", "3-1"), ("1-2", "1-3"), ("2-1", "3-1"))
        assert [["double"], [], []] == [paid("$2 DD 1/3", *legs) for legs in orders]
        assert (1, 200) == sold("$2 DD 1/3", 8, 9)

    @pytest.mark.clause("PW-C11")
    def test_pick_three(self):
        """The winners of three races; two of them are not enough."""
        assert ["pick3"] == paid("$2 P3 1/3/7", "1-2", "3-1", "7-1")
        assert [] == paid("$2 P3 1/3/7", "1-2", "3-1", "1-7")
        assert (1, 200) == sold("$2 P3 1/3/7", 8, 9, 10)

    @pytest.mark.clause("PW-C12")
    def test_pick_six(self):
        """The winners of six races; five of them are not enough."""
        five = [f"{number}-8" for number in "12345"]
        assert ["pick6"] == paid("$2 P6 1/2/3/4/5/6", *five, "6-8")
        assert [] == paid("$2 P6 1/2/3/4/5/6", *five, "8-6")
        assert (1, 200) == sold("$2 P6 1/2/3/4/5/6", *[8] * 6)

    @pytest.mark.clause("PW-C9")
    def test_twin_trifecta(self):
        """Ann and Bob win $4.00 each on the first race; the other half is Ann's, who is right about the next too."""
        races = (raced("1-2-3-4"), raced("4-1-6-2", "2"))
        first, second = (masks_of(parse_bet(text), races)[0] for text in ("$2 TT 1/2/3", "$2 TT 4/1/6"))
        bets = [
            Bet("Ann", "P", "host", 200, first, (Exchange(second, 200),)),
            Bet("Bob", "P", "host", 200, first, (Exchange(first, 200),)),
            Bet("Cid", "P", "host", 1200, second),
        ]
        payouts = settle_pool(
            Pool("P", "twin_trifecta", races, {"host": Fraction(0)}, CONFIG, bets=bets)
        ).ticket_payouts
        assert (400 + 800, 400, 0) == (payouts["Ann"], payouts["Bob"], payouts["Cid"])
        assert (1, 200) == sold("$2 TT 1/2/3", 8, 9)


class TestBoxes:
    @pytest.mark.clause("PW-C13")
    @pytest.mark.parametrize(
        ("text", "count"),
        [("$2 EX BOX 1,4,7", 6), ("$2 QU BOX 1,4,7", 3), ("$2 TRI BOX 1,2,3", 6), ("$2 SUPER BOX 1,2,3,4,5", 120)],
    )
    def test_a_box_is_every_order(self, text, count):
        """So many bets, each at the base amount."""
        assert (count, count * 200) == sold(text, 8)

    @pytest.mark.clause("PW-C13")
    def test_a_box_wins_in_any_order(self):
        """As long as its runners fill the places."""
        orders = ("7-4-1", "1-4-7", "7-1-2", "7-2-1")
        assert [["exacta"], ["exacta"], ["exacta"], []] == [paid("$2 EX BOX 1,4,7", order) for order in orders]
        assert ["trifecta"] == paid("$2 TRI BOX 1,4,7", "4-7-1-2")

    @pytest.mark.clause("PW-C13")
    @pytest.mark.parametrize(
        "text",
        ["$2 DD BOX 1,2", "$2 P3 BOX 1,2,3", "$2 P6 BOX 1", "$2 TT BOX 1,2,3", "$2 WN BOX 1,2", "$2 ACROSS BOX 1,2"],
    )
    def test_nothing_else_is_boxed(self, text):
        """Neither a bet on several races nor one on a single runner."""
        clause, reason = refused(text)
        assert "PW-C13" == clause
        assert reason.startswith("a box is sold for Exacta, Quinella, Trifecta, Superfecta and not for ")

    @pytest.mark.clause("PW-C14")
    @pytest.mark.parametrize(
        ("text", "count"),
        [("$2 EX KEY 1/4,7", 2), ("$2 QU KEY 1/4,7", 2), ("$2 TRI KEY 1/2,3,4", 6), ("$2 SUPER KEY 1/2,3,4", 6)],
    )
    def test_a_key_box_is_every_order_behind_its_key(self, text, count):
        """So many bets, each at the base amount."""
        assert (count, count * 200) == sold(text, 8)

    @pytest.mark.clause("PW-C14")
    def test_a_key_box_needs_its_key_first(self):
        """The others come in any order; a quinella has none, so that there the key may be second."""
        orders = ("1-4-7", "1-7-4", "4-1-7", "1-4-2")
        assert [["trifecta"], ["trifecta"], [], []] == [paid("$1 TRI KEY 1/4,7", order) for order in orders]
        assert ["quinella"] == paid("$2 QU KEY 1/4,7", "7-1-2")

    @pytest.mark.clause("PW-C14")
    @pytest.mark.parametrize("text", ["$2 DD KEY 1/2", "$2 P3 KEY 1/1,2", "$2 P6 KEY 1/2,3", "$2 TT KEY 1/2,3"])
    def test_nothing_else_is_key_boxed(self, text):
        """No bet on several races."""
        assert "PW-C14" == refused(text)[0]


class TestWheels:
    @pytest.mark.clause("PW-C15")
    @pytest.mark.parametrize(
        ("text", "sizes", "count"),
        [
            ("$2 EX WHEEL 1/ALL", [8], 7),
            ("$2 QU 1-ALL", [8], 7),
            ("$2 TRI 5/ALL/ALL", [8], 42),
            ("$2 SUPER 1/2/ALL/ALL", [8], 30),
            ("$2 DD 1/ALL", [8, 9], 9),
            ("$2 P3 1/ALL/ALL", [8, 9, 10], 90),
            ("$2 P6 ALL/1/2/3/4/5", [8] * 6, 8),
        ],
    )
    def test_a_wheel_has_all_runners_of_a_race(self, text, sizes, count):
        """In a position or leg; a runner is never twice in one race."""
        assert (count, count * 200) == sold(text, *sizes)

    @pytest.mark.clause("PW-C15", "Q36")
    def test_an_exacta_wheel_is_bought_in_three_ways(self):
        """With the key on top, below, or in both places for twice as many bets."""
        texts = ("$2 EX WHEEL 1/ALL", "$2 EX WHEEL ALL/1", "$2 EX WHEEL BOTH 1/ALL")
        assert [(7, 1400), (7, 1400), (14, 2800)] == [sold(text, 8) for text in texts]
        wins = [[bool(paid(text, order)) for order in ("1-5-2", "5-1-2", "5-2-1")] for text in texts]
        assert [[True, False, False], [False, True, False], [True, True, False]] == wins

    @pytest.mark.clause("PW-C15")
    @pytest.mark.parametrize("text", ["$2 WN ALL", "$2 PL ALL", "$2 SH ALL", "$2 ACROSS ALL", "$2 TT WHEEL 1/2/ALL"])
    def test_nothing_else_is_wheeled(self, text):
        """No bet on one runner, and no twin trifecta."""
        assert "PW-C15" == refused(text)[0]

    @pytest.mark.clause("PW-C16")
    @pytest.mark.parametrize(
        ("text", "sizes", "count"),
        [
            ("$2 EX 1,2/2,3", [8], 3),
            ("$2 QU 1,2-2,3", [8], 3),
            ("$2 TRI 5/1,2/1,2,3", [8], 4),
            ("$2 SUPER 1/2/3/4,5", [8], 2),
            ("$2 DD 1/2,3", [8, 9], 2),
            ("$2 P3 1,2/2,3/4", [8, 9, 10], 4),
            ("$2 P6 1,2/1/2/3/4/5,6", [8] * 6, 4),
        ],
    )
    def test_a_partial_wheel_has_several_runners(self, text, sizes, count):
        """In a position or leg, short of all."""
        assert (count, count * 200) == sold(text, *sizes)

    @pytest.mark.clause("PW-C16", "Q37")
    def test_groups_finish_in_any_order(self):
        """One of 1, 2, 3 and one of 4, 5 among the first three: each order once, and the third place is anybody's."""
        assert (162, 16200) == sold("$1 TRI ANY 1,2,3+4,5", 8)
        orders = ("4-8-1", "8-2-5", "3-5-4", "1-2-8", "4-5-8")
        wins = [bool(paid("$1 TRI ANY 1,2,3+4,5", order)) for order in orders]
        assert [True, True, True, False, False] == wins

    @pytest.mark.clause("PW-C16", "Q37")
    def test_every_group_has_a_runner_of_its_own(self):
        """Runner 2 is in both groups and serves one of them, so 2 alone is not enough."""
        wins = [bool(paid("$2 EX ANY 1,2+2,3", order)) for order in ("2-1-8", "2-3-8", "3-1-8", "2-8-1")]
        assert [True, True, True, False] == wins

    @pytest.mark.clause("PW-C16")
    @pytest.mark.parametrize(
        "text", ["$2 WN 1,2", "$2 PL 1,2", "$2 SH 1,2", "$2 ACROSS 1,2", "$2 TT 1/2/3,4", "$2 TT ANY 1+2"]
    )
    def test_nothing_else_is_partially_wheeled(self, text):
        """No bet on one runner, and no twin trifecta, whose groups cannot be in any order either."""
        assert "PW-C16" == refused(text)[0]
