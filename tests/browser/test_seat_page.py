"""The page of a seat's tablet at a live roulette table: a colour, bets, and what they came to."""

from typing import Any

import pytest

from tests.support.roulette_pages import IDS, ONEIDA, DealerPage, roulette_house
from tests.support.web_house import until

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
NARROW: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SEAT = "SEAT-3"


@pytest.fixture
def house(tmp_path):
    """A house whose first roulette table is open."""
    with roulette_house(tmp_path) as found:
        found.open(ONEIDA)
        yield found


def sold(house, count=40):
    """Sell the seat a set of blue chips."""
    chips = {"player": SEAT, "colour": "blue", "value_minor": 500, "count": count}
    house.do("dealer", ONEIDA, "roulette.issue_colour/1", **chips)


def spun(house, pocket):
    """Play the round to its end."""
    house.do("dealer", ONEIDA, "roulette.spin_ball/1", direction="against")
    house.do("dealer", ONEIDA, "roulette.call_no_more_bets/1")
    house.do("dealer", ONEIDA, "roulette.enter_number/1", pocket=pocket, revolutions=6)
    house.do("dealer", ONEIDA, "roulette.place_dolly/1", pocket=pocket)
    house.do("dealer", ONEIDA, "roulette.collect_losers/1")
    house.do("dealer", ONEIDA, "roulette.pay_winners/1")


def spot(page, bet):
    """Return a place of the cloth."""
    return page.locator(f".hit[data-bet='{bet}']:not([data-place])")


def test_a_player_asks_for_a_colour_bets_takes_back_and_reads_what_was_paid(house, window):
    """On a phone, by touch alone: from no chips to the payment with its clause, beside a dealer at the console."""
    seat = house.page(window, SEAT, "/seat", **NARROW)
    desk = DealerPage(house, window, ONEIDA, **WIDE)
    seat.page.get_by_role("button", name="Ask for a colour").tap()
    desk.page.locator(".rc-tile", has_text="asks for a colour").click()
    desk.page.get_by_role("button", name="Give the chips").click()
    seat.page.get_by_role("button", name="2 at a time").tap()
    for bet in ("straight:17", "red", "dozen:2"):
        spot(seat.page, bet).tap()
        seat.page.locator(f".lying[data-bet='{bet}'] .chip:not(.is-pending)").wait_for(state="attached")
    seat.page.locator("button:not([disabled])", has_text="Undo").tap()
    until(lambda: {"straight:17", "red"} == {bet for _, bet, _ in house.table(ONEIDA).round.wagers})
    spun(house, "17")
    seat.page.get_by_role("heading", name="You won $360, lost $10.").wait_for()
    rows = seat.page.locator(".seat-row").all_inner_texts()
    assert ["Straight 17", "2 × 36 = 72 chips blue", "RO-G1"] == [one.strip() for one in rows[0].splitlines()[1:4]]
    assert "−$10" in rows[1]
    assert None is IDS.search(seat.page.locator("body").inner_text() + desk.page.locator("body").inner_text())


def test_a_bet_that_comes_late_is_refused_beside_its_place(house, window):
    """After "no more bets" the cloth takes nothing; what was on its way comes back with the clause."""
    sold(house)
    seat = house.page(window, SEAT, "/seat", **WIDE)
    seat.page.get_by_role("button", name="5 at a time").click()
    spot(seat.page, "red").click()
    until(lambda: house.table(ONEIDA).round.wagers)
    house.do("dealer", ONEIDA, "roulette.spin_ball/1", direction="against")
    house.do("dealer", ONEIDA, "roulette.call_no_more_bets/1")
    seat.page.get_by_text("No more bets. Your bets stand.").wait_for()
    spot(seat.page, "black").click()
    assert [(SEAT, "red", "colour:blue")] == list(house.table(ONEIDA).round.wagers)


def test_keys_lay_and_take_back(house, window):
    """The cloth is a grid: arrows walk, Enter lays, Backspace takes back, u undoes."""
    sold(house)
    seat = house.page(window, SEAT, "/seat", **WIDE)
    press = seat.page.keyboard.press
    seat.page.get_by_role("button", name="1 at a time").wait_for()
    press("3")
    press("l")
    press("Enter")
    until(lambda: [2_500] == list(house.table(ONEIDA).round.wagers.values()))
    seat.page.locator("button:not([disabled])", has_text="Undo").wait_for()
    press("Backspace")
    until(lambda: not house.table(ONEIDA).round.wagers)
    # What was taken back from its place is nothing to undo.
    seat.page.locator("button[disabled]", has_text="Undo").wait_for()
    press("ArrowRight")
    press("Enter")
    until(lambda: house.table(ONEIDA).round.wagers)
    seat.page.locator("button:not([disabled])", has_text="Undo").wait_for()
    press("u")
    until(lambda: not house.table(ONEIDA).round.wagers)
    assert 0 == len(house.table(ONEIDA).round.wagers)

    until(lambda: "$0" == seat.page.locator("#staked").inner_text())


def test_a_void_spin_gives_the_chips_back_and_says_why(house, window):
    """A no spin is told with the house's words and clause, and the chips are in hand again."""
    sold(house, count=10)
    seat = house.page(window, SEAT, "/seat", **WIDE)
    seat.page.get_by_role("button", name="10 at a time").click()
    spot(seat.page, "red").click()
    until(lambda: house.table(ONEIDA).round.wagers)
    house.do("dealer", ONEIDA, "roulette.spin_ball/1", direction="with")
    house.do("dealer", ONEIDA, "roulette.call_no_spin/1", cause="same_direction")
    seat.page.get_by_text("No spin: the ball ran with the wheel. Every chip goes back. [RO-H1]").wait_for()
    seat.page.locator("#in-hand", has_text="10 blue").wait_for()

    assert {} == house.table(ONEIDA).round.wagers


def test_a_seat_has_one_address(house, window):
    """A machine that is none yet is enrolled there, and a seat that comes to the terminal page is sent to its own."""
    stranger = window(house.web.url, **NARROW)
    stranger.page.goto("/seat")
    stranger.page.get_by_label("One-time code of the seat").wait_for()
    seat = house.page(window, SEAT, "/t", **NARROW)
    seat.page.wait_for_url("**/seat")

    assert stranger.page.url.endswith("/seat")


def test_the_seat_is_for_everybody(house, window):
    """Without chips, with bets, and with payments: no fault of accessibility, nothing too wide or too small."""
    dark, light = (
        [{"viewport": size["viewport"], "color_scheme": scheme} for size in (NARROW, WIDE)]
        for scheme in ("dark", "light")
    )
    seat = house.page(window, SEAT, "/seat", **WIDE)
    seat.page.get_by_role("button", name="Ask for a colour").wait_for()
    found = seat.faults_at(*dark)
    sold(house)
    seat.page.get_by_role("button", name="2 at a time").click()
    spot(seat.page, "red").click()
    until(lambda: house.table(ONEIDA).round.wagers)
    found += seat.faults_at(*light)
    spun(house, "1")
    seat.page.get_by_role("heading", name="You won $10.").wait_for()
    assert [] == found + seat.faults_at(*dark)
