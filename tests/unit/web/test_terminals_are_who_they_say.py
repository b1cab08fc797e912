"""A terminal is the machine that has its key: a copy of its cookie is nobody, wherever and whenever it is shown."""

import asyncio
import base64
import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pitboss.errors import InputError
from pitboss.floor.people.acts import AlarmKind, BindTerminal
from pitboss.floor.people.machine_keys import is_signed, public_key
from pitboss.floor.people.proofs import NONCE_SECONDS, PROOF_SECONDS, Proofs
from pitboss.web import sockets
from pitboss.web.server import PROOF_COOKIE
from tests.support.machine_key import MachineKey
from tests.support.web_guest import Guest, act
from tests.support.web_house import Clock, opened, switch, until, web_house, written_house
from tests.support.web_trial import Trial
from tests.unit.floor.people.test_codes import KEY


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    """Yield a house for the whole file: every test has its own machine."""
    folder = tmp_path_factory.mktemp("machines")
    terminals = [(f"T{number}", "player", "automatic-1") for number in range(1, 10)] + [("W1", "window", "tote")]
    with web_house(written_house(folder, terminals=terminals)) as web:
        yield Trial(web, folder)


def thief_of(trial, machine, address="127.0.0.1"):
    """Return somebody who has copied a machine's cookies, and has not its key."""
    return trial.web.took(machine.elsewhere(address))


def alarmed(trial, terminal):
    """Return what the pit is told about a terminal."""
    return [text for _, about, text in trial.web.alarms() if about == terminal]


def test_a_stolen_cookie_opens_nothing_while_the_machine_is_off_line(trial):
    """Neither a line nor an act, and the pit is told; the machine itself comes in as before."""
    machine = trial.web.bind("T1")
    thief = thief_of(trial, machine)
    with thief.socket() as line:
        assert "cannot show its key" in line.wait("problem")["reason"]
        assert 4403 == line.closed()
    assert "ProofNeeded" == thief.command("automatic-1", act("automatic.clear_bets/1", terminal="T1")).json()["error"]
    until(lambda: alarmed(trial, "T1"))
    assert "has the cookie of terminal T1 and cannot show its key" in alarmed(trial, "T1")[0]
    with machine.socket() as line:
        assert "T1" == line.wait("welcome")["terminal"]


def test_a_thief_of_cookies_does_not_fill_the_pit_with_alarms(trial, monkeypatch):
    """One alarm of a terminal is enough until it is cleared; then the next is told."""
    monkeypatch.setattr(trial.web.server._alarmed, "take", lambda _: True)
    thief = thief_of(trial, trial["T3"])

    def knocks():
        with thief.socket() as line:
            line.closed()
        until(lambda: not trial.web.server._alarms)

    for _ in range(3):
        knocks()
    assert 1 == len(alarmed(trial, "T3"))
    number = trial.web.live.floor.view(
        "house", lambda live: next(n for n, one in live.state.alarms.items() if "T3" in one)
    )
    trial.do("pit-supervisor", "house", "house.clear_alarm/1", alarm=number, text="looked at")
    assert 0 == len(alarmed(trial, "T3"))
    knocks()
    assert 1 == len(alarmed(trial, "T3"))


def test_two_who_are_found_at_once_are_one_alarm(trial):
    """Whoever is told of second waits until the first is recorded."""
    server = trial.web.server

    async def both():
        for text in ("one machine", "another machine"):
            server.alarm(AlarmKind.TERMINAL, "T4", text)
        await asyncio.gather(*server._alarms)

    trial.web.run(both())
    assert ["one machine"] == alarmed(trial, "T4")


def test_a_stolen_cookie_that_comes_first_shuts_nobody_out(trial):
    """The machine takes its place, whoever knocks at the same time."""
    machine = trial.web.bind("T2")
    thief = thief_of(trial, machine, "127.0.0.7")
    with thief.connecting_raw() as knocking, machine.socket() as line:
        assert "challenge" == json.loads(knocking.recv())["type"]
        assert "T2" == line.wait("welcome")["terminal"]
        line.send("ping")
        line.wait("pong")


@pytest.mark.parametrize("answer", ["", "{", '{"type":"ping"}', '{"type":"proof","signature":"AAAA"}'])
def test_what_is_no_proof_is_none(trial, answer):
    """Whatever is sent in its place, the line is closed and nothing was served on it."""
    machine = trial["T3"]
    with thief_of(trial, machine).connecting_raw() as line:
        assert "challenge" == json.loads(line.recv())["type"]
        line.send(answer)
        assert "problem" == json.loads(line.recv())["type"]


