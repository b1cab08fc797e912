"""Mini-baccarat from both sides of the table: a shoe to "Last Hand", by touch, by keys alone, and for everybody."""

from typing import Any

import pytest

from pitboss.games.baccarat.live import BEAD_COLUMNS, COLUMNS, DERIVED_COLUMNS, roads_view
from pitboss.games.baccarat.roads import OFFSETS, Result, Roads, preview
from pitboss.games.roads import scrolled
from tests.browser.test_every_page import LATE_MS, Silence
from tests.support.baccarat_pages import IDS, PEARL, SEAT, CardDesk, Deck, baccarat_house
from tests.support.campaign import Campaign
from tests.support.desk_page import back_again
from tests.support.web_house import until

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
NARROW: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LOOKS = [{**size, "color_scheme": scheme} for size in (WIDE, NARROW) for scheme in ("light", "dark")]
NATURALS = {"B": ("2S", "9H", "4D", "KC"), "P": ("9S", "2H", "KD", "4C"), "T": ("9D", "9C", "KH", "KS")}
"""Coups of four cards, by who wins them."""
TOUCHES = 7
"""With so many a coup is entered, whatever is drawn, from its first card to the called result."""


@pytest.fixture
def house(tmp_path):
    """A house with a mini-baccarat table that is closed."""
    with baccarat_house(tmp_path) as found:
        yield found


def asked(desk, text, **fields):
    """Do a step that asks something first, and answer it."""
    desk.next(text)
    sheet = desk.page.get_by_role("dialog")
    for label, value in fields.items():
        sheet.get_by_label(label.replace("_", " ").capitalize()).fill(str(value))
    sheet.get_by_role("button", name=text).click()


def brought(desk, house, seat):
    """Bring the cards from their inspection into play, with the console alone; the seat's player sits down."""
    house["floorperson"]
    asked(desk, "Sort and inspect the cards")
    desk.confirmed("floorperson")
    desk.next("Spread the cards")
    seat.page.get_by_role("button", name="Sit down at 1").tap()
    desk.next("Seat 1 looks at the cards")
    desk.next("Wash and stack the cards")
    desk.next("Shuffle the cards")
    desk.shown("Seat 1 cuts")
    desk.others("Seat 1 declines")
    asked(desk, "The dealer cuts", depth=90)
    asked(desk, "Load the shoe", from_back=236)
    desk.waits("Turn up the first card")
    desk.card("KS")
    desk.next("Burn K♠")


def test_a_shoe_of_twenty_coups_to_last_hand_with_all_three_ways_to_lay_the_cards(house, window):
    """From the inspection of the cards to the shuffle of the next shoe, with a player on a phone beside the dealer."""
    house.welcome()
    desk = CardDesk(house, window, **WIDE, has_touch=True)
    seat = house.page(window, SEAT, "/seat", **NARROW)
    brought(desk, house, seat)
    desk.next("Open the bets")
    seat.page.locator(".bc-area.banker:enabled").tap()
    seat.page.locator(".bc-area.tie:enabled").tap()
    until(lambda: 2 == len(house.table.round.wagers))
    desk.next("No more bets")
    desk.touches = 0
    for card in ("JD", "3S", "4S", "AD", "3H"):
        desk.card(card)
    assert ["3", "draw"] == desk.page.locator(".bc-row-then .is-coming").inner_text().split()
    desk.card("4C")
    banner = desk.page.locator(".bc-words").inner_text()
    desk.next("Place 4♣ on Banker")
    desk.shown("Take the losing chips")
    assert (TOUCHES, "Banker wins, 8 to 7") == (desk.touches, banner.splitlines()[0])
    desk.next("Take the losing chips")
    assert ["MB-L2a", "1", "1"] == [desk.page.locator(".pay .clause").inner_text(), *desk.turns()]
    desk.next("Pay $10.00")
    desk.next("Mark $0.50")
    seat.page.locator(".bc-area.banker.is-won", has_text="+$10.00").wait_for()
    assert {"+$10.00 commission marked MB-M3", "−$10.00 MB-G1"} == {
        " ".join(text.split()) for text in seat.page.locator(".bc-came:not(:empty)").all_inner_texts()
    }
    desk.next("Cards to the discard rack")
    desk.next("Open the bets")
    desk.shown("No more bets")
    deck = unseen(house, desk, seat)
    desk.shown("No more bets")
    house.coup(*deck.coup("P"))
    desk.followed()
    turned_by_the_dealer(desk, deck)
    house.lay_by("c")
    desk.next("Open the bets")
    turned_by_the_player(desk, house, seat, deck)
    desk.next('Announce "Last Hand"')
    desk.next("Open the bets")
    seat.page.locator("#phase", has_text="last hand").wait_for()
    turned_by_the_dealer(desk, deck)
    desk.next("Collect position 1's vigorish")
    desk.shown("Shuffle the cards")
    assert (20, {}) == (house.table.rounds, house.table.marks)
    seat.page.locator(".bc-road.bead .mark").nth(19).wait_for(state="attached")
    shown = {name: seat.page.locator(f".bc-road.{name} .mark").count() for name in ("bead", "big")}
    assert {"bead": 20, "big": 20 - "BBPPTBBBPBPTTPBBPPPP".count("T")} == shown
    assert None is IDS.search(desk.page.locator("body").inner_text() + seat.page.locator("body").inner_text())


