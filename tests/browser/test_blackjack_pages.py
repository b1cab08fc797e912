"""Blackjack from both sides of the table: a shoe, multiple action, pitch; by touch, by keys, and for everybody."""

import pytest

from tests.browser.test_every_page import Silence
from tests.support.baccarat_pages import IDS
from tests.support.blackjack_pages import MAPLE, MULTIPLE, PITCH, SEAT, RoundDesk, blackjack_house, led
from tests.support.hands import NARROW, WIDE, tap, tap_again
from tests.support.web_house import until

WIDE_LIGHT, WIDE_DARK, NARROW_LIGHT, NARROW_DARK = (
    {**size, "color_scheme": scheme} for size in (WIDE, NARROW) for scheme in ("light", "dark")
)
"""Each page is looked at in all four, at one state or another."""
TOUCHES = 15
"""With so many a round of three seats is dealt, played and paid, none of them at a tablet."""


@pytest.fixture
def house(tmp_path):
    """A house with a blackjack table that is closed: a shoe, suit and hit wagers, late surrender."""
    with blackjack_house(tmp_path) as found:
        yield found


def tapped(seat, text):
    """Tap what a player decides, once it may be tapped; when it is decided there is nothing to decide for a while."""
    choice = seat.page.locator(".bj-choice:not([disabled])", has_text=text)
    tap(choice)
    choice.wait_for(state="detached")


def shown(seat, what, text):
    """Wait until a seat shows something."""
    seat.page.locator(what, has_text=text).first.wait_for()


def wager(desk, which, amount):
    """Lay one of the chips at the console on somebody's circle."""
    desk.page.locator(f".rack-chip[data-chip='{amount}']").click()
    desk.circle(which)


_PARTS = "(rows) => rows.map((row) => [...row.children].map((part) => part.textContent).join(' '))"
"""What stands in rows, part by part, however they are laid out at that moment."""


def test_a_shoe_with_insurance_a_split_to_the_limit_a_double_and_a_surrender(house, window):
    """A dealer at the console, a player on a phone, two without a tablet; suit and hit wagers, results by clause."""
    house.ready("Ann", "Bob", SEAT)
    desk = RoundDesk(house, window, **WIDE)
    seat = house.page(window, SEAT, "/seat", **NARROW)
    first_round(house, desk, seat)
    second_round(house, desk, seat)
    seat_is_lost(house, desk, seat)
    assert None is IDS.search(desk.page.locator("body").inner_text() + seat.page.locator("body").inner_text())


def first_round(house, desk, seat):
    """Insurance that is lost, suit and hit wagers that win, a pair split into four hands, one of them doubled."""
    seat.page.locator(".bj-spot.blackjack:enabled").tap()
    shown(seat, ".bj-spot.blackjack", "$10 lies there")
    seat.page.locator(".bj-spot.same_suit:enabled").tap()
    until(lambda: 2_000 == house.table.round.laid_in_all)
    for at in ("1|blackjack:1", "2|blackjack:1"):
        desk.circle(at)
    desk.waits("First card to box 1")
    for card in ("TS", "9H", "8S", "9S", "7H", "8S", "AD"):
        desk.card(card)
    desk.next("Turn A♦ up")
    desk.next("Pay $30.00")
    shown(seat, ".bj-came", "+$30")
    tap(seat.page.get_by_role("button", name="Insure $5"))
    desk.page.locator(".bj-insure.is-in", has_text="$5").wait_for()
    desk.next("Close the insurance")
    desk.says("Stand")
    desk.others("Hit wager…")
    desk.page.get_by_role("dialog").get_by_role("button", name="Take $1", exact=True).click()
    desk.waits("A card to box 2")
    desk.card("5H")
    desk.next("Place 5♥ on box 2")
    split_to_the_limit(desk, seat)
    desk.waits("Turn your second card up")
    desk.card("7C")
    desk.next("Turn 7♣ up")
    desk.shown("Pay $10.00")
    assert ["1", "2", "3", "3", "3", "3"] == desk.turns()
    desk.others("All are paid")
    shown(seat, "#this-round", "+$45.00")
    seat.page.locator(".bj-rows li").nth(5).wait_for()
    came = set(seat.page.locator(".bj-rows li").evaluate_all(_PARTS))
    assert {
        "Same suit: win +$30.00 BJ-K5",
        "Insurance: lose −$5.00 BJ-A4",
        "Blackjack: win +$20.00 BJ-J1",
        "Blackjack, hand 2: push stays yours BJ-J3",
        "Blackjack, hand 3: lose −$10.00 BJ-J2",
        "Blackjack, hand 4: win +$10.00 BJ-J1",
    } == came
    assert [[1_000], [300]] == [house.nets(1, "blackjack"), house.nets(2, "hit")]
    desk.next("Cards to the discard rack")
    desk.next("Open the bets")


