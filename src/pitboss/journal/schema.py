"""The tables of a journal, for both databases: the same columns, and triggers that refuse what must never happen."""

from __future__ import annotations

from typing import Final

VERSION: Final = 4
"""The version of these tables; a journal of another one is brought up, read and converted, or refused."""
BROUGHT_UP: Final = 3
"""The version that had no segments: it is read as it is, and brought up by who first writes to it."""
OLD_VERSIONS: Final = (1, 2)
"""Versions whose tables had one row a record, an answer and a posting."""

_SEGMENTS = """
CREATE TABLE segments (
    shard {integer} NOT NULL,
    first {integer} NOT NULL,
    last {integer} NOT NULL,
    position {integer} NOT NULL,
    hash {blob} NOT NULL,
    folder {text} NOT NULL,
    proof {text} NOT NULL,
    keys {blob} NOT NULL,
    CONSTRAINT segments_key PRIMARY KEY (shard, first),
    CONSTRAINT segments_numbers CHECK (first >= 1 AND last >= first AND position >= 0),
    CONSTRAINT segments_hash_length CHECK (length(hash) = 32),
    CONSTRAINT segments_keys_length CHECK (length(keys) = 16 * (last - first + 1))
){strict};
"""
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
{segments}CREATE TABLE views (
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

_LAST = "SELECT last FROM {0} WHERE shard = NEW.shard ORDER BY first DESC LIMIT 1"
_NEXT = f"coalesce(({_LAST.format('commits')}), ({_LAST.format('segments')}), 0) + 1"
_NEXT_BEFORE = f"coalesce(({_LAST.format('commits')}), 0) + 1"
_NEXT_SEGMENT = f"coalesce(({_LAST.format('segments')}), 0) + 1"
# Of the lines that a segment is about, the last one is there as it says; with the one before it all of them are.
_IS_THERE = (
    "coalesce((SELECT c.last = NEW.last AND c.position = NEW.position AND c.hash = NEW.hash FROM commits c "
    "WHERE c.shard = NEW.shard AND c.first <= NEW.last ORDER BY c.first DESC LIMIT 1), false)"
)
_IS_ARCHIVED = (
    "coalesce((SELECT s.last >= OLD.last FROM segments s "
    "WHERE s.shard = OLD.shard AND s.first <= OLD.first ORDER BY s.first DESC LIMIT 1), false)"
)
_NEVER: Final = "CREATE TRIGGER {0}_{1} BEFORE {2} ON {0} BEGIN SELECT RAISE(ABORT, '{0} are never changed'); END"
_ONLY_ARCHIVED: Final = (
    f"CREATE TRIGGER commits_delete BEFORE DELETE ON commits WHEN NOT {_IS_ARCHIVED} "
    "BEGIN SELECT RAISE(ABORT, 'commits are never changed: only archived ones may be taken out'); END"
)
# `INSERT OR REPLACE` deletes what is in its way, and no trigger on deleting is asked about that.
_ONLY_NEXT: Final = (
    f"CREATE TRIGGER commits_insert BEFORE INSERT ON commits WHEN NEW.first IS NOT {_NEXT} "
    "BEGIN SELECT RAISE(ABORT, 'commits are never changed: only the next one may be added'); END"
)
_ONLY_NEXT_SEGMENT: Final = (
    f"CREATE TRIGGER segments_insert BEFORE INSERT ON segments WHEN NEW.first IS NOT {_NEXT_SEGMENT} "
    f"OR NOT {_IS_THERE} BEGIN SELECT RAISE(ABORT, 'segments are never changed: only the next one may be added'); END"
)
_SQLITE_SEGMENT_TRIGGERS = (
    _NEVER.format("segments", "update", "UPDATE"),
    _NEVER.format("segments", "delete", "DELETE"),
    _ONLY_NEXT_SEGMENT,
    _ONLY_ARCHIVED,
    _ONLY_NEXT,
)
_SQLITE_TRIGGERS = (_NEVER.format("commits", "update", "UPDATE"), *_SQLITE_SEGMENT_TRIGGERS)
_SQLITE_TRIGGERS_BEFORE = (
    _NEVER.format("commits", "update", "UPDATE"),
    _NEVER.format("commits", "delete", "DELETE"),
    _ONLY_NEXT.replace(_NEXT, _NEXT_BEFORE),
)

# A trigger that fires always does so also in a session that replicates, where others are passed over.
_REFUSE_CHANGE: Final = "BEGIN RAISE EXCEPTION '% are never changed', TG_TABLE_NAME; END"
_REFUSE_IF: Final = """BEGIN
        IF {condition} THEN
            RAISE EXCEPTION '{said}'{code};
        END IF;
        RETURN {row};
    END"""
_OUT_OF_ORDER: Final = {"code": " USING ERRCODE = 'PB002'", "row": "NEW"}
_ONLY_NEXT_SAID: Final = "{} are never changed: only the next one may be added"
_REFUSE_OTHER: Final = _REFUSE_IF.format(
    condition=f"NEW.first IS DISTINCT FROM {_NEXT}", said=_ONLY_NEXT_SAID.format("commits"), **_OUT_OF_ORDER
)
_REFUSE_OTHER_BEFORE: Final = _REFUSE_OTHER.replace(_NEXT, _NEXT_BEFORE)
_REFUSE_OTHER_SEGMENT: Final = _REFUSE_IF.format(
    condition=f"NEW.first IS DISTINCT FROM {_NEXT_SEGMENT} OR NOT {_IS_THERE}",
    said=_ONLY_NEXT_SAID.format("segments"),
    **_OUT_OF_ORDER,
)
_REFUSE_DELETE: Final = _REFUSE_IF.format(
    condition=f"NOT {_IS_ARCHIVED}",
    said="commits are never changed: only archived ones may be taken out",
    code="",
    row="OLD",
)
_FUNCTION: Final = "FUNCTION {}() RETURNS trigger LANGUAGE plpgsql AS $$\n    {} $$"
_GUARDS: Final = {"commits": ("never_changed", "archived", "in_order"), "segments": ("never_changed", "in_order")}
_POSTGRES_SEGMENT_TRIGGERS = (
    f"CREATE OR REPLACE {_FUNCTION.format('refuse_other', _REFUSE_OTHER)}",
    f"CREATE {_FUNCTION.format('refuse_other_segment', _REFUSE_OTHER_SEGMENT)}",
    f"CREATE {_FUNCTION.format('refuse_delete', _REFUSE_DELETE)}",
    """
    CREATE TRIGGER commits_never_changed BEFORE UPDATE OR TRUNCATE ON commits
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
    """.strip(),
    "CREATE TRIGGER commits_archived BEFORE DELETE ON commits FOR EACH ROW EXECUTE FUNCTION refuse_delete()",
    "CREATE TRIGGER commits_in_order BEFORE INSERT ON commits FOR EACH ROW EXECUTE FUNCTION refuse_other()",
    """
    CREATE TRIGGER segments_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON segments
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
    """.strip(),
    "CREATE TRIGGER segments_in_order BEFORE INSERT ON segments FOR EACH ROW EXECUTE FUNCTION refuse_other_segment()",
    *(
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_{name}"
        for table, guards in _GUARDS.items()
        for name in guards
    ),
)
_POSTGRES_TRIGGERS = (f"CREATE {_FUNCTION.format('refuse_change', _REFUSE_CHANGE)}", *_POSTGRES_SEGMENT_TRIGGERS)

TRIGGERS: Final = {
    VERSION: {
        ("commits_never_changed", "A", 2 | 16 | 32, True, _REFUSE_CHANGE),
        ("commits_archived", "A", 1 | 2 | 8, True, _REFUSE_DELETE),
        ("commits_in_order", "A", 1 | 2 | 4, True, _REFUSE_OTHER),
        ("segments_never_changed", "A", 2 | 8 | 16 | 32, True, _REFUSE_CHANGE),
        ("segments_in_order", "A", 1 | 2 | 4, True, _REFUSE_OTHER_SEGMENT),
    },
    BROUGHT_UP: {
        ("commits_never_changed", "A", 2 | 8 | 16 | 32, True, _REFUSE_CHANGE),
        ("commits_in_order", "A", 1 | 2 | 4, True, _REFUSE_OTHER_BEFORE),
    },
}
"""The triggers of each version in PostgreSQL as its catalogue has them: name, that they fire always, when (in the
catalogue's bits), that they have no condition, and what they do."""
_LINES_CONSTRAINTS: Final = ("key", "numbers", "hash_length", "keys_length")
_CONSTRAINTS_BEFORE: Final = {
    *(f"commits_{name}" for name in _LINES_CONSTRAINTS),
    *("views_key", "snapshots_pkey", "secrets_key"),
}
CONSTRAINTS: Final = {
    VERSION: _CONSTRAINTS_BEFORE | {f"segments_{name}" for name in _LINES_CONSTRAINTS},
    BROUGHT_UP: _CONSTRAINTS_BEFORE,
}
"""The constraints of each version in PostgreSQL."""


def _statements(text: str, types: dict[str, str], segments: str = _SEGMENTS) -> tuple[str, ...]:
    found = text.replace("{segments}", segments.lstrip()).format(**types)
    return tuple(one for statement in found.split(";\n") if (one := statement.strip()))


SQLITE = (*_statements(_TABLES, _SQLITE_TYPES), *_SQLITE_TRIGGERS)
"""The statements that make an empty journal in SQLite."""
SQLITE_BEFORE = (*_statements(_TABLES, _SQLITE_TYPES, ""), *_SQLITE_TRIGGERS_BEFORE)
"""The statements that made one of version 3, which is held to them as long as it is only read."""
POSTGRES = (*_statements(_TABLES, _POSTGRES_TYPES), *_POSTGRES_TRIGGERS)
"""The statements that make an empty journal in PostgreSQL."""
_TO_VERSION = f"UPDATE journal_schema SET version = {VERSION}"
SQLITE_UP = (
    *_statements(_SEGMENTS, _SQLITE_TYPES),
    *(f"DROP TRIGGER commits_{name}" for name in ("delete", "insert")),
    *_SQLITE_SEGMENT_TRIGGERS,
    _TO_VERSION,
)
"""The statements that bring tables of version 3 up in SQLite."""
POSTGRES_UP = (
    *_statements(_SEGMENTS, _POSTGRES_TYPES),
    *(f"DROP TRIGGER commits_{name} ON commits" for name in ("never_changed", "in_order")),
    *_POSTGRES_SEGMENT_TRIGGERS,
    _TO_VERSION,
)
"""The statements that bring tables of version 3 up in PostgreSQL, by who owns them."""

WRITER_RIGHTS = {
    "journal_schema": "SELECT",
    "commits": "SELECT, INSERT",
    "segments": "SELECT",
    **dict.fromkeys(("views", "snapshots", "secrets"), "SELECT, INSERT, UPDATE, DELETE"),
}
"""What an account needs that writes to a journal in PostgreSQL, and owns nothing of it."""
