"""The staff page with somebody signed in: all that it can show, for whoever sees, hears or reaches it otherwise."""

import pytest

from pitboss.floor.staff.messages import AlarmKind, RaiseAlarm
from tests.support.web_guest import act
from tests.support.web_house import recorded, web_house, written_house
from tests.support.web_trial import Trial

SIZES = [
    pytest.param({"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"}, id="wide"),
    pytest.param({"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}, id="narrow"),
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


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("form", FORMS, ids=[person for person, _, _ in FORMS])
def test_the_staff_page_is_for_everybody(trial, window, form, size):
    """With every panel filled and a form open: no fault of accessibility, nothing too wide or too small to touch."""
    (person, stream, tag), found = form, window(trial.web.url, **size)
    cookies = trial[person].cookies.items()
    found.context.add_cookies([{"name": name, "value": value, "url": trial.web.url} for name, value in cookies])
    page = found.page
    page.goto("/staff.html")
    for panel in ("approvals", "alarms", "terminals"):
        page.locator(f"#{panel} tbody tr").first.wait_for()
    option = page.locator(f"#stream option[value^='{stream}']")
    option.wait_for(state="attached")
    page.locator("#stream").select_option(option.get_attribute("value"))
    page.locator(f"#act option[value='{tag}']").wait_for(state="attached")
    page.locator("#act").select_option(tag)
    page.locator("#form form" if tag else "#act").wait_for()
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")

    assert [] == found.faults()
