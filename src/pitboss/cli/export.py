"""`pitboss export`: lines, records, answers and postings of a journal as JSON Lines or Parquet."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import msgspec

from pitboss.cli.journals import JournalAddress, reading
from pitboss.errors import InputError
from pitboss.journal import Journal, Record

_MANY = 10_000
"""Rows that are written at a time."""
Row = dict[str, Any]
FOLLOW_SECONDS = 1.0
"""How often to check whether more is recorded."""


def run(
    journal: JournalAddress,
    *,
    format: Literal["jsonl", "parquet"] = "jsonl",  # noqa: A002 - what people call it
    output: str = "-",
    stream: str | None = None,
    follow: bool = False,
    after: int = 0,
) -> None:
    """Write what a journal holds for other programs; bodies and commands byte by byte as they were recorded.

    Parameters
    ----------
    format
        jsonl, or parquet for columns.
    output
        A folder for the files lines, records, answers and postings; "-" prints JSON Lines, each line with what it is.
    stream
        One stream only.
    follow
        Print records only, and go on with each that is recorded, until it is stopped: for another machine's log.
    after
        With --follow: the position after which records are printed, such as that of the last one which arrived.
    """
    if follow:
        _follow(journal, after, is_plain=output == "-" and format == "jsonl" and stream is None)
        return
    if output == "-" and format != "jsonl":
        raise InputError("Parquet is written into files: say --output FOLDER", field="output", value=output)
    with reading(journal) as opened:
        if stream is not None and next(opened.read(stream), None) is None:
            raise InputError("no such stream in this journal", field="stream", value=stream)
        upto = opened.last()
        for name, rows in _tables(opened, stream, upto):
            if output == "-":
                _print(name, rows)
            elif format == "jsonl":
                _write_lines(_file(output, f"{name}.jsonl"), rows)
            else:
                _write_parquet(_file(output, f"{name}.parquet"), name, rows)


def _follow(address: str, after: int, *, is_plain: bool) -> None:
    """Print every record there is and comes, each in one write: whoever reads a pipe has it at once."""
    if not is_plain or after < 0:
        reason = "--follow prints JSON Lines of all streams, after a position of 0 or more"
        raise InputError(reason, field="follow", value=after)
    with reading(address) as opened, suppress(KeyboardInterrupt, BrokenPipeError):
        for row in followed(opened, after, lambda: time.sleep(FOLLOW_SECONDS)):
            sys.stdout.write(msgspec.json.encode({"record": row}).decode() + "\n")
            sys.stdout.flush()


def followed(journal: Journal, after: int, wait: Callable[[], None]) -> Iterator[Row]:
    """Yield the records after a position without end; where there is none, wait for the next."""
    while True:
        for record in journal.read_all(after):
            after = record.position
            yield _row(record)
        wait()


def _file(folder: str, name: str) -> Path:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}", field="output", value=folder) from error
    return Path(folder) / name


def _tables(journal: Journal, stream: str | None, upto: tuple[int, int]) -> Iterator[tuple[str, Iterator[Row]]]:
    """Yield the tables one after the other, all as they were at one moment."""
    positions: set[int] = set()
    yield "lines", _lines(journal, stream, upto[1])
    yield "records", _records(journal, stream, upto[0], positions)
    yield "answers", _answers(journal, stream, upto[1])
    yield "postings", _postings(journal, None if stream is None else positions, upto[0])


def _lines(journal: Journal, stream: str | None, upto: int) -> Iterator[Row]:
    for line in journal.lines():
        if line.ordinal > upto:
            return
        if stream is None or line.stream == stream:
            yield {
                "ordinal": line.ordinal,
                "stream": line.stream,
                "text": msgspec.Raw(line.text),
                "hash": line.hash.hex(),
            }


def _records(journal: Journal, stream: str | None, upto: int, positions: set[int]) -> Iterator[Row]:
    for record in journal.read_all() if stream is None else journal.read(stream):
        if record.position > upto:
            return
        if stream is not None:
            positions.add(record.position)
        yield _row(record)


def _row(record: Record) -> Row:
    return {
        "position": record.position,
        "stream": record.stream,
        "version": record.version,
        "epoch": record.epoch,
        "key": record.key,
        "received_at": record.at,
        "body": msgspec.Raw(record.body),
        "hash": record.hash.hex(),
    }


def _answers(journal: Journal, stream: str | None, upto: int) -> Iterator[Row]:
    from pitboss.floor.writer.answers import same_digest

    for answer in journal.answers(stream):
        if answer.ordinal > upto:
            return
        yield {
            "ordinal": answer.ordinal,
            "stream": answer.stream,
            "key": answer.key,
            "digest": same_digest(answer.command).hex(),
            "command": msgspec.Raw(answer.command),
            "first_version": answer.first,
            "last_version": answer.last,
            "refusal": None if answer.refusal is None else msgspec.Raw(answer.refusal),
        }


def _postings(journal: Journal, positions: set[int] | None, upto: int) -> Iterator[Row]:
    from pitboss.floor.writer.books import postings

    for posting in postings(journal, upto=upto):
        if positions is None or posting.position in positions:
            yield {
                "position": posting.position,
                "line": posting.line,
                "account": posting.account,
                "amount_minor": posting.amount_minor,
            }


def _print(name: str, rows: Iterator[Row]) -> None:
    kind = name.removesuffix("s")
    for row in rows:
        sys.stdout.write(msgspec.json.encode({kind: row}).decode() + "\n")


def _write_lines(path: Path, rows: Iterator[Row]) -> None:
    with path.open("wb") as file:
        for row in rows:
            file.write(msgspec.json.encode(row) + b"\n")


def _write_parquet(path: Path, name: str, rows: Iterator[Row]) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    schema = pa.schema([(column, getattr(pa, kind)()) for column, kind in _COLUMNS[name].items()])
    with parquet.ParquetWriter(path, schema) as writer:
        while some := [_as_text(row) for row in islice(rows, _MANY)]:
            writer.write_table(pa.Table.from_pylist(some, schema=schema))


def _as_text(row: Row) -> Row:
    """Return a row with its JSON as text."""
    return {name: bytes(value).decode() if isinstance(value, msgspec.Raw) else value for name, value in row.items()}


_COLUMNS = {
    "lines": {"ordinal": "int64", "stream": "string", "text": "string", "hash": "string"},
    "records": {
        "position": "int64",
        "stream": "string",
        "version": "int64",
        "epoch": "int64",
        "key": "string",
        "received_at": "string",
        "body": "string",
        "hash": "string",
    },
    "answers": {
        "ordinal": "int64",
        "stream": "string",
        "key": "string",
        "digest": "string",
        "command": "string",
        "first_version": "int64",
        "last_version": "int64",
        "refusal": "string",
    },
    "postings": {"position": "int64", "line": "int64", "account": "string", "amount_minor": "int64"},
}
"""The columns of each Parquet file, and what they hold."""
