"""People in a hurry at the tote, in a real browser: keys before the answer, codes anywhere, a bet that changes."""

import re

import pytest

from pitboss.tote.day import acts as a
from tests.support.afternoon import Afternoon, afternoon_card
from tests.support.browser import routed
from tests.support.web_house import until, web_house, written_house

WIDE = {"viewport": {"width": 1280, "height": 800}}
LOOKS = [
    {"viewport": {"width": width, "height": 844}, "color_scheme": scheme}
    for width, scheme in ((1280, "light"), (390, "dark"))
]
LONG = "Wanderer" * 12
"""A runner's name without a place to break it."""
TWO_LINES = 36
"""More pixels than two lines of a name take at a window."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house at the races, where a runner has a very long name."""
    folder = tmp_path_factory.mktemp("hurry")
    with web_house(written_house(folder)) as web:
        found, card = Afternoon(web, folder), afternoon_card(4)
        card["races"][0]["runners"][4]["name"] = card["races"][0]["title"] = LONG
        found.begin(card)
        yield found


class Held:
    """Questions about typed bets that wait for their answers."""

    def __init__(self, page, text):
        self.page, self.text, self.asked, self.is_over = page, text, [], False
        routed(page, "**/slip", self._take)

    def _take(self, route):
        is_held = not self.is_over and f'"{self.text}"' in (route.request.post_data or "")
        self.asked.extend([route]) if is_held else route.continue_()

    def wait(self):
        """Wait until the question is on its way."""
        until(lambda: self.page.wait_for_timeout(20) or self.asked)

    def release(self):
        """Let the answers come."""
        self.is_over = True
        for route in self.asked:
            route.continue_()


def underway(page, text, key):
    """Type a bet and press a key; return the question about it, which waits for its answer."""
    held = Held(page, text)
    page.locator("#line").fill(text)
    page.keyboard.press(key)
    held.wait()
    return held


def told(page, text):
    """Wait until the line under the typed bet says something."""
    page.locator("#told", has_text=re.compile(text)).wait_for()


def scanned(page, code):
    """Let a reader type a code, with Enter behind it, to whatever has the focus."""
    for key in code:
        page.keyboard.press("Space" if key == " " else key)
    page.keyboard.press("Enter")


def code_of(ticket):
    """Return what a ticket's bar code says."""
    return f"{ticket.id}-{ticket.check}"


def sold(house, terminal):
    """Return the bets of each ticket of a terminal, with its state."""
    own = [one for one in house.day.tickets.values() if one.terminal == terminal]
    return [(*(bet.bet for bet in one.bets), one.state.value) for one in own]


def counter(house, window):
    """Open the page of window W1."""
    found = window(house.web.url, **WIDE)
    found.become(house.at("teller", "W1"))
    found.page.goto("/window")
    told(found.page, "Type a bet, touch the buttons, or scan a ticket.")
    return found


def keys_before_the_answer(house, page):
    """F8 behind an Enter does not cancel the ticket before; a bet that is added late is on the ticket all the same."""
    page.locator("#line").fill("2 wn 3")
    page.get_by_role("button", name="$20", exact=True).last.click()
    page.locator("#line").press("Enter")
    told(page, r"^Sold: \$2.00, ticket 1[.] Change \$18.00[.]")
    held = underway(page, "2 wn 4", "Enter")
    page.keyboard.press("F8")
    held.release()
    told(page, "ticket 2[.]")
    assert [("$2 WN 3", "issued"), ("$2 WN 4", "issued")] == sold(house, "W1")
    held = underway(page, "2 sh 1", "+")
    page.keyboard.type("2 sh 2")
    told(page, "Can be sold: Show, .2 SH 2")
    page.keyboard.press("Enter")
    page.wait_for_timeout(20)
    held.release()
    told(page, r"^Sold: \$4.00, ticket 3[.]")
    # One that cannot be added keeps the others from being sold without it.
    held = underway(page, "2 wn 19", "+")
    page.keyboard.type("2 sh 2")
    held.release()
    told(page, "^Not on the ticket: 2 wn 19[.] .*Can be sold: Show, .2 SH 2")
    page.keyboard.press("Escape")
    assert ("$2 SH 1", "$2 SH 2", "issued") == sold(house, "W1")[-1]


