"""Files of segments for journals that are tested without any house: with a proof that nobody signed."""

from pathlib import Path

from pitboss.floor.archive import put_whole
from pitboss.journal import End, Journal, Segment
from pitboss.journal.segments import FORM, SegmentWriter, headed

__all__ = ["put_segment"]


def put_segment(journal: Journal, folder: Path, last: int, before: End | None = None) -> tuple[Segment, Path]:
    """Write the lines up to one, after those that are taken out or after another end, as a file; return both."""
    taken = journal.segments()
    begin = before or (taken[-1].segment.end if taken else End())
    writer = SegmentWriter(begin)
    for commit in journal.lines_by_commit(begin.ordinal):
        if commit[-1].ordinal > last:
            break
        writer.take(commit)
    segment = writer.segment
    digest, content = writer.finish()
    path = folder / segment.name
    put_whole(path, headed(f"{FORM} {'0' * 64} {segment} {digest} now {'0' * 64} {'0' * 128}", content))
    return segment, path
