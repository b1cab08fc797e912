"""The console of a live roulette table, in the three houses: by mouse, by keys alone, by touch, for everybody."""

from typing import Any

import pytest

from tests.support.roulette_pages import GARDEN, IDS, ONEIDA, SEABROOK, DealerPage, roulette_house
from tests.support.web_house import PASSWORD, until

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
NARROW: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
EVERY = {
    "straight:2": "Straight 2",
    "split:2-3": "Split 2-3",
    "row:1-2-3": "Street 1-2-3",
    "triple:0-1-2": "Three Numbers 0-1-2",
    "corner:2-3-5-6": "Corner 2-3-5-6",
    "first_four:0-1-2-3": "First Four",
    "six:1-6": "Six-line 1-6",
    "column:2": "2nd column",
    "dozen:1": "1st 12",
    "even": "Even",
}
"""A wager of every kind that wins on 2, with what the house calls it."""
ORDER = ("column", "even", "dozen", "six", "first_four", "row", "corner", "triple", "split", "straight")
"""In which kinds Hoi An pays when the number is 2 (RH-6.3, RH-6.5.2)."""


@pytest.fixture
def house(tmp_path):
    """A house with three live roulette tables."""
    with roulette_house(tmp_path) as found:
        yield found


def named(house, stream, *bets):
    """Return what a house calls bets."""
    rules = house.table(stream).rules
    return [rules.name_of(rules.position(bet)) for bet in bets]


def by_kind(bets):
    """Return bets in Hoi An's order of payment."""
    return sorted(bets, key=lambda bet: ORDER.index(bet.partition(":")[0]))


def test_a_hoi_an_round_by_mouse_with_every_wager_a_questioned_chip_and_payments_in_order(house, window):
    """From colours to the lifted dolly a dealer clicks, a supervisor rules, and what is paid is what the list says."""
    house.open(GARDEN, "Ann")
    desk = DealerPage(house, window, GARDEN, **WIDE)
    desk.take("Ann").click()
    for bet in EVERY:
        desk.spot(bet).click()
        desk.lies("Ann", "colour:blue", bet)
    desk.next("Spin the ball").click()
    desk.next("No more bets").click()
    desk.page.locator(".pad").wait_for()
    desk.spot("straight:2").click()
    desk.next("Enter 2 Black").click()
    desk.next("Place the dolly").click()
    desk.page.get_by_role("button", name="Question a chip").click()
    split = named(house, GARDEN, "split:2-3")[0]
    desk.page.get_by_role("button", name=f"Question it: Ann's {split}").click()
    desk.page.get_by_text(f"Where do Ann's chips on {split} lie?").wait_for()
    above = DealerPage(house, window, GARDEN, "pit-supervisor", **WIDE)
    above.page.get_by_role("button", name="As it lies").click()
    desk.next("No chip has lost").click()
    expected = named(house, GARDEN, *by_kind(EVERY))
    desk.next("Paid blue, 2 chips")
    assert expected == desk.payments()
    total = sum(house.table(GARDEN).rules.pays(bet.partition(":")[0]) for bet in EVERY) * 50_000
    for turn in range(len(EVERY)):
        assert expected[turn] == desk.page.locator(".pay-row.is-current strong").inner_text()
        desk.next("Paid blue").click()
    desk.next("Lift the dolly")
    ended = house.table(GARDEN).ended
    assert (total, list(by_kind(EVERY))) == (sum(ended.wagers.paid_minor), list(ended.wagers.bet))
    assert None is IDS.search(desk.page.locator("body").inner_text())


def test_the_same_round_by_keys_alone(house, window):
    """Space and n do the next act, digits choose a colour and type the number, arrows walk the cloth."""
    house.open(GARDEN, "Ann")
    desk = DealerPage(house, window, GARDEN, **WIDE)
    press = desk.page.keyboard.press
    desk.take("Ann").wait_for()
    press("1")
    desk.page.get_by_text("Touch the cloth to lay 1 blue chip").wait_for()
    press("l")
    press("Enter")
    until(lambda: house.table(GARDEN).round.wagers)
    (key,) = house.table(GARDEN).round.wagers
    press("+")
    press("ArrowRight")
    press("Enter")
    until(lambda: 2 == len(house.table(GARDEN).round.wagers))
    for text in ("Spin the ball", "No more bets"):
        desk.next(text)
        press("n")
    desk.page.locator(".pad-key").first.wait_for()
    pocket = key[1].partition(":")[2]
    desk.page.keyboard.type(pocket)
    for text in (f"Enter {pocket}", "Place the dolly"):
        desk.next(text)
        press("n")
    until(lambda: house.table(GARDEN).dolly)
    desk.page.get_by_role("button", name="Question a chip").wait_for()
    press("q")
    desk.page.get_by_role("button", name="Question it").first.wait_for()
    press("Tab")
    press("Enter")
    until(lambda: house.table(GARDEN).questioned)
    (player, bet, source) = min(house.table(GARDEN).questioned)
    wager = {"player": player, "bet": bet, "source": source}
    house.do("pit-supervisor", GARDEN, "roulette.decide_position/1", **wager, decided=bet)
    for text in ("Take the losing chips", "Paid blue", "Lift the dolly"):
        desk.next(text)
        press("n")
    until(lambda: 2 == house.table(GARDEN).rounds)


