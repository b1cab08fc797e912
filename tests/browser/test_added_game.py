"""The pages of a house with a game that was added: its table on the floor, its acts on the staff page."""

import pytest

from tests.added_game.conftest import added
from tests.added_game.test_live import house_with_wheel, played
from tests.support.web_house import web_house

__all__ = ["added"]


@pytest.fixture
def web(added, tmp_path):  # noqa: ARG001 - the game is there as long as the house
    """A house in which a round of the added game was played."""
    with web_house(house_with_wheel(tmp_path)) as found:
        assert all(played(found))
        yield found


def test_its_table_is_on_the_floor(web, window):
    """A plain tile has its name, its results, and its odds a click away; so has the page on which it is watched."""
    page = window(web.url).page
    page.goto("/")
    tile = page.locator(".tile[data-stream=wheel-1]")
    tile.get_by_role("button", name="Limits and odds of Lucky Wheel").click()
    page.get_by_role("dialog").get_by_role("cell", name="45 to 1").first.wait_for()
    page.keyboard.press("Escape")
    assert "Lucky Wheel" == tile.get_by_role("heading").inner_text()
    tile.locator(".results li").first.wait_for()
    assert ["joker"] == tile.locator(".results li").all_inner_texts()
    tile.get_by_role("link").click()
    page.get_by_role("heading", name="Lucky Wheel", level=1).wait_for()
    page.locator(".results li").first.wait_for()

    assert ["joker"] == page.locator(".results li").all_inner_texts()


def test_its_acts_are_offered_to_staff(web, window):
    """A dealer opens the next round from the staff page, and is offered what the game knows then."""
    found = window(web.url)
    found.become(web.let_in("dealer"))
    page = found.page
    page.goto("/staff")
    page.locator("#stream option[value=wheel-1]").wait_for(state="attached")
    page.locator("#stream").select_option("wheel-1")
    page.locator("#act option[value='table.open_betting/1']").wait_for(state="attached")
    page.locator("#act").select_option("table.open_betting/1")
    page.locator("#form form").get_by_role("button").click()
    page.locator("#act option[value='bigsix.place_wager/1']").wait_for(state="attached")
    offered = page.locator("#act option").evaluate_all("options => options.map((one) => one.value)")

    assert {"bigsix.place_wager/1", "bigsix.call_no_more_bets/1"} <= set(offered)
