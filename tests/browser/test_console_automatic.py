"""The dealer's console of an automatic roulette in a real browser: whole evenings, and what goes wrong in them."""

import json
import re

import pytest

from pitboss.games.roulette.automatic.acts import LockBets, PromptSpin, SenseNumber
from tests.support.web_house import PASSWORD, web_house, written_house
from tests.support.web_trial import Trial

WIDE = {"viewport": {"width": 1280, "height": 800}}
NARROW = {"viewport": {"width": 390, "height": 844}}
LOOKS = [{**size, "color_scheme": scheme} for size in (WIDE, NARROW) for scheme in ("light", "dark")]
TABLE = "/deal/automatic-1"
PROMPT = PromptSpin(seconds_left=10)
NOT_THERE = re.compile(r"Failed to load resource: .* (401 \(Unauthorized\)|404 \(Not Found\))")
"""What a browser says of a wrong password, and of the fate of an act that was never decided."""


@pytest.fixture
def closed(tmp_path):
    """A house whose automatic table nobody has opened, with a supervisor and two terminals."""
    with web_house(written_house(tmp_path)) as web:
        yield Trial(web, tmp_path)


@pytest.fixture
def trial(closed):
    """The same with the table open, T1 with credits, and game 1 taking bets."""
    closed.open_table("T1")
    return closed


@pytest.fixture
def signed(window):
    """Open the page of somebody who is signed in."""

    def opened(trial, person, *, path=TABLE, size=WIDE):
        found = window(trial.web.url, **size)
        found.become(trial[person])
        found.page.goto(path)
        return found

    return opened


def due(page, text):
    """Wait until the one large button says something and can be pressed; return it."""
    button = page.locator("#next[aria-disabled=false]", has_text=text)
    button.wait_for()
    return button


def credits_of(trial, terminal="T1"):
    """Return what a terminal has."""
    return trial.web.live.floor.view("automatic-1", lambda live: live.state.credits(terminal))


def table(trial, question):
    """Ask something of the table."""
    return trial.web.live.floor.view("automatic-1", lambda live: question(live.state))


def answered(trial, *names, terminal="T1"):
    """Touch buttons at a terminal."""
    for name in names:
        trial.do(terminal, "automatic-1", f"automatic.{name}/1", terminal=terminal)


def cashed_out(page, press):
    """Take the first cash-out through its four steps."""
    for text in ("Select", "Counted out", "Confirm $", "Chips delivered"):
        page.locator("#cash-out", has_text=text).wait_for()
        press()


# An evening


def test_an_evening_by_mouse(closed, signed):
    """Checklist, opening, a buy-in in three presses and its amount, a game to its payment, and a cash-out."""
    page = signed(closed, "dealer").page
    page.locator(".check-row").first.wait_for()
    for row in page.locator(".check-row").all():
        row.click()
    for text in ("Everything is inspected", "Open the table"):
        due(page, text).click()
    closed.do("pit-supervisor", "automatic-1", "automatic.enrol_terminal/1", terminal="T1")
    page.locator(".seat").first.click()
    for key in ("2", "00"):
        page.locator(".keypad").get_by_role("button", name=key, exact=True).click()
    for text in ("Count $200", "Confirm $200", "Drop $200"):
        due(page, text).click()
    answered(closed, "verify_credit")
    due(page, "Start game 1").click()
    closed.bet("T1")
    due(page, "Spin the ball").click()
    page.locator("#next", has_text="The ball is running").wait_for()
    closed.devices(LockBets(), SenseNumber(pocket="4", revolutions=9))
    due(page, "Confirm 4 Black").click()
    due(page, "Start game 2")
    answered(closed, "ask_cash_out", "affirm_cash_out")
    cashed_out(page, lambda: page.locator("#cash-out").click())
    page.get_by_text("Nobody asks.").wait_for()

    assert (0, 1) == (credits_of(closed), table(closed, lambda state: state.history[0].game))


