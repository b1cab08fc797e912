"""Secrets of before that somebody put back into the database: sealed with the right key, and of no use all the same."""

import asyncio
import json
from contextlib import closing

import pytest

from pitboss.cli import main
from pitboss.floor.house_key import key_path, read_key
from pitboss.floor.people.acts import Ended, EnrolTerminal, RestorePerson, TerminalKind, WithdrawTerminal
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.put_back import used_codes
from pitboss.floor.people.sessions import NotLetIn
from pitboss.floor.sealed_journal import SealedJournal
from pitboss.journal import Secret, open_journal
from tests.support.driven import there
from tests.support.evening_faults import rows, tamper
from tests.support.web_house import PASSWORD, opened, written_house
from tests.unit.floor.people.test_codes import KEY


@pytest.fixture
def path(tmp_path):
    """Return a house file."""
    return written_house(tmp_path)


@pytest.fixture
def journal(tmp_path):
    """Return where the house is recorded."""
    return str(tmp_path / "house.db")


@pytest.fixture
def closed(path, journal):
    """Close a house in which somebody chose a password and a machine stands."""
    live = opened(path, journal)
    asyncio.run(live.door.choose_password("dealer", live.codes["dealer"], PASSWORD))
    asyncio.run(live.door.bind(live.codes["T1"], KEY))
    live.close()


def row_of(journal, kind, name):
    """Return a statement that puts a secret back as it is now."""
    ((body,),) = rows(journal, f"SELECT body FROM secrets WHERE kind = '{kind}' AND name = '{name}'")  # noqa: S608
    return "INSERT OR REPLACE INTO secrets (kind, name, body) VALUES (?, ?, ?)", (kind, name, body)


def alarms_of(live):
    """Return what the pit is told."""
    return live.floor.view(HOUSE_STREAM, lambda found: list(found.state.alarms.values()))


def faults_of(capsys, journal):
    """Return what `verify` finds to be damaged."""
    with pytest.raises(SystemExit):
        main(("verify", journal, "--json"))
    return [fault["what"].split(": ", 1)[1] for fault in json.loads(capsys.readouterr().out)["faults"]]


def test_a_used_code_put_back_opens_nothing(path, journal, capsys):
    """Neither a person's nor a machine's: by what is on record there is a password, and a key, since.

    `verify` finds both.
    """
    live = opened(path, journal)
    codes = dict(live.codes)
    live.close()
    old = [row_of(journal, "code", "dealer"), row_of(journal, "terminal_code", "T1")]
    live = opened(path, journal)
    asyncio.run(live.door.choose_password("dealer", live.codes["dealer"], PASSWORD))
    asyncio.run(live.door.bind(live.codes["T1"], KEY))
    live.close()
    assert [] == faults_of(capsys, journal)
    tamper(journal, *old)
    said = "the one-time code of {} was used or replaced before, or belongs to nobody"
    assert [said.format(name) for name in ("dealer", "T1")] == faults_of(capsys, journal)
    live = opened(path, journal)
    with pytest.raises(NotLetIn):
        asyncio.run(live.door.choose_password("dealer", codes["dealer"], "another teapot sang"))
    with pytest.raises(NotLetIn):
        asyncio.run(live.door.bind(codes["T1"], KEY))
    assert [("sign_in", "dealer"), ("sign_in", "T1")] == [alarm[:2] for alarm in alarms_of(live)]
    live.close()


def test_a_used_code_put_in_the_place_of_a_new_one_opens_nothing(path, journal, capsys):
    """Whoever keeps a used code, and a copy of its row, waits in vain for the day on which its person is restored."""
    path.write_text(path.read_text().replace('codes_for = "everyone"', 'codes_for = "admins"'))
    live = opened(path, journal)
    old, kept = live.door.person_code("dealer")
    asyncio.run(live.door.record(RestorePerson(person="dealer"), secrets=[kept]))
    live.close()
    row = row_of(journal, "code", "dealer")
    live = opened(path, journal)
    asyncio.run(live.door.choose_password("dealer", old, PASSWORD))
    _, fresh = live.door.person_code("dealer")
    gone = Secret("password", "dealer", None)
    asyncio.run(live.door.record(RestorePerson(person="dealer"), secrets=[fresh, gone]))
    live.close()
    assert [] == faults_of(capsys, journal)
    tamper(journal, row)
    assert ["the one-time code of dealer was used or replaced before, or belongs to nobody"] == faults_of(
        capsys, journal
    )
    live = opened(path, journal)
    with pytest.raises(NotLetIn):
        asyncio.run(live.door.choose_password("dealer", old, "another teapot sang"))
    live.close()


def test_a_machines_used_code_put_in_the_place_of_a_new_one_opens_nothing(path, journal):
    """Not even after its position was taken away and enrolled anew."""
    live = opened(path, journal)
    old, used = live.codes["T1"], row_of(journal, "terminal_code", "T1")
    asyncio.run(live.door.bind(old, KEY))
    gone = [Secret("terminal", "T1", None)]
    asyncio.run(live.door.record(WithdrawTerminal(terminal="T1"), secrets=gone))
    asyncio.run(live.door.record(EnrolTerminal(terminal="T1", kind=TerminalKind.PLAYER, stream="automatic-1")))
    live.close()
    tamper(journal, used)
    with closing(open_journal(journal, is_reader=True)) as stored:
        waiting = SealedJournal(stored, there(read_key(key_path(None, journal, path.parent)))).secrets("terminal_code")
    live = opened(path, journal)
    house = live.floor.view(HOUSE_STREAM, lambda found: found.state)
    assert ["T1"] == [name for name in used_codes(house, {}, waiting) if name == "T1"]
    with pytest.raises(NotLetIn):
        asyncio.run(live.door.bind(old, KEY))
    live.close()


