"""Race cards without a date: when they are opened their races start some minutes later, always on the day itself."""

from datetime import UTC, date, datetime, timedelta, timezone
from importlib.resources import as_file

import msgspec
import pytest

from pitboss.errors import InputError
from pitboss.floor.race_cards import card_of, read_template, template_faults
from pitboss.tote.day.config import day_config
from tests.support.life import CARDS, DEMO, TODAY, document

DAY = date(2026, 11, 16)


def test_races_start_after_the_opening():
    """The first race's post time is its minutes after the card is opened."""
    card = card_of(CARDS[0], datetime(2026, 11, 16, 9, tzinfo=UTC), DAY)

    assert card is not None
    assert datetime(2026, 11, 16, 9, 1, 30, tzinfo=UTC) == card.races[0].post_time


@pytest.mark.parametrize("hour", [0, 6, 12, 18, 23])
def test_whole_card_is_on_the_day_at_any_hour(hour):
    """Opened a minute before midnight, the card is by a clock by which it is still the day."""
    start = datetime(2026, 11, 16, hour, 59, tzinfo=UTC)
    card = card_of(CARDS[0], start, DAY)

    assert card is not None
    assert {DAY} == {race.post_time.date() for race in card.races}
    assert start + timedelta(minutes=1.5) == card.races[0].post_time


def test_own_clock_comes_first():
    """Where the day is long enough by the clock of the house, its times are by that clock."""
    zone = timezone(timedelta(hours=-5))
    card = card_of(CARDS[0], datetime(2026, 11, 16, 9, tzinfo=zone), DAY)

    assert card is not None
    assert timedelta(hours=-5) == card.races[0].post_time.utcoffset()


def test_another_day_has_no_card():
    """Nowhere on earth is it a week ago."""
    assert card_of(CARDS[0], datetime(2026, 11, 23, 9, tzinfo=UTC), DAY) is None


def test_each_race_gets_its_pools():
    """A pool of each race is offered on every race that has runners enough."""
    card = card_of(CARDS[0], datetime(2026, 11, 16, 9, tzinfo=UTC), DAY)

    assert card is not None
    assert [(number,) for number in range(1, 11)] == [pool.races for pool in card.pools if pool.type == "win"]


def test_small_field_has_no_superfecta():
    """Four runners have no fifth to leave out."""
    race = {**CARDS[0]["races"][1], "number": 1}
    template = {**CARDS[0], "races": [{**race, "runners": race["runners"][:4]}], "pools": CARDS[0]["pools"][:7]}
    card = card_of(template, datetime(2026, 11, 16, 9, tzinfo=UTC), DAY)

    assert card is not None
    assert "superfecta" not in {pool.type for pool in card.pools}


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["track"])
def test_demonstration_cards_have_no_fault(card):
    """Both cards are by the rulebook."""
    config = day_config(document("tote.toml"))

    assert [] == template_faults(card, config, datetime(2026, 11, 16, 9, tzinfo=UTC))


def test_fault_is_found():
    """A card against the rulebook is told by its fault."""
    config, pools = day_config(document("tote.toml")), [{**CARDS[0]["pools"][0], "takeout": "2"}]
    found = template_faults({**CARDS[0], "pools": pools}, config, datetime(2026, 11, 16, 9, tzinfo=UTC))

    assert "pools[0].takeout" == found[0].field


def test_card_that_cannot_be_opened_today_has_no_fault():
    """Whether a card fits into the day depends on the hour, and is no fault of the card."""
    config = day_config({**document("tote.toml"), "date": "2004-05-01"})

    assert [] == template_faults(CARDS[0], config, datetime(2026, 11, 16, 9, tzinfo=UTC))


@pytest.mark.parametrize(
    "changed",
    [{"races": [{"number": 1}]}, {"pools": [{"type": "win"}]}, {"track": 4}, {"races": 3}, {"colour": "blue"}],
)
def test_no_card(changed):
    """What is no card is refused, and not with a trace."""
    with pytest.raises(InputError, match="no race card"):
        card_of({**CARDS[0], **changed}, datetime(2026, 11, 16, 9, tzinfo=UTC), DAY)


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
    opened = card_of(CARDS[1], datetime(2026, 11, 16, 9, tzinfo=UTC), DAY)
    path = tmp_path / "card.json"
    path.write_bytes(msgspec.json.encode(opened))
    template, noon = read_template(path), datetime(2026, 11, 17, 12, tzinfo=UTC)
    config = day_config({**document("tote.toml"), "date": "2026-11-17"})

    assert opened == card_of(template, noon, DAY)
    assert card_of(template, noon, config.date) is None
    assert "races[0].post_time" == template_faults(template, config, noon)[0].field


def test_today_is_a_day():
    """The day of these tests is the one that the support names."""
    assert TODAY == DAY.isoformat()
