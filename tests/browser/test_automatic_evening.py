"""An evening at the automatic wheel by player, dealer and supervisor: one by mouse, one by keys, one by touch."""

import re
from typing import Any

import pytest

from pitboss.games.roulette.automatic.acts import LockBets, PromptSpin, SenseNumber
from tests.support.hands import HANDS, TURNS, Together, hands_from
from tests.support.web_house import PASSWORD, web_house, written_house
from tests.support.web_trial import STANDING, Trial

STREAM = "automatic-1"
CONSOLE = f"/deal/{STREAM}"
NOT_THERE = re.compile(r"Failed to load resource: .* 404 \(Not Found\)")
"""What a browser says of the fate of an act that is asked for while it is being decided."""
CHOSEN = {"straight:17": 1_000, "split:17-20": 1_000, "red": 1_000}
"""What the player has on the layout after betting, and keeps as a favourite."""


class Evening:
    """The house, and the pages of a player, a dealer and a supervisor, each of whom uses another hand."""

    def __init__(self, web: Any, folder: Any, window: Any, turn: int) -> None:
        self.house, self.hand, self._window = Trial(web, folder), Together(), window
        self.house.stand_still()
        # Nobody's session is locked, and nothing that waits grows too old, because a busy machine takes its time.
        web.live.door.monotonic_ns = self.house.clock.monotonic_ns
        self.windows: list[Any] = []
        self.faults: list[str] = []
        # Who confirms is there already; a second player comes and goes without a page.
        for person in ("pit-manager", "T2"):
            self.house[person]
        self.supervisor, self.dealer, self.player = (
            self.opened(*one)
            for one in zip(hands_from(turn), ("pit-supervisor", "dealer", "T1"), ("/staff", CONSOLE, "/t"), strict=True)
        )

    def opened(self, hand: Any, who: str, path: str) -> Any:
        """Open the page of somebody with a hand."""
        found = self._window(self.house.web.url, **hand.options)
        self.hand.at.append((found.page, hand))
        found.become(self.house[who])
        found.expected.append(NOT_THERE)
        found.page.goto(path)
        self.windows.append(found)
        return found.page

    def press(self, page: Any, name: str, key: str | None = None) -> None:
        """Press a button by its name; the one on top where a sheet is open."""
        here = page.get_by_role("dialog") if page.locator("dialog[open]").count() else page
        self.hand.press(here.get_by_role("button", name=name).first, key)

    def next(self, page: Any, text: str) -> None:
        """Do the one next act of a console, once it says this and no sheet lies over it."""
        page.locator("dialog[open]").first.wait_for(state="detached")
        button = page.locator("#next[aria-disabled=false]", has_text=text)
        button.wait_for()
        self.hand.press(button, "Space")

    def audit(self, *pages: Any) -> None:
        """Ask whether pages are for everybody as they stand."""
        for window in self.windows:
            if window.page in pages:
                self.faults += window.faults_by_turns()

    def sees(self, selector: str, text: str) -> None:
        """Wait until the player reads something."""
        self.player.locator(selector, has_text=text).first.wait_for()

    def bets(self) -> dict[str, int]:
        """Return what the player has on the layout, bet by bet."""
        return self.house.web.live.floor.view(STREAM, lambda one: dict(one.state.terminals["T1"].bets))

    def amount(self, digits: str) -> None:
        """Type dollars at the dealer's keypad."""
        keypad = self.dealer.locator(".keypad")
        keypad.wait_for()
        for digit in digits:
            self.hand.press(keypad.get_by_role("button", name=digit, exact=True), digit)

    def more(self, name: str, key: str) -> None:
        """Press a button of the player's that is behind a menu on a phone."""
        if self.hand.of(self.player).is_narrow:
            self.press(self.player, "More")
            self.press(self.player, name)
        else:
            self.hand.press(self.player.locator(".foot-buttons").get_by_role("button", name=name), key)


