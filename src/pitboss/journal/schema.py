"""The tables of a journal, for both databases: the same columns, and triggers that refuse what must never happen."""

from __future__ import annotations

VERSION = 2
"""The version of these tables; a journal of another one is brought up to it when it is opened, or refused."""

_NEVER_CHANGED = ("records", "answers", "postings")

_TABLES = """
CREATE TABLE journal_schema (
    version {integer} NOT NULL
){strict};
CREATE TABLE records (
    position {integer} NOT NULL PRIMARY KEY,
    stream {text} NOT NULL,
    version {integer} NOT NULL,
    epoch {integer} NOT NULL,
    key {text} NOT NULL,
    received_at {text} NOT NULL,
    body {blob} NOT NULL,
    hash {blob} NOT NULL,
    CONSTRAINT records_stream_version UNIQUE (stream, version),
    CONSTRAINT records_from_one CHECK (position >= 1 AND version >= 1),
    CONSTRAINT records_hash_length CHECK (length(hash) = 32)
){strict};
CREATE TABLE answers (
    ordinal {integer} NOT NULL PRIMARY KEY,
    stream {text} NOT NULL,
    key {text} NOT NULL,
    digest {blob} NOT NULL,
    command {blob} NOT NULL,
    first_version {integer} NOT NULL,
    last_version {integer} NOT NULL,
    refusal {blob},
    CONSTRAINT answers_stream_key UNIQUE (stream, key),
    CONSTRAINT answers_order CHECK (last_version >= first_version - 1)
){strict};
CREATE INDEX answers_by_stream ON answers (stream, ordinal);
CREATE TABLE postings (
    position {integer} NOT NULL REFERENCES records (position),
    line {integer} NOT NULL,
    account {text} NOT NULL,
    amount_minor {integer} NOT NULL,
    CONSTRAINT postings_key PRIMARY KEY (position, line),
    CONSTRAINT postings_amount CHECK (amount_minor <> 0)
){strict};
CREATE INDEX postings_by_account ON postings (account, position);
CREATE TABLE snapshots (
    stream {text} NOT NULL PRIMARY KEY,
    version {integer} NOT NULL,
    hash {blob} NOT NULL,
    code {text} NOT NULL,
    body {blob} NOT NULL
){strict};
"""

_SECRETS = """
CREATE TABLE secrets (
    kind {text} NOT NULL,
    name {text} NOT NULL,
    body {blob} NOT NULL,
    CONSTRAINT secrets_key PRIMARY KEY (kind, name)
){strict};
"""
_SQLITE_TYPES = {"integer": "INTEGER", "text": "TEXT", "blob": "BLOB", "strict": " STRICT"}
_POSTGRES_TYPES = {"integer": "BIGINT", "text": "TEXT", "blob": "BYTEA", "strict": ""}

_SQLITE_TRIGGER = """
CREATE TRIGGER {table}_{action} BEFORE {ACTION} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} are never changed'); END;
"""

# `INSERT OR REPLACE` deletes what is in its way, and no trigger on deleting is asked about that.
_SQLITE_REPLACE_TRIGGER = """
CREATE TRIGGER {table}_replace BEFORE INSERT ON {table} WHEN {same}
BEGIN SELECT RAISE(ABORT, '{table} are never changed'); END;
"""
_UNIQUE = {
    "records": (("position",), ("stream", "version")),
    "answers": (("ordinal",), ("stream", "key")),
    "postings": (("position", "line"),),
}

# A trigger that fires always does so also in a session that replicates, where others are passed over.
_POSTGRES_TRIGGER = """
CREATE TRIGGER {table}_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
"""
_POSTGRES_ALWAYS = "ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_never_changed"


def _same(table: str) -> str:
    """Return the condition that a row is there already that a new one would have to replace."""
    found = (" AND ".join(f"{name} = NEW.{name}" for name in names) for names in _UNIQUE[table])
    return " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE {condition})" for condition in found)


def _statements(text: str, types: dict[str, str]) -> tuple[str, ...]:
    return tuple(found for statement in text.format(**types).split(";\n") if (found := statement.strip()))


SQLITE_UPGRADES = {1: _statements(_SECRETS, _SQLITE_TYPES)}
"""Version to the statements that bring its tables to the next one."""
POSTGRES_UPGRADES = {1: _statements(_SECRETS, _POSTGRES_TYPES)}

SQLITE = (
    *_statements(_TABLES + _SECRETS, _SQLITE_TYPES),
    *(
        _SQLITE_TRIGGER.format(table=table, action=action, ACTION=action.upper()).strip()
        for table in _NEVER_CHANGED
        for action in ("update", "delete")
    ),
    *(_SQLITE_REPLACE_TRIGGER.format(table=table, same=_same(table)).strip() for table in _NEVER_CHANGED),
)
"""The statements that make an empty journal in SQLite."""

POSTGRES = (
    *_statements(_TABLES + _SECRETS, _POSTGRES_TYPES),
    """
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '% are never changed', TG_TABLE_NAME; END $$
    """.strip(),
    *(_POSTGRES_TRIGGER.format(table=table).strip() for table in _NEVER_CHANGED),
    *(_POSTGRES_ALWAYS.format(table=table) for table in _NEVER_CHANGED),
)
"""The statements that make an empty journal in PostgreSQL."""