def the_next_customer_on_a_slow_line(house, page):
    """A bet that is handed in while another is being sold is sold behind it, and is no part of what is typed then."""
    before = len(sold(house, "W1"))
    page.keyboard.press("Escape")
    told(page, "Type a bet, touch the buttons, or scan a ticket.")
    held = underway(page, "2 pl 3", "Enter")
    page.keyboard.type("2 pl 4")
    page.keyboard.press("Enter")
    page.keyboard.type("2 pl 5")
    held.release()
    behind = [("$2 PL 3", "issued"), ("$2 PL 4", "issued")]
    until(lambda: page.wait_for_timeout(20) or behind == sold(house, "W1")[before:])
    # Only what is sold can be cancelled: by then the page has the answer as well.
    page.locator(".window-last button:enabled").wait_for()
    told(page, "Can be sold: Place, .2 PL 5|^Sold")
    assert "2 pl 5" == page.locator("#line").input_value()
    # Behind one that was not sold nothing is: it says so, and whoever typed it sells it again.
    page.keyboard.press("Escape")
    told(page, "Type a bet, touch the buttons, or scan a ticket.")
    held = underway(page, "2 wn 19", "Enter")
    page.keyboard.type("2 pl 5")
    page.keyboard.press("Enter")
    held.release()
    # It stands there beside what is wrong with the one before, which is back on the line.
    told(page, "^Not sold: 2 pl 5[.] Sell them again[.] .*19")
    assert (before + 2, "2 wn 19") == (len(sold(house, "W1")), page.locator("#line").input_value())
    # A page that is opened anew knows that something was sold, and how it is cancelled.
    page.reload()
    page.get_by_text(f"Last sale: ticket {before + 2}. Scan it to cancel it.").wait_for()
    # The window has one page: of two the older one stops, and is the window again when somebody says so.
    other, line = page.context.new_page(), house.web.server.sockets["W1"]
    own, line.address = line.address, "192.0.2.7"
    other.goto("/window")
    # While one at another address is the window it waits, and says why.
    other.get_by_text("This terminal is connected already.").wait_for()
    line.address = own
    page.get_by_role("heading", name="This terminal is open in another window").wait_for()
    page.get_by_role("button", name="Use it here").click()
    other.get_by_role("heading", name="This terminal is open in another window").wait_for()
    told(page, "Type a bet, touch the buttons, or scan a ticket.")
    other.close()


def a_sheet_that_changes(house, page):
    """A wheel on the sheet costs less after a scratch: it is shown before it is sold."""
    page.locator("#line").fill("3 2 ex wh 3")
    page.locator(".window-cost", has_text="$10.00").wait_for()
    page.keyboard.press("+")
    page.locator(".window-sum", has_text="$10.00").wait_for()
    house.signal(a.ScratchRunner(track="FVD", race=3, runner="6"))
    page.locator("#sell", has_text="Sell $8.00").wait_for()
    # One that comes behind the Enter is seen before anything is sold.
    held = Held(page, "FVD R3 $2 EX WHEEL 3/ALL")
    page.locator("#line").press("Enter")
    held.wait()
    house.signal(a.ScratchRunner(track="FVD", race=3, runner="5"))
    held.release()
    told(page, r"^The ticket costs \$6.00 now: look, and press Enter again[.]")
    page.locator("#line").press("Enter")
    told(page, r"^Sold: \$6.00, ticket 4[.]")


def codes_anywhere(house, page):
    """With a button in focus a scan opens the ticket; over a ticket it pays nothing; what was paid stands there."""
    first, second = (house.ticket(bet) for bet in ("$2 WN 3", "$2 WN 4"))
    page.get_by_role("button", name="$20", exact=True).last.click()
    scanned(page, code_of(first))
    page.get_by_role("button", name=re.compile(r"^Cash \$")).wait_for()
    scanned(page, code_of(second))
    page.locator("dialog .refusal", has_text="Another code was scanned").wait_for()
    scanned(page, "SLIP FVD R2 $2 WN 3")
    page.locator("dialog .refusal", has_text="Another code was scanned").wait_for()
    assert "issued" == first.state.value
    page.keyboard.press("Enter")
    told(page, r"^Paid \$[\d.]+ on ticket 1 of W1[.]")
    assert ["cashed", "issued"] == [first.state.value, second.state.value]
    page.get_by_role("button", name="$20", exact=True).last.click()
    scanned(page, "SLIP FVD R2 $2 WN 3")
    told(page, "Can be sold: Win, .2 WN 3")
    assert "FVD R2 $2 WN 3" == page.locator("#line").input_value()