def split_to_the_limit(desk, seat):
    """Four hands side by side, the first doubled; a fifth is not offered."""
    for card in ("8D", "8C"):
        tapped(seat, "Split")
        desk.waits("Second card to box 3, hand 1")
        desk.card(card)
        desk.next("on box 3, hand 1")
    tapped(seat, "Split")
    desk.waits("Second card to box 3, hand 1")
    desk.card("3C")
    desk.next("on box 3, hand 1")
    shown(seat, ".bj-choice", "+$10")
    tapped(seat, "Double")
    desk.waits("A card to box 3, hand 1")
    for card in ("TD", "TC"):
        desk.card(card)
    desk.next("on box 3, hand 2")
    tapped(seat, "Stand")
    desk.waits("Second card to box 3, hand 3")
    desk.card("8H")
    desk.next("on box 3, hand 3")
    shown(seat, ".bj-choice", "keep 16")
    seat.page.locator(".bj-choice").nth(2).wait_for()
    offered = seat.page.locator(".bj-choice strong:first-child").all_inner_texts()
    assert (["Hit", "Stand", "Double"], 4) == (offered, seat.page.locator(".bj-mine .bj-hand").count())
    tapped(seat, "Stand")
    desk.waits("Second card to box 3, hand 4")
    desk.card("AS")
    desk.next("on box 3, hand 4")
    shown(seat, ".bj-mine .bj-total", "9/19")
    tapped(seat, "Stand")


def second_round(house, desk, seat):
    """The same bets again by one tap; a blackjack is paid at once, and half a wager given up."""
    tap(seat.page.get_by_role("button", name="Rebet $20"))
    until(lambda: 2_000 == house.table.round.laid_in_all)
    wager(desk, "1|blackjack:1", 2_500)
    wager(desk, "2|blackjack:1", 1_000)
    desk.waits("First card to box 1")
    for card in ("AS", "9C", "TH", "KS", "9D", "6C", "9H"):
        desk.card(card)
    desk.next("Turn 9♥ up")
    desk.next("Take $10.00")
    desk.next("Pay box 1's blackjack $37.50")
    desk.page.locator(".bj-box[data-seat='1'] .bj-badge", has_text="blackjack +$37.50").wait_for()
    desk.says("Stand")
    tapped(seat, "Surrender")
    desk.waits("Turn your second card up")
    desk.card("TC")
    desk.next("Turn 10♣ up")
    desk.next("Take $10.00")
    desk.next("Take $5.00")
    shown(seat, ".bj-rows li", "surrender")
    assert "−$15.00" == seat.page.locator("#this-round").inner_text()
    desk.next("Cards to the discard rack")


def seat_is_lost(house, desk, seat):
    """Whoever sits out one round too many reads why the place is gone, and may take it again."""
    for _ in range(2):
        desk.next("Open the bets")
        out = seat.page.get_by_role("button", name="Sit out")
        out.tap()
        until(lambda: house.table.sat_out.get(3, (0, 0))[0] == house.table.rounds or 3 not in house.table.seats)
        house.round_of(1, 2)
        out.wait_for(state="detached")
    shown(seat, ".bj-gone", "you sat out more than 1 round in a row. HP-B4")
    seat.page.get_by_role("button", name="Sit down at 3").wait_for()


