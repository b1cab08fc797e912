"""What the clauses want posted at a table, or players told: it stands on the sign, as the house has set it."""

import pytest

from pitboss.games import game
from pitboss.rulebook import edition, table_config
from tests.support.driver import HOIAN, ONEIDA, SEABROOK

SICBO, BACCARAT = "oneida-sicbo-2004", "oneida-minibaccarat-2004"


def posted(rulebook, **settings):
    """Return the lines of a table's sign: label to value and clause."""
    config = table_config({"rulebook": rulebook, "settings": settings})
    lines = game(edition(rulebook).game).sign(config).lines
    assert len(lines) == len({line.label for line in lines})
    return {line.label: (line.value, line.clause) for line in lines}


def some(lines, *labels):
    """Return these lines of a sign."""
    return {label: lines.get(label) for label in labels}


class TestSicBo:
    @pytest.mark.clause("SB-G")
    def test_both_amounts_are_on_the_sign(self):
        """The least and the most that may be wagered, and what differs for a wager."""
        lines = posted(SICBO, default_min=500, default_max=50_000, min={"big": 1_000}, max={"triple": 10_000})
        expected = {
            "Minimum": ("$5.00", "SB-G"),
            "Minimum on Big Bet": ("$10.00", "SB-G"),
            "Maximum": ("$500.00", "SB-G"),
            "Maximum on Three of a Kind": ("$100.00", "SB-G"),
        }
        assert expected == {label: entry for label, entry in lines.items() if "imum" in label}

    @pytest.mark.clause("SB-D1", "SB-D2")
    def test_odds_are_those_of_the_house(self):
        """Better odds than listed are posted; totals that still pay alike share a line, and one of a kind has three."""
        lines = posted(SICBO, odds={"total:9": 7, "triple": 180}, one_thrice=12)
        expected = {
            "Three of a Kind": ("180 to 1", "SB-D1"),
            "Total 9": ("7 to 1", "SB-D1"),
            "Total 10, 11 or 12": ("6 to 1", "SB-D1"),
            "One of a Kind": ("1 to 1", "SB-D1"),
            "One of a Kind, on two dice": ("2 to 1", "SB-D2"),
            "One of a Kind, on all three dice": ("12 to 1", "SB-D2"),
        }
        assert expected == some(lines, *expected)

    @pytest.mark.clause("Q9", "SB-Bb")
    @pytest.mark.parametrize(("setting", "verb"), [("at_least", "wins as well"), ("exactly", "loses")])
    def test_the_reading_of_two_of_a_kind_is_posted(self, setting, verb):
        """What a triple does to two of a kind is the house's choice, so players are told."""
        label = f"Two of a Kind {verb} when all three dice show its number."
        assert ("", "Q9") == posted(SICBO, two_of_a_kind=setting)[label]


class TestMiniBaccarat:
    @pytest.mark.clause("MB-O")
    def test_both_amounts_are_on_the_sign(self):
        """The least and the most that may be wagered; wagers with the same exception are named together."""
        lines = posted(BACCARAT, default_min=1_000, max={"tie": 500, "player": 500}, min={"tie": 100, "player": 200})
        expected = {
            "Minimum": ("$10.00", "MB-O"),
            "Minimum on Tie": ("$1.00", "MB-O"),
            "Minimum on Player": ("$2.00", "MB-O"),
            "Maximum": ("no limit set", "MB-O"),
            "Maximum on Player or Tie": ("$5.00", "MB-O"),
        }
        assert expected == {label: entry for label, entry in lines.items() if "imum" in label}

    @pytest.mark.clause("MB-M1", "MB-M2", "MB-M3", "MB-M5")
    def test_vigorish_of_a_win(self):
        """Its percentage is posted, is the same for all, and the banker is paid 1 to 1 before it."""
        lines = posted(BACCARAT, form="vig", pct=4, tie_odds=9)
        expected = {
            "Banker": ("1 to 1", "MB-M3"),
            "Player": ("1 to 1", "MB-M1"),
            "Tie": ("9 to 1", "MB-M2"),
            "Of what a Banker wager wins": ("4 percent", "MB-M3"),
            "The same for every player at this table.": ("", "MB-M5"),
        }
        assert expected == some(lines, *expected)

    @pytest.mark.clause("MB-M3b", "MB-M3d", "Q13")
    @pytest.mark.parametrize(
        ("collect", "rounding", "expected"),
        [
            ("at_once", "exact", {"MB-M3b"}),
            ("at_once", "up_to_5", {"MB-M3b", "Q13"}),
            ("deferred", "up_to_5", {"MB-M3d", "Q13"}),
        ],
    )
    def test_how_vigorish_is_collected(self, collect, rounding, expected):
        """With the payout or later, rounded or not."""
        cited = {clause for _, clause in posted(BACCARAT, collect=collect, rounding=rounding).values()}
        assert expected == cited & {"MB-M3b", "MB-M3d", "Q13"}

    @pytest.mark.clause("MB-M4", "MB-M5")
    def test_vigorish_on_a_tie(self):
        """The other form, with its percentage, and nothing about a win's."""
        lines = posted(BACCARAT, form="tie_vig", pct=25)
        expected = {
            "Of a Banker wager when the hands tie": ("25 percent", "MB-M4"),
            "The same for every player at this table.": ("", "MB-M5"),
            "Of what a Banker wager wins": None,
            "Collected with the payout.": None,
        }
        assert expected == some(lines, *expected)

    @pytest.mark.clause("MB-M6", "MB-M5", "Q29")
    def test_no_vigorish_and_half_on_six(self):
        """Players read that a banker's six pays 1 to 2, and that such a wager is of an even number of cents."""
        lines = posted(BACCARAT, form="no_vig")
        expected = {
            "Banker": ("1 to 1", "MB-M6"),
            "Banker, winning with six": ("1 to 2", "MB-M6"),
            "No vigorish is taken.": ("", "MB-M6"),
            "The same for every player at this table.": ("", "MB-M5"),
            "Banker wagers in multiples of": ("$0.02", "Q29"),
        }
        assert expected == some(lines, *expected)

    @pytest.mark.clause("MB-J3", "MB-G3")
    @pytest.mark.parametrize(("deal", "words"), [("a", "face up"), ("b", "face down"), ("c", "highest wager")])
    def test_how_cards_and_wagers_are_laid(self, deal, words):
        """Who turns the cards, and that coupons and spoken wagers are taken or not."""
        lines = posted(BACCARAT, deal=deal, match_play=False, verbal="none")
        assert [True] == [words in label for label, (_, clause) in lines.items() if clause == "MB-J3"]
        assert ["Spoken wagers are not taken."] == [label for label, (_, clause) in lines.items() if clause == "MB-G3"]