def test_a_proof_is_of_one_line(trial):
    """A signature that was heard on one line is of no use on another."""
    machine = trial["T3"]
    with machine.connecting_raw() as one, thief_of(trial, machine).connecting_raw() as other:
        signed = machine.proof_for(one.recv())
        assert "challenge" == json.loads(other.recv())["type"]
        other.send(signed)
        assert "problem" == json.loads(other.recv())["type"]
        one.send(signed)
        assert "welcome" == json.loads(one.recv().splitlines()[0])["type"]


def test_who_does_not_answer_is_let_go(trial, monkeypatch):
    """A line on which no key is shown ends by itself."""
    monkeypatch.setattr(sockets, "PROOF_SECONDS", 0.05)
    with thief_of(trial, trial["T3"]).connecting_raw() as line:
        assert ["challenge", "problem"] == [json.loads(line.recv())["type"] for _ in range(2)]


def test_the_newest_page_of_the_same_browser_wins(trial):
    """Opened twice, the older is told so."""
    machine = trial.web.bind("T4")
    with machine.socket() as old:
        old.wait("welcome")
        with machine.socket() as new:
            new.wait("welcome")
            assert 4409 == old.closed()


def test_a_key_at_another_address_is_refused_while_the_machine_is_connected(trial):
    """Even with the key itself the second is refused and alarmed, and takes the place once the first is gone."""
    machine = trial.web.bind("T5")
    other = trial.web.took(machine.elsewhere("127.0.0.8"))
    other.key = machine.key
    with machine.socket() as line:
        line.wait("welcome")
        with other.socket() as second:
            assert 4403 == second.closed()
        until(lambda: alarmed(trial, "T5"))
    until(lambda: "T5" not in trial.web.server.sockets)
    with other.socket() as second:
        assert "T5" == second.wait("welcome")["terminal"]


def test_a_proof_by_http_is_its_address_own(trial):
    """A copy of all cookies, the proof among them, is of no use elsewhere."""
    machine = trial.web.bind("T6")
    assert "T6" == machine.get("/api/me").json()["person"]
    assert PROOF_COOKIE in machine.cookies
    thief = thief_of(trial, machine, "127.0.0.9")
    assert thief.get("/api/me").json()["person"] is None
    assert 401 == thief.get("/api/streams/automatic-1/offers").status_code
    assert 200 == thief.get("/api/streams/automatic-1").status_code


def test_a_withdrawn_machine_has_shown_nothing(trial):
    """What it has shown before counts no more when another stands in its place."""
    machine = trial.web.bind("T7")
    machine.get("/api/me")
    again = trial.web.bind("T7")
    assert machine.get("/api/me").json()["terminal"] is None
    assert "T7" == again.get("/api/me").json()["terminal"]


def test_a_question_by_http_is_answered_once_and_by_its_machine(trial):
    """Made up, used up, or signed by another key: none of them is a proof."""
    machine = trial.web.bind("T8")
    asked = machine.post("/api/machine/challenge").json()
    right = {"nonce": asked["nonce"], "signature": machine.key.signed("T8", asked["nonce"])}
    assert 401 == machine.post("/api/machine/proof", {**right, "nonce": "made up"}).status_code
    assert [204, 401] == [machine.post("/api/machine/proof", right).status_code for _ in range(2)]
    asked = machine.post("/api/machine/challenge").json()
    wrong = {"nonce": asked["nonce"], "signature": MachineKey().signed("T8", asked["nonce"])}
    assert 401 == machine.post("/api/machine/proof", wrong).status_code
    assert 401 == trial.web.visitor().post("/api/machine/challenge").status_code


def test_a_teller_with_a_copied_window_looks_and_does_not_act(trial):
    """A person's own session is good; what is done at a window is done at the machine that stands there."""
    window, teller = trial["W1"], trial["teller"]
    copied = trial.web.took(Guest("teller", teller.cookies | window.cookies, teller.csrf))
    sale = act("tote.sell_ticket/1", terminal="W1", bets=[{"track": "FVD", "race": 1, "bet": "$2 WN 3"}])
    assert "ProofNeeded" == copied.command("tote", sale).json()["error"]
    assert 200 == copied.get("/api/streams/house").status_code
    with copied.socket() as line:
        assert (None, "teller") == ((found := line.wait("welcome")).get("terminal"), found["who"])
        assert "ProofNeeded" == line.command("tote", sale)["error"]
    assert 200 == trial.at("teller", "W1").command("tote", sale).status_code


