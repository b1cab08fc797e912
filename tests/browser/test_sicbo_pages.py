"""Sic bo from both sides of the table: an evening from the inspection to a failed computer, by touch, keys, mouse."""

import pytest

from pitboss.games.sicbo.settle import lit
from tests.browser.test_every_page import LATE_MS, Silence
from tests.support.desk_page import back_again, clock_stopped
from tests.support.hands import NARROW, WIDE, Keys
from tests.support.sicbo_driver import EQUIPMENT
from tests.support.sicbo_pages import IDS, JADE, SEAT, DiceDesk, sicbo_house
from tests.support.web_guest import act
from tests.support.web_house import until

WIDE_DARK, NARROW_DARK = ({**size, "color_scheme": "dark"} for size in (WIDE, NARROW))
WIDE_LIGHT, NARROW_LIGHT = ({**size, "color_scheme": "light"} for size in (WIDE, NARROW))


@pytest.fixture
def house(tmp_path):
    """A house with a sic bo table that is closed."""
    with sicbo_house(tmp_path) as found:
        yield found


@pytest.fixture
def strict(tmp_path):
    """The same where two people enter the dice."""
    with sicbo_house(tmp_path, second_entry=True) as found:
        yield found


def laid(house, player=SEAT):
    """Return what a player has on the layout."""
    current = house.table.round
    return {bet: stake for (who, bet, _), stake in current.wagers.items() if who == player}


def inspected(floor, dice, must):
    """Inspect the computer at a console, place by place: in the list, and on the layout itself."""
    floor.dice(*dice)
    first, *others = must
    floor.page.locator(f".sb-check[data-place='{first}']").click()
    for bet in others:
        floor.page.locator(f".hit[data-bet='{bet}']").click()
    floor.next(f"All {len(must)} places are lit, and no other")


def test_an_evening_from_the_inspection_to_a_failed_computer(strict, window):
    """A floorperson, a dealer, and a player on a phone: two entries that differ, a paid roll, no roll, and by hand."""
    house = strict
    house.deal("table.inspect_equipment/1", items=list(EQUIPMENT))
    floor = DiceDesk(house, window, "floorperson", **WIDE)
    desk = DiceDesk(house, window, **WIDE, has_touch=True)
    seat = house.page(window, SEAT, "/seat", **NARROW).page
    desk.waits("Inspect the layout's computer")
    wrongly_lit(floor)
    inspected(floor, (3, 3, 5), lit(house.table.rules, (3, 3, 5)))
    for text in ("Open the table", "Post the sign", "Open the bets"):
        desk.next(text)

    seat.locator("#phase", has_text="Bets are open").wait_for()
    for bet in ("big", "pair:3", "total:7", "one:3"):
        seat.locator(f".hit[data-bet='{bet}']").tap()
        seat.locator(f".lying[data-bet='{bet}'] .chip:not(.is-pending)").wait_for()
    seat.get_by_role("button", name="Undo").tap()
    until(lambda: {"big": 500, "pair:3": 500, "total:7": 500} == laid(house))
    house.laid("Ann", "small", 2_000)

    desk.next_hastily("No more bets", "Cover the shaker, shake it 3 times")
    desk.next("Cover the shaker, shake it 3 times")
    seat.locator(".sb-tray.is-covered").wait_for()
    desk.next("Uncover: every die lies flat")
    two_entries(house, desk, floor)
    seat.locator(".sb-total", has_text="11").wait_for()
    shown = seat.evaluate("[...document.querySelectorAll('.box.is-lit')].map((box) => box.dataset.box).sort()")
    assert sorted(lit(house.table.rules, (3, 3, 5))) == shown
    assert "2 of 3 bets win" in seat.locator(".sb-told").inner_text()
    assert [True, True] == seat.evaluate(_WITHIN)

    desk.next("Take the losing chips")
    assert ["Big", "Two 3s"] == desk.page.locator(".pay-row .pay-what strong").all_inner_texts()
    desk.next("Paid Seat 1, $5")
    desk.next("Paid Seat 1, $40")
    desk.next("Clear the lights")
    seat.locator(".sb-strip .is-net", has_text="+$40.00").wait_for()
    cards = [" ".join(text.split()) for text in seat.locator(".sb-strip li").all_inner_texts()]
    assert "Two 3s $5 × 8 SB-D1 +$40.00" in cards
    assert "Total 7 lost SB-Bd −$5.00" in cards

    desk.next("Open the bets")
    seat.get_by_role("button", name="Rebet $15").tap()
    until(lambda: {"big": 500, "pair:3": 500, "total:7": 500} == laid(house))
    for text in ("No more bets", "Cover the shaker"):
        desk.next(text)
    desk.others("A die does not lie flat")
    desk.next('Call "No Roll"')
    seat.get_by_role("button", name="Clear").and_(seat.locator(":enabled")).wait_for()

    failed_with_the_shaker_uncovered(house, desk, floor, seat)
    texts = "".join(page.locator("body").inner_text() for page in (desk.page, floor.page, seat))
    assert None is IDS.search(texts)


