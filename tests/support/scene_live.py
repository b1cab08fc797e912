"""Pictures of live roulette in the three houses: the dealer's console and a seat's tablet."""

from pathlib import Path
from typing import Any

from tests.support.camera import PHONE, WIDE, Camera
from tests.support.roulette_pages import GARDEN, ONEIDA, SEABROOK, DealerPage, Roulette
from tests.support.staged_house import roulette_tables

__all__ = ["live"]


class Desk(DealerPage):
    """A console of a live roulette table that a camera opened."""

    def __init__(self, camera: Camera, house: Roulette, stream: str, who: str = "dealer", **options: Any) -> None:
        super().__init__(house, camera.window, stream, who, **{**WIDE, **options})


TABLE = {
    "Aiko": ("straight:20", "straight:9", "split:33-36"),
    "Bruno": ("row:19-20-21", "split:10-11", "red"),
    "Carla": ("corner:19-20-22-23", "corner:25-26-28-29"),
    "Dev": ("dozen:2", "dozen:3", "odd"),
}
COLOURS = ("blue", "orange", "pink", "yellow")


def live(camera: Camera, folder: Path) -> None:
    """Live roulette in the three houses: from both sides of the table."""
    with roulette_tables(folder) as house:
        for stream in (ONEIDA, GARDEN, SEABROOK):
            house.open(stream, *TABLE)
        laid(house, ONEIDA)
        desk = Desk(camera, house, ONEIDA)
        desk.take("Carla").click()
        desk.next("Spin the ball")
        camera.take(desk.page, "live-open")
        desk.page.locator("button:not([disabled])", has_text="Give a colour").click()
        desk.page.get_by_label("Player").fill("Esme")
        camera.take(desk.page, "live-colour")
        desk.page.keyboard.press("Escape")
        desk.next("Spin the ball").click()
        desk.next("No more bets").click()
        desk.page.locator(".pad-key[aria-label='20 black']").click()
        desk.next("Enter 20 Black")
        camera.take(desk.page, "live-number")
        desk.next("Enter 20 Black").click()
        desk.next("Place the dolly").click()
        desk.next("Take the losing chips").click()
        for _ in range(2):
            desk.next("Paid").click()
        desk.next("Paid pink")
        camera.take(desk.page, "live-pay")
        small = Desk(camera, house, ONEIDA, **PHONE)
        small.next("Paid")
        camera.take(small.page, "live-phone")
        approval(camera, house)
        other(camera, house)
        seat(camera, house)


def laid(house: Roulette, stream: str) -> None:
    """Lay everybody's chips."""
    unit = {ONEIDA: 500, GARDEN: 50_000, SEABROOK: 100}[stream]
    for (player, bets), colour in zip(TABLE.items(), COLOURS, strict=True):
        for place, bet in enumerate(bets):
            wager = {"player": player, "bet": bet, "stake_minor": unit * (2 + place), "source": f"colour:{colour}"}
            house.do("dealer", stream, "roulette.place_wager/1", **wager)


def approval(camera: Camera, house: Roulette) -> None:
    """A correction that waits for a second person, who sees the table."""
    wrong = {"type": "roulette.correct_number/1", "pocket": "23", "reason": "The dolly stands on its neighbour."}
    house["dealer"].command(ONEIDA, wrong, second=True)
    page = camera.open(house.web.url, "/staff", house["inspector"], **WIDE)
    sheet = page.get_by_role("dialog", name="23, red?")
    sheet.locator(".approval-cloth .lying").first.wait_for()
    camera.take(page, "live-approval")
    page.keyboard.press("d")
    sheet.wait_for(state="detached")


def other(camera: Camera, house: Roulette) -> None:
    """The tables of Hoi An and Seabrook."""
    laid(house, GARDEN)
    desk = Desk(camera, house, GARDEN)
    desk.next("Spin the ball").click()
    desk.next("No more bets").click()
    desk.page.locator(".pad-key[aria-label='20 black']").click()
    for text in ("Enter 20 Black", "Place the dolly"):
        desk.next(text).click()
    desk.page.get_by_role("button", name="Question a chip").click()
    desk.page.get_by_role("button", name="Question it").first.wait_for()
    camera.take(desk.page, "live-question")
    desk.page.keyboard.press("Escape")
    desk.next("Take the losing chips").click()
    desk.next("Paid")
    camera.take(desk.page, "live-garden")
    wager = {"player": "Aiko", "bet": "red", "stake_minor": 200, "source": "colour:blue"}
    house.do("dealer", SEABROOK, "roulette.place_wager/1", **wager)
    desk = Desk(camera, house, SEABROOK)
    desk.next("Spin the ball").click()
    desk.page.get_by_role("button", name="No spin", exact=True).click()
    desk.page.get_by_role("dialog").wait_for()
    camera.take(desk.page, "live-no-spin")


def seat(camera: Camera, house: Roulette) -> None:
    """A seat's tablet, betting and paid."""
    house.do("dealer", ONEIDA, "roulette.pay_winners/1")
    house.do("dealer", ONEIDA, "table.open_betting/1")
    chips = {"player": "SEAT-3", "colour": "turquoise", "value_minor": 500, "count": 40}
    page = camera.open(house.web.url, "/seat", house["SEAT-3"])
    page.get_by_role("button", name="Ask for a colour").wait_for()
    camera.take(page, "seat-no-colour")
    house.do("dealer", ONEIDA, "roulette.issue_colour/1", **chips)
    page.get_by_role("button", name="2 at a time").click()
    for bet in ("straight:17", "corner:16-17-19-20", "red"):
        page.locator(f".hit[data-bet='{bet}']:not([data-place])").click()
    page.locator("#in-hand", has_text="34 turquoise").wait_for()
    camera.take(page, "seat-open")
    small = camera.open(house.web.url, "/seat", house["SEAT-3"], **PHONE)
    small.locator("#in-hand", has_text="34 turquoise").wait_for()
    camera.take(small, "seat-phone")
    small.close()
    page = camera.open(house.web.url, "/seat", house["SEAT-3"])
    page.locator("#in-hand", has_text="34 turquoise").wait_for()
    house.do("dealer", ONEIDA, "roulette.spin_ball/1", direction="against")
    house.do("dealer", ONEIDA, "roulette.call_no_more_bets/1")
    house.do("dealer", ONEIDA, "roulette.enter_number/1", pocket="17", revolutions=6)
    house.do("dealer", ONEIDA, "roulette.place_dolly/1", pocket="17")
    house.do("dealer", ONEIDA, "roulette.collect_losers/1")
    house.do("dealer", ONEIDA, "roulette.pay_winners/1")
    page.get_by_role("heading", name="You won").wait_for()
    camera.take(page, "seat-result")
