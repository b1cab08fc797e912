"""What the pages on running a house and on speaking to it show is so: the house opens, and each command answers."""

import doctest
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pitboss.floor.house_file import HouseFile
from pitboss.floor.people.acts import AlarmKind
from pitboss.floor.writer.program import digest_of
from tests.arch.test_docs import LENIENT, Shown, fences, shown_commands, text_of
from tests.support.web_process import WAIT_SECONDS_MAX, free_port, until

ROOT = Path(__file__).resolve().parents[3]
OPERATIONS, LIVE = "docs/operations.md", "docs/live.md"
PARTS = HouseFile.__struct_fields__
CODE = re.compile(r"│\s*(\S+)\s*│[^│]*│\s*([A-Z2-9]{5}(?:-[A-Z2-9]{5}){5})\s*│")

pytestmark = [
    pytest.mark.skipif(shutil.which("curl") is None, reason="the pages speak to the house by curl"),
    pytest.mark.no_cover,  # a house in processes of its own
]


def commands(page: str, kind: str) -> list[Shown]:
    """Return the commands that stand in a page's blocks of one kind."""
    return [entry for block in fences(text_of(page), f"console {kind}") for entry in shown_commands(block)]


@dataclass
class House:
    """The house of the page, in a folder of its own."""

    folder: Path
    port: int = field(default_factory=free_port)
    known: dict[str, str] = field(default_factory=dict)
    """What the pages write in place of something that is another each time."""

    def filled(self, text: str) -> str:
        """Return a text of the pages as it is here."""
        for name, value in {"127.0.0.1:8000": f"127.0.0.1:{self.port}", **self.known}.items():
            text = text.replace(name, value)
        return text

    def run(self, shown: Shown, folder: str = "house") -> str:
        """Run a command as it stands there, and see that it answers as shown."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", self.filled(shown.command)],
            cwd=self.folder / folder,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        out = re.sub(r"(?m)^note: .*\n", "", done.stdout + done.stderr)
        assert shown.code == done.returncode, (shown.command, out)
        self.see(shown, out)
        return out

    def see(self, shown: Shown, out: str) -> None:
        """See that an output is the one that is shown; `...` is left out."""
        wanted = self.filled(shown.output)
        assert not wanted or doctest.OutputChecker().check_output(wanted, out.strip() + "\n", LENIENT), (wanted, out)

    @contextmanager
    def opened(self, shown: Shown) -> Iterator[subprocess.Popen[bytes]]:
        """Open the house, and stop it in good order."""
        program = Path(sys.executable).parent / "pitboss"
        printed = self.folder / "printed.txt"
        with printed.open("wb") as out:
            process = subprocess.Popen(
                [program, *shown.command.split()[1:], "--port", str(self.port)],
                cwd=self.folder / "house",
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        try:
            until(lambda: process.poll() is not None or self._answers())
            said = printed.read_text(encoding="utf-8")
            assert process.poll() is None, said
            self.known |= {f"CODE-OF-{name.upper()}": code for name, code in CODE.findall(said)}
            self.see(shown, said)
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(WAIT_SECONDS_MAX)

    def _answers(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{self.port}/healthz", timeout=5).status_code == 200
        return False


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return the page's house, made as the page says."""
    for name in ("examples", "src"):
        (tmp_path / name).symlink_to(ROOT / name)
    made = House(tmp_path)
    for shown in commands(OPERATIONS, "prepare"):
        made.run(shown, ".")
    (file,) = fences(text_of(OPERATIONS), "toml house")
    (tmp_path / "house/house.toml").write_text(file, encoding="utf-8")
    return made


def copied(house: House) -> None:
    """Copy the journal as the page says; by the same statement where there is no program of SQLite's."""
    (shown,) = commands(OPERATIONS, "copying")
    if shutil.which("sqlite3") is not None:
        house.run(shown)
        return
    with closing(sqlite3.connect(house.folder / "house/house.db")) as database:
        database.execute(shown.command.split('"')[1].replace("'copy.db'", f"'{house.folder / 'house/copy.db'}'"))


