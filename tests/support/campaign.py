"""Randomised searches with a size: a seeded slice in `make test`, all of it in parts with `make campaign`.

A part is determined by its campaign's name and its number, and by nothing else: a part that fails names itself, and
can be run again alone. At full size finished parts are kept in a file, so that a stopped campaign goes on where it
was; a change of the code, or of the search, begins it anew.

    PITBOSS_CAMPAIGN=1          run all parts
    PITBOSS_CAMPAIGN_DIR=dir    keep the finished parts there, and not in .campaign/
    PITBOSS_CAMPAIGN_PART=17    run this part alone
"""

import hashlib
import inspect
import json
import os
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

__all__ = ["Campaign", "Part", "Search", "is_slice"]

ROOT = Path(__file__).resolve().parents[2]


def is_slice() -> bool:
    """Tell whether of every campaign only the slice is searched, as every test run does."""
    return os.environ.get("PITBOSS_CAMPAIGN") != "1" and not os.environ.get("PITBOSS_CAMPAIGN_PART")


@dataclass(frozen=True)
class Part:
    """A piece of a campaign: so many cases, drawn from one seed."""

    campaign: str
    number: int
    cases: int

    @property
    def seed(self) -> int:
        """Return what the part's chance begins with; it is the same on every machine."""
        return int.from_bytes(hashlib.sha256(f"{self.campaign}/{self.number}".encode()).digest()[:8])

    def rng(self) -> random.Random:
        """Return the part's chance."""
        return random.Random(self.seed)


Search = Callable[[Part], Mapping[str, int]]
"""Searches one part, fails on what it was sent to find, and returns what it met, counted by name."""


@dataclass(frozen=True)
class Campaign:
    """A search by its name and size, and how much of it every test run does."""

    name: str
    size: int
    part_cases: int = 1_000
    slice_parts: int = 1
    slice_first: int = 0
    """The part with which the slice begins: one that meets by itself what others meet together."""
    slice_cases: int | None = None
    """How many cases a part of the slice has, where fewer than a whole part show what the search does."""

    @classmethod
    def of(
        cls,
        request: pytest.FixtureRequest,
        name: str,
        *,
        part_cases: int = 1_000,
        slice_parts: int = 1,
        slice_first: int = 0,
        slice_cases: int | None = None,
    ) -> "Campaign":
        """Return the campaign of a test that is marked with its size."""
        marker = request.node.get_closest_marker("campaign")
        return cls(name, marker.args[0], part_cases, slice_parts, slice_first, slice_cases)

    @property
    def parts(self) -> list[Part]:
        """Return all parts; the last may be shorter."""
        starts = range(0, self.size, self.part_cases)
        return [Part(self.name, n, min(self.part_cases, self.size - start)) for n, start in enumerate(starts)]

    @property
    def slice(self) -> list[Part]:
        """Return the parts of every test run."""
        found = self.parts[self.slice_first : self.slice_first + self.slice_parts]
        return [replace(part, cases=min(part.cases, self.slice_cases or part.cases)) for part in found]

    @property
    def is_whole(self) -> bool:
        """Tell whether all of it is searched, and not the slice of every test run."""
        return os.environ.get("PITBOSS_CAMPAIGN") == "1"

    def run(self, search: Search) -> Counter[str]:
        """Search the slice, or every part that is not finished yet, and return what all of them met."""
        alone = os.environ.get("PITBOSS_CAMPAIGN_PART")
        if alone:
            _searched(search, self.parts[int(alone)])
            pytest.skip(f"part {alone} alone found nothing")
        if not self.is_whole:
            return _sum([_searched(search, part) for part in self.slice])
        kept = Path(os.environ.get("PITBOSS_CAMPAIGN_DIR") or ROOT / ".campaign") / f"{self.name}.jsonl"
        return self.run_all(search, kept)

    def run_all(self, search: Search, kept: Path) -> Counter[str]:
        """Search every part that `kept` does not have; when all are there the file is set aside as finished."""
        code = _fingerprint(Path(inspect.getfile(search)))
        done = _finished(kept, code)
        kept.parent.mkdir(parents=True, exist_ok=True)
        with kept.open("a", encoding="utf-8") as file:
            for part in self.parts:
                if part.number in done:
                    continue
                done[part.number] = _searched(search, part)
                # The line break goes first, so that a line cut short by the last stop spoils no other.
                file.write("\n" + json.dumps({"code": code, "part": part.number, "met": done[part.number]}))
                file.flush()
        kept.replace(kept.with_suffix(".finished.jsonl"))
        return _sum(list(done.values()))


def _searched(search: Search, part: Part) -> dict[str, int]:
    try:
        return dict(search(part))
    except BaseException as error:
        error.add_note(
            f"in part {part.number} of the campaign {part.campaign}, seed {part.seed}; "
            f"PITBOSS_CAMPAIGN_PART={part.number} runs it alone"
        )
        raise


def _sum(met: list[dict[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counts in met:
        total.update(counts)
    return total


def _finished(kept: Path, code: str) -> dict[int, dict[str, int]]:
    """Read what the parts met that were finished with this code; a line cut short by the stop is passed over."""
    done: dict[int, dict[str, int]] = {}
    for line in kept.read_text(encoding="utf-8").splitlines() if kept.exists() else ():
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:
            continue
        if entry["code"] == code:
            done[entry["part"]] = entry["met"]
    return done


@cache
def _fingerprint(search: Path) -> str:
    """Return a hash of the package, of what the searches share, and of the search itself."""
    package = [path for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".toml")]
    digest = hashlib.sha256()
    for path in sorted({*package, *(ROOT / "tests/support").glob("*.py"), search}):
        digest.update(path.read_bytes())
    return digest.hexdigest()
