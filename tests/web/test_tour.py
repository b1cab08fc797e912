"""A demonstration's tour by HTTP: a place with one request, everything on record, and nothing of it elsewhere."""

import asyncio

import pytest

from pitboss.decider import Person, Role
from pitboss.floor.people.acts import Ended
from pitboss.floor.tour import GONE_SECONDS, IDLE_SECONDS, VISITORS_MAX
from pitboss.floor.visits import NoPlace, TourRole
from pitboss.games.roulette.automatic import acts as automatic
from pitboss.games.table import acts as table
from pitboss.web.heartbeat import Heartbeat
from tests.support.machine_key import MachineKey
from tests.support.tour_house import Standing, demonstration
from tests.support.web_house import Clock, opened, web_house

TABLES = ("automatic-1", "roulette-1")
DEALER = Person("dealer", Role.DEALER)


@pytest.fixture
def clock():
    """A clock that a test moves."""
    return Clock()


@pytest.fixture
def robots():
    """Robots that hold both tables."""
    return Standing(*TABLES)


@pytest.fixture
def web(tmp_path, robots, clock):
    """A demonstration house."""
    with web_house(demonstration(tmp_path), robots=robots, clock=clock) as found:
        yield found


def asks(guest, role):
    """Ask for a place, with the public half of the browser's own key; return the answer."""
    guest.key = MachineKey()
    return guest.post("/api/tour", {"as": role, "key": guest.key.public})


@pytest.fixture
def come(web):
    """Let somebody whom nobody knows take a place; return them and their visit."""

    def came(role):
        guest = web.visitor()
        answer = asks(guest, role)
        assert 200 == answer.status_code, answer.text
        guest.csrf = guest.get("/api/me").json()["csrf"]
        return guest, answer.json()

    return came


def state(web, stream):
    """Return a stream's state."""
    return web.live.floor.view(web.live.desk.named(stream), lambda live: live.state)


@pytest.mark.parametrize("has_robots", [True, False])
def test_a_house_that_is_no_demonstration_has_no_tour(tmp_path, has_robots):
    """Whether it has robots or not: 404, whatever is asked, and its page says so."""
    robots = Standing(*TABLES) if has_robots else None
    with web_house(demonstration(tmp_path, is_one=False), robots=robots) as web:
        guest = web.visitor()
        answers = [guest.get("/api/tour"), asks(guest, "player"), guest.post("/api/tour/leave")]
        dealer = web.let_in("dealer")
        answers += [dealer.post("/api/streams/roulette-1/hand-over")]
        is_one = guest.get("/api/house").json()["is_demonstration"]

    assert ([404] * 4, False) == ([answer.status_code for answer in answers], is_one)


def test_a_demonstration_without_robots_has_none_either(tmp_path):
    """There is nobody to sit beside."""
    with web_house(demonstration(tmp_path)) as web:
        assert 404 == web.visitor().get("/api/tour").status_code


def test_a_newcomer_plays(web, come):
    """The first free terminal is bound to the browser, on, and at its table."""
    guest, visit = come("player")
    own = guest.get("/api/streams/automatic-1").json()["state"]["own"]

    assert ("/t", "Visitor 1", True) == (visit["lands"], visit["name"], visit["is_ready"])
    assert ("T1", 0) == (guest.get("/api/me").json()["terminal"], own["credits_minor"])
    assert web.live.desk.positions["T1"].is_on


def test_a_newcomer_deals(come, robots):
    """A visitor is taken on and signed in, and the robots are asked for their roulette."""
    guest, visit = come("dealer")
    me = guest.get("/api/me").json()

    assert ("visitor-1", "dealer", "Visitor 1") == (me["person"], me["role"], me["name"])
    assert [("over", "roulette-1", "visitor-1")] == robots.asked
    assert ("roulette-1", "Main Floor 1", False) == (visit["stream"], visit["table"], visit["is_ready"])


def test_a_newcomer_sells_tickets(web, come):
    """The browser is a window, which the robots' manager has opened, with somebody signed in at it."""
    guest, _ = come("teller")
    me = guest.get("/api/me").json()

    assert ("visitor-1", "teller", "W1") == (me["person"], me["role"], me["terminal"])
    assert state(web, "tote").terminals["W1"].is_open


def test_a_window_is_closed_behind_its_teller(come, web):
    """It is off, out of work, and free for the next; nothing is ended twice."""
    guest, _ = come("teller")
    visit = web.live.tour.visits[0]
    guest.post("/api/tour/leave")
    web.run(web.live.tour.end(visit))

    assert (False, False) == (web.live.desk.positions["W1"].is_on, state(web, "tote").terminals["W1"].is_open)
    assert 200 == asks(web.visitor(), "teller").status_code


