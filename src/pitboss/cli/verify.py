"""`pitboss verify`: whether a journal is what happened, and its head to keep elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from pitboss.cli.journals import JournalAddress, reading
from pitboss.cli.output import print_json
from pitboss.errors import InputError
from pitboss.floor.house_key import read_key
from pitboss.floor.sealed_journal import SealedJournal
from pitboss.floor.verify.records import DAMAGE, Fault, Progress
from pitboss.floor.verify.verify import Report, verify
from pitboss.journal import Anchor, Journal, JournalDamaged, JournalError, house_head
from pitboss.journal.address import sqlite_path, without_password


def run(journal: JournalAddress, *, anchor: str | None = None, key: Path | None = None, json: bool = False) -> int:
    """Verify a journal: chains, postings, recount, replay and stored passwords; also beside a running floor.

    Parameters
    ----------
    key
        The file with the house's key, if it is not beside the journal; without one passwords are not compared.
    anchor
        A head that was printed before: what the journal had then must still be there.
    json
        Print the whole report as one JSON document.

    Returns:
    -------
    int
        0 where everything is as it was written, 1 where it is not.
    """
    kept = None if anchor is None else Anchor.parse(anchor)
    report = _report(journal, kept, key)
    if json:
        print_json([{**_fields(report), "journal": without_password(journal)}])
    else:
        _tell(without_password(journal), report)
    return 1 if report.faults else 0


def _report(address: str, anchor: Anchor | None, path: Path | None) -> Report:
    """Verify, or say that the database cannot even be opened as a journal."""
    with ExitStack() as stack:
        try:
            journal = stack.enter_context(reading(address))
        except JournalDamaged as error:
            return Report((Fault(None, None, f"{DAMAGE}: {error}"),), Anchor(0, house_head({})), 0, 0, 0)
        return verify(journal, anchor, stack.enter_context(_Bar()), _passwords(journal, address, path))


def _passwords(journal: Journal, address: str, path: Path | None) -> Callable[[], Mapping[str, bytes]] | None:
    """Return how stored passwords are read with the house's key; None where the key is not here, which is noted."""
    beside = sqlite_path(address)
    if path is None and beside is not None:
        path = beside.with_suffix(".key")
    try:
        key = None if path is None else read_key(path)
    except InputError as error:
        print(f"note: {error}", file=sys.stderr)
        key = None
    if key is None:
        with suppress(JournalError):
            if journal.secrets("password"):
                print("note: the house's key is not here (--key): stored passwords are not compared", file=sys.stderr)
        return None
    return lambda: SealedJournal(journal, key).secrets("password")


class _Bar:
    """A bar for people at a terminal that shows how far a verification has come, and leaves nothing behind."""

    def __enter__(self) -> Progress:
        """Begin to show it; whoever reads a file or a pipe is spared."""
        from rich.console import Console
        from rich.progress import Progress as Shown

        self._shown = Shown(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
        self._tasks = {name: self._shown.add_task(name, total=None) for name in ("records", "commands")}
        self._shown.start()
        return self._told

    def _told(self, name: str, done: int, total: int) -> None:
        self._shown.update(self._tasks[name], completed=done, total=total)

    def __exit__(self, *_: object) -> None:
        """Take it away."""
        self._shown.stop()


def _fields(report: Report) -> dict[str, object]:
    return {
        "is_sound": not report.faults,
        "faults": report.faults,
        "faults_left_out": report.left_out,
        "reworded_editions": report.reworded,
        "superseded_decisions": report.superseded,
        "events": report.events,
        "commands": report.commands,
        "streams": report.streams,
        "head": str(report.head),
    }


def _tell(address: str, report: Report) -> None:
    for fault in report.faults:
        print(fault)
    if report.left_out:
        print(f"and {report.left_out} more")
    for opening in report.reworded:
        print(f"note: the rules document of {opening.stream} was written anew since version {opening.version}")
    for old in report.superseded:
        print(f"note: {old.stream} version {old.version}, opened under earlier rules: today {old.what}")
    counted = ", ".join(
        f"{number} {what}{'' if number == 1 else 's'}"
        for number, what in ((report.events, "event"), (report.commands, "command"), (report.streams, "stream"))
    )
    number = len(report.faults) + report.left_out
    found = f"{number} fault{'' if number == 1 else 's'}" if number else "no fault"
    print(f"{address}: {counted}, {found}.")
    print(f"head {report.head}")
