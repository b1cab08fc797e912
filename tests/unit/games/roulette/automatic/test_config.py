import pytest

from pitboss.games.roulette.automatic.config import AutomaticConfig, check_automatic
from tests.support.driver import HOIAN, ONEIDA

DOCUMENT = {"rulebook": ONEIDA, "name": "A1"}


def faults(document):
    """Return the fields of a document's faults; it must have some, and then makes no config."""
    config, found = check_automatic(document)
    assert config is None
    return [fault.field for fault in found]


def test_what_is_left_out_is_filled_in():
    """A rulebook and a name are enough; the roulette table it is has its defaults too."""
    config, found = check_automatic(DOCUMENT)
    assert isinstance(config, AutomaticConfig)
    assert ((), 45, 6, "USD", ONEIDA) == (
        found,
        config.betting_seconds,
        len(config.chips_minor),
        config.currency,
        config.table.rulebook,
    )


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("betting_seconds", 11, 10),
        ("betting_seconds", 600, 601),
        ("terminals_max", 1, 0),
        ("terminals_max", 1_000, 1_001),
        ("exposure_max_minor", None, 0),
        ("exposure_mode", "warn", "ask"),
        ("has_sensor", False, "no"),
        ("history", 10, 9),
        ("history", 500, 501),
        ("chips_minor", [1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5]),
    ],
)
def test_every_field_has_its_bounds(field, good, bad):
    """At the bound a value is taken, beside it the field is named."""
    assert () == check_automatic({**DOCUMENT, field: good})[1]
    assert [field] == faults({**DOCUMENT, field: bad})


@pytest.mark.parametrize("document", [None, [], "x", 1])
def test_what_is_no_object_is_one_fault(document):
    """Nothing that can be read from a file breaks the check."""
    assert [""] == faults(document)


def test_all_faults_are_told_at_once():
    """Those of the roulette table, those of its own fields, and fields that it does not have."""
    document = {**DOCUMENT, "settings": {"half_back": True}, "betting_seconds": 1, "speed": 3}
    assert ["settings.half_back", "betting_seconds", "speed"] == faults(document)


def test_the_document_must_know_terminals():
    """Another house's rulebook does not, and an unknown one is none."""
    assert ["rulebook"] == faults({"rulebook": HOIAN, "name": "A1"})
    assert ["rulebook"] == faults({"rulebook": "nowhere", "name": "A1"})