def test_an_evening_by_keyboard(trial, signed):
    """Space is the next act, digits a seat and its amount, C the cash-out; two of them are paid."""
    page = signed(trial, "dealer").page
    trial.do("pit-supervisor", "automatic-1", "automatic.enrol_terminal/1", terminal="T2")
    page.locator(".seat").nth(1).wait_for()
    page.keyboard.press("2")
    page.keyboard.type("50")
    for text in ("Count $50", "Confirm $50", "Drop $50"):
        due(page, text)
        page.keyboard.press("Space")
    answered(trial, "verify_credit", terminal="T2")
    due(page, "Spin the ball")
    page.keyboard.press("Space")
    page.locator("#next", has_text="The ball is running").wait_for()
    trial.devices(LockBets(), SenseNumber(pocket="0", revolutions=9))
    due(page, "Confirm 0 Green")
    page.keyboard.press("Space")
    due(page, "Start game 2")
    for terminal in ("T1", "T2"):
        answered(trial, "ask_cash_out", "affirm_cash_out", terminal=terminal)
    page.get_by_text("2 waiting").wait_for()
    for _ in ("T1", "T2"):
        cashed_out(page, lambda: page.keyboard.press("c"))
    page.get_by_text("Nobody asks.").wait_for()

    assert (0, 0) == (credits_of(trial), credits_of(trial, "T2"))


@pytest.mark.clause("RA-6b")
def test_ten_seconds_before_zero_the_console_flashes_and_sounds(trial, signed):
    """The dealer sees and hears that the ball is to be spun: at a console sound is on until it is switched off."""
    page = signed(trial, "dealer").page
    due(page, "Spin the ball")
    assert page.evaluate("document.documentElement.dataset.played") is None
    trial.devices(PROMPT)
    page.locator("#next.is-urgent", has_text="Spin the ball").wait_for()
    page.locator("html[data-played=prompt]").wait_for()

    assert "LAST BETS" == page.locator("#phase").inner_text()
    assert "Sound on" == page.get_by_role("button", name="Sound").inner_text()


def test_a_spin_that_was_late_is_given_more_time_by_two(trial, signed):
    """The one button asks for it, the supervisor's sheet tells what for, and A gives it."""
    page, pit = signed(trial, "dealer").page, signed(trial, "pit-supervisor", path="/staff").page
    due(page, "Spin the ball")
    trial.devices(LockBets())
    page.get_by_text("Held: spin was late").wait_for()
    due(page, "Ask for 20 s").click()
    sheet = pit.get_by_role("dialog")
    sheet.get_by_text("20 more seconds for game 1?").wait_for()
    sheet.get_by_text("Dealer", exact=True).wait_for()
    pit.keyboard.press("a")
    due(page, "Spin the ball")

    assert 20 == table(trial, lambda state: state.seconds)


# The number


def test_a_disagreement_is_ruled_on_at_the_console(trial, signed):
    """Another number is entered twice; the supervisor sees both values, and rules by name and password there."""
    found = signed(trial, "dealer")
    page = found.page
    found.expected.append(NOT_THERE)
    trial.bet("T1")
    trial.dropped("4")
    due(page, "Confirm 4 Black")
    seventeen = page.locator(".number-key[data-pocket='17']")
    seventeen.click()
    page.locator("#next", has_text="Enter 17 Black again").wait_for()
    seventeen.click()
    due(page, "Hold: you 17, sensor 4").click()
    due(page, "Supervisor's ruling").click()
    sheet = page.get_by_role("dialog")
    assert ["17", "4"] == sheet.locator(".value .pocket").all_inner_texts()
    sheet.get_by_label("Name").fill("pit-supervisor")
    sheet.get_by_label("Password").fill("not the right one")
    sheet.get_by_role("button", name="17 counts").click()
    sheet.get_by_text("do not belong together").wait_for()
    sheet.get_by_label("Password").fill(PASSWORD)
    sheet.get_by_role("button", name="17 counts").click()
    due(page, "Start game 2")

    assert "17" == table(trial, lambda state: state.history[0].pocket)


