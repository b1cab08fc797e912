"""What a sic bo house may choose: odds no less than the listed ones, its limits, its reading of two of a kind."""

import pytest

from pitboss.draw.sicbo.table import draw
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import SettingsRefused, check_table, edition, table_config
from tests.support.naive_sicbo import LISTED
from tests.support.sicbo_driver import SICBO, SicBoDriver


def faults(settings, **more):
    """Return the faults of a table with these settings."""
    return check_table({"rulebook": SICBO, "settings": settings, **more})[1]


def places(found):
    """Return field and clause of each fault."""
    return [(fault.field.removeprefix("settings."), fault.clause) for fault in found]


@pytest.mark.clause("SB-D1")
@pytest.mark.parametrize("kind", LISTED)
def test_odds_are_at_least_the_listed_ones(kind):
    """As listed or better is a house's choice; one less is refused by SB-D1, and none at all cannot be meant."""
    asked = [places(faults({"odds": {kind: LISTED[kind] + step}})) for step in (0, 1, -1)]
    less = [(f"odds.{kind}", "SB-D1" if LISTED[kind] > 1 else None)]
    assert [[], [], less] == asked


@pytest.mark.clause("SB-D1")
def test_the_sentence_has_both_odds():
    """A total under the list is refused with what was asked and what the list has."""
    (fault,) = faults({"odds": {"total:7": 11}})
    assert ("SB-D1", 11, True, True) == (fault.clause, fault.value, "11" in fault.reason, "12" in fault.reason)


@pytest.mark.clause("SB-D2")
@pytest.mark.parametrize(("key", "least"), [("one_twice", 2), ("one_thrice", 3)])
def test_a_number_shown_again_is_never_paid_less(key, least):
    """The odds of SB-D2 may be bettered, not lowered."""
    assert [[], [], [(key, "SB-D2")]] == [places(faults({key: least + step})) for step in (0, 1, -1)]
    assert f"under the least permitted, {least}" in faults({key: least - 1})[0].reason


# What a house asks for, the clause that refuses it, and words of the sentence.
REFUSED = [
    ({"verbal": "cash"}, "SB-C1", "only none is permitted"),
    ({"odds": {"total:3": 180}}, "SB-Bd", "total:3 is not offered"),
    ({"max": {"total:18": 100}}, "SB-Bd", "total:18 is not offered"),
    ({"default_min": 0}, "SB-G", "under the least permitted, 1"),
    ({"default_min": 500, "default_max": 400}, "SB-G", "table's minimum, 500, is over its maximum, 400"),
    ({"min": {"small": 501}, "max": {"small": 500}}, "SB-G", "501, is over its maximum, 500"),
    ({"min": {"total:9": 500}, "default_max": 400}, "SB-G", "the minimum for total:9, 500, is over its maximum, 400"),
]


@pytest.mark.clause("SB-C1", "SB-Bd", "SB-G")
@pytest.mark.parametrize(("settings", "clause", "words"), REFUSED)
def test_a_setting_against_the_rules(settings, clause, words):
    """A well-formed setting that the document forbids is one fault, with the clause and a sentence that says why."""
    found = faults(settings)
    assert ([clause], True) == ([fault.clause for fault in found], words in found[0].reason)


# What nobody could mean: it has no clause.
MALFORMED = [
    ({"two_of_a_kind": "sometimes"}, "two_of_a_kind", "expected one of at_least, exactly"),
    ({"two_of_a_kind": 2}, "two_of_a_kind", "expected one of at_least, exactly"),
    ({"verbal": "shout"}, "verbal", "expected one of none, cash"),
    ({"odds": {"total": 6}}, "odds.total", "unknown field; the wagers are triple"),
    ({"odds": {"straight": 35}}, "odds.straight", "unknown field; the wagers are triple"),
    ({"odds": {"pair": 8.5}}, "odds.pair", "expected the whole number n"),
    ({"one_twice": "2"}, "one_twice", "expected a whole number"),
    ({"wheel_pockets": 38}, "wheel_pockets", "unknown field"),
    ({"default_max": 10**12 + 1}, "default_max", "from 0 to 1000000000000"),
]


@pytest.mark.parametrize(("settings", "field", "words"), MALFORMED)
def test_a_malformed_setting_has_no_clause(settings, field, words):
    """An unknown key or a value of the wrong type is a fault without a clause."""
    found = faults(settings)
    assert ([(field, None)], True) == (places(found), words in found[0].reason)


@pytest.mark.clause("SB-C1", "SB-D1", "SB-D2", "SB-G")
def test_every_fault_is_found_at_once():
    """One document, all its faults, each with its clause."""
    settings = {
        "verbal": "cash",
        "odds": {"triple": 149, "big": 2},
        "one_thrice": 2,
        "min": {"one": 9},
        "default_max": 8,
    }
    with pytest.raises(SettingsRefused) as caught:
        table_config({"rulebook": SICBO, "settings": settings})
    found = {(fault.field, fault.clause) for fault in caught.value.faults}
    assert {("settings.odds.triple", "SB-D1"), ("settings.one_thrice", "SB-D2"), ("settings.verbal", "SB-C1")} < found
    assert "SB-G" in {clause for _, clause in found}


def test_sic_bo_is_played_in_dollars():
    """No other currency is the edition's."""
    assert [("currency", None)] == places(faults({}, currency="VND"))


