"""The processes that run the tests: whatever becomes of one of them, the run tells it."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FINE = "import os\n\ndef test_a(): pass\ndef test_b(tmp_path): (tmp_path / str(os.getpid())).touch()\n"
WRONG = "def test_wrong():\n    print('what it said')\n    assert 1 == 2\n"
DEAD = "import os\n\ndef test_dead(): os._exit(3)\ndef test_never(): pass\n"


def run(folder, files, *options):
    """Run some files of tests in three processes; return the exit code and what was printed."""
    for name, text in files.items():
        (folder / f"test_{name}.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.support.forks", "--processes", "3", "--rootdir", folder]
    command += ["-c", "/dev/null", "-p", "no:cacheprovider", *options, folder]
    # A file: a pipe would be waited for as long as anybody has it, whatever a test left running too.
    with (folder / "said").open("w", encoding="utf-8") as said:
        done = subprocess.run(command, cwd=ROOT, stdout=said, stderr=said, check=False, env=os.environ)
    return done.returncode, (folder / "said").read_text(encoding="utf-8")


def test_every_test_is_run_once(tmp_path):
    """What several processes ran is told as one run."""
    code, said = run(tmp_path, {f"fine_{number}": FINE for number in range(5)})
    assert (0, ["10 passed"]) == (code, re.findall(r"\d+ passed", said))


def test_a_failure_is_told_with_what_it_said(tmp_path):
    """A test that fails in another process fails the run, with its assertion and its output."""
    code, said = run(tmp_path, {"fine": FINE, "wrong": WRONG})
    assert 1 == code
    assert ["1 failed", "2 passed"] == re.findall(r"\d+ (?:failed|passed)", said)
    assert "assert 1 == 2" in said
    assert "what it said" in said


def test_a_process_that_dies_fails_the_run(tmp_path):
    """A process that is gone in the middle is told with the test that it ran."""
    code, said = run(tmp_path, {"fine": FINE, "dead": DEAD})
    assert 1 == code
    assert re.search(r"process \d died while it ran test_dead.py::test_dead", said)


def test_a_process_that_dies_is_told_while_what_it_left_lives_on(tmp_path):
    """A fork of its own that a test leaves holds the pipe open, and is not waited for."""
    place = str(tmp_path / "over")
    left = f"""import os, pathlib, time

def test_left():
    if os.fork() == 0:
        while not pathlib.Path({place!r}).exists(): time.sleep(0.01)
        os._exit(0)
    os._exit(3)
"""
    try:
        code, said = run(tmp_path, {"fine": FINE, "left": left})
    finally:
        Path(place).touch()
    assert 1 == code
    assert re.search(r"process \d died while it ran test_left.py::test_left", said)


def test_a_process_that_breaks_says_how(tmp_path):
    """What ended it is not hidden behind the news that it ended."""
    gone = "import pytest\n\ndef test_gone(): pytest.exit('the reason')\n"
    code, said = run(tmp_path, {"fine": FINE, "gone": gone})
    assert 1 == code
    assert re.search(r"process \d broke while it ran test_gone.py::test_gone", said)
    assert "the reason" in said


def test_a_run_that_is_to_stop_stops(tmp_path):
    """After a failure that ends the run no further file is begun."""
    slow = "import pathlib, time\n\ndef test_slow():\n    while not pathlib.Path('PLACE').exists(): time.sleep(0.01)\n"
    late = "def test_late(): open('PLACE', 'w').close(); raise AssertionError\n"
    place = str(tmp_path / "place")
    # The first is begun at once. A later one might be the next of a process that waits for it.
    files = {"a": late.replace("PLACE", place), "b": slow.replace("PLACE", place), "c": slow.replace("PLACE", place)}
    code, said = run(tmp_path, files | {f"d_{number}": FINE for number in range(50)}, "-x")
    assert 1 == code
    assert "stopping after 1 failures" in said
