"""Who is at the other end, by HTTP and WebSocket: sessions, locks, terminals, and the matrix once more by the line."""

import msgspec
import pytest

from pitboss.decider import Role
from pitboss.floor.people import acts as a
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.events import SignedOut
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.web.server import SESSION_COOKIE, TERMINAL_COOKIE
from tests.support.acts import all_streams, sample, tag_of
from tests.support.machine_key import MachineKey
from tests.support.web_guest import Guest, act
from tests.support.web_house import PASSWORD, Clock, person_of, recorded, switch, until, web_house, written_house
from tests.support.web_trial import Trial
from tests.unit.floor.people.test_roles import COLUMN_OF, ROWS, STAFF

KINDS = {tag_of(kind): kind for stream in all_streams() for kind in stream.acts}
STREAM_OF = {"automatic": "automatic-1", "tote": "tote", "house": HOUSE_STREAM, "roulette": "roulette-1",
             "table": "roulette-1"}  # fmt: skip
HERE = "still here"
STATUS = {"Y": 200, "2": 202, "r": 403, None: 403}


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    """Yield a house for the whole file: every test has people and machines of its own, and none moves the clock."""
    folder = tmp_path_factory.mktemp("identity")
    terminals = [(f"T{number}", "player", "automatic-1") for number in range(1, 10)] + [("W1", "window", "tote")]
    with web_house(written_house(folder, terminals=terminals, of_each_role=3)) as web:
        yield Trial(web, folder)


@pytest.fixture
def clock():
    """Return a clock that a test moves."""
    return Clock()


@pytest.fixture
def timed(tmp_path, clock):
    """Yield a house whose clock one test moves: whoever else was let in would be locked by it."""
    with web_house(written_house(tmp_path), clock=clock) as web:
        yield web


def _sampled():
    """Return an act of each row that has one on this house's streams: row, stream and act."""
    for row in ROWS:
        for tag in (tag for tag, kind in KINDS.items() if kind.permission == row):
            stream = STREAM_OF.get(tag.partition(".")[0])
            if stream is not None and tag != "automatic.void_game/1":
                yield row, stream, tag
                break


@pytest.mark.parametrize(("row", "stream", "tag"), list(_sampled()))
def test_every_role_against_a_sample_of_each_row_by_http(trial, row, stream, tag):
    """The answer's status is the cell's: done or refused by the rules, waiting for a second person, or forbidden."""
    document = msgspec.to_builtins(sample(KINDS[tag]))
    document.pop("nonce", None)
    for role in STAFF:
        # Cancelling is one's own affair at the window that sold: everybody stands at T1, which the act names.
        response = trial.at(person_of(role), "T1").command(stream, document)
        assert STATUS[ROWS[row]["cells"].get(COLUMN_OF[role])] == response.status_code, (role, response.text)


def test_every_role_against_the_ledger(trial):
    """Reading is a cell as well."""
    for role in STAFF:
        is_reader = ROWS["read"]["cells"].get(COLUMN_OF[role]) == "r"
        assert (200 if is_reader else 403) == trial[person_of(role)].get("/api/ledger").status_code, role
    assert 401 == trial.web.visitor().get("/api/ledger").status_code


# Sessions


def test_a_cookie_that_an_attacker_set_is_never_adopted(trial):
    """Signing in makes a new token, whatever the browser brought along."""
    guest = trial.web.visitor()
    guest.cookies[SESSION_COOKIE] = planted = "x" * 43
    assert 200 == guest.first_sign_in("teller-2", trial.web.live.codes["teller-2"], PASSWORD).status_code
    assert planted != guest.cookies[SESSION_COOKIE]
    attacker = trial.web.took(Guest(cookies={SESSION_COOKIE: planted}))
    assert attacker.get("/api/me").json()["person"] is None
    assert 401 == attacker.get("/api/streams/house").status_code


def test_a_person_has_one_session_and_the_old_line_is_closed(trial):
    """Whoever signs in anew ends the session before, and its open sockets."""
    first = trial.web.let_in("cashier-2")
    with first.socket() as line:
        line.wait("welcome")
        second = trial.web.visitor()
        assert 200 == second.sign_in("cashier-2", PASSWORD).status_code
        assert 4401 == line.closed()
    assert 401 == first.get("/api/streams/house").status_code
    assert "cashier-2" == second.get("/api/me").json()["person"]


