"""What the pages on running a house and on speaking to it show is so: the house opens, and each command answers."""

import doctest
import io
import json
import os
import re
import shlex
import shutil
import signal
import sqlite3
import ssl
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
import psycopg
import pytest
import trustme

from pitboss.cli import main
from pitboss.floor.house_file import HouseFile
from pitboss.floor.people.acts import AlarmKind
from pitboss.floor.writer.program import digest_of
from pitboss.journal import open_journal
from pitboss.journal.postgres import is_private
from tests.arch.test_docs import LENIENT, Shown, fences, shown_commands, text_of, unit_file
from tests.support.postgres import OwnServer, own_server
from tests.support.web_process import WAIT_SECONDS_MAX, free_port, listens, until

ROOT = Path(__file__).resolve().parents[3]
OPERATIONS, LIVE = "docs/operations.md", "docs/live.md"
PARTS = HouseFile.__struct_fields__
CODE = re.compile(r"│\s*(\S+)\s*│[^│]*│\s*([A-Z2-9]{5}(?:-[A-Z2-9]{5}){5})\s*│")
SHELL = re.compile(r"[|<>$]")
"""What only a shell understands."""
PROGRAMS = {"ssh": 'cd "{0}" && shift && exec sh -c "$*"', "lp": 'exec cat >> "{0}/paper"'}
"""Programs of the page that would go to another machine: here they go to a folder."""

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
    programs: list[Path] = field(default_factory=lambda: [Path(sys.executable).parent])
    """Where programs are looked for first."""
    settings: dict[str, str] = field(default_factory=dict)
    """What is set in the environment."""

    @property
    def environment(self) -> dict[str, str]:
        """Return what commands find in their environment."""
        return {**os.environ, **self.settings, "PATH": os.pathsep.join([*map(str, self.programs), os.environ["PATH"]])}

    def filled(self, text: str) -> str:
        """Return a text of the pages as it is here."""
        own = {"127.0.0.1:8000": f"127.0.0.1:{self.port}", "8443": str(self.port)}
        for name, value in {**own, "/mnt/auditor": str(self.folder / "auditor"), **self.known}.items():
            text = text.replace(name, value)
        return text

    def run(self, shown: Shown, folder: str = "house") -> str:
        """Run a command as it stands there, and see that it answers as shown."""
        command = self.filled(shown.command)
        in_shell = SHELL.search(command) or not command.startswith("pitboss ")
        code, said = (self._in_shell if in_shell else self._in_process)(command, self.folder / folder)
        out = re.sub(r"(?m)^note: .*\n", "", said)
        assert shown.code == code, (shown.command, out)
        self.see(shown, out)
        return out

    def _in_shell(self, command: str, folder: Path) -> tuple[int, str]:
        done = subprocess.run(
            ["bash", "-c", command], cwd=folder, env=self.environment, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    def _in_process(self, command: str, folder: Path) -> tuple[int, str]:
        """Run a command of our own here: a process for each would load the whole program for each."""
        printed = io.StringIO()
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(printed), redirect_stderr(printed):
            patch.chdir(folder)
            patch.setenv("PATH", self.environment["PATH"])
            with pytest.raises(SystemExit) as leaving:
                main(shlex.split(command)[1:])
        return int(leaving.value.code or 0), printed.getvalue()

    def see(self, shown: Shown, out: str) -> None:
        """See that an output is the one that is shown; `...` is left out."""
        wanted = self.filled(shown.output)
        assert not wanted or doctest.OutputChecker().check_output(wanted, out.strip() + "\n", LENIENT), (wanted, out)

    @contextmanager
    def opened(self, shown: Shown, trust: ssl.SSLContext | None = None) -> Iterator[subprocess.Popen[bytes]]:
        """Open the house, and stop it in good order."""
        program, *words = shlex.split(self.filled(shown.command))
        printed, log = self.folder / "printed.txt", self.folder / "log.txt"
        with printed.open("wb") as out, log.open("wb") as errors:
            process = subprocess.Popen(
                [Path(sys.executable).parent / program, *words, *([] if trust else ["--port", str(self.port)])],
                cwd=self.folder / "house",
                env=self.environment,
                stdout=out,
                stderr=errors,
            )
        try:
            until(lambda: process.poll() is not None or self._answers(trust))
            said = printed.read_text(encoding="utf-8")
            assert process.poll() is None, log.read_text(encoding="utf-8")
            self.known |= {f"CODE-OF-{name.upper()}": code for name, code in CODE.findall(said)}
            self.see(shown, said)
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(WAIT_SECONDS_MAX)

    def _answers(self, trust: ssl.SSLContext | None) -> bool:
        url = f"{'http' if trust is None else 'https'}://127.0.0.1:{self.port}/healthz"
        with suppress(httpx.HTTPError):
            verify = True if trust is None else trust
            return listens(self.port) and httpx.get(url, timeout=5, verify=verify).status_code == 200
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


def anchored(house: House) -> Path:
    """Let the house carry its heads to the places of the page, and return the folder that stands for other machines."""
    (places,) = fences(text_of(OPERATIONS), "toml anchors")
    with (house.folder / "house/house.toml").open("a", encoding="utf-8") as file:
        file.write(house.filled(places))
    own, elsewhere = (house.folder / name for name in ("programs", "elsewhere"))
    for folder in (own, elsewhere, house.folder / "auditor"):
        folder.mkdir()
    for name, script in PROGRAMS.items():
        (own / name).write_text(f"#!/bin/sh\n{script.format(elsewhere)}\n", encoding="utf-8")
        (own / name).chmod(0o755)
    house.programs.insert(0, own)
    return elsewhere


def certified(house: House) -> ssl.SSLContext:
    """Put a certificate and its key where the page has them, and return what a client has to believe."""
    signer, context = trustme.CA(), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    issued = signer.issue_cert("127.0.0.1")
    issued.cert_chain_pems[0].write_to_path(house.folder / "house/floor.pem")
    issued.private_key_pem.write_to_path(house.folder / "house/floor.key")
    signer.configure_trust(context)
    return context


def followed(house: House, arrived: Path) -> list[int]:
    """Follow the records as the page says until all of them arrived, and return their positions."""
    (shown,) = commands(OPERATIONS, "followed")
    with closing(open_journal(str(house.folder / "house/house.db"), is_reader=True)) as journal:
        last, _ = journal.last()
    process = subprocess.Popen(
        ["bash", "-c", shown.command], cwd=house.folder / "house", env=house.environment, start_new_session=True
    )
    try:
        until(lambda: process.poll() is not None or (arrived.exists() and arrived.read_bytes().count(b"\n") >= last))
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(WAIT_SECONDS_MAX)
    return [json.loads(line)["record"]["position"] for line in arrived.read_text(encoding="utf-8").splitlines()[:last]]


def test_a_house_runs_as_the_page_says(house: House) -> None:
    """It is opened, looked at, copied, restored, sealed anew, served with a certificate, and its heads carried away."""
    (opening,), (serving,) = commands(OPERATIONS, "open"), commands(OPERATIONS, "certified")
    for shown in commands(OPERATIONS, "before"):
        house.run(shown)
    with house.opened(opening):
        copied(house)
        for shown in commands(OPERATIONS, "floor"):
            house.run(shown)
    for shown in [*commands(OPERATIONS, "closed"), *commands(OPERATIONS, "rotated")]:
        house.run(shown)
    elsewhere = anchored(house)
    with house.opened(serving, certified(house)):
        positions = followed(house, elsewhere / "records.jsonl")
    # The house has left its head at every place when it closed.
    for shown in commands(OPERATIONS, "anchored"):
        house.run(shown)

    assert [*range(1, len(positions) + 1)] == positions
    assert {"house.anchors", "paper", "records.jsonl"} == {path.name for path in elsewhere.iterdir()}


def test_what_runs_by_itself_is_what_is_typed() -> None:
    """The service has the command of the page, and the nightly line the one that takes the head by hand."""
    (serving,), (line,) = commands(OPERATIONS, "certified"), fences(text_of(OPERATIONS), "text crontab")
    service = next(unit for block in fences(text_of(OPERATIONS), "ini") if "Service" in (unit := unit_file(block)))
    nightly = line.split(maxsplit=5)[5].strip()
    taken = nightly.replace("cd /srv/pitboss/house && ", "").replace("/mnt/auditor/", "")

    assert f"/srv/pitboss/.venv/bin/{serving.command}" == service["Service"]["ExecStart"]
    assert taken.replace("/srv/pitboss/.venv/bin/", "") in [shown.command for shown in commands(OPERATIONS, "floor")]


@pytest.fixture
def server(house: House) -> Iterator[OwnServer]:
    """Yield a PostgreSQL that stands for the page's, whose programs its administrator finds."""
    with own_server() as found:
        house.known["db.example"] = quote(str(found.home), safe="")
        house.programs.insert(0, found.programs)
        house.settings |= {"PGHOST": str(found.home), "PGUSER": "postgres"}
        yield found


def test_a_house_records_in_postgresql_as_the_page_says(house: House, server: OwnServer) -> None:
    """Two accounts are made, one of which only adds lines; the database is dumped, restored and copied whole."""
    (serving,) = commands(OPERATIONS, "recorded elsewhere")
    for shown in [*commands(OPERATIONS, "accounts"), *commands(OPERATIONS, "granted")]:
        house.run(shown)
    with house.opened(serving):
        for shown in commands(OPERATIONS, "dumped"):
            house.run(shown)
    for shown in commands(OPERATIONS, "restored"):
        house.run(shown)
    copy = house.folder / "house/base/PG_VERSION"

    assert (server.data / "PG_VERSION").read_text() == copy.read_text()
    shutil.rmtree(copy.parent)


def test_every_database_of_the_page_is_reached_by_a_line_that_is_proved() -> None:
    """The addresses of the page are none that a house refuses."""
    addresses = re.findall(r"postgresql://[^'`\s]+@[^'`\s]+", text_of(OPERATIONS))

    assert addresses
    assert all(is_private(psycopg.conninfo.conninfo_to_dict(address), {}) for address in addresses)


def test_the_floor_answers_as_the_page_says(house: House) -> None:
    """A machine shows its key; codes, commands, fates and second persons follow, each with what was answered before."""
    (source,) = fences(text_of(LIVE), "python machine")
    machine: dict[str, Any] = {}
    exec(compile(source, LIVE, "exec"), machine)  # noqa: S102 - our own page
    with house.opened(Shown(commands(OPERATIONS, "open")[0].command)):
        key, cookie = machine["enrol"](f"http://127.0.0.1:{house.port}", house.known["CODE-OF-T1"])
        told = next(machine["said"](f"ws://127.0.0.1:{house.port}/ws", key, cookie))
        assert "this terminal is switched off; a supervisor can switch it on" == told["reason"]
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
