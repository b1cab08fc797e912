"""The sign of a blackjack table: limits and odds, and every rule that a house may choose and must then post."""

import pytest

from pitboss.cli import main
from pitboss.games.blackjack.sign import sign
from pitboss.rulebook import edition, table_config
from tests.support.blackjack_driver import BLACKJACK

PITCH = {"pitch": True, "decks": 2}


def posted(**settings):
    """Return the lines of a table's sign: label to value and clause."""
    lines = sign(table_config({"rulebook": BLACKJACK, "settings": settings})).lines
    assert len(lines) == len({line.label for line in lines})
    return {line.label: (line.value, line.clause) for line in lines}


def by(clause, **settings):
    """Return what the sign says by one clause: sentences, and labels with their values."""
    return [f"{label} {value}".strip() for label, (value, cited) in posted(**settings).items() if cited == clause]


class TestLimits:
    @pytest.mark.clause("BJ-P")
    def test_both_amounts_are_on_the_sign(self):
        """The table's own first, then what differs for a wager."""
        settings = {"default_min": 500, "default_max": 50_000, "min": {"insurance": 100}, "max": {"hit": 2_000}}
        expected = [
            "Minimum $5.00",
            "Minimum on Insurance $1.00",
            "Maximum $500.00",
            "Maximum on Hit card of the hand's suit $20.00",
        ]
        assert expected == by("BJ-P", **settings)

    @pytest.mark.clause("BJ-P")
    def test_a_wager_that_the_table_does_not_take_has_no_limit(self):
        """No insurance, no hit wagers, no initial suit wager: nothing is said of them."""
        amounts = {"insurance": 100, "hit": 100, "same_suit": 100, "king_queen": 100}
        off = {"insurance": False, "hit_wagers": False}
        assert ["Minimum $5.00", "Maximum $500.00"] == by(
            "BJ-P", default_min=500, default_max=50_000, min=amounts, **off
        )

    @pytest.mark.clause("BJ-K2b")
    @pytest.mark.parametrize(
        ("settings", "expected"),
        [
            ({}, ["At most on hit card of the hand's suit $20.00"]),
            ({"hit_wagers": False}, []),
            ({"hit_wagers": False, "initial_suit": "king_queen"}, ["At most on king and queen of one suit $50.00"]),
            (
                {"initial_suit": "same_suit"},
                [
                    "At most on first two cards of one suit $10.00",
                    "At most on hit card of the hand's suit $20.00",
                ],
            ),
        ],
    )
    def test_the_most_of_an_optional_wager_is_posted(self, settings, expected):
        """Of each that the table takes, and of no other."""
        most = {"hit": 2_000, "same_suit": 1_000, "king_queen": 5_000}
        assert expected == by("BJ-K2b", default_max=50_000, max=most, **settings)

    @pytest.mark.clause("BJ-K2c")
    def test_with_a_single_deck_the_main_wager_is_the_limit(self):
        """Where there are optional wagers at all; with several decks they may be larger."""
        told = [by("BJ-K2c", decks=1), by("BJ-K2c", decks=2), by("BJ-K2c", decks=1, hit_wagers=False)]
        assert [["An optional wager is not above the blackjack wager."], [], []] == told


