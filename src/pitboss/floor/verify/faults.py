"""What a verification finds: faults by stream and version, gathered up to a number, and how far it has come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

__all__ = ["DAMAGE", "FAULTS_MAX", "Fault", "Faults", "Progress", "Reworded", "Stale"]

FAULTS_MAX: Final = 1_000
"""How many faults are told one by one; of a database in ruins nobody reads more."""
DAMAGE: Final = "database damage"
"""How a fault begins that cannot be laid to a record."""

Progress = Callable[[str, int, int], None]
"""Told what is looked at, how much of it is done, and how much there is."""


@dataclass(frozen=True)
class Fault:
    """One thing that is not as it was written, with its stream and version where it has them."""

    stream: str | None
    version: int | None
    what: str

    def __str__(self) -> str:
        """Say it in a line."""
        return self.what if self.stream is None else f"{self.stream} version {self.version}: {self.what}"


@dataclass(frozen=True)
class Stale:
    """A snapshot that will not be used: no fault, it is a cache and the journal is read instead."""

    stream: str
    version: int
    why: str


@dataclass(frozen=True)
class Reworded:
    """A rules document that was written anew since a stream was opened under it: no fault where it decides the same."""

    stream: str
    version: int


@dataclass
class Faults:
    """Faults as they are found."""

    faults: list[Fault] = field(default_factory=list)
    left_out: int = 0
    stale: list[Stale] = field(default_factory=list)
    reworded: list[Reworded] = field(default_factory=list)

    def add(self, what: str, stream: str | None = None, version: int | None = None) -> None:
        """Keep a fault."""
        if len(self.faults) < FAULTS_MAX:
            self.faults.append(Fault(stream, version, what))
        else:
            self.left_out += 1

    def damage(self, what: str) -> None:
        """Keep a fault that no record can be named for."""
        self.add(f"{DAMAGE}: {what}")

    @contextmanager
    def guarded(self, what: str, stream: str | None = None, version: int | None = None) -> Iterator[None]:
        """Turn whatever goes wrong into a fault: what is damaged can break any reader, and the rest is still read."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - nothing that is stored may stop a verification
            said = f"{what}: {error or type(error).__name__}"
            if stream is None:
                self.damage(said)
            else:
                self.add(said, stream, version)
