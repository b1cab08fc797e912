"""A player's terminal in a real browser, at a table where nobody else plays: by mouse, by keys, by touch."""

import json

import pytest

from pitboss.decider import Person, Role
from pitboss.games.roulette.automatic import acts as a
from tests.support.driven import accepted
from tests.support.web_house import until, web_house, written_house
from tests.support.web_trial import EQUIPMENT, Trial

STREAM = "automatic-1"
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
SIZES = [
    pytest.param({"viewport": WIDE}, id="wide"),
    pytest.param({"viewport": NARROW, "has_touch": True}, id="narrow"),
]
BAND_MS = 3_000
"""Within which a dead line is told, as the page itself counts time."""


class Table(Trial):
    """A house with one automatic table, its dealer, clock and sensor moved by a test."""

    def console(self, tag, who="dealer", **fields):
        """Do something at the console."""
        return self.do(who, STREAM, f"automatic.{tag}/1", **fields)

    def device(self, act):
        """Let clock or sensor say something."""
        accepted(self.web.did(STREAM, Person("clock", Role.DEVICE), act))

    def lock(self):
        """Spin the ball and let the clock reach zero."""
        self.console("spin_ball", direction="against")
        self.device(a.LockBets())

    def settle(self, pocket):
        """Bring the game to this number."""
        self.lock()
        self.device(a.SenseNumber(pocket=pocket, revolutions=9))
        self.console("confirm_number", pocket=pocket)

    def credit(self, amount, terminal="T1"):
        """Open the table and credit a terminal; whether that is right its player has yet to say."""
        self.do("dealer", STREAM, "table.inspect_equipment/1", items=EQUIPMENT)
        self.do("dealer", STREAM, "table.open/1")
        self.console("enrol_terminal", "pit-supervisor", terminal=terminal)
        self.console("count_buy_in", terminal=terminal, currency_minor=amount)
        self.console("confirm_buy_in", terminal=terminal, amount_minor=amount)
        self.console("drop_buy_in", terminal=terminal)

    def bets(self, terminal="T1"):
        """Return what a terminal has on the layout, bet by bet."""
        return self.web.live.floor.view(STREAM, lambda one: dict(one.state.terminals[terminal].bets))

    def pay_out(self, terminal="T1"):
        """Take a cash-out that the player asked for through the dealer's steps."""
        amount = self.console("select_cash_out", terminal=terminal)["events"][0]["amount_minor"]
        self.console("count_out_chips", terminal=terminal, amount_minor=amount)
        self.console("confirm_cash_out", terminal=terminal, amount_minor=amount)
        return amount


@pytest.fixture
def house(tmp_path):
    """A house whose automatic table is not open yet."""
    with web_house(written_house(tmp_path)) as web:
        yield Table(web, tmp_path)


@pytest.fixture
def trial(house):
    """A house in which T1 has 500 dollars and game 1 takes bets."""
    house.open_table("T1")
    return house


@pytest.fixture
def terminal(house, window):
    """Open windows of T1, each before its page."""

    def opened(**options):
        found = window(house.web.url, **{"viewport": WIDE, **options})
        found.become(house["T1"])
        return found

    return opened


def seen(page, selector, text):
    """Wait until an element says something."""
    page.locator(selector, has_text=text).first.wait_for()


def spot(page, bet):
    """Return the place of a bet."""
    return page.locator(f".cloth .hit[data-bet='{bet}']").first


def ready(page):
    """Open the page, and wait until bets can be made."""
    page.goto("/t")
    page.locator("body[data-state=open]").wait_for()


class Wire:
    """What a page sends; when told so the next bet is lost, and the line is down."""

    def __init__(self, page):
        self.acts, self.loses, self.is_down, self.lines = [], False, False, []
        page.route_web_socket("**/ws", self._open)

    def _open(self, line):
        if self.is_down:
            line.close()
            return
        server = line.connect_to_server()
        self.lines.append(line)

        def sent(text):
            message = json.loads(text)
            if message["type"] == "command":
                self.acts.append(message["act"])
                self.is_down = self.loses
            if self.is_down:
                line.close()
            else:
                server.send(text)

        line.on_message(sent)

    def cut(self):
        """Let the line break, and stay broken."""
        self.is_down = True
        self.lines[-1].close()


def drag(page, source, x, y):
    """Drag an element to a point."""
    box = source.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x - 20, y - 20, steps=4)
    page.mouse.move(x, y, steps=4)
    page.mouse.up()