def test_a_house_runs_as_the_page_says(house: House) -> None:
    """It is checked, opened, looked at, copied, proved, stopped, and restored from the copy."""
    (opening,) = commands(OPERATIONS, "open")
    for shown in commands(OPERATIONS, "before"):
        house.run(shown)
    with house.opened(opening):
        copied(house)
        for shown in commands(OPERATIONS, "floor"):
            house.run(shown)
    for shown in commands(OPERATIONS, "closed"):
        house.run(shown)
    with house.opened(Shown(opening.command)) as restored:
        assert restored.poll() is None


def test_the_floor_answers_as_the_page_says(house: House) -> None:
    """Codes, commands, fates and second persons, by curl; what one answer holds goes into the next command."""
    with house.opened(Shown(commands(OPERATIONS, "open")[0].command)):
        for shown in commands(LIVE, "floor"):
            answer: dict[str, Any] = json.loads(house.run(shown))
            if "csrf" in answer:
                house.known[f"CSRF-OF-{answer['person'].upper()}"] = answer["csrf"]
            if "approval" in answer:
                house.known["APPROVAL"] = answer["approval"]
    assert "APPROVAL" in house.known


def test_the_client_of_the_page_goes_on_through_a_power_cut(house: House) -> None:
    """It has the state, then by the resync rule what came after it, of a server that was killed and started again."""
    (source,) = fences(text_of(LIVE), "python client")
    client: dict[str, Any] = {}
    exec(compile(source, LIVE, "exec"), client)  # noqa: S102 - our own page
    opening = Shown(commands(OPERATIONS, "open")[0].command)
    followed = client["follow"](f"ws://127.0.0.1:{house.port}/ws", "automatic-1")
    with house.opened(opening) as process:
        state = next(followed)
        process.kill()
        process.wait(WAIT_SECONDS_MAX)
    with house.opened(opening):
        missed = next(followed)
    followed.close()

    assert ("state", "news") == (state["type"], missed["type"])
    assert (state["version"], state["version"]) == (missed["after"], missed["version"])


def test_the_machine_of_the_page_shows_its_key(house: House) -> None:
    """It is enrolled, asked, and known as T1, which is still off."""
    (source,) = fences(text_of(LIVE), "python machine")
    machine: dict[str, Any] = {}
    exec(compile(source, LIVE, "exec"), machine)  # noqa: S102 - our own page
    with house.opened(Shown(commands(OPERATIONS, "open")[0].command)):
        key, cookie = machine["enrol"](f"http://127.0.0.1:{house.port}", house.known["CODE-OF-T1"])
        told = next(machine["said"](f"ws://127.0.0.1:{house.port}/ws", key, cookie))

    assert "this terminal is switched off; a supervisor can switch it on" == told["reason"]


@pytest.mark.skipif(sys.platform != "linux", reason="the page takes the tools of a Linux system")
def test_the_digest_can_be_had_without_the_program(house: House) -> None:
    """The tools of the page come to what the program says of itself."""
    (shown,) = commands(OPERATIONS, "digest")

    assert f"{digest_of(ROOT / 'src/pitboss')}  -\n" == house.run(shown)


def test_every_alarm_has_its_advice() -> None:
    """The page says of each kind of alarm what has happened and what to do."""
    section = text_of(OPERATIONS).partition("## When the pit is alarmed")[2].partition("\n## ")[0]

    assert [kind.value for kind in AlarmKind] == list(dict.fromkeys(re.findall(r"^\| `(\w+)`", section, re.MULTILINE)))


def test_every_key_of_a_house_file_is_explained() -> None:
    """The page on the house file has an example of each part, which can be read, and a word on each of its keys."""
    page = text_of("docs/house.md")
    (example,) = fences(page, "toml")
    parts = {part: getattr(msgspec.convert(tomllib.loads(example), HouseFile), part) for part in PARTS}
    keys = {key for part in parts.values() for key in (part[0] if isinstance(part, tuple) else part).__struct_fields__}

    assert [] == sorted(key for key in keys if not re.search(rf"^{key} = |`{key}`|\[\[.*{key}\]\]", page, re.MULTILINE))
