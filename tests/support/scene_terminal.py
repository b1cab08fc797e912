"""Pictures of a player's terminal at an automatic wheel, in each of its states."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from pitboss.games.roulette.automatic.acts import LockBets, SenseNumber
from tests.support.camera import PHONE, WIDE, Camera, seen
from tests.support.staged_house import OWN, Wheel, wheel_house

__all__ = ["terminal"]


def state(page: Page, name: str) -> None:
    """Wait until a terminal is in a state."""
    page.locator(f"body[data-state={name}]").wait_for()


def spot(page: Page, bet: str) -> Any:
    """Return the place of a bet."""
    return page.locator(f".cloth .hit[data-bet='{bet}']").first


def terminal(camera: Camera, folder: Path) -> None:
    """A player's terminal from the credit to the chips, on a screen and on a phone."""
    with wheel_house(folder) as wheel:
        wheel.open()
        wheel.games(120)
        wheel.console("enrol_terminal", "pit-supervisor", terminal="T1")
        wheel.buy_in("T1", 50_000, is_verified=False)
        page = camera.open(wheel.web.url, "/t", wheel["T1"])
        seen(page, "#credited", "$500")
        camera.take(page, "terminal-buy-in")
        page.get_by_role("button", name="Correct", exact=True).click()
        wheel.console("start_game")
        state(page, "open")
        bets(camera, wheel, page)
        spin(camera, wheel, page)
        trouble(camera, wheel, page)
        page.close()
        lost(camera, wheel)
        phone(camera, wheel)
        cash_out(camera, wheel)


def bets(camera: Camera, wheel: Wheel, page: Page) -> None:
    """Bets that lie, are aimed at, refused and kept."""
    wheel.bets("T1", **OWN)
    page.get_by_role("radio", name="$5", exact=True).click()
    spot(page, "split:20-23").click()
    seen(page, "#staked", "$60")
    seen(page, ".clock clock-ring", "25")
    page.mouse.move(0, 0)
    spot(page, "split:20-23").hover()
    camera.take(page, "terminal-open")
    page.locator(".racetrack [data-pocket='5']").hover()
    camera.take(page, "terminal-neighbours")
    page.get_by_role("radio", name="$100").click()
    page.keyboard.type("17")
    page.keyboard.press("Enter")
    page.locator(".refusal").wait_for()
    camera.take(page, "terminal-refused")
    page.get_by_role("radio", name="$5", exact=True).click()
    page.get_by_role("button", name="Favourites").click()
    page.get_by_role("button", name="Save here").first.click()
    page.get_by_role("dialog").wait_for()
    camera.take(page, "terminal-favourites")
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")


def spin(camera: Camera, wheel: Wheel, page: Page) -> None:
    """The last ten seconds, the ball, and what it brings."""
    wheel.clock.move(16)
    state(page, "last-bets")
    camera.take(page, "terminal-last-bets")
    page.emulate_media(reduced_motion="no-preference")
    wheel.console("spin_ball", direction="against")
    page.locator(".wheel[data-state=spinning]").wait_for()
    wheel.device(LockBets())
    state(page, "no-more-bets")
    camera.take(page, "terminal-no-more-bets")
    page.locator(".felt-band").wait_for(state="hidden")
    camera.take(page, "terminal-spin")
    page.emulate_media(reduced_motion="reduce")
    wheel.device(SenseNumber(pocket="17", revolutions=9))
    wheel.console("confirm_number", pocket="17")
    seen(page, "#won", "$480")
    camera.take(page, "terminal-result")


def trouble(camera: Camera, wheel: Wheel, page: Page) -> None:
    """A game that is held, and then void."""
    wheel.console("start_game")
    state(page, "open")
    wheel.bets("T1", red=2_500, straight__7=500)
    seen(page, "#staked", "$30")
    wheel.console("hold_game", reason="the ball left the wheel")
    seen(page, ".felt-band", "Your bets stay")
    camera.take(page, "terminal-held")
    wheel.console("void_game", "pit-supervisor", cause="held")
    wheel.console("refund_game", "pit-supervisor")
    seen(page, ".felt-band", "returned to your credit")
    camera.take(page, "terminal-void")
    wheel.console("start_game")
    state(page, "open")


def cash_out(camera: Camera, wheel: Wheel) -> None:
    """The way to the chips, and a terminal that is opened twice."""
    page = camera.open(wheel.web.url, "/t", wheel["T1"])
    state(page, "open")
    page.get_by_role("button", name="Cash out").click()
    seen(page, ".cover", "Cash out?")
    camera.take(page, "terminal-cash-out")
    page.get_by_role("button", name="Yes, cash out").click()
    seen(page, ".steps .is-now", "is told")
    wheel.console("select_cash_out", terminal="T1")
    seen(page, ".steps .is-now", "on the console")
    camera.take(page, "terminal-cash-out-steps")
    newer = camera.open(wheel.web.url, "/t", wheel["T1"])
    seen(newer, ".steps .is-now", "on the console")
    page.get_by_text("This terminal is open in another window").wait_for()
    camera.take(page, "terminal-opened-twice")


def lost(camera: Camera, wheel: Wheel) -> None:
    """The line is cut while a bet is on its way."""
    window = camera.window(wheel.web.url, **WIDE)
    window.become(wheel["T1"])
    is_down: list[str] = []
    page = window.page

    def opened(line: Any) -> None:
        if is_down:
            line.close()
            return
        server = line.connect_to_server()

        def sent(text: str) -> None:
            if '"command"' in text:
                is_down.append(text)
                line.close()
            else:
                server.send(text)

        line.on_message(sent)

    page.route_web_socket("**/ws*", opened)
    page.goto("/t")
    state(page, "open")
    wheel.bets("T1", **OWN)
    seen(page, "#staked", "$55")
    page.get_by_role("radio", name="$5", exact=True).click()
    spot(page, "straight:32").click()
    seen(page, ".bet-list", "being checked")
    page.get_by_text("Connection lost").wait_for()
    camera.take(page, "terminal-line-lost")
    page.close()


def phone(camera: Camera, wheel: Wheel) -> None:
    """The same on a phone, upright: tab by tab, and what was won."""
    page = camera.open(wheel.web.url, "/t", wheel["T1"], **PHONE)
    state(page, "open")
    page.get_by_role("radio", name="$5", exact=True).tap()
    spot(page, "split:20-23").tap()
    seen(page, "#staked", "$60")
    seen(page, ".small-ring", "25")
    camera.take(page, "phone-open")
    for tab in ("Racetrack", "Last 20", "Your bets"):
        page.get_by_role("tab", name=tab).tap()
        camera.take(page, f"phone-{tab.split()[-1].lower()}")
    page.get_by_role("tab", name="Layout").tap()
    wheel.settle("17")
    seen(page, "#won", "$480")
    camera.take(page, "phone-result")
    wheel.console("start_game")
    state(page, "open")
    page.close()
