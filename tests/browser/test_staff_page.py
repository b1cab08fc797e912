"""The staff page with somebody signed in: all that it can show, for whoever sees, hears or reaches it otherwise."""

import pytest

from pitboss.floor.people.acts import AlarmKind, RaiseAlarm
from pitboss.games.table.acts import RelieveDealer
from tests.support.virtual_house import STREAM, OnHouse, virtual_house
from tests.support.web_guest import act
from tests.support.web_house import recorded, web_house, written_house
from tests.support.web_trial import Trial

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
        found.open_tote()
        found.open_table("T1")
        assert 202 == found["admin"].command("house", WAITS).status_code
        alarm = RaiseAlarm(kind=next(iter(AlarmKind)), about="automatic-1", text="Somebody has to look at this.")
        web.run(recorded(web.live, alarm))
        yield found


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
