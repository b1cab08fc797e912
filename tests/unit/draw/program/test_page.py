"""The program as a page: everything in it, escaped, found by keyboard, and nothing fetched."""

import re

import pytest

from pitboss.draw.program.page import as_page
from tests.support.pages import Page, card_document, card_with, program_from


@pytest.fixture(scope="module")
def made():
    """Return the program of the larger example."""
    return program_from(card_document())


@pytest.fixture(scope="module")
def page(made):
    """Return its page, read back."""
    return Page(as_page(made))


def test_every_explanation_and_race_is_on_the_page(made, page):
    """Texts, notes, clauses, bets, runners and sentences."""
    wanted = [
        text for chapter in made.chapters for passage in chapter.passages for text in (passage.text, *passage.notes)
    ]
    for race in made.races:
        wanted += [f"Race {race.number}", f"Post time {race.post_time}", race.conditions, *race.legs, *race.coupled]
        wanted += [runner.name for runner in race.runners] + [runner.trainer for runner in race.runners]
        wanted += [runner.cloth.name for runner in race.runners] + [bet.note for bet in race.bets]
    assert [] == [text for text in wanted if text not in page.text]


def test_the_head_names_facility_track_and_day(page):
    """And what the hours are reckoned from."""
    head = "Oneida Fox Valley Downs Race program, Saturday, May 1, 2004 6 races from FVD. Times are UTC-05:00."
    assert head in page.text


def test_explanations_stand_before_the_races(page):
    """In the order of a printed program."""
    places = [
        page.text.rindex(text) for text in ("Breakage", "Daily Double PW-C5 You pick", "Lost tickets", "Race 1 Post")
    ]
    assert sorted(places) == places


def test_elements_are_closed_and_places_unique(page):
    """The page is well-formed, and every link leads to a place of its own."""
    assert ([], len(page.ids)) == (page.unclosed, len(set(page.ids)))
    assert [] == [link for link in page.links if link.removeprefix("#") not in page.ids]


def test_every_race_and_chapter_is_reached_by_a_link(page):
    """By keyboard as by mouse, and the races by the first key as well."""
    expected = {f"#race-{number}" for number in range(1, 7)} | {f"#chapter-{number}" for number in range(1, 5)}
    assert ("#race-1", expected) == (page.links[0], set(page.links))


@pytest.mark.parametrize("posted", [False, True])
def test_nothing_is_fetched_and_nothing_runs(posted):
    """No address, no script, and a policy that forbids both."""
    written = as_page(program_from(card_document(), posted=posted))
    assert {"script", "link", "img", "iframe"}.isdisjoint(Page(written).tags)
    assert (None, True) == (re.search(r"https?://|url\(|@import", written), "default-src 'none'" in written)


def test_texts_of_the_card_are_escaped():
    """What looks like markup is a name, wherever it stands."""
    evil = "<b>\"Bold\" & 'x'</b>"
    document = card_document()
    document["name"] = evil
    for race in document["races"]:
        race |= {"title": evil, "conditions": evil, "distance": evil, "surface": evil}
        race["runners"] = [
            {**runner, **dict.fromkeys(("name", "owner", "rider", "trainer", "weight", "morning_line"), evil)}
            for runner in race["runners"]
        ]
    written = as_page(program_from(document, name=evil))
    read = Page(written)
    assert ([], "<b>" in written, "b" in read.tags, evil in read.text) == (read.unclosed, False, False, True)


def test_letters_of_every_language_survive():
    """And each name keeps its direction to itself."""
    document = card_document()
    document["races"][0]["runners"][0]["name"] = "Ngọc Ánh 宝玉 العاصفة"
    assert "<bdi>Ngọc Ánh 宝玉 العاصفة</bdi>" in as_page(program_from(document))


def test_numbers_wear_their_colours():
    """One ground, two colours side by side, or none."""
    document = card_document("lake-breeze")
    document["races"][0]["runners"][5]["no"] = "9"
    written = as_page(program_from(document))
    assert 'style="background: #c8102e; color: #ffffff">1</span>' in written
    assert "linear-gradient(90deg, #141414 0 18%, #ffd92e 18% 82%, #141414 82%); color: #141414" in written
    assert '<span class="cloth">9</span></td><td role="cell"></td>' in written


def test_what_is_posted_has_large_type_and_no_races():
    """Nor links to races that are not there."""
    written = as_page(program_from(card_document(), posted=True))
    read = Page(written)
    assert ('<body class="posted">' in written, "Wagering explained, Saturday, May 1, 2004" in read.text) == (
        True,
        True,
    )
    assert ([], False) == (read.links, "Race 1" in read.text)


def test_a_bare_race():
    """Without title, conditions, bets, legs and coupled runners there are no empty elements for them."""
    document = card_with({"win"})
    document["races"] = [
        {"number": 1, "kind": "purse", "post_time": "2004-05-01T13:00:00-05:00", "runners": [{"no": "1", "name": "A"}]},
        {"number": 2, "kind": "purse", "post_time": "2004-05-01T14:00:00-04:00", "runners": [{"no": "1", "name": "B"}]},
    ]
    document["pools"] = document["pools"][:1]
    written = as_page(program_from(document))
    bare = written[written.index('id="race-2"') :]
    assert [] == [name for name in ("title", "conditions", "bets", "notes", "coupled") if f'class="{name}' in bare]
    assert "2 races from FVD.</p>" in written


def test_one_race_is_one():
    """The head counts in words that agree."""
    document = card_with({"win"})
    document |= {"races": document["races"][:1], "pools": document["pools"][:1]}
    assert "1 race from FVD. Times are UTC-05:00." in Page(as_page(program_from(document))).text
