"""The pictures of the pages in the documentation, taken by a real browser at real houses: `make pictures`.

Every scene brings a house to a moment and takes what somebody sees there. Numbers, cards and amounts are the same each
time; clocks of betting windows stand still, times of day do not.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.support.browser import browser
from tests.support.camera import PHONE, WIDE, Camera
from tests.support.pictures import IMAGES
from tests.support.scene_baccarat import baccarat
from tests.support.scene_blackjack import blackjack
from tests.support.scene_console import console
from tests.support.scene_lab import lab
from tests.support.scene_live import live
from tests.support.scene_pit import pit
from tests.support.scene_sicbo import sicbo, virtual_shoe
from tests.support.scene_terminal import terminal
from tests.support.scene_tote import tote
from tests.support.scene_tournament import tournament
from tests.support.staged_house import floor_house

PAGES = IMAGES / "pages"


def floor(camera: Camera, folder: Path) -> None:
    """The floor, its watch pages and a sign."""
    with floor_house(folder) as web:
        for name, size in (("floor", WIDE), ("floor-phone", PHONE)):
            page = camera.open(web.url, "/", **size)
            page.locator(".race-strip .runners li").first.wait_for()
            page.locator(".tile[data-stream=sicbo-1] .die-picture").first.wait_for()
            page.locator("#tour button").first.wait_for()
            camera.take(page, name)
        page = camera.open(web.url, "/")
        page.get_by_role("button", name="Limits and odds of Lantern Wheel").click()
        page.get_by_role("dialog").get_by_role("cell", name="35 to 1").wait_for()
        camera.take(page, "floor-sign")
        for stream, shown in WATCHED.items():
            page = camera.open(web.url, f"/watch/{stream}")
            page.locator(shown).first.wait_for()
            page.locator("#panel-sign .sign p").first.wait_for()
            camera.take(page, f"watch-{stream.partition('-')[0]}")
        page = camera.open(web.url, "/watch/automatic-1", **PHONE)
        page.locator(WATCHED["automatic-1"]).first.wait_for()
        page.get_by_role("tab", name="Story").click()
        page.locator(".story li").first.wait_for()
        camera.take(page, "watch-phone")


WATCHED = {
    "automatic-1": ".watch-cloth .cloth .hit",
    "roulette-1": ".watch-cloth .cloth .hit",
    "baccarat-1": ".watch-road .mark",
    "blackjack-1": ".watch-place",
    "sicbo-1": ".watch-layout [data-place]",
    "tote": "watch-tote .board tbody tr",
}
"""A stream, and what its watch page is made of."""


SCENES: tuple[Callable[[Camera, Path], None], ...] = (
    floor,
    terminal,
    console,
    live,
    baccarat,
    blackjack,
    sicbo,
    virtual_shoe,
    pit,
    lab,
    tote,
    tournament,
)


def main() -> None:
    """Take the pictures: all of them, or those of some scenes, or those whose names contain a text."""
    told = argparse.ArgumentParser(description=main.__doc__)
    told.add_argument("--folder", type=Path, default=PAGES)
    told.add_argument("--kind", default="webp", choices=("webp", "png"))
    told.add_argument("--scene", action="append", choices=[scene.__name__ for scene in SCENES])
    told.add_argument("--only", default="")
    chosen = told.parse_args(sys.argv[1:])
    with browser() as found:
        camera = Camera(found, chosen.folder, kind=chosen.kind, only=chosen.only)
        for scene in SCENES:
            if chosen.scene is None or scene.__name__ in chosen.scene:
                with tempfile.TemporaryDirectory() as folder:
                    scene(camera, Path(folder))
                for context in found.contexts:
                    context.close()


if __name__ == "__main__":
    main()