def test_a_round_of_three_seats_is_entered_in_fifteen_touches(house, window):
    """From the first card to the last payment, with nobody at a tablet: no list box, and every touch counted."""
    house.ready("Ann", "Bob", "Cid")
    for place in (1, 2, 3):
        house.laid(place, 1_000)
    desk = RoundDesk(house, window, **WIDE)
    desk.waits("First card to box 1")
    for card in ("TS", "9H", "8S", "9S", "7H", "TC", "6D"):
        desk.card(card)
    desk.next("Turn 6♦ up")
    for _ in range(3):
        desk.says("Stand")
    desk.card("KD")
    desk.card("2C")
    desk.next("to your hand")
    boxes = desk.page.locator("select, [role=listbox], [role=combobox]").count()
    desk.others("All are paid")
    desk.touches += 1
    desk.shown("Cards to the discard rack")

    assert (TOUCHES, 0) == (desk.touches, boxes)
    assert ["win +$10", "lose −$10", "push"] == desk.badges()


def test_a_dealer_and_a_player_by_keys_alone(house, window):
    """A scanner types a card as its rank and suit; h s d p r are what a player says, at the console and at the seat."""
    house.ready("Ann", "Bob", SEAT)
    house.laid(1, 1_000)
    house.laid(2, 1_000)
    desk = RoundDesk(house, window, **WIDE)
    seat = house.page(window, SEAT, "/seat", **WIDE)
    press, keys = desk.page.keyboard.press, seat.page.keyboard
    seat.page.locator(".bj-spot:enabled").first.wait_for()
    keys.press("3")
    keys.press("x")
    until(lambda: 4_500 == house.table.round.laid_in_all)
    desk.waits("First card to box 1")
    for card in ("9h", "u", "10s", "9h", "5s", "9s", "7h", "6s", "6d"):
        desk.page.keyboard.type(card)
    desk.shown("Turn 6♦ up")
    press("n")
    desk.page.locator(".bj-decision", has_text="Stand").wait_for()
    press("s")
    desk.page.locator(".bj-box[data-seat='2'].is-due").wait_for()
    desk.page.keyboard.type("2c")
    desk.shown("2♣ is drawn by box 2")
    press("Space")
    until(lambda: 3 == len(house.table.round.boxes[2].hands[0].cards))
    desk.page.locator(".bj-decision", has_text="Stand").wait_for()
    press("s")
    shown(seat, ".bj-choice", "Double")
    keys.press("w")
    shown(seat, ".bj-choice", "+$50")
    keys.press("d")
    desk.waits("A card to box 3")
    desk.page.keyboard.type("ks")
    desk.shown("Place K♠ on box 3")
    press("n")
    shown(seat, ".bj-came", "+$75")
    desk.waits("Turn your second card up")
    desk.page.keyboard.type("kd5h")
    desk.shown("Place 5♥ to your hand")
    press("n")
    for text in ("Take $10.00", "Take $10.00", "Leave $50.00", "discard rack"):
        desk.shown(text)
        press("n")
    until(lambda: house.table.play.is_layout_clear)
    shown(seat, "#last-round", "+$75.00")

    assert [["TS", "9S"], ["9H", "7H", "2C"], ["5S", "6S", "KS"]] == [
        box.hands[0].cards for _, box in sorted(house.table.round.boxes.items())
    ]