def test_a_newcomer_supervises(come):
    """Without a place of their own."""
    guest, visit = come("supervisor")

    assert ("pit_supervisor", None) == (guest.get("/api/me").json()["role"], visit["stream"])


def test_what_is_free_is_told(come, web):
    """Two terminals, two tables and a window; what is taken is not offered any more."""
    for role in ("player", "player", "teller", "dealer"):
        come(role)
    found = web.visitor().get("/api/tour").json()

    assert [("player", False), ("dealer", True), ("teller", False), ("supervisor", True)] == [
        (offer["as"], offer["is_free"]) for offer in found["offers"]
    ]
    assert found["visit"] is None
    assert 409 == asks(web.visitor(), "player").status_code


def test_a_second_dealer_gets_the_other_table_and_a_third_none(come, web):
    """The robots have two."""
    streams = [come("dealer")[1]["stream"] for _ in range(2)]

    assert ["roulette-1", "automatic-1"] == streams
    assert 409 == asks(web.visitor(), "dealer").status_code


def test_there_are_not_more_visitors_than_the_house_has_room_for(come, web):
    """One more is asked to come again."""
    for _ in range(VISITORS_MAX):
        come("supervisor")

    assert 409 == asks(web.visitor(), "supervisor").status_code


def test_a_browser_has_one_place_at_a_time(come, robots):
    """Who becomes something else gives the first place back, and the same visitor gets another role."""
    guest, _ = come("dealer")
    answer = asks(guest, "supervisor")

    assert ("visitor-1", [("over", "roulette-1", "visitor-1"), ("back", "roulette-1")]) == (
        answer.json()["person"],
        robots.asked,
    )
    assert "pit_supervisor" == guest.get("/api/me").json()["role"]
    assert "supervisor" == guest.get("/api/tour").json()["visit"]["as"]


def test_whoever_is_signed_in_is_asked_to_sign_out_first(web):
    """So is a machine of the house; a request without the session's token is refused."""
    person, machine = web.let_in("dealer"), web.bind("T1")
    answers = [asks(one, "player").status_code for one in (person, machine)]
    person.csrf = "another"

    assert [409, 409] == answers
    assert 403 == asks(person, "player").status_code


def test_too_many_attempts_are_slowed_down(web):
    """As for signing in."""
    web.server.sign_ins.take = lambda _: False

    assert "wait a minute" in asks(web.visitor(), "player").json()["reason"]


def test_who_leaves_has_no_place_any_more(come, web, robots):
    """Session, key and table are gone; leaving twice is no error."""
    dealer, player = come("dealer")[0], come("player")[0]
    assert [204] * 3 == [one.post("/api/tour/leave").status_code for one in (dealer, player, web.visitor())]

    assert ("back", "roulette-1") == robots.asked[-1]
    assert [] == web.live.tour.visits
    assert not web.live.desk.positions["T1"].is_on
    assert "T1" not in web.live.door.terminals.values()
    assert {} == state(web, "automatic-1").terminals


def test_a_key_of_no_use_is_forgotten(come, web):
    """The floor is open to a browser whose place was given back while it was away."""
    guest, _ = come("player")
    web.run(web.live.tour.end(web.live.tour.visits[0]))
    refused = guest.get("/api/streams").status_code
    assert guest.get("/api/tour").json()["visit"] is None
    me = guest.get("/api/me")

    assert (401, None) == (refused, me.json()["terminal"])
    assert any(
        'pitboss_terminal=""' in line or "pitboss_terminal=;" in line for line in me.headers.get_list("set-cookie")
    )
    assert 200 == asks(guest, "player").status_code


def play(web, terminal="T1"):
    """Open the automatic table and give a terminal credits."""
    items = tuple(entry.item for entry in state(web, "automatic-1").equipment)
    for deed in (
        table.InspectEquipment(items=items),
        table.OpenTable(),
        automatic.CountBuyIn(terminal=terminal, currency_minor=5_000),
        automatic.ConfirmBuyIn(terminal=terminal, amount_minor=5_000),
    ):
        assert hasattr(web.did("automatic-1", DEALER, deed), "events"), deed


def test_what_a_visitor_leaves_is_kept_for_them(come, web):
    """Credits are owed to the one who left, and the next visitor finds none at the terminal."""
    guest, _ = come("player")
    play(web)
    guest.post("/api/tour/leave")
    found = state(web, "automatic-1")
    again, _ = come("player")

    assert {"T1.1": 5_000} == found.payables()
    assert 0 == again.get("/api/streams/automatic-1").json()["state"]["own"]["credits_minor"]