def unseen(house, desk, seat):
    """Deal fifteen coups at which nobody looks: pages that are closed need not draw two hundred acts."""
    deck = Deck()
    for page in (desk.page, seat.page):
        page.goto("about:blank")
    for winner in "BPPTBBBPBPTTPBB":
        house.coup(*deck.coup(winner))
    house.lay_by("b")
    desk.page.goto(f"/deal/{PEARL}")
    seat.page.goto("/seat")
    return deck


def turned_by_the_dealer(desk, deck):
    """A coup whose cards the dealer turns up, first the Player's, then the Banker's; the counts are said with it."""
    desk.next("No more bets")
    for card in deck.coup("P"):
        desk.card(card)
    desk.next("on Banker")
    desk.next_hastily("Turn the Player's cards up", "Turn the Banker's cards up")
    desk.next("Turn the Banker's cards up")
    desk.next_hastily("No chip has lost", "Nobody has won")
    desk.next("Nobody has won")
    desk.next("Cards to the discard rack")


def turned_by_the_player(desk, house, seat, deck):
    """A coup whose Player's cards are turned by the one who bet on them; nobody bet on the Banker's."""
    seat.page.locator(".bc-area.player:enabled").tap()
    until(lambda: house.table.round.wagers)
    desk.next("No more bets")
    for card in deck.coup("P"):
        desk.card(card)
    desk.next("on Banker")
    desk.next("Hand Seat 1 the Player's cards")
    seat.page.get_by_role("heading", name="You turn the Player's cards").wait_for()
    hidden = desk.page.locator(".bc-hand.player .card-picture[aria-label='A card face down']").count()
    drawn_away(seat.page, 0.3)
    assert house.table.play.handed is not None
    drawn_away(seat.page, 0.8)
    desk.next("Call Player 9")
    desk.next("Turn the Banker's cards up")
    seat.page.locator(".bc-banner", has_text="Player wins, 9 to 6").wait_for()
    assert 2 == hidden
    desk.next("No chip has lost")
    desk.next("Pay $10.00")
    desk.next("Cards to the discard rack")


def drawn_away(page, share):
    """Draw the back of a card away by a share of its height; let go too early it falls back."""
    back = page.locator(".bc-back").first.bounding_box()
    x, y = back["x"] + back["width"] / 2, back["y"] + back["height"] * 0.9
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - back["height"] * share, steps=3)
    page.mouse.up()


def test_a_coup_by_keys_alone(house, window):
    """Typed or scanned, a card is its rank and its suit; a wrong one is taken back, a placed one corrected by two."""
    house.ready("Ann", "Bob", SEAT)
    house.laid(2, "banker", 2_000)
    desk = CardDesk(house, window, **WIDE)
    press = desk.page.keyboard.press
    desk.shown("No more bets")
    press("Space")
    desk.waits("Player's first card")
    for card in ("9h", "u", "kd", "3s", "10s", "ad"):
        desk.page.keyboard.type(card)
    desk.shown("Place A♦ on Banker")
    press("n")
    desk.page.locator(".bc-words", has_text="Player draws").wait_for()
    desk.page.locator("button:not([disabled])", has_text="Correct a card").wait_for()
    press("u")
    sheet = desk.page.get_by_role("dialog")
    sheet.get_by_role("button", name="3", exact=True).click()
    sheet.locator("[data-card='8S']").click()
    house["floorperson"]
    sheet.get_by_role("button", name="Ask for the correction").click()
    desk.confirmed("floorperson")
    until(lambda: ["KD", "8S"] == house.table.round.player)
    desk.page.locator(".bc-words", has_text="Both hands stand").wait_for()
    desk.page.locator("#next-act:not([disabled])").wait_for()
    press("n")
    for text in ("Take the losing chips", "Nobody has won", "Cards to the discard rack"):
        desk.shown(text)
        press("n")
    until(lambda: house.table.play.is_layout_clear)

    assert "player" == house.table.round.outcome