def test_hurried_hands_do_one_thing_at_a_time(house, window):
    """A line cut under a card, a double click, a key held down: no card goes elsewhere, and nothing is done unseen."""
    house.ready("Ann", "Bob", "Cid")
    for place in (1, 2, 3):
        house.laid(place, 1_000)
    lines = []

    def lined(url, **options):
        found = window(url, **options)
        lines.append(Silence(found.page))
        return found

    desk = RoundDesk(house, lined, **WIDE, has_touch=True)
    cut_under_a_card(desk, lines[0])
    desk.page.locator(".card-grid [data-card='8S']").dblclick()
    for card in ("7H", "KD", "9S", "5D", "8C", "6D"):
        desk.card(card)
    desk.next("Turn 6♦ up")
    assert [["8S", "9S"], ["7H", "5D"], ["KD", "8C"]] == [
        box.hands[0].cards for _, box in sorted(house.table.round.boxes.items())
    ]

    stands_by_a_double_click(desk)
    stands_by_a_double_tap(desk)
    desk.says("Stand")
    for card in ("TD", "5H"):
        desk.card(card)
    desk.next("to your hand")
    desk.shown("Take $10.00").focus()
    for _ in range(4):
        desk.page.keyboard.down("Enter")
    desk.page.keyboard.up("Enter")
    assert 1 == desk.page.locator(".pay-row.is-done").count()
    desk.page.get_by_role("button", name="One payment back").click()
    assert (0, "complete") == (desk.page.locator(".pay-row.is-done").count(), house.table.phase)


def cut_under_a_card(desk, line):
    """Place a card on a line that is cut: it was not done, and what was typed meanwhile is for nobody."""
    desk.waits("First card to box 1")
    desk.card("8S")
    line.is_down = True
    desk.page.keyboard.press("n")
    until(lambda: desk.page.evaluate("true") and line.commands)
    desk.page.keyboard.type("7hkd")
    line.back()
    desk.page.locator(".refusal", has_text="it was not done").wait_for()
    desk.waits("First card to box 1")


def stands_by_a_double_tap(desk):
    """Tap Stand twice with one finger, the second time when it is the next player's: that one goes on deciding."""
    stand = desk.page.locator(".bj-decision:not([disabled])", has_text="Stand")
    tap(stand)
    desk.page.locator(".bj-box[data-seat='3'].is-due").wait_for()
    stand.wait_for()
    tap_again(desk.page)


def stands_by_a_double_click(desk):
    """Press Stand twice at one place, the second time when it is the next player's."""
    box = desk.page.locator(".bj-decision:not([disabled])", has_text="Stand").bounding_box()
    desk.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for count, place in ((1, 2), (2, 2)):
        desk.page.mouse.down(click_count=count)
        desk.page.mouse.up(click_count=count)
        desk.page.locator(f".bj-box[data-seat='{place}'].is-due").wait_for()
        desk.page.locator(".bj-decision:not([disabled])", has_text="Stand").wait_for()


def test_what_goes_wrong_is_reported_by_its_rule(house, window):
    """By touch on a phone: only what can have happened is offered; two cards face up void the round, and say so."""
    house.ready("Ann", SEAT)
    house.laid(1, 1_000)
    house.laid(2, 1_000)
    desk = RoundDesk(house, window, **NARROW)
    seat = house.page(window, SEAT, "/seat", **WIDE)
    desk.waits("First card to box 1")
    for card in ("TS", "9H", "9S", "7H", "6D"):
        desk.card(card)
    desk.next("Turn 6♦ up")
    desk.page.locator(".bj-decision", has_text="Stand").wait_for()
    desk.others("Something went wrong")
    desk.page.locator(".cause").first.wait_for()
    causes = {text.splitlines()[-1] for text in desk.page.locator(".cause").all_inner_texts()}
    for card in ("2C", "3C"):
        if desk.page.locator(".cause").count() == 0:
            desk.others("Something went wrong")
        desk.press(desk.page.get_by_role("button", name="A card lies face up in the shoe"))
        desk.name(desk.page.get_by_role("dialog"), card)
        desk.page.get_by_role("dialog").first.wait_for(state="detached")
    shown(seat, ".cd-note", "Void: 2 cards were found face up. Your chips come back. BJ-M1")

    assert {"BJ-M1", "BJ-M2", "BJ-M3", "Q27", "Q77"} == causes


