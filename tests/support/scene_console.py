"""Pictures of the dealer's console of an automatic wheel, and of the second person's page."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from pitboss.games.roulette.automatic.acts import LockBets, SenseNumber
from tests.support.camera import DARK, PHONE, Camera
from tests.support.staged_house import OWN, Wheel, wheel_house

__all__ = ["console"]

TABLE = "/deal/automatic-1"


def due(page: Page, text: str) -> Any:
    """Wait until the one large button says something and can be pressed; return it."""
    button = page.locator("#next[aria-disabled=false]", has_text=text)
    button.wait_for()
    return button


CREDITS = {"T1": 50_000, "T2": 25_000, "T4": 49_100, "T5": 124_000, "T6": 9_800, "T7": 25_200}
LAID: dict[str, dict[str, int]] = {
    "T1": OWN,
    "T5": {"straight__17": 2_500, "straight__20": 10_000, "red": 2_500},
    "T6": {"straight__8": 1_000, "even": 100},
    "T7": {"split__17_20": 1_000, "column__2": 2_500},
}


def console(camera: Camera, folder: Path) -> None:
    """The dealer's console from the checklist to a void with a second person, and the sheet of that person."""
    with wheel_house(folder) as wheel, ExitStack() as lines:
        page = camera.open(wheel.web.url, TABLE, wheel["dealer"])
        page.locator(".check-row").nth(2).click()
        page.locator(".check-row").first.click()
        camera.take(page, "console-opening")
        wheel.open()
        wheel.games(30)
        for name, amount in CREDITS.items():
            wheel.console("enrol_terminal", "pit-supervisor", terminal=name)
            wheel.buy_in(name, amount)
            lines.enter_context(wheel[name].socket())
        wheel.console("enrol_terminal", "pit-supervisor", terminal="T3")
        due(page, "Start game 31")
        page.locator(".seat", has_text="on line").nth(len(CREDITS) - 1).wait_for()
        camera.take(page, "console-between")
        betting(camera, wheel, page)
        number(camera, wheel, page)
        void(camera, wheel, page)
        late(camera, wheel)


def betting(camera: Camera, wheel: Wheel, page: Page) -> None:
    """A game that takes bets: cash-outs, a buy-in, and the prompt."""
    wheel.console("start_game")
    page.locator(".state clock-ring", has_text="25").wait_for()
    for name, stakes in LAID.items():
        wheel.bets(name, **stakes)
    wheel.player("T4", "ask_cash_out")
    wheel.player("T4", "affirm_cash_out")
    due(page, "Spin the ball")
    page.locator("#cash-out", has_text="Select").wait_for()
    camera.take(page, "console-open")
    page.locator(".seat").nth(1).click()
    for key in ("2", "00"):
        page.locator(".keypad").get_by_role("button", name=key, exact=True).click()
    due(page, "Count $200")
    camera.take(page, "console-buy-in")
    page.keyboard.press("Escape")
    wheel.clock.move(16)
    page.locator("#next.is-urgent").wait_for()
    page.locator(".state clock-ring", has_text="9").wait_for()
    wheel.console("select_cash_out", terminal="T4")
    page.locator("#cash-out", has_text="Counted out").wait_for()
    camera.take(page, "console-last-bets")
    small = camera.open(wheel.web.url, TABLE, wheel["dealer"], **PHONE)
    due(small, "Spin the ball")
    small.locator(".state clock-ring", has_text="9").wait_for()
    camera.take(small, "console-phone")
    small.close()


def number(camera: Camera, wheel: Wheel, page: Page) -> None:
    """The ball, the number of the sensor, and another one that the dealer enters."""
    due(page, "Spin the ball").click()
    page.locator("#next", has_text="The ball is running").wait_for()
    camera.take(page, "console-ball")
    wheel.device(LockBets(), SenseNumber(pocket="17", revolutions=9))
    due(page, "Confirm 17 Black")
    camera.take(page, "console-confirm")
    twenty = page.locator(".number-key[data-pocket='20']")
    twenty.click()
    page.locator("#next", has_text="Enter 20 Black again").wait_for()
    twenty.click()
    due(page, "Hold: you 20, sensor 17").click()
    due(page, "Supervisor's ruling").click()
    page.get_by_role("dialog").wait_for()
    camera.take(page, "console-disagreement")
    page.keyboard.press("Escape")


def void(camera: Camera, wheel: Wheel, page: Page) -> None:
    """A void with its cause and a second person, on both pages."""
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Void a game").click()
    page.get_by_role("button", name="malfunction").click()
    camera.take(page, "console-void")
    page.get_by_role("button", name="Void it").click()
    page.get_by_label("Password").wait_for()
    camera.take(page, "console-second-person")
    page.get_by_role("button", name="Wait for the pit").click()
    approvals(camera, wheel)
    page.close()


def late(camera: Camera, wheel: Wheel) -> None:
    """A spin that was late."""
    wheel.console("void_game", "pit-supervisor", cause="held")
    wheel.console("refund_game", "pit-supervisor")
    wheel.console("start_game")
    wheel.device(LockBets())
    page = camera.open(wheel.web.url, TABLE, wheel["dealer"])
    due(page, "Ask for 20 s")
    camera.take(page, "console-late")


def approvals(camera: Camera, wheel: Wheel) -> None:
    """The sheet of the second person, and the staff page under it."""
    for name, options in (("light", {}), ("dark", DARK), ("phone", PHONE)):
        page = camera.open(wheel.web.url, "/staff", wheel["pit-supervisor"], **options)
        page.get_by_role("dialog", name="Void game 31?").wait_for()
        camera.take(page, f"approval-{name}")
        page.keyboard.press("Escape")
        page.get_by_role("dialog").first.wait_for(state="detached")
        page.locator("#terminals tbody tr").first.wait_for()
        camera.take(page, f"staff-{name}")
        page.close()
