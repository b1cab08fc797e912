"""The console of a live roulette table, in the three houses: by mouse, by keys alone, by touch, for everybody."""

import pytest

from tests.support.hands import HANDS, TURNS, hands_from
from tests.support.roulette_pages import GARDEN, IDS, ONEIDA, SEABROOK, DealerPage, roulette_house
from tests.support.web_house import PASSWORD, until

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

READ = """() => {
  const box = (bet, part) => document.querySelector(`.lying[data-bet='${bet}'] ${part}`).getBoundingClientRect();
  const [count, disc] = [box("six:1-6", ".count text"), box("dozen:1", ".chip-disc")];
  return count.bottom - disc.top < count.height / 2 || disc.right <= count.left;
}"""
"""Tells whether the count of chips on the line above a dozen can be read beside those on the dozen."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house with three live roulette tables."""
    with roulette_house(tmp_path_factory.mktemp("live")) as found:
        assert found["inspector"].name
        yield found


def desk_at(house, window, stream, *players, who="dealer", hand=HANDS[0]):
    """Return somebody's page at a table whose bets are open, and at which these players have colours."""
    table = house.table(stream)
    if not table.is_open:
        house.open(stream, *players)
    elif table.is_between_rounds:
        house.do("dealer", stream, "table.open_betting/1")
    return DealerPage(house, window, stream, who, **hand.options)


def named(house, stream, *bets):
    """Return what a house calls bets."""
    rules = house.table(stream).rules
    return [rules.name_of(rules.position(bet)) for bet in bets]


def by_kind(bets):
    """Return bets in Hoi An's order of payment."""
    return sorted(bets, key=lambda bet: ORDER.index(bet.partition(":")[0]))


@pytest.mark.campaign(len(HANDS))
@pytest.mark.parametrize("turn", TURNS)
def test_a_hoi_an_round_with_every_wager_a_questioned_chip_and_payments_in_order(house, window, turn):
    """From colours to the lifted dolly dealers work, a supervisor rules, and what is paid is what the list says."""
    first, second, hand = hands_from(turn)
    desk = desk_at(house, window, GARDEN, "Ann", hand=first)
    found = laid(desk, first)
    first.press(desk.next("Spin the ball"), "n")
    first.press(desk.next("No more bets"), "n")
    desk = relieved(house, window, desk, second)
    found += numbered(desk, second)
    found += questioned(house, window, desk, second)
    second.press(desk.next("No chip has lost"), "n")
    desk = relieved(house, window, desk, hand)
    if hand.is_narrow:
        hand.press(desk.page.get_by_role("button", name="Round"))
    expected = named(house, GARDEN, *by_kind(EVERY))
    desk.next("Paid blue, 2 chips")
    assert expected == desk.payments()
    found += desk.faults(hand)
    total = sum(house.table(GARDEN).rules.pays(bet.partition(":")[0]) for bet in EVERY) * 50_000
    for what in expected:
        assert what == desk.page.locator(".pay-row.is-current strong").inner_text()
        hand.press(desk.next("Paid blue"), "n")
    desk.next("Lift the dolly")
    ended = house.table(GARDEN).ended
    assert (total, list(by_kind(EVERY))) == (sum(ended.wagers.paid_minor), list(ended.wagers.bet))
    assert None is IDS.search(desk.page.locator("body").inner_text())
    rounds = house.table(GARDEN).rounds
    hand.press(desk.next("Lift the dolly"), "n")
    until(lambda: rounds + 1 == house.table(GARDEN).rounds)
    assert [] == found


def relieved(house, window, desk, hand):
    """Let another dealer go on with another hand, at a page of their own."""
    desk.window.context.close()
    return desk_at(house, window, GARDEN, hand=hand)


def laid(desk, hand):
    """Lay a wager of every kind for Ann, with her chips in hand; return what is not for everybody."""
    if hand.is_narrow:
        hand.press(desk.page.get_by_role("button", name="Chips", exact=True))
    hand.press(desk.take("Ann"), "1")
    desk.page.get_by_text("Touch the cloth to lay 1 blue chip").wait_for(state="attached")
    for bet in EVERY:
        hand.place(desk.page, bet)
        desk.lies("Ann", "colour:blue", bet)
    assert desk.page.evaluate(READ)
    found = desk.faults(hand)
    hand.press(desk.page.locator("button:not([disabled])", has_text="More…"), "m")
    desk.page.get_by_role("dialog").wait_for()
    found += desk.faults(hand)
    desk.page.keyboard.press("Escape")
    desk.page.get_by_role("dialog").first.wait_for(state="detached")
    return found


def numbered(desk, hand):
    """Enter number 2 and place the dolly; return what is not for everybody."""
    desk.page.locator(".pad-key").first.wait_for(state="attached")
    if hand.is_narrow:
        hand.press(desk.page.get_by_role("button", name="Cloth", exact=True))
    if hand.is_keys:
        desk.page.keyboard.type("2")
    else:
        hand.place(desk.page, "straight:2")
    desk.next("Enter 2 Black")
    if hand.is_narrow:
        hand.press(desk.page.get_by_role("button", name="Round"))
    found = desk.faults(hand)
    hand.press(desk.next("Enter 2 Black"), "n")
    hand.press(desk.next("Place the dolly"), "n")
    return found


def questioned(house, window, desk, hand):
    """Question a chip, and have a supervisor say that it lies where it lies; return what is not for everybody."""
    hand.press(desk.page.get_by_role("button", name="Question a chip"), "q")
    split = named(house, GARDEN, "split:2-3")[0]
    chip = desk.page.get_by_role("button", name=f"Question it: Ann's {split}")
    chip.wait_for()
    found = desk.faults(hand)
    hand.press(chip)
    desk.page.get_by_text(f"Where do Ann's chips on {split} lie?").wait_for()
    above = DealerPage(house, window, GARDEN, "pit-supervisor", **hand.options)
    if hand.is_narrow:
        hand.press(above.page.get_by_role("button", name="Round"))
    hand.press(above.page.get_by_role("button", name="As it lies"))
    until(lambda: not house.table(GARDEN).questioned)
    return found