def test_three_hands_of_multiple_action_as_columns(tmp_path, window):
    """One hand against three of the dealer's from one first card; each column says what it came to."""
    with blackjack_house(tmp_path, **MULTIPLE) as house:
        house.ready("Ann", "Bob", SEAT)
        house.laid(1, 1_000, 1_000)
        house.laid(2, 1_000, 1_000, 1_000)
        desk = RoundDesk(house, window, **WIDE)
        seat = house.page(window, SEAT, "/seat", **NARROW)
        for spot, chip in ((1, 1_000), (2, 500), (3, 1_000)):
            seat.page.locator(f".rack-chip[data-chip='{chip}']").tap()
            seat.page.locator(f".bj-spot[data-on='3|blackjack:{spot}']:enabled").tap()
            shown(seat, f".bj-spot[data-on='3|blackjack:{spot}']", "lies there")
        until(lambda: 7_500 == house.table.round.laid_in_all)
        desk.waits("First card to box 1")
        for card in ("KC", "JH", "TS", "7D", "QD", "9C", "8D"):
            desk.card(card)
        desk.next("Turn 8♦ up")
        for _ in range(2):
            desk.says("Stand")
        tapped(seat, "Stand")
        for cards in (("TC",), ("5S", "8H"), ("6C", "KD")):
            desk.page.locator("#next-act", has_text="Draw to hand").wait_for()
            for card in cards:
                desk.card(card)
            desk.next("to your hand")
            desk.page.locator("#next-act:not([disabled])", has_text="$").wait_for()
            desk.others("All are paid")
            if cards[0] == "5S":
                shown(seat, ".bj-outlook", "Hand 3 can make it")
                seat.page.locator(".bj-line.is-now").wait_for()
                assert [f"{kind}, from chip to hand" for kind in ("settled", "settled", "now")] == led(seat.page)
        shown(seat, ".bj-column", "Dealer's hand 3")
        until(lambda: house.table.is_between_rounds)
        shown(seat, "#this-round", "+$15.00")
        columns = [" ".join(text.split()) for text in seat.page.locator(".bj-against").all_inner_texts()]
        found = [*desk.window.faults_at(WIDE_LIGHT, NARROW_DARK), *seat.faults_at(WIDE_DARK, NARROW_LIGHT)]
        # The house closes at once: no page may be asking it for something then.
        for one in (desk.window, seat):
            one.context.close()

    assert ["win +$10", "lose −$5", "win +$10"] == columns
    assert [] == found


def test_a_pitch_round_face_down_without_a_card_named_at_the_console(tmp_path, window):
    """The player looks at the cards and says them at the seat; the console has backs, no pad, and no name of a card."""
    with blackjack_house(tmp_path, **PITCH) as house:
        house.ready(SEAT, from_back=14)
        house.laid(1, 1_000)
        desk = RoundDesk(house, window, **WIDE)
        seat = house.page(window, SEAT, "/seat", **NARROW)
        desk.waits("First card to box 1")
        # Nobody has a card while bets are open: the bet may still be changed.
        seat.page.get_by_role("button", name="Clear").and_(seat.page.locator(":enabled")).wait_for()
        tap(seat.page.get_by_role("button", name="I have my first card"))
        told(seat, "T", "S")
        seen = window(house.web.url, **WIDE)
        seen.page.goto(f"/watch/{MAPLE}")
        seen.page.get_by_text("The dealer has no card yet.").wait_for()
        desk.next("Your first card, face down")
        told(seat, "9", "S")
        found = [*desk.window.faults_at(WIDE_DARK), *seat.faults_at(NARROW_LIGHT)]
        desk.next("Your second card, face down")
        desk.card("6D")
        hidden = desk.page.locator(".bj-box .card-picture[aria-label='A card face down']").count()
        named = "".join(desk.page.locator(".cd-story, .bj-box").all_inner_texts())
        totals = desk.page.locator(".bj-box .bj-total").count()
        desk.next("Turn 6♦ up")
        shown(seat, ".bj-mine .bj-total", "19")
        tapped(seat, "Stand")
        desk.waits("Turn your second card up")
        for card in ("KD", "5C"):
            desk.card(card)
        desk.next("to your hand")
        desk.next("Take $10.00")
        shown(seat, "#this-round", "−$10.00")
        # The house closes at once: no page may be asking it for something then.
        for one in (desk.window, seat, seen):
            one.context.close()

    assert (2, 0, False) == (hidden, totals, "10♠" in named or "9♠" in named)
    assert [] == found


