"""Pictures of the pit, and of a table's opening."""

from pathlib import Path
from typing import Any

from tests.support.camera import DARK, PHONE, Camera
from tests.support.pit_house import RACK, ROULETTE, WHEEL, Pit, pit_house
from tests.support.web_guest import act

__all__ = ["pit"]

ROUNDS = (
    ("17", ("Ann", "red", 10_000), ("Bob", "straight:17", 2_500)),
    ("4", ("Ann", "black", 25_000), ("Bob", "red", 15_000), ("Cid", "dozen:3", 20_000)),
    ("0", ("Ann", "red", 80_000), ("Cid", "low", 50_000), ("Dot", "column:2", 40_000)),
    ("32", ("Ann", "black", 30_000), ("Bob", "even", 12_500), ("Dot", "straight:5", 10_000)),
)


def pit(camera: Camera, folder: Path) -> None:
    """The pit with an alarm, its sheets, a second person's question, and a table on its way to opening."""
    with pit_house(folder) as house:
        opening(camera, house)
        for pocket, *bets in ROUNDS:
            house.round(pocket, *bets)
        house.filled("20x100")
        house.open_table("T1")
        house.do("T1", WHEEL, "automatic.place_bet/1", terminal="T1", bet="red", chip_minor=10_000)
        house.do("dealer", WHEEL, "automatic.hold_game/1", reason="The ball made 3 turns of 4.")
        tiles(camera, house)
        claim = {"player": "Bob", "about": "My 17 was paid short.", "round": 1, "bet": "straight:17"}
        house.do("dealer", ROULETTE, "dispute.raise/1", **claim, amount_minor=2_500)
        settled = house.table().everyday.settlements
        house.do("pit-supervisor", ROULETTE, "dispute.pin/1", dispute=1, version=min(settled), note="Paid at 36 to 1.")
        sheets(camera, house)


def opening(camera: Camera, house: Pit) -> None:
    """The list of a table that is counted before it opens."""
    house.both("pit-supervisor", "auditor", "table.begin_inventory/1")
    house.filled(RACK)
    items = [entry.item for entry in house.table().equipment]
    house.do("dealer", ROULETTE, "table.inspect_equipment/1", items=items)
    page = camera.open(house.web.url, f"/table/{ROULETTE}", house["dealer"])
    page.locator("#next", has_text="Next: opening count").wait_for()
    page.get_by_label("Pieces at $100", exact=True).fill("500")
    page.get_by_text("$0, agrees").wait_for()
    camera.take(page, "table-opening")
    small = camera.open(house.web.url, f"/table/{ROULETTE}", house["dealer"], **PHONE)
    small.locator("#next", has_text="Next: opening count").wait_for()
    camera.take(small, "table-phone")
    house.counted("opening", RACK)
    house.do("dealer", ROULETTE, "table.open/1", mucker="mucker")


def seen(camera: Camera, house: Pit, **options: Any) -> Any:
    """Open the pit's page, once the held wheel stands first."""
    page = camera.open(house.web.url, "/pit", house["pit-supervisor"], **options)
    page.locator(f".pit-tile[data-stream='{WHEEL}'] .pill", has_text="held").wait_for()
    page.locator(f".pit-tile[data-stream='{ROULETTE}'] .pill", has_text="settled").wait_for()
    return page


def tiles(camera: Camera, house: Pit) -> None:
    """The tiles by day, by night and on a phone; a question to a second person beside them."""
    for name, options in (("pit", {}), ("pit-dark", DARK), ("pit-phone", PHONE)):
        camera.take(seen(camera, house, **options), name)
    house["dealer"].command(WHEEL, act("automatic.void_game/1", cause="held"), second=True)
    page = seen(camera, house)
    page.get_by_role("dialog").locator(".cloth .lying").first.wait_for()
    camera.take(page, "pit-approval")
    page.keyboard.press("d")


def sheets(camera: Camera, house: Pit) -> None:
    """What is behind a figure, limits with what they allow, a correction looked at first, a dispute."""
    page = seen(camera, house)
    tile = page.locator(f".pit-tile[data-stream='{ROULETTE}']")
    tile.locator("[data-figure=win]").click()
    page.locator("dialog tbody tr").nth(3).wait_for()
    camera.take(page, "pit-events")
    page.keyboard.press("Escape")
    tile.locator("[data-group=limits]").click()
    page.locator(".pit-exposure strong").wait_for()
    camera.take(page, "pit-limits")
    page.keyboard.press("Escape")
    tile.locator("[data-group=dispute]").click()
    page.get_by_role("cell", name="Paid at 36 to 1.", exact=True).wait_for()
    camera.take(page, "pit-dispute")
    page.keyboard.press("Escape")
    tile.locator("[data-group=rounds]").click()
    page.locator("[data-act='table.correct_settlement/1']").click()
    form = page.locator(".acts-form form.act")
    form.get_by_label("result").select_option(index=1)
    form.get_by_label("reason").fill("The dolly was one pocket off.")
    form.locator("button.main").click()
    page.locator("table.correction").first.wait_for()
    camera.take(page, "pit-correction")