def test_what_goes_wrong_is_reported_by_its_rule(house, window):
    """By touch on a phone: only what can have happened is offered; a Player's card that was not due is burned."""
    house.ready("Ann", "Bob", SEAT)
    desk = CardDesk(house, window, **NARROW)
    desk.next("No more bets")
    for card in NATURALS["P"]:
        desk.card(card)
    desk.next("Place 4♣ on Banker")
    desk.shown("No chip has lost")
    desk.others("Something went wrong")
    desk.page.locator(".cause").first.wait_for()
    causes = desk.page.locator(".cause").all_inner_texts()
    desk.press(desk.page.get_by_role("button", name="The Player's Hand was dealt a third card"))
    desk.name(desk.page.get_by_role("dialog"), "2C")
    desk.waits("Burn 2 more cards")
    assert {"MB-N1", "MB-N2", "MB-N3"} == {text.splitlines()[-1] for text in causes}


def test_a_player_bets_by_keys_undoes_and_bets_again(house, window):
    """Letters bet, digits choose a chip, u undoes, c clears, r bets as before; a refusal stands beside its area."""
    house.ready("Ann", "Bob", SEAT)
    seat = house.page(window, SEAT, "/seat", **WIDE)
    press = seat.page.keyboard.press
    seat.page.locator(".bc-area.banker:enabled").wait_for()

    def laid():
        return {on: stake for (position, on, _), stake in house.table.round.wagers.items() if position == 3}

    def wanted(lies):
        until(lambda: lies == laid())

    for keys, lies in (
        ("3b", {"banker": 2_500}),
        ("b", {"banker": 5_000}),
        ("2p", {"banker": 5_000, "player": 1_000}),
        ("u", {"banker": 5_000}),
        ("t", {"banker": 5_000, "tie": 1_000}),
        ("c", {}),
        ("3b2t", {"banker": 2_500, "tie": 1_000}),
    ):
        for key in keys:
            # A line that is late for a moment takes no key: the machine may be busy.
            seat.page.locator(".bc-area.banker:enabled").wait_for()
            press(key)
        wanted(lies)
        seat.page.locator(".chip.is-pending").first.wait_for(state="detached")
    house.coup(*NATURALS["B"])
    seat.page.locator("button:enabled", has_text="Rebet $35").wait_for()
    press("r")
    until(lambda: {"banker": 2_500, "tie": 1_000} == laid())
    seat.page.locator(".chip.is-pending").first.wait_for(state="detached")
    said: list[str] = []

    def refused():
        # Asked again where the line was late for a moment, or the refusal gave way to what came after it.
        for key in "1p":
            seat.page.locator(".bc-area.banker:enabled").wait_for()
            press(key)
        seat.page.wait_for_timeout(200)
        said[:] = seat.page.locator(".refusal", has_text="minimum").all_inner_texts()
        return said

    until(refused)
    assert "MB-O" in said[0]


@pytest.mark.looks
def test_both_pages_are_for_everybody(house, window):
    """Free seat, bets, cards, payments, cards to turn: no fault of accessibility, nothing too wide or too small."""
    house.ready("Ann", "Bob")
    desk = CardDesk(house, window, **WIDE)
    seat = house.page(window, SEAT, "/seat", **WIDE)
    seat.page.get_by_role("button", name="Sit down at 3").click()
    house.laid(2, "banker", 2_000)
    seat.page.locator(".bc-area.player").click()
    until(lambda: 2 == len(house.table.round.wagers))
    found = [*desk.window.faults_at(*LOOKS), *seat.faults_at(*LOOKS)]
    house.deal("baccarat.call_no_more_bets/1")
    house.cards(*NATURALS["P"])
    house.deal("baccarat.collect_losers/1")
    desk.shown("Pay $10.00")
    found += [*desk.window.faults_at(*LOOKS), *seat.faults_at(*LOOKS)]
    house.deal("baccarat.pay_winners/1")
    house.deal("baccarat.discard_cards/1")
    house.lay_by("c")
    house.deal("table.open_betting/1")
    house.deal("baccarat.place_wager/1", position=3, player=SEAT, on="player", stake_minor=1_000)
    house.deal("baccarat.call_no_more_bets/1")
    for card in NATURALS["P"]:
        house.deal("baccarat.deal_card/1", card=card)
    house.deal("baccarat.hand_cards/1", hand="player", position=3)
    seat.page.get_by_role("heading", name="You turn").wait_for()
    assert [] == [*found, *desk.window.faults_at(*LOOKS), *seat.faults_at(*LOOKS)]


