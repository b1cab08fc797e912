"""A teller's afternoon of three races in a real browser, by keys alone: every kind and form of bet, and after."""

import re

import pytest

from pitboss.tote.day import acts as a
from pitboss.tote.notation import parse_bet
from pitboss.tote.rules import tote_rules
from tests.support.afternoon import Afternoon, afternoon_card
from tests.support.browser import routed
from tests.support.web_house import until, web_house, written_house

LOOKS = [
    {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
    for width, height in ((1280, 800), (390, 844))
    for scheme in ("light", "dark")
]
TYPED = {
    "2 wn 3": "$2 WN 3",
    "5 pl 2": "$5 PL 2",
    "2 sh 4": "$2 SH 4",
    "2 a 3": "$2 ACROSS 3",
    "2 ex 3 2": "$2 EX 3/2",
    "2 ex b 2 3 4": "$2 EX BOX 2,3,4",
    "2 ex k 3 2 4": "$2 EX KEY 3/2,4",
    "2 ex wh 3": "$2 EX WHEEL 3/ALL",
    "2 qu 2 3": "$2 QU 2-3",
    "1 tri b 2 3 4": "$1 TRI BOX 2,3,4",
    "1 tri 3 with 2 4 with all": "$1 TRI 3/2,4/ALL",
    "1 super b 2 3 4 5": "$1 SUPER BOX 2,3,4,5",
    "2 dd 3/1,2": "$2 DD 3/1,2",
    "1 p3 3/1,2/all": "$1 P3 3/1,2/ALL",
    "2 2 tt 1 2 3": "$2 TT 1/2/3",
}
"""What is typed, and what is sold; a twin trifecta is on the second race."""
FORMS = (
    {
        "1 tri 3 2 4": "$1 TRI 3/2/4",
        "1 super 3 2 4 5": "$1 SUPER 3/2/4/5",
        "2 dd 3 1": "$2 DD 3/1",
        "1 p3 3 1 2": "$1 P3 3/1/2",
        "2 p6 1 2 3 4 5 6": "$2 P6 1/2/3/4/5/6",
        "2 qu 2 3 4 box": "$2 QU BOX 2,3,4",
        "2 qu k 3 2 4": "$2 QU KEY 3/2,4",
        "1 tri k 3 2 4": "$1 TRI KEY 3/2,4",
        "1 super 3,2,4,5 key": "$1 SUPER KEY 3/2,4,5",
    },
    {
        "2 ex wh all 3": "$2 EX WHEEL ALL/3",
        "2 ex wh both 3": "$2 EX WHEEL BOTH 3/ALL",
        "2 qu wh 3": "$2 QU 3-ALL",
        "1 super wh 3 2 4": "$1 SUPER 3/2/4/ALL",
        "2 dd 3 wheel": "$2 DD 3/ALL",
        "2 p6 wh 1 2 3 4 5": "$2 P6 1/2/3/4/5/ALL",
        "2 ex 3 with 2 4": "$2 EX 3/2,4",
        "2 qu 3-2,4": "$2 QU 3-2,4",
    },
    {
        "1 tri 3 with 2 4 with 5": "$1 TRI 3/2,4/5",
        "1 super 3/2,4/5/1": "$1 SUPER 3/2,4/5/1",
        "1 p3 3/1,2/4": "$1 P3 3/1,2/4",
        "2 p6 1/2/3/4/5/1,6": "$2 P6 1/2/3/4/5/1,6",
        "2 ex any 3 2,4": "$2 EX ANY 3+2,4",
        "1 tri any 1,2,3+4,5": "$1 TRI ANY 1,2,3+4,5",
        "1 super any 2 3 4": "$1 SUPER ANY 2+3+4",
    },
)
"""The other forms of each kind of bet, several on a ticket."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house at the races."""
    folder = tmp_path_factory.mktemp("afternoon")
    with web_house(written_house(folder)) as web:
        found = Afternoon(web, folder)
        found.begin(afternoon_card(6))
        yield found


def opened(house, window, name):
    """Open the page of a window, at which the teller stands."""
    found = window(house.web.url, viewport={"width": 1280, "height": 800})
    found.become(house.at("teller", name))
    found.page.goto("/window")
    found.page.get_by_text("Type a bet, touch the buttons, or scan a ticket.").wait_for()
    return found


@pytest.fixture
def counter(house, window):
    """The page of window W1."""
    return opened(house, window, "W1")


def told(page, text):
    """Wait until the line under the typed bet says something."""
    page.locator("#told", has_text=re.compile(text)).wait_for()


def typed(page, text):
    """Type something and press Enter."""
    page.locator("#line").fill(text)
    page.keyboard.press("Enter")


def brought(page, ticket):
    """Scan a ticket, once the one before is off the screen; return what is said of it."""
    page.locator("dialog").first.wait_for(state="detached")
    typed(page, f"{ticket.id}-{ticket.check}")
    page.locator(".window-verdict").wait_for()
    return page.locator(".window-verdict").inner_text()


def closed(page):
    """Close the ticket that was brought."""
    page.keyboard.press("Escape")
    page.locator("dialog").first.wait_for(state="detached")


def test_keys_that_are_held_and_typing_ahead(house, window):
    """Enter held down sells one ticket, F8 cancels one by its serial number; what is typed meanwhile is another bet."""
    found, sent = opened(house, window, "W2"), []
    page = found.page
    page.on("websocket", lambda line: line.on("framesent", lambda text: sent.extend([str(text)])))
    page.reload()
    page.get_by_text("Type a bet, touch the buttons, or scan a ticket.").wait_for()
    page.locator("#line").fill("2 sh 5")
    told(page, "Can be sold")
    for key, said in (("Enter", "^Sold"), ("F8", "is cancelled")):
        for _ in range(4):
            page.keyboard.down(key)
        page.keyboard.up(key)
        told(page, said)
    (cancel,) = [text for text in sent if "cancel_ticket" in text]
    assert (True, False) == ('"serial":1,"method":"serial"' in cancel, "check" in cancel)
    asked, is_held = [], [True]
    routed(page, "**/slip", lambda route: asked.extend([route]) if is_held else route.continue_())
    page.locator("#line").fill("2 sh 4")
    page.keyboard.press("Enter")
    until(lambda: page.wait_for_timeout(20) or asked)
    page.keyboard.type("2 sh 3")
    is_held.clear()
    for route in asked:
        route.continue_()
    told(page, "Can be sold: Show, .2 SH 3|^Sold")
    sold = ["$2 SH 5", "$2 SH 4"]
    until(lambda: page.wait_for_timeout(20) or sold == [bet.bet for one in own(house, "W2") for bet in one.bets])
    assert "2 sh 3" == page.locator("#line").input_value()


def test_a_bet_that_changed_on_its_way_is_not_sold_by_a_key_that_is_held(house, window):
    """A runner is scratched behind the Enter: the wheel costs less, is shown, and waits for another press."""
    page = opened(house, window, "W2").page
    before = len(own(house, "W2"))
    page.locator("#line").fill("3 2 ex wh 3")
    page.locator(".window-cost", has_text="$10.00").wait_for()
    asked, is_held = [], [True]
    routed(page, "**/slip", lambda route: asked.extend([route]) if is_held else route.continue_())
    page.keyboard.down("Enter")
    until(lambda: page.wait_for_timeout(20) or asked)
    house.signal(a.ScratchRunner(track="FVD", race=3, runner="6"))
    is_held.clear()
    for route in asked:
        route.continue_()
    until(lambda: page.wait_for_timeout(20) or page.locator("#line").input_value())
    page.keyboard.down("Enter")
    page.locator(".window-cost", has_text="$8.00").wait_for()
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.wait_for_timeout(20)
    assert (before, "3 2 ex wh 3") == (len(own(house, "W2")), page.locator("#line").input_value())
    page.keyboard.press("Enter")
    told(page, "^Sold: .8[.]00")


def own(house, terminal):
    """Return the tickets that a terminal sold."""
    return [one for one in house.day.tickets.values() if one.terminal == terminal]


def in_every_form():
    """Return every kind of bet with every form that the rules sell it in; groups in any order by their own name."""
    rules = tote_rules("oneida-parimutuel-2004", {})
    forms = {(bet, rule.form) for rule in rules.data.forms for bet in rule.bets}
    groups = {
        (bet, "any_order")
        for bet, form in forms
        if "partial_wheel" == form and bet in ("exacta", "trifecta", "superfecta")
    }
    return {(rule.kind, "straight") for rule in rules.data.bets} | forms | groups


def sells_everything(house, page):
    """Type every bet in every form, some alone and some with others on a ticket."""
    for serial, text in enumerate(TYPED, 1):
        typed(page, text)
        told(page, f"^Sold: .*, ticket {serial}[.]")
    for serial, bets in enumerate(FORMS, len(TYPED) + 1):
        *others, last = bets
        for count, text in enumerate(others, 1):
            page.locator("#line").fill(text)
            page.keyboard.press("+")
            page.locator(".window-paper li").nth(count - 1).wait_for()
        typed(page, last)
        told(page, f"^Sold: .*, ticket {serial}[.]")
    sold = [bet.bet for one in own(house, "W1") for bet in one.bets]
    assert [*TYPED.values(), *(bet for bets in FORMS for bet in bets.values())] == sold
    assert in_every_form() == {(bet.kind, bet.form) for bet in map(parse_bet, sold)}


def test_a_tellers_afternoon(house, counter):
    """Every bet sold; cancels inside and outside the rule; a scratch, a dead heat, a ticket brought twice."""
    page = counter.page
    sells_everything(house, page)
    # Inside the rule the last ticket is cancelled by one key; a large bet to win is final, and the reason stands there.
    typed(page, "2 wn 5")
    told(page, "ticket 19")
    page.keyboard.press("F8")
    told(page, r"Ticket 19 is cancelled: take the paper, and give \$2.00 back")
    typed(page, "100 wn 6")
    told(page, "ticket 20")
    page.keyboard.press("F8")
    page.locator(".refusal .clause").wait_for()
    assert ["issued", "cancelled"] == [house.ticket(bet).state.value for bet in ("$100 WN 6", "$2 WN 5")]
    # The 6 is scratched: its bet is refunded by scan and Enter.
    house.signal(a.ScratchRunner(track="FVD", race=1, runner="6"))
    page.locator(".window-runners", has_text="SCR").wait_for()
    assert "$100.00 is given back on it" in brought(page, house.ticket("$100 WN 6"))
    page.get_by_role("button", name="Refund $100.00").wait_for()
    page.keyboard.press("Enter")
    until(lambda: "refunded" == house.ticket("$100 WN 6").state.value)
    # A dead heat for first: both numbers pay, and what is offered is what is due.
    house.runs("2=3-4-5")
    for bet in ("$2 WN 3", "$2 EX BOX 2,3,4"):
        ticket = house.ticket(bet)
        due = sum(map(sum, ticket.due.values()))
        assert f"Worth ${due / 100:.2f}: cash it" in brought(page, ticket)
        page.keyboard.press("Enter")
        page.locator("dialog").first.wait_for(state="detached")
        assert "cashed" == house.ticket(bet).state.value
    assert "It was paid already." == brought(page, house.ticket("$2 WN 3"))
    assert [] == page.locator(".window-brought footer button").all()
    closed(page)


@pytest.mark.looks
def test_a_twin_trifecta_is_exchanged_and_cashed(house, counter):
    """Scan and Enter open the exchange; three numbers and two Enters make it; the paper is there, and it is paid."""
    page = counter.page
    if not any(sold.bet == "$2 TT 1/2/3" for one in house.day.tickets.values() for sold in one.bets):
        typed(page, "2 2 tt 1 2 3")
        told(page, "^Sold")
    house.runs("1-2-3-4", 2)
    ticket = house.ticket("$2 TT 1/2/3")
    assert "The rest of it is not decided yet: keep it." in brought(page, ticket)
    page.get_by_role("button", name="Exchange for the second half").wait_for()
    page.keyboard.press("Enter")
    page.get_by_label("First, second and third").wait_for()
    page.keyboard.type("4 4 5")
    page.keyboard.press("Enter")
    page.get_by_text("Say three different runners in order").wait_for()
    assert [] == counter.faults_at(*LOOKS)
    page.get_by_label("First, second and third").fill("4")
    for number in ("1", "5"):
        page.locator(f"dialog [data-runner='{number}']").click()
    page.keyboard.press("Enter")
    page.get_by_text("The whole first half is exchanged.").wait_for()
    page.keyboard.press("Enter")
    told(page, r"Exchanged: 4-1-5 in race 3\.")
    assert {"FVD-2-twin_trifecta": 1} == ticket.exchanged
    paper = page.request.get(page.get_by_role("link", name="Paper").get_attribute("href"))
    assert b"%PDF" == paper.body()[:4]
    house.runs("4-1-5-2", 3)
    due = sum(map(sum, ticket.due.values()))
    assert f"Worth ${due / 100:.2f}: cash it" in brought(page, ticket)
    page.keyboard.press("Enter")
    until(lambda: "cashed" == ticket.state.value)
