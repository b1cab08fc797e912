"""Pictures of a tournament: entries, lots, a table's report, a tie, and the leaderboard on a television and a phone."""

from pathlib import Path

from tests.support.camera import PHONE, Camera
from tests.support.hands import Mouse
from tests.support.tournament_pages import EIGHT, OPEN, Desk, cup_house

__all__ = ["tournament"]

LARGE = {"viewport": {"width": 1920, "height": 1080}}


def tournament(camera: Camera, folder: Path) -> None:
    """A tournament of eight, from its entries to a tie over the first prize."""
    with cup_house(folder) as house:
        desk = Desk(house, camera.window, Mouse())
        desk.next("Open entries")
        desk.enter(*EIGHT)
        camera.take(desk.page, "tournament-entries")
        desk.next("Close entries")
        desk.next("Draw the seats of heat 1")
        for player in ("Hal", "Gus", "Fay"):
            desk.page.locator(".lots-left").get_by_role("button", name=player, exact=True).click()
        camera.take(desk.page, "tournament-lots")
        desk.drawn("Eve", "Dot", "Cid", "Bob", "Ann")
        desk.next("Start heat 1")
        desk.next("Record table 1")
        desk.counted(900, 600, 600, 100)
        desk.next("Record table 2")
        desk.counted(800, 700, 0, 300)
        desk.page.locator("#next-act:not([disabled])", has_text="Record the play-off").wait_for()
        camera.take(desk.page, "tournament-tie")
        for name, size in (("tournament-board", LARGE), ("tournament-phone", PHONE)):
            page = camera.open(house.web.url, f"/tournament/{OPEN}", **size)
            page.locator(".tournament-told", has_text="are tied").wait_for()
            camera.take(page, name)
