"""Race cards without a date: when they are opened their races start some minutes later, within the facility's day."""

from datetime import UTC, datetime, timedelta, timezone
from importlib.resources import as_file

import msgspec
import pytest

from pitboss.errors import InputError
from pitboss.floor.race_cards import card_of, read_template, template_faults
from pitboss.tote.day.config import day_config
from tests.support.life import CARDS, DEMO, TODAY, document

DAY = day_config(document("tote.toml"))
"""It begins at noon by Greenwich's clock, and ends there."""
NINE = datetime(2026, 11, 16, 15, tzinfo=UTC)


def test_races_start_after_the_opening():
    """The first race's post time is its minutes after the card is opened."""
    card = card_of(CARDS[0], NINE, DAY)

    assert card is not None
    assert NINE + timedelta(seconds=90) == card.races[0].post_time


@pytest.mark.parametrize(("hours", "fits"), [(-1, False), (0, True), (12, True), (18, True), (23, True), (24, False)])
def test_whole_card_is_within_the_day(hours, fits):
    """Opened from its beginning on, past midnight too, and not so late that the last race would be on the next day."""
    start = datetime(2026, 11, 16, 12, 0, tzinfo=UTC) + timedelta(hours=hours)
    assert fits == (card_of(CARDS[0], start, DAY) is not None)


def test_times_are_by_the_clock_of_the_opening():
    """As a track writes them by its own."""
    zone = timezone(timedelta(hours=-5))
    card = card_of(CARDS[0], datetime(2026, 11, 16, 9, tzinfo=zone), DAY)

    assert card is not None
    assert timedelta(hours=-5) == card.races[0].post_time.utcoffset()


def test_another_day_has_no_card():
    """A week later nothing fits into it."""
    assert card_of(CARDS[0], datetime(2026, 11, 23, 9, tzinfo=UTC), DAY) is None


def test_each_race_gets_its_pools():
    """A pool of each race is offered on every race that has runners enough."""
    card = card_of(CARDS[0], NINE, DAY)

    assert card is not None
    assert [(number,) for number in range(1, 11)] == [pool.races for pool in card.pools if pool.type == "win"]


def test_small_field_has_no_superfecta():
    """Four runners have no fifth to leave out."""
    race = {**CARDS[0]["races"][1], "number": 1}
    template = {**CARDS[0], "races": [{**race, "runners": race["runners"][:4]}], "pools": CARDS[0]["pools"][:7]}
    card = card_of(template, NINE, DAY)

    assert card is not None
    assert "superfecta" not in {pool.type for pool in card.pools}


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["track"])
def test_demonstration_cards_have_no_fault(card):
    """Both cards are by the rulebook."""
    config = day_config(document("tote.toml"))

    assert [] == template_faults(card, config, NINE)


def test_fault_is_found():
    """A card against the rulebook is told by its fault."""
    config, pools = day_config(document("tote.toml")), [{**CARDS[0]["pools"][0], "takeout": "2"}]
    found = template_faults({**CARDS[0], "pools": pools}, config, NINE)

    assert "pools[0].takeout" == found[0].field


def test_card_that_cannot_be_opened_today_has_no_fault():
    """Whether a card fits into the day depends on the hour, and is no fault of the card."""
    config = day_config({**document("tote.toml"), "date": "2004-05-01"})

    assert [] == template_faults(CARDS[0], config, NINE)


@pytest.mark.parametrize(
    "changed",
    [{"races": [{"number": 1}]}, {"pools": [{"type": "win"}]}, {"track": 4}, {"races": 3}, {"colour": "blue"}],
)
def test_no_card(changed):
    """What is no card is refused, and not with a trace."""
    with pytest.raises(InputError, match="no race card"):
        card_of({**CARDS[0], **changed}, NINE, DAY)


def test_template_is_read(tmp_path):
    """A template is a TOML file, and what is none is refused by name."""
    broken = tmp_path / "card.toml"
    broken.write_text("track = ", encoding="utf-8")

    with as_file(DEMO / "cards" / "fox-valley-downs.toml") as path:
        assert "FVD" == read_template(path)["track"]
    with pytest.raises(InputError, match=r"card\.toml"):
        read_template(broken)


def test_card_with_times_is_for_its_own_day(tmp_path):
    """A card as a track sends it is opened on its day and on no other, where it is a fault."""
    opened = card_of(CARDS[1], NINE, DAY)
    path = tmp_path / "card.json"
    path.write_bytes(msgspec.json.encode(opened))
    template, noon = read_template(path), datetime(2026, 11, 17, 18, tzinfo=UTC)
    config = day_config({**document("tote.toml"), "date": "2026-11-17"})

    assert opened == card_of(template, noon, DAY)
    assert card_of(template, noon, config) is None
    assert "races[0].post_time" == template_faults(template, config, noon)[0].field


def test_today_is_a_day():
    """The day of these tests is the one that the support names."""
    assert TODAY == DAY.date.isoformat()
