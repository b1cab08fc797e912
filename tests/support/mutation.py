"""Runs the tests of a clause against mutants of its code: each mutant in a process of its own, with a time limit.

All tests that are marked with a clause are collected once. For each mutant a child is forked, which changes the
program in its own memory, runs the tests and says which went red and how. The parent is never changed.
"""

import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from pitboss.cli.citations import carried_out, tests_by_clause
from pitboss.decider import Accepted, Event
from pitboss.rulebook import RuleViolation, all_clauses, edition, readings
from tests.support.driven import NotDriven
from tests.support.mutants import Mutant, function_mutants, function_of
from tests.support.mutants_data import data_mutants, event_mutants
from tests.support.mutants_duties import duty_mutants

__all__ = ["Marked", "Place", "Result", "collected", "counts", "examine", "mutants_of", "places", "red_unchanged"]

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
SLOW = ("property/", "oracle/", "golden/")
"""Folders whose tests are asked only where a clause has no others: they search, and take long."""
SECONDS_MAX = 60
"""How long the tests of one mutant may take: a mutant that runs for ever is ended, and proves nothing."""
CLAUSE_SECONDS_MAX = 5
"""How long at a place of many clauses, for each of them."""
PROOFLESS_MAX = 10
"""After so many tests that went red and prove nothing the rest is not run."""
COUNTS: Mapping[str, tuple[str, ...]] = {
    # A refusal that is taken out changes nothing but what was refused: whatever then happens, the test was there.
    "refusal": ("assert", "accepted", "blocked", "crash"),
    "data": ("assert", "accepted", "blocked"),
}
"""Kind of mutant to the ways of going red that show a test of the behaviour; else a test must say what it misses."""
SAID: tuple[str, ...] = ("assert", "accepted")
Red = dict[str, str]
"""Test to how it went red."""


@dataclass(frozen=True)
class Place:
    """Where clauses are carried out: a function, an event, or an edition's data."""

    name: str
    clauses: tuple[str, ...]


@dataclass
class Result:
    """What came of a place: of each clause the mutants that were tried, and those that its tests noticed."""

    place: str
    tried: dict[str, int] = field(default_factory=dict)
    noticed: dict[str, list[tuple[str, str, Red]]] = field(default_factory=dict)
    """Clause to the kind of each mutant its tests noticed, what was taken out, and the tests."""
    survived: dict[str, list[str]] = field(default_factory=dict)
    weak: dict[str, list[str]] = field(default_factory=dict)
    """Clause to what was taken out and made its tests go red in a way that proves nothing."""


def counts(kind: str, how: str) -> bool:
    """Tell whether a test that goes red like this shows that it is about what was taken out."""
    return how in COUNTS.get(kind, SAID)


def places() -> list[Place]:
    """Return every place with its clauses."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for clause, named in carried_out().items():
        for name in named:
            found[name].append(clause)
    return [Place(name, tuple(dict.fromkeys(clauses))) for name, clauses in sorted(found.items())]


def mutants_of(place: Place) -> list[Mutant]:
    """Return the mutants of a place, those that prove most first."""
    if not place.name.startswith("pitboss."):
        edition_id, _, path = place.name.partition(": ")
        found = [mutant for clause in place.clauses for mutant in data_mutants(place.name, clause)]
        done = duty_mutants(edition_id, path) if path.partition(".")[2] else []
        return list({mutant.what: mutant for mutant in (*done, *found)}.values())
    carrier = pkgutil.resolve_name(place.name)
    if isinstance(carrier, type):
        if issubclass(carrier, Event):
            return sorted(event_mutants(carrier), key=lambda mutant: mutant.what.endswith((".by", ".moves", ".round")))
        methods = [function_of(member) for member in vars(carrier).values()]
        return [mutant for method in methods if method is not None for mutant in function_mutants(method)]
    function = function_of(carrier)
    return [] if function is None else function_mutants(function)


@dataclass(frozen=True)
class Marked:
    """The collected tests by clause."""

    items: dict[str, list[pytest.Item]]

    def of(self, clauses: Sequence[str]) -> list[pytest.Item]:
        """Return the tests of some clauses, each once."""
        return list({item.nodeid: item for clause in clauses for item in self.items.get(clause, [])}.values())

    def names(self, clause: str) -> set[str]:
        """Return the names of a clause's tests."""
        return {name_of(item) for item in self.items.get(clause, [])}


