"""A teller's window in a real browser: bets by keys and by touch, several on a ticket, and tickets that are brought."""

import re

import pytest

from tests.support.browser import routed
from tests.support.web_house import until, web_house, written_house
from tests.support.web_trial import RACE, Trial

WIDE, NARROW = {"viewport": {"width": 1280, "height": 800}}, {"viewport": {"width": 390, "height": 844}}
SIZES = [pytest.param(WIDE, id="wide"), pytest.param({**NARROW, "has_touch": True}, id="narrow")]


class Hall(Trial):
    """A house whose tote is open, and a window with its teller."""

    def window(self, window, **options):
        """Open the page of window W1, at which the teller is signed in."""
        found = window(self.web.url, **{**WIDE, **options})
        found.become(self.at("teller", "W1"))
        # The page of any machine leads to its own.
        found.page.goto("/t")
        found.page.wait_for_url("**/window")
        found.page.get_by_text("Type a bet, touch the buttons, or scan a ticket.").wait_for()
        return found

    def sales(self):
        """Return the bets of each ticket that W1 has sold."""
        day = self.web.live.floor.look(self.web.live.names["tote"]).state
        return [[bet.bet for bet in one.bets] for one in day.tickets.values() if one.terminal == "W1"]


@pytest.fixture
def hall(tmp_path):
    """A hall at work."""
    with web_house(written_house(tmp_path, tellers_at="windows")) as web:
        found = Hall(web, tmp_path)
        found.open_tote()
        yield found


def shown(page, text):
    """Wait until the line under the typed bet says something."""
    page.locator("#told", has_text=re.compile(text)).wait_for()


def came_back(page, text):
    """Wait until a text that was handed in and could not be sold is in the line again."""
    until(lambda: text == page.locator("#line").input_value())


def test_an_exacta_box_is_sold_in_eight_keys_and_cashed_by_one_scan_and_one_key(hall, window):
    """The line says what it understood and what it costs; a scanned ticket shows what it won, and Enter pays it."""
    page, keys = hall.window(window).page, "eb2,3,4"
    for key in keys:
        page.keyboard.press(key)
    shown(page, r"Can be sold: Exacta box, \$2 EX BOX 2,3,4")
    assert "$12.00" == page.locator(".window-cost").inner_text()
    assert ["exacta", "box", "runners"] == page.locator(".window-tokens small").all_inner_texts()
    page.keyboard.press("Enter")
    shown(page, r"^Sold: \$12.00")
    assert ([["$2 EX BOX 2,3,4"]], 8) == (hall.sales(), len(keys) + 1)
    ticket = next(iter(hall.web.live.floor.look(hall.web.live.names["tote"]).state.tickets.values()))
    hall.run_race()
    page.keyboard.insert_text(f"{ticket.id}-{ticket.check}")
    page.keyboard.press("Enter")
    page.locator("dialog", has_text=re.compile(r"Worth \$[\d.]+: cash it")).wait_for()
    page.get_by_role("button", name=re.compile(r"^Cash \$")).wait_for()
    page.keyboard.press("Enter")
    until(lambda: "cashed" == ticket.state.value)
    page.locator("dialog").first.wait_for(state="detached")


def test_several_bets_one_ticket_change_repeat_and_cancel(hall, window):
    """By mouse: two bets, twenty dollars given, sold; repeated with F4 and Enter, and the repeat cancelled."""
    page = hall.window(window).page
    page.get_by_role("button", name="Win", exact=True).click()
    page.locator(".window-runners button", has_text=re.compile("^3")).click()
    shown(page, r"\$2 WN 3")
    page.get_by_role("button", name="Add a bet").click()
    page.get_by_role("button", name="Exacta", exact=True).click()
    for number in ("2", "4"):
        page.locator(".window-runners button", has_text=re.compile(f"^{number}")).click()
    shown(page, r"\$2 EX 2/4")
    page.get_by_role("button", name="$20", exact=True).last.click()
    page.locator(".is-change dd", has_text="$16.00").wait_for()
    page.locator("#sell").click()
    shown(page, r"^Sold: \$4.00")
    page.keyboard.press("F4")
    page.locator(".window-sum", has_text="$4.00").wait_for()
    page.keyboard.press("Enter")
    # The drawer may have it before the answer is there, and until then there is nothing to cancel.
    shown(page, r"^Sold: \$4.00, ticket 2[.]")
    assert 2 == len(hall.sales())
    page.locator("#drawer", has_text="$8.00").wait_for()
    page.keyboard.press("F8")
    shown(page, r"is cancelled: take the paper, and give \$4.00 back")
    assert [["$2 WN 3", "$2 EX 2/4"]] * 2 == hall.sales()
    page.locator("#drawer", has_text="$4.00").wait_for()
    # The bet in three pools at once has a button as well.
    page.get_by_role("button", name="Across", exact=True).click()
    page.locator(".window-runners button", has_text=re.compile("^3")).click()
    shown(page, r"Can be sold: Across, \$2 ACROSS 3")


