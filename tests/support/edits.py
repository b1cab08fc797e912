"""A house's journal in the hands of somebody who owns the database and knows the format, and has all but the key.

Each edit is made past the triggers, which are there again afterwards; hashes, numbers and keys are made to fit where
the edit's name says so, and caches that would tell are taken away with it.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from pitboss.journal.lines import parsed
from tests.support.edited_house import Written
from tests.support.evening_faults import Texts, plainly, rewrite, rows, tamper

__all__ = ["ANCHOR", "EDITS", "EITHER", "HARMLESS", "SAME", "VERIFY", "Edit"]

Edit = Callable[[str, Written, random.Random], None]
"""Changes the journal at an address."""
VERIFY = "verify"
"""Found by `verify` alone."""
ANCHOR = "anchor"
"""A history that could have been: nothing in the database tells, and only a head that is kept elsewhere does."""
EITHER = "either"
"""Found by `verify`, unless chance made a history that could have been: then by the anchor."""
SAME = "same"
"""Found by `verify`, unless the lines come out the same: a compressed text has bits that say nothing."""
HARMLESS = "harmless"
"""A cache that is older or gone, or a row without which somebody has to sign in again: nothing is served otherwise."""
_EDITION = "edition_hash"
"""What a rules document was when something was opened under it: documents are written anew, and nobody keeps all."""
CACHES = (("DELETE FROM snapshots", ()), ("DELETE FROM views", ()))


def _leaf(value: Any, rng: random.Random) -> Any:
    """Return a JSON value in which one thing is another."""
    if isinstance(value, dict) and value.keys() - {_EDITION}:
        name = rng.choice(sorted(value.keys() - {_EDITION}))
        return {**value, name: _leaf(value[name], rng)}
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        return [*value[:at], _leaf(value[at], rng), *value[at + 1 :]]
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + rng.choice((-100, -1, 1, 100))
    text = str(value)
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice("abcXYZ0159") + text[at + 1 :]


def _in_line(texts: Texts, rng: random.Random, part: int, fits: Callable[[list[Any]], bool]) -> Texts:
    """Change something in one part of a line that fits: its command is 4, what came of it 5."""
    places = [(n, m) for n, own in enumerate(texts) for m, one in enumerate(own) if fits(msgspec.json.decode(one))]
    at, number = rng.choice(places)
    found = msgspec.json.decode(texts[at][number])
    before = found[part]
    while found[part] == before or not _is_line(found):
        found[part] = _leaf(before, rng)
    texts[at][number] = msgspec.json.encode(found)
    return texts


def _is_line(found: list[Any]) -> bool:
    """Tell whether there is a key in it, so that its digest can be made."""
    try:
        return bool(parsed(msgspec.json.encode(found), 0, b"").key) or isinstance(found[4], str)
    except ValueError:
        return False


def _accepted(line: list[Any]) -> bool:
    return isinstance(line[4], dict) and isinstance(line[5], list)


def _fitting(change: Callable[[Texts, random.Random], Texts]) -> Edit:
    def edit(address: str, _: Written, rng: random.Random) -> None:
        rewrite(address, lambda texts: change(texts, rng), is_fitting=True)
        tamper(address, *CACHES)

    return edit


def _unfitting(change: Callable[[Texts, random.Random], Texts]) -> Edit:
    def edit(address: str, _: Written, rng: random.Random) -> None:
        rewrite(address, lambda texts: change(texts, rng))

    return edit


def _changed_byte(texts: Texts, rng: random.Random) -> Texts:
    at = rng.randrange(len(texts))
    text = bytearray(texts[at][0])
    place = rng.randrange(len(text))
    text[place] = rng.choice([one for one in b'0123456789abc"{[,' if one != text[place]])
    texts[at][0] = bytes(text)
    return texts


def _swapped(texts: Texts, rng: random.Random) -> Texts:
    one, other = sorted(rng.sample(range(len(texts)), 2))
    texts[one], texts[other] = texts[other], texts[one]
    return texts


def _cut(texts: Texts, rng: random.Random) -> Texts:
    first = rng.randrange(1, len(texts) - 2)
    del texts[first : first + rng.randint(1, 3)]
    return texts


def _epochs(texts: Texts, rng: random.Random) -> Texts:
    at = rng.randrange(len(texts))
    found = msgspec.json.decode(texts[at][0])
    found[1] += rng.choice((-1, 1))
    texts[at][0] = msgspec.json.encode(found)
    return texts


def _edition(texts: Texts, rng: random.Random) -> Texts:
    places = [(n, m) for n, own in enumerate(texts) for m, one in enumerate(own) if b'"edition_hash":"' in one]
    at, number = rng.choice(places)
    before, mark, rest = texts[at][number].partition(b'"edition_hash":"')
    digit = b"%x" % rng.randrange(16)
    texts[at][number] = before + mark + (b"0" if digit == rest[:1] else digit) + rest[1:]
    return texts


def _cut_end(address: str, written: Written, rng: random.Random) -> None:
    keep = written.lines - rng.randint(1, written.last_game)
    tamper(address, ("DELETE FROM commits WHERE last > ?", (keep,)), *CACHES)


def _rolled_back(address: str, written: Written, _: random.Random) -> None:
    tamper(address, *_all_of(written.older))


def _all_of(tables: dict[str, list[tuple[Any, ...]]]) -> list[tuple[str, Sequence[Any]]]:
    found: list[tuple[str, Sequence[Any]]] = []
    for table, kept in tables.items():
        found.append((f"DELETE FROM {table}", ()))  # noqa: S608
        found += [(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row) for row in kept]  # noqa: S608
    return found


def _column(table: str, *columns: str) -> Edit:
    """Return what changes one column of one row."""

    def edit(address: str, _: Written, rng: random.Random) -> None:
        column = rng.choice(columns)
        key = {"commits": "first", "views": "first", "snapshots": "stream"}[table]
        place, name, value = rng.choice(_sorted(address, f"SELECT {key}, {column}, '' FROM {table}", table))  # noqa: S608
        where, extra = (f"{key} = ?", ()) if table != "views" else (f"{key} = ? AND name = ?", (name,))
        tamper(address, (f"UPDATE {table} SET {column} = ? WHERE {where}", (_other(value, rng), place, *extra)))  # noqa: S608

    return edit


def _sorted(address: str, statement: str, table: str) -> list[tuple[Any, str, Any]]:
    named = "name" if table == "views" else "''"
    found = rows(address, statement.replace(", '' FROM", f", {named} FROM"))
    return sorted((place, name, value) for place, value, name in found)


def _other(value: Any, rng: random.Random) -> Any:
    if isinstance(value, int):
        return value + rng.choice((1, 2, 7))
    if isinstance(value, str):
        return f"{value}x"
    changed = bytearray(value)
    changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _shard(address: str, _: Written, rng: random.Random) -> None:
    table = rng.choice(("commits", "views"))
    columns = {"commits": "first, last, position, hash, keys, body", "views": "name, first, last, position, hash, body"}
    which = columns[table]
    tamper(address, (f"INSERT INTO {table} (shard, {which}) SELECT 2, {which} FROM {table} WHERE first = 1", ()))  # noqa: S608


def _foreign_view(address: str, _: Written, rng: random.Random) -> None:
    copied = "SELECT shard, ?, first, last, position, hash, body FROM views WHERE name = 'streams' AND first = 1"
    names = "INSERT INTO views (shard, name, first, last, position, hash, body)"
    tamper(address, (f"{names} {copied}", (f"view{rng.randrange(9)}",)))


def _view_hole(address: str, _: Written, rng: random.Random) -> None:
    view = rng.choice(("streams", "ledger"))
    tamper(address, ("DELETE FROM views WHERE first = 1 AND name = ?", (view,)))


def _other_stream(address: str, _: Written, rng: random.Random) -> None:
    kept = sorted(rows(address, "SELECT stream, version, hash, code, body FROM snapshots"))
    one, other = rng.sample(kept, 2)
    changed = "UPDATE snapshots SET version = ?, hash = ?, code = ?, body = ? WHERE stream = ?"
    tamper(address, (changed, (*other[1:], one[0])))


def _older_snapshot(address: str, written: Written, rng: random.Random) -> None:
    row = rng.choice(written.older["snapshots"])
    tamper(
        address,
        ("DELETE FROM snapshots WHERE stream = ?", (row[0],)),
        ("INSERT INTO snapshots VALUES (?, ?, ?, ?, ?)", row),
    )


def _taken(table: str) -> Edit:
    def edit(address: str, _: Written, rng: random.Random) -> None:
        if table == "views":
            tamper(address, ("DELETE FROM views", ()))
            return
        (stream,) = rng.choice(sorted(rows(address, "SELECT stream FROM snapshots")))
        tamper(address, ("DELETE FROM snapshots WHERE stream = ?", (stream,)))

    return edit


def _secret(change: Callable[[tuple[str, str, bytes], random.Random], tuple[str, str, bytes]]) -> Edit:
    def edit(address: str, _: Written, rng: random.Random) -> None:
        row = rng.choice(sorted(rows(address, "SELECT kind, name, body FROM secrets")))
        changed = change(row, rng)
        gone = "DELETE FROM secrets WHERE kind = ? AND name = ?"
        insert = "INSERT INTO secrets (kind, name, body) VALUES (?, ?, ?)"
        tamper(address, (gone, row[:2]), (gone, changed[:2]), (insert, changed))

    return edit


def _older_secret(address: str, written: Written, rng: random.Random) -> None:
    """Put a secret back that was replaced or used since: a password, a code, a session."""
    now = {(kind, name): body for kind, name, body in rows(address, "SELECT kind, name, body FROM secrets")}
    gone = [row for row in written.older["secrets"] if now.get(row[:2]) != row[2] and row[0] != "device"]
    kind, name, body = rng.choice(sorted(gone))
    tamper(
        address,
        ("DELETE FROM secrets WHERE kind = ? AND name = ?", (kind, name)),
        ("INSERT INTO secrets (kind, name, body) VALUES (?, ?, ?)", (kind, name, body)),
    )


def _secret_taken(*kinds: str) -> Edit:
    def edit(address: str, _: Written, rng: random.Random) -> None:
        kept = [row for row in rows(address, "SELECT kind, name FROM secrets") if row[0] in kinds]
        tamper(address, ("DELETE FROM secrets WHERE kind = ? AND name = ?", rng.choice(sorted(kept))))

    return edit


def _version(address: str, _: Written, rng: random.Random) -> None:
    tamper(
        address,
        rng.choice(
            [
                ("UPDATE journal_schema SET version = ?", (rng.choice((1, 2, 3, 99)),)),
                ("INSERT INTO journal_schema (version) VALUES (?)", (3,)),
                ("DELETE FROM journal_schema", ()),
            ]
        ),
    )


def _sealed_plain(row: tuple[str, str, bytes], rng: random.Random) -> tuple[str, str, bytes]:
    return (*row[:2], rng.choice((b"plain", b"pb1" + rng.randbytes(60))))


GUARDS = {
    "sqlite": (
        *(
            (f"DROP TRIGGER {table}_{name}",)
            for table in ("commits", "segments")
            for name in ("update", "delete", "insert")
        ),
        (
            "DROP TRIGGER commits_delete",
            "CREATE TRIGGER commits_delete BEFORE DELETE ON commits WHEN 0 BEGIN SELECT RAISE(ABORT, 'never'); END",
        ),
        ("CREATE TRIGGER more AFTER INSERT ON commits BEGIN DELETE FROM secrets; END",),
        ("CREATE TABLE more (name TEXT)",),
        ("CREATE INDEX more ON commits (last)",),
        ("CREATE VIEW more AS SELECT first FROM commits",),
    ),
    "postgresql": (
        ("ALTER TABLE commits DISABLE TRIGGER commits_never_changed",),
        ("ALTER TABLE commits ENABLE TRIGGER commits_in_order",),
        ("DROP TRIGGER commits_never_changed ON commits",),
        ("CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",),
        ("ALTER TABLE commits DISABLE TRIGGER commits_archived",),
        ("DROP TRIGGER segments_in_order ON segments",),
        ("CREATE OR REPLACE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",),
        ("ALTER TABLE segments DROP CONSTRAINT segments_keys_length",),
        ("CREATE RULE more AS ON INSERT TO secrets DO INSTEAD NOTHING",),
        ("ALTER TABLE commits DROP CONSTRAINT commits_hash_length",),
    ),
}
"""What refuses changes, taken away or made weaker."""


def _guards(address: str, _: Written, rng: random.Random) -> None:
    plainly(address, *rng.choice(GUARDS[address.partition(":")[0]]))


EDITS: dict[str, tuple[str, Edit]] = {
    "a line changed": (VERIFY, _unfitting(_changed_byte)),
    "an event changed, all made to fit": (
        VERIFY,
        _fitting(lambda texts, rng: _in_line(texts, rng, 5, _accepted)),
    ),
    "a refusal changed, all made to fit": (
        VERIFY,
        _fitting(lambda texts, rng: _in_line(texts, rng, 5, lambda line: isinstance(line[5], dict))),
    ),
    "a command changed, all made to fit": (
        EITHER,
        _fitting(lambda texts, rng: _in_line(texts, rng, 4, lambda line: isinstance(line[4], dict))),
    ),
    "an opening changed, all made to fit": (
        EITHER,
        _fitting(lambda texts, rng: _in_line(texts, rng, 5, lambda line: isinstance(line[4], str))),
    ),
    "commits swapped": (VERIFY, _unfitting(_swapped)),
    "commits swapped, all made to fit": (EITHER, _fitting(_swapped)),
    "commits cut out, all made to fit": (EITHER, _fitting(_cut)),
    "an epoch changed, all made to fit": (EITHER, _fitting(_epochs)),
    "an edition's hash changed, all made to fit": (ANCHOR, _fitting(_edition)),
    "the end cut off": (ANCHOR, _cut_end),
    "an older copy put in its place": (ANCHOR, _rolled_back),
    "numbers of a commit changed": (VERIFY, _column("commits", "position")),
    "keys or hash of a commit changed": (VERIFY, _column("commits", "keys", "hash")),
    "bytes of a commit changed": (SAME, _column("commits", "body")),
    "rows of another shard": (VERIFY, _shard),
    "a snapshot changed": (VERIFY, _column("snapshots", "version", "hash", "code", "body")),
    "a snapshot of another stream": (VERIFY, _other_stream),
    "an older snapshot": (HARMLESS, _older_snapshot),
    "a snapshot taken away": (HARMLESS, _taken("snapshots")),
    "a view changed": (VERIFY, _column("views", "position", "hash", "body", "last")),
    "a view with a hole": (VERIFY, _view_hole),
    "another view": (VERIFY, _foreign_view),
    "all views taken away": (HARMLESS, _taken("views")),
    "a secret changed": (VERIFY, _secret(lambda row, rng: (*row[:2], _other(row[2], rng)))),
    "a secret of one's own": (VERIFY, _secret(_sealed_plain)),
    "a secret under another name": (VERIFY, _secret(lambda row, _: (row[0], f"{row[1]}2", row[2]))),
    "a secret of another kind": (
        VERIFY,
        _secret(lambda row, rng: ("spare" if row[0] == "password" else rng.choice(("password", "spare")), *row[1:])),
    ),
    "an older secret put back": (VERIFY, _older_secret),
    "a password taken away": (VERIFY, _secret_taken("password")),
    "another secret taken away": (HARMLESS, _secret_taken("session", "terminal", "code", "device", "server")),
    "the version changed": (VERIFY, _version),
    "triggers, tables and constraints changed": (VERIFY, _guards),
}
"""What is done, and who finds it."""
