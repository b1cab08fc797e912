"""The command line itself: exit codes, what is loaded when, and readers that go away."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss import cli
from pitboss.cli import build, main
from pitboss.errors import InvariantBroken

COMMANDS = {"demo", "rulebooks", "clause", "check", "sign", "settle", "play", "leaderboard", "schema", "conformance"}
COMMANDS |= {"odds", "draw", "tote"}
PROGRAM = Path(sys.executable).with_name("pitboss")
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
"""The environment with Python's usual buffers, in which most people run it."""

LOADED = """
import sys
from pitboss.cli import main
try:
    main(sys.argv[1:])
except SystemExit as leaving:
    assert not leaving.code, leaving.code
heavy = [name for name in sys.modules if name.split(".")[0] in ("numpy", "numba", "pandas", "matplotlib")]
ours = [name.removeprefix("pitboss.") for name in sys.modules if name.startswith("pitboss.")]
print("", *sorted(heavy), *sorted(ours), sep="\\n", file=sys.stderr)
"""


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


def loaded_by(*tokens):
    """Return which heavy libraries and which modules of ours a command loads."""
    done = subprocess.run([sys.executable, "-c", LOADED, *tokens], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def without_reader(*tokens):
    """Run the installed program with nobody reading what it prints; return exit code and standard error."""
    with subprocess.Popen([PROGRAM, *tokens], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=BUFFERED) as program:
        assert program.stdout
        assert program.stderr
        program.stdout.close()
        err = program.stderr.read()
    return program.returncode, err


@pytest.mark.parametrize("tokens", [(), ("--help",), ("-h",)])
def test_help_lists_every_command(capsys, tokens):
    """Asked for, or with nothing asked at all."""
    code, out, err = run(capsys, *tokens)
    assert (0, "", set()) == (code, err, {name for name in COMMANDS if name not in out})


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help(capsys, command):
    """Each command can be loaded and explains itself."""
    code, out, err = run(capsys, command, "--help")
    assert (0, "", True) == (code, err, out.startswith(f"Usage: pitboss {command}"))


def test_the_version_is_told(capsys):
    """The version is the package's."""
    from importlib.metadata import version

    assert (0, version("pitboss"), "") == tuple(
        part.strip() if isinstance(part, str) else part for part in run(capsys, "--version")
    )


@pytest.mark.parametrize("tokens", [("nope",), ("--nope",), ("odds", "craps"), ("rulebooks", "extra"), ("clause",)])
def test_a_mistake_on_the_command_line(capsys, tokens):
    """Unknown commands and options, and what is missing: exit code 2, nothing on standard output."""
    code, out, err = run(capsys, *tokens)
    assert (2, "", True) == (code, out, bool(err.strip()))


def test_a_command_that_returns_nothing_is_done(capsys):
    """Exit code 0 unless a command says otherwise."""
    assert 0 == run(capsys, "rulebooks")[0]


def test_a_broken_invariant_is_not_caught(monkeypatch):
    """A fault of ours is no exit code: it is seen with its traceback."""

    def broken(*_, **__):
        raise InvariantBroken("one and one are three")

    monkeypatch.setattr(cli, "build", lambda: broken)
    with pytest.raises(InvariantBroken):
        main(["rulebooks"])


def test_a_reader_that_went_away_is_no_fault(monkeypatch):
    """A broken pipe inside a command ends it quietly."""

    def broken(*_, **__):
        raise BrokenPipeError

    class Closing:
        is_closed = False

        def close(self):
            self.is_closed = True

        def write(self, _):
            raise AssertionError("nobody is left to tell")

    monkeypatch.setattr(cli, "build", lambda: broken)
    monkeypatch.setattr(sys, "stderr", Closing())
    with pytest.raises(SystemExit) as leaving:
        main(["rulebooks"])
    assert 0 == leaving.value.code


def test_the_command_line_is_built_without_loading_a_command():
    """Every command is known by name before any of them is imported."""
    assert COMMANDS <= set(build())


@pytest.mark.parametrize("tokens", [("--help",), ("odds", "--help")])
def test_help_loads_no_command_and_nothing_heavy(tokens):
    """Help is quick: neither numpy nor numba nor any module of a command."""
    loaded = loaded_by(*tokens)
    assert ({"cli", "errors"}, []) == (
        loaded & {"cli", "errors"},
        sorted(
            name
            for name in loaded
            if name != "cli.output" and name.startswith(("cli.", "games", "lab", "rulebook", "num"))
        ),
    )


@pytest.mark.parametrize("tokens", [("rulebooks",), ("odds", "roulette", "--json"), ("schema",)])
def test_the_usual_commands_load_nothing_heavy(tokens):
    """A few wagers need no compiled walk, and odds are fractions."""
    assert set() == {name for name in loaded_by(*tokens) if name.startswith(("num", "pandas", "matplotlib"))}


def test_the_installed_program_runs():
    """The script in the environment is the same command line, with its exit codes."""
    done = [
        subprocess.run([PROGRAM, *t], capture_output=True, check=False) for t in (("clause", "Q4"), ("clause", "Z"))
    ]
    assert [0, 2] == [program.returncode for program in done]
    assert (True, b"", b"", True) == (
        done[0].stdout[:2] == b"Q4",
        done[0].stderr,
        done[1].stdout,
        b"'Z'" in done[1].stderr,
    )


def test_the_package_can_be_run():
    """`python -m pitboss` is the program too."""
    done = subprocess.run([sys.executable, "-m", "pitboss", "--version"], capture_output=True, text=True, check=True)
    assert "" == done.stderr
    assert done.stdout.strip()


def test_a_pipe_closed_early_is_no_fault():
    """`pitboss odds roulette | head -1`: one line arrives and nothing is complained of."""
    with subprocess.Popen([PROGRAM, "odds", "roulette"], stdout=subprocess.PIPE, env=BUFFERED) as program:
        assert program.stdout
        head = subprocess.run(["head", "-1"], stdin=program.stdout, capture_output=True, check=True)
        program.stdout.close()
    assert (1, 0) == (head.stdout.count(b"\n"), program.returncode)


def test_rows_that_nobody_reads():
    """JSON into a pipe without a reader: quiet, and no fault."""
    assert (0, b"") == without_reader("odds", "roulette", "--json")


@pytest.mark.parametrize("tokens", [("odds", "roulette"), ("--help",)])
def test_a_table_that_nobody_reads(tokens):
    """A table for people into a pipe without a reader: likewise."""
    assert (0, b"") == without_reader(*tokens)


def test_lines_that_nobody_reads():
    """A few printed lines wait in the buffer until the end, where the pipe is as broken as before."""
    assert (0, b"") == without_reader("rulebooks")
