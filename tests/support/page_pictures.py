"""The pictures of the pages in the documentation, taken by a real browser at real houses: `make pictures`.

Every scene brings a house to a moment and takes what somebody sees there. Numbers, cards and amounts are the same each
time; clocks of betting windows stand still, times of day do not.
"""

import argparse
import base64
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from pitboss.games.roulette.automatic.acts import LockBets, SenseNumber
from tests.support.browser import Window, browser
from tests.support.pictures import IMAGES
from tests.support.roulette_pages import GARDEN, ONEIDA, SEABROOK, DealerPage, Roulette
from tests.support.staged_house import Wheel, floor_house, roulette_tables, wheel_house
from tests.support.web_guest import Guest

PAGES = IMAGES / "pages"
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DARK: dict[str, Any] = {"color_scheme": "dark"}
QUALITY = 80
WAIT_MS = 30_000
BLUE = "colour:blue"


class Camera:
    """A browser that keeps what it sees."""

    def __init__(self, browser: Browser, folder: Path, *, kind: str, only: str) -> None:
        self.browser, self.folder, self.kind, self.only = browser, folder, kind, only
        folder.mkdir(parents=True, exist_ok=True)

    def open(self, url: str, path: str, guest: Guest | None = None, **options: Any) -> Page:
        """Open a page, as somebody or as nobody."""
        window = self.window(url, **{**WIDE, **options})
        if guest is not None:
            window.become(guest)
        window.page.goto(path)
        return window.page

    def window(self, url: str, **options: Any) -> Window:
        """Open a window; its times of day are those of the house."""
        found = Window(self.browser, url, timezone_id="UTC", **options)
        found.context.set_default_timeout(WAIT_MS)
        return found

    def take(self, page: Page, name: str) -> None:
        """Keep what a page shows, once its fonts, pictures and movements are there."""
        if self.only not in name:
            return
        page.evaluate("document.fonts.ready")
        page.evaluate(
            "Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => 0)))"
        )
        line = page.context.new_cdp_session(page)
        options = {"format": self.kind, "optimizeForSpeed": False}
        if self.kind == "webp":
            options["quality"] = QUALITY
        found = line.send("Page.captureScreenshot", options)
        (self.folder / f"{name}.{self.kind}").write_bytes(base64.b64decode(found["data"]))
        print(name)  # noqa: T201 - it takes minutes, and somebody watches


# The floor


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


# The terminal


def seen(page: Page, selector: str, text: str) -> None:
    """Wait until an element says something."""
    page.locator(selector, has_text=text).first.wait_for()


def state(page: Page, name: str) -> None:
    """Wait until a terminal is in a state."""
    page.locator(f"body[data-state={name}]").wait_for()


def spot(page: Page, bet: str) -> Any:
    """Return the place of a bet."""
    return page.locator(f".cloth .hit[data-bet='{bet}']").first


OWN = {"straight__17": 1_000, "corner__16_17_19_20": 1_000, "dozen__2": 2_500, "straight__8": 500, "straight__29": 500}
"""What the player at terminal 1 lays."""


def terminal(camera: Camera, folder: Path) -> None:
    """A player's terminal from the credit to the chips, on a screen and on a phone."""
    with wheel_house(folder) as wheel:
        wheel.open()
        wheel.games(120)
        wheel.console("enrol_terminal", "pit-supervisor", terminal="T1")
        wheel.buy_in("T1", 50_000, is_verified=False)
        wheel["T1"]
        page = camera.open(wheel.web.url, "/t", wheel["T1"])
        seen(page, "#credited", "$500")
        camera.take(page, "terminal-buy-in")
        page.get_by_role("button", name="Correct", exact=True).click()
        wheel.console("start_game")
        state(page, "open")
        wheel.bets("T1", **OWN)
        page.get_by_role("radio", name="$5", exact=True).click()
        spot(page, "split:20-23").click()
        seen(page, "#staked", "$60")
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
        lost(camera, wheel, page)
        phone(camera, wheel)
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


def lost(camera: Camera, wheel: Wheel, page: Page) -> None:
    """The line is cut while a bet is on its way."""
    page.close()
    window = camera.window(wheel.web.url, **WIDE)
    window.become(wheel["T1"])
    page, is_down = window.page, []

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

    page.route_web_socket("**/ws", opened)
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


# The dealer's console of the automatic wheel


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
        dealer = wheel["dealer"]
        page = camera.open(wheel.web.url, "/deal/automatic-1", dealer)
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
        small = camera.open(wheel.web.url, "/deal/automatic-1", dealer, **PHONE)
        due(small, "Spin the ball")
        camera.take(small, "console-phone")
        small.close()
        due(page, "Spin the ball").click()
        page.locator("#next", has_text="The ball is running").wait_for()
        camera.take(page, "console-ball")
        wheel.device(LockBets(), SenseNumber(pocket="17", revolutions=9))
        due(page, "Confirm 17 Black")
        camera.take(page, "console-confirm")
        seventeen = page.locator(".number-key[data-pocket='20']")
        seventeen.click()
        page.locator("#next", has_text="Enter 20 Black again").wait_for()
        seventeen.click()
        due(page, "Hold: you 20, sensor 17").click()
        due(page, "Supervisor's ruling").click()
        page.get_by_role("dialog").wait_for()
        camera.take(page, "console-disagreement")
        page.keyboard.press("Escape")
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
        wheel.do("pit-supervisor", "automatic-1", "automatic.void_game/1", cause="held")
        wheel.console("refund_game", "pit-supervisor")
        wheel.console("start_game")
        wheel.device(LockBets())
        page = camera.open(wheel.web.url, "/deal/automatic-1", dealer)
        due(page, "Ask for 20 s")
        camera.take(page, "console-late")


def approvals(camera: Camera, wheel: Wheel) -> None:
    """The sheet of the second person, and the staff page under it."""
    for name, options in (("light", {}), ("dark", DARK), ("phone", PHONE)):
        page = camera.open(wheel.web.url, "/staff", wheel["pit-supervisor"], **options)
        page.get_by_role("dialog", name="Void game 31?").wait_for()
        camera.take(page, f"approval-{name}")
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        page.locator("#terminals tbody tr").first.wait_for()
        camera.take(page, f"staff-{name}")
        page.close()


# Live roulette


class Desk(DealerPage):
    """A console of a live roulette table that a camera opened."""

    def __init__(self, camera: Camera, house: Roulette, stream: str, who: str = "dealer", **options: Any) -> None:
        super().__init__(house, lambda url, **more: camera.window(url, **more), stream, who, **{**WIDE, **options})


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
        other(camera, house)
        seat(camera, house)


def laid(house: Roulette, stream: str) -> None:
    """Lay everybody's chips."""
    unit = {ONEIDA: 500, GARDEN: 50_000, SEABROOK: 100}[stream]
    for (player, bets), colour in zip(TABLE.items(), COLOURS, strict=True):
        for place, bet in enumerate(bets):
            wager = {"player": player, "bet": bet, "stake_minor": unit * (2 + place), "source": f"colour:{colour}"}
            house.do("dealer", stream, "roulette.place_wager/1", **wager)


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
    wager = {"player": "Aiko", "bet": "red", "stake_minor": 200, "source": BLUE}
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


SCENES: tuple[Callable[[Camera, Path], None], ...] = (floor, terminal, console, live)


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
