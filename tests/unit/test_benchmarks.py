"""The benchmarks measure what they say: their tables can be filled under the rules of today."""

import pytest

from benchmarks import exact, pages
from benchmarks.offers import FULL
from benchmarks.web_servers import Acts
from tests.support.browser import CHROMIUM, browser
from tests.support.web_house import opened, written_house


@pytest.mark.parametrize("name", FULL)
def test_a_full_table_offers_something(name):
    """At each moment that is measured somebody is offered something, or the measure would be of nothing."""
    moments = [
        (when, [len(list(game.legal(state, by))) for by in asking]) for when, game, state, asking in FULL[name]()
    ]
    assert moments
    assert [] == [when for when, counts in moments if not any(counts)]


def test_every_combination_of_rules_is_analysed_once():
    """Four shoes and six rules of two choices are 256 tables, no two alike; the quick turn leaves them out."""
    found = {rules.key for rules in exact.combinations()}
    assert 4 * 2**6 == len(found)
    measured = exact.measure(rounds=1, is_whole=False)
    assert (256, 1) == (measured.count, exact.exact_table(measured).row_count)
    assert (True, None) == (measured.one_s > 0, exact.as_values(measured)["all_s"])


def test_the_measured_floor_takes_bets(tmp_path):
    """Its dice are opened as the rules ask, and a bet is laid."""
    house = written_house(tmp_path, tables=(("automatic-1", "automatic"), ("sicbo-1", "sic-bo")))
    live = opened(house, str(tmp_path / "house.db"))
    try:
        acts = Acts(live.floor)
        acts.open_dice()
        acts.bet(1)
        assert [500] == list(live.floor.view("sicbo-1", lambda dice: dice.state.round.wagers.values()))
    finally:
        live.close()


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")
def test_the_trace_of_a_browser_has_bets_and_frames(tmp_path):
    """A bet is seen as accepted, and frames are drawn while the ball lands; how fast decides nothing."""
    with browser() as found:
        taken, frames = pages.bets(found, tmp_path, 1)
    assert 1 == len(taken)
    assert taken[0] > 0
    assert frames > 0


def test_what_was_measured_of_the_pages_is_printed():
    """A row for each figure and for each page; nothing where there was no browser."""
    found = pages.Pages(50.0, 90.0, 60.0, 60.0, {"floor": 55.0, "terminal": 110.0}, 0.2, 1.6)
    assert [6, 2] == [table.row_count for table in pages.pages_tables(found)]
    assert ([], None) == (pages.pages_tables(None), pages.as_values(None))
