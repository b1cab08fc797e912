"""The staff page with somebody signed in: all that it can show, for whoever sees, hears or reaches it otherwise."""

import pytest

from pitboss.floor.people.acts import AlarmKind, RaiseAlarm
from pitboss.games.table.acts import RelieveDealer
from tests.support.virtual_house import STREAM, OnHouse, virtual_house
from tests.support.web_guest import act
from tests.support.web_house import recorded, until, web_house, written_house
from tests.support.web_trial import EQUIPMENT, Trial

LOOKS = [
    {"viewport": size, "color_scheme": scheme}
    for size in ({"width": 1280, "height": 800}, {"width": 390, "height": 844})
    for scheme in ("light", "dark")
]
FORMS = [
    ("dealer", "automatic-1", "automatic.count_buy_in/1"),
    ("pit-supervisor", "automatic-1", "automatic.void_game/1"),
    ("mutuel-manager", "tote", "tote.open_card/1"),
    ("teller", "tote", "tote.sell_ticket/1"),
    ("admin", "roulette-1", ""),
    ("auditor", "roulette-1", ""),
]
"""Who looks, where, and at the form of which act; the panels differ by role."""
DEALING = [
    ("cards.commit_shoe/1", {"controls": "control 12", "from back": "104"}, "automatic shoe used"),
    ("table.open_betting/1", {}, "betting opened"),
    ("baccarat.call_no_more_bets/1", {}, "no more bets called"),
    ("baccarat.deal_card/1", {}, "card dealt"),
]
"""What a dealer does at a table with a virtual shoe, all that is asked, and what happens."""
WAITS = act("house.add_person/1", person="eve", name="Eve", role="dealer")


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    """A house in which a game takes bets and a card is open, an act waits for a second person, and an alarm stands."""
    folder = tmp_path_factory.mktemp("staff")
    with web_house(written_house(folder)) as web:
        found = Trial(web, folder)
        # Nobody's session is locked because a busy machine takes its time.
        web.live.door.monotonic_ns = found.clock.monotonic_ns
        found.open_tote()
        found.open_table("T1")
        assert 202 == found["admin"].command("house", WAITS).status_code
        alarm = RaiseAlarm(kind=next(iter(AlarmKind)), about="automatic-1", text="Somebody has to look at this.")
        web.run(recorded(web.live, alarm))
        yield found


@pytest.mark.looks
@pytest.mark.parametrize("form", FORMS, ids=[person for person, _, _ in FORMS])
def test_the_staff_page_is_for_everybody(trial, window, form):
    """With every panel filled and a form open: no fault of accessibility, nothing too wide or too small to touch."""
    (person, stream, tag), found = form, window(trial.web.url)
    found.become(trial[person])
    page = found.page
    page.goto("/staff")
    for panel in ("approvals", "alarms", "terminals"):
        page.locator(f"#{panel} tbody tr").first.wait_for()
    option = page.locator(f"#stream option[value^='{stream}']")
    option.wait_for(state="attached")
    page.locator("#stream").select_option(option.get_attribute("value"))
    page.locator(f"#act option[value='{tag}']").wait_for(state="attached")
    page.locator("#act").select_option(tag)
    page.locator("#form form" if tag else "#act").wait_for()
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")

    assert [] == found.faults_at(*LOOKS)


def test_a_dealer_commits_a_shoe_and_deals_from_it_without_naming_a_card(tmp_path, window):
    """The forms ask for nothing that is the server's to say, and the table says what came."""
    with web_house(virtual_house(tmp_path)) as web:
        table = OnHouse(web).stacked()
        table.do("pit_supervisor", RelieveDealer(dealer="dealer"))
        found = window(web.url)
        found.become(web.let_in("dealer"))
        page = found.page
        page.goto("/staff")
        page.locator(f"#stream option[value='{STREAM}']").wait_for(state="attached")
        page.locator("#stream").select_option(STREAM)
        for tag, asked, done in DEALING:
            page.locator(f"#act option[value='{tag}']").wait_for(state="attached")
            page.locator("#act").select_option(tag)
            page.locator("#form form").wait_for()
            assert list(asked) == page.locator("#form label").all_inner_texts()
            for label, value in asked.items():
                page.get_by_label(label).fill(value)
            page.locator("#form form button").click()
            page.get_by_text(f"Done: {done}.").wait_for()
            if done == "betting opened":
                table.bet(3, "player", 1_000)
        assert 1 == len(web.live.floor.look(STREAM).state.cards.shoe.drawn)


