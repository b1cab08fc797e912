"""What the pages read beside the streams: signs, the fields of acts, a wheel's layout, and which machine asks."""

import re
from datetime import UTC, datetime

import pytest

from pitboss.decider import Person, Role
from pitboss.floor.race_cards import card_of, read_template
from pitboss.games.roulette.layout import layout_of
from pitboss.tote.day.acts import OpenCard
from pitboss.tote.notation import called
from tests.support.web_house import DEMO, tote_day, web_house, written_house

STATIC = DEMO.parent / "web/static"


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    """A house with two roulettes, blackjack, a tournament and a tote."""
    tables = (
        ("automatic-1", "automatic"),
        ("roulette-1", "oneida-main"),
        ("blackjack-1", "blackjack-shoe"),
        ("tournament-1", "tournament"),
    )
    with web_house(written_house(tmp_path_factory.mktemp("house"), tables=tables)) as found:
        yield found


SEATS = (("SEAT-3", "seat", "roulette-1"), ("SEAT-4", "seat", "roulette-1"), ("T1", "player", "automatic-1"))


def test_a_seat_is_called_by_its_place_and_its_machine_knows_what_is_played(tmp_path):
    """Nobody reads a machine's name: a seat without a place of its own is counted among those of its table."""
    tables = (("automatic-1", "automatic"), ("roulette-1", "oneida-main"))
    house = written_house(tmp_path, tables=tables, terminals=SEATS)
    text = house.read_text(encoding="utf-8").replace('id = "SEAT-3"', 'id = "SEAT-3"\nposition = "8"')
    house.write_text(text, encoding="utf-8")
    with web_house(house) as found:
        assert {"SEAT-3": "8", "SEAT-4": "2"} == read(found, "roulette-1", "seats")
        assert {} == read(found, "automatic-1", "seats")
        assert ("seat", "roulette") == tuple(
            found.bind("SEAT-4").get("/api/machine").json()[k] for k in ("kind", "game")
        )


def read(web, stream, name):
    """Ask as somebody whom nobody knows."""
    return web.visitor().get(f"/api/streams/{stream}/{name}").json()


@pytest.mark.parametrize(("stream", "limit"), [("automatic-1", "$1.00"), ("roulette-1", "$5.00")])
def test_a_sign_has_the_table_s_own_limits(web, stream, limit):
    """The first line is the minimum in force at this very table."""
    sign = read(web, stream, "sign")

    assert ("Minimum", limit) == tuple(sign["sections"][0]["lines"][0][name] for name in ("label", "value"))


def test_a_tournament_posts_nothing(web):
    """There is no sign, and that is no error."""
    assert [] == read(web, "tournament-1", "sign")["sections"]


def test_the_house_posts_nothing(web):
    """Nor has the house's own stream a rulebook."""
    assert ("", []) == tuple(read(web, "house", "sign")[name] for name in ("edition", "sections"))


def test_the_tote_posts_minimums_and_takeouts(web):
    """A line for the kinds that cost and give alike, once a card is open."""
    before = read(web, "tote", "sign")["sections"]
    card = card_of(read_template(DEMO / "cards" / "fox-valley-downs.toml"), datetime.now(UTC), tote_day())
    web.did("tote", Person("mutuel-manager", Role.MUTUEL_MANAGER), OpenCard(card=card))  # type: ignore[arg-type]
    lines = read(web, "tote", "sign")["sections"][0]["lines"]

    assert [] == before
    assert [("from $2.00", True)] == [(line["value"].split(",")[0], "takeout" in line["value"]) for line in lines][:1]


def test_every_act_has_its_fields(web):
    """By the name under which it is sent, without what only refers to it."""
    found = read(web, "automatic-1", "acts")

    assert {"type", "terminal", "bet", "chip_minor", "game"} == set(
        found["acts"]["automatic.place_bet/1"]["properties"]
    )
    assert "VoidCause" in found["parts"]
    assert "PlaceBet" not in found["parts"]


@pytest.mark.parametrize(("stream", "counts"), [("automatic-1", (38, 161, 6)), ("blackjack-1", (0, 4, 6))])
def test_a_table_has_a_layout(web, stream, counts):
    """Pockets where there is a wheel; what can be bet on, and chips where there are screens for players."""
    found = read(web, stream, "layout")

    assert counts == (len(found["order"]), len(found["spots"]), len(found["chips_minor"]))


def test_a_layout_says_how_bets_are_called_and_where_they_lie(web):
    """Boxes have their place on the cloth, lines and corners a name; the tote has words for its kinds of bet."""
    wheel = {spot["bet"]: spot for spot in read(web, "automatic-1", "layout")["spots"]}
    tote = {spot["kind"]: spot for spot in read(web, "tote", "layout")["spots"]}

    assert ("00", "green", [0, 0, 1, 1.5]) == tuple(wheel["straight:00"][name] for name in ("title", "colour", "box"))
    assert ("19–36", "", [11, 4, 13, 5]) == tuple(wheel["high"][name] for name in ("title", "colour", "box"))
    assert ("Col 2", "Red") == (wheel["column:2"]["title"], wheel["red"]["title"])
    assert ("split 1-4", None) == (wheel["split:1-4"]["title"], wheel["split:1-4"]["box"])
    assert ("TRI", "1/4/2") == (tote["trifecta"]["bet"], tote["trifecta"]["example"])


def test_pages_list_neither_roles_nor_bets():
    """Who may do what, and how a bet is called, comes from the server; a kind of terminal may be a player's."""
    codes = {spot.bet for wheel in ("single_zero", "double_zero") for spot in layout_of(wheel).positions}
    codes |= {role.value for role in Role if role is not Role.PLAYER} | {word for word, _ in called().values()}
    # These are colours too, and what a button of the page does.
    codes -= {"red", "black"}
    scripts = "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("js/*.js"))

    assert [] == sorted(code for code in codes if re.search(rf"""["']{re.escape(code)}["']""", scripts))


def test_a_table_with_a_dealer_has_no_chips_on_a_screen(web):
    """Its wheel and bets are there all the same, each pocket with its colour."""
    found = read(web, "roulette-1", "layout")

    assert ("green", []) == (found["colours"]["00"], found["chips_minor"])


def test_a_machine_is_told_where_it_stands(web):
    """By its key and nothing else, on or off; others are told nothing."""
    machine = web.bind("T1", is_on=False)
    found = machine.get("/api/machine").json()

    expected = {"terminal": "T1", "kind": "player", "stream": "automatic-1", "position": None, "is_on": False}
    known = {"game": "automatic roulette", "has_printer": False, "trouble": None, "is_closed": False}
    known["is_demonstration"] = False
    assert {**expected, **known} == found
    assert web.visitor().get("/api/machine").json()["terminal"] is None


def test_a_broken_cookie_is_no_machine(web):
    """Whatever a browser sends."""
    answer = web.visitor().get("/api/machine", headers={"cookie": "pitboss_terminal=x; expires=; {}=;"})

    assert answer.json()["terminal"] is None


def test_a_session_that_is_over_is_forgotten(web):
    """The browser drops the cookie of a session that ended elsewhere, so that the floor is open to it again."""
    guest = web.visitor()
    answer = guest.get("/api/me", headers={"cookie": "pitboss_session=gone"})

    assert (200, None) == (answer.status_code, answer.json()["person"])
    assert "Max-Age=0" in answer.headers["set-cookie"]


def test_an_unknown_machine_keeps_its_key(web):
    """A key may be of another journal: it is not for a page to throw it away."""
    answer = web.visitor().get("/api/me", headers={"cookie": "pitboss_terminal=gone"})

    assert "set-cookie" not in answer.headers