def middle(locator):
    """Return the middle of an element on the screen."""
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_an_evening_by_mouse(house, terminal):
    """From the credit that the player verifies over bets, neighbours and a result to the chips in the hand."""
    house.credit(50_000)
    page = terminal().page
    page.goto("/t")
    seen(page, "#credited", "$500")
    page.get_by_role("button", name="Correct", exact=True).click()
    house.console("start_game")
    page.locator("body[data-state=open]").wait_for()
    page.get_by_role("radio", name="$5", exact=True).click()
    spot(page, "straight:17").click()
    drag(page, page.get_by_role("radio", name="$25"), *middle(spot(page, "dozen:2")))
    seen(page, "#staked", "$30")
    page.get_by_role("radio", name="$1", exact=True).click()
    page.locator(".racetrack [data-pocket='5']").click()
    seen(page, "#staked", "$35")
    assert {"dozen:2": 2_500, "straight:17": 600, **{f"straight:{one}": 100 for one in (32, 5, 22, 34)}} == house.bets()
    seen(page, "#undo small", "5 bets, $5")
    page.get_by_role("button", name="Undo").click()
    seen(page, "#staked", "$30")
    page.get_by_role("button", name="Double").click()
    seen(page, "#staked", "$60")
    drag(page, spot(page, "dozen:2"), 60, 760)
    seen(page, "#staked", "$10")
    house.settle("17")
    seen(page, "#won", "$350")
    seen(page, "[data-bet-row='straight:17']", "$10 × 35 =")
    house.console("start_game")
    page.get_by_role("button", name="Rebet").click()
    seen(page, "#staked", "$10")
    page.get_by_role("button", name="Clear").click()
    seen(page, "#staked", "$0")
    page.get_by_role("button", name="Cash out").click()
    page.get_by_role("button", name="Yes, cash out").click()
    seen(page, ".steps .is-now", "is told")
    assert 85_000 == house.pay_out()
    seen(page, ".steps .is-now", "brought to you")


def test_an_evening_by_keys(trial, terminal):
    """Every kind of place without a mouse: typed, walked to, undone, doubled; the focus stays where it was."""
    page = terminal().page
    ready(page)
    page.keyboard.press("Alt+2")
    for typed in ("17", "s 17 20", "c 8 9 11 12", "n 5"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    seen(page, "#staked", "$40")
    page.keyboard.press("u")
    seen(page, "#staked", "$15")
    page.keyboard.press("d")
    seen(page, "#staked", "$30")
    expected = {"straight:17": 1_000, "split:17-20": 1_000, "corner:8-9-11-12": 1_000}
    assert expected == trial.bets()
    spot(page, "straight:00").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Enter")
    seen(page, "#staked", "$35")
    focused = page.evaluate("document.activeElement.dataset.bet")
    assert trial.bets() == {**expected, focused: 500}
    page.keyboard.press("Backspace")
    seen(page, "#staked", "$30")
    assert focused == page.evaluate("document.activeElement.dataset.bet")
    page.keyboard.press("x")
    seen(page, "#staked", "$0")
    page.keyboard.press("o")
    page.get_by_role("button", name="Yes, cash out").press("Enter")
    seen(page, ".steps .is-now", "is told")


def test_an_evening_by_touch(trial, terminal):
    """On a telephone: upright, in tabs, nothing to scroll; a chip, a number, its neighbours, the result."""
    page = terminal(viewport=NARROW, has_touch=True).page
    ready(page)
    page.get_by_role("radio", name="$5", exact=True).tap()
    spot(page, "straight:17").tap()
    spot(page, "split:17-20").tap()
    seen(page, "#staked", "$10")
    page.get_by_role("tab", name="Racetrack").tap()
    page.locator(".racetrack [data-pocket='5']").tap()
    seen(page, "#staked", "$35")
    page.get_by_role("tab", name="Your bets 6").tap()
    seen(page, ".bet-list", "Split 17-20")
    page.get_by_role("button", name="Undo").tap()
    seen(page, "#staked", "$10")
    page.get_by_role("tab", name="Layout").tap()
    trial.settle("17")
    seen(page, "#won", "$260")
    sizes = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert [844, 390] == sizes


def test_the_tag_tells_what_a_place_is(trial, terminal):
    """Name, odds, stake and room; the numbers it covers are lit on layout and racetrack together."""
    page = terminal().page
    ready(page)
    spot(page, "split:20-23").hover()
    seen(page, ".tag", "Split 20-23")
    assert ["17 to 1", "$0"] == page.locator(".tag strong").all_inner_texts()[1:3]
    lit = "nodes => nodes.map((node) => node.dataset.box ?? node.dataset.pocket).sort()"
    assert ["20", "20", "23", "23"] == page.locator(".is-lit").evaluate_all(lit)
    assert {} == trial.bets()


@pytest.mark.usefixtures("trial")
def test_a_refused_chip_flies_back_and_says_why(terminal):
    """A second chip of a hundred on one number: the clause stands beside it until the next touch."""
    page = terminal().page
    ready(page)
    page.get_by_role("radio", name="$100").click()
    for _ in range(11):
        page.keyboard.type("17")
        page.keyboard.press("Enter")
    seen(page, ".refusal", "is over the table's maximum")
    seen(page, ".refusal .clause", "[RA-3b.iii]")
    assert "Straight 17" in page.locator(".refusal").inner_text()
    spot(page, "straight:5").hover()
    page.mouse.down()
    assert 0 == page.locator(".refusal").count()
    page.mouse.up()
    until(lambda: not page.locator(".chip.is-pending").count())
    assert 0 == page.locator(".ghost-chip").count()


def test_neighbours_are_all_or_none(trial, terminal):
    """With room for four of five numbers nothing is bet; how many neighbours were meant is remembered."""
    page = terminal().page
    ready(page)
    page.get_by_role("radio", name="$100").click()
    page.get_by_role("button", name="More neighbours").click()
    page.locator(".racetrack [data-pocket='5']").click()
    seen(page, ".refusal", "$700.00 is needed")
    assert {} == trial.bets()
    page.reload()
    seen(page, "#neighbours", "3")


@pytest.mark.usefixtures("trial")
def test_rebet_and_double_say_what_they_need(terminal):
    """A button that cannot be pressed says why."""
    page = terminal().page
    ready(page)
    page.get_by_role("radio", name="$500").click()
    spot(page, "red").click()
    seen(page, "#double small", "needs $500, you have $0")
    assert page.locator("#double").is_disabled()
    seen(page, "#recall small", "no game before")


def test_favourites_stay_on_the_machine(trial, terminal):
    """Saved, renamed, there after a reload, and placed by one touch as one act."""
    page = terminal().page
    ready(page)
    for bet in ("red", "straight:17"):
        spot(page, bet).click()
    seen(page, "#staked", "$2")
    page.get_by_role("button", name="Favourites").click()
    page.get_by_role("button", name="Save here").first.click()
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Name", exact=True).fill("Lucky")
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="Delete Lucky").wait_for()
    page.reload()
    page.locator("body[data-state=open]").wait_for()
    page.get_by_role("button", name="Favourites").click()
    page.get_by_role("button", name="Lucky 2 bets").click()
    seen(page, "#staked", "$4")
    seen(page, "#undo small", "2 bets, $2")
    assert {"red": 200, "straight:17": 200} == trial.bets()


