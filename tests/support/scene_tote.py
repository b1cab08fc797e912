"""Pictures of the tote: board, window, ticket, program, machine, and the mutuel manager's desk."""

from pathlib import Path
from typing import Any

from pitboss.tote.day import acts as a
from tests.support.afternoon import Afternoon
from tests.support.camera import PHONE, Camera
from tests.support.web_house import until, web_house, written_house
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
    (folder / "races").mkdir()
    races(camera, folder / "races")


def races(camera: Camera, folder: Path) -> None:
    """The mutuel manager's desk, the program with a slip, a twin trifecta that is exchanged, and a machine."""
    with web_house(written_house(folder)) as web:
        house = Afternoon(web, folder)
        house.begin()
        sold(house)
        _program(camera, house)
        _machine(camera, house)
        _desk(camera, house)
        _exchange(camera, house)


def _program(camera: Camera, house: Afternoon) -> None:
    page = camera.open(house.web.url, "/program/FVD")
    page.get_by_role("button", name="Fill in a bet slip").first.click()
    page.get_by_label("Bet", exact=True).select_option("EX")
    page.get_by_label("Form").select_option("BOX")
    for number in "234":
        page.locator(f"dialog [data-runner='{number}']").click()
    page.get_by_text("6 bets, $12.00").wait_for()
    page.get_by_role("button", name="Make the slip").click()
    page.locator(".program-slip img").wait_for()
    house.signal(a.ScratchRunner(track="FVD", race=1, runner="6"))
    page.get_by_label("Changed since printing").wait_for()
    until(lambda: page.evaluate("[...document.images].every((one) => one.complete && one.naturalWidth > 0)"))
    camera.take(page, "program")


def _machine(camera: Camera, house: Afternoon) -> None:
    page = camera.open(house.web.url, "/kiosk", house["S1"], viewport={"width": 1080, "height": 1920})
    page.locator("#code").fill("SLIP FVD R1 $2 EX BOX 2,3,4")
    page.keyboard.press("Enter")
    page.locator("#next-step", has_text="Review $12.00").wait_for()
    camera.take(page, "kiosk")


def _desk(camera: Camera, house: Afternoon) -> None:
    house.signal(a.StopBetting(track="FVD", race=1))
    house.do(
        "mutuel-supervisor", "tote", "tote.record_count/1", pool="FVD-1-exacta", total_minor=29_400, counted_by="Ada"
    )
    for name, size in (("mutuel", {}), ("mutuel-phone", PHONE)):
        page = camera.open(house.web.url, "/mutuel", house["mutuel-manager"], **size)
        for number in "23":
            page.locator(f"[data-runner='{number}']:not([disabled])").click()
        page.locator("[data-runner='4']").click()
        page.locator("[data-runner='5']").focus()
        page.keyboard.press("=")
        page.locator(".mutuel-prices td", has_text="$").first.wait_for()
        page.locator(".is-heat").wait_for()
        camera.take(page, name)


def _exchange(camera: Camera, house: Afternoon) -> None:
    house.runs("2-3-4-5")
    bets = [{**RACE, "race": 2, "bet": "$2 TT 1/2/3"}]
    sale = {"type": "tote.sell_ticket/1", "terminal": "W1", "bets": bets}
    ticket = house.at("teller", "W1").command("tote", sale).json()["events"][0]
    house.runs("1-2-3-4", 2)
    page = camera.open(house.web.url, "/window", house.at("teller", "W1"))
    page.locator(".window-runners button").first.wait_for()
    page.locator("#line").fill(f"{ticket['ticket']}-{ticket['check']}")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Exchange for the second half").click()
    page.get_by_label("First, second and third").fill("4 1 5")
    camera.take(page, "window-exchange")
