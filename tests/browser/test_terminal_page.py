"""A player's terminal in a real browser, at a table where nobody else plays: by mouse, by keys, by touch."""

import json

import pytest

from pitboss.decider import Person, Role
from pitboss.games.roulette.automatic import acts as a
from tests.support.driven import accepted
from tests.support.hands import HANDS, TURNS, WAY, WIDE, hands_from
from tests.support.web_house import until, web_house, written_house
from tests.support.web_trial import Trial

STREAM = "automatic-1"
HOLD_MS, HOLD_ON_MS = 500, 1_000
"""How long a place is held before it gives a chip back, and how much longer before it gives all."""
LEFT = """() => document.addEventListener("pointerdown", () => {
  window.left = document.querySelectorAll(".refusal").length;
}, { once: true })"""
"""Notes how many refusals the next touch leaves, before anything comes of it."""
TOLD = """() => {
  const band = document.querySelector(".band");
  window.told = [];
  new MutationObserver(() => band.hidden || window.told.push(band.textContent)).observe(band, { childList: true });
}"""
"""Notes what the band says from now on, which may stand there for a moment only."""


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
        self.land(pocket)

    def land(self, pocket):
        """Let the ball that runs come to rest."""
        self.device(a.SenseNumber(pocket=pocket, revolutions=9))
        self.console("confirm_number", pocket=pocket)

    def bets(self, terminal="T1"):
        """Return what a terminal has on the layout, bet by bet."""
        return self.web.live.floor.view(STREAM, lambda one: dict(one.state.terminals[terminal].bets))


@pytest.fixture
def house(tmp_path):
    """A house whose automatic table is not open yet."""
    with web_house(written_house(tmp_path)) as web:
        found = Table(web, tmp_path)
        found.stand_still()
        # Nobody's session is locked because a busy machine takes its time.
        web.live.door.monotonic_ns = found.clock.monotonic_ns
        yield found


@pytest.fixture
def trial(house):
    """A house in which T1 has 500 dollars and game 1 takes bets."""
    house.open_table("T1")
    return house


@pytest.fixture
def terminal(house, window):
    """Open windows of T1, each before its page."""

    def opened(**options):
        found = window(house.web.url, **{**WIDE, **options})
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


def settled(page):
    """Wait until nothing that was laid is on its way: such chips cannot be lifted."""
    page.locator(".chip.is-pending").first.wait_for(state="detached")


class Wire:
    """What a page sends; when told so the next bet is lost, and the line is down."""

    def __init__(self, page):
        self.acts, self.loses, self.is_down, self.lines = [], False, False, []
        page.route_web_socket("**/ws*", self._open)

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


def test_chips_are_laid_moved_and_refused_where_they_are_touched(trial, terminal):
    """A tag tells what a place is; chips are dragged there, on and off one by one; a refusal stands beside it."""
    page = terminal().page
    ready(page)
    spot(page, "split:20-23").hover()
    seen(page, ".tag", "Split 20-23")
    assert ["17 to 1", "$0"] == page.locator(".tag strong").all_inner_texts()[1:3]
    lit = "nodes => nodes.map((node) => node.dataset.box ?? node.dataset.pocket).sort()"
    assert ["20", "20", "23", "23"] == page.locator(".is-lit").evaluate_all(lit)
    seen(page, "#recall small", "no game before")
    drag(page, page.get_by_role("radio", name="$25"), *middle(spot(page, "dozen:2")))
    seen(page, "#staked", "$25")
    page.get_by_role("radio", name="$5", exact=True).click()
    spot(page, "dozen:2").click()
    seen(page, "#staked", "$30")
    settled(page)
    drag(page, spot(page, "dozen:2"), *middle(spot(page, "dozen:3")))
    until(lambda: {"dozen:2": 2_500, "dozen:3": 500} == trial.bets())
    settled(page)
    drag(page, spot(page, "dozen:2"), 60, 760)
    seen(page, "#staked", "$25")
    assert {"dozen:2": 2_000, "dozen:3": 500} == trial.bets()
    drag(page, spot(page, "dozen:3"), 60, 760)
    seen(page, "#staked", "$20")
    assert {"dozen:2": 2_000} == trial.bets()
    spot(page, "dozen:2").press("Delete")
    seen(page, "#staked", "$0")
    page.get_by_role("radio", name="$100").click()
    for _ in range(2):
        spot(page, "straight:17").click()
    seen(page, ".refusal", "is over the table's maximum of $100.00")
    until(lambda: ["$100", "$0"] == page.locator(".tag strong").all_inner_texts()[2:])
    seen(page, ".refusal .clause", "[RA-3b.iii]")
    assert "Straight 17" in page.locator(".refusal").inner_text()
    page.evaluate(LEFT)
    spot(page, "straight:5").click()
    assert 0 == page.evaluate("left")
    settled(page)
    page.locator(".ghost-chip").first.wait_for(state="detached")
    for bet in ("red", "black"):
        spot(page, bet).click()
    seen(page, "#double small", "needs $400, you have $100")
    assert page.locator("#double").is_disabled()
    seen(page, "#limits", "$1–$100 one number")


