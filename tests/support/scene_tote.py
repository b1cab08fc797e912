"""Pictures of the tote: the board open and decided, a teller's window, and a ticket that somebody asks about."""

from pathlib import Path
from typing import Any

from tests.support.camera import PHONE, Camera
from tests.support.web_house import web_house, written_house
from tests.support.web_trial import RACE, Trial

__all__ = ["tote"]

TELEVISION: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
MONEY = {
    "WN": {"1": 180, "2": 420, "3": 96, "4": 260, "5": 310},
    "PL": {"1": 90, "2": 200, "3": 60, "4": 130, "5": 150},
    "SH": {"1": 70, "2": 120, "3": 40, "4": 80, "5": 90},
}
PAIRS = ("1/2", "2/1", "2/3", "3/2", "2/4", "4/2", "1/4", "5/2", "3/5", "4/5")


def sold(house: Trial) -> dict[str, Any]:
    """Let a crowd bet; return the ticket of one of them."""
    for kind, amounts in MONEY.items():
        for number, dollars in amounts.items():
            house.sold(bet=f"${dollars} {kind} {number}")
    for place, pair in enumerate(PAIRS):
        house.sold(bet=f"${10 + 4 * place} EX {pair}")
    return house.sold(bet="$2 EX BOX 2,3,4")


def tote(camera: Camera, folder: Path) -> None:
    """The tote's pages: for everybody, for a teller, and for whoever holds a ticket."""
    with web_house(written_house(folder)) as web:
        house = Trial(web, folder)
        house.open_tote()
        ticket = sold(house)
        page = camera.open(web.url, "/board", **TELEVISION)
        page.locator(".board-matrix .is-cheap").first.wait_for()
        camera.take(page, "board-open")
        window = camera.open(web.url, "/window", house.at("teller", "W1"))
        window.locator(".window-runners button").first.wait_for()
        window.locator("#line").fill("5 sh 4")
        window.locator(".window-cost", has_text="$5.00").wait_for()
        window.keyboard.press("+")
        window.locator("#line").fill("2 ex b 1 2 3")
        window.locator(".window-orders li").nth(5).wait_for()
        window.get_by_role("button", name="$20", exact=True).last.click()
        camera.take(window, "window-sale")
        house.run_race()
        page.goto(f"/board/{RACE['track']}/{RACE['race']}")
        page.locator(".board-finish").wait_for()
        camera.take(page, "board-official")
        window.locator("#line").fill("")
        window.locator("#line").fill(f"{ticket['ticket']}-{ticket['check']}")
        window.keyboard.press("Enter")
        window.locator(".window-brought").wait_for()
        camera.take(window, "window-cash")
        phone = camera.open(web.url, "/ticket", **PHONE)
        phone.get_by_label("Number and check code").fill(f"{ticket['ticket']} check {ticket['check']}")
        phone.keyboard.press("Enter")
        phone.locator(".ticket-bet").wait_for()
        camera.take(phone, "ticket-phone")
