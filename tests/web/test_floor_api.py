"""What the floor and its watch pages read: the house, the next races with their cloths, and a table's story."""

from datetime import UTC, datetime

import pytest

from pitboss.decider import Person, Role
from pitboss.floor.race_cards import card_of, read_template
from pitboss.floor.writer import lanes
from pitboss.floor.writer.queue import Urgency
from pitboss.games.table import acts as table
from pitboss.tote.day.acts import OpenCard
from pitboss.web import floor_api, story
from pitboss.web.assets import PAGES
from pitboss.web.shared_looks import AT_ONCE
from tests.support.web_house import DEMO, tote_day, web_house, written_house

DEALER = Person("dealer", Role.DEALER)


@pytest.fixture
def web(tmp_path):
    """A house that nobody has played in."""
    with web_house(written_house(tmp_path)) as found:
        yield found


def read(web, path):
    """Ask as somebody whom nobody knows."""
    return web.visitor().get(path).json()


def test_the_house_says_what_it_is_called(web):
    """It is no demonstration."""
    assert {"name": "The Trial House", "currency": "USD", "is_demonstration": False} == read(web, "/api/house")


def test_the_next_race_has_its_runners_with_cloths_and_odds(web):
    """None before a card is open; then the first race of the card."""
    before = read(web, "/api/races")
    card = card_of(read_template(DEMO / "cards" / "fox-valley-downs.toml"), datetime.now(UTC), tote_day())
    web.did("tote", Person("mutuel-manager", Role.MUTUEL_MANAGER), OpenCard(card=card))  # type: ignore[arg-type]
    [race] = read(web, "/api/races")
    first = race["runners"][0]

    assert [] == before
    assert ("Fox Valley Downs", 1, ["OPEN"]) == tuple(race[name] for name in ("track_name", "race", "status"))
    assert ("1", "red", "99-1") == (first["number"], first["cloth"]["name"], first["odds"])


def test_a_story_is_told_with_times_the_newest_first(web):
    """As everybody there saw it."""
    items = web.live.floor.view("roulette-1", lambda live: tuple(one.item for one in live.state.equipment))
    web.did("roulette-1", DEALER, table.InspectEquipment(items=items))
    web.did("roulette-1", DEALER, table.OpenTable())
    lines = read(web, "/api/streams/roulette-1/story")

    assert lines[0]["text"].startswith("Dealer opens the table under oneida-roulette-2008")
    assert lines[0]["version"] > lines[-1]["version"]
    assert datetime.fromisoformat(lines[0]["at"]) <= datetime.now(UTC)


def test_a_story_goes_on_where_it_was_last_read(web, monkeypatch):
    """Bets wait while the journal is read: whoever asks again has only what is new since read for them."""
    items = web.live.floor.view("roulette-1", lambda live: tuple(one.item for one in live.state.equipment))
    before = read(web, "/api/streams/roulette-1/story")
    web.did("roulette-1", DEALER, table.InspectEquipment(items=items))
    first, begun = read(web, "/api/streams/roulette-1/story"), []
    journal, whole = web.live.floor.journal, web.live.floor.journal.read

    def noted(name, after):
        begun.append(after)
        return whole(name, after)

    monkeypatch.setattr(journal, "read", noted)
    web.did("roulette-1", DEALER, table.OpenTable())
    second = read(web, "/api/streams/roulette-1/story")
    assert [first[0]["version"]] == begun
    assert ([], second[-len(first) :], 1) == (before, first, len(second) - len(first))
    assert second == read(web, "/api/streams/roulette-1/story")


def test_the_house_s_own_story_is_not_told(web):
    """It is for those who work here."""
    assert 403 == web.visitor().get("/api/streams/house/story").status_code


def test_a_watch_page_is_there_for_every_stream(web):
    """The same page, whichever it is."""
    answer = web.visitor().get("/watch/roulette-1")

    assert (200, "watch.html") == (answer.status_code, PAGES["/watch/{stream:str}"])
    assert "js/watch.js" in answer.text


def test_the_state_names_its_dealer(web):
    """Nobody is shown by an id."""
    items = web.live.floor.view("roulette-1", lambda live: tuple(one.item for one in live.state.equipment))
    web.did("roulette-1", DEALER, table.InspectEquipment(items=items))
    before = read(web, "/api/streams/roulette-1")["state"]
    web.did("roulette-1", DEALER, table.OpenTable())

    assert (None, "Dealer") == (before.get("dealer_name"), read(web, "/api/streams/roulette-1")["state"]["dealer_name"])


@pytest.fixture
def put(web, monkeypatch):
    """Return the urgency of whatever these pages put to the writer from now on; no time passes for them."""
    found, asked = [], web.live.floor.ask

    def ask(stream, question, urgency=Urgency.PLAY):
        if question.__module__ in (floor_api.__name__, story.__name__):
            found.append(urgency)
        return asked(stream, question, urgency)

    monkeypatch.setattr(web.live.floor, "ask", ask)
    monkeypatch.setattr(web.server.looks._turns, "clock", lambda: 0.0)
    return found


@pytest.mark.parametrize("path", ["/api/streams/roulette-1/story", "/api/races"])
def test_whoever_asks_again_and_again_keeps_no_bet_waiting(web, put, path):
    """A story takes longer than a bet: it is put behind the bets, and not for each who asks."""
    guest = web.visitor()
    first = guest.get(path)
    assert [200] * 60 == [guest.get(path).status_code for _ in range(60)]
    assert (200, first.json()) == (first.status_code, guest.get(path).json())
    assert [Urgency.LOOK] * (AT_ONCE + 1) == put


def test_what_could_not_be_answered_is_asked_anew(web, put, monkeypatch):
    """However often it was asked: nobody is told for a second that the house is busy, which is not so any more."""
    guest = web.visitor()
    with monkeypatch.context() as busy:
        busy.setattr(lanes, "LOOKS_MAX", 0)
        assert [503] * 20 == [guest.get("/api/streams/roulette-1/story").status_code for _ in range(20)]
    assert 200 == guest.get("/api/streams/roulette-1/story").status_code
    assert put