def test_a_silent_sensor_is_ruled_on_from_the_pit(trial, signed):
    """The dealer types what was seen, twice; the supervisor rules on another page, and the dealer stands by it."""
    page, pit = signed(trial, "dealer").page, signed(trial, "pit-supervisor").page
    trial.dropped()
    page.locator("#next", has_text="Waiting for the sensor").wait_for()
    for told in ("Enter 8 Black again", "Hold: you saw 8"):
        page.keyboard.press("8")
        page.keyboard.press("Enter")
        page.locator("#next", has_text=told).wait_for()
    page.keyboard.press("Space")
    due(pit, "Supervisor's ruling").click()
    pit.get_by_role("button", name="It counts").click()
    page.get_by_role("dialog").get_by_text("Game 1: 8?").wait_for()
    page.keyboard.press("a")
    due(page, "Start game 2")

    assert "8" == table(trial, lambda state: state.history[0].pocket)


# Void


def test_a_settled_game_is_voided_with_a_second_person_here(trial, signed):
    """The supervisor says why, the pit manager gives name and password beside them, and every bet goes back."""
    trial["pit-manager"]
    trial.bet("T1")
    trial.dropped("4")
    trial.do("dealer", "automatic-1", "automatic.confirm_number/1", pocket="4")
    page = signed(trial, "pit-supervisor").page
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Void a game").click()
    page.get_by_role("button", name="fraud").click()
    page.get_by_label("What was seen").fill("On camera.")
    page.get_by_role("button", name="Void it").click()
    sheet = page.get_by_role("dialog", name="Void game 1")
    sheet.get_by_label("Name").fill("pit-manager")
    sheet.get_by_label("Password").fill(PASSWORD)
    sheet.get_by_role("button", name="Confirm here").click()
    due(page, "Refund game 1").click()
    page.get_by_text("is void: its bets go back").wait_for(state="detached")

    assert 50_000 == credits_of(trial)


def test_no_spin_is_called_by_the_dealer_alone(trial, signed):
    """While the ball runs; the refund then is a supervisor's, by name and password at the console."""
    page = signed(trial, "dealer").page
    trial.bet("T1")
    due(page, "Spin the ball").click()
    page.get_by_role("button", name="No spin").click()
    page.get_by_role("button", name="few revolutions").click()
    page.get_by_role("button", name="Call no spin").click()
    due(page, "Refund game 1").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Name").fill("pit-supervisor")
    sheet.get_by_label("Password").fill(PASSWORD)
    sheet.get_by_role("button", name="Refund all bets").click()
    due(page, "Start game 2")

    assert 50_000 == credits_of(trial)


def test_what_is_declined_is_not_done(trial, signed):
    """D on the supervisor's page; the dealer is told, and the game goes on."""
    found, pit = signed(trial, "dealer"), signed(trial, "pit-supervisor", path="/staff").page
    page = found.page
    found.expected.append(NOT_THERE)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Void a game").click()
    page.get_by_role("button", name="malfunction").click()
    page.get_by_role("button", name="Void it").click()
    page.get_by_role("button", name="Wait for the pit").click()
    page.get_by_role("button", name="1 waits for a second person").wait_for()
    pit.get_by_role("dialog", name="Void game 1?").wait_for()
    pit.keyboard.press("d")
    page.locator(".told", has_text="declined, or too old").wait_for()

    assert table(trial, lambda state: state.void) is None


def test_a_sheet_is_for_those_who_may_confirm_it(trial, signed):
    """A teller is shown nothing; a supervisor may put it off with Escape, and come back to it by the counter."""
    teller, pit = signed(trial, "teller", path="/staff").page, signed(trial, "pit-supervisor", path="/staff").page
    trial["dealer"].command("automatic-1", {"type": "automatic.void_game/1", "cause": "malfunction"})
    pit.get_by_role("dialog", name="Void game 1?").wait_for()
    teller.get_by_role("rowheader", name="Void game").wait_for()
    assert 0 == teller.get_by_role("dialog").count()
    pit.keyboard.press("Escape")
    pit.get_by_role("dialog").wait_for(state="detached")
    pit.get_by_role("button", name="1 approval").click()
    pit.get_by_role("dialog", name="Void game 1?").get_by_role("button", name="Approve").click()
    pit.locator("#answer", has_text="Approved.").wait_for()

    assert 1 == table(trial, lambda state: state.void)


# The frame


