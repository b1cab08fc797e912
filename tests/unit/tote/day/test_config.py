"""The first line of a day: every fault at once, defaults filled in."""

import tomllib

import pytest

from pitboss.errors import BadConfig
from pitboss.rulebook import SettingsRefused
from pitboss.tote.day.config import check_day, day_config
from tests.support.day_driver import DOCUMENT


def faults(**changed):
    """Return field, value and clause of every fault of a document in which something was changed."""
    return [(fault.field, fault.value, fault.clause) for fault in check_day({**DOCUMENT, **changed})[1]]


def test_what_is_left_out_is_filled_in():
    """Currency and settings are the edition's."""
    config = day_config(DOCUMENT)
    expected = {"expires_after_days": 90, "cancel_last": 4, "cancel_win_below_minor": 10_000}
    assert ("USD", expected) == (config.currency, {key: config.settings[key] for key in expected})
    assert 60_000 == config.settings["pay_alone_up_to_minor"]


def test_toml_says_the_same():
    """There a day is a date already."""
    written = 'rulebook = "oneida-parimutuel-2004"\nname = "Oneida"\ndate = 2004-05-01\n'
    assert day_config(DOCUMENT) == day_config(tomllib.loads(written))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rulebook", "nope"),
        ("rulebook", 5),
        ("rulebook", None),
        ("rulebook", "oneida-roulette-2008"),
        ("name", ""),
        ("name", "x" * 101),
        ("name", 7),
        ("date", "2004-02-30"),
        ("date", "May 1st"),
        ("date", 20040501),
        ("currency", "VND"),
        ("weather", "fair"),
    ],
)
def test_what_nobody_could_mean_has_no_clause(field, value):
    """An unknown field or rulebook, a name or day that is none."""
    assert [(field, value, None)] == faults(**{field: value})


@pytest.mark.clause("PW-D1", "PW-E1a", "PW-E1c")
@pytest.mark.parametrize(
    ("key", "value", "clause"),
    [
        ("cancel_last", 5, "PW-E1c"),
        ("cancel_win_below_minor", 10_001, "PW-E1a"),
        ("expires_after_days", 0, "PW-D1"),
        ("pay_alone_up_to_minor", -1, None),
    ],
)
def test_a_setting_past_what_the_document_allows(key, value, clause):
    """More than four tickets, more than $100, no day at all; less than nothing is no amount."""
    assert [(f"settings.{key}", value, clause)] == faults(settings={key: value})


def test_every_fault_is_told_at_once():
    """Those that nobody could mean and those against the rulebook."""
    found = faults(weather="fair", date="today", name="", settings={"cancel_last": 5})
    assert ["weather", "date", "name", "settings.cancel_last"] == [field for field, _, _ in found]


@pytest.mark.parametrize("document", [None, [], "x", 5])
def test_what_is_no_document_is_told(document):
    """Without a word about its fields."""
    config, found = check_day(document)
    assert (None, [("", document)]) == (config, [(fault.field, fault.value) for fault in found])


def test_malformed_documents_and_refused_ones_raise_differently():
    """The first is an input error, the second a refusal with its clause."""
    with pytest.raises(BadConfig, match="date: 'today': a day is written as 2004-05-01"):
        day_config({**DOCUMENT, "date": "today", "settings": {"cancel_last": 5}})
    with pytest.raises(SettingsRefused) as refused:
        day_config({**DOCUMENT, "settings": {"cancel_last": 5}})
    assert "PW-E1c" == refused.value.clause


def test_a_day_that_no_calendar_has():
    """Tickets that would expire after the year 9999 are a fault of the settings; ten years are the most otherwise."""
    assert [("settings.expires_after_days", 90, None)] == faults(date="9999-12-01")
    assert [("settings.expires_after_days", 3_651, "PW-D1")] == faults(settings={"expires_after_days": 3_651})


@pytest.mark.parametrize("name", ["Atlantis/Main", "../etc/passwd", "America"])
def test_a_time_zone_that_there_is_none_of(name):
    """Is told by its setting; a house's days would end at no hour."""
    assert [("settings.timezone", name, None)] == faults(settings={"timezone": name})


@pytest.mark.parametrize("ends", ["12:00", "6:00", "06:60", "morning"])
def test_a_day_ends_in_the_night_or_the_morning(ends):
    """Written as hours and minutes, before noon."""
    assert [("settings.day_ends", ends, None)] == faults(settings={"day_ends": ends})