@pytest.mark.parametrize("deed", ["disable", "role", "restore"])
def test_a_session_ends_with_what_it_stood_on(trial, deed):
    """Disabled, given another role or a new code: sockets are closed and the token is dead at once."""
    person = {"disable": "dealer-2", "role": "dealer-3", "restore": "mucker-2"}[deed]
    act_of = {
        "disable": act("house.disable_person/1", person=person, reason="left"),
        "role": act("house.change_role/1", person=person, role="teller"),
        "restore": act("house.restore_person/1", person=person),
    }[deed]
    guest = trial.web.let_in(person)
    with guest.socket() as line:
        line.wait("welcome")
        waiting = trial["admin"].command("house", act_of).json()
        assert trial["auditor"].approve(waiting["approval"]).json()["is_accepted"]
        assert 4401 == line.closed()
    assert 401 == guest.get("/api/streams/house").status_code
    assert 401 == guest.command("automatic-1", act("table.close/1")).status_code


def test_signing_out_closes_every_line_of_the_session(trial):
    """Two open sockets of one session are both closed."""
    guest = trial.web.let_in("inspector-2")
    with guest.socket() as one, guest.socket() as two:
        one.wait("welcome")
        two.wait("welcome")
        token = dict(guest.cookies)
        assert 204 == guest.post("/api/sign-out").status_code
        assert (4401, 4401) == (one.closed(), two.closed())
    again = trial.web.took(Guest(cookies=token, csrf=guest.csrf))
    assert 401 == again.command("automatic-1", act("table.close/1")).status_code


def test_an_idle_session_is_locked_on_every_line(timed, clock):
    """After 301 seconds nothing is done by HTTP or socket until the password is given again.

    The line on which it was locked is closed; what is asked on the next one is refused.
    """
    guest = timed.let_in("floorperson")
    hold = act("automatic.hold_game/1", reason="x")
    with guest.socket() as line:
        line.wait("welcome")
        clock.move(299)
        assert 200 == guest.command("automatic-1", hold).status_code
        clock.move(301)
        assert "five minutes" in line.wait("locked")["reason"]
        assert 4423 == line.closed()
    with guest.socket() as line:
        assert ["welcome", "locked"] == [line.next()["type"], line.next()["type"]]
        assert "SessionLocked" == line.command("automatic-1", hold)["error"]
        assert 401 == guest.command("automatic-1", hold).status_code
        assert guest.get("/api/me").json()["is_locked"]
        assert 401 == guest.post("/api/unlock", {"password": "wrong password"}).status_code
        assert 204 == guest.post("/api/unlock", {"password": PASSWORD}).status_code
        assert 4424 == line.closed()
    with guest.socket() as line:
        assert "answer" == line.command("automatic-1", hold)["type"]


def test_whoever_shows_again_who_they_are_has_another_cookie(timed):
    """A password is changed with the old one; the cookie of before is nobody's, and the lines of before are closed."""
    guest = timed.let_in("floorperson")
    before, new = dict(guest.cookies), "a tall heron waits"
    assert 401 == guest.post("/api/password", {"old": new, "new": new + "!"}).status_code
    with guest.socket() as line:
        line.wait("welcome")
        assert 204 == guest.post("/api/password", {"old": PASSWORD, "new": new}).status_code
        assert 4424 == line.closed()
    assert "floorperson" == guest.get("/api/me").json()["person"]
    assert timed.took(Guest(cookies=dict(before))).get("/api/me").json()["person"] is None
    assert 204 == guest.post("/api/unlock", {"password": new}).status_code


def test_lines_of_the_cookie_of_before_are_closed_after_the_new_one_is_sent(timed, monkeypatch):
    """Another window of the browser would else come back before the new cookie is there."""
    guest, door, codes = timed.let_in("floorperson"), timed.live.door, []

    async def unlocked():
        (session,) = door.sessions.values()
        (watcher,) = timed.server.sessions[session.id]
        close = watcher.outbox.close

        def noted(code, reason):
            codes.append(code)
            close(code, reason)

        monkeypatch.setattr(watcher.outbox, "close", noted)
        await door.unlock(session, PASSWORD)
        assert [] == codes
        await timed.server.renewed(session.id)

    with guest.socket() as line:
        line.wait("welcome")
        timed.run(unlocked())
        assert [4424] == codes
        assert 4424 == line.closed()


def test_lines_of_the_cookie_of_before_are_closed_though_nobody_takes_the_new_one(timed, monkeypatch):
    """Whoever has copied it is gone then as well."""
    monkeypatch.setattr("pitboss.web.server._LEAVING_SECONDS", 0.0)
    guest, door = timed.let_in("floorperson"), timed.live.door
    with guest.socket() as line:
        line.wait("welcome")
        timed.run(door.unlock(next(iter(door.sessions.values())), PASSWORD))
        assert 4424 == line.closed()