def test_a_bet_is_moved_by_dragging_it(trial, terminal):
    """Chips that lie on a place are lifted to another."""
    page = terminal().page
    ready(page)
    page.get_by_role("radio", name="$5", exact=True).click()
    spot(page, "straight:17").click()
    seen(page, "#staked", "$5")
    drag(page, spot(page, "straight:17"), *middle(spot(page, "straight:32")))
    until(lambda: {"straight:32": 500} == trial.bets())


@pytest.mark.clause("RA-6f")
def test_the_dolly_drops_on_the_number_once_it_is_confirmed(trial, terminal):
    """Not when the sensor has it: after the dealer's confirmation, on the layout, by an animation."""
    page = terminal().page
    page.emulate_media(reduced_motion="no-preference")
    ready(page)
    trial.lock()
    trial.device(a.SenseNumber(pocket="17", revolutions=9))
    page.locator("body[data-state=no-more-bets]").wait_for()
    assert (0, 0) == (page.locator(".dolly").count(), page.get_by_text("17 black").count())
    trial.console("confirm_number", pocket="17")
    page.locator(".cloth .dolly[data-on='17']").wait_for()
    moved = "node => [getComputedStyle(node).animationName, getComputedStyle(node).animationDuration]"
    assert ["drop", "0.5s"] == page.locator(".dolly .pawn").evaluate(moved)
    seen(page, "#result", "17")
    seen(page, "#announced", "17 black")


def test_a_held_game_keeps_its_bets_and_a_void_one_gives_them_back(trial, terminal):
    """In plain words; frozen, cash-out too, until the next game."""
    page = terminal().page
    ready(page)
    spot(page, "red").click()
    seen(page, "#staked", "$1")
    trial.console("hold_game", reason="a hand over the wheel")
    seen(page, ".felt-band", "a hand over the wheel. Your bets stay.")
    assert all(page.locator(f"#{name}").is_disabled() for name in ("undo", "clear", "recall", "double", "cash"))
    spot(page, "black").click()
    trial.console("void_game", "pit-supervisor", cause="held")
    seen(page, ".felt-band", "Your $1 comes back")
    trial.console("refund_game", "pit-supervisor")
    seen(page, ".felt-band", "$1 returned to your credit")
    seen(page, "#credits", "$500")
    trial.console("start_game")
    page.locator("body[data-state=open]").wait_for()
    assert page.locator(".felt-band").is_hidden()