@pytest.fixture
def web(tmp_path):
    """A house; windows that are opened after it are closed before it, and none asks for what is not there any more."""
    with web_house(written_house(tmp_path)) as found:
        yield found


@pytest.mark.campaign(len(HANDS))
@pytest.mark.parametrize("turn", TURNS)
def test_an_evening_by_player_dealer_and_supervisor(web, tmp_path, window, turn):
    """Every button: buy-in and its correction, bets, hold, late spin, disagreement, voids, no spin, two cash-outs."""
    evening = Evening(web, tmp_path, window, turn)
    for scene in (opening, buying_in, betting, held, late, disagreed, voided, called_off, paid, cashed_out):
        scene(evening)

    assert [] == evening.faults
    assert STANDING == evening.house.standing()


def opening(evening):
    """The dealer ticks the checklist and opens the table; the supervisor puts two terminals there."""
    dealer, supervisor = evening.dealer, evening.supervisor
    dealer.locator(".check-row").first.wait_for()
    for row in dealer.locator(".check-row").all():
        evening.hand.press(row)
    evening.next(dealer, "Everything is inspected")
    evening.next(dealer, "Open the table")
    for terminal in ("T1", "T2"):
        evening.press(supervisor, f"Put at the table {terminal}")
        supervisor.locator("#terminals tr", has_text=terminal).get_by_text("in play").wait_for()
    evening.audit(supervisor)


def buying_in(evening):
    """Three presses and the amount; the player says that it is wrong, and it is put right before a bet is taken."""
    dealer, supervisor, hand = evening.dealer, evening.supervisor, evening.hand
    hand.press(dealer.locator(".seat").first, "1")
    evening.amount("500")
    evening.audit(dealer)
    for text in ("Count $500", "Confirm $500", "Drop $500"):
        evening.next(dealer, text)
    # A seat that is touched while it is still open would be closed.
    dealer.locator(".seat-panel").wait_for(state="hidden")
    evening.sees("#credited", "$500")
    evening.audit(evening.player)
    evening.press(evening.player, "Not correct")
    evening.sees(".cover", "Somebody is on the way")
    hand.fill(supervisor.get_by_label("What was done about alarm"), "Counted again.")
    evening.press(supervisor, "Clear")
    supervisor.get_by_text("No alarm.").wait_for()
    hand.press(dealer.locator(".seat").first, "1")
    evening.amount("300")
    evening.press(dealer, "Correct the last buy-in, $500, to $300")
    evening.sees("#credited", "$300")
    hand.press(evening.player.get_by_role("button", name="Correct", exact=True))
    second = {"terminal": "T2"}
    for name, more in (("count", {"currency_minor": 20_000}), ("confirm", {"amount_minor": 20_000}), ("drop", {})):
        evening.house.do("dealer", STREAM, f"automatic.{name}_buy_in/1", **second, **more)
    evening.house.do("T2", STREAM, "automatic.verify_credit/1", **second)


def betting(evening):
    """Chips on every kind of place, neighbours, undo of one and of all, double, clear, and a favourite."""
    player, hand = evening.player, evening.hand
    evening.next(evening.dealer, "Start game 1")
    player.locator("body[data-state=open]").wait_for()
    hand.press(player.get_by_role("radio", name="$5", exact=True), "Alt+2")
    for bet in CHOSEN:
        hand.place(player, bet)
    evening.sees("#staked", "$15")
    own = hand.of(player)
    if own.is_narrow:
        hand.press(player.get_by_role("tab", name="Racetrack"))
    evening.press(player, "More neighbours")
    evening.press(player, "Fewer neighbours")
    if own.is_keys:
        player.keyboard.type("n 5")
        player.keyboard.press("Enter")
    else:
        hand.press(player.locator(".racetrack [data-pocket='5']"))
    evening.sees("#staked", "$40")
    evening.audit(player)
    for name, key, staked in (("Undo", "u", "$15"), ("Double", "d", "$30"), ("Clear", "x", "$0"), ("Undo", "u", "$30")):
        evening.press(player, name, key)
        player.locator("#staked", has_text=staked).wait_for()
    if own.is_narrow:
        hand.press(player.get_by_role("tab", name="Layout"))
    evening.more("Favourites", "f")
    evening.press(player, "Save here")
    evening.press(player, "Close")
    assert CHOSEN == evening.bets()