class TestRoulette:
    @pytest.mark.clause("RS-W", "RS-P", "Q8")
    def test_limits_and_chips_of_seabrook(self):
        """The document's own limits, its odds, and that only roulette chips are wagered."""
        lines = posted(SEABROOK)
        expected = {
            "Minimum": ("$1.00", "RS-W"),
            "Maximum": ("$4.00", "RS-W"),
            "First Five Numbers": ("6 to 1", "RS-P"),
            "Wagers are made in roulette chips only.": ("", "RS-W"),
            "Spoken wagers are not taken.": ("", "RS-W"),
        }
        assert expected == some(lines, *expected)

    @pytest.mark.clause("RO-G2", "RO-G1")
    def test_limits_of_oneida_are_shown_without_a_duty(self):
        """The duty to post was struck and the limits were not; even chances that pay differently stand apart."""
        lines = posted(ONEIDA, default_min=500, default_max=5_000, odds={"straight": 36, "red": 2})
        expected = {
            "Minimum": ("$5.00", "RO-G2"),
            "Maximum": ("$50.00", "RO-G2"),
            "Straight": ("36 to 1", "RO-G1"),
            "Red": ("2 to 1", "RO-G1"),
            "Black": ("1 to 1", "RO-G1"),
            "Odd or Even": ("1 to 1", "RO-G1"),
        }
        assert expected == some(lines, *expected)

    @pytest.mark.clause("RO-C1", "RO-C2", "RH-4.3")
    def test_what_is_taken_as_a_wager(self):
        """Coupons where the house takes them, and spoken wagers with what must come with them."""
        asked = [posted(ONEIDA), posted(ONEIDA, match_play=True, verbal="none"), posted(HOIAN)]
        told = [{clause: label for label, (value, clause) in lines.items() if not value} for lines in asked]
        assert [{"RO-C1"}, {"RO-C1", "RO-C2"}, {"RH-4.3"}] == [set(lines) for lines in told]
        said = told[0]["RO-C1"], told[1]["RO-C1"], told[2]["RH-4.3"]
        assert [True] * 3 == [word in text for word, text in zip(("cash", "not", "chips"), said, strict=True)]

    @pytest.mark.clause("RH-5.1", "RH-6.2.1")
    def test_streets_with_a_zero_are_told_from_the_others(self):
        """Two kinds of one name stand on lines of their own, so that a limit for one is not read for both."""
        lines = posted(HOIAN, default_max=1_000, max={"triple": 500})
        expected = {
            "Street": ("11 to 1", "RH-5.1c"),
            "Street with a zero": ("11 to 1", "RH-5.1c"),
            "Maximum on Street with a zero": ("500 ₫", "RH-4.8"),
            "Low": ("1 to 1", "RH-5.1h"),
            "Red or Black": ("1 to 1", "RH-5.1j"),
        }
        assert expected == some(lines, *expected)
