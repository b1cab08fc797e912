"""Passkeys by HTTP: asked for at the house's own names, for one purpose at one place, and counted as passwords are."""

import pytest

from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.passkeys import RECENT_SECONDS
from pitboss.floor.rate_limit import Buckets
from tests.support.authenticator import Authenticator
from tests.support.web_house import Clock, web_house, written_house
from tests.support.web_trial import Trial
from tests.unit.web.test_second_person import RULE, asked, failures, waiting


class Passkeys(Trial):
    """A trial in which people have telephones."""

    def __post_init__(self):
        super().__post_init__()
        self.origin = f"http://localhost:{self.web.port}"

    def post(self, who, path, body=None, origin=None):
        """Send something from a page of the house."""
        origin = origin or self.origin
        headers = {"origin": origin, "host": origin.split("//")[1]}
        guest = self.web.visitor() if who is None else self[who]
        return guest.post(path, body, headers=headers)

    def added(self, person, name="Phone", **otherwise):
        """Add a passkey; return the authenticator that has it."""
        key = Authenticator(origin=self.origin, **otherwise)
        options = self.post(person, "/api/passkeys/new").json()
        made = key.made(options["challenge"], options["user"]["id"])
        assert 204 == self.post(person, "/api/passkeys", {"name": name, **made}).status_code
        return key

    def shown(self, key, who=None, purpose="sign_in", about=""):
        """Have an authenticator answer what it is asked at somebody's machine."""
        options = self.post(who, "/api/passkeys/challenge", {"purpose": purpose, "about": about}).json()
        return key.shown(options["challenge"])


@pytest.fixture
def clock():
    """Return a clock that the test moves."""
    return Clock()


@pytest.fixture
def trial(tmp_path, clock):
    """A house in which T1 has a dollar on red in game 1."""
    path = written_house(tmp_path)
    path.write_text(path.read_text().replace("[net]", '[net]\nnames = ["pit.example"]'))
    with web_house(path, clock=clock) as web:
        found = Passkeys(web, tmp_path)
        found.open_table("T1")
        found.bet("T1")
        yield found


def test_one_signs_in_with_a_passkey_that_one_added(trial):
    """The answer is that of a password: cookies, and the token for writing."""
    key = trial.added("dealer")
    found = trial.post(None, "/api/sign-in/passkey", trial.shown(key))
    assert (200, "dealer") == (found.status_code, found.json()["person"])
    assert {"pitboss_session", "pitboss_device"} == set(found.cookies)
    assert 1 == len([one for one in trial.web.live.door.sessions.values() if one.person.id == "dealer"])


def test_passkeys_are_asked_for_at_names_of_the_house(trial):
    """Not at an address, and at other names than localhost only by https."""
    ask = {"purpose": "sign_in"}
    port = trial.web.port
    origins = ["http://localhost", f"http://127.0.0.1:{port}", "http://pit.example", "https://pit.example"]
    found = [trial.post(None, "/api/passkeys/challenge", ask, origin=one) for one in origins]
    assert [200, 400, 400, 200] == [one.status_code for one in found]
    assert ["localhost", "pit.example"] == [one.json()["rpId"] for one in found if one.status_code == 200]
    assert 421 == trial.post(None, "/api/passkeys/challenge", ask, origin="https://evil.example").status_code


def test_a_passkey_takes_a_session_in_which_one_showed_lately_who_one_is(trial, clock):
    """Otherwise the password is asked for first, or a passkey; and it takes the token of the session."""
    assert 401 == trial.post(None, "/api/passkeys/new").status_code
    key = trial.added("dealer")
    clock.move(RECENT_SECONDS - 60)
    trial["dealer"].command("automatic-1", RULE)
    clock.move(61)
    refused = [
        trial.post("dealer", "/api/passkeys/new"),
        trial.post("dealer", "/api/passkeys/remove", {"name": "Phone"}),
    ]
    assert [(403, "ConfirmFirst")] * 2 == [(one.status_code, one.json()["error"]) for one in refused]
    assert 204 == trial.post("dealer", "/api/unlock/passkey", trial.shown(key, "dealer", "unlock")).status_code
    assert ["Phone"] == [one["name"] for one in trial["dealer"].get("/api/passkeys").json()]
    assert 204 == trial.post("dealer", "/api/passkeys/remove", {"name": "Phone"}).status_code
    assert [] == trial["dealer"].get("/api/passkeys").json()
    trial["dealer"].csrf = "x"
    assert 403 == trial.post("dealer", "/api/passkeys/new").status_code