def test_a_window_that_asks_with_the_cookie_of_before_does_not_take_the_new_one_away(timed, clock):
    """A browser forgets a session's cookie by its name; one that nobody renewed just now it shall forget."""
    guest = timed.let_in("floorperson")
    before = timed.took(Guest(cookies=dict(guest.cookies)))
    assert 204 == guest.post("/api/unlock", {"password": PASSWORD}).status_code
    found = before.get("/api/me")
    assert (None, None) == (found.json()["person"], found.headers.get("set-cookie"))
    clock.move(61)
    assert "pitboss_session=" in before.get("/api/me").headers["set-cookie"]


def test_nobody_acts_without_a_passkey_that_the_house_wants(timed):
    """By HTTP and by socket: what they see is what everybody sees, until they have added one."""
    timed.live.door.passkeys_for = frozenset({Role.FLOORPERSON})
    guest, hold = timed.let_in("floorperson"), act("automatic.hold_game/1", reason="x")
    assert guest.get("/api/me").json()["needs_passkey"]
    answer = guest.command("automatic-1", hold)
    assert (403, "PasskeyNeeded") == (answer.status_code, answer.json()["error"])
    assert "a floorperson needs a passkey here: add one on the staff page" in answer.json()["reason"]
    assert 200 != guest.get("/api/streams/house").status_code
    with guest.socket() as line:
        assert "PasskeyNeeded" == line.command("automatic-1", hold)["error"]
        assert "terminals" not in line.subscribe("automatic-1")["state"]
    assert 200 == guest.get("/api/passkeys").status_code


def test_an_open_line_does_not_outlast_its_session(timed, clock):
    """After twelve hours it is closed by itself, however busy it was, and that is on record."""
    guest = timed.let_in("floorperson")
    with guest.socket() as line:
        line.wait("welcome")
        next(iter(timed.live.door.sessions.values())).until_ns = clock.ns
        assert 4401 == line.closed()
    assert 401 == guest.command("automatic-1", act("automatic.hold_game/1", reason="x")).status_code
    ended = msgspec.json.encode(SignedOut(person="floorperson", cause=a.Ended.EXPIRED))

    def asked(_):
        return [msgspec.json.decode(record.body) for record in timed.live.floor.journal.read(HOUSE_STREAM, after=1)]

    assert 1 == timed.live.floor.view(HOUSE_STREAM, asked).count(msgspec.json.decode(ended))


def test_lock_out_of_a_name_at_one_address_is_none_at_a_known_device(trial):
    """After three wrong passwords the address waits, whoever asks; the browser that came in before does not."""
    mine, stranger = trial.web.visitor(), trial.web.visitor()
    assert 200 == mine.first_sign_in("auditor-3", trial.web.live.codes["auditor-3"], PASSWORD).status_code
    answers = [stranger.sign_in("auditor-3", word) for word in ("wrong one", "wrong two", "wrong three", PASSWORD)]
    assert [401, 401, 401, 429] == [answer.status_code for answer in answers]
    assert 200 == mine.get("/api/streams/house").status_code
    assert 200 == mine.sign_in("auditor-3", PASSWORD).status_code
    assert 429 == stranger.sign_in("auditor-3", PASSWORD).status_code


def test_lock_out_by_address_spares_the_lock_screen(tmp_path, clock):
    """However often strangers of one address try to sign in, whoever is locked behind it gives the password once."""
    with web_house(written_house(tmp_path), clock=clock, has_limits=True) as web:
        guest, stranger = web.let_in("floorperson"), web.visitor()
        statuses = [stranger.sign_in(f"x{number}", "wrong one").status_code for number in range(12)]
        assert ([401] * 10, [429] * 2) == (statuses[:10], statuses[10:])
        clock.move(301)
        assert 204 == guest.post("/api/unlock", {"password": PASSWORD}).status_code


# Terminals


def test_a_machine_that_is_off_gets_nothing(trial):
    """An enrolled machine sees and does nothing before a supervisor switches it on."""
    machine = trial.web.bind("T2", is_on=False)
    assert 403 == machine.get("/api/streams/automatic-1").status_code
    with machine.socket() as line:
        assert "Forbidden" == line.next()["error"]
        assert 4403 == line.closed()
    switch(trial.web, "T2", is_on=True)
    assert 200 == machine.get("/api/streams/automatic-1").status_code


@pytest.mark.parametrize("deed", ["off", "withdrawn"])
def test_a_machines_line_is_cut_when_it_is_switched_off_or_withdrawn(trial, deed):
    """It is told nothing more from that moment, and its key opens nothing."""
    name = {"off": "T3", "withdrawn": "T4"}[deed]
    machine = trial.web.bind(name)
    with machine.socket() as line:
        line.subscribe("automatic-1")
        if deed == "off":
            trial.do("pit-supervisor", "house", "house.switch_terminal/1", terminal=name, is_on=False)
        else:
            waiting = trial["admin"].command("house", act("house.withdraw_terminal/1", terminal=name)).json()
            assert trial["auditor"].approve(waiting["approval"]).json()["is_accepted"]
        assert 4403 == line.closed()
    assert {"off": 403, "withdrawn": 401}[deed] == machine.get("/api/streams/automatic-1").status_code