@pytest.mark.parametrize("path", ["/seat", f"/deal/{PEARL}"])
def test_a_line_that_is_cut_and_comes_back(house, window, path):
    """Everything is off and nothing is sent; back again the page is as things are, and no card stays named."""
    house.ready("Ann", "Bob", SEAT)
    found = window(house.web.url, patience=1, **WIDE)
    found.become(house[SEAT if path == "/seat" else "dealer"])
    line = Silence(found.page)
    found.page.clock.install()
    found.page.goto(path)
    found.page.locator(".bc-road .road, .bc-small-road .road").first.wait_for(state="attached")
    found.page.get_by_text("Live", exact=True).first.wait_for()
    line.is_down = True
    found.page.clock.run_for(LATE_MS)
    assert found.page.get_by_text("Connection lost", exact=True).is_visible()
    assert 0 == found.page.locator("fieldset.stage button:enabled").count()
    for key in ("Space", "n", "r", "c", "b", "3", "h"):
        found.page.keyboard.press(key)
    house.coup(*NATURALS["P"])
    back_again(found.page, line)
    found.page.locator(".mark[data-cell='0,0'] [data-mark='big:P']").first.wait_for(state="attached")

    assert [] == line.commands


_DRAWN = """async (shoes) => {
  const { Road } = await import(document.querySelector("script[type=module]").src.replace("seat.js", "parts/road.js"));
  const names = ["bead", "big", "big_eye_boy", "small_road", "cockroach_pig"];
  return shoes.map((roads) => names.map((name) => {
    const columns = roads[`${name}_columns`] ?? roads.derived_columns;
    const road = new Road(name, name, { columns, rows: roads.rows });
    road.show(roads);
    const named = (one) => one.dataset.mark + (one.dataset.mark === "ties" ? one.textContent.trim() : "");
    const marks = [...road.node.querySelectorAll(".mark")];
    return marks.map((mark) => [mark.dataset.cell, ...[...mark.querySelectorAll("[data-mark]")].map(named)].join(" "));
  }));
}"""
"""Draws shoes with the page's own part, and reads back what stands in which cell."""


def expected(results):
    """Return what must stand in which cell of every road, from `roads.py` alone."""
    roads = Roads.of(results)

    def cell(place, *marks):
        return " ".join([f"{place.column},{place.row}", *(mark for mark in marks if mark)])

    def pairs(one):
        return ("pair:B" if one.banker_pair else "", "pair:P" if one.player_pair else "")

    def ties(count):
        return "" if not count else "tie" if count == 1 else f"ties{count}"

    bead = scrolled(roads.bead_places, BEAD_COLUMNS)
    big = scrolled(roads.big.places, COLUMNS)
    found = [
        [
            cell(place, f"bead:{results[at].winner}", "natural" if results[at].natural else "", *pairs(results[at]))
            for at, place in bead.items()
        ],
        [
            cell(place, f"big:{one.winner}", ties(one.ties), *pairs(one))
            for one, place in ((roads.big.marks[at], place) for at, place in big.items())
        ]
        or ([f"0,0 {ties(roads.big.opening_ties)}"] if roads.big.opening_ties else []),
    ]
    for name in OFFSETS:
        places = scrolled(roads.derived_places(name), DERIVED_COLUMNS)
        found.append([cell(place, f"{name}:{roads.derived[name][at]}") for at, place in places.items()])
    return found


def drawn_shoe(chance):
    """Draw the results of a shoe, short or long."""
    return tuple(
        Result(
            chance.choice("BBBBPPPPT"),
            banker_pair=chance.random() < 0.1,
            player_pair=chance.random() < 0.1,
            natural=chance.random() < 0.3,
        )
        for _ in range(chance.randint(0, 80))
    )


@pytest.mark.campaign(500)
def test_the_roads_on_the_page_are_those_of_the_rules(request, house, window):
    """Every mark of all five roads stands in its cell, with its ties, pairs and naturals; so does the preview."""
    house.welcome()
    seat = house.page(window, SEAT, "/seat", **WIDE)
    seat.page.locator(".bc-road .road").first.wait_for()

    def drawn_as_ruled(part):
        chance = part.rng()
        shoes = [drawn_shoe(chance) for _ in range(part.cases)]
        views = [roads_view(results) for results in shoes]
        drawn = seat.page.evaluate(_DRAWN, views)
        assert [] == [results for results, marks in zip(shoes, drawn, strict=True) if expected(results) != marks]
        assert [preview(results) for results in shoes] == [one["next"] for one in views]
        return {"coups": sum(len(results) for results in shoes)}

    assert Campaign.of(request, "roads", part_cases=50).run(drawn_as_ruled)["coups"] > 1_000
