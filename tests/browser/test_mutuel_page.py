"""A mutuel manager's day in a real browser: a late scratch, an inquiry, held prices, and money for the next day."""

import json
import re
from datetime import datetime, timedelta

import pytest

from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.tote.day import acts as a
from tests.browser.test_every_page import Silence
from tests.browser.test_tote_guests import Held
from tests.support.afternoon import Afternoon, afternoon_card
from tests.support.browser import routed
from tests.support.day_driver import order_of
from tests.support.web_house import until, web_house, written_house
from tests.support.web_trial import RACE

WIDE = {"viewport": {"width": 1280, "height": 800}}
LOOKS = [
    {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
    for width, height in ((1280, 800), (390, 844))
    for scheme in ("light", "dark")
]
POOLS = [
    {"type": "win", "races": "each", "minimum_minor": 200, "takeout": "0.2"},
    {"type": "exacta", "races": "each", "minimum_minor": 200, "takeout": "0.2"},
    {"type": "pick6", "races": [1, 2, 3, 4, 5, 6], "minimum_minor": 200, "takeout": "0.2"},
]


class Desk(Afternoon):
    """A house at the races with somebody at the mutuel manager's desk."""

    def confirm(self):
        """Let the supervisor stand by what waits."""
        waiting = self.web.live.floor.view(HOUSE_STREAM, lambda live: list(live.state.approvals))
        assert self["mutuel-supervisor"].approve(waiting[-1]).json()["is_accepted"]

    def phase(self, race=1):
        """Return how far a race has come."""
        return self.day.races["FVD", race].phase.value

    def midnight(self):
        """Let midnight pass."""
        before, today = self.web.live.names["tote"], self.day.config.date + timedelta(days=1)
        self.web.live.days.today = lambda _: today
        until(lambda: self.web.live.names["tote"] != before)


@pytest.fixture
def desk(tmp_path):
    """A day of six races on which some have bet."""
    with web_house(written_house(tmp_path)) as web:
        found = Desk(web, tmp_path)
        found.begin(afternoon_card(6, pools=POOLS))
        for bet in ("$2 WN 3", "$10 WN 2", "$4 WN 6", "$2 EX BOX 2,3,4", "$2 P6 1/1/1/1/1/1"):
            found.sold(bet=bet)
        yield found


def opened(desk, window, **options):
    """Open the manager's page."""
    found = window(desk.web.url, **{**WIDE, **options})
    found.become(desk["mutuel-manager"])
    found.page.goto("/mutuel")
    settled(found.page)
    return found


def settled(page):
    """Wait until the day and what is offered are there: that shows further buttons, and moves others."""
    page.locator(".mutuel-day li").nth(5).wait_for()
    page.get_by_role("button", name="More").and_(page.locator(":enabled")).wait_for()


def places(page):
    """Return the order of finish as it stands on the pad."""
    rows = page.locator(".mutuel-places li:not(.is-next)").all()
    return ["=".join(row.locator(".saddle").all_inner_texts()) for row in rows]


def answered(page, question, text):
    """Answer what a sheet asks."""
    page.get_by_label(question).fill(text)
    page.keyboard.press("Enter")


def put_in_order(page):
    """Put 3 first and 2 second with 4, by mouse and by keys; take the 4 away from the 2 again."""
    page.locator("[data-runner='3']").drag_to(page.locator(".mutuel-places .is-next"))
    page.locator("[data-runner='2']").focus()
    page.keyboard.press("Enter")
    page.locator("[data-runner='4']").drag_to(page.locator(".mutuel-places li").nth(1))
    assert ["3", "2=4"] == places(page)
    page.locator("[data-runner='4']").focus()
    page.keyboard.press("ArrowDown")
    assert ["3", "2", "4"] == places(page)
    page.keyboard.press("=")
    assert ["3", "2=4"] == places(page)
    page.keyboard.press("Delete")
    page.locator("[data-runner='5']").click()
    page.locator("[data-runner='5']").focus()
    page.keyboard.press("ArrowUp")
    assert ["3", "5", "2"] == places(page)
    page.keyboard.press("ArrowDown")
    assert ["3", "2", "5"] == places(page)


def stopped(desk, page):
    """Stop betting on the first race, at the second try."""
    # Long before the post a slip of the finger stops nothing: the sheet is closed by the same key.
    page.get_by_role("button", name="Stop betting, race 1").focus()
    page.keyboard.press("Enter")
    page.get_by_text(re.compile(r"Its post is in \d+ minutes. Betting that is stopped does not open again")).wait_for()
    page.keyboard.press("Enter")
    page.locator("dialog").first.wait_for(state="detached")
    assert "open" == desk.phase()
    page.get_by_role("button", name="Stop betting, race 1").click()
    page.get_by_role("button", name="Stop it now").click()


@pytest.mark.looks
def test_a_mutuel_managers_day(desk, window):
    """From the scratch to the next day's card: every price is seen before it is public, and two people sign."""
    found = opened(desk, window)
    page = found.page
    page.get_by_role("button", name="Scratch").click()
    page.get_by_role("button", name="6 Fable Compass", exact=True).click()
    until(lambda: "6" in desk.day.races["FVD", 1].out)
    stopped(desk, page)
    until(lambda: "closed" == desk.phase())
    page.get_by_role("button", name="Count", exact=True).click()
    page.get_by_label("Counted", exact=True).fill("14.00")
    answered(page, "Counted by", "Ada")
    page.locator("tr.is-bad", has_text="Win").wait_for()
    page.get_by_text("1 difference").wait_for()
    put_in_order(page)
    page.get_by_text("Win: the counts differ").wait_for()
    page.locator(".mutuel-prices tr.is-bad", has_text="held: its totals differ").wait_for()
    page.locator(".mutuel-prices td", has_text=re.compile(r"^\$\d")).first.wait_for()
    page.get_by_text("Not public yet").wait_for()
    faults = found.faults_at(*LOOKS)
    page.set_viewport_size(WIDE["viewport"])
    page.get_by_role("button", name="Post result, unofficial").click()
    answered(page, "Why is it read from the signal", "The line is down")
    page.get_by_text("Order of finish: 3, 2, 5. Read from the signal: The line is down.").wait_for()
    desk.confirm()
    until(lambda: "posted" == desk.phase())
    page.locator("dialog").first.wait_for(state="detached")
    page.keyboard.press("i")
    answered(page, "What do the stewards look into?", "The stretch run")
    page.get_by_text("Inquiry: The stretch run").wait_for()
    page.get_by_role("button", name="End the inquiry", exact=True).click()
    answered(page, "What did the stewards rule?", "The order stands")
    page.get_by_role("button", name="Make it official", exact=True).click()
    page.get_by_text("For $2.00: ").wait_for()
    assert "posted" == desk.phase()
    desk.confirm()
    page.locator("dialog").first.wait_for(state="detached")
    page.get_by_text("prices held").wait_for()
    page.locator("#next-act", has_text="Count again").click()
    page.get_by_label("Counted", exact=True).fill("16.00")
    answered(page, "Counted by", "Ada")
    page.locator("#next-act", has_text="Publish prices").click()
    until(lambda: desk.day.books["FVD-1-win"].settled is not None)
    assert [] == faults
    next_day(desk, found)


def next_day(desk, found):
    """Run the other races, close the day, and open the next one's card from a file that has faults at first."""
    page = found.page
    for number in range(2, 7):
        desk.runs("1-2-3-4" if number < 6 else "2-1-3-4", number)
    page.locator(".mutuel-day .is-official").nth(5).wait_for()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Close day").click()
    page.locator("form.act button.main").click()
    until(lambda: desk.day.is_closed)
    carried = desk.day.books["FVD-1-pick6"].settled.carryover_out_minor
    desk.midnight()
    page.get_by_text("No card is open. Open one from a file.").wait_for()
    card = afternoon_card(6, pools=POOLS)
    for race in card["races"]:
        race["post_time"] = (datetime.fromisoformat(race["post_time"]) + timedelta(days=1)).isoformat()
    worse = {**card, "races": [card["races"][0], *card["races"]], "is_equipped": False}
    page.get_by_role("button", name="Open a card", exact=True).click()
    file = page.get_by_label("Race card, JSON or TOML")
    file.set_input_files({"name": "bad.json", "mimeType": "application/json", "buffer": json.dumps(worse).encode()})
    page.get_by_text(re.compile(r"^2 faults: the card cannot be opened")).wait_for()
    assert page.get_by_role("button", name="Open the card").is_disabled()
    faults = found.faults()
    file.set_input_files({"name": "card.json", "mimeType": "application/json", "buffer": json.dumps(card).encode()})
    page.get_by_text(f"begins with ${carried / 100:.2f}").wait_for()
    page.get_by_role("button", name="Open Fox Valley Downs, 6 races").click()
    page.locator(".mutuel-day li").nth(5).wait_for()
    assert ([], True, carried) == (faults, carried > 0, desk.day.books["FVD-1-pick6"].card.carryover_minor)


def test_by_touch_on_a_telephone_and_with_a_cut_line(desk, window):
    """Runners are tapped and dragged by a finger; while the line is down nothing can be done, and one band says so."""
    found = window(desk.web.url, viewport={"width": 390, "height": 844}, has_touch=True)
    found.become(desk["mutuel-manager"])
    page, line = found.page, Silence(found.page)
    page.goto("/mutuel")
    settled(page)
    desk.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **RACE)
    page.locator("[data-runner='3']:not([disabled])").tap()
    page.locator("[data-runner='2']").tap()
    fingers = page.context.new_cdp_session(page)
    page.locator("[data-runner='4']").scroll_into_view_if_needed()
    start, end = (page.locator(where).bounding_box() for where in ("[data-runner='4']", ".mutuel-places li >> nth=1"))
    path = [(start["x"] + 20, start["y"] + 20), (end["x"] + 90, end["y"] + end["height"] / 2)]
    for kind, points in (("touchStart", path[:1]), ("touchMove", path[1:]), ("touchEnd", [])):
        touches = [{"x": x, "y": y} for x, y in points]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    page.locator(".is-heat").wait_for()
    assert ["3", "2=4"] == places(page)
    # It stays down until the page was seen to say so.
    line.is_down = True
    line.kept[-1].close(code=1001)
    page.get_by_text("What was posted is safe").wait_for()
    line.is_down = False
    page.locator("fieldset.mutuel-stage:enabled").wait_for()
    assert ["3", "2=4"] == places(page)


