"""Journals as versions 0.1 and 0.2 wrote them: a row for each record, answer and posting."""

import hashlib
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pysqlite3

from pitboss.floor.writer.answers import same_digest
from tests.journals.keep import Kept, kept

__all__ = ["write_old"]

TABLES = """
CREATE TABLE journal_schema (version {integer} NOT NULL);
CREATE TABLE records (position {integer} NOT NULL PRIMARY KEY, stream {text} NOT NULL, version {integer} NOT NULL,
    epoch {integer} NOT NULL, key {text} NOT NULL, received_at {text} NOT NULL, body {blob} NOT NULL,
    hash {blob} NOT NULL, UNIQUE (stream, version));
CREATE TABLE answers (ordinal {integer} NOT NULL PRIMARY KEY, stream {text} NOT NULL, key {text} NOT NULL,
    digest {blob} NOT NULL, command {blob} NOT NULL, first_version {integer} NOT NULL, last_version {integer} NOT NULL,
    refusal {blob}, UNIQUE (stream, key));
CREATE TABLE postings (position {integer} NOT NULL, line {integer} NOT NULL, account {text} NOT NULL,
    amount_minor {integer} NOT NULL, PRIMARY KEY (position, line));
CREATE TABLE snapshots (stream {text} NOT NULL PRIMARY KEY, version {integer} NOT NULL, hash {blob} NOT NULL,
    code {text} NOT NULL, body {blob} NOT NULL)
"""
SECRETS = "CREATE TABLE secrets (kind {text} NOT NULL, name {text} NOT NULL, body {blob} NOT NULL)"
TYPES = {
    "sqlite": {"integer": "INTEGER", "text": "TEXT", "blob": "BLOB"},
    "postgresql": {"integer": "BIGINT", "text": "TEXT", "blob": "BYTEA"},
}


def write_old(address: str, path: Path, version: int = 2) -> Kept:
    """Write a kept journal as it was stored then; tables of version 1 had no secrets."""
    held, database = kept(path), address.partition(":")[0]
    tables = TABLES.format(**TYPES[database]).split(";\n")
    with closing(
        pysqlite3.connect(address.removeprefix("sqlite:///")) if database == "sqlite" else psycopg.connect(address)
    ) as connection:
        for statement in tables:
            connection.execute(statement)
        cursor, mark = connection.cursor(), "?" if database == "sqlite" else "%s"
        rows: dict[str, list[tuple[Any, ...]]] = {
            "journal_schema": [(version,)],
            "records": [tuple(one) for one in held.records],
            "answers": [(*one[:3], same_digest(one.command), *one[3:]) for one in held.answers],
            "postings": held.postings,
        }
        if version > 1:
            connection.execute(SECRETS.format(**TYPES[database]))
            rows["secrets"] = [("password", "ann", hashlib.sha256(b"ann").digest()), ("code", "bob", b"pb1")]
        for table, own in rows.items():
            cursor.executemany(f"INSERT INTO {table} VALUES ({', '.join([mark] * len(own[0]))})", own)  # noqa: S608
        connection.commit()
    return held