class TestLimits:
    SETTINGS = {  # noqa: RUF012  # a test's table
        "default_min": 100,
        "default_max": 5_000,
        "min": {"small": 500},
        "max": {"triple": 1_000, "total:7": 2_000},
    }

    def refused(self, bet, stake):
        """Return how a table with these limits refuses a wager."""
        driver = SicBoDriver(settings=self.SETTINGS).opened()
        return driver.refused("Ann", sicbo_acts.PlaceWager(player="Ann", bet=bet, stake_minor=stake))

    @pytest.mark.clause("SB-G")
    def test_the_limits_are_there_to_be_shown(self):
        """The table's rules give the least and the most of every kind, the house's own and the general ones."""
        rules = SicBoDriver(settings=self.SETTINGS).table.rules
        own = {"small": (500, 5_000), "triple": (100, 1_000), "total:7": (100, 2_000)}
        shown = {kind: rules.limits(kind) for kind in rules.wagers}
        assert {kind: own.get(kind, (100, 5_000)) for kind in LISTED} == shown

    @pytest.mark.clause("SB-G")
    def test_the_limits_stand_on_the_drawn_layout(self):
        """The picture of the table says both amounts in general, and those of the kinds that have their own."""
        picture = draw(SicBoDriver(settings=self.SETTINGS).table.rules)
        assert [] == [
            amounts for amounts in ("$1 to $50", "$5 to $50", "$1 to $10", "$1 to $20") if amounts not in picture
        ]

    @pytest.mark.clause("SB-G")
    @pytest.mark.parametrize(
        ("bet", "stake", "sentence"),
        [
            ("small", 499, "$4.99 on small is under the table's minimum of $5.00"),
            ("big", 99, "$0.99 on big is under the table's minimum of $1.00"),
            ("triple:4", 1_001, "$10.01 on triple:4 is over the table's maximum of $10.00"),
            ("total:7", 2_001, "$20.01 on total:7 is over the table's maximum of $20.00"),
            ("total:8", 5_001, "$50.01 on total:8 is over the table's maximum of $50.00"),
        ],
    )
    def test_under_the_minimum_or_over_the_maximum(self, bet, stake, sentence):
        """Each is refused with both amounts."""
        refused = self.refused(bet, stake)
        assert ("SB-G", sentence, stake) == (refused.clause, refused.reason, refused.values["total_minor"])

    @pytest.mark.clause("SB-G")
    def test_limits_hold_what_lies_on_one_place(self):
        """Chips on the same place add up, those on another place and of another player do not."""
        driver = SicBoDriver(settings=self.SETTINGS).opened()
        driver.bet("Ann", "triple:4", 1_000)
        driver.bet("Ann", "triple:5", 1_000)
        driver.bet("Bob", "triple:4", 1_000)
        refused = driver.refused("Ann", sicbo_acts.PlaceWager(player="Ann", bet="triple:4", stake_minor=1))
        assert ("SB-G", 1_001, 1_000) == (refused.clause, refused.values["total_minor"], refused.values["max_minor"])

    @pytest.mark.clause("SB-G")
    def test_what_is_left_is_a_wager(self):
        """A part may be taken back if the rest is not under the minimum, or else all of it."""
        driver = SicBoDriver(settings=self.SETTINGS).opened()
        driver.bet("Ann", "small", 600)
        refused = driver.refused("Ann", sicbo_acts.RemoveWager(player="Ann", bet="small", stake_minor=101))
        assert ("SB-G", "$4.99 would be left on small, under the table's minimum") == (refused.clause, refused.reason)
        driver.do("Ann", sicbo_acts.RemoveWager(player="Ann", bet="small", stake_minor=100))
        driver.do("Ann", sicbo_acts.RemoveWager(player="Ann", bet="small", stake_minor=500))

    @pytest.mark.clause("SB-G")
    def test_a_changed_limit_holds_from_the_next_round(self):
        """A supervisor with a second person changes one total's maximum; the round in play keeps its own."""
        driver = SicBoDriver().opened()
        act = table_acts.SetLimit(kind="total:7", which=table_acts.Limit.MAX, amount_minor=300)
        assert "SB-G" == driver.refused("pit_supervisor", act).clause
        assert "SB-G" == driver.refused("dealer", act, witness="floorperson").clause
        changed = driver.do("pit_supervisor", act, witness="floorperson")
        assert ("total:7", "max", 300, "Sue", "Flo") == (
            changed.kind,
            changed.which,
            changed.amount_minor,
            changed.by,
            changed.witness,
        )
        driver.bet("Ann", "total:7", 400)
        driver.pay((1, 2, 3))
        driver.next_round()
        assert (
            "SB-G" == driver.refused("Ann", sicbo_acts.PlaceWager(player="Ann", bet="total:7", stake_minor=301)).clause
        )

    @pytest.mark.clause("SB-G")
    @pytest.mark.parametrize("kind", ["total", "total:3", "straight"])
    def test_no_limit_for_what_is_no_wager(self, kind):
        """A limit belongs to a wager of the table."""
        act = table_acts.SetLimit(kind=kind, which=table_acts.Limit.MAX, amount_minor=300)
        refused = SicBoDriver().refused("pit_supervisor", act, witness="dealer")
        assert ("SB-G", f"{kind} is not a wager of this table") == (refused.clause, refused.reason)


def test_the_edition_has_a_kind_for_each_listed_odds():
    """The edition's wagers are those of the list, in its order."""
    assert list(LISTED.items()) == [(wager.kind, wager.pays) for wager in edition(SICBO).wagers]