def test_a_terminal_that_is_at_its_table_already_stays_there(come, web):
    """One with credits is not put there anew; nobody was told to take it away."""
    supervisor = Person("pit-supervisor", Role.PIT_SUPERVISOR)
    web.did("automatic-1", supervisor, automatic.EnrolTerminal(terminal="T1"))
    play(web)
    guest, _ = come("player")

    assert 5_000 == guest.get("/api/streams/automatic-1").json()["state"]["own"]["credits_minor"]


def test_a_place_that_cannot_be_given_is_taken_back(tmp_path, clock):
    """Without a robot who opens windows nobody sells: no visit stays, and the window is off."""
    robots = ("dealer", "pit_supervisor")
    with web_house(demonstration(tmp_path, robots=robots), robots=Standing(*TABLES), clock=clock) as web:
        answer = asks(web.visitor(), "teller")

        assert (409, []) == (answer.status_code, web.live.tour.visits)  # type: ignore[union-attr]
        assert not web.live.desk.positions["W1"].is_on


def test_a_place_that_the_table_refuses_is_taken_back(web, monkeypatch):
    """A refusal of the rules is told as it is."""
    monkeypatch.setattr(automatic, "EnrolTerminal", lambda **_: automatic.RemoveTerminal(terminal="nobody"))
    answer = asks(web.visitor(), "player")

    assert (409, []) == (answer.status_code, web.live.tour.visits)
    assert "no such terminal" in answer.json()["reason"]


def test_what_the_house_refuses_is_told(web):
    """A name that is taken by a machine cannot be a visitor's."""
    web.live.floor.view("house", lambda live: live.state.terminals.update({"visitor-1": live.state.terminals["T1"]}))
    answer = asks(web.visitor(), "supervisor")

    assert (409, "visitor-1 is the name of a machine") == (answer.status_code, answer.json()["reason"])


# Dealers of the house


def test_a_dealer_of_the_house_takes_a_table_and_gives_it_back(web, robots):
    """As anybody who deals may; one table at a time."""
    dealer = web.let_in("dealer")
    answers = [
        dealer.post(f"/api/streams/{stream}/{what}").status_code
        for stream, what in (("roulette-1", "hand-over"), ("automatic-1", "hand-over"), ("automatic-1", "hand-back"))
    ]

    assert [204] * 3 == answers
    assert [("over", "roulette-1"), ("back", "roulette-1"), ("over", "automatic-1"), ("back", "automatic-1")] == [
        one[:2] for one in robots.asked
    ]


def test_a_visitor_who_deals_may_take_another_table(come):
    """And is shown that one from then on."""
    guest, _ = come("dealer")
    guest.post("/api/streams/automatic-1/hand-over")

    assert "automatic-1" == guest.get("/api/tour").json()["visit"]["stream"]


def test_nobody_else_takes_a_table(web, come):
    """Only a dealer does, only a robot's, and not a table that is another person's."""
    come("dealer")
    supervisor, dealer = web.let_in("pit-supervisor"), web.let_in("dealer")
    asked = ((supervisor, "roulette-1"), (dealer, "roulette-1"), (dealer, "tote"), (dealer, "nowhere"))

    assert [403, 409, 409, 404] == [who.post(f"/api/streams/{at}/hand-over").status_code for who, at in asked]


def test_a_dealer_is_told_that_tables_can_be_taken(web, come):
    """Nobody else is, and nobody who has to give the password first."""
    people = (web.let_in("dealer"), web.let_in("pit-supervisor"), come("dealer")[0], web.visitor())

    assert [True, False, True, False] == [who.get("/api/tour").json()["may_deal"] for who in people]


# Time


@pytest.fixture
def quiet(monkeypatch):
    """Let the beat not look who is there: the test does."""

    async def nothing(_):
        """Look at nothing."""

    monkeypatch.setattr(Heartbeat, "_end_visits", nothing)


def sweep(web, *, sessions=(), terminals=()):
    """Let the house look who is still there."""
    web.run(web.live.tour.sweep(sessions, terminals))


@pytest.mark.usefixtures("quiet")
def test_a_visitor_without_an_open_page_is_gone(come, web, clock, robots):
    """After two minutes; whoever has a page open stays."""
    (_, _), (player, _) = come("dealer"), come("player")
    clock.move(GONE_SECONDS + 1)
    sweep(web, terminals={"T1"})
    player.shown_until = 0.0

    assert ["player"] == [visit.role.value for visit in web.live.tour.visits]
    assert ("back", "roulette-1") == robots.asked[-1]
    assert "T1" == player.get("/api/me").json()["terminal"]