_WITHIN = """() => [...document.querySelectorAll(".line.is-paid")].map((line) => {
  const [ground, text] = ["rect", "text"].map((tag) => line.querySelector(tag).getBBox());
  return ground.x <= text.x && text.x + text.width <= ground.x + ground.width;
})"""
"""Whether what one of a kind pays stands on the ground that sets it off."""


def wrongly_lit(floor):
    """A place that lights up wrongly keeps the inspection from being passed."""
    floor.dice(1, 1, 1)
    floor.page.locator(".sb-check").first.wait_for()
    floor.page.locator(".hit[data-bet='big']").click()
    floor.waits("A place is lit that must be dark")
    floor.page.locator(".hit[data-bet='big']").click()
    floor.waits("Look at")


def two_entries(house, desk, floor):
    """The dealer and the floorperson enter different dice: nothing counts until a supervisor has ruled."""
    desk.dice(3, 3, 5)
    desk.next("Enter 3-3-5")
    desk.waits("Entered, waits for the second entry")
    floor.dice(3, 3, 6)
    floor.next("Enter 3-3-6")
    floor.page.locator(".refusal", has_text="until a supervisor has ruled").wait_for()
    (number,) = house.web.live.floor.look("house").state.alarms
    desk.page.get_by_role("button", name="1 alarm").wait_for()
    ruled = house["pit-supervisor"].command("house", act("house.clear_alarm/1", alarm=number, text="It is a five."))
    assert ruled.json()["is_accepted"]
    floor.page.locator(".dice-key[data-die='3-5']").click()
    floor.next("Enter 3-3-5")
    floor.waits("Entered, waits for the second entry")
    desk.next("Enter 3-3-5")


def failed_with_the_shaker_uncovered(house, desk, floor, seat):
    """The computer fails over open dice: by hand with a supervisor, then repaired and inspected anew."""
    for text in ("No more bets", "Cover the shaker", "Uncover"):
        desk.next(text)
    desk.others("Computer failed")
    sheet = desk.page.get_by_role("dialog")
    sheet.get_by_label("What does it do?").fill("every lamp went out")
    sheet.get_by_role("button", name="Report the failure").click()
    seat.locator("#phase", has_text="Computer failed").wait_for()
    desk.dice(2, 2, 5)
    desk.next("Settle 2-2-5 by hand")
    # What the floorperson's own page is about to show is not taken away while it asks for it.
    floor.page.get_by_role("dialog").wait_for()
    desk.confirmed("floorperson")
    seat.locator(".sb-strip .is-net", has_text="−$15.00").wait_for()
    ended = house.table.ended[1]
    assert (True, "floorperson", (2, 2, 5)) == (ended.by_hand, ended.supervisor, ended.dice)
    floor.next("The computer is repaired")
    sheet = floor.page.get_by_role("dialog")
    sheet.get_by_label("What was repaired?").fill("a new lamp driver")
    sheet.get_by_role("button", name="Record the repair").click()
    inspected(floor, (6, 6, 6), lit(house.table.rules, (6, 6, 6)))
    desk.shown("Open the bets")