def test_windows_and_drawers(desk, window):
    """What each sold, paid out and holds; one is closed and opened again."""
    page = opened(desk, window).page
    page.get_by_role("button", name="Windows 3 of 3").click()
    row = page.locator("dialog tbody tr", has_text="Window 1")
    row.wait_for()
    assert ["$30.00", "$0.00", "$30.00"] == row.locator("td.money").all_inner_texts()
    row.get_by_role("button", name="Close").click()
    until(lambda: not desk.day.terminals["W1"].is_open)
    row.get_by_role("button", name="Open").click()
    until(lambda: desk.day.terminals["W1"].is_open)
    # The head is one line, whatever house and people are called.
    page.evaluate("document.querySelector('#bar > .muted').textContent = 'A long name, '.repeat(9)")
    assert page.locator("#bar").bounding_box()["height"] < 56


def test_nothing_that_is_asked_for_is_lost(desk, window):
    """An act behind one that has no answer yet is done behind it; a list that is open shows what is offered since."""
    found = window(desk.web.url, **WIDE)
    found.become(desk["mutuel-manager"])
    page, line = found.page, Held(found.page)
    page.goto("/mutuel")
    settled(page)
    for runner in ("6 Fable Compass", "5 Ember Dispatch"):
        page.get_by_role("button", name="Scratch", exact=True).click()
        page.get_by_role("button", name=runner, exact=True).click()
        line.wait(page)
    line.let_go()
    until(lambda: page.wait_for_timeout(20) or {"5", "6"} == set(desk.day.races["FVD", 1].out))
    page.get_by_role("button", name="More").click()
    assert 0 == page.get_by_role("button", name="Close day").count()
    for number in range(1, 7):
        desk.runs("1-2-3-4", number)
    page.get_by_role("button", name="Close day").wait_for()


