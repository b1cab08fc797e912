"""The tables of a journal, for both databases: the same columns, and triggers that refuse what must never happen."""

from __future__ import annotations

from typing import Final

VERSION: Final = 3
"""The version of these tables; a journal of another one is read and converted, or refused."""
OLD_VERSIONS: Final = (1, 2)
"""Versions whose tables had one row a record, an answer and a posting."""

_TABLES = """
CREATE TABLE journal_schema (
    version {integer} NOT NULL
){strict};
CREATE TABLE commits (
    shard {integer} NOT NULL,
    first {integer} NOT NULL,
    last {integer} NOT NULL,
    position {integer} NOT NULL,
    hash {blob} NOT NULL,
    keys {blob} NOT NULL,
    body {blob} NOT NULL,
    CONSTRAINT commits_key PRIMARY KEY (shard, first),
    CONSTRAINT commits_numbers CHECK (first >= 1 AND last >= first AND position >= 0),
    CONSTRAINT commits_hash_length CHECK (length(hash) = 32),
    CONSTRAINT commits_keys_length CHECK (length(keys) = 16 * (last - first + 1))
){strict};
CREATE TABLE views (
    shard {integer} NOT NULL,
    name {text} NOT NULL,
    first {integer} NOT NULL,
    last {integer} NOT NULL,
    position {integer} NOT NULL,
    hash {blob} NOT NULL,
    body {blob} NOT NULL,
    CONSTRAINT views_key PRIMARY KEY (shard, name, first)
){strict};
CREATE TABLE snapshots (
    stream {text} NOT NULL PRIMARY KEY,
    version {integer} NOT NULL,
    hash {blob} NOT NULL,
    code {text} NOT NULL,
    body {blob} NOT NULL
){strict};
CREATE TABLE secrets (
    kind {text} NOT NULL,
    name {text} NOT NULL,
    body {blob} NOT NULL,
    CONSTRAINT secrets_key PRIMARY KEY (kind, name)
){strict};
"""
# SQLite keeps a commit of some thousand bytes in half the pages if its table has row numbers of its own.
_SQLITE_TYPES = {"integer": "INTEGER", "text": "TEXT", "blob": "BLOB", "strict": " STRICT"}
_POSTGRES_TYPES = {"integer": "BIGINT", "text": "TEXT", "blob": "BYTEA", "strict": ""}

_LAST = "SELECT last FROM commits WHERE shard = NEW.shard ORDER BY first DESC LIMIT 1"
_NEVER: Final = (
    "CREATE TRIGGER commits_{0} BEFORE {1} ON commits BEGIN SELECT RAISE(ABORT, 'commits are never changed'); END"
)
# `INSERT OR REPLACE` deletes what is in its way, and no trigger on deleting is asked about that.
_ONLY_NEXT: Final = (
    f"CREATE TRIGGER commits_insert BEFORE INSERT ON commits WHEN NEW.first IS NOT coalesce(({_LAST}), 0) + 1 "
    "BEGIN SELECT RAISE(ABORT, 'commits are never changed: only the next one may be added'); END"
)
_SQLITE_TRIGGERS = (_NEVER.format("update", "UPDATE"), _NEVER.format("delete", "DELETE"), _ONLY_NEXT)

# A trigger that fires always does so also in a session that replicates, where others are passed over.
_REFUSE_CHANGE: Final = "BEGIN RAISE EXCEPTION '% are never changed', TG_TABLE_NAME; END"
_REFUSE_OTHER: Final = f"""BEGIN
        IF NEW.first IS DISTINCT FROM coalesce(({_LAST}), 0) + 1 THEN
            RAISE EXCEPTION 'commits are never changed: only the next one may be added' USING ERRCODE = 'PB002';
        END IF;
        RETURN NEW;
    END"""
_POSTGRES_TRIGGERS = (
    f"CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$\n    {_REFUSE_CHANGE} $$",
    f"CREATE FUNCTION refuse_other() RETURNS trigger LANGUAGE plpgsql AS $$\n    {_REFUSE_OTHER} $$",
    """
    CREATE TRIGGER commits_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON commits
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
    """.strip(),
    "CREATE TRIGGER commits_in_order BEFORE INSERT ON commits FOR EACH ROW EXECUTE FUNCTION refuse_other()",
    "ALTER TABLE commits ENABLE ALWAYS TRIGGER commits_never_changed",
    "ALTER TABLE commits ENABLE ALWAYS TRIGGER commits_in_order",
)

TRIGGERS: Final = {
    ("commits_never_changed", "A", 2 | 8 | 16 | 32, True, _REFUSE_CHANGE),
    ("commits_in_order", "A", 1 | 2 | 4, True, _REFUSE_OTHER),
}
"""The triggers in PostgreSQL as its catalogue has them: name, that they fire always, when (in the catalogue's bits),
that they have no condition, and what they do."""
CONSTRAINTS: Final = {
    *(f"commits_{name}" for name in ("key", "numbers", "hash_length", "keys_length")),
    *("views_key", "snapshots_pkey", "secrets_key"),
}
"""The constraints in PostgreSQL."""


def _statements(text: str, types: dict[str, str]) -> tuple[str, ...]:
    return tuple(found for statement in text.format(**types).split(";\n") if (found := statement.strip()))


SQLITE = (*_statements(_TABLES, _SQLITE_TYPES), *_SQLITE_TRIGGERS)
"""The statements that make an empty journal in SQLite."""
POSTGRES = (*_statements(_TABLES, _POSTGRES_TYPES), *_POSTGRES_TRIGGERS)
"""The statements that make an empty journal in PostgreSQL."""

WRITER_RIGHTS = {
    "journal_schema": "SELECT",
    "commits": "SELECT, INSERT",
    **dict.fromkeys(("views", "snapshots", "secrets"), "SELECT, INSERT, UPDATE, DELETE"),
}
"""What an account needs that writes to a journal in PostgreSQL, and owns nothing of it."""
