"""The database freezes, or is taken over: betting stops with a sentence, nobody hangs, and nothing is told wrongly."""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import cast

import psycopg
import pytest

from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.answers import FateUnknown, NotRecorded
from pitboss.floor.writer.writer import Floor
from pitboss.journal import JournalUnavailable, ShardLost, open_journal
from pitboss.journal.deadlines import Deadlines, Watch
from pitboss.journal.postgres import PostgresJournal
from tests.support.driven import there
from tests.support.durable import ROOT, play, script
from tests.support.faults import SOURCE
from tests.support.frozen_disk import Clock, looked
from tests.support.postgres import database, own_server
from tests.support.web_house import written_house
from tests.support.web_process import serving, until

STREAM, LIMITS = "table:1", Deadlines(connect_seconds=2)
SILENT = "the database has not answered for 4 seconds"


def asked_again(floor):
    """Let the pulse ask and the watchdog look; return why nothing can be recorded."""
    floor.standstill.probe()
    return looked(floor)


@pytest.fixture(scope="module")
def server():
    """Yield a PostgreSQL that may be frozen."""
    with own_server() as one:
        yield one


def test_a_disk_that_does_not_come_back_from_a_sync(tmp_path):
    """It is noticed after the deadline, everybody is told what is known, and play goes on when the disk is back."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("NO C COMPILER: nothing was tested about a disk that hangs")
    shim, path = tmp_path / "faults.so", tmp_path / "day.db"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", shim, SOURCE, "-ldl", "-lpthread"], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(shim), "PITBOSS_FAULTS": str(shim)}
    command = [sys.executable, "-m", "tests.support.frozen_disk", str(path)]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "" == done.stderr
    silent = f"{SILENT}; betting goes on when it does"
    expected = {
        "at once": None,
        "after 3.9 s": None,
        "nobody is told": [False, False, False],
        "after 4 s": silent,
        "told": ["FateUnknown", "NotRecorded", "NotRecorded"],
        "who comes": f"nothing was done: {silent}",
        "recorded when it came back": True,
        "and once": True,
        "what was not done": True,
    }
    assert expected == json.loads(done.stdout)
    with closing(open_journal(str(path), is_reader=True)) as journal:
        assert () == verify(journal).faults


def test_a_postgresql_that_freezes(server):
    """A command is told that nobody knows, who comes is refused at once, and the same floor goes on when it is back."""
    clock, chosen = Clock(), script("roulette oneida")
    floor = Floor(open_journal(server.address, watch=Watch(LIMITS, clock)))
    first, second, third, *_ = chosen.commands
    play(floor, STREAM, chosen, [first])
    with server.frozen():
        waiting = floor.submit(STREAM, second)
        until(lambda: floor.standstill.taken)
        behind, asked = floor.submit(STREAM, third), floor.ask(STREAM, lambda live: live.version)
        clock.now += 3.9
        assert (None, False) == (looked(floor), waiting.done())
        clock.now += 0.1
        assert SILENT in str(looked(floor))
        assert isinstance(waiting.exception(), FateUnknown)
        assert [NotRecorded] * 2 == [type(one.exception()) for one in (behind, asked)]
        with pytest.raises(NotRecorded, match=SILENT):
            floor.submit(STREAM, third)
    until(lambda: asked_again(floor) is None)
    play(floor, STREAM, chosen)
    assert () == verify(floor.journal).faults
    floor.close()


def test_a_frozen_postgresql_is_noticed_before_anybody_bets(server):
    """By the pulse, which is given up after the deadline; and a reader beside it does not hang either."""
    clock = Clock()
    floor = Floor(open_journal(server.address, watch=Watch(LIMITS, clock)))
    reader = open_journal(server.address, is_reader=True, watch=Watch(LIMITS, clock))
    with server.frozen():
        with ThreadPoolExecutor() as pool:
            probed, read = pool.submit(floor.standstill.probe), pool.submit(reader.ping)
            until(lambda: clock.move(4) and probed.done() and read.done())
            with pytest.raises(JournalUnavailable, match=SILENT):
                read.result()
        assert (None, True) == (probed.result(), SILENT in str(floor.stopped))
        with pytest.raises(NotRecorded, match=SILENT):
            floor.ask(STREAM, lambda live: live.version)
    until(lambda: asked_again(floor) is None)
    floor.close()
    reader.close()


@pytest.fixture
def fenced():
    """Yield a floor, and what ends its session with the server, as a network that was cut off would."""
    with database() as address:
        floor = Floor(open_journal(address, watch=Watch(LIMITS)))
        play(floor, STREAM, script("roulette oneida"))

        def cut() -> None:
            with psycopg.connect(address, autocommit=True) as connection:
                session = cast("PostgresJournal", floor.journal)._session
                connection.execute("SELECT pg_terminate_backend(%s)", (session,))
                ours = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                held = f"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND {ours}"  # noqa: S608
                until(lambda: connection.execute(held).fetchone() == (0,))

        yield address, floor, cut
        floor.close()


def test_a_process_whose_shard_another_has_stops(fenced):
    """Whether it asks by itself or is asked: it writes no more, and whatever serves is told to end."""
    address, floor, cut = fenced
    told = []
    floor.standstill.on_lost.append(lambda: told.append("end"))
    cut()
    other = open_journal(address)
    until(lambda: asked_again(floor) and floor.standstill.lost)
    assert ["end"] == told
    assert (ShardLost, 3) == (type(floor.standstill.lost), floor.standstill.lost.exit_code)
    assert "another process has the right to write to this journal now: this process must end" in str(looked(floor))
    other.close()
    floor.standstill.probe()
    with pytest.raises(NotRecorded, match="this process must end"):
        floor.send(STREAM, script("roulette oneida").commands[0])


def test_a_process_behind_which_another_wrote_stops(fenced):
    """Also when the other is gone again: what this one knows of the tables is old."""
    address, floor, cut = fenced
    cut()
    other = Floor(open_journal(address))
    play(other, "table:2", script("sicbo"), ())
    other.close()
    until(lambda: asked_again(floor) and floor.standstill.lost)
    assert "somebody else has written to this journal, up to line 17: this process must end" in str(floor.stopped)
    with pytest.raises(NotRecorded, match="this process must end"):
        floor.send(STREAM, script("roulette oneida").commands[0])


def test_a_session_that_is_made_anew_goes_on(fenced):
    """Where nobody else came, nothing is lost."""
    _, floor, cut = fenced
    cut()
    until(lambda: asked_again(floor) is None)
    play(floor, "table:2", script("sicbo"))
    assert () == verify(floor.journal).faults


def test_the_server_that_lost_its_lock_ends_with_a_sentence(tmp_path):
    """Somebody deletes the lock of a SQLite file: another process may write, so this one ends by itself."""
    with serving(written_house(tmp_path)) as house:
        (tmp_path / "house.db.lock").unlink()
        assert 3 == there(house.process).wait()
    said = (tmp_path / f"serve-{house.port}.txt").read_text(encoding="utf-8")
    assert "the lock of house.db is gone, and another process may write: this process must end" in said