def test_a_code_that_was_replaced_unused_opens_nothing(path, journal, capsys):
    """A start makes new codes: whoever kept an unused one, and its row, opens nothing with it within its 24 hours."""
    live = opened(path, journal)
    codes = dict(live.codes)
    live.close()
    old = [row_of(journal, "code", "dealer"), row_of(journal, "terminal_code", "T1")]
    opened(path, journal).close()
    tamper(journal, *old)
    said = "the one-time code of {} was used or replaced before, or belongs to nobody"
    assert [said.format(name) for name in ("dealer", "T1")] == faults_of(capsys, journal)
    path.write_text(path.read_text().replace('codes_for = "everyone"', 'codes_for = "admins"'))
    live = opened(path, journal)
    with pytest.raises(NotLetIn):
        asyncio.run(live.door.choose_password("dealer", codes["dealer"], PASSWORD))
    with pytest.raises(NotLetIn):
        asyncio.run(live.door.bind(codes["T1"], KEY))
    assert {("sign_in", "dealer"), ("sign_in", "T1")} <= {alarm[:2] for alarm in alarms_of(live)}
    live.close()


@pytest.mark.usefixtures("closed")
def test_verify_finds_a_password_that_was_taken_away(journal, capsys):
    """Who chose one has one: without its row they would be let in by nothing."""
    tamper(journal, ("DELETE FROM secrets WHERE kind = 'password'", ()))
    assert ["the password of dealer is gone"] == faults_of(capsys, journal)


@pytest.mark.usefixtures("closed")
def test_a_session_put_back_is_over(path, journal, capsys):
    """Whoever copied a cookie goes on with it neither after signing out nor beside the session that followed.

    `verify` finds it each time.
    """
    live = opened(path, journal)
    session, token = asyncio.run(live.door.sign_in("dealer", PASSWORD))
    live.close()
    old = row_of(journal, "session", session.id)
    live = opened(path, journal)
    assert "dealer" == there(live.door.session(token)).person.id
    asyncio.run(live.door.end(there(live.door.session(token)), Ended.ASKED))
    live.close()
    assert [] == faults_of(capsys, journal)
    tamper(journal, old)
    assert ["a session of dealer is over, and was put back"] == faults_of(capsys, journal)
    live = opened(path, journal)
    assert None is live.door.session(token)
    _, fresh = asyncio.run(live.door.sign_in("dealer", PASSWORD))
    live.close()
    tamper(journal, ("DELETE FROM secrets WHERE kind = 'session'", ()), old)
    assert ["a session of dealer is over, and was put back"] == faults_of(capsys, journal)
    live = opened(path, journal)
    assert (None, None) == (live.door.session(token), live.door.session(fresh))
    live.close()


@pytest.mark.usefixtures("closed")
def test_verify_finds_the_key_of_a_terminal_that_was_taken_away(path, journal, capsys):
    """A machine that was withdrawn stands nowhere, whatever the database says."""
    old = row_of(journal, "terminal", "T1")
    live = opened(path, journal)
    gone = [Secret("terminal", "T1", None), Secret("terminal_code", "T1", None)]
    asyncio.run(live.door.record(WithdrawTerminal(terminal="T1"), secrets=gone))
    live.close()
    assert [] == faults_of(capsys, journal)
    tamper(journal, old)
    assert ["terminal T1 has a key in the database, and no machine stands there"] == faults_of(capsys, journal)


@pytest.mark.usefixtures("closed")
def test_verify_goes_on_after_a_secret_that_is_not_ours(journal, capsys):
    """What somebody wrote among the secrets hides nothing that was done to the lines."""
    tamper(
        journal,
        ("INSERT OR REPLACE INTO secrets (kind, name, body) VALUES ('code', 'admin', x'00')", ()),
        ("UPDATE commits SET hash = zeroblob(32) WHERE first = 3", ()),
    )
    found = "\n".join(faults_of(capsys, journal))
    assert "the code of admin was not sealed with the house's key" in found
    assert len(found.splitlines()) > 1


@pytest.mark.usefixtures("closed")
def test_a_lock_is_not_undone_by_an_older_row(path, journal):
    """A session that waits for its person's password waits for it whatever is put back."""
    live = opened(path, journal)
    session, token = asyncio.run(live.door.sign_in("dealer", PASSWORD))
    live.close()
    old = row_of(journal, "session", session.id)
    live = opened(path, journal)
    found = there(live.door.session(token))
    live.door.lock(found)
    asyncio.run(live.door.record_lock(found))
    live.close()
    tamper(journal, old)
    live = opened(path, journal)
    assert there(live.door.session(token)).is_locked
    fresh = asyncio.run(live.door.unlock(there(live.door.session(token)), PASSWORD))
    live.close()
    live = opened(path, journal)
    assert not there(live.door.session(fresh)).is_locked
    live.close()
