"""`pitboss verify`: whether a journal is what happened, and its head to keep elsewhere."""

from __future__ import annotations

import sys
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.journals import JournalAddress, reading
from pitboss.cli.output import print_json
from pitboss.errors import InputError
from pitboss.journal import Anchor, JournalDamaged, JournalError
from pitboss.journal.address import sqlite_path, without_password
from pitboss.journal.chain import GENESIS

if TYPE_CHECKING:
    from pitboss.floor.sealed_journal import SealedJournal
    from pitboss.floor.verify.records import Progress
    from pitboss.floor.verify.verify import Report
    from pitboss.journal import Journal


def run(
    journal: JournalAddress,
    *,
    anchor: str | None = None,
    key: Path | None = None,
    since: Path | None = None,
    checkpoint: Path | None = None,
    workers: int = 1,
    json: bool = False,
) -> int:
    """Verify a journal: its chain, ledger, recount, replay and stored secrets; also beside a running floor.

    Parameters
    ----------
    key
        The file with the house's key, if it is not beside the journal; without one stored secrets and snapshots are not
        compared.
    anchor
        A head that was printed before, a signed one, or a file of them: what the journal had then must still be there.
    since
        A checkpoint that an earlier verification wrote: all lines are chained, and only those after it decided again.
    checkpoint
        Where to write such a checkpoint, signed with the house's key, if there is no fault.
    workers
        Verify in so many processes.
    json
        Print the whole report as one JSON document.

    Returns:
    -------
    int
        0 where everything is as it was written, 1 where it is not.
    """
    if workers < 1 or (workers > 1 and (since is not None or checkpoint is not None)):
        reason = "a number of processes from 1 on; a checkpoint is written and taken up by one process"
        raise InputError(reason, field="workers", value=workers)
    report = _report(journal, _Asked(_anchors(anchor), key, since, checkpoint, workers))
    if json:
        print_json([{**_fields(report), "journal": without_password(journal)}])
    else:
        _tell(without_password(journal), report)
    return 1 if report.faults else 0


@dataclass(frozen=True)
class _Asked:
    """What was asked for."""

    anchors: tuple[Anchor, ...]
    key: Path | None
    since: Path | None
    checkpoint: Path | None
    workers: int


def _anchors(given: str | None) -> tuple[Anchor, ...]:
    """Return the heads that were given: one as `verify` prints it, a signed one, or a file with a line each."""
    if given is None:
        return ()
    from pitboss.floor.anchors import SignedHead

    with suppress(OSError):
        given = Path(given).read_text(encoding="utf-8") if Path(given).is_file() else given
    lines = [line for line in given.splitlines() if line.strip()] or [given]
    return tuple(
        SignedHead.parse(one).head if one.startswith("pitboss-anchor/") else Anchor.parse(one) for one in lines
    )


def _report(address: str, asked: _Asked) -> Report:
    """Verify, or say that the database cannot even be opened as a journal."""
    from pitboss.floor.verify.records import DAMAGE, Fault
    from pitboss.floor.verify.verify import Report

    with ExitStack() as stack:
        try:
            journal = stack.enter_context(reading(address))
        except JournalDamaged as error:
            return Report((Fault(None, None, f"{DAMAGE}: {error}"),), Anchor(0, GENESIS.hex()), 0, 0, 0)
        beside, path = sqlite_path(address), asked.key
        if path is None and beside is not None:
            path = beside.with_suffix(".key")
        sealed = _sealed(journal, path)
        if sealed is None and (asked.since or asked.checkpoint):
            reason = "a checkpoint counts only with the house's key, which is not here (--key)"
            raise InputError(reason, field="key", value=str(path))
        anchors = (*asked.anchors, *_known(path))
        return _verified(journal, sealed, anchors, asked, stack.enter_context(_Bar()))


def _verified(
    journal: Journal, sealed: SealedJournal | None, anchors: tuple[Anchor, ...], asked: _Asked, shown: Progress
) -> Report:
    """Verify the whole journal, in one process or several, or since a checkpoint; and write the next one."""
    from pitboss.floor.verify.checkpoint import Keeper, read_checkpoint, write_checkpoint
    from pitboss.floor.verify.parallel import verify_parallel
    from pitboss.floor.verify.since import verify_since
    from pitboss.floor.verify.verify import verify
    from pitboss.floor.writer.snapshots import NotKept

    keeper = None if asked.checkpoint is None else Keeper()
    if asked.since is not None and sealed is not None:
        found, at = read_checkpoint(asked.since, sealed.key.keys)
        report = verify_since(journal, found, at, progress=shown, sealed=sealed, anchors=anchors, keeper=keeper)
    elif asked.workers > 1:
        report = verify_parallel(journal, asked.workers, progress=shown, sealed=sealed, anchors=anchors)
    else:
        stored = () if sealed is None else (sealed.secrets, sealed.signed_snapshots)
        ours = None if sealed is None else sealed.is_index_ours
        report = verify(journal, None, shown, *stored, anchors=anchors, keeper=keeper, is_index_ours=ours)
    if keeper is not None and asked.checkpoint is not None and sealed is not None and not report.faults:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            write_checkpoint(asked.checkpoint, keeper.checkpoint(), sealed.key.keys[0], now)
        except NotKept as error:
            print(f"note: no checkpoint was written: {error}", file=sys.stderr)
    return report


def _known(key: Path | None) -> tuple[Anchor, ...]:
    """Return the head that the house wrote down beside its key, as far as it is here."""
    from pitboss.floor.identity import identity_path, read_known

    try:
        known = None if key is None else read_known(identity_path(key))
    except InputError as error:
        print(f"note: {error}", file=sys.stderr)
        return ()
    return () if known is None else (Anchor(1, known.house), known.head)


def _sealed(journal: Journal, path: Path | None) -> SealedJournal | None:
    """Return the journal as the house's key opens it; None where the key is not here, which is noted."""
    from pitboss.floor.house_key import read_key
    from pitboss.floor.people.put_back import COMPARED
    from pitboss.floor.sealed_journal import SealedJournal

    try:
        key = None if path is None else read_key(path)
    except InputError as error:
        print(f"note: {error}", file=sys.stderr)
        key = None
    if key is None:
        with suppress(JournalError):
            if any(journal.secrets(kind) for kind in COMPARED):
                note = "note: the house's key is not here (--key): stored secrets and snapshots are not compared"
                print(note, file=sys.stderr)
        return None
    return SealedJournal(journal, key)


class _Bar:
    """A bar for people at a terminal that shows how far a verification has come, and leaves nothing behind."""

    def __enter__(self) -> Progress:
        """Begin to show it; whoever reads a file or a pipe is spared."""
        from rich.console import Console
        from rich.progress import Progress as Shown

        self._shown = Shown(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
        self._tasks = {name: self._shown.add_task(name, total=None) for name in ("lines", "commands")}
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
        "proven": report.proven,
        "taken_from_checkpoint": report.taken or None,
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
    if report.taken:
        print(f"proven here: {report.proven}")
        print(f"not proven here: {report.taken}")
    print(f"head {report.head}")