@pytest.mark.looks
@pytest.mark.clause("HP-C7")
def test_a_correction_is_seen_by_both_before_it_is_done(trial, window):
    """The form shows what would be recorded and asks again; the second person's sheet shows the same rows."""
    found = window(trial.web.url)
    found.become(trial["pit-supervisor"])
    page = found.page
    page.goto("/staff")
    # What waits in this house already comes as a sheet of its own.
    page.locator("dialog.sheet").wait_for()
    page.keyboard.press("Escape")
    page.locator("#stream option[value='roulette-1']").wait_for(state="attached")
    page.locator("#stream").select_option("roulette-1")
    page.locator("#act option[value='table.report_mispayment/1']").wait_for(state="attached")
    page.locator("#act").select_option("table.report_mispayment/1")
    page.locator("#form form").wait_for()
    page.get_by_label("player").fill("Ann")
    page.get_by_label("amount").fill("7.00")
    page.get_by_label("reason").fill("A stack fell over.")
    page.locator("#form form button").click()
    row = page.locator("dialog.sheet table.correction tbody tr")
    row.wait_for()
    assert ["Ann", "$0.00", "$7.00"] == row.locator("th, td").all_inner_texts()
    assert [] == found.faults_at(*LOOKS)
    page.get_by_role("button", name="Do it").click()
    page.get_by_text("Waits for a second person").first.wait_for()
    second = window(trial.web.url)
    second.become(trial["pit-manager"])
    second.page.goto("/staff")
    shown = second.page.locator("dialog.sheet table.correction tbody tr")
    second.page.locator("dialog.sheet").wait_for()
    if not shown.count():
        second.page.keyboard.press("Escape")
    shown.wait_for()
    assert ["Ann", "$0.00", "$7.00"] == shown.locator("th, td").all_inner_texts()
    second.page.locator("dialog.sheet footer button.next").click()
    second.page.get_by_text("Approved.").first.wait_for()


def test_an_old_form_does_not_take_the_place_of_a_newer_one(trial, window):
    """Whoever chooses another table keeps its form, though the form of the first one is made after it."""
    found = window(trial.web.url)
    old: list = []
    found.become(trial["dealer"])
    page = found.page
    page.route("**/api/streams/automatic-1/acts", lambda route: old.append(route))  # noqa: PLW0108 - asked for its name
    page.goto("/staff")
    until(lambda: page.evaluate("1") and old)
    page.locator("#stream").select_option("roulette-1")
    page.locator("#act option[value='table.inspect_equipment/1']").wait_for(state="attached")
    page.locator("#act").select_option("table.inspect_equipment/1")
    form = page.locator("#form form", has=page.get_by_role("button", name="Inspect equipment"))
    form.wait_for()
    for route in old:
        with page.expect_response("**/api/streams/automatic-1/acts") as answer:
            route.continue_()
        answer.value.finished()
    page.evaluate("new Promise((done) => setTimeout(done))")

    assert 1 == form.count()


def test_an_old_look_at_a_table_does_not_take_the_place_of_a_newer_one(tmp_path, window):
    """A terminal that was put at its table stays there, though what was asked before is answered after."""
    with web_house(written_house(tmp_path)) as web:
        trial = Trial(web, tmp_path)
        trial.do("dealer", "automatic-1", "table.inspect_equipment/1", items=EQUIPMENT)
        trial.do("dealer", "automatic-1", "table.open/1")
        found = window(web.url)
        old: list = []
        found.become(trial["pit-supervisor"])
        page = found.page

        is_first = True
        page.route(
            "**/api/streams/automatic-1",
            lambda route: old.append((route, route.fetch())) if is_first else route.continue_(),
        )
        page.goto("/staff")
        until(lambda: page.evaluate("1") and old)
        is_first = False
        trial.do("pit-supervisor", "automatic-1", "automatic.enrol_terminal/1", terminal="T1")
        alarm = RaiseAlarm(kind=next(iter(AlarmKind)), about="automatic-1", text="Look again.")
        web.run(recorded(web.live, alarm))
        placed = page.locator("#terminals tr", has_text="T1").get_by_text("in play")
        placed.wait_for()
        for route, answer in old:
            with page.expect_response("**/api/streams/automatic-1"):
                route.fulfill(response=answer)
        page.get_by_role("button", name="Put at the table T2").wait_for()
        assert placed.is_visible()
