"""Finds and keeps the evidence for `pitboss conformance`: of each clause the tests that notice when its code is gone.

    python -m tests.support.evidence                 examine every clause, and write tests/evidence.json
    python -m tests.support.evidence --stale         examine those whose code has changed since; the others stay
    python -m tests.support.evidence --only RO-F     examine some clauses, and show what came of each mutant
    python -m tests.support.evidence --whole         try every mutant, and not only until one is noticed
    python -m tests.support.evidence --at PLACE ...  examine some places, and print each result as a line of JSON

What was examined is kept in .campaign/: a stopped run goes on where it was, and after a change of tests only the places
of their clauses are examined again. A change of the program, or of what tests share, begins all anew.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss.cli.citations import tests_by_clause
from pitboss.cli.evidence import FILE, Evidence, Held, evidence_in, seals
from pitboss.rulebook import all_clauses
from tests.support.mutation import ROOT, TESTS, Marked, Place, Result, collected, examine, places, red_unchanged

__all__ = ["composed", "main"]

NAMED_MAX = 3
"""How many of the tests that notice a clause's removal are named; the others are counted."""
WORKERS = os.cpu_count() or 1


def main(tokens: list[str]) -> int:
    """Examine, and write or show what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.evidence")
    parser.add_argument("--only", nargs="*", default=[], metavar="CLAUSE", help="only clauses that begin so; shown")
    parser.add_argument("--stale", action="store_true", help="only clauses whose code has changed since the last time")
    parser.add_argument("--whole", action="store_true", help="try every mutant")
    parser.add_argument("--at", nargs="*", default=[], metavar="PLACE", help="only these places; printed as JSON")
    parser.add_argument("--workers", type=int, default=WORKERS)
    options = parser.parse_args(tokens)
    if options.at:
        return _print_at(set(options.at))
    _program()
    status: list[int] = []
    code = collected(lambda marked: status.append(_work(marked, options)))
    return status[0] if status else code


def _print_at(names: set[str]) -> int:
    """Examine some places, with the tests of their clauses alone."""
    chosen = [place for place in places() if place.name in names]

    def work(marked: Marked) -> None:
        for place in chosen:
            print(msgspec.json.encode(examine(place, marked)).decode(), flush=True)

    return collected(work, {clause for place in chosen for clause in place.clauses})


def _work(marked: Marked, options: argparse.Namespace) -> int:
    only, known = tuple(options.only), evidence_in(TESTS)
    chosen = [place for place in places() if not only or any(clause.startswith(only) for clause in place.clauses)]
    if only:
        chosen = [Place(p.name, tuple(c for c in p.clauses if c.startswith(only))) for p in chosen]
    if options.stale:
        anew = stale(known)
        chosen = [Place(p.name, tuple(c for c in p.clauses if c in anew)) for p in chosen if anew & {*p.clauses}]
    name = "clauses" + "".join(f"-{prefix}" for prefix in only) + ("-whole" if options.whole else "")
    kept = ROOT / ".campaign" / f"{name}.jsonl"
    _examine_all(chosen, marked, kept, options)
    results = _known(kept, chosen)
    if only:
        _show(results)
        return 0
    noticing = {test for result in results for found in result.noticed.values() for _, _, red in found for test in red}
    red = red_unchanged(marked, noticing)
    if red:
        print("red without any change, so nothing is written:", *sorted(red), sep="\n  ")
        return 1
    found = composed(results)
    (TESTS / FILE).write_text(_lines(renewed(known, found) if options.stale else found), encoding="utf-8")
    return 0


def stale(known: Evidence) -> set[str]:
    """Return the clauses whose code is another than when their evidence was found."""
    seal_of = seals()
    return {clause for clause in all_clauses() if seal_of.get(clause, "") != _seal(known, clause)}


def _seal(known: Evidence, clause: str) -> str:
    return known.clauses[clause].seal if clause in known.clauses else ""


def renewed(known: Evidence, found: Evidence) -> Evidence:
    """Put what was found of stale clauses in the place of what was known of them, and keep the others."""
    anew = stale(known)
    clauses = {clause: found.clauses[clause] if clause in anew else known.clauses[clause] for clause in all_clauses()}
    return Evidence(commit=found.commit, clauses=clauses)


def _examine_all(chosen: list[Place], marked: Marked, kept: Path, options: argparse.Namespace) -> None:
    """Share the places that are not examined yet among workers, and wait for them."""
    kept.parent.mkdir(exist_ok=True)
    done = {result.place for result in _known(kept, chosen)}
    left = [place for place in chosen if place.name not in done]
    workers = []
    for number in range(options.workers):
        worker = os.fork()
        if worker == 0:
            _be_worker(left[number :: options.workers], marked, kept, is_whole=options.whole)
        workers.append(worker)
    broken = [worker for worker in workers if os.waitpid(worker, 0)[1]]
    if broken:
        raise RuntimeError(f"{len(broken)} of {len(workers)} workers broke down: places are left that nobody examined")


def _be_worker(own: list[Place], marked: Marked, kept: Path, *, is_whole: bool) -> None:
    status = 1
    try:
        for place in own:
            result = examine(place, marked, is_whole=is_whole)
            line = json.dumps({"code": _code(place), "result": msgspec.to_builtins(result)})
            with kept.open("a", encoding="utf-8") as file:
                file.write("\n" + line)
        status = 0
    except Exception:
        traceback.print_exc()
        raise
    finally:
        os._exit(status)


def _known(kept: Path, chosen: list[Place]) -> list[Result]:
    """Read what was examined of these places as they are now; a line cut short by a stop is passed over."""
    wanted = {_code(place): place for place in chosen}
    found: dict[str, Result] = {}
    for line in kept.read_text(encoding="utf-8").splitlines() if kept.exists() else ():
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:
            continue
        if entry["code"] in wanted:
            found[entry["code"]] = msgspec.convert(entry["result"], Result)
    return list(found.values())


def _code(place: Place) -> str:
    """Return what tells a place, with the program around it and the tests of its clauses, from any other."""
    tests = {name.partition("::")[0] for clause in place.clauses for name in _tests().get(clause, ())}
    digest = hashlib.sha256(f"{_program()} {place.name} {place.clauses}".encode())
    for name in sorted(tests):
        digest.update(_digest(TESTS / name))
    return digest.hexdigest()[:16]


@cache
def _tests() -> Mapping[str, list[str]]:
    return tests_by_clause(TESTS)


@cache
def _digest(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


@cache
def _program() -> str:
    """Return what tells this program, and what its tests share, from any other."""
    rooms = (ROOT / "src", TESTS / "support")
    paths = sorted(path for room in rooms for path in room.rglob("*") if path.suffix in (".py", ".toml"))
    return hashlib.sha256(b"".join(map(_digest, paths))).hexdigest()


def composed(results: Iterable[Result]) -> Evidence:
    """Put together what is known of each clause, over all of its places."""
    seal_of = seals()
    tests: dict[str, Counter[str]] = {clause: Counter() for clause in all_clauses()}
    by: dict[str, Counter[str]] = {clause: Counter() for clause in tests}
    fields: dict[str, dict[str, None]] = {clause: {} for clause in tests}
    unnoticed: dict[str, list[str]] = {clause: [] for clause in tests}
    for result in sorted(results, key=lambda result: result.place):
        for clause in (clause for clause in result.tried if clause in tests):
            for kind, what, red in result.noticed.get(clause, []):
                tests[clause].update(red.keys())
                by[clause][kind] += 1
                fields[clause].update({what: None} if _is_event(result.place, what) else {})
            unnoticed[clause] += [] if clause in result.noticed else [result.place]
    clauses = {
        clause: Held(
            seal=seal_of.get(clause, ""),
            tests=tuple(_named(tests[clause])),
            count=len(tests[clause]),
            by=dict(sorted(by[clause].items())),
            fields=tuple(fields[clause]),
            unnoticed=tuple(unnoticed[clause]),
        )
        for clause in tests
    }
    return Evidence(commit=_commit(), clauses=clauses)


def _is_event(place: str, what: str) -> bool:
    return what.startswith(f"{place.rpartition('.')[2]}.")


def _named(noticing: Counter[str]) -> list[str]:
    """Choose the tests that notice most, the rules' own first."""
    ordered = sorted(noticing, key=lambda test: (not test.startswith("rules/"), -noticing[test], test))
    return ordered[:NAMED_MAX]


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty=+", "--exclude=*"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def _lines(evidence: Evidence) -> str:
    """Write a line a clause, so that a difference can be read."""
    rows = [f'  "{clause}": {msgspec.json.encode(held).decode()}' for clause, held in evidence.clauses.items()]
    return f'{{"commit": "{evidence.commit}", "clauses": {{\n' + ",\n".join(rows) + "\n}}\n"


def _show(results: list[Result]) -> None:
    for result in results:
        print(result.place)
        for clause, tried in result.tried.items():
            noticed = result.noticed.get(clause, [])
            print(f"  {clause}: {len(noticed)} of {tried} noticed")
            _list("    + ", [f"{kind} {what}: {', '.join(red)}" for kind, what, red in noticed])
            _list("    ~ ", result.weak.get(clause, []))
            _list("    - ", result.survived.get(clause, []))


def _list(mark: str, lines: Iterable[Any]) -> None:
    for line in lines:
        print(f"{mark}{line}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