def test_a_place_that_is_held_gives_a_chip_back_and_then_all(trial, terminal):
    """Half a second takes one, a second more the rest; by a clock of the page's own, however long the test takes."""
    found = terminal(patience=1)
    page = found.page
    found.pause()
    ready(page)
    page.get_by_role("radio", name="$5", exact=True).click()
    for staked in ("$5", "$10", "$15"):
        spot(page, "dozen:2").click()
        seen(page, "#staked", staked)
    settled(page)
    spot(page, "dozen:2").hover()
    page.mouse.down()
    page.clock.run_for(HOLD_MS)
    seen(page, "#staked", "$10")
    settled(page)
    page.clock.run_for(HOLD_ON_MS)
    seen(page, "#staked", "$0")
    page.mouse.up()
    assert {} == trial.bets()


def test_a_machine_keeps_neighbours_and_favourites(trial, terminal):
    """Neighbours are all or none, and how many were meant is remembered; favourites are placed as one act."""
    page = terminal().page
    ready(page)
    page.get_by_role("radio", name="$100").click()
    page.get_by_role("button", name="More neighbours").click()
    page.locator(".racetrack [data-pocket='5']").click()
    seen(page, ".refusal", "$700.00 is needed")
    assert {} == trial.bets()
    page.keyboard.press("Alt+1")
    seen(page, ".track-words", "5 and 3 neighbours")
    seen(page, ".track-words", "7 bets, $7")
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
    seen(page, "#neighbours", "3")
    page.get_by_role("button", name="Favourites").click()
    page.get_by_role("button", name="Lucky 2 bets").click()
    seen(page, "#staked", "$4")
    seen(page, "#undo small", "2 bets, $2")
    assert {"red": 200, "straight:17": 200} == trial.bets()
    page.get_by_role("button", name="Favourites").click()
    trial.settle("00")
    page.locator(".favourite:disabled", has_text="Lucky").wait_for()
    trial.console("start_game")
    page.locator(".favourite:enabled", has_text="Lucky").wait_for()


SHORT = ((844, 390), (640, 400))
"""A phone on its side, and a screen of 1280x800 at twice its size."""
OUT_OF_SIGHT = """() => [...document.querySelectorAll("button, .hit, .racetrack [data-pocket], .fact-value, .cover p")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .filter((node) => {
    const { left, top, right, bottom, width } = node.getBoundingClientRect();
    return width > 0 && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
  }).map((node) => node.outerHTML.slice(0, 90))"""
"""What is shown and lies beyond the edges of the screen."""


def test_a_short_screen_has_everything_in_sight(trial, terminal):
    """Lying on its side or at twice its size: credit, layout, racetrack, bets, payments and a long favourite."""
    trial.console("count_buy_in", terminal="T1", currency_minor=2_000)
    trial.console("confirm_buy_in", terminal="T1", amount_minor=2_000)
    found = terminal(has_touch=True)
    page, beyond = found.page, []
    page.goto("/t")
    correct = page.get_by_role("button", name="Correct", exact=True)
    for width, height in SHORT:
        page.set_viewport_size({"width": width, "height": height})
        correct.wait_for()
        beyond += page.evaluate(OUT_OF_SIGHT)
    correct.tap()
    page.locator(".cover").wait_for(state="hidden")
    for step, (width, height) in enumerate(SHORT, 1):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".cloth:not(.is-upright)").wait_for()
        page.locator("body[data-state=open]").wait_for()
        spot(page, "straight:17").tap()
        seen(page, "#staked", f"${step}")
        for tab in ("track", "bets", "last", "layout"):
            page.locator(f".tabs [data-tab={tab}]").tap()
            beyond += page.evaluate(OUT_OF_SIGHT)
    renamed(page, "W" * 24)
    trial.lock()
    page.locator("body[data-state=no-more-bets]").wait_for()
    page.get_by_role("button", name="More").tap()
    page.get_by_role("button", name="Cash out, after this game").tap()
    seen(page, ".refusal", "Cash out: after this game")
    trial.land("17")
    seen(page, ".pay-sheet", "$70")
    beyond += page.evaluate(OUT_OF_SIGHT)
    chip, dolly = (page.locator(one).bounding_box() for one in (".lying.is-won .chip", ".dolly"))
    # What lies there can be read beside the dolly.
    assert dolly["y"] + dolly["height"] < chip["y"] + chip["height"] / 2
    assert ([], []) == (beyond, found.faults())


