"""Attacks on the lines, clocks, chance and accounts of a served house: what each tries, and what stands in its way."""

import ast
import re
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import pitboss
from pitboss.decider import Role
from pitboss.floor.devices import escpos
from pitboss.floor.people import acts as a
from pitboss.floor.people.house import HOUSE_STREAM
from tests.support.logged import logged
from tests.support.web_guest import act
from tests.support.web_house import Clock, until
from tests.support.web_trial import STANDING, Trial

FOREIGN = "http://evil.example"
SOURCES = Path(pitboss.__file__).parent
PAYLOADS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; drop table record; --",
    "=cmd|' /C calc'!A0",
    "\x1b[31m\x1dV\x00\x10\x04\x01",
    "two\r\nSet-Cookie: pitboss_session=x",
    "\u202egnp.exe",
)


def test_attack_08_cross_site(trial):
    """A page of another origin neither writes nor opens a socket, and no question changes anything."""
    trial.open_table("T1")
    dealer = trial["dealer"]
    path, body = "/api/streams/automatic-1/commands", {"key": "k", "act": act("automatic.hold_game/1", reason="x")}
    for headers in ({"origin": FOREIGN}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
        assert 403 == dealer.post(path, body, headers=headers).status_code, "a foreign page wrote"
        assert 403 == trial["T1"].post(path, body, headers=headers).status_code
    for token in ("", "x" * 32, trial["pit-manager"].csrf or ""):
        headers = {"x-csrf-token": token}
        assert 403 == dealer.post(path, body, headers=headers).status_code, "no token was needed"
    with pytest.raises(InvalidStatus) as refused, dealer.socket(origin=FOREIGN):
        raise AssertionError("a foreign page opened a socket")
    assert 403 == refused.value.response.status_code
    response = trial.web.visitor().first_sign_in("teller", trial.web.live.codes["teller"], "a good pot of tea")
    cookie = response.headers["set-cookie"].lower()
    assert "samesite=strict" in cookie
    assert "httponly" in cookie
    # What the house tells itself after a sign-in or an opening is told first, alarms that follow from it too.
    trial.web.live.supervision.stop()
    trial.web.live.courier.stop()
    floor = trial.web.live.floor
    # Whoever sent the last report was answered before its listeners, who may raise an alarm: that comes after this.
    floor.view(HOUSE_STREAM, lambda _: None)
    before = floor.view(HOUSE_STREAM, lambda _: floor.journal.last())
    for path in _reading(trial):
        assert dealer.get(path).status_code < 500
    assert [] == [line.text for line in floor.journal.lines(after=before[1])], "a question changed something"
    assert STANDING == trial.standing()


def _reading(trial: Trial) -> list[str]:
    """Return every path that can be read, with names in it that there are."""
    paths: dict[str, dict[str, object]] = trial.web.visitor().get("/schema/openapi.json").json()["paths"]
    named = {"stream": "automatic-1", "key": "k", "approval": "a", "track": "FVD", "version": 1}
    of_tote = named | {"stream": "tote"}
    read = [path for path, methods in paths.items() if "get" in methods]
    return [path.format(**(of_tote if path.startswith("/api/tote/") else named)) for path in read]


def test_attack_09_injection(trial):
    """What people write is text on every screen, in the log and at the printer."""
    trial.open_table("T1")
    shown = [payload for payload in PAYLOADS if payload.isprintable()]
    for number, payload in enumerate(PAYLOADS):
        deed = a.AddPerson(person=f"P{number}", name=payload, role=Role.DEALER)
        waiting = trial["admin"].command("house", msgspec.to_builtins(deed))
        assert (202 if payload in shown else 400) == waiting.status_code
        if payload in shown:
            assert trial["auditor"].approve(waiting.json()["approval"]).json()["is_accepted"]
    trial.do("dealer", "automatic-1", "automatic.hold_game/1", reason=" ".join(PAYLOADS))
    for path in ("/api/streams/house", "/api/streams/automatic-1"):
        response = trial["auditor"].get(path)
        assert response.headers["content-type"].startswith("application/json")
        assert "nosniff" == response.headers.get("x-content-type-options"), "a browser may take it for a page"
        policy = response.headers.get("content-security-policy", "")
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "pitboss_session" not in response.cookies
        assert not re.search(rb"[\x00-\x08\x0b-\x1f]", response.content), "raw control bytes left by a screen"
    people = trial["auditor"].get("/api/streams/house").json()["state"]["people"]
    assert shown == [people[f"P{number}"]["name"] for number in range(len(PAYLOADS)) if f"P{number}" in people]
    for payload in PAYLOADS:
        assert not re.search(rb"[\x00-\x1f\x7f]", escpos.text_bytes(payload)), "a name commands the printer"
        line = logged(payload)
        assert 1 == len(line.splitlines())
        assert not re.search(r"[\x00-\x09\x0b-\x1f]", line)
    assert STANDING == trial.standing()


def test_attack_12_clock_tampering(trial):
    """A wall clock that is set back extends no betting window, and is recorded."""
    clock, clockwork = Clock(), trial.web.live.clockwork
    behind = [timedelta()]
    clockwork._monotonic_ns = clock.monotonic_ns
    clockwork._wall = trial.web.live.door.wall = lambda: datetime.now(UTC) - behind[0]
    trial.open_table("T1")
    assert trial.bet("T1").json()["is_accepted"]
    until(lambda: "automatic-1" in clockwork.left_ms)  # the window runs by the clock as it was before
    behind[0] = timedelta(hours=1)
    clock.move(30)
    records = trial.web.live.floor.journal
    until(lambda: any(b"clock_stepped" in record.body for record in records.read("automatic-1")), trial.patience)
    until(lambda: not trial.bet("T1").json()["is_accepted"], trial.patience)
    assert STANDING == trial.standing()


def weak_chance(source: str) -> list[str]:
    """Return where a module draws chance that can be guessed, or takes a name that only looks like chance."""
    banned = {"random", "uuid", "numpy.random"}
    found = []
    for node in ast.walk(ast.parse(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        found += [name for name in names if name in banned]
    return found


def test_attack_13_prediction(trial):
    """All that must not be guessed is drawn from the operating system's chance."""
    robots = SOURCES / "floor" / "life"
    files = [*(SOURCES / "floor").rglob("*.py"), *(SOURCES / "web").rglob("*.py"), *(SOURCES / "journal").rglob("*.py")]
    # Robots may be predicted by whoever likes.
    watched = [file for file in files if robots not in file.parents]
    assert {} == {file.name: weak_chance(file.read_text()) for file in watched if weak_chance(file.read_text())}
    assert ["random"] == weak_chance("def draw():\n    from random import choice")
    door = trial.web.live.door
    codes = [door.person_code("dealer")[0] for _ in range(700)]
    assert 700 == len(set(codes)), "a code came twice"
    letters = "".join(codes).replace("-", "")
    assert 32 == len(set(letters)), "codes do not use all their letters"
    assert all(re.fullmatch(r"[A-HJ-NP-Z2-9]{5}(-[A-HJ-NP-Z2-9]{5}){5}", code) for code in codes)
    counts = [letters.count(letter) for letter in sorted(set(letters))]
    assert max(counts) < 2 * min(counts)
    assert STANDING == trial.standing()


def test_attack_14_denial_of_service(limited):
    """Whoever sends too much is refused before anything is parsed, and terminals go on being served."""
    limited.open_table("T1")
    flooder = limited.web.visitor().elsewhere("127.0.0.9")
    flooder.port = limited.web.port
    now = time.monotonic()
    limited.web.guard._requests.clock = lambda: now  # no time passes in which an address might ask again
    with flooder.http as client:
        headers = {"content-type": "application/json"}
        assert 413 == client.post("/api/sign-in", content=b"[" * 100_000, headers=headers).status_code
        assert 400 == client.post("/api/sign-in", content=b"[" * 60_000, headers=headers).status_code
        statuses = [client.get("/api/me").status_code for _ in range(410)]
    assert [200] * 398 + [429] * 12 == statuses, "an address asked without end"
    assert limited.bet("T1").json()["is_accepted"]
    with flooder.socket() as line:
        with suppress(ConnectionClosed):  # it may be closed meanwhile, which is what is asked
            for _ in range(150):
                line.socket.send("{")
        assert 1008 == line.closed(limited.patience), "a socket sent nonsense without end"
    with flooder.socket() as line:
        line.socket.send("x" * 200_000)
        assert 1009 == line.closed(limited.patience)
    assert limited.bet("T1").json()["is_accepted"]
    assert 200 == limited.web.visitor().get("/healthz").status_code
    assert STANDING == limited.standing()


def test_attack_15_default_accounts(trial):
    """A fresh house has no account that can be used without its printed code."""
    door, people = trial.web.live.door, list(trial.web.live.desk.people)
    assert [] == [person for person in people if door.has_password(person)], "an account has a password from the start"
    guest = trial.web.visitor()
    for person in [*people, "root", "house-server", "clock"]:
        for password in ("admin", "password"):
            assert 401 == guest.sign_in(person, password).status_code
        wrong = guest.first_sign_in(person, "AAAA-AAAA-AAAA-AAAA", "a good pot of tea").status_code
        assert 401 == wrong
    assert {} == door.sessions
    assert not any(position.is_on for position in trial.web.live.desk.positions.values())
    pattern = re.compile(r"(?i)(password|secret|token|api_?key)\s*[:=]\s*[\"'][^\"'{}\s]{8,}[\"']")
    files = [*SOURCES.rglob("*.py"), *SOURCES.rglob("*.toml")]
    assert {} == {file.name: found for file in files if (found := pattern.findall(file.read_text()))}
    assert STANDING == trial.standing()