def told(seat, rank, suit):
    """Say at the seat which card it is that only its player has seen."""
    tap(seat.page.locator(f".card-two [data-rank='{rank}']"))
    tap(seat.page.locator(f".card-two [data-suit='{suit}']"))
    # It means insurance, which nobody is asked about here: the card is not told by it.
    seat.page.keyboard.press("i")
    tap(seat.page.locator(".bj-which button.main:enabled"))
    seat.page.locator(".bj-which").first.wait_for(state="detached")


def test_several_places_side_by_side(house, window):
    """A player takes the next place too, bets on both, and decides for each in turn."""
    house.ready("Ann", "Bob", SEAT)
    seat = house.page(window, SEAT, "/seat", **WIDE)
    seat.page.get_by_role("button", name="Play place 4 too").click()
    for place in (3, 4):
        seat.page.locator(f".bj-spot[data-on='{place}|blackjack:1']:enabled").click()
        shown(seat, f".bj-spot[data-on='{place}|blackjack:1']", "lies there")
    until(lambda: 2_000 == house.table.round.laid_in_all)
    house.laid(1, 1_000)
    house.laid(2, 1_000)
    house.cards("TS", "TH", "8S", "9S", None, "9S", "9H", "TC", "TC", None)
    house.deal("blackjack.turn_first_card/1", card="6D")
    house.says(1, "stand")
    house.says(2, "stand")
    for keeps in ("keep 18", "keep 19"):
        shown(seat, ".bj-choice", keeps)
        seat.page.keyboard.press("s")
    until(lambda: "dealer" == house.table.phase)
    house.deal("blackjack.turn_second_card/1", card="KD")
    house.cards("3C")
    house.deal("blackjack.settle_hand/1")
    shown(seat, ".bj-rows li", "Place 4")

    assert ["18", "19"] == seat.page.locator(".bj-mine .bj-total").all_inner_texts()
    rows = seat.page.locator(".bj-rows li").evaluate_all(_PARTS)
    assert ["Place 3, Blackjack: lose −$10.00 BJ-J2", "Place 4, Blackjack: push stays yours BJ-J3"] == rows


def test_both_pages_are_for_everybody(house, window):
    """Free place, bets, insurance, a decision, payments: no fault of accessibility, nothing too wide or too small."""
    house.ready("Ann", "Bob")
    desk = RoundDesk(house, window, **WIDE)
    seat = house.page(window, SEAT, "/seat", **WIDE)
    seat.page.get_by_role("button", name="Sit down at 3").click()
    house.laid(1, 1_000)
    seat.page.locator(".bj-spot.blackjack:enabled").click()
    until(lambda: 2_000 == house.table.round.laid_in_all)
    shown(seat, ".bj-spot.blackjack", "lies there")
    found = [*desk.window.faults_at(WIDE_LIGHT, NARROW_DARK), *seat.faults_at(WIDE_DARK, NARROW_LIGHT)]
    house.laid(2, 1_000)
    house.cards("TS", "9H", "8S", None, "9S", "7H", "8D", None)
    house.deal("blackjack.turn_first_card/1", card="AD")
    seat.page.get_by_role("button", name="Insure $5").wait_for()
    found += [*desk.window.faults_at(WIDE_DARK), *seat.faults_at(NARROW_DARK)]
    house.deal("blackjack.close_insurance/1")
    house.says(1, "stand")
    house.says(2, "stand")
    shown(seat, ".bj-choice", "Split")
    found += [*desk.window.faults_at(NARROW_LIGHT), *seat.faults_at(WIDE_LIGHT, NARROW_DARK)]
    house.says(3, "split_pair")
    for card in ("TD", "TC"):
        house.cards(card)
        house.says(3, "stand")
    house.deal("blackjack.turn_second_card/1", card="7C")
    desk.shown("Pay $10.00")
    found += desk.window.faults_at(WIDE_LIGHT, NARROW_DARK)
    assert [] == found