def test_the_evening_by_keys_alone_and_chips_by_dragging(house, window):
    """A letter and its numbers bet, u x r undo, clear and bet again; at the console digits are dice and n is next."""
    house.ready()
    found = window(house.web.url, **WIDE)
    found.become(house[SEAT])
    found.page.clock.install()
    found.page.goto("/seat")
    seat, desk = found.page, DiceDesk(house, window, **WIDE)
    seat.locator(".rack-chip").first.wait_for()

    def typed(keys, lies):
        for key in keys:
            # A line that is late for a moment takes no key: the machine may be busy.
            seat.locator("fieldset.stage:enabled").wait_for(state="attached")
            seat.keyboard.press(key)
        until(lambda: lies == laid(house))
        seat.locator(".chip.is-pending").first.wait_for(state="detached")

    typed("3b", {"big": 1_000})
    typed("2t11", {"big": 1_000, "total:11": 500})
    typed("c53", {"big": 1_000, "total:11": 500, "combination:3-5": 500})
    typed("u", {"big": 1_000, "total:11": 500})
    typed("x", {})
    typed("sk4p2ao6", {"small": 500, "triple:4": 500, "pair:2": 500, "any_triple": 500, "one:6": 500})
    typed("x", {})
    chip, place = seat.locator(".rack-chip[data-chip='2500']"), seat.locator(".hit[data-bet='total:12']")
    chip.drag_to(place)
    until(lambda: {"total:12": 2_500} == laid(house))
    seat.locator(".lying[data-bet='total:12'] .chip:not(.is-pending)").wait_for()
    # Chips that are held for a moment are taken back, and a busy machine drags slowly.
    clock_stopped(seat)
    place.drag_to(seat.locator(".hit[data-bet='small']"))
    until(lambda: {"small": 2_500} == laid(house))
    seat.clock.resume()
    Keys().place(seat, "one:4")
    until(lambda: {"small": 2_500, "one:4": 2_500} == laid(house))
    seat.keyboard.press("Backspace")
    until(lambda: {"small": 2_500} == laid(house))
    seat.keyboard.press("6")
    seat.keyboard.press("k")
    seat.keyboard.press("4")
    seat.locator(".refusal", has_text="Three 4s").wait_for()
    assert "SB-G" in seat.locator(".refusal").inner_text()
    seat.locator(".rc-tag", has_text="One 4").wait_for()

    press = desk.page.keyboard.press
    for text in ("No more bets", "Cover the shaker", "Uncover"):
        desk.shown(text)
        press("n")
    seat.locator(".rc-tag").wait_for(state="hidden")
    desk.page.locator(".dice-pad").wait_for()
    for key in ("1", "2", "6", "Backspace", "4"):
        press(key)
    for text in ("Enter 1-2-4", "No chip has lost", "Paid Seat 1, $25", "Clear the lights"):
        desk.shown(text)
        press("n")
    until(lambda: house.table.is_between_rounds)
    assert [(1, 2, 4)] == house.table.results
    seat.locator(".sb-strip .is-net", has_text="+$25.00").wait_for()


def test_dice_that_were_entered_wrongly_are_corrected_by_two(house, window):
    """By touch on a phone, before anybody is paid; the lights follow, and the losers are taken anew."""
    house.ready()
    house.laid("Ann", "big", 500)
    desk = DiceDesk(house, window, **NARROW)
    house["floorperson"]
    for text in ("No more bets", "Cover the shaker", "Uncover: every die lies flat"):
        desk.next(text)
    desk.dice(3, 3, 5)
    for text in ("Enter 3-3-5", "No chip has lost"):
        desk.next(text)
    desk.press(desk.page.locator("button:enabled", has_text="Correct the dice"))
    sheet = desk.page.get_by_role("dialog")
    desk.press(sheet.locator(".dice-key[data-die='3-2']"))
    desk.press(sheet.get_by_role("button", name="Ask for the correction"))
    desk.confirmed("floorperson")
    desk.shown("Take the losing chips")
    assert ((3, 3, 2), lit(house.table.rules, (3, 3, 2))) == (house.table.round.dice, house.table.lit)


