"""A journal over each database, and a way to its tables without any code of ours."""

from typing import Any

import psycopg
import pysqlite3 as sqlite3
import pytest

from pitboss.journal import open_journal
from tests.support.postgres import database


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """Yield where an empty journal may be made."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'day.db'}"
    else:
        with database() as one:
            yield one


@pytest.fixture
def journal(address):
    """Yield an empty journal."""
    one = open_journal(address)
    yield one
    one.close()


@pytest.fixture
def raw(address, journal):
    """Return what executes statements beside the journal, without any code of ours."""

    def execute(*statements):
        is_file = address.startswith("sqlite")
        connection: Any = (sqlite3.connect if is_file else psycopg.connect)(journal.path if is_file else address)
        try:
            for statement in statements:
                connection.execute(statement)
            connection.commit()
        finally:
            connection.close()

    return execute