def test_the_same_round_by_touch_on_a_phone(house, window):
    """Upright, with everything behind four tabs, and the next act at the foot of the page."""
    house.open(GARDEN, "Ann", "Bob")
    desk = DealerPage(house, window, GARDEN, **NARROW)
    desk.page.get_by_role("button", name="Chips", exact=True).tap()
    desk.take("Ann").tap()
    for bet in ("straight:17", "dozen:2", "red", "split:17-20"):
        desk.spot(bet).tap()
        desk.lies("Ann", "colour:blue", bet)
    for text in ("Spin the ball", "No more bets"):
        desk.next(text).tap()
    desk.page.locator("#next-act[disabled]", has_text="Enter the number").wait_for()
    desk.spot("straight:17").tap()
    for text in ("Enter 17 Black", "Place the dolly"):
        desk.next(text).tap()
    desk.page.get_by_role("button", name="Question a chip").tap()
    desk.page.get_by_role("button", name="Question it: Ann's 2nd 12").tap()
    until(lambda: house.table(GARDEN).questioned)
    wager = {"player": "Ann", "bet": "dozen:2", "source": "colour:blue"}
    house.do("pit-supervisor", GARDEN, "roulette.decide_position/1", **wager, decided="dozen:1")
    for text in ("Take the losing chips", "Paid blue, 17 chips", "Paid blue, 35 chips", "Lift the dolly"):
        desk.next(text).tap()
    until(lambda: 2 == house.table(GARDEN).rounds)


@pytest.mark.parametrize(
    ("stream", "words", "clause"),
    [(ONEIDA, "A foreign object entered the wheel", "RO-H3"), (SEABROOK, "The ball ran with the wheel", "RS-I1")],
    ids=["oneida", "seabrook"],
)
def test_a_spin_that_is_none_is_called_by_its_cause_and_the_round_after_it_is_paid(
    house, window, stream, words, clause
):
    """The causes are the house's, each with its clause; the chips go back, and the next round is played to its end."""
    house.open(stream, "Ann")
    desk = DealerPage(house, window, stream, **WIDE)
    desk.take("Ann").click()
    desk.spot("red").click()
    desk.lies("Ann", "colour:blue", "red")
    desk.next("Spin the ball").click()
    desk.page.get_by_role("button", name="No spin", exact=True).click()
    desk.page.get_by_role("button", name=f"{words} {clause}").click()
    note = desk.page.locator(".rc-note", has_text=f"[{clause}]")
    note.wait_for()
    assert words.lower() in note.inner_text().lower()
    desk.next("Open the bets").click()
    desk.take("Ann").wait_for()
    desk.spot("red").click()
    desk.lies("Ann", "colour:blue", "red")
    for text in ("Spin the ball", "No more bets"):
        desk.next(text).click()
    desk.page.locator(".pad-key[aria-label='9 red']").click()
    for text in ("Enter 9 Red", "Place the dolly", "No chip has lost", "Paid blue, 1 chip", "Lift the dolly"):
        desk.next(text).click()
    assert ["9"] == house.table(stream).results


def test_a_colour_is_sold_changed_back_and_a_called_bet_laid(house, window):
    """Chips are given and taken in sheets, with names and values; a spoken wager goes by the house's own rule."""
    house.open(GARDEN)
    desk = DealerPage(house, window, GARDEN, **WIDE)
    desk.page.locator("button:not([disabled])", has_text="Give a colour").click()
    desk.page.get_by_label("Player").fill("Cleo")
    desk.page.get_by_role("button", name="pink").click()
    desk.page.get_by_role("button", name="₫100,000").click()
    desk.page.get_by_role("button", name="40", exact=True).click()
    desk.page.get_by_role("button", name="Give the chips").click()
    desk.take("Cleo").click()
    desk.page.get_by_role("button", name="Called bet").click()
    desk.page.get_by_role("button", name="5 pink chips").click()
    desk.spot("corner:1-2-4-5").click()
    desk.lies("Cleo", "colour:pink", "corner:1-2-4-5")
    table = house.table(GARDEN)
    assert {("Cleo", "corner:1-2-4-5", "colour:pink"): 500_000} == table.round.wagers
    assert (100_000, True) == (table.colours["pink"].value_minor, table.colours["pink"].has_marker)
    desk.page.get_by_role("button", name="Undo: 5 pink chips").click()
    until(lambda: not house.table(GARDEN).round.wagers)
    desk.page.locator("button:not([disabled])", has_text="Colour back to value").click()
    desk.page.get_by_role("button", name="Change them").click()
    until(lambda: not house.table(GARDEN).colours)