def test_an_old_machines_line_does_not_act_for_the_one_that_came_after(trial):
    """A line that was left open when its position got another machine is as dead as its key."""
    machine, server = trial.web.bind("T9"), trial.web.server
    cookie = f"{TERMINAL_COOKIE}={machine.cookies[TERMINAL_COOKIE]}"
    visitor = server.visitor({"headers": [(b"cookie", cookie.encode())]}, is_proven=True)
    assert "T9" == server.acting(visitor).person.id
    assert "T9" == trial.web.bind("T9").get("/api/me").json()["person"]
    with pytest.raises(NotLetIn):
        server.acting(visitor)


def test_the_same_machine_replaces_its_own_line(trial):
    """A second connection from the same address is the machine that came back; the old line is closed."""
    machine = trial.web.bind("T5")
    with machine.socket() as old, machine.socket() as new:
        assert 4409 == old.closed()
        new.send("ping", token=HERE)
        assert HERE == new.wait("pong")["token"]
    assert [] == [about for _, about, _ in trial.web.alarms() if about == "T5"]


def test_another_machine_with_the_same_key_is_refused_and_alarmed_once(trial):
    """However often it tries, the pit has one alarm a minute, and the true machine goes on."""
    machine = trial.web.bind("T6")
    thief = trial.web.took(machine.elsewhere("127.0.0.6"))
    thief.key = machine.key
    with machine.socket() as line:
        line.wait("welcome")
        for _ in range(5):
            assert 403 == thief.get("/api/streams/automatic-1").status_code
            with thief.socket() as second:
                assert 4403 == second.closed()
        line.send("ping", token=HERE)
        assert HERE == line.wait("pong")["token"]
        until(lambda: "T6" in [about for _, about, _ in trial.web.alarms()])
    assert 1 == [about for _, about, _ in trial.web.alarms()].count("T6")


def test_a_position_is_taken_by_its_code_once_by_http(trial):
    """The code binds one machine, whose cookie no script can read."""
    code = trial.web.live.codes["T7"]
    first, second = trial.web.visitor(), trial.web.visitor()
    response = first.post("/api/enrol", {"code": code.lower(), "key": MachineKey().public})
    assert {"terminal": "T7"} == response.json()
    assert "httponly" in response.headers["set-cookie"].lower()
    assert TERMINAL_COOKIE in first.cookies
    assert 401 == second.post("/api/enrol", {"code": code, "key": MachineKey().public}).status_code


def test_a_window_does_nothing_without_its_teller(trial):
    """A teller's machine acts only through whoever is signed in there."""
    machine = trial["W1"]
    sale = act("tote.sell_ticket/1", terminal="W1", bets=[{"track": "FVD", "race": 1, "bet": "$2 WN 3"}])
    assert 401 == machine.command("tote", sale).status_code
    assert 200 == trial.at("teller", "W1").command("tote", sale).status_code


def test_the_house_is_no_strangers_business(trial):
    """People, alarms and waiting acts are shown to those who work here, by either line."""
    machine, stranger = trial.web.bind("T8"), trial.web.visitor()
    for guest in (machine, stranger):
        assert 403 == guest.get("/api/streams/house").status_code
        assert "house" not in [line["stream"] for line in guest.get("/api/streams").json()]
        with guest.socket() as line:
            assert "Forbidden" == line.subscribe("house")["error"]
            trial.web.run(recorded(trial.web.live, a.RaiseAlarm(kind=a.AlarmKind.LOAD, about="x", text="y")))
            line.send("ping", token=HERE)
            before = []
            while (message := line.next())["type"] != "pong":
                before.append(message.get("stream"))
            assert "house" not in before


def test_sessions_and_machines_outlast_a_restart(tmp_path):
    """Cookies work again when the server is back, and what was off is off."""
    house = written_house(tmp_path)
    with web_house(house) as web:
        dealer, machine, other = web.let_in("dealer"), web.bind("T1"), web.bind("T2", is_on=False)
    with web_house(house) as web:
        for guest in (dealer, machine, other):
            web.took(guest)
        assert Role.DEALER == dealer.get("/api/me").json()["role"]
        assert 200 == machine.get("/api/streams/automatic-1").status_code
        assert 403 == other.get("/api/streams/automatic-1").status_code
        assert 200 == dealer.command("automatic-1", act("table.close/1")).status_code
