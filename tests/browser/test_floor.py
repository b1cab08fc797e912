"""The floor and its watch pages in a real browser, with the demonstration house and its robots behind them."""

import os
import re
import signal

import pytest

from tests.support.browser import Window
from tests.support.web_house import until

WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
LOOKS = [{"viewport": size, "color_scheme": scheme} for size in (WIDE, NARROW) for scheme in ("light", "dark")]
PICTURES = {
    "automatic-1": ".numbers .newest",
    "roulette-1": ".numbers .newest",
    "baccarat-1": ".road .mark",
    "blackjack-1": ".arc .chip",
    "sicbo-1": ".die-picture",
}
"""A table, and what its tile shows once something has happened there."""
WATCHED = {
    "automatic-1": ".watch-cloth .cloth .hit",
    "baccarat-1": ".watch-road .mark",
    "blackjack-1": ".watch-place",
    "sicbo-1": ".watch-layout [data-place]",
    "tote": "watch-tote .board tbody tr",
    "tournament-1": ".watch-plain",
}
"""A stream, and what its watch page is made of."""


@pytest.fixture(scope="module")
def floor(chromium, demo):
    """The floor, live; one page for all who look at it."""
    found = Window(chromium, demo.url, patience=1, viewport=WIDE)
    page = found.page
    page.goto("/")
    page.get_by_text("Live", exact=True).wait_for()
    page.locator(".tile[data-stream=sicbo-1] .tile-limits", has_text="$5–$500").wait_for()
    yield page
    found.context.close()
    assert [] == found.errors


def test_every_game_has_its_own_picture(floor):
    """What happened there last, or lies there now, comes by itself; and all tiles have one height."""
    tiles = {stream: floor.locator(f".tile[data-stream={stream}]") for stream in PICTURES}
    for stream, tile in tiles.items():
        tile.locator(PICTURES[stream]).first.wait_for()

    assert {208} == {tile.bounding_box()["height"] for tile in tiles.values()}


def test_the_floor_is_alive(floor):
    """A tile for every table, a strip for the races, the house's name; and things happen while one looks."""
    tiles = floor.locator(".tile")
    before = tiles.all_inner_texts()
    until(lambda: sum(one != other for one, other in zip(before, tiles.all_inner_texts(), strict=True)) >= 4)
    floor.locator(".race-strip .runners li").first.wait_for()

    assert (10, "The Lantern House") == (tiles.count(), floor.locator("h1").inner_text())
    assert re.fullmatch(r"10 tables · 1 track", floor.locator("#count").inner_text())


def test_a_clock_runs_at_the_automatic_table(floor):
    """A ring with the seconds that are left, drawn by the page itself between two beats."""
    ring = floor.locator(".tile[data-stream=automatic-1] clock-ring")
    ring.wait_for()
    first = ring.inner_text()
    until(lambda: ring.inner_text() != first)

    assert floor.locator(".tile[data-stream=roulette-1] clock-ring").is_hidden()


def shown(page):
    """List the tables in sight."""
    return page.locator(".tile:visible").evaluate_all("tiles => tiles.map((one) => one.dataset.stream)")


def test_tables_are_chosen_by_game_seats_and_limits(floor):
    """Each filter by itself; a choice that nothing fits says so, and is undone with one click."""
    floor.get_by_role("button", name="Dice").click()
    assert ["sicbo-1"] == shown(floor)
    floor.get_by_role("button", name="Open seats").click()
    assert [] == shown(floor)
    floor.get_by_role("button", name="Show all tables").click()
    floor.locator("#limits").select_option(label="from $1 or less")
    # Tables whose limits are not there yet come by themselves.
    until(lambda: {"automatic-1", "roulette-3"} == set(shown(floor)))
    floor.locator("#limits").select_option(index=0)

    assert 10 == len(shown(floor))


def test_a_sign_opens_over_the_tiles(floor):
    """As a sheet; Escape closes it, and the focus is where it was."""
    button = floor.get_by_role("button", name="Limits and odds of Lantern Wheel")
    button.click()
    sheet = floor.get_by_role("dialog")
    sheet.get_by_role("cell", name="35 to 1").wait_for()
    assert 0 == floor.locator("#tables dialog").count()
    floor.keyboard.press("Escape")
    sheet.wait_for(state="detached")

    assert "$1–$1,000" == floor.evaluate("document.activeElement.textContent")


@pytest.mark.looks
def test_the_floor_is_for_everybody(demo, window):
    """No fault of accessibility, nothing wider than the screen, nothing too small to touch; nor with a sign open."""
    found = window(demo.url)
    found.page.goto("/")
    for stream, picture in PICTURES.items():
        found.page.locator(f".tile[data-stream={stream}] {picture}").first.wait_for()
    found.page.locator(".race-strip .runners li").first.wait_for()
    found.page.locator("#tour button").first.wait_for()
    assert [] == found.faults_at(*LOOKS)
    found.page.get_by_role("button", name="Limits and odds of Lantern Wheel").click()
    found.page.get_by_role("dialog").get_by_role("cell", name="35 to 1").wait_for()

    assert [] == found.faults_at(*LOOKS)