class Wire:
    """The line of a page, which a test can cut."""

    def __init__(self, page):
        self.sent: list[str] = []
        self.is_down, self.lines = False, []
        page.route_web_socket("**/ws", self._open)

    def _open(self, line):
        self.lines.append(line)
        if self.is_down:
            line.close()
            return
        server = line.connect_to_server()

        def sent(text):
            self.sent.append(json.loads(text)["type"])
            server.send(text)

        line.on_message(sent)

    def cut(self):
        """Close the line, and let no other be opened."""
        self.is_down = True
        self.lines[-1].close()


def test_a_dead_line_disables_everything(trial, window):
    """No button can be pressed and no key does anything; when the line is back, both do."""
    found = window(trial.web.url, **WIDE)
    found.become(trial["dealer"])
    wire = Wire(found.page)
    found.page.goto(TABLE)
    due(found.page, "Spin the ball")
    wire.cut()
    found.page.get_by_text("Connection lost").wait_for()
    assert 0 == found.page.locator("main button:enabled").count()
    sent = list(wire.sent)
    found.page.keyboard.press("Space")
    found.page.keyboard.press("c")
    assert "command" not in wire.sent[len(sent) :]
    wire.is_down = False
    due(found.page, "Spin the ball").click()
    found.page.locator("#next", has_text="The ball is running").wait_for()


def test_whoever_is_not_signed_in_does_so_on_the_page(trial, window):
    """And is at the table then."""
    trial["floorperson"]
    page = window(trial.web.url, **WIDE).page
    page.goto(TABLE)
    page.get_by_label("Name").first.fill("floorperson")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.locator("#next", has_text="Dealer deals here").wait_for()
    assert "Lantern Wheel" == page.locator("#table").inner_text()


def test_a_dealer_lands_at_the_table_that_is_dealt(trial, window):
    """Whoever signs in at the staff page and holds an open table goes there; others are shown the way."""
    page = window(trial.web.url, **WIDE).page
    page.goto("/staff")
    form = page.locator("#sign-in")
    form.get_by_label("Name").fill("dealer")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").click()
    due(page, "Spin the ball")
    page.goto("/staff")
    page.get_by_role("link", name="Deal at Lantern Wheel").click()
    due(page, "Spin the ball")


def test_a_table_without_a_console_is_on_the_staff_page(tmp_path, signed):
    """Chosen there already; and one that is not there says so."""
    tables = (("automatic-1", "automatic"), ("sicbo-1", "sic-bo"))
    with web_house(written_house(tmp_path, tables=tables)) as web:
        page = signed(Trial(web, tmp_path), "dealer", path="/deal/sicbo-1").page
        page.locator("#act option").first.wait_for(state="attached")
        assert "sicbo-1" == page.locator("#stream").input_value()
        page.goto("/deal/nowhere")
        page.get_by_text("There is no such table here").wait_for()


def test_the_console_is_for_everybody(trial, signed):
    """Open, with a seat, held, and with a sheet: no fault of accessibility, nothing too wide or too small to touch."""
    trial.bet("T1")
    answered(trial, "ask_cash_out", "affirm_cash_out")
    found = signed(trial, "dealer")
    page = found.page
    due(page, "Spin the ball")
    assert [] == found.faults_at(LOOKS[0], LOOKS[2])
    page.locator(".seat").first.click()
    page.locator(".seat-panel").wait_for()
    assert [] == found.faults_at(LOOKS[0], LOOKS[2])
    page.keyboard.press("Escape")
    trial.dropped("4")
    due(page, "Confirm 4 Black")
    assert [] == found.faults_at(LOOKS[0], LOOKS[2])
    trial.do("dealer", "automatic-1", "automatic.confirm_number/1", pocket="17")
    due(page, "Supervisor's ruling").click()
    page.get_by_role("dialog").wait_for()
    assert [] == found.faults_at(LOOKS[0], LOOKS[2])


def test_an_approval_is_for_everybody(trial, signed):
    """The sheet with its picture, on the staff page."""
    trial.bet("T1")
    trial["dealer"].command("automatic-1", {"type": "automatic.void_game/1", "cause": "malfunction"})
    found = signed(trial, "pit-supervisor", path="/staff")
    found.page.get_by_role("dialog", name="Void game 1?").wait_for()

    assert [] == found.faults_at(*LOOKS)