@pytest.mark.looks
def test_the_sheets_are_for_everybody(desk, window):
    """Windows, scratch with a runner to be put in again, post time, count, a card: at every size, by day and night."""
    desk.do("mutuel-manager", "tote", "tote.scratch_runner/1", **RACE, runner="6")
    found = opened(desk, window)
    page, faults = found.page, []
    for button, ready in (
        ("Windows 3 of 3", "Machine 3"),
        ("Scratch", "Scratched by mistake: put in again"),
        ("Post time", "New post time"),
        ("More", "Scratch Runner"),
        ("Count", "Counted by"),
    ):
        page.set_viewport_size(WIDE["viewport"])
        if button == "Count":
            desk.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **RACE)
        page.get_by_role("button", name=button, exact=True).click()
        page.locator("dialog").get_by_text(ready).first.wait_for()
        faults += [f"{button}, {fault}" for fault in found.faults_at(*LOOKS)]
        page.keyboard.press("Escape")
        page.locator("dialog").first.wait_for(state="detached")
    assert [] == faults


def test_what_is_signed_is_what_was_shown(desk, window):
    """Prices on the pad follow a scratch; an order that was posted anew while the second person read is not signed."""
    page = opened(desk, window).page
    desk.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **RACE)
    for runner in "324":
        page.locator(f"[data-runner='{runner}']:enabled").click()
    to_win = page.locator(".mutuel-prices td.money").first
    to_win.get_by_text("$12.80").wait_for()
    # $4.00 on 6 goes back: the same order pays less, before anybody posts it.
    desk.do("mutuel-supervisor", "tote", "tote.scratch_runner/1", **RACE, runner="6")
    to_win.get_by_text("$9.60").wait_for()
    desk.do("mutuel-supervisor", "tote", "tote.scratch_runner/1", **RACE, runner="4")
    page.get_by_text("Runner 4 of race 1 is scratched").wait_for()
    assert page.locator("#next-act").is_disabled()
    desk.signal(a.PostResult(track="FVD", race=1, order=order_of("3-2-5")))
    page.locator(".mutuel-day li", has_text="unofficial").wait_for()
    page.get_by_role("button", name="Start over").click()
    for runner in "325":
        page.locator(f"[data-runner='{runner}']:enabled").click()
    # It is the posted order again: there is nothing to post, and nobody has to wait before it is seen.
    assert "Make it official" == page.locator("#next-act").inner_text()
    page.get_by_role("button", name="Make it official", exact=True).click()
    page.get_by_text("Order of finish: 3, 2, 5.").wait_for()
    desk.signal(a.PostResult(track="FVD", race=1, order=order_of("2-3-5")))
    (waiting,) = desk.web.live.floor.view(HOUSE_STREAM, lambda live: list(live.state.approvals))
    answer = desk["mutuel-supervisor"].approve(waiting).json()
    assert ("PW-D3", "posted") == (answer["refusal"]["clause"], desk.phase())
    page.locator(".told.is-bad", has_text="is 2, 3, 5 by now, and not 3, 2, 5").wait_for()