def a_machine(house, window):
    """At the review a scratch shows the bet anew; a scan there is the ticket's, and buys nothing."""
    found = window(house.web.url, **WIDE)
    found.become(house["S1"])
    page = found.page
    page.goto("/kiosk")
    page.locator(".kiosk-runners button").first.wait_for()
    page.locator("#code").fill("SLIP FVD R4 $2 EX WHEEL 3/ALL")
    page.keyboard.press("Enter")
    page.locator("#next-step", has_text="Review $10.00").click()
    page.locator("#next-step:not([disabled])", has_text="Buy the ticket, $10.00").wait_for()
    house.signal(a.ScratchRunner(track="FVD", race=4, runner="6"))
    page.locator("#next-step", has_text="Review $8.00").click()
    page.locator("#next-step:not([disabled])", has_text="Buy the ticket, $8.00").focus()
    scanned(page, code_of(house.ticket("$2 WN 4")))
    page.get_by_role("heading", name="Your ticket").wait_for()
    assert [] == sold(house, "S1")
    page.get_by_role("button", name="Done").click()
    scanned(page, "SLIP FVD R4 $2 WN 3")
    page.locator("#next-step", has_text="Review $2.00").click()
    page.locator("#next-step:not([disabled])", has_text="Buy the ticket, $2.00").click()
    page.get_by_text("It cost $2.00.").wait_for()
    assert [("$2 WN 3", "issued")] == sold(house, "S1")
    # Nothing that is scanned comes before the paper; then the next customer's race does, over what was told.
    page.get_by_role("button", name="Print the ticket").wait_for()
    scanned(page, "SLIP FVD R2")
    with page.expect_popup():
        page.get_by_role("button", name="Print the ticket").click()
    scanned(page, "SLIP FVD R3")
    page.locator(".kiosk-races [aria-pressed=true]", has_text="FVD 3").wait_for()
    scanned(page, "SLIP FVD R1")
    page.get_by_role("heading", name="No bets are taken on this race").wait_for()


def test_people_in_a_hurry(house, window):
    """Nothing is cancelled, sold or paid that was not shown and meant; nothing that was scanned is lost."""
    found = counter(house, window)
    faults = found.faults_at(*LOOKS)
    # The last look was a phone's: no name is broken within a word.
    assert found.page.locator(".window-name").first.evaluate("(node) => node.scrollHeight") < TWO_LINES
    found.page.set_viewport_size(WIDE["viewport"])
    keys_before_the_answer(house, found.page)
    a_sheet_that_changes(house, found.page)
    house.runs("3-2-1-5")
    codes_anywhere(house, found.page)
    the_next_customer_on_a_slow_line(house, found.page)
    a_machine(house, window)
    public = window(house.web.url, **WIDE)
    for path, ready in (("/program/FVD", ".program-race"), ("/board/FVD/1", ".board-head")):
        public.page.goto(path)
        public.page.locator(ready).first.wait_for()
        faults += [f"{path}: {fault}" for fault in public.faults_at(*LOOKS)]
    assert [] == faults
    # A slip is for the race on which it was filled in, whatever stands in the field of the amount.
    public.page.goto("/program/FVD")
    public.page.get_by_role("button", name="Fill in a bet slip").nth(1).click()
    public.page.get_by_role("textbox", name="Runners").fill("3")
    public.page.get_by_label("Dollars for each").fill("3 2")
    public.page.locator(".program-told.is-bad", has_text="is one too many").wait_for()
    public.page.get_by_label("Dollars for each").fill("2")
    public.page.get_by_role("button", name="Make the slip").click()
    public.page.locator(".program-slip", has_text="FVD race 2, Win").wait_for()
