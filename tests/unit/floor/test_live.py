"""A live house: opened from its file, found again as it stood, and closed in good order."""

import asyncio
from functools import partial

import pytest

from pitboss.decider import Role
from pitboss.demo.robots.house import robots_of
from pitboss.demo.robots.runner import Life
from pitboss.errors import PitbossError
from pitboss.floor.house_file import read_house
from pitboss.floor.live import open_house
from pitboss.floor.people import acts as a
from pitboss.floor.verify.verify import verify
from pitboss.journal import JournalBusy, JournalDamaged, open_journal
from tests.support.web_house import DEMO, PASSWORD, opened, recorded, written_house


@pytest.fixture
def path(tmp_path):
    """Return a house file."""
    return written_house(tmp_path)


@pytest.fixture
def journal(tmp_path):
    """Return where the house is recorded."""
    return str(tmp_path / "house.db")


def test_everybody_of_the_file_is_taken_on_once(path, journal):
    """A second start finds the people and terminals, and records nothing about them again but their new codes."""
    live = opened(path, journal)
    people, positions = set(live.desk.people), set(live.desk.positions)
    live.close()
    before = open_journal(journal)
    last = before.last()
    before.close()
    again = opened(path, journal)
    assert (people, positions) == (set(again.desk.people), set(again.desk.positions))
    added = [record.body for record in again.floor.journal.read_all(last[0])]
    assert [True] * len(again.codes) == [b'"house.code_issued/1"' in body for body in added]
    assert {entry.id for entry in again.file.staff} == people
    again.close()


def test_codes_are_new_at_each_start_until_a_password_is_chosen(path, journal):
    """A code that was printed before is of no use after the next start; whoever has a password gets none."""
    live = opened(path, journal)
    first = dict(live.codes)
    asyncio.run(live.door.choose_password("dealer", first["dealer"], PASSWORD))
    live.close()
    again = opened(path, journal)
    assert "dealer" not in again.codes
    assert first["teller"] != again.codes["teller"]
    with pytest.raises(PitbossError):
        asyncio.run(again.door.choose_password("teller", first["teller"], PASSWORD))
    asyncio.run(again.door.choose_password("teller", again.codes["teller"], PASSWORD))
    again.close()


def test_only_administrators_and_managers_get_codes_unless_the_file_says_otherwise(tmp_path):
    """Everybody else is let in by an administrator and one of the others; a terminal without its machine has a code."""
    live = opened(written_house(tmp_path, codes_for="admins"), str(tmp_path / "house.db"))
    assert {"admin", "auditor", "pit-manager", "director", "mutuel-manager"} == set(live.codes) & set(live.desk.people)
    assert set(live.desk.positions) <= set(live.codes)
    live.close()


def test_somebody_whom_the_house_disabled_is_not_restored_by_the_file(path, journal):
    """The record decides about people it knows: a restart lets nobody in again, and gives no code that works."""
    live = opened(path, journal)
    asyncio.run(recorded(live, a.DisablePerson(person="teller", reason="left")))
    asyncio.run(recorded(live, a.ChangeRole(person="dealer", role=Role.CASHIER)))
    live.close()
    again = opened(path, journal)
    assert not again.desk.people["teller"].is_active
    assert Role.CASHIER is again.desk.people["dealer"].role
    assert "teller" not in again.codes
    again.close()


def test_a_journal_is_one_servers(path, journal):
    """A second server over the same journal is refused, and the first goes on."""
    live = opened(path, journal)
    with pytest.raises(JournalBusy):
        opened(path, journal)
    asyncio.run(recorded(live, a.SwitchTerminal(terminal="T1", is_on=True)))
    live.close()


def test_a_table_with_another_document_is_not_opened_under_its_old_name(tmp_path, journal):
    """Settings that were changed in the file do not change a table that is recorded; the house says so and stops."""
    live = opened(written_house(tmp_path), journal)
    live.close()
    other = written_house(tmp_path, tables=[("automatic-1", "automatic"), ("roulette-1", "hoian-garden")])
    with pytest.raises(PitbossError, match="another document"):
        opened(other, journal)
    again = opened(written_house(tmp_path), journal)
    again.close()


def test_a_damaged_journal_is_not_served(path, journal, tmp_path):
    """Nothing is opened from a file that is not what was written."""
    live = opened(path, journal)
    live.close()
    file = tmp_path / "house.db"
    data = bytearray(file.read_bytes())
    for place in range(0, len(data), 512):
        data[place : place + 8] = b"\xff" * 8
    file.write_bytes(bytes(data))
    with pytest.raises((JournalDamaged, PitbossError)):
        opened(path, journal)


def test_what_a_house_records_at_its_first_start_verifies(path, journal):
    """The record of a house that only opened is whole."""
    opened(path, journal).close()
    found = open_journal(journal)
    assert () == verify(found).faults
    found.close()


def test_the_server_key_is_made_once(path, journal):
    """Ticket numbers are drawn from the same key after a restart, so that a sale that is sent again is the same."""
    live = opened(path, journal)
    key = live.desk.fields.server_key
    live.close()
    again = opened(path, journal)
    assert key == again.desk.fields.server_key
    assert 32 == len(key)
    again.close()


def test_the_demonstration_house_opens_with_its_robots(tmp_path):
    """Every table and the tote are there, and robots have no codes."""
    file, openings = read_house(DEMO / "house.toml")
    robots = partial(robots_of, openings=openings, folder=DEMO)
    live = open_house(file, openings, DEMO, str(tmp_path / "house.db"), robots=robots)
    assert isinstance(live.robots, Life)
    lively = [table.stream for table in file.table if table.robots] + [tote.stream for tote in file.tote if tote.robots]
    assert {live.names[stream] for stream in lively} == set(live.robots.streams())
    assert {entry.stream for entry in file.table} <= set(live.desk.streams)
    assert live.desk.named("tote").startswith("tote-")
    assert not [entry.id for entry in file.staff if entry.robot and entry.id in live.codes]
    live.close()


def test_a_sole_administrator_who_is_locked_out_is_restored_at_a_start(path, journal):
    """Whoever starts the server can let somebody in again, with a new code that is printed once."""
    live = opened(path, journal)
    for _ in range(3):
        asyncio.run(recorded(live, a.RecordFailure(person="admin")))
    live.close()
    file, openings = read_house(path)
    again = open_house(file, openings, path.parent, journal, restored=("admin",))
    assert not again.desk.people["admin"].is_locked
    asyncio.run(again.door.choose_password("admin", again.codes["admin"], PASSWORD))
    again.close()
    with pytest.raises(PitbossError, match="nobody of that name"):
        open_house(file, openings, path.parent, journal, restored=("stranger",))
