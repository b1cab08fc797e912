"""Pictures of the laboratory."""

from pathlib import Path

from playwright.sync_api import Page

from tests.support.camera import DARK, PHONE, Camera, seen
from tests.support.pit_house import Pit, pit_house

__all__ = ["lab"]

CHANGED = "/lab?rulebook=oneida-blackjack-2004&settings=%7B%22h17%22%3Afalse%2C%22surrender%22%3A%22late%22%7D"


def lab(camera: Camera, folder: Path) -> None:
    """Blackjack with two rules changed by day, by night and on a phone; a refusal; a PAR sheet."""
    with pit_house(folder) as house:
        page = changed(camera, house)
        page.get_by_label("Rounds", exact=True).fill("4,000,000")
        page.get_by_label("Seed", exact=True).fill("7")
        page.locator("#run").click()
        seen(page, "#run-state", "done")
        camera.take(page, "lab")
        camera.take(changed(camera, house, **DARK), "lab-dark")
        camera.take(changed(camera, house, **PHONE), "lab-phone")
        refused(camera, house)


def changed(camera: Camera, house: Pit, **options: object) -> Page:
    """Open the page with two rules changed, once all its figures are there."""
    page = camera.open(house.web.url, CHANGED, house["auditor"], **options)
    seen(page, "#cells", "The changes move")
    return page


def refused(camera: Camera, house: Pit) -> None:
    """The odds of a sic bo table with a rule that its rulebook refuses, and its PAR sheet."""
    page = camera.open(house.web.url, "/lab?table=sicbo-1", house["auditor"])
    seen(page, "#exact", "of the wager")
    page.get_by_label("One of a kind, shown twice, pays").fill("1")
    page.keyboard.press("Tab")
    seen(page, ".lab-why", "SB-D2")
    camera.take(page, "lab-refused")
    page.locator("#put-back").click()
    page.locator("#par:enabled").click()
    page.locator("#par-pdf").wait_for()
    camera.take(page, "lab-par")