def test_both_pages_are_for_everybody(house, window):
    """Inspection, bets, lit layout and payments: no fault of accessibility, nothing too wide or too small.

    Each page is looked at on both sizes of screen by day and by night, every look at one of its states.
    """
    house.deal("table.inspect_equipment/1", items=list(EQUIPMENT))
    floor = DiceDesk(house, window, "floorperson", **WIDE)
    floor.dice(3, 3, 5)
    floor.page.locator(".sb-check").first.click()
    found = floor.window.faults_at(WIDE_LIGHT, NARROW_DARK)
    house.inspect()
    house.deal("table.open/1")
    house.deal("table.post_sign/1")
    house.deal("table.open_betting/1")
    house.roll(2, 2, 2)
    house.roll(2, 4, 6)
    seat = house.page(window, SEAT, "/seat", **WIDE)
    for bet in ("big", "pair:3", "small"):
        seat.page.locator(f".hit[data-bet='{bet}']").click()
        seat.page.locator(f".lying[data-bet='{bet}'] .chip:not(.is-pending)").wait_for()
    found += seat.faults_at(WIDE_DARK, NARROW_LIGHT)
    house.thrown(3, 3, 5)
    house.deal("sicbo.collect_losers/1")
    desk = DiceDesk(house, window, **WIDE)
    desk.shown("Paid Seat 1")
    seat.page.locator(".sb-total", has_text="11").wait_for()
    found += [*desk.window.faults_at(WIDE_DARK, NARROW_LIGHT), *seat.faults_at(WIDE_LIGHT, NARROW_DARK)]
    assert [] == found


def test_cover_and_lights_move_only_for_those_who_want_motion(house, window):
    """With reduced motion the end is there at once: nothing lasts, and nothing waits for its turn."""
    house.ready()
    house.thrown(3, 3, 5)
    times = {}
    for motion in ("reduce", "no-preference"):
        seat = house.page(window, SEAT, "/seat", **WIDE, reduced_motion=motion).page
        seat.locator(".box.is-lit").last.wait_for()
        times[motion] = seat.evaluate(_MOTION)

    assert {"reduce": ["none", "0s"], "no-preference": ["sb-light", "0.8s"]} == times


_MOTION = """() => {
  const of = (selector) => getComputedStyle(document.querySelector(selector));
  return [of(".box.is-lit").animationName, of(".sb-cover").transitionDuration];
}"""


@pytest.mark.parametrize("path", ["/seat", f"/deal/{JADE}"])
def test_a_line_that_is_cut_and_comes_back(house, window, path):
    """Everything is off and nothing is sent; back again the page is as things are, and no die stays named."""
    house.ready()
    found = window(house.web.url, patience=1, **WIDE)
    found.become(house[SEAT if path == "/seat" else "dealer"])
    line = Silence(found.page)
    found.page.clock.install()
    found.page.goto(path)
    found.page.locator(".hit").first.wait_for(state="attached")
    found.page.get_by_text("Live", exact=True).first.wait_for()
    line.is_down = True
    found.page.clock.run_for(LATE_MS)
    assert found.page.get_by_text("Connection lost", exact=True).is_visible()
    assert 0 == found.page.locator("fieldset.stage button:enabled").count()
    for key in ("Space", "n", "b", "3", "r"):
        found.page.keyboard.press(key)
    found.page.locator(".hit[data-bet='big']").click()
    house.thrown(3, 3, 5)
    back_again(found.page, line)
    found.page.locator(".box.is-lit[data-box='total:11']").wait_for(state="attached")

    assert [] == line.commands