def name_of(item: pytest.Item) -> str:
    """Return a test as `pitboss conformance` names it: its file below `tests`, and its function."""
    place = Path(item.path).relative_to(TESTS).as_posix()
    return f"{place}::{getattr(item, 'originalname', None) or item.name}"


def collected(work: Callable[[Marked], None], clauses: Collection[str] = ()) -> int:
    """Collect the tests of some clauses, or of all, and do some work with them inside pytest's session."""
    marked = [names for clause, names in tests_by_clause(TESTS).items() if not clauses or clause in clauses]
    files = sorted({name.partition("::")[0] for names in marked for name in names})
    options = [
        "-q",
        "-s",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:faker",
        "-o",
        "addopts=--import-mode=importlib",
        "--rootdir",
        str(ROOT),
    ]
    config = ["-c", str(ROOT / "pyproject.toml")]
    return int(pytest.main([*options, *config, *(str(TESTS / file) for file in files)], plugins=[_Session(work)]))


class _Session:
    """Takes the place of pytest's own loop over the tests."""

    def __init__(self, work: Callable[[Marked], None]) -> None:
        self.work = work

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Sort the tests by clause and begin; pytest itself runs none."""
        items: defaultdict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            for clause in dict.fromkeys(str(one) for mark in item.iter_markers("clause") for one in mark.args):
                items[clause].append(item)
        # A child shares its parent's memory as long as neither writes to it, and collecting garbage writes everywhere.
        importlib.import_module("pitboss.floor.people.door")
        _caches()
        gc.collect()
        gc.freeze()
        gc.disable()
        self.work(Marked({clause: _quick(found) for clause, found in items.items()}))
        return True


def _quick(items: list[pytest.Item]) -> list[pytest.Item]:
    quick = [item for item in items if not name_of(item).startswith(SLOW)]
    return quick or items


def examine(place: Place, marked: Marked, *, is_whole: bool = False) -> Result:
    """Try the mutants of a place, until each of its clauses has a test that notices one; or all of them."""
    result = Result(place.name)
    for mutant in mutants_of(place):
        asked = [clause for clause in place.clauses if is_whole or clause not in result.noticed]
        items = marked.of(asked)
        if not items:
            break
        wanted = {} if is_whole else {clause: marked.names(clause) for clause in asked}
        # A place of many clauses has the tests of all of them to run, as long as one of these is not noticed.
        red = _tried(mutant, items, wanted, seconds_max=max(SECONDS_MAX, CLAUSE_SECONDS_MAX * len(asked)))
        for clause in asked:
            result.tried[clause] = result.tried.get(clause, 0) + 1
            own = {test: how for test, how in red.items() if test in marked.names(clause)}
            proving = {test: how for test, how in own.items() if counts(mutant.kind, how)}
            if proving:
                result.noticed.setdefault(clause, []).append((mutant.kind, mutant.what, proving))
            else:
                (result.weak if own else result.survived).setdefault(clause, []).append(mutant.what)
    return result


def red_unchanged(marked: Marked, names: set[str]) -> Red:
    """Return those of some tests that are red although nothing was taken out: they prove nothing."""
    items = {item.nodeid: item for found in marked.items.values() for item in found if name_of(item) in names}
    return _tried(Mutant("nothing", "nothing", lambda: None), list(items.values()), {}, seconds_max=3600)


def _tried(
    mutant: Mutant, items: Sequence[pytest.Item], wanted: Mapping[str, set[str]], *, seconds_max: int = SECONDS_MAX
) -> Red:
    """Run tests in a child in which the mutant lives, and return those that went red.

    `wanted` has the tests of each clause that one of them shall notice; with all noticed the others need not run.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _live(mutant, items, wanted, writing)
    os.close(writing)
    try:
        answer = _read(reading, time.monotonic() + seconds_max)
    finally:
        os.close(reading)
        _end(child)
    return dict(json.loads(line) for line in answer.decode().splitlines(keepends=False) if line.endswith("]"))