def test_what_cannot_be_sold_says_why_while_it_is_typed(hall, window):
    """A word that is none, a bet that is unfinished, one under the minimum, and a race that is off."""
    page = hall.window(window).page
    for typed, said in (
        ("2 zz", '"zz" is no track, race, amount or bet'),
        ("2 tri", "Say the runners, such as 1 4 2"),
        ("0.50 ex 1 2", r"from \$\d.* on, not \$0.50"),
        ("2 wn 19", "19"),
    ):
        page.locator("#line").fill(typed)
        page.locator("#told.is-bad", has_text=re.compile(said)).wait_for()
        page.keyboard.press("Enter")
        came_back(page, typed)
    page.locator("#line").fill("2 wn 3")
    shown(page, "Can be sold")
    hall.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **RACE)
    page.locator(".window-races .is-off", has_text="OFF").wait_for()
    page.locator("#line").fill("1 2 wn 3")
    page.locator("#told.is-bad").wait_for()
    hall.do("mutuel-supervisor", "tote", "tote.close_terminal/1", terminal="W1")
    shown(page, "This window is closed. A mutuel supervisor opens it.")
    assert [] == hall.sales()
    page.locator("#line").fill("")
    page.locator(".window-tokens span").first.wait_for(state="detached")
    # With nothing typed it says so as long as it is so, and no longer.
    hall.do("mutuel-supervisor", "tote", "tote.open_terminal/1", terminal="W1", window=1)
    shown(page, "Type a bet, touch the buttons, or scan a ticket.")
    hall.do("mutuel-supervisor", "tote", "tote.close_terminal/1", terminal="W1")
    shown(page, "This window is closed. A mutuel supervisor opens it.")


def test_a_bet_that_is_typed_keeps_its_race_and_its_neighbours(hall, window):
    """When its race is stopped it is refused, not sold on the next; without an answer nothing on the sheet is sold."""
    found = hall.window(window)
    found.expected.append(re.compile("Failed to load resource"))
    page = found.page
    page.locator("#line").fill("2 wn 3")
    shown(page, r"Can be sold: Win, \$2 WN 3")
    page.keyboard.press("+")
    page.locator(".window-paper li:not(.is-typed)", has_text="$2 WN 3").wait_for()
    page.locator("#line").fill("2 ex 2 4")
    shown(page, r"\$2 EX 2/4")
    routed(page, "**/slip", lambda route: route.abort())
    page.keyboard.press("Enter")
    page.locator("#told.is-bad", has_text="cannot be reached").wait_for()
    came_back(page, "2 ex 2 4")
    assert [] == hall.sales()
    # What is typed next takes the place of a text that came back, and is not its end.
    page.keyboard.type("2 wn 5")
    assert "2 wn 5" == page.locator("#line").input_value()
    page.unroute("**/slip")
    hall.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **RACE)
    page.locator(".window-races .is-off", has_text="OFF").wait_for()
    page.locator("#told.is-bad").wait_for()
    page.keyboard.press("Enter")
    came_back(page, "2 wn 5")
    shown(page, "race 1")
    assert [] == hall.sales()


def test_a_ticket_that_was_paid_in_part_is_offered_what_is_still_due(hall, window):
    """The first race is cashed; the scan after that offers nothing again, and says what is still open."""
    page = hall.window(window).page
    bets = [{**RACE, "bet": "$2 WN 3"}, {**RACE, "race": 2, "bet": "$2 WN 3"}]
    sale = {"type": "tote.sell_ticket/1", "terminal": "W1", "bets": bets}
    ticket = hall.at("teller", "W1").command("tote", sale).json()["events"][0]
    hall.run_race()
    assert hall.cash(ticket).json()["is_accepted"]
    page.locator("#line").fill(f"{ticket['ticket']}-{ticket['check']}")
    page.keyboard.press("Enter")
    page.locator(".window-verdict", has_text="race 2 of FVD is not official yet").wait_for()
    assert [] == page.locator(".window-brought footer button").all()


def test_a_window_is_its_own_machine(hall, window):
    """Whoever stands at W1 sells on no other terminal; a browser that is no window is told so."""
    deed = {"type": "tote.sell_ticket/1", "terminal": "W2", "bets": [{**RACE, "bet": "$2 WN 3"}]}
    answer = hall.at("teller", "W1").command("tote", deed)
    assert (403, "other_window") == (answer.status_code, answer.json()["values"]["row"])
    # Whoever stands at no machine sells on none, in a house that does not say otherwise.
    nowhere = hall["teller"].command("tote", deed | {"terminal": "W1"})
    assert (403, "other_window") == (nowhere.status_code, nowhere.json()["values"]["row"])
    offers = hall.at("teller", "W1").get("/api/streams/tote/offers").json()["offers"]
    sale = next(one for one in offers if "tote.sell_ticket/1" == one["act"])
    assert ["W1"] == sale["fields"]["terminal"]["values"]
    page = window(hall.web.url).page
    page.goto("/window")
    page.get_by_text("This machine is no teller's window").wait_for()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_window_is_for_everybody(hall, window, size, scheme):
    """Empty and with a bet: no fault of accessibility, nothing too wide or too small to touch."""
    found = hall.window(window, **size, color_scheme=scheme)
    faults = found.faults()
    found.page.locator("#line").fill("eb2,3,4")
    shown(found.page, "Can be sold")
    assert [] == faults + found.faults()
