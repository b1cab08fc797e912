"""`pitboss table` on a terminal: keys in, a screen out, and what is said before there is either."""

import os
import pty
import select
import subprocess
import sys
import termios
import threading
import time
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from unittest.mock import Mock

import pytest

from pitboss.cli import main
from pitboss.cli.table import run
from pitboss.cli.table_desk import Desk
from pitboss.cli.table_keys import Keyboard, keys_of
from pitboss.journal import open_journal
from tests.support.driver import ONEIDA
from tests.support.table_evening import BUY_IN, Evening, evenings

TOML = f'rulebook = "{ONEIDA}"\nname = "Try 1"\nbetting_seconds = 20\n'


def test_a_bad_table_is_told_with_every_fault(capsys, tmp_path):
    """The same words and exit codes as `pitboss check` has."""
    path = tmp_path / "table.toml"
    path.write_text(TOML.replace("= 20", "= 5") + "chips = 3\n", encoding="utf-8")
    with pytest.raises(SystemExit) as leaving:
        main(["table", str(path)])

    assert 2 == leaving.value.code
    assert 2 == len(capsys.readouterr().out.splitlines())


def test_without_a_terminal_it_says_so(capsys, tmp_path):
    """A pipe has no keys."""
    path = tmp_path / "table.toml"
    path.write_text(TOML, encoding="utf-8")
    with pytest.raises(SystemExit) as leaving:
        main(["table", str(path)])

    assert 2 == leaving.value.code
    assert "run it in a terminal" in capsys.readouterr().err


@contextmanager
def terminal(monkeypatch, text):
    """Put a pseudo-terminal in the place of standard input and output; somebody reads it, and types a text once."""
    outer, inner = pty.openpty()
    is_over = threading.Event()

    def sit():
        is_typed = False
        while not is_over.is_set():
            if select.select([outer], [], [], 0.05)[0]:
                os.read(outer, 65_536)
                is_typed = is_typed or bool(os.write(outer, text.encode()))

    thread = threading.Thread(target=sit)
    thread.start()
    keys, out = os.fdopen(os.dup(inner), encoding="utf-8"), os.fdopen(os.dup(inner), "w", encoding="utf-8")
    try:
        with keys, out, monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", keys)
            patch.setattr(sys, "stdout", out)
            yield inner
    finally:
        is_over.set()
        thread.join()
        os.close(inner)
        os.close(outer)


@pytest.mark.parametrize("has_journal", [True, False])
def test_the_program_plays_until_it_is_left(monkeypatch, tmp_path, has_journal):
    """Keys of a terminal reach the table, q ends it, and the terminal is as it was."""
    path = tmp_path / "table.toml"
    path.write_text(TOML, encoding="utf-8")
    with terminal(monkeypatch, f"{BUY_IN}Nq") as descriptor:
        before = termios.tcgetattr(descriptor)
        code = run(path, terminals=3, journal=str(tmp_path / "day.db") if has_journal else None)
        after = termios.tcgetattr(descriptor)

    assert (0, before) == (code, after)


def test_a_table_that_a_journal_has_is_told_to_go_on(monkeypatch, tmp_path):
    """Before anything is pressed."""
    path, said = tmp_path / "table.toml", []
    path.write_text(TOML, encoding="utf-8")
    monkeypatch.setattr(Desk, "say", lambda _, text: said.append(text))
    for _ in range(2):
        with terminal(monkeypatch, "q"):
            run(path, journal=str(tmp_path / "day.db"))

    assert 1 == said.count("The table goes on where it stood.")
    assert 2 == sum(line.startswith(f"Recorded in {tmp_path}/day.db as automatic:try-1.") for line in said)


def test_an_interrupt_leaves_in_good_order(monkeypatch, tmp_path):
    """Control-C is a way to leave too."""
    path = tmp_path / "table.toml"
    path.write_text(TOML, encoding="utf-8")
    monkeypatch.setattr(Keyboard, "read", Mock(side_effect=KeyboardInterrupt))
    with terminal(monkeypatch, "N"):
        code = run(path, speed=2)

    assert 0 == code


def test_bytes_that_are_no_key_are_passed_over():
    """Controls and what is not ASCII do nothing; a lone escape is a key."""
    assert ["N", "escape", "up"] == keys_of(b"\x01\xc3\xa9N\x1b\x1b[A")


def test_a_keyboard_that_cannot_be_read_is_gone(monkeypatch):
    """Some systems answer with an error where others tell the end."""
    outer, inner = pty.openpty()
    os.write(outer, b"N\n")
    keyboard = Keyboard(inner)
    monkeypatch.setattr(os, "read", Mock(side_effect=OSError))

    assert [] == keyboard.read(5)
    assert keyboard.is_gone
    os.close(outer)
    os.close(inner)


