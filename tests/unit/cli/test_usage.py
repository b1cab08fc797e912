"""What the command line says of itself: help sentence by sentence, mistakes as they were typed, completion."""

import shutil
import socket
import subprocess
import sys

import pytest

from pitboss.cli import _COMMANDS, _GROUPS, main

HELP_OF_ALL = """
import contextlib, io, sys
from pitboss.cli import main
for tokens in sys.argv[1:]:
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
        main([*tokens.split(), "--help"])
print(*sys.modules)
"""
ZSH = r"""
zmodload zsh/zpty
zpty shell 'TERM=dumb zsh -f -i'
zpty -w shell $'fpath=('$PWD$' $fpath); autoload -Uz compinit; compinit -u -D'
zpty -w shell $'pitboss() { print -r -- "G""OT" "$@" "E""ND" }; print "REA""DY"'
zpty -r shell out '*READY*'
zpty -w shell $'%s\t'
zpty -r shell out '*END*'
print -r -- ${${out##*GOT }%% END*}
"""
"""Types something with a tab behind it into a shell of its own, in which the program prints what it is called with."""
BASH = """
source ./completion.bash
COMP_WORDS=({words}) COMP_CWORD={last}
_pitboss
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


def script(capsys, shell):
    """Return the completion script of a shell."""
    code, out, err = run(capsys, "completion", shell)
    assert (0, "") == (code, err)
    return out


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (("diff", "seabrook-roulette"), "RIGHT is missing. See `pitboss diff --help`."),
        (("settle",), "GAME is missing. See `pitboss settle --help`."),
        (("settle", "roulette"), "FILE is missing. See `pitboss settle --help`."),
        (("draw", "baccarat"), "--results is missing. See `pitboss draw baccarat --help`."),
        (("tote", "cost", "$2 WIN 1"), "--runners is missing. See `pitboss tote cost --help`."),
        (("tote", "cost", "$2 WIN 1", "--runners"), "--runners needs a value. See `pitboss tote cost --help`."),
        (("rulebooks", "extra"), "extra is more than the command takes. See `pitboss rulebooks --help`."),
    ],
)
def test_what_is_missing_is_named_as_it_is_typed(capsys, tokens, said):
    """As the usage line has it: in capitals what has no name, with its strokes what has one."""
    assert (2, "", f"pitboss: {said}\n") == run(capsys, *tokens)


@pytest.mark.parametrize("group", ["odds", "draw", "tote"])
def test_every_command_of_a_group_has_a_sentence_of_its_own(capsys, group):
    """The list of a group tells its commands apart, and each command begins its help with the same sentence."""
    _, _, commands = _GROUPS[group]
    code, out, _ = run(capsys, group, "--help")

    assert (0, len(commands)) == (code, len(set(commands.values())))
    assert [] == [name for name, told in commands.items() if told not in out]


def test_a_port_in_use_is_said_in_a_sentence(capsys):
    """Who it is in the way of, and what to do."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, out, err = run(capsys, "serve", "--port", str(port))

    said = f"another program already listens at 127.0.0.1:{port}: stop it, or choose another"
    assert (2, "", True) == (code, out, said in err)


def test_a_port_that_is_none(capsys):
    """Out of range, it is told what a port is."""
    code, _, err = run(capsys, "serve", "--port", "70000")
    assert (2, True) == (code, "a port is a number from 0 to 65535" in err)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("pitboss", "rulebo"), {"rulebooks"}),
        (("pitboss", "draw", ""), {"roulette", "sicbo", "baccarat", "blackjack"}),
        (("pitboss", "draw", "roulette", "--dol"), {"--dolly"}),
        (("pitboss", "export", "day.db", "--format", ""), {"jsonl", "parquet"}),
    ],
)
def test_bash_completes(capsys, tmp_path, words, found):
    """Commands, commands of groups, options, and values of which there are few."""
    (tmp_path / "completion.bash").write_text(script(capsys, "bash"), encoding="utf-8")
    listed = " ".join(f"'{word}'" for word in words)
    asked = BASH.format(words=listed, last=len(words) - 1)
    done = subprocess.run(["bash", "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert ("", found) == (done.stderr, set(done.stdout.split()))


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed: its completion is not tried")
@pytest.mark.parametrize(
    ("typed", "found"), [("pitboss rulebo", "rulebooks"), ("pitboss draw roulette --dol", "draw roulette --dolly")]
)
def test_zsh_completes(capsys, tmp_path, typed, found):
    """In a shell of its own, with a tab at the end of what is typed."""
    (tmp_path / "_pitboss").write_text(script(capsys, "zsh"), encoding="utf-8")
    done = subprocess.run(["zsh", "-f", "-c", ZSH % typed], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert found == done.stdout.strip()


HEAVY = {"games", "tote", "lab", "floor", "draw", "library", "ledger", "web"}


def loaded_by_help_of(commands):
    """Return what is loaded once all of these commands have shown their help, one after the other."""
    done = subprocess.run([sys.executable, "-c", HELP_OF_ALL, *commands], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    ours = {name.split(".")[1] for name in loaded if name.startswith("pitboss.")}
    return (ours & HEAVY) | (set(loaded) & {"rich.markdown", "markdown_it", "pygments", "cryptography", "numpy"})


def test_help_is_light():
    """Help loads neither the rules of a game nor the floor: it is there before anybody waits for it."""
    further = [f"{group} {name}" for group, (_, _, commands) in _GROUPS.items() for name in commands]

    assert set() == loaded_by_help_of(["", *_COMMANDS, *_GROUPS, *further])


def test_a_shell_that_is_not_known(capsys):
    """It is told which there are."""
    code, out, err = run(capsys, "completion", "tcsh")
    assert (2, "", True) == (code, out, "bash" in err and "zsh" in err)