def renamed(page, name):
    """Keep the bets as a favourite with a long name, which stays within its button."""
    page.get_by_role("button", name="More").tap()
    page.get_by_role("button", name="Favourites").last.tap()
    page.get_by_role("button", name="Save here").first.tap()
    page.get_by_role("button", name="Rename").tap()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Keep").tap()
    page.get_by_role("button", name=f"Delete {name}").wait_for()
    wide = page.locator(".favourite").first.evaluate("node => node.scrollWidth - node.clientWidth")
    assert wide <= 0
    page.get_by_role("dialog").get_by_role("button", name="Close").tap()
    page.get_by_role("dialog").first.wait_for(state="detached")


def test_keys_reach_every_place(trial, terminal):
    """Arrows lead to every bet of the layout; bets are typed as well, and the focus stays where it was."""
    page = terminal().page
    ready(page)
    page.keyboard.press("Alt+2")
    for typed in ("17", "s 17 20", "c 8 9 11 12"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    seen(page, "#staked", "$15")
    expected = {"straight:17": 500, "split:17-20": 500, "corner:8-9-11-12": 500}
    assert expected == trial.bets()
    spot(page, "straight:00").focus()
    every = page.locator(".cloth .hit").evaluate_all("nodes => [...new Set(nodes.map((n) => n.dataset.bet))].sort()")
    assert every == page.evaluate(WAY, None)
    spot(page, "straight:00").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Enter")
    seen(page, "#staked", "$20")
    focused = page.evaluate("document.activeElement.dataset.bet")
    assert trial.bets() == {**expected, focused: 500}
    page.keyboard.press("Enter")
    seen(page, "#staked", "$25")
    page.keyboard.press("Backspace")
    seen(page, "#staked", "$20")
    page.keyboard.press("Delete")
    seen(page, "#staked", "$15")
    assert focused == page.evaluate("document.activeElement.dataset.bet")
    trial.lock()
    page.locator("body[data-state=no-more-bets]").wait_for()
    page.keyboard.type("17")
    page.keyboard.press("Enter")
    seen(page, ".refusal", "No bets are taken at this moment")


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


def test_a_line_that_breaks_keeps_nothing_and_a_second_window_takes_over(trial, terminal):
    """Each bet names its game; one lost on the way was not done, and what is touched meanwhile is not sent later."""
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
    lost(page, wire)
    assert (5, {"straight:17": 100}) == (len(wire.acts), trial.bets())
    dead(page, wire)
    assert (5, {"straight:17": 100}) == (len(wire.acts), trial.bets())
    second = terminal().page
    ready(second)
    page.get_by_text("This terminal is open in another window").wait_for()
    spot(second, "red").click()
    until(lambda: {"straight:17": 100, "red": 100} == trial.bets())
    assert 0 == page.locator(".cloth").count()


@pytest.mark.campaign(len(HANDS))
@pytest.mark.parametrize("turn", TURNS)
def test_one_terminal_opened_twice_is_used_in_one_window_at_a_time(trial, terminal, turn):
    """The newer window takes over, the older one says so and holds nothing; its one button takes the terminal back."""
    _, other, hand = hands_from(turn)
    first, second = (terminal(**one.options) for one in (hand, other))
    ready(first.page)
    hand.place(first.page, "straight:17")
    until(lambda: {"straight:17": 100} == trial.bets())
    ready(second.page)
    here = first.page.get_by_role("button", name="Use it here")
    here.wait_for()
    assert ([], 0) == (first.faults(), first.page.locator(".cloth").count())
    other.place(second.page, "red")
    until(lambda: {"straight:17": 100, "red": 100} == trial.bets())
    hand.press(here)
    second.page.get_by_text("This terminal is open in another window").wait_for()
    seen(first.page, "#staked", "$2")
    hand.place(first.page, "black")
    until(lambda: {"straight:17": 100, "red": 100, "black": 100} == trial.bets())
    assert 0 == second.page.locator(".cloth").count()


def lost(page, wire):
    """Lose a bet on the way: its fate is asked for when the line is back, and it is not sent again."""
    wire.loses = True
    spot(page, "straight:5").click()
    seen(page, ".bet-list", "Straight 5, being checked")
    wire.loses = wire.is_down = False
    seen(page, ".refusal", "It was not done")
    until(lambda: not page.locator(".chip.is-pending").count())


def dead(page, wire):
    """Cut the line: a band, everything disabled, no clock; what is touched and typed meanwhile comes to nothing."""
    wire.cut()
    page.get_by_text("Connection lost").wait_for()
    page.locator("fieldset.stage:disabled").wait_for(state="attached")
    assert "--" == page.locator(".clock clock-ring").inner_text()
    spot(page, "red").click(force=True)
    page.keyboard.press("r")
    page.evaluate(TOLD)
    wire.is_down = False
    until(lambda: page.evaluate("told.some((text) => text.startsWith('Live again, game'))"))
    page.locator("body[data-state=open]").wait_for()
