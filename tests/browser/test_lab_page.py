"""A mathematician's hour in a real browser: rules that move an edge or are refused, odds, a sheet, a simulation."""

import csv
import io
import json
import re

import pytest

from tests.support.pit_house import pit_house
from tests.support.web_house import until

LOOKS = [
    {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
    for width, height in ((1280, 800), (390, 844))
    for scheme in ("light", "dark")
]
WIDE = LOOKS[0]
NOT_YET = re.compile(r"Failed to load resource: .* 503 \(Service Unavailable\)")
"""What a browser says of figures that take longer on a busy machine: the page asks for them again."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house with a table of every game."""
    with pit_house(tmp_path_factory.mktemp("lab")) as found:
        yield found


@pytest.fixture
def window(window):
    """Open windows that may have to ask for figures again."""

    def new(*asked, **options):
        found = window(*asked, **options)
        found.expected.append(NOT_YET)
        return found

    return new


def opened(house, window, path="/lab"):
    """Open the page as an auditor, once its figures are there."""
    found = window(house.web.url, **WIDE)
    found.become(house["auditor"])
    found.page.goto(path)
    found.page.get_by_text("Live", exact=True).first.wait_for()
    found.page.locator("#exact", has_text="of the wager").wait_for()
    return found


def column(page, place):
    """Return the cells of a column of the odds, as they stand."""
    return page.locator(f".lab-odds tbody tr > :nth-child({place})").all_inner_texts()


def line(page, key):
    """Return the line of a setting."""
    return page.locator(f".lab-rule[data-key='{key}']")


def test_rules_are_changed_and_figures_follow(house, window):
    """At blackjack, by keyboard alone: the edge moves, a refusal names its clause and changes nothing else."""
    seen = opened(house, window, "/lab?rulebook=oneida-blackjack-2004")
    page = seen.page
    page.locator("#cells", has_text="As the table is played now").wait_for()
    assert "0.728 %" == page.locator("#edge").inner_text()
    line(page, "h17").locator("select").focus()
    page.keyboard.press("ArrowDown")
    page.locator("#moved", has_text="▼ −0.2126").wait_for()
    page.locator("#cells", has_text="The changes move").wait_for()
    assert "yes" == line(page, "h17").locator("s").inner_text()
    assert page.evaluate("document.activeElement.id") == "rule-h17"
    line(page, "decks").locator("input").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("9")
    page.keyboard.press("Tab")
    line(page, "decks").locator(".lab-why", has_text="Refused: Decks = 9 is over the most permitted, 8").wait_for()
    assert "BJ-B4" in line(page, "decks").locator(".lab-why").inner_text()
    assert ("0.516 %", True) == (page.locator("#edge").inner_text(), page.locator("#run").is_disabled())
    page.reload()
    line(page, "decks").locator(".lab-why", has_text="BJ-B4").wait_for()
    until(lambda: page.locator("#edge").inner_text() == "0.728 %")
    assert [] == seen.faults_at(*LOOKS)
    page.locator("#put-back").click()
    page.locator("#changes", has_text="As the table is").wait_for()
    until(lambda: page.locator("#edge").inner_text() == "0.728 %")
    page.locator(".lab-tabs [data-part=pairs]").click()
    assert ["A,A", *"PPPPPPPPP-"] == page.locator(".lab-grid-of tbody tr").first.locator("th, td").all_inner_texts()


def test_odds_sheet_and_simulation_of_a_table(house, window):
    """Odds are sorted by the heads of their columns and a wager is chosen, whose simulation is followed to its end."""
    seen = window(house.web.url, **WIDE)
    seen.become(house["auditor"])
    seen.page.goto("/staff")
    seen.page.get_by_role("link", name="Laboratory").click()
    seen.page.locator("#exact", has_text="of the wager").wait_for()
    seen.page.get_by_label("Table or rulebook").select_option("table=baccarat-1")
    seen.page.locator("#edge-title", has_text="Banker").wait_for()
    seen.page.get_by_label("Table or rulebook").select_option("table=blackjack-1")
    seen.page.locator("#edge-title", has_text="by the table of totals").wait_for()
    cancelling(seen.page)
    seen.page.get_by_label("Table or rulebook").select_option("rulebook=seabrook-roulette")
    until(lambda: seen.page.get_by_label("Stake", exact=True).input_value() == "4.00")
    seen.page.get_by_label("Table or rulebook").select_option("table=roulette-1")
    seen.page.wait_for_url("**/lab?table=roulette-1")
    seen.page.locator(".lab-head:not([aria-busy])", has_text="Straight").wait_for()
    sorting(seen.page)
    playing(seen.page)
    assert [] == seen.faults_at(*LOOKS)
    seen.page.keyboard.press("p")
    seen.page.locator("#par-pdf").wait_for()
    seen.page.get_by_role("cell", name="first_five").first.wait_for()
    assert [] == seen.faults_at(*LOOKS)


def sorting(page):
    """Sort by the edge: up, down and as it was; choose a wager and take the odds along."""
    before = column(page, 1)
    head = page.locator("th:has([data-sort=edge_share])")
    head.locator("button").focus()
    found = []
    for _ in range(3):
        page.keyboard.press("Enter")
        edges = [float(text.partition(" ")[0]) for text in column(page, 4)]
        found.append((head.get_attribute("aria-sort"), edges[0], edges[-1]))
    assert [("ascending", 2.6316, 7.8947), ("descending", 7.8947, 2.6316), ("none", 2.6316, 5.2632)] == found
    assert before == column(page, 1)
    page.locator("[data-wager=red]").click()
    assert "exactly 1/19 of the wager" == page.locator("#exact").inner_text()
    with page.expect_download() as taken:
        page.locator("#odds-csv").click()
    rows = {row["name"]: row["edge"] for row in csv.DictReader(io.StringIO(taken.value.path().read_text()))}
    assert ("1/19", "3/38") == (rows["Red"], rows["First Five Numbers"])


def cancelling(page):
    """Cancel a simulation, which then plays no further: of blackjack, which lasts until anybody has cancelled it."""
    page.get_by_label("Rounds", exact=True).fill("many")
    page.locator("#run").click()
    page.locator("#run-why", has_text="Rounds “many”: enter a whole number").wait_for()
    page.get_by_label("Rounds", exact=True).fill("1,000,000,000")
    page.locator("#run").click()
    page.locator(".lab-plot .lab-mean").wait_for()
    page.locator("#run", has_text="Cancel").click()
    page.locator("#run-state", has_text="cancelled").wait_for()
    assert page.locator("#run-csv").is_hidden()


def playing(page):
    """Play a simulation to its end."""
    page.get_by_label("Rounds", exact=True).fill("500,000")
    page.get_by_label("Seed", exact=True).fill("7")
    page.locator("#run").click()
    page.locator("#run-state", has_text="done").wait_for()
    assert "500,000 of 500,000 rounds of Red" in page.locator("#run-off").inner_text()
    assert 1 == page.locator(".lab-plot .lab-exactly").count()
    with page.expect_download() as taken:
        page.locator("#run-json").click()
    found = json.loads(taken.value.path().read_text())
    assert (500_000, 7) == (sum(one["count"] for one in found["results"]), found["answer"]["seed"])
    assert page.locator("#run-told").inner_text().startswith(f"{-100 * found['answer']['mean']:.4f} % ±")
