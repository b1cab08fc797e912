"""The windows' rules: duties, bets and forms that are sold, and the choices of the calculation as data."""

from dataclasses import replace
from itertools import product
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from pitboss.errors import BadConfig
from pitboss.rulebook import NotOffered, check_settings, edition
from pitboss.tote import rules as module
from pitboss.tote.bet_text import KINDS
from pitboss.tote.config import Config, config_of
from pitboss.tote.notation import combinations, cost, parse_bet
from pitboss.tote.rules import DUTIES, BetRule, FormRule, tote_rules

ONEIDA = "oneida-parimutuel-2004"
RULES = tote_rules(ONEIDA, {})
EXPLAINED = [rule.explanation for rule in RULES.data.bets] + [rule.explanation for rule in RULES.data.forms]
ONE_RACE = {"exacta", "quinella", "trifecta", "superfecta"}
WITH_LEGS = ONE_RACE | {"double", "pick3", "pick6"}
SOLD = {"box": ONE_RACE, "key_box": ONE_RACE, "wheel": WITH_LEGS, "partial_wheel": WITH_LEGS}
CLAUSES = {"box": "PW-C13", "key_box": "PW-C14", "wheel": "PW-C15", "partial_wheel": "PW-C16"}
RUNNERS = {
    "straight": {1: "1", 2: "1/2", 3: "1/2/3", 4: "1/2/3/4", 6: "1/2/3/4/5/6"},
    "box": dict.fromkeys((1, 2, 3, 4, 6), "BOX 1,2,3,4"),
    "key_box": dict.fromkeys((2, 3, 4, 6), "KEY 1/2,3,4"),
    "wheel": {1: "ALL", 2: "1/ALL", 3: "1/2/ALL", 4: "1/2/3/ALL", 6: "1/2/3/4/5/ALL"},
    "partial_wheel": {1: "1,2", 2: "1/2,3", 3: "1/2/3,4", 4: "1/2/3/4,5", 6: "1/2/3/4/5/6,7"},
}
"""Runners by the places of a bet, in each form."""
WORDS = {
    "WN": 1, "PL": 1, "SH": 1, "ACROSS": 1, "EX": 2, "QU": 2, "TRI": 3, "SUPER": 4, "DD": 2, "P3": 3, "P6": 6, "TT": 3,
}  # fmt: skip
"""The pools' words in the order of the kinds, and how many places each has."""
PAIRS = [(kind, form) for kind, form in product(KINDS, RUNNERS) if form != "key_box" or kind not in KINDS[:4]]
"""The kinds in every form; there is no key box of a single place."""


def is_sold(kind, form):
    """Tell whether the document has a bet of this kind in this form."""
    return form == "straight" or kind in SOLD[form]


def bet_of(kind, form):
    """Return a bet of a kind in a form."""
    word = list(WORDS)[KINDS.index(kind)]
    runners = RUNNERS[form][WORDS[word]]
    return parse_bet(f"$2 {word} {runners.replace('/', '-') if word == 'QU' and form != 'key_box' else runners}")


def with_data(**changed):
    """Return rules with some of the windows' data exchanged."""
    return replace(RULES, data=msgspec.structs.replace(RULES.data, **changed))


class TestReading:
    def test_every_duty_has_its_clause(self):
        """The edition has the duties and no others."""
        assert DUTIES == RULES.data.clauses.keys()
        assert ("PW-E1c", "PW-D2.2") == (RULES.clause("cancel_last"), RULES.clause("never_paid"))

    def test_settings_are_filled_in(self):
        """What the house chose stays, all else is the edition's default."""
        expected = {
            "expires_after_days": 90,
            "timezone": "America/Chicago",
            "day_ends": "06:00",
            "short_field": "alarm",
            "cancel_last": 2,
            "cancel_win_below_minor": 10_000,
            "window_ticket_max_minor": 10**12,
            "machine_ticket_max_minor": 10**12,
            "pay_alone_up_to_minor": 60_000,
        }
        assert expected == tote_rules(ONEIDA, {"cancel_last": 2}).settings

    def test_equal_settings_have_one_value(self):
        """The order in which they are written does not count, and changing them afterwards changes no rules."""
        chosen = {"cancel_last": 1, "expires_after_days": 30}
        rules = tote_rules(ONEIDA, chosen)
        assert rules is tote_rules(ONEIDA, {"expires_after_days": 30, "cancel_last": 1})
        chosen["cancel_last"] = 3
        assert 1 == rules.settings["cancel_last"]

    @pytest.mark.parametrize("rulebook", ["oneida-roulette-2008", "nope"])
    def test_other_rulebooks_are_refused(self, rulebook):
        """A table game has no windows, and what is unknown has nothing."""
        with pytest.raises(BadConfig) as refused:
            tote_rules(rulebook, {})
        assert ("rulebook", rulebook) == (refused.value.field, refused.value.value)

    def test_a_duty_without_a_clause_is_named(self, monkeypatch):
        """An edition that lacks some makes no windows."""
        whole = edition(ONEIDA)
        clauses = {duty: name for duty, name in whole.rules["clauses"].items() if duty not in ("lost", "card")}
        short = msgspec.structs.replace(whole, rules={**whole.rules, "clauses": clauses})
        monkeypatch.setattr(module, "edition", lambda _: short)
        with pytest.raises(BadConfig, match=r"its \[rules.clauses\] lack card, lost"):
            tote_rules(ONEIDA, {"cancel_last": 0, "expires_after_days": 7})

    @pytest.mark.parametrize(
        ("kind", "fields"),
        [
            (BetRule, {"kind": "tierce"}),
            (FormRule, {"form": "box", "bets": ["exacta", "tierce"]}),
            (FormRule, {"form": "boxed", "bets": ["exacta"]}),
            (BetRule, {"kind": "win", "price": 2}),
        ],
    )
    def test_data_that_nothing_knows_is_refused(self, kind, fields):
        """A bet, a form or a key that the code does not have."""
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"name": "n", "clause": "PW-C1", "explanation": "e", **fields}, kind)

    @pytest.mark.parametrize(
        ("chosen", "clauses"),
        [
            ({"cancel_last": 5}, ["PW-E1c"]),
            ({"cancel_last": 0, "cancel_win_below_minor": 1, "pay_alone_up_to_minor": 0, "expires_after_days": 1}, []),
            ({"cancel_win_below_minor": 10_001}, ["PW-E1a"]),
            ({"cancel_win_below_minor": 0}, ["PW-E1a"]),
            ({"expires_after_days": 0}, ["PW-D1"]),
            ({"pay_alone_up_to_minor": -1}, [None]),
            ({"window_ticket_max_minor": 0, "machine_ticket_max_minor": 0}, ["PW-B1", "PW-B1"]),
        ],
    )
    def test_settings_have_bounds(self, chosen, clauses):
        """Each with the clause that binds the house."""
        assert clauses == [fault.clause for fault in check_settings(edition(ONEIDA), chosen)[1]]


