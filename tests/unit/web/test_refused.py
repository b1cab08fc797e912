"""Who is refused is in the log, within bounds; and whoever is refused learns nothing of the inside."""

import pytest

from pitboss.journal import JournalUnavailable
from pitboss.web.refused import RefusedLog
from tests.support.web_guest import act
from tests.support.web_house import until, web_house, written_house
from tests.support.web_trial import Trial

WHERE = "sqlite:////srv/house/floor.db"


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    """Yield a house for the whole file."""
    folder = tmp_path_factory.mktemp("refused")
    with web_house(written_house(folder)) as web:
        yield Trial(web, folder)


@pytest.fixture
def lines(trial, caplog):
    """Return what is in the log of refusals: what, from where, who, and the name that was given."""
    trial.web.server.refused = RefusedLog()

    def found():
        mine = [one for one in caplog.records if one.name == "pitboss.web.refused"]
        return [(one.message, one.address, one.who, getattr(one, "named", None)) for one in mine]

    return found


@pytest.mark.parametrize("person", ["dealer", "nobody of ours"])
def test_every_sign_in_in_vain_is_logged(trial, lines, caplog, person):
    """With the name that was given, whether somebody has it or not, and from where; never with the password."""
    trial.web.visitor().sign_in(person, "a guess of mine, a long one")
    trial.web.visitor().post("/api/enrol", {"code": "ABCD-EFGH-JKLM-NPRS", "key": trial["T1"].key.public})
    assert [("refused: NotLetIn", "127.0.0.1", None, person), ("refused: NotLetIn", "127.0.0.1", None, None)] == lines()
    assert not [one for one in caplog.records if "guess" in str(vars(one)) or "ABCD" in str(vars(one))]


def test_refused_permissions_are_logged(trial, lines):
    """Who wanted what is not theirs, by HTTP and by WebSocket."""
    close = act("house.disable_person/1", person="dealer", reason="x")
    assert 403 == trial["teller"].command("house", close).status_code
    with trial["teller"].socket() as line:
        assert "Forbidden" == line.command("house", close)["error"]
    assert [("refused: Forbidden", "127.0.0.1", "teller", None)] * 2 == lines()


def test_attempts_to_get_round_a_control_are_logged(trial, lines):
    """A foreign page in somebody's browser, a house by another name, and a machine with another's cookie."""
    machine = trial["T2"]
    trial["dealer"].post("/api/sign-out", headers={"origin": "https://evil.example"})
    trial.web.visitor().get("/api/me", headers={"host": "evil.example"})
    with trial.web.took(machine.elsewhere("127.0.0.8")).socket() as line:
        line.closed()
    until(lambda: len(lines()) == 3)
    assert [
        ("refused: ForeignOrigin", "127.0.0.1", "dealer", None),
        ("refused: ForeignHost", "127.0.0.1", None, None),
        ("refused: Forbidden", "127.0.0.8", "T2", None),
    ] == lines()


def test_nobody_fills_the_log_by_being_refused(caplog):
    """Thirty lines at once for an address; how many have none is in the next that is written."""
    now = [0.0]
    log = RefusedLog()
    log.by_address.clock = log.together.clock = lambda: now[0]
    for _ in range(100):
        log.note("ForeignHost", "10.0.0.1", None)
    assert 30 == len(caplog.records)
    log.note("ForeignHost", "10.0.0.2", None)
    assert [0, 70] == [one.left_out for one in caplog.records[-2:]]
    for number in range(1_000):
        log.note("ForeignHost", f"10.1.{number // 250}.{number % 250}", None)
    assert 300 == len(caplog.records)


def test_strangers_are_told_nothing_of_the_inside(trial, monkeypatch):
    """While nothing can be recorded, neither answer nor health names the journal or repeats what a database said."""

    def fails(_):
        raise JournalUnavailable(f"disk I/O error in {WHERE}", values={"journal": WHERE})

    monkeypatch.setattr(trial.web.live.floor.journal, "append", fails, raising=False)
    deed = act("table.inspect_equipment/1", items=["server"])
    found = [trial["dealer"].command("automatic-1", deed), trial.web.visitor().get("/healthz")]
    with trial["dealer"].socket() as line:
        told = [line.command("automatic-1", deed)]
    monkeypatch.undo()
    assert [503, 503] == [one.status_code for one in found]
    assert ["NotRecorded", "NotRecorded"] == [found[0].json()["error"], told[0]["error"]]
    assert "nothing can be recorded" == found[1].json()["status"]
    assert not [one for one in (*(one.text for one in found), str(told)) if WHERE in one or "I/O" in one]