def test_a_wrong_credit_calls_the_pit(house, terminal):
    """The player says so; nothing can be bet, the pit has an alarm, and the right amount is asked about again."""
    house.credit(20_000)
    page = terminal().page
    page.goto("/t")
    page.get_by_role("button", name="Not correct").click()
    seen(page, ".cover", "Somebody is on the way")
    until(lambda: any("not right" in text for _, _, text in house.web.alarms()))
    house.console("correct_buy_in", terminal="T1", currency_minor=30_000)
    seen(page, "#credited", "$300")
    page.get_by_role("button", name="Correct", exact=True).click()
    page.locator(".cover").wait_for(state="hidden")


def test_a_dead_line_is_told_and_nothing_is_kept_for_later(trial, terminal):
    """Within three seconds a band, dimmed and disabled; what is touched meanwhile is not sent when it is back."""
    page = terminal().page
    wire = Wire(page)
    ready(page)
    cut_at = page.evaluate("performance.now()")
    wire.cut()
    page.get_by_text("Connection lost").wait_for()
    page.wait_for_function("document.querySelector('fieldset.stage').disabled")
    assert BAND_MS > page.evaluate("performance.now()") - cut_at
    assert "--" == page.locator(".clock clock-ring").inner_text()
    spot(page, "red").click(force=True)
    page.keyboard.press("r")
    trial.console("void_game", "pit-supervisor", cause="malfunction")
    trial.console("refund_game", "pit-supervisor")
    trial.console("start_game")
    wire.is_down = False
    page.locator(".band", has_text="Live again, game").wait_for()
    seen(page, "#game", "2")
    page.locator("body[data-state=open]").wait_for()
    assert ([], {}) == (wire.acts, trial.bets())


def test_a_bet_that_was_lost_on_the_way_was_not_done(trial, terminal):
    """The line breaks before it arrives: its fate is asked for when the line is back, and it is not sent again."""
    page = terminal().page
    wire = Wire(page)
    ready(page)
    wire.loses = True
    spot(page, "straight:17").click()
    seen(page, ".bet-list", "Straight 17, being checked")
    wire.loses = wire.is_down = False
    seen(page, ".refusal", "It was not done")
    until(lambda: not page.locator(".chip.is-pending").count())
    assert (1, {}) == (len(wire.acts), trial.bets())


def test_a_bet_names_the_game_that_is_shown(trial, terminal):
    """A bet, several at once, an undo and a rebet each say for which game."""
    page = terminal().page
    wire = Wire(page)
    ready(page)
    spot(page, "straight:17").click()
    seen(page, "#staked", "$1")
    page.locator(".racetrack [data-pocket='17']").click()
    seen(page, "#staked", "$6")
    page.get_by_role("button", name="Undo").click()
    seen(page, "#staked", "$1")
    trial.settle("00")
    trial.console("start_game")
    seen(page, "#game", "2")
    page.get_by_role("button", name="Rebet").click()
    seen(page, "#staked", "$1")
    assert [1, 1, 1, 2] == [act.get("game") for act in wire.acts]


def test_a_terminal_is_open_in_one_window(trial, terminal):
    """The older page stops and says so; the two never take turns."""
    first = terminal()
    ready(first.page)
    second = terminal()
    ready(second.page)
    first.page.get_by_text("This terminal is open in another window").wait_for()
    spot(second.page, "red").click()
    until(lambda: {"red": 100} == trial.bets())
    assert 0 == first.page.locator(".cloth").count()


@pytest.mark.parametrize("size", SIZES)
def test_a_terminal_is_for_everybody(house, terminal, size):
    """In each of its states: no fault of accessibility, nothing too wide or too small to touch, nothing to scroll."""
    house.credit(50_000)
    found = terminal(**size)
    page = found.page
    page.goto("/t")
    page.get_by_role("button", name="Correct", exact=True).wait_for()
    assert [] == found.faults()
    page.get_by_role("button", name="Correct", exact=True).click()
    house.console("start_game")
    page.locator("body[data-state=open]").wait_for()
    page.keyboard.type("17")
    page.keyboard.press("Enter")
    seen(page, "#staked", "$1")
    assert [] == found.faults()
    house.settle("17")
    seen(page, "#won", "$35")
    assert [] == found.faults()
    size_now = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert [size["viewport"]["height"], size["viewport"]["width"]] == size_now