@pytest.mark.parametrize(
    ("stream", "words", "clause"),
    [(ONEIDA, "A foreign object entered the wheel", "RO-H3"), (SEABROOK, "The ball ran with the wheel", "RS-I1")],
    ids=["oneida", "seabrook"],
)
def test_a_spin_that_is_none_is_called_by_its_cause_and_the_round_after_it_is_paid(
    house, window, stream, words, clause
):
    """The causes are the house's, each with its clause; the chips go back, and the next round is played to its end."""
    desk = desk_at(house, window, stream, "Ann")
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
    rounds = house.table(stream).rounds
    for text in ("Enter 9 Red", "Place the dolly", "No chip has lost", "Paid blue, 1 chip", "Lift the dolly"):
        desk.next(text).click()
    # The next test begins with this table as this act leaves it.
    until(lambda: rounds + 1 == house.table(stream).rounds)
    assert "9" == house.table(stream).results[0]


def test_a_colour_is_sold_changed_back_and_a_called_bet_laid(house, window):
    """Chips are given and taken in sheets, with names and values; a spoken wager goes by the house's own rule."""
    desk = desk_at(house, window, GARDEN, "Ann")
    desk.page.locator("button:not([disabled])", has_text="Give a colour").click()
    desk.page.get_by_label("Player").fill("Cleo")
    desk.page.get_by_role("button", name="pink").click()
    desk.page.get_by_label("Value, VND").fill("much")
    desk.page.get_by_role("button", name="Give the chips").click()
    desk.page.get_by_role("dialog").get_by_text("Enter an amount such as").wait_for()
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
    # The page counts the chips in hand once it was told so as well.
    desk.page.locator(".lying").wait_for(state="detached")
    desk.page.locator("button:not([disabled])", has_text="Colour back to value").click()
    desk.page.get_by_role("button", name="Cleo, pink, 40").click()
    desk.page.get_by_role("button", name="Change them").click()
    until(lambda: "pink" not in house.table(GARDEN).colours)


def test_a_refusal_stands_beside_the_place_with_its_clause_and_names(house, window):
    """Over the maximum the chips come back, and the words say which bet and which limit, without notation."""
    desk = desk_at(house, window, SEABROOK, "Ann")
    desk.take("Ann").click()
    desk.page.get_by_role("button", name="5 blue chips").click()
    desk.spot("split:17-20").click()
    refusal = desk.page.locator(".refusal")
    refusal.wait_for()
    assert "$5.00 on Split 17-20 is over the table's maximum of $4.00. [RS-W]" == refusal.inner_text()
    assert 0 == desk.page.locator(".lying").count()


def test_a_number_is_corrected_with_a_second_person_at_the_table(house, window):
    """An inspector sees the table on a page of their own, confirms at this machine, and the dolly is placed again."""
    desk = desk_at(house, window, ONEIDA, "Ann")
    wager = {"player": "Ann", "bet": "red", "stake_minor": 500, "source": "colour:blue"}
    house.do("dealer", ONEIDA, "roulette.place_wager/1", **wager)
    above = house.page(window, "inspector", "/staff").page
    above.locator("#stream").focus()
    for text in ("Spin the ball", "No more bets"):
        desk.next(text).click()
    desk.page.locator(".pad-key[aria-label='7 red']").click()
    for text in ("Enter 7 Red", "Place the dolly"):
        desk.next(text).click()
    desk.next("No chip has lost")
    desk.page.get_by_role("button", name="More…").click()
    desk.page.get_by_role("button", name="Correct the number").click()
    desk.page.get_by_role("dialog").get_by_role("button", name="8 black", exact=True).click()
    desk.page.get_by_label("What was wrong").fill("Misread.")
    desk.page.get_by_role("button", name="Ask for the correction").click()
    above.get_by_role("button", name="1 approval").wait_for()
    assert 0 == above.get_by_role("dialog").count()
    above.locator("#stream").blur()
    sheet = above.get_by_role("dialog", name="8, black?")
    sheet.locator(".approval-cloth .lying").wait_for()
    assert ["A", "×1"] == sheet.locator(".approval-cloth .lying text").all_text_contents()
    second = desk.page.get_by_role("form", name="Second person here")
    second.get_by_label("Name").fill("inspector")
    second.get_by_label("Password").fill(PASSWORD)
    second.get_by_role("button").click()
    until(lambda: "8" == house.table(ONEIDA).round.pocket)
    desk.next("Place the dolly").click()
    until(lambda: "8" == house.table(ONEIDA).dolly)
    assert ("8", False) == (house.table(ONEIDA).round.pocket, house.table(ONEIDA).are_losers_collected)
    for tag in ("collect_losers", "pay_winners"):
        house.do("dealer", ONEIDA, f"roulette.{tag}/1")


def test_the_mucker_waits_for_the_dealer_and_pays(house, window):
    """What is not the mucker's is said to be the dealer's; the payment is theirs too."""
    desk = desk_at(house, window, ONEIDA, "Ann", who="mucker")
    desk.page.locator("#next-act[disabled]", has_text="for the dealer").wait_for()
    wager = {"player": "Ann", "bet": "red", "stake_minor": 500, "source": "colour:blue"}
    before = house.table(ONEIDA).balances["chips:Ann:blue"]
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

    assert before + 500 == house.table(ONEIDA).balances["chips:Ann:blue"]