def test_what_is_done_is_done_in_the_race_that_is_shown(desk, window):
    """While a race is on its way nothing is done; a sheet means the race it names; the official order stands."""
    found, asked, is_held = opened(desk, window), [], [True]
    found.expected.append(re.compile("Failed to load resource"))
    page = found.page
    # A look that fails takes nothing away of what was seen.
    routed(page, "**/desk?*", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        desk.signal(a.StopBetting(track="FVD", race=6))
    page.unroute("**/desk?*")
    assert 6 == page.locator(".mutuel-day .mutuel-race").count()
    for number in (1, 2):
        desk.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **{**RACE, "race": number})
    page.locator("[data-runner='3']:enabled").wait_for()
    routed(page, "**/desk?*", lambda route: asked.extend([route]) if is_held else route.continue_())
    page.locator(".mutuel-race").nth(1).click()
    page.locator("#next-act", has_text="One moment").wait_for()
    assert [] == page.locator(".mutuel-chip:enabled, .mutuel-acts button:enabled:not(:has-text('More'))").all()
    until(lambda: page.wait_for_timeout(20) or asked)
    is_held.clear()
    for route in asked:
        route.continue_()
    page.locator(".mutuel-title", has_text="race 2").wait_for()
    page.unroute("**/desk?*")
    # A sheet that was opened for one race is not carried over to the next.
    page.locator(".mutuel-race").nth(2).click()
    page.locator(".mutuel-title", has_text="race 3").wait_for()
    page.get_by_role("button", name="Scratch", exact=True).click()
    page.get_by_text("Scratch in race 3").wait_for()
    page.locator(".mutuel-race").nth(3).dispatch_event("click")
    page.locator(".mutuel-title", has_text="race 4").wait_for()
    page.locator("dialog").get_by_role("button", name="5 Ember Dispatch").click()
    until(lambda: desk.day.races["FVD", 3].out)
    assert not desk.day.races["FVD", 4].out
    # An order on the pad gives way to the one that became official meanwhile.
    page.locator(".mutuel-race").nth(0).click()
    for runner in "124":
        page.locator(f"[data-runner='{runner}']:enabled").click()
    assert ["1", "2", "4"] == places(page)
    desk.runs("3-2-4-5")
    page.locator(".mutuel-day .is-official").first.wait_for()
    assert (["3", "2", "4", "5"], "Official") == (places(page), page.locator(".mutuel .pill").first.inner_text())
    # Nothing but spaces is no reason: the sheet stays.
    page.locator(".mutuel-race").nth(1).click()
    for runner in "3245":
        page.locator(f"[data-runner='{runner}']:enabled").click()
    page.locator("#next-act:enabled", has_text="Post result").click()
    answered(page, "Why is it read from the signal", "   ")
    assert page.locator("dialog input:invalid").is_visible()