def _read(reading: int, until: float) -> bytes:
    """Read until the other end is closed, or its time is over."""
    answer = b""
    while select.select([reading], [], [], max(0.0, until - time.monotonic()))[0]:
        chunk = os.read(reading, 65536)
        if not chunk:
            break
        answer += chunk
    return answer


def _end(child: int) -> None:
    """End a child and what it started."""
    try:
        os.killpg(child, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _live(mutant: Mutant, items: Sequence[pytest.Item], wanted: Mapping[str, set[str]], writing: int) -> None:
    """Be the child: change the program, run the tests, tell what went red, and end without any farewell."""
    os.setpgrp()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    status = 1
    try:
        # What was calculated before the mutant lived is not its work.
        for cached in _caches():
            cached.cache_clear()
        mutant.apply()
        teller = _Teller(writing, mutant.kind, dict(wanted))
        items[0].config.pluginmanager.register(teller)
        for item, following in zip(items, [*items[1:], None], strict=True):
            if not wanted or teller.is_wanted(item):
                runtestprotocol(item, log=False, nextitem=following)
        status = 0
    finally:
        os._exit(status)


@cache
def _caches() -> list[Any]:
    """Find what the program remembers of its calculations. Editions are changed in place, and so they stay."""
    kept = {id(cached) for cached in (edition, readings, all_clauses)}
    # What is frozen is on no list, and every test run freezes what it has collected.
    gc.unfreeze()
    # By its type alone: `isinstance` asks a weak proxy for its class, and one whose object is gone raises.
    found = [one for one in gc.get_objects() if type(one) is _lru_cache_wrapper and id(one) not in kept]
    return [one for one in found if str(one.__module__).startswith(("pitboss.", "tests."))]


class _Teller:
    """Says through a pipe which tests went red, and how, as soon as they do."""

    def __init__(self, writing: int, kind: str, wanted: dict[str, set[str]]) -> None:
        self.writing, self.kind, self.wanted = writing, kind, wanted
        self.proofless = 0

    def is_wanted(self, item: pytest.Item) -> bool:
        """Tell whether a clause still wants this test run; where everything breaks down, none does."""
        name = name_of(item)
        return self.proofless < PROOFLESS_MAX and any(name in tests for tests in self.wanted.values())

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> pytest.TestReport:
        """Look at what a test raised; one that left itself out is not red. No report is written out: it takes long."""
        error = None if call.excinfo is None else call.excinfo.value
        if error is not None and not isinstance(error, pytest.skip.Exception):
            name, how = name_of(item), _how(error)
            os.write(self.writing, (json.dumps([name, how]) + "\n").encode())
            if counts(self.kind, how):
                self.wanted = {clause: tests for clause, tests in self.wanted.items() if name not in tests}
            else:
                self.proofless += 1
        outcome = "passed" if error is None else "failed"
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, None, call.when)  # type: ignore[arg-type]


def _how(error: BaseException) -> str:
    """Tell how a test went red: it missed what it says, it was let through, it never got there, or all broke down."""
    if isinstance(error, NotDriven):
        return "accepted" if any(isinstance(one, Accepted) for one in error.args) else "blocked"
    if isinstance(error, AssertionError | pytest.fail.Exception) or _is_missing(error):
        return "assert"
    return "blocked" if isinstance(error, RuleViolation) else "crash"


def _is_missing(error: BaseException) -> bool:
    """Tell whether a test itself looked for something that is not there: `[(clause, reason)] = faults(...)`."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    file = "" if last is None else last.tb_frame.f_code.co_filename
    is_own = Path(file).is_relative_to(TESTS) and not Path(file).is_relative_to(TESTS / "support")
    return is_own and isinstance(error, ValueError | LookupError | StopIteration)