def test_a_keyboard_that_is_gone_says_so():
    """No keys for a while are no keys; a closed terminal is noticed."""
    outer, inner = pty.openpty()
    with Keyboard(inner) as keyboard:
        assert [] == keyboard.read(0.01)
        os.write(outer, b"N")
        assert ["N"] == keyboard.read(5)
        os.close(outer)
        assert [] == keyboard.read(5)
        assert keyboard.is_gone
    os.close(inner)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--stream", "auto"], "say --journal too"),
        (["--journal", "day.db", "--speed", "2"], "a journal keeps true time"),
    ],
)
def test_options_that_do_not_go_together_are_told(capsys, tmp_path, options, reason):
    """Before a journal is made."""
    path = tmp_path / "table.toml"
    path.write_text(TOML, encoding="utf-8")
    with pytest.raises(SystemExit) as leaving:
        main(["table", str(path), *options])

    assert 2 == leaving.value.code
    assert reason in capsys.readouterr().err


def test_a_second_process_is_refused_clearly(monkeypatch, capsys, tmp_path):
    """Whoever comes while another one writes is told so, and the exit code says that nothing was done."""
    path, address = tmp_path / "table.toml", f"sqlite:///{tmp_path}/day.db"
    path.write_text(TOML, encoding="utf-8")
    with (
        closing(open_journal(address)),
        terminal(monkeypatch, ""),
        pytest.raises(SystemExit) as leaving,
    ):
        main(["table", str(path), "--journal", address])

    assert 1 == leaving.value.code
    assert "pitboss: another process writes to this journal\n" == capsys.readouterr().err


class Session:
    """The program on a pseudo-terminal, for as long as it is entered."""

    def __init__(self, path, *options):
        self._fd, inner = pty.openpty()
        environment = os.environ | {"COLUMNS": "120", "LINES": "50", "TERM": "xterm-256color"}
        command = [sys.executable, "-m", "pitboss", "table", str(path), "--seed", "3", *options]
        self._program = subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner, env=environment)
        os.close(inner)
        self._printed = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._fd)
        try:
            self._program.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.kill()

    def keys(self, text):
        """Press keys."""
        os.write(self._fd, text.encode())

    def kill(self):
        """End the program where it is."""
        self._program.kill()
        self._program.wait()

    def until(self, *texts):
        """Read until all of these stand in what was printed since the last call; return those that did not come."""
        deadline = time.monotonic() + 30
        while any(text not in self._printed for text in texts) and time.monotonic() < deadline:
            self._read()
        missing, self._printed = [text for text in texts if text not in self._printed], ""
        return missing

    def _read(self):
        if select.select([self._fd], [], [], 0.1)[0]:
            try:
                self._printed += os.read(self._fd, 65_536).decode(errors="replace")
            except OSError:
                # The program has closed its end.
                time.sleep(0.05)

    def code(self):
        """Return the exit code, when the program has left by itself."""
        deadline = time.monotonic() + 30
        while self._program.poll() is None and time.monotonic() < deadline:
            self._read()
        return self._program.returncode


def test_a_game_over_a_real_terminal(tmp_path):
    """Keys go in and a screen comes out, through a whole game, and the program leaves in good order."""
    path = tmp_path / "table.toml"
    # The ball runs for longer than bets are taken, so that all of it can be pressed at once.
    path.write_text(TOML.replace("= 20", "= 11"), encoding="utf-8")
    with Session(path, "--speed", "20") as session:
        assert [] == session.until("no game in play")
        session.keys(f"{BUY_IN}N\nS")
        assert [] == session.until("NO MORE BETS", "The sensor finds")
        session.keys("C")
        assert [] == session.until("The dolly shows it")
        session.keys("q")
        assert 0 == session.code()


def test_a_table_that_is_killed_goes_on_where_it_stood(capsys, tmp_path):
    """Killed while bets are taken: credits and bets are there again, the game is finished, and no fault is found."""
    path, address = tmp_path / "table.toml", f"sqlite:///{tmp_path}/day.db"
    path.write_text(TOML.replace("= 20", "= 600"), encoding="utf-8")
    with Session(path, "--journal", address) as session:
        assert [] == session.until("no game in play")
        session.keys(f"{BUY_IN}N\n2bred\n")
        assert [] == session.until("straight:2 $1.00, red $5.00")
        session.kill()
    with Session(path, "--journal", address) as session:
        assert [] == session.until("PLACE BETS", "straight:2 $1.00, red $5.00", "$94.00", "goes on where it stood")
        session.keys("q")
        assert 0 == session.code()
    with evenings():
        evening = Evening(address, at=started(address) + timedelta(seconds=590), betting_seconds=600)
        assert 10 == evening.left
        evening.keys("S").wait(40).keys("C")
        paid = evening.state.history[0].wagers.paid_minor
        assert 10_000 == evening.state.credits("T1") + lost(evening) - sum(paid)
    with pytest.raises(SystemExit) as leaving:
        main(["verify", address])

    assert 0 == leaving.value.code
    assert "1 stream, no fault." in capsys.readouterr().out


def started(address):
    """Return when the last game was started, by its record."""
    with closing(open_journal(address, is_reader=True)) as journal:
        found = [record.at for record in journal.read_all() if b"automatic.game_started/1" in record.body]
    return datetime.fromisoformat(found[-1])


def lost(evening):
    """Return what the last game's losers lost."""
    wagers = evening.state.history[0].wagers
    return sum(stake for stake, paid in zip(wagers.stake_minor, wagers.paid_minor, strict=True) if not paid)