def held(evening):
    """The dealer holds the game, the supervisor voids and refunds it, and the player reads both in plain words."""
    dealer, supervisor = evening.dealer, evening.supervisor
    evening.press(dealer, "Hold the game", "h")
    evening.press(dealer, "A player objects.")
    evening.press(dealer, "Hold the game")
    evening.sees(".felt-band", "A player objects. Your bets stay.")
    assert all(evening.player.locator(f"#{name}").is_disabled() for name in ("undo", "clear", "recall", "double"))
    evening.audit(evening.player)
    supervisor.goto(CONSOLE)
    evening.next(supervisor, "Void game 1")
    evening.press(supervisor, "held")
    evening.press(supervisor, "Void it")
    evening.sees(".felt-band", "Your $30 comes back")
    evening.next(supervisor, "Refund game 1")
    evening.sees(".felt-band", "$30 returned to your credit")


def late(evening):
    """A favourite is placed; nobody spins, the console flashes, the game is held, and two people give it time."""
    dealer, supervisor = evening.dealer, evening.supervisor
    evening.next(dealer, "Start game 2")
    evening.player.locator("body[data-state=open]").wait_for()
    evening.more("Favourites", "f")
    evening.press(evening.player, "Favourite 1 3 bets")
    evening.sees("#staked", "$30")
    evening.house.devices(PromptSpin(seconds_left=10))
    dealer.locator("#next.is-urgent", has_text="Spin the ball").wait_for()
    evening.house.devices(LockBets())
    dealer.get_by_text("Held: spin was late").wait_for()
    evening.next(dealer, "Ask for 20 s")
    assert 1 == dealer.locator(".does").get_by_text("Ask for 20 s").count()
    supervisor.get_by_role("dialog").get_by_text("20 more seconds for game 2?").wait_for()
    evening.audit(supervisor)
    evening.press(supervisor, "Approve", "a")
    dealer.get_by_role("dialog").first.wait_for(state="detached")


def disagreed(evening):
    """The dealer sees another number than the sensor, twice; the supervisor rules at the dealer's console."""
    dealer, hand = evening.dealer, evening.hand
    evening.next(dealer, "Spin the ball")
    dealer.locator("#next", has_text="The ball is running").wait_for()
    evening.house.devices(LockBets(), SenseNumber(pocket="4", revolutions=9))
    dealer.locator("#next", has_text="Confirm 4 Black").wait_for()
    hand.number(dealer, "17")
    dealer.locator("#next", has_text="Enter 17 Black again").wait_for()
    hand.number(dealer, "17")
    evening.next(dealer, "Hold: you 17, sensor 4")
    evening.next(dealer, "Supervisor's ruling")
    sheet = dealer.get_by_role("dialog")
    assert ["17", "4"] == sheet.locator(".value .pocket").all_inner_texts()
    evening.audit(dealer)
    hand.fill(sheet.get_by_label("Name"), "pit-supervisor")
    hand.fill(sheet.get_by_label("Password"), PASSWORD)
    evening.press(dealer, "17 counts")
    evening.sees("#won", "$520")
    evening.sees("[data-bet-row='straight:17']", "$10 × 35 =")
    evening.sees("#credits", "$810")
    evening.audit(evening.player)


