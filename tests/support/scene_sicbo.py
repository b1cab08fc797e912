"""Pictures of sic bo: the dealer's console and a seat's tablet; and of a virtual shoe that is checked."""

import random
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pitboss.floor.gates import virtual_shoes
from pitboss.games.table import acts as a
from tests.support.camera import PHONE, WIDE, Camera
from tests.support.sicbo_driver import EQUIPMENT
from tests.support.sicbo_pages import SEAT, DiceDesk, SicBo, sicbo_house
from tests.support.virtual_house import STREAM, OnHouse, coup, done, virtual_house
from tests.support.web_house import web_house

__all__ = ["sicbo", "virtual_shoe"]

ROLLS = 107


def sicbo(camera: Camera, folder: Path) -> None:
    """Sic bo from both sides of the table."""
    with sicbo_house(folder) as house:
        inspected(camera, house)
        chance = random.Random(11)
        for _ in range(ROLLS):
            house.roll(*(chance.randint(1, 6) for _ in range(3)))
        for player, bet, stake in (("Ann", "small", 2_000), ("Bob", "total:11", 1_000), ("Bob", "one:5", 500)):
            house.laid(player, bet, stake)
        seat = camera.open(house.web.url, "/seat", house[SEAT])
        seat.locator(".rack-chip").first.wait_for()
        for key in "4b3t112t7p3c353o3":
            seat.keyboard.press(key)
        seat.locator(".lying[data-bet='one:3'] .chip:not(.is-pending)").wait_for()
        camera.take(seat, "sicbo-seat")
        thrown(camera, house, seat)


def inspected(camera: Camera, house: SicBo) -> None:
    """The opening inspection, half done."""
    house.deal("table.inspect_equipment/1", items=list(EQUIPMENT))
    floor = DiceDesk(house, camera.window, "floorperson", **WIDE)
    floor.dice(3, 3, 5)
    for bet in ("big", "total:11"):
        floor.page.locator(f".sb-check[data-place='{bet}']").click()
    floor.waits("Look at 4 more places")
    camera.take(floor.page, "sicbo-inspection")
    floor.page.close()
    house.inspect()
    house.deal("table.open/1")
    house.deal("table.post_sign/1")
    house.deal("table.open_betting/1")


def thrown(camera: Camera, house: SicBo, seat: Any) -> None:
    """A roll from its bets to its payments, and one whose computer fails."""
    desk = DiceDesk(house, camera.window, **WIDE)
    desk.shown("No more bets")
    camera.take(desk.page, "sicbo-bets")
    for text in ("No more bets", "Cover the shaker"):
        desk.next(text)
    seat.locator(".sb-tray.is-covered").wait_for()
    camera.take(seat, "sicbo-covered")
    desk.next("Uncover")
    desk.dice(3, 3, 5)
    desk.shown("Enter 3-3-5")
    camera.take(desk.page, "sicbo-dice")
    desk.next("Enter 3-3-5")
    desk.next("Take the losing chips")
    desk.next("Paid")
    desk.shown("Paid")
    camera.take(desk.page, "sicbo-pay")
    small = DiceDesk(house, camera.window, **PHONE)
    small.shown("Paid")
    camera.take(small.page, "sicbo-desk-phone")
    desk.others("All are paid")
    seat.locator(".sb-strip .is-net").wait_for()
    camera.take(seat, "sicbo-result")
    seat.close()
    phone = camera.open(house.web.url, "/seat", house[SEAT], **PHONE)
    phone.locator(".sb-strip .is-net").wait_for()
    camera.take(phone, "sicbo-seat-phone")
    phone.close()
    desk.next("Clear the lights")
    desk.next("Open the bets")
    house.laid("Ann", "big", 2_000)
    for text in ("No more bets", "Cover the shaker", "Uncover"):
        desk.next(text)
    house.deal("sicbo.report_failure/1", fault="every lamp went out")
    desk.dice(2, 5, 6)
    desk.shown("Settle 2-5-6 by hand")
    camera.take(desk.page, "sicbo-failed")


class Known:
    """Chance that is the same each time, in the place of the machine's own."""

    @staticmethod
    def SystemRandom() -> random.Random:  # noqa: N802 - as the library has it
        """Return a shuffle that everybody knows."""
        return random.Random(5)

    @staticmethod
    def token_hex(size: int) -> str:
        """Return a nonce that everybody knows."""
        return "5e" * size


def virtual_shoe(camera: Camera, folder: Path) -> None:
    """A virtual shoe that is promised, and verified."""
    with web_house(virtual_house(folder)) as web, patch.object(virtual_shoes, "chance", Known):
        table = OnHouse(web).stacked()
        table.do("pit_supervisor", a.RelieveDealer(dealer="dealer"))
        dealer = web.let_in("dealer")
        page = camera.open(web.url, f"/watch/{STREAM}")
        done(dealer, "cards.commit_shoe/1", controls="internal control 12", from_back=104)
        page.locator(".shoe-code").wait_for()
        camera.take(page, "shoe-promised")
        coup(web, dealer)
        done(dealer, "cards.reveal_shoe/1")
        page.get_by_role("button", name="Verify").click()
        page.locator(".shoe-verdict.is-true").wait_for()
        camera.take(page, "shoe-verified")
