"""Pictures of mini-baccarat: the dealer's console and a seat's tablet."""

from pathlib import Path
from typing import Any

from tests.support.baccarat_pages import SEAT, Baccarat, CardDesk, Deck, baccarat_house
from tests.support.camera import PHONE, WIDE, Camera

__all__ = ["baccarat"]

SHOE = "BPPBPTBBPBPPPBBPBT"


def baccarat(camera: Camera, folder: Path) -> None:
    """Mini-baccarat from both sides of the table."""
    with baccarat_house(folder) as house:
        steps(camera, house)
        house.seated("Mei", "Ana", SEAT, "Ivo", "Dev")
        deck = Deck()
        for winner in SHOE:
            house.coup(*deck.coup(winner))
        for position, on, stake in ((1, "banker", 2_500), (2, "player", 10_000), (4, "player", 20_000)):
            house.laid(position, on, stake)
        house.laid(5, "banker", 5_000)
        desk = CardDesk(house, camera.window, **WIDE)
        seat = camera.open(house.web.url, "/seat", house[SEAT])
        seat.locator(".bc-area.banker:enabled").wait_for()
        seat.keyboard.press("5")
        seat.keyboard.press("b")
        seat.keyboard.press("2")
        seat.keyboard.press("t")
        seat.locator(".bc-area.tie", has_text="$10 lies there").wait_for()
        camera.take(seat, "baccarat-seat")
        desk.shown("No more bets")
        camera.take(desk.page, "baccarat-bets")
        dealt(camera, house, desk, seat)
        turned(camera, house)


def steps(camera: Camera, house: Baccarat) -> None:
    """The cards on their way."""
    house.welcome()
    house.spread()
    desk = CardDesk(house, camera.window, **WIDE)
    desk.waits("Wait for the first player")
    camera.take(desk.page, "baccarat-steps")
    desk.page.close()


def dealt(camera: Camera, house: Baccarat, desk: CardDesk, seat: Any) -> None:
    """A coup of six cards, and its payments."""
    desk.next("No more bets")
    for card in ("JD", "3S", "4S", "AD", "3H"):
        desk.card(card)
    camera.take(desk.page, "baccarat-card")
    desk.card("4C")
    desk.next("Place 4♣")
    desk.next("Take the losing chips")
    desk.next("Pay")
    desk.shown("Pay")
    camera.take(desk.page, "baccarat-pay")
    small = CardDesk(house, camera.window, **PHONE)
    small.shown("Pay")
    camera.take(small.page, "baccarat-desk-phone")
    desk.others("All are paid")
    desk.shown("discard")
    seat.locator(".bc-area.banker.is-won", has_text="marked").wait_for()
    camera.take(seat, "baccarat-result")
    seat.close()
    small_seat = camera.open(house.web.url, "/seat", house[SEAT], **PHONE)
    small_seat.locator(".bc-area.banker.is-won").wait_for()
    camera.take(small_seat, "baccarat-seat-phone")
    small_seat.close()


def turned(camera: Camera, house: Baccarat) -> None:
    """Cards in a player's hands."""
    house.lay_by("c")
    house.deal("baccarat.discard_cards/1")
    house.deal("table.open_betting/1")
    house.laid(3, "player", 5_000)
    house.deal("baccarat.call_no_more_bets/1")
    for card in ("9S", "2H", "QD", "4C"):
        house.deal("baccarat.deal_card/1", card=card)
    house.deal("baccarat.hand_cards/1", hand="player", position=3)
    page = camera.open(house.web.url, "/seat", house[SEAT])
    page.get_by_role("heading", name="You turn").wait_for()
    camera.take(page, "baccarat-turn")
