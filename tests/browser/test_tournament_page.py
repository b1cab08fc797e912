"""A tournament of eight with a tie in a real browser: entries, seats, heats, play-offs, prizes, the leaderboard."""

import pytest

from tests.browser.test_every_page import LATE_MS, Silence
from tests.support.hands import HANDS, TURNS, WIDE, hands_from
from tests.support.tournament_pages import EIGHT, OPEN, Desk, cup_house
from tests.support.web_house import until

LOOKS = [
    {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
]
"""The page has one look by day and by night: each size is looked at in one of them."""


@pytest.fixture
def house(tmp_path):
    """A house with a tournament whose ties are broken by a play-off."""
    with cup_house(tmp_path) as found:
        yield found


def board(house, window, **options):
    """Open the leaderboard as a visitor."""
    found = window(house.web.url, **{**WIDE, **options})
    found.page.goto(f"/tournament/{OPEN}")
    found.page.locator(".tournament-head").wait_for()
    return found


def places(page):
    """Return who stands where, as the leaderboard says it."""
    rows = page.locator(".tournament-table tbody tr").all()
    return [f"{row.locator('.tournament-place').inner_text()} {row.get_attribute('data-player')}" for row in rows]


def audited(desk, watched):
    """Return the faults of both pages as they stand: one is wide and one narrow, at the next state the other way."""
    watched.is_dark = not watched.is_dark
    looks = LOOKS if watched.is_dark else LOOKS[::-1]
    found = [*desk.window.faults_at(looks[0]), *watched.faults_at(looks[1])]
    for one in (desk.page, watched.page):
        one.set_viewport_size((desk.hand.options if one is desk.page else WIDE)["viewport"])
    return found


def handed_over(house, window, desk, hand):
    """Let somebody go on with another hand, at a page of their own."""
    desk.window.context.close()
    return Desk(house, window, hand)


@pytest.mark.campaign(len(HANDS))
@pytest.mark.parametrize("turn", TURNS)
def test_a_tournament_of_eight_with_a_tie(house, window, turn):
    """From open entries to prizes paid; a visitor's leaderboard has it all, and no prize before the tie is broken."""
    first, second, third = hands_from(turn)
    desk, watched = Desk(house, window, first), board(house, window)
    seen = watched.page
    desk.next("Open entries")
    desk.next("Enter a player")
    desk.enter(*EIGHT)
    seen.locator("tr[data-player='Hal']").wait_for()
    faults = audited(desk, watched)
    desk.next("Close entries")
    desk.next("Draw the seats of heat 1")
    faults += audited(desk, watched)
    desk.drawn("Hal", "Gus", "Fay", "Eve", "Dot", "Cid", "Bob", "Ann")
    assert {1: ("Hal", "Gus", "Fay", "Eve"), 2: ("Dot", "Cid", "Bob", "Ann")} == house.state.tables
    seen.get_by_label("Table 2").get_by_text("Dot").wait_for()
    desk = handed_over(house, window, desk, second)
    desk.next("Start heat 1")
    desk.next("Record table 1")
    desk.counted(900, 600, 600, 100)
    desk.next("Record table 2")
    faults += audited(desk, watched)
    desk.counted(800, 700, 0, 300)
    # Gus and Fay have equal chips, and one of them can go on: nothing comes before another hand.
    seen.locator(".tournament-told", has_text="Gus and Fay are tied for the next heat").wait_for()
    desk.next("Record the play-off")
    desk.counted(300, 300)
    desk.page.locator("#next-act:not([disabled])", has_text="Record the play-off").wait_for()
    desk.next("Record the play-off")
    desk.counted(300, 450)
    seen.locator(".tournament-told", has_text="On to the next heat: Hal, Fay, Dot, Cid").wait_for()
    faults += won(house, handed_over(house, window, desk, third), watched)
    assert (faults, {"Fay": 10_000, "Cid": 5_000}) == (
        [],
        {name: one.prize_minor for name, one in house.state.entries.items() if one.prize_minor},
    )


def won(house, desk, watched):
    """Play the last heat, break its tie and pay the prizes; return what is not for everybody."""
    page, seen = desk.page, watched.page
    desk.next("End heat 1")
    desk.next("Draw the seats of heat 2")
    desk.drawn("Cid", "Dot", "Fay", "Hal")
    desk.next("Start heat 2")
    desk.next("Record table 1")
    desk.counted(500, 400, 500, 300)
    desk.next("End heat 2")
    # The first prize is between Cid and Fay.
    seen.locator(".tournament-told", has_text="Cid and Fay are tied over a prize").wait_for()
    assert ["=1 Cid", "=1 Fay", "3 Dot", "4 Hal"] == places(seen)[:4]
    faults = audited(desk, watched)
    desk.next("Record the play-off")
    desk.counted(100, 200)
    desk.next("Award the prizes")
    pay = page.get_by_role("button", name="Pay $150.00")
    pay.wait_for()
    assert ["1. Fay", "2. Cid"] == page.locator("dialog .tournament-prizes span").all_inner_texts()
    assert 0 == sum(one.prize_minor or 0 for one in house.state.entries.values())
    desk.hand.press(pay)
    seen.locator("tr[data-player='Fay'] .tournament-prize", has_text="$100.00").wait_for()
    seen.locator("tr[data-player='Cid'] .tournament-prize", has_text="$50.00").wait_for()
    assert ["1 Fay", "2 Cid", "3 Dot", "4 Hal", "5 Gus", "6 Ann", "7 Eve", "8 Bob"] == places(seen)
    page.locator("#next-act[disabled]", has_text="The prizes are awarded").wait_for()
    return faults


def test_what_is_wrong_says_why_and_two_people_disqualify(house, window):
    """A name twice, chips left out, fewer hands without a reason; whoever runs it alone cannot put somebody out."""
    desk = Desk(house, window, HANDS[0])
    page = desk.page
    desk.next("Open entries")
    # A player may be called like anything, and wins nothing by that.
    desk.enter("<b>Zed</b>", "constructor", "__proto__")
    assert ["", "", ""] == page.locator(".tournament-prize").all_inner_texts()
    page.locator("#entrant").fill("a:b")
    page.keyboard.press("Enter")
    page.locator(".refusal", has_text="Enter a name without a colon.").wait_for()
    page.locator("#entrant").fill("constructor")
    page.keyboard.press("Enter")
    page.locator(".refusal", has_text="has entered already").wait_for()
    house.seated(("Ann", "Bob", "Cid", "Dot", "Eve", "<b>Zed</b>", "constructor", "__proto__"))
    desk.next("Start heat 1")
    desk.next("Record table 1")
    page.get_by_role("button", name="Record the table").click()
    page.get_by_text("Enter the chips of Ann as a whole number.").wait_for()
    for place, count in enumerate((900, 600, 500, 100)):
        page.locator(".tally-row input").nth(place).fill(str(count))
    page.get_by_label("Hands played, of 10").fill("8")
    page.get_by_role("button", name="Record the table").click()
    page.get_by_text("Say why fewer hands were played.").wait_for()
    page.get_by_label("Why fewer hands?").fill("A fire alarm")
    page.get_by_role("button", name="Record the table").click()
    until(lambda: {1} == house.state.reported)
    page.locator("dialog").first.wait_for(state="detached")
    page.keyboard.press("m")
    page.get_by_role("button", name="Disqualify a player").click()
    page.locator("dialog select").select_option(label="Eve")
    page.locator("dialog").get_by_label("Reason").fill("Looked into the shoe")
    page.locator("form.act button.main").click()
    page.get_by_text("Looked into the shoe").first.wait_for()
    assert not house.state.entries["Eve"].is_disqualified
    (waiting,) = house.web.live.floor.look("house").state.approvals
    assert house["floorperson"].approve(waiting).json()["is_accepted"]
    page.locator("tr[data-player='Eve'] .is-disqualified").wait_for()
    assert "– Eve" == places(page)[-1]


def test_a_line_that_is_cut_and_visitors_who_have_no_desk(house, window):
    """Nothing is sent while the line is down; back again the page is as things are. A visitor has nothing to press."""
    house.seated()
    found = window(house.web.url, patience=1, **WIDE)
    found.become(house["pit-supervisor"])
    line = Silence(found.page)
    found.page.clock.install()
    found.page.goto(f"/tournament/{OPEN}")
    page = found.page
    page.locator("#next-act:not([disabled])", has_text="Start heat 1").wait_for()
    line.is_down = True
    page.clock.run_for(LATE_MS)
    assert page.get_by_text("Connection lost", exact=True).is_visible()
    assert 0 == page.locator("fieldset.stage button:enabled").count()
    page.keyboard.press("Space")
    page.locator("#next-act").dispatch_event("click")
    house.staff("start_heat")
    line.back()
    page.locator("#next-act:not([disabled])", has_text="Record table 1").wait_for()
    visitor = board(house, window)
    visitor.page.get_by_text("Heat 1 of 2").wait_for()
    assert ([], 0, 1) == (line.commands, visitor.page.locator("#next-act, form").count(), house.state.heat)


def test_the_plain_form_asks_for_everybodys_chips_and_for_an_order(house, window):
    """At the staff page a play-off names the players who are tied, and lots are drawn one by one."""
    house.staff("open_entries")
    for player in EIGHT:
        house.staff("enter_player", player=player, fee_minor=2_000)
    house.staff("close_entries")
    found = window(house.web.url, **WIDE)
    found.become(house["pit-supervisor"])
    page = found.page
    page.goto("/staff")
    page.get_by_label("Table, tote or tournament").select_option(OPEN)
    page.get_by_label("What you may do now").select_option("tournament.draw_seats/1")
    for player in reversed(EIGHT):
        page.locator(".lots-left").get_by_role("button", name=player, exact=True).click()
    page.locator("form.act button.main").click()
    until(lambda: ("Hal", "Gus", "Fay", "Eve") == house.state.tables.get(1))
    house.staff("start_heat")
    for table, chips in ((1, (9, 5, 5, 1)), (2, (4, 3, 2, 1))):
        held = dict(zip(house.state.tables[table], chips, strict=True))
        house.staff("record_heat", table=table, heat=1, hands=10, chips=held)
    page.locator("#act option[value='tournament.record_play_off/1']").wait_for(state="attached")
    page.get_by_label("What you may do now").select_option("tournament.record_play_off/1")
    page.get_by_label("Gus", exact=True).fill("7")
    page.locator("form.act button.main").click()
    assert 1 == page.locator(".tally-row input:invalid").count()
    page.get_by_label("Fay", exact=True).fill("3")
    page.locator("form.act button.main").click()
    until(lambda: (1,) == house.state.entries["Gus"].tie_break)