def test_a_refusal_stands_beside_the_place_with_its_clause_and_names(house, window):
    """Over the maximum the chips come back, and the words say which bet and which limit, without notation."""
    house.open(SEABROOK, "Ann")
    desk = DealerPage(house, window, SEABROOK, **WIDE)
    desk.take("Ann").click()
    desk.page.get_by_role("button", name="5 blue chips").click()
    desk.spot("split:17-20").click()
    refusal = desk.page.locator(".refusal")
    refusal.wait_for()
    assert "$5.00 on Split 17-20 is over the table's maximum of $4.00. [RS-W]" == refusal.inner_text()
    assert 0 == desk.page.locator(".lying").count()


def test_a_number_is_corrected_with_a_second_person_at_the_table(house, window):
    """The dealer asks, an inspector confirms at this machine, and dolly and collection begin again."""
    house.open(ONEIDA, "Ann")
    assert house["inspector"].name
    desk = DealerPage(house, window, ONEIDA, **WIDE)
    for text in ("Spin the ball", "No more bets"):
        desk.next(text).click()
    desk.page.locator(".pad-key[aria-label='7 red']").click()
    for text in ("Enter 7 Red", "Place the dolly"):
        desk.next(text).click()
    until(lambda: house.table(ONEIDA).dolly)
    desk.page.get_by_role("button", name="More…").click()
    desk.page.get_by_role("button", name="Correct the number").click()
    desk.page.get_by_role("dialog").get_by_role("button", name="8 black", exact=True).click()
    desk.page.get_by_label("What was wrong").fill("Misread.")
    desk.page.get_by_role("button", name="Ask for the correction").click()
    second = desk.page.get_by_role("form", name="Second person here")
    second.get_by_label("Name").fill("inspector")
    second.get_by_label("Password").fill(PASSWORD)
    second.get_by_role("button").click()
    until(lambda: "8" == house.table(ONEIDA).round.pocket)
    desk.next("Place the dolly").click()
    until(lambda: "8" == house.table(ONEIDA).dolly)


def test_the_mucker_waits_for_the_dealer_and_pays(house, window):
    """What is not the mucker's is said to be the dealer's; the payment is theirs too."""
    house.open(ONEIDA, "Ann")
    desk = DealerPage(house, window, ONEIDA, "mucker", **WIDE)
    desk.page.locator("#next-act[disabled]", has_text="for dealer").wait_for()
    wager = {"player": "Ann", "bet": "red", "stake_minor": 500, "source": "colour:blue"}
    house.do("dealer", ONEIDA, "roulette.place_wager/1", **wager)
    for tag, fields in (
        ("spin_ball", {"direction": "against"}),
        ("call_no_more_bets", {}),
        ("enter_number", {"pocket": "1", "revolutions": 5}),
        ("place_dolly", {"pocket": "1"}),
        ("collect_losers", {}),
    ):
        house.do("dealer", ONEIDA, f"roulette.{tag}/1", **fields)
    desk.next("Paid blue, 1 chip").click()
    until(lambda: "settled" == house.table(ONEIDA).round.phase)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_console_is_for_everybody_in_every_state(house, window, size):
    """With chips in hand, with the pad, with payments and with sheets: no fault of accessibility, nothing too small."""
    house.open(GARDEN, "Ann", "Bob")
    desk = DealerPage(house, window, GARDEN, **size)
    is_narrow = size is NARROW
    if is_narrow:
        desk.page.get_by_role("button", name="Chips", exact=True).click()
    desk.take("Ann").click()
    desk.spot("straight:17").click()
    desk.lies("Ann", "colour:blue", "straight:17")
    found = desk.window.faults()
    desk.page.locator("button:not([disabled])", has_text="More…").click()
    found += desk.window.faults()
    desk.page.keyboard.press("Escape")
    for text in ("Spin the ball", "No more bets"):
        desk.next(text).click()
    if is_narrow:
        desk.page.get_by_role("button", name="Round").click()
    desk.page.locator(".pad-key[aria-label='17 black']").click()
    found += desk.window.faults()
    for text in ("Enter 17 Black", "Place the dolly"):
        desk.next(text).click()
    desk.page.get_by_role("button", name="Question a chip").click()
    found += desk.window.faults()
    desk.page.keyboard.press("Escape")
    desk.next("No chip has lost").click()
    desk.next("Paid blue")
    found += desk.window.faults()
    for tab in ("Chips", "Story") if is_narrow else ():
        desk.page.get_by_role("button", name=tab, exact=True).click()
        found += desk.window.faults()
    assert [] == found