def voided(evening):
    """After its settlement the game is void by two people, and the player has what there was before."""
    supervisor, hand = evening.supervisor, evening.hand
    evening.press(supervisor, "More", "m")
    evening.press(supervisor, "Void a game")
    evening.press(supervisor, "fraud")
    hand.fill(supervisor.get_by_label("What was seen"), "On camera.")
    evening.press(supervisor, "Void it")
    sheet = supervisor.get_by_role("dialog", name="Void game 2")
    hand.fill(sheet.get_by_label("Name"), "pit-manager")
    hand.fill(sheet.get_by_label("Password"), PASSWORD)
    evening.press(supervisor, "Confirm here")
    evening.next(supervisor, "Refund game 2")
    evening.sees("#credits", "$300")
    evening.sees("#last-win", "–")


def called_off(evening):
    """No spin is the dealer's alone, its refund a supervisor's; the bets come back."""
    dealer, hand = evening.dealer, evening.hand
    evening.next(dealer, "Start game 3")
    evening.player.locator("body[data-state=open]").wait_for()
    hand.place(evening.player, "red")
    evening.sees("#staked", "$5")
    evening.next(dealer, "Spin the ball")
    evening.press(dealer, "No spin", "n")
    evening.press(dealer, "few revolutions")
    evening.press(dealer, "Call no spin")
    evening.next(dealer, "Refund game 3")
    sheet = dealer.get_by_role("dialog")
    hand.fill(sheet.get_by_label("Name"), "pit-supervisor")
    hand.fill(sheet.get_by_label("Password"), PASSWORD)
    evening.press(dealer, "Refund all bets")
    evening.sees(".felt-band", "$5 returned to your credit")


def paid(evening):
    """Sensor and dealer agree: one press, and red is paid."""
    dealer = evening.dealer
    evening.next(dealer, "Start game 4")
    evening.player.locator("body[data-state=open]").wait_for()
    evening.hand.place(evening.player, "red")
    evening.sees("#staked", "$5")
    evening.next(dealer, "Spin the ball")
    dealer.locator("#next", has_text="The ball is running").wait_for()
    evening.house.devices(LockBets(), SenseNumber(pocket="1", revolutions=9))
    evening.next(dealer, "Confirm 1 Red")
    evening.sees("#credits", "$305")


TWICE = """() => document.addEventListener("click", ({ target }) => target.click(), { once: true })"""
"""Makes the next click one of two."""


def cashed_out(evening):
    """The last bets are laid again and taken back; two players are paid, step by step, each told where it stands."""
    dealer, player, hand = evening.dealer, evening.player, evening.hand
    evening.next(dealer, "Start game 5")
    player.locator("body[data-state=open]").wait_for()
    for name, key, staked in (("Rebet", "r", "$5"), ("Clear", "x", "$0")):
        evening.press(player, name, key)
        player.locator("#staked", has_text=staked).wait_for()
    evening.more("Cash out", "o")
    player.get_by_role("button", name="Yes, cash out").wait_for()
    # Pressed twice before the house can answer is pressed once.
    player.evaluate(TWICE)
    evening.press(player, "Yes, cash out")
    evening.sees(".steps .is-now", "is told")
    assert 0 == player.locator(".refusal").count()
    for name in ("ask", "affirm"):
        evening.house.do("T2", STREAM, f"automatic.{name}_cash_out/1", terminal="T2")
    dealer.get_by_text("2 waiting").wait_for()
    evening.audit(dealer, player)
    for step, told in (("Select", "on the console"), ("Counted out", "counted"), ("Confirm $305", "brought to you")):
        dealer.locator("#cash-out", has_text=step).wait_for()
        hand.press(dealer.locator("#cash-out"), "c")
        evening.sees(".steps .is-now", told)
    for step in ("Chips delivered", "Select", "Counted out", "Confirm $200", "Chips delivered"):
        dealer.locator("#cash-out", has_text=step).wait_for()
        hand.press(dealer.locator("#cash-out"), "c")
    dealer.get_by_text("Nobody asks.").wait_for()
    player.locator(".cover").wait_for(state="hidden")