def test_a_locked_session_is_opened_by_a_passkey(trial, clock):
    """Of its person: the page is told which ones those are."""
    key = trial.added("pit-supervisor")
    clock.move(301)
    assert 401 == trial["pit-supervisor"].get("/api/passkeys").status_code
    options = trial.post("pit-supervisor", "/api/passkeys/challenge", {"purpose": "unlock"}).json()
    assert [key.credential] == [one["id"] for one in options["allowCredentials"]]
    body = key.shown(options["challenge"])
    assert 204 == trial.post("pit-supervisor", "/api/unlock/passkey", body).status_code
    assert 200 == trial["pit-supervisor"].get("/api/passkeys").status_code


def test_a_second_person_confirms_by_passkey_at_the_asker_s_machine(trial):
    """For what the passkey was asked for, and nothing else; no session begins."""
    key = trial.added("pit-supervisor")
    one, other = asked(trial), asked(trial)
    sessions = set(trial.web.live.door.sessions)
    wrong = trial.post("dealer", f"/api/approvals/{one}/here/passkey", trial.shown(key, "dealer", "second", other))
    assert (401, 1, 2) == (wrong.status_code, failures(trial), waiting(trial))
    right = trial.post("dealer", f"/api/approvals/{one}/here/passkey", trial.shown(key, "dealer", "second", one))
    assert "automatic.game_voided/1" == right.json()["events"][0]["type"]
    assert sessions == set(trial.web.live.door.sessions)


def test_what_was_asked_at_another_s_machine_confirms_nothing_here(trial):
    """Nor where nobody is signed in."""
    key, approval = trial.added("pit-supervisor"), asked(trial)
    path = f"/api/approvals/{approval}/here/passkey"
    elsewhere = trial.post("dealer", path, trial.shown(key, "auditor", "second", approval))
    nobody = trial.post(None, path, trial.shown(key, "dealer", "second", approval))
    assert [401, 401] == [elsewhere.status_code, nobody.status_code]
    assert 401 == trial.post(None, "/api/passkeys/challenge", {"purpose": "second"}).status_code


def test_a_supervisor_rules_by_passkey_at_the_dealer_s_console(trial):
    """Before the dealer who is signed in; the passkey was asked for this command."""
    key = trial.added("pit-supervisor")
    trial.dropped("4")
    trial.do("dealer", "automatic-1", "automatic.confirm_number/1", pocket="17")
    body = {"key": "ruling", "act": RULE, **trial.shown(key, "dealer", "second", "automatic-1/ruling")}
    event = trial.post("dealer", "/api/streams/automatic-1/commands/here/passkey", body).json()["events"][0]
    assert ("17", "pit-supervisor", "dealer") == (event["pocket"], event["by"], event["witness"])


def test_who_asks_and_asks_waits(trial):
    """So that nobody makes the server forget what others were asked."""
    trial.web.server.challenges = Buckets(most=1, rate=0.001)
    ask = {"purpose": "sign_in"}
    found = [trial.post(None, "/api/passkeys/challenge", ask).status_code for _ in range(2)]
    assert [200, 429] == found
    trial.web.server.sign_ins = Buckets(most=1, rate=0.001)
    shown = Authenticator().shown("x")
    assert [401, 429] == [trial.post(None, "/api/sign-in/passkey", shown).status_code for _ in range(2)]


def test_administrators_are_offered_to_take_a_lost_passkey_away(trial):
    """With a second person, and not their own."""
    for person in ("dealer", "admin"):
        trial.added(person)
    offers = trial["admin"].get("/api/streams/house/offers").json()["offers"]
    found = [one for one in offers if one["act"] == "house.remove_passkey/1"]
    assert [False] == [one["alone"] for one in found]
    deed = {"type": "house.remove_passkey/1", "person": "dealer", "passkey": "Phone"}
    approval = trial["admin"].command(HOUSE_STREAM, deed).json()["approval"]
    trial["pit-manager"].post(f"/api/approvals/{approval}", {})
    assert [] == trial["dealer"].get("/api/passkeys").json()


def test_a_machine_has_no_passkeys(trial):
    """Nor has nobody."""
    assert [401, 401] == [one.get("/api/passkeys").status_code for one in (trial["T1"], trial.web.visitor())]
