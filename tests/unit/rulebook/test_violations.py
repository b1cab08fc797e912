"""The refusals: their tree, their clause, their fields for a program."""

import re

import pytest

from pitboss.errors import PitbossError
from pitboss.rulebook import Fault, LimitExceeded, RuleViolation, SettingsRefused, violations


def test_the_drawn_tree_names_every_refusal():
    """The tree in the module's docstring shows the public classes, all of them and no others."""
    drawn = re.findall(r"^[ │├└─]{4,}(\w+) {2,}", violations.__doc__ or "", flags=re.MULTILINE)
    assert sorted(violations.__all__) == sorted(drawn)


@pytest.mark.parametrize("name", violations.__all__)
def test_every_refusal_is_a_rule_that_says_no(name):
    """Each hangs from RuleViolation and leaves with exit code 1 and status 422."""
    refusal = getattr(violations, name)
    assert (True, 1, 422) == (issubclass(refusal, RuleViolation), refusal.exit_code, refusal.http_status)


def test_a_refusal_speaks_twice():
    """To a person it is a sentence, to a program its class, clause and values."""
    refusal = LimitExceeded("$5.00 is over the maximum", clause="RO-G2", bet="red", total_minor=500)
    values = {"bet": "red", "total_minor": 500}
    expected = {
        "error": "LimitExceeded",
        "reason": "$5.00 is over the maximum",
        "values": values,
        "clause": "RO-G2",
    }
    assert ("$5.00 is over the maximum", expected) == (str(refusal), refusal.as_fields())


def test_a_refusal_is_an_error_of_ours():
    """Whoever catches PitbossError catches refusals."""
    with pytest.raises(PitbossError):
        raise RuleViolation("no", clause="RO-F2")


def test_refused_settings_speak_of_every_fault():
    """The sentence has each fault with its clause; clause and values are the first one's."""
    faults = (Fault("settings.a", 1, "a is wrong", "RO-A1"), Fault("settings.b", 2, "b is wrong", "RO-B1"))
    refusal = SettingsRefused(faults)
    spoken = (str(refusal), refusal.clause, refusal.values)
    sentence = "a is wrong [RO-A1]; b is wrong [RO-B1]"
    assert ((sentence, "RO-A1", {"field": "settings.a", "value": 1}), faults) == (spoken, refusal.faults)


def test_refused_settings_may_lack_a_clause():
    """A fault without a clause is malformed; the refusal then names none."""
    assert "" == SettingsRefused([Fault("x", 1, "unknown")]).clause
