"""The tables on both databases: the same columns, keys and rules, and a guard on the table that is never changed."""

import psycopg
import pysqlite3 as sqlite3

from pitboss.journal.schema import POSTGRES, SQLITE
from tests.support.postgres import database

COLUMNS = "SELECT table_name, column_name, is_nullable FROM information_schema.columns WHERE table_schema = 'public'"


def sqlite_tables():
    """Return what SQLite knows of every table: columns, and whether they may be missing."""
    connection = sqlite3.connect(":memory:")
    for statement in SQLITE:
        connection.execute(statement)
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {(name, row[1], bool(row[3])) for name in names for row in connection.execute(f"PRAGMA table_info({name})")}
    connection.close()
    return found


def test_both_databases_have_the_same_columns():
    """Table for table and column for column, the two databases keep the same."""
    with database() as address, psycopg.connect(address) as connection:
        for statement in POSTGRES:
            connection.execute(statement)
        found = {(table, column, nullable == "NO") for table, column, nullable in connection.execute(COLUMNS)}
    assert sqlite_tables() == found


def test_commits_are_guarded():
    """Against change, deletion, and any insertion but the next, on both databases, also for who replicates."""
    for table, guards, always in (("commits", 6, 3), ("segments", 5, 2)):
        made = [one for one in (*SQLITE, *POSTGRES) if one.startswith("CREATE TRIGGER") and f"ON {table}" in one]
        assert guards == len(made)
        assert always == sum(f"ENABLE ALWAYS TRIGGER {table}_" in statement for statement in POSTGRES)