@pytest.mark.usefixtures("quiet")
def test_a_visitor_who_does_nothing_for_an_hour_is_gone(come, web, clock):
    """A page that is left open keeps nobody; who bets stays."""
    come("player")
    second, _ = come("player")
    come("supervisor")
    session = web.live.tour.visits[-1].session
    clock.move(IDLE_SECONDS)
    second.shown_until = 0.0
    second.post(
        "/api/streams/automatic-1/commands",
        {"key": "k", "act": {"type": "automatic.verify_credit/1", "terminal": "T2"}},
    )
    clock.move(1)
    sweep(web, sessions={session}, terminals={"T1", "T2"})

    assert ["T2"] == [visit.terminal for visit in web.live.tour.visits]


@pytest.mark.usefixtures("quiet")
def test_a_visitor_is_not_locked_after_five_minutes(come, clock):
    """There is no password to give."""
    guest, _ = come("supervisor")
    clock.move(600)

    assert not guest.get("/api/me").json()["is_locked"]


@pytest.mark.usefixtures("quiet")
def test_who_signs_out_has_left(come, web):
    """The visit ends with the session."""
    guest, _ = come("supervisor")
    guest.post("/api/sign-out")
    sweep(web)

    assert [] == web.live.tour.visits


@pytest.mark.usefixtures("quiet")
def test_the_robot_has_its_table_back_from_a_dealer_who_is_away(web, clock, robots):
    """After five minutes without input, or without a session at all."""
    dealer = web.let_in("dealer")
    dealer.post("/api/streams/roulette-1/hand-over")
    sweep(web)
    assert "dealer" == robots.dealers["roulette-1"]
    clock.move(301)
    sweep(web)

    assert robots.dealers["roulette-1"] is None


def test_the_beat_looks_who_is_still_there(come, web, clock, robots):
    """Nobody has to ask for it."""
    come("dealer")
    clock.move(GONE_SECONDS + 1)
    while web.live.tour.visits:
        web.run(asyncio.sleep(0.05))

    assert ("back", "roulette-1") == robots.asked[-1]


def test_visits_are_found_after_a_restart(tmp_path, clock):
    """Sessions and keys go on, and who left in between has left their table."""
    path, journal = demonstration(tmp_path), str(tmp_path / "house.db")
    with web_house(path, journal=journal, robots=Standing(*TABLES), clock=clock) as web:
        guests = [web.visitor() for _ in range(4)]
        for guest, role in zip(guests, ("player", "teller", "dealer", "dealer"), strict=True):
            asks(guest, role)
        for stream, dealer in (("roulette-1", "visitor-3"), ("automatic-1", "visitor-4")):
            web.live.floor.view(stream, lambda live, dealer=dealer: _opened(live, dealer))  # type: ignore[misc]
        web.run(web.live.door.end_all("visitor-4", Ended.ASKED))
    robots = Standing(*TABLES)
    live = opened(path, journal, clock, robots)
    found = sorted((one.number, one.role.value, one.terminal) for one in live.tour.visits)  # type: ignore[union-attr]
    live.close()

    assert [(1, "player", "T1"), (2, "teller", "W1"), (3, "dealer", None)] == found


def _opened(live, dealer):
    live.state.is_open, live.state.dealer = True, dealer


@pytest.mark.parametrize(
    ("dealer", "asked"),
    [("dealer", [("over", "roulette-1", "dealer")]), ("dana", [("back", "roulette-1")]), ("robot-dealer", [])],
)
def test_tables_that_people_dealt_before_a_restart(tmp_path, dealer, asked):
    """Whoever is still signed in has the table on, whoever is not has left it; a robot's is a robot's."""
    path = demonstration(tmp_path)
    robots = Standing("roulette-1")
    with web_house(path, robots=robots) as web:
        web.let_in("dealer")
        web.live.floor.view("roulette-1", lambda live: _opened(live, dealer))
        web.live.tour._find_dealers()  # type: ignore[union-attr]

    assert asked == robots.asked


def test_a_place_is_asked_for_one_after_the_other(web):
    """Two who click at once do not get the same terminal."""

    async def both():
        return await asyncio.gather(
            *(web.live.tour.begin(TourRole.PLAYER, MachineKey().public) for _ in range(3)), return_exceptions=True
        )

    found = web.run(both())

    assert ["T1", "T2"] == [one.visit.terminal for one in found[:2]]
    assert isinstance(found[2], NoPlace)


def test_a_place_at_a_machine_needs_the_browser_s_own_key(web):
    """Without one nothing is given, and the place stays free."""
    answer = web.visitor().post("/api/tour", {"as": "player"})

    assert (400, "key") == (answer.status_code, answer.json()["values"]["field"])
    assert [] == web.live.tour.visits
