"""Pictures of blackjack: the dealer's console and a seat's tablet, multiple action and pitch."""

from pathlib import Path
from typing import Any

from tests.support.blackjack_pages import MULTIPLE, PITCH, SEAT, Blackjack, RoundDesk, blackjack_house
from tests.support.camera import PHONE, WIDE, Camera

__all__ = ["blackjack"]


def blackjack(camera: Camera, folder: Path) -> None:
    """Blackjack from both sides of the table."""
    for name, taken, settings in (("shoe", shoe, {}), ("three", three, MULTIPLE), ("pitch", pitch, PITCH)):
        place = folder / name
        place.mkdir()
        with blackjack_house(place, **settings) as house:
            taken(camera, house)


def shoe(camera: Camera, house: Blackjack) -> None:
    """A round of a shoe with insurance, a hand that is over, and a pair."""
    house.ready("Ruth", "Omar", SEAT, "Priya", "Sam")
    for place, stake in ((1, 2_500), (2, 5_000), (4, 4_000), (5, 1_500)):
        house.laid(place, stake)
    desk = RoundDesk(house, camera.window, **WIDE)
    seat = camera.open(house.web.url, "/seat", house[SEAT])
    seat.locator(".bj-spot:enabled").first.wait_for()
    for key in ("3", "x", "1", "y"):
        seat.keyboard.press(key)
    seat.locator(".bj-spot.same_suit", has_text="lies there").wait_for()
    camera.take(seat, "blackjack-seat")
    desk.waits("First card to box 1")
    camera.take(desk.page, "blackjack-bets")
    house.cards("AS", "KD", "AH", "QH", "8S", None, "KS", "6C", "AH", "JC", "8H", None)
    house.deal("blackjack.turn_first_card/1", card="AD")
    house.deal("blackjack.settle_suit_wagers/1")
    house.deal("blackjack.place_insurance/1", seat=2, stake_minor=2_500)
    seat.get_by_role("button", name="Insure $12.50").wait_for()
    camera.take(seat, "blackjack-insurance")
    desk.shown("Close the insurance")
    camera.take(desk.page, "blackjack-sweep")
    house.deal("blackjack.close_insurance/1")
    house.says(2, "hit")
    house.cards("9H")
    seat.locator(".bj-choice", has_text="Split").wait_for()
    camera.take(seat, "blackjack-turn")
    small = camera.open(house.web.url, "/seat", house[SEAT], **PHONE)
    small.locator(".bj-choice", has_text="Split").wait_for()
    camera.take(small, "blackjack-turn-phone")
    small.close()
    paid(camera, house, desk)


def paid(camera: Camera, house: Blackjack, desk: RoundDesk) -> None:
    """Split aces, a double, and the payments from left to right."""
    house.says(3, "split_pair")
    house.cards("9D", "7D")
    house.says(4, "stand")
    house.says(5, "hit")
    house.cards("3C")
    house.says(5, "stand")
    desk.waits("Turn your second card up")
    desk.card("6S")
    camera.take(desk.page, "blackjack-card")
    desk.card("TD")
    desk.next("to your hand")
    desk.shown("Pay $37.50")
    camera.take(desk.page, "blackjack-pay")
    small = RoundDesk(house, camera.window, **PHONE)
    small.shown("Pay $37.50")
    camera.take(small.page, "blackjack-desk-phone")
    desk.others("All are paid")
    seat = camera.open(house.web.url, "/seat", house[SEAT])
    seat.locator(".bj-rows li").first.wait_for()
    camera.take(seat, "blackjack-result")


def three(camera: Camera, house: Blackjack) -> None:
    """Multiple action before its third hand."""
    house.ready("Ruth", "Omar", SEAT, "Dev")
    for place in (1, 2, 3, 4):
        house.laid(place, 1_000, 1_500, 2_000)
    house.laid(3, 500, on="king_queen")
    house.cards("KC", "JH", "TS", "8S", None, "7D", "QD", "9C", "TD")
    house.deal("blackjack.turn_first_card/1", card="8D")
    house.deal("blackjack.settle_suit_wagers/1")
    for place in (1, 2, 3, 4):
        house.says(place, "stand")
    for cards in (("TC",), ("5S", "8H")):
        house.cards(*cards)
        house.deal("blackjack.settle_hand/1")
    house.cards("6C")
    columns(camera, house)


def columns(camera: Camera, house: Blackjack) -> None:
    """Both sides of it."""
    seat = camera.open(house.web.url, "/seat", house[SEAT])
    seat.locator(".bj-column", has_text="in play").wait_for()
    camera.take(seat, "blackjack-multiple-action")
    desk: Any = RoundDesk(house, camera.window, **WIDE)
    desk.waits("Draw to hand 3")
    camera.take(desk.page, "blackjack-multiple-desk")


def pitch(camera: Camera, house: Blackjack) -> None:
    """Cards that are dealt face down."""
    house.ready("Ruth", "Omar", SEAT, from_back=14)
    for place in (1, 2, 3):
        house.laid(place, 1_000)
    house.cards("KC", "9D")
    seat = camera.open(house.web.url, "/seat", house[SEAT])
    seat.locator(".card-grid [data-card='8S']").click()
    seat.get_by_role("button", name="8♠ is my card").wait_for()
    camera.take(seat, "blackjack-face-down")
    desk = RoundDesk(house, camera.window, **WIDE)
    desk.waits("First card to box 3")
    camera.take(desk.page, "blackjack-pitch")