def test_a_proof_after_the_welcome_is_none_that_was_asked_for(trial):
    """It is answered, and changes nothing."""
    with trial["T3"].socket() as line:
        line.wait("welcome")
        line.send("proof", signature="AAAA")
        assert "there is nothing to sign now" in line.wait("problem")["reason"]


# By itself


def _spki(key):
    return base64.b64encode(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()


@pytest.mark.parametrize(
    "key",
    [
        "",
        "not base64!",
        "AAAA",
        _spki(ec.generate_private_key(ec.SECP384R1()).public_key()),
        _spki(ed25519.Ed25519PrivateKey.generate().public_key()),
    ],
    ids=["nothing", "no base64", "no key", "P-384", "Ed25519"],
)
def test_only_a_key_on_p_256_is_taken(key):
    """What browsers make; anything else is said to be none."""
    with pytest.raises(InputError, match="P-256"):
        public_key(key)


@pytest.mark.parametrize("signature", ["", "!", "AAAA", base64.b64encode(bytes(64)).decode()])
def test_a_signature_is_two_numbers(signature):
    """Nothing else is looked at."""
    assert not is_signed(KEY, "T1", "x", signature)


@pytest.mark.parametrize(("terminal", "nonce"), [("T1", "x"), ("T2", "x"), ("T1", "y")])
def test_a_signature_is_of_one_terminal_and_one_question(terminal, nonce):
    """Of another of either it is none."""
    key = MachineKey()
    assert (("T1", "x") == (terminal, nonce)) == is_signed(key.public, terminal, nonce, key.signed("T1", "x"))


def test_questions_and_proofs_pass(monkeypatch):
    """A minute to answer, five minutes to act; and the oldest question is forgotten when there are too many."""
    now = [0.0]
    proofs = Proofs(lambda: now[0])
    nonce, token = proofs.ask(), proofs.show("T1", "10.0.0.1")
    now[0] = NONCE_SECONDS
    assert (False, True) == (proofs.is_asked(nonce), proofs.has(token, "T1", "10.0.0.1"))
    assert not proofs.has(token, "T2", "10.0.0.1")
    now[0] = PROOF_SECONDS
    assert not proofs.has(token, "T1", "10.0.0.1")
    monkeypatch.setattr("pitboss.floor.people.proofs._NONCES_MAX", 1)
    first, second = proofs.ask(), proofs.ask()
    assert (False, True) == (proofs.is_asked(first), proofs.is_asked(second))


def test_a_machine_of_an_earlier_version_is_enrolled_anew(tmp_path):
    """Bound without a key it is nobody; the next start has a code for its position."""
    path, journal = written_house(tmp_path), str(tmp_path / "house.db")
    live = opened(path, journal, Clock())
    asyncio.run(live.door.bind(live.codes["T1"], KEY))
    asyncio.run(live.door.bind(live.codes["T2"], KEY))
    live.close()
    live = opened(path, journal)
    assert "T1" not in live.codes
    asyncio.run(live.door.record(BindTerminal(terminal="T1")))
    live.close()
    live = opened(path, journal)
    assert ("T1" in live.codes, "T2" in live.codes) == (True, False)
    live.close()


def test_a_machine_that_is_off_is_told_so_once_it_has_shown_its_key(trial):
    """And nothing before."""
    machine = trial.web.bind("T9")
    switch(trial.web, "T9", is_on=False)
    with machine.socket() as line:
        assert "switched off" in line.wait("problem")["reason"]


def test_a_window_has_one_screen_whoever_works_there(trial):
    """The newest page of a staffed window stops the one before, and a page of the staff beside it stops neither."""
    teller = trial.at("teller", "W1")
    with teller.socket("?screen") as old, teller.socket() as staff:
        old.wait("welcome")
        staff.wait("welcome")
        with teller.socket("?screen") as new:
            assert ("W1", 4409) == (new.wait("welcome")["terminal"], old.closed())
            assert ("W1", "teller") == trial.web.server.sockets["W1"].staffed
            # With the machine's key go the lines that were opened with it, whoever is signed in there.
            trial.web.bind("W1")
            assert [4403, 4403] == [new.closed(), staff.closed()]