FITS = """() => {
  const [slot] = document.querySelectorAll(".watch-place .card-slot");
  if (slot?.querySelector("svg") == null) return null;
  const hand = slot.parentElement;
  hand.replaceChildren(...Array.from({ length: 5 }, () => slot.cloneNode(true)));
  const nodes = [hand.closest(".watch-place"), ...hand.querySelectorAll("svg")];
  const [place, ...drawn] = nodes.map((one) => one.getBoundingClientRect());
  return drawn.length === 5 && drawn.every((card) => card.left >= place.left && card.right <= place.right);
}"""
"""Whether a hand of five cards lies within its place; nothing while no card is on the table, or drawn yet."""
DEALT = """() => {
  const slot = document.querySelector(".watch-dealer .card-slot");
  if (slot?.querySelector("svg") == null) return null;
  slot.parentElement.replaceChildren(...Array.from({ length: 6 }, () => slot.cloneNode(true)));
  const { scrollWidth, clientWidth } = document.documentElement;
  return [document.querySelectorAll(".watch-dealer .card-slot svg").length >= 6, scrollWidth - clientWidth];
}"""
"""How much too wide the page is when the dealer has six cards; nothing while there is none, or it is not drawn yet."""


def found_by(page, question, place):
    """Ask a page again and again until cards lie at a place."""
    while (found := page.evaluate(question)) is None:
        page.locator(f"{place} .card-slot svg").first.wait_for()
    return found


@pytest.mark.parametrize("stream", WATCHED)
def test_a_table_is_watched(demo, window, stream):
    """Its picture, sign and story on one page, for everybody, at both widths."""
    found = window(demo.url)
    page = found.page
    page.goto(f"/watch/{stream}")
    page.locator(WATCHED[stream]).first.wait_for()
    page.locator("#panel-sign .sign p").first.wait_for()
    assert [] == found.faults_at(LOOKS[0], LOOKS[2])
    if stream == "blackjack-1":
        assert found_by(page, FITS, ".watch-place")
        page.set_viewport_size(LOOKS[2]["viewport"])
        assert [True, 0] == found_by(page, DEALT, ".watch-dealer")
    page.get_by_role("tab", name="Story").click()
    page.locator(".story li").first.wait_for()

    assert [] == found.faults_at(LOOKS[0], LOOKS[2])


def test_a_story_has_times_and_goes_on(demo, window):
    """Chips lie on the cloth; the newest sentence comes first, with its time, and newer ones come by themselves."""
    page = window(demo.url, viewport=WIDE).page
    page.goto("/watch/roulette-1")
    page.locator(".watch-cloth .lying").first.wait_for(state="attached")
    page.get_by_role("tab", name="Sign").press("ArrowRight")
    lines = page.locator(".story li")
    lines.first.wait_for()
    first = lines.first.inner_text()
    until(lambda: lines.first.inner_text() != first)

    assert re.match(r"\d\d:\d\d:\d\d", first)


def test_the_odds_of_a_wheel_are_told_with_their_numbers(demo, window):
    """Thirty-five to one on one number of thirty-eight; elsewhere they stand as they are posted."""
    page = window(demo.url, viewport=WIDE).page
    page.goto("/watch/automatic-1")
    page.get_by_role("tab", name="Odds").click()
    row = page.locator("#panel-odds tr", has_text="35 to 1")
    row.wait_for()
    assert "1 of 38" in row.inner_text()
    page.locator(".watch-cloth [data-bet='straight:17']").first.hover()
    page.get_by_text("Straight 17: pays 35 to 1 [RO-G1], $1 to $100").wait_for()
    page.goto("/watch/baccarat-1")
    page.get_by_role("tab", name="Odds").click()

    page.locator("#panel-odds tr", has_text="9 to 1").wait_for()


def test_a_table_that_there_is_not(demo, window):
    """The page says so, and leads back."""
    page = window(demo.url).page
    page.goto("/watch/nowhere")

    page.get_by_text("There is no such table in this house").wait_for()
    page.get_by_role("link", name="Floor").first.click()
    page.locator(".tile").first.wait_for()

    assert "/watch" not in page.url


def test_a_line_that_is_cut_is_told(demo, floor):
    """Within seconds everything that changes is dimmed, no clock runs, and nothing can be sent; then it is back."""
    buttons = floor.locator("#tour button")
    buttons.first.wait_for()
    os.kill(demo.process.pid, signal.SIGSTOP)
    try:
        floor.get_by_text("Connection lost", exact=True).wait_for()
        assert "0.4" == floor.locator(".tile[data-stream=roulette-1] .wheel-picture").evaluate(
            "async (node) => { await Promise.all(node.getAnimations().map((one) => one.finished));"
            " return getComputedStyle(node).opacity; }"
        )
        assert ["not live"] == list({*floor.locator(".tile:not(.is-closed) .tile-phase").all_inner_texts()})
        assert buttons.first.is_disabled()
    finally:
        os.kill(demo.process.pid, signal.SIGCONT)
    floor.get_by_text("Live", exact=True).wait_for()
    floor.get_by_text("Connection lost", exact=True).wait_for(state="hidden")

    floor.locator("#tour button:enabled").first.wait_for()
