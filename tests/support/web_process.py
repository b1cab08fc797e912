"""`pitboss serve` as a process of its own, for tests that kill it."""

import re
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.support.driven import need, there
from tests.support.web_guest import Guest

__all__ = ["LAB_WORKER", "WAIT_SECONDS_MAX", "Serving", "free_port", "listens", "serving", "until"]

WAIT_SECONDS_MAX = 180
"""After which something that must happen is taken not to happen."""
LAB_WORKER = (sys.executable, "-c", "import os; os.nice = int; from pitboss.lab.worker import main; main()")
"""A process of the laboratory that gives way to nobody: on a busy machine one of the lowest priority never begins."""
SOON_SECONDS = 0.01
"""How soon it is asked for the first time whether something has happened."""
LATE_SECONDS = 0.25
"""How long it takes at most until it is asked again."""


def until(is_so: Callable[[], object], seconds: float = WAIT_SECONDS_MAX) -> None:
    """Wait until something is so; it is a failure if that takes minutes.

    The longer it takes, the less often it is asked: asking a page a hundred times a second is work for both cores.
    """
    begun = time.monotonic()
    while not is_so():
        waited = time.monotonic() - begun
        need(waited < seconds, "what was waited for did not happen")
        time.sleep(min(max(waited / 10, SOON_SECONDS), LATE_SECONDS))


def free_port() -> int:
    """Return a port at which nobody listens, and none of those that clients are given: it must be free a while yet."""
    while True:
        port = secrets.choice(range(12_000, 32_000))
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port


def listens(port: int) -> bool:
    """Tell whether somebody listens at a port, at less cost than a client's that reads its certificates first."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


@dataclass
class Serving:
    """`pitboss serve` as a process of its own; `kill` is the power cut, `start` what comes after."""

    house: Path
    journal: str
    port: int
    process: subprocess.Popen[bytes] | None = None
    printed: str = ""
    options: Sequence[str] = ()
    trust: ssl.SSLContext | None = None
    """What a client has to believe, where the house is served with a certificate."""

    @property
    def url(self) -> str:
        """Return where it is."""
        return f"{'http' if self.trust is None else 'https'}://127.0.0.1:{self.port}"

    @property
    def codes(self) -> dict[str, str]:
        """Return the one-time codes that the start printed, by person and terminal."""
        return dict(re.findall(r"│\s*(\S+)\s*│[^│]*│\s*([A-Z2-9]{5}(?:-[A-Z2-9]{5}){5})\s*│", self.printed))

    def start(self) -> None:
        """Start it, and wait until it answers."""
        program = there(shutil.which("pitboss", path=str(Path(sys.executable).parent)), "pitboss is not installed")
        output = self.house.parent / f"serve-{self.port}.txt"
        command = [program, "serve", "--house", str(self.house), "--journal", self.journal, "--port", str(self.port)]
        with output.open("wb") as out:
            self.process = subprocess.Popen(
                [*command, "--create", "--no-robots", *self.options],
                stdout=out,
                stderr=subprocess.STDOUT,
                cwd=self.house.parent,
            )
        process = self.process
        until(lambda: process.poll() is not None or self.answers())
        self.printed = output.read_text(encoding="utf-8", errors="replace")
        need(process.poll() is None, self.printed)

    def answers(self) -> bool:
        """Tell whether somebody who asks is answered."""
        if not listens(self.port):
            return False
        try:
            trust = True if self.trust is None else self.trust
            return httpx.get(f"{self.url}/healthz", timeout=5, verify=trust).status_code == 200
        except httpx.HTTPError:
            return False

    def took(self, guest: Guest) -> Guest:
        """Show a guest where the house is."""
        guest.port = self.port
        return guest

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in good order."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(WAIT_SECONDS_MAX)


@contextmanager
def serving(house: Path, *, journal: str | None = None, port: int | None = None) -> Iterator[Serving]:
    """Serve a house by `pitboss serve`; it is stopped at the end, whatever became of it."""
    found = Serving(house, journal or str(house.parent / "house.db"), port or free_port())
    try:
        found.start()
        yield found
    finally:
        found.stop()