class TestOdds:
    @pytest.mark.clause("BJ-J4", "Q18")
    @pytest.mark.parametrize(("pays", "words"), [([3, 2], "3 to 2"), ([6, 5], "6 to 5"), ([1, 1], "1 to 1")])
    def test_the_odds_of_a_blackjack(self, pays, words):
        """Those in play at the table, whatever they are."""
        assert (words, "BJ-J4") == posted(bj_pays=pays)["Blackjack"]

    @pytest.mark.clause("BJ-K5", "BJ-K6", "BJ-J1", "Q21")
    def test_the_odds_of_the_other_wagers(self):
        """As the house pays them, less than the most that is allowed included."""
        lines = posted(initial_suit="same_suit", same_suit_odds=2, hit_odds=1)
        expected = {
            "Blackjack wager": ("1 to 1", "BJ-J1"),
            "Insurance": ("2 to 1", "Q21"),
            "First two cards of one suit": ("2 to 1", "BJ-K5"),
            "Hit card of the hand's suit": ("1 to 1", "BJ-K6"),
        }
        assert expected == {label: lines.get(label) for label in expected}

    @pytest.mark.clause("BJ-K1", "BJ-K5b")
    def test_a_table_has_one_initial_suit_wager_on_its_sign(self):
        """King and queen in place of two cards of one suit."""
        lines = posted(initial_suit="king_queen")
        assert ("10 to 1", "BJ-K5") == lines["King and queen of one suit"]
        assert "First two cards of one suit" not in lines

    @pytest.mark.clause("Q29")
    @pytest.mark.parametrize(
        ("settings", "expected"),
        [
            ({}, ["Blackjack wagers in multiples of $0.02"]),
            ({"bj_pays": [6, 5]}, ["Blackjack wagers in multiples of $0.05"]),
            ({"bj_pays": [6, 5], "surrender": "late"}, ["Blackjack wagers in multiples of $0.10"]),
            ({"bj_pays": [2, 1]}, []),
            ({"rounding": "down"}, ["A part of a cent in a payment or a half is dropped."]),
            ({"rounding": "up"}, ["A part of a cent in a payment or a half is rounded up."]),
            ({"rounding": "half_up"}, ["A payment or a half is rounded to the nearest cent, half a cent up."]),
        ],
    )
    def test_what_does_not_come_to_whole_cents(self, settings, expected):
        """The unit of the wagers, or the rule of rounding."""
        assert expected == by("Q29", **settings)


