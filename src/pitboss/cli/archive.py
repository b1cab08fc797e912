"""`pitboss archive`: closed segments of a house's journal as signed files, and their lines taken out once proved."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

from cyclopts import Parameter

from pitboss.cli.journals import reading
from pitboss.errors import InputError, PitbossError
from pitboss.journal import Journal, Segment, open_journal
from pitboss.journal.deadlines import REMOVING, Watch

if TYPE_CHECKING:
    from pitboss.floor.archive import Archivist
    from pitboss.floor.house_key import HouseKey


def run(
    house: Path,
    *,
    journal: str | None = None,
    remove: Annotated[bool, Parameter(negative="")] = False,
    check: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Archive what is closed of a house's journal, while the house is closed: a file a segment, read again and proved.

    Parameters
    ----------
    house
        The house's TOML file, which says where the archive is.
    journal
        Where everything is recorded, if the house file does not say or says otherwise.
    remove
        Then take out of the database what is archived, each segment when its file was read whole once more.
    check
        Write nothing: read every archived file whole; also while the house is open.

    Returns:
    -------
    int
        0 where everything is archived and as it was written, 1 where not.
    """
    from pitboss.floor.archive import Archivist
    from pitboss.floor.house_file import read_house
    from pitboss.floor.house_key import key_of, key_path
    from pitboss.floor.identity import identity_of, identity_path, require_own

    file, _ = read_house(house)
    address = journal or file.house.journal
    if address is None:
        raise InputError("say where it is recorded: --journal sqlite:///FILE", field="journal", value=None)
    if file.archive is None:
        reason = 'the house file does not say where its archive is: [archive] folder = "…"'
        raise InputError(reason, field="archive", value=None)
    if check and remove:
        raise InputError("nothing is taken out where nothing is written: choose one", field="check", value=check)
    path = key_path(file.house.key, address, house.parent)
    key = key_of(file.house.key_command, path)
    if key is None:
        raise InputError("this house has no key yet; open it once", field="key", value=str(path))
    with reading(address) as found:
        archivist = Archivist(file.archive, house.parent, identity_of(found), key.keys)
        if check:
            return _checked(archivist, found)
        require_own(found, identity_path(path), may_create=False, is_demonstration=False)
    archived = _archived(archivist, address, key)
    if remove:
        with closing(open_journal(address, watch=Watch(REMOVING))) as writer:
            lines = archivist.remove(writer, archived, _removed)
            writer.compact()
        print(f"{lines} lines taken out; they are read from {archivist.folder} now.")
    return 0


def _archived(archivist: Archivist, address: str, key: HouseKey) -> dict[int, int]:
    """Archive what is closed, and say so; return all that is archived, by the lines."""
    from pitboss.floor.archive import Put, archive_closed
    from pitboss.floor.sealed_journal import SealedJournal
    from pitboss.floor.writer.writer import Floor

    found = list[Put]()

    def told(put: Put) -> None:
        found.append(put)
        segment = put.segment
        print(f"lines {segment.first} to {segment.last}: {put.bytes:,} bytes in {put.path.name}, proved")

    floor = Floor(cast("Journal", SealedJournal(open_journal(address), key)))
    try:
        known = archive_closed(archivist, floor, floor.journal, datetime.now(UTC), told)
    finally:
        floor.close()
    lines = sum(one.segment.last - one.segment.before.ordinal for one in found)
    print(f"{lines} lines archived, {sum(one.bytes for one in found):,} bytes, in {archivist.folder}.")
    return known


def _removed(segment: Segment) -> None:
    print(f"lines {segment.first} to {segment.last}: taken out of the database")


def _checked(archivist: Archivist, journal: Journal) -> int:
    """Read every archived file whole, and say what is wrong with each."""
    from pitboss.floor.archive import segments_of
    from pitboss.floor.people.house import HOUSE_STREAM
    from pitboss.floor.sealed_journal import UnkeptJournal
    from pitboss.floor.writer.live_stream import load

    live = load(cast("Journal", UnkeptJournal(journal)), HOUSE_STREAM)
    faults = count = 0
    for segment in segments_of(journal, {} if live is None else live.state.archived):
        count += 1
        try:
            archivist.proved(segment)
            if archivist.entry.fetch:
                archivist.fetched(segment)
        except PitbossError as error:
            print(error)
            faults += 1
    said = f"{faults} of them not what was archived" if faults else "each of them what was archived"
    print(f"{archivist.folder}: {count} segment{'' if count == 1 else 's'}, {said}.")
    return 1 if faults else 0