class TestSold:
    @pytest.mark.parametrize(("kind", "form"), [pair for pair in PAIRS if is_sold(*pair)])
    def test_what_is_sold(self, kind, form):
        """Every straight bet, and every form for the bets that its clause names."""
        assert RULES.refuse_unsold(bet_of(kind, form)) is None

    @pytest.mark.parametrize(("kind", "form"), [pair for pair in PAIRS if not is_sold(*pair)])
    def test_what_is_not_sold(self, kind, form):
        """Any other is refused by the clause of its form."""
        with pytest.raises(NotOffered) as refused:
            RULES.refuse_unsold(bet_of(kind, form))
        assert (CLAUSES[form], {"kind": kind, "form": form}) == (refused.value.clause, refused.value.values)

    def test_groups_in_any_order_are_a_partial_wheel(self):
        """Sold where that is sold, and refused by its clause."""
        assert RULES.refuse_unsold(parse_bet("$1 TRI ANY 1,2+3")) is None
        reason = "a partial wheel in any order is sold for .* and not for Twin Trifecta"
        with pytest.raises(NotOffered, match=reason) as refused:
            RULES.refuse_unsold(parse_bet("$1 TT ANY 1,2+3"))
        assert "PW-C16" == refused.value.clause

    def test_a_bet_that_a_house_does_not_have(self):
        """It is refused with the bets that there are."""
        rules = with_data(bets=RULES.data.bets[:2])
        with pytest.raises(NotOffered, match=r"^exacta is not sold; the bets are Win, Place$") as refused:
            rules.refuse_unsold(parse_bet("$2 EX 1/2"))
        assert "PW-C" == refused.value.clause

    def test_a_form_that_a_house_does_not_have(self):
        """It is refused for every bet."""
        with pytest.raises(NotOffered, match=r"^a box is not sold$") as refused:
            with_data(forms=RULES.data.forms[1:]).refuse_unsold(parse_bet("$2 EX BOX 1,2"))
        assert "PW-C" == refused.value.clause


class TestProgram:
    def test_every_bet_and_form_is_explained(self):
        """The bets are those of the notation; each has sentences and an example."""
        assert list(KINDS) == [rule.kind for rule in RULES.data.bets]
        assert list(SOLD) == [rule.form for rule in RULES.data.forms]
        assert [] == [text for text in EXPLAINED if "Example: " not in text or text.count(". ") < 2]

    @pytest.mark.parametrize(
        ("text", "sizes", "says"),
        [
            ("$2 ACROSS 6", [8], "$2 across on number 6 costs $6."),
            ("$2 EX BOX 1,4,7", [8], "exacta box of 1, 4 and 7 is six bets and costs $12."),
            ("$2 EX KEY 1/4,7", [8], "exacta key box 1 with 4 and 7 is two bets and costs $4."),
            ("$2 EX WHEEL 1/ALL", [8], "exacta wheel 1 with ALL is seven bets in a race of eight and costs $14;"),
            ("$2 EX WHEEL BOTH 1/ALL", [8], "both ways it costs $28."),
            ("$2 DD 1/2,3", [8, 8], "daily double 1 with 2 and 3 is two bets and costs $4."),
        ],
    )
    def test_the_examples_cost_what_they_say(self, text, sizes, says):
        """Number and cost in the program are those of the ticket."""
        bet = parse_bet(text)
        assert says in " ".join(EXPLAINED)
        assert f"${cost(bet, sizes) // 100}" in says
        words = {2: "two", 6: "six", 7: "seven"}
        assert "bets" not in says or f"{words[combinations(bet, sizes)]} bets" in says


class TestCalculation:
    def test_defaults_are_those_of_the_calculation(self):
        """One row for each choice, in the same order, with the value that a card has if it says nothing."""
        rows = {rule.key: None if rule.default == "none" else rule.default for rule in RULES.data.calculation}
        assert list(Config.__struct_fields__) == list(rows)
        assert Config() == config_of(rows, "calculation")
        assert [] == [rule.key for rule in RULES.data.calculation if not (rule.others and rule.source)]

    def test_choices_of_words_are_all_there(self):
        """Default and others together are what a card may say."""
        hints = get_type_hints(Config, include_extras=True)
        words = {key: set(get_args(hint)) for key, hint in hints.items() if get_origin(hint) is Literal}
        rows = {
            rule.key: {rule.default, *(other.split()[0] for other in rule.others)} for rule in RULES.data.calculation
        }
        assert words == {key: rows[key] for key in words}