class TestRules:
    @pytest.mark.clause("BJ-I1")
    @pytest.mark.parametrize(
        ("settings", "expected"),
        [
            ({}, []),
            (PITCH, ["Pitch: 2 decks, dealt from the hand, face up."]),
            ({"pitch": True, "decks": 1, "face_down": True}, ["Pitch: 1 deck, dealt from the hand, face down."]),
        ],
    )
    def test_pitch_is_named(self, settings, expected):
        """In the title too; a table with a shoe says so."""
        title = sign(table_config({"rulebook": BLACKJACK, "settings": settings})).title
        assert (expected, bool(expected)) == (by("BJ-I1", **settings), title == "Pitch blackjack")
        assert ([] if expected else ["Dealt from a shoe of 6 decks."]) == by("BJ-B4", **settings)

    @pytest.mark.clause("BJ-J3")
    @pytest.mark.parametrize(
        ("push21", "expected"),
        [
            (True, "A player's 21 against a dealer's blackjack is a push."),
            (False, "Equal totals are a push; a dealer's blackjack beats any other 21."),
        ],
    )
    def test_the_rule_on_pushes(self, push21, expected):
        """What a 21 is worth against a dealer's blackjack."""
        assert [expected] == by("BJ-J3", push21=push21)

    @pytest.mark.clause("BJ-J5", "BJ-A7", "Q22")
    @pytest.mark.parametrize(
        ("surrender", "expected"),
        [
            ("none", "No surrender."),
            (
                "text",
                "Surrender for half the wager on the first two cards; not against a dealer's blackjack under an ace.",
            ),
            ("late", "Surrender for half the wager on the first two cards; not against a dealer's blackjack."),
        ],
    )
    def test_the_rule_on_surrender(self, surrender, expected):
        """In each of its forms."""
        assert [expected] == by("BJ-J5", surrender=surrender)

    @pytest.mark.clause("BJ-J6", "BJ-J7", "BJ-J8")
    @pytest.mark.parametrize(
        ("clause", "settings", "expected"),
        [
            ("BJ-J6", {}, "Insurance from $0.01 up to half the wager when the dealer shows an ace."),
            ("BJ-J6", {"insurance": False}, "No insurance."),
            ("BJ-J7", {}, "Double down on any first two cards, after a split too."),
            ("BJ-J7", {"das": False}, "Double down on any first two cards, not after a split."),
            ("BJ-J7", {"double": False}, "No doubling down."),
            ("BJ-J8", {}, "Split cards of equal value into up to 4 hands; split aces get one card each."),
            (
                "BJ-J8",
                {"multiple_action": 2},
                "Split cards of equal value into up to 2 hands; split aces get one card each.",
            ),
            ("BJ-J8", {"split": False}, "No splitting of pairs."),
        ],
    )
    def test_insurance_doubling_and_splitting(self, clause, settings, expected):
        """Each is for all or for none, and the sign says which."""
        assert [expected] == by(clause, **settings)

    @pytest.mark.clause("BJ-H8a", "BJ-I9a")
    @pytest.mark.parametrize(
        ("clause", "settings", "expected"),
        [
            ("BJ-H8a", {}, "Dealer draws to a soft 17."),
            ("BJ-H8a", {"h17": False}, "Dealer stands on a soft 17."),
            ("BJ-I9a", PITCH, "Dealer draws to a soft 17."),
        ],
    )
    def test_what_the_dealer_does_with_a_soft_17(self, clause, settings, expected):
        """By the clause of the shoe or of pitch."""
        assert [expected] == by(clause, **settings)

    @pytest.mark.clause("Q19")
    @pytest.mark.parametrize(("setting", "lines"), [("all", 0), ("original", 1)])
    def test_what_a_dealers_blackjack_takes(self, setting, lines):
        """That it takes only the first wager is a favour, and is told."""
        assert lines == len(by("Q19", dealer_bj=setting))

    @pytest.mark.clause("BJ-L1", "BJ-L2")
    @pytest.mark.parametrize(
        ("settings", "many"),
        [
            ({"multiple_action": 2}, "2"),
            ({"multiple_action": 3}, "2 or 3"),
            ({"multiple_action": 3, "all_three": True}, "3"),
        ],
    )
    def test_multiple_action_is_named(self, settings, many):
        """With the number of hands that a player may or must wager against."""
        expected = f"One hand against {many} hands of the dealer from one first card, a wager on each."
        assert ([expected], []) == (by("BJ-L1", **settings), by("BJ-L1"))

    @pytest.mark.clause("BJ-G1")
    @pytest.mark.parametrize(("match_play", "expected"), [(True, ["Match-play coupons are taken."]), (False, [])])
    def test_coupons_where_the_house_has_them(self, match_play, expected):
        """A house without them says nothing of them."""
        assert expected == by("BJ-G1", match_play=match_play)


@pytest.mark.clause("BJ-P", "BJ-I1", "BJ-J5")
def test_the_program_prints_it(tmp_path, capsys):
    """`pitboss sign` has the title, the table's name, and each line with its clause."""
    file = tmp_path / "table.toml"
    lines = [
        f'rulebook = "{BLACKJACK}"',
        'name = "BJ 4"',
        "[settings]",
        "pitch = true",
        "decks = 1",
        "default_max = 5000",
    ]
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(SystemExit) as leaving:
        main(["sign", str(file)])
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    expected = {"Pitch blackjack", "BJ 4", "Maximum $50.00 BJ-P", "No surrender. BJ-J5"}
    assert (0, expected) == (leaving.value.code, expected & {*rows})
    assert "Pitch: 1 deck, dealt from the hand, face up. BJ-I1" in rows


@pytest.mark.clause("BJ-L1")
@pytest.mark.parametrize("key", ["progressive", "bonus", "streak"])
def test_a_wager_that_is_not_played_is_on_no_sign(key):
    """The setting exists only to be refused beside multiple action: the register says so, and the sign is the same."""
    note = next(spec.note for spec in edition(BLACKJACK).settings if spec.key == key)

    assert posted() == posted(**{key: True})
    assert "exists only to be refused beside multiple action" in note
