"""The dealer's console of an automatic roulette in a real browser: whole evenings, and what goes wrong in them."""

import re

import pytest

from pitboss.games.roulette.automatic.acts import PromptSpin
from pitboss.games.roulette.automatic.state import CashOut
from tests.support.web_house import PASSWORD, until, web_house, written_house
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
        found = Trial(web, tmp_path)
        found.stand_still()
        # Nobody's session is locked because a busy machine takes its time.
        web.live.door.monotonic_ns = found.clock.monotonic_ns
        yield found


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


class SlowLine:
    """The line of a page, on which messages of one type come later than all others while it is slow."""

    def __init__(self, page, kind):
        self.mark, self.late, self.is_slow = f'"type":"{kind}"', [], False
        page.route_web_socket("**/ws*", self._open)

    def _open(self, line):
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(lambda message: self._heard(line, message))

    def _heard(self, line, message):
        for one in message.split("\n"):
            if self.is_slow and self.mark in one:
                self.late.append((line, one))
            else:
                line.send(one)

    def catch_up(self):
        """Send what is late, and hold nothing back any more."""
        self.is_slow = False
        for line, message in self.late:
            line.send(message)


def test_a_refund_waits_until_it_is_known_who_stands_here(trial, signed):
    """A supervisor refunds alone; before the offers of a void game came, nobody else is asked for."""
    page = signed(trial, "pit-supervisor", path="/floor").page
    line = SlowLine(page, "offers")
    page.goto(TABLE)
    page.locator("#phase", has_text="OPEN").wait_for()
    line.is_slow = True
    trial.do("dealer", "automatic-1", "automatic.spin_ball/1", direction="against")
    trial.do("dealer", "automatic-1", "automatic.void_game/1", cause="no_drop")
    page.locator("#next[aria-disabled=true]", has_text="Refund game 1").wait_for()
    until(lambda: page.evaluate("1") and line.late)
    line.catch_up()
    due(page, "Refund game 1").click()
    until(lambda: table(trial, lambda state: state.void is None))
    assert 0 == page.get_by_role("dialog").count()


def test_the_next_step_of_a_cash_out_waits_for_the_answer_to_the_last(trial, signed):
    """News of a step may come before its answer: a button that would not listen yet does not look as if it did."""
    page = signed(trial, "dealer", path="/floor").page
    line = SlowLine(page, "answer")
    page.goto(TABLE)
    answered(trial, "ask_cash_out", "affirm_cash_out")
    page.locator("#cash-out", has_text="Select").wait_for()
    line.is_slow = True
    page.keyboard.press("c")
    page.locator("#cash-out[aria-disabled=true]", has_text="Counted out").wait_for()
    until(lambda: page.evaluate("1") and line.late)
    line.catch_up()
    page.locator("#cash-out[aria-disabled=false]", has_text="Counted out").wait_for()
    page.keyboard.press("c")
    page.locator("#cash-out", has_text="Confirm").wait_for()

    assert CashOut.COUNTED is table(trial, lambda state: state.terminals["T1"].cash_out)


def test_a_sheet_of_what_is_offered_waits_for_the_offers_of_now(trial, signed):
    """Asked for as soon as a game is paid it is of that game, and not of the one in play that was offered before."""
    page = signed(trial, "pit-supervisor", path="/floor").page
    line = SlowLine(page, "offers")
    page.goto(TABLE)
    page.locator("button:enabled", has_text="More…").wait_for()
    line.is_slow = True
    trial.dropped("17")
    trial.do("dealer", "automatic-1", "automatic.confirm_number/1", pocket="17")
    page.locator("#phase", has_text="PAID").wait_for()
    page.keyboard.press("m")
    until(lambda: page.evaluate("1") and line.late)
    assert 0 == page.get_by_role("dialog").count()
    line.catch_up()
    page.get_by_role("button", name="Void a game").click()
    page.get_by_role("dialog").get_by_role("button", name="fraud").wait_for()


# The number


def test_enter_takes_what_was_typed_also_where_the_next_act_has_the_focus(trial, signed):
    """The button says so while a number is typed, and whoever pressed it last by Enter is still on it."""
    page = signed(trial, "dealer").page
    trial.dropped()
    page.locator("#next", has_text="Waiting for the sensor").wait_for()
    page.locator("#next").focus()
    page.keyboard.press("8")
    page.keyboard.press("Enter")
    page.locator("#next", has_text="Enter 8 Black again").wait_for()
    assert page.locator("#next").evaluate("(button) => button === document.activeElement")


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
    page.get_by_role("button", name="1 to be confirmed").wait_for()
    pit.get_by_role("dialog", name="Void game 1?").wait_for()
    pit.keyboard.press("d")
    page.locator(".told", has_text="declined, or too old").wait_for()

    assert table(trial, lambda state: state.void) is None


@pytest.mark.looks
def test_a_sheet_is_for_those_who_may_confirm_it(trial, signed):
    """A teller is shown nothing; a supervisor may put it off with Escape, and come back to it by the counter."""
    teller, found = signed(trial, "teller", path="/staff").page, signed(trial, "pit-supervisor", path="/staff")
    pit = found.page
    trial["dealer"].command("automatic-1", {"type": "automatic.void_game/1", "cause": "malfunction"})
    pit.get_by_role("dialog", name="Void game 1?").wait_for()
    teller.get_by_role("rowheader", name="Void game").wait_for()
    assert 0 == teller.get_by_role("dialog").count()
    assert [] == found.faults_at(*LOOKS)
    pit.keyboard.press("Escape")
    pit.get_by_role("dialog").first.wait_for(state="detached")
    pit.get_by_role("button", name="1 approval").click()
    pit.get_by_role("dialog", name="Void game 1?").get_by_role("button", name="Approve").click()
    pit.locator("#answer", has_text="Approved.").wait_for()

    assert 1 == table(trial, lambda state: state.void)


# The frame


def test_whoever_signs_in_is_at_the_table(trial, window):
    """At the table's own page, or from the staff page at the table that one deals at; others are shown the way."""
    trial["floorperson"]
    page = window(trial.web.url, **WIDE).page
    page.goto(TABLE)
    page.get_by_label("Name").first.fill("floorperson")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.locator("#next", has_text="Dealer deals here").wait_for()
    assert "Lantern Wheel" == page.locator("#table").inner_text()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Name").first.wait_for()
    page.goto("/staff")
    form = page.locator("#sign-in")
    form.get_by_label("Name").fill("dealer")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").first.click()
    due(page, "Spin the ball")
    page.goto("/staff")
    page.get_by_role("link", name="Deal at Lantern Wheel").click()
    due(page, "Spin the ball")


def test_what_has_no_console_is_on_the_staff_page(closed, signed):
    """Chosen there already; and a table that is not there says so."""
    tote = next(name for name in closed.web.live.desk.streams if name.startswith("tote-"))
    page = signed(closed, "mutuel-manager", path=f"/deal/{tote}").page
    page.locator("#act option").first.wait_for(state="attached")
    assert tote == page.locator("#stream").input_value()
    page.goto("/deal/nowhere")
    page.get_by_text("There is no such table here").wait_for()
